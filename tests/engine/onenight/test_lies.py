"""Lies: stories that hold together, and that nobody at the table knows better than."""

from __future__ import annotations

from random import Random

from engine.core import Seat
from engine.games.onenight import ONENIGHT
from engine.games.onenight.deductions import deductions
from engine.games.onenight.levels import GENTLE, HARD
from engine.games.onenight.lies import alibis, cover, refuted, stories_of
from engine.games.onenight.listeners import AUDIENCE, Room, doubts, ears
from engine.games.onenight.mind import Mind
from engine.games.onenight.personas import PLAIN
from engine.games.onenight.reading import UNTRUE, WOLF, shares_of
from engine.games.onenight.roles import Role
from engine.games.onenight.speech import Speaker
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


def chance_of_a_wolf(mind: Mind, seat: int) -> float:
    """How likely a seat was dealt a Werewolf, to somebody else."""
    cloud = mind.cloud
    wolves = [world.dealt[seat] == Role.WEREWOLF for world in cloud.worlds]
    return sum(w for w, wolf in zip(cloud.weights, wolves, strict=True) if wolf) / cloud.total


def test_whoever_owns_up_is_believed_about_the_partner() -> None:
    said = [(0, "was", (Role.WEREWOLF,)), (0, "woke", (1,)), (1, "was", (Role.VILLAGER,))]
    mind = mind_of(awake(FIVE, ["villager", "villager", "troublemaker"], *said), seat=4)
    assert chance_of_a_wolf(mind, 1) > 0.5 > 2 * chance_of_a_wolf(mind, 2)


def test_whoever_owns_up_was_hardly_anything_else() -> None:
    said = (0, "was", (Role.WEREWOLF,))
    mind = mind_of(awake(FIVE, ["villager", "villager", "troublemaker"], said), seat=4)
    assert chance_of_a_wolf(mind, 0) > 0.9


def test_listeners_are_imagined_some_of_whom_trust_people() -> None:
    """A story is as good as the mean of what both kinds of listeners make of it."""
    village = awake(FIVE, ["villager", "villager", "troublemaker"], (4, "was", (Role.SEER,)))
    mind = mind_of(village)
    said = [Claim(2, Seat(0), "was", (int(Role.SEER),))]
    parts = []
    for reading, share in AUDIENCE:
        cloud = mind.public(reading=reading)
        parts.append((share, doubts(cloud.heard(said, reading), ears(mind, cloud))[0]))
    (trusting, trust), (suspicious, doubt) = parts
    assert abs(Room(mind).doubts(said)[0] - trusting * trust - suspicious * doubt) < 1e-9


def test_who_poses_as_the_only_robber_has_robbed_no_robber() -> None:
    players = ["tanner", "robber", "villager", "werewolf", "seer"]
    village = awake(players, ["werewolf", "villager", "troublemaker"], (1, "was", (Role.ROBBER,)))
    stories = stories_of(mind_of(village))
    robbed = [story[1].values for story in stories if story[0].values == (Role.ROBBER,)]
    assert robbed
    assert (1, int(Role.ROBBER)) not in robbed


def test_nobody_concludes_anything_from_what_they_no_longer_say() -> None:
    """Who was the Seer at first, and then a Villager after all, cannot know who is not the Seer."""
    said = [(4, "was", (Role.SEER,)), (2, "was", (Role.SEER,))]
    village = awake(FIVE, ["villager", "villager", "troublemaker"], *said)
    found = [one for one in deductions(village) if (one.kind, one.target) == ("double", 2)]
    assert Speaker(mind_of(village, seat=4), PLAIN).fits_own_story(found[0])
    village.claims.append(Claim(3, Seat(4), "was", (Role.VILLAGER,)))
    assert not Speaker(mind_of(village, seat=4), PLAIN).fits_own_story(found[0])


def test_nobody_vouches_for_somebody_they_have_argued_against() -> None:
    village = awake(FIVE, ["villager", "villager", "troublemaker"], (2, "was", (Role.VILLAGER,)))
    speaker = Speaker(mind_of(village, seat=4), PLAIN)
    village.claims.append(Claim(2, Seat(4), "reason", (2, 9, 0, 0, 1)))
    argued = Speaker(mind_of(village, seat=4), PLAIN)
    assert 2 not in speaker.accused()
    assert 2 in argued.accused()


def test_werewolves_among_themselves_have_stories_too() -> None:
    players = ["werewolf", "werewolf", "villager"]
    mind = mind_of(awake(players, ["seer", "robber", "troublemaker"]))
    mind.pack = [1, 2]  # a Doppelgänger who has become one of them
    assert cover(mind)


def test_a_gentle_werewolf_has_not_listened() -> None:
    village = awake(["werewolf", "seer", "villager"], ["werewolf", "robber", "troublemaker"])
    village.claims = [Claim(1, Seat(1), "was", (int(Role.SEER),))]
    roles = set()
    for number in range(20):
        mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), GENTLE)
        mind.temper = Random(number)
        (claim,) = cover(mind)
        roles.add(claim.values[0])
    assert roles == {Role.SEER, Role.VILLAGER, Role.ROBBER, Role.TROUBLEMAKER}


def test_a_minion_may_claim_what_somebody_else_has_claimed_and_a_werewolf_does_not() -> None:
    """Two Seers draw eyes to both of them, and away from the werewolves."""
    players = ["minion", "werewolf", "seer", "villager", "robber"]
    village = awake(players, ["werewolf", "villager", "troublemaker"], (2, "was", (Role.SEER,)))

    def roles_told_by(seat: int) -> set[int]:
        return {story[0].values[0] for story in stories_of(mind_of(village, seat))}

    assert Role.SEER in roles_told_by(0)
    assert Role.SEER not in roles_told_by(1)


def test_whoever_claims_the_only_seer_second_may_well_be_a_minion() -> None:
    first, second = (
        shares_of("was", (int(Role.SEER),), crowded, 7, HARD.reading)[Role.MINION][WOLF + UNTRUE]
        for crowded in (False, True)
    )
    assert second == first


def test_people_pose_more_readily_in_a_small_company_and_nobody_always_does() -> None:
    assert PLAIN.poses(5) > PLAIN.poses(6) == PLAIN.bluff
    assert PLAIN._replace(bluff=0.9).poses(5) < 1


def test_who_takes_an_accused_liar_for_the_tanner_warns_of_it() -> None:
    """Two claim the only Seer, and a Tanner likes to be doubted."""
    players = ["tanner", "villager", "seer", "robber", "villager"]
    said = [(2, "was", (Role.SEER,)), (0, "was", (Role.SEER,)), (0, "saw", (1, Role.WEREWOLF))]
    said += [(3, "was", (Role.ROBBER,)), (3, "think", (0, Role.WEREWOLF, 1))]
    village = awake(players, ["werewolf", "werewolf", "troublemaker"], *said)
    warning = Speaker(mind_of(village, seat=2), PLAIN).tanner()
    assert warning is not None
    assert warning.links[:3] == [("think", 0), ("seat", 0), ("role", int(Role.TANNER))]
    village.claims += [Claim(n, Seat(n - 3), "think", (0, Role.TANNER, 0)) for n in (6, 7)]
    assert Speaker(mind_of(village, seat=2), PLAIN).tanner() is None  # two have said so
