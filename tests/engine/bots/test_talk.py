"""What bots say: about what everybody saw, and what everybody remembers of an evening."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots.talk import (
    MOODS,
    NOTHING,
    OFTEN,
    Chance,
    Company,
    Memory,
    Remark,
    doubt,
    remark,
    remembered,
)
from engine.core import Event, Seat
from engine.games import GAMES
from engine.games.robbers.deck import Role
from engine.games.robbers.talk import USUAL, doubtful

ANA, ADA, FINN = Seat(0), Seat(1), Seat(2)
COMPANY = ("", "Ada", "Finn")
"""A person and two bots."""
TALKATIVE: Chance = lambda _: 0.0  # noqa: E731  # whoever may say something says it
SILENT: Chance = lambda _: 1.0  # noqa: E731


def company(*events: Event, game: str = "wolfmoon", **known: Any) -> Company:
    usual: dict[str, Any] = {
        "memory": NOTHING,
        "claimed": {},
        "mood": "lively",
        "chance": TALKATIVE,
    }
    return Company(GAMES[game], COMPANY, events, **usual | known)


def about(moment: str) -> Chance:
    """Everybody wants to speak of one occasion, and of no other."""
    return lambda occasion: 0.0 if moment in occasion.split() else 1.0


def test_who_was_struck_may_say_so_to_whoever_did_it() -> None:
    out = Event("out", FINN, ADA)
    assert remark(company(out, chance=about("struck_me")), 0) == Remark(FINN, "struck_me_1", ADA)


def test_who_struck_somebody_may_say_so() -> None:
    out = Event("out", FINN, ADA)
    assert remark(company(out, chance=about("struck")), 0) == Remark(ADA, "struck_1", FINN)


def test_nobody_holds_it_against_others_that_they_fell_by_their_own_card() -> None:
    assert remark(company(Event("out", FINN, FINN)), 0) is None


def test_who_was_missed_may_say_so() -> None:
    missed = Event("missed", ANA, ADA, number=3)
    assert remark(company(missed), 0) == Remark(ADA, "missed_me_1", ANA)


def test_a_person_is_never_made_to_speak() -> None:
    assert remark(company(Event("out", ANA, ANA)), 0) is None
    assert remark(company(Event("missed", ADA, ANA)), 0) is None


def test_winners_and_losers_have_words_for_it() -> None:
    won = Event("won_high", number=1 << ADA)
    assert remark(company(won, chance=about("won")), 0) == Remark(ADA, "won_1")
    assert remark(company(won, chance=about("lost")), 0) == Remark(FINN, "lost_1", ADA)


def test_what_was_told_before_is_not_talked_about_again() -> None:
    out = Event("out", FINN, ADA)
    assert remark(company(out), 1) is None


def test_a_silent_table_stays_silent() -> None:
    assert remark(company(Event("out", FINN, ADA), mood="off"), 0) is None


def test_nobody_speaks_who_does_not_feel_like_it() -> None:
    assert remark(company(Event("out", FINN, ADA), chance=SILENT), 0) is None


def test_of_two_who_would_like_to_speak_the_one_that_wants_to_most_does() -> None:
    rolls = {"struck_me 2": 0.3, "struck 1": 0.01}
    spoken = remark(company(Event("out", FINN, ADA), chance=lambda what: rolls.get(what, 1.0)), 0)
    assert spoken is not None
    assert spoken.seat == ADA


def test_some_talk_is_less_than_lively_talk() -> None:
    assert MOODS["off"] == 0.0 < MOODS["some"] < MOODS["lively"] == 1.0
    assert max(OFTEN.values()) <= 1.0


# ── memory ──────────────────────────────────────────────────────────────────────────────────────


ROUND = Event("round", ANA, number=2)


def test_a_blow_of_an_earlier_round_is_remembered() -> None:
    story = Event("out", FINN, ANA), Event("won_high", number=1 << ANA), ROUND
    assert remark(company(*story, chance=about("grudge")), 2) == Remark(FINN, "grudge_1", ANA)


def test_who_won_the_last_round_is_remembered() -> None:
    story = Event("won_high", number=1 << ANA), ROUND
    assert remark(company(*story, chance=about("envy")), 1) == Remark(ADA, "envy_1", ANA)


def test_a_blow_of_an_earlier_match_is_remembered() -> None:
    memory = remembered(NOTHING, GAMES["wolfmoon"], [Event("out", FINN, ANA)])
    spoken = remark(company(ROUND, memory=memory, chance=about("grudge")), 0)
    assert spoken == Remark(FINN, "grudge_1", ANA)


def test_in_the_first_round_of_an_evening_nobody_remembers_anything() -> None:
    first = company(ROUND)
    assert remark(first._replace(chance=about("grudge")), 0) is None
    assert remark(first._replace(chance=about("envy")), 0) is None


def test_the_last_blow_is_the_one_that_counts() -> None:
    blows = [Event("out", FINN, ANA), Event("out", FINN, ADA)]
    assert remembered(NOTHING, GAMES["wolfmoon"], blows).struck == {FINN: ADA}


def test_nothing_is_held_against_somebody_who_has_just_come() -> None:
    memory = Memory({FINN: ANA, ADA: FINN}, (ANA, ADA))
    assert memory.without(ANA) == Memory({ADA: FINN}, (ADA,))


# ── Robbers: who says what about themselves ─────────────────────────────────────────────────────


TRICK = Event("trick", ANA, number=2)


def wolf(seat: Seat) -> Event:
    return Event("chip", seat, number=Role.WEREWOLF)


def test_a_bot_may_say_who_it_is_at_the_beginning_of_a_trick() -> None:
    spoken = remark(company(TRICK, game="robbers", chance=about("claim_werewolf")), 0)
    assert spoken == Remark(ADA, "claim_werewolf")


def test_a_bot_that_has_said_who_it_is_does_not_say_it_again() -> None:
    said = {ADA: "claim_robber", FINN: "claim_robber"}
    assert remark(company(TRICK, game="robbers", claimed=said), 0) is None


def test_who_has_shown_a_werewolf_says_nothing_about_it() -> None:
    story = wolf(ADA), wolf(FINN), TRICK
    assert remark(company(*story, game="robbers"), 2) is None


def test_whoever_shows_a_role_is_talked_about() -> None:
    spoken = remark(company(wolf(ANA), game="robbers", chance=about("unmasked")), 0)
    assert spoken == Remark(ADA, "unmasked_1", ANA)


def test_a_claim_may_be_doubted() -> None:
    said = {ANA: "claim_robber"}
    assert doubt(company(game="robbers", claimed=said), ANA) == Remark(ADA, "doubt_1", ANA)


def test_nobody_doubts_their_own_word() -> None:
    said = {ADA: "claim_robber"}
    spoken = doubt(company(game="robbers", claimed=said), ADA)
    assert spoken is not None
    assert spoken.seat == FINN


@pytest.mark.parametrize(
    ("story", "said", "doubts"),
    [
        ((), {ANA: "claim_robber"}, USUAL),
        ((wolf(ANA),), {ANA: "claim_robber"}, 1.0),
        ((), {ANA: "claim_traitor", ADA: "claim_traitor"}, 1.0),
        ((wolf(ADA),), {ANA: "claim_werewolf"}, USUAL),
        ((wolf(ADA), wolf(FINN)), {ANA: "claim_werewolf"}, 1.0),
        ((wolf(ANA), Event("round", ADA, number=2)), {ANA: "claim_robber"}, USUAL),
    ],
)
def test_a_claim_is_as_doubtful_as_what_everybody_saw_makes_it(
    story: tuple[Event, ...], said: dict[Seat, str], doubts: float
) -> None:
    assert doubtful(story, said, ANA) == doubts
