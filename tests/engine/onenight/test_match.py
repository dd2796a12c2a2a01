"""A match: chips for the winners, and how a tie at the top ends."""

from __future__ import annotations

from random import Random

from engine.core import READY, Choice, Seat
from engine.games.onenight.day import LISTEN
from engine.games.onenight.state import Village
from engine.play import apply, asks
from tests.engine.onenight.days import morning, sleep


def tied() -> Village:
    """A match for three chips, after three games that two seats have won together."""
    village = morning(3, seed=69, length="match", chips="3", talk="free")
    vote(village, 1, 2, 0)  # nobody dies: the two werewolves win
    next_game(village)
    vote(village, 2, 2, 0)  # twice the third seat is the only werewolf, and is found
    next_game(village)
    vote(village, 2, 2, 0)
    return village


def vote(village: Village, *votes: int) -> None:
    """Say nothing, and cast these votes."""
    for seat in village.everyone():
        apply(village, seat, LISTEN)
    for seat in village.everyone():
        apply(village, seat, Choice("vote", votes[seat]))


def next_game(village: Village) -> None:
    """Deal again, and let everybody sleep through the night."""
    for seat in village.everyone():
        apply(village, seat, READY)
    sleep(village)


def test_a_match_goes_on_until_one_has_most_chips() -> None:
    rng = Random(1)
    village = morning(3, length="match", chips="3")
    while open_asks := asks(village):
        ask = rng.choice(open_asks)
        apply(village, ask.seat, rng.choice(ask.choices))
    (champion,) = village.champions or ()
    assert village.chips[champion] >= 3
    assert village.chips.count(max(village.chips)) == 1


def test_two_who_reach_the_goal_together_play_on() -> None:
    village = tied()
    assert village.chips == [3, 3, 0]
    assert village.champions is None
    assert {(ask.seat, ask.prompt) for ask in asks(village)} == {
        (seat, "next_round") for seat in village.everyone()
    }


def test_the_game_that_parts_them_ends_the_match() -> None:
    village = tied()
    next_game(village)
    vote(village, 1, 0, 0)
    assert village.chips == [3, 4, 1]
    assert village.champions == (Seat(1),)
    assert asks(village) == ()


def test_a_match_without_enemies_ends_in_a_tie_that_no_game_would_part() -> None:
    village = morning(
        3, length="match", chips="3", talk="free", cards_werewolf="0", cards_villager="3"
    )
    for game in range(3):
        if game:
            next_game(village)
        vote(village, 1, 2, 0)
    assert village.chips == [3, 3, 3]
    assert village.champions == (Seat(0), Seat(1), Seat(2))
