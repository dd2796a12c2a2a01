"""Set-up and match: the deal, the pile in thirds, the Moon tokens."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.core import Choice, NextRound, Outcome, Seat
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.deck import CHARACTERS, COPIES, VALUE, Card, thirds
from engine.games.wolfmoon.rules import RoundEnds, compare_all
from engine.games.wolfmoon.state import SEATS, Table
from engine.play import apply, asks, settle, start

SIZES = {3: (25, 8, 8, 8), 4: (24, 7, 8, 8), 5: (23, 7, 7, 8), 6: (22, 7, 7, 7)}
"""By number of players: the pile, and its top, middle and bottom parts."""


def deal(seats: int, seed: int = 0, **options: str) -> Table:
    return start(WOLFMOON, seats, seed.to_bytes(32, "big"), options)


def test_the_deck_has_thirty_characters() -> None:
    assert sum(COPIES) == 30
    per_value = Counter(VALUE[kind] for kind in CHARACTERS for _ in range(COPIES[kind]))
    assert [per_value[value] for value in range(11)] == [2, 6, 4, 4, 4, 2, 2, 2, 2, 1, 1]


@pytest.mark.parametrize("seats", SIZES)
def test_the_pile_has_the_sizes_of_the_rules(seats: int) -> None:
    pile, top, middle, bottom = SIZES[seats]
    table = deal(seats)
    assert thirds(seats) == (top, middle, bottom)
    assert len(table.pile) == pile
    from_the_top = table.pile[::-1]
    assert Card.WEREWOLF in from_the_top[:top]
    assert from_the_top[top] == Card.SITTING_WOLF
    assert Card.HOWLING_WOLF in from_the_top[top + 1 : top + 1 + middle]
    assert Card.WEREWOLF_MOON in from_the_top[-bottom:]


@pytest.mark.parametrize("seats", SIZES)
def test_every_deal_is_whole_and_hides_the_werewolf_above_the_first_moon(seats: int) -> None:
    deck = Counter({kind: COPIES[kind] for kind in CHARACTERS})
    deck.update([Card.SITTING_WOLF, Card.HOWLING_WOLF, Card.WEREWOLF_MOON])
    for seed in range(1_000):
        table = deal(seats, seed)
        hands = [card for hand in table.hands for card in hand]
        assert Counter(hands + table.center + table.aside + table.pile) == deck, f"seed {seed}"
        assert [len(hand) for hand in table.hands] == [1] * seats
        assert (len(table.center), len(table.aside)) == (3, 2)
        order = [table.pile[::-1].index(card) for card in range(Card.WEREWOLF, len(Card))]
        assert order == sorted(order), f"seed {seed}"


def test_the_werewolf_may_lie_anywhere_in_its_part() -> None:
    places = Counter(deal(4, seed).pile[::-1].index(Card.WEREWOLF) for seed in range(700))
    assert sorted(places) == list(range(7))
    assert min(places.values()) > 60


def test_the_same_seed_deals_the_same_and_another_one_does_not() -> None:
    assert deal(5, 1) == deal(5, 1)
    assert deal(5, 1) != deal(5, 2)


@pytest.mark.parametrize("seats", [2, 7])
def test_two_or_seven_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match=f"Wolfmoon seats 3 to 6 players, not {seats}"):
        deal(seats)


def test_a_chosen_seat_starts() -> None:
    assert asks(deal(4, start="2"))[0].seat == 2


def test_a_seat_that_is_not_there_cannot_start() -> None:
    with pytest.raises(ValueError, match="Seat 5 cannot start"):
        deal(4, start="5")


def test_without_a_choice_any_seat_may_start() -> None:
    assert {asks(deal(4, seed))[0].seat for seed in range(60)} == {0, 1, 2, 3}


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="Wolfmoon has no option colour"):
        deal(4, colour="red")
    with pytest.raises(ValueError, match="Option length must be one of match, round, not long"):
        deal(4, length="long")


# ── the match ───────────────────────────────────────────────────────────────────────────────────


def won(tokens: list[int], *winners: int, starter: int = 0, ending: str = "high") -> Table:
    """A match in which a round has just been won."""
    table = deal(len(tokens), start=str(starter))
    table.tokens = tokens
    table.end_round(ending, [Seat(seat) for seat in winners])
    settle(table)
    return table


def test_two_who_reach_three_tokens_together_win_together() -> None:
    table = won([2, 2, 0, 1], 0, 1)
    assert table.tokens == [3, 3, 0, 1]
    assert WOLFMOON.outcome(table) == Outcome("high", SEATS[:2])


def test_five_players_need_two_tokens() -> None:
    assert WOLFMOON.outcome(won([1, 0, 0, 0, 0], 0)) == Outcome("high", SEATS[:1])


def test_a_round_without_winner_brings_no_token_and_the_next_seat_starts() -> None:
    table = won([0, 0, 0], starter=2, ending="none")
    assert table.tokens == [0, 0, 0]
    for seat in SEATS[:3]:
        apply(table, seat, Choice("ready"))
    assert (table.round, table.starter, asks(table)[0].seat) == (2, 0, 0)


def test_the_witch_shares_the_token_of_the_player_she_brought_back() -> None:
    table = deal(3)
    table.tokens, table.revived = [2, 0, 2], Seat(0)
    table.displays[2], table.out[2], table.hands[2] = [int(Card.WITCH)], True, []
    table.end_round("last", [Seat(0)])
    settle(table)
    assert table.tokens == [3, 0, 3]
    assert WOLFMOON.outcome(table) == Outcome("last", (SEATS[0], SEATS[2]))


def test_a_new_round_brings_everything_back() -> None:
    table = deal(3)
    table.gone, table.revived = [int(Card.SERVANT), int(Card.ALCHEMIST)], Seat(1)
    table.safe = [True, True, True]
    table.end_round("high", [Seat(1)])
    settle(table)
    for seat in SEATS[:3]:
        apply(table, seat, Choice("ready"))
    hands = [card for hand in table.hands for card in hand]
    assert sorted(hands + table.center + table.aside + table.pile) == sorted(
        [kind for kind in CHARACTERS for _ in range(COPIES[kind])] + [26, 27, 28]
    )
    assert not table.gone
    assert table.owner(Card.WITCH) is None
    assert (table.revived is None, any(table.safe)) == (True, False)


def test_four_may_win_a_match_together() -> None:
    table = deal(4)
    table.tokens, table.pile = [2, 2, 2, 2], []
    table.hands = [[int(Card.BODYGUARD)] for _ in range(4)]
    compare_all(table)
    settle(table)
    assert table.tokens == [3, 3, 3, 3]
    assert WOLFMOON.outcome(table) == Outcome("high", SEATS[:4])


def test_between_rounds_everyone_is_asked_and_the_last_answer_deals() -> None:
    table = won([0, 0, 0], 1)
    assert [ask.seat for ask in asks(table)] == [0, 1, 2]
    apply(table, Seat(2), Choice("ready"))
    assert [ask.seat for ask in asks(table)] == [0, 1]
    assert isinstance(table.todo[-1], NextRound)
    apply(table, Seat(0), Choice("ready"))
    apply(table, Seat(1), Choice("ready"))
    assert isinstance(table.todo[0], RoundEnds)


def test_a_single_round_is_a_whole_game_if_the_table_wishes() -> None:
    table = deal(3, length="round")
    table.end_round("high", [Seat(2)])
    settle(table)
    assert WOLFMOON.outcome(table) == Outcome("high", SEATS[2:3])
    assert asks(table) == ()


def test_the_end_of_a_round_shows_all_cards_only_if_the_table_wishes() -> None:
    for wish in ("rules", "all"):
        table = deal(3, length="round", reveal=wish)
        table.end_round("last", [Seat(2)])
        settle(table)
        assert table.events is not None
        shown = [event.kind for event in table.events if event.kind.startswith("revealed")]
        assert bool(shown) == (wish == "all")


def test_a_whole_match_takes_several_rounds() -> None:
    rng = Random(1)
    table = deal(4)
    while open_asks := asks(table):
        apply(table, open_asks[0].seat, rng.choice(open_asks[0].choices))
    assert table.round >= 3
    assert max(table.tokens) == 3
