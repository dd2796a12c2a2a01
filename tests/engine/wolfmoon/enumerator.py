"""A slow, plain account of what a seat may think: every possible table one by one, for tests.

It shares nothing with the belief but the events: whole tables with their chances, split at every
draw and every choice. All players choose as if by tossing a coin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core import Event, Seat
from engine.games.wolfmoon.deck import ACCUSED, CHARACTERS, COPIES, VALUE, Card, thirds

WOLF = int(Card.WEREWOLF)
World = tuple[int | None, ...]
"""By place (hands, three center slots, the card just drawn): what is there; None: nothing, or a
center card that nobody has touched."""
MOST = 6_000


class TooMany(Exception):
    """More worlds than there is patience for."""


class Enumerator:
    """All tables that one seat can imagine, including its own cards."""

    def __init__(self, seats: int, seat: Seat) -> None:
        self.seats, self.seat = seats, seat
        self.open = [0] * len(CHARACTERS)
        """By kind: how many are face up."""
        self.top = thirds(seats)[0]
        self.worlds: dict[World, float] = {(None,) * (seats + 4): 1.0}
        self.loser: tuple[int, int, bool] | None = None

    def hear(self, events: list[Event]) -> None:
        for event in events:
            happen = HAPPENS.get(event.kind)
            if happen is not None:
                happen(self, event)
                if len(self.worlds) > MOST:
                    raise TooMany
                total = sum(self.worlds.values())
                self.worlds = {world: w / total for world, w in self.worlds.items() if w > 0}

    def odds(self) -> list[list[float]]:
        """By place and kind: the chance."""
        odds = [[0.0] * len(CHARACTERS) for _ in range(self.seats + 4)]
        for world, weight in self.worlds.items():
            for place, card in enumerate(world):
                if card is not None:
                    odds[place][card] += weight
        return odds

    # ── the steps ───────────────────────────────────────────────────────────────────────────────

    def left(self, world: World) -> list[int]:
        """By kind: how many are in the pile, aside or untouched."""
        left = [copies - shown for copies, shown in zip(COPIES, self.open, strict=True)]
        for card in world:
            if card is not None:
                left[card] -= 1
        return left

    def draws(self, world: World, from_pile: bool) -> Iterator[tuple[int, float]]:
        """What may be drawn next, and how likely that is."""
        left = self.left(world)
        wolf = left[WOLF] / self.top if from_pile and self.top else 0.0
        if wolf:
            yield WOLF, wolf
        tame = sum(left) - left[WOLF]
        for card in CHARACTERS:
            if card != WOLF and left[card]:
                yield card, (1 - wolf) * left[card] / tame

    def bring(self, place: int, from_pile: bool) -> None:
        """An unknown card comes to a place."""
        self.split(
            lambda world: [
                (put(world, place, card), chance) for card, chance in self.draws(world, from_pile)
            ]
        )

    def split(self, follow: Callable[[World], list[tuple[World, float]]]) -> None:
        found: dict[World, float] = {}
        for world, weight in self.worlds.items():
            for after, chance in follow(world):
                found[after] = found.get(after, 0.0) + weight * chance
        self.worlds = found

    def only(self, place: int, fits: Callable[[int], bool]) -> None:
        """The card there is one of these."""
        self.worlds = {
            world: weight
            for world, weight in self.worlds.items()
            if world[place] is not None and fits(world[place])  # type: ignore[arg-type]
        }

    def touch(self, slot: int) -> int:
        place = self.seats + slot
        if any(world[place] is None for world in self.worlds):
            self.bring(place, from_pile=False)
        return place

    def reveal(self, place: int, card: int) -> None:
        self.only(place, lambda kind: kind == card)
        self.split(lambda world: [(put(world, place, None), 1.0)])
        self.open[card] += 1


def put(world: World, place: int, card: int | None) -> World:
    return (*world[:place], card, *world[place + 1 :])


def at(seat: Seat | None) -> int:
    assert seat is not None
    return seat


def dealt(book: Enumerator, event: Event) -> None:
    book.bring(at(event.seat), from_pile=False)
    see(book, event, at(event.seat), 0)


def see(book: Enumerator, event: Event, place: int, number: int) -> None:
    """The seat sees a card in the event, if it is one of those who do."""
    card = event.cards[number]
    if card >= 0:
        book.only(place, lambda kind: kind == card)


def drew(book: Enumerator, event: Event) -> None:
    seat = at(event.seat)
    holding = all(world[seat] is not None for world in book.worlds)
    place = book.seats + 3 if holding else seat
    book.bring(place, from_pile=event.kind == "drew")
    if event.kind == "drew" and book.top:
        book.top -= 1
    see(book, event, place, 0)


def played(book: Enumerator, event: Event) -> None:
    seat, drawn, card = at(event.seat), book.seats + 3, event.cards[0]

    def follow(world: World) -> list[tuple[World, float]]:
        old, new = world[seat], world[drawn]
        if new is None:
            return [(put(world, seat, None), 1.0)] if old == card else []
        if old == new == card:
            return [(put(world, drawn, None), 1.0)]
        if old == card:
            return [(put(put(world, seat, new), drawn, None), 0.5)]
        return [(put(world, drawn, None), 0.5)] if new == card else []

    book.split(follow)
    book.open[card] += 1


def placed(book: Enumerator, event: Event) -> None:
    seat, card = at(event.seat), event.cards[0]
    book.reveal(seat, card)
    if book.loser is not None and book.loser[0] == seat:
        _, winner, lower = book.loser
        book.loser = None
        book.only(winner, lambda k: VALUE[k] > VALUE[card] if lower else VALUE[k] < VALUE[card])


def took(book: Enumerator, event: Event) -> None:
    card = event.cards[0]
    book.open[card] -= 1
    book.split(lambda world: [(put(world, book.seats + 3, card), 1.0)])


def handed(book: Enumerator, event: Event) -> None:
    trade(book, at(event.seat), at(event.other))
    see(book, event, at(event.other), 0)


def trade(book: Enumerator, one: int, other: int) -> None:
    book.split(
        lambda world: [(put(put(world, one, world[other]), other, world[one]), 1.0)],
    )


def hit(book: Enumerator, event: Event) -> None:
    book.only(at(event.other), lambda kind: VALUE[kind] == event.number)


def missed(book: Enumerator, event: Event) -> None:
    book.only(at(event.other), lambda kind: VALUE[kind] != event.number)


def accused(book: Enumerator, event: Event) -> None:
    guilty = ACCUSED[Card(event.cards[0])]
    book.only(at(event.other), lambda kind: (VALUE[kind] in guilty) == (event.kind == "caught"))


def cornered(book: Enumerator, event: Event) -> None:
    book.only(at(event.seat), lambda kind: VALUE[kind] < 9)


def looked(book: Enumerator, event: Event) -> None:
    see(book, event, at(event.other), 0)


def compared(book: Enumerator, event: Event) -> None:
    see(book, event, at(event.seat), 0)
    see(book, event, at(event.other), 1)


def tied(book: Enumerator, event: Event) -> None:
    one, other = at(event.seat), at(event.other)
    book.worlds = {
        world: weight
        for world, weight in book.worlds.items()
        if VALUE[world[one] or 0] == VALUE[world[other] or 0]
    }


def lost(book: Enumerator, event: Event) -> None:
    book.loser = (at(event.seat), at(event.other), event.cards[0] == Card.BARKEEPER)


def peeked(book: Enumerator, event: Event) -> None:
    see(book, event, book.touch(event.number), 0)


def returned(book: Enumerator, event: Event) -> None:
    seat, slot = at(event.seat), book.seats + event.number
    lay_out(book, [seat, slot])
    see(book, event, slot, 0)


def watched(book: Enumerator, event: Event) -> None:
    for slot in range(3):
        see(book, event, book.touch(slot), slot)


def watchman_kept(book: Enumerator, event: Event) -> None:
    lay_out(book, [at(event.seat), *(book.seats + slot for slot in range(3))])
    see(book, event, at(event.seat), 0)


def drunkard(book: Enumerator, event: Event) -> None:
    drinkers = [seat for seat in range(book.seats) if event.number >> seat & 1]
    for number, drinker in enumerate(drinkers):
        see(book, event, drinker, number)
    lay_out(book, drinkers)


def lay_out(book: Enumerator, places: list[int]) -> None:
    """The cards in these places, in every order."""

    def follow(world: World, left: list[int]) -> list[tuple[World, float]]:
        if len(left) < 2:
            return [(world, 1.0)]
        found = []
        for other in left:
            swapped = put(put(world, left[0], world[other]), other, world[left[0]])
            found += [(w, chance / len(left)) for w, chance in follow(swapped, left[1:])]
        return found

    book.split(lambda world: follow(world, places))


def redealt(book: Enumerator, event: Event) -> None:
    see(book, event, at(event.seat), 0)


def swapped(book: Enumerator, event: Event) -> None:
    trade(book, at(event.seat), at(event.other))


def no_wolf(book: Enumerator, event: Event) -> None:
    book.worlds = {w: chance for w, chance in book.worlds.items() if WOLF not in w[: book.seats]}


HAPPENS: dict[str, Callable[[Enumerator, Event], None]] = {
    "dealt": dealt,
    "drew": drew,
    "drew_aside": drew,
    "played": played,
    "placed": placed,
    "forced": placed,
    "spied": placed,
    "took": took,
    "handed": handed,
    "hit": hit,
    "missed": missed,
    "caught": accused,
    "cleared": accused,
    "cornered": cornered,
    "looked": looked,
    "compared": compared,
    "tied": tied,
    "lost": lost,
    "peeked": peeked,
    "returned": returned,
    "watched": watched,
    "watchman_kept": watchman_kept,
    "drunkard": drunkard,
    "redealt": redealt,
    "got": redealt,
    "swapped": swapped,
    "no_wolf": no_wolf,
}
