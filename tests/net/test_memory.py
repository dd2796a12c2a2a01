"""What a host has freed goes back to the machine."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.games import GAMES
from engine.play import asks
from net.memory import give_back, keep_giving_back
from tests.net.tables import Parlour


def resident() -> int:
    """Pages that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1])


@pytest.mark.skipif(not give_back(), reason="only GNU's C library can give memory back")
def test_what_closed_connections_held_goes_back_to_the_machine() -> None:
    before = resident()
    held = [bytes(1_000 + number % 7) for number in range(60_000)]
    last = bytes(1_003)  # above all of them: without help, what is below it stays taken
    most = resident()
    held.clear()
    give_back()
    assert len(last) == 1_003
    assert resident() - before < (most - before) / 4


@pytest.fixture
def no_collector() -> Iterator[None]:
    """As in a host, the collector of garbage does nothing by itself."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("game", GAMES)
def test_play_leaves_nothing_to_the_collector_of_garbage(game: str) -> None:
    rules, rng = GAMES[game], Random(game)
    names = "ABCDEF"[: min(rules.seats)]
    parlour = Parlour(*names, game=game, version=rules.version, options={})
    parlour.deal()
    gc.collect()
    for _ in range(12):
        ask = asks(parlour.table.lasting.state)[0]
        assert parlour.act(rng.choice(ask.choices), ask.seat) == ""
    assert gc.collect() == 0


class Circle:
    """Something that refers to itself, as a closed connection does."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.usefixtures("no_collector")
async def test_what_refers_to_itself_goes_while_a_host_runs() -> None:
    gone = asyncio.Event()
    weakref.finalize(Circle(), gone.set)
    giving = asyncio.create_task(keep_giving_back())
    await gone.wait()
    giving.cancel()
