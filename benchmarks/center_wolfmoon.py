"""What a look at Wolfmoon's center should cost a bot: the same deals with several charges.

A bot that weighs a look at the center by the table alone looks too often, as the table does not
show that it has done nothing; so it charges itself for a look. Here one bot plays the same deals
from the same seats against the same rivals with several charges. Games go on together for as long
as the charges choose alike.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random

from engine.arena import mean_and_margin
from engine.bots.levels import Thinker
from engine.core import Choice, Seat, View
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.levels import HARD, MEDIUM, weigh
from engine.games.wolfmoon.personas import PLAIN
from engine.games.wolfmoon.rules import CENTER
from engine.games.wolfmoon.state import Table
from engine.play import advance, asks, start, view

LEVELS = {"medium": MEDIUM, "hard": HARD}
Branch = tuple[Table, int, list[float]]
"""A game, how many answers it has had, and the charges that have led there."""


def played(
    level: str, rival: str, seats: int, charges: Sequence[float], deal: str, me: Seat
) -> dict[float, float]:
    """By charge: the share of one deal that the bot won."""
    cards = sha256(deal.encode()).digest()
    won: dict[float, float] = {}
    branches: list[Branch] = [
        (start(WOLFMOON, seats, cards, {"length": "round"}), 0, list(charges))
    ]
    while branches:
        state, move, alike = branches.pop()
        ask = next(iter(asks(state)), None)
        if ask is None:
            outcome = WOLFMOON.outcome(state)
            assert outcome is not None
            for charge in alike:
                won[charge] = (me in outcome.winners) / max(1, len(outcome.winners))
            continue
        shown, key = view(WOLFMOON, state, ask.seat), f"{deal} {ask.seat} {move}"
        if ask.seat != me:
            advance(state, ask.seat, WOLFMOON.bots[rival](Random(key)).choose(shown))
            branches.append((state, move + 1, alike))
            continue
        for choice, some in split(level, shown, key, alike):
            after = state.copy()
            advance(after, me, choice)
            branches.append((after, move + 1, some))
    return won


def split(
    level: str, shown: View[Table], key: str, charges: list[float]
) -> Iterator[tuple[Choice, list[float]]]:
    """What each charge chooses: only a question about the center can part them."""
    assert shown.ask is not None
    asked = charges if CENTER in shown.ask.choices else charges[:1]
    found: dict[Choice, list[float]] = {}
    for charge in asked:
        bot = Thinker(weigh, replace(LEVELS[level], center=charge), PLAIN, Random(key))
        found.setdefault(bot.choose(shown), []).append(charge)
    if len(found) == 1:
        yield next(iter(found)), charges
    else:
        yield from found.items()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--level", choices=list(LEVELS), default="medium")
    parser.add_argument("--rival", default="greedy")
    parser.add_argument("--each", type=int, default=4, help="from how many seats a deal is played")
    parser.add_argument("--charges", type=float, nargs="+", default=[0.0, 0.02, 0.04, 0.06])
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    won: dict[float, list[float]] = {charge: [] for charge in wish.charges}
    for deal in range(wish.deals):
        sums = dict.fromkeys(wish.charges, 0.0)
        for turn in range(wish.each):
            me = Seat((deal + turn) % wish.seats)
            name = f"center {wish.seed} {deal}"
            for charge, share in played(
                wish.level, wish.rival, wish.seats, wish.charges, name, me
            ).items():
                sums[charge] += share / wish.each
        for charge, share in sums.items():
            won[charge].append(share)
        if (deal + 1) % 100 == 0 or deal + 1 == wish.deals:
            told(wish.level, wish.rival, wish.seats, wish.each, won)


def told(level: str, rival: str, seats: int, each: int, won: dict[float, list[float]]) -> None:
    """What each charge won, and its gain over the first."""
    first = next(iter(won.values()))
    print(f"{level} against {seats - 1} {rival}, {len(first)} deals, each from {each} seats")
    for charge, shares in won.items():
        mean, margin = mean_and_margin(shares)
        gain, doubt = mean_and_margin(
            [one - other for one, other in zip(shares, first, strict=True)]
        )
        print(
            f"  {100 * charge:.0f} points: {mean:.1%} ±{100 * margin:.1f}, "
            f"{100 * gain:+.1f} ±{100 * doubt:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
