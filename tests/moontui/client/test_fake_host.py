"""A fake host that copies all that is public about a real one gets no token and no seat."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from moontui.client.call import Caller, Wish, call, only_table
from moontui.client.local_host import LocalHost
from moontui.client.nearby import Heard, Scout, each_once, place_of, spelt
from moontui.client.place import Place
from moontui.client.settings import Settings
from moontui.client.trust import Known
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.client import CannotJoin, Client
from net.invites import short_code
from net.lan.announcement import Found
from net.messages import Create
from net.security import load_or_make, private_file, server_context
from net.tokens import Tokens
from tests.moontui.client.ear import Ear, listening
from tests.moontui.client.person import Person
from tests.moontui.rooms import host, quiet_finder

NIGHT = Create("wolfmoon", 4, title="Night")
WORDS = Catalogue("en")


def caller(data: Path) -> Caller:
    return Caller(Settings(name="Ana", named=True, language="en"), WORDS, data / "Ana")


def fake_of(table: str, *words: said.Message) -> Ear:
    """A host that names somebody else's table."""
    row = said.Row(table, "Night", "wolfmoon", 4, 1, "playing")
    return Ear(said.Welcome(said.VERSION, "Rowan", ["wolfmoon"]), said.TableList([row]), *words)


def announced(local: LocalHost, place: Place) -> Found:
    """The announcement of a host, for another place."""
    told = local.announcement()
    about = (told.tables, told.game, told.taken, told.seats, told.version, told.private)
    return Found(told.name, place.address, place.port, *about, told.tls, told.code, "lan")


async def seat_of(who: Caller, local: LocalHost) -> tuple[str, str]:
    """Sit down at the only table of a host; returns the table and the token of the seat."""
    arrival = await call(Place("127.0.0.1", local.port), Person(), who)
    assert arrival is not None
    tokens = who.tokens.at(local.pin.hex())
    await arrival.client.close()  # type: ignore[union-attr]
    return next(iter(tokens.items()))


async def test_a_fake_host_that_names_the_table_is_not_sent_the_token(tmp_path: Path) -> None:
    who = caller(tmp_path)
    async with host(tmp_path / "host", NIGHT) as local:
        table, token = await seat_of(who, local)
    fake = fake_of(table, said.Refused("already_playing", "join"))
    async with listening(fake, server_context(load_or_make(tmp_path / "fake"))) as place:
        assert await call(place, Person(), who) is None
        assert await call(place, Person(), who, Wish(table)) is None
    assert b"join" in fake.heard
    assert token.encode() not in fake.heard
    assert who.tokens.at(local.pin.hex()) == {table: token}


async def test_a_fake_host_without_a_key_is_not_sent_the_token(tmp_path: Path) -> None:
    who = caller(tmp_path)
    async with host(tmp_path / "host", NIGHT) as local:
        table, token = await seat_of(who, local)
    fake = fake_of(table, said.Refused("already_playing", "join"))
    async with listening(fake) as place:
        assert await call(place, Person("in_the_open"), who, Wish(table)) is None
    assert b"join" in fake.heard
    assert token.encode() not in fake.heard


async def test_a_client_comes_back_to_nobody_but_the_host_that_seated_it(tmp_path: Path) -> None:
    first = Ear(said.Welcome(said.VERSION, "Rowan", []), said.Seated("table1", 1, "secret"))
    async with listening(first, server_context(load_or_make(tmp_path / "host"))) as place:
        client = Client(place.address, place.port, "Ana", patience=0.5)
        await client.connect()
        heard = client.messages()
        assert isinstance(await anext(heard), said.Seated)
        first.hang_up()
    fake = Ear(said.Welcome(said.VERSION, "Rowan", []))
    other = server_context(load_or_make(tmp_path / "fake"))
    async with await asyncio.start_server(fake.listen, place.address, place.port, ssl=other):
        async for message in heard:
            if isinstance(message, said.Bye):
                break
    assert fake.calls
    assert not fake.heard


async def test_a_seat_at_one_host_is_no_seat_at_another_with_the_same_table(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path / "tokens.json")
    tokens.keep("ana", "moon", "a")
    rows = [said.Row(name, "", "wolfmoon", 4, 1, "lobby") for name in ("moon", "star")]
    assert only_table(rows, tokens.at("ana")) == "moon"
    assert only_table(rows, tokens.at("fake")) == ""


@pytest.mark.parametrize(
    ("met", "whose"),
    [((), ""), (("ana",), "ana"), (("ana", "bo"), "")],
    ids=["nobody", "one host", "two hosts"],
)
async def test_old_tokens_are_for_the_one_host_met_before_and_for_nobody_met_later(
    tmp_path: Path, met: tuple[str, ...], whose: str
) -> None:
    who = caller(tmp_path)
    keys = {name: (name.encode() * 16)[:16].hex() for name in met}
    hosts = json.dumps({f"{name}.local:26666": key for name, key in keys.items()})
    private_file(who.data / "tokens.json", b'{"table1": "secret"}')
    if met:
        private_file(who.data / "hosts.json", hosts.encode())
    fake = fake_of("table1", said.Refused("already_playing", "join"))
    async with listening(fake, server_context(load_or_make(tmp_path / "fake"))) as place:
        assert await call(place, Person(), who) is None
    assert b"join" in fake.heard
    assert b"secret" not in fake.heard
    seats = [(seat.host, seat.table, seat.token) for seat in who.tokens.seats()]
    assert seats == ([(keys[whose], "table1", "secret")] if whose else [])


# ── announcements ───────────────────────────────────────────────────────────────────────────────


async def test_a_copied_announcement_does_not_look_like_the_host_one_knows(tmp_path: Path) -> None:
    who = caller(tmp_path)
    async with host(tmp_path / "host", NIGHT) as local:
        table, token = await seat_of(who, local)
        fake = fake_of(table)
        async with listening(fake, server_context(load_or_make(tmp_path / "fake"))) as place:
            scout = Scout(who.data, lambda: None, quiet_finder)
            hosts = [announced(local, place), announced(local, Place("127.0.0.1", local.port))]
            scout.hosts = lambda: hosts  # type: ignore[method-assign]
            scout._asked = {(found.address, found.port): found for found in hosts}
            for found in hosts:
                await scout.hear(found)
            real, copy = scout.offers
            person = Person("no_trust")
            assert await call(copy.place, person, who, Wish(table)) is None
    assert (real.host.port, copy.host.port) == (local.port, place.port)
    assert (real.mine, real.is_known, real.is_copy) == (True, True, False)
    assert (copy.mine, copy.is_known, copy.is_copy, copy.open) == (False, False, True, False)
    assert b"Ana" not in fake.heard
    assert token.encode() not in fake.heard
    assert person.told == [WORDS.say("refused", "wrong_code")]


async def test_a_lie_about_a_host_does_not_hide_it(tmp_path: Path) -> None:
    who = caller(tmp_path)
    async with host(tmp_path / "host", NIGHT) as local:
        truth = announced(local, Place("127.0.0.1", local.port))
        lie = replace(truth, host="Mallory", code="MMMMMM")
        heard = Heard(key=local.pin)
        assert each_once([(lie, heard), (truth, heard)]) == [(truth, heard)]
        assert await call(place_of(lie), Person(), who) is None
        await seat_of(who, local)
        arrival = await call(place_of(lie), Person(), who)
    assert arrival is not None
    assert arrival.trust == Known(local.pin)


# ── codes ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_code_leads_to_the_key_that_has_it_and_past_those_that_claim_it(
    tmp_path: Path,
) -> None:
    who, fake = caller(tmp_path), Ear()
    async with (
        host(tmp_path / "host", NIGHT) as local,
        listening(fake, server_context(load_or_make(tmp_path / "fake"))) as place,
    ):
        real, copy = announced(local, Place("127.0.0.1", local.port)), announced(local, place)
        found = await spelt(local.code, lambda: [copy, real], who.known, 5)
        with pytest.raises(CannotJoin, match="wrong_code"):
            await spelt(local.code, lambda: [copy], who.known, 0.01)
        assert await spelt("AAAAAA", lambda: [copy, real], who.known, 0.01) is None
    assert found == real
    assert fake.calls
    assert not fake.heard


async def test_of_two_keys_with_one_code_only_a_known_one_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = caller(tmp_path)
    key = bytes(range(16))
    ground = key[:4] + bytes(12)
    keys = {4000: ground, 4001: key}
    told = (1, "wolfmoon", 1, 4, "3", False, True, short_code(key), "lan")
    hosts = [Found("Rowan", "10.0.0.1", port, *told) for port in keys]  # type: ignore[arg-type]

    async def shown(place: Place) -> bytes:
        return keys[place.port]

    monkeypatch.setattr("moontui.client.nearby.key_of", shown)
    with pytest.raises(CannotJoin, match="code_twice"):
        await spelt(short_code(key), lambda: hosts, who.known, 1)
    who.known.remember(Place("10.0.0.9"), key, "Rowan")
    assert await spelt(short_code(key), lambda: hosts, who.known, 1) == hosts[1]


async def test_a_host_with_another_key_than_the_typed_code_hears_nothing(tmp_path: Path) -> None:
    fake, person = Ear(), Person("trust")
    async with listening(fake, server_context(load_or_make(tmp_path / "fake"))) as place:
        assert await call(place._replace(letters="ABCDEF"), person, caller(tmp_path)) is None
    assert fake.calls == 1
    assert not fake.heard
    assert person.told == [WORDS.say("refused", "wrong_code")]
