"""What goes wrong on the host's own machine may pause a table, and ends none."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import AsyncIterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

from net import facts
from net import messages as said
from net.facts import Fact
from net.journal import Journals
from net.lasting import Opening
from tests.extent import some
from tests.net.faulty import FaultyDisk
from tests.net.tables import UNHURRIED, check_accounts, play_out, quickly, sit_down
from tests.net.visitors import NO_LIMITS, House, Visitor, eventually, hosting

TABLES = {"options": {"length": "round", "start": "0"}, "pace": 0}
DRAW = "draw"
TROUBLES = (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT)


class Evening(NamedTuple):
    """Ana, who is asked, and two others, at a host with a disk that can be filled up."""

    house: House
    disk: FaultyDisk
    company: list[Visitor]

    def fill_disk(self, table: str = "") -> None:
        """From now on nothing can be written, or nothing for one table."""

        def before(act: str, path: Path) -> None:
            if table in path.name:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        self.disk.before = before

    def empty_disk(self) -> None:
        self.disk.before = lambda act, path: None

    def answer(self) -> said.Act:
        """Ana answers."""
        turn = self.house.table(self.company[0]).lasting.turn
        act = said.Act(turn, 7, DRAW)
        self.company[0].say(act)
        return act


@asynccontextmanager
async def evening(folder: Path) -> AsyncIterator[Evening]:
    disk = FaultyDisk()
    async with hosting(folder, disk, **NO_LIMITS | {"retry": 0.01}) as house:
        company = await house.company("Ana", "Bo", "Cy", **TABLES)
        await house.deal(company)
        yield Evening(house, disk, company)


def on_faulty_disk(folder: Path, disk: FaultyDisk, table: str) -> tuple[Opening, list[Fact]]:
    """How a table was opened and what happened there, as a new host finds it."""
    with Journals(folder, disk.after("killed", Random(0))) as journals:
        found, aside = journals.recover()
    assert not aside
    header, entries = next((one.header, one.entries) for one in found if one.table == table)
    return Opening.of(header), [facts.read(written) for _, *written in entries]


# ── the disk ────────────────────────────────────────────────────────────────────────────────────


async def test_a_full_disk_pauses_the_table_and_everybody_is_told(tmp_path: Path) -> None:
    async with evening(tmp_path) as now:
        now.fill_disk()
        now.answer()
        for visitor in now.company:
            assert (await visitor.until(said.Notice)).key == "disk"


async def test_while_the_disk_is_full_nobody_sees_an_answer_that_could_be_lost(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as now:
        now.fill_disk()
        before = [len(visitor.heard) for visitor in now.company]
        now.answer()
        for visitor, number in zip(now.company, before, strict=True):
            await visitor.until(said.Notice)
            assert [type(message) for message in visitor.heard[number:]] == [said.Notice]


async def test_when_there_is_room_again_the_answer_counts(tmp_path: Path) -> None:
    async with evening(tmp_path) as now:
        now.fill_disk()
        act = now.answer()
        await now.company[0].until(said.Notice)
        now.empty_disk()
        assert (await now.company[0].until(said.Notice)).key == "disk_again"
        assert await now.company[0].until(said.Done) == said.Done(act.id)


async def test_while_one_table_is_paused_another_plays_on(tmp_path: Path) -> None:
    async with evening(tmp_path) as now:
        others = await now.house.company("Di", "Eli", "Fay", **TABLES)
        await now.house.deal(others)
        now.fill_disk(now.house.table(now.company[0]).opening.table)
        now.answer()
        await now.company[0].until(said.Notice)
        turn = now.house.table(others[0]).lasting.turn
        others[0].say(said.Act(turn, 8, DRAW))
        assert await others[0].until(said.Done) == said.Done(8)


async def test_who_comes_back_to_a_paused_table_hears_of_it_at_once(tmp_path: Path) -> None:
    async with evening(tmp_path) as now:
        ana, bo, cy = now.company
        assert bo.seated is not None
        assert cy.seated is not None
        table = now.house.table(ana).opening.table
        now.fill_disk()
        first = await now.house.guest("Bo")
        first.say(said.Join(table, bo.seated.token))  # the first that cannot be written down
        assert (await first.until(said.Notice)).key == "disk"
        second = await now.house.guest("Cy")
        second.say(said.Join(table, cy.seated.token))  # waits behind it
        assert (await second.until(said.Notice)).key == "disk"
        now.empty_disk()
        assert (await first.until(said.Seated)).seat == 1
        assert (await second.until(said.Seated)).seat == 2


async def test_a_host_stops_while_a_table_is_paused(tmp_path: Path) -> None:
    async with evening(tmp_path) as now:
        now.fill_disk()
        now.answer()
        await now.company[0].until(said.Notice)
        table = now.house.table(now.company[0])
        async with asyncio.timeout(20):
            await now.house.host.stop()
        now.empty_disk()
        _, happened = on_faulty_disk(tmp_path, now.disk, table.opening.table)
        assert isinstance(happened[-1], facts.Begin)


async def test_on_a_full_disk_no_table_is_opened(tmp_path: Path) -> None:
    async with evening(tmp_path) as now:
        now.fill_disk()
        di = await now.house.guest("Di")
        di.say(said.Create("wolfmoon", 3))
        assert (await di.refusal()).why == "disk"


async def test_a_record_that_cannot_be_kept_ends_nothing(tmp_path: Path) -> None:
    (tmp_path / "records").touch()
    async with hosting(tmp_path, **NO_LIMITS) as house:
        (ana,) = await house.company("Ana", bots=2, level="random", **TABLES)
        await house.deal([ana])
        await play_out(ana)
        await house.deal([ana])
        assert house.table(ana).lasting.phase == "playing"


def troubled_game(seed: int) -> int:
    """A match on a disk that refuses one write in ten; returns how often it did."""
    with TemporaryDirectory() as folder:
        try:
            return quickly(play(Path(folder), seed))
        except Exception as broken:
            raise AssertionError(f"seed {seed}: {broken!r}") from broken


async def play(folder: Path, seed: int) -> int:
    rng, disk = Random(f"trouble {seed}"), FaultyDisk()
    refused = 0

    def before(act: str, path: Path) -> None:
        nonlocal refused
        if rng.random() < 0.1:
            refused += 1
            error = rng.choice(TROUBLES)
            raise OSError(error, os.strerror(error))

    async with hosting(folder, disk, **UNHURRIED | {"retry": 0.1}) as house:
        wish = said.Create("wolfmoon", 3, {"length": "round"}, bots=1, level="random", pace=0)
        players = await sit_down(house.port, ("Ana", "Bo"), wish, seed)
        disk.before = before
        async with asyncio.TaskGroup() as match:
            for player in players:
                match.create_task(player.play())
        disk.before = lambda act, path: None
        assert players[0].client.seated is not None
        table = players[0].client.seated.table
        check_accounts(*on_faulty_disk(folder, disk, table), players)
    return refused


@pytest.mark.parametrize("seed", range(some(4, 8)))
def test_a_disk_that_refuses_now_and_then_loses_nothing(seed: int) -> None:
    troubled_game(seed)


# ── bots ────────────────────────────────────────────────────────────────────────────────────────


class NoPool(Executor):
    """What is left of a pool whose process was killed."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        raise BrokenExecutor


async def test_a_bot_whose_process_was_killed_answers_all_the_same(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        house.host.bots.pool = NoPool()
        options = {"length": "round", "start": "1"}
        (ana,) = await house.company("Ana", bots=2, options=options, pace=0)
        await house.deal([ana])
        await ana.turn_after(2)


# ── tables that are left ────────────────────────────────────────────────────────────────────────


async def test_a_finished_match_whose_record_was_not_kept_is_kept_at_the_next_start(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        (ana,) = await house.company("Ana", bots=2, level="random", **TABLES)
        await house.deal([ana])
        await play_out(ana)
        records = tmp_path / "records"
        await eventually(lambda: records.is_dir() and any(records.glob("*.moon")))
    for file in records.iterdir():
        file.unlink()
    async with hosting(tmp_path, **NO_LIMITS):
        await eventually(lambda: any(records.glob("*.moon")))
