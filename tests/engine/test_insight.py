"""Insight: odds and tallies in numbers, from a seat's view alone, for any program that asks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core import Game, Insight, View
from engine.games import GAMES, length_for
from engine.match import Match
from engine.play import view

ROOT = Path(__file__).parents[2]


def views(game: Game[Any], level: str = "easy") -> Iterator[View[Any]]:
    """What each player sees when asked something in the course of a round."""
    match = Match(game, game.seats[-1] // 2 + 1, "insight", length_for(game, "round"))
    bot = game.bots[level](Random(1))
    while ask := match.ask:
        shown = match.view(ask.seat)
        yield shown
        match.answer(bot.choose(shown))


def reckoned(game: Game[Any], shown: View[Any]) -> Insight:
    assert game.insight is not None
    return game.insight(shown)


@pytest.mark.parametrize("name", GAMES)
def test_chances_are_chances_and_tallies_are_about_choices_of_the_question(name: str) -> None:
    found = 0
    for shown in views(GAMES[name]):
        insight = reckoned(GAMES[name], shown)
        found += insight.odds is not None
        assert shown.ask is not None
        assert set(insight.tallies) <= set(shown.ask.choices)
        assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in insight.tallies.values())
    assert found


@pytest.mark.parametrize("name", GAMES)
def test_other_hidden_cards_make_no_difference(name: str) -> None:
    game = GAMES[name]
    for number, shown in enumerate(views(game)):
        if number % 5 == 2:
            assert shown.seat is not None
            other = game.fill(shown.state, shown.seat, Random(number))
            assert reckoned(game, view(game, other, shown.seat)) == reckoned(game, shown)


def test_what_another_hand_holds_at_wolfmoon_adds_up() -> None:
    for shown in views(GAMES["wolfmoon"]):
        odds = reckoned(GAMES["wolfmoon"], shown).odds
        for seat in shown.state.rivals(shown.seat):
            assert sum(odds[seat]) == pytest.approx(1)


def test_the_guesses_of_a_question_share_one_certainty() -> None:
    asked = [
        shown for shown in views(GAMES["wolfmoon"]) if shown.ask and shown.ask.prompt == "guess"
    ]
    assert asked
    for shown in asked:
        tallies = reckoned(GAMES["wolfmoon"], shown).tallies
        assert sum(tallies.values()) == pytest.approx(1)


def test_insight_and_review_need_nothing_but_the_engine() -> None:
    script = """
import sys
for library in ("textual", "rich", "msgpack", "msgspec", "net", "moontui"):
    sys.modules[library] = None
import engine
from random import Random
from engine.replay import Replay
from engine.review import moments, weigh
for name, game in engine.GAMES.items():
    match = engine.Match(game, game.seats[-1] // 2 + 1, "alone", {"length": "round"})
    bot = engine.seated(game, "easy", Random(1))
    while ask := match.ask:
        match.answer(bot.choose(match.view(ask.seat)))
    replay = Replay(game, match.record)
    moment = list(moments(replay, 0))[-1]
    decision = weigh(game, replay.view(moment.step, 0), moment)
    print(name, 0 <= decision.chance <= decision.best <= 1, match.outcome.reason)
"""
    out = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    told = [line.split()[:2] for line in out.stdout.splitlines()]
    assert told == [[name, "True"] for name in GAMES]
