"""`moontui doctor HOST` on a real LAN that is broken in many ways: it names the cause, and what to
type."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import pytest

from net.invites import Invite, short_code
from net.security import load_or_make
from tests.extent import some
from tests.net.machines import NoMachines, inside, ip, machines

ROOT = Path(__file__).parents[2]
PORT, QUESTIONS = 26666, 27667
HOST, NOBODY, ELSEWHERE = "10.77.0.1", "10.77.0.200", "10.88.0.1"
PATIENCE = 30.0
JOIN = f"Type: moontui join {HOST}:{PORT}"

pytestmark = pytest.mark.skipif(shutil.which("nft") is None, reason="there is no nft")


class Pair(NamedTuple):
    """A host's machine, a guest's, and where they keep things."""

    host: str
    guest: str
    bridge: str
    folder: Path

    def doctor(self, where: str = HOST) -> tuple[str, int]:
        """What the doctor says on the guest's machine, and whether anything is wrong."""
        told = subprocess.run(
            inside(self.guest, sys.executable, "-m", "moontui", "doctor", where),
            cwd=ROOT,
            env=os.environ | {"MOONTUI_DATA": str(self.folder / "guest"), "LANG": "C.UTF-8"},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert not told.stderr, told.stderr
        return told.stdout, told.returncode

    @contextmanager
    def firewall(self, machine: str, *rules: str) -> Iterator[None]:
        """A machine that lets some things neither in nor out."""
        chain = "\n".join(("type filter hook input priority 0;", *rules))
        table = f"table inet walls {{\nchain input {{\n{chain}\n}}\n}}\n"
        subprocess.run(inside(machine, "nft", "-f", "-"), input=table, text=True, check=True)
        try:
            yield
        finally:
            subprocess.run(inside(machine, "nft", "delete table inet walls"), check=True)


Breaking = Callable[[Pair], AbstractContextManager[None]]


@contextmanager
def serving(pair: Pair, *command: str) -> Iterator[None]:
    """A program on the host's machine, from when it takes calls until it is killed."""
    process = subprocess.Popen(
        inside(pair.host, sys.executable, *command),
        cwd=ROOT,
        env=os.environ | {"MOONTUI_DATA": str(pair.folder / "host")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until = monotonic() + PATIENCE
        while f":{PORT} " not in listening(pair.host):
            assert process.poll() is None, "it has ended"
            assert monotonic() < until, "it does not listen"
        yield
    finally:
        process.kill()
        process.wait()


def listening(machine: str) -> str:
    return subprocess.run(
        inside(machine, "ss", "-Hltn"), check=True, capture_output=True, text=True
    ).stdout


@contextmanager
def two_machines(folder: Path) -> Iterator[Pair]:
    try:
        with machines(2) as lan:
            yield Pair(lan.machines[0], lan.machines[1], lan.bridge, folder)
    except NoMachines as reason:
        pytest.skip(str(reason))


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[Pair]:
    with two_machines(tmp_path) as pair:
        yield pair


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """A host that is open for the others."""
    with (
        two_machines(tmp_path_factory.mktemp("lan")) as pair,
        serving(pair, "-m", "moontui", "host", "--name", "Ann"),
    ):
        yield pair


# ── how a network is broken ─────────────────────────────────────────────────────────────────────


def walls(at: str, *rules: str) -> Breaking:
    """A firewall on the host's or on the guest's machine."""
    return lambda lan: lan.firewall(getattr(lan, at), *rules)


def unplugged(at: str) -> Breaking:
    """A cable is out, or the Wi-Fi is off."""

    @contextmanager
    def cut(lan: Pair) -> Iterator[None]:
        machine = getattr(lan, at)
        ip("-n", machine, "link", "set", "card", "down")
        try:
            yield
        finally:
            ip("-n", machine, "link", "set", "card", "up")

    return cut


@contextmanager
def kept_apart(lan: Pair) -> Iterator[None]:
    """A Wi-Fi that lets its guests talk to nobody but the router."""

    def isolate(how: str) -> None:
        for plug in ("plug1", "plug2"):
            words = ["link", "set", "dev", plug, "isolated", how]
            subprocess.run(inside(lan.bridge, "bridge", *words), check=True)

    isolate("on")
    try:
        yield
    finally:
        isolate("off")


@contextmanager
def no_mdns(lan: Pair) -> Iterator[None]:
    with lan.firewall(lan.guest, "udp dport 5353 drop"):
        yield


@contextmanager
def no_announcements(lan: Pair) -> Iterator[None]:
    """Neither multicast nor broadcast gets through."""
    with (
        lan.firewall(lan.guest, "udp dport 5353 drop"),
        lan.firewall(lan.host, f"udp dport {{ 5353, {QUESTIONS} }} drop"),
    ):
        yield


class Broken(NamedTuple):
    """A network, what the doctor is asked there, and what it has to say."""

    name: str
    breaking: Breaking
    told: tuple[str, ...]
    """The cause, and what to type."""
    where: str = HOST
    code: int = 1


ALLOW = f"ufw allow {PORT}/tcp"
QUICK = [
    Broken("nothing", walls("host", "udp dport 9 drop"), ("either of you can host", JOIN), code=0),
    Broken(
        "a firewall that says no",
        walls("host", f"tcp dport {PORT} reject with icmpx type admin-prohibited"),
        ("a firewall there keeps port 26666 closed", ALLOW),
    ),
    Broken(
        "a firewall that says no to everything",
        walls("host", "reject with icmpx type admin-prohibited"),
        ("a firewall there keeps everything out", ALLOW),
    ),
    Broken("no link", unplugged("guest"), ("in no network", "nmcli networking on")),
    Broken(
        "another port",
        walls("host", "udp dport 9 drop"),
        ("not at port 4000", f"moontui join {HOST}:{PORT}"),
        f"{HOST}:4000",
    ),
    Broken(
        "another network",
        walls("host", "udp dport 9 drop"),
        ("in another network than this machine (10.77.0.2)", "moontui doctor"),
        ELSEWHERE,
    ),
    Broken(
        "another key",
        walls("host", "udp dport 9 drop"),
        ("its key differs", "moontui doctor"),
        Invite(HOST, PORT, b"x" * 16, private=False).encode(),
    ),
]
SLOW = [
    Broken(
        "a firewall that says nothing",
        walls("host", f"tcp dport {PORT} drop"),
        ("a firewall there keeps port 26666 closed", ALLOW),
    ),
    Broken(
        "a firewall that says nothing to anybody",
        walls("host", "ip protocol { tcp, udp } drop"),
        ("a firewall there keeps everything out", ALLOW),
    ),
    Broken(
        "a firewall of one's own",
        walls("guest", f"tcp dport {PORT} drop"),
        ("you can join, but not host", ALLOW, JOIN),
    ),
    Broken("no multicast", no_mdns, ("multicast (UDP 5353) does not get through", JOIN), code=0),
    Broken(
        "neither multicast nor broadcast",
        no_announcements,
        ("neither multicast (UDP 5353) nor broadcast (UDP 27667)", "allow 5353/udp", JOIN),
        code=0,
    ),
    Broken("a host without a link", unplugged("host"), ("switched off or unplugged", "doctor")),
    Broken("guests kept apart", kept_apart, ("keeps its guests apart", "doctor")),
    Broken(
        "nobody at the address",
        walls("host", "udp dport 9 drop"),
        (f"No machine in this network has the address {NOBODY}", "doctor"),
        NOBODY,
    ),
]


@pytest.mark.parametrize("case", some(QUICK, QUICK + SLOW), ids=lambda case: case.name)
def test_the_doctor_names_the_cause_and_what_to_type(there: Pair, case: Broken) -> None:
    with case.breaking(there):
        ip("-n", there.guest, "neigh", "flush", "dev", "card")  # they have not met yet
        told, code = there.doctor(case.where)
    for text in case.told:
        assert text in told, told
    assert code == case.code, told


def test_a_host_that_is_meant_by_its_key_is_found_at_its_other_address(there: Pair) -> None:
    code = short_code(load_or_make(there.folder / "host").pin)
    told, fine = there.doctor(code.lower())
    assert fine == 0
    assert f"Ann answers at {HOST}:{PORT}" in told
    pin = load_or_make(there.folder / "host").pin
    told, fine = there.doctor(Invite(NOBODY, PORT, pin, private=False).encode())
    assert fine == 1
    assert told.endswith(f"Type: moontui join {HOST}:{PORT}\n"), told


def test_a_machine_without_a_host_is_told_from_one_with_another_program(lan: Pair) -> None:
    told, _ = lan.doctor()
    assert f"Type there: moontui host --port {PORT}" in told
    with serving(lan, "-m", "http.server", str(PORT)):
        told, _ = lan.doctor()
    assert "it is not moontui" in told
    assert "moontui doctor" in told
