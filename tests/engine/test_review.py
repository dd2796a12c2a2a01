"""A review weighs a seat's choices by what it could know then, and tells luck from choice."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.core import Advice, Choice, Idea, Reason, Seat
from engine.games import GAMES
from engine.games.onenight.roles import Role
from engine.play import start, view
from engine.replay import Replay
from engine.review import (
    LEAST_LOSS,
    Gift,
    Hits,
    Moment,
    agreed,
    chance_of,
    cost,
    fair_share,
    gift,
    grouped,
    guesses,
    loss_of,
    moments,
    others_moments,
    shares_won,
    summed,
    turning_points,
    weigh,
    whole_table,
)
from tests.engine.records import NAMES, easy_decisions, easy_match, played
from tests.extent import some

RECORD = easy_match()
GAME = GAMES["wolfmoon"]
ANA = Seat(0)
SEATS = {"wolfmoon": 4, "moonlight": 2}


def test_the_same_match_has_the_same_review() -> None:
    replay, few = Replay(GAME, RECORD), some(3, 99)
    again = [
        weigh(GAME, replay.view(moment.step, ANA), moment)
        for moment in [*moments(replay, ANA)][:few]
    ]
    assert again == easy_decisions()[:few]


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
    for decision in easy_decisions()[:: some(3, 1)]:
        seen = replay.view(decision.moment.step, ANA)
        other = GAME.fill(seen.state, ANA, Random("other cards"))
        changed += other.hands != replay.state(decision.moment.step).hands
        assert weigh(GAME, view(GAME, other, ANA), decision.moment) == decision
    assert changed > len(easy_decisions()) // some(6, 2)


def test_turning_points_are_the_dearest_choices_in_order() -> None:
    points = turning_points(easy_decisions())
    losses = [decision.loss for decision in points]
    assert len(points) == 3
    assert losses == sorted((decision.loss for decision in easy_decisions()), reverse=True)[:3]
    assert losses[-1] >= LEAST_LOSS


def test_every_decision_is_explained_by_the_mean_of_two_thoughts() -> None:
    said, other = Choice("guess", 3), Choice("guess", 4)
    first = Advice((Idea((other,), 0.4), Idea((said,), 0.3)), 0.2, (Reason("out"),))
    again = Advice((Idea((said,), 0.5), Idea((other,), 0.3)), 0.1, (Reason("hit"),))
    both = agreed([first, again])
    assert both.ideas[0].choices == (said,)
    assert chance_of(both, said) == pytest.approx(0.4)
    assert chance_of(both, other) == pytest.approx(0.35)
    assert (both.hit, both.reasons) == (0.1, (Reason("hit"),))


def test_a_guess_and_the_best_one_are_measured_alike() -> None:
    said = next(each for each in easy_decisions() if each.moment.choice.verb == "guess")
    seen = Replay(GAME, RECORD).view(said.moment.step, ANA)
    ((_, best),) = said.plan
    again = weigh(GAME, seen, said.moment._replace(choice=best))
    assert again.hits.chosen == pytest.approx(again.hits.best)
    assert again.hits.best > said.hits.chosen


def test_what_a_choice_costs_is_judged_by_a_thought_that_did_not_find_the_best() -> None:
    said, other = Choice("guess", 3), Choice("guess", 4)
    first = Advice((Idea((other,), 0.4), Idea((said,), 0.3)))
    again = Advice((Idea((said,), 0.5), Idea((other,), 0.3)))
    assert loss_of([first, again], said) == pytest.approx((0.3 - 0.5 + 0.3 - 0.3) / 2)
    assert loss_of([first, first], said) == pytest.approx(0.1)


def test_a_choice_that_costs_next_to_nothing_is_no_turning_point() -> None:
    (dear,) = turning_points(easy_decisions())[:1]
    assert turning_points([dear._replace(loss=LEAST_LOSS / 2)]) == []


def test_fair_share_and_cards_and_others_and_choice_make_what_was_won() -> None:
    replay = Replay(GAME, RECORD)
    gifts = [Gift(1, 0.03), Gift(1, -0.01), Gift(2, 0.5)]
    total = summed(easy_decisions(), gifts, shares_won(replay, ANA), fair_share(replay))
    assert total is not None
    assert total.fair + total.cards - total.lost + total.given == pytest.approx(total.won)
    assert total.lost == pytest.approx(sum(decision.loss for decision in easy_decisions()))
    assert total.given == pytest.approx(0.02), "there was no second round"


@pytest.mark.parametrize("name", ["wolfmoon", "moonlight"])
def test_what_one_seat_loses_its_rivals_gain_and_luck_adds_up_to_nothing(name: str) -> None:
    replay = Replay(GAMES[name], played("k", "easy", names=NAMES[: SEATS[name]], name=name))
    seats = [Seat(seat) for seat in range(replay.record.seats)]
    rng = Random("what choices may have cost")
    lost = {(seat, m.step): rng.random() for seat in seats for m in moments(replay, seat)}
    totals = []
    for seat in seats:
        gifts = [
            gift(replay, seat, giver, moment, lost[giver, moment.step])
            for giver, moment in others_moments(replay, seat)
        ]
        own = [
            easy_decisions()[0]._replace(moment=m, loss=lost[seat, m.step])
            for m in moments(replay, seat)
        ]
        total = summed(own, gifts, shares_won(replay, seat), fair_share(replay))
        assert total is not None
        totals.append(total)
    assert sum(total.lost for total in totals) > 0
    assert sum(total.given - total.lost for total in totals) == pytest.approx(0)
    assert sum(total.cards for total in totals) == pytest.approx(0)


def test_who_is_out_gains_nothing_by_what_others_do_then() -> None:
    replay = Replay(GAME, RECORD)
    out = [
        (seat, giver, moment)
        for seat in range(RECORD.seats)
        for giver, moment in others_moments(replay, Seat(seat))
        if replay.state(moment.step).out[seat]
    ]
    assert out
    assert all(gift(replay, Seat(s), giver, m, 0.5).points == 0 for s, giver, m in out)


def test_mistakes_in_a_team_cost_the_partners_what_they_give_the_others() -> None:
    replay = Replay(GAMES["robbers"], played("k", "easy", name="robbers"))
    giver, moment = next(iter(others_moments(replay, ANA)))
    roles = replay.state(moment.step).roles
    given = [
        gift(replay, Seat(seat), giver, moment, 0.2).points for seat in range(4) if seat != giver
    ]
    partners = [bool(role) == bool(roles[giver]) for role in roles]
    del partners[giver]
    assert given == [-0.2 if partner else 0.2 for partner in partners]


def test_what_others_lost_is_weighed_from_their_own_views() -> None:
    replay, changed = Replay(GAME, RECORD), 0
    for giver, moment in list(others_moments(replay, ANA))[:6]:
        seen = replay.view(moment.step, giver)
        world = GAME.fill(seen.state, giver, Random("other cards"))
        changed += world.hands != replay.state(moment.step).hands
        assert cost(GAME, view(GAME, world, giver), moment) == cost(GAME, seen, moment)
    assert changed


def test_a_round_that_nobody_wins_is_shared_by_all() -> None:
    replay = Replay(GAME, RECORD)
    last = replay.state(len(RECORD.moves))
    last.events[:] = [
        event._replace(number=0) if event.kind.startswith("won_") else event
        for event in last.events
    ]
    assert shares_won(replay, ANA) == {1: 0.25}


def test_where_the_larger_team_wins_more_often_a_fair_share_is_more_than_an_even_one() -> None:
    replay = Replay(GAMES["robbers"], played("k", "easy", name="robbers"))
    last = replay.state(len(replay.record.moves))
    last.events[:] = [
        event._replace(number=0) if event.kind.startswith("won_") else event
        for event in last.events
    ]
    assert shares_won(replay, ANA) == {1: 0.5}, "a tie is half a win"
    assert fair_share(replay) > 0.5


def test_a_tanner_makes_a_fair_share_of_one_night_smaller() -> None:
    game = GAMES["onenight"]
    assert game.fair is not None
    plain, beside = (start(game, 5, bytes(32), {"set": kind}) for kind in ("sheet", "lively"))
    assert (Role.TANNER in plain.roles, Role.TANNER in beside.roles) == (False, True)
    assert game.fair(beside) < game.fair(plain)


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
    assert summed([], [], {}, 0.25) is None


def test_the_questions_of_a_plan_are_those_its_choices_answer() -> None:
    """The second player should aim a card at two others, the third one at somebody."""
    replay, plans = Replay(GAME, RECORD), []
    for seat in map(Seat, (1, 2)):
        first = next(m for m in moments(replay, seat) if m.choice.verb == "play")
        plans.append(weigh(GAME, replay.view(first.step, seat), first).plan)
    assert [len(plan) for plan in plans] == [3, 2]
    for plan in [*plans, *(decision.plan for decision in easy_decisions())]:
        assert all(choice in ask.choices for ask, choice in plan)


def test_a_card_played_at_somebody_is_one_entry_that_costs_what_its_parts_do() -> None:
    parts = easy_decisions()
    entries = grouped(parts)
    assert len(entries) == sum(not part.moment.goes_on for part in parts) < len(parts)
    assert sum(one.loss for one in entries) == pytest.approx(sum(one.loss for one in parts))
    turns = [entry.moment.turn for entry in entries]
    assert turns == sorted(set(turns)), "one for each turn"


def test_luck_and_choice_of_everybody_add_up_to_what_each_has_won() -> None:
    replay = Replay(GAME, RECORD)
    costs = [(ANA, one.moment, one.loss) for one in easy_decisions()]
    totals = whole_table(replay, costs)
    assert len(totals) == RECORD.seats
    for total in totals.values():
        assert round(100 * total.fair) + total.luck + total.choice == round(100 * total.won)
    assert sum(total.lost - total.given for total in totals.values()) == pytest.approx(0)
