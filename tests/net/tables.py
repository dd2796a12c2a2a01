"""Tables for tests: one without a host, a quick clock, and players who answer by a seed."""

from __future__ import annotations

import asyncio
import selectors
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.core import Choice, Event, Seat
from engine.games import GAMES
from engine.play import asks, view
from engine.proof import verify
from engine.record import from_text, replay, to_text
from net import facts
from net import messages as said
from net.client import Back, Client, Lost, ask_of, event_of
from net.facts import Fact
from net.host import lost
from net.journal_format import read
from net.lasting import Opening
from net.messages import Message
from net.present import Peer
from net.refusal import Refusal
from net.table import Table
from net.windows import Due
from net.wire import pack, unpack
from net.witness import Witness
from tests.net.visitors import Visitor

T = TypeVar("T")

HASTE = 50
"""How many times faster than usual the clock of `quickly` runs."""
PATIENCE = 60.0 * HASTE
"""After how many seconds on that clock a game has failed."""
UNHURRIED: dict[str, Any] = {
    "rate": 1e9,
    "burst": 1e9,
    "hello": PATIENCE,
    "frame": PATIENCE,
    "ping": PATIENCE,
    "dead": PATIENCE,
    "stalled": PATIENCE,
    "asleep": PATIENCE,
}
"""Limits for games that are about something else, and run on a quick clock."""


# ── a table without a host ──────────────────────────────────────────────────────────────────────


def opening(seats: int, **changes: Any) -> Opening:
    """How tables are opened in tests."""
    usual = Opening(
        table="moon1234",
        game="wolfmoon",
        version=GAMES["wolfmoon"].version,
        seats=seats,
        options={"length": "round"},
        title="Moon",
        level="random",
    )
    return replace(usual, **changes)


class Parlour:
    """A table without a host: whatever is said to it is done at once, as a host would do it."""

    def __init__(self, *names: str, seats: int = 0, seed: int = 0, **changes: Any) -> None:
        """With people of these names at it; the first keeps the table."""
        self.rng = Random(f"parlour {seed}")
        self.opening = opening(seats or len(names), **changes)
        self.table = Table.opened(self.opening, self.draw)
        self.facts: list[Fact] = []
        self.heard: dict[Peer, list[Message]] = defaultdict(list)
        self.peers = count(1)
        self.ids = count(1)
        self.witnesses: dict[Peer, Witness] = {}
        """What opens a player's seals; whoever is taken out of here does not open."""
        self.said: list[tuple[Peer, Message]] = []
        """What witnesses want to say as soon as everybody has heard what was said before."""
        self.do(lambda draft: draft.do(facts.Secret(self.draw().hex())))
        self.people = [self.sit(name) for name in names]

    def draw(self) -> bytes:
        return self.rng.randbytes(32)

    def do(self, work: Callable[[Table], None]) -> str:
        """Do something to a copy, which becomes the table; returns why it was refused, or ""."""
        draft = self.table.copy()
        try:
            work(draft)
        except Refusal as refusal:
            return refusal.why
        self.facts += draft.facts
        self.table = draft
        for peer, message in draft.out:
            self.heard[peer].append(message)
            if peer in self.witnesses:
                attend(self.witnesses[peer], message, draft.seat_of(peer))
        self.speak()
        return ""

    def enter(self, witness: Witness | None = None) -> Peer:
        """A new line, with a witness at its end: a new one, or somebody's who was here before."""
        peer = Peer(next(self.peers))
        self.witnesses[peer] = witness or Witness(print)
        self.witnesses[peer].send = lambda message: self.said.append((peer, message))
        return peer

    def speak(self) -> None:
        while self.said:
            self.say(*self.said.pop(0))

    def ready(self, peer: Peer, nonce: str = "") -> None:
        """Somebody is ready, with a number to seal."""
        self.witnesses[peer].ready(nonce or self.rng.randbytes(16).hex())
        self.speak()

    def sit(self, name: str) -> Peer:
        """Somebody new takes a seat, if there is one."""
        peer = self.enter()
        self.do(lambda draft: sit(draft, peer, name))
        return peer

    def watch(self, name: str) -> Peer:
        peer = self.enter()
        self.do(lambda draft: come_to_watch(draft, peer, name))
        return peer

    def drop(self, peer: Peer) -> None:
        """Somebody's line goes dead."""
        if peer in self.witnesses:
            self.witnesses[peer].lost()
        self.do(lambda draft: lost(draft, peer))

    def back(self, seat: int, witness: Witness | None = None) -> Peer:
        """The owner of a seat returns to it."""
        peer = self.enter(witness)
        self.do(lambda draft: come_back(draft, peer, Seat(seat), self.draw()))
        return peer

    def say(self, peer: Peer, message: Message) -> str:
        """Say something; returns why it was refused, or ""."""
        return self.do(lambda draft: draft.hear(peer, message))

    def deal(self) -> None:
        """Everybody is ready, and the keeper says so."""
        for peer in self.people:
            self.ready(peer)
        if self.table.lasting.phase != "playing":
            keeper = self.table.lasting.keeper
            assert keeper is not None
            self.say(self.peer(keeper), said.Start())

    def lay(self, state: Any) -> None:
        """Play on from a written-down position."""
        lasting = self.table.lasting
        lasting.state, lasting.phase, lasting.turn = state, "playing", 1
        lasting.cast = lasting.people()
        lasting.asked = frozenset(ask.seat for ask in asks(state))
        for seat in lasting.asked:
            lasting.chairs[seat] = lasting.chairs[seat]._replace(asked=1)

    def act(self, choice: Choice, seat: int | None = None) -> str:
        """Whoever is asked gives this answer, or another seat does."""
        peer = self.peer(self.asked if seat is None else seat)
        return self.say(peer, said.Act(self.table.lasting.turn, next(self.ids), *choice))

    def peer(self, seat: int) -> Peer:
        """The connection of whoever has the seat."""
        return self.table.present.seated[Seat(seat)]

    def play(self, *choices: Choice) -> None:
        """Answers one after the other, each from whoever is asked."""
        for choice in choices:
            assert self.act(choice) == ""

    @property
    def asked(self) -> Seat:
        return asks(self.table.lasting.state)[0].seat

    def due(self, kind: str) -> Due | None:
        return next((due for due in self.table.due() if due.kind == kind), None)

    def lapse(self, kind: str) -> None:
        """What is due happens: a bot answers at random, or time is up."""
        due = self.due(kind)
        assert due is not None, f"no {kind} is due, only {self.table.due()}"
        if kind != "bot":
            self.do(lambda draft: draft.lapse(due))
            return
        ask = view(self.table.lasting.game, self.table.lasting.state, due.seat).ask
        assert ask is not None
        choice = self.rng.choice(ask.choices)
        self.do(lambda draft: draft.bot_answers(due, choice))

    def go_on(self) -> None:
        """One answer, from whoever has to give it."""
        for kind in ("bot", "window"):
            if self.due(kind) is not None:
                self.lapse(kind)
                return
        ask = asks(self.table.lasting.state)[0]
        assert self.act(self.rng.choice(ask.choices)) == ""

    def play_out(self) -> None:
        """Play to the end of the match."""
        while self.table.lasting.phase == "playing":
            self.go_on()

    def recovered(self) -> Table:
        """The table that a new host makes from the facts."""
        return recovered(self.opening, self.facts)

    def last(self, peer: Peer, kind: type[T]) -> T:
        """The last message of a kind that a connection got."""
        return [message for message in self.heard[peer] if isinstance(message, kind)][-1]


def sit(draft: Table, peer: Peer, name: str) -> None:
    """Seat somebody as a host does."""
    seat = draft.sit(peer, name, sha256(name.encode()).digest())
    draft.out.append((peer, said.Seated(draft.opening.table, seat)))
    draft.tell_room()


def come_to_watch(draft: Table, peer: Peer, name: str) -> None:
    """Let a watcher in as a host does."""
    draft.watch(peer, name)
    draft.tell_room()
    draft.show(peer, None)


def come_back(draft: Table, peer: Peer, seat: Seat, token: bytes) -> None:
    """Let somebody in again as a host does."""
    draft.come_back(peer, seat, token)
    draft.tell_room()
    draft.show(peer, seat)


def attend(witness: Witness, message: Message, seat: Seat | None) -> None:
    """A witness takes in what was said, as a client lets it."""
    match message:
        case said.Room():
            witness.look(message, seat)
        case said.Update():
            witness.hear(message.first, [event_of(event) for event in message.events])
        case said.Proof(more=False):
            witness.check(from_text(message.record))


def recovered(opening: Opening, happened: list[Fact]) -> Table:
    """The table that these facts lead to."""
    table = Table.opened(opening, lambda: bytes(32))
    for fact in happened:
        table.do(fact)
    return table


# ── time, quickly ───────────────────────────────────────────────────────────────────────────────


class QuickSelector(selectors.DefaultSelector):
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(None if timeout is None else timeout / HASTE)


class QuickLoop(asyncio.SelectorEventLoop):
    """A loop whose clock runs quickly: windows and grace periods are short, in proportion."""

    def __init__(self) -> None:
        super().__init__(QuickSelector())

    def time(self) -> float:
        return super().time() * HASTE


def quickly(work: Coroutine[Any, Any, T]) -> T:
    """Run something by the quick clock."""
    with asyncio.Runner(loop_factory=QuickLoop) as runner:
        return runner.run(asyncio.wait_for(work, PATIENCE))


# ── players ─────────────────────────────────────────────────────────────────────────────────────


def answer_of(seed: int, seat: int, turn: int, choices: tuple[Choice, ...]) -> Choice:
    """What the player on a seat answers in a turn; nothing else decides it."""
    return Random(f"{seed} {seat} {turn}").choice(choices)


@dataclass(slots=True)
class Player:
    """Somebody with a client, who answers by a seed and keeps what matters of what is said."""

    client: Client
    seed: int
    pause: float = 0.0
    """How many seconds an answer takes; a host accepts a limited number of frames a second."""
    room: said.Room | None = None
    update: said.Update | None = None
    history: list[Event] = field(default_factory=list)
    answered: int = -1
    """The turn of the question that was answered last."""
    sent: dict[int, Choice] = field(default_factory=dict)
    done: set[int] = field(default_factory=set)
    refused: dict[int, str] = field(default_factory=dict)
    proof: said.Proof | None = None
    witness: Witness = field(init=False)
    farewell: str = ""
    losses: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.witness = Witness(self.client.send)

    @property
    def seat(self) -> Seat:
        assert self.client.seated is not None
        assert self.client.seated.seat is not None
        return Seat(self.client.seated.seat)

    async def play(self) -> None:
        """Play until the host shows its secret, or hangs up."""
        async for message in self.client.messages():
            self.hear(message)
            self.changed.set()
            if self.proof is not None:
                return

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something holds; it is checked after every message, while `play` runs."""
        while not condition():
            self.changed.clear()
            await self.changed.wait()

    def hear(self, message: Message) -> None:
        attend(self.witness, message, self.seat)
        match message:
            case said.Room():
                self.room = message
                self.get_ready(message)
            case said.Update():
                self.take(message)
            case said.Done():
                self.done.add(message.id)
            case said.Refused() if message.id is not None:
                self.refused[message.id] = message.why
                assert message.why in ("late", "not_asked", "not_playing", "no_table"), message
                if message.why == "no_table":  # it overtook the return to the seat
                    self.answered = -1
            case said.Proof():
                self.proof = message
                assert self.witness.accusation == "", self.witness.accusation
            case said.Bye():
                self.farewell = message.why
            case Lost():
                self.losses += 1
                self.witness.lost()
            case Back():
                self.update = None

    def get_ready(self, room: said.Room) -> None:
        resting = room.phase == "lobby" and not room.seals
        if resting and not room.players[self.seat].ready:
            self.witness.ready(f"{self.seed:016x}{self.seat:016x}")

    def take(self, update: said.Update) -> None:
        """Look at the game, and answer what is asked, once."""
        events = [event_of(event) for event in update.events]
        first, told = update.first, self.history
        assert first <= len(told), f"events {len(told)} to {first} were never told"
        assert told[first : first + len(events)] == events[: len(told) - first], "told otherwise"
        self.history = told[:first] + events if len(told) < first + len(events) else told
        self.update = update
        if update.ask is not None and self.answered != update.turn:
            self.answered = update.turn
            choices = ask_of(update.ask).choices
            choice = answer_of(self.seed, self.seat, update.turn, choices)
            loop = asyncio.get_running_loop()
            loop.call_later(self.pause, self.answer, update.turn, choice)

    def answer(self, turn: int, choice: Choice) -> None:
        self.sent[self.client.act(turn, choice)] = choice


async def play_out(visitor: Visitor) -> None:
    """Answer at random until the host shows its secret."""
    rng, answered = Random(0), -1
    while not isinstance(visitor.heard[-1], said.Proof):
        update = visitor.update
        if update is not None and update.ask is not None and update.turn != answered:
            answered = update.turn
            verb, value = rng.choice(ask_of(update.ask).choices)
            visitor.say(said.Act(answered, next(visitor.numbers), verb, value))
        await visitor.hear()


async def sit_down(port: int, names: Sequence[str], wish: said.Create, seed: int) -> list[Player]:
    """People at a host's new table, none of them ready yet."""
    players: list[Player] = []
    for name in names:
        client = Client("127.0.0.1", port, name, tls=False, patience=PATIENCE, silence=PATIENCE)
        await connect(client)
        first = players[0].client.seated if players else None
        client.send(wish if first is None else said.Join(first.table))
        player = Player(client, seed)
        async for message in client.messages():
            if isinstance(message, said.Seated):
                break
            assert not isinstance(message, said.Refused), message
        players.append(player)
    return players


async def connect(client: Client) -> None:
    """Say hello, if need be more than once: on a busy machine the quick clock overtakes it."""
    while client.welcome is None:
        with suppress(TimeoutError):
            await client.connect()


def on_disk(folder: Path, table: str) -> tuple[Opening, list[Fact]]:
    """How a table was opened and what happened there, according to a host's disk."""
    file = folder / "tables" / f"{table}.journal"
    with file.open("rb") as journal:
        _, (header, *entries) = read(journal, file.stat().st_size)
    return Opening.of(header), [facts.read(written) for _, *written in entries]


def check_accounts(opening: Opening, happened: list[Fact], players: Sequence[Player]) -> None:
    """After a match: nothing is lost or done twice, and everybody saw the one game there was."""
    done = [f for f in happened if isinstance(f, facts.Act | facts.Hold) and f.action >= 0]
    ids = [fact.action for fact in done]
    assert len(ids) == len(set(ids)), "an action was done twice"
    for player in players:
        own = {f.action: Choice(f.verb, f.value) for f in done if f.seat == player.seat}
        assert player.done <= own.keys(), "an acknowledged action is lost"
        assert own.items() <= player.sent.items(), "an action was done that nobody sent"
    table = recovered(opening, happened)
    assert table.lasting.last is not None
    verify(GAMES, table.lasting.last)
    state = replay(table.lasting.game, table.lasting.last)
    for player in players:
        assert player.proof is not None
        assert player.proof.record == to_text(table.lasting.last), "shown another record"
        assert player.history == [event.told_to(player.seat) for event in state.events]
        assert player.update is not None
        assert player.update.state == shown_to(table, player.seat), "left with another view"


def shown_to(table: Table, seat: Seat) -> Any:
    """What a seat is shown of a game, as it comes over the line."""
    draft = table.copy()
    draft.show(Peer(1), seat)
    ((_, update),) = draft.out
    return unpack(pack(update)[4:], said.ANY_FROM_HOST).state
