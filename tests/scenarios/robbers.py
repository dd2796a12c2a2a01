"""Robbers' scenarios: a `trick` of cards and who takes it, or a deal's `score`.

C1 to C15 chests, R1 to R15 robbers, W Werewolf, S Seer, K Knife, T Traitor; in play order. The
cards of a trick are dealt to a table that plays them; a score is counted at a table where the
`hands` were dealt and the `piles` taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import HIDDEN, Choice, Seat
from engine.games.robbers.rules import begin, reckon
from engine.games.robbers.state import SEATS, Table
from engine.games.robbers.written import CODES
from engine.play import apply, asks

ROLES = "RWT"
"""In the order in which the roles are numbered."""


def failures(scenario: dict[str, Any]) -> list[str]:
    """What went differently from what the scenario expects."""
    if scenario["kind"] == "trick":
        table = dealt([[code] for code in scenario["cards"]])
        play(table, scenario["cards"])
        return compare({"winner": scenario["winner"]}, {"winner": taker(table)})
    if scenario["kind"] == "score":
        return compare(
            {key: scenario[key] for key in ("roles", "points", "teams", "winners")},
            score(scenario["hands"], scenario["piles"]),
        )
    return [f"expected a trick or a score, saw {scenario['kind']}"]


def compare(expected: dict[str, Any], seen: dict[str, Any]) -> list[str]:
    return [
        f"expected {key} {expected[key]}, saw {seen[key]}"
        for key in expected
        if expected[key] != seen[key]
    ]


def card(code: str) -> int:
    return CODES[code]


def cards(codes: Sequence[str]) -> list[int]:
    return [card(code) for code in codes]


def dealt(hands: Sequence[Sequence[str]], undealt: int = HIDDEN, deals: int = 1) -> Table:
    """A table at which these hands were dealt; the first seat leads."""
    seats = len(hands)
    table = Table(seats, bytes(32), deals, history=False, dealer=SEATS[seats - 1])
    table.points = [0] * seats
    begin(table, [sorted(cards(hand)) for hand in hands], undealt)
    return table


def play(table: Table, codes: Sequence[str]) -> None:
    """Play cards, each for whoever is asked."""
    for code in codes:
        apply(table, asks(table)[0].seat, Choice("play", card(code)))


def taker(table: Table) -> Seat | None:
    """Who took the last trick."""
    assert table.events is not None
    return next(event.seat for event in reversed(table.events) if event.kind == "took")


def score(hands: Sequence[Sequence[str]], piles: Sequence[Sequence[str]]) -> dict[str, Any]:
    """How a deal is scored, in the words of the scenarios."""
    table = dealt(hands)
    table.hands = [[] for _ in hands]
    table.piles = [cards(pile) for pile in piles]
    table.todo.clear()
    reckon(table)
    result = table.account
    assert result is not None
    return {
        "roles": [ROLES[tally.role] for tally in result.tallies],
        "points": [tally.points for tally in result.tallies],
        "teams": list(result.totals),
        "winners": list(result.winners),
    }
