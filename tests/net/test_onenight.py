"""One Night at a real host: the night and the day go on when people are gone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from engine.core import Ask
from engine.play import asks
from net import messages as said
from net.table import Table
from tests.net.visitors import NO_LIMITS, House, Visitor, hosting

MOST = 2_000
"""More beats than a game takes."""


def question_to(table: Table, visitor: Visitor) -> Ask | None:
    """What a visitor is asked and has not answered."""
    assert visitor.seated is not None
    if table.lasting.phase != "playing":
        return None
    seat = visitor.seated.seat
    return next(
        (a for a in asks(table.lasting.state) if a.seat == seat and seat not in table.lasting.held),
        None,
    )


async def go_on(house: House, company: list[Visitor], rng: Random) -> None:
    """Whoever is asked something answers, and time passes."""
    for visitor in company:
        table = house.table(company[-1])
        ask = question_to(table, visitor)
        if ask is not None:
            await visitor.answer(table, ask, rng)
    house.clock.leap(4.0)
    await asyncio.sleep(0.001)


async def answer(house: House, visitor: Visitor, rng: Random) -> None:
    """A visitor answers whatever they are asked."""
    table = house.table(visitor)
    ask = question_to(table, visitor)
    assert ask is not None
    await visitor.answer(table, ask, rng)


@pytest.mark.parametrize("talk", ["turns", "free"])
async def test_a_game_goes_on_when_one_is_lost_at_night_and_one_by_day(
    talk: str, tmp_path: Path
) -> None:
    rng = Random(talk)
    async with hosting(tmp_path, **NO_LIMITS) as house:
        company = await house.company(
            "Xenia",
            "Yves",
            "Zoe",
            game="onenight",
            seats=7,
            bots=4,
            level="easy",
            options={"talk": talk, "rounds": "1"},
        )
        await house.deal(company)
        here = list(company)
        for _ in range(MOST):
            table = house.table(company[2])
            if table.lasting.phase != "playing":
                break
            village = table.lasting.state
            if len(here) == 3 and village.learnt[0]:
                await here.pop(0).hang_up()
            if len(here) == 2 and len(village.claims) > 2:
                await here.pop(0).hang_up()
            await go_on(house, here, rng)
        table = house.table(company[2])
        assert table.lasting.phase == "over"
        assert len(here) == 1
        assert len(table.lasting.state.votes) == 7
        assert [chair.name for chair in table.lasting.chairs[:3]] == ["Xenia", "Yves", "Zoe"]


async def test_nobody_talks_at_night(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        company = await house.company("Xenia", "Yves", "Zoe", game="onenight")
        await house.deal(company)
        company[0].say(said.Say("psst"))
        assert (await company[0].refusal()).why == "quiet"


async def test_a_slot_of_the_night_ends_for_all_at_once_and_not_before_its_time(
    tmp_path: Path,
) -> None:
    rng = Random(5)
    async with hosting(tmp_path, pace=0.0, **NO_LIMITS) as house:
        company = await house.company("Xenia", "Yves", "Zoe", game="onenight")
        await house.deal(company)
        looking = house.table(company[0]).lasting.turn
        for visitor in company:  # the look at one's own card is over when all have looked
            await answer(house, visitor, rng)
        for visitor in company:
            await visitor.turn_after(looking)
        table = house.table(company[0])
        for visitor in company:
            await answer(house, visitor, rng)
        assert house.table(company[0]).lasting.turn == table.lasting.turn
        house.clock.leap(10.0)
        for visitor in company:
            await visitor.turn_after(table.lasting.turn)
