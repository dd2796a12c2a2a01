"""The files of deploy/: they start what the command line knows, and the page says how."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from moontui.client.place import PORT
from moontui.commands.cli import parser
from net.lan.questions import QUESTION_PORT
from tests.extent import EVERYTHING

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
LATEST = 60.0
"""How long a host may take to open, on a busy machine too, in seconds."""
CONTAINER = (DEPLOY / "Containerfile").read_text()
SERVICE = (DEPLOY / "moontui.service").read_text()


def instruction(name: str) -> list[str]:
    """The last line of a kind in the Containerfile, as words."""
    (*_, words) = re.findall(rf"^ *{name} (\[.*\])$", CONTAINER, re.M)
    return [str(word) for word in json.loads(words)]


def test_the_service_and_the_container_start_a_host_as_the_command_line_knows_it() -> None:
    (line,) = re.findall(r"^ExecStart=\S+/moontui (.*)$", SERVICE, re.M)
    service = parser().parse_args(line.split())
    # the health check's CMD stands between the two
    container = parser().parse_args([*instruction("ENTRYPOINT")[1:], *instruction("CMD")])
    for wish in (service, container):
        assert (wish.command, wish.data, wish.ssh) == ("host", Path("/var/lib/moontui"), 2222)
    ports = {str(port) for port in (PORT, container.ssh, container.web)}
    exposed = set(re.findall(r"(\d+)/(?:tcp|udp)", CONTAINER))
    assert exposed == ports | {str(QUESTION_PORT)}


def test_the_health_check_asks_the_host_that_is_started() -> None:
    (words,) = re.findall(r"^HEALTHCHECK.*\\\n +CMD (\[.*\])$", CONTAINER, re.M)
    (again,) = re.findall(r"^ +test: (\[.*\])$", (DEPLOY / "compose.yaml").read_text(), re.M)
    assert ["CMD", *json.loads(words)] == json.loads(again)
    asked = parser().parse_args(json.loads(words)[1:])
    assert asked.check
    assert asked.data == parser().parse_args(instruction("ENTRYPOINT")[1:]).data


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there are no services of systemd")
def test_a_service_says_that_it_is_ready_when_it_answers(tmp_path: Path) -> None:
    assert "\nType=notify\n" in SERVICE
    told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    told.bind(str(tmp_path / "told"))
    told.settimeout(LATEST)
    moontui, where = [sys.executable, "-m", "moontui"], ["--data", str(tmp_path / "data")]
    around = os.environ | {"NOTIFY_SOCKET": str(tmp_path / "told")}
    with told, subprocess.Popen([*moontui, "host", "--port", "0", *where], env=around) as host:
        try:
            assert told.recv(100) == b"READY=1"
            subprocess.run([*moontui, "host", "--check", *where], check=True)
        finally:
            host.terminate()


def test_a_host_that_cannot_keep_its_games_blames_the_folder_and_not_the_port(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_text("no folder")
    words = ["host", "--data", str(tmp_path / "file" / "games"), "--port", "0", "--lang", "en"]
    asked = [sys.executable, "-m", "moontui", *words]
    told = subprocess.run(asked, capture_output=True, text=True)
    assert told.returncode == 1
    assert told.stdout.startswith("Games cannot be kept in ")


def test_everything_that_goes_into_the_image_and_that_the_page_installs_is_there() -> None:
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", CONTAINER, re.M)
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\bdeploy/[\w.]+\w", page))
    assert all((ROOT / name).exists() for line in copied for name in line.split())
    assert named == {f"deploy/{file.name}" for file in DEPLOY.iterdir()} - {"deploy/Containerfile"}


@pytest.mark.skipif(not EVERYTHING, reason="builds an image, from the network: EVERYTHING=1")
def test_the_image_is_built_and_its_program_runs(tmp_path: Path) -> None:
    tool = next((tool for tool in ("podman", "docker") if works(tool)), "")
    if not tool:
        pytest.skip("neither podman nor docker works here")
    build = [tool, "build", "-f", str(DEPLOY / "Containerfile"), "-t", "moontui-test", str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    run = [tool, "run", "--rm", "--entrypoint", "moontui", "moontui-test", "--version"]
    told = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    assert told.startswith("moontui ")


def works(tool: str) -> bool:
    """Whether a tool for containers is here, and has what it needs."""
    if os.name == "nt" or not shutil.which(tool):
        return False
    return subprocess.run([tool, "info"], capture_output=True).returncode == 0
