"""The table as one seat knows it, and the tables that it can imagine behind that."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engine.core import HIDDEN, Seat
from engine.games.wolfmoon.deck import CHARACTERS, COPIES, Card, thirds
from engine.games.wolfmoon.events import Place
from engine.games.wolfmoon.kinds import ANY, WOLF, Kinds, numbers_of
from engine.games.wolfmoon.knowledge import Known
from engine.games.wolfmoon.state import Table

WEREWOLF = int(Card.WEREWOLF)


def hide(table: Table, seat: Seat | None) -> Table:
    """A table built from what a seat (None: a spectator) has seen and been told."""
    assert table.events is not None, "without events nobody knows anything"
    earlier, mind = table.minds.get(seat) or ([], Known(table.seats, seat))
    new = table.events[table.round_began + len(earlier) :]
    told = earlier + [event.told_to(seat) for event in new]
    mind = mind.copy()
    mind.hear(told[len(earlier) :])
    hands = [[HIDDEN] * len(hand) for hand in table.hands]
    if seat is not None:
        hands[seat] = table.hands[seat][:]
        hold(mind, seat, hands[seat])
    table.minds[seat] = told, mind
    return Table(
        seats=table.seats,
        seed=b"",
        goal=table.goal,
        reveal=table.reveal,
        starter=table.starter,
        round=table.round,
        pile=[HIDDEN] * len(table.pile),
        aside=[HIDDEN] * len(table.aside),
        center=[HIDDEN] * len(table.center),
        hands=hands,
        displays=[display[:] for display in table.displays],
        gone=table.gone[:],
        moons=table.moons[:],
        out=table.out[:],
        safe=table.safe[:],
        revived=table.revived,
        active=table.active,
        extra=table.extra,
        tokens=table.tokens[:],
        ending=table.ending,
        winners=table.winners,
        champions=table.champions,
        todo=table.todo[:],
        events=told[:],
        round_began=0,
        others_only=table.others_only,
        winner_begins=table.winner_begins,
        known=mind,
    )


def hold(mind: Known, seat: Seat, hand: list[int]) -> None:
    """Make a seat know its own hand, even in a world that somebody else imagines."""
    for place, card in zip((seat, mind.drawn), hand, strict=False):
        mind.learn(place, card)


def fill(view: Table, seat: Seat | None, rng: Random) -> Table:
    """A complete table that agrees with everything the seat of a view knows."""
    assert view.known is not None
    table = view.copy()
    table.known = None
    table.minds = {}
    table.seed = rng.randbytes(32)
    unseen = unseen_cards(view, seat)
    for place, card in imagine(view, unseen, rng).items():
        unseen[card] -= 1
        lay(table, view.known, place, card)
    rest = [card for card in CHARACTERS for _ in range(unseen[card])]
    wolf_in_pile = WEREWOLF in rest
    if wolf_in_pile:
        rest.remove(WEREWOLF)
    rng.shuffle(rest)
    table.aside = [rest.pop() for _ in view.aside]
    table.pile = imagine_pile(view, rest, wolf_in_pile, rng)
    return table


def unseen_cards(view: Table, seat: Seat | None) -> list[int]:
    """How many of each character lie neither face up nor in the seat's own hand."""
    unseen = list(COPIES)
    for zone in (*view.displays, view.gone, view.hands[seat] if seat is not None else ()):
        for card in zone:
            unseen[card] -= 1
    return unseen


def places_known(known: Known, me: Seat | None) -> dict[Place, int]:
    """By place, apart from the own hand: the card that is known to lie there."""
    found: dict[Place, int] = {}
    for place in range(known.drawn):
        card = known.card(place) if place != me and known.may_be[place] else None
        if card is not None:
            found[place] = card
    return found


def unplaced(view: Table, seat: Seat | None, apart_from: Place | None = None) -> list[int]:
    """How many of each character are neither seen nor known to lie somewhere (apart from a place
    that this is asked about)."""
    left = unseen_cards(view, seat)
    placed = places_known(view.known, seat) if view.known is not None else {}
    for place, card in placed.items():
        left[card] -= place != apart_from
    return [max(0, count) for count in left]


def lay(table: Table, mind: Known, place: Place, card: int) -> None:
    """Put an imagined card on its place."""
    if place < table.seats:
        table.hands[place][0] = card
    elif place < mind.drawn:
        table.center[place - table.seats] = card
    else:
        next(hand for hand in table.hands if len(hand) == 2)[1] = card


def top_left(view: Table) -> int:
    """How many cards are left above the first Moon."""
    _, middle, bottom = thirds(view.seats)
    return max(0, len(view.pile) - middle - bottom - 1)


def imagine(view: Table, unseen: list[int], rng: Random) -> dict[Place, int]:
    """A card for every hidden place that agrees with what the view knows, at random."""
    mind = view.known
    assert mind is not None
    own = {mind.seat}
    if mind.seat is not None and len(view.hands[mind.seat]) == 2:
        own.add(Seat(mind.drawn))
    places = [place for place, kinds in enumerate(mind.may_be) if kinds and place not in own]
    # The Werewolf lies above the first Moon, or on a place that it may have come to since.
    dens: list[Place | None] = [None]
    if unseen[WEREWOLF]:
        dens = [place for place in places if mind.kinds(place) >> WEREWOLF & 1]
        dens += [None] * top_left(view)
    rng.shuffle(dens)
    for den in dens:
        domains = {place: mind.may_be[place] & ~WOLF for place in places}
        if den is not None:
            domains[den] = WOLF
        world = Dream(mind, unseen, rng).sort_groups(domains, list(mind.mixed.items()))
        if world is not None:
            return world
    raise AssertionError("no world fits what the seat knows")


class Dream:
    """A search for cards that agree with what a seat knows: first which card of a group lies
    where, then what each card is. It steps back only where the rest could not be laid."""

    def __init__(self, mind: Known, unseen: list[int], rng: Random) -> None:
        self.mind = mind
        self.unseen = unseen
        self.rng = rng

    def sort_groups(
        self, domains: dict[Place, Kinds], groups: list[tuple[int, list[Kinds]]]
    ) -> dict[Place, int] | None:
        """Lay the cards of each group on its places, then choose what they are."""
        if not can_lay(domains.values(), self.unseen):
            return None
        if not groups:
            return self.choose_cards(domains, self.unseen[:])
        (group, cards), *others = groups
        place = numbers_of(group)[0]
        rest = group & ~(1 << place)
        for card in shuffled(set(cards), self.rng):
            narrowed = {**domains, place: domains.get(place, self.mind.may_be[place]) & card}
            if not narrowed[place]:
                continue
            left = cards.copy()
            left.remove(card)
            world = self.sort_groups(narrowed, [(rest, left), *others] if rest else others)
            if world is not None:
                return world
        return None

    def choose_cards(self, domains: dict[Place, Kinds], left: list[int]) -> dict[Place, int] | None:
        """One card for each place, all of them different cards."""
        if not domains:
            return {}
        place = min(domains, key=lambda place: domains[place].bit_count())
        rest = {other: kinds for other, kinds in domains.items() if other != place}
        copies = [card for card in CHARACTERS for _ in range(left[card])]
        for card in shuffled((card for card in copies if domains[place] >> card & 1), self.rng):
            left[card] -= 1
            narrowed = self.compare(place, card, rest)
            if can_lay(narrowed.values(), left):
                world = self.choose_cards(narrowed, left)
                if world is not None:
                    return {place: card, **world}
            left[card] += 1
        return None

    def compare(self, place: Place, card: int, rest: dict[Place, Kinds]) -> dict[Place, Kinds]:
        """What a card says about those that its place was compared with."""
        told = dict(self.mind.compared_with(place, card))
        return {other: kinds & told.get(other, ANY) for other, kinds in rest.items()}


def shuffled(items: Iterable[int], rng: Random) -> list[int]:
    """Each different item once, in random order; frequent items tend to come early."""
    order = sorted(items)
    rng.shuffle(order)
    return list(dict.fromkeys(order))


def can_lay(domains: Iterable[Kinds], left: list[int]) -> bool:
    """Whether every place can get a card of its own, by augmenting paths."""
    wanted = sorted(domains, key=int.bit_count)
    takers: list[list[int]] = [[] for _ in left]

    def find(taker: int, tried: Kinds) -> Kinds | None:
        """Find a card for a taker; returns None if it gets one, else all kinds tried in vain."""
        for card in CHARACTERS:
            if wanted[taker] >> card & 1 and not tried >> card & 1:
                tried |= 1 << card
                if len(takers[card]) < left[card]:
                    takers[card].append(taker)
                    return None
                for index, other in enumerate(takers[card]):
                    failed = find(other, tried)
                    if failed is None:
                        takers[card][index] = taker
                        return None
                    tried = failed
        return tried

    return all(find(taker, 0) is None for taker in range(len(wanted)))


def imagine_pile(view: Table, rest: list[int], wolf_in_pile: bool, rng: Random) -> list[int]:
    """The rest of the deck as the pile, with the Moons and the Werewolf in their thirds."""
    _, middle, bottom = thirds(view.seats)
    size = len(view.pile)
    low, mid = min(size, bottom), max(0, min(size - bottom, middle))
    parts = [
        part(low, [Card.WEREWOLF_MOON] if Card.WEREWOLF_MOON not in view.moons else [], rest, rng),
        part(mid, [Card.HOWLING_WOLF] if Card.HOWLING_WOLF not in view.moons else [], rest, rng),
        [int(Card.SITTING_WOLF)] if size > bottom + middle else [],
        part(top_left(view), [Card.WEREWOLF] if wolf_in_pile else [], rest, rng),
    ]
    assert not rest, f"{len(rest)} cards too many"
    return [card for cards in parts for card in cards]


def shuffle_pile(table: Table, rng: Random) -> None:
    """Lay the pile anew, with the Moons and the Werewolf in their thirds."""
    rest = [card for card in table.pile if card in CHARACTERS and card != WEREWOLF]
    rng.shuffle(rest)
    table.pile = imagine_pile(table, rest, WEREWOLF in table.pile, rng)


def part(size: int, special: list[Card], rest: list[int], rng: Random) -> list[int]:
    """A part of the pile: this many cards, including the special one."""
    cards = [int(card) for card in special] + [rest.pop() for _ in range(size - len(special))]
    rng.shuffle(cards)
    return cards
