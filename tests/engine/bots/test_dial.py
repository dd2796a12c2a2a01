"""The dial: between two levels there is a bot for every point, and each of its turns is all one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.arena import one_against_all
from engine.bots.dial import Between, can_play, dial_of, level_at, point_of
from engine.bots.personas import seated
from engine.core import Choice, Game, View
from engine.games import GAMES
from engine.play import advance, asks, start, view


class First:
    """Answers with the first choice, and remembers when."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def choose(self, view: View[Any], /) -> Choice:
        assert view.ask is not None
        self.asked.append(view.ask.prompt)
        return view.ask.choices[0]


@pytest.mark.parametrize("name", GAMES)
def test_the_dial_begins_with_a_gentle_bot_and_ends_with_a_hard_one(name: str) -> None:
    dial = dial_of(GAMES[name])
    assert (dial[0], dial[-1]) == ("gentle", "hard")


def test_moonlight_has_two_levels_between_easy_and_medium() -> None:
    dial = dial_of(GAMES["moonlight"])
    assert dial[dial.index("easy") : dial.index("medium")] == ["easy", "greedy", "steady"]


@pytest.mark.parametrize(
    ("place", "level"),
    [(-1.0, "gentle+0"), (0.0, "gentle+0"), (1.4, "easy+40"), (1.999, "greedy+0"), (9.0, "hard+0")],
)
def test_every_place_has_a_name_and_beyond_the_ends_are_the_ends(place: float, level: str) -> None:
    assert level_at(GAMES["wolfmoon"], place) == level


@pytest.mark.parametrize("name", GAMES)
def test_every_place_of_the_dial_can_be_played(name: str) -> None:
    game = GAMES[name]
    for place in range(0, 100 * len(dial_of(game)), 7):
        assert can_play(game, level_at(game, place / 100))


@pytest.mark.parametrize(
    "level", ["", "+", "easy+", "easy+x", "easy+-1", "easy+100", "easy+²", "random+5", "easy+5+5"]
)
def test_what_names_no_point_cannot_be_played(level: str) -> None:
    game = GAMES["wolfmoon"]
    assert point_of(game, level) is None
    assert not can_play(game, level)
    with pytest.raises(ValueError, match="has no"):
        seated(game, level, Random(1))


def turns(game: Game[Any], share: float, seed: int) -> tuple[int, int, int]:
    """Let a point play all seats: how many turns are played like the lower bot, like the upper one,
    and like both."""
    lower, upper = First(), First()
    bot = Between(game.turns, lower, upper, share)
    state = start(game, game.seats[-1], seed.to_bytes(32, "big"), {"length": "round"})
    found = [0, 0, 0]
    turn, asked = None, (0, 0)
    while open_asks := asks(state):
        seat = open_asks[0].seat
        seen = view(game, state, seat)
        begun = [n for n, event in enumerate(state.events) if event.kind in game.turns][-1:]
        if turn != (seat, begun):
            turn, asked = (seat, begun), (len(lower.asked), len(upper.asked))
            found[0] += 1
        advance(state, seat, bot.choose(seen))
        if len(lower.asked) > asked[0] and len(upper.asked) > asked[1]:
            found[2] += 1
    return len(lower.asked), len(upper.asked), found[2]


@pytest.mark.parametrize("name", ["wolfmoon", "moonlight", "robbers"])
def test_a_turn_is_played_by_one_of_the_two_from_beginning_to_end(name: str) -> None:
    played = [turns(GAMES[name], 0.5, seed) for seed in range(20)]
    assert sum(both for _, _, both in played) == 0
    lower, upper = sum(one[0] for one in played), sum(one[1] for one in played)
    assert 0.3 < upper / (lower + upper) < 0.7


@pytest.mark.parametrize(("share", "expected"), [(0.0, 0.0), (0.2, 0.2), (0.8, 0.8)])
def test_the_share_says_how_many_turns_are_played_like_the_better_bot(
    share: float, expected: float
) -> None:
    played = [turns(GAMES["robbers"], share, seed) for seed in range(25)]
    lower, upper = sum(one[0] for one in played), sum(one[1] for one in played)
    assert abs(upper / (lower + upper) - expected) < 0.08


@pytest.mark.parametrize("name", GAMES)
def test_a_point_chooses_by_what_its_seat_may_see(name: str) -> None:
    game, rng = GAMES[name], Random(4)
    state = start(game, game.seats[0], bytes(32))
    for number in range(40):
        seat = asks(state)[0].seat
        seen = view(game, state, seat)
        twin = view(game, game.fill(seen.state, seat, rng), seat)
        chosen = seated(game, "gentle+50", Random(number), "Ada").choose(seen)
        assert chosen in asks(state)[0].choices
        assert seated(game, "gentle+50", Random(number), "Ada").choose(twin) == chosen
        advance(state, seat, chosen)


def test_a_point_likes_what_its_persona_likes() -> None:
    bot = seated(GAMES["wolfmoon"], "medium+30", Random(1), "Ada")
    assert isinstance(bot, Between)
    liked = GAMES["wolfmoon"].styles["Ada"]
    assert getattr(bot.lower, "style", None) == getattr(bot.upper, "style", None) == liked


@pytest.mark.parametrize("name", ["wolfmoon", "moonlight"])
def test_easy_wins_more_than_its_share_against_gentle_bots(name: str) -> None:
    game = GAMES[name]
    seats = min(4, game.seats[-1])
    found = one_against_all(
        game, "easy", "gentle", seats=seats, deals=40, options={"length": "round"}
    )
    assert found.share - found.margin > 1 / seats
