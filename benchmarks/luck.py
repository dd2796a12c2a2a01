"""Whether a review is fair: what choices are said to cost, and what they really cost.

`gap` lets a bot play deals among greedy ones. What the review says its choices cost it is compared
with what hard wins more in the same seat of the same deals. `equals` reviews every seat of tables
of equals: over a table, what choices cost and what they gave others cancel, and luck is nothing.
`shares` plays tables of equals of every size and compares what a seat wins with its fair share.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

from engine.arena import mean_and_margin
from engine.core import Seat
from engine.games import GAMES, length_for
from engine.match import Match
from engine.replay import Replay
from engine.review import cost, fair_share, gift, moments, shares_won

SEATS = {"wolfmoon": 4, "robbers": 4, "moonlight": 2, "onenight": 5}


def played(name: str, levels: list[str], deal: str) -> Replay:
    """A round among these levels, by seat."""
    game: Any = GAMES[name]
    match = Match(game, len(levels), deal, length_for(game, "round"))
    move = 0
    while ask := match.ask:
        rng = Random(f"{deal} {ask.seat} {move}")
        match.answer(game.bots[levels[ask.seat]](rng).choose(match.view(ask.seat)), ask.seat)
        move += 1
    return Replay(game, match.record)


def lost(replay: Replay, seat: Seat) -> float:
    """What a seat's choices cost it, as a review says."""
    return sum(
        cost(replay.game, replay.view(moment.step, seat), moment)
        for moment in moments(replay, seat)
    )


def gap(wish: argparse.Namespace) -> None:
    """What the review says, and what is true."""
    seats = SEATS[wish.game]
    said, true = [], []
    for deal in range(max(wish.deals, wish.reviewed)):
        seat = Seat(deal % seats)
        levels = [wish.rival] * seats
        levels[seat] = wish.level
        replay = played(wish.game, levels, f"luck {wish.seed} {deal}")
        if deal < wish.reviewed:
            said.append(lost(replay, seat))
        if deal < wish.deals:
            levels[seat] = "hard"
            better = played(wish.game, levels, f"luck {wish.seed} {deal}")
            true.append(shares_won(better, seat)[1] - shares_won(replay, seat)[1])
    print(
        f"{wish.game}: {wish.level} among {wish.rival}: choices are said to cost "
        f"{points(said)}; hard wins {points(true)} more",
        flush=True,
    )


def points(shares: list[float]) -> str:
    if len(shares) < 2:
        return "?"
    mean, margin = mean_and_margin(shares)
    return f"{100 * mean:.1f} ±{100 * margin:.1f} points ({len(shares)} rounds)"


def equals(wish: argparse.Namespace) -> None:
    """Every seat of tables of equals."""
    seats = SEATS[wish.game]
    sums: dict[str, list[float]] = {"lost": [], "given": [], "cards": []}
    for deal in range(wish.deals):
        replay = played(wish.game, [wish.level] * seats, f"equals {wish.seed} {deal}")
        given = [0.0] * seats
        costs = [0.0] * seats
        for giver in map(Seat, range(seats)):
            for moment in moments(replay, giver):
                price = cost(replay.game, replay.view(moment.step, giver), moment)
                costs[giver] += price
                for seat in map(Seat, range(seats)):
                    if seat != giver:
                        given[seat] += gift(replay, seat, giver, moment, price).points
        wins = [shares_won(replay, Seat(seat))[1] for seat in range(seats)]
        sums["lost"].append(sum(costs) / seats)
        sums["given"].append(sum(given) / seats)
        fair = fair_share(replay)
        luck = sum(wins) - seats * fair + sum(costs) - sum(given)
        sums["cards"].append(luck / seats)
    told = ", ".join(
        f"{what} {100 * mean:+.1f} ±{100 * margin:.1f}"
        for what, (mean, margin) in ((what, mean_and_margin(each)) for what, each in sums.items())
    )
    print(
        f"{wish.game}: {seats} {wish.level}, {wish.deals} rounds, points a seat: {told}", flush=True
    )


def shares(wish: argparse.Namespace) -> None:
    """What a seat wins among equals, by number of players; luck is what is more than its share."""
    for seats in wish.seats or GAMES[wish.game].seats:
        luck, fair = [], 0.0
        for deal in range(wish.deals):
            replay = played(wish.game, [wish.level] * seats, f"shares {wish.seed} {deal}")
            fair = fair_share(replay)
            wins = [shares_won(replay, Seat(seat))[1] for seat in range(seats)]
            luck.append(sum(wins) / seats - fair)
        mean, margin = mean_and_margin(luck)
        print(
            f"{wish.game}: {seats} {wish.level}, {wish.deals} rounds: a seat wins "
            f"{100 * (fair + mean):.1f} ±{100 * margin:.1f} %, fair {100 * fair:.1f}",
            flush=True,
        )


TASKS = {"gap": gap, "equals": equals, "shares": shares}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=list(TASKS))
    parser.add_argument("game", choices=list(SEATS))
    parser.add_argument("level")
    parser.add_argument("--rival", default="greedy")
    parser.add_argument("--deals", type=int, default=100, help="played by hard as well")
    parser.add_argument("--reviewed", type=int, default=100)
    parser.add_argument("--seats", type=int, nargs="+", help="of `shares`; otherwise every number")
    parser.add_argument("--seed", type=int, default=0)
    wish = parser.parse_args()
    TASKS[wish.task](wish)


if __name__ == "__main__":
    main()
