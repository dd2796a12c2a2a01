"""What each persona likes to do: ten players who can be told apart by what everybody sees.

A style is a bonus, in chances to win, for what a choice does. It decides between choices that are
about equally good, and most of it goes into what costs nothing: at whom of several to aim, which
card of the center to look at. It is taken from what the seat knows, like everything a bot does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.core import Choice, Event, Seat, this_round
from engine.games.wolfmoon.deck import VALUE, Card
from engine.games.wolfmoon.events import looks_in_a_row
from engine.games.wolfmoon.state import Table

AIMED = ("hit", "missed", "looked", "caught", "cleared", "compared", "forced", "swapped")
"""Events in which the player whose turn it is has done something to somebody."""
ATTACKS = frozenset(
    {
        Card.ASSASSIN,
        Card.VILLAGER,
        Card.TAX_COLLECTOR,
        Card.INQUISITOR,
        Card.BARKEEPER,
        Card.GIRL,
        Card.BOUNTY_HUNTER,
        Card.THIEF,
    }
)
"""Cards that are played to hurt somebody."""
SHELTERS = frozenset({Card.BODYGUARD, Card.SERVANT, Card.ALCHEMIST, Card.SEER})
"""Cards that protect, or look and hurt nobody."""
TRADES = frozenset(
    {Card.DRUNKARD, Card.NIGHT_WATCHMAN, Card.GRAVEDIGGER, Card.PICKPOCKET, Card.THIEF}
)
"""Cards that move cards."""
WOLFISH = (VALUE[Card.MAYOR], VALUE[Card.WEREWOLF])
"""Values that a hunter names."""


class Style(NamedTuple):
    """What is liked, in chances to win."""

    attack: float = 0.0
    """Playing a card that hurts somebody."""
    center: float = 0.0
    """Looking at the center instead of drawing; not twice in a row."""
    shelter: float = 0.0
    """Playing what protects, or looks."""
    trade: float = 0.0
    """Playing what moves cards from place to place."""
    hoard: float = 0.0
    """Keeping the higher card, for each point of value."""
    hunt: float = 0.0
    """Aiming at whoever is likeliest to hold the Werewolf, and naming its value."""
    decline: float = 0.0
    """Doing nothing where that is allowed."""
    whom: str = ""
    """Whom it would rather aim at, by what everybody has seen: one of `FAVORITES`."""
    fond: float = 0.0
    """How much it would."""
    slot: int = -1
    """Which card of the center it would rather look at; -1: none."""


SLOT = 0.012
"""How much a favorite card of the center is liked."""

PLAIN = Style()

LIKINGS: dict[str, Style] = {
    "Ada": Style(attack=0.03, center=-0.03, slot=0),  # bold
    "Bela": Style(attack=-0.01, shelter=0.015, whom="before", fond=0.01, slot=0),  # careful
    "Cleo": Style(hoard=0.004, center=-0.03, whom="spared", fond=0.013),  # hoarder
    "Dario": Style(hunt=0.03, attack=0.01),  # hunter
    "Edda": PLAIN,  # plain
    "Finn": Style(attack=0.008, whom="next", fond=0.012, slot=2),  # hasty
    "Greta": Style(whom="grudge", fond=0.012, slot=1),  # avenger
    "Hugo": Style(whom="strong", fond=0.02, hoard=-0.002),  # proud
    "Ines": Style(center=0.006, trade=0.01, slot=2),  # curious
    "Jona": Style(decline=0.01, whom="weak", fond=0.01, slot=1),  # dreamer
}


class Taste:
    """What a style likes at one table, as a seat sees it."""

    def __init__(
        self, style: Style, table: Table, me: Seat, wolf: Callable[[int], float] | None = None
    ) -> None:
        self.style, self.me = style, me
        events = this_round(table.events or ())
        rivals = [seat for seat in table.remaining() if seat != me]
        self.favorites = FAVORITES[style.whom](table, me, rivals, events) if style.whom else ()
        self.looked = bool(style.center) and looks_in_a_row(events, me) > 0
        self.prey: Collection[Seat] = ()
        if style.hunt and wolf is not None:
            self.prey = most(rivals, wolf)

    def of(self, choices: Iterable[Choice]) -> float:
        """How much these choices are liked, one after another."""
        style, liked = self.style, 0.0
        for verb, value in choices:
            if verb == "aim":
                liked += style.fond * (value in self.favorites) + style.hunt * (value in self.prey)
            elif verb == "guess":
                liked += style.hunt * (value in WOLFISH) / 2
            elif verb == "center":
                liked += 0.0 if self.looked else style.center
            elif verb == "slot":
                liked += SLOT * (value == style.slot)
            elif verb == "play":
                liked += style.attack * (value in ATTACKS) + style.shelter * (value in SHELTERS)
                liked += style.trade * (value in TRADES) - style.hoard * VALUE[value]
            elif verb == "keep":
                liked += style.hoard * VALUE[value]
            elif verb == "pass":
                liked += style.decline
        return liked


# ── whom they would rather aim at ───────────────────────────────────────────────────────────────


def next_one(table: Table, me: Seat, rivals: list[Seat], events: Sequence[Event]) -> list[Seat]:
    """Whoever comes next."""
    return sorted(rivals, key=lambda seat: (seat - me) % table.seats)[:1]


def one_before(table: Table, me: Seat, rivals: list[Seat], events: Sequence[Event]) -> list[Seat]:
    """Whoever had the turn before."""
    return sorted(rivals, key=lambda seat: (me - seat) % table.seats)[:1]


def strong(table: Table, me: Seat, rivals: list[Seat], events: Sequence[Event]) -> list[Seat]:
    """Whoever has won most, and among equals has played the highest card."""
    return most(rivals, lambda seat: 100 * table.tokens[seat] + highest(table, seat))


def weak(table: Table, me: Seat, rivals: list[Seat], events: Sequence[Event]) -> list[Seat]:
    """Whoever has won least, and among equals has played nothing high."""
    return most(rivals, lambda seat: -100 * table.tokens[seat] - highest(table, seat))


def grudge(table: Table, me: Seat, rivals: list[Seat], events: Sequence[Event]) -> list[Seat]:
    """Whoever did something to the seat last."""
    for actor, victim in reversed(list(aims(events))):
        if victim == me and actor in rivals:
            return [actor]
    return []


def spared(table: Table, me: Seat, rivals: list[Seat], events: Sequence[Event]) -> list[Seat]:
    """Whoever the others have left alone."""
    victims = [victim for _, victim in aims(events)]
    return most(rivals, lambda seat: -victims.count(seat))


FAVORITES: dict[str, Callable[[Table, Seat, list[Seat], Sequence[Event]], list[Seat]]] = {
    "next": next_one,
    "before": one_before,
    "strong": strong,
    "weak": weak,
    "grudge": grudge,
    "spared": spared,
}
"""By name: whom somebody would rather aim at, of those who are left; nobody: it is all the same."""


def aims(events: Iterable[Event]) -> Iterator[tuple[Seat, Seat]]:
    """Who did something to whom, in order."""
    actor = None
    for event in events:
        if event.kind == "turn":
            actor = event.seat
        elif event.kind in AIMED and actor is not None:
            for victim in (event.seat, event.other):
                if victim is not None and victim != actor:
                    yield actor, victim


def highest(table: Table, seat: Seat) -> int:
    """The highest value in a seat's display."""
    return max((VALUE[card] for card in table.displays[seat]), default=0)


def most(rivals: list[Seat], key: Callable[[Seat], float]) -> list[Seat]:
    """Those with the most of something; nobody, if they are all alike."""
    by = {seat: key(seat) for seat in rivals}
    best = max(by.values(), default=0.0)
    found = [seat for seat in rivals if by[seat] == best]
    return found if len(found) < len(rivals) or len(rivals) == 1 else []
