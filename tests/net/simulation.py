"""A whole evening from one seed: a table, its people and bots, and everything that can go wrong.

There is no clock and no socket: time passes when the simulation says so. People drop and come back,
say things twice or too late, the disk refuses, the host is killed and starts again from its facts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any

from engine.core import Choice, Seat
from engine.games import GAMES
from engine.play import asks, view
from engine.proof import seal_of
from net import facts
from net import messages as said
from net.facts import Fact
from net.lasting import Opening
from net.messages import Message
from net.present import Peer
from net.refusal import Refusal
from net.table import Table
from net.windows import Due
from net.wire import pack

STEPS = 4_000


@dataclass(slots=True)
class Person:
    """A player with a client that believes only what it was told."""

    name: str
    secret: bytes
    seat: Seat | None = None
    peer: Peer | None = None
    update: said.Update | None = None
    unanswered: list[said.Act] = field(default_factory=list)
    done: set[int] = field(default_factory=set)


class Evening:
    """One table from its opening to the end of a match."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"evening {seed}")
        rng = self.rng
        seats = rng.randrange(3, 7)
        self.opening = Opening(
            table="evening1",
            game="wolfmoon",
            version=GAMES["wolfmoon"].version,
            seats=seats,
            options={"length": "round"},
            title="An evening",
            level="random",
        )
        self.table = Table.opened(self.opening, self.draw)
        self.facts: list[Fact] = []
        self.actions: set[int] = set()
        """What was done, by its id, as far as it is on disk."""
        self.history = sha256()
        self.peers = 0
        self.kills = 0
        self.people = [
            Person(f"P{number}", rng.randbytes(32)) for number in range(rng.randrange(1, seats + 1))
        ]

    def draw(self) -> bytes:
        return self.rng.randbytes(32)

    # ── what the host does ──────────────────────────────────────────────────────────────────────

    def change(self, work: Any, person: Person | None = None, action: int | None = None) -> None:
        """Do it as the host does: to a copy, onto the disk, and only then for all to see."""
        draft = self.table.copy()
        try:
            work(draft)
        except Refusal as refusal:
            if person is not None:
                self.hear(person, said.Refused(refusal.why, id=action))
            return
        if draft.facts and self.rng.random() < 0.02:
            return  # the disk refuses: nothing has happened
        self.keep(draft.facts)
        self.table = draft
        for peer, message in draft.out:
            self.history.update(pack(message))
            for receiver in self.people:
                if receiver.peer == peer:
                    self.hear(receiver, message)

    def keep(self, happened: list[Fact]) -> None:
        """Write facts to the disk; no action may be done twice."""
        self.facts += happened
        for fact in happened:
            if isinstance(fact, facts.Act | facts.Hold) and fact.action >= 0:
                assert fact.action not in self.actions, "an action was done twice"
                self.actions.add(fact.action)

    def hear(self, person: Person, message: Message) -> None:
        match message:
            case said.Update():
                person.update = message
            case said.Done():
                person.done.add(message.id)
                person.unanswered = [act for act in person.unanswered if act.id != message.id]
            case said.Refused() if message.id is not None:
                person.unanswered = [act for act in person.unanswered if act.id != message.id]

    # ── what can happen ─────────────────────────────────────────────────────────────────────────

    def run(self) -> None:
        """Until the match is over."""
        self.change(lambda draft: draft.do(facts.Secret(self.draw().hex())))
        self.gather()
        for _ in range(STEPS):
            if self.table.lasting.phase == "over":
                self.check()
                return
            self.rng.choice(HAPPENINGS)(self)
            self.check_promises()
        raise AssertionError(f"no end after {STEPS} happenings")

    def gather(self) -> None:
        """Until a match is on."""
        while self.table.lasting.phase != "playing":
            for person in self.people:
                self.arrive(person)
            if all(person.seat is not None for person in self.people):
                self.get_ready()

    def new_peer(self) -> Peer:
        self.peers += 1
        return Peer(self.peers)

    def arrive(self, person: Person) -> None:
        """Sit down, or come back to a seat."""
        if person.peer is not None:
            return
        peer = self.new_peer()
        if person.seat is None:

            def sit(draft: Table) -> None:
                seat = draft.sit(peer, person.name, sha256(person.secret).digest())
                draft.out.append((peer, said.Seated("evening1", seat)))

            person.peer = peer
            self.change(sit)
            person.seat = self.table.seat_of(peer)
            person.peer = peer if person.seat is not None else None
            return
        seat = person.seat
        person.peer = peer

        def come_back(draft: Table) -> None:
            draft.come_back(peer, seat, sha256(person.secret).digest())
            draft.show(peer, seat)

        self.change(come_back)
        if self.table.seat_of(peer) != seat:
            person.peer = None
            return
        for act in list(person.unanswered):
            self.say(person, act)

    def get_ready(self) -> None:
        """Everybody seals a number and opens it, unless something comes in between."""
        nonces = {person.name: self.rng.randbytes(16).hex() for person in self.people}
        promised = self.table.commitment
        for person in self.people:
            seal = seal_of(promised, person.seat or 0, nonces[person.name])
            self.tell(person, said.Ready(promised, seal))
        self.tell(
            next(person for person in self.people if person.seat == self.table.lasting.keeper),
            said.Start(),
        )
        for person in self.people:
            if self.rng.random() < 0.05:
                self.rng.choice((Evening.drop, Evening.crash, Evening.wait))(self)
            self.arrive(person)
            self.tell(person, said.Open(nonces[person.name]))
        if self.table.lasting.is_opening and self.table.due():
            self.wait()

    def tell(self, person: Person, message: Message) -> None:
        peer = person.peer
        if peer is not None:
            self.change(lambda draft: draft.hear(peer, message))

    def act(self) -> None:
        """Somebody answers: correctly, out of turn, too late, or with something not on offer."""
        person = self.rng.choice(self.people)
        if person.peer is None or person.update is None:
            return
        ask = person.update.ask
        choice = self.rng.choice(ask.choices) if ask is not None else Choice("draw")
        if self.rng.random() < 0.05:
            choice = Choice("guess", 99)
        act = said.Act(person.update.turn, self.rng.getrandbits(60), choice.verb, choice.value)
        person.unanswered.append(act)
        if self.rng.random() < 0.9:  # otherwise the line swallows it, and it is said again later
            self.say(person, act)
            if self.rng.random() < 0.2:
                self.say(person, act)

    def say(self, person: Person, act: said.Act) -> None:
        peer = person.peer
        if peer is not None:
            self.change(lambda draft: draft.hear(peer, act), person, act.id)

    def repeat(self) -> None:
        person = self.rng.choice(self.people)
        for act in list(person.unanswered):
            self.say(person, act)

    def drop(self) -> None:
        """A line goes dead."""
        person = self.rng.choice(self.people)
        if person.peer is not None:
            peer, person.peer = person.peer, None
            draft = self.table.copy()
            draft.present.forget(peer)
            self.table = draft

    def come(self) -> None:
        self.arrive(self.rng.choice(self.people))

    def wait(self) -> None:
        """Time passes: something that was due happens."""
        dues = self.table.due()
        if not dues:
            return
        due = self.rng.choice(dues)
        if due.kind == "bot":
            self.let_bot_answer(due)
        else:
            self.change(lambda draft: draft.lapse(due))

    def let_bot_answer(self, due: Due) -> None:
        shown = view(self.table.lasting.game, self.table.lasting.state, due.seat)
        assert shown.ask is not None
        choice = self.rng.choice(shown.ask.choices)
        self.change(lambda draft: draft.bot_answers(due, choice))

    def crash(self) -> None:
        """The host is killed, and a new one is made from what is on disk."""
        self.kills += 1
        for person in self.people:
            person.peer = None
        self.table = recovered(self.opening, self.facts, self.draw)

    # ── what must hold ──────────────────────────────────────────────────────────────────────────

    def check_promises(self) -> None:
        """Every acknowledged action is on disk."""
        for person in self.people:
            assert person.done <= self.actions, "an acknowledged action is lost"

    def check(self) -> None:
        again = recovered(self.opening, self.facts, self.draw)
        assert again.lasting.state == self.table.lasting.state, "the facts lead to another game"
        assert again.lasting.phase == self.table.lasting.phase
        assert not asks(self.table.lasting.state)


HAPPENINGS = (
    *(Evening.act,) * 16,
    *(Evening.wait,) * 16,
    *(Evening.come,) * 6,
    *(Evening.drop,) * 2,
    *(Evening.repeat,) * 2,
    Evening.crash,
)


def recovered(opening: Opening, happened: list[Fact], draw: Any) -> Table:
    """The table that these facts lead to."""
    table = Table.opened(opening, draw)
    for fact in happened:
        table.do(fact)
    return table


def play(seed: int) -> Evening:
    """An evening from its opening to its end; a failure names the seed."""
    played = Evening(seed)
    try:
        played.run()
    except AssertionError as broken:
        raise AssertionError(f"seed {seed}: {broken}") from broken
    return played


def history(seed: int) -> str:
    """The fingerprint of all that was said during an evening."""
    return play(seed).history.hexdigest()


def evening(seed: int) -> tuple[int, int]:
    """How often the host was killed in one evening, and how many acknowledged actions it kept."""
    played = play(seed)
    return played.kills, sum(len(person.done) for person in played.people)
