"""Tables and records of older hosts, in the folder `old`, lead to the same results as then."""

from __future__ import annotations

import asyncio
import json
import shutil
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from engine.plain import to_plain
from engine.proof import verify
from engine.record import Record, from_text, game_of, replay, to_text
from net.host import Host
from net.table import Table

OLD = Path(__file__).parent / "old"
JOURNALS = sorted(OLD.glob("*.journal"))
RECORDS = sorted(OLD.glob("*.moon"))
LED_TO: dict[str, Any] = json.loads((OLD / "led_to.json").read_text())
"""By file: what it led to when it was written."""
NEWER_OPTIONS = ("others_only", "winner_begins", "dealer", "icons", "last_turn")
"""Options that were added later."""


async def brought_back(journal: Path, folder: Path) -> Table:
    """The table that a host makes from a journal."""
    (folder / "tables").mkdir(parents=True)
    shutil.copy(journal, folder / "tables")
    host = Host("Base", folder)
    host.tables.recover()
    try:
        return host.tables[journal.stem].table
    finally:
        await host.stop()


def told(table: Table) -> dict[str, Any]:
    """What a table has come to, in the form of the file of old results."""
    return {
        "game": table.lasting.game.id,
        "title": table.opening.title,
        "options": table.opening.options,
        "level": table.opening.level,
        "private": bool(table.opening.password),
        "clock": table.opening.clock,
        "hints": table.opening.hints,
        "watch": table.opening.watch,
        "notebook": table.opening.notebook,
        "pace": table.opening.pace,
        "phase": table.lasting.phase,
        "turn": table.lasting.turn,
        "keeper": table.lasting.keeper,
        "names": list(table.lasting.names()),
        "kinds": [chair.kind for chair in table.lasting.chairs],
        "levels": [chair.level for chair in table.lasting.chairs],
        "tokens": [
            [chair.token.hex()[:8], chair.old_token.hex()[:8]] for chair in table.lasting.chairs
        ],
        "stand_ins": [chair.stand_in for chair in table.lasting.chairs],
        "missed": [chair.missed for chair in table.lasting.chairs],
        "banks": [chair.bank for chair in table.lasting.chairs],
        "asked": [chair.asked for chair in table.lasting.chairs],
        "answers": [list(chair.answers) for chair in table.lasting.chairs],
        "held": [[seat, *choice] for seat, choice in table.lasting.held.items()],
        "moves": len(table.lasting.moves),
        "window": [table.lasting.window, table.lasting.opened],
        "secret": digest(table.lasting.secret.hex()),
        "last": digest(as_it_was_then(table.lasting.last)) if table.lasting.last else "",
        "state": digest(to_plain(table.lasting.state)) if table.lasting.state is not None else "",
        "check": table.lasting.check,
    }


def as_it_was_then(record: Record) -> str:
    """The text of a record from before records named bots' personas, levels and some options."""
    options = {key: value for key, value in record.options.items() if key not in NEWER_OPTIONS}
    return to_text(replace(record, personas=(), levels=(), options=options))


def digest(plain: Any) -> str:
    return sha256(json.dumps(plain).encode()).hexdigest()[:16]


@pytest.mark.parametrize("journal", JOURNALS, ids=lambda path: path.stem)
def test_a_journal_of_an_older_host_leads_to_the_table_it_led_to_then(
    journal: Path, tmp_path: Path
) -> None:
    table = asyncio.run(brought_back(journal, tmp_path))
    assert told(table) == LED_TO[journal.name]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_an_older_host_replays_to_the_game_it_was_and_proves_it(path: Path) -> None:
    record = from_text(path.read_text())
    verify(GAMES, record)
    state = replay(game_of(GAMES, record), record)
    assert {"names": list(record.names), "state": digest(to_plain(state))} == LED_TO[path.name]


def test_every_game_has_an_old_table_in_the_lobby_one_being_played_and_one_played_again() -> None:
    kinds = {(LED_TO[path.name]["game"], LED_TO[path.name]["phase"]) for path in JOURNALS}
    assert {(game, phase) for game in GAMES for phase in ("lobby", "playing")} <= kinds
    again = [path for path in JOURNALS if LED_TO[path.name]["last"]]
    assert {LED_TO[path.name]["game"] for path in again} == set(GAMES)
    assert {from_text(path.read_text()).game for path in RECORDS} == set(GAMES)


@pytest.mark.parametrize("journal", JOURNALS, ids=lambda path: path.stem)
def test_bots_of_an_older_host_have_the_manner_it_named_them_after_and_people_have_none(
    journal: Path, tmp_path: Path
) -> None:
    table = asyncio.run(brought_back(journal, tmp_path))
    for chair in table.lasting.chairs:
        given_by_host = chair.kind == "bot" and chair.name != "Bo"  # a bot carried on for Bo
        assert chair.persona == (chair.name if given_by_host else "")
