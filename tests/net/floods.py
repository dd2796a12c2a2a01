"""Floods on a LAN: crafted answers by UDP, and multicast DNS packets as if from port 5353."""

from __future__ import annotations

import asyncio
import logging
import struct
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from unittest.mock import patch

from zeroconf.asyncio import AsyncZeroconf

from net.lan import finder as finding
from net.lan.announcement import Announcement, Found
from net.lan.finder import ROWS, RUMOURS, Finder
from net.lan.multicast import SERVICE, NoMulticast, open_mdns
from net.lan.questions import ANSWER, DATAGRAM, NONCE, answer
from net.text import TITLE_CELLS, clean

ADA = Announcement("Ada's table", 1, "wolfmoon", 2, 6, "1", False, True, "ABC234")
MDNS_PORT = 5353
PAUSE = 50
"""After how many packets everything else gets its turn."""


async def nobody(address: str, port: int, timeout: float) -> bool:
    """A probe that finds only the honest host, whom nobody can keep from answering."""
    return address == "10.0.0.7"


class Failures(logging.Handler):
    """Errors that a finder logs: a part of it has died."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(record.getMessage())


@contextmanager
def failures() -> Iterator[list[str]]:
    handler, log = Failures(), logging.getLogger("net.lan.finder")
    log.addHandler(handler)
    try:
        yield handler.heard
    finally:
        log.removeHandler(handler)


def check(finder: Finder, seed: int) -> None:
    """Whatever was heard, little of it is kept, and what is shown is harmless."""
    assert len(finder._rumours) <= RUMOURS, f"seed {seed}"
    assert len(finder._named) <= RUMOURS, f"seed {seed}"
    assert len(finder.rows()) <= ROWS, f"seed {seed}"
    for row in finder.rows():
        for words in (row.host, row.game, row.version, row.code):
            assert words == clean(words, TITLE_CELLS), f"seed {seed}: {row}"


async def is_listed(finder: Finder, name: str) -> Found:
    """The honest host's row, once it is there."""
    async with asyncio.timeout(20):
        while True:
            finder.changed.clear()
            row = next((row for row in finder.rows() if row.host == name), None)
            if row is not None:
                return row
            await finder.changed.wait()


# ── answers by UDP ──────────────────────────────────────────────────────────────────────────────


def crafted(rng: Random, nonce: bytes) -> bytes:
    """An answer to a real question that no host would give."""
    port = rng.randrange(1, 65536)
    data = bytearray(answer(nonce, replace(ADA, name=f"Mallory {rng.random()}"), port))
    match rng.randrange(6):
        case 0:
            for _ in range(rng.randrange(1, 6)):
                data[rng.randrange(len(ANSWER) + NONCE, len(data))] = rng.randrange(256)
        case 1:
            del data[rng.randrange(len(data)) :]
        case 2:
            data += rng.randbytes(rng.randrange(DATAGRAM))
        case 3:
            data[len(ANSWER) : len(ANSWER) + NONCE] = rng.randbytes(NONCE)
        case 4:
            data = bytearray(rng.randbytes(rng.randrange(1, DATAGRAM)))
    return bytes(data)


async def udp_flood(seed: int, datagrams: int) -> Counter[str]:
    """Crafted answers from many addresses; then the honest host answers, and is found."""
    rng = Random(f"udp {seed}")
    with failures() as failed:
        async with Finder(probe=nobody, question_port=9, mdns=False) as finder:
            while not finder._nonces:
                await asyncio.sleep(0)
            ear = finder._ear
            assert ear is not None
            for number in range(datagrams):
                sender = f"10.{rng.randrange(1, 256)}.{rng.randrange(256)}.{rng.randrange(1, 255)}"
                ear.datagram_received(crafted(rng, finder._nonces[-1]), (sender, 9))
                if number % PAUSE == 0:
                    await asyncio.sleep(0)
                    check(finder, seed)
            await settled(finder)
            ear.datagram_received(answer(finder._nonces[-1], ADA, 4000), ("10.0.0.7", 9))
            assert (await is_listed(finder, ADA.name)).address == "10.0.0.7"
            check(finder, seed)
        assert not failed, f"seed {seed}: {failed}"
    return Counter({"crafted UDP answers": datagrams})


async def settled(finder: Finder) -> None:
    """Until everything heard of has been tried."""
    while any(rumour.answers is None for rumour in finder._rumours.values()):
        await asyncio.sleep(0)


# ── multicast DNS ───────────────────────────────────────────────────────────────────────────────


def label(text: bytes) -> bytes:
    return bytes([len(text) % 64]) + text[:63]


def named(rng: Random) -> bytes:
    """A name as DNS writes it, often a wrong one: endless, pointing at itself, or cut off."""
    service = b"".join(label(part.encode()) for part in SERVICE.strip(".").split(".")) + b"\0"
    some = rng.choice((b"Ada", rng.randbytes(rng.randrange(64)), "\x1b[2J‮".encode(), b"x" * 63))
    return rng.choice(
        (
            label(some) + service,
            label(some) + service,
            service,
            label(some) * 10 + service,
            b"\xc0\x0c",
            b"\xc0" + rng.randbytes(1),
            rng.randbytes(rng.randrange(1, 80)),
        )
    )


def record(rng: Random) -> bytes:
    """A resource record: a pointer, a text, a place, an address, or none of them."""
    kind = rng.choice((12, 16, 33, 1, 28, 47, 13, rng.randrange(65536)))
    body = {
        12: named(rng),
        16: b"".join(label(b"name=" + rng.randbytes(rng.randrange(60))) for _ in range(4)),
        33: struct.pack(">HHH", 0, 0, rng.randrange(65536)) + named(rng),
        1: rng.randbytes(rng.choice((4, 4, 3))),
        28: rng.randbytes(rng.choice((16, 16, 5))),
    }.get(kind, rng.randbytes(rng.randrange(200)))
    length = len(body) if rng.random() < 0.9 else rng.randrange(65536)
    life = rng.choice((0, 1, 120, 4500, 2**32 - 1))
    return named(rng) + struct.pack(">HHIH", kind, 0x8001, life, length) + body


def packet(rng: Random) -> bytes:
    """A response, or something like one; its counts may promise what does not come."""
    records = [record(rng) for _ in range(rng.randrange(8))]
    count = len(records) if rng.random() < 0.8 else rng.randrange(65536)
    head = struct.pack(">HHHHHH", 0, 0x8400, 0, count, 0, 0)
    return (head + b"".join(records))[:8900] if rng.random() < 0.95 else rng.randbytes(60)


async def mdns_flood(seed: int, packets: int) -> Counter[str]:
    """Packets from port 5353, read by the real library; then an honest record, and it is found.

    They are handed to the library's own sockets as if they had come in, so that nobody else on
    this network hears of them.
    """
    rng = Random(f"mdns {seed}")
    try:
        mdns = await open_mdns()
    except NoMulticast as error:
        raise NoLan(str(error)) from error

    async def opened() -> AsyncZeroconf:
        return mdns

    with failures() as failed, patch.object(finding, "open_mdns", opened):
        async with Finder(probe=nobody, question_port=9) as finder:
            await mdns.zeroconf.async_wait_for_start()
            for number in range(packets):
                sender = (f"10.0.{rng.randrange(256)}.{rng.randrange(1, 255)}", MDNS_PORT)
                rng.choice(mdns.zeroconf.engine.protocols).datagram_received(packet(rng), sender)
                if number % PAUSE == 0:
                    await asyncio.sleep(0)
                    check(finder, seed)
            await settled(finder)
            finder.hear(f"ada.{SERVICE}", ["10.0.0.7"], 4000, ADA.to_txt())
            await is_listed(finder, ADA.name)
            check(finder, seed)
        assert not failed, f"seed {seed}: {failed}"
    return Counter({"mDNS packets from port 5353": packets})


class NoLan(OSError):
    """This machine has no multicast DNS to flood."""
