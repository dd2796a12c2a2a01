"""How much the bots of One Night give away: whether the tell of each shows when it lies.

    python -m benchmarks.onenight_tells --games 400

For each name, one figure per game: how often the bot showed its tell. AUC is how often that figure
is higher in a game in which it was on the werewolves' side than in one in which it was not; 50 %
says nothing, and 65 to 80 % can be learned without giving everything away.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from hashlib import sha256

from benchmarks.onenight_fun import Table
from engine.bots.personas import PERSONAS
from engine.core import Seat
from engine.games.onenight import ONENIGHT
from engine.games.onenight.claims import DETAIL
from engine.games.onenight.personas import MANNERS
from engine.games.onenight.roles import is_wolf_side
from engine.games.onenight.state import Village
from engine.play import advance, asks, start, view


def shown(village: Village, seat: Seat, tell: str) -> float:
    """How strongly a bot showed a tell in a game."""
    mine = [claim for claim in village.claims if claim.seat == seat]
    match tell:
        case "hedge":
            thoughts = [claim.values[2] for claim in mine if claim.kind == "think"]
            return sum(sure == 0 for sure in thoughts) / max(1, len(thoughts))
        case "brief":
            first = next((claim for claim in mine if claim.kind == "was"), None)
            alone = first is not None and sum(c.number == first.number for c in mine) == 1
            return float(alone and first is not None and first.values[0] in DETAIL)
        case "ask":
            return sum(e.kind == "asked" and e.seat == seat for e in village.events or ())
        case "vouch":
            return sum(claim.kind == "vouch" for claim in mine)
    return float(bool(mine) and mine[0].kind == "think")


def play(seats: int, number: int, seed: int) -> Village:
    """A game among hard bots; names go around the table."""
    table = Table(seats, 1, seed)
    deck = sha256(f"tells {seed} {number}".encode()).digest()
    village: Village = start(ONENIGHT, seats, deck)
    move = 0
    while questions := asks(village):
        seat = questions[0].seat
        bot = table.bot(village, seat, f"{seed} {number} {seat} {move}", number)
        advance(village, seat, bot.choose(view(ONENIGHT, village, seat)))
        move += 1
    return village


def auc(lying: list[float], honest: list[float]) -> float:
    """How often a figure of the first is higher than one of the second; equal ones count half."""
    wins = sum((one > other) + 0.5 * (one == other) for one in lying for other in honest)
    return wins / (len(lying) * len(honest))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=5)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    wish = parser.parse_args()
    figures: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for number in range(wish.games):
        village = play(wish.seats, number, wish.seed)
        for seat in village.everyone():
            name = PERSONAS[(seat + number) % len(PERSONAS)]
            lies = is_wolf_side(village.dealt[seat])
            figures[name][not lies].append(shown(village, seat, MANNERS[name].tell))
    print(f"One Night, {wish.seats} seats, {wish.games} games, seed {wish.seed}")
    for name, (lying, honest) in sorted(figures.items()):
        games = f"{len(lying)} games as a werewolf or Minion, {len(honest)} others"
        print(f"{name:<6} {MANNERS[name].tell:<6} AUC {auc(lying, honest):.0%}   {games}")


if __name__ == "__main__":
    main()
