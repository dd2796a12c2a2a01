"""Deductions: what follows from claims, who may say so, and that an accusation is answered."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from engine.core import Choice, Seat
from engine.games.onenight import ONENIGHT, ONENIGHT_1
from engine.games.onenight.claims import ACCUSED, FACTS, accused
from engine.games.onenight.day import REFUSE
from engine.games.onenight.deductions import Deduction, deduction_of, deductions
from engine.games.onenight.roles import Role
from engine.games.onenight.state import NONE, PAIR, Claim
from engine.play import apply, asks, start, view
from tests.engine.onenight.days import morning, say, skip_to, sleep, speaker
from tests.engine.onenight.enumerator import what_is_wrong
from tests.engine.onenight.reasoning import reasons_in
from tests.extent import some

WOLF, SEER, VILLAGER = int(Role.WEREWOLF), int(Role.SEER), int(Role.VILLAGER)
ROBBER = int(Role.ROBBER)
SAW = Claim(1, Seat(2), "saw", (0, WOLF))
IN_CENTER = Claim(1, Seat(2), "saw", (PAIR, ROBBER, WOLF))
SAW_ROBBER = Claim(1, Seat(2), "saw", (0, ROBBER))
ROBBED = Claim(2, Seat(3), "robbed", (0, WOLF))
SWAPPED = Claim(3, Seat(4), "swapped", (0, 1))
AWAKE = Claim(1, Seat(1), "now", (int(Role.INSOMNIAC),))


def concluded(*claims: Claim) -> set[tuple[str, int]]:
    """What follows from claims at a table of five: how, and who is suspect."""
    village = morning()
    village.claims = list(claims)
    return {(one.kind, one.target) for one in deductions(village)}


@pytest.mark.parametrize(
    ("claims", "found"),
    [
        ([SAW], ("seen", 0)),
        ([SAW, Claim(2, Seat(3), "swapped", (0, 4))], ("moved", 4)),
        ([SAW, Claim(2, Seat(3), "robbed", (0, VILLAGER))], ("taken", 3)),
        ([Claim(1, Seat(3), "robbed", (1, WOLF))], ("holds", 3)),
        (
            [Claim(1, Seat(0), "was", (WOLF,)), Claim(2, Seat(3), "swapped", (0, 4))],
            ("traded", 4),
        ),
        ([Claim(1, Seat(0), "was", (SEER,)), Claim(2, Seat(1), "was", (SEER,))], ("double", 1)),
        ([SAW, Claim(2, Seat(0), "was", (VILLAGER,))], ("liar", 0)),
        ([SAW, Claim(2, Seat(0), "was", (VILLAGER,))], ("blind", 2)),
        ([Claim(n, Seat(n), "was", (VILLAGER,)) for n in range(4)], ("silent", 4)),
        ([Claim(1, Seat(0), "was", (SEER,))], ("alone", 0)),
        ([Claim(1, Seat(0), "was", (SEER,))], ("vague", 0)),
        ([Claim(1, Seat(0), "was", (WOLF,))], ("owns", 0)),
        ([IN_CENTER, Claim(2, Seat(3), "was", (ROBBER,))], ("center", 3)),
        ([IN_CENTER, Claim(2, Seat(3), "was", (ROBBER,))], ("mirage", 2)),
        ([IN_CENTER, Claim(2, Seat(3), "took", (11,))], ("drawn", 3)),
        (
            [
                Claim(1, Seat(0), "was", (SEER,)),
                Claim(2, Seat(1), "was", (SEER,)),
                Claim(3, Seat(2), "swapped", (0, 4)),
            ],
            ("heir", 4),
        ),
        (
            [
                IN_CENTER,
                Claim(2, Seat(3), "was", (ROBBER,)),
                Claim(3, Seat(4), "swapped", (0, 3)),
            ],
            ("heir", 0),
        ),
        (
            [
                Claim(1, Seat(0), "was", (SEER,)),
                Claim(2, Seat(1), "was", (SEER,)),
                Claim(3, Seat(2), "robbed", (0, VILLAGER)),
            ],
            ("loot", 2),
        ),
        ([AWAKE, Claim(2, Seat(2), "robbed", (1, VILLAGER))], ("kept", 2)),
        ([AWAKE, SWAPPED], ("kept", 4)),
        ([AWAKE, SWAPPED], ("gone", 1)),
        ([Claim(n, Seat(n), "was", (VILLAGER,)) for n in range(4)], ("crowd", 2)),
        ([SAW_ROBBER, Claim(2, Seat(3), "was", (ROBBER,))], ("rival", 3)),
        ([SAW_ROBBER, Claim(2, Seat(3), "was", (ROBBER,))], ("phantom", 2)),
        ([Claim(1, Seat(2), "robbed", (0, SEER)), Claim(2, Seat(3), "was", (SEER,))], ("rival", 3)),
        (
            [
                SAW_ROBBER,
                Claim(2, Seat(3), "was", (ROBBER,)),
                Claim(3, Seat(4), "swapped", (1, 3)),
            ],
            ("heir", 1),
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_what_follows_from_claims(claims: list[Claim], found: tuple[str, int]) -> None:
    assert found in concluded(*claims)


def test_a_look_says_nothing_about_a_card_that_was_swapped_away() -> None:
    assert ("seen", 0) not in concluded(SAW, Claim(2, Seat(3), "swapped", (0, 4)))


def test_a_card_that_was_robbed_cannot_be_swapped_away_later() -> None:
    assert ("moved", 1) not in concluded(SAW, ROBBED, SWAPPED)
    assert ("taken", 3) in concluded(SAW, ROBBED, SWAPPED)


@pytest.mark.parametrize("seats", some([6], [4, 5, 6, 7, 8]))
def test_everything_that_bots_conclude_aloud_follows(seats: int) -> None:
    assert sum(reasons_in(seats, seats).values()) > 5


@pytest.mark.parametrize(
    ("claims", "said"),
    [
        ([SAW, ROBBED], Deduction("seen", 0, 2, numbers=(1,))),
        ([SAW, ROBBED, SWAPPED], Deduction("moved", 1, 2, 4, 0, numbers=(1, 3))),
        ([SAW, Claim(2, Seat(0), "was", (WOLF,))], Deduction("liar", 0, 2, numbers=(1, 2))),
        (
            [Claim(n, Seat(n), "was", (SEER,)) for n in (1, 2, 3)],
            Deduction("double", 1, 2, role=SEER, numbers=(2, 1)),
        ),
        ([SAW, Claim(2, Seat(0), "was", (VILLAGER,))], Deduction("alone", 3, role=SEER)),
        (
            [
                Claim(1, Seat(0), "was", (SEER,)),
                Claim(2, Seat(1), "was", (SEER,)),
                Claim(3, Seat(3), "robbed", (0, VILLAGER)),
                Claim(4, Seat(2), "swapped", (0, 4)),
            ],
            Deduction("heir", 4, 1, 2, 0, role=SEER, numbers=(2, 4)),
        ),
        (
            [Claim(n, Seat(n), "was", (VILLAGER,)) for n in (0, 1, 2)],
            Deduction("crowd", 0, 1, 2, role=VILLAGER, numbers=(0, 1, 2)),
        ),
        (
            [Claim(1, Seat(2), "saw", (0, VILLAGER)), Claim(2, Seat(1), "was", (VILLAGER,))],
            Deduction("rival", 1, 2, three=0, role=VILLAGER, numbers=(1, 2)),
        ),
    ],
    ids=[
        "robbed since",
        "robbed before",
        "the same card",
        "the speaker was that",
        "never said",
        "the card was robbed before it was swapped",
        "cards enough for all",
        "more than one such card",
    ],
)
def test_what_does_not_follow_is_found_out(claims: list[Claim], said: Deduction) -> None:
    """The third seat says so, who has claimed to be the Robber or the Seer in some of these."""
    village = morning(set="lively")
    village.claims = claims
    assert what_is_wrong(village, Claim(9, Seat(3), "reason", said.values()))


def test_a_robber_and_a_troublemaker_together_may_have_moved_a_card_back() -> None:
    robbed = Claim(2, Seat(2), "robbed", (1, VILLAGER))
    kinds = {kind for kind, _ in concluded(AWAKE, robbed, SWAPPED)}
    assert not kinds & {"kept", "gone"}


def test_who_took_what_a_player_claims_has_no_loot_but_confirms_it() -> None:
    seers = [Claim(n, Seat(n), "was", (SEER,)) for n in (0, 1)]
    assert ("loot", 2) not in concluded(*seers, Claim(2, Seat(2), "robbed", (0, SEER)))


def test_as_many_as_there_are_cards_are_no_crowd() -> None:
    villagers = [Claim(n, Seat(n), "was", (VILLAGER,)) for n in range(3)]
    assert "crowd" not in {kind for kind, _ in concluded(*villagers)}


def test_the_owner_of_a_card_that_was_seen_is_no_rival() -> None:
    assert ("rival", 0) not in concluded(SAW_ROBBER, Claim(2, Seat(0), "was", (ROBBER,)))


def test_what_was_taken_back_proves_nothing() -> None:
    village = morning()
    village.claims, village.taken_back = [SAW], (1,)
    assert deductions(village) == []


def test_a_conclusion_is_said_whole_and_names_its_statements() -> None:
    village = morning()
    first = speaker(village)
    target = (first + 1) % 5
    say(village, first, "was", ("role", SEER), ("seat", target), ("role", WOLF))
    second = speaker(village)
    code = next(one.code for one in deductions(village) if one.kind == "seen")
    say(village, second, "because", ("deduction", code))
    said = deduction_of(village.claims[-1].values)
    assert (said.kind, said.target, said.one, said.numbers) == ("seen", target, first, (1,))


def test_who_is_accused_for_the_first_time_has_to_say_something_to_that() -> None:
    village = morning()
    accuser = speaker(village)
    blamed = Seat((accuser + 1) % 5)
    say(village, accuser, "think", ("seat", blamed), ("role", WOLF), ("sure", 1))
    (ask,) = asks(village)
    assert (ask.seat, ask.other, ask.number) == (blamed, accuser, ACCUSED)
    assert {Choice("deny"), Choice("was"), REFUSE} <= set(ask.choices)
    say(village, blamed, "deny")
    second = skip_to(village, "statement")
    victim = blamed if second != blamed else accuser
    say(village, second, "will_vote", ("seat", victim))
    answers = asks(village)[0].number == ACCUSED
    assert answers == (victim == accuser)  # nobody has accused that one before


def test_in_free_talk_an_accusation_stays_open_until_it_is_answered() -> None:
    village = morning(talk="free")
    say(village, 0, "think", ("seat", 1), ("role", WOLF), ("sure", 1))
    assert village.pending[1] == (0, ACCUSED)
    say(village, 1, "deny")
    assert village.pending[1] == (98, 98)


def test_under_the_first_rules_nobody_has_to_answer_an_accusation() -> None:
    village = start(ONENIGHT_1, 5, bytes(32))
    sleep(village)
    accuser = speaker(village)
    say(village, accuser, "think", ("seat", (accuser + 1) % 5), ("role", WOLF), ("sure", 1))
    (ask,) = asks(village)
    assert ask.prompt == "talk_opening"
    assert Choice("circle") not in ask.choices


@pytest.mark.parametrize("seed", some([1], [1, 2, 3, 4, 5]))
def test_a_bot_turns_to_another_suspect_only_after_something_new_was_told(seed: int) -> None:
    village = start(ONENIGHT, 5, bytes([seed]) * 32, {"set": "lively"})
    bots = [ONENIGHT.bots["hard"](Random(f"{seed} {seat}")) for seat in range(5)]
    while questions := asks(village):
        seat = questions[0].seat
        apply(village, seat, bots[seat].choose(view(ONENIGHT, village, seat)))
    told = {claim.number for claim in village.claims if claim.kind in FACTS}
    for seat in village.everyone():
        said = [c for c in village.claims if c.seat == seat and c.kind in ("think", "reason")]
        for before, after in pairwise([c for c in said if accused(c) != NONE]):
            same = accused(before) == accused(after)
            assert same or told & {*range(before.number, after.number)}, (before, after)
