"""Help explains the thing itself: a card large, with its picture; a Moon, a question, a place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core import Choice
from engine.games.wolfmoon.deck import Card
from moontui.app.screens.rules import RulesScreen
from moontui.app.widgets.reader import Reader
from moontui.games.wolfmoon.sky import Pile
from tests.moontui.scenes import moment, session_at
from tests.moontui.sitting import Sitting, sitting


def subject(table: Sitting) -> Any:
    """What help is about."""
    screen = table.app.screen
    assert isinstance(screen, RulesScreen)
    return screen.finder.value


async def test_help_on_a_question_explains_the_card_that_asks(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("guess", seats=5, turns=4)) as table:
        await table.press("question_mark")
        assert table.session.view is not None
        assert table.session.view.ask is not None
        assert subject(table) == ("card", table.session.view.ask.number)


async def test_help_at_the_beginning_of_a_turn_explains_a_turn(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("turn")) as table:
        await table.press("question_mark")
        assert subject(table) == ("rule", "turn")


async def test_a_click_on_a_moon_explains_that_moon(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("guess", seats=5, turns=4)) as table:
        await table.click(Pile, ("card", int(Card.HOWLING_WOLF)))
        assert subject(table) == ("card", int(Card.HOWLING_WOLF))


async def test_a_click_on_the_pile_explains_the_moons_in_it(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("guess", seats=5, turns=4)) as table:
        await table.click(Pile, ("zone", "pile"))
        assert subject(table) == ("rule", "moons")


@pytest.mark.parametrize("size", [(60, 20), (80, 23), (120, 40)])
async def test_a_card_is_shown_large_with_its_picture_and_its_text(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with sitting(tmp_path, size=size) as table:
        session = session_at(moment("play", turns=3))
        await table.app.push_screen(RulesScreen(card=int(Card.WITCH), session=session))
        await table.settle()
        lines = table.app.screen.query_one(Reader).lines()
        assert sum(any(ink.art for ink in line) for line in lines) >= 4
        assert "WITCH" in table.text


async def test_help_says_what_a_card_in_the_hand_would_do_now(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("play", turns=3, choices=2)) as table:
        choice = table.choices[0]
        await table.press(table.keys[choice], "question_mark")
        session = table.session
        assert session.view is not None
        assert session.view.ask is not None
        told = session.teller.sentence(session.view.ask, Choice("play", choice.value), session.view)
        assert told in " ".join(table.text.split())
