"""The day: who speaks when, what a statement consists of, and how the talk ends."""

from __future__ import annotations

import pytest

from engine.core import HIDDEN, Choice, Seat
from engine.games.onenight import ONENIGHT
from engine.games.onenight.day import LISTEN, MORE_TIME, VOTE_NOW, Speak, Talk
from engine.games.onenight.roles import Role
from engine.games.onenight.vote import ABSTAIN, Vote
from engine.play import apply, asks, silence, view
from tests.engine.onenight.days import morning, say, skip_to, speaker

ROBBER, VILLAGER = int(Role.ROBBER), int(Role.VILLAGER)


def kinds(village: object, since: int = 0) -> list[str]:
    return [event.kind for event in village.events[since:]]  # type: ignore[attr-defined]


def test_everybody_speaks_in_the_order_of_the_day() -> None:
    village = morning()
    for seat in village.order:
        assert speaker(village) == seat
        say(village, seat, "was", ("role", VILLAGER))
    assert [claim.seat for claim in village.claims] == list(village.order)


def test_a_role_and_what_it_did_are_one_statement_of_four_keys() -> None:
    village = morning()
    seat = speaker(village)
    other = village.others(seat)[0]
    say(village, seat, "was", ("role", ROBBER), ("seat", other), ("role", VILLAGER))
    assert [(c.number, c.kind, c.values) for c in village.claims] == [
        (1, "was", (ROBBER,)),
        (1, "robbed", (other, VILLAGER)),
    ]


def test_nobody_hears_of_a_statement_before_it_is_complete() -> None:
    village = morning()
    seat = speaker(village)
    quiet = [view(ONENIGHT, village, other) for other in village.others(seat)]
    say(village, seat, "was", ("role", ROBBER))
    for before, other in zip(quiet, village.others(seat), strict=True):
        after = view(ONENIGHT, village, other)
        assert after.state == before.state
        assert after.waiting == before.waiting


def test_a_statement_can_be_given_up_half_way() -> None:
    village = morning()
    seat = speaker(village)
    say(village, seat, "was", ("role", ROBBER), "back")
    assert village.drafts[seat] == []
    assert Choice("was") in asks(village)[0].choices


def test_who_passes_in_the_opening_speaks_after_the_others() -> None:
    village = morning()
    first, *rest = village.order
    say(village, first, "pass")
    for seat in rest:
        say(village, seat, "was", ("role", VILLAGER))
    step = village.todo[-1]
    assert isinstance(step, Speak)
    assert (step.seat, step.phase) == (first, "late")


def test_who_is_asked_answers_at_once_or_refuses() -> None:
    village = morning()
    seat = skip_to(village, "question")
    other = village.others(seat)[0]
    say(village, seat, "ask", ("seat", other), ("topic", 0))
    ask = asks(village)[0]
    assert (ask.seat, ask.prompt, ask.other, ask.number) == (other, "talk_answer", seat, 0)
    say(village, other, "refuse")
    assert kinds(village)[-4:] == ["turn", "asked", "turn", "refused"]


def test_a_claim_can_be_taken_back_once_and_something_else_said_instead() -> None:
    village = morning()
    seat = speaker(village)
    say(village, seat, "was", ("role", VILLAGER))
    while skip_to(village, "statement") != seat:
        say(village, speaker(village), "pass")
    say(village, seat, "take_back", ("claim", 1))
    assert speaker(village) == seat
    assert Choice("take_back") not in asks(village)[0].choices
    say(village, seat, "was", ("role", ROBBER), "unsaid")
    assert [claim.values for claim in village.live_claims()] == [(ROBBER,)]


def test_most_of_them_can_call_the_vote() -> None:
    village = morning()
    for count in range(3):
        assert not isinstance(village.todo[-1], Vote)
        skip_to(village, "statement")
        say(village, speaker(village), "vote_now")
        assert len(village.hurry) == count + 1
        if count < 2:
            say(village, skip_to(village, "question"), "pass")
    assert isinstance(village.todo[-1], Vote)


def test_in_turns_the_day_has_an_end() -> None:
    village = morning()
    while isinstance(village.todo[-1], Speak):
        say(village, speaker(village), "pass")
    assert isinstance(village.todo[-1], Vote)


# ── when all talk freely ────────────────────────────────────────────────────────────────────────


def test_all_may_talk_at_any_time() -> None:
    village = morning(talk="free")
    assert {ask.seat for ask in asks(village)} == {*village.everyone()}
    say(village, 3, "was", ("role", VILLAGER))
    say(village, 3, "vouch", ("seat", 1))
    assert [claim.seat for claim in village.claims] == [3, 3]


def test_two_can_make_up_statements_at_the_same_time() -> None:
    village = morning(talk="free")
    say(village, 1, "was")
    say(village, 2, "was")
    say(village, 1, ("role", VILLAGER))
    say(village, 2, ("role", ROBBER), "unsaid")
    assert [(claim.seat, claim.values) for claim in village.claims] == [
        (1, (VILLAGER,)),
        (2, (ROBBER,)),
    ]


def test_who_listens_is_asked_again_when_something_new_was_said() -> None:
    village = morning(talk="free")
    say(village, 0, "listen")
    assert Seat(0) not in {ask.seat for ask in asks(village)}
    say(village, 1, "was", ("role", VILLAGER))
    assert Seat(0) in {ask.seat for ask in asks(village)}


def test_when_all_listen_the_vote_begins() -> None:
    village = morning(talk="free")
    for seat in village.everyone():
        apply(village, seat, LISTEN)
    assert isinstance(village.todo[-1], Vote)


def test_silence_at_the_end_of_the_day_is_listening_also_in_the_middle_of_a_statement() -> None:
    village = morning(talk="free")
    say(village, 2, "was", ("role", ROBBER))
    for seat in village.everyone():
        apply(village, seat, silence(village, seat))
    assert isinstance(village.todo[-1], Vote)
    assert village.claims == []


def test_most_of_them_can_have_more_time() -> None:
    village = morning(talk="free")
    for seat in village.everyone()[:3]:
        apply(village, seat, MORE_TIME)
    for seat in village.everyone():
        apply(village, seat, LISTEN)
    step = village.todo[-1]
    assert isinstance(step, Talk)
    assert step.part == 1
    assert {ask.window for ask in asks(village)} == {"more"}


def test_two_of_five_do_not_get_more_time() -> None:
    village = morning(talk="free")
    for seat in village.everyone()[:2]:
        apply(village, seat, MORE_TIME)
    for seat in village.everyone():
        apply(village, seat, LISTEN)
    assert isinstance(village.todo[-1], Vote)


def test_most_of_them_can_end_the_talk() -> None:
    village = morning(talk="free")
    for seat in village.everyone()[:3]:
        apply(village, seat, VOTE_NOW)
    assert isinstance(village.todo[-1], Vote)


def test_who_calls_for_the_vote_wakes_those_who_listen() -> None:
    village = morning(talk="free")
    for seat in (1, 2, 3, 4):
        say(village, seat, "listen")
    say(village, 0, "vote_now")
    assert [ask.seat for ask in asks(village)] == [0, 1, 2, 3, 4]
    assert all(Choice("vote_now") in ask.choices for ask in asks(village)[1:])


def test_a_question_stays_open_until_it_is_answered() -> None:
    village = morning(talk="free")
    say(village, 0, "ask", ("seat", 4), ("topic", 2))
    assert village.pending[4] == (0, 2)
    say(village, 4, "think", ("seat", 1), ("role", 1), ("sure", 2))
    assert village.pending[4] != (0, 2)
    assert village.claims[-1].reply


# ── the vote ────────────────────────────────────────────────────────────────────────────────────


def test_votes_are_hidden_until_all_are_in() -> None:
    village = morning(talk="free")
    for seat in village.everyone():
        apply(village, seat, LISTEN)
    apply(village, Seat(0), Choice("vote", 2))
    assert view(ONENIGHT, village, Seat(0)).state.votes[0] == 2
    assert view(ONENIGHT, village, Seat(1)).state.votes[0] == HIDDEN
    assert {ask.window for ask in asks(village)} == {"vote"}


def test_a_missing_vote_is_no_vote() -> None:
    village = morning(talk="free")
    for seat in village.everyone():
        apply(village, seat, LISTEN)
    for seat in village.everyone():
        apply(village, seat, silence(village, seat))
    assert village.dead == ()


@pytest.mark.parametrize("agreed", ["off", "on"])
def test_nobody_can_be_voted_for_only_where_the_table_has_agreed_to_that(agreed: str) -> None:
    village = morning(talk="free", abstain=agreed)
    for seat in village.everyone():
        apply(village, seat, LISTEN)
    assert (ABSTAIN in asks(village)[0].choices) == (agreed == "on")


def test_after_the_vote_everybody_sees_all_cards() -> None:
    village = morning(talk="free")
    for seat in village.everyone():
        apply(village, seat, LISTEN)
    for seat in village.everyone():
        apply(village, seat, silence(village, seat))
    seen = view(ONENIGHT, village, None).state
    assert (seen.dealt, seen.cards, seen.learnt) == (village.dealt, village.cards, village.learnt)
