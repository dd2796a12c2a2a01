"""Facts: all that can happen to a table for good, the same way now as when read from a journal.

A fact is written as a list, its tag first. Each class here is all there is to a fact: how it is
written, and, in `happen`, what it changes. Nothing else changes what lasts about a table. A field
added to a fact later has a default, which stands for what older journals do not say.
"""

from __future__ import annotations

from typing import Annotated, Any, Union

import msgspec
from msgspec import Meta, Struct

from engine.bots.personas import PERSONAS
from engine.bots.talk import NOTHING, remembered
from engine.core import Choice, Seat
from engine.games import GAMES
from engine.play import apply, asks, in_order, start
from engine.record import MOVES, Move
from net.evening import MATCHES
from net.lasting import BANK, Away, Branch, Chair, Lasting, Opening

KEPT_ANSWERS = 32
KEPT_AWAY = 32
"""How many who were sent away a table remembers; the first to go is the first to be forgotten."""

At = Annotated[Seat, Meta(ge=0, le=9)]
"""A seat, as a journal may name it."""


class Fact(Struct, array_like=True, forbid_unknown_fields=True, tag_field="fact"):
    """Something that must not be lost."""

    def happen(self, lasting: Lasting) -> None:
        raise NotImplementedError


class Secret(Fact, tag="secret"):
    """The host has drawn the secret of the next shuffle; the previous match is now a record."""

    secret: str

    def happen(self, lasting: Lasting) -> None:
        if lasting.phase == "over":
            lasting.last = lasting.record()
            lasting.given_up += not lasting.last.end
            lasting.first = None
            lasting.evening = remembered(lasting.evening, lasting.game, lasting.state.events)
            if lasting.last.end and lasting.branch is None:
                lasting.matches = (*lasting.matches, lasting.match())[-MATCHES:]
        lasting.secret, lasting.seals = bytes.fromhex(self.secret), ()


class Sit(Fact, tag="sit"):
    """Somebody takes a free seat; the first to do so keeps the table."""

    seat: At
    name: str
    token: str

    def happen(self, lasting: Lasting) -> None:
        lasting.chairs[self.seat] = Chair("person", self.name, token=bytes.fromhex(self.token))
        lasting.evening = lasting.evening.without(self.seat)
        lasting.used = True
        if lasting.keeper is None:
            lasting.keeper = self.seat


class Token(Fact, tag="token"):
    """A player has a new token. The one that was shown is good until the new one has arrived."""

    seat: At
    token: str
    shown: str

    def happen(self, lasting: Lasting) -> None:
        token, shown = bytes.fromhex(self.token), bytes.fromhex(self.shown)
        chair = lasting.chairs[self.seat]
        lasting.chairs[self.seat] = chair._replace(token=token, old_token=shown)


class Expire(Fact, tag="expire"):
    """The previous token is no longer good."""

    seat: At

    def happen(self, lasting: Lasting) -> None:
        lasting.chairs[self.seat] = lasting.chairs[self.seat]._replace(old_token=b"")


class Bot(Fact, tag="bot"):
    """A bot has a seat from now on, with a persona or, if it carries on for a person, with none."""

    seat: At
    name: str
    level: str
    persona: str | None = None
    """None: written before there were personas, when only hosts named bots on free seats."""

    def happen(self, lasting: Lasting) -> None:
        before = lasting.chairs[self.seat]
        persona = self.persona
        if persona is None:
            persona = self.name if before.kind == "free" and self.name in PERSONAS else ""
        lasting.chairs[self.seat] = Chair("bot", self.name, self.level, persona, asked=before.asked)
        lasting.evening = lasting.evening.without(self.seat)
        pass_on(lasting, self.seat)


class Free(Fact, tag="free"):
    """Nobody has the seat anymore."""

    seat: At

    def happen(self, lasting: Lasting) -> None:
        lasting.chairs[self.seat] = Chair()
        lasting.evening = lasting.evening.without(self.seat)
        pass_on(lasting, self.seat)


class Keep(Fact, tag="keeper"):
    """Somebody else keeps the table."""

    seat: At

    def happen(self, lasting: Lasting) -> None:
        lasting.keeper = self.seat


class Wolf(Fact, tag="wolf"):
    """Somebody saw a wolf last and begins the first match; nobody did after all."""

    seat: At | None

    def happen(self, lasting: Lasting) -> None:
        lasting.first = self.seat


class SendAway(Fact, tag="send_away"):
    """Somebody has to go and is not let in again: neither by what they are known by, nor by a token
    they had. Whose seat it was, another fact says."""

    number: int
    name: str
    marks: list[str]
    tokens: list[str]

    def happen(self, lasting: Lasting) -> None:
        tokens = tuple(bytes.fromhex(token) for token in self.tokens)
        gone = Away(self.number, self.name, tuple(self.marks), tokens)
        lasting.away = (*lasting.away, gone)[-KEPT_AWAY:]


class Lift(Fact, tag="lift"):
    """Somebody who was sent away may come again."""

    number: int

    def happen(self, lasting: Lasting) -> None:
        lasting.away = tuple(gone for gone in lasting.away if gone.number != self.number)


class Seal(Fact, tag="seal"):
    """What everybody has sealed is fixed: from now on it may be opened."""

    seals: list[str]

    def happen(self, lasting: Lasting) -> None:
        lasting.seals = tuple(self.seals)


class Void(Fact, tag="void"):
    """A seal was not opened: nothing is dealt, and the host has drawn another secret."""

    secret: str

    def happen(self, lasting: Lasting) -> None:
        lasting.secret, lasting.seals = bytes.fromhex(self.secret), ()
        lasting.voided += 1


class Given(Fact, tag="given"):
    """The next match is not dealt: it goes on from a moment of another one (`net/played_on.py`)."""

    seed: Annotated[str, Meta(max_length=64)]
    origin: Annotated[str, Meta(max_length=64)]
    moves: Annotated[list[tuple[At, str, int]], Meta(max_length=MOVES)]

    def happen(self, lasting: Lasting) -> None:
        moves = tuple(Move(Seat(seat), Choice(verb, value)) for seat, verb, value in self.moves)
        lasting.given = Branch(bytes.fromhex(self.seed), self.origin, moves)


class Begin(Fact, tag="begin"):
    """The cards are dealt from the secret and every player's nonce; older hosts had no seals."""

    nonces: Annotated[list[Annotated[str, Meta(max_length=128)]], Meta(max_length=10)]

    def happen(self, lasting: Lasting) -> None:
        lasting.chairs = [chair._replace(missed=0, bank=BANK) for chair in lasting.chairs]
        lasting.nonces = tuple(self.nonces)
        lasting.cast = lasting.people()
        lasting.branch, lasting.given = lasting.given, None
        seats, options = len(lasting.chairs), lasting.options
        lasting.state = start(lasting.game, seats, lasting.seed, options)
        lasting.phase, lasting.turn, lasting.moves = "playing", lasting.turn + 1, []
        lasting.held, lasting.window, lasting.asked = {}, "", frozenset()
        note_questions(lasting, None)
        for move in lasting.branch.moves if lasting.branch is not None else ():
            give(lasting, *move)


class Act(Fact, tag="act"):
    """A seat has answered; an action is the id by which a person's client knows it."""

    seat: At
    action: int
    verb: str
    value: int

    def happen(self, lasting: Lasting) -> None:
        if misses(lasting, self.seat):
            chair = lasting.chairs[self.seat]
            lasting.chairs[self.seat] = chair._replace(missed=chair.missed + 1)
        give(lasting, self.seat, Choice(self.verb, self.value))
        remember(lasting, self.seat, self.action)


class Hold(Fact, tag="hold"):
    """A seat has answered, and it counts when the window ends."""

    seat: At
    action: int
    verb: str
    value: int

    def happen(self, lasting: Lasting) -> None:
        lasting.held[self.seat] = Choice(self.verb, self.value)
        remember(lasting, self.seat, self.action)


class Close(Fact, tag="close"):
    """A window ends: the answers held are given in the order of seats, silence among them. If one
    settles a question, the other answers to it are not needed anymore."""

    def happen(self, lasting: Lasting) -> None:
        state = lasting.state
        for seat, choice in in_order(state, asks(state), lasting.held):
            give(lasting, seat, choice)
        lasting.held, lasting.opened = {}, lasting.turn


class StandIn(Fact, tag="stand_in"):
    """A bot answers for an absent player, or stops doing so."""

    seat: At
    stands: bool

    def happen(self, lasting: Lasting) -> None:
        chair = lasting.chairs[self.seat]
        lasting.chairs[self.seat] = chair._replace(stand_in=self.stands, missed=0)


class Bank(Fact, tag="bank"):
    """How many seconds are left on a player's clock."""

    seat: At
    seconds: Annotated[float, Meta(ge=0, le=BANK)]

    def happen(self, lasting: Lasting) -> None:
        lasting.chairs[self.seat] = lasting.chairs[self.seat]._replace(bank=self.seconds)


class End(Fact, tag="end"):
    """The match is given up."""

    def happen(self, lasting: Lasting) -> None:
        lasting.phase = "over"


class Lobby(Fact, tag="lobby"):
    """The match that is over is cleared away."""

    def happen(self, lasting: Lasting) -> None:
        lasting.phase, lasting.state, lasting.moves, lasting.held = "lobby", None, [], {}


class Moved(Fact, tag="moved"):
    """The table has come from another host, and whoever brought it keeps it."""

    epoch: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    seat: At

    def happen(self, lasting: Lasting) -> None:
        lasting.epoch = self.epoch
        if self.seat in lasting.seats("person"):
            lasting.keeper = self.seat


class Terms(Fact, tag="terms"):
    """Something else is played from now on, by those whose seats are named."""

    terms: dict[str, Any]
    kept: Annotated[list[At], Meta(max_length=10)]
    """The seats that are kept, in their new order; those after them are free."""

    def happen(self, lasting: Lasting) -> None:
        opening = Opening.of(lasting.opening.header() | self.terms)
        if opening.game not in GAMES or GAMES[opening.game].version != opening.version:
            raise ValueError(f"rules {opening.version} of {opening.game}, which are not known")
        lasting.opening, lasting.game = opening, GAMES[opening.game]
        kept = [Seat(seat) for seat in self.kept]
        free = [Chair() for _ in range(opening.seats - len(kept))]
        lasting.chairs = [lasting.chairs[seat] for seat in kept] + free
        lasting.keeper = Seat(kept.index(lasting.keeper)) if lasting.keeper in kept else None
        if lasting.keeper is None:
            lasting.keeper = next(iter(lasting.seats("person")), None)
        lasting.first, lasting.evening = None, NOTHING
        Lobby().happen(lasting)


def written(fact: Fact) -> list[Any]:
    """A fact as the journal keeps it."""
    plain: list[Any] = msgspec.to_builtins(fact)
    return plain


def read(plain: list[Any]) -> Fact:
    """What `written` wrote, now or long ago. Raises `ValueError` if it is not a fact."""
    fact: Fact = msgspec.convert(plain, ANY_FACT)
    return fact


ANY_FACT: Any = Union[tuple(Fact.__subclasses__())]  # noqa: UP007  # all those above
"""All facts there are."""


# ── what several facts do ───────────────────────────────────────────────────────────────────────


def pass_on(lasting: Lasting, seat: Seat) -> None:
    """Whoever had the seat is gone: the next person keeps the table, and chance decides again who
    begins."""
    if lasting.keeper == seat:
        lasting.keeper = next(iter(lasting.seats("person")), None)
    if lasting.first == seat and lasting.phase == "lobby":
        lasting.first = None


def misses(lasting: Lasting, seat: Seat) -> bool:
    """Whether an absent player misses a turn: of answers in a row, only a first real choice is."""
    if not lasting.chairs[seat].stand_in:
        return False
    ask = lasting.ask_of(seat)
    begins = not lasting.moves or lasting.moves[-1].seat != seat
    return begins and ask is not None and len(ask.choices) > 1


def give(lasting: Lasting, seat: Seat, choice: Choice) -> None:
    apply(lasting.state, seat, choice)
    lasting.moves.append(Move(seat, choice))
    lasting.turn += 1
    note_questions(lasting, seat)
    if not lasting.asked:
        lasting.phase = "over"


def remember(lasting: Lasting, seat: Seat, action: int) -> None:
    if action >= 0:
        chair = lasting.chairs[seat]
        answers = (*chair.answers, action)[-KEPT_ANSWERS:]
        lasting.chairs[seat] = chair._replace(answers=answers)


def note_questions(lasting: Lasting, actor: Seat | None) -> None:
    """A question that was open before and still is keeps the turn in which it was put; so does a
    window."""
    open_asks = asks(lasting.state)
    for ask in open_asks:
        if ask.seat == actor or ask.seat not in lasting.asked:
            chair = lasting.chairs[ask.seat]
            lasting.chairs[ask.seat] = chair._replace(asked=lasting.turn)
    lasting.asked = frozenset(ask.seat for ask in open_asks)
    window = open_asks[0].window if open_asks else ""
    if window != lasting.window:
        lasting.window, lasting.opened = window, lasting.turn
