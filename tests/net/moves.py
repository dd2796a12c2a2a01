"""A table that moves from machine to machine while people play, and everything is killed at times.

A laptop is a host with its owner at it, who plays, and takes a table that is handed over. As a
process of its own (`python -m tests.net.moves`) it is told by lines what to do.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from engine.core import Choice, Seat
from net import facts
from net import messages as said
from net.client import Back, CannotJoin, Client, Lost, Way, ask_of
from net.host import Host
from net.limits import Limits
from net.messages import Message
from net.security import load_or_make, server_context
from net.taking import Taker
from net.tokens import HERE, Tokens
from net.wire import Malformed
from net.witness import Witness
from tests.net.kills import ROOT, free_port
from tests.net.tables import attend, on_disk
from tests.net.visitors import NO_LIMITS, OFTEN

PATIENCE = 40.0
"""Seconds after which a table that does not come back has failed."""
LOOSE: dict[str, Any] = NO_LIMITS | {"callbacks": OFTEN}
OUTAGES = (OSError, CannotJoin, Malformed)


class Guest:
    """Somebody at a table that moves, who answers by chance and agrees to everything."""

    def __init__(self, client: Client, seed: object = 0) -> None:
        self.client = client
        self.rng = Random(f"guest {client.name} {seed}")
        self.witness = Witness(client.send)
        self.room: said.Room | None = None
        self.heard: list[Message] = []
        """Since the line was last connected."""
        self.sent: dict[int, Choice] = {}
        self.done: set[int] = set()
        self.answered = -1
        self.epoch = 0
        self.agrees = True
        self.plays = True
        self.changed = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    @property
    def seat(self) -> Seat | None:
        seated = self.client.seated
        return None if seated is None or seated.seat is None else Seat(seated.seat)

    async def sit(self, wish: said.Create | said.Join) -> str:
        """Connect, sit down and stay from now on; returns the table. Raises whatever is in the
        way."""
        await self.client.connect()
        self.client.send(wish)
        self.task = asyncio.create_task(self.listen())
        await self.until(lambda: self.room is not None)
        assert self.room is not None
        return self.room.table

    async def listen(self) -> None:
        async for message in self.client.messages():
            await self.hear(message)
            self.changed.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something holds; it is checked after every message."""
        assert self.task is not None
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self.changed.clear()
                change = asyncio.ensure_future(self.changed.wait())
                await asyncio.wait({change, self.task}, return_when=asyncio.FIRST_COMPLETED)
                change.cancel()
                if self.task.done() and not condition():
                    self.task.result()
                    raise AssertionError(f"{self.client.name}: over after {self.heard[-3:]}")

    async def hear(self, message: Message) -> None:
        attend(self.witness, message, self.seat)
        self.heard = [*self.heard[-50:], message]
        match message:
            case said.Seated():
                assert message.epoch >= self.epoch, "somebody answers for a table that has gone"
                self.epoch = message.epoch
            case said.Room():
                self.room = message
                self.consider(message)
            case said.Update(ask=ask) if ask is not None and self.answered != message.turn:
                if self.plays:
                    self.answered = message.turn
                    choice = self.rng.choice(ask_of(ask).choices)
                    self.sent[self.client.act(message.turn, choice)] = choice
            case said.Done():
                self.done.add(message.id)
            case Lost():
                self.witness.lost()
            case Back():
                self.heard, self.answered = [], -1

    def consider(self, room: said.Room) -> None:
        """Be ready for the next match, and agree to what is asked."""
        if self.seat is None:
            return
        resting = room.phase != "playing" and not room.seals
        if resting and self.plays and not room.players[self.seat].ready:
            self.witness.ready(f"{self.rng.getrandbits(128):032x}")
        wish = room.moving
        if wish is not None and self.agrees and self.seat not in (*wish.agreed, wish.seat):
            self.client.send(said.Consent(True))

    def cut(self) -> None:
        """The line breaks."""
        if self.client._writer is not None:
            self.client._writer.transport.abort()

    async def stop(self) -> None:
        await self.client.close()
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)


class Owner(Guest):
    """The guest whose own machine may have the table."""

    def __init__(self, client: Client, host: Host, seed: object = 0) -> None:
        super().__init__(client, seed)
        self.host = host
        self.taker = Taker(client)
        self.was_named = False

    async def hear(self, message: Message) -> None:
        await self.taker.hear(message)
        await super().hear(message)
        if isinstance(message, said.Room):
            named = self.taker.is_named and self.agrees
            if named and not self.was_named:
                self.taker.agree(self.host)
            self.was_named = named


class Laptop:
    """A host and its owner, in one process."""

    def __init__(self, name: str, folder: Path, seed: object = 0, patience: float = 1e9) -> None:
        self.name = name
        self.folder = folder
        self.seed = seed
        self.patience = patience
        identity = load_or_make(folder)
        limits = Limits(**LOOSE)
        pool = ThreadPoolExecutor(1)
        context = server_context(identity)
        self.host = Host(name, folder, context, limits, pool, identity=identity)
        self.owner: Owner | None = None
        self.port = 0

    @property
    def pin(self) -> bytes:
        return self.host.pin

    async def open(self, port: int = 0) -> int:
        self.port = await self.host.start("127.0.0.1", port)
        return self.port

    def way(self, pin: bytes) -> Way:
        """How this laptop's owner gets to a host, and where the seats there are kept."""
        if pin == self.pin:
            return self.host.dial, Tokens(self.folder / "own-tokens.json")
        return None, Tokens(self.folder / "tokens.json")

    def client(self, pin: bytes, port: int) -> Client:
        dial, tokens = self.way(pin)
        return Client(
            "127.0.0.1" if dial is None else "",
            port if dial is None else 0,
            self.name,
            tokens,
            pin=pin if dial is None else b"",
            patience=self.patience,
            dial=dial,
            way=self.way,
        )

    async def sit(self, pin: bytes, port: int, wish: said.Create | said.Join) -> str:
        """Its owner sits down at some host, perhaps this one."""
        self.owner = Owner(self.client(pin, port), self.host, self.seed)
        return await self.owner.sit(wish)

    async def resume(self, table: str, ports: Sequence[int]) -> None:
        """Its owner comes back to the seat, wherever that was last."""
        own = Tokens(self.folder / "own-tokens.json").at(HERE)
        if table in own:
            await self.sit(self.pin, 0, said.Join(table, own[table]))
            return
        while True:
            seats = Tokens(self.folder / "tokens.json").seats()
            mine = [seat for seat in seats if seat.table == table]
            for seat in sorted(mine, key=lambda seat: -seat.epoch):
                for port in ports:
                    try:
                        pin = bytes.fromhex(seat.host)
                        await self.sit(pin, port, said.Join(table, seat.token))
                        return
                    except OUTAGES:
                        continue
            await asyncio.sleep(0.1)

    async def stop(self) -> None:
        if self.owner is not None:
            await self.owner.stop()
        await self.host.stop()


# ── as a process ────────────────────────────────────────────────────────────────────────────────


async def stay(folder: Path, port: int, name: str, seed: str) -> None:
    """Do what is told, a line at a time, until killed."""
    laptop = Laptop(name, folder, seed)
    await laptop.open(port)
    print("open", laptop.pin.hex(), flush=True)
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    coming: asyncio.Task[Any] | None = None
    while line := (await reader.readline()).decode():
        word, *rest = line.split()
        match word:
            case "create":
                wish = said.Create("robbers", int(rest[0]), pace=0)
                print("table", await laptop.sit(laptop.pin, 0, wish), flush=True)
            case "join":
                pin, at, table = rest
                await laptop.sit(bytes.fromhex(pin), int(at), said.Join(table))
                print("seated", flush=True)
            case "resume":
                table, *ports = rest
                coming = asyncio.create_task(laptop.resume(table, [int(at) for at in ports]))
                coming.add_done_callback(lambda done: done.result())
            case "move" if laptop.owner is not None:
                laptop.owner.client.send(said.Move(int(rest[0])))
            case "cut" if laptop.owner is not None:
                laptop.owner.cut()
    if coming is not None:
        coming.cancel()


class Machine:
    """A laptop that is started, killed and started again."""

    def __init__(self, name: str, folder: Path, seed: object) -> None:
        self.name = name
        self.folder = folder
        self.seed = seed
        self.port = free_port()
        self.pin = b""
        self.process: Process | None = None

    async def start(self) -> None:
        words = ["-m", "tests.net.moves", str(self.folder), str(self.port), self.name]
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, *words, str(self.seed)),
            cwd=ROOT,
            stdin=PIPE,
            stdout=PIPE,
            stderr=(self.folder.parent / f"{self.name}.log").open("ab"),
        )
        self.pin = bytes.fromhex(await self.answer("open"))

    async def answer(self, word: str) -> str:
        assert self.process is not None
        assert self.process.stdout is not None
        line = (await self.process.stdout.readline()).decode().split()
        assert line[:1] == [word], f"{self.name} said {line}, not {word}"
        return line[1] if line[1:] else ""

    def tell(self, *words: object) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.write(f"{' '.join(map(str, words))}\n".encode())

    async def kill(self) -> None:
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        self.process = None


class Probe:
    """A stranger who asks a host again and again whether it answers for a table."""

    def __init__(self, machine: Machine, table: str, seen: Counter[str]) -> None:
        self.machine = machine
        self.table = table
        self.seen = seen
        """How late an epoch anybody has answered with, and how often."""
        self.client: Client | None = None
        self.over = False

    async def run(self) -> None:
        while not self.over:
            client = Client("127.0.0.1", self.machine.port, "Probe", pin=self.machine.pin)
            self.client = client
            with suppress(*OUTAGES):
                await client.connect()
                await self.ask(client)
            await client.close()
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Ask no more. To cancel it is not enough: Python 3.11 loses that at times."""
        self.over = True
        if self.client is not None:
            await self.client.close()

    async def ask(self, client: Client) -> None:
        """One question after the other, each after the answer to the one before."""
        while not self.over:
            known = self.seen["epoch"]
            client._write(said.Join(self.table, watch=True))
            async with asyncio.timeout(PATIENCE):
                answer = await self.answer(client)
            self.seen["asked"] += 1
            if not isinstance(answer, said.Seated):
                return
            self.seen["answered"] += 1
            assert answer.epoch >= known, f"{self.machine.name} answers for what has gone"
            self.seen["epoch"] = max(self.seen["epoch"], answer.epoch)
            await asyncio.sleep(0.02)

    async def answer(self, client: Client) -> Message | None:
        async for message in client._read():
            if isinstance(message, said.Seated | said.Refused | said.Moved | said.Bye):
                return message
        return None


class Evening:
    """Two guests, some laptops, and one table that goes round among these."""

    def __init__(self, folder: Path, seed: int, laptops: int) -> None:
        self.rng = Random(f"moves {seed}")
        self.folder = folder
        self.machines = [Machine(f"Lap{n}", folder / f"lap{n}", seed) for n in range(laptops)]
        self.guests: list[Guest] = []
        self.seats: dict[str, int] = {}
        self.table = ""
        self.counts: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.span = 0.2
        """Seconds that a move takes on this machine."""

    async def run(self, moves: int) -> Counter[str]:
        """Until the table has moved so often."""
        strangers = [Probe(machine, "", self.seen) for machine in self.machines]
        probes: list[asyncio.Task[None]] = []
        try:
            await self.gather()
            for stranger in strangers:
                stranger.table = self.table
                probes.append(asyncio.create_task(stranger.run()))
            while self.epoch < moves:
                try:
                    async with asyncio.timeout(3 * PATIENCE):
                        await self.move()
                except TimeoutError:
                    raise AssertionError(f"nothing goes on: {self.logs()}") from None
                for done in [task for task in probes if task.done()]:
                    done.result()
            await self.check()
        finally:
            for stranger in strangers:
                await stranger.stop()
            await asyncio.wait_for(asyncio.gather(*probes), PATIENCE)
            for guest in self.guests:
                await guest.stop()
            for machine in self.machines:
                await machine.kill()
        self.counts["moves"] = self.epoch
        self.counts["answers to strangers"] = self.seen["answered"]
        self.counts["actions acknowledged"] = sum(len(guest.done) for guest in self.guests)
        return self.counts

    @property
    def epoch(self) -> int:
        return max(self.seen["epoch"], *(guest.epoch for guest in self.guests))

    async def gather(self) -> None:
        first, *others = self.machines
        for machine in self.machines:
            await machine.start()
        first.tell("create", len(self.machines) + 2)
        self.table = await first.answer("table")
        for machine in others:
            machine.tell("join", first.pin.hex(), first.port, self.table)
            await machine.answer("seated")
        for name in ("Ana", "Bo"):
            tokens = Tokens(self.folder / f"{name}.json")
            client = Client("127.0.0.1", first.port, name, tokens, pin=first.pin, patience=1e9)
            guest = Guest(client, self.machines[0].seed)
            await guest.sit(said.Join(self.table))
            self.guests.append(guest)
        room = self.guests[-1].room
        assert room is not None
        self.seats = {player.name: seat for seat, player in enumerate(room.players)}
        assert len(self.seats) == len(self.machines) + 2

    def host_of(self, guest: Guest) -> Machine:
        return next(one for one in self.machines if one.pin == guest.client.pin)

    async def move(self) -> None:
        """Hand the table on at a random moment; things go wrong in the middle of it."""
        rng, guest = self.rng, self.guests[0]
        for _ in range(rng.randrange(12)):
            guest.changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(guest.changed.wait(), 0.2)
        old = self.host_of(guest)
        new = rng.choice([machine for machine in self.machines if machine is not old])
        self.order(self.seats[new.name])
        self.counts["moves ordered"] += 1
        before = self.epoch
        disturbed = rng.random() < 0.75
        if disturbed:
            await asyncio.sleep(rng.random() * 1.6 * self.span)
            await self.disturb(old, new)
        else:
            begun = asyncio.get_running_loop().time()
            with suppress(TimeoutError):
                async with asyncio.timeout(10):
                    await guest.until(lambda: self.epoch > before)
            taken = asyncio.get_running_loop().time() - begun
            self.span = (self.span + min(1.0, taken)) / 2
        await self.settle()
        if disturbed:
            self.counts[
                "disturbed and done" if self.epoch > before else "disturbed and undone"
            ] += 1

    def order(self, seat: int) -> None:
        """Whoever keeps the table says where it goes."""
        room = self.guests[0].room
        assert room is not None
        if room.keeper is None:
            return
        keeper = room.players[room.keeper].name
        for guest in self.guests:
            if guest.client.name == keeper:
                guest.client.send(said.Move(seat))
        for machine in self.machines:
            if machine.name == keeper:
                machine.tell("move", seat)

    async def disturb(self, old: Machine, new: Machine) -> None:
        """Kill a process or two, or cut lines."""
        rng = self.rng
        what = rng.choice(("old", "old", "new", "new", "both", "lines", "lines"))
        if what == "lines":
            self.counts["lines cut"] += 1
            rng.choice((lambda: new.tell("cut"), self.guests[0].cut, self.guests[1].cut))()
            return
        killed = [old, new] if what == "both" else [old if what == "old" else new]
        rng.shuffle(killed)
        for machine in killed:
            await machine.kill()
            self.counts["processes killed"] += 1
        for machine in rng.sample(killed, len(killed)):
            await asyncio.sleep(rng.random() ** 2 * 0.3)
            await machine.start()
            machine.tell("resume", self.table, *(other.port for other in self.machines))

    async def settle(self) -> None:
        """Wait until everybody is at the table again, each on their own seat."""
        for guest in self.guests:

            def is_whole(guest: Guest = guest) -> bool:
                room, writer = guest.room, guest.client._writer
                if room is None or writer is None or writer.is_closing():
                    return False
                names = {player.name: seat for seat, player in enumerate(room.players)}
                assert names == self.seats, f"seats are lost: {names}"
                kinds = {player.kind for player in room.players}
                assert kinds == {"person"}, "somebody's seat was given away"
                away = any(player.away for player in room.players)
                return any(isinstance(one, said.Room) for one in guest.heard) and not away

            try:
                await guest.until(is_whole)
            except TimeoutError:
                told = [str(one)[:300] for one in guest.heard[-6:]]
                away = guest.room and [one.name for one in guest.room.players if one.away]
                who = f"away {away}, {guest.client.name} heard {told}"
                raise AssertionError(f"somebody is not back: {who} {self.logs()}") from None
            assert guest.witness.accusation == "", guest.witness.accusation

    def logs(self) -> str:
        """The last that the machines had to say."""
        files = sorted(self.folder.glob("*.log"))
        return " ".join(f"{file.name}: {file.read_text()[-2000:]}" for file in files)

    async def check(self) -> None:
        """All that was acknowledged is on the one disk that has the table."""
        host = self.host_of(self.guests[0])
        for machine in self.machines:
            await machine.kill()
        held = [one for one in self.machines if self.journal(one).exists()]
        gone = {one.name for one in held} - {host.name}
        for machine in held:  # killed before it could delete what it had handed over
            if machine.name in gone:
                _, happened = on_disk(machine.folder, self.table)
                assert epoch_of(happened) < self.epoch, "two machines have the table"
        _, happened = on_disk(host.folder, self.table)
        assert epoch_of(happened) == self.epoch, "the table is older than it was"
        done = [f for f in happened if isinstance(f, facts.Act | facts.Hold) and f.action >= 0]
        ids = [fact.action for fact in done]
        assert len(ids) == len(set(ids)), "an action was done twice"
        for guest in self.guests:
            own = {f.action: Choice(f.verb, f.value) for f in done if f.seat == guest.seat}
            assert guest.done <= own.keys(), "an acknowledged action is lost"
            assert own.items() <= guest.sent.items(), "an action was done that nobody sent"

    def journal(self, machine: Machine) -> Path:
        return machine.folder / "tables" / f"{self.table}.journal"


def epoch_of(happened: Sequence[facts.Fact]) -> int:
    """How often a table had moved when its journal ends."""
    return max((fact.epoch for fact in happened if isinstance(fact, facts.Moved)), default=0)


def moved_evening(seed: int, moves: int, laptops: int = 2) -> Counter[str]:
    """A table that moves so often while everything is killed; what was counted."""
    with TemporaryDirectory(prefix="moves-") as folder:
        try:
            return asyncio.run(Evening(Path(folder), seed, laptops).run(moves))
        except Exception as broken:
            raise AssertionError(f"seed {seed}: {broken!r}") from broken


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(stay(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]))
