"""Claims: which of them cannot all be true, and what those who hear them believe."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from statistics import stdev

import pytest

from engine.core import Seat
from engine.games.onenight.belief import believe, evidence, heard_by
from engine.games.onenight.contradictions import clashes, effects, marks
from engine.games.onenight.levels import HARD
from engine.games.onenight.reading import LITERAL, SUSPICIOUS, own_side
from engine.games.onenight.roles import LIVELY, Role, slots_of
from engine.games.onenight.state import NONE, Claim, Village
from engine.games.onenight.worlds import IDLE, STILL, Deed, Knowledge, World, deeds_for, exchange

FIVE = (1, 1, 4, 5, 6, 7, 8, 9)
SLOTS = (1, 4, 5, 6, 7, 8)


def talk(*claims: tuple[int, str, tuple[int, ...]], roles: tuple[int, ...] = FIVE) -> Village:
    """A village in which these claims were made, each in a separate statement."""
    said = [Claim(n + 1, Seat(s), kind, values) for n, (s, kind, values) in enumerate(claims)]
    return Village(5, b"", roles=roles, claims=said, said=len(said))


def test_two_cannot_have_been_the_only_seer() -> None:
    village = talk((0, "was", (4,)), (1, "was", (4,)))
    assert [(c.numbers, c.reason, c.role) for c in clashes(village)] == [((1, 2), "copies", 4)]


def test_two_can_have_been_werewolves_but_not_three() -> None:
    two = ((0, "was", (1,)), (1, "was", (1,)))
    assert clashes(talk(*two)) == []
    assert clashes(talk(*two, (2, "was", (1,))))[0].numbers == (1, 2, 3)


def test_a_card_seen_is_not_another_card() -> None:
    village = talk((0, "saw", (2, 1)), (2, "was", (9,)))
    assert [(c.numbers, c.reason, c.place) for c in clashes(village)] == [((1, 2), "card", 2)]


def test_a_card_seen_in_the_center_cannot_have_been_dealt_to_a_player() -> None:
    village = talk((0, "saw", (13, 7, 9)), (2, "was", (7,)))
    assert [c.reason for c in clashes(village)] == ["copies"]


def test_with_a_doppelganger_a_card_may_have_moved_before_it_was_seen() -> None:
    village = talk((0, "saw", (2, 1)), (2, "was", (9,)), roles=(0, 1, 1, 4, 5, 6, 9, 9))
    assert clashes(village) == []


def test_whom_a_mason_woke_with_was_one_too() -> None:
    masons = (1, 1, 3, 3, 4, 5, 6, 9)
    village = talk((0, "was", (3,)), (0, "woke", (1,)), (1, "was", (9,)), roles=masons)
    assert [(c.reason, c.place) for c in clashes(village)] == [("card", 1)]


@pytest.mark.parametrize("role", [Role.WEREWOLF, Role.MINION])
def test_whom_a_werewolf_owns_up_to_have_woken_with_was_one_too(role: Role) -> None:
    village = talk((0, "was", (role,)), (0, "woke", (1,)), (1, "was", (9,)))
    assert [(c.reason, c.place) for c in clashes(village)] == [("card", 1)]
    village = talk((0, "was", (role,)), (0, "woke", (1,)), (1, "was", (Role.WEREWOLF,)))
    assert clashes(village) == []


def test_two_masons_see_each_other() -> None:
    masons = (1, 1, 3, 3, 4, 5, 6, 9)
    village = talk((0, "was", (3,)), (0, "woke", ()), (1, "was", (3,)), roles=masons)
    assert [c.reason for c in clashes(village)] == ["masons"]


def test_what_was_taken_back_contradicts_nobody() -> None:
    village = talk((0, "was", (4,)), (1, "was", (4,)))
    village.taken_back = (2,)
    assert clashes(village) == []


def test_the_grid_marks_whose_claims_clash() -> None:
    village = talk((0, "was", (4,)), (1, "was", (4,)), (2, "was", (9,)))
    assert marks(village) == {0: {1}, 1: {0}, 2: set(), 3: set(), 4: set()}


def test_swaps_have_effects_if_they_are_true() -> None:
    village = talk((0, "swapped", (1, 2)), (1, "robbed", ()))
    assert [(effect.number, effect.kind, effect.places) for effect in effects(village)] == [
        (1, "swapped", (1, 2))
    ]


# ── belief ──────────────────────────────────────────────────────────────────────────────────────


def test_who_has_heard_nothing_suspects_everybody_alike() -> None:
    odds = believe(Knowledge(5, FIVE, slots=SLOTS), (), 2000).suspicion()
    assert max(odds) - min(odds) < 0.06


def test_a_seer_who_saw_a_werewolf_knows_where_its_card_was() -> None:
    learnt = tuple((4, 2, 1, NONE) if slot == 4 else (slot, 99, 99, 99) for slot in SLOTS)
    cloud = believe(Knowledge(5, FIVE, Seat(0), 4, learnt, SLOTS), (), 300)
    assert all(world.dealt[2] == 1 for world in cloud.worlds)


def test_two_seers_are_both_suspected_more_than_a_villager() -> None:
    said = tuple(Claim(n + 1, Seat(n), "was", (role,)) for n, role in enumerate((4, 4, 9)))
    odds = believe(Knowledge(5, FIVE, slots=SLOTS), said, 1000).suspicion()
    assert min(odds[:2]) > odds[2]


def test_what_somebody_says_again_is_no_new_evidence() -> None:
    once = talk((0, "was", (4,)), (1, "was", (9,)))
    again = talk((0, "was", (4,)), (1, "was", (9,)), (0, "was", (4,)))
    assert heard_by(again, SUSPICIOUS) == heard_by(once, SUSPICIOUS)


def test_no_claim_makes_a_world_impossible() -> None:
    said = tuple(Claim(n + 1, Seat(n), "was", (4,)) for n in range(5))
    cloud = believe(Knowledge(5, FIVE, slots=SLOTS), said, 300)
    assert all(weight > 0 for weight in cloud.weights)


CHAIN = (
    (0, "was", (5,)), (0, "robbed", (1, 1)), (2, "was", (6,)), (2, "swapped", (0, 3)),
    (3, "was", (8,)), (3, "now", (1,)), (4, "was", (7,)), (4, "took", (11,)), (5, "was", (3,)),
    (5, "woke", (6,)), (6, "was", (3,)), (6, "woke", (5,)), (1, "was", (9,)), (7, "was", (4,)),
    (7, "saw", (8, 11)), (8, "was", (11,)), (9, "was", (4,)), (9, "saw", (4, 7)),
)  # fmt: skip
"""A card that is said to have gone from seat 1 to seat 0 and on to seat 3, at a table of ten."""


def test_a_chain_of_swaps_is_followed_with_as_few_nights_as_hard_bots_imagine() -> None:
    """Other numbers lead to other imagined nights, and hardly to other thoughts."""
    roles = tuple(sorted(map(int, LIVELY[10])))
    known = Knowledge(10, roles, slots=slots_of(roles))
    odds = []
    for first in range(0, 800, 100):
        said = tuple(Claim(first + n, Seat(s), kind, v) for n, (s, kind, v) in enumerate(CHAIN))
        odds.append(believe(known, said, 2 * HARD.worlds).suspicion())
    assert sum(map(stdev, zip(*odds, strict=True))) / 10 < 0.1


def test_beliefs_are_those_of_every_night_that_may_have_been() -> None:
    """At a table of three all deals and swaps can be gone through."""
    roles = tuple(sorted(map(int, LIVELY[3])))
    said = tuple(
        Claim(n, Seat(seat), kind, values)
        for n, (seat, kind, values) in enumerate(
            [(0, "was", (5,)), (0, "robbed", (1, 9)), (1, "was", (6,)), (1, "swapped", (0, 2))]
        )
    )
    heard = [(claim, False) for claim in said]
    odds, total = [0.0] * 3, 0.0
    for dealt in {*permutations(roles)}:
        for world, chance in nights(dealt):
            sides = [own_side(world, seat) for seat in range(3)]
            weight = chance * evidence(heard, [world], [sides], SUSPICIOUS)[0]
            total += weight
            for seat in world.wolves():
                odds[seat] += weight
    found = believe(Knowledge(3, roles, slots=slots_of(roles)), said, 3000).suspicion()
    assert found == pytest.approx([one / total for one in odds], abs=0.03)


def nights(dealt: tuple[int, ...]) -> Iterator[tuple[World, float]]:
    """Every way in which Robber and Troublemaker may have moved the cards of a deal of three."""
    options: list[list[tuple[Deed | None, float]]] = []
    for role in (Role.ROBBER, Role.TROUBLEMAKER):
        owner = dealt.index(role)
        deeds = deeds_for(role, owner, 3) if owner < 3 else []
        chances = [IDLE if deed == STILL else (1 - IDLE) / (len(deeds) - 1) for deed in deeds]
        options.append([*zip(deeds, chances, strict=True)] or [(None, 1.0)])
    for robbed, swapped in product(*options):
        world = World(3)
        world.dealt, world.early, world.late = [*dealt], [*range(6)], [*range(6)]
        for role, (deed, _) in ((Role.ROBBER, robbed), (Role.TROUBLEMAKER, swapped)):
            if deed is not None:
                world.deeds[role] = deed
                exchange(world.late, 3, role, dealt.index(role), deed)
        yield world, robbed[1] * swapped[1]


def test_who_took_a_role_back_is_more_suspect_than_who_said_the_other_one_at_once() -> None:
    others = ((1, "was", (9,)), (2, "was", (6,)))
    at_once = talk((0, "was", (8,)), *others)
    anew = talk((0, "was", (4,)), *others, (0, "was", (8,)))
    anew.taken_back = (1,)
    known = Knowledge(5, FIVE, slots=SLOTS)
    odds = [
        believe(known, heard_by(village, reading), 2000, reading).suspicion()[0]
        for reading in (SUSPICIOUS, LITERAL)
        for village in (at_once, anew)
    ]
    assert odds[1] > odds[0] + 0.1
    assert odds[3] == pytest.approx(odds[2], abs=0.05), "medium bots take others at their word"


def test_the_same_is_believed_every_time() -> None:
    said = (Claim(1, Seat(0), "was", (4,)),)
    known = Knowledge(5, FIVE, slots=SLOTS)
    odds = believe(known, said, 100).suspicion()
    believe.cache_clear()
    assert believe(known, said, 100).suspicion() == odds


def test_suggested_sets_have_a_seer_to_believe_or_not() -> None:
    assert all(Role.SEER in roles for roles in LIVELY.values())


@pytest.mark.parametrize(
    ("was", "then", "fits"),
    [
        (Role.ROBBER, ("woke", (1,)), False),
        (Role.VILLAGER, ("saw", (1, 9)), False),
        (Role.SEER, ("saw", (1, 9)), True),
        (Role.WEREWOLF, ("woke", (1,)), True),
    ],
)
def test_a_night_that_nobody_has_in_that_role_contradicts_itself(
    was: Role, then: tuple[str, tuple[int, ...]], fits: bool
) -> None:
    village = talk((0, "was", (int(was),)), (0, *then))
    assert (clashes(village) == []) == fits
