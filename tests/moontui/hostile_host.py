"""A host that means harm: it speaks the protocol, and says whatever it likes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from engine.core import Seat
from net import messages as said
from net.messages import Message
from net.wire import ASKING, TO_HOST, Frames, pack, unpack
from tests.moontui.scenes import game_of, room_for, update_for

TABLE = "evil1234"


class HostileHost:
    """One table on loopback, without TLS; all names and titles are of its choosing."""

    def __init__(self, state: Any, names: Sequence[str]) -> None:
        self.state = state
        self.names = list(names)
        self.lines: list[asyncio.StreamWriter] = []
        """The lines of those who came to the table."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        frames = Frames(TO_HOST)
        while data := await reader.read(TO_HOST):
            for payload in frames.feed(data):
                heard: Message = unpack(payload, said.ANY_FROM_CLIENT, ASKING)
                for message in self.answers(heard):
                    writer.write(pack(message))
                if isinstance(heard, said.Join):
                    self.lines.append(writer)
        writer.close()

    def answers(self, heard: Message) -> list[Message]:
        match heard:
            case said.Hello():
                return [said.Welcome(said.VERSION, self.names[0], [game_of(self.state).id])]
            case said.Tables():
                game, seats = game_of(self.state).id, self.state.seats
                row = said.Row(TABLE, self.names[0], game, seats, seats, "playing", False, "public")
                return [said.TableList([row])]
            case said.Join():
                return [said.Seated(TABLE), *self.news(self.names)]
        return []

    def news(self, names: Sequence[str], mark: str = "") -> list[Message]:
        """A room, a game and some talk, all in other words than a real host's; a mark that nobody
        is shown comes last."""
        people = [said.Player("person", name) for name in names[: self.state.seats]]
        words: dict[str, Any] = {"players": people, "title": names[0], "watchers": list(names)}
        room, last = (
            room_for(self.state, table=TABLE, commitment=text, **words) for text in ("", mark)
        )
        talk: list[Message] = [said.Said(name, Seat(0), text=name) for name in names]
        notices = [said.Notice("left", names[0]), said.Notice(names[1], names[1])]
        return [room, update_for(self.state, None), *talk, *notices, last]

    def say(self, *messages: Message) -> None:
        """Say something to everybody at the table."""
        for line in self.lines:
            line.write(b"".join(pack(message) for message in messages))


@asynccontextmanager
async def hostile_host(state: Any, names: Sequence[str]) -> AsyncIterator[tuple[HostileHost, int]]:
    """Such a host and its port."""
    host = HostileHost(state, names)
    async with await asyncio.start_server(host.serve, "127.0.0.1", 0) as server:
        yield host, int(server.sockets[0].getsockname()[1])
        for line in host.lines:
            line.close()
