"""What counts before anybody has said a word: half-open lines, and tables that are being opened."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from net import messages as said
from net.client import CannotJoin, Client
from net.host import Host
from net.limits import Limits
from net.security import client_context, load_or_make, server_context
from tests.net.visitors import NO_LIMITS, eventually, hosting


@asynccontextmanager
async def hosting_with_keys(folder: Path, **limits: Any) -> AsyncIterator[tuple[Host, int]]:
    """A host that speaks TLS, and its port."""
    tls = server_context(load_or_make(folder))
    host = Host("Moon", folder, tls, Limits(**limits), ThreadPoolExecutor(1))
    try:
        yield host, await host.start("127.0.0.1")
    finally:
        await host.stop()


async def knock(port: int, host: Host, times: int) -> list[asyncio.StreamWriter]:
    """Connect this many times, and say nothing: not even the beginning of a handshake."""
    before = len(host.connections.by_peer)
    lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(times)]
    await eventually(lambda: len(host.connections.by_peer) == before + times)
    return [writer for _, writer in lines]


async def test_guests_come_in_with_keys_and_without_a_word_too_many(tmp_path: Path) -> None:
    async with hosting_with_keys(tmp_path) as (host, port):
        guest = Client("127.0.0.1", port, "Ana")
        await guest.connect()
        assert guest.seen_pin
        guest.send(said.Tables())
        assert await anext(guest.messages()) == said.TableList([])
        await guest.close()
        await eventually(lambda: not host.connections.by_peer)


async def test_a_line_counts_before_its_handshake_is_done(tmp_path: Path) -> None:
    async with hosting_with_keys(tmp_path, per_address=3) as (host, port):
        knocking = await knock(port, host, 3)
        guest = Client("127.0.0.1", port, "Ana")
        await guest.connect()
        assert len(host.connections.by_peer) == len(knocking)  # the first of them had to go
        await guest.close()


async def test_guests_at_no_table_do_not_have_to_go_for_others_of_their_address(
    tmp_path: Path,
) -> None:
    async with hosting_with_keys(tmp_path, per_address=1) as (host, port):
        guest = Client("127.0.0.1", port, "Ana")
        await guest.connect()
        with pytest.raises(CannotJoin, match="too_many_from_you"):
            await Client("127.0.0.1", port, "Bo").connect()
        await guest.close()
        await eventually(lambda: not host.connections.by_peer)


async def test_strangers_without_a_handshake_are_the_first_to_go(tmp_path: Path) -> None:
    async with hosting_with_keys(tmp_path, strangers=2) as (host, port):
        knocking = await knock(port, host, 2)
        guest = Client("127.0.0.1", port, "Ana")
        await guest.connect()
        assert len(host.connections.by_peer) == len(knocking)
        await guest.close()


async def test_of_a_crowd_at_a_full_house_only_some_are_told_so(tmp_path: Path) -> None:
    limits = {"per_address": 1, "turned_away": 2}
    async with hosting_with_keys(tmp_path, **limits) as (host, port):
        guest = Client("127.0.0.1", port, "Ana")
        await guest.connect()
        crowd = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        await eventually(lambda: len(host.connections.turned_away) == len(crowd))
        reader, _ = await asyncio.open_connection("127.0.0.1", port)
        assert await reader.read() == b""
        assert len(host.connections.by_peer) == 1
        await guest.close()


async def test_a_handshake_that_takes_too_long_is_broken_off(tmp_path: Path) -> None:
    async with hosting_with_keys(tmp_path, hello=0.1) as (host, port):
        reader, _ = await asyncio.open_connection("127.0.0.1", port)
        async with asyncio.timeout(5):
            assert await reader.read() == b""
        await eventually(lambda: not host.connections.by_peer)


async def test_what_is_no_handshake_ends_the_line(tmp_path: Path) -> None:
    async with hosting_with_keys(tmp_path) as (host, port):
        (writer,) = await knock(port, host, 1)
        writer.write(b"GET / HTTP/1.1\r\n\r\n")
        await eventually(lambda: not host.connections.by_peer)


async def test_whoever_hangs_up_with_the_end_of_the_handshake_is_not_worth_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    heard, said_back = ssl.MemoryBIO(), ssl.MemoryBIO()
    async with hosting_with_keys(tmp_path) as (host, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        guest = client_context().wrap_bio(heard, said_back)
        with pytest.raises(ssl.SSLWantReadError):
            guest.do_handshake()
        writer.write(said_back.read())
        while guest.version() is None:
            heard.write(await reader.read(65536))
            with suppress(ssl.SSLWantReadError):
                guest.do_handshake()
        with suppress(ssl.SSLWantReadError):
            guest.unwrap()  # its farewell goes along with the last word of the handshake
        writer.write(said_back.read())
        await eventually(lambda: not host.connections.by_peer)
    assert caplog.messages == []


async def test_a_host_can_stop_while_somebody_shakes_hands(tmp_path: Path) -> None:
    async with hosting_with_keys(tmp_path) as (host, port):
        knocking = await knock(port, host, 3)
        await host.stop()
        assert knocking
        await eventually(lambda: not host.connections.by_peer)


@pytest.mark.parametrize("password", ["", "moon"])
async def test_tables_that_are_being_opened_count(tmp_path: Path, password: str) -> None:
    async with hosting(tmp_path, tables=2, **NO_LIMITS) as house:
        guests = [await house.guest(f"G{number}") for number in range(5)]
        for guest in guests:
            guest.say(said.Create("wolfmoon", 3, password=password))
        answers = [await guest.until(said.Seated | said.Refused) for guest in guests]  # type: ignore[arg-type]
        refused = [answer.why for answer in answers if isinstance(answer, said.Refused)]
        assert refused == ["too_many_tables"] * 3
        assert len(house.host.tables) == 2


async def test_a_table_that_was_not_opened_takes_no_room(tmp_path: Path) -> None:
    async with hosting(tmp_path, tables=1, **NO_LIMITS) as house:
        guest = await house.guest("Ana")
        guest.say(said.Create("no game", 3), said.Create("wolfmoon", 3))
        assert (await guest.refusal()).why == "no_such_game"
        await guest.until(said.Seated)
