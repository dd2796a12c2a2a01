"""Visitors to a real host who say exactly what a test tells them to, and keep all they hear."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Self, TypeVar

from engine.core import Ask, Seat
from engine.play import asks
from net import messages as said
from net.connections import Connection
from net.disk import Files
from net.host import Host
from net.journal import Journals
from net.limits import Limits, Rate
from net.messages import Message
from net.table import Table
from net.windows import length_of
from net.wire import TO_CLIENT, Frames, pack, unpack
from net.witness import Witness

PATIENCE = 20.0
"""Seconds after which a test that waits has failed."""
ENDLESS = 1e9
OFTEN: Rate = (2**60, 1.0)
NO_LIMITS: dict[str, Any] = {
    "rate": ENDLESS,
    "burst": ENDLESS,
    "refusals": 2**60,
    "malformed": 2**60,
    "dead": ENDLESS,
    "calls": OFTEN,
    "frames_of_address": OFTEN,
    "openings": OFTEN,
    "wakings": OFTEN,
    "tables_of_address": 2**60,
}
"""For tests that say a lot or let time pass, and are about something else."""
NARROW = 2048
"""How many bytes the system should hold for a visitor who is slow to read."""

M = TypeVar("M", bound=Message)


class Clock:
    """The time of the running loop, which leaps when a test says so, and may be slow otherwise."""

    def __init__(self, pace: float = 1.0) -> None:
        loop = asyncio.get_running_loop()
        self.real = loop.time
        self.begun = loop.time()
        self.pace = pace
        self.leapt = 0.0
        setattr(loop, "time", self.now)  # noqa: B010  # a type checker would object

    def now(self) -> float:
        return self.begun + (self.real() - self.begun) * self.pace + self.leapt

    def leap(self, seconds: float) -> None:
        """All that is due within this many seconds is due now."""
        self.leapt += seconds


class House:
    """A host on this machine, without TLS, and a way in."""

    def __init__(self, host: Host, port: int, clock: Clock) -> None:
        self.host = host
        self.port = port
        self.clock = clock
        self.guests = AsyncExitStack()

    async def stranger(self, address: str = "127.0.0.1", narrow: bool = False) -> Visitor:
        """Somebody who has connected and said nothing yet, on a narrow line if asked for."""
        visitor = await Visitor.connect(self.port, address, narrow)
        self.guests.push_async_callback(visitor.hang_up)
        return visitor

    async def guest(self, name: str, address: str = "127.0.0.1", narrow: bool = False) -> Visitor:
        """Somebody whom the host has welcomed."""
        visitor = await self.stranger(address, narrow)
        visitor.say(said.Hello(said.VERSION, name))
        await visitor.until(said.Welcome)
        if narrow:
            line = self.line(visitor).writer.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, NARROW)
        return visitor

    async def company(self, *names: str, **wish: Any) -> list[Visitor]:
        """Guests at a new table, which the first of them has opened."""
        company = [await self.guest(name) for name in names]
        usual: dict[str, Any] = {"options": {"length": "round"}, "pace": 0}
        wishes = usual | {"seats": max(3, len(names))} | wish
        company[0].say(said.Create(**{"game": "wolfmoon"} | wishes))
        table = (await company[0].until(said.Seated)).table
        for visitor in company[1:]:
            visitor.say(said.Join(table, password=wishes.get("password", "")))
            await visitor.until(said.Seated)
        return company

    def table(self, visitor: Visitor) -> Table:
        """The table where a visitor sits or watches."""
        assert visitor.seated is not None
        return self.host.tables[visitor.seated.table].table

    def line(self, visitor: Visitor) -> Connection:
        """The host's end of a visitor's line."""
        own = visitor.writer.get_extra_info("sockname")
        return next(
            connection
            for connection in self.host.connections.by_peer.values()
            if connection.writer.get_extra_info("peername") == own
        )

    async def deal(self, company: list[Visitor]) -> None:
        """Everybody is ready: the game begins."""
        for number, visitor in enumerate(company):
            await visitor.ready(f"{number:032x}")
        await asyncio.gather(*(visitor.until(said.Update) for visitor in company))

    async def play(self, company: list[Visitor], rng: Random, answers: int = 1_000) -> None:
        """Play on at random, to the end or for this many answers."""
        for _ in range(answers):
            table = self.table(company[0])
            if table.lasting.phase != "playing":
                return
            ask = asks(table.lasting.state)[0]
            await company[ask.seat].answer(table, ask, rng)
            self.clock.leap(length_of(table, ask.window) or 0)
            for visitor in company:
                await visitor.turn_after(table.lasting.turn)


@asynccontextmanager
async def hosting(
    folder: Path, files: Files | None = None, pace: float = 1.0, **limits: Any
) -> AsyncIterator[House]:
    """A host for as long as a test needs it."""
    clock = Clock(pace)
    awake: dict[str, Any] = {"asleep": ENDLESS}  # a leap is time that has passed, not sleep
    host = Host("Moon", folder, limits=Limits(**awake | limits), pool=ThreadPoolExecutor(1))
    if files is not None:
        host.journals.close()
        host.journals = Journals(folder, files)
    house = House(host, await host.start("127.0.0.1"), clock)
    try:
        async with house.guests:
            yield house
    finally:
        await host.stop()


class Visitor:
    """One line to a host, raw."""

    numbers = count(10**9)

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.frames = Frames(TO_CLIENT)
        self.waiting: list[bytes] = []
        self.heard: list[Message] = []
        self.payloads: list[bytes] = []
        """All that was heard, as it came."""
        self.seated: said.Seated | None = None
        self.update: said.Update | None = None
        self.room: said.Room | None = None
        self.witness = Witness(self.say)
        """What opens this visitor's seals, as soon as it is heard that all are there."""

    @classmethod
    async def connect(cls, port: int, address: str, narrow: bool) -> Self:
        line = socket.socket()
        if narrow:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, NARROW)
        line.setblocking(False)
        line.bind((address, 0))
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", port))
        return cls(*await asyncio.open_connection(sock=line))

    def write(self, data: bytes) -> None:
        self.writer.write(data)

    def say(self, *messages: Message) -> None:
        self.write(b"".join(pack(message) for message in messages))

    async def answer(self, table: Table, ask: Ask, rng: Random) -> None:
        """Answer a table's question with one of its choices; the host may be faster."""
        act = said.Act(table.lasting.turn, next(self.numbers), *rng.choice(ask.choices))
        self.say(act)
        kinds = said.Done | said.Refused
        await self.until(Message, lambda heard: isinstance(heard, kinds) and heard.id == act.id)

    def be_deaf(self) -> None:
        """Read nothing more until told to."""
        self.writer.transport.pause_reading()  # type: ignore[attr-defined]

    def listen(self) -> None:
        self.writer.transport.resume_reading()  # type: ignore[attr-defined]

    async def hear(self) -> Message | None:
        """The next message; None: the host has hung up."""
        while not self.waiting:
            try:
                data = await self.reader.read(TO_CLIENT)
            except ConnectionError:
                return None
            if not data:
                return None
            self.waiting += self.frames.feed(data)
        payload = self.waiting.pop(0)
        message: Message = unpack(payload, said.ANY_FROM_HOST)
        self.payloads.append(payload)
        self.heard.append(message)
        match message:
            case said.Ping():
                self.say(said.Pong())
            case said.Seated():
                self.seated = message
            case said.Update():
                self.update = message
            case said.Room():
                self.room = message
                seat = self.seated.seat if self.seated is not None else None
                self.witness.look(message, None if seat is None else Seat(seat))
        return message

    async def ready(self, nonce: str) -> None:
        """Say so, once the host has committed itself."""
        if self.room is None:
            await self.until(said.Room)
        self.witness.ready(nonce)

    async def until(self, kind: type[M], wanted: Callable[[M], bool] = lambda _: True) -> M:
        """The next message of a kind; what comes before it is kept too."""
        async with asyncio.timeout(PATIENCE):
            while (message := await self.hear()) is not None:
                if isinstance(message, kind) and wanted(message):
                    return message
        raise AssertionError(f"the host hung up after {self.heard[-3:]}")

    async def turn_after(self, turn: int) -> said.Update:
        return await self.until(said.Update, lambda update: update.turn > turn)

    async def goodbye(self) -> str:
        """Why the host hangs up; empty if it does so without a word."""
        async with asyncio.timeout(PATIENCE):
            while await self.hear() is not None:
                pass
        last = self.heard[-1] if self.heard else None
        return last.why if isinstance(last, said.Bye) else ""

    async def refusal(self) -> said.Refused:
        return await self.until(said.Refused)

    async def settled(self) -> None:
        """Wait until host and table have taken in all that was said: they answer in order."""
        fence = next(self.numbers)
        self.say(said.Act(2**63 - 1, fence, "fence"))
        await self.until(said.Refused, lambda refused: refused.id == fence)

    async def hang_up(self) -> None:
        self.writer.transport.abort()


async def eventually(condition: Callable[[], bool]) -> None:
    """Wait until something holds that nobody sends a message about."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0)
