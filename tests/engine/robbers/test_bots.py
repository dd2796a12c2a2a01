"""The bots and the advice: always legal, based on what the seat sees, and not foolish."""

from __future__ import annotations

from random import Random

import pytest

from engine.bots.levels import Thinker
from engine.bots.personas import PERSONAS, seated
from engine.core import Choice, Seat
from engine.games.robbers import ROBBERS
from engine.games.robbers.advice import advise
from engine.games.robbers.deck import NORMAL, rank_of
from engine.games.robbers.habits import READ
from engine.games.robbers.levels import HARD, weigh
from engine.games.robbers.personas import PLAIN
from engine.games.robbers.playout import margin, play_out
from engine.games.robbers.reasons import UNSURE, Comparison, follow
from engine.games.robbers.search import Effort, Search
from engine.play import view
from tests.engine.robbers.deals import choices_of, questions, seen_by, whole
from tests.scenarios.robbers import card, play

QUICK = Effort(worlds=8, exact=HARD.exact, habits=READ)
"""Thinks as the hard bot does, about fewer deals."""
LEVELS = ["gentle", "greedy", "easy", "medium", "hard"]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_thoughts_always_end_in_a_card_of_the_hand(seats: int) -> None:
    for seed in range(3):
        for number, (_, shown) in enumerate(questions(seed, seats)):
            assert Thinker(weigh, QUICK, PLAIN, Random(number)).choose(shown).value in choices_of(
                shown
            )


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_the_same_chance_give_the_same_card(level: str) -> None:
    for number, (_, shown) in enumerate(questions(7, 4, "easy")):
        if number % 5:
            continue
        assert shown.seat is not None
        other = ROBBERS.fill(shown.state, shown.seat, Random(number))
        twin = view(ROBBERS, other, shown.seat)  # another deal that looks the same
        choice = ROBBERS.bots[level](Random(number)).choose(shown)
        assert ROBBERS.bots[level](Random(number)).choose(shown) == choice
        assert ROBBERS.bots[level](Random(number)).choose(twin) == choice


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_player_takes_a_trick_full_of_chests(level: str) -> None:
    table = whole("C12", "C11", "R1 C1 C2 R2 C3 R3 C4 R4 C5")
    play(table, ["C12", "C11"])
    chosen = ROBBERS.bots[level](Random(1)).choose(seen_by(table, 2))
    assert chosen.value in map(card, ["R1", "R2", "R3", "R4"])


def test_a_gentle_bot_takes_a_trick_only_when_it_is_rich_and_nobody_plays_after_it() -> None:
    table = whole("C12", "C11", "R1 C1 C2 R2 C3 R3 C4 R4 C5")
    play(table, ["C12"])
    seen = seen_by(table, 1)
    chosen = ROBBERS.bots["gentle"](Random(1)).choose(seen)
    assert rank_of(chosen.value) == min(rank_of(one) for one in choices_of(seen) if one < NORMAL)
    play(table, ["C11"])
    chosen = ROBBERS.bots["gentle"](Random(1)).choose(seen_by(table, 2))
    assert chosen.value in map(card, ["R1", "R2", "R3", "R4"])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_robber_does_not_waste_its_best_chests_on_a_werewolf(level: str, seed: int) -> None:
    table = whole("W", "C1", "C2", "C15 C14 R14 R12 R2 R3 C3 C4 R10", seed=seed)
    play(table, ["W", "C1", "C2"])
    chosen = ROBBERS.bots[level](Random(seed)).choose(seen_by(table, 3))
    assert chosen.value not in map(card, ["C14", "C15"])


@pytest.mark.parametrize("persona", PERSONAS)
def test_every_persona_can_be_any_level(persona: str) -> None:
    _, shown = next(iter(questions(1, 4)))
    assert seated(ROBBERS, "medium", Random(1), persona).choose(shown).value in choices_of(shown)


# ── advice ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", [3, 5])
def test_advice_weighs_every_card_the_best_first(seats: int) -> None:
    for number, (_, shown) in enumerate(questions(seats, seats, "easy")):
        if number % 6:
            continue
        advice = advise(shown, Random(1), Choice("play", choices_of(shown)[0]))
        chances = [idea.chance for idea in advice.ideas]
        assert sorted(idea.choices[0].value for idea in advice.ideas) == sorted(choices_of(shown))
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in (*chances, advice.hit))
        assert advice.reasons


def test_in_two_deals_that_look_the_same_the_advice_is_the_same() -> None:
    for number, (_, shown) in enumerate(questions(2, 4, "easy")):
        if number % 9 == 4:
            assert shown.seat is not None
            other = ROBBERS.fill(shown.state, shown.seat, Random(number))
            twin = view(ROBBERS, other, shown.seat)
            assert advise(twin, Random(1)) == advise(shown, Random(1))


def test_a_chip_tells_who_is_a_partner() -> None:
    """A Werewolf led, and the last player holds the other one: they are partners."""
    table = whole("W C1", "C2 R1", "C3", "R15 C15 W")
    play(table, ["W", "C2", "C3"])
    shown = seen_by(table, 3)
    assert shown.ask is not None
    told = shown.state.events or []
    search = Search(shown.state, shown.ask, Random(1), QUICK)
    found = Comparison(search, card("R15"), card("C15"))
    partner = Seat(0)
    assert found.against(partner) == 0
    (reason,) = [reason for _, reason in found.told(partner)]
    assert told[reason.number].kind == "chip"
    assert reason.other > 0


@pytest.mark.parametrize(("played", "taken"), [(["W", "C2"], UNSURE), (["W", "C2", "C3"], 1.0)])
def test_while_somebody_may_still_play_nobody_takes_a_trick_for_certain(
    played: list[str], taken: float
) -> None:
    table = whole("W C1", "C2 R1", "C3 R2", "R15 C15 W")
    play(table, played)
    shown = seen_by(table, len(played))
    assert shown.ask is not None
    search = Search(shown.state, shown.ask, Random(1), QUICK)
    one, two = (choice.value for choice in shown.ask.choices[:2])
    assert Comparison(search, one, two).unsure(1.0) == taken


def test_what_a_trick_brings_and_what_comes_later_make_the_whole_deal() -> None:
    for number, (_, shown) in enumerate(questions(3, 4, "easy")):
        if number % 7 == 0 and shown.ask is not None and len(shown.ask.choices) > 1:
            search = Search(shown.state, shown.ask, Random(1), QUICK)
            for position in search.positions:
                chosen = shown.ask.choices[0].value
                course = follow(position, chosen)
                side = -1 if position.roles[search.me] else 1
                before = margin(position.roles, position.factors, position.points, position.halved)
                whole_deal = side * (play_out(position, chosen) - before)
                assert course.trick + course.halving + course.later == whole_deal


def test_between_deals_there_is_nothing_to_weigh() -> None:
    table = whole("C12", "C11", "R1")
    shown = seen_by(table, 0)
    ready = (Choice("ready"),)
    assert shown.ask is not None
    rest = type(shown)(shown.seat, shown.state, shown.ask._replace(choices=ready), (), ())
    assert advise(rest, Random(1)).ideas[0].choices == ready
