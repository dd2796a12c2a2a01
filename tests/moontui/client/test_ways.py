"""Alone: a text deals the same cards everywhere, but never at a table that others can reach."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from engine.core import Seat
from engine.games import GAMES
from engine.proof import commitment, secret_of
from engine.record import dealt
from moontui.app.app import MoontuiApp
from moontui.app.screens.game import GameScreen
from moontui.client.own_tables import UNFINISHED, unfinished
from moontui.client.settings import Settings
from moontui.commands.solo import new_game
from net.messages import Row
from tests.moontui.rooms import SIZE, new_app, until


def dealt_in_lines(game: str, players: int, text: str) -> Any:
    """The table of a line game, as it was dealt."""
    wish = Namespace(players=players, length=None, level=None, seed=text)
    return dealt(GAMES[game], new_game(wish, GAMES[game], Settings("Ana")))


def solo(data: Path, game: str, players: int) -> MoontuiApp:
    """An app that was started with `solo --seed`."""
    rest = {"level": None, "length": None}
    return new_app(data, "Ana", "solo", True, game=game, players=players, seed="full moon", **rest)


@pytest.mark.parametrize("game", GAMES)
async def test_a_text_deals_the_same_cards_in_the_app_and_in_lines(
    tmp_path: Path, game: str
) -> None:
    players = GAMES[game].seats[0]
    app = solo(tmp_path, game, players)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert app.session is not None
        heard = list(app.session.history)
        state = dealt_in_lines(game, players, "full moon")
        events = [event.told_to(Seat(0)) for event in state.events]
        assert heard[: len(events)] == events
        assert app.session.room is not None
        assert app.session.room.commitment == commitment(secret_of("full moon"))


async def test_another_text_deals_other_cards_and_the_next_game_is_left_to_chance(
    tmp_path: Path,
) -> None:
    app = solo(tmp_path, "wolfmoon", 3)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert app.own.alone.host is not None
        assert app.own.alone.host.draw() != secret_of("full moon")
    texts = ("full moon", "new moon", "")
    hands = {str(dealt_in_lines("wolfmoon", 3, text).hands) for text in texts}
    assert len(hands) > 1


def test_many_games_begun_of_one_kind_push_out_none_of_another() -> None:
    kept = Row("first", "", "wolfmoon", 4, 4, "playing")
    begun = [Row(f"r{number}", "", "robbers", 4, 4, "playing") for number in range(UNFINISHED + 1)]
    over = Row("over", "", "moonlight", 2, 2, "over")
    latest = {row.table for row in begun[1:]}
    assert unfinished([kept, *begun, over]) == {"first", *latest}
