"""Texts that try to act on a terminal, said by a host, a guest or a file on every surface we have.

What comes out is held against the grammar of what we emit: lines of printable text, and on a screen
the few sequences that Textual sends. Nothing else may be among it.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import re
import signal
import struct
import sys
from argparse import Namespace
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import (
    asynccontextmanager,
    contextmanager,
    redirect_stderr,
    redirect_stdout,
    suppress,
)
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import msgpack

from engine.record import to_text
from moontui.commands.admin import run_admin
from moontui.commands.cli import main
from moontui.commands.tables import list_hosts
from moontui.plain.out import watch_over
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.doors.admin import admin_socket
from net.wire import pack
from tests.engine.records import played
from tests.moontui.app.test_injection import ALLOWED, PAYLOADS
from tests.moontui.hostile_files import as_before
from tests.moontui.scenes import moment, room_for, update_for
from tests.moontui.terminal import Terminal, terminal

AT_ONCE = 12
"""How many texts one seed tries on every surface."""
HERE = "127.0.0.1"
WORDS = Catalogue("en")
STAGE = Path(__file__).with_name("stage.py")


def some(seed: int) -> list[str]:
    """The texts of a seed; all of them have had their turn after 25 seeds."""
    return [PAYLOADS[(seed * AT_ONCE + n) % len(PAYLOADS)] for n in range(AT_ONCE)]


def check_lines(written: str) -> None:
    """Everything that was printed is lines of visible text."""
    for line in written.split("\n"):
        assert line.isprintable(), ascii(line)


def check_screen(shown: bytes) -> None:
    """Everything that reached a terminal is text, or what Textual sends."""
    rest = ALLOWED.sub(b"", shown)
    assert b"\x1b" not in rest, [rest[m.start() :][:40] for m in re.finditer(b"\x1b", rest)]
    assert shown.count(b"\x1b[?1049l") <= 1  # which leaves the screen
    text = rest.decode("utf-8", "replace")
    found = re.search(r"[\x00-\x06\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e]", text)
    assert not found, ascii(text[max(0, found.start() - 20) : found.start() + 20])


# ── a host that says such things ────────────────────────────────────────────────────────────────


def evil_words(texts: Sequence[str], seat: int | None) -> list[said.Message]:
    """All that a host can say, with these texts wherever a text may stand."""
    state, record = moment("turn", seats=3), played()
    one = texts[0]
    rows = [
        said.Row("table1", one, "wolfmoon", 3, 1, "lobby"),
        *(said.Row("table2", text, text, 3, 1, text[:32], watch="none") for text in texts),
    ]
    words: list[said.Message] = [
        said.Welcome(said.VERSION, one, list(texts)),
        said.TableList(rows),
        said.Seated("table1", seat, "token"),
    ]
    for number, text in enumerate(texts):
        names = [said.Player("person", name) for name in (text, texts[number - 1])]
        last = said.Player(text[:32], text, level=text, persona=text)
        terms = {"options": {text[:32]: text[:32]}, "level": text[:32], "title": text}
        room = room_for(state, players=[*names, last], **terms, commitment=text[:64])
        update = update_for(state)
        assert isinstance(update, said.Update)
        update.events = [*update.events, [text, 0, None, [], 0, None]]
        kept = replace(record, names=(text[:999], "Bo", "Cy", "Di")) if number < 3 else record
        words += [
            room,
            update,
            said.Said(text, 1, text),
            said.Said(text, None, phrase=text),
            said.Notice(text, text),
            said.Notice("left", text),
            said.Refused(text, "say", None, text),
            said.Refused("bad_option", "create", None, text),
            said.Proof(text, [text], to_text(kept)),
            said.Proof(text, [text], text),
        ]
    return words


@asynccontextmanager
async def evil_host(
    texts: Sequence[str], seat: int | None, socket: Path | None = None
) -> AsyncIterator[str]:
    """A host, at a port or a socket, that says all of it to everybody, and then waits."""
    frames = b"".join(map(pack, evil_words(texts, seat)))

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(frames)
        if seat is not None:
            writer.write(pack(said.Bye(texts[0])))
        with suppress(asyncio.CancelledError):
            await reader.read(-1)
        writer.close()

    if socket is not None:
        async with await asyncio.start_unix_server(talk, socket):
            yield str(socket)
    else:
        async with await asyncio.start_server(talk, HERE, 0) as server:
            yield f"{HERE}:{server.sockets[0].getsockname()[1]}"


# ── the surfaces ────────────────────────────────────────────────────────────────────────────────


async def on_plain(data: Path, texts: Sequence[str]) -> None:
    """The line game, as a process of its own."""
    async with evil_host(texts, 0) as where:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "moontui", "plain", "--lang", "en", where, "--no-tls"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env={**os.environ, "MOONTUI_DATA": str(data), "MOONTUI_SOCKETS": str(data)},
        )
        written, _ = await asyncio.wait_for(process.communicate(b"1\nhelp\ntable\n"), 30)
    check_lines(written.decode())
    assert "Traceback" not in written.decode()
    assert written.count(b"\n") > 5 * len(texts)


async def on_kiosk(data: Path, texts: Sequence[str]) -> None:
    """The big screen in the room, until all of it was said and shown."""
    arguments = ("-m", "moontui", "watch", "--kiosk", "--no-tls")
    async with evil_host(texts, None) as where:
        with terminal(*arguments, where, data=data, size=(120, 36)) as shown:
            # a slow machine may have heard everything before it paints, and then warns at once
            first = (b"WOLFMOON", b"WARNING")
            await asyncio.to_thread(shown.until, lambda: any(word in shown.bytes for word in first))
            await asyncio.to_thread(linger, shown)
            check_screen(shown.bytes)
            assert b"Traceback" not in shown.bytes


def linger(shown: Terminal) -> None:
    """Look on until nothing changes anymore."""
    before = -1
    while before != len(shown.bytes):
        before = len(shown.bytes)
        shown.read(0.3)


def on_app(data: Path, texts: Sequence[str]) -> None:
    """The app: tables, lobby and result."""
    with terminal(str(STAGE), *map(ascii, texts), data=data) as shown:
        shown.ended(60)
    check_screen(shown.bytes)
    assert b"WOLFMOON" in shown.bytes


async def on_command_line(data: Path, texts: Sequence[str]) -> None:
    """`verify`, `tables`, `admin`, and what the command line itself does not understand."""
    with printed() as written:
        for text in texts:
            file = data / "x.moon"
            file.write_text(to_text(played()).replace('"wolfmoon"', json.dumps(text[:999]), 1))
            main(["verify", str(file)])
            with suppress(SystemExit):
                main(["join", "--port", text, text])
    check_lines(written.getvalue())
    with printed() as written:
        for number, text in enumerate(texts):
            async with evil_host([text], 0, data / f"{number:08x}.sock"):
                wish = Namespace(json=bool(number % 2), seconds=0.0)
                await list_hosts(wish, WORDS, data)
    check_lines(written.getvalue())
    with printed() as written:
        await asked_of_an_evil_owner(data, texts)
    check_lines(written.getvalue())


async def asked_of_an_evil_owner(data: Path, texts: Sequence[str]) -> None:
    rows = [{"name": text, text: text} for text in texts]
    answers = [{"rows": rows}, *({"done": text, "count": 1} for text in texts)]
    for number, answer in enumerate(answers):

        async def tell(
            reader: asyncio.StreamReader, writer: asyncio.StreamWriter, said: object = answer
        ) -> None:
            writer.write(json.dumps(said).encode())
            writer.close()

        socket = admin_socket(data)
        socket.unlink(missing_ok=True)
        async with await asyncio.start_unix_server(tell, socket):
            wish = Namespace(words=["people"], json=bool(number % 2))
            await asyncio.to_thread(run_admin, wish, WORDS, data)


@contextmanager
def printed() -> Iterator[io.StringIO]:
    """All that this process prints."""
    written = io.StringIO()
    with redirect_stdout(written), redirect_stderr(written), as_before():
        yield written


def on_logs(texts: Sequence[str]) -> None:
    """What is logged, with errors and their causes; and errors that nobody caught."""
    with printed() as written:
        watch_over(form="12:00:00 %(message)s")
        for text in texts:
            logging.getLogger("moontui.test").warning("%s says %s", text, text)
            try:
                raise ValueError(text) from OSError(5, text, text)
            except ValueError as error:
                logging.getLogger("moontui.test").exception("a table failed: %s", text)
                sys.excepthook(type(error), error, error.__traceback__)
    check_lines(written.getvalue())
    firsts = ("12:00:00 ", "  | ", "Traceback", "OSError")
    strange = [line for line in written.getvalue().split("\n") if line and line[:9] not in firsts]
    assert [line for line in strange if not line.startswith(firsts)] == []


async def on_host_log(data: Path, texts: Sequence[str]) -> None:
    """The log of a host to whom strangers say such things."""
    where = {"MOONTUI_DATA": str(data), "MOONTUI_SOCKETS": str(data), "XDG_RUNTIME_DIR": str(data)}
    command = ("host", "--port", "0", "--bind", HERE, "--no-tls", "--lang", "en", "--no-socket")
    host = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "moontui", *command),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, **where},
    )
    assert host.stdout is not None
    written = b""
    while not (found := re.search(rb"port (\d+)", written)):
        written += await asyncio.wait_for(host.stdout.readline(), 30)
    for text in texts:
        reader, writer = await asyncio.open_connection(HERE, int(found[1]))
        for message in (
            {"t": text},
            {"t": "hello", "version": said.VERSION, "name": text, text: 1},
            {"t": "hello", "version": text, "name": text},
        ):
            payload = msgpack.packb(message)
            writer.write(struct.pack(">I", len(payload)) + payload)
        await reader.read(-1)
        writer.close()
    host.send_signal(signal.SIGTERM)
    written += (await asyncio.wait_for(host.communicate(), 30))[0]
    check_lines(written.decode())
    assert written.count(b" sent ") >= len(texts)


def hostile_texts(seed: int) -> int:
    """A dozen texts on every surface; returns how many there were."""
    texts = some(seed)

    async def play(data: Path) -> None:
        await on_plain(data, texts)
        await on_kiosk(data, texts)
        await on_command_line(data, texts)
        await on_host_log(data / "host", texts)

    with TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder)))
        on_app(Path(folder), texts)
        on_logs(texts)
    return len(texts)
