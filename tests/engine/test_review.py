"""A review weighs a seat's choices by what it could know then, and tells luck from choice."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.core import Advice, Choice, Idea, Seat
from engine.games import GAMES
from engine.play import view
from engine.replay import Replay
from engine.review import (
    LEAST_LOSS,
    Hits,
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
from tests.engine.records import easy_decisions, easy_match, reviewed

RECORD = easy_match()
GAME = GAMES["wolfmoon"]
ANA = Seat(0)


def test_the_same_match_has_the_same_review() -> None:
    assert reviewed(RECORD, ANA) == easy_decisions()


def test_every_decision_with_a_choice_is_weighed_and_no_other() -> None:
    replay = Replay(GAME, RECORD)
    open_choices = [
        step
        for step, move in enumerate(RECORD.moves)
        if move.seat == ANA and len(replay.ask_before(step + 1).choices) > 1
    ]
    assert [decision.moment.step for decision in easy_decisions()] == open_choices
    assert all(0 <= decision.chance <= decision.best <= 1 for decision in easy_decisions())


def test_other_hidden_cards_make_no_difference() -> None:
    replay, changed = Replay(GAME, RECORD), 0
    for decision in easy_decisions():
        seen = replay.view(decision.moment.step, ANA)
        other = GAME.fill(seen.state, ANA, Random("other cards"))
        changed += other.hands != replay.state(decision.moment.step).hands
        assert weigh(GAME, view(GAME, other, ANA), decision.moment) == decision
    assert changed > len(easy_decisions()) // 2


def test_turning_points_are_the_dearest_choices_in_order() -> None:
    points = turning_points(easy_decisions())
    losses = [decision.loss for decision in points]
    assert len(points) == 3
    assert losses == sorted((decision.loss for decision in easy_decisions()), reverse=True)[:3]
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
    (dear,) = turning_points(easy_decisions())[:1]
    assert turning_points([dear._replace(chance=dear.best - LEAST_LOSS / 2)]) == []


def test_fair_share_and_luck_and_choice_make_what_was_won() -> None:
    total = summed(easy_decisions(), shares_won(Replay(GAME, RECORD), ANA), RECORD.seats)
    assert total is not None
    assert total.fair + total.luck - total.lost == pytest.approx(total.won)
    assert total.lost == pytest.approx(sum(decision.loss for decision in easy_decisions()))


def test_guesses_are_counted_with_what_was_to_be_expected_of_them() -> None:
    moment = easy_decisions()[0].moment
    said = [
        easy_decisions()[0]._replace(moment=moment._replace(came_true=came), hits=Hits(chance))
        for came, chance in ((True, 0.5), (False, 0.3), (False, 0.0), (None, 0.0))
    ]
    found = guesses(said)
    assert (found.said, found.right) == (3, 1)
    assert found.expected == pytest.approx(0.8)


def test_what_was_said_is_held_against_what_came_of_it() -> None:
    replay, told = Replay(GAME, RECORD), []
    for seat in range(RECORD.seats):
        for moment in moments(replay, Seat(seat)):
            if moment.choice.verb == "guess":
                told.append((moment.came_true, right(replay, Seat(seat), moment)))
            else:
                assert moment.came_true is None
    assert told
    assert all(came == was for came, was in told)


def right(replay: Replay, seat: Seat, moment: Moment) -> bool:
    """Whether the player guessed at had a card of the value that was named."""
    table, ask = replay.state(moment.step), replay.ask_before(moment.step + 1)
    return bool(table.value_in_hand(ask.other) == moment.choice.value)


def test_a_round_that_is_shared_is_shared() -> None:
    shares = [shares_won(Replay(GAME, RECORD), Seat(seat))[1] for seat in range(RECORD.seats)]
    assert sum(shares) == pytest.approx(1)


def test_a_match_that_was_broken_off_has_no_luck_to_speak_of() -> None:
    short = Replay(GAME, replace(RECORD, moves=RECORD.moves[:20]))
    assert shares_won(short, ANA) == {}
    assert summed([], {}, 4) is None


def test_the_questions_of_a_plan_are_those_its_choices_answer() -> None:
    plans = [decision.plan for decision in easy_decisions()]
    assert any(len(plan) > 1 for plan in plans)
    for plan in plans:
        assert all(choice in ask.choices for ask, choice in plan)
