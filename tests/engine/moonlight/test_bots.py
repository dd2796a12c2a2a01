"""Moonlight's bots: an answer to everything, the same for the same view, and no loops."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from engine.arena import play_out
from engine.bots.levels import Thinker
from engine.core import Bot, Choice
from engine.games.moonlight import MOONLIGHT
from engine.games.moonlight.advice import advise
from engine.games.moonlight.belief import SHELTERS, odds, risk
from engine.games.moonlight.deck import Power, Wolf, wolf_of
from engine.games.moonlight.field import Field
from engine.games.moonlight.glance import glance, try_out
from engine.games.moonlight.greedy import EasyBot, GentleBot, GreedyBot
from engine.games.moonlight.levels import HARD, hard, medium, weigh
from engine.games.moonlight.personas import LIKINGS, PLAIN
from engine.games.moonlight.plans import Planner, carry_out
from engine.games.moonlight.prospect import prospect
from engine.games.moonlight.reasons import Comparison, of_a_gain, of_a_lone_wolf
from engine.games.moonlight.search import Effort, Search
from engine.games.moonlight.state import Table
from engine.games.moonlight.tally import tally
from engine.games.moonlight.written import WOLVES, cell_at
from engine.play import advance, apply, asks, start, view
from tests.engine.laws import CAP
from tests.engine.moonlight.arrange import A, B, at, dealt, play, table, wolf
from tests.engine.moonlight.fuzz import PAIRS, new_round

QUICK = Effort(looks=30, stages=HARD.stages, fewest=1)
"""Thinks as the hard bot does, about fewer tables."""

quick = partial(Thinker, weigh, QUICK, PLAIN)
Make = Callable[[Random], Bot[Table]]


def answer(bot: Make, position: Table) -> Choice:
    """How a bot answers a table's question."""
    seat = asks(position)[0].seat
    return bot(Random(1)).choose(view(MOONLIGHT, position, seat))


def turn(bot: Make, position: Table) -> tuple[Choice, Choice]:
    """The wolf and the place that a bot chooses."""
    seat = asks(position)[0].seat
    first = answer(bot, position)
    apply(position, seat, first)
    return first, answer(bot, position)


@pytest.mark.parametrize("seed", range(1, len(PAIRS), 5))
def test_it_has_an_answer_to_every_question_whatever_the_powers(seed: int) -> None:
    position, rng = new_round(seed)
    for number in range(CAP):
        if position.account is not None:
            return
        (ask,) = asks(position)
        choice = rng.choice([choice for choice in ask.choices if choice.verb != "back"])
        if rng.random() < 0.3 or ask.prompt in ("twin", "two", "pile", "move"):
            choice = quick(Random(number)).choose(view(MOONLIGHT, position, ask.seat))
            assert choice in ask.choices
        advance(position, ask.seat, choice)
    raise AssertionError("the round has no end")


@pytest.mark.parametrize("bot", [EasyBot, GreedyBot, quick])
def test_a_match_of_bots_has_no_loops(bot: Make) -> None:
    position = play_out(MOONLIGHT, [bot(Random(1)), bot(Random(2))], bytes(32), {})
    assert max(position.won) == 2
    assert position.round <= 5


@pytest.mark.parametrize("power", [*Power])
def test_a_plan_does_to_a_bots_land_what_its_choices_do_to_the_table(power: Power) -> None:
    position = table(
        "B1 A2 B3", "A1 B4 .", hands=("2 3 4", "2 3"), powers=(power.name.lower(), None)
    )
    (ask,) = asks(position)
    for plan in Planner(position, ask).plans():
        field, real = Field(position), position.copy()
        carry_out(field, A, plan)
        play(real, *plan.choices)
        assert {cell: field.top[cell] for cell in field.cells} == real.tops()


@pytest.mark.parametrize("seed", range(0, len(PAIRS), 3))
def test_a_glance_sees_what_placements_really_come_to(seed: int) -> None:
    position, rng = new_round(seed)
    while position.account is None:
        (ask,) = asks(position)
        if ask.prompt == "wolf":
            field = Field(position)
            for look in glance(field, ask.seat, ends=False):
                ends = not field.top[look.cell] and len(field.cells) == 11
                tried = try_out(field, ask.seat, look.card, look.cell, look.power, ends)
                assert look.chance == pytest.approx(tried.chance, abs=1e-12)
        advance(position, ask.seat, rng.choice(ask.choices))


def test_greedy_takes_what_brings_most_now() -> None:
    position = dealt("B5 A2", hands=("4 1", "3 3m 1"))
    first, place = turn(GreedyBot, position)
    assert first == wolf("4")  # nothing else wins the row
    assert place in (at("put", -1, 0), at("put", 2, 0))


@pytest.mark.parametrize("bot", [GreedyBot, medium, hard])
def test_a_round_that_can_be_won_at_once_is_won(bot: Make) -> None:
    position = dealt("A3 B3 B3 A1", "B2 A3m B2m A4", "A3 B4 B1 .", hands=("4m 1m 2", "3m 5 1m"))
    play(position, turn(bot, position)[1])
    assert position.account is not None
    assert position.account.winner == A


@pytest.mark.parametrize("persona", LIKINGS)
def test_every_persona_can_play(persona: str) -> None:
    position = dealt("B1 A2 B4", hands=("2m 3 4", "2 3 4m"))
    bot = Thinker(weigh, QUICK, LIKINGS[persona], Random(1))
    assert bot.choose(view(MOONLIGHT, position, A)) in asks(position)[0].choices


# ── advice and odds ─────────────────────────────────────────────────────────────────────────────


def test_advice_weighs_every_choice_and_the_best_comes_first() -> None:
    position = dealt("B1 A2 B4", hands=("2m 3 4", "2 3 4m"), powers=("shifting_ground", None))
    shown = view(MOONLIGHT, position, A)
    advice = advise(shown, Random(1), None)
    assert shown.ask is not None
    assert {idea.choices[0] for idea in advice.ideas} == set(shown.ask.choices)
    chances = [idea.chance for idea in advice.ideas]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= chance <= 1 for chance in chances)


def test_advice_is_given_on_every_question() -> None:
    position, rng = start(MOONLIGHT, 2, bytes(32)), Random(3)
    asked = set()
    while open_asks := asks(position):
        ask = open_asks[0]
        if ask.prompt not in asked:
            asked.add(ask.prompt)
            for choice in ask.choices:
                advice = advise(view(MOONLIGHT, position, ask.seat), Random(1), choice)
                assert choice in {idea.choices[0] for idea in advice.ideas}
        advance(position, ask.seat, rng.choice(ask.choices))
    assert {"wolf", "place", "next_round", "lone", "power"} <= asked


def test_in_two_rounds_that_look_the_same_the_advice_is_the_same() -> None:
    position = dealt("B1 A2 B4", hands=("2m 3 4", "2 3 4m"))
    shown = view(MOONLIGHT, position, A)
    for seed in range(3):
        other = view(MOONLIGHT, MOONLIGHT.fill(shown.state, A, Random(seed)), A)
        assert advise(other, Random(1), None) == advise(shown, Random(1), None)


def test_a_packs_first_wolf_is_sheltered_only_while_it_is_the_only_one() -> None:
    for land, sheltered in (("B4 B2", True), ("B4 B2 A1", False)):
        shown = view(MOONLIGHT, dealt(land, hands=("3 3m 5", "3 3m 1")), A)
        assert shown.ask is not None
        search = Search(shown, shown.ask, Random(1), HARD)
        beside, below = ((wolf("3"), at("put", *place)) for place in ((0, 1), (1, 1)))
        kinds = {reason.kind: reason for _, reason in Comparison(search, beside, below).danger()}
        assert ("shelter" in kinds) == sheltered
        assert ("cover" in kinds) != sheltered
        assert not sheltered or SHELTERS[kinds["shelter"].number] == "last"


def test_a_power_that_only_one_plan_keeps_speaks_for_that_plan() -> None:
    position = dealt("B1 A2 B3", "A1 B4", hands=("2 3 4", "2 3"), powers=("twin_strike", None))
    shown = view(MOONLIGHT, position, A)
    assert shown.ask is not None
    search = Search(shown, shown.ask, Random(1), HARD)
    found = {plan.spends: plan.choices for plan in search.plans}
    for best, speaks_for_it in ((False, True), (True, False)):
        compared = Comparison(search, found[best], found[not best])
        ((weight, reason),) = compared.saves()
        assert (reason.kind, reason.cards) == ("saves", (Power.TWIN_STRIKE,))
        assert (weight > 0) == speaks_for_it
        assert not [*Comparison(search, found[best], found[best]).saves()]


def test_a_row_that_only_one_placement_wins_is_a_reason_with_all_its_sums() -> None:
    position = dealt("A3 B3", "B4 A2", hands=("2 2 2", "1 1m 5"))
    play(position, wolf("2"))
    shown = view(MOONLIGHT, position, A)
    assert shown.ask is not None
    search = Search(shown, shown.ask, Random(1), HARD)
    found = Comparison(search, (at("put", 2, 0),), (at("put", 2, 1),))
    (upper, lower) = [reason for _, reason in found.rows()]
    assert (upper.cards, upper.best, upper.other) == ((5, 3, 3, 3), 1, 0)
    assert (lower.cards, lower.best, lower.other) == ((2, 4, 4, 4), -1, 0)


def test_a_power_is_told_by_what_it_would_have_changed_in_the_round_just_played() -> None:
    position = table("A3 B3", "A1/B2 B4", "B1m A4")
    position.account = tally(position.tops(), position.powers)
    gains = {power: Choice("power", power) for power in Power}
    told = {
        power: [
            (reason.kind, reason.number, reason.cards) for reason in of_a_gain(position, A, gain)
        ]
        for power, gain in gains.items()
    }
    assert told[Power.STUBBORN] == [("ties", 1, ())]
    assert told[Power.DEN_GUARD] == [("dens", 1, ())]
    assert told[Power.MOON_SONG] == [("song", 0, (0, 1))]
    assert told[Power.LEAP] == told[Power.MIRROR_BITE] == []


@pytest.mark.parametrize(("land", "told"), [("A3 B5", ["mirror"]), ("A5 B4", [])])
def test_mirror_bite_is_told_by_the_rivals_five_that_stayed_in_sight(
    land: str, told: list[str]
) -> None:
    position = table(land)
    position.account = tally(position.tops(), position.powers)
    found = of_a_gain(position, A, Choice("power", Power.MIRROR_BITE))
    assert [reason.kind for reason in found] == told


def test_a_lone_wolf_is_told_by_what_covers_it_and_what_it_covers() -> None:
    """A pack has one 5 and four 3s; this one also has the Lone Wolf 6, and Mirror Bite."""
    position = table("A3 B3")
    position.lone[B] = [wolf_of(B, Wolf.LONE_SIX)]
    hunters, quarry = of_a_lone_wolf(position, A, Wolf.LONE_SIX, Wolf.LONE_FOUR)
    assert (hunters.best, hunters.other, hunters.against) == (0, 1, False)
    assert (quarry.best, quarry.other, quarry.against) == (1, 4, True)
    position.powers[B] = Power.MIRROR_BITE
    hunters, _ = of_a_lone_wolf(position, A, Wolf.LONE_SIX, Wolf.LONE_FOUR)
    assert (hunters.best, hunters.other) == (1, 3)


def test_a_prospect_says_what_a_placement_changes() -> None:
    position = table("B4 A2", "A1 B2")
    found = prospect(position, A, (wolf("3"), at("put", 2, 0)))
    assert found.before.rows[0].winner == B
    assert found.after.rows[0].winner == A
    assert found.cells == (cell_at(2, 0),)


def test_a_prospect_follows_a_pile_that_is_moved() -> None:
    position = table("B4 A2", "A1 B2", powers=("shifting_ground", None))
    choices = (at("pile", 0, 0), at("move", 2, 1), wolf("2"), at("put", 0, 0))
    found = prospect(position, A, choices)
    assert [row.sums for row in found.after.rows] == [(4, 0), (3, 6)]


def test_odds_count_what_nobody_has_seen() -> None:
    position = table("B1 A2 B5", hands=("2 3 4", "2 3 4"), decks=("1", "1 1m 3 3m 3m 2m"))
    chances = odds(position, B)
    assert WOLVES["5"] not in chances  # it is on the table
    assert chances[WOLVES["1m"]] == pytest.approx(3 / 9)
    assert chances[WOLVES["3"]] == pytest.approx(1 - 7 * 6 * 5 / (9 * 8 * 7))


def test_a_wolf_that_is_safe_has_no_risk() -> None:
    assert risk(table("B1 A2 B4"), cell_at(1, 0)) == 0  # the last visible one
    assert risk(table("B1 A5 A4 B4"), cell_at(1, 0)) == 0  # nobody has a 6
    guarded = table("A1 A4 B4", powers=("den_guard", None))
    assert risk(guarded, cell_at(0, 0)) == 0
    assert risk(table("A1 A4 B4"), cell_at(0, 0)) > 0.3


def test_a_search_keeps_the_choice_that_is_asked_about() -> None:
    position = dealt("B1 A2 B4", hands=("2m 3 4", "2 3 4m"))
    shown = view(MOONLIGHT, position, A)
    assert shown.ask is not None
    for choice in shown.ask.choices:
        ideas = Search(shown, shown.ask, Random(1), QUICK).ideas(choice)
        assert choice in {idea.choices[0] for idea in ideas}


def test_a_gentle_bot_covers_nobody_where_a_place_is_free() -> None:
    coverable = 0
    for seed in range(12):
        position = start(MOONLIGHT, 2, bytes([seed] * 32), {"length": "round"})
        bots = [GentleBot(Random(seed)), GreedyBot(Random(seed))]
        while open_asks := asks(position):
            (ask,) = open_asks
            choice = bots[ask.seat].choose(view(MOONLIGHT, position, ask.seat))
            if ask.seat == A and ask.prompt == "place":
                coverable += any(one.verb == "cover" for one in ask.choices)
                assert choice.verb == "put"
            apply(position, ask.seat, choice)
    assert coverable, "it never came to the test"
