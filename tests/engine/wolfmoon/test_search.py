"""The end of the pile: every possibility is weighed, and a sure win is taken."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from engine.core import Ask, Choice, Seat
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.levels import HARD, MEDIUM
from engine.games.wolfmoon.search import EndSearch, Plan, World, near, think
from engine.games.wolfmoon.state import Table
from engine.play import advance, asks, start, view


def greedy(table: Table, ask: Ask) -> Choice:
    """What the greedy bot answers; it leaves to chance only what makes no difference to it."""
    return WOLFMOON.bots["greedy"](Random(1)).choose(view(WOLFMOON, table, ask.seat))


def last_play(seed: int, left: int = 0, prompt: str = "play") -> tuple[Table, Ask]:
    """A round of three, up to a play with this many cards left in the pile, or another question."""
    rng = Random(f"end {seed}")
    table = start(WOLFMOON, 3, rng.randbytes(32), {"length": "round"})
    while open_asks := asks(table):
        ask = open_asks[0]
        if len(table.pile) == left and ask.prompt == prompt and len(ask.choices) == 2:
            return table, ask
        bot = WOLFMOON.bots["greedy"](Random(rng.random()))
        advance(table, ask.seat, bot.choose(view(WOLFMOON, table, ask.seat)))
    raise AssertionError(f"round {seed} ends otherwise")


def wins_with(table: Table, ask: Ask, choice: Choice) -> bool:
    """Whether the player wins with this choice, going on greedily."""
    table = table.copy()
    advance(table, ask.seat, choice)
    while not table.ending:
        ask_then = asks(table)[0]
        advance(table, ask_then.seat, greedy(table, ask_then))
    return ask.seat in table.winners


@pytest.mark.parametrize("seed", [957, 971, 1020, 1068, 1231, 1270, 1533, 1669, 1970])
def test_who_knows_what_all_others_hold_takes_a_sure_win(seed: int) -> None:
    table, ask = last_play(seed)
    winning = [choice for choice in ask.choices if wins_with(table, ask, choice)]
    assert len(winning) == 1, "a seed in which only one of two cards wins"
    assert WOLFMOON.bots["hard"](Random(1)).choose(view(WOLFMOON, table, ask.seat)) == winning[0]


@pytest.mark.parametrize("seed", [971, 1020, 1970])
def test_every_table_that_may_be_is_weighed_by_its_chance(seed: int) -> None:
    table, ask = last_play(seed)
    search = think(view(WOLFMOON, table, ask.seat), Random(1), HARD)
    worlds = search.worlds()
    odds = search.belief.odds()
    assert sum(weight for weight, _ in worlds) == pytest.approx(1)
    for rival in table.rivals(ask.seat):
        for kind, chance in enumerate(odds[rival]):
            found = sum(weight for weight, world in worlds if world.hands[rival] == [kind])
            assert found == pytest.approx(chance)


def test_with_one_card_left_every_card_that_may_be_the_last_is_thought_of() -> None:
    table, ask = last_play(986, left=1, prompt="turn")
    worlds = think(view(WOLFMOON, table, ask.seat), Random(1), HARD).worlds()
    lasts: dict[int, float] = {}
    for weight, world in worlds:
        lasts[world.pile[0]] = lasts.get(world.pile[0], 0.0) + weight
    assert table.pile[0] in lasts
    assert sum(lasts.values()) == pytest.approx(1)
    assert len(lasts) > 5


def test_a_table_is_dealt_several_times_as_the_other_cards_may_lie_anyhow() -> None:
    table, ask = last_play(1068)
    search = think(view(WOLFMOON, table, ask.seat), Random(1), HARD)
    assert isinstance(search, EndSearch)
    assert len(search.deals.every(1) or ()) == 1, "all that is known of the hands is certain"
    assert len({f"{world.center} {world.aside}" for _, world in search.worlds()}) > 50


@pytest.mark.parametrize("seed", [1020, 1970])
def test_where_every_table_is_weighed_no_plan_is_dropped_before_it_met_them_all(seed: int) -> None:
    table, ask = last_play(seed)
    search = think(view(WOLFMOON, table, ask.seat), Random(1), HARD)
    met: dict[Plan, int] = {}
    try_out = search.try_out

    def counted(plan: Plan, worlds: Sequence[World]) -> float:
        met[plan] = met.get(plan, 0) + len(worlds)
        return try_out(plan, worlds)

    search.try_out = counted  # type: ignore[method-assign]
    search.best()
    count = len(think(view(WOLFMOON, table, ask.seat), Random(1), HARD).worlds())
    assert len(met) > 1
    assert set(met.values()) == {count}


@pytest.mark.parametrize("seed", [1000, 1099])
def test_nothing_is_certain_while_a_rival_has_a_choice_left(seed: int) -> None:
    table, ask = last_play(seed, left=1)
    best = think(view(WOLFMOON, table, ask.seat), Random(1), HARD).ideas()[0]
    advance(table, ask.seat, best.choices[0])
    assert any(len(rival.choices) > 1 for rival in asks(table))
    assert 0 < best.chance < 1


def test_the_end_is_seen_by_who_looks_ahead_and_by_nobody_else() -> None:
    table, ask = last_play(971)
    seen = view(WOLFMOON, table, ask.seat)
    assert near(seen.state)
    assert isinstance(think(seen, Random(1), HARD), EndSearch)
    assert not isinstance(think(seen, Random(1), MEDIUM), EndSearch)
    beginning = start(WOLFMOON, 3, bytes(32), {"length": "round"})
    assert not near(view(WOLFMOON, beginning, Seat(0)).state)
