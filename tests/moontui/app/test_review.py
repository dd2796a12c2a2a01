"""The review on the screen: turning points, luck and choice, and what could be inferred then."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from rich.cells import cell_len

from engine.core import Game, Seat, View
from engine.games import GAMES
from engine.review import (
    Decision,
    Moment,
    cost,
    grouped,
    others_moments,
    turning_points,
    weigh,
)
from moontui.app.screens.records import RecordsScreen
from moontui.app.screens.replay import ReplayScreen
from moontui.app.screens.result import ResultScreen
from moontui.app.screens.review import ReviewScreen
from moontui.app.widgets.curve import Curve
from moontui.app.widgets.rows import Rows
from moontui.client import reckoning
from moontui.client.records import replay_of, tells_all
from moontui.words.verdicts import Verdicts
from tests.engine.records import easy_costs, easy_decisions, easy_match, played
from tests.moontui.desk import Desk, desk, keep
from tests.moontui.scenes import finished, session_at
from tests.moontui.sitting import sitting

RECORD = easy_match()
NOTHING = replace(played(), moves=played().moves[:12])
"""In this match the first seat is out before its first turn."""
GAME = GAMES["wolfmoon"]
ANA = Seat(0)


def weigh_once(game: Game[Any], seen: View[Any], moment: Moment) -> Decision:
    """The same weighing, but not done anew for every test."""
    known = easy_decisions() if seen.seat == ANA else ()
    return next((one for one in known if one.moment == moment), None) or weigh(game, seen, moment)


def cost_once(game: Game[Any], seen: View[Any], moment: Moment) -> float:
    """What a choice of somebody else cost, but not worked out anew for every test."""
    assert seen.seat is not None
    known = easy_costs().get((seen.seat, moment.step))
    return cost(game, seen, moment) if known is None else known


@pytest.fixture(autouse=True)
def _no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reckoning, "new_pool", lambda patient: ThreadPoolExecutor(1))
    monkeypatch.setattr(reckoning, "weigh", weigh_once)
    monkeypatch.setattr(reckoning, "cost", cost_once)


async def weighed(table: Desk) -> ReviewScreen:
    """Wait for the review that is on the screen."""
    screen = table.app.screen
    assert isinstance(screen, ReviewScreen)
    for worker in [worker for worker in table.app.workers if worker.group == "review"]:
        await worker.wait()
    await table.pilot.pause()
    return screen


def deeds() -> list[Decision]:
    """The same decisions as people think of them."""
    return grouped(easy_decisions())


# ── the screen ──────────────────────────────────────────────────────────────────────────────────


async def test_a_review_opens_from_the_records_by_key(tmp_path: Path) -> None:
    keep(tmp_path, RECORD)
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        await table.press("w")
        screen = await weighed(table)
        assert screen.decisions == deeds()
        await table.press("escape")
        assert isinstance(table.app.screen, RecordsScreen)


async def test_a_review_opens_from_the_records_by_mouse(tmp_path: Path) -> None:
    keep(tmp_path, RECORD)
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        await table.click("w review")
        assert (await weighed(table)).state == "done"


def test_people_are_told_everybodys_luck_and_choice_where_all_agreed() -> None:
    people = replace(RECORD, nonces=("f" * 32,) * RECORD.seats)  # which only people bring
    assert tells_all(RECORD), "with bots"
    assert not tells_all(people)
    assert tells_all(replace(people, open_review=True))


async def test_a_damaged_record_says_so(tmp_path: Path) -> None:
    keep(tmp_path, replace(RECORD, version=99))
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        await table.press("w")
        assert "with a different version" in table.text()


async def test_luck_and_choice_are_told_apart_in_both_languages(tmp_path: Path) -> None:
    async with desk(tmp_path, size=(120, 40)) as table:
        await table.open(ReviewScreen(replay_of(RECORD)))
        await weighed(table)
        for said in ("Choice: your decisions", "Others: ", "Cards: ", "turning points", "Better: "):
            assert said in table.text()
        table.app.settings.language = "de"
        table.app.apply_settings()
        await table.pilot.pause()
        for said in ("Wahl: Deine", "Die anderen: ", "Karten: ", "Wendepunkte", "Besser: "):
            assert said in table.text()


async def test_what_the_others_gave_is_told_when_their_choices_have_been_weighed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = Event()

    def late(game: Game[Any], seen: View[Any], moment: Moment) -> float:
        may_go_on.wait()
        return cost_once(game, seen, moment)

    monkeypatch.setattr(reckoning, "cost", late)
    async with desk(tmp_path, size=(120, 40)) as table:
        screen = ReviewScreen(replay_of(RECORD))
        await table.open(screen)
        while screen.state == "wait":
            await table.pilot.pause()
        assert "Choice: your decisions" in table.text()
        assert f"the others: 0 of {len(list(others_moments(screen.replay, ANA)))}" in table.text()
        assert "Cards and others" in table.text()
        may_go_on.set()
        await weighed(table)
        assert "Cards and others" not in table.text()
        assert "Others: " in table.text()


async def test_a_decision_says_why(tmp_path: Path) -> None:
    reasoned = next(decision for decision in deeds() if decision.reasons)
    async with desk(tmp_path, size=(120, 40)) as table:
        screen = ReviewScreen(replay_of(RECORD))
        await table.open(screen)
        await weighed(table)
        screen.query_one(Rows).put_cursor(("step", reasoned.moment.step))
        await table.pilot.pause()
        then = screen.replay.view(reasoned.moment.step, screen.seat)
        (why, *_) = screen.teller.why(then, reasoned.reasons, then.state.events)
        assert why.startswith("Why: ")
        assert why[:50] in table.text()


async def test_a_decision_says_what_could_be_thought_then(tmp_path: Path) -> None:
    decision = deeds()[0]
    async with desk(tmp_path, size=(120, 40)) as table:
        screen = ReviewScreen(replay_of(RECORD))
        await table.open(screen)
        await weighed(table)
        screen.query_one(Rows).put_cursor(("step", decision.moment.step))
        await table.pilot.pause()
        seen = replay_of(RECORD).view(decision.moment.step, ANA)
        note = screen.teller.notes(seen, decision.insight)[0]
        assert "What you could tell by counting" in table.text()
        assert note[:40] in table.text()


async def test_enter_shows_the_moment_and_the_key_leads_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        review = ReviewScreen(replay_of(RECORD))
        await table.open(review)
        await weighed(table)
        await table.press("down", "enter")
        replay = table.app.screen
        assert isinstance(replay, ReplayScreen)
        assert replay.here == turning_points(deeds())[0].moment.step
        await table.press("w")
        assert table.app.screen is review


async def test_a_click_shows_a_decision_and_a_second_one_its_moment(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = ReviewScreen(replay_of(RECORD))
        await table.open(screen)
        await weighed(table)
        await table.click("2  ")
        assert screen.step == turning_points(deeds())[1].moment.step
        await table.click("Enter: the table")
        assert isinstance(table.app.screen, ReplayScreen)


async def test_the_curve_can_be_clicked(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = ReviewScreen(replay_of(RECORD))
        await table.open(screen)
        await weighed(table)
        step = deeds()[2].moment.step
        region = screen.query_one(Curve).region_of(("step", step))
        assert region is not None
        await table.pilot.click(offset=region.offset)
        await table.pilot.pause()
        assert screen.step == step


async def test_a_replay_leads_to_the_review_of_its_seat(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(ReplayScreen(replay_of(NOTHING)))
        await table.press("w")
        assert "nothing to decide" in table.text()
        await table.press("escape", "s", "w")
        screen = table.app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen.seat == 1


async def test_the_next_seat_is_weighed_by_its_own_view(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(ReviewScreen(replay_of(replace(RECORD, moves=RECORD.moves[:16]))))
        await weighed(table)
        await table.press("s")
        screen = await weighed(table)
        assert {decision.ask.seat for decision in screen.decisions} == {1}


async def test_another_seat_has_nothing_of_what_was_weighed_before(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = ReviewScreen(replay_of(NOTHING), Seat(3))
        await table.open(screen)
        await table.press("s")
        assert screen.seat == ANA
        await table.pilot.pause(0.3)
        assert screen.decisions == []


async def test_the_end_of_a_match_leads_to_its_review(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        session = session_at(finished("beggar"), "en")
        session.record = keep(tmp_path, NOTHING)
        await table.visit(session)
        assert isinstance(table.app.screen, ResultScreen)
        await table.press("w")
        assert isinstance(table.app.screen, ReviewScreen)


async def test_the_result_at_home_tells_the_turning_point_of_the_review(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        session = session_at(finished("beggar"), "en")
        session.alone, session.record = True, keep(tmp_path, RECORD)
        await table.visit(session)
        for worker in [worker for worker in table.app.workers if worker.group == "turning"]:
            await worker.wait()
        await table.settle()
        worst = turning_points(deeds())[0]
        assert f"Turning point: Round 1, turn {worst.moment.turn}." in table.text


async def test_what_cost_little_turned_nothing_and_is_only_the_dearest_choice(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path) as table:
        session = session_at(finished("beggar"), "en")
        await table.visit(session)
        screen, replay = table.app.screen, replay_of(RECORD)
        assert isinstance(screen, ResultScreen)
        small = turning_points(deeds())[0]._replace(loss=0.04)
        screen.tell_turning(small, Verdicts(session.teller, lambda step: replay.view(step, ANA)))
        await table.settle()
        assert f"Your dearest choice: Round 1, turn {small.moment.turn}." in table.text


@pytest.mark.parametrize("size", [(60, 20), (80, 23), (120, 40)])
async def test_a_review_fits_every_size(size: tuple[int, int], tmp_path: Path) -> None:
    async with desk(tmp_path, size=size, symbols="ascii") as table:
        await table.open(ReviewScreen(replay_of(RECORD)))
        screen = await weighed(table)
        assert "Choice: your decisions" in table.text()
        assert table.text().isascii()
        digits = "".join(str(min(9, int(10 * decision.chance))) for decision in deeds())
        assert digits in table.text()
        assert all(cell_len(line) == size[0] for line in table.lines())
        assert screen.points
