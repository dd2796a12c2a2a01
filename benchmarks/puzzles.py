"""Finds puzzles: questions in bot games with one answer that is far better than all others.

Bots of mixed levels and all personas play rounds. A question is a candidate if a quick look finds
the best choice `MARGIN` above the second, and if easy bots rather choose something else. It is kept
if that holds on ten times as many imagined tables, with every choice weighed. Each is written as a
line: the record up to the question, the chances of all choices, the plan, and how often bots of
each level find the answer. A person then reads them, keeps those whose answer can be explained, and
writes the explanation into the catalogues of `moontui/words` under the name given here.

    python -m benchmarks.puzzles find --game wolfmoon --minutes 10 --into found.jsonl
    python -m benchmarks.puzzles read found.jsonl
    python -m benchmarks.puzzles ship found.jsonl 17=wolfmoon-seen 25=wolfmoon-spy
    python -m benchmarks.puzzles anew onenight       # after its bots or chances have changed
    python -m benchmarks.puzzles check
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

import msgspec

from benchmarks.hints import ADVISERS, LONGER, MORE
from engine.bots.personas import PERSONAS, seated
from engine.core import Advice, Choice, Idea, Reason, Seat, View
from engine.games import GAMES, length_for
from engine.play import advance, asks, settings, start, view
from engine.position import Position, position_of
from engine.record import Move, Record, from_text, replay, to_text
from moontui.puzzles.puzzle import SHIPPED, Puzzle, shipped
from moontui.words.catalogue import Catalogue
from moontui.words.chronicle import Chronicle
from moontui.words.teller import Teller, teller_for

MARGIN = 0.15
"""How far the best choice must be above the second, as a chance to win."""
MARGINS = {"onenight": 0.08}
"""By game, where that is another one: a single vote does not change as much."""
QUICK = 0.85
"""What part of it is enough for the quick look, which may be mistaken."""
TRIES = 8
"""How often each bot is asked."""
OFTEN = 0.5
"""A question that easy bots get right more often than this is none worth asking."""
LEVELS = ("easy", "medium", "hard")
SEATS = {"wolfmoon": (3, 4, 5), "robbers": (4, 5), "moonlight": (2,), "onenight": (4, 5, 6)}
COUNTED = ("lone", "power")
"""Questions whose answers are counted in points, not in chances."""


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
            talk = name == "onenight" and ask.prompt != "vote"  # nobody knows what that changes
            if len(ask.choices) > 1 and not talk and ask.prompt not in COUNTED:
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


def weighed(name: str, shown: View[Any], seed: str) -> Advice:
    """All choices of a question on many tables; those that advice leaves out are asked for one by
    one."""
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


def least(name: str) -> float:
    return MARGINS.get(name, MARGIN)


def candidates(name: str, seed: str, until: float) -> Iterator[Candidate]:
    for number, found in enumerate(questions(name, seed)):
        if time.monotonic() > until:
            return
        key = f"{seed} {number}"
        quick: Advice = ADVISERS[name](found.view, Random(f"{key} quick"), None)
        if margin_of(quick.ideas) < QUICK * least(name):
            continue
        best = quick.ideas[0].choices[0]
        if tried(found, "easy", best, key) > OFTEN:
            continue
        advice = weighed(name, found.view, key)
        if advice.ideas[0].choices[0] != best or margin_of(advice.ideas) < least(name):
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


# ── for the person who reads them ───────────────────────────────────────────────────────────────


def candidates_in(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def position_in(found: dict[str, Any]) -> Position:
    """Where a candidate is asked."""
    record = from_text(found["record"])
    game = GAMES[record.game]
    return position_of(game, record.options, view(game, replay(game, record), Seat(found["seat"])))


def puzzle_of(found: dict[str, Any], name: str) -> Puzzle:
    ideas = [Idea(tuple(map(Choice.parse, choices)), chance) for choices, chance in found["ideas"]]
    reasons = msgspec.convert(found["reasons"], tuple[Reason, ...])
    return Puzzle(position_in(found).code, tuple(ideas), found["hit"], reasons, name)


def told(puzzle: Puzzle) -> Iterator[str]:
    """A puzzle as a player would read it, with the answer."""
    position = puzzle.position()
    shown, game = position.view, position.game
    assert shown.ask is not None
    names = [f"P{seat}" for seat in range(position.seats)]
    words = Catalogue("en", game.id)
    teller: Teller = teller_for(game.id, words, names, shown.seat, (), position.options)
    chronicle = Chronicle()
    chronicle.hear(teller, shown.state.events)
    yield f"P{shown.seat} of {position.seats}: {teller.prompt(shown.ask, shown)}"
    yield from (f"    {entry.turn or '':>3} {entry.story}" for entry in chronicle.entries)
    yield from (f"  hand: {line}" for line in teller.hand(shown))
    for idea in puzzle.ideas:
        choice = teller.sentence(shown.ask, idea.choices[0], shown)
        yield f"  {idea.chance:6.1%} {' / '.join(map(str, idea.choices))}  {choice}"
    yield from (f"  {line}" for line in teller.why(shown, puzzle.reasons, shown.state.events))


def read(file: Path, only: list[int]) -> None:
    """Print candidates with their numbers."""
    for number, found in enumerate(candidates_in(file)):
        if not only or number in only:
            solved = " ".join(f"{level} {share:.0%}" for level, share in found["solved"].items())
            print(f"== {number}  margin {found['margin']:.1%}  solved by {solved}")
            print(*told(puzzle_of(found, "")), sep="\n")


def ship(file: Path, named: list[str]) -> None:
    """Add candidates to the puzzles that are shipped, in place of any of the same name."""
    found = candidates_in(file)
    new = [puzzle_of(found[int(number)], name) for number, name in (n.split("=") for n in named)]
    names = {puzzle.name for puzzle in new}
    old = [puzzle for puzzle in shipped() if puzzle.name not in names] if SHIPPED.exists() else []
    write([*old, *new])


def write(puzzles: list[Puzzle]) -> None:
    lines = [msgspec.json.encode(puzzle).decode() for puzzle in puzzles]
    SHIPPED.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def anew(name: str) -> None:
    """Weigh the shipped puzzles of a game anew, whose bots or chances have changed."""
    write([weighed_anew(one) if one.name.startswith(name) else one for one in shipped()])


def weighed_anew(puzzle: Puzzle) -> Puzzle:
    position = puzzle.position()
    advice = weighed(position.game.id, position.view, f"anew {puzzle.name}")
    ideas = tuple(idea._replace(chance=round(idea.chance, 4)) for idea in advice.ideas)
    hit = round(advice.hit, 4)
    return msgspec.structs.replace(puzzle, ideas=ideas, hit=hit, reasons=advice.reasons)


def check(seed: str) -> None:
    """Weigh every shipped puzzle on many tables again, with other random numbers."""
    for puzzle in shipped():
        position = puzzle.position()
        advice = weighed(position.game.id, position.view, f"{seed} {puzzle.name}")
        same = advice.ideas[0].choices[0] == puzzle.best.choices[0]
        enough = margin_of(advice.ideas) >= least(position.game.id)
        verdict = "holds" if same and enough else "FAILS"
        print(
            f"{puzzle.name:28} {puzzle.best.choices[0]!s:12} shipped {puzzle.margin:6.1%}  "
            f"again {margin_of(advice.ideas):6.1%}  {verdict}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    finder = commands.add_parser("find")
    finder.add_argument("--game", choices=list(SEATS), required=True)
    finder.add_argument("--minutes", type=float, default=10)
    finder.add_argument("--seed", default="puzzles")
    finder.add_argument("--into", type=Path, required=True)
    reader = commands.add_parser("read")
    reader.add_argument("file", type=Path)
    reader.add_argument("only", type=int, nargs="*")
    keeper = commands.add_parser("ship")
    keeper.add_argument("file", type=Path)
    keeper.add_argument("named", nargs="+", metavar="NUMBER=NAME")
    commands.add_parser("anew").add_argument("game", choices=list(SEATS))
    commands.add_parser("check").add_argument("--seed", default="check")
    wish = parser.parse_args()
    match wish.command:
        case "find":
            find(wish.game, wish.seed, wish.minutes, wish.into)
        case "read":
            read(wish.file, wish.only)
        case "ship":
            ship(wish.file, wish.named)
        case "anew":
            anew(wish.game)
        case "check":
            check(wish.seed)


def find(name: str, seed: str, minutes: float, into: Path) -> None:
    """Look for candidates, and write each down at once."""
    until = time.monotonic() + 60 * minutes
    with into.open("a") as file:
        for one in candidates(name, seed, until):
            file.write(json.dumps(line_of(one)) + "\n")
            file.flush()


if __name__ == "__main__":
    main()
