"""Neither a changed wall clock nor a sleeping machine decides a game, or gains anybody time."""

from __future__ import annotations

import ast
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.core import Seat
from engine.games import GAMES
from engine.play import asks
from net import messages as said
from net.lasting import BANK, EACH_QUESTION
from net.limits import Limits
from net.messages import Message
from net.table import GRACE
from net.wire import pack
from tests.net.visitors import NO_LIMITS, House, Visitor, eventually, hosting

USUAL = Limits()
MINUTE, HOUR, YEAR = 60.0, 3600.0, 365.25 * 24 * 3600.0
NIGHT = 10 * MINUTE
"""How long machines sleep here."""
JUMPS = (1.0, -1.0, HOUR, -HOUR, YEAR, -YEAR, 10 * YEAR, -10 * YEAR)
"""Leaps of the wall clock, in seconds."""
SLOW = 0.05
"""The pace of the loop's own clock: even on a busy machine, time passes when a test says so."""
ROOT = Path(__file__).parents[2]


class Timer(NamedTuple):
    """Something that happens if nobody does anything for a given time."""

    seconds: float
    slack: float
    """How much later it may be noticed."""
    happened: Callable[[], bool]
    awake: list[Visitor]
    """Those who go on talking to the host."""


@asynccontextmanager
async def host(folder: Path, **limits: Any) -> AsyncIterator[House]:
    usual = NO_LIMITS | {"asleep": USUAL.asleep, "dead": USUAL.dead, "idle": MINUTE}
    async with hosting(folder, pace=SLOW, **usual | limits) as house:
        yield house


async def everything_is_done(timer: Timer) -> None:
    """Whatever was due when this was called has happened."""
    for _ in range(3):
        for visitor in timer.awake:
            await visitor.settled()


async def let_pass(house: House, timer: Timer, seconds: float) -> None:
    """Time passes while host and guests are awake."""
    for _ in range(int(seconds)):
        house.clock.leap(1.0)
        for visitor in timer.awake:
            await visitor.settled()


# ── the timers of a host ────────────────────────────────────────────────────────────────────────


async def window(house: House) -> Timer:
    """A window is open, and nobody answers."""
    company, rng = await house.company("Ada", "Ben", "Cleo"), Random("window")
    table = house.table(company[0])
    while not any(due.kind == "window" for due in table.due()):
        if table.lasting.phase != "playing":
            await house.deal(company)
        else:
            await house.play(company, rng, answers=1)
        table = house.table(company[0])
    turn = table.lasting.turn
    seconds = GAMES["wolfmoon"].windows["reaction"].seconds
    return Timer(seconds, 1, lambda: house.table(company[0]).lasting.turn > turn, company[:1])


async def grace(house: House) -> Timer:
    """A player's line is lost; after a while a bot stands in."""
    company = await house.company("Ada", "Ben", "Cleo")
    await house.deal(company)
    await company[1].hang_up()
    await eventually(lambda: house.table(company[0]).present.seated.get(Seat(1)) is None)
    others = [company[0], company[2]]
    return Timer(GRACE, 1, lambda: house.table(company[0]).lasting.chairs[1].stand_in, others)


async def bank(house: House) -> Timer:
    """A player thinks, and has a clock."""
    company = await house.company("Ada", "Ben", "Cleo", clock=True)
    await house.deal(company)
    seat = asks(house.table(company[0]).lasting.state)[0].seat
    left = BANK + EACH_QUESTION
    return Timer(left, 1, lambda: house.table(company[0]).lasting.chairs[seat].bank == 0, company)


async def bot(house: House) -> Timer:
    """A bot seems to think."""
    options = {"length": "round", "start": "1"}
    company = await house.company("Ada", bots=2, level="random", pace=500, options=options)
    await house.deal(company)
    table = house.table(company[0])
    (due,) = table.due()
    return Timer(
        due.seconds, 1, lambda: house.table(company[0]).lasting.turn > table.lasting.turn, company
    )


async def token(house: House) -> Timer:
    """Somebody has come back, and holds a new token."""
    (ada,) = await house.company("Ada")
    assert ada.seated is not None
    again = await house.guest("Ada")
    again.say(said.Join(ada.seated.table, ada.seated.token))
    await again.until(said.Seated)
    return Timer(
        USUAL.old_token, 1, lambda: not house.table(again).lasting.chairs[0].old_token, [again]
    )


async def hello(house: House) -> Timer:
    """Somebody has connected, and says nothing."""
    ada = await house.guest("Ada")
    stranger = await house.stranger()
    await eventually(lambda: len(house.host.connections.by_peer) == 2)
    line = house.line(stranger)
    return Timer(USUAL.hello, USUAL.ping / 3, lambda: line.closing, [ada])


async def frame(house: House) -> Timer:
    """Somebody has begun a frame."""
    ada, ben = await house.guest("Ada"), await house.guest("Ben")
    ben.write(pack(said.Say("a long story"))[:9])
    line = house.line(ben)
    await eventually(lambda: line.begun is not None)
    return Timer(USUAL.frame, USUAL.ping / 3, lambda: line.closing, [ada])


async def silence(house: House) -> Timer:
    """Somebody does not even answer pings."""
    ada, ben = await house.guest("Ada"), await house.guest("Ben")
    line = house.line(ben)
    return Timer(USUAL.dead, USUAL.ping / 3, lambda: line.closing, [ada])


async def idle(house: House) -> Timer:
    """A table that nobody is at."""
    (ada,) = await house.company("Ada")
    await ada.hang_up()
    await eventually(lambda: not house.host.connections.by_peer)
    return Timer(MINUTE, MINUTE, lambda: not house.host.tables.rows(), [await house.guest("Ben")])


TIMERS = (window, grace, bank, bot, token, hello, frame, silence, idle)

every_timer = pytest.mark.parametrize("begin", TIMERS, ids=lambda timer: timer.__name__)
Begin = Callable[[House], Awaitable[Timer]]


@every_timer
async def test_while_the_machine_sleeps_nothing_runs_out(tmp_path: Path, begin: Begin) -> None:
    async with host(tmp_path) as house:
        timer = await begin(house)
        house.clock.leap(NIGHT)
        await everything_is_done(timer)
        assert not timer.happened()


@every_timer
async def test_what_was_left_before_a_sleep_is_left_after_it(tmp_path: Path, begin: Begin) -> None:
    async with host(tmp_path) as house:
        timer = await begin(house)
        before = timer.seconds // 2
        await let_pass(house, timer, before)
        house.clock.leap(NIGHT)
        await let_pass(house, timer, timer.seconds - before - 1)
        assert not timer.happened()
        await let_pass(house, timer, 2 + timer.slack)
        await eventually(timer.happened)


@every_timer
async def test_the_wall_clock_may_say_what_it_likes(
    tmp_path: Path, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, real_ns = time.time, time.time_ns
    async with host(tmp_path) as house:
        timer = await begin(house)
        for jump in JUMPS:
            monkeypatch.setattr(time, "time", lambda jump=jump: real() + jump)
            monkeypatch.setattr(time, "time_ns", lambda jump=jump: real_ns() + int(jump * 1e9))
            await everything_is_done(timer)
            assert not timer.happened()
        await let_pass(house, timer, timer.seconds - 1)
        assert not timer.happened()
        await let_pass(house, timer, 2 + timer.slack)
        await eventually(timer.happened)


# ── what is counted in time ─────────────────────────────────────────────────────────────────────


async def test_who_thought_before_and_after_a_sleep_is_charged_for_both_and_not_for_the_sleep(
    tmp_path: Path,
) -> None:
    async with host(tmp_path) as house:
        timer = await bank(house)
        table = house.table(timer.awake[0])
        ask = asks(table.lasting.state)[0]
        await let_pass(house, timer, 30)
        house.clock.leap(NIGHT)
        await let_pass(house, timer, 30)
        await timer.awake[ask.seat].answer(table, ask, Random("bank"))
        left = house.table(timer.awake[0]).lasting.chairs[ask.seat].bank
        assert left == pytest.approx(BANK + EACH_QUESTION - 60, abs=2)


async def test_nobody_misses_a_turn_while_the_host_sleeps(tmp_path: Path) -> None:
    async with host(tmp_path) as house:
        timer = await grace(house)
        for _ in range(3):
            house.clock.leap(NIGHT)
            await everything_is_done(timer)
        table = house.table(timer.awake[0])
        assert table.absent() is None
        assert [chair.missed for chair in table.lasting.chairs] == [0, 0, 0]


async def test_after_a_sleep_nobody_is_warned_of_the_clock(tmp_path: Path) -> None:
    async with host(tmp_path) as house:
        timer = await bank(house)
        house.clock.leap(NIGHT)
        await everything_is_done(timer)
        heard: list[Message] = [message for guest in timer.awake for message in guest.heard]
        notices = [message.key for message in heard if isinstance(message, said.Notice)]
        assert {*notices} <= {"came"}


async def test_a_sleep_earns_a_burst_of_frames_and_no_more(tmp_path: Path) -> None:
    async with host(tmp_path, rate=USUAL.rate, burst=USUAL.burst) as house:
        ada = await house.guest("Ada")
        house.clock.leap(NIGHT)
        ada.say(*[said.Tables()] * (int(USUAL.burst) + 10))
        answers = [await ada.until(Message) for _ in range(int(USUAL.burst) + 10)]
        lists = sum(isinstance(answer, said.TableList) for answer in answers)
        assert lists == pytest.approx(USUAL.burst, abs=2)


async def test_the_next_guess_is_a_minute_away_by_no_wall_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time
    async with host(tmp_path) as house:
        (ada,) = await house.company("Ada", password="moon")
        guesser = await house.guest("Eve")
        assert ada.seated is not None
        guess = said.Join(ada.seated.table, password="sun")
        guesser.say(*[guess] * 11)
        whys = [(await guesser.refusal()).why for _ in range(11)]
        assert whys == ["wrong_password"] * 10 + ["too_many_guesses"]
        monkeypatch.setattr(time, "time", lambda: real() + YEAR)
        guesser.say(guess)
        assert (await guesser.refusal()).why == "too_many_guesses"


def asks_the_time_of_day(file: Path) -> bool:
    modules = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(node.module or "")
    return bool(modules & {"time", "datetime"})


MAY_ASK = {
    "security.py",  # how long a certificate is good
}


def test_no_part_of_a_host_that_times_anything_knows_the_time_of_day() -> None:
    files: list[Any] = [*(ROOT / "net").glob("*.py"), *(ROOT / "engine").rglob("*.py")]
    assert {file.name for file in files if asks_the_time_of_day(file)} == MAY_ASK
