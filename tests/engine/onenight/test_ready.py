"""Ready sentences: they can be said as they are, fit the moment, and give nothing away."""

from __future__ import annotations

from random import Random

import pytest

from engine.core import Choice, Seat
from engine.games.onenight import ONENIGHT, ONENIGHT_1
from engine.games.onenight.claims import ACCUSED, ROLE, SAW, WOLF
from engine.games.onenight.deductions import KINDS, deductions
from engine.games.onenight.mind import Mind
from engine.games.onenight.reading import VILLAGE
from engine.games.onenight.ready import DEPTH, MOST, Thoughts, ready
from engine.games.onenight.roles import Role
from engine.games.onenight.state import Claim, Village
from engine.play import apply, asks, start, view
from tests.engine.onenight.days import morning, say, skip_to, sleep, speaker
from tests.extent import some
from tests.scenarios.onenight import dealt


@pytest.mark.parametrize("seats", some([4], [3, 5, 7, 10]))
@pytest.mark.parametrize("talk", ["turns", "free"])
def test_every_ready_sentence_can_be_said_link_by_link(seats: int, talk: str) -> None:
    village = start(ONENIGHT, seats, bytes([seats]) * 32, {"talk": talk})
    rng, said = Random(seats), 0
    while (open_asks := asks(village)) and open_asks[0].prompt != "vote" and said < 30:
        ask = rng.choice(open_asks)
        offered = ready(view(ONENIGHT, village, ask.seat))
        assert len(offered) <= MOST
        if not offered:
            apply(village, ask.seat, rng.choice(ask.choices))
            continue
        said += 1
        before = len(village.events or ())
        for link in rng.choice(offered):
            apply(village, ask.seat, link)
        news = (village.events or [])[before:]
        assert any(event.kind.startswith(("said_", "asked")) for event in news)


def test_nothing_but_the_seats_own_view_decides_them() -> None:
    village = start(ONENIGHT, 5, bytes(32), {"talk": "turns"})
    rng = Random(1)
    while not (ask := asks(village)[0]).prompt.startswith("talk_"):
        apply(village, ask.seat, rng.choice(ask.choices))
    shown = view(ONENIGHT, village, ask.seat)
    for number in range(8):
        other = ONENIGHT.fill(shown.state, ask.seat, Random(number))
        other.todo, other.events = village.todo, village.events
        assert ready(view(ONENIGHT, other, ask.seat)) == ready(shown)


def test_who_is_of_the_village_is_offered_the_truth_first() -> None:
    village = morning()
    seat = speaker(village)
    village.dealt[seat] = int(Role.VILLAGER)
    assert ready(view(ONENIGHT, village, seat))[0] == (Choice("was"), Choice("role", Role.VILLAGER))


def test_a_villager_is_never_told_to_accuse_whoever_is_less_suspect() -> None:
    village = start(ONENIGHT, 5, bytes(32), {"talk": "turns"})
    rng, looked = Random(3), 0
    while (ask := asks(village)[0]).prompt != "vote" and looked < 60:
        mind = Mind(village, ask.seat, DEPTH) if ask.prompt.startswith("talk_") else None
        if mind is not None and mind.side == VILLAGE:
            looked += 1
            likely = max(mind.suspicion[seat] for seat in mind.others())
            assert mind.suspicion[Thoughts(mind).suspects[0]] == likely
        apply(village, ask.seat, rng.choice(ask.choices))
    assert looked > 20


def test_a_werewolf_is_offered_a_harmless_role_first() -> None:
    village = morning()
    seat = speaker(village)
    village.dealt[seat] = int(Role.WEREWOLF)
    first = ready(view(ONENIGHT, village, seat))[0]
    assert first[0] == Choice("was")
    assert first[1].value not in (Role.WEREWOLF, Role.MINION, Role.TANNER)


def test_two_who_contradict_each_other_can_be_told_so_in_one_sentence() -> None:
    village = morning()
    for seat in village.order:
        say(village, seat, "was", ("role", int(Role.ROBBER)), "unsaid")
    seat = skip_to(village, "statement")
    found = [links for links in ready(view(ONENIGHT, village, seat)) if links[0].verb == "both"]
    assert found
    for link in found[0]:
        apply(village, seat, link)
    assert village.claims[-1].kind == "both"
    assert seat not in village.claims[-1].values


def test_whoever_is_asked_whether_they_are_the_wolf_answers_as_the_accused_do() -> None:
    village = morning()
    seat = skip_to(village, "question")
    other = village.others(seat)[0]
    say(village, seat, "ask", ("seat", other), ("topic", WOLF))
    ask = asks(village)[0]
    assert (ask.seat, ask.number) == (other, ACCUSED)
    assert (Choice("deny"),) in ready(view(ONENIGHT, village, Seat(other)))


def test_the_first_rules_know_neither() -> None:
    village = start(ONENIGHT_1, 3, bytes(32))
    sleep(village)
    seat = skip_to(village, "statement")
    assert Choice("both") not in asks(village)[0].choices
    skip_to(village, "question")
    say(village, speaker(village), "ask", ("seat", village.others(seat)[0]))
    assert Choice("topic", WOLF) not in asks(village)[0].choices


def pack_of_two() -> Village:
    """The morning of five, of whom the first two to speak woke together as werewolves."""
    village = dealt(
        ["werewolf", "werewolf", "villager", "robber", "seer"], ["villager"] * 2 + ["troublemaker"]
    )
    sleep(village)
    return village


def test_a_werewolf_who_is_asked_about_her_night_is_offered_her_own_story() -> None:
    village = pack_of_two()
    while speaker(village) != 0:
        say(village, speaker(village), "pass")
    say(village, 0, "was", ("role", int(Role.ROBBER)), "unsaid")
    seat = skip_to(village, "question")
    while seat == 0:
        say(village, seat, "pass")
        seat = skip_to(village, "question")
    say(village, seat, "ask", ("seat", 0), ("topic", SAW))
    offered = ready(view(ONENIGHT, village, Seat(0)))
    assert offered
    assert {links[0].verb for links in offered} == {"robbed"}, "nobody confesses by a single key"


def test_a_werewolf_is_not_told_to_speak_against_her_partner() -> None:
    village = pack_of_two()
    for seat in village.order:
        say(village, seat, "was", ("role", int(Role.ROBBER)), "unsaid")
    while skip_to(village, "statement") != 0:
        say(village, speaker(village), "pass")
    offered = ready(view(ONENIGHT, village, Seat(0)))
    assert offered
    against = [links for links in offered if links[0].verb in ("think", "will_vote", "because")]
    assert all(link.value != 1 for links in against for link in links if link.verb == "seat")
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), DEPTH)
    assert 1 not in Thoughts(mind).suspects


def test_a_werewolf_who_is_asked_once_more_can_stay_with_her_story() -> None:
    village = pack_of_two()
    while speaker(village) != 0:
        say(village, speaker(village), "pass")
    say(village, 0, "was", ("role", int(Role.VILLAGER)))
    seat = skip_to(village, "question")
    while seat == 0:
        say(village, seat, "pass")
        seat = skip_to(village, "question")
    say(village, seat, "ask", ("seat", 0), ("topic", ROLE))
    first = ready(view(ONENIGHT, village, Seat(0)))[0]
    assert first == (Choice("was"), Choice("role", Role.VILLAGER))


def test_a_tanner_is_offered_a_role_that_somebody_else_has_claimed() -> None:
    village = dealt(
        ["tanner", "werewolf", "villager", "robber", "seer"],
        ["villager", "werewolf", "troublemaker"],
    )
    sleep(village)
    while speaker(village) != 0:
        say(village, speaker(village), "was", ("role", int(Role.SEER)), "unsaid")
    said = [claim for claim in village.claims if claim.kind == "was"]
    first = ready(view(ONENIGHT, village, Seat(0)))[0]
    assert first[0] == Choice("was")
    assert not said or first[1] == Choice("role", Role.SEER), "it likes to be contradicted"


def test_nobody_is_offered_to_doubt_a_card_they_have_seen() -> None:
    village = dealt(["seer", "robber", "villager"], ["werewolf", "werewolf", "troublemaker"])
    sleep(village)
    village.claims = [Claim(1, Seat(2), "was", (int(Role.VILLAGER),))]
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), DEPTH)
    doubt = next(one.code for one in deductions(village) if one.kind == "alone")
    offered = [("because", 0), ("deduction", doubt)]
    assert offered in [*Thoughts(mind).reasons(2)]
    mind.truths = [*mind.truths, Claim(0, Seat(0), "saw", (2, int(Role.VILLAGER)))]
    assert offered not in [*Thoughts(mind).reasons(2)]


def test_the_conclusion_that_says_most_about_a_suspect_is_offered() -> None:
    village = dealt(["villager", "werewolf", "villager"], ["seer", "robber", "troublemaker"])
    sleep(village)
    roles = [Claim(n, Seat(1), "was", (int(r),)) for n, r in enumerate((6, 9), 1)]
    village.claims, village.taken_back = roles, (1,)
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), DEPTH)
    mind.suspicion = [0.0, 0.9, 0.1]
    (first, *_) = Thoughts(mind).reasons(2)
    assert KINDS[first[1][1] // 100] == "shifty"


def test_who_has_not_said_what_they_did_is_offered_as_somebody_to_ask() -> None:
    village = dealt(["villager", "werewolf", "robber"], ["seer", "villager", "troublemaker"])
    sleep(village)
    roles = [Claim(n, Seat(n), "was", (r,)) for n, r in ((1, 9), (2, int(Role.ROBBER)))]
    village.claims = roles
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), DEPTH)
    asked = [("ask", 0), ("seat", 2), ("topic", SAW)]
    assert next(Thoughts(mind).questions()) == asked
    village.claims = [*roles, Claim(2, Seat(2), "robbed", (1, 9))]
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), DEPTH)
    assert next(Thoughts(mind).questions()) != asked


def test_an_accused_werewolf_is_not_offered_to_confess() -> None:
    village = dealt(["werewolf", "villager", "seer"], ["werewolf", "robber", "troublemaker"])
    sleep(village)
    village.claims = [Claim(1, Seat(0), "was", (int(Role.ROBBER),))]
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), DEPTH)
    confession = [("was", 0), ("role", int(Role.WEREWOLF))]
    offered = [draft[:2] for draft in Thoughts(mind).on("answer", ACCUSED)]
    assert confession not in offered
    assert [("deny", 0)] in offered
    assert confession in [draft[:2] for draft in Thoughts(mind).on("answer", ROLE)]
