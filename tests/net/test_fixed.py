"""A fixed deal: for one person at a table that nobody can join or watch."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.core import Seat
from engine.proof import secret_of
from net import messages as said
from net.host import Host
from net.present import Peer
from net.refusal import Refusal
from tests.net.tables import on_disk

ALONE = said.Create("wolfmoon", 3, bots=2, watch="none", level="easy", deal="full moon")


@pytest.mark.parametrize("other", [{"bots": 1}, {"bots": 0}, {"watch": "public"}])
async def test_a_fixed_deal_is_for_one_person_whom_nobody_watches(
    tmp_path: Path, other: dict[str, object]
) -> None:
    host = Host("Base", tmp_path)
    with pytest.raises(Refusal, match="fixed_deal"):
        await host.tables.open(replace(ALONE, **other), "Ana")
    await host.stop()


async def test_a_text_decides_the_secret_and_the_bots_now_and_after_a_restart(
    tmp_path: Path,
) -> None:
    host = Host("Base", tmp_path)
    table = await host.tables.open(ALONE, "Ana")
    lasting = host.tables[table].table.lasting
    await host.stop()
    assert lasting.secret == secret_of("full moon")
    assert on_disk(tmp_path, table)[0].deal == "full moon"
    again = Host("Base", tmp_path)
    again.tables.recover()
    back = again.tables[table].table
    await again.stop()
    assert back.draw() == secret_of("full moon")
    assert [chair.persona for chair in back.lasting.chairs] == [
        chair.persona for chair in lasting.chairs
    ]


async def test_nobody_else_sits_down_watches_or_changes_anything(tmp_path: Path) -> None:
    host = Host("Base", tmp_path)
    name = await host.tables.open(ALONE, "Ana")
    table = host.tables[name].table.copy()
    await host.stop()
    ana, ben = Peer(1), Peer(2)
    table.sit(ana, "Ana", b"a" * 32)
    with pytest.raises(Refusal, match="no_watching"):
        table.watch(ben, "Ben")
    for wish in (said.Remove(1), said.Bot(), said.Wolf()):
        with pytest.raises(Refusal, match="fixed_deal"):
            table.hear(ana, wish)
    with pytest.raises(Refusal, match="fixed_deal"):
        table.sit(ben, "Ben", b"b" * 32)
    assert table.lasting.seats("person") == [Seat(0)]
