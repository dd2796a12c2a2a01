"""The greedy bot plays to win, and never eliminates itself."""

from __future__ import annotations

from random import Random

import pytest

from engine.arena import one_against_all, play_out
from engine.core import Choice, Seat
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.deck import Card
from engine.games.wolfmoon.greedy import GreedyBot
from engine.play import apply, asks, start, view
from tests.scenarios.wolfmoon import given


def choice(text: str, *answers: Choice) -> Choice:
    """What P0's bot answers, after some given answers."""
    table = given(text)
    for answer in answers:
        apply(table, Seat(0), answer)
    return GreedyBot(Random(1)).choose(view(WOLFMOON, table, Seat(0)))


DRAW = Choice("draw")


@pytest.mark.parametrize("doom", ["MA", "WW"])
@pytest.mark.parametrize("other", ["BK", "VI", "TH", "SC", "FM"])
def test_it_never_plays_mayor_or_werewolf_when_it_can_play_another(doom: str, other: str) -> None:
    for text in (
        f"P0 {doom}; P1 SE; P2 NW; pile {other},..",
        f"P0 {other}; P1 SE; P2 NW; pile {doom},..",
    ):
        assert choice(text, DRAW).value not in (Card.MAYOR, Card.WEREWOLF)


def test_it_plays_a_vampire_that_wins() -> None:
    assert choice("P0 MA / SP,AL; P1 SE; P2 NW; pile VA,..", DRAW) == Choice("play", Card.VAMPIRE)


def test_it_guesses_the_value_it_has_seen() -> None:
    table = given("P0 TR; P1 FM; P2 NW; pile SE,ME,BG,VI,..")
    for seat, answer in (
        (0, DRAW),
        (0, Choice("play", Card.SEER)),
        (0, Choice("aim", 1)),
        (1, DRAW),
        (1, Choice("play", Card.MERCHANT)),
        (2, DRAW),
        (2, Choice("play", Card.BODYGUARD)),
        (0, DRAW),
    ):
        apply(table, Seat(seat), answer)
    bot = GreedyBot(Random(1))
    for expected in (Choice("play", Card.VILLAGER), Choice("aim", 1), Choice("guess", 4)):
        assert bot.choose(view(WOLFMOON, table, Seat(0))) == expected
        apply(table, Seat(0), expected)
    assert table.out[1]


def test_it_compares_only_when_the_odds_are_good() -> None:
    aim = (DRAW, Choice("play", Card.BARKEEPER))
    assert choice("P0 BK; P1 SE; P2 NW; pile BA,..", *aim) == Choice("pass")
    assert choice("P0 MA; P1 SE; P2 NW; pile BA,..", *aim).verb == "aim"


def test_it_does_not_loop_in_the_center() -> None:
    for seed in range(20):
        bots = [GreedyBot(Random(f"{seed} {seat}")) for seat in range(4)]
        table = play_out(WOLFMOON, bots, seed.to_bytes(32, "big"), {"length": "round"})
        assert table.events is not None
        assert len(table.events) < 400, f"seed {seed}"


def test_it_answers_the_same_view_the_same_way() -> None:
    table = start(WOLFMOON, 4, bytes(32))
    seen = view(WOLFMOON, table, asks(table)[0].seat)
    assert GreedyBot(Random(3)).choose(seen) == GreedyBot(Random(3)).choose(seen)


def test_it_beats_three_random_bots_clearly() -> None:
    share = one_against_all(
        WOLFMOON, "greedy", "random", seats=4, deals=60, options={"length": "round"}
    )
    assert share.share - share.margin > 0.3, str(share)
