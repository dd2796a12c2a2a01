"""The words that every game speaks: seats, choices, questions, events, steps and views.

A game is a state with a stack `todo` of steps: small frozen records of what is still to happen.
A step either needs nobody (`Auto`) or asks (`Question`). There is no other control flow: no phase
variable, no flags, no closures. Four rules keep it honest:

1. Steps hold only what the whole table knows; hidden cards stay in the zones of the state.
2. One question, one operand: an answer is a `Choice` of a verb and at most one value.
3. A window opens whether or not it can be used, so that being asked gives nothing away.
4. Every decision is a finite list of choices, so that people, bots, fuzzers and records share it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Generic, NamedTuple, NewType, Protocol, Self, TypeVar, dataclass_transform

Seat = NewType("Seat", int)

T = TypeVar("T")

HIDDEN = -1
"""Stands in a view for a card that its seat may not see."""


class IllegalChoice(ValueError):
    """An answer that was not on offer; the sentence is fit to be shown to a player."""


class Choice(NamedTuple):
    """One answer: a verb and at most one operand. Printed, it can be pasted into `parse`."""

    verb: str
    value: int = 0

    def __str__(self) -> str:
        return f"{self.verb} {int(self.value)}"

    @classmethod
    def parse(cls, text: str) -> Choice:
        """The choice that a text such as "aim 2" means. Raises `IllegalChoice`."""
        verb, _, value = text.strip().partition(" ")
        try:
            return cls(verb, int(value or 0))
        except ValueError:
            raise IllegalChoice('A choice is a verb and a number, such as "aim 2".') from None


BACK = Choice("back")
"""Takes back what was begun and is not yet binding, in every game."""


class Ask(NamedTuple):
    """A question that the table is waiting on."""

    seat: Seat
    prompt: str
    """A message key; the client words it in the player's language."""
    choices: tuple[Choice, ...]
    window: str = ""
    """One of the game's `windows`, which the host keeps open for its time. None: the host waits.
    "rest": between rounds, when no clock runs."""
    other: Seat | None = None
    """The seat that the question is about."""
    number: int = 0
    """What it is about: a card or a value, as the prompt says."""


class Blocked(NamedTuple):
    """A choice that a player might expect, and the message key that says why it is not on offer."""

    choice: Choice
    reason: str


class Event(NamedTuple):
    """What happened, and who saw the cards it happened to.

    Two kinds mean the same in every game: `round` begins a round and gives its `number`; a kind
    that begins with `won_` ends it, and its `number` has a bit for every seat that won.
    """

    kind: str
    """A message key; the client words it in the player's language."""
    seat: Seat | None = None
    other: Seat | None = None
    cards: tuple[int, ...] = ()
    number: int = 0
    seen_by: tuple[Seat, ...] | None = None
    """The seats that see `cards`; None: everyone."""

    def shown_to(self, seat: Seat | None) -> bool:
        """Whether a seat (None: a spectator) saw the cards."""
        return self.seen_by is None or seat in self.seen_by

    def told_to(self, seat: Seat | None) -> Event:
        """The event as one seat (None: a spectator) is told of it."""
        if self.shown_to(seat):
            return self
        hidden = (HIDDEN,) * len(self.cards)
        return new_event((self.kind, self.seat, self.other, hidden, self.number, self.seen_by))


def this_round(events: Sequence[Event]) -> Sequence[Event]:
    """What has been told since the round began."""
    for number in range(len(events) - 1, -1, -1):
        if events[number].kind == "round":
            return events[number:]
    return events


class Outcome(NamedTuple):
    """How a game ended."""

    reason: str
    """What decided its last round: the kind of its `won_` event, without that word."""
    winners: tuple[Seat, ...]
    """Who won the whole game: one seat, several together, or nobody."""


@dataclass_transform(frozen_default=True)
def step(kind: type[T]) -> type[T]:
    """Make a step a record. It never changes once made, and the type checker sees to that: a
    dataclass frozen at run time takes 2.5 times as long to make, and games make many."""
    return dataclass(slots=True, unsafe_hash=True)(kind)


class Step:
    """Something that is still to happen. Holds only what the whole table knows."""

    __slots__ = ()


class State(Protocol):
    """What the engine needs of a game's state; the zones are the game's own."""

    todo: list[Step]
    """What is still to happen; the next step is the last of the list."""
    seed: bytes
    """Where all chance comes from; empty in a view."""
    events: list[Event] | None
    """Everything that happened; None switches events off, for playouts."""

    def copy(self) -> Self: ...


new_event = partial(tuple.__new__, Event)
"""A shortcut that makes an `Event`: games tell a lot."""


class Eventful:
    """A state that tells its table what happens."""

    __slots__ = ()
    events: list[Event] | None

    def emit(
        self,
        kind: str,
        seat: Seat | None = None,
        other: Seat | None = None,
        cards: tuple[int, ...] = (),
        number: int = 0,
        seen_by: tuple[Seat, ...] | None = None,
    ) -> None:
        """Tell the table what happened."""
        if self.events is not None:
            self.events.append(new_event((kind, seat, other, cards, number, seen_by)))


S = TypeVar("S", bound=State)


class Auto(Step, Generic[S]):
    """A step that needs nobody."""

    __slots__ = ()

    def run(self, state: S, /) -> None:
        raise NotImplementedError


class Question(Step, Generic[S]):
    """A step that needs an answer, as a rule from one seat."""

    __slots__ = ()

    def asks(self, state: S, /) -> tuple[Ask, ...]:
        """The question as put to one seat, or to several at once."""
        raise NotImplementedError

    def chosen(self, state: S, choice: Choice, /) -> None:
        """Do what the answer says; the question has already left the stack."""
        raise NotImplementedError

    def answer(self, state: S, seat: Seat, choice: Choice, /) -> None:
        """Take one seat's answer; a question put to several seats overrides it."""
        state.todo.pop()
        self.chosen(state, choice)

    def default(self, state: S, seat: Seat, /) -> Choice:
        """What a seat's silence means at the end of a window."""
        return next(ask for ask in self.asks(state) if ask.seat == seat).choices[0]

    def overdue(self, state: S, seat: Seat, /) -> Choice | None:
        """What is done for a seat whose time is up; None: a bot answers for it."""
        return None

    def blocked(self, state: S, /) -> Iterable[Blocked]:
        """Choices that a player might miss, with the reason."""
        return ()


READY = Choice("ready")


@step
class NextRound(Question[Any]):
    """Put to every seat between rounds; the game goes on when all are ready."""

    waiting: tuple[Seat, ...]

    def asks(self, state: State, /) -> tuple[Ask, ...]:
        return tuple(Ask(seat, "next_round", (READY,), "rest") for seat in self.waiting)

    def answer(self, state: State, seat: Seat, choice: Choice, /) -> None:
        state.todo.pop()
        waiting = tuple(other for other in self.waiting if other != seat)
        if waiting:
            do(state, NextRound(waiting))


@dataclass(frozen=True, slots=True)
class View(Generic[S]):
    """A state with holes, as one seat (None: a spectator) may know it. Made by `play.view` only."""

    seat: Seat | None
    state: S
    ask: Ask | None
    """The question that this seat is asked."""
    blocked: tuple[Blocked, ...]
    """What the question does not offer, and why."""
    waiting: tuple[Ask, ...]
    """Every question the table waits on, without its choices."""


class Bot(Protocol[S]):
    """Somebody who answers from a seat's view alone."""

    def choose(self, view: View[S], /) -> Choice: ...


class Idea(NamedTuple):
    """A way to go on: a seat's next choices, and how likely they are to win the round."""

    choices: tuple[Choice, ...]
    chance: float


class Reason(NamedTuple):
    """What tells the best idea apart from another one, in numbers. They come from the same imagined
    tables that weighed the ideas; what a kind means is said where the game finds it."""

    kind: str
    """A message key."""
    seat: Seat | None = None
    """Whom it is about."""
    cards: tuple[int, ...] = ()
    best: float = 0.0
    """A chance, or points: with the best idea."""
    other: float = 0.0
    """The same with the other one."""
    number: int = 0
    against: bool = False
    """Whether it speaks for the other one."""


class Advice(NamedTuple):
    """What somebody who remembers everything would think of a question."""

    ideas: tuple[Idea, ...]
    """The best way to go on for each first choice, best first."""
    hit: float = 0.0
    """How likely the best one is to do what it is meant to; 0: that cannot be said."""
    reasons: tuple[Reason, ...] = ()
    """What tells the best one apart from the choice that was asked about, or else from the next
    best: what matters most comes first."""
    asked_hit: float = 0.0
    """How likely the choice that was asked about is to do what it is meant to; 0: that cannot be
    said, or nothing was asked about."""


class Insight(NamedTuple):
    """What somebody who remembers everything could work out by counting, in numbers."""

    odds: Any = None
    """How likely each hidden thing is, in the shape that the game's `insight` describes; None:
    nothing is hidden, or nobody could tell."""
    tallies: Mapping[Choice, float] = {}
    """How likely each choice is to come true: a guess is right, a vote hits a werewolf."""


NO_INSIGHT = Insight()


class Deed(NamedTuple):
    """What an event says that a player did before everybody's eyes; bots remark on it, and remember
    it."""

    kind: str
    """`struck` somebody, `missed` somebody, or was `unmasked`."""
    passive: bool = False
    """Whether the event names first whom it was done to."""


class TableTalk(NamedTuple):
    """What bots say about who they are, in a game where anybody may say so; by what everybody has
    seen and heard, and no more: neither function is given a view."""

    claims: Callable[[Sequence[Event], Seat, float], Mapping[str, float]]
    """How likely a seat is to say which of the game's phrases, after the last of these events; the
    number says how readily its persona bluffs."""
    doubtful: Callable[[Sequence[Event], Mapping[Seat, str], Seat], float]
    """How doubtful the phrase of a seat is, given what the others said: 1 is impossible."""


class Window(NamedTuple):
    """The time that a host gives a question, to everybody asked at once; silence at its end means
    the question's `default`."""

    seconds: float
    """How long it is open. A house option with the window's name overrides it, in seconds."""
    held: bool = True
    """Whether answers are held until the end, when they are given in the order of seats; until then
    everybody may change their mind. Otherwise each counts at once, and the clock runs until the
    time is up or the game asks something else."""
    early: bool = False
    """Whether it ends as soon as everybody has answered; where that would give something away, it
    does so in solo games only."""
    quiet: bool = False
    """Whether nobody may talk while it is open."""
    pause: float = 1.0
    """How many times longer than usual bots pause in it."""
    told: float = 0.0
    """How many seconds longer it is open where people talk aloud: a narrator needs them."""
    kept: bool = False
    """Whether the keeper of the table may stop its clock, add to it, and end it."""
    option: str = ""
    """The house option that says how long it is open, if that has another name."""
    matters: Callable[[Any, Ask], bool] | None = None
    """Whether an answer can do anything, in a state of the game; None: wherever there are several.
    Somebody who plays alone is waited for only then."""


class DealtSides(NamedTuple):
    """The sides of a game in which nobody chooses a side."""

    names: tuple[str, ...]
    """Each the `reason` of the `Outcome` when that side wins."""
    of: Callable[[Any, Seat], str]
    """The side that a seat was dealt, in a state of the game."""


class Forecast(NamedTuple):
    """What somebody thinks about one hidden card, and the truth."""

    chances: Sequence[float]
    """By kind of card."""
    card: int
    """The card that really lies there."""


LATER = {"later": True}
"""Marks a field that a state got when records of its game were already kept (`engine/plain.py`)."""


class Option(NamedTuple):
    """A house option that a game declares; the default comes first."""

    key: str
    values: tuple[str, ...]
    check: Callable[[str], object] | None = None
    """Reads a value that a table brings along itself; raises `ValueError`, with a sentence, if it
    cannot be used. None: only the values above will do."""
    read: Callable[[str], str] | None = None
    """Makes such a value of the text of a file; raises `ValueError` in the same way."""


Options = Mapping[str, str]


class Written(NamedTuple):
    """How tables of a game are written down by hand."""

    codes: Mapping[str, int]
    """By code: a card, or whatever else the values of choices mean."""
    lay: Callable[[int, Options, Mapping[str, Any]], Any]
    """A table before its first question, at which the cards lie as written, zone by zone; all
    options are given. Raises `ValueError`, with a sentence, if no deal can be like that."""


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """Everything that the rest of the program needs to know about one game."""

    id: str
    version: int
    """Counts changes to the rules: a record replays only under the version it was made with."""
    seats: range
    options: tuple[Option, ...]
    setup: Callable[[int, bytes, Options], S]
    hide: Callable[[S, Seat | None], S]
    """The state as a seat may know it, built from what it knows."""
    fill: Callable[[S, Seat | None, Random], S]
    """A complete state that the seat could not tell from the real one."""
    outcome: Callable[[S], Outcome | None]
    """How the game ended; None while it goes on."""
    parts: tuple[type[Any], ...]
    """The state and every kind of step and record in it, for states as plain data."""
    points: Callable[[S], Sequence[int]] | None = None
    """By seat: what a match is won by, as far as it is counted; None: nothing is."""
    bots: Mapping[str, Callable[[Random], Bot[S]]] = field(default_factory=dict)
    styles: Mapping[str, Any] = field(default_factory=dict)
    """By persona: what it likes to do when it hardly matters; `bots.personas` lists them."""
    dealt_sides: DealtSides | None = None
    """The sides, if they are dealt with the cards of a round; then the arena can compare them."""
    forecasts: Callable[[Bot[S], View[S], S], Iterable[Forecast]] | None = None
    """What a bot thinks of the hidden cards, for whoever knows the truth and wants to measure it;
    nothing for bots that have no such thoughts."""
    advise: Callable[[View[S], Random, Choice | None], Advice] | None = None
    """Ways to answer the question of a view; the last argument is a choice that they must include,
    if any."""
    insight: Callable[[View[S]], Insight] | None = None
    """What can be worked out from a view, and from nothing else. It takes a while."""
    turns: tuple[str, ...] = ("turn",)
    """Kinds of events that begin a turn."""
    guesses: Mapping[str, bool] = field(default_factory=dict)
    """Kinds of events that tell whether what somebody said about a hidden card was right."""
    windows: Mapping[str, Window] = field(default_factory=dict)
    """By name: the windows that its questions use."""
    sides: int = 0
    """How many sides a round has, if whole sides win it; 0: everybody plays for themselves."""
    fair: Callable[[S], float] | None = None
    """What a seat wins of a round on average, among equals who play well, by what everybody knows
    before the first card; None: an equal part. Where sides win, the larger one may do so more
    often, and both may lose."""
    rivals: Callable[[S, Seat], Sequence[Seat]] | None = None
    """Who gains by a seat's mistakes, all cards being open: those still in the round, or on the
    other side; None: everybody else."""
    allied: float = 0.0
    """Where several win together: about how often a seat wins among equals. 0: only one wins."""
    verdicts: Mapping[str, bool] = field(default_factory=dict)
    """By kind: events that say in public how something hidden turned out, and whether they name
    somebody or something. Apart from these and the cards that a seat is shown, nothing may tell it
    which of two worlds it is in."""
    phrases: tuple[str, ...] = ()
    """Message keys of phrases that are often said at its tables and have no effect on the game."""
    deeds: Mapping[str, Deed] = field(default_factory=dict)
    """Kinds of events in which a player does something that others talk about."""
    talk: TableTalk | None = None
    """What bots say of the phrases; None: nothing."""
    shuffle_unseen: Callable[[S, Random], None] | None = None
    """Shuffles in a state what no seat has seen and no seat will until it is drawn; None: there is
    nothing of the kind."""
    written: Callable[[], Written] | None = None
    """How its tables are written down, for lessons; None: there is no way."""
    reading: Callable[[S], float] | None = None
    """How many seconds people need to take in what was said last, by what all have heard; bots wait
    so much longer. None: nothing is said."""
    owing: Callable[[S], Sequence[Seat]] | None = None
    """Who has been asked by another player and has not answered yet; None: nobody ever is."""
    aloud: Callable[[Options], bool] | None = None
    """Whether people at a table with these options sit in one room and talk aloud, so that somebody
    has to tell them what happens; None: nobody ever does."""
    older: tuple[Game[S], ...] = ()
    """The game under earlier versions of its rules, for what is left of them: records, tables."""

    def under(self, version: int) -> Game[S] | None:
        """The game as its rules were in a version; None: that is not known."""
        return next((game for game in (self, *self.older) if game.version == version), None)


def do(state: State, *steps: Step) -> None:
    """Put these steps next, in reading order."""
    state.todo += steps[::-1]
