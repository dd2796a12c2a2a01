"""Notes and advice: numbers that a player could have worked out."""

from __future__ import annotations

from random import Random

import pytest

from engine.bots.reasons import ranked
from engine.core import Choice, Seat
from engine.games.onenight import ONENIGHT, hindsight
from engine.games.onenight.advice import DEPTH, VOTE, curve_of
from engine.games.onenight.ballot import JOINED, ballot, tide
from engine.games.onenight.claims import ROLE, SAW, SUSPECT, WHY
from engine.games.onenight.deductions import deductions
from engine.games.onenight.hindsight import best_lie, fooled, is_lie, turns
from engine.games.onenight.mind import Mind
from engine.games.onenight.notes import deals_left, notes
from engine.games.onenight.reading import VILLAGE, WOLF
from engine.games.onenight.reasons import heard, on_a_statement, on_a_vote
from engine.games.onenight.roles import Role
from engine.games.onenight.state import NONE, PAIR, SEATS, Claim, Village
from engine.games.onenight.talker import Talker
from engine.games.onenight.views import knowledge
from engine.games.onenight.worlds import Knowledge
from engine.play import apply, asks, start, view
from tests.engine.onenight.days import morning, say, skip_to, sleep, speaker
from tests.engine.onenight.test_bots import play
from tests.extent import some
from tests.scenarios.onenight import dealt

SHEET = (1, 1, 4, 5, 6, 9, 9, 9)
SLOTS = (1, 4, 5, 6)


def night(**lines: tuple[int, int, int]) -> tuple[tuple[int, int, int, int], ...]:
    """What a seat learned that slept through all but these slots."""
    return tuple((slot, *lines.get(f"slot{slot}", (99, 99, 99))) for slot in SLOTS)


def test_a_villager_of_five_has_1260_deals_to_think_of() -> None:
    known = Knowledge(5, SHEET, Seat(0), 9, night(), SLOTS)
    assert deals_left(known) == 1260


def test_two_center_cards_leave_a_seer_with_few() -> None:
    known = Knowledge(5, SHEET, Seat(0), 4, night(slot4=(13, 1, 9)), SLOTS)
    assert deals_left(known) == 60


def test_a_werewolf_knows_that_no_other_player_is_one() -> None:
    alone = Knowledge(5, SHEET, Seat(0), 1, night(slot1=(98, 98, 98)), SLOTS)
    assert deals_left(alone) == 3 * 120


def test_claims_that_are_believed_leave_fewer_deals() -> None:
    known = Knowledge(5, SHEET, Seat(0), 9, night(), SLOTS)
    assert deals_left(known, {1: 4, 2: 5, 3: 6}) == 6


def test_notes_reckon_from_one_seat() -> None:
    village = morning()
    for seat in village.order:
        say(village, seat, "was", ("role", 9))
    found = notes(view(ONENIGHT, village, Seat(0)).state, Seat(0))
    assert found.deals > 0
    assert len(found.suspicion) == 5
    assert found.clashes


def test_advice_on_a_vote_names_everybody_and_the_likeliest_first() -> None:
    village = morning(talk="free")
    for ask in asks(village):
        apply(village, ask.seat, ask.choices[-1])
    shown = view(ONENIGHT, village, Seat(2))
    assert ONENIGHT.advise is not None
    advice = ONENIGHT.advise(shown, Random(0), None)
    assert {idea.choices[0] for idea in advice.ideas} == {*shown.ask.choices}  # type: ignore[union-attr]
    assert advice.ideas[0].chance == max(idea.chance for idea in advice.ideas)


def evening(seed: int) -> Village:
    """A day of medium bots, up to the vote."""
    rng = Random(f"votes {seed}")
    village = start(ONENIGHT, 4, rng.randbytes(32))
    while asks(village)[0].prompt != "vote":
        ask = asks(village)[0]
        bot = ONENIGHT.bots["medium"](rng)
        apply(village, ask.seat, bot.choose(view(ONENIGHT, village, ask.seat)))
    return village


def test_a_vote_does_not_turn_on_the_side_that_a_seat_would_rather_name() -> None:
    """Which side one is on may be a matter of a hair; both count, as likely as they are."""
    village = evening(0)
    for seat in village.everyone():
        mind = Mind(view(ONENIGHT, village, seat).state, seat, DEPTH)
        mind.side = WOLF
        scores = ballot(mind)
        mind.side = VILLAGE
        if mind.cloud.peace() < (1 - JOINED) * mind.suspicion[mind.suspect()]:
            assert ballot(mind) == scores


@pytest.mark.parametrize("seed", range(some(3, 8)))
def test_advice_on_a_vote_is_what_who_thinks_as_long_would_vote(seed: int) -> None:
    """Announced votes count, and where there is probably no werewolf everybody gets one."""
    village = evening(seed)
    for seat in village.everyone():
        shown = view(ONENIGHT, village, seat)
        assert ONENIGHT.advise is not None
        hint = ONENIGHT.advise(shown, Random(0), None).ideas[0].choices[0]
        longer = DEPTH._replace(worlds=VOTE * DEPTH.worlds)
        scores = ballot(Mind(shown.state, seat, longer))
        assert scores[hint] == max(scores.values())
        assert Talker(Random(1), longer).choose(shown) in [
            vote for vote, score in scores.items() if score > scores[hint] - 1e-9
        ]


def threatened(votes: int) -> tuple[float, float]:
    """What a lone werewolf and a villager who suspects it may hope for where so many have announced
    their vote for it."""
    village = dealt(["werewolf", "villager", "seer", "robber", "villager"], ["werewolf"] * 3)
    sleep(village)
    village.claims = [Claim(seat, SEATS[seat], "will_vote", (0,)) for seat in range(2, 2 + votes)]
    chances = []
    for seat, side in ((Seat(0), WOLF), (Seat(1), VILLAGE)):
        mind = Mind(view(ONENIGHT, village, seat).state, seat, DEPTH)
        mind.side, mind.suspicion = side, [0.9, 0.0, 0.1, 0.1, 0.1]
        chances.append(curve_of(mind).true(0.6, tide(mind, 0 if side == VILLAGE else 2)))
    return chances[0], chances[1]


def test_the_more_point_at_a_werewolf_the_less_it_hopes_and_the_more_a_villager_does() -> None:
    none, two, three = (threatened(votes) for votes in (0, 2, 3))
    assert none[0] > two[0] > three[0]
    assert none[1] < two[1] < three[1]


@pytest.mark.parametrize(("side", "reason"), [(VILLAGE, "calm"), (WOLF, "lull")])
def test_peace_is_called_for_because_of_how_likely_it_is(side: int, reason: str) -> None:
    mind = Mind(view(ONENIGHT, morning(), Seat(0)).state, Seat(0), DEPTH)
    mind.side = side
    ((_, found),) = on_a_statement(mind, [Choice("circle")])
    assert found.kind == reason


def test_a_villager_is_advised_to_tell_the_truth_at_once() -> None:
    for seed in range(12):
        village = morning(seed=seed)
        seat = speaker(village)
        shown = view(ONENIGHT, village, seat)
        if Mind(shown.state, seat, DEPTH).side == VILLAGE:
            assert ONENIGHT.advise is not None
            first, *_ = ONENIGHT.advise(shown, Random(0), None).ideas[0].choices
            assert first == Choice("was")


def test_whoever_needs_a_story_is_told_why_to_pass() -> None:
    mind = Mind(view(ONENIGHT, morning(), Seat(0)).state, Seat(0), DEPTH)
    mind.side = WOLF
    assert [reason.kind for _, reason in on_a_statement(mind, [Choice("pass")])] == ["listen"]


@pytest.mark.parametrize(("doubt", "reason"), [(0.2, "faint"), (0.6, "enough")])
def test_whoever_has_opened_is_told_why_to_pass(doubt: float, reason: str) -> None:
    village = morning()
    say(village, speaker(village), "was", ("role", Role.VILLAGER))
    seat = village.claims[0].seat
    mind = Mind(view(ONENIGHT, village, seat).state, seat, DEPTH)
    mind.side, mind.suspicion = VILLAGE, [doubt] * 5
    assert [reason.kind for _, reason in on_a_statement(mind, [Choice("pass")])] == [reason]


def test_a_conclusion_is_explained_by_whom_it_is_about() -> None:
    village = morning()
    for role in (Role.SEER, Role.SEER):
        say(village, speaker(village), "was", ("role", role), "unsaid")
    one, two = (claim.seat for claim in village.claims)
    third = speaker(village)
    mind = Mind(view(ONENIGHT, village, third).state, third, DEPTH)
    mind.side, mind.suspicion = VILLAGE, [0.9 if seat == one else 0.1 for seat in range(5)]
    double = next(d for d in deductions(village) if (d.kind, d.target) == ("double", two))
    told = on_a_statement(mind, [Choice("because"), Choice("deduction", double.code)])
    assert two in [reason.seat for _, reason in told if reason.kind == "doubted"]


def swapped(*seats: int) -> Village:
    """A lone werewolf, seat 0, and a Troublemaker, seat 1, who says whom she swapped."""
    village = dealt(["werewolf", "troublemaker", "seer", "villager", "villager"], ["werewolf"] * 3)
    sleep(village)
    village.claims = [
        Claim(1, Seat(1), "was", (Role.TROUBLEMAKER,)),
        Claim(1, Seat(1), "swapped", seats),
    ]
    return village


def test_whose_card_was_swapped_away_is_told_first_of_all_what_they_are_now() -> None:
    for seat, is_wolf in ((Seat(0), False), (Seat(3), True)):
        village = swapped(0, 3)
        village.claims.append(Claim(2, Seat(0), "was", (Role.WEREWOLF,)))
        mind = Mind(view(ONENIGHT, village, seat).state, seat, DEPTH)
        for told in (
            on_a_statement(mind, [Choice("will_vote"), Choice("seat", 2)]),
            on_a_vote(mind, mind.suspicion, Choice("vote", 1), Choice("vote", 2)),
        ):
            first = ranked(told)[0]
            assert first.kind == "turned"
            assert (first.best > 0.5) is is_wolf


def test_who_has_heard_nothing_of_their_card_is_told_nothing_about_it() -> None:
    mind = Mind(view(ONENIGHT, swapped(3, 4), Seat(0)).state, Seat(0), DEPTH)
    told = on_a_statement(mind, [Choice("will_vote"), Choice("seat", 2)])
    assert "turned" not in [reason.kind for _, reason in told]


def test_blaming_somebody_less_suspect_than_oneself_is_known_to_be_hard() -> None:
    village = swapped(3, 4)
    village.claims.append(Claim(2, Seat(2), "saw", (0, Role.WEREWOLF)))
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), DEPTH)
    told = ranked(on_a_statement(mind, [Choice("will_vote"), Choice("seat", 4)]))
    assert [(reason.kind, reason.against) for reason in told] == [("bait", True)]


def test_vouching_for_somebody_less_suspect_than_oneself_is_not_hard() -> None:
    village = swapped(3, 4)
    village.claims.append(Claim(2, Seat(2), "saw", (0, Role.WEREWOLF)))
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), DEPTH)
    told = ranked(on_a_statement(mind, [Choice("vouch"), Choice("seat", 4)]))
    assert [(reason.kind, reason.against) for reason in told] == [("bait", False)]


def test_if_nobody_is_as_suspect_as_the_liar_the_next_best_is_named_as_that() -> None:
    village = swapped(3, 4)
    village.claims.append(Claim(2, Seat(2), "was", (Role.SEER,)))
    village.claims.append(Claim(2, Seat(2), "saw", (0, Role.WEREWOLF)))
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), DEPTH)
    doubts = mind.public().suspicion()
    target = max(mind.others(), key=doubts.__getitem__)
    assert doubts[target] < doubts[0]
    told = ranked(on_a_statement(mind, [Choice("will_vote"), Choice("seat", target)]))
    assert [(r.kind, r.against) for r in told] == [("scapegoat", False), ("bait", True)]


def test_who_was_blamed_before_is_blamed_again_for_that() -> None:
    village = swapped(3, 4)
    village.claims.append(Claim(2, Seat(2), "saw", (0, Role.WEREWOLF)))
    village.claims.append(Claim(3, Seat(0), "think", (4, Role.WEREWOLF, 1)))
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), DEPTH)
    told = ranked(on_a_statement(mind, [Choice("will_vote"), Choice("seat", 4)]))
    assert [(r.kind, r.against) for r in told] == [("steady", False), ("bait", True)]


def test_a_tanner_is_glad_of_suspicion() -> None:
    village = dealt(["tanner", "werewolf", "seer", "villager", "villager"], ["robber"] * 3)
    sleep(village)
    village.claims = [Claim(1, Seat(0), "was", (Role.SEER,))]
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), DEPTH)
    told = ranked(on_a_statement(mind, [Choice("think"), Choice("seat", 3)]))
    assert [(reason.kind, reason.against) for reason in told] == [("lure", False)]
    ((_, own), *_) = heard(mind, [Claim(2, Seat(0), "was", (Role.WEREWOLF,))])
    assert own.kind == "own"
    assert own.best > own.other
    assert own in ranked(heard(mind, [Claim(2, Seat(0), "was", (Role.WEREWOLF,))]))


@pytest.mark.parametrize(
    ("topic", "told", "reason"),
    [
        (ROLE, [], "silent"),
        (SAW, [Claim(1, Seat(2), "was", (Role.SEER,))], "vague"),
        (SUSPECT, [], "undecided"),
        (WHY, [Claim(1, Seat(2), "think", (3, Role.WEREWOLF, 1))], "groundless"),
        (
            ROLE,
            [
                Claim(1, Seat(2), "was", (Role.SEER,)),
                Claim(1, Seat(2), "saw", (3, Role.TANNER)),
                Claim(2, Seat(3), "was", (Role.SEER,)),
            ],
            "disputed",
        ),
    ],
)
def test_a_question_is_explained_by_what_has_not_been_said(
    topic: int, told: list[Claim], reason: str
) -> None:
    village = dealt(["werewolf", "tanner", "seer", "villager", "villager"], ["robber"] * 3)
    sleep(village)
    village.claims = told
    mind = Mind(view(ONENIGHT, village, Seat(0)).state, Seat(0), DEPTH)
    asked = [Choice("ask"), Choice("seat", 2), Choice("topic", topic)]
    assert [found.kind for found in ranked(on_a_statement(mind, asked))] == [reason]


def test_there_is_nothing_to_ask_once_everybody_has_told_their_night() -> None:
    village = morning()
    seat = skip_to(village, "question")
    others = [other for other in village.everyone() if other != seat]
    for silent in (None, others[0]):
        told = [SEATS[other] for other in others if other != silent]
        village.claims = [Claim(n, s, "was", (Role.VILLAGER,)) for n, s in enumerate(told, 1)]
        mind = Mind(view(ONENIGHT, village, seat).state, seat, DEPTH)
        found = ranked(on_a_statement(mind, [Choice("pass")]))
        assert [reason.kind for reason in found] == (["answered"] if silent is None else [])


def test_advice_on_a_statement_is_a_whole_statement() -> None:
    village = morning()
    seat = skip_to(village, "opening")
    assert ONENIGHT.advise is not None
    best = ONENIGHT.advise(view(ONENIGHT, village, seat), Random(0), None).ideas[0]
    for choice in best.choices:
        apply(village, seat, choice)
    assert village.drafts[seat] == []


def test_a_lie_is_what_its_speaker_did_not_see() -> None:
    village = play(4, 5, "medium")
    for claim in village.claims:
        if claim.kind == "was":
            assert is_lie(village, claim) == (village.dealt[claim.seat] != claim.values[0])


def robbed_werewolf() -> Village:
    """The Robber in the first seat took the Werewolf from the second and says it was a Villager;
    a Seer who lies as well says that both Werewolves lie in the center."""
    village = dealt(["robber", "werewolf", "seer"], ["werewolf", "villager", "troublemaker"])
    sleep(village)
    village.learnt[0] = [(int(Role.ROBBER), 1, int(Role.WEREWOLF), NONE)]
    village.cards[:2] = [int(Role.WEREWOLF), int(Role.ROBBER)]
    village.claims = [
        Claim(1, Seat(0), "was", (int(Role.ROBBER),)),
        Claim(1, Seat(0), "robbed", (1, int(Role.VILLAGER))),
        Claim(2, Seat(2), "was", (int(Role.SEER),)),
        Claim(2, Seat(2), "saw", (PAIR, int(Role.WEREWOLF), int(Role.WEREWOLF))),
    ]
    return village


def test_a_lie_about_the_night_may_be_the_best_though_the_role_is_true() -> None:
    village = robbed_werewolf()
    assert [is_lie(village, claim) for claim in village.claims] == [False, True, False, True]
    found = best_lie(village)
    assert found is not None
    assert (found.number, found.speaker) == (1, 0)


def test_whoever_guesses_right_what_lies_before_them_has_not_lied() -> None:
    village = robbed_werewolf()
    assert not is_lie(village, Claim(4, Seat(1), "now", (int(Role.ROBBER),)))
    assert is_lie(village, Claim(4, Seat(0), "now", (int(Role.ROBBER),)))


def test_the_best_lie_is_the_story_of_a_werewolf_that_was_believed_most() -> None:
    told = 0
    for seed in range(10):
        village = play(5, seed, "easy")
        turn = best_lie(village)
        if turn is not None:
            told += 1
            claims = [claim for claim in village.claims if claim.number == turn.number]
            assert any(is_lie(village, claim) for claim in claims)
            assert turn.after <= turn.before, "it helped nobody"
            assert 1 in (village.dealt[turn.speaker], village.counts_as(turn.speaker))
    assert told


def test_who_was_fooled_suspected_a_werewolf_less_than_before() -> None:
    village = play(5, 1, "easy")
    for seat in village.everyone():
        turn = fooled(village, seat)
        assert turn is None or (village.counts_as(turn.about) == 1 and turn.after < turn.before)


@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_fooled_by_the_truth(seed: int) -> None:
    village = play(5, seed, "easy")
    lies = {claim.number for claim in village.claims if is_lie(village, claim)}
    turns = [turn for seat in village.everyone() if (turn := fooled(village, seat)) is not None]
    assert all(turn.number in lies for turn in turns)


def lied_to(times: int, vote: int) -> Village:
    """A werewolf in the first seat has claimed to be the Robber, perhaps more than once, and the
    Villager in the second has voted."""
    village = dealt(["werewolf", "villager", "seer"], ["werewolf", "robber", "troublemaker"])
    sleep(village)
    village.claims = [
        Claim(1, Seat(0), "was", (Role.VILLAGER,)),
        *(Claim(n, Seat(0), "was", (Role.ROBBER,)) for n in range(2, 2 + times)),
    ]
    village.votes = [1, vote, 1]
    return village


def test_what_is_said_again_fools_nobody_again() -> None:
    suspicions = [
        {(step[0], step[3]) for step in turns(knowledge(village, Seat(1)), tuple(village.claims))}
        for village in (lied_to(1, 2), lied_to(3, 2))
    ]
    last = {after for number, after in suspicions[1] if number >= 2}
    assert last == {after for number, after in suspicions[0] if number == 2}


def test_who_votes_for_a_werewolf_was_not_fooled_about_her(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hindsight, "LEAST", -1.0)  # however little it changed
    assert fooled(lied_to(1, 2), Seat(1)) is not None
    assert fooled(lied_to(1, 0), Seat(1)) is None


def test_a_story_told_in_place_of_another_fools_fewer_than_the_same_told_at_once() -> None:
    """Listeners remember what was taken back, and so does the page about the game."""
    village = dealt(["werewolf", "villager", "seer"], ["werewolf", "robber", "troublemaker"])
    sleep(village)
    village.ended = True
    second = Claim(2, Seat(0), "was", (int(Role.TROUBLEMAKER),))
    village.claims = [second]
    at_once = best_lie(village)
    village.claims = [Claim(1, Seat(0), "was", (int(Role.SEER),)), second]
    village.taken_back = (1,)
    anew = best_lie(village)
    assert at_once is not None
    assert anew is None or anew.after > at_once.after
