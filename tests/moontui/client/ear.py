"""A host that is none: it hears everything, and says whatever a test wants it to say."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ssl import SSLContext

from moontui.client.place import Place
from net import messages as said
from net.wire import pack


class Ear:
    """A host that hears everything and says what it is told to say."""

    def __init__(self, *words: said.Message) -> None:
        self.words = words
        self.heard = b""
        self.calls = 0
        self.lines: list[asyncio.StreamWriter] = []
        self.silent = asyncio.Event()
        """Whether nobody is on the line."""
        self.silent.set()

    async def listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.calls += 1
        self.lines.append(writer)
        self.silent.clear()
        for message in self.words:
            writer.write(pack(message))
        while data := await reader.read(4096):
            self.heard += data
        writer.close()
        self.lines.remove(writer)
        if not self.lines:
            self.silent.set()

    def hang_up(self) -> None:
        for line in self.lines:
            line.close()


@asynccontextmanager
async def listening(ear: Ear, tls: SSLContext | None = None) -> AsyncIterator[Place]:
    async with await asyncio.start_server(ear.listen, "127.0.0.1", 0, ssl=tls) as server:
        yield Place("127.0.0.1", server.sockets[0].getsockname()[1], tls=tls is not None)
        await asyncio.wait_for(ear.silent.wait(), 10)  # all that was said has been heard
