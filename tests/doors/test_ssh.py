"""The SSH door, with asyncssh as the client."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

import asyncssh
import pytest

from engine.core import Window
from engine.games import GAMES
from net.visitors import THRIFT, Capacity
from tests.doors.hangups import evening
from tests.doors.house import ENTER, connect, eventually, house

ADA = asyncssh.generate_private_key("ssh-ed25519")
BO = asyncssh.generate_private_key("ssh-ed25519")


async def test_two_visitors_play_and_one_of_them_hangs_up_in_the_middle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = cast("dict[str, Window]", GAMES["wolfmoon"].windows)
    monkeypatch.setitem(windows, "reaction", Window(0.3))
    async with house(tmp_path) as here:
        night = await here.table(seats=3, bots=1)
        ada, bo = await asyncio.gather(here.come("ada", ADA), here.come("bo", BO))
        for guest in (ada, bo):
            await guest.sees("Night", "this machine")
            await guest.until(lambda guest=guest: "> Night" in guest.text)  # type: ignore[misc]
            guest.press(ENTER)
            await guest.sees("before the game")
        for guest in (bo, ada):
            guest.press(ENTER)
        await asyncio.gather(ada.sees("WOLFMOON", "turn"), bo.sees("WOLFMOON", "turn"))

        ada.resize(80, 24)
        await ada.until(lambda: "WOLFMOON" in ada.lines[0] and "L log" in ada.lines[23])

        state = here.host.tables[night].table
        hands = state.lasting.state.hands[0]
        ada.connection.abort()
        await eventually(lambda: len(here.visitors.here) == 1, 5.0)
        ada = await here.come("ada", ADA)
        await ada.sees("Back to your seat at Night")
        await ada.until(lambda: "> Back" in ada.text)
        ada.press(ENTER)
        await ada.sees("WOLFMOON", "ADA A, you")  # there is also a bot called Ada
        assert here.host.tables[night].table.lasting.chairs[0].name == "ada"
        assert here.host.tables[night].table.lasting.state.hands[0] == hands

        task = here.host.tables[night]
        enough = task.table.lasting.turn + 12

        def over() -> bool:
            return task.table.lasting.phase == "over" or task.table.lasting.turn > enough

        await asyncio.gather(ada.play(over), bo.play(over))
    assert here.processes() == []


async def test_a_visitor_who_hangs_up_while_being_told_something_costs_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path, capacity=Capacity(visitors=0)) as here:
        connection = await connect(here.door.port, "ada")
        process = await connection.create_process(term_type="xterm", term_size=(80, 24))
        (caller,) = here.door.callers
        assert caller.session is not None
        caller.session.channel.abort()  # as if the line had died this very moment
        caller.session.over = False
        caller.session.refuse("too_many_visitors")
        caller.session.over = False
        caller.session.close("goodbye")
        process.close()
        connection.abort()
        await eventually(lambda: not here.door.callers, 5.0)
    assert "Traceback" not in caplog.text


async def test_a_key_keeps_its_name(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada = await here.come("Ada", ADA)
        await ada.sees("You are Ada.")
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(here.door.port, "ada", BO)
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(here.door.port, "Ada")
        again = await here.come("zoe", ADA)
        await again.sees("You are Ada.")
        assert "another terminal" in await ada.said()


async def test_who_comes_as_anybody_is_asked_for_a_name(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        here.host.book.claim("SHA256:another", "Bo")
        await here.table()
        guest = await here.come("play", ADA)
        await guest.until(lambda: "> Night" in guest.text)
        guest.press(ENTER)
        await guest.sees("What is your name?")
        guest.press("bo" + ENTER)
        await guest.sees("Somebody else has this name")
        guest.press("Ada" + ENTER)
        await guest.sees("before the game")
        assert here.host.book.name_of(ADA.get_fingerprint()) == "Ada"


async def test_there_is_nothing_but_the_game(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        line = await connect(here.door.port, "ada", ADA)
        ran = await line.run("cat /etc/passwd", check=False)
        assert ran.exit_status == 1
        assert "only the game" in str(ran.stderr)
        with pytest.raises((asyncssh.ChannelOpenError, asyncssh.SFTPError)):
            await line.start_sftp_client()
        with pytest.raises(asyncssh.ChannelOpenError):
            await line.open_connection("127.0.0.1", here.door.port)
        with pytest.raises(asyncssh.ChannelListenError):
            await line.forward_remote_port("", 0, "127.0.0.1", 1)
        with pytest.raises(asyncssh.ChannelOpenError):
            await line.open_unix_connection("/run/x.sock")
        ran = await line.run(check=False)
        assert "needs a terminal" in str(ran.stderr)
        line.abort()


async def test_a_visitors_process_has_no_secret_and_nothing_of_the_hosts_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_SECRET", "of the host")
    async with house(tmp_path, copies=False) as here:
        line = await connect(here.door.port, "ada", ADA)
        env = {"LANG": "de_DE.UTF-8", "LD_PRELOAD": "/x.so", "PYTHONSTARTUP": "/x", "COLORTERM": ""}
        await line.create_process(term_type="xterm", env=env)
        await eventually(lambda: any(v.process for v in here.visitors.here.values()))
        process = next(iter(here.visitors.here.values())).process
        assert process is not None
        await eventually(lambda: b"LANG" in Path(f"/proc/{process.pid}/environ").read_bytes())
        told = Path(f"/proc/{process.pid}/environ").read_bytes().decode().split("\0")
        names = {entry.partition("=")[0] for entry in told if entry}
        assert names <= {
            "PATH",
            "PYTHONPATH",
            "TERM",
            "LANG",
            "HOME",
            "PYTHONUTF8",
            "PYTHONSAFEPATH",
            *THRIFT,
        }
        assert "LANG=de_DE.UTF-8" in told
        command = Path(f"/proc/{process.pid}/cmdline").read_bytes().split(b"\0")
        assert command[1:3] == [b"-m", b"moontui.app.visitor_app"]
        assert len(command) == 5
        line.abort()


async def test_there_is_room_for_so_many(tmp_path: Path) -> None:
    async with house(tmp_path, capacity=Capacity(visitors=2, per_address=1)) as here:
        await (await here.come("ada", ADA)).sees("You are")
        assert "from your address" in await (await here.come("bo", BO)).said()
        await here.come("cy", address="127.0.0.2")
        assert "no room" in await (await here.come("di", address="127.0.0.3")).said()
        here.host.bans.add("127.0.0.4")
        with pytest.raises(asyncssh.DisconnectError, match="cannot come in"):
            await connect(here.door.port, "eve", address="127.0.0.4")


async def test_who_does_nothing_for_long_makes_room(tmp_path: Path) -> None:
    async with house(tmp_path, capacity=Capacity(idle=2.0)) as here:
        ada = await here.come("ada", ADA)
        assert "make room" in await ada.said()
        await eventually(lambda: here.processes() == [], 5.0)


async def test_a_newcomer_needs_the_password_once_and_a_guest_always(tmp_path: Path) -> None:
    async with house(tmp_path, password="full moon") as here:
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(here.door.port, "bo", password="new moon")
        guest = await connect(here.door.port, "bo", password="full moon")
        guest.abort()
        ada = await here.come("ada", ADA)
        await ada.sees("password:")
        ada.press("wrong" + ENTER)
        await ada.until(lambda: ada.text.count("password:") == 2)
        ada.press("full moon" + ENTER)
        await ada.sees("You are ada.")
        assert "full moon" not in ada.text
        again = await here.come("ada", ADA)
        await again.sees("You are ada.")


async def test_who_wants_somebody_elses_name_is_not_asked_for_a_password(tmp_path: Path) -> None:
    async with house(tmp_path, password="full moon") as here:
        here.host.book.claim(ADA.get_fingerprint(), "ada")

        async def ways_in(name: str) -> list[str]:
            port = here.door.port
            return [*await asyncssh.get_server_auth_methods("127.0.0.1", port, name)]

        assert "password" in await ways_in("bo")
        assert "password" not in await ways_in("ada")


async def test_guessing_is_slow_and_honest_people_come_in_meanwhile(tmp_path: Path) -> None:
    async with house(tmp_path, password="full moon") as here:

        async def guess(account: str) -> None:
            with pytest.raises((asyncssh.PermissionDenied, asyncssh.DisconnectError)):
                await asyncssh.connect(
                    "127.0.0.1",
                    here.door.port,
                    username=account,
                    known_hosts=None,
                    agent_path=None,
                    client_keys=[],
                    config=None,
                    client_factory=Guesser,
                )

        loop = asyncio.get_running_loop()
        for number in range(20):
            await guess(f"mallory{number}")
        assert here.door.checked == 10
        begun = loop.time()
        honest = await connect(here.door.port, "bo", password="full moon", address="127.0.0.9")
        assert loop.time() - begun < 10.0  # not a minute, as a guesser has to wait
        honest.abort()


class Guesser(asyncssh.SSHClient):
    """Tries 2,000 passwords on one connection, or as many as it is allowed."""

    tried = 0

    def password_auth_requested(self) -> str | None:
        self.tried += 1
        return f"guess {self.tried}" if self.tried < 2000 else None

    def kbdint_auth_requested(self) -> None:
        return None


@pytest.mark.parametrize("seed", range(2))
async def test_nobody_is_left_behind_after_a_hang_up(tmp_path: Path, seed: int) -> None:
    await evening(tmp_path, seed, 5)


async def test_the_host_takes_its_visitors_along(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada = await here.come("ada", ADA)
        await ada.sees("You are ada.")
        await here.visitors.close()
        assert here.processes() == []
        assert "The host is stopping" in await ada.said()


async def test_the_key_of_the_host_stays_the_same_and_is_private(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        first = here.door.fingerprint
        file = tmp_path / "ssh" / "host_key"
        assert file.stat().st_mode & 0o777 == 0o600
    async with house(tmp_path) as here:
        assert here.door.fingerprint == first
    file.write_text("no key")
    with pytest.raises(ValueError, match="damaged"):
        async with house(tmp_path):
            pass


async def test_a_crowd_that_never_logs_in_keeps_nobody_else_out(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        crowd = [await asyncio.open_connection("127.0.0.1", here.door.port) for _ in range(40)]
        await asyncio.sleep(0.2)
        assert len(here.door.callers) <= 16
        honest = await connect(here.door.port, "bo", address="127.0.0.9")
        honest.abort()
        for _, writer in crowd:
            writer.close()
        await eventually(lambda: not here.door.callers)
