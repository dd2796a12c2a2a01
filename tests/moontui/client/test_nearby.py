"""Who is nearby: what is listed of the tables that hosts have, and in which order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from moontui.client.nearby import Heard, Scout
from net.lan.announcement import Found
from net.messages import Create, Row
from tests.moontui.rooms import host, quiet_finder

ROWAN = Found("Rowan", "192.0.2.7", 26666, 1, "wolfmoon", 1, 4, "3", False, True, "", "lan")
ALONE = Row("alone1", "Solo", "wolfmoon", 4, 4, "playing", watch="none")
FULL = Row("full1", "Full", "wolfmoon", 4, 4, "playing")
OPEN = Row("open1", "Open", "wolfmoon", 4, 2, "lobby")


def scout(data: Path, *rows: Row) -> Any:
    """Somebody who has heard of a host's tables."""
    scout = Scout(data, lambda: None, quiet_finder)
    scout._here = [ROWAN]
    scout._heard = {(ROWAN.address, ROWAN.port): Heard(rows, host="Rowan", key=b"k" * 32)}
    scout.tell()
    return scout


def titles(scout: Any) -> list[str]:
    return [offer.table.title for offer in scout.offers if offer.table is not None]


def test_a_game_of_somebody_against_bots_is_not_listed(tmp_path: Path) -> None:
    assert titles(scout(tmp_path, ALONE, OPEN)) == ["Open"]


def test_open_tables_are_listed_first(tmp_path: Path) -> None:
    assert titles(scout(tmp_path, FULL, OPEN)) == ["Open", "Full"]


def test_a_host_with_nothing_for_others_is_listed_without_a_table(tmp_path: Path) -> None:
    assert [offer.table for offer in scout(tmp_path, ALONE).offers] == [None]


async def test_a_host_announces_only_tables_that_others_can_use(tmp_path: Path) -> None:
    solo = Create("wolfmoon", 4, bots=3, watch="none")
    async with host(tmp_path) as house:
        assert house.host is not None
        task = house.host.tables[await house.host.tables.open(solo, "Ana")]
        assert task.table.lasting.row().has_use  # its player is still on the way
        task.table.seat_bot(task.table.lasting.seats("free")[0], "easy")
        assert house.announcement().tables == 0
