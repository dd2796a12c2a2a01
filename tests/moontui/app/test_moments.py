"""Great moments: they tell all of what happened, whatever the screen's size."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import Seat
from engine.games.wolfmoon.deck import Card
from moontui.app.screens.moment import MomentScreen
from moontui.draw.ink import gist, whole_sentences
from moontui.words.moments import WEIGHTS, Moment
from tests.extent import some
from tests.moontui.scenes import moment
from tests.moontui.sitting import Sitting, sitting

TOLD = (
    "You play 3 Barkeeper. You compare hands with Bela: 7 Spy, 10 Werewolf. You lose the "
    "comparison. You lay down 7 Spy. You are out of the round."
)
OUT = Moment(
    "out", WEIGHTS["out"], ("you",), TOLD, Seat(0), Card.BARKEEPER, "You are out", "out", Card.SPY
)


async def show(table: Sitting) -> str:
    """Show the moment, and return its words."""
    look = table.app.look("wolfmoon")
    table.app.push_screen(MomentScreen(look, "wolfmoon", OUT, watching=False))
    await table.settle()
    return " ".join(table.text.split())


SIZES = [(60, 20), (40, 32), (80, 23), (120, 40), (43, 46), (49, 37)]


@pytest.mark.parametrize("size", some(SIZES[:2], SIZES))
async def test_a_great_moment_tells_what_came_of_it(tmp_path: Path, size: tuple[int, int]) -> None:
    async with sitting(tmp_path, moment("turn"), size=size, pictures=False) as table:
        assert TOLD in await show(table)


async def test_on_a_phone_a_great_moment_takes_most_of_the_screen(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("turn"), size=(43, 46)) as table:
        await show(table)
        band = table.app.screen.children[0]
        assert band.region.height > 46 // 2


def test_a_text_too_long_for_its_place_keeps_its_first_and_its_last_sentences() -> None:
    assert (
        gist(TOLD, 78, 1) == "You play 3 Barkeeper. … You lay down 7 Spy. You are out of the round."
    )
    assert gist(TOLD, 30, 1) == "You are out of the round."
    assert gist(TOLD, 200, 1) == TOLD


def test_a_sentence_too_long_for_its_place_is_broken_off_where_it_takes_a_breath() -> None:
    told = "Bo turns up the first Moon: the Werewolf has left the pile."
    assert gist(told, 40, 1) == "Bo turns up the first Moon…"


def test_where_rows_are_scarce_the_end_is_left_out_and_no_sentence_is_cut() -> None:
    assert (
        whole_sentences("Bo shows it. It counts 5. Cy adds 3.", 26, 1)
        == "Bo shows it. It counts 5."
    )
    assert whole_sentences("Bo shows it. It counts 5.", 14, 1) == "Bo shows it."
