"""Whether hints say what the hard bot would do.

Every question is put to the hard bot and to the adviser, with other random numbers. Where they
differ, the adviser decides who thinks ten times as long: a hint may be better than the bot's
choice, but hardly ever more than two points worse.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

from engine.core import Choice, View
from engine.games import GAMES, length_for
from engine.games.moonlight import advice as moonlight
from engine.games.onenight import advice as onenight
from engine.games.robbers import advice as robbers
from engine.games.wolfmoon import advice as wolfmoon
from engine.play import advance, asks, start, view
from engine.review import chance_of

MORE = 10
CLOSE = 0.02
"""Two points of a chance to win."""
LEVELS = ("easy", "medium", "hard")
MOST_SEATS = 6

LONGER: dict[str, Callable[[int], Any]] = {
    "wolfmoon": lambda more: replace(wolfmoon.EFFORT, worlds=more * wolfmoon.EFFORT.worlds),
    "robbers": lambda more: replace(
        robbers.EFFORT,
        worlds=more * robbers.EFFORT.worlds,
        solved=more * robbers.EFFORT.solved,
    ),
    "moonlight": lambda more: moonlight.EFFORT._replace(
        looks=more * moonlight.EFFORT.looks, most=more * moonlight.EFFORT.most
    ),
    "onenight": lambda more: onenight.DEPTH._replace(worlds=more * onenight.DEPTH.worlds),
}
"""By game: the effort of a hint, this many times."""
ADVISERS: dict[str, Any] = {
    "wolfmoon": wolfmoon.advise,
    "robbers": robbers.advise,
    "moonlight": moonlight.advise,
    "onenight": onenight.advise,
}


def questions(name: str, seed: str) -> Iterator[View[Any]]:
    """Every third question of rounds in which levels are mixed: all that hints give chances for."""
    game, rng = GAMES[name], Random(seed)
    counts = [seats for seats in game.seats if seats <= MOST_SEATS]
    for number in range(1_000_000):
        seats = counts[number % len(counts)]
        deal = sha256(f"{seed} {number}".encode()).digest()
        state = start(game, seats, deal, length_for(game, "round"))
        asked = number
        while open_asks := asks(state):
            ask = open_asks[0]
            shown = view(game, state, ask.seat)
            level = LEVELS[(ask.seat + number) % (3 if number % 5 == 0 else 2)]
            talk = name == "onenight" and ask.prompt != "vote"
            if len(ask.choices) > 1 and not talk and ask.prompt not in ("lone", "power"):
                asked += 1
                if asked % 3 == 0:
                    yield shown
            advance(state, ask.seat, game.bots[level](Random(rng.random())).choose(shown))


def behind(name: str, shown: View[Any], number: int) -> tuple[bool, float]:
    """Whether hint and bot choose alike, and else how far the hint is behind the bot's choice."""
    game, adviser = GAMES[name], ADVISERS[name]
    bots: Choice = game.bots["hard"](Random(f"bot {number}")).choose(shown)
    hint: Choice = adviser(shown, Random(f"hint {number}"), None).ideas[0].choices[0]
    if bots == hint:
        return True, 0.0
    assert shown.ask is not None
    if name == "robbers":  # where choices do not need each other, two are enough
        shown = replace(shown, ask=shown.ask._replace(choices=(bots, hint)))
    later = adviser(shown, Random(f"reference {number}"), bots, LONGER[name](MORE))
    known = {idea.choices[0] for idea in later.ideas}
    if hint not in known:  # the reference does not even consider it
        later = adviser(shown, Random(f"reference {number}"), hint, LONGER[name](MORE))
    return False, chance_of(later, bots) - chance_of(later, hint)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=list(LONGER), action="append")
    parser.add_argument("--questions", type=int, default=500)
    parser.add_argument("--seed", default="hints")
    wish = parser.parse_args()
    for name in wish.game or LONGER:
        same, worse, better, gaps = 0, 0, 0, []
        for number, shown in enumerate(questions(name, wish.seed)):
            if number == wish.questions:
                break
            alike, gap = behind(name, shown, number)
            same += alike
            worse += gap > CLOSE
            better += gap < -CLOSE
            gaps.append(gap)
        held = 1 - worse / wish.questions
        print(
            f"{name:10} {wish.questions} questions: the same choice {same / wish.questions:.1%}; "
            f"not worse by more than 2 points {held:.1%}; better by more {better}, worse {worse}; "
            f"worst {100 * max(gaps):.1f} points, mean {100 * sum(gaps) / len(gaps):+.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
