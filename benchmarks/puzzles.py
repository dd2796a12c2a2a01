"""Finds puzzles: questions in bot games with one answer that is far better than all others.

Bots of mixed levels and all personas play rounds. A question is a candidate if a quick look finds
the best choice `MARGIN` above the second, and if easy bots rather choose something else. It is kept
if that holds on ten times as many imagined tables, with every choice weighed. Each is written as a
line: the record up to the question, the chances of all choices, the plan, and how often bots of
each level find the answer.

    python -m benchmarks.puzzles find --game wolfmoon --minutes 10 --into found.jsonl
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from benchmarks.hints import ADVISERS, LONGER, MORE
from engine.bots.personas import PERSONAS, seated
from engine.core import Advice, Choice, Idea, View
from engine.games import GAMES, length_for
from engine.play import advance, asks, settings, start, view
from engine.record import Move, Record, to_text

MARGIN = 0.15
"""How far the best choice must be above the second, as a chance to win."""
QUICK = 0.13
"""The same for the quick look, which may be mistaken."""
TRIES = 8
"""How often each bot is asked."""
OFTEN = 0.5
"""A question that easy bots get right more often than this is none worth asking."""
LEVELS = ("easy", "medium", "hard")
SEATS = {"wolfmoon": (3, 4, 5), "robbers": (4, 5), "moonlight": (2,), "onenight": (4, 5, 6)}
UNASKED = {"onenight": lambda prompt: prompt != "vote"}
"""By game: questions that advice gives no chances for."""


class Found(NamedTuple):
    """A question in a game, with what led to it."""

    record: Record
    view: View[Any]


class Candidate(NamedTuple):
    found: Found
    advice: Advice
    """On many tables, all choices of the question."""
    solved: dict[str, float]
    """By level: how often bots find the best choice."""


def questions(name: str, seed: str) -> Iterator[Found]:
    """Every question with a choice, in rounds among bots."""
    game = GAMES[name]
    for number in range(1_000_000):
        rng = Random(f"{seed} {number}")
        seats = SEATS[name][number % len(SEATS[name])]
        deal = sha256(f"puzzles {seed} {number}".encode()).digest()
        options = settings(game, length_for(game, "round"))
        company = rng.sample(PERSONAS, seats)
        levels = [rng.choice(LEVELS[:2]) for _ in range(seats)]
        state, moves = start(game, seats, deal, options), list[Move]()
        while open_asks := asks(state):
            ask = open_asks[0]
            shown = view(game, state, ask.seat)
            unasked = UNASKED.get(name, lambda prompt: prompt in ("lone", "power"))
            if len(ask.choices) > 1 and not unasked(ask.prompt):
                record = Record(
                    name,
                    game.version,
                    seats,
                    options,
                    tuple(company),
                    deal,
                    tuple(moves),
                    personas=tuple(company),
                    levels=tuple(levels),
                )
                yield Found(record, shown)
            bot = seated(game, levels[ask.seat], Random(rng.random()), company[ask.seat])
            choice = bot.choose(shown)
            moves.append(Move(ask.seat, choice))
            advance(state, ask.seat, choice)


def tried(found: Found, level: str, best: Choice, seed: str) -> float:
    """How often bots of a level find the best choice."""
    game = GAMES[found.record.game]
    if level not in game.bots:
        return 0.0
    bots = (game.bots[level](Random(f"{seed} {level} {number}")) for number in range(TRIES))
    return sum(bot.choose(found.view) == best for bot in bots) / TRIES


def weighed(found: Found, seed: str) -> Advice:
    """All choices of a question on many tables; those that advice leaves out are asked for one by
    one."""
    name, shown = found.record.game, found.view
    assert shown.ask is not None
    effort = LONGER[name](MORE)
    advice: Advice = ADVISERS[name](shown, Random(f"{seed} many"), None, effort)
    known = {idea.choices[0]: idea for idea in advice.ideas}
    for choice in shown.ask.choices:
        if choice not in known:
            other = ADVISERS[name](shown, Random(f"{seed} many"), choice, effort)
            known |= {idea.choices[0]: idea for idea in other.ideas if idea.choices[0] == choice}
    ideas = sorted(known.values(), key=lambda idea: -idea.chance)
    return advice._replace(ideas=tuple(ideas))


def margin_of(ideas: tuple[Idea, ...]) -> float:
    return ideas[0].chance - ideas[1].chance if len(ideas) > 1 else 0.0


def candidates(name: str, seed: str, until: float) -> Iterator[Candidate]:
    for number, found in enumerate(questions(name, seed)):
        if time.monotonic() > until:
            return
        key = f"{seed} {number}"
        quick: Advice = ADVISERS[name](found.view, Random(f"{key} quick"), None)
        if margin_of(quick.ideas) < QUICK:
            continue
        best = quick.ideas[0].choices[0]
        if tried(found, "easy", best, key) > OFTEN:
            continue
        advice = weighed(found, key)
        if advice.ideas[0].choices[0] != best or margin_of(advice.ideas) < MARGIN:
            continue
        solved = {level: tried(found, level, best, key) for level in GAMES[name].bots}
        yield Candidate(found, advice, solved)


def line_of(one: Candidate) -> dict[str, Any]:
    ask = one.found.view.ask
    assert ask is not None
    return {
        "game": one.found.record.game,
        "seat": ask.seat,
        "prompt": ask.prompt,
        "margin": round(margin_of(one.advice.ideas), 4),
        "ideas": [[[str(c) for c in i.choices], round(i.chance, 4)] for i in one.advice.ideas],
        "hit": round(one.advice.hit, 4),
        "reasons": [list(reason) for reason in one.advice.reasons],
        "solved": one.solved,
        "record": to_text(one.found.record),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=list(SEATS), required=True)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", default="puzzles")
    parser.add_argument("--into", type=Path, required=True)
    wish = parser.parse_args()
    until = time.monotonic() + 60 * wish.minutes
    with wish.into.open("a") as file:
        for one in candidates(wish.game, wish.seed, until):
            file.write(json.dumps(line_of(one)) + "\n")
            file.flush()


if __name__ == "__main__":
    main()
