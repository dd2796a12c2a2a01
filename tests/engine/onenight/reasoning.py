"""Games among bots in which everything that is concluded aloud is checked."""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.bots.personas import PERSONAS, seated
from engine.games.onenight import ONENIGHT
from engine.games.onenight.deductions import deduction_of
from engine.play import advance, asks, start, view
from tests.engine.onenight.enumerator import what_is_wrong


def reasons_in(seats: int, seed: int, level: str = "hard") -> Counter[str]:
    """Play a game; by kind: how many conclusions were spoken. Raises `AssertionError` if one does
    not follow."""
    village = start(ONENIGHT, seats, Random(seed).randbytes(32), {"set": "lively"})
    spoken: Counter[str] = Counter()
    count = 0
    while questions := asks(village):
        seat, said = questions[0].seat, len(village.claims)
        bot = seated(ONENIGHT, level, Random(f"{seed} {count}"), PERSONAS[(seat + seed) % 10])
        advance(village, seat, bot.choose(view(ONENIGHT, village, seat)))
        count += 1
        for claim in village.claims[said:]:
            if claim.kind == "reason":
                spoken[deduction_of(claim.values).kind] += 1
                wrong = what_is_wrong(village, claim)
                assert not wrong, f"{deduction_of(claim.values)}: {wrong}"
    return spoken
