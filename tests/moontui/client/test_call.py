"""One call leads to a table; a host that is not trusted hears nothing, not even a name."""

from __future__ import annotations

import asyncio
from pathlib import Path

from moontui.client.call import WHATEVER, Arrival, Caller, HostTables, Wish, call
from moontui.client.local_host import LocalHost
from moontui.client.place import Place
from moontui.client.settings import Settings
from moontui.client.trust import Known, KnownHosts, New
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.invites import fingerprint
from net.messages import Create
from net.security import load_or_make, server_context
from tests.moontui.client.ear import Ear, listening
from tests.moontui.client.person import Person
from tests.moontui.rooms import host

NIGHT, DAWN = Create("wolfmoon", 4, title="Night"), Create("wolfmoon", 3, title="Dawn")
OTHER_KEY = b"?" * 16
HANDSHAKE_FAILURE = bytes.fromhex("15 0303 0002 0228")
"""A fatal alert, as TLS says it."""
WORDS = Catalogue("en")


def said_of(message: str, place: Place, **values: str) -> str:
    """What a person reads about a place."""
    return WORDS.say("join", message, place=str(place), **values)


def caller(data: Path, name: str = "Ana") -> Caller:
    settings = Settings(name=name, named=True, language="en")
    return Caller(settings, WORDS, data / name)


def place_of(local: LocalHost) -> Place:
    return Place("127.0.0.1", local.port)


async def sat_down(place: Place, person: Person, who: Caller, wish: Wish = WHATEVER) -> Arrival:
    arrival = await call(place, person, who, wish)
    assert isinstance(arrival, Arrival), person.told
    await arrival.client.close()
    return arrival


# ── trust ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_host_with_a_changed_key_hears_nothing_unless_the_person_agrees(
    tmp_path: Path,
) -> None:
    who, person, ear = caller(tmp_path), Person("no_trust"), Ear()
    identity = load_or_make(tmp_path / "host")
    async with listening(ear, server_context(identity)) as place:
        who.known.remember(place, OTHER_KEY)
        assert await call(place, person, who) is None
    assert ear.calls == 1
    assert not ear.heard
    assert person.asked[0] == said_of("changed_key", place, key=fingerprint(identity.pin))
    assert who.known.key_at(place) == OTHER_KEY


async def test_a_changed_key_that_the_person_trusts_is_remembered(tmp_path: Path) -> None:
    who = caller(tmp_path)
    async with host(tmp_path / "host", NIGHT) as local:
        place = place_of(local)
        who.known.remember(place, OTHER_KEY)
        await sat_down(place, Person("trust"), who)
        assert who.known.key_at(place) == local.pin
        arrival = await sat_down(place, Person(), who)
    assert arrival.trust == Known(local.pin)


async def test_a_new_host_is_remembered_and_its_line_kept_to_its_key(tmp_path: Path) -> None:
    who = caller(tmp_path)
    async with host(tmp_path / "host", NIGHT) as local:
        arrival = await sat_down(place_of(local), Person(), who)
    assert arrival.trust == New(local.pin)
    assert arrival.client.pin == local.pin
    assert KnownHosts(tmp_path / "Ana" / "hosts.json").key_at(place_of(local)) == local.pin


async def test_a_host_that_is_not_the_invited_one_hears_nothing(tmp_path: Path) -> None:
    person, ear = Person("trust"), Ear()
    async with listening(ear, server_context(load_or_make(tmp_path / "host"))) as place:
        assert await call(place._replace(pin=OTHER_KEY), person, caller(tmp_path)) is None
    assert not ear.heard
    assert person.told == [WORDS.say("refused", "wrong_key")]


async def test_a_host_in_the_open_is_not_even_called_unless_the_person_agrees(
    tmp_path: Path,
) -> None:
    person, ear = Person("no_trust"), Ear()
    async with listening(ear) as place:
        assert await call(place, person, caller(tmp_path)) is None
    assert ear.calls == 0
    assert person.asked == [said_of("no_tls", place)]


async def test_the_danger_of_a_host_in_the_open_is_agreed_to_once(tmp_path: Path) -> None:
    ear = Ear(
        said.Welcome(said.VERSION, "Rowan", ["wolfmoon"]),
        said.TableList([said.Row("table1", "Night", "wolfmoon", 4, 1, "lobby")]),
        said.Seated("table1", 1, "token"),
    )
    person = Person("in_the_open")
    async with listening(ear) as place:
        await sat_down(place, person, caller(tmp_path))
    assert len(person.asked) == 1


async def test_a_host_that_has_lost_its_key_is_refused_without_a_question(tmp_path: Path) -> None:
    who, person = caller(tmp_path), Person("in_the_open", "trust")
    ear = Ear(said.Bye("malformed"))
    async with listening(ear) as place:
        who.known.remember(place, OTHER_KEY)
        assert await call(place, person, who) is None
    assert not person.asked
    assert person.told == [said_of("no_key_any_more", place)]
    assert b"Ana" not in ear.heard


async def test_a_host_that_refuses_to_encrypt_is_not_called_in_the_open(tmp_path: Path) -> None:
    """It speaks TLS and hangs up by it; whoever stands between could do that to a real one."""
    person, calls = Person("in_the_open"), 0

    async def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal calls
        calls += 1
        writer.write(HANDSHAKE_FAILURE)
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
        place = Place("127.0.0.1", server.sockets[0].getsockname()[1])
        assert await call(place, person, caller(tmp_path)) is None
    assert (calls, person.asked) == (1, [])
    assert len(person.told) == 1


# ── the table ───────────────────────────────────────────────────────────────────────────────────


async def test_of_several_tables_the_one_with_the_players_seat_is_meant(tmp_path: Path) -> None:
    who = caller(tmp_path)
    async with host(tmp_path / "host", NIGHT, DAWN) as local:
        tables = await call(place_of(local), Person(), who)
        assert isinstance(tables, HostTables)
        night = next(row.table for row in tables.rows if row.title == "Night")
        await sat_down(place_of(local), Person(), who, Wish(night))
        back = await sat_down(place_of(local), Person(), who)
    assert back.client.seated is not None
    assert (back.client.seated.table, back.client.seated.seat) == (night, 0)


async def test_a_password_is_asked_until_it_is_right(tmp_path: Path) -> None:
    person = Person("bark", "howl")
    async with host(tmp_path / "host", Create("wolfmoon", 4, password="howl")) as local:
        await sat_down(place_of(local), person, caller(tmp_path))
    question, wrong = WORDS.say("guest", "password"), WORDS.say("refused", "wrong_password")
    assert person.asked == [question, f"{wrong} {question}"]


async def test_where_all_seats_are_taken_one_may_watch(tmp_path: Path) -> None:
    async with host(tmp_path / "host", Create("moonlight", 2)) as local:
        for name in ("Bo", "Cy"):
            await sat_down(place_of(local), Person(), caller(tmp_path / name, name))
        arrival = await sat_down(place_of(local), Person("watch"), caller(tmp_path))
    assert arrival.client.seated is not None
    assert arrival.client.seated.seat is None


async def test_who_comes_late_watches_and_sits_down_for_the_next_game(tmp_path: Path) -> None:
    async with host(tmp_path / "host", Create("moonlight", 2)) as local:
        for name in ("Bo", "Cy"):
            await sat_down(place_of(local), Person(), caller(tmp_path / name, name))
        arrival = await call(place_of(local), Person("play_next"), caller(tmp_path))
        assert isinstance(arrival, Arrival)
        async for message in arrival.client.messages():
            if isinstance(message, said.Room) and message.watchers[0].waits:
                break
        await arrival.client.close()


async def test_a_token_that_is_worth_nothing_any_more_is_forgotten(tmp_path: Path) -> None:
    who = caller(tmp_path)
    async with host(tmp_path / "host", NIGHT) as local:
        assert local.host is not None
        table = next(iter(local.host.tables))
        who.tokens.keep(local.pin.hex(), table, "x" * 43)
        await sat_down(place_of(local), Person(), who)
    assert who.tokens.at(local.pin.hex())[table] != "x" * 43


async def test_a_name_that_the_host_refuses_is_asked_for_again(tmp_path: Path) -> None:
    who, person = caller(tmp_path), Person("Zoe")
    who.settings.name = "\x1b[31m"
    async with host(tmp_path / "host", NIGHT) as local:
        await sat_down(place_of(local), person, who)
    assert who.settings.name == "Zoe"


async def test_a_reason_that_only_a_newer_host_knows_is_one_sentence(tmp_path: Path) -> None:
    ear = Ear(said.Refused("moon_in_eclipse", "hello"))
    person = Person("in_the_open")
    async with listening(ear) as place:
        assert await call(place, person, caller(tmp_path)) is None
    assert person.told == [WORDS.say("join", "refused", why="moon_in_eclipse")]


async def test_where_nobody_answers_a_sentence_says_so(tmp_path: Path) -> None:
    person, place = Person(), Place("127.0.0.1", 1)
    assert await call(place, person, caller(tmp_path)) is None
    assert person.told == [said_of("no_answer", place)]
