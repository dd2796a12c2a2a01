"""Lies: stories that hold together, and that nobody at the table knows better than."""

from __future__ import annotations

from engine.core import Seat
from engine.games.onenight import ONENIGHT
from engine.games.onenight.levels import HARD
from engine.games.onenight.lies import alibis, refuted, stories_of
from engine.games.onenight.listeners import doubts, ears
from engine.games.onenight.mind import Mind
from engine.games.onenight.roles import Role
from engine.games.onenight.state import Claim, Village
from engine.play import view
from tests.engine.onenight.days import sleep
from tests.scenarios.onenight import dealt

FIVE = ["werewolf", "werewolf", "villager", "robber", "seer"]
MASONS = ["werewolf", "mason", "villager", "robber", "seer"]


def awake(
    players: list[str], center: list[str], *said: tuple[int, str, tuple[int, ...]]
) -> Village:
    """A morning on which these things were said."""
    village = dealt(players, center)
    sleep(village)
    village.claims = [Claim(n, Seat(s), kind, v) for n, (s, kind, v) in enumerate(said, 1)]
    village.said = len(said)
    return village


def mind_of(village: Village, seat: int = 0) -> Mind:
    return Mind(view(ONENIGHT, village, Seat(seat)).state, Seat(seat), HARD)


def test_nobody_poses_as_a_mason_without_a_partner_who_may_play_along() -> None:
    alone = mind_of(awake(MASONS, ["werewolf", "mason", "troublemaker"]))
    assert all(story[0].values != (Role.MASON,) for story in stories_of(alone))


def test_a_werewolf_may_say_that_a_partner_was_what_the_partner_says() -> None:
    mind = mind_of(
        awake(FIVE, ["villager", "villager", "troublemaker"], (1, "was", (Role.VILLAGER,)))
    )
    assert list(alibis(mind)) == [(1, Role.VILLAGER)]
    told = {claim.values for story in stories_of(mind) for claim in story[1:]}
    assert (1, int(Role.VILLAGER)) in told


def test_a_story_about_a_card_that_lies_in_the_center_is_hardly_refuted() -> None:
    said = [(s, "was", (r,)) for s, r in ((1, 9), (2, 9), (3, 5), (4, 4))]
    mind = mind_of(awake(FIVE, ["villager", "villager", "troublemaker"], *said))
    free, taken = ([Claim(0, Seat(0), "was", (role,))] for role in (Role.TROUBLEMAKER, Role.ROBBER))
    assert refuted(mind, free) < refuted(mind, taken)


def test_listeners_know_their_own_cards() -> None:
    """Who was the Seer doubts another Seer more than somebody does who has only listened."""
    village = awake(FIVE, ["villager", "villager", "troublemaker"], (4, "was", (Role.SEER,)))
    mind = mind_of(village)
    cloud = mind.public().heard([Claim(2, Seat(0), "was", (int(Role.SEER),))], HARD.reading)
    table = [pair for pair in ears(mind, cloud) if pair[0] == 4]
    assert doubts(cloud, table)[0] > cloud.suspicion()[0]
