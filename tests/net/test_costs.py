"""Costs have owners: what one address, guest or seat costs is never paid by anybody else."""

from __future__ import annotations

import asyncio
import gc
import os
import weakref
from asyncio.sslproto import SSLProtocol
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from net import messages as said
from net.client import Client
from net.costs import first_to_go, household
from net.disk import Disk
from net.host import Host
from net.journal import Journals
from net.limits import Limits
from net.table import Table
from net.thinking import Bots, Rota
from tests.net.tables import Parlour, play_out
from tests.net.test_admission import hosting_with_keys
from tests.net.test_hostile import linux_only
from tests.net.visitors import NO_LIMITS, House, Visitor, eventually, hosting

USUAL = Limits()
EVE = "127.0.0.66"

# ── who pays ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("address", "payer"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"),
        ("fe80::1", "fe80::1"),
        ("unix:ada", "unix:ada"),
    ],
)
def test_an_address_is_a_household(address: str, payer: str) -> None:
    assert household(address) == payer


def test_the_first_to_go_is_the_oldest_of_the_biggest_crowd() -> None:
    assert first_to_go(["a1", "b1", "b2", "c1", "b3"], lambda one: one[0]) == "b1"


# ── lines ───────────────────────────────────────────────────────────────────────────────────────


@linux_only
async def test_five_addresses_full_of_silent_lines_keep_nobody_out(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        silent = [
            await house.stranger(f"127.0.0.{10 + number}")
            for number in range(5)
            for _ in range(USUAL.per_address)
        ]
        await house.guest("Ada", "127.0.0.2")
        assert len(silent) > USUAL.strangers
        assert len(house.host.connections.by_peer) <= USUAL.strangers + 1


@linux_only
async def test_a_house_full_of_newcomers_from_few_addresses_has_room_for_one_from_another(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, connections=4) as house:
        crowd = [await house.guest(f"Eve {number}", EVE) for number in range(4)]
        ada = await house.guest("Ada")
        assert await crowd[0].goodbye() == "host_full"
        ada.say(said.Tables())
        await ada.until(said.TableList)


@linux_only
async def test_a_crowd_does_not_push_out_those_who_are_few(tmp_path: Path) -> None:
    async with hosting(tmp_path, connections=5) as house:
        for number in range(3):
            await house.guest(f"Eve {number}", EVE)
        couple = [await house.guest(name) for name in ("Ada", "Ben")]
        assert await (await house.stranger(EVE)).goodbye() == "host_full"
        for guest in couple:
            guest.say(said.Tables())
            await guest.until(said.TableList)


async def test_whoever_sits_does_not_count_among_the_lines_of_an_address(tmp_path: Path) -> None:
    async with hosting(tmp_path, per_address=3) as house:
        await house.company("Ada", "Ben", "Cleo")
        await house.guest("Di")


async def test_nobody_at_a_seat_has_to_go_for_others(tmp_path: Path) -> None:
    async with hosting(tmp_path, connections=3) as house:
        await house.company("Ada", "Ben", "Cleo")
        assert await (await house.stranger()).goodbye() == "host_full"


@linux_only
async def test_an_address_that_calls_too_often_is_not_even_answered_and_others_are(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, calls=(3, 60.0)) as house:
        lines = [await house.stranger(EVE) for _ in range(3)]
        assert await (await house.stranger(EVE)).goodbye() == ""
        assert len(house.host.connections.by_peer) == len(lines)
        await house.guest("Ada")


async def silent_line(port: int) -> AsyncIterator[None]:
    """Somebody who calls and says nothing, until the host hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    yield
    assert await reader.read() == b""
    writer.close()


async def short_visit(port: int) -> AsyncIterator[None]:
    guest = Client("127.0.0.1", port, "Ana")
    await guest.connect()
    yield
    await guest.close()


async def own_table(port: int) -> AsyncIterator[None]:
    """Somebody who opens a table and goes, while the table stays."""
    guest = Client("127.0.0.1", port, "Ana")
    await guest.connect()
    guest.send(said.Create("wolfmoon", 3))
    async for message in guest.messages():
        if isinstance(message, said.Room):
            break
    yield
    await guest.close()


@pytest.mark.parametrize("visit", [silent_line, short_visit, own_table])
async def test_a_closed_line_gives_back_at_once_what_it_held(
    tmp_path: Path, visit: Callable[[int], AsyncIterator[None]]
) -> None:
    async with hosting_with_keys(tmp_path, hello=2.0) as (host, port):
        gc.disable()  # a host calls the collector too seldom to rely on it
        try:
            async for _ in visit(port):
                await eventually(lambda: isinstance(buffers_of(host), SSLProtocol))
                buffers = weakref.ref(buffers_of(host))
                (talk,) = (weakref.ref(line.writer) for line in host.connections.by_peer.values())
            await eventually(lambda: not host.connections.by_peer)
            await eventually(lambda: buffers() is None and talk() is None)
        finally:
            gc.enable()


def buffers_of(host: Host) -> asyncio.BaseProtocol | None:
    """What reads and deciphers the one line that a host has."""
    return next((line.line.get_protocol() for line in host.connections.by_peer.values()), None)


# ── words ───────────────────────────────────────────────────────────────────────────────────────


async def lines_heard(house: House, ada: Visitor, talkers: list[Visitor]) -> int:
    """How many lines Ada hears when each talker says ten."""
    before = sum(isinstance(message, said.Said) for message in ada.heard)
    for talker in talkers:
        talker.say(*[said.Say("buy silver")] * 10)
        await talker.settled()
    await ada.settled()
    return sum(isinstance(message, said.Said) for message in ada.heard) - before


@linux_only
async def test_an_address_that_reconnects_gets_no_new_allowance_to_talk(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        (ada,) = await house.company("Ada")
        assert ada.seated is not None
        heard = 0
        for number in range(6):
            eve = await house.guest(f"Eve {number}", EVE)
            eve.say(said.Join(ada.seated.table, watch=True))
            await eve.until(said.Seated)
            heard += await lines_heard(house, ada, [eve])
            await eve.hang_up()
        assert heard == USUAL.chat_of_address[0]


async def test_a_player_who_reconnects_gets_no_new_allowance_to_talk(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ada, ben = await house.company("Ada", "Ben")
        heard = await lines_heard(house, ada, [ben])
        again = await house.guest("Ben")
        assert ben.seated is not None
        again.say(said.Join(ben.seated.table, ben.seated.token))
        await again.until(said.Seated)
        assert heard + await lines_heard(house, ada, [again]) == USUAL.chat[0]


async def test_a_player_may_talk_while_a_watcher_of_the_same_address_shouts(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ada, ben = await house.company("Ada", "Ben")
        eves = [await house.guest(f"Eve {number}") for number in range(3)]
        for eve in eves:
            assert ada.seated is not None
            eve.say(said.Join(ada.seated.table, watch=True))
            await eve.until(said.Seated)
        assert await lines_heard(house, ada, eves) == USUAL.chat_of_address[0]
        ben.say(said.Say("quiet, please"))
        await ada.until(said.Said, lambda heard: heard.name == "Ben")


async def test_newcomers_of_one_address_share_their_frames(tmp_path: Path) -> None:
    often = NO_LIMITS | {"frames_of_address": (20, 60.0)}
    async with hosting(tmp_path, **often) as house:
        guests = [await house.guest(f"Eve {number}") for number in range(4)]
        for guest in guests:
            guest.say(*[said.Tables()] * 10)
        answers = [await guest.hear() for guest in guests for _ in range(10)]
        assert sum(isinstance(answer, said.TableList) for answer in answers) == 20 - len(guests)


# ── tables ──────────────────────────────────────────────────────────────────────────────────────


async def opens(house: House, guest: Visitor, **wish: object) -> str:
    """Open a table; why not, or empty."""
    guest.say(said.Create("wolfmoon", 3, pace=0, **wish))  # type: ignore[arg-type]
    answer = await guest.until(said.Seated | said.Refused)  # type: ignore[arg-type]
    return answer.why if isinstance(answer, said.Refused) else ""


@linux_only
async def test_an_address_may_hold_a_number_of_tables_and_others_still_open_theirs(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, **NO_LIMITS | {"tables_of_address": 2}) as house:
        eves = [await house.guest(f"Eve {number}", EVE) for number in range(3)]
        whys = [await opens(house, eve) for eve in eves]
        assert whys == ["", "", "too_many_tables"]
        assert await opens(house, await house.guest("Ada")) == ""


async def test_tables_are_not_opened_faster_than_an_address_may(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS | {"openings": (2, 60.0)}) as house:
        eve = await house.guest("Eve")
        whys = []
        for _ in range(3):
            whys.append(await opens(house, eve))
            eve.say(said.Leave())
        assert whys == ["", "", "too_fast"]


@linux_only
async def test_tables_opened_from_one_line_do_not_close_the_house(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS | {"tables": 4}) as house:
        eve = await house.guest("Eve", EVE)
        for _ in range(6):
            assert await opens(house, eve, bots=2) == ""  # away from the one before
            await house.deal([eve])
        ada = await house.guest("Ada")
        assert await opens(house, ada) == ""
        assert len(house.host.tables.rows()) == 7


async def dormant_game(house: House) -> Visitor:
    """Ana has left a game in the middle, and her table is dormant."""
    (ana,) = await house.company("Ana", bots=2, level="random")
    await house.deal([ana])
    await ana.hang_up()
    await eventually(lambda: not house.host.connections.by_peer)
    await eventually(lambda: all(task.is_idle() for task in house.host.tables.values()))
    house.clock.leap(USUAL.deserted + 1)
    house.host.tables.look_around()
    assert not house.host.tables
    return ana


async def test_a_dormant_game_is_listed_and_back_where_it_was_when_its_player_returns(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana = await dormant_game(house)
        again = await house.guest("Ana")
        again.say(said.Tables())
        (row,) = (await again.until(said.TableList)).rows
        assert ana.seated is not None
        assert row.table == ana.seated.table
        again.say(said.Join(row.table, ana.seated.token))
        update = await again.until(said.Update)
        assert ana.update is not None
        assert update.turn >= ana.update.turn
        await play_out(again)


async def test_a_dormant_game_leaves_nothing_to_the_collector_of_garbage(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        gc.disable()
        gone = asyncio.Event()
        adopt = house.host.tables.adopt

        def noted(*given: Any) -> Any:
            task = adopt(*given)
            weakref.finalize(task, gone.set)
            return task

        house.host.tables.adopt = noted  # type: ignore[assignment,method-assign]
        try:
            await dormant_game(house)
            await gone.wait()
        finally:
            gc.enable()


async def test_a_dormant_game_keeps_no_drained_host_waiting(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        await dormant_game(house)
        assert house.host.tables.playing() == 0


async def test_a_bad_token_does_not_wake_a_dormant_table(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana = await dormant_game(house)
        thief = await house.guest("Ana")
        assert ana.seated is not None
        thief.say(said.Join(ana.seated.table, "x" * 43))
        assert (await thief.refusal()).why == "bad_token"
        assert not house.host.tables


async def test_a_dormant_table_that_two_return_to_at_once_comes_back_once(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana = await dormant_game(house)
        watchers = [await house.guest(f"W{number}") for number in range(2)]
        assert ana.seated is not None
        for watcher in watchers:
            watcher.say(said.Join(ana.seated.table, watch=True))
        for watcher in watchers:
            await watcher.until(said.Update)
        assert len(house.host.tables.rows()) == 1


async def test_a_dormant_table_survives_a_restart(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana = await dormant_game(house)
    async with hosting(tmp_path, **NO_LIMITS) as house:
        again = await house.guest("Ana")
        assert ana.seated is not None
        again.say(said.Join(ana.seated.table, ana.seated.token))
        await again.until(said.Update)


async def test_a_dormant_table_that_nobody_returns_to_is_cleared_away(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        await dormant_game(house)
        house.clock.leap(USUAL.forsaken + 1)
        house.host.tables.look_around()
        assert not house.host.tables.rows()
        await eventually(lambda: not list((tmp_path / "tables").glob("*.journal")))


async def test_of_too_many_dormant_tables_one_of_whoever_opened_most_is_forgotten(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, **NO_LIMITS | {"dormant": 2}) as house:
        tables = [
            await house.host.tables.open(said.Create("wolfmoon", 3), "x", payer, 9)
            for payer in ("ada", "eve", "eve")
        ]
        for table in tables:
            house.host.tables.put_down(house.host.tables[table])
        assert list(house.host.tables.dormant) == [tables[0], tables[2]]


def end_game(draft: Table) -> None:
    draft.lasting.phase = "over"


async def test_finished_games_that_nobody_is_at_push_out_none_that_is_not(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS | {"finished": 1}) as house:
        names = [await house.host.tables.open(said.Create("wolfmoon", 3), "x") for _ in range(4)]
        tasks = [house.host.tables[name] for name in names]
        for task in tasks[1:3]:
            await task.send(end_game)
        for task in tasks:
            house.host.tables.put_down(task)
        assert list(house.host.tables.dormant) == [names[0], names[2], names[3]]


def test_a_file_that_is_renamed_while_the_folder_is_looked_at_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    going, scan = tmp_path / "going.new", os.scandir
    going.write_bytes(b"x")
    (tmp_path / "staying").write_bytes(b"xy")

    @contextmanager
    def read_before_the_writer_came(folder: Path) -> Iterator[list[os.DirEntry[str]]]:
        with scan(folder) as entries:
            found = list(entries)
        going.rename(tmp_path / "gone")
        yield found

    monkeypatch.setattr(os, "scandir", read_before_the_writer_came)
    assert Disk().look(tmp_path) == {"staying": 2}


async def test_opening_a_table_does_not_look_at_the_others(tmp_path: Path) -> None:
    class Blind(Disk):
        def look(self, folder: Path, /) -> dict[str, int | None]:
            raise AssertionError("looked at all of them")

    with Journals(tmp_path, Blind()) as journals:
        journals.create("moon1234", {})


# ── bots ────────────────────────────────────────────────────────────────────────────────────────


async def test_tables_take_turns_and_so_do_those_who_opened_them() -> None:
    rota, loop = Rota(), asyncio.get_running_loop()
    names = {}
    for owner, table in [*[("eve", "e1")] * 3, *[("eve", "e2")] * 2, ("ada", "a1"), ("bo", "b1")]:
        turn = loop.create_future()
        names[turn] = table
        rota.add(owner, table, turn)
    order = [names[rota.next()] for _ in range(7)]
    assert order == ["e1", "a1", "b1", "e2", "e1", "e2", "e1"]
    assert not rota


async def test_a_bot_waits_for_one_thought_of_another_table_and_not_for_all() -> None:
    hold, done = Event(), []
    pool = ThreadPoolExecutor(1)
    bots, eve, ada = Bots(pool), Parlour("Eve", seats=3).table, Parlour("Ada", seats=3).table
    ada.lasting.opening = Parlour("Ada", seats=3, table="moon5678").table.opening

    async def thinks(owner: str, table: object) -> None:
        await bots.turn(owner, table)  # type: ignore[arg-type]
        await bots.run(hold.wait)
        done.append(owner)

    thoughts = [asyncio.create_task(thinks("eve", eve)) for _ in range(5)]
    await eventually(lambda: bool(bots.rota))
    thoughts.append(asyncio.create_task(thinks("ada", ada)))
    await asyncio.sleep(0)
    hold.set()
    await asyncio.gather(*thoughts)
    assert done.index("ada") <= 2
    pool.shutdown()


async def test_a_thought_that_nobody_waits_for_anymore_gives_its_turn_back() -> None:
    pool = ThreadPoolExecutor(1)
    bots, table = Bots(pool), Parlour("Eve", seats=3).table
    hold = Event()

    async def thinks() -> None:
        await bots.turn("eve", table)
        await bots.run(hold.wait)

    first, second = asyncio.create_task(thinks()), asyncio.create_task(thinks())
    await eventually(lambda: not bots.free)
    first.cancel()
    second.cancel()
    await asyncio.gather(first, second, return_exceptions=True)
    hold.set()
    await eventually(lambda: bots.free == 1)
    pool.shutdown()
