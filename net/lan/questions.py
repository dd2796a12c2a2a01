"""Questions broadcast by UDP, and what hosts answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, cast

from net.lan.announcement import Announcement

log = logging.getLogger(__name__)

QUESTION_PORT = 27667
"""Where hosts answer questions by UDP; below the ports that systems hand out on their own."""
QUESTION = b"moontui?"
ANSWER = b"moontui!"
NONCE = 16
DATAGRAM = 512
"""The most bytes in an answer, and the fewest in a question: a forged sender gains nothing."""

Peer = tuple[str, int]


class Ear(asyncio.DatagramProtocol):
    """A UDP socket that passes on what it hears."""

    def __init__(self, heard: Callable[[bytes, Peer], None]) -> None:
        self._heard = heard
        self._transport: asyncio.DatagramTransport | None = None
        self._closed = asyncio.Event()

    @classmethod
    async def open(cls, heard: Callable[[bytes, Peer], None], port: int = 0) -> Ear:
        """An ear at a port, or at any. Raises `OSError`."""
        _, ear = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: cls(heard), local_addr=("0.0.0.0", port), allow_broadcast=port == 0
        )
        return ear

    async def close(self) -> None:
        assert self._transport is not None
        self._transport.close()
        await self._closed.wait()

    @property
    def port(self) -> int:
        """Where it listens."""
        assert self._transport is not None
        return int(self._transport.get_extra_info("sockname")[1])

    def say(self, data: bytes, peer: Peer) -> None:
        assert self._transport is not None
        self._transport.sendto(data, peer)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # In Python 3.11 it is a datagram transport in all but its base class.
        self._transport = cast("asyncio.DatagramTransport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._closed.set()

    def datagram_received(self, data: bytes, addr: tuple[str | Any, int]) -> None:
        self._heard(data, (str(addr[0]), addr[1]))

    def error_received(self, exc: Exception) -> None:
        log.debug("a datagram was not sent: %s", exc)


def question(nonce: bytes) -> bytes:
    """Who is there? As long as the longest answer."""
    return (QUESTION + nonce).ljust(DATAGRAM, b"\0")


def answer(nonce: bytes, announcement: Announcement, port: int) -> bytes:
    """What a host answers: the nonce, its port and its announcement in lines."""
    lines = b"\n".join(key + b"=" + value for key, value in announcement.to_txt().items())
    told = ANSWER + nonce + port.to_bytes(2, "big") + lines
    assert len(told) <= DATAGRAM, told
    return told


def read_answer(data: bytes) -> tuple[bytes, int, Announcement] | None:
    """The nonce, the port and the announcement in an answer; None if it is not one."""
    start = len(ANSWER) + NONCE
    if not data.startswith(ANSWER) or not start + 2 < len(data) <= DATAGRAM:
        return None
    parts = (line.partition(b"=") for line in data[start + 2 :].split(b"\n"))
    announcement = Announcement.from_txt({key: value for key, _, value in parts})
    port = int.from_bytes(data[start : start + 2], "big")
    if announcement is None or port == 0:
        return None
    return data[len(ANSWER) : start], port, announcement
