"""A host with an enormous key, or a suitcase full of them, costs a guest one sentence."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from moontui.client.call import Caller, call
from moontui.client.place import Place
from moontui.client.settings import Settings
from moontui.client.trust import KnownHosts
from moontui.words.catalogue import Catalogue
from net.client import CannotJoin, Client
from net.security import pin_from
from tests.moontui.client.person import Person

KEYS = Path(__file__).parent / "keys"
CERTIFICATE, KEY = KEYS / "huge-certificate.pem", KEYS / "huge-key.pem"
"""RSA with 16,384 bits, which is as much as TLS libraries take."""
CHAIN = 60
"""So many certificates in a row are more than a guest listens to."""


@asynccontextmanager
async def enormous(tmp_path: Path, chain: int) -> AsyncIterator[tuple[int, list[bytes]]]:
    """Somebody who shows a huge key, some times over; and what guests say to them."""
    shown = tmp_path / "chain.pem"
    shown.write_text(CERTIFICATE.read_text() * chain)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(shown, KEY)
    heard: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(100))
        writer.close()

    async with await asyncio.start_server(listen, "127.0.0.1", 0, ssl=context) as server:
        yield server.sockets[0].getsockname()[1], heard


async def test_a_huge_key_is_a_key_like_any_other_and_not_the_one_that_was_meant(
    tmp_path: Path,
) -> None:
    pin = pin_from(ssl.PEM_cert_to_DER_cert(CERTIFICATE.read_text()))
    async with enormous(tmp_path, chain=1) as (port, heard):
        client = Client("127.0.0.1", port, "Ana")
        assert await client.open() == pin
        await client.close()
        with pytest.raises(CannotJoin, match="wrong_key"):
            await Client("127.0.0.1", port, "Ana", pin=b"?" * 16).open()
    assert not any(heard)


async def test_more_keys_than_a_guest_listens_to_are_no_way_in(tmp_path: Path) -> None:
    async with enormous(tmp_path, chain=CHAIN) as (port, heard):
        with pytest.raises(ssl.SSLError):
            await Client("127.0.0.1", port, "Ana").open()
    assert not any(heard)


@pytest.mark.parametrize("chain", [1, CHAIN])
async def test_where_another_host_was_known_one_sentence_is_all_that_comes_of_it(
    tmp_path: Path, chain: int
) -> None:
    async with enormous(tmp_path, chain) as (port, heard):
        place, person = Place("127.0.0.1", port), Person()
        who = Caller(Settings(name="Ana", named=True), Catalogue("en"), tmp_path)
        KnownHosts(tmp_path / "hosts.json").remember(place, b"?" * 16)
        assert await call(place, person, who) is None
        assert len(person.told + person.asked) == 1
    assert not any(heard)
