"""Two worlds over real sockets: what a seat and a watcher hear in both, frame by frame.

Two hosts stand in one process, each with a table of the same name. At one of them a game is laid,
at the other a twin of it that differs only in what one seat may not know. The same people say the
same things at both. As long as the seat is told the same, it and a watcher must hear the same:
as many frames, of the same sizes, in the same order, byte for byte. Lines break, seats are taken
over and won back, nonsense is said; time stands still and leaps for both at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

from msgspec.structs import replace as changed

from engine.core import Ask, Choice, Game, Seat
from engine.play import asks
from net import messages as said
from net.facts import note_questions
from net.host import Host
from net.journal import Journals
from net.limits import Limits
from net.messages import Message
from net.table_task import TableTask
from net.windows import length_of, window_of
from net.wire import TO_CLIENT, Frames, pack, unpack
from tests.engine.laws import everyone, may_part, new_game, walk
from tests.net.canaries import twin_of
from tests.net.faulty import FaultyDisk
from tests.net.visitors import ENDLESS, NO_LIMITS, Clock, eventually

STEPS = 4
"""For how many answers a pair of worlds is followed, at most."""
APART = 12
"""How many answers lie between two pairs of the same game, on average."""
PAIRS_OF_GAME = 20
"""How many pairs come from one game, at most."""
LONG = 90.0
"""Seconds after which something must be wrong."""
READ = 1 << 18
WATCHER = "Wanda"

Wire = list[bytes]
"""Frames as they came, in order."""


def tag(payload: bytes) -> bytes:
    """What kind of message a frame holds: the first thing in it."""
    return payload[4 : 4 + (payload[3] & 0x1F)]


class Line:
    """One end of a pair of sockets to a host; keeps every frame it hears."""

    def __init__(self, host: Host, name: str) -> None:
        self.socket = host.dial()
        self.socket.setblocking(False)
        self.frames = Frames(TO_CLIENT)
        self.heard: Wire = []
        self.seated: said.Seated | None = None
        self.say(said.Hello(said.VERSION, name))

    def say(self, message: Message) -> None:
        self.socket.sendall(pack(message))

    def take(self, data: bytes) -> Wire:
        """What has come in; a token is chance, so that only its length is kept."""
        new = []
        for payload in self.frames.feed(data):
            if tag(payload) == b"seated":
                self.seated = unpack(payload, said.ANY_FROM_HOST)
                blank = changed(self.seated, token="*" * len(self.seated.token))
                payload = pack(blank)[4:]
            new.append(payload)
        self.heard += new
        return new

    async def until(self, *tags: bytes) -> None:
        """Wait for a frame of one of these kinds; when it is here, so is all that was said to
        others on the same occasion."""
        loop = asyncio.get_running_loop()
        while True:
            data = await loop.sock_recv(self.socket, READ)
            if not data:
                raise AssertionError(f"the host hung up after {self.heard[-1:]!r:.200}")
            new = {tag(payload) for payload in self.take(data)}
            if not new.isdisjoint(tags):
                return
            assert b"refused" not in new, self.heard[-1]

    def listen(self) -> Wire:
        """All that came since the last time."""
        try:
            while data := self.socket.recv(READ):
                self.take(data)
        except BlockingIOError:
            pass
        heard, self.heard = self.heard, []
        return heard

    def hang_up(self) -> None:
        self.socket.close()


class World:
    """A host and a table, with a person on every seat and a watcher."""

    def __init__(self, folder: Path) -> None:
        limits: dict[str, Any] = NO_LIMITS | {"asleep": ENDLESS, "per_address": 2**60}
        limits |= {"tables": 2**60, "connections": 2**60, "strangers": 2**60, "hello": ENDLESS}
        pool = ThreadPoolExecutor(1)
        self.host = Host("Moon", folder, limits=Limits(**limits), pool=pool)
        self.host.journals.close()
        self.host.journals = Journals(folder, FaultyDisk())
        self.host.open()
        self.task: TableTask
        self.lines: list[Line] = []
        self.watcher: Line | None = None

    async def gather(self, game: Game[Any], seats: int, table: str) -> None:
        """Open a table of a given id, and let people sit down."""
        for line in self.everybody():
            line.hang_up()
        wish = said.Create(game.id, seats)
        opening = changed(await self.host.tables.opening_for(wish, "Moon"), table=table)
        self.task = self.host.tables[await self.host.tables.set_up(wish, opening)]
        self.lines, self.watcher = [], None
        for number in range(seats):
            self.lines.append(Line(self.host, f"Player {number}"))
            self.lines[-1].say(said.Join(table))
            await self.lines[-1].until(b"seated")

    @property
    def state(self) -> Any:
        return self.task.table.lasting.state

    def moment(self) -> tuple[int, int]:
        """How far the game has come."""
        return self.task.table.lasting.opened, self.task.table.lasting.turn

    def is_later_than(self, moment: tuple[int, int]) -> bool:
        return self.moment() != moment

    def everybody(self) -> Iterator[Line]:
        yield from self.lines
        if self.watcher is not None:
            yield self.watcher

    def lay(self, state: Any, like: World | None = None) -> None:
        """A game as it goes on from here; but for its cards, the table is as in another world."""
        table = self.task.table
        if like is None:
            lasting = table.lasting
            lasting.turn += 1
        else:
            own, lasting = table.lasting.chairs, like.task.table.lasting.copy()
            chairs = zip(lasting.chairs, own, strict=True)
            lasting.chairs = [
                chair._replace(token=mine.token, old_token=mine.old_token) for chair, mine in chairs
            ]
            table.lasting = lasting
        lasting.state, lasting.phase, lasting.cast = state, "playing", lasting.people()
        lasting.moves, lasting.held, lasting.window = [], {}, ""
        lasting.asked = frozenset()
        note_questions(lasting, None)
        table.present.told = dict.fromkeys(table.present.told, len(state.events))
        self.task.asked = self.task.opened = self.host.connections.now()
        for timer in self.task.timers.values():
            timer.cancel()  # what was due in another game
        self.task.timers.clear()
        self.task.set_timers()

    def heard_by(self, seat: Seat | None) -> list[Wire]:
        """What the watcher and a player have heard since the last time; all others listen too."""
        assert self.watcher is not None
        players = [line.listen() for line in self.lines]
        return [self.watcher.listen(), [] if seat is None else players[seat]]

    async def rest(self) -> None:
        """Wait until all that was under way is done: it would undo what is laid down now."""
        await eventually(lambda: not self.task.busy and not self.task.queue.qsize())

    def gone(self) -> set[Seat]:
        """The seats whose lines are broken."""
        return {Seat(n) for n, line in enumerate(self.lines) if line.socket.fileno() < 0}

    async def away(self, seat: Seat) -> None:
        """A player's line breaks, and the table has noticed."""
        self.lines[seat].hang_up()
        await eventually(lambda: seat not in self.task.table.present.seated)

    async def back(self, seat: Seat) -> None:
        """A player comes back by token, over a new line; an old one is taken over."""
        before = self.lines[seat]
        assert before.seated is not None
        line = Line(self.host, f"Player {seat}")
        line.say(said.Join(before.seated.table, before.seated.token))
        await line.until(b"update")
        self.lines[seat] = line
        before.hang_up()

    async def watch(self) -> None:
        """A watcher comes, instead of the one who was there."""
        if self.watcher is not None:
            self.watcher.hang_up()
            await eventually(lambda: not self.task.table.present.watchers)
        self.watcher = Line(self.host, WATCHER)
        self.watcher.say(said.Join(self.task.table.opening.table, watch=True))
        await self.watcher.until(b"update")

    async def stop(self) -> None:
        for line in self.everybody():
            line.hang_up()
        await self.host.stop()


class Twins:
    """Two worlds, side by side in one process."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.one, self.other = World(folder / "one"), World(folder / "other")
        self.worlds = (self.one, self.other)
        self.clock = clock
        self.names = count()
        self.ids = count(1)
        self.frames = 0
        """How many were compared."""

    async def play(self, game: Game[Any], seed: int, pairs: int) -> int:
        """Some pairs of worlds from one game; returns how many there were before it ended."""
        state, rng = new_game(game, seed)
        for world in self.worlds:
            await world.gather(game, state.seats, f"worlds{next(self.names) // 2}")
        done = 0
        while done < pairs and go_on(state, rng):
            seat = rng.choice(everyone(state))
            try:
                await self.pair(game, state, seat, rng)
            except AssertionError as broken:
                raise AssertionError(f"{game.id}, seed {seed}, seat {seat}: {broken}") from broken
            done += 1
            state = self.one.state.copy()
        return done

    async def pair(self, game: Game[Any], state: Any, seat: Seat | None, rng: Random) -> None:
        """Follow two worlds that a seat cannot tell apart, until they part or for a few answers."""
        twin = twin_of(game, state, seat, rng)
        for world in self.worlds:
            await world.rest()
        self.one.lay(state)
        self.other.lay(twin, like=self.one)
        for number in sorted(
            self.one.gone() | self.other.gone()
        ):  # since a game ended without them
            for world in self.worlds:
                await world.back(number)
        breaks = rng.random() < 0.5
        for world in self.worlds:
            for line in world.everybody():
                line.listen()
            if seat is not None:
                if breaks:
                    await world.away(seat)
                await world.back(seat)
            await world.watch()
        self.compare(seat)
        for _ in range(rng.randrange(1, STEPS + 1)):
            told = [len(world.state.events) for world in self.worlds]
            if not await self.step(seat, rng) or self.parted(game, told, seat):
                return
            if self.one.task.table.lasting.phase == "over":
                return
            if seat is not None:
                await self.talk_nonsense(seat, rng)
            self.compare(seat)

    async def step(self, seat: Seat | None, rng: Random) -> bool:
        """Somebody answers in both worlds, or time passes; False: in one of them nobody can."""
        table = self.one.task.table
        open_asks = [ask for ask in asks(table.lasting.state) if ask.seat not in table.lasting.held]
        window = window_of(table)
        if window is not None and (not open_asks or rng.random() < 0.2):
            await self.let_time_pass()
            return True
        ask = rng.choice(open_asks)
        choice = rng.choice(ask.choices)
        if choice not in offered(self.other.state, ask):
            return False  # somebody else chooses by a card that is not there in the twin
        if seat is not None and seat != ask.seat and rng.random() < 0.15:
            for world in self.worlds:
                await world.away(seat)
            await self.answer(ask.seat, choice)
            for world in self.worlds:
                if world.task.table.lasting.phase == "playing":
                    await world.back(seat)
        else:
            await self.answer(ask.seat, choice)
        return True

    async def answer(self, seat: Seat, choice: Choice) -> None:
        action = next(self.ids)
        for world in self.worlds:
            world.lines[seat].say(said.Act(world.task.table.lasting.turn, action, *choice))
        for world in self.worlds:
            await world.lines[seat].until(b"done", b"refused")

    async def let_time_pass(self) -> None:
        """Until the open window ends."""
        table = self.one.task.table
        seconds = length_of(table, table.lasting.window)
        assert seconds is not None
        before = [world.moment() for world in self.worlds]
        for _ in range(3):
            await asyncio.sleep(0)  # a timer that was just set begins to run
        self.clock.leap(seconds + 0.1)
        for world, then in zip(self.worlds, before, strict=True):
            await eventually(partial(world.is_later_than, then))

    async def talk_nonsense(self, seat: Seat, rng: Random) -> None:
        """The seat says what is not among its choices; what it is told is all it is told."""
        table = self.one.task.table
        ask = table.lasting.ask_of(seat)
        verbs = ("draw", "aim", "play", *(choice.verb for choice in (ask.choices if ask else ())))
        wild = Choice(rng.choice(verbs), rng.randrange(-1, 30))
        if ask is not None and wild in ask.choices:
            wild = Choice("fence")
        late = rng.choice((0, 0, 0, 1, 2))
        for world in self.worlds:
            turn = max(0, world.task.table.lasting.turn - late)
            world.lines[seat].say(said.Act(turn, 0, *wild))
        for world in self.worlds:
            await world.lines[seat].until(b"refused")

    def parted(self, game: Game[Any], told: list[int], seat: Seat | None) -> bool:
        """Whether the seat was told different things, which must be of a kind that it may be."""
        here, there = (
            [event.told_to(seat) for event in world.state.events[first:]]
            for world, first in zip(self.worlds, told, strict=True)
        )
        if here == there:
            return False
        ways = next(((a, b) for a, b in zip(here, there, strict=False) if a != b), None)
        assert ways is not None, f"{len(here)} events here, {len(there)} there"
        assert may_part(game, *ways), f"{ways} tell what the seat may not know"
        return True

    def compare(self, seat: Seat | None) -> None:
        """Seat and watcher have heard the same in both worlds since the last time."""
        heard = [world.heard_by(seat) for world in self.worlds]
        for here, there in zip(*heard, strict=True):
            if here != there:
                raise AssertionError(difference(here, there))
            self.frames += len(here)


@asynccontextmanager
async def two_worlds(folder: Path) -> AsyncIterator[Twins]:
    """Two hosts for as long as they are needed; their clock stands still until it leaps."""
    twins = Twins(folder, Clock(pace=0))
    try:
        yield twins
    finally:
        for world in twins.worlds:
            await world.stop()


async def play_pairs(folder: Path, game: Game[Any], seed: int, pairs: int) -> tuple[int, int]:
    """Pairs of worlds of a game, over sockets; returns how many there were, and how many frames
    were the same in both. A game that ends too soon is followed by the next."""
    rng = Random(f"worlds {seed}")
    async with two_worlds(folder) as twins, awake():
        done = 0
        while done < pairs:
            done += await twins.play(game, rng.getrandbits(40), min(PAIRS_OF_GAME, pairs - done))
        return done, twins.frames


@asynccontextmanager
async def awake() -> AsyncIterator[None]:
    """Give up after a long time by a clock outside: the one inside stands still."""
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert task is not None
    alarm = Timer(LONG, loop.call_soon_threadsafe, [task.cancel, "nothing comes anymore"])
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()


def go_on(state: Any, rng: Random) -> bool:
    """Play on for a while, without anybody looking; False: the game is over."""
    left = rng.randrange(2 * APART)
    for _ in walk(state, rng):
        left -= 1
        if left < 0:
            return True
    return False


def offered(state: Any, ask: Ask) -> tuple[Choice, ...]:
    """What a seat can answer to the same question in another world."""
    return next((other.choices for other in asks(state) if other.seat == ask.seat), ())


def difference(here: Wire, there: Wire) -> str:
    """How two lines differ, as far as it helps to find out why."""
    kinds = [[(tag(frame).decode(), len(frame)) for frame in wire] for wire in (here, there)]
    if kinds[0] != kinds[1]:
        return f"heard {kinds[0]} here and {kinds[1]} there"
    one, other = next((a, b) for a, b in zip(here, there, strict=True) if a != b)
    at = next(n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
    around = slice(max(0, at - 40), at + 20)
    return f"byte {at} of {tag(one).decode()}: {one[around]!r} here, {other[around]!r} there"
