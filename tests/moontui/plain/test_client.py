"""`moontui plain` at other people's tables: as careful as the app, and hard to surprise."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import Namespace
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.record import to_text
from moontui.client.local_host import LocalHost
from moontui.client.place import Place
from moontui.client.trust import KnownHosts, seats_in
from moontui.plain.asker import InLines, Typed
from moontui.plain.client import LineSeat
from moontui.plain.out import folded
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.messages import Create, Message
from net.security import load_or_make, server_context
from net.text import width
from net.wire import pack
from tests.engine.records import played
from tests.moontui.client.ear import Ear, listening
from tests.moontui.rooms import host
from tests.moontui.scenes import Listener, moment, room_for, update_for, watching
from tests.moontui.terminal import terminal

NIGHT = Create("wolfmoon", 3, bots=1, title="Night")
HERE = "127.0.0.1"
WORDS = Catalogue("en")
SEATED = WORDS.say("guest", "seated", seat="a").split(".")[0]


async def plain(data: Path, *words: str, typed: str = "") -> tuple[int | None, str]:
    """Run `moontui plain` as a script would; returns its status and everything it wrote."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "moontui", "plain", "--lang", "en", *words),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "MOONTUI_DATA": str(data), "MOONTUI_SOCKETS": str(data)},
    )
    async with asyncio.timeout(30):
        written, _ = await process.communicate(typed.encode())
    return process.returncode, written.decode()


class Talk:
    """A `moontui plain` that is typed to, and read, line by line."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def says(self, typed: str, awaited: str) -> str:
        """Type something, if there is something, and read on to a line with certain words."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        if typed:
            self.process.stdin.write(f"{typed}\n".encode())
        async with asyncio.timeout(30):
            while awaited not in (line := (await self.process.stdout.readline()).decode()):
                assert line, f"never heard: {awaited}"
        return line


@asynccontextmanager
async def talking(data: Path, where: str) -> AsyncIterator[Talk]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "moontui", "plain", "--lang", "en", where),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "MOONTUI_DATA": str(data), "MOONTUI_SOCKETS": str(data)},
    )
    try:
        yield Talk(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def met_before(data: Path, local: LocalHost, key: bytes) -> None:
    """Let whoever has this folder remember a key of a host."""
    KnownHosts(data / "hosts.json").remember(Place(HERE, local.port), key)


def taken(local: LocalHost) -> int:
    assert local.host is not None
    return next(iter(local.host.tables.values())).table.lasting.row().taken


# ── trust ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_script_does_not_sit_down_where_the_key_has_changed(tmp_path: Path) -> None:
    async with host(tmp_path / "host", NIGHT) as local:
        met_before(tmp_path, local, b"?" * 16)
        status, written = await plain(tmp_path, f"{HERE}:{local.port}", typed="2\n1\n/ready\n")
        assert taken(local) == 1
    assert status == 1
    assert WORDS.say("join", "danger") in written
    assert WORDS.say("join", "not_connected") in written


@pytest.mark.parametrize(("answer", "seats"), [("1", 1), ("2", 2)])
async def test_a_person_says_whether_a_changed_key_is_right(
    tmp_path: Path, answer: str, seats: int
) -> None:
    async with host(tmp_path / "host", NIGHT) as local:
        met_before(tmp_path, local, b"?" * 16)
        where = ("-m", "moontui", "plain", f"{HERE}:{local.port}")
        with terminal(*where, data=tmp_path) as shown:
            await asyncio.to_thread(shown.sees, f"1  {WORDS.say('join', 'no_trust')}")
            shown.press(f"{answer}\n")
            if seats == 1:
                assert await asyncio.to_thread(shown.ended) == 1
            else:
                await asyncio.to_thread(shown.sees, "Night")
                shown.press("1\n")
                await asyncio.to_thread(shown.sees, SEATED)
        assert taken(local) == seats


async def test_a_known_host_is_played_at_by_a_script(tmp_path: Path) -> None:
    async with host(tmp_path / "host", NIGHT) as local:
        met_before(tmp_path, local, local.pin)
        status, written = await plain(tmp_path, f"{HERE}:{local.port}", typed="1\n")
        assert taken(local) == 2
    assert status == 0
    assert SEATED in written


async def test_a_fake_host_that_names_the_table_is_not_sent_the_token(tmp_path: Path) -> None:
    async with host(tmp_path / "host", NIGHT) as local:
        await plain(tmp_path, f"{HERE}:{local.port}", typed="1\n")
        (seat,) = seats_in(tmp_path, is_visitor=False).seats()
    row = said.Row(seat.table, "Night", "wolfmoon", 3, 2, "playing")
    fake = Ear(said.Welcome(said.VERSION, "Rowan", ["wolfmoon"]), said.TableList([row]))
    async with listening(fake, server_context(load_or_make(tmp_path / "fake"))) as place:
        _, written = await plain(tmp_path, str(place), typed="1\n")
    assert seat.host == local.pin.hex()
    assert "Night" in written
    assert seat.table.encode() in fake.heard
    assert seat.token.encode() not in fake.heard


async def test_a_seat_moves_from_one_line_game_to_another(tmp_path: Path) -> None:
    async with host(tmp_path / "host", NIGHT) as local:
        where = f"{HERE}:{local.port}"
        async with talking(tmp_path / "a", where) as old, talking(tmp_path / "b", where) as new:
            await old.says("1", "You are in seat")
            told = await old.says("/pair", "Your pairing code: ")
            code = told.partition("code: ")[2].partition(".")[0]
            await new.says(f"/claim {code}", "Waiting for your yes")
            await old.says("", "/allow or /deny")
            await old.says("/allow", "Your seat has moved")
            await new.says("", "You are in seat a")
    assert not seats_in(tmp_path / "a", is_visitor=False).seats()
    assert seats_in(tmp_path / "b", is_visitor=False).at(local.pin.hex())


# ── places ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("moonbase.invalid", "moonbase.invalid:26666"),
        ("moon.invalid:29871", "moon.invalid:29871"),
        ("[::1]:1", "[::1]:1"),
    ],
)
async def test_a_place_is_understood_as_in_the_app(tmp_path: Path, text: str, place: str) -> None:
    status, written = await plain(tmp_path, text)
    assert (status, written) == (1, WORDS.say("join", "no_answer", place=place) + "\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a b", "no_address"),
        ("MOON-AAAAA-BBBBB", "slip"),
    ],
)
async def test_what_is_no_place_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    status, written = await plain(tmp_path, text)
    assert (status, written) == (1, WORDS.say("join", sentence) + "\n")


# ── newer hosts ─────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def saying(*words: said.Message) -> AsyncIterator[str]:
    """A host with one table that says certain words to whoever sits down."""
    row = said.Row("table1", "Night", "wolfmoon", 3, 1, "lobby")
    greeting = (said.Welcome(said.VERSION, "Rowan", ["wolfmoon"]), said.TableList([row]))

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for message in (*greeting, said.Seated("table1", 0, "token"), *words):
            writer.write(pack(message))
        await reader.read(-1)
        writer.close()

    async with await asyncio.start_server(talk, HERE, 0) as server:
        yield f"{HERE}:{server.sockets[0].getsockname()[1]}"


async def test_a_game_that_nobody_knows_here_is_one_sentence(tmp_path: Path) -> None:
    eclipse = room_for(moment("turn", seats=3), game="eclipse")
    async with saying(eclipse, said.Update(1, {"moons": 3}, [], 0)) as where:
        status, written = await plain(tmp_path, where, "--no-tls", typed="1\n")
    assert status == 0
    assert "Traceback" not in written
    assert written.splitlines()[-1] == WORDS.say("refused", "unknown_game")


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (
            said.Refused("moon_in_eclipse", "ready"),
            WORDS.say("join", "refused", why="moon_in_eclipse"),
        ),
        (said.Bye("moon_in_eclipse"), WORDS.say("join", "refused", why="moon_in_eclipse")),
        (said.Notice("moon_in_eclipse", "Bo"), "moon_in_eclipse Bo"),
        (said.Said("Bo", 1, phrase="moon_in_eclipse"), "Bo: moon_in_eclipse"),
    ],
)
async def test_what_only_a_newer_host_says_is_said_all_the_same(
    tmp_path: Path, message: said.Message, line: str
) -> None:
    async with saying(message, said.Bye("removed")) as where:
        status, written = await plain(tmp_path, where, "--no-tls", typed="1\n")
    assert status == 0
    assert "Traceback" not in written
    assert line in written


async def test_a_host_that_talks_nonsense_is_left(tmp_path: Path) -> None:
    state: Any = moment("turn", seats=3)
    crowded = room_for(state, players=[said.Player("person", "Bo")] * 30)
    async with saying(crowded, update_for(state)) as where:
        status, written = await plain(tmp_path, where, "--no-tls", typed="1\n")
    assert status == 0
    assert "Traceback" not in written
    assert written.splitlines()[-1] == WORDS.say("refused", "nonsense")


# ── people ──────────────────────────────────────────────────────────────────────────────────────

ROOM = room_for(
    moment("turn", seats=3), phase="lobby", watchers=watching(["Bo"]), sent_away=watching(["Eve"])
)


def seat_in_lines() -> tuple[LineSeat, Listener, list[str]]:
    """A seat at a table in lines, what it says to the host, and what the player reads."""
    client, lines = Listener(), list[str]()
    client.seated = said.Seated("tabl", 0)
    asker = InLines(WORDS, lines.append, Typed([]), person=False)
    who: Any = Namespace(words=WORDS, data=Path("/dev/null/nowhere"))
    arrival: Any = Namespace(client=client)
    seat = LineSeat(arrival, asker, who, [])
    for message in (ROOM,):
        seat.session.hear(message)
        seat.tell(message)
    return seat, client, lines


def test_in_lines_too_it_is_said_what_somebody_is() -> None:
    seat, _, lines = seat_in_lines()
    for message in (said.Said("Bo", 1, "hi"), said.Said("Bo", text="hi", watcher=1)):
        seat.tell(message)
    seat.tell(said.Said("Moon", text="bed time"))
    assert lines[-3:] == ["[b] Bo: hi", "[watcher w1] Bo: hi", "[host] Moon: bed time"]


def test_in_lines_a_table_is_handed_on_and_the_others_are_asked() -> None:
    seat, client, lines = seat_in_lines()
    seat.hear("/move b")
    wish = replace(ROOM, phase="playing", keeper=2, moving=said.Moving(1, [2]))
    seat.session.hear(wish)
    seat.handing.tell(wish)
    assert "can look at all its cards" in lines[-2]
    seat.hear("/agree")
    seat.session.hear(replace(wish, moving=said.Moving(0, [2]), phase="lobby"))
    seat.hear("/stay")
    assert client.said == [said.Move(1), said.Consent(True), said.Take(False)]


def test_in_lines_somebody_is_muted_and_heard_again() -> None:
    seat, _, lines = seat_in_lines()
    for typed in ("/mute b", "/mute b"):  # twice is not unmuting
        seat.hear(typed)
    seat.tell(said.Said("Bo", 1, "boo"))
    seat.tell(said.Said("Bo", text="I watch", watcher=1))
    seat.hear("/unmute b")
    seat.tell(said.Said("Bo", 1, "sorry"))
    assert [line for line in lines if "Bo: " in line] == [
        "[watcher w1] Bo: I watch",
        "[b] Bo: sorry",
    ]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("/remove b", said.Remove(1)),
        ("/remove 2", said.Remove(1)),
        ("/remove w1", said.Dismiss(1)),
        ("/lift 1", said.Lift(1)),
        ("/keeper b", said.Keeper(1)),
        ("/wolf", said.Wolf()),
    ],
)
def test_in_lines_the_keeper_says_who_goes_and_who_comes(typed: str, message: Message) -> None:
    seat, client, _ = seat_in_lines()
    seat.hear(typed)
    assert client.said == [message]


def test_in_lines_everybody_is_listed() -> None:
    seat, _, lines = seat_in_lines()
    assert WORDS.say("guest", "watchers", names="w1 Bo") in lines[-1]
    seat.hear("/people")
    assert lines[-3:-1] == ["b  Bo", "w1  Bo"]
    assert lines[-1].startswith("1  Eve was sent away.")


def test_nobody_of_that_name_is_one_sentence() -> None:
    seat, client, lines = seat_in_lines()
    seat.hear("/mute zz")
    assert lines[-1] == WORDS.say("people", "no_such")
    assert not client.said


@pytest.mark.parametrize("word", ["x" * 300, "漢" * 90, "a " * 90, "." * 60 + " [host] Moon: hi"])
def test_a_long_line_goes_on_further_in(word: str) -> None:
    rows = folded(f"[b] Bo: {word}", 60)
    assert all(row.startswith("    ") for row in rows[1:])
    assert all(width(row) < 60 for row in rows)
    assert "".join("".join(rows).split()) == "".join(f"[b] Bo: {word}".split())


@pytest.mark.parametrize("columns", [40, 80])
def test_on_a_terminal_an_explanation_is_broken_between_words(columns: int, tmp_path: Path) -> None:
    told = " ".join(f"Somebody explains the {n}th thing at length." for n in range(4, 14))
    print_it = f"from moontui.plain.out import explain; explain({told!r})"
    with terminal("-c", print_it, data=tmp_path, size=(columns, 24)) as shown:
        assert shown.ended() == 0
        assert " ".join(shown.text.split()) == told


# ── the deal ────────────────────────────────────────────────────────────────────────────────────


def test_when_a_match_is_over_it_is_said_what_was_found_out_and_how_another_begins() -> None:
    record = played()
    seat, _, lines = seat_in_lines()
    for message in (
        room_for(moment("turn"), phase="over", voided=2),
        said.Proof(record.secret.hex(), list(record.nonces), to_text(record)),
    ):
        seat.session.hear(message)
        seat.tell(message)
    assert WORDS.say("deal", "late") in lines  # nothing of this match was seen from here
    assert WORDS.say("deal", "undone", voided=2, given_up=0) in lines
    assert "Another match at this table: /ready." in lines


async def test_a_host_that_is_caught_is_called_out_in_one_line(tmp_path: Path) -> None:
    lobby = room_for(moment("turn", seats=3), phase="lobby", voided=2)
    async with saying(
        lobby, room_for(moment("turn", seats=3), phase="lobby", seals=["ab" * 32] * 3)
    ) as where:
        _, written = await plain(tmp_path, where, "--no-tls", typed="1\n")
    why = WORDS.say("bad_record", "other_secret")
    assert written.count(WORDS.say("deal", "caught", why=why)) == 1
