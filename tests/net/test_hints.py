"""Hints are for solo players and teaching tables, and cost nobody else anything."""

from __future__ import annotations

from pathlib import Path

from engine.play import asks
from net import messages as said
from tests.net.visitors import NO_LIMITS, House, Visitor, hosting


async def alone(house: House, **wish: object) -> Visitor:
    """Somebody at a table of bots, asked something."""
    ana = await house.guest("Ana")
    ana.say(said.Create("wolfmoon", 3, {"start": "0"}, bots=2, pace=0, **wish))  # type: ignore[arg-type]
    await ana.until(said.Seated)
    await ana.ready("0" * 32)
    await ana.until(said.Update, lambda update: update.ask is not None)
    return ana


async def test_who_plays_alone_is_told_what_could_be_done(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana = await alone(house)
        ana.say(said.Hint())
        advice = await ana.until(said.Advice)
        table = house.table(ana)
        first = advice.ideas[0][0][0]
        assert tuple(first) in asks(table.lasting.state)[0].choices
        assert advice.turn == table.lasting.turn


async def test_the_same_question_gets_the_same_advice(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana = await alone(house)
        ana.say(said.Hint(), said.Hint())
        assert await ana.until(said.Advice) == await ana.until(said.Advice)


async def test_among_people_there_are_no_hints(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        company = await house.company("Ana", "Bo", "Cy")
        await house.deal(company)
        company[0].say(said.Hint())
        assert (await company[0].refusal()).why == "no_hints"


async def test_at_a_teaching_table_everybody_who_is_asked_may_ask(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        company = await house.company("Ana", "Bo", "Cy", hints=True, options={"start": "0"})
        await house.deal(company)
        for visitor in company:
            visitor.say(said.Hint())
        assert (await company[0].until(said.Advice)).ideas
        assert (await company[1].refusal()).why == "not_asked"


async def test_hints_are_for_seats_and_not_for_watchers(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana = await alone(house)
        gus = await house.guest("Gus")
        gus.say(said.Join(house.table(ana).opening.table, watch=True))
        await gus.until(said.Seated)
        gus.say(said.Hint())
        assert (await gus.refusal()).why == "only_players"
