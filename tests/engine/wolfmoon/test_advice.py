"""Advice rests on what a seat was told and nothing else, and says what it rests on."""

from __future__ import annotations

from random import Random

import pytest

from engine.core import Advice, Choice, Seat, View
from engine.games.wolfmoon import WOLFMOON, search
from engine.games.wolfmoon.advice import advise, chance_of, reasons
from engine.games.wolfmoon.belief import Belief
from engine.games.wolfmoon.deck import VALUE, VALUES
from engine.games.wolfmoon.habits import READ
from engine.games.wolfmoon.kinds import OF_VALUE
from engine.games.wolfmoon.levels import HARD, weigh
from engine.games.wolfmoon.personas import PLAIN
from engine.games.wolfmoon.rules import CENTER
from engine.games.wolfmoon.state import Table
from engine.play import apply, asks, start, view
from tests.extent import some

ME = Seat(0)


def questions(seed: int, seats: int = 4) -> list[View[Table]]:
    """What the first seat is asked in a round of greedy bots, with more than one answer."""
    rng = Random(f"advice {seed}")
    state = start(WOLFMOON, seats, rng.randbytes(32), {"length": "round"})
    bot = WOLFMOON.bots["greedy"](rng)
    found = []
    while asked := asks(state):
        shown = view(WOLFMOON, state, asked[0].seat)
        if asked[0].seat == ME and len(asked[0].choices) > 1:
            found.append(shown)
        apply(state, asked[0].seat, bot.choose(shown))
    return found


@pytest.mark.parametrize("seed", range(some(1, 2)))
def test_there_is_advice_on_every_question(seed: int) -> None:
    for shown in questions(seed):
        assert shown.ask is not None
        advice = advise(shown, Random(1))
        assert advice.ideas[0].choices[0] in shown.ask.choices
        chances = [idea.chance for idea in advice.ideas]
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in chances)


@pytest.mark.parametrize("seed", range(some(1, 2)))
def test_in_two_worlds_that_a_seat_cannot_tell_apart_the_advice_is_the_same(seed: int) -> None:
    for number, shown in enumerate(questions(seed)):
        other = WOLFMOON.fill(shown.state, ME, Random(number))
        again = view(WOLFMOON, other, ME)
        assert again.ask == shown.ask
        assert advise(again, Random(1)) == advise(shown, Random(1)), f"question {number}"


def test_a_choice_that_was_made_is_always_weighed() -> None:
    for shown in questions(7):
        assert shown.ask is not None
        for choice in shown.ask.choices:
            advice: Advice = advise(shown, Random(1), choice)
            assert choice in [idea.choices[0] for idea in advice.ideas]


def test_a_guess_that_missed_is_a_reason_for_another_one() -> None:
    shown = next(shown for seed in range(50) for shown in questions(seed) if misses(shown))
    told, seats = shown.state.events, shown.state.seats
    assert told is not None
    number = misses(shown)[-1]
    target = told[number].other
    assert target is not None
    belief = Belief(seats, ME, READ)
    belief.hear(told)
    likeliest = max(VALUES, key=lambda value: chance_of(belief, target, [value]))
    hit = chance_of(belief, target, [likeliest])
    assert number in reasons(told, seats, ME, target, [likeliest], hit)


def misses(shown: View[Table]) -> list[int]:
    """Guesses at rivals that missed, where the card is still the same."""
    known, told = shown.state.known, shown.state.events
    assert known is not None
    assert told is not None
    return [
        number
        for number, event in enumerate(told)
        if event.kind == "missed"
        and event.other not in (None, ME)
        and known.card(event.other) is None
        if not known.kinds(event.other) & OF_VALUE[event.number]
        if shown.state.hands[event.other] and not shown.state.out[event.other]
    ]


def test_the_card_that_a_rival_is_known_to_hold_is_said() -> None:
    for seed in range(200):
        for shown in questions(seed):
            assert shown.ask is not None
            known = shown.state.known
            assert known is not None
            if shown.ask.prompt == "guess" and shown.ask.other is not None:
                card = known.card(shown.ask.other)
                if card is not None:
                    value = VALUE[card]
                    advice = advise(shown, Random(1))
                    assert advice.ideas[0].choices[0] == Choice("guess", value)
                    assert advice.hit == pytest.approx(1)
                    return
    raise AssertionError("nobody ever knew a card")


def test_a_look_into_the_center_costs_the_same_in_a_hint_as_for_the_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both value plans alike: if it cost everything, neither would ever go there."""
    monkeypatch.setattr(search, "WASTE", 1.0)
    asked = [shown for shown in questions(3) if shown.ask and CENTER in shown.ask.choices][:6]
    assert asked
    for shown in asked:
        assert shown.ask is not None
        drawing = Choice("draw") in shown.ask.choices
        assert (weigh(shown, Random(1), HARD, PLAIN) == CENTER) == (not drawing)
        assert (advise(shown, Random(2)).ideas[0].choices[0] == CENTER) == (not drawing)
