"""Sets of cards: suggested, chosen, odd and impossible."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.onenight import ONENIGHT
from engine.games.onenight.roles import COPIES, Role, choose_roles, slots_of, warnings
from engine.play import start

SEED = bytes(32)


@pytest.mark.parametrize("seats", ONENIGHT.seats)
def test_there_are_three_more_cards_than_players(seats: int) -> None:
    village = start(ONENIGHT, seats, SEED)
    assert len(village.dealt) == len(village.roles) == seats + 3


@pytest.mark.parametrize("seats", ONENIGHT.seats)
def test_the_suggested_set_has_no_oddity(seats: int) -> None:
    assert warnings(start(ONENIGHT, seats, SEED).roles) == ()


@pytest.mark.parametrize("role", Role, ids=lambda role: role.name.lower())
def test_every_role_can_be_wished_for(role: Role) -> None:
    village = start(ONENIGHT, 5, SEED, {f"cards_{role.name.lower()}": str(COPIES[role])})
    assert village.roles.count(role) == COPIES[role]


@pytest.mark.parametrize("seats", ONENIGHT.seats)
def test_every_role_can_be_left_out(seats: int) -> None:
    for role in Role:
        assert role not in choose_roles(seats, {role: 0})


def test_a_set_can_be_chosen_card_by_card() -> None:
    wishes = dict.fromkeys(Role, 0) | {Role.WEREWOLF: 1, Role.TANNER: 1, Role.VILLAGER: 3}
    wishes |= {Role.HUNTER: 1}
    assert Counter(choose_roles(3, wishes)) == {1: 1, 9: 3, 10: 1, 11: 1}


def test_masons_come_in_pairs() -> None:
    values = next(o.values for o in ONENIGHT.options if o.key == "cards_mason")
    assert values == ("suggested", "0", "2")
    for seats in ONENIGHT.seats:
        assert choose_roles(seats, {Role.SEER: 1}).count(Role.MASON) in (0, 2)


def test_too_many_wishes_are_refused_in_words() -> None:
    wishes = {Role.WEREWOLF: 2, Role.MASON: 2, Role.VILLAGER: 3}
    with pytest.raises(ValueError, match="3 players need 6 cards, not 7"):
        choose_roles(3, wishes)


def test_too_few_cards_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="5 players need 8 cards; these choices leave 2"):
        choose_roles(5, dict.fromkeys(Role, 0) | {Role.WEREWOLF: 2})


def test_odd_sets_are_named() -> None:
    assert warnings([Role.VILLAGER] * 3 + [Role.SEER]) == ("no_werewolf",)
    assert warnings([Role.WEREWOLF, Role.INSOMNIAC]) == ("idle_insomniac",)
    assert warnings([Role.MINION, Role.SEER]) == ("no_werewolf", "lonely_minion")
    assert warnings([Role.WEREWOLF, Role.VILLAGER]) == ("nobody_knows",)


def test_every_role_of_the_set_is_called_in_order() -> None:
    roles = [Role.INSOMNIAC, Role.WEREWOLF, Role.SEER, Role.DOPPELGANGER, Role.HUNTER]
    assert slots_of(roles) == (0, 12, 1, 4, 8, 13)


def test_up_to_five_play_with_the_sheet_s_set_unless_they_want_a_livelier_one() -> None:
    for seats in (3, 4, 5):
        assert start(ONENIGHT, seats, SEED).roles.count(Role.VILLAGER) == seats - 2
    assert Role.TANNER in start(ONENIGHT, 5, SEED, {"set": "lively"}).roles


@pytest.mark.parametrize(
    ("version", "tanners", "minions"), [(1, 1, 1), (2, 1, 1), (3, 0, 1), (4, 1, 0)]
)
def test_a_table_plays_with_the_lively_set_of_its_rules(
    version: int, tanners: int, minions: int
) -> None:
    game = ONENIGHT.under(version)
    assert game is not None
    roles = start(game, 10, SEED).roles
    assert (roles.count(Role.TANNER), roles.count(Role.MINION)) == (tanners, minions)


@pytest.mark.parametrize("seats", ONENIGHT.seats)
def test_a_random_set_has_a_werewolf_and_masons_in_pairs_and_what_was_wished_for(
    seats: int,
) -> None:
    drawn = set()
    for number in range(20):
        options = {"set": "random", "cards_tanner": "1"}
        roles = start(ONENIGHT, seats, bytes([number]) * 32, options).roles
        assert len(roles) == seats + 3
        assert Role.WEREWOLF in roles
        assert Role.TANNER in roles
        assert roles.count(Role.MASON) in (0, 2)
        assert all(count <= COPIES[Role(role)] for role, count in Counter(roles).items())
        drawn.add(roles)
    assert len(drawn) > 5
