"""The thinking bots: always a legal answer, the same one for the same view, and no loops."""

from __future__ import annotations

from random import Random

import pytest

from engine.bots.levels import Thinker
from engine.bots.personas import PERSONAS, seated
from engine.core import Choice, Seat
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.deck import CHARACTERS, Card
from engine.games.wolfmoon.fitted import FITTED
from engine.games.wolfmoon.levels import HARD, MEDIUM, weigh
from engine.games.wolfmoon.personas import PLAIN
from engine.games.wolfmoon.rules import CENTER
from engine.games.wolfmoon.search import Effort
from engine.games.wolfmoon.worth import WEIGHTS, chance, features, score, standing
from engine.play import advance, apply, asks, start, view
from tests.engine.laws import CAP
from tests.engine.wolfmoon.test_knowledge import whole

QUICK = {
    "medium": Effort(worlds=4, turns=0, habits=MEDIUM.habits),
    "hard": Effort(worlds=4, turns=1, habits=HARD.habits),
}
"""Think as the levels do, about fewer tables."""
SELDOM = ("guess_again", "take", "servant", "alchemist", "spy", "watchman", "partner")
"""Questions that few rounds ask."""


def mixed_round(seed: int, thinker: str) -> set[str]:
    """A round in which everybody now and then does what a thinking bot would; returns what the bot
    was asked."""
    rng = Random(f"bots {seed}")
    table = start(WOLFMOON, 3 + seed % 4, rng.randbytes(32), {"length": "round"})
    asked = set[str]()
    for number in range(CAP):
        open_asks = asks(table)
        if not open_asks:
            return asked
        ask = open_asks[0]
        choice = rng.choice(ask.choices)
        if len(ask.choices) > 1 and (ask.prompt in SELDOM or rng.random() < 0.1):
            seen = view(WOLFMOON, table, ask.seat)
            choice = Thinker(weigh, QUICK[thinker], PLAIN, Random(number)).choose(seen)
            assert choice in ask.choices
            asked.add(ask.prompt)
        advance(table, ask.seat, choice)
    raise AssertionError("the round has no end")


def test_every_character_has_been_appraised() -> None:
    assert tuple(FITTED) == CHARACTERS


@pytest.mark.parametrize("thinker", QUICK)
def test_it_has_an_answer_to_every_question_whatever_the_others_do(thinker: str) -> None:
    unasked = {"turn", "slot", "keep", "play", "aim", "guess", *SELDOM}
    for seed in range(45):
        unasked -= mixed_round(seed, thinker)
        if not unasked:
            return
    raise AssertionError(f"nobody was ever asked {unasked}")


@pytest.mark.parametrize("level", ["gentle", "easy", "medium", "hard"])
@pytest.mark.parametrize("seats", [3, 6])
def test_rounds_among_themselves_end_soon(level: str, seats: int) -> None:
    rng = Random(f"{level} {seats}")
    table = start(WOLFMOON, seats, rng.randbytes(32), {"length": "round"})
    moves = 0
    while open_asks := asks(table):
        seat = open_asks[0].seat
        seen = view(WOLFMOON, table, seat)
        if level not in QUICK:
            choice = WOLFMOON.bots[level](rng).choose(seen)
        else:
            choice = Thinker(weigh, QUICK[level], PLAIN, rng).choose(seen)
        apply(table, seat, choice)
        moves += 1
    assert moves < 250


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_same_view_and_the_same_chance_give_the_same_choice(level: str) -> None:
    rng = Random(level)
    table = start(WOLFMOON, 4, rng.randbytes(32), {"length": "round"})
    for number in range(15):
        if not asks(table):
            return
        seat = asks(table)[0].seat
        seen = view(WOLFMOON, table, seat)
        twin = WOLFMOON.fill(seen.state, seat, rng)
        choice = WOLFMOON.bots[level](Random(number)).choose(seen)
        assert WOLFMOON.bots[level](Random(number)).choose(seen) == choice
        other = view(WOLFMOON, twin, seat)  # another world that the seat cannot tell from this one
        assert WOLFMOON.bots[level](Random(number)).choose(other) == choice
        advance(table, seat, choice)


def answer(level: str, given: str, *before: Choice) -> Choice:
    """What P0 answers in a real deal, after some other answers."""
    table = whole(given)
    for choice in before:
        apply(table, Seat(0), choice)
    return WOLFMOON.bots[level](Random(1)).choose(view(WOLFMOON, table, Seat(0)))


DRAW = Choice("draw")


@pytest.mark.parametrize("level", ["gentle", "easy", "medium", "hard"])
@pytest.mark.parametrize("other", ["VI", "TH", "SC", "FM"])
def test_it_never_plays_the_mayor_when_it_can_play_another(level: str, other: str) -> None:
    assert answer(level, f"P0 MA; P1 SE; P2 NW; pile {other},..", DRAW).value != Card.MAYOR
    assert answer(level, f"P0 {other}; P1 SE; P2 NW; pile MA,..", DRAW).value != Card.MAYOR


def test_a_gentle_bot_plays_the_stronger_card_and_holds_the_weaker() -> None:
    assert answer("gentle", "P0 SE; P1 VI; P2 NW; pile SP,..", DRAW).value == Card.SPY
    assert answer("easy", "P0 SE; P1 VI; P2 NW; pile SP,..", DRAW).value == Card.SEER


def test_a_gentle_bot_brings_the_werewolf_to_the_center() -> None:
    assert answer("gentle", "P0 WW; P1 VI; P2 NW; pile SP,..") == CENTER
    assert answer("gentle", "P0 SE; P1 VI; P2 NW; pile SP,..") == DRAW


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_it_names_the_value_that_it_has_seen(level: str) -> None:
    table = whole("P0 TR; P1 MA; P2 NW; pile SE,..")
    for choice in (DRAW, Choice("play", Card.SEER), Choice("aim", 1)):
        apply(table, Seat(0), choice)
    for seat in (1, 2):  # both look into the center and keep what they have
        held = table.hands[seat][0]
        for choice in (Choice("center"), Choice("slot", seat), Choice("keep", held)):
            apply(table, Seat(seat), choice)
    table.pile.remove(Card.VILLAGER)
    table.pile.append(int(Card.VILLAGER))
    for choice in (DRAW, Choice("play", Card.VILLAGER), Choice("aim", 1)):
        apply(table, Seat(0), choice)
    bot = WOLFMOON.bots[level](Random(1))
    assert bot.choose(view(WOLFMOON, table, Seat(0))) == Choice("guess", 9)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_written_out_for_speed_is_what_was_fitted(seed: int) -> None:
    rng = Random(seed)
    table = start(WOLFMOON, 3 + seed, rng.randbytes(32), {"length": "round"})
    while open_asks := asks(table):
        if open_asks[0].prompt == "turn":
            alive = table.remaining()
            values, late = standing(table, alive)
            for seat in alive:
                found = features(table, seat, values, late)
                whole_sum = sum(WEIGHTS[number] * value for number, value in found.items())
                assert score(table, seat, values, late) == pytest.approx(whole_sum)
            assert sum(chance(table, seat) for seat in alive) == pytest.approx(1)
        ask = open_asks[0]
        advance(table, ask.seat, rng.choice(ask.choices))


@pytest.mark.parametrize("persona", PERSONAS)
def test_every_persona_can_be_any_level(persona: str) -> None:
    table = start(WOLFMOON, 4, bytes(32), {"length": "round"})
    seat = asks(table)[0].seat
    bot = seated(WOLFMOON, "medium", Random(1), persona)
    assert bot.choose(view(WOLFMOON, table, seat)) in asks(table)[0].choices
