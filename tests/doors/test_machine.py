"""The doors of this machine: its accounts, and the owner of a host."""

from __future__ import annotations

import asyncio
import grp
import json
import os
import pwd
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from engine.core import Seat
from moontui.client.nearby import tables_of
from moontui.client.place import parse
from moontui.client.reach import neighbours
from moontui.commands.cli import main
from moontui.commands.host import is_open_already
from moontui.words.catalogue import LANGUAGES
from net.client import Client
from net.doors import unix
from net.doors.admin import COMMANDS, LOOK_BACK, AdminDoor, admin_socket
from net.doors.unix import UnixDoor, dial, sockets
from net.host import Host
from net.limits import Limits
from net.messages import Create, Ready, Refused, Room, Seated
from net.refusal import Refusal
from net.witness import Witness
from tests.moontui.terminal import terminal
from tests.net.tables import UNHURRIED, quickly, sit_down
from tests.net.visitors import eventually


def host_in(folder: Path) -> Host:
    host = Host("Moon", folder, pool=ThreadPoolExecutor(1))
    host.open()
    return host


async def test_a_guest_goes_by_their_unix_user_whatever_the_client_says(tmp_path: Path) -> None:
    host = host_in(tmp_path / "data")
    door = UnixDoor(host, tmp_path / "run")
    path = await door.open()
    client = Client("", 0, "Mallory", tls=False, dial=lambda: dial(path))
    await client.connect()
    client.send(Create("wolfmoon", 3, bots=1))
    async for message in client.messages():
        if isinstance(message, Seated):
            break
    table = next(iter(host.tables.values())).table
    assert table.lasting.chairs[0].name == pwd.getpwuid(os.getuid()).pw_name
    await client.close()
    await door.close()
    await host.stop()
    assert not path.exists()


async def test_a_socket_is_for_its_owner_alone_and_a_dead_one_is_taken_over(tmp_path: Path) -> None:
    host = host_in(tmp_path / "data")
    door = UnixDoor(host, tmp_path / "run")
    door.folder.mkdir()
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(door.path))
    path = await door.open()
    assert path.stat().st_mode & 0o777 == 0o600
    heard = await tables_of(parse(str(path)), lambda: dial(path))
    assert heard.host == "Moon"
    with pytest.raises(OSError, match="another host is listening"):
        await UnixDoor(host, tmp_path / "run").open()
    await door.close()
    await host.stop()


async def test_who_hosts_for_a_group_does_so_where_the_machine_keeps_its_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unix, "SHARED_FOLDER", tmp_path / "run")
    host = host_in(tmp_path / "data")
    door = UnixDoor(host, group=grp.getgrgid(os.getgid()).gr_name)
    path = await door.open()
    assert [part.stat().st_mode & 0o777 for part in (tmp_path / "run", path)] == [0o750, 0o660]
    assert path in sockets()
    await door.close()
    await host.stop()


def test_only_sockets_that_hosts_make_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOONTUI_SOCKETS", str(tmp_path))
    names = ("0123abcd.sock", "agent.sock", "\x1b]0;owned\x07.sock", "01234567.sock.bak")
    for name in names:
        unix.bound(tmp_path / name).close()
    (tmp_path / "89abcdef.sock").symlink_to(tmp_path / "agent.sock")
    assert [path for path in sockets() if path.parent == tmp_path] == [tmp_path / names[0]]


async def test_a_folder_that_everybody_can_write_to_is_refused(tmp_path: Path) -> None:
    host = host_in(tmp_path / "data")
    (tmp_path / "run").mkdir()
    (tmp_path / "run").chmod(0o777)
    with pytest.raises(OSError, match="everybody can write"):
        await UnixDoor(host, tmp_path / "run").open()
    await host.stop()


async def test_moontui_finds_the_hosts_of_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / "deep" / ("x" * 90)
    monkeypatch.setenv("MOONTUI_SOCKETS", str(deep))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    host = host_in(tmp_path / "data")
    door = UnixDoor(host, deep)
    path = await door.open()
    assert path in sockets()
    assert [found.source for found in neighbours() if found.address == str(path)] == ["local"]
    heard = await tables_of(parse(str(path)), lambda: dial(path))
    assert not heard.trouble
    await door.close()
    await host.stop()


async def test_the_line_game_finds_the_host_of_this_machine_and_joins_by_its_socket(
    tmp_path: Path,
) -> None:
    host = host_in(tmp_path / "data")
    door = UnixDoor(host, tmp_path / "run")
    path = await door.open()
    await host.tables.open(Create("wolfmoon", 3, bots=1, title="Night"), "Moon")
    start = partial(
        terminal, "-m", "moontui", MOONTUI_SOCKETS=str(tmp_path / "run"), XDG_RUNTIME_DIR=""
    )
    for where in ((), (str(path),)):
        with start("plain", *where, data=tmp_path / "me") as shown:
            await asyncio.to_thread(shown.sees, "Moon", "Night")
            shown.press("1\n")
            await asyncio.to_thread(shown.sees, "You are in seat a")
    table = next(iter(host.tables.values())).table
    assert table.lasting.chairs[0].name == pwd.getpwuid(os.getuid()).pw_name
    with start("tables", "--seconds", "0", data=tmp_path / "me") as shown:
        await asyncio.to_thread(shown.sees, "Moon on this machine", "2 of 3 seats taken")
    await door.close()
    await host.stop()


async def test_the_first_screen_shows_the_host_of_this_machine_also_without_a_table(
    tmp_path: Path,
) -> None:
    host = host_in(tmp_path / "data")
    door = UnixDoor(host, tmp_path / "run")
    await door.open()
    with terminal(
        "-m", "moontui", data=tmp_path / "me", MOONTUI_SOCKETS=str(tmp_path / "run")
    ) as shown:
        await asyncio.to_thread(shown.sees, "Moon", "no table yet", "this machine", "> Play now")
    await door.close()
    await host.stop()


def test_a_socket_that_nobody_listens_at_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOONTUI_DATA", str(tmp_path))
    assert main(["--lang", "en", "plain", str(tmp_path / "x.sock")]) == 1
    assert f"Nobody answers at {tmp_path / 'x.sock'}." in capsys.readouterr().out


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter. Pytest's own is shut whenever another pytest starts."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o711)
        yield Path(name)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be two users at once")
async def test_two_unix_users_share_a_host_and_a_third_does_not(open_folder: Path) -> None:
    group = next(entry for entry in grp.getgrall() if entry.gr_gid not in (0,))
    users = [user for user in pwd.getpwall() if user.pw_uid not in (0,)][:3]
    host = host_in(open_folder / "data")
    door = UnixDoor(host, open_folder / "shared", group.gr_name)
    path = await door.open()
    assert path.stat().st_mode & 0o777 == 0o660
    assert (open_folder / "shared").stat().st_mode & 0o777 == 0o750

    async def calls(user: pwd.struct_passwd, member: bool) -> str:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", CALL, str(path)),
            *(str(user.pw_uid), str(group.gr_gid if member else 65534)),
            stdout=asyncio.subprocess.PIPE,
        )
        return (await process.communicate())[0].decode().strip()

    first, second = await calls(users[0], True), await calls(users[1], True)
    third = await calls(users[2], False)
    assert (first, second, third) == ("welcome", "welcome", "PermissionError")
    await door.close()
    await host.stop()


CALL = """
import os, socket, sys
os.setgroups([])
os.setgid(int(sys.argv[3]))
os.setuid(int(sys.argv[2]))
line = socket.socket(socket.AF_UNIX)
try:
    line.connect(sys.argv[1])
except OSError as error:
    raise SystemExit(print(type(error).__name__))
line.sendall(b"\\x00\\x00\\x00\\x1b\\x83\\xa1t\\xa5hello\\xa7version\\x04\\xa4name\\xa3Eve")
print("welcome" if b"welcome" in line.recv(4096) else "?")
"""


# ── the owner ───────────────────────────────────────────────────────────────────────────────────


def admin(folder: Path, *words: str) -> tuple[int, str]:
    with redirect_stdout(StringIO()) as said, redirect_stderr(said):
        status = main(["--lang", "en", "admin", "--data", str(folder), *words])
    return status, said.getvalue()


async def test_the_owner_looks_after_the_host(tmp_path: Path) -> None:
    host = host_in(tmp_path)
    stopped = asyncio.Event()
    door = AdminDoor(host, None, stopped.set)
    await door.open()
    assert admin_socket(tmp_path).stat().st_mode & 0o777 == 0o600
    port = await host.listen("127.0.0.1")
    client = Client("127.0.0.1", port, "Ada", tls=False)
    await client.connect()
    client.send(Create("wolfmoon", 3, {"length": "round"}, bots=2, title="Night", pace=500))
    witness = Witness(client.send)
    heard = asyncio.create_task(gather(client, witness))

    async def says(*words: str) -> str:
        return (await asyncio.to_thread(admin, tmp_path, *words))[1]

    await eventually(lambda: bool(host.tables.rows()))
    assert "Night" in await says("tables")
    rows = json.loads(await says("people", "--json"))["rows"]
    assert [(row["name"], row["address"]) for row in rows] == [("Ada", "127.0.0.1")]
    assert "heard it: 1." in await says("announce", "bed", "time")
    assert "no such command" in await says("dance")
    assert "Nobody" in await says("kick", "Zoe")
    witness.ready()
    await eventually(lambda: bool(host.tables.playing()))
    assert "Games still in progress: 1" in await says("drain")
    with pytest.raises(Refusal, match="draining"):
        await host.tables.open(Create("wolfmoon", 3), "Bo")
    assert not stopped.is_set()
    assert "Sent away: 1" in await says("ban", "127.0.0.1")
    await asyncio.wait_for(heard, 5)
    assert "bed time" in "".join(map(str, heard.result()))
    assert "banned" in str(heard.result()[-1])
    assert "127.0.0.1" in (tmp_path / "bans.json").read_text()
    assert "Ban lifted." in await says("unban", "127.0.0.1")
    await asyncio.wait_for(stopped.wait(), 5)
    await door.close()
    await host.stop()
    assert "runs no host" in await says("tables")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_owners_help_names_every_command_and_needs_no_host(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ([], ["help"]):
        assert main(["--lang", language, "admin", "--data", str(tmp_path), *words]) == 0
        named = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
        assert named == list(COMMANDS)


async def test_every_command_of_the_owner_is_understood(tmp_path: Path) -> None:
    host = host_in(tmp_path)
    door = AdminDoor(host, None, lambda: None)
    for command in COMMANDS:
        answers = [door.answer(command), door.answer(f"{command} moon")]
        assert any(answer.get("wrong") != "no_such_command" for answer in answers), command
    await host.stop()


def test_a_host_that_was_to_stop_goes_on_if_its_owner_likes(tmp_path: Path) -> None:
    quickly(drained_and_not(tmp_path))


async def drained_and_not(tmp_path: Path) -> None:
    host, stopped = host_in(tmp_path), asyncio.Event()
    door = AdminDoor(host, None, stopped.set)
    assert door.answer("undrain") == {"wrong": "not_draining"}
    door.answer("drain")
    assert door.answer("undrain")["done"] == "undrained"
    assert await host.tables.open(Create("wolfmoon", 3), "Bo")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(stopped.wait(), 5)
    door.answer("drain")
    await asyncio.wait_for(stopped.wait(), 60)
    await host.stop()


async def drained(folder: Path, people_stay: bool) -> None:
    """A host is drained while Ada plays; the result is on her screen while it waits for her."""
    host, stopped = Host("Moon", folder, limits=Limits(**UNHURRIED)), asyncio.Event()
    host.open()
    port = await host.listen("127.0.0.1")
    door = AdminDoor(host, None, stopped.set)
    round_with_bots = Create("wolfmoon", 3, {"length": "round"}, "random", bots=2, pace=0)
    (ada,) = await sit_down(port, ["Ada"], round_with_bots, seed=7)
    game = asyncio.create_task(ada.play())
    await ada.until(lambda: ada.update is not None)
    assert door.answer("drain")["count"] == 1
    await game
    assert not stopped.is_set()
    ada.client.send(Ready("0" * 64, "0" * 64))
    async for message in ada.client.messages():
        if isinstance(message, Refused):
            assert message.why == "draining"
            break
    assert not stopped.is_set()
    if not people_stay:
        await ada.client.close()
    left = asyncio.get_running_loop().time()
    await stopped.wait()
    assert (asyncio.get_running_loop().time() - left > LOOK_BACK / 2) == people_stay
    await ada.client.close()
    await host.stop()


@pytest.mark.parametrize("people_stay", [True, False])
def test_a_drained_host_begins_no_game_and_lets_people_read_the_last_result(
    tmp_path: Path, people_stay: bool
) -> None:
    quickly(drained(tmp_path, people_stay))


async def gather(client: Client, witness: Witness) -> list[object]:
    heard: list[object] = []
    async for message in client.messages():
        heard.append(message)
        if isinstance(message, Room):
            witness.look(message, Seat(0))
    return heard


async def test_a_table_that_is_back_with_free_seats_is_not_opened_twice(tmp_path: Path) -> None:
    host = host_in(tmp_path)
    wish = Create("robbers", 4)
    assert not is_open_already(host, wish)
    table = host.tables[await host.tables.open(wish, "Bo")].table
    assert is_open_already(host, wish)
    assert not is_open_already(host, Create("robbers", 5))
    assert not is_open_already(host, Create("wolfmoon", 4))
    table.lasting.phase = "playing"
    assert not is_open_already(host, wish)
    await host.stop()


@pytest.mark.parametrize("words", [("admin", "tables"), ("host", "--check")])
def test_no_host_is_a_sentence(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--data", str(tmp_path)]) == 1
    assert "runs no host" in capsys.readouterr().err


async def test_a_host_that_runs_says_so_when_it_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    door = AdminDoor(host_in(tmp_path), None, lambda: None)
    await door.open()
    checked = ["--lang", "en", "host", "--check", "--data", str(tmp_path)]
    assert await asyncio.to_thread(main, checked) == 0
    assert "answers" in capsys.readouterr().out
    await door.close()


async def test_a_guest_who_opens_table_after_table_keeps_the_last_ones(tmp_path: Path) -> None:
    host = host_in(tmp_path / "data")
    door = UnixDoor(host, tmp_path / "run")
    path = await door.open()
    for _ in range(host.limits.tables_of_guest + 2):
        client = Client("", 0, "x", tls=False, dial=lambda: dial(path))
        await client.connect()
        client.send(Create("wolfmoon", 3, bots=2))
        async for message in client.messages():
            if isinstance(message, Seated):
                break
        await client.close()
        while any(any(task.table.peers()) for task in host.tables.values()):
            await asyncio.sleep(0.01)
    assert len(host.tables) == host.limits.tables_of_guest
    await door.close()
    await host.stop()
