"""What an event does to cards: the one place where the fields of Wolfmoon's events are read.

Code that keeps track of cards (what a seat knows, what it thinks, who has seen what, what moves on
the screen) follows motions and never looks into an event. A new event needs a line in `READ`; only
a new way for cards to move needs another motion, and then the type checker names all followers.

Events are read as one listener was told of them: a card that the listener did not see is `HIDDEN`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from engine.core import HIDDEN, Event, Seat
from engine.games.wolfmoon.deck import Card
from engine.games.wolfmoon.kinds import ANY, DOOM, GUILTY, OF_VALUE, TAME, Kinds, numbers_of

Place = int
"""Where a hidden card lies. Seats come first, each with its hand, then three center slots, then
the second card of a hand: the one that was drawn and is not played yet."""


def slot(number: int, seats: int) -> Place:
    """A center slot."""
    return seats + number


class Source(Enum):
    """Where a card that was in nobody's hand comes from."""

    DECK = "deck"
    PILE = "pile"
    ASIDE = "aside"
    DISPLAY = "display"


# ── where cards go ──────────────────────────────────────────────────────────────────────────────


class NewRound(NamedTuple):
    """A round begins: all cards are shuffled, and three of them lie in the center."""


class Lay(NamedTuple):
    """A card comes to a hand, beside the one that is already there, if any."""

    place: Place
    card: int
    source: Source
    owner: Seat | None = None
    """Whose display it comes from."""


class Moon(NamedTuple):
    """A Moon comes from the pile and is laid out."""

    card: int


class Show(NamedTuple):
    """A card of a hand is laid face up, and is no longer hidden."""

    place: Place
    card: int
    chosen: bool
    """Whether it was played as one of two; otherwise it was the only one."""


class Give(NamedTuple):
    """A card goes to another hand, which is empty."""

    source: Place
    target: Place
    card: int


class Swap(NamedTuple):
    """Two hands change places."""

    one: Place
    other: Place


class Mix(NamedTuple):
    """The cards of these places are laid out again, in an order that the table is not told."""

    places: tuple[Place, ...]
    before: tuple[int, ...]
    """By place: the card that lay there."""
    after: tuple[int, ...]
    """By place: the card that lies there now."""
    chooser: Seat | None
    """Who chose what to keep, in the hand that is the first place; None: chance dealt them."""


# ── what is learned about them ──────────────────────────────────────────────────────────────────


class See(NamedTuple):
    """Somebody looks at cards, which stay where they are."""

    places: tuple[Place, ...]
    cards: tuple[int, ...]
    by: tuple[Seat, ...] | None
    """Who looks; None: everybody."""


class Narrow(NamedTuple):
    """The card of each place is one of these."""

    places: tuple[Place, ...]
    kinds: Kinds


class Tie(NamedTuple):
    """The cards of two places have the same value."""

    one: Place
    other: Place


class Rank(NamedTuple):
    """The card of one place has the lower value."""

    lower: Place
    higher: Place


class MayShow(NamedTuple):
    """Whoever holds this card there may show it, until the next turn begins."""

    place: Place
    card: int


class NewTurn(NamedTuple):
    """A turn begins: what could have been shown was not."""


Motion = (
    NewRound | Lay | Moon | Show | Give | Swap | Mix | See | Narrow | Tie | Rank | MayShow | NewTurn
)


def motions(event: Event, seats: int) -> tuple[Motion, ...]:
    """What an event does to cards, in this order; most events do nothing to them."""
    read = READ.get(event.kind)
    return read(event, seats) if read is not None else ()


def looks_in_a_row(events: Sequence[Event], seat: Seat) -> int:
    """How many of a seat's last actions went to the center instead of the pile."""
    looks = 0
    for event in reversed(events):
        if event.seat == seat and event.kind in ("peeked", "drew", "drew_aside"):
            if event.kind != "peeked":
                break
            looks += 1
    return looks


# ── how each event is read ──────────────────────────────────────────────────────────────────────


def hand(seat: Seat | None) -> Place:
    assert seat is not None
    return seat


def unseen(count: int) -> tuple[int, ...]:
    return (HIDDEN,) * count


def begin(event: Event, seats: int) -> tuple[Motion, ...]:
    return BEGIN


def turn(event: Event, seats: int) -> tuple[Motion, ...]:
    return TURN


def dealt(event: Event, seats: int) -> tuple[Motion, ...]:
    return (Lay(hand(event.seat), event.cards[0], Source.DECK),)


def drew(event: Event, seats: int) -> tuple[Motion, ...]:
    return (Lay(hand(event.seat), event.cards[0], Source.PILE),)


def drew_aside(event: Event, seats: int) -> tuple[Motion, ...]:
    return (Lay(hand(event.seat), event.cards[0], Source.ASIDE),)


def took(event: Event, seats: int) -> tuple[Motion, ...]:
    return (Lay(hand(event.seat), event.cards[0], Source.DISPLAY, event.other),)


def moon(event: Event, seats: int) -> tuple[Motion, ...]:
    return (Moon(event.cards[0]),)


def played(event: Event, seats: int) -> tuple[Motion, ...]:
    return (Show(hand(event.seat), event.cards[0], True),)


def placed(event: Event, seats: int) -> tuple[Motion, ...]:
    return (Show(hand(event.seat), event.cards[0], False),)


def handed(event: Event, seats: int) -> tuple[Motion, ...]:
    return (Give(hand(event.seat), hand(event.other), event.cards[0]),)


def swapped(event: Event, seats: int) -> tuple[Motion, ...]:
    return (Swap(hand(event.seat), hand(event.other)),)


def returned(event: Event, seats: int) -> tuple[Motion, ...]:
    places = (hand(event.seat), slot(event.number, seats))
    return (Mix(places, unseen(2), (HIDDEN, event.cards[0]), event.seat),)


def watchman_kept(event: Event, seats: int) -> tuple[Motion, ...]:
    places = (hand(event.seat), *(slot(number, seats) for number in range(3)))
    return (Mix(places, unseen(4), (event.cards[0], *unseen(3)), event.seat),)


def drunkard(event: Event, seats: int) -> tuple[Motion, ...]:
    drinkers = tuple(numbers_of(event.number))
    return (Mix(drinkers, event.cards, unseen(len(drinkers)), None),)


def looked(event: Event, seats: int) -> tuple[Motion, ...]:
    return (See((hand(event.other),), event.cards, event.seen_by),)


def compared(event: Event, seats: int) -> tuple[Motion, ...]:
    return (See((hand(event.seat), hand(event.other)), event.cards, event.seen_by),)


def peeked(event: Event, seats: int) -> tuple[Motion, ...]:
    return (See((slot(event.number, seats),), event.cards, event.seen_by),)


def watched(event: Event, seats: int) -> tuple[Motion, ...]:
    slots = tuple(slot(number, seats) for number in range(3))
    return (See(slots, event.cards, event.seen_by),)


def own(event: Event, seats: int) -> tuple[Motion, ...]:
    return (See((hand(event.seat),), event.cards[:1], event.seen_by),)


def hit(event: Event, seats: int) -> tuple[Motion, ...]:
    return (Narrow((hand(event.other),), OF_VALUE[event.number]),)


def missed(event: Event, seats: int) -> tuple[Motion, ...]:
    target = hand(event.other)
    return (Narrow((target,), ANY & ~OF_VALUE[event.number]), MayShow(target, int(Card.SPY)))


def caught(event: Event, seats: int) -> tuple[Motion, ...]:
    return (Narrow((hand(event.other),), GUILTY[event.cards[0]]),)


def cleared(event: Event, seats: int) -> tuple[Motion, ...]:
    return (Narrow((hand(event.other),), ANY & ~GUILTY[event.cards[0]]),)


def cornered(event: Event, seats: int) -> tuple[Motion, ...]:
    return (Narrow((hand(event.seat),), ANY & ~DOOM),)


def no_wolf(event: Event, seats: int) -> tuple[Motion, ...]:
    return (Narrow(tuple(range(seats)), TAME),)


def tied(event: Event, seats: int) -> tuple[Motion, ...]:
    return (Tie(hand(event.seat), hand(event.other)),)


def lost(event: Event, seats: int) -> tuple[Motion, ...]:
    loser, winner = hand(event.seat), hand(event.other)
    lower_loses = event.cards[0] == Card.BARKEEPER
    return (Rank(loser, winner) if lower_loses else Rank(winner, loser),)


BEGIN, TURN = (NewRound(),), (NewTurn(),)
READ: dict[str, Callable[[Event, int], tuple[Motion, ...]]] = {
    "round": begin,
    "turn": turn,
    "dealt": dealt,
    "drew": drew,
    "drew_aside": drew_aside,
    "took": took,
    "moon": moon,
    "played": played,
    "placed": placed,
    "forced": placed,
    "spied": placed,
    "handed": handed,
    "swapped": swapped,
    "returned": returned,
    "watchman_kept": watchman_kept,
    "drunkard": drunkard,
    "looked": looked,
    "compared": compared,
    "peeked": peeked,
    "watched": watched,
    "redealt": own,
    "got": own,
    "final": own,
    "revealed": own,
    "hit": hit,
    "missed": missed,
    "caught": caught,
    "cleared": cleared,
    "cornered": cornered,
    "no_wolf": no_wolf,
    "tied": tied,
    "lost": lost,
}
"""By kind of event: what it does to cards; all others do nothing."""
