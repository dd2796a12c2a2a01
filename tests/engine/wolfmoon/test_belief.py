"""What a seat may think about the hidden cards: neither more nor less than it was told."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random

import pytest

from engine.core import Event, Seat
from engine.games.wolfmoon import WOLFMOON, belief, blur
from engine.games.wolfmoon.belief import Belief
from engine.games.wolfmoon.belief_cache import thoughts
from engine.games.wolfmoon.deck import CHARACTERS, COPIES, VALUE, Card
from engine.games.wolfmoon.habits import BLIND, READ, Habits
from engine.games.wolfmoon.state import Table
from engine.play import advance, asks, start, view
from tests.engine.wolfmoon.enumerator import Enumerator, TooMany
from tests.engine.wolfmoon.test_knowledge import whole
from tests.extent import some
from tests.scenarios.wolfmoon import perform

WOLF = int(Card.WEREWOLF)
ROUNDS = [(seed, 3 + seed % 4) for seed in range(some(6, 12))]


def positions(seed: int, seats: int, level: str = "greedy") -> Iterator[tuple[Table, int]]:
    """The tables of a round of bots, before every answer, and how many events are new."""
    rng = Random(f"belief {seed}")
    table = start(WOLFMOON, seats, rng.randbytes(32), {"length": "round"})
    bots = [WOLFMOON.bots[level](Random(rng.random())) for _ in range(seats)]
    heard = 0
    while open_asks := asks(table):
        assert table.events is not None
        yield table, heard
        heard = len(table.events)
        seat = open_asks[0].seat
        advance(table, seat, bots[seat].choose(view(WOLFMOON, table, seat)))


def told(table: Table, seat: Seat | None, heard: int = 0) -> list[Event]:
    assert table.events is not None
    return [event.told_to(seat) for event in table.events[heard:]]


def thinking(
    seed: int, seats: int, level: str = "greedy", habits: Habits = BLIND
) -> Iterator[tuple[Table, Belief]]:
    """A round seen by one seat, as long as it is in, at every moment when it holds one card."""
    seat = Seat(seed % seats)
    mind = Belief(seats, seat, habits)
    for table, heard in positions(seed, seats, level):
        mind.hear(told(table, seat, heard))
        if table.out[seat]:
            return
        if len(mind.mine) == 1:
            yield table, mind


def truth(table: Table, place: int) -> int:
    """What is really there."""
    if place < table.seats:
        return table.hands[place][0]
    if place < table.seats + 3:
        return table.center[place - table.seats]
    return next(hand for hand in table.hands if len(hand) == 2)[1]


def unfolded(patch: pytest.MonkeyPatch) -> None:
    """Think without any blur."""
    patch.setattr(belief, "MOST_PARTS", (10**6,) * 11)
    patch.setattr(belief, "FEW_PARTS", 10**6)
    patch.setattr(blur, "FEW_WAYS", 10**9)


@pytest.mark.parametrize("seed", range(some(8, 20)))
def test_it_equals_the_count_of_all_tables_one_by_one(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    unfolded(monkeypatch)
    book = Enumerator(3, Seat(seed % 3))
    level = "greedy" if seed % 2 else "random"
    heard = 0
    for table, mind in thinking(seed, 3, level):
        try:
            book.hear(told(table, mind.seat, heard))
        except TooMany:
            return
        heard = mind.heard
        odds = mind.odds()
        for place, row in enumerate(book.odds()):
            if any(odds[place]):
                assert odds[place] == pytest.approx(row, abs=1e-9)


@pytest.mark.parametrize("habits", [BLIND, READ], ids=["facts", "read"])
@pytest.mark.parametrize("level", ["random", "greedy"])
def test_the_truth_is_never_excluded(level: str, habits: Habits) -> None:
    for seed in range(some(10, 25)):
        for table, mind in thinking(seed, 3 + seed % 4, level, habits):
            named = [n for n, token in enumerate(mind.parts[0].at) if token is not None]
            assert any(
                all((part.at[place] or ())[truth(table, place)] > 0 for place in named)
                for part in mind.parts
            ), f"round {seed}"


@pytest.mark.parametrize(("seed", "seats"), ROUNDS)
def test_every_place_has_one_card_and_every_card_one_place(seed: int, seats: int) -> None:
    for table, mind in thinking(seed, seats, habits=READ):
        odds = mind.odds()
        named = [row for row in odds if any(row)]
        for row in named:
            assert sum(row) == pytest.approx(1)
        for kind in CHARACTERS:
            rest = mind.unseen[kind] - sum(row[kind] for row in named)
            assert rest > -1e-9
            if kind == WOLF and not mind.top:
                assert rest == pytest.approx(0, abs=1e-9)
        hidden = len([card for card in (*table.pile, *table.aside) if card <= WOLF]) + 3
        others = sum(len(hand) for seat, hand in enumerate(table.hands) if seat != mind.seat)
        assert sum(mind.unseen) == hidden + others


@pytest.mark.parametrize("seed", range(4))
def test_another_name_for_each_seat_changes_nothing_else(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    unfolded(monkeypatch)
    seat, twin = Seat(seed % 3), Seat((seed + 1) % 3)
    for table, mind in thinking(seed, 3):
        if len(mind.parts) > 100:
            return
        other = Belief(3, twin)
        other.hear([moved(event, 3) for event in told(table, seat)])
        odds, renamed = mind.odds(), other.odds()
        for place in range(3):
            assert renamed[(place + 1) % 3] == pytest.approx(odds[place], abs=1e-9)
        for place in range(3, 7):
            assert renamed[place] == pytest.approx(odds[place], abs=1e-9)


def moved(event: Event, seats: int) -> Event:
    """The same, one seat further on."""

    def on(seat: Seat | None) -> Seat | None:
        return None if seat is None else Seat((seat + 1) % seats)

    seen_by = event.seen_by and tuple(Seat((seat + 1) % seats) for seat in event.seen_by)
    event = event._replace(seat=on(event.seat), other=on(event.other), seen_by=seen_by)
    if event.kind != "drunkard":
        return event
    drinkers = [seat for seat in range(seats) if event.number >> seat & 1]
    pairs = sorted(zip([(seat + 1) % seats for seat in drinkers], event.cards, strict=True))
    bits = sum(1 << seat for seat, _ in pairs)
    return event._replace(number=bits, cards=tuple(card for _, card in pairs))


@pytest.mark.parametrize(("seed", "seats"), ROUNDS[:6])
def test_two_worlds_that_look_alike_are_thought_of_alike(seed: int, seats: int) -> None:
    seat = Seat(seed % seats)
    for number, (table, _) in enumerate(positions(seed, seats)):
        if number % 5 == 0 and not table.out[seat]:
            twin = WOLFMOON.fill(view(WOLFMOON, table, seat).state, seat, Random(number))
            one, other = Belief(seats, seat), Belief(seats, seat)
            one.hear(view(WOLFMOON, table, seat).state.events or [])
            other.hear(view(WOLFMOON, twin, seat).state.events or [])
            assert one.parts == other.parts
            assert one.odds() == other.odds()


@pytest.mark.parametrize(("seed", "seats"), ROUNDS)
def test_what_is_known_for_certain_has_the_chances_nought_and_one(seed: int, seats: int) -> None:
    for table, mind in thinking(seed, seats):
        known = view(WOLFMOON, table, mind.seat).state.known
        assert known is not None
        for place, row in enumerate(mind.odds()):
            if not any(row):
                continue
            card = known.card(place)
            if card is not None:
                assert row[card] == pytest.approx(1)
            for kind in CHARACTERS:
                if not known.kinds(place) >> kind & 1:
                    assert row[kind] == pytest.approx(0, abs=1e-12)


def chances(knower: int, holder: int, given: str, *steps: str) -> list[float]:
    """What a seat thinks about a hand after these steps of a real deal."""
    table = whole(given)
    for step in steps:
        perform(table, step)
    mind = Belief(table.seats, Seat(knower))
    mind.hear(told(table, Seat(knower)))
    return mind.odds()[holder]


SEEN = ("P0 TR; P1 MA; P2 NW; pile SE,..", "A SE>P1")


def test_the_seer_is_sure_of_the_card_and_nobody_else_is() -> None:
    assert chances(0, 1, *SEEN)[Card.MAYOR] == pytest.approx(1)
    assert chances(2, 1, *SEEN)[Card.MAYOR] < 0.1


def test_a_missed_value_is_out_of_the_question() -> None:
    row = chances(2, 1, "P0 TR; P1 MA; P2 NW; pile VI,..", "A VI>P1=7")
    assert sum(row[kind] for kind in CHARACTERS if VALUE[kind] == 7) == 0
    assert row[Card.MAYOR] > 0


def test_who_lost_by_the_barkeeper_tells_a_bound_of_the_winner() -> None:
    game = ("P0 TR; P1 SE; P2 NW; P3 GI; pile BA,..", "A BA>P1")
    assert chances(1, 0, *game)[Card.TRAITOR] == pytest.approx(1)
    row = chances(2, 0, *game)
    assert sum(row[kind] for kind in CHARACTERS if VALUE[kind] <= 2) == 0
    assert 0 < row[Card.TRAITOR] < 0.2


@pytest.mark.parametrize(("seed", "seats"), ROUNDS[:6])
def test_thoughts_kept_from_earlier_equal_thoughts_from_the_beginning(
    seed: int, seats: int
) -> None:
    seat = Seat(seed % seats)
    for table, mind in thinking(seed, seats):
        events = told(table, seat)
        fresh = Belief(seats, seat)
        fresh.hear(events)
        kept = thoughts(seats, seat, events, BLIND).belief
        assert fresh.parts == mind.parts == kept.parts
        assert fresh.unseen == mind.unseen == kept.unseen


@pytest.mark.parametrize(("seed", "seats"), ROUNDS[:4])
def test_imagined_deals_come_as_often_as_the_chances_say(seed: int, seats: int) -> None:
    rng = Random(seed)
    for number, (_, mind) in enumerate(thinking(seed, seats, habits=READ)):
        if number % 8 != 4:
            continue
        deals, tries = mind.deals(), 3000
        odds = deals.odds()
        seen = [[0] * len(CHARACTERS) for _ in odds]
        for _ in range(tries):
            found, rest = deals.deal(rng)
            cards = [*found.values(), *rest]
            assert sorted(cards) == [k for k in CHARACTERS for _ in range(mind.unseen[k])]
            for place, card in found.items():
                seen[place][card] += 1
        for place, row in enumerate(odds):
            for kind, chance in enumerate(row):
                spread = sqrt(tries * chance * (1 - chance)) + 1
                assert abs(seen[place][kind] - tries * chance) < 5 * spread


@pytest.mark.parametrize(
    "habits", some([READ], [BLIND, READ]), ids=lambda habits: "facts" if habits is BLIND else "read"
)
def test_what_has_a_chance_of_one_in_five_comes_true_one_time_in_five(habits: Habits) -> None:
    bins: dict[int, tuple[int, float, int]] = {}
    for seed in range(40):
        for table, mind in thinking(seed, 3 + seed % 4, habits=habits):
            for place, row in enumerate(mind.odds()):
                if any(row):
                    card = truth(table, place)
                    for kind, chance in enumerate(row):
                        count, total, true = bins.get(int(chance * 10), (0, 0.0, 0))
                        entry = (count + 1, total + chance, true + (kind == card))
                        bins[int(chance * 10)] = entry
    predictions = sum(count for count, _, _ in bins.values())
    error = sum(abs(total - true) for _, total, true in bins.values()) / predictions
    assert predictions > 50_000
    assert error < 0.03


def test_all_copies_are_in_the_deck() -> None:
    mind = Belief(4, Seat(0))
    assert mind.unseen == list(COPIES)
