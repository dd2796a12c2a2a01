"""A review weighs a seat's choices by what it could know then, and tells luck and choice apart."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len

from engine.core import Advice, Choice, Idea, Seat, View
from engine.games import GAMES
from engine.play import view
from moontui.app.screens import review as screens
from moontui.app.screens.records import RecordsScreen
from moontui.app.screens.replay import ReplayScreen
from moontui.app.screens.result import ResultScreen
from moontui.app.screens.review import ReviewScreen
from moontui.app.widgets.rows import Rows
from moontui.client.records import Replay
from moontui.client.review import (
    LEAST_LOSS,
    Decision,
    Moment,
    agreed,
    chance_of,
    guesses,
    moments,
    shares_won,
    summed,
    turning_points,
    weigh,
)
from tests.moontui.desk import Desk, desk, keep, played
from tests.moontui.scenes import finished, session_at
from tests.moontui.sitting import sitting

RECORD = played("k", "easy")
NOTHING = replace(played(), moves=played().moves[:12])
"""Here the first seat is out before its first turn."""
GAME = GAMES["wolfmoon"]
ANA = Seat(0)


def reviewed(replay: Replay, seat: Seat = ANA) -> list[Decision]:
    return [weigh(GAME.id, replay.view(m.step, seat), m) for m in moments(replay, seat)]


DECISIONS = reviewed(Replay(RECORD))


KNOWN = {(ANA, decision.moment): decision for decision in DECISIONS}


def weigh_once(game: str, seen: View[Any], moment: Moment) -> Decision:
    """The same thoughts, but not for every test anew."""
    return KNOWN.get((Seat(seen.seat or 0), moment)) or weigh(game, seen, moment)


@pytest.fixture(autouse=True)
def _no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screens, "new_pool", lambda patient: ThreadPoolExecutor(1))
    monkeypatch.setattr(screens, "weigh", weigh_once)


async def weighed(table: Desk) -> ReviewScreen:
    """Wait for the review that is on the screen."""
    screen = table.app.screen
    assert isinstance(screen, ReviewScreen)
    for worker in [worker for worker in table.app.workers if worker.group == "review"]:
        await worker.wait()
    await table.pilot.pause()
    return screen


# ── the reckoning ───────────────────────────────────────────────────────────────────────────────


def test_the_same_match_has_the_same_review() -> None:
    assert reviewed(Replay(RECORD)) == DECISIONS


def test_every_decision_with_a_choice_is_weighed_and_no_other() -> None:
    replay = Replay(RECORD)
    open_choices = [
        step
        for step, move in enumerate(RECORD.moves)
        if move.seat == ANA and len(replay.ask_before(step + 1).choices) > 1
    ]
    assert [decision.moment.step for decision in DECISIONS] == open_choices
    assert all(0 <= decision.chance <= decision.best <= 1 for decision in DECISIONS)


def test_other_hidden_cards_make_no_difference() -> None:
    replay, changed = Replay(RECORD), 0
    for decision in DECISIONS:
        seen = replay.view(decision.moment.step, ANA)
        other = GAME.fill(seen.state, ANA, Random("other cards"))
        changed += other.hands != replay.state(decision.moment.step).hands
        assert weigh(GAME.id, view(GAME, other, ANA), decision.moment) == decision
    assert changed > len(DECISIONS) // 2


def test_turning_points_are_the_dearest_choices_in_order() -> None:
    points = turning_points(DECISIONS)
    losses = [decision.loss for decision in points]
    assert len(points) == 3
    assert losses == sorted((decision.loss for decision in DECISIONS), reverse=True)[:3]
    assert losses[-1] >= LEAST_LOSS


def test_a_choice_that_only_seemed_dear_is_thought_through_again() -> None:
    said, other = Choice("guess", 3), Choice("guess", 4)
    first = Advice((Idea((other,), 0.4), Idea((said,), 0.3)), 0.2, (7,))
    again = Advice((Idea((said,), 0.5), Idea((other,), 0.3)), 0.1, (5,))
    both = agreed([first, again])
    assert both.ideas[0].choices == (said,)
    assert chance_of(both, said) == pytest.approx(0.4)
    assert chance_of(both, other) == pytest.approx(0.35)
    assert (both.hit, both.reasons) == (0.1, (5,))


def test_a_choice_that_costs_next_to_nothing_is_no_turning_point() -> None:
    (dear,) = turning_points(DECISIONS)[:1]
    assert turning_points([dear._replace(chance=dear.best - LEAST_LOSS / 2)]) == []


def test_fair_share_and_luck_and_choice_make_what_was_won() -> None:
    total = summed(DECISIONS, shares_won(Replay(RECORD), ANA), RECORD.seats)
    assert total is not None
    assert total.fair + total.luck - total.lost == pytest.approx(total.won)
    assert total.lost == pytest.approx(sum(decision.loss for decision in DECISIONS))


def test_guesses_are_counted_with_what_was_to_be_expected_of_them() -> None:
    moment = DECISIONS[0].moment
    said = [
        DECISIONS[0]._replace(moment=moment._replace(came_true=came), hits=(chance, 0))
        for came, chance in ((True, 50), (False, 30), (False, 0), (None, 0))
    ]
    found = guesses(said)
    assert (found.said, found.right) == (3, 1)
    assert found.expected == pytest.approx(0.8)


def test_what_was_said_is_held_against_what_came_of_it() -> None:
    replay, told = Replay(RECORD), []
    for seat in range(RECORD.seats):
        for moment in moments(replay, Seat(seat)):
            if moment.choice.verb == "guess":
                told.append((moment.came_true, right(replay, Seat(seat), moment)))
            else:
                assert moment.came_true is None
    assert told
    assert all(came == was for came, was in told)


def right(replay: Replay, seat: Seat, moment: Moment) -> bool:
    """Whether the player asked about had a card of the value that was said."""
    table, ask = replay.state(moment.step), replay.ask_before(moment.step + 1)
    return bool(table.value_in_hand(ask.other) == moment.choice.value)


def test_a_round_that_is_shared_is_shared() -> None:
    shares = [shares_won(Replay(RECORD), Seat(seat))[1] for seat in range(RECORD.seats)]
    assert sum(shares) == pytest.approx(1)


def test_a_match_that_was_broken_off_has_no_luck_to_speak_of() -> None:
    short = Replay(replace(RECORD, moves=RECORD.moves[:20]))
    assert shares_won(short, ANA) == {}
    assert summed([], {}, 4) is None


def test_the_questions_of_a_plan_are_those_its_choices_answer() -> None:
    plans = [decision.plan for decision in DECISIONS]
    assert any(len(plan) > 1 for plan in plans)
    for plan in plans:
        assert all(choice in ask.choices for ask, choice in plan)


# ── the screen ──────────────────────────────────────────────────────────────────────────────────


async def test_a_review_opens_from_the_records_by_key(tmp_path: Path) -> None:
    keep(tmp_path, RECORD)
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        await table.press("w")
        screen = await weighed(table)
        assert screen.decisions == DECISIONS
        await table.press("escape")
        assert isinstance(table.app.screen, RecordsScreen)


async def test_a_review_opens_from_the_records_by_mouse(tmp_path: Path) -> None:
    keep(tmp_path, RECORD)
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        await table.click("w review")
        assert (await weighed(table)).state == "done"


async def test_a_damaged_record_says_so(tmp_path: Path) -> None:
    keep(tmp_path, replace(RECORD, version=99))
    async with desk(tmp_path) as table:
        await table.open(RecordsScreen())
        await table.press("w")
        assert "with a different version" in table.text()


async def test_luck_and_choice_are_told_apart_in_both_languages(tmp_path: Path) -> None:
    async with desk(tmp_path, size=(120, 40)) as table:
        await table.open(ReviewScreen(Replay(RECORD)))
        await weighed(table)
        for said in ("Choice: your decisions", "Luck: the cards", "turning points", "Better: "):
            assert said in table.text()
        table.app.settings.language = "de"
        table.app.apply_settings()
        await table.pilot.pause()
        for said in ("Wahl: Deine", "Glück: Karten", "Wendepunkte", "Besser: "):
            assert said in table.text()


async def test_a_decision_says_why(tmp_path: Path) -> None:
    reasoned = next(decision for decision in DECISIONS if decision.reasons)
    async with desk(tmp_path, size=(120, 40)) as table:
        screen = ReviewScreen(Replay(RECORD))
        await table.open(screen)
        await weighed(table)
        screen.query_one(Rows).put_cursor(("step", reasoned.moment.step))
        await table.pilot.pause()
        assert f"Why: {screen.teller.event(reasoned.reasons[0])}"[:50] in table.text()


async def test_a_decision_says_what_could_be_thought_then(tmp_path: Path) -> None:
    decision = DECISIONS[0]
    async with desk(tmp_path, size=(120, 40)) as table:
        screen = ReviewScreen(Replay(RECORD))
        await table.open(screen)
        await weighed(table)
        screen.query_one(Rows).put_cursor(("step", decision.moment.step))
        await table.pilot.pause()
        note = screen.teller.notes(Replay(RECORD).view(decision.moment.step, ANA), decision.odds)[0]
        assert "What you could tell by counting" in table.text()
        assert note[:40] in table.text()


async def test_enter_shows_the_moment_and_the_key_leads_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        review = ReviewScreen(Replay(RECORD))
        await table.open(review)
        await weighed(table)
        await table.press("down", "enter")
        replay = table.app.screen
        assert isinstance(replay, ReplayScreen)
        assert replay.here == turning_points(DECISIONS)[0].moment.step
        await table.press("w")
        assert table.app.screen is review


async def test_a_click_shows_a_decision_and_a_second_one_its_moment(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = ReviewScreen(Replay(RECORD))
        await table.open(screen)
        await weighed(table)
        await table.click("2  ")
        assert screen.step == turning_points(DECISIONS)[1].moment.step
        await table.click("Enter: the table")
        assert isinstance(table.app.screen, ReplayScreen)


async def test_the_curve_can_be_clicked(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = ReviewScreen(Replay(RECORD))
        await table.open(screen)
        await weighed(table)
        step = DECISIONS[2].moment.step
        region = screen.query_one(screens.Curve).region_of(("step", step))
        assert region is not None
        await table.pilot.click(offset=region.offset)
        await table.pilot.pause()
        assert screen.step == step


async def test_a_replay_leads_to_the_review_of_its_seat(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(ReplayScreen(Replay(NOTHING)))
        await table.press("w")
        assert "nothing to decide" in table.text()
        await table.press("escape", "s", "w")
        screen = table.app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen.seat == 1


async def test_the_next_seat_is_weighed_by_its_own_view(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(ReviewScreen(Replay(replace(RECORD, moves=RECORD.moves[:16]))))
        await weighed(table)
        await table.press("s")
        screen = await weighed(table)
        assert {decision.ask.seat for decision in screen.decisions} == {1}


async def test_another_seat_has_nothing_of_what_was_weighed_before(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        screen = ReviewScreen(Replay(NOTHING), Seat(3))
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


@pytest.mark.parametrize("size", [(60, 20), (80, 23), (120, 40)])
async def test_a_review_fits_every_size(size: tuple[int, int], tmp_path: Path) -> None:
    async with desk(tmp_path, size=size, symbols="ascii") as table:
        await table.open(ReviewScreen(Replay(RECORD)))
        screen = await weighed(table)
        assert "Choice: your decisions" in table.text()
        assert table.text().isascii()
        digits = "".join(str(min(9, int(10 * decision.chance))) for decision in DECISIONS)
        assert digits in table.text()
        assert all(cell_len(line) == size[0] for line in table.lines())
        assert screen.points
