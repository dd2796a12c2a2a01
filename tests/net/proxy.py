"""An unreliable line between clients and a host: it fails by a seed, or when a test says so."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from net.wire import TO_CLIENT, Frames


@dataclass(frozen=True, slots=True)
class Faults:
    """How often things go wrong, for each frame that comes along."""

    cut: float = 0.0
    """The line breaks, just before the frame or just after it."""
    shut: float = 0.0
    """After one break in four nobody gets through for a while: for up to this many seconds."""
    double: float = 0.0
    """A frame to the host comes twice."""
    swap: float = 0.0
    """A frame to the host lets the next one overtake it."""
    replay: float = 0.0
    """After a frame to the host an old one comes again, perhaps from another line."""
    delay: float = 0.0
    """A frame takes up to this many seconds."""


class Proxy:
    """Between clients and a host; what goes wrong follows from the seed."""

    def __init__(self, port: int, seed: object, faults: Faults) -> None:
        self.host = port
        self.rng = Random(f"proxy {seed}")
        self.faults = faults
        self.failing = False
        """Whether things go wrong yet."""
        self.swallows = False
        """A black hole: nothing gets through in either direction, and nobody is told."""
        self.opens = 0.0
        self.cuts = 0
        self.seen: list[bytes] = []
        """Frames to the host that may be replayed."""
        self.pumps: set[asyncio.Task[None]] = set()
        self.server: asyncio.Server | None = None

    async def start(self) -> int:
        self.server = await asyncio.start_server(self.connect, "127.0.0.1", 0)
        return int(self.server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        assert self.server is not None
        self.server.close()
        for pump in self.pumps:
            pump.cancel()
        await asyncio.gather(*self.pumps, return_exceptions=True)

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A client calls, and the proxy calls the host, as long as it can be reached."""
        if asyncio.get_running_loop().time() < self.opens:
            hang_up(writer, hard=True)
            return
        try:
            host_reader, host_writer = await asyncio.open_connection("127.0.0.1", self.host)
        except OSError:
            hang_up(writer, hard=True)
            return
        for way in (self.ask, self.tell):
            ends = (reader, host_writer) if way == self.ask else (host_reader, writer)
            other = writer if way == self.ask else host_writer
            pump = asyncio.create_task(self.pump(way, *ends, other))
            self.pumps.add(pump)
            pump.add_done_callback(self.pumps.discard)

    async def pump(
        self,
        way: Callable[[bytes, asyncio.StreamWriter], Coroutine[Any, Any, None]],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        back: asyncio.StreamWriter,
    ) -> None:
        """Carry frames one way until the line breaks."""
        frames = Frames(TO_CLIENT)
        hard = False
        try:
            while data := await reader.read(TO_CLIENT):
                for payload in frames.feed(data):
                    if not self.swallows:
                        await way(len(payload).to_bytes(4, "big") + payload, writer)
        except Cut:
            hard = self.rng.random() < 0.5
        except OSError:
            hard = True
        finally:
            hang_up(writer, hard)
            hang_up(back, hard)

    async def tell(self, frame: bytes, writer: asyncio.StreamWriter) -> None:
        """Carry a frame to a client; the order is kept, as on any line."""
        await self.carry(frame, writer)

    async def ask(self, frame: bytes, writer: asyncio.StreamWriter) -> None:
        """Carry a frame to the host, or two, or let the next one overtake it."""
        rng, faults = self.rng, self.faults
        if not self.failing:
            writer.write(frame)
            return
        if rng.random() < faults.swap:
            loop = asyncio.get_running_loop()
            loop.call_later(rng.random() * 2, writer.write, frame)  # unless the line breaks
            return
        await self.carry(frame, writer)
        if rng.random() < faults.double:
            writer.write(frame)
        if faults.replay:
            if b"seal" not in frame and b"nonce" not in frame:  # somebody else's would be a forgery
                self.seen.append(frame)
            if self.seen and rng.random() < faults.replay:
                writer.write(rng.choice(self.seen))

    async def carry(self, frame: bytes, writer: asyncio.StreamWriter) -> None:
        rng, faults = self.rng, self.faults
        if not self.failing:
            writer.write(frame)
            return
        if faults.delay:
            await asyncio.sleep(rng.random() * faults.delay)
        breaks = rng.random() < faults.cut
        if not breaks or rng.random() < 0.5:
            writer.write(frame)
        if breaks:
            self.cuts += 1
            if rng.random() < 0.25:
                self.opens = asyncio.get_running_loop().time() + rng.random() * faults.shut
            raise Cut


class Cut(Exception):
    """The line breaks here."""


def hang_up(writer: asyncio.StreamWriter, hard: bool) -> None:
    """End a line: with a word (FIN), or hard (RST)."""
    line = writer.get_extra_info("socket")
    if hard and line is not None:
        with suppress(OSError):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()
    else:
        writer.close()
