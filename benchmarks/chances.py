"""Whether the chances in hints come true, and the curves that make them.

`collect` plays rounds in which a seat follows hints, against gentle and medium bots and against
others who follow hints as well, and writes down what each hint found, how late it was, and who won.
`fit` finds the curves of `engine/games/*/chances.py` from such a file. `check` compares what hints
say with what came true, by curves fitted to other deals. Curves keep the order of choices, so
whoever follows hints plays the same whatever the curves are. `votes` finds what a vote of One Night
costs, its price: each is compared with the best one on the same day, where all others vote as they
did.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from hashlib import sha256
from math import exp, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from engine.bots.chances import EDGE, SURE, Curve, log_odds
from engine.core import Choice, Idea, Seat, View, this_round
from engine.games import GAMES
from engine.games.moonlight import advice as moonlight
from engine.games.moonlight.chances import CURVE as MOONLIGHT
from engine.games.moonlight.search import Search as LandSearch
from engine.games.onenight import advice as onenight
from engine.games.onenight.ballot import ballot, favorite, squeezed, tide
from engine.games.onenight.chances import BESIDE_A_TANNER, OTHERS, VILLAGERS
from engine.games.onenight.mind import Mind
from engine.games.onenight.reading import VILLAGE
from engine.games.onenight.roles import LIVELY, Role
from engine.games.robbers import advice as robbers
from engine.games.robbers.chances import CURVES as ROBBERS
from engine.games.robbers.chances import EDGE as ROBBERS_EDGE
from engine.games.robbers.search import Search as DealSearch
from engine.games.wolfmoon import advice as wolfmoon
from engine.games.wolfmoon.chances import CURVES as WOLFMOON
from engine.games.wolfmoon.search import think
from engine.play import advance, asks, start, view

EFFORTS: dict[str, Any] = {
    "wolfmoon": replace(wolfmoon.EFFORT, worlds=96),
    "robbers": robbers.EFFORT,
    "moonlight": moonlight.EFFORT._replace(looks=moonlight.EFFORT.looks // 4),
}
"""By game: how hard a seat thinks here. Where hints think longer, they find the same chances."""
SEATS = {
    "wolfmoon": (4, 3, 5, 6),
    "robbers": (4, 3, 5),
    "moonlight": (2,),
    "onenight": (5, 6, 7, 4),
}
LENGTH = {"wolfmoon": "round", "robbers": "round", "moonlight": "match", "onenight": "round"}
EDGES = {"robbers": ROBBERS_EDGE}
"""By game: what is found closer than this to 0 or 1 means no more; elsewhere `EDGE`."""
RIVALS = ("gentle", "medium", "hint")
FOLDS = 4


class Sample(NamedTuple):
    """What a hint found, and what came of it."""

    game: str
    rival: str
    seats: int
    deal: int
    late: float
    """How much of the round was over; in One Night, how well the announced votes run."""
    found: float
    """The chance by the search alone; in One Night, how much speaks for the vote."""
    won: float
    side: int = 0
    """In One Night, whether the seat is not on the village's side."""


class Said(NamedTuple):
    """What a hint found, before it is known what comes of it."""

    seat: Seat
    round: int
    late: float
    found: float
    side: int = 0


# ── playing ─────────────────────────────────────────────────────────────────────────────────────


class Follower:
    """The seats of one table that follow hints."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.plans: dict[Seat, list[Choice]] = {}
        """What is left of the last hint, as long as it can be followed."""
        self.said: list[Said] = []

    def choose(self, shown: View[Any], rng: Random) -> Choice:
        """Follow a hint, and write down what it found."""
        ask, state = shown.ask, shown.state
        assert ask is not None
        number = this_round(state.events)[0].number
        if self.name == "onenight":
            return self.vote(shown, rng, number)
        plan = self.plans.get(ask.seat)
        if plan and plan[0] in ask.choices:
            return plan.pop(0)
        ideas = found_by(self.name, shown, rng)
        choice, *self.plans[ask.seat] = ideas[0].choices
        if len(ideas) > 1:
            late = LATENESS[self.name](state)
            self.said.append(Said(ask.seat, number, late, ideas[0].chance))
        return choice

    def vote(self, shown: View[Any], rng: Random, number: int) -> Choice:
        """Talk as hard bots do, and vote as hints say."""
        ask = shown.ask
        assert ask is not None
        if ask.prompt != "vote":
            return GAMES["onenight"].bots["hard"](rng).choose(shown)
        mind = Mind(shown.state, ask.seat, onenight.DEPTH)
        scores = ballot(mind)
        choice = favorite(scores)
        late, found = tide(mind, choice.value), squeezed(scores[choice])
        self.said.append(Said(ask.seat, number, late, found, int(mind.side != VILLAGE)))
        return choice


LATENESS: dict[str, Callable[[Any], float]] = {
    "wolfmoon": wolfmoon.lateness,
    "robbers": robbers.lateness,
    "moonlight": moonlight.lateness,
}


def found_by(name: str, shown: View[Any], rng: Random) -> list[Idea]:
    """What the search of a hint finds, before its chances are made true."""
    assert shown.ask is not None
    if name == "wolfmoon":
        return [*think(shown, rng, EFFORTS[name]).ideas()]
    if name == "robbers":
        return [*DealSearch(shown.state, shown.ask, rng, EFFORTS[name]).ideas()]
    return LandSearch(shown, shown.ask, rng, EFFORTS[name]).ideas()


def played(name: str, rival: str, seats: int, deal: int, seed: str) -> Iterator[Sample]:
    """The samples of one round or match."""
    game, follower = GAMES[name], Follower(name)
    cards = sha256(f"{seed} {name} {rival} {deal}".encode()).digest()
    state: Any = start(game, seats, cards, {"length": LENGTH[name]})
    hinted = {deal % seats} if rival != "hint" else set(range(seats))
    if name == "onenight":
        hinted.add((deal + 2) % seats)
    move = 0
    while open_asks := asks(state):
        ask, move = open_asks[0], move + 1
        shown, rng = view(game, state, ask.seat), Random(f"{seed} {deal} {move}")
        if len(ask.choices) == 1:
            choice = ask.choices[0]
        elif ask.seat not in hinted:
            choice = game.bots[rival](rng).choose(shown)
        elif ask.prompt in ("lone", "power"):
            choice = game.bots["hard"](rng).choose(shown)
        else:
            choice = follower.choose(shown, rng)
        advance(state, ask.seat, choice)
    winners = winners_of(state)
    for said in follower.said:
        won = share_of(winners[said.round], said.seat, bool(game.sides), seats)
        told = (said.late, said.found, won, said.side)
        yield Sample(name, rival, seats, deal, *told)


def winners_of(state: Any) -> dict[int, int]:
    """By round: a bit for every winner."""
    found, number = {}, 0
    for event in state.events:
        if event.kind == "round":
            number = event.number
        elif event.kind.startswith("won_"):
            found[number] = event.number
    return found


def share_of(winners: int, seat: Seat, sides: bool, seats: int) -> float:
    """What a seat won of a round; a tie of two is half a win."""
    if not winners:
        return 0.5 if sides or seats == 2 else 0.0
    return (winners >> seat & 1) / (1 if sides else winners.bit_count())


def collect(wish: argparse.Namespace) -> None:
    """Play deals until there are enough samples of every kind of rival."""
    counts, deal = dict.fromkeys(RIVALS, 0), wish.first
    while min(counts.values()) < wish.samples:
        for rival in RIVALS:
            if counts[rival] < wish.samples:
                seats = SEATS[wish.game][deal % len(SEATS[wish.game])]
                for sample in played(wish.game, rival, seats, deal, wish.seed):
                    counts[rival] += 1
                    print(json.dumps(sample))
                sys.stdout.flush()
        deal += 1


# ── what a vote changes ─────────────────────────────────────────────────────────────────────────


class Swayed(NamedTuple):
    """One vote that is compared with the best one, while everybody else votes as they did."""

    kind: float
    said: float
    """How far the curve has it behind the best one, before its price."""
    true: float
    """What the seat won by the best one, less what it wins by this."""
    next_best: bool


def swayed(rival: str, seats: int, deal: int, seed: str) -> Iterator[Swayed]:
    """A day to the vote, and every vote that a seat could have cast instead of the best one."""
    every = range(seats)
    hinted = {*map(Seat, every if rival == "hint" else (deal % seats, (deal + 2) % seats))}
    state = talked(rival, seats, deal, seed, hinted)
    ballots, cast = {}, {}
    for seat in [ask.seat for ask in asks(state)]:
        shown = view(GAMES["onenight"], state, seat)
        if seat in hinted:
            mind = Mind(shown.state, seat, onenight.DEPTH)
            ballots[seat] = mind, ballot(mind)
            cast[seat] = favorite(ballots[seat][1])
        else:
            rng = Random(f"{seed} {deal} {seat}")
            cast[seat] = GAMES["onenight"].bots[rival](rng).choose(shown)
    usual = won_by(state, cast)
    for seat, (mind, scores) in ballots.items():
        best = cast[seat]
        kind = int(mind.side != VILLAGE) + 2 * (Role.TANNER in state.roles)
        curve, late = PUBLISHED["onenight"][kind], tide(mind, best.value)
        said = {vote: curve.true(squeezed(score), late) for vote, score in scores.items()}
        others = [vote for vote in scores if vote != best]
        second = max(others, key=scores.__getitem__)
        for vote in others:
            gain = float(usual[seat]) - float(won_by(state, cast | {seat: vote})[seat])
            yield Swayed(kind, said[best] - said[vote], gain, vote == second)


def talked(rival: str, seats: int, deal: int, seed: str, hinted: Set[Seat]) -> Any:
    """A village that is about to vote; those who follow hints have talked as hard bots do."""
    game, move = GAMES["onenight"], 0
    cards = sha256(f"{seed} {rival} {deal}".encode()).digest()
    state: Any = start(game, seats, cards, {"length": "round"})
    while (ask := asks(state)[0]).prompt != "vote":
        move += 1
        bot = game.bots["hard" if ask.seat in hinted else rival](Random(f"{seed} {deal} {move}"))
        advance(state, ask.seat, bot.choose(view(game, state, ask.seat)))
    return state


def won_by(state: Any, cast: Mapping[Seat, Choice]) -> list[bool]:
    """By seat: whether it wins a day that ends with these votes."""
    end = state.copy()
    for seat, vote in cast.items():
        advance(end, seat, vote)
    winners = winners_of(end)[1]
    return [bool(winners >> seat & 1) for seat in range(end.seats)]


def votes(wish: argparse.Namespace) -> None:
    """Compare what votes are said to cost with what they would have cost on the same day."""
    found: list[Swayed] = []
    for deal in range(wish.first, wish.first + wish.deals):
        for rival in RIVALS:
            seats = SEATS["onenight"][deal % len(SEATS["onenight"])]
            found += swayed(rival, seats, deal, wish.seed)
    for kind in sorted({one.kind for one in found}):
        for label, some in (
            ("every other vote", [one for one in found if one.kind == kind]),
            ("the next best", [one for one in found if one.kind == kind and one.next_best]),
        ):
            said, true = fmean(one.said for one in some), fmean(one.true for one in some)
            margin = 1.96 * pstdev(one.true for one in some) / sqrt(len(some))
            print(
                f"{kind:.0f}: {label:16} {len(some):6}  said without a price {100 * said:5.1f}, "
                f"really {100 * true:5.1f} ±{100 * margin:.1f} points: price {true / said:.2f}",
                flush=True,
            )


# ── curves ──────────────────────────────────────────────────────────────────────────────────────

Row = tuple[list[float], float, float]
"""What a chance depends on, what came of it, and how much that counts."""


def samples_of(path: Path) -> list[Sample]:
    return [Sample(*json.loads(line)) for line in path.read_text().splitlines()]


def rows_of(samples: Sequence[Sample]) -> list[Row]:
    """What a curve is fitted to. All kinds of rivals count alike, and together as much as there
    were deals: the hints of one deal come true or fail together."""
    deals = len({(sample.rival, sample.deal) for sample in samples})
    counts = {rival: sum(s.rival == rival for s in samples) for rival in RIVALS}
    rows: list[Row] = []
    for sample in samples:
        if SURE < sample.found < 1 - SURE:
            odds = log_odds(sample.found, EDGES.get(sample.game, EDGE))
            weight = deals / len(RIVALS) / counts[sample.rival]
            rows.append(([1.0, odds, sample.late, sample.late * odds], sample.won, weight))
    return rows


MOST = 30.0
"""Log odds beyond which nothing is distinguished."""


def fitted(rows: Sequence[Row], toward: Sequence[float], pulls: Sequence[float]) -> list[float]:
    """Logistic regression by Newton's method, pulled toward a curve that is plausible anyhow."""
    found = [*toward]
    for _ in range(12):
        slope = [p * (t - f) for p, t, f in zip(pulls, toward, found, strict=True)]
        bend = [[pulls[i] * (i == j) for j in range(4)] for i in range(4)]
        for features, won, weight in rows:
            odds = sum(f * x for f, x in zip(found, features, strict=True))
            said = 1 / (1 + exp(-max(-MOST, min(MOST, odds))))
            for i in range(4):
                slope[i] += weight * (won - said) * features[i]
                for j in range(4):
                    bend[i][j] += weight * said * (1 - said) * features[i] * features[j]
        for i, step in enumerate(solved(bend, slope)):
            found[i] += step
    return found


LEAST, FIRM = 0.4, 1e6
"""The slope of a curve where what was found says next to nothing, and what holds it there."""


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of some linear equations, by elimination."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(size):
        top = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[top] = rows[top], rows[i]
        for j in range(size):
            if j != i:
                factor = rows[j][i] / rows[i][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def kind_of(sample: Sample) -> float:
    """What a curve is for: a number of players, or in One Night a side, and whether the suggested
    set has a Tanner."""
    if sample.game == "onenight":
        tanner = sample.seats > 5 and Role.TANNER in LIVELY[sample.seats]  # up to five: the sheet's
        return sample.side + 2 * tanner
    return sample.seats


def smooth_curve(numbers: Sequence[float], edge: float) -> Curve:
    level, slope, late_level, late_slope = numbers
    return Curve(level, slope, late_level, late_slope, edge=edge)


def curves_of(samples: Sequence[Sample]) -> dict[float, Curve]:
    """The curves of a game by kind, each pulled toward the one of all samples together."""
    edge = EDGES.get(samples[0].game, EDGE)
    common = fitted(rows_of(samples), (0.0, 1.0, 0.0, 0.0), [2.0] * 4)
    kinds = sorted({kind_of(sample) for sample in samples})
    if len(kinds) == 1:
        return {kinds[0]: smooth_curve(common, edge)}
    found = {}
    for kind in kinds:
        rows = rows_of([sample for sample in samples if kind_of(sample) == kind])
        numbers = fitted(rows, common, [10.0] * 4)
        if min(numbers[1], numbers[1] + numbers[3]) < LEAST:  # choices would change their order
            numbers = fitted(rows, (0.0, LEAST, 0.0, 0.0), [0.0, FIRM, 0.0, FIRM])
        found[kind] = smooth_curve(numbers, edge)
    return found


FINE, MANY = 25, 200
"""Into how many parts chances are parted to see where a curve is off; how many samples say so."""


def bent_curves_of(samples: Sequence[Sample]) -> dict[float, Curve]:
    """The same, bent where they are off: opponents of all kinds together make no smooth curve."""
    return {
        kind: plain._replace(bends=bends_of(plain, samples, kind))
        for kind, plain in curves_of(samples).items()
    }


def bends_of(
    plain: Curve, samples: Sequence[Sample], kind: float
) -> tuple[tuple[float, float], ...]:
    """What a curve says and what came true, part by part; all kinds of rivals count alike.
    Neighbors are taken together until there are enough samples, and more comes true of more."""
    weights = {rival: 1 / sum(s.rival == rival for s in samples) for rival in RIVALS}
    parts: dict[int, list[tuple[float, Sample]]] = {}
    for sample in samples:
        said = plain.true(sample.found, sample.late)
        if kind_of(sample) == kind and SURE < said < 1 - SURE:
            parts.setdefault(int(FINE * said), []).append((said, sample))

    def told(some: Sequence[tuple[float, Sample]]) -> tuple[float, float]:
        each = [weights[sample.rival] for _, sample in some]
        said = mean([one for one, _ in some], each)
        return round(said, 2), round(mean([sample.won for _, sample in some], each), 2)

    blocks: list[list[tuple[float, Sample]]] = []
    for _, some in sorted(parts.items()):
        blocks.append(some)
        while len(blocks) > 1 and (
            len(blocks[-2]) < MANY or told(blocks[-2])[1] >= told(blocks[-1])[1]
        ):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    return tuple(told(block) for block in blocks if len(block) >= MANY)


def fit(wish: argparse.Namespace) -> None:
    """Print the curves of a game."""
    samples = samples_of(wish.file)
    for kind, curve in (bent_curves_of if wish.bend else curves_of)(samples).items():
        numbers = ", ".join(f"{number:.2f}" for number in curve[:4])
        told = f"{kind:.0f}: Curve({numbers})"
        print(told + (f", bends {curve.bends}" if curve.bends else ""))


# ── what came true ──────────────────────────────────────────────────────────────────────────────


def check(wish: argparse.Namespace) -> None:
    """By tenths of what hints say: how often it came true. What is said of a deal comes from curves
    that were fitted to other deals, or from those of the game as it is."""
    samples = samples_of(wish.file)
    counts = {rival: sum(s.rival == rival for s in samples) for rival in RIVALS}
    print(f"{samples[0].game}: {counts}")
    bins: dict[int, list[tuple[float, Sample]]] = {}
    for fold in range(FOLDS):
        others = [sample for sample in samples if fold_of(sample) != fold]
        fitted_curves = bent_curves_of if wish.bend else curves_of
        curves = PUBLISHED[samples[0].game] if wish.published else fitted_curves(others)
        for sample in samples:
            if fold_of(sample) == fold:
                said = curves[kind_of(sample)].true(sample.found, sample.late)
                place = min(9, int(10 * said)) if SURE < said < 1 - SURE else 10 + round(said)
                bins.setdefault(place, []).append((said, sample))
    for place, some in sorted(bins.items()):
        label = {10: "0", 11: "100"}.get(place, f"{10 * place}-{10 * place + 10}")
        print(line_of(label, some, counts))


PUBLISHED: dict[str, Mapping[float, Curve]] = {
    "wolfmoon": {float(seats): curve for seats, curve in WOLFMOON.items()},
    "robbers": {float(seats): curve for seats, curve in ROBBERS.items()},
    "moonlight": {2.0: MOONLIGHT},
    "onenight": dict(enumerate((VILLAGERS, OTHERS, *BESIDE_A_TANNER))),
}
"""By game, then kind: the curves that hints go by."""


def fold_of(sample: Sample) -> int:
    """Deals are parted without regard to seats and rivals, which go by their numbers."""
    return sample.deal // 12 % FOLDS


def line_of(label: str, some: Sequence[tuple[float, Sample]], counts: dict[str, int]) -> str:
    """What was said and what came true; all kinds of rivals count alike."""
    weights = [1 / counts[sample.rival] for _, sample in some]
    said, true = mean([s for s, _ in some], weights), mean([s.won for _, s in some], weights)
    deals = len({(sample.rival, sample.deal) for _, sample in some})
    margin = 1.96 * sqrt(max(0.0, true * (1 - true)) / deals)
    by_rival = ", ".join(
        f"{rival} {mean([s.won for _, s in some if s.rival == rival]):.0%}" for rival in RIVALS
    )
    return (
        f"{label:>7} %  said {said:6.1%}  came true {true:6.1%} ±{100 * margin:.0f}  "
        f"samples {len(some):5}  deals {deals:4}  ({by_rival})"
    )


def mean(numbers: Sequence[float], weights: Sequence[float] | None = None) -> float:
    weights = [1.0] * len(numbers) if weights is None else weights
    total = sum(weights)
    if not total:
        return 0.0
    return sum(n * w for n, w in zip(numbers, weights, strict=True)) / total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    tasks = parser.add_subparsers(required=True)
    task = tasks.add_parser("collect")
    task.add_argument("game", choices=list(SEATS))
    task.add_argument("--samples", type=int, default=2000, help="for each kind of rival")
    task.add_argument("--seed", default="chances")
    task.add_argument("--first", type=int, default=0, help="the number of the first deal")
    task.set_defaults(run=collect)
    task = tasks.add_parser("votes", help="what votes of One Night cost")
    task.add_argument("--deals", type=int, default=300, help="for each kind of rival")
    task.add_argument("--seed", default="votes")
    task.add_argument("--first", type=int, default=0, help="the number of the first deal")
    task.set_defaults(run=votes)
    for name, run in (("fit", fit), ("check", check)):
        task = tasks.add_parser(name)
        task.add_argument("file", type=Path, help="what `collect` wrote")
        task.add_argument("--published", action="store_true", help="check the game's own curves")
        task.add_argument("--bend", action="store_true", help="bend curves where they are off")
        task.set_defaults(run=run)
    wish = parser.parse_args()
    wish.run(wish)


if __name__ == "__main__":
    main()
