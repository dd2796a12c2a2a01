"""What a bored friend tries at the doors."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import asyncssh
import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar

from net import visitors
from net.doors import ssh, web
from net.guests import Guest as Known
from tests.doors.house import ENTER, Guest, House, connect, eventually, house

ADA = asyncssh.generate_private_key("ssh-ed25519")


# ── SSH ─────────────────────────────────────────────────────────────────────────────────────────


async def at(here: House, size: tuple[int, int], keys: bytes = b"", term: str = "xterm") -> Guest:
    """Somebody at a strange terminal, who types before there is anything to see."""
    connection = await connect(here.door.port, "ada", ADA)
    here.guests.callback(connection.abort)
    process = await connection.create_process(term_type=term, term_size=size, encoding=None)
    if keys:
        process.stdin.write(keys)
    return Guest(connection, process, (80, 24))


async def test_a_terminal_of_any_size_does_no_harm(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada = await at(here, (1, 1))
        await ada.until(lambda: b"?" in ada.bytes)
        for size in ((1, 1), (2, 300), (2**32 - 1, 2**32 - 1), (61, 21)) * 100:
            ada.process.change_terminal_size(*size)
        ada.resize(80, 24)
        await ada.sees("You are ada.", "? help")
        assert len(here.processes()) == 1


async def test_the_palette_survives_small_terminals_and_early_keys(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada = await at(here, (80, 24))
        await ada.sees("You are ada.")
        ada.press("\x10\x1b[6~\x1b[5~\x1b[6~")  # open it, and turn pages that are not there yet
        await ada.sees("What do you want to do?")
        ada.press("\x1b")
        await ada.sees("You are ada.")
        ada.resize(30, 8)
        await ada.sees("30")  # how small it is
        ada.press("\x10\x1b[6~\x1b[5~" * 5)
        ada.resize(80, 24)
        await ada.sees("You are ada.", "? help")
        assert not list(tmp_path.rglob("trouble.txt"))


async def test_what_is_typed_too_early_is_neither_shown_nor_a_signal(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada = await at(here, (80, 24), b"\x03\x1c\x1a\x04" * 20 + b"abc")
        await ada.sees("You are ada.")
        assert ada.bytes.startswith(b"\x1b")


async def test_letters_of_another_alphabet_than_utf_8_do_not_throw_anybody_out(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as here:
        ada = await at(here, (80, 24))
        await ada.sees("You are ada.")
        ada.process.stdin.write("süß".encode("latin-1") + bytes(range(128, 256)))
        await ada.sees("Settings", "Language")  # only the s is the same in every encoding
        ada.process.stdin.write(b"\x1b")
        await ada.sees("You are ada.")
        assert not list(tmp_path.rglob("trouble.txt"))


async def test_a_terminal_that_shows_only_lines_plays_in_lines(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        poor = await at(here, (80, 24), term="dumb")
        await poor.sees("cannot show the app", "There are no tables yet. /new opens one.")
        poor.process.stdin.write(b"/new wolfmoon 3 2\r")
        await poor.sees("You are in seat a.")
        poor.process.stdin.write(b"/ready\r/start\r")
        await poor.sees("Round 1.")
        assert b"\x1b" not in poor.bytes
        poor.process.stdin.write(b"q\r")
        await eventually(lambda: not here.visitors.here, 5.0)


async def test_a_terminal_of_an_unheard_of_kind_is_shown_the_app(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        strange = await at(here, (80, 24), term="../../x\x1b]0;")
        await strange.sees("You are ada.")


async def test_who_wants_nothing_more_does_not_keep_a_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ssh, "LOGIN", 2.0)  # a busy machine needs its time, too
    async with house(tmp_path) as here:
        ada = await here.come("ada", ADA)
        await ada.sees("You are ada.")
        await asyncio.sleep(2.1)
        assert here.door.callers  # players may stay
        ada.process.close()
        await eventually(lambda: not here.door.callers, 20.0)


async def test_who_calls_again_and_again_is_told_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ssh, "CALLS", 3)
    async with house(tmp_path) as here:
        for _ in range(3):
            (await connect(here.door.port, "ada", ADA)).abort()
        with pytest.raises(asyncssh.DisconnectError, match="too often"):
            await connect(here.door.port, "ada", ADA)
        (await connect(here.door.port, "bo", address="127.0.0.9")).abort()


async def test_nothing_is_unpacked_that_could_burst(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        with pytest.raises(asyncssh.KeyExchangeFailed):
            await asyncssh.connect(
                "127.0.0.1",
                here.door.port,
                known_hosts=None,
                config=None,
                compression_algs=["zlib@openssh.com"],
            )


async def test_a_slip_in_a_password_can_be_taken_back(tmp_path: Path) -> None:
    async with house(tmp_path, password="voller Mönd") as here:
        ada = await here.come("ada", ADA)
        await ada.sees("password:")
        for byte in "voller Sonö\x7f\x7f\b\x7fMönd".encode():  # byte by byte, as lines may carry it
            ada.process.stdin.write(bytes([byte]))
        ada.press(ENTER)
        await ada.sees("You are ada.")


async def test_a_thousand_new_keys_take_nobodys_name(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        assert here.visitors.claim(Known("ssh", "SHA256:ada", "127.0.0.2"), "Ada")
        crowd = [Known("ssh", f"SHA256:{n}", "127.0.0.1") for n in range(visitors.NEW_NAMES * 2)]
        assert all(here.visitors.claim(guest, f"Mallory{n}") for n, guest in enumerate(crowd))
        assert len(here.host.book.entries) == 1 + visitors.NEW_NAMES
        assert not here.visitors.claim(Known("ssh", "SHA256:eve", "127.0.0.3"), "Ada")


async def test_folders_of_strangers_go_before_those_of_guests_with_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitors, "FOLDERS", 3)
    async with house(tmp_path) as here:
        ada = Known("ssh", ADA.get_fingerprint(), "")
        here.host.book.claim(ada.key, "Ada")
        for age, name in enumerate(["1", "2", "3", "4", ada.id]):
            (here.visitors.folder / name).mkdir(parents=True)
            os.utime(here.visitors.folder / name, (1000 - age, 1000 - age))
        await (await here.come("bo")).sees("You are bo.")
        left = {folder.name for folder in here.visitors.folder.iterdir()}
        assert {ada.id, "1", "2"} < left
        assert not left & {"3", "4"}


# ── a browser ───────────────────────────────────────────────────────────────────────────────────


async def crowd_at(port: int, each: int) -> list[asyncio.StreamWriter]:
    """Connections from five addresses that say nothing."""
    calls = [
        await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.0.{20 + number}", 0))
        for number in range(5)
        for _ in range(each)
    ]
    return [writer for _, writer in calls]


async def test_five_silent_addresses_keep_nobody_from_the_page(tmp_path: Path) -> None:
    async with house(tmp_path, web=True) as here:
        capacity = here.visitors.capacity
        crowd = await crowd_at(here.web_port, capacity.per_address + web.SPARE_PER_ADDRESS)
        assert len(crowd) > capacity.visitors + web.SPARE
        for address in ("127.0.0.9", "127.0.0.20"):  # which gets an answer: the link is missing
            assert (await page(here, address))[0] == 403


async def test_five_silent_addresses_keep_nobody_from_the_ssh_door(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        capacity = here.visitors.capacity
        crowd = await crowd_at(here.door.port, capacity.per_address + ssh.STRANGERS_PER_ADDRESS)
        assert len(crowd) > capacity.visitors + ssh.STRANGERS
        honest = await connect(here.door.port, "bo", address="127.0.0.9")
        honest.abort()


async def page(here: House, address: str) -> tuple[int, str]:
    """What the page says to somebody at an address: the status, and its first sentence."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", here.web_port, local_addr=(address, 0)
    )
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    head, _, text = (await reader.read()).decode().partition("\r\n\r\n")
    writer.close()
    return int(head.split()[1]), text.partition(".")[0]


HOSTILE = (
    "[" * 5000,
    '{"stdin": "x"',
    json.dumps(["stdin", "x" * 70_000]),
    b"\x00\xff binary",
)
HARMLESS = (
    '["stdin", 5]',
    '["resize", {"width": NaN, "height": 5}]',
    '["resize", {"width": 99999999999999999999999, "height": -1}]',
    '["resize", []]',
    '["dance"]',
    "null",
    '"stdin"',
    '["stdin", "\\ud800\\u0000"]',
    '["ping", "' + "x" * 1000 + '"]',
    '["focus"]',
    '["blur"]',
)


async def test_hostile_frames_end_one_line_and_hurt_nobody_else(tmp_path: Path) -> None:
    async with house(tmp_path, web=True) as here:
        honest = await line_of(here)
        for frame in HARMLESS:
            await honest.send_str(frame)
        for hostile in HOSTILE:
            line = await line_of(here)
            await eventually(lambda: len(here.visitors.here) == 2)
            await (line.send_str(hostile) if isinstance(hostile, str) else line.send_bytes(hostile))
            await eventually(lambda: len(here.visitors.here) == 1)
        for size in ("width=x&height=1", "width=80", "width=" + "9" * 5000 + "&height=24"):
            line = await line_of(here, size)
            assert (await line.receive()).type.name in ("CLOSE", "CLOSING", "CLOSED")
        await honest.send_str('["resize", {"width": 100, "height": 30}]')
        shown = b""
        while b"\x1b[30;1H" not in shown:  # thirty rows, of whatever a key has opened
            try:
                shown += await told(honest)
            except TimeoutError:
                raise AssertionError(f"all that was shown: {shown[-2000:]!r}") from None
        await honest.close()


async def told(line: ClientWebSocketResponse) -> bytes:
    message = await asyncio.wait_for(line.receive(), 20)
    return message.data if isinstance(message.data, bytes) else b""


async def line_of(here: House, size: str = "width=80&height=24") -> ClientWebSocketResponse:
    """A line from a new browser."""
    place = f"127.0.0.1:{here.web_port}"
    session = await here.guests.enter_async_context(
        ClientSession(cookie_jar=CookieJar(unsafe=True))
    )
    await session.get(f"http://{place}/?t={here.web.token}")
    return await session.ws_connect(
        f"ws://{place}/ws?{size}", headers={"Origin": f"http://{place}"}
    )
