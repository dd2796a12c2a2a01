"""Bots: they play to the end, speak in whole statements, and lie only when they mean to."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from engine.bots.personas import PERSONAS, seated
from engine.core import Bot, Choice, Seat
from engine.games.onenight import ONENIGHT, speech
from engine.games.onenight.ballot import ballot
from engine.games.onenight.belief import Cloud
from engine.games.onenight.claims import FACTS, ROLE, SAW, announced
from engine.games.onenight.day import LISTEN, NOBODY, Speak
from engine.games.onenight.levels import HARD, MEDIUM
from engine.games.onenight.lies import details_of
from engine.games.onenight.mind import Mind, truths
from engine.games.onenight.personas import FRANK, MANNERS
from engine.games.onenight.reading import (
    LITERAL,
    SUSPICIOUS,
    TANNER,
    VILLAGE,
    WOLF,
    holds,
    likelihood,
    opinion,
)
from engine.games.onenight.roles import Role
from engine.games.onenight.state import NONE, Claim, Village
from engine.games.onenight.talker import PLANS, Talker
from engine.play import advance, apply, asks, start, view
from tests.engine.onenight.days import morning, say, skip_to, speaker
from tests.extent import some


def bot_for(level: str, seat: Seat, key: object) -> Bot[Village]:
    return seated(ONENIGHT, level, Random(f"{key}"), PERSONAS[seat])


def play(seats: int, seed: int, level: str = "medium", **options: str) -> Village:
    """A whole game among bots."""
    village = start(ONENIGHT, seats, Random(seed).randbytes(32), options)
    count = 0
    while open_asks := asks(village):
        seat = open_asks[0].seat
        bot = bot_for(level, seat, (seed, count))
        choice = bot.choose(view(ONENIGHT, village, seat))
        assert choice.verb != "back", "a statement did not come to its end"
        advance(village, seat, choice)
        count += 1
    return village


@pytest.mark.parametrize(
    "level", ["gentle", "easy", "medium", "hard", "gentle+50", "easy+50", "medium+50"]
)
def test_bots_play_to_the_end(level: str) -> None:
    assert play(4, 1, level).ended


def test_a_gentle_bot_makes_up_a_role_and_nothing_about_the_night() -> None:
    lies = 0
    for seed in range(12):
        village = play(5, seed, "gentle")
        for claim in village.claims:
            if village.dealt[claim.seat] == Role.WEREWOLF and claim.kind in FACTS:
                lies += claim.kind == "was" and claim.values[0] != Role.WEREWOLF
                seen = [(one.kind, one.values) for one in truths(village, claim.seat)]
                assert claim.kind == "was" or (claim.kind, claim.values) in seen
    assert lies


@pytest.mark.parametrize("seats", [3, 10])
def test_bots_play_tables_of_every_size(seats: int) -> None:
    assert play(seats, seats, "easy", cards_doppelganger="1").ended


def test_bots_talk_freely_and_come_to_an_end() -> None:
    village = play(5, 2, "easy", talk="free")
    assert len({claim.seat for claim in village.claims}) > 2


def test_in_free_talk_bots_ask_each_other_and_answer() -> None:
    village = play(5, 2, "easy", talk="free")
    assert village.events is not None
    asked = [event for event in village.events if event.kind == "asked"]
    assert asked
    assert village.pending == [NOBODY] * 5


def test_in_free_talk_who_takes_back_a_role_names_another_at_once() -> None:
    village, bluffer = morning(seed=9, talk="free"), Seat(2)
    assert village.dealt[bluffer] == Role.SEER
    say(village, bluffer, "was", ("role", Role.VILLAGER))
    for other in village.others(bluffer):  # so that nothing else tempts it to speak
        say(village, other, "was", ("role", Role.VILLAGER))
    say(village, bluffer, "take_back", ("claim", 1))
    bot = bot_for("easy", bluffer, 0)
    while not any(c.seat == bluffer and c.kind == "was" for c in village.live_claims()):
        choice = bot.choose(view(ONENIGHT, village, bluffer))
        assert choice != LISTEN
        apply(village, bluffer, choice)


def test_in_free_talk_who_would_vote_otherwise_by_now_announces_another_vote() -> None:
    village, seer, wolf = morning(seed=9, talk="free"), Seat(2), Seat(3)
    assert (village.dealt[seer], village.dealt[wolf]) == (Role.SEER, Role.WEREWOLF)
    say(village, seer, "was", ("role", Role.SEER), ("nothing", NONE))
    for _ in range(3):
        say(village, seer, "vouch", ("seat", 1))
    say(village, seer, "will_vote", ("seat", 0))
    say(village, wolf, "was", ("role", Role.WEREWOLF), "unsaid")
    bot = bot_for("hard", seer, 0)
    while announced(village.live_claims(), 5)[seer] != wolf:
        choice = bot.choose(view(ONENIGHT, village, seer))
        assert choice != LISTEN
        apply(village, seer, choice)


def test_a_bot_has_a_role_to_claim_where_no_villager_is_in_the_set() -> None:
    cards = {"werewolf": 2, "minion": 1, "seer": 1, "robber": 1, "troublemaker": 1}
    options = {f"cards_{role}": str(count) for role, count in cards.items()}
    village = play(5, 2, "easy", cards_villager="0", cards_tanner="1", cards_drunk="1", **options)
    assert {claim.seat for claim in village.claims if claim.kind == "was"} == {*range(5)}


def test_a_made_up_robber_never_says_that_a_werewolf_was_taken() -> None:
    village, wolf = morning(seed=9, set="lively", cards_robber="1"), Seat(3)
    assert village.dealt[wolf] == Role.WEREWOLF
    for _ in range(3):
        say(village, speaker(village), "was", ("role", Role.WEREWOLF), "unsaid")
    mind = Mind(view(ONENIGHT, village, wolf).state, wolf, HARD)
    taken = [values[1] for kind, values in details_of(mind, Role.ROBBER) if kind == "robbed"]
    assert taken
    assert not {*taken} & {Role.WEREWOLF, Role.MINION}


def test_who_bluffed_and_is_asked_tells_the_truth_and_takes_back_the_bluff() -> None:
    village, bluffer = morning(seed=9), Seat(2)
    assert village.dealt[bluffer] == Role.SEER
    while speaker(village) != bluffer:
        say(village, speaker(village), "pass")
    say(village, bluffer, "was", ("role", Role.VILLAGER))
    bot = bot_for("easy", bluffer, 0)
    while skip_to(village, "question") == bluffer:
        say(village, bluffer, "pass")
    say(village, speaker(village), "ask", ("seat", bluffer), ("topic", ROLE))
    while village.said < 2:
        apply(village, bluffer, bot.choose(view(ONENIGHT, village, bluffer)))
    while asks(village)[0].prompt != "vote":
        seat = speaker(village)
        if seat == bluffer:
            apply(village, seat, bot.choose(view(ONENIGHT, village, seat)))
        else:
            say(village, seat, "refuse" if village.todo[-1].phase == "answer" else "pass")  # type: ignore[attr-defined]
    told = [c.values[0] for c in village.live_claims() if c.seat == bluffer and c.kind == "was"]
    assert {*told} == {Role.SEER}


def test_everybody_says_something_about_their_own_night() -> None:
    village = play(5, 3)
    assert {claim.seat for claim in village.claims if claim.kind == "was"} == {*range(5)}


@pytest.mark.parametrize("seed", range(some(2, 4)))
def test_a_claim_is_true_as_far_as_its_speaker_knows_unless_it_is_meant_as_a_lie(seed: int) -> None:
    """A claim about the speaker's own night that is not meant as a lie holds in every world the
    speaker thinks possible."""
    wishes = {"cards_doppelganger": "1"} if seed % 2 else {}
    village = start(ONENIGHT, 4 + seed % 3, Random(seed).randbytes(32), wishes)
    count = 0
    while open_asks := asks(village):
        seat, step = open_asks[0].seat, village.todo[-1]
        seen = view(ONENIGHT, village, seat)
        bot = Talker(Random(f"{seed} {count}"), MEDIUM, MANNERS[PERSONAS[seat]])
        said = len(village.claims)
        advance(village, seat, bot.choose(seen))
        count += 1
        if not isinstance(step, Speak) or len(village.claims) == said:
            continue
        speech = bot.plan(seen.state, seat, step.phase, step.topic)
        mind = Mind(seen.state, seat, HARD._replace(worlds=30))
        for claim in village.claims[said:]:
            if claim.kind in FACTS and not speech.lie:
                assert all(holds(claim, world) for world in mind.cloud.worlds), claim


@pytest.mark.parametrize("seed", range(some(2, 4)))
def test_nobody_says_again_what_was_taken_back(seed: int) -> None:
    village = play(5, 40 + seed, "hard")
    for gone in village.claims:
        if gone.kind == "was" and gone.number in village.taken_back:
            later = [c for c in village.claims if c.seat == gone.seat and c.number > gone.number]
            assert ("was", gone.values) not in {(c.kind, c.values) for c in later}, seed


def test_who_is_on_the_village_side_takes_a_bluff_back() -> None:
    found = 0
    for seed in range(12):
        village = play(5, 100 + seed, "easy")
        found += bool(village.taken_back)
    assert found, "nobody took anything back in twelve games"


@pytest.mark.parametrize("times", [1, 2])
def test_who_does_not_tell_more_is_asked_for_it_once(times: int) -> None:
    village = morning()
    skip_to(village, "last")
    said = [(seat, Role.VILLAGER) for seat in (2, 3, 4)] + [(1, Role.WEREWOLF)] * times
    assert (ask_of_ada(village, said) == speech.ask(1, SAW)) == (times == 1)


def test_nobody_is_pressed_for_a_detail_who_may_still_tell_it() -> None:
    village = morning()
    said = [(seat, Role.VILLAGER) for seat in (2, 3, 4)] + [(1, Role.SEER)]
    assert ask_of_ada(village, said) != speech.ask(1, SAW)
    skip_to(village, "last")
    assert ask_of_ada(village, said) == speech.ask(1, SAW)


@pytest.mark.parametrize("times", [1, 2])
def test_who_does_not_want_to_say_what_they_were_is_left_alone_after_two_tries(times: int) -> None:
    village = morning()
    said = [(seat, Role.VILLAGER) for seat in (2, 3, 4)]
    for _ in range(times):
        village.emit("refused", Seat(1), Seat(2))
    assert (ask_of_ada(village, said) == speech.ask(1, ROLE)) == (times == 1)


def test_advice_does_not_wait_for_a_detail() -> None:
    village = morning()
    said = [(seat, Role.VILLAGER) for seat in (2, 3, 4)] + [(1, Role.SEER)]
    village.claims = [Claim(n, Seat(s), "was", (int(r),)) for n, (s, r) in enumerate(said, 1)]
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), HARD)
    assert speech.Speaker(mind, FRANK).question() == speech.ask(1, SAW)


def two_troublemakers(*more: Claim) -> speech.Speaker:
    """Ada in the first seat and whoever is next to her say that they were the Troublemaker."""
    village = morning()
    both = [Claim(1, Seat(0), "was", (6,)), Claim(2, Seat(1), "was", (6,))]
    village.claims = [*both, *more]
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), HARD)
    mind.side, mind.pack, mind.suspicion = VILLAGE, [], [0.5, 0.0, 0.05, 0.5, 0.5]
    return speech.Speaker(mind, MANNERS["Ada"])


def test_whoever_calls_for_peace_has_announced_a_vote_for_the_one_on_the_left() -> None:
    calls = Claim(3, Seat(3), "circle", ()), Claim(4, Seat(4), "circle", ())
    vote = Claim(5, Seat(2), "will_vote", (4,))
    assert announced((*calls, vote), 5) == {3: 4, 4: 0, 2: 4}


def test_nobody_vouches_for_whoever_contradicts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = two_troublemakers()
    assert speaker.trusted() == 2
    monkeypatch.setattr(speech.Speaker, "opponents", lambda _: {*()})
    assert speaker.trusted() == 1


def test_who_votes_for_peace_says_so_once_more_instead_of_naming_somebody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left = speech.Speech([("circle", 0)])
    monkeypatch.setattr(speech.Speaker, "vote", lambda _: 1)
    monkeypatch.setattr(Cloud, "peace", lambda _: 0.4)
    monkeypatch.setattr(speech.Speaker, "more_of_it", lambda _: None)
    monkeypatch.setattr(speech.Speaker, "correct", lambda _: None)
    speaker = two_troublemakers(Claim(3, Seat(0), "circle", ()))
    assert speaker.statement(last=True) == left
    assert speaker.statement() != left


@pytest.mark.parametrize("peace", [0.0, 0.4])
def test_who_points_left_because_of_who_sits_there_does_not_speak_of_peace(
    peace: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speech.Speaker, "vote", lambda _: 1)
    monkeypatch.setattr(Cloud, "peace", lambda _: peace)
    speaker = two_troublemakers()
    speaker.mind.suspicion[1] = 0.3
    assert bool(speaker.calm(last=True)) == (peace > 0.3)


def test_a_werewolf_who_may_have_been_robbed_still_spares_her_partner() -> None:
    wolves = [Role.WEREWOLF, Role.WEREWOLF]
    village = next(v for v in map(partial(morning, 3), range(200)) if v.dealt[:2] == wolves)
    robbery = Claim(1, Seat(2), "was", (Role.ROBBER,)), Claim(1, Seat(2), "robbed", (0, 9))
    village.claims = [*robbery]
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), HARD)
    assert mind.side == WOLF
    assert ballot(mind)[Choice("vote", 1)] < 0


def test_a_werewolf_rather_votes_for_somebody_she_has_not_vouched_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wolves = [Role.WEREWOLF, Role.WEREWOLF]
    village = next(v for v in map(partial(morning, 5), range(200)) if v.dealt[:2] == wolves)
    village.claims = [Claim(1, Seat(0), "vouch", (3,))]
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), HARD)
    loyal = ballot(mind)
    monkeypatch.setattr("engine.games.onenight.ballot.LOYAL", 0.0)
    usual = ballot(mind)
    assert [vote.value for vote in usual if loyal[vote] < usual[vote]] == [3]


@pytest.mark.parametrize("accused", [True, False])
def test_whoever_has_accused_somebody_calls_for_peace_only_if_it_is_clear(
    accused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Cloud, "peace", lambda _: 0.55)
    blame = [Claim(3, Seat(0), "think", (3, 1, 0))] if accused else []
    assert bool(two_troublemakers(*blame).calm(last=False)) != accused


@pytest.mark.parametrize("asked", [True, False])
def test_bare_numbers_of_statements_are_only_an_answer(
    asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speech.Speaker, "conclusion", lambda *_: None)
    monkeypatch.setattr(speech.Speaker, "target", lambda _: 1)
    speaker = two_troublemakers(Claim(3, Seat(0), "think", (1, 1, 0)))
    said = [one.links[0][0] for one in speaker.opinions(last=False, asked=asked)]
    assert ("because" in said) == asked


def ask_of_ada(village: Village, said: list[tuple[int, Role]]) -> speech.Speech:
    """What Ada asks in the first seat, after others have said what they were."""
    village.claims = [Claim(n, Seat(s), "was", (int(r),)) for n, (s, r) in enumerate(said, 1)]
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), HARD)
    return speech.Speaker(mind, MANNERS["Ada"]).question()


def caught_in_a_lie() -> tuple[Village, Seat]:
    """A werewolf has claimed to be the Villager, of whom there is only one, and whom the Seer has
    seen elsewhere; it is the werewolf's turn again."""
    wishes = {"robber": 1, "drunk": 1, "insomniac": 1, "villager": 1, "tanner": 0}
    cards = {f"cards_{role}": str(count) for role, count in wishes.items()}
    village = morning(5, 9, set="lively", **cards)
    wolf = Seat(3)
    assert village.dealt[:5] == [Role.INSOMNIAC, Role.TROUBLEMAKER, Role.SEER, Role.WEREWOLF, 9]
    say(village, 1, "was", ("role", Role.TROUBLEMAKER), "unsaid")
    say(village, 2, "was", ("role", Role.SEER), ("seat", 4), ("role", Role.VILLAGER))
    say(village, 0, "was", ("role", Role.INSOMNIAC), "unsaid")
    say(village, 3, "was", ("role", Role.VILLAGER))
    say(village, 4, "was", ("role", Role.VILLAGER))
    while skip_to(village, "statement") != wolf:
        say(village, speaker(village), "pass")
    return village, wolf


def test_a_werewolf_takes_its_story_back_for_a_better_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "CHANGE", -2.0)  # whatever it gains by that
    village, wolf = caught_in_a_lie()
    (number,) = {claim.number for claim in village.claims if claim.seat == wolf}
    bot = bot_for("hard", wolf, 0)
    for _ in range(2):
        apply(village, wolf, bot.choose(view(ONENIGHT, village, wolf)))
    assert village.taken_back == (number,)
    while speaker(village) == wolf and village.todo[-1].phase != "question":  # type: ignore[attr-defined]
        apply(village, wolf, bot.choose(view(ONENIGHT, village, wolf)))
    told = [claim for claim in village.live_claims() if claim.seat == wolf]
    assert told[0].kind == "was"
    assert told[0].values[0] not in (Role.VILLAGER, Role.WEREWOLF)


def test_nobody_changes_the_story_with_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "CHANGE", -2.0)
    village, wolf = caught_in_a_lie()
    while skip_to(village, "last") != wolf:
        say(village, speaker(village), "pass")
    mind = Mind(view(ONENIGHT, village, wolf).state, wolf, HARD)
    assert speech.Speaker(mind, MANNERS["Ada"]).another_story() is not None
    assert bot_for("hard", wolf, 0).choose(view(ONENIGHT, village, wolf)).verb != "take_back"


def test_werewolves_do_change_their_stories() -> None:
    assert any(wolf_took_back(play(5, 40 + seed, "hard")) for seed in range(20)), "none in 20"


def wolf_took_back(village: Village) -> bool:
    """Whether a werewolf withdrew something it had said."""
    gone = [claim for claim in village.claims if claim.number in village.taken_back]
    return any(village.dealt[claim.seat] == Role.WEREWOLF for claim in gone)


@pytest.mark.parametrize("side", [VILLAGE, WOLF, TANNER])
def test_what_others_think_is_no_evidence_to_those_who_expect_lies(side: int) -> None:
    village = morning()
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), HARD)
    thinks = Claim(1, Seat(1), "think", (2, Role.WEREWOLF, 2))
    world = mind.cloud.worlds[0]
    assert likelihood(thinks, world, side, SUSPICIOUS) == 1.0
    assert likelihood(thinks, world, side, LITERAL) == opinion(thinks, world, side)


def test_a_statement_is_made_up_once_and_spelled_link_by_link() -> None:
    village = play(4, 9)
    assert village.ended
    assert len(PLANS) <= 64
