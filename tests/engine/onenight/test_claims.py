"""Claims: which of them cannot all be true, and what those who hear them believe."""

from __future__ import annotations

from engine.core import Seat
from engine.games.onenight.belief import believe
from engine.games.onenight.contradictions import clashes, effects, marks
from engine.games.onenight.roles import SUGGESTED, Role
from engine.games.onenight.state import NONE, Claim, Village
from engine.games.onenight.worlds import Knowledge

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


def test_no_claim_makes_a_world_impossible() -> None:
    said = tuple(Claim(n + 1, Seat(n), "was", (4,)) for n in range(5))
    cloud = believe(Knowledge(5, FIVE, slots=SLOTS), said, 300)
    assert all(weight > 0 for weight in cloud.weights)


def test_the_same_is_believed_every_time() -> None:
    said = (Claim(1, Seat(0), "was", (4,)),)
    known = Knowledge(5, FIVE, slots=SLOTS)
    odds = believe(known, said, 100).suspicion()
    believe.cache_clear()
    assert believe(known, said, 100).suspicion() == odds


def test_suggested_sets_have_a_seer_to_believe_or_not() -> None:
    assert all(Role.SEER in roles for roles in SUGGESTED.values())
