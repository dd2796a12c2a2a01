"""Hints to be read: questions from games of bots, the positions they are asked in, and the advice.

    python -m benchmarks.hints_read --game robbers --count 25 --language de

Whether reasons are true, useful and well said only a reader can tell; this prints what to read.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from engine.core import View
from engine.games import GAMES
from engine.play import apply, asks, start, view
from moontui.words.catalogue import LANGUAGES, Catalogue
from moontui.words.teller import teller_for

LONGEST = 150
"""How many questions of a match are looked at."""
NAMES = ("Ada", "Bela", "Cleo", "Dario", "Edda", "Finn", "Greta", "Hugo", "Ines", "Jona")


def questions(game: str, seats: int, rng: Random, level: str) -> Iterator[View[Any]]:
    """Every question of a match that leaves a choice, as its seat sees it."""
    rules = GAMES[game]
    state = start(rules, seats, rng.randbytes(32), {})
    bot = rules.bots[level](rng)
    while (asked := asks(state)) and rules.outcome(state) is None:
        shown = view(rules, state, asked[0].seat)
        if len(asked[0].choices) > 1 and asked[0].prompt != "next_round":
            yield shown
        apply(state, asked[0].seat, bot.choose(shown))


def chosen(game: str, count: int, seed: int, level: str) -> Iterator[View[Any]]:
    """One question from each of so many matches: every kind of question as likely as any other."""
    rng = Random(f"hints {game} {seed}")
    for _ in range(count):
        seats = rng.choice(GAMES[game].seats[:4])
        found = list(islice(questions(game, seats, rng, level), LONGEST))
        prompts = sorted({shown.ask.prompt for shown in found if shown.ask is not None})
        prompt = rng.choice(prompts)
        yield rng.choice([each for each in found if each.ask and each.ask.prompt == prompt])


def told(game: str, shown: View[Any], language: str) -> list[str]:
    """A position and the advice on it, in words."""
    ask, advise, state = shown.ask, GAMES[game].advise, shown.state
    assert ask is not None
    assert advise is not None
    teller = teller_for(game, Catalogue(language, game), NAMES[: state.seats], ask.seat)
    advice = advise(shown, Random(0), None)
    return [
        *teller.table(shown),
        *teller.hand(shown),
        f"> {teller.prompt(ask)}",
        *(f"  {line}" for line in teller.hint(shown, advice, state.events or ())),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), action="append")
    parser.add_argument("--count", type=int, default=25, help="how many of each game")
    parser.add_argument("--language", choices=LANGUAGES, default=LANGUAGES[0])
    parser.add_argument("--level", default="medium", help="the bots that play up to the question")
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    for game in wanted.game or sorted(GAMES):
        found = chosen(game, wanted.count, wanted.seed, wanted.level)
        for number, shown in enumerate(found, start=1):
            print(f"\n── {game} {number}, {NAMES[shown.ask.seat if shown.ask else 0]} ──")
            print("\n".join(told(game, shown, wanted.language)))


if __name__ == "__main__":
    main()
