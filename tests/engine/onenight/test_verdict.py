"""The verdict in words: why each player won or lost."""

from __future__ import annotations

import pytest

from engine.games.onenight.roles import Role
from engine.games.onenight.verdict import judge

LETTERS = {"w": 1, "m": 2, "s": 4, "v": 9, "n": 10, "h": 11}

REASONS = [
    ("w s v", (1, 0, 0), ["lost_wolf_died", "won_wolf_died", "won_wolf_died"]),
    ("w s v", (1, 0, 1), ["won_wolf_lives", "lost_wolf_lives", "lost_wolf_lives"]),
    ("s v v", (1, 2, 0), ["won_nobody_died"] * 3),
    ("s v v", (1, 0, 1), ["lost_innocent_died"] * 3),
    ("m s v", (1, 2, 1), ["won_minion_alone", "lost_innocent_died", "lost_innocent_died"]),
    ("m s v", (1, 0, 0), ["lost_minion_alone", "lost_innocent_died", "lost_innocent_died"]),
    ("w n v", (1, 0, 1), ["lost_to_tanner", "won_tanner_died", "lost_wolf_lives"]),
    ("w n v", (1, 0, 0), ["lost_wolf_died", "lost_tanner_lives", "won_wolf_died"]),
    ("m w v", (2, 0, 0), ["won_wolf_lives", "won_wolf_lives", "lost_wolf_lives"]),
]


@pytest.mark.parametrize(("cards", "votes", "reasons"), REASONS)
def test_everybody_is_told_why(cards: str, votes: tuple[int, ...], reasons: list[str]) -> None:
    roles = [LETTERS[letter] for letter in cards.split()]
    assert list(judge(roles, votes).reasons) == reasons


def test_where_minions_are_hunted_a_dead_one_wins_the_village_its_game() -> None:
    roles = [Role.MINION, Role.SEER, Role.VILLAGER]
    assert judge(roles, (1, 0, 0), hunt=True).winners == (1, 2)
    assert judge(roles, (1, 0, 0), hunt=True).reasons[1] == "won_minion_died"


def test_by_the_letter_a_dead_tanner_wins_a_minion_among_no_werewolves_the_game_as_well() -> None:
    roles = [Role.MINION, Role.TANNER, Role.VILLAGER]
    assert judge(roles, (1, 0, 1)).winners == (1,)
    assert judge(roles, (1, 0, 1), literal=True).winners == (0, 1)


def test_shots_are_followed_to_the_end() -> None:
    verdict = judge([Role.HUNTER, Role.HUNTER, Role.WEREWOLF, Role.VILLAGER], (1, 2, 0, 0))
    assert verdict.shots == ((0, 1), (1, 2))
    assert verdict.dead == (0, 1, 2)
