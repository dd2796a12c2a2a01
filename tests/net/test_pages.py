"""Long matches are told in pages: no frame is too long, and nobody misses a word."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import net.client
import net.table
from engine.core import Event, Seat
from engine.games import GAMES
from engine.proof import verify
from engine.record import from_text
from net import messages as said
from net.client import Client, event_of
from net.messages import Message
from net.wire import TO_CLIENT, pack, unpack
from tests.net.tables import Parlour, play_out
from tests.net.visitors import NO_LIMITS, House, hosting

LONG = 20_000
"""Many times the events of a long match."""


def long_match() -> Parlour:
    """A match whose story is many times longer than that of any match so far."""
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.deal()
    told = parlour.table.lasting.state.events
    # of a kind that moves no card, so that it need not be possible
    told += [Event("aimed", Seat(0), Seat(1), (3, 4, 5, 6), 7, (Seat(0), Seat(2)))] * LONG
    return parlour


def test_a_history_of_any_length_fits_into_frames() -> None:
    parlour = long_match()
    again = parlour.back(0)
    pages = [message for message in parlour.heard[again] if isinstance(message, said.Update)]
    assert all(len(pack(page)) <= TO_CLIENT for page in pages)
    assert [page.more for page in pages] == [True] * (len(pages) - 1) + [False]
    assert [event for page in pages for event in page.events] == [
        event.told_to(Seat(0)) for event in parlour.table.lasting.state.events
    ]


def test_who_has_heard_it_all_gets_one_page_without_events() -> None:
    parlour = long_match()
    again = parlour.back(0)
    parlour.heard[again].clear()
    parlour.do(lambda draft: draft.tell_all())
    (page,) = parlour.heard[again]
    assert isinstance(page, said.Update)
    assert (page.first, page.events) == (len(parlour.table.lasting.state.events), [])
    assert not page.more


def test_a_page_is_what_a_client_takes() -> None:
    parlour = long_match()
    messages = parlour.heard[parlour.back(0)]
    taken = [unpack(pack(message)[4:], said.ANY_FROM_HOST) for message in messages]
    assert [type(message) for message in taken] == [type(message) for message in messages]
    assert sum(isinstance(message, said.Update) for message in taken) > 1


# ── a client and whoever speaks to it ───────────────────────────────────────────────────────────


@asynccontextmanager
async def spoken_to(*frames: bytes) -> AsyncIterator[Client]:
    """A client whose host says these things after the welcome, and then hangs up."""

    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(TO_CLIENT)
        writer.write(pack(said.Welcome(said.VERSION, "Moon", [])) + b"".join(frames))
        writer.close()

    server = await asyncio.start_server(speak, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    client = Client("127.0.0.1", port, "Ana", tls=False, patience=0)
    await client.connect()
    try:
        yield client
    finally:
        await client.close()
        server.close()


async def heard(*messages: Message) -> list[Message]:
    """What a client makes of what it is told, until it is disconnected."""
    async with spoken_to(*map(pack, messages)) as client:
        return [message async for message in client.messages()][:-2]


def page(first: int, *events: int, more: bool = False) -> said.Update:
    return said.Update(1, None, list(events), first, more=more)


async def test_a_client_puts_the_pages_together() -> None:
    whole = await heard(page(0, 1, 2, more=True), page(2, 3, more=True), page(3, 4))
    assert whole == [page(0, 1, 2, 3, 4)]


async def test_a_record_in_parts_is_one_record() -> None:
    parts = [said.Proof("s", [], "ab", more=True), said.Proof("s", [], "cd")]
    assert await heard(*parts) == [said.Proof("s", [], "abcd")]


async def test_pages_that_were_cut_off_are_forgotten() -> None:
    cut, notice = page(0, 1, 2, more=True), said.Notice("disk")
    whole = await heard(cut, notice, page(0, 1, 2, more=True), page(2, 3))
    assert whole == [notice, page(0, 1, 2, 3)]


async def test_a_story_without_an_end_is_not_listened_to() -> None:
    endless = [page(number, number, more=True) for number in range(net.client.PAGES + 1)]
    assert await heard(*endless, page(0, 1)) == []


async def test_parts_of_two_things_are_no_message() -> None:
    assert await heard(page(0, 1, more=True), said.Proof("s", [], "cd")) == []


async def test_a_player_who_comes_back_hears_all_of_a_long_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(net.table, "PAGE", 5)
    monkeypatch.setattr(net.table, "PAGE_OF_TEXT", 500)
    shorter_than_the_match = 1_000
    async with hosting(tmp_path, buffered=shorter_than_the_match, **NO_LIMITS) as house:
        update, proof = await match_of_one(house)
        table = next(iter(house.host.tables.values())).table
        told = [event.told_to(Seat(0)) for event in table.lasting.state.events]
        assert len(told) > 2 * net.table.PAGE
        assert [event_of(event) for event in update.events] == told
        verify(GAMES, from_text(proof.record))


async def match_of_one(house: House) -> tuple[said.Update, said.Proof]:
    """What a client that returns to a finished match is told."""
    (ana,) = await house.company("Ana", bots=2, level="random")
    await house.deal([ana])
    await play_out(ana)
    assert ana.seated is not None
    client = Client("127.0.0.1", house.port, "Ana", tls=False)
    await client.connect()
    client.send(said.Join(ana.seated.table, ana.seated.token))
    update = None
    async for message in client.messages():
        if isinstance(message, said.Update):
            update = message
        if isinstance(message, said.Proof):
            break
    await client.close()
    assert isinstance(message, said.Proof)
    assert update is not None
    return update, message
