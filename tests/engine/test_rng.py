"""Chance is fair, and the same seed always gives the same result."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from engine.rng import below, shuffle
from tests.engine.ballot import Box


def dice(seed: int) -> Box:
    return Box(2, seed.to_bytes(32, "big"), limit=10)


def test_the_same_seed_shuffles_the_same_way_for_ever() -> None:
    cards = list(range(10))
    shuffle(dice(7), cards)
    assert cards == [4, 3, 2, 8, 1, 7, 9, 6, 0, 5]


def test_every_use_hashes_the_seed_forward() -> None:
    box = dice(7)
    seen = {box.seed}
    for _ in range(20):
        below(box, 6)
        seen.add(box.seed)
    assert len(seen) == 21


def test_numbers_stay_below_their_limit_and_reach_all_of_them() -> None:
    box = dice(1)
    assert {below(box, 7) for _ in range(300)} == set(range(7))


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    box, tosses = dice(2), 24_000
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(tosses):
        cards = [0, 1, 2, 3]
        shuffle(box, cards)
        orders[tuple(cards)] += 1
    expected = tosses / 24
    chi_squared = sum(
        (orders[order] - expected) ** 2 / expected for order in permutations(range(4))
    )
    assert chi_squared < 49.7  # 23 degrees of freedom; one fair shuffle in a thousand exceeds it
