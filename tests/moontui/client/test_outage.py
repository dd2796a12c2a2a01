"""A host that is gone comes back, perhaps at another address: nobody gives up a seat meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path

import pytest

from moontui.client.call import Arrival, Caller, call
from moontui.client.nearby import places_of
from moontui.client.place import Place
from moontui.client.session import SOON, Session
from moontui.client.settings import Settings
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.client import A_FEW, Back, Client, Lost, Places, Seeking
from net.invites import short_code
from net.lan.announcement import Found
from net.messages import Create, Message
from net.security import load_or_make, server_context
from tests.moontui.client.ear import Ear, listening
from tests.moontui.client.person import Person
from tests.moontui.rooms import host

NIGHT = Create("wolfmoon", 4, title="Night")
WORDS = Catalogue("en")


class Lan:
    """Whoever can be found at the moment."""

    def __init__(self) -> None:
        self.found: list[Found] = []

    def lookout(self, key: bytes) -> AbstractAsyncContextManager[Places]:
        return nullcontext(lambda: places_of(key, self.found))

    def add(self, port: int, code: str) -> None:
        row = Found("Rowan", "127.0.0.1", port, 1, "", 1, 4, "3", False, True, code, "lan")
        self.found.append(row)


def caller(data: Path, lan: Lan) -> Caller:
    ana = Settings(name="Ana", named=True, language="en")
    return Caller(ana, WORDS, data / "Ana", lookout=lan.lookout)


async def heard_until(messages: AsyncIterator[Message], kind: type[Message]) -> list[Message]:
    """All that is heard up to the first message of a kind."""
    heard = []
    async for message in messages:
        heard.append(message)
        if isinstance(message, kind):
            break
    return heard


async def test_a_host_with_another_address_is_found_by_its_key(tmp_path: Path) -> None:
    lan = Lan()
    fake = Ear(said.Welcome(said.VERSION, "Rowan", []))
    async with host(tmp_path / "host", NIGHT) as local:
        before = local.port
        arrival = await call(Place("127.0.0.1", before), Person(), caller(tmp_path, lan))
        assert isinstance(arrival, Arrival)
        client = arrival.client
        messages = client.messages()
        await heard_until(messages, said.Room)
    async with (
        listening(fake, server_context(load_or_make(tmp_path / "fake"))) as elsewhere,
        host(tmp_path / "host") as local,
    ):
        assert local.port != before
        lan.add(elsewhere.port, short_code(local.pin))  # it claims to be the host
        heard = await heard_until(messages, Seeking)  # and is the only one who was tried
        lan.add(local.port, short_code(local.pin))
        heard += await heard_until(messages, said.Room)
        assert any(isinstance(message, Lost) for message in heard)
        assert any(isinstance(message, Back) for message in heard)
        assert client.port == local.port
        assert client.seated is not None
        assert client.seated.seat == 0
        await client.close()
    assert fake.calls
    assert not fake.heard


async def test_many_who_claim_to_be_the_host_do_not_keep_anybody_from_it(tmp_path: Path) -> None:
    calls: list[int] = []

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        calls.append(len(calls))
        writer.close()

    lan = Lan()
    async with host(tmp_path / "host", NIGHT) as local:
        port = local.port
        arrival = await call(Place("127.0.0.1", port), Person(), caller(tmp_path, lan))
        assert isinstance(arrival, Arrival)
        messages = arrival.client.messages()
        await heard_until(messages, said.Room)
    fakes = [await asyncio.start_server(silent, "127.0.0.1", 0) for _ in range(12)]
    for fake in fakes:
        lan.add(fake.sockets[0].getsockname()[1], short_code(local.pin))
    with pytest.raises(ConnectionError):
        await arrival.client._reach(places_of(local.pin, lan.found))
    assert len(calls) <= A_FEW
    for fake in fakes:
        fake.close()
    await arrival.client.close()


async def test_whoever_has_another_code_is_not_even_called(tmp_path: Path) -> None:
    lan = Lan()
    lan.add(1, "OTHERS")
    lan.add(2, "")
    assert places_of(b"k" * 16, lan.found) == [("127.0.0.1", 2)]


async def test_a_seat_is_never_given_up(tmp_path: Path) -> None:
    assert caller(tmp_path, Lan()).patience > 365 * 24 * 3600


async def test_a_client_says_for_how_long_it_has_been_trying(tmp_path: Path) -> None:
    session = Session(Client("", 0, "Ana"), lambda game: WORDS, tmp_path)
    assert session.outage == ""
    session.hear(Lost())
    assert session.outage == "Connection lost. Reconnecting…"
    session.hear(Seeking(SOON + 29))
    assert "for 34 s" in session.outage
    session.hear(Back())
    assert session.outage == ""


async def test_a_host_of_another_version_ends_the_search(tmp_path: Path) -> None:
    newer = Ear(said.Refused("host_is_newer", "hello"))
    async with listening(newer) as place:
        client = Client(place.address, place.port, "Ana", tls=False)
        heard = [news async for news in client._come_back()]
        await client.close()
    assert heard == [said.Bye("host_is_newer")]
