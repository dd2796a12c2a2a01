"""A table moves from host to host: nothing is lost, nobody else gets it, and one host answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.core import Seat
from net import messages as said
from net.client import FORGED, Client
from net.moving import may_move
from net.refusal import Refusal
from net.security import Identity, load_or_make
from net.succession import (
    Signed,
    Staged,
    Whereabouts,
    digest_of,
    followed,
    sign,
    signer,
    succession,
    taking,
)
from net.tokens import Tokens
from net.told import Succession
from tests.extent import some
from tests.net.moves import Guest, Laptop, moved_evening
from tests.net.tables import Parlour
from tests.net.visitors import eventually

TABLE, DIGEST = "moon1234", "0" * 64


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> list[Identity]:
    """Three hosts' identities."""
    return [load_or_make(tmp_path_factory.mktemp("host")) for _ in range(3)]


@asynccontextmanager
async def company(folder: Path) -> AsyncIterator[tuple[Laptop, Laptop, Guest]]:
    """Ann has opened a table on her laptop; Ben, with a laptop too, and Cy sit at it. They wait."""
    ann, ben = Laptop("Ann", folder / "ann"), Laptop("Ben", folder / "ben")
    await ann.open()
    await ben.open()
    table = await ann.sit(ann.pin, 0, said.Create("robbers", 3, pace=0))
    await ben.sit(ann.pin, ann.port, said.Join(table))
    tokens = Tokens(folder / "cy.json")
    cy = Guest(Client("127.0.0.1", ann.port, "Cy", tokens, pin=ann.pin, patience=60.0))
    cy.plays = False
    await cy.sit(said.Join(table))
    try:
        yield ann, ben, cy
    finally:
        for end in (cy, ann, ben):
            await end.stop()


def owner(laptop: Laptop) -> Guest:
    assert laptop.owner is not None
    return laptop.owner


async def moved_to(ben: Laptop, ann: Laptop, *guests: Guest) -> None:
    """The table moves, and all are there."""
    owner(ann).client.send(said.Move(1))
    for guest in (owner(ann), owner(ben), *guests):
        await guest.until(partial(has_followed, guest))


def has_followed(guest: Guest) -> bool:
    return guest.epoch == 1


def was_refused(guest: Guest, why: str) -> bool:
    return any(isinstance(one, said.Refused) and one.why == why for one in guest.heard)


# ── everybody follows ───────────────────────────────────────────────────────────────────────────


async def test_everything_about_a_table_moves_and_everybody_follows(tmp_path: Path) -> None:
    async with company(tmp_path) as (ann, ben, cy):
        before = cy.room
        assert before is not None
        await moved_to(ben, ann, cy)
        await cy.until(lambda: cy.room is not None and not any(p.away for p in cy.room.players))
        assert cy.room is not None
        assert [*ben.host.tables] == [before.table]
        assert not ann.host.tables
        assert [player.name for player in cy.room.players] == ["Ann", "Ben", "Cy"]
        assert (cy.room.game, cy.room.title, cy.room.options) == (
            before.game,
            before.title,
            before.options,
        )
        assert cy.room.keeper == 1  # whoever has the machine
        kept = Tokens(tmp_path / "cy.json")
        assert before.table in kept.at(ben.pin.hex())
        assert before.table not in kept.at(ann.pin.hex())


async def test_a_host_that_is_started_again_still_says_that_its_table_has_gone(
    tmp_path: Path,
) -> None:
    async with company(tmp_path) as (ann, ben, cy):
        await moved_to(ben, ann, cy)
        table = next(iter(ben.host.tables))
        await ann.stop()
        again = Laptop("Ann", tmp_path / "ann")
        await again.open()
        late = Client("127.0.0.1", again.port, "Dora", pin=again.pin, patience=60.0)
        dora = Guest(late)
        await dora.sit(said.Join(table, watch=True))
        assert late.pin == ben.pin  # followed, without having been there
        await dora.stop()
        await again.stop()


async def test_who_comes_to_a_table_that_is_on_its_way_back_waits_for_it(tmp_path: Path) -> None:
    async with company(tmp_path) as (ann, ben, cy):
        await moved_to(ben, ann, cy)
        (table,) = ben.host.tables
        journal = bytes(ben.host.tables[table].journal.pen.kept)
        digest = digest_of(journal)
        staged = Staged(table, 2, digest, 0, ben.pin.hex(), "127.0.0.1", ben.port)
        await ann.host.arrivals.stage(staged, journal)
        dora = Guest(Client("127.0.0.1", ann.port, "Dora", pin=ann.pin))
        coming = asyncio.create_task(dora.sit(said.Join(table, watch=True)))
        await eventually(lambda: dora.task is not None)
        assert ben.host.identity is not None
        word = succession(ben.host.identity, table, 2, ann.pin, digest)
        assert await ann.host.arrivals.settle(said.Moved(table, [word]))
        assert await coming == table
        assert dora.client.pin == ann.pin
        await dora.stop()


async def test_a_guest_whose_host_is_gone_finds_the_table_by_asking_around(tmp_path: Path) -> None:
    async with company(tmp_path) as (ann, ben, cy):
        assert cy.task is not None
        cy.task.cancel()  # asleep while the others move
        await moved_to(ben, ann)
        await ann.stop()
        assert await cy.client._ask_around([("127.0.0.1", ben.port)])
        assert (cy.client.pin, cy.client.port) == (ben.pin, ben.port)


# ── whom it is not given to ─────────────────────────────────────────────────────────────────────


async def test_a_machine_that_was_not_named_is_refused(tmp_path: Path) -> None:
    async with company(tmp_path) as (ann, ben, cy):
        owner(ben).agrees = False
        owner(ann).client.send(said.Move(1))
        await cy.until(lambda: cy.room is not None and cy.room.moving is not None)
        assert cy.room is not None
        eve = load_or_make(tmp_path / "eve")
        word = sign(eve, taking(cy.room.table, 1, ann.pin))
        for message in (
            said.Take(True, ben.port, word.certificate, word.signature),
            said.Page(0),
            said.Prepared(DIGEST),
        ):
            cy.heard.clear()
            cy.client.send(message)
            await cy.until(partial(was_refused, cy, "not_named"))
        assert not ann.host.movings.handovers


async def test_who_is_named_needs_the_key_of_the_machine_that_answers_there(tmp_path: Path) -> None:
    async with company(tmp_path) as (ann, ben, cy):
        owner(ben).agrees = False
        owner(ann).client.send(said.Move(1))
        await cy.until(lambda: cy.room is not None and cy.room.moving is not None)
        assert cy.room is not None
        client, table = owner(ben).client, cy.room.table
        eve = load_or_make(tmp_path / "eve")
        mine = sign(eve, taking(table, 1, ann.pin))
        borrowed = sign(eve, taking(table, 2, ann.pin))
        for word, why in ((borrowed, "not_named"), (mine, "not_reached")):
            client.send(said.Take(True, ben.port, word.certificate, word.signature))
            await owner(ben).until(partial(was_refused, owner(ben), why))
        assert not ann.host.movings.handovers


async def test_a_successor_that_lies_about_what_it_has_gets_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with company(tmp_path) as (ann, ben, cy):
        stage = ben.host.arrivals.stage

        async def keep_another(staged: Staged, journal: bytes) -> None:
            await stage(staged, journal)
            owner(ben).client.send(said.Prepared(DIGEST))

        monkeypatch.setattr(ben.host.arrivals, "stage", keep_another)
        owner(ann).client.send(said.Move(1))
        await cy.until(lambda: said.Notice("move_failed") in cy.heard)
        assert ann.host.tables
        assert not ann.host.successions.tables


def test_in_the_middle_of_a_match_a_table_moves_only_if_everybody_agrees() -> None:
    room = Parlour("Ada", "Bob", "Cem")
    room.deal()
    ada, bob, cem = room.people
    assert room.say(bob, said.Move(2)) == "only_keeper"
    assert room.say(ada, said.Move(1)) == ""
    with pytest.raises(Refusal, match="not_all_agree"):
        may_move(room.table, bob)
    assert room.say(cem, said.Consent(True)) == ""
    may_move(room.table, bob)
    with pytest.raises(Refusal, match="not_named"):
        may_move(room.table, cem)
    assert room.say(cem, said.Consent(False)) == ""
    assert room.table.present.moving is None


def test_between_deals_nobody_else_has_to_agree() -> None:
    room = Parlour("Ada", "Bob", "Cem")
    ada, bob, _ = room.people
    assert room.say(ada, said.Move(1)) == ""
    may_move(room.table, bob)


# ── what is believed ────────────────────────────────────────────────────────────────────────────


def client_of(folder: Path, pin: bytes, epoch: int = 0) -> Client:
    """Somebody who has a seat at the table of the host with a pin."""
    client = Client("127.0.0.1", 1, "Cy", Tokens(folder / "tokens.json"), pin=pin, seen_pin=pin)
    client._note(said.Seated(TABLE, 1, "token", epoch))
    return client


def test_a_seat_goes_only_where_the_old_host_has_signed_for(
    tmp_path: Path, keys: list[Identity]
) -> None:
    old, new, eve = keys
    good = succession(old, TABLE, 1, new.pin, DIGEST)
    lies: dict[str, Succession] = {
        "of somebody else": succession(eve, TABLE, 1, eve.pin, DIGEST),
        "with the old host's certificate": replace(
            succession(eve, TABLE, 1, eve.pin, DIGEST), certificate=good.certificate
        ),
        "of another table": succession(old, "moon9999", 1, new.pin, DIGEST),
        "renamed": replace(succession(old, "moon9999", 1, new.pin, DIGEST), table=TABLE),
        "to somebody else": replace(good, successor=eve.pin.hex()),
        "of a later time": replace(good, epoch=2),
        "no signature": replace(good, signature=""),
        "no certificate": replace(good, certificate="00"),
    }
    for lie, word in lies.items():
        client = client_of(tmp_path, old.pin)
        assert client.go_after(said.Moved(TABLE, [word], "127.0.0.1", 2)) == FORGED, lie
        assert client.pin == old.pin
        assert client.tokens is not None
        assert {seat.host for seat in client.tokens.seats()} == {old.pin.hex()}
    client = client_of(tmp_path, old.pin)
    assert client.go_after(said.Moved(TABLE, [good], "127.0.0.1", 2)) == ""
    assert (client.pin, client.port) == (new.pin, 2)
    assert client.tokens is not None
    assert client.tokens.at(new.pin.hex()) == {TABLE: "token"}
    assert client.tokens.at(old.pin.hex()) == {}


def test_what_was_signed_before_the_table_came_back_leads_nobody_away(
    tmp_path: Path, keys: list[Identity]
) -> None:
    old, new, _ = keys
    there, back = (
        succession(old, TABLE, 1, new.pin, DIGEST),
        succession(new, TABLE, 2, old.pin, DIGEST),
    )
    client = client_of(tmp_path, old.pin, epoch=2)
    assert client.go_after(said.Moved(TABLE, [there], "127.0.0.1", 2)) == FORGED
    assert client.go_after(said.Moved(TABLE, [there, back], "127.0.0.1", 2)) == FORGED
    assert followed([there, back], TABLE, old.pin, 0) == (old.pin, 2)


def test_a_token_of_long_ago_is_not_taken_for_the_seats(
    tmp_path: Path, keys: list[Identity]
) -> None:
    old, new, _ = keys
    word = said.Moved(TABLE, [succession(old, TABLE, 3, new.pin, DIGEST)], "127.0.0.1", 2)
    for epoch, token in ((1, "token"), (3, "newer")):  # left behind by a machine that was killed
        client = client_of(tmp_path, old.pin, epoch=2)
        assert client.tokens is not None
        client.tokens.keep(new.pin.hex(), TABLE, "newer", epoch)
        assert client.go_after(word) == ""
        assert client.seated is not None
        assert client.seated.token == token


def test_who_missed_a_move_or_two_follows_the_whole_way(keys: list[Identity]) -> None:
    one, two, three = keys
    chain = [
        succession(one, TABLE, 1, two.pin, DIGEST),
        succession(two, TABLE, 2, three.pin, DIGEST),
    ]
    assert followed(chain, TABLE, one.pin, 0) == (three.pin, 2)
    assert followed(chain, TABLE, two.pin, 1) == (three.pin, 2)
    assert followed(chain[1:], TABLE, one.pin, 0) is None


async def test_what_is_kept_aside_opens_by_the_old_hosts_word_alone(
    tmp_path: Path, keys: list[Identity]
) -> None:
    old, eve, _ = keys
    async with company(tmp_path) as (ann, ben, _):
        table = next(iter(ann.host.tables))
        journal = bytes(ann.host.tables[table].journal.pen.kept)
        digest = digest_of(journal)
        staged = Staged(table, 1, digest, 1, old.pin.hex(), "127.0.0.1", 1)
        await ben.host.arrivals.stage(staged, journal)
        for word in (
            succession(eve, table, 1, ben.pin, digest),
            succession(old, table, 1, eve.pin, digest),
            succession(old, table, 2, ben.pin, digest),
            succession(old, table, 1, ben.pin, DIGEST),
        ):
            assert not await ben.host.arrivals.settle(said.Moved(table, [word]))
            assert not ben.host.tables
        word = succession(old, table, 1, ben.pin, digest)
        assert await ben.host.arrivals.settle(said.Moved(table, [word]))
        assert [*ben.host.tables] == [table]
        assert ben.host.tables[table].table.lasting.keeper == Seat(1)


async def test_what_was_kept_aside_of_a_table_that_has_moved_on_never_opens(
    tmp_path: Path, keys: list[Identity]
) -> None:
    old, new, _ = keys
    async with company(tmp_path) as (ann, ben, _):
        (table,) = ann.host.tables
        journal = bytes(ann.host.tables[table].journal.pen.kept)
        digest = digest_of(journal)
        await ben.host.arrivals.stage(
            Staged(table, 1, digest, 1, old.pin.hex(), "127.0.0.1", 1), journal
        )
        here = succession(old, table, 1, ben.pin, digest)
        assert ben.host.identity is not None
        gone = succession(ben.host.identity, table, 2, new.pin, digest)
        ben.host.successions.note(Whereabouts((here, gone)))
        assert not await ben.host.arrivals.settle(said.Moved(table, [here]))
        assert not ben.host.tables
        assert not ben.host.arrivals.staged


# ── bad luck ────────────────────────────────────────────────────────────────────────────────────


async def test_a_disk_that_refuses_leaves_the_table_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with company(tmp_path) as (ann, ben, cy):

        def refuse(found: Whereabouts) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(ann.host.successions, "write", refuse)
        owner(ann).client.send(said.Move(1))
        await cy.until(lambda: said.Notice("move_failed") in cy.heard)
        assert ann.host.tables
        assert not ben.host.tables


async def test_a_successor_that_was_killed_before_it_heard_the_word_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with company(tmp_path) as (ann, ben, _):
        deaf = asyncio.Event()

        async def hear_nothing(message: said.Moved) -> bool:
            deaf.set()
            return False

        monkeypatch.setattr(ben.host.arrivals, "settle", hear_nothing)
        owner(ann).client.send(said.Move(1))
        await deaf.wait()
        table = next(iter(ben.host.arrivals.staged))
        assert not ben.host.tables
        await ben.stop()
        again = Laptop("Ben", tmp_path / "ben")
        await again.open(ben.port)
        await eventually(lambda: table in again.host.tables)
        await again.stop()


def test_a_word_that_nobody_has_signed_is_nobodys() -> None:
    with pytest.raises(ValueError, match="signed"):
        signer(Signed("zz", ""), "moon")


@pytest.mark.parametrize("seed", range(some(1, 5)))
def test_a_table_moves_while_lines_and_processes_die(seed: int) -> None:
    counted = moved_evening(seed, moves=2)
    assert counted["moves"] >= 2


# ── who watches ─────────────────────────────────────────────────────────────────────────────────


async def test_who_waits_for_a_seat_still_does_after_the_line_broke(tmp_path: Path) -> None:
    async with company(tmp_path) as (ann, _, cy):
        assert cy.room is not None
        dora = Guest(Client("127.0.0.1", ann.port, "Dora", pin=ann.pin, patience=60.0))
        await dora.sit(said.Join(cy.room.table, watch=True))
        dora.client.send(said.Sit())
        await cy.until(lambda: waits_for_a_seat(cy))
        dora.cut()
        await cy.until(lambda: not waits_for_a_seat(cy))
        await cy.until(lambda: waits_for_a_seat(cy))
        await dora.stop()


def waits_for_a_seat(guest: Guest) -> bool:
    return guest.room is not None and any(one.waits for one in guest.room.watchers)
