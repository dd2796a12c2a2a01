"""No tells by time: when a bot's answer comes does not say how long the bot had to think."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core import View
from engine.play import asks
from net import messages as said
from net.host import Host
from net.journal import Journals
from net.limits import Limits
from net.thinking import TICK
from tests.net.faulty import FaultyDisk
from tests.net.visitors import NO_LIMITS, Clock, House, Visitor

Pause = Callable[[View[Any]], float]
ANSWERS = 25


class Leaps(selectors.DefaultSelector):
    """Instead of waiting for nothing but time, it lets time pass."""

    passed = 0.0
    host: Host | None = None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if found or timeout == 0:
            return found
        if timeout is None or (self.host is not None and self.host.journals.writing):
            return super().select(1)
        self.passed += timeout
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop whose time passes only when there is nothing to do."""

    def __init__(self) -> None:
        self.leaps = Leaps()
        super().__init__(self.leaps)

    def time(self) -> float:
        return self.leaps.passed


class Thinkers(Executor):
    """Bots whose thoughts take as long as a test says."""

    def __init__(self, pause: Pause) -> None:
        self.pause = pause

    def submit(self, work: Any, /, *args: Any, **_: Any) -> Future[Any]:
        thought: Future[Any] = Future()
        shown = next(arg for arg in args if isinstance(arg, View))
        choice = work(*args)

        def end() -> None:
            if not thought.done():
                thought.set_result(choice)

        asyncio.get_running_loop().call_later(self.pause(shown), end)
        return thought

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Nothing is left behind."""


class Indoors(House):
    """People in the same process as the host: no port, and no network that takes its time."""

    async def stranger(self, address: str = "", narrow: bool = False) -> Visitor:
        visitor = Visitor(*await asyncio.open_connection(sock=self.host.dial()))
        self.guests.push_async_callback(visitor.hang_up)
        return visitor


async def heard(folder: Path, pause: Pause, people: int) -> list[float]:
    """How long bots seem to think, at pace 0; every deal and choice is the same each time."""
    secrets = Random("tells")
    host = Host("Moon", folder, limits=Limits(**NO_LIMITS), pool=Thinkers(pause))
    host.draw = lambda: secrets.randbytes(32)
    host.bots.secret = bytes(32)
    host.journals.close()
    host.journals = Journals(folder, FaultyDisk())
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    loop.leaps.host = host
    host.open()
    house, rng = Indoors(host, 0, Clock()), Random("tells")
    times: list[float] = []
    async with house.guests:
        names = ("Ada", "Ben")[:people]
        company = await house.company(*names, seats=4, bots=4 - people, level="easy")
        while len(times) < ANSWERS:
            table = house.table(company[0])
            if table.lasting.phase != "playing":
                await house.deal(company)
                continue
            turn, ask, asked = table.lasting.turn, asks(table.lasting.state)[0], loop.time()
            if not table.bot_plays(ask.seat):
                act = said.Act(turn, next(Visitor.numbers), *rng.choice(ask.choices))
                company[ask.seat].say(act)
            for visitor in company:
                await visitor.turn_after(turn)
            if table.bot_plays(ask.seat) and not ask.window:
                times.append(round(loop.time() - asked, 6))
    await host.stop()
    return times


def times_of(folder: Path, pause: Pause, people: int = 2) -> list[float]:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(heard(folder, pause, people))


def by_hand(shown: View[Any]) -> float:
    """A thought that takes longer with some hands than with others."""
    return 0.02 + 0.05 * float(max(shown.state.hands[shown.seat or 0]) % 5)


def test_among_people_a_bot_that_thinks_hard_answers_when_any_other_would(tmp_path: Path) -> None:
    assert times_of(tmp_path / "1", lambda _: 0.0) == times_of(tmp_path / "2", by_hand)


def test_a_late_answer_waits_for_the_next_whole_tick(tmp_path: Path) -> None:
    late = times_of(tmp_path, lambda shown: TICK + by_hand(shown))
    assert late == pytest.approx([2 * TICK] * ANSWERS)


def test_who_plays_alone_does_not_wait_for_a_tick(tmp_path: Path) -> None:
    assert max(times_of(tmp_path, lambda _: 0.01, people=1)) < TICK


def test_hands_do_make_a_difference_where_nobody_else_could_read_them(tmp_path: Path) -> None:
    assert len(set(times_of(tmp_path, by_hand, people=1))) > 1
