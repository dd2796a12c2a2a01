"""Belief in roles: exact where counting is, swayed by play, and never sure of what is not so."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from engine.core import HIDDEN, Seat, View
from engine.games.robbers.belief import Belief
from engine.games.robbers.deck import Role, deck_for, role_of
from engine.games.robbers.habits import READ, Habits
from engine.games.robbers.state import Table
from tests.engine.robbers.deals import questions, seen_by, whole
from tests.scenarios.robbers import play


def belief_of(shown: View[Table], habits: Habits | None = None) -> Belief:
    assert shown.state.events is not None
    belief = Belief(shown.state.seats, shown.seat, habits)
    belief.hear(shown.state.events)
    return belief


@pytest.mark.parametrize("habits", [None, READ], ids=["counting", "reading"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everybody_has_one_role_and_the_true_one_is_never_excluded(
    seats: int, habits: Habits | None
) -> None:
    for seed in range(4):
        for table, shown in questions(seed, seats):
            odds = belief_of(shown, habits).odds()
            for row, role in zip(odds, table.roles, strict=True):
                assert sum(row) == pytest.approx(1)
                assert row[role] > 0
            assert shown.seat is not None
            assert odds[shown.seat][table.roles[shown.seat]] == pytest.approx(1)


def counted(table: Table, shown: View[Table], belief: Belief) -> list[list[float]]:
    """The same odds, found by laying out the unseen cards in every order."""
    rows = [[0.0] * 3 for _ in range(table.seats)]
    sizes = belief.hidden()
    total = 0
    for order in permutations(belief.unseen()):
        begin = 0
        for seat, size in enumerate(sizes[:-1]):
            own = belief.own if seat == shown.seat else order[begin : begin + size]
            rows[seat][role_of([*belief.played[seat], *own])] += 1
            begin += size
        total += 1
    return [[count / total for count in row] for row in rows]


@pytest.mark.parametrize(("seed", "seats"), [(0, 3), (1, 3), (2, 3), (3, 4), (4, 4), (5, 5)])
def test_counting_agrees_with_all_deals_laid_out(seed: int, seats: int) -> None:
    for table, shown in questions(seed, seats):
        belief = belief_of(shown)
        if len(belief.unseen()) <= 6:
            expected = counted(table, shown, belief)
            assert belief.odds() == [pytest.approx(row) for row in expected]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_imagined_deals_agree_with_everything_seen(seats: int) -> None:
    for table, shown in questions(seats, seats):
        belief = belief_of(shown, READ)
        for hands, roles in belief.worlds(Random(1), 5):
            assert [len(hand) for hand in hands] == [len(hand) for hand in table.hands]
            assert hands[belief.seat or 0] == table.hands[belief.seat or 0] or belief.seat is None
            seen = Counter(card for cards in (*hands, *belief.played) for card in cards)
            missing = Counter(deck_for(seats)) - seen
            assert not seen - Counter(deck_for(seats))
            assert missing.total() == (table.undealt != HIDDEN)
            dealt = [played + hand for played, hand in zip(belief.played, hands, strict=True)]
            assert roles == tuple(role_of(hand) for hand in dealt)


def test_imagined_deals_have_roles_as_often_as_the_odds_say() -> None:
    _, shown = next(item for n, item in enumerate(questions(9, 4)) if n == 14)
    belief = belief_of(shown, READ)
    worlds = belief.worlds(Random(3), 4000)
    for seat, row in enumerate(belief.odds()):
        share = sum(world.roles[seat] == Role.WEREWOLF for world in worlds) / len(worlds)
        assert share == pytest.approx(row[Role.WEREWOLF], abs=0.03)


def test_who_shows_the_traitor_may_still_be_a_werewolf() -> None:
    table = whole("C1 C2", "T", "W", "W")
    play(table, ["C1", "T"])
    row = belief_of(seen_by(table, 0)).odds()[1]
    assert row[Role.ROBBER] == 0
    assert row[Role.WEREWOLF] + row[Role.TRAITOR] == pytest.approx(1)
    assert 0 < row[Role.WEREWOLF] < 1


def test_the_undealt_card_may_be_the_werewolf() -> None:
    table = whole("C1", "C2", "T")
    odds = belief_of(seen_by(table, 0)).odds()
    nobody = 1 - sum(row[Role.WEREWOLF] for row in odds)
    assert nobody == pytest.approx(1 / 19)


def test_a_spectator_has_beliefs_as_well() -> None:
    table = whole("C1", "C2", "T", "W")
    shown = belief_of(View(None, seen_by(table, 0).state, None, (), ()))
    assert shown.odds()[0] == pytest.approx(shown.odds()[3])


def test_whoever_feeds_a_werewolf_is_taken_for_its_partner() -> None:
    """The last player gives five robber icons to a Werewolf, or five chest icons."""
    table = whole("W C1", "C2 R1", "C3", "R15 C15 W")
    play(table, ["W", "C2", "C3"])
    friend, foe = table.copy(), table.copy()
    play(friend, ["R15"])
    play(foe, ["C15"])
    counting = belief_of(seen_by(friend, 1)).odds()[3][Role.ROBBER]
    assert belief_of(seen_by(friend, 1), READ).odds()[3][Role.ROBBER] < counting - 0.02
    assert belief_of(seen_by(foe, 1), READ).odds()[3][Role.ROBBER] >= counting


def test_what_was_left_out_is_not_read() -> None:
    table = whole("W C1", "C2 R1", "C3", "R15 C15 W")
    play(table, ["W", "C2", "C3", "R15"])
    belief = belief_of(seen_by(table, 1), READ)
    last = belief.evidence[-1]
    assert last.seat == Seat(3)
    assert belief.odds(last.number)[3] != pytest.approx(belief.odds()[3])
