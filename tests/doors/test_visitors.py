"""Visitors: what their processes may do, and what becomes of them when the host dies."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import asyncssh
import pytest
from textual.timer import Timer

from moontui.app.visitor_app import VisitorApp
from moontui.client.settings import Settings
from net.doorbell import Doorbell, pair
from net.doors.guesses import Guesses
from net.guests import NAMES, Bans, Book, Way
from net.guests import Guest as Known
from net.visitors import Terminal, Visitor
from tests.doors.house import Guest, closed, connect, eventually, house
from tests.moontui.scenes import until
from tests.moontui.terminal import terminal

ADA = asyncssh.generate_private_key("ssh-ed25519")


async def test_a_visitor_reaches_the_game_and_nothing_else(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.table()
        ada = await here.come("ada", ADA)
        await ada.until(lambda: "> Night" in ada.text)
        assert "Join by address" not in ada.text
        ada.press("c")  # would ask for an address
        ada.press("f")
        await ada.sees("Find a table", "this machine", "n new")
        assert "d doctor" not in ada.text
        assert "c code" not in ada.text
        ada.press("\x10")  # the palette
        await ada.sees("What do you want to do?")
        await ada.until(lambda: "Watch" in ada.text or "watch" in ada.text)
        assert not any(word in ada.text.lower() for word in ("screenshot", "doctor", "theme"))
        again = await here.come("ada", ADA)
        await again.sees("Play now")
        ada = again
        ada.press("s")
        await ada.sees("Settings", "Language")
        assert "Name " not in ada.text
    mine = {path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*") if path.is_file()}
    assert mine <= {"lock", "names.json", "ssh", "tables", "visitors"}
    for path in tmp_path.rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path


async def test_the_link_for_browsers_is_told_to_those_who_came_by_it_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        here.visitors.link = lambda: "http://192.0.2.7:8000/?t=secret"
        for way, link in (("web", here.visitors.link()), ("ssh", "")):
            guest = Known(cast("Way", way), "key", "192.0.2.8")
            visitor = Visitor(here.visitors, 1, guest, cast("Terminal", None), "en")
            assert visitor.introduction({}, tmp_path)["link"] == link


async def test_a_terminal_is_given_back_when_the_visitors_process_is_killed(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as here:
        ada = await here.come("ada", ADA)
        await ada.sees("You are ada.")
        (process,) = here.processes()
        os.kill(process, signal.SIGTERM)
        said = await ada.said()
        assert "your seat is still yours" in said
        switched_on = set(re.findall(r"\x1b\[\?(\d+)h", said)) - {"7", "25", "2026"}
        for mode in switched_on:
            assert said.rindex(f"\x1b[?{mode}l") > said.rindex(f"\x1b[?{mode}h"), mode
        assert switched_on >= {"1000", "1049", "2004"}
        assert said.rindex("\x1b[?25h") > said.rindex("\x1b[?25l"), "no cursor"
        codes = [match.start() for match in re.finditer(r"\x1b\[>\d+u", said)]
        assert codes, "the keys' own code was never asked for"
        assert said.rindex("\x1b[<u") > codes[-1], "keys in another code"


def test_what_textual_does_with_files_is_switched_off() -> None:
    for name in ("save_screenshot", "deliver_screenshot", "deliver_text", "deliver_binary"):
        assert name in vars(VisitorApp), name
    for name in ("action_screenshot", "open_url", "action_suspend_process"):
        assert name in vars(VisitorApp), name


async def test_a_visitors_app_sets_out_once(tmp_path: Path) -> None:
    planned: list[object] = []

    class Planner(VisitorApp):
        def set_timer(self, delay: float, callback: Any = None, **given: Any) -> Timer:
            planned.append(callback)
            return super().set_timer(delay, callback, **given)

        def set_out(self) -> None:
            """Nobody would answer the doorbell."""

    near, far = pair()
    near.send(json.dumps({"address": "127.0.0.1", "port": 1, "pin": "00" * 32}).encode())
    with near:
        settings = Settings(name="Ada", named=True, language="en")
        app = Planner(settings, tmp_path, Doorbell(far.detach()))
        async with app.run_test() as pilot:
            await until(pilot, lambda: app.set_out in planned)
            await pilot.pause()
            assert planned.count(app.set_out) == 1


async def test_visitors_die_with_the_host(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "moontui", "host", "--port", "0", "--bind", "127.0.0.1"),
        *("--data", str(tmp_path / "data"), "--ssh", "0", "--no-socket"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=os.environ | {"LANG": "en_US.UTF-8"},
    )
    assert process.stdout is not None
    async with asyncio.timeout(20):
        while b"ssh -p" not in (line := await process.stdout.readline()):
            assert line, "the host has ended"
    port = int(line.split(b"-p ")[1].split()[0])
    connection = await connect(port, "ada", ADA)
    ada = await Guest.at(connection, (80, 24))
    await ada.sees("You are ada.")
    visitors = processes_in(tmp_path)
    assert len(visitors) == 1
    process.send_signal(signal.SIGKILL)
    await process.wait()
    await eventually(lambda: processes_in(tmp_path) == [], 5.0)
    await closed(connection)


def processes_in(folder: Path) -> list[int]:
    """The processes that run in a folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (entry / "cwd").resolve().is_relative_to(folder):
                found.append(int(entry.name))
    return found


def test_fifty_addresses_guess_no_faster_than_the_door_allows() -> None:
    now = [0.0]
    guesses = Guesses(lambda: now[0])
    looked_at = 0
    for number in range(300):
        now[0] += 0.1
        looked_at += guesses.allow(f"127.0.0.{number % 50}", f"account {number}")
    assert looked_at == 50 + 60  # everybody's first, and the shared rest
    assert sum(guesses.allow("127.0.9.9", "ada") for _ in range(20)) == 1  # enough to know it
    now[0] += 60
    assert sum(guesses.allow("127.0.9.9", "ada") for _ in range(20)) == 10


def test_a_name_belongs_to_whoever_came_first(tmp_path: Path) -> None:
    book = Book(tmp_path / "names.json")
    assert book.claim("one", "Ada")
    assert not book.claim("two", "Ada")
    assert not book.claim("two", "ada")
    assert not book.claim("two", "Аda")  # a Cyrillic letter
    assert book.claim("two", "Bo")
    assert Book(tmp_path / "names.json").name_of("one") == "Ada"
    (tmp_path / "names.json").write_text('{"one": 5, "two": "Bo", "x": {}}')
    assert Book(tmp_path / "names.json").entries == {"two": "Bo"}
    assert NAMES >= 1000


def test_bans_are_kept_and_lifted(tmp_path: Path) -> None:
    bans = Bans(tmp_path / "bans.json")
    assert bans.add("192.0.2.66")
    assert not bans.add("192.0.2.66")
    assert Bans(tmp_path / "bans.json").includes("", "192.0.2.66")
    assert not bans.includes("")
    assert bans.lift("192.0.2.66")
    assert not Bans(tmp_path / "bans.json").includes("192.0.2.66")


async def test_the_big_screen_shows_a_table_and_comes_back_by_itself(tmp_path: Path) -> None:
    async with house(tmp_path / "host") as here:
        port = await here.host.listen("127.0.0.1")
        await here.table(title="First")
        command = ("-m", "moontui", "watch", "--kiosk", "--no-tls", f"127.0.0.1:{port}")
        with terminal(*command, data=tmp_path / "kiosk", size=(120, 36)) as shown:
            await asyncio.to_thread(shown.sees, "First", "Kiosk")
            for line in list(here.host.connections.by_peer.values()):
                here.host.connections.hang_up(line, "removed")
            for table in list(here.host.tables):
                here.host.tables.close(table)
            await asyncio.to_thread(shown.sees, "Waiting for a table")
            await here.table(title="Second")
            await asyncio.to_thread(shown.sees, "Second", "Kiosk")


async def test_a_visitor_whose_process_is_slow_to_start_is_not_taken_for_idle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = asyncio.Event()
    usual = Visitor._process

    async def slowly(self: Visitor, *about: Any) -> Any:
        await ready.wait()
        return await usual(self, *about)

    monkeypatch.setattr(Visitor, "_process", slowly)
    async with house(tmp_path) as here:
        ada = await here.come("ada", ADA)
        await eventually(lambda: bool(here.visitors.here), 5.0)
        for visitor in here.visitors.here.values():
            visitor.look_after()
        ready.set()
        await ada.sees("You are ada.")
