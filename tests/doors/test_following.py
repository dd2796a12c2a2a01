"""A table moves to another machine: whoever came by a door follows it, as long as that door is
open."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import asyncssh

from net import messages as said
from net.security import load_or_make
from tests.doors.house import DOWN, ENTER, WORDS, Guest, House, house
from tests.net.moves import Laptop

DORA = asyncssh.generate_private_key("ssh-ed25519")


class Evening(NamedTuple):
    """The house where a table was, the laptop that has it now, and somebody who came by SSH."""

    here: House
    ben: Laptop
    dora: Guest
    table: str


@asynccontextmanager
async def moved(folder: Path) -> AsyncIterator[Evening]:
    """Dora sits at a table by SSH, which moves to Ben's laptop in the middle of a match."""
    identity = load_or_make(folder / "house")
    async with house(folder / "house", identity=identity) as here:
        table = await here.table(seats=3, bots=1)
        dora = await here.come("dora", DORA)
        await dora.until(lambda: "> Night" in dora.text)
        dora.press(ENTER)
        await dora.sees("Table keeper")
        ben = Laptop("Ben", folder / "ben")
        await ben.open()
        try:
            await ben.sit(here.host.pin, here.host.port, said.Join(table))
            await dora.sees("b Ben")
            dora.press(ENTER)
            await dora.sees("THE STORY")
            dora.press("V")
            await dora.sees("Whose machine shall have this table?", "> Ben")
            dora.press(ENTER)
            await dora.sees("It stays here", "Move it")
            dora.press(DOWN + ENTER)
            yield Evening(here, ben, dora, table)
        finally:
            await ben.stop()


async def test_somebody_who_came_by_ssh_plays_on_where_the_table_is_now(tmp_path: Path) -> None:
    async with moved(tmp_path) as (here, ben, dora, table):
        await dora.sees("The table is at Ben's machine now.")
        assert [*ben.host.tables] == [table]
        assert not here.host.tables
        task = ben.host.tables[table]
        await dora.play(lambda: task.table.lasting.phase == "over")
        await dora.sees("play again")
        assert [chair.name for chair in task.table.lasting.chairs][:2] == ["dora", "Ben"]


async def test_whoever_comes_in_again_finds_the_seat_at_the_other_machine(tmp_path: Path) -> None:
    async with moved(tmp_path) as (here, ben, dora, _):
        await dora.sees("The table is at Ben's machine now.")
        dora.connection.abort()
        assert ben.owner is not None
        await ben.owner.until(lambda: is_away(ben))
        again = await here.come("dora", DORA)
        await again.until(lambda: "> Back to your seat" in again.text)
        again.press(ENTER)
        await again.sees("THE STORY", "DORA, you")
        await ben.owner.until(lambda: not is_away(ben))


async def test_a_machine_that_stops_says_that_the_table_goes_on_elsewhere(tmp_path: Path) -> None:
    async with moved(tmp_path) as (here, _, dora, _):
        await dora.sees("The table is at Ben's machine now.")
        assert [visitor.guest.name for visitor in here.visitors.elsewhere()] == ["dora"]
        await here.visitors.close()
        assert WORDS.say("doors", "stops_elsewhere") in await dora.said()


def is_away(ben: Laptop) -> bool:
    """Whether Dora's chair is empty, as Ben sees it."""
    assert ben.owner is not None
    room = ben.owner.room
    return room is not None and room.players[0].away
