"""`moontui tables`: who hosts nearby, for people and for programs."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

from moontui.client.nearby import local, own_addresses, place_of, tables_of
from moontui.client.reach import dial_to, neighbours
from moontui.client.recent import RecentHosts
from moontui.plain.out import say
from moontui.words.catalogue import Catalogue
from net.lan.announcement import Found
from net.lan.finder import Finder
from net.text import TITLE_CELLS, clean


def has_room(host: Found) -> bool:
    """Whether somebody could sit down at the table that a host announces."""
    return host.seats_taken < host.seats


async def look_around(
    data: Path, seconds: float, wanted: Callable[[Found], bool] | None = None
) -> list[Found]:
    """The hosts that answer within a few seconds; the first that meets the wish ends the search."""
    here = await on_this_machine()
    if wanted is not None and any(map(wanted, here)):
        return here
    recent = [(host.address, host.port) for host in RecentHosts(data / "recent.json").list()]
    async with Finder(recent) as finder:
        try:
            async with asyncio.timeout(seconds):
                while wanted is None or not any(map(wanted, finder.rows())):
                    await finder.changed.wait()
                    finder.changed.clear()
        except TimeoutError:
            pass
        known = {host.host for host in here}
        return [*here, *(row for row in finder.rows() if not is_one_of(known, row))]


async def on_this_machine() -> list[Found]:
    """The hosts on this machine that answer, each with the table that has room."""
    found = []
    for host in neighbours():
        heard = await tables_of(place_of(host), dial_to(host.address))
        if heard.trouble:
            continue
        host = replace(host, host=heard.host, tables=len(heard.rows))
        rows = sorted(heard.rows, key=lambda row: row.phase == "playing" or row.taken >= row.seats)
        for row in rows[:1]:
            host = replace(host, game=row.game, seats_taken=row.taken, seats=row.seats)
        found.append(host)
    return found


def is_one_of(known: set[str], host: Found) -> bool:
    """Whether a host on the network is one of this machine's, found a second time."""
    return host.host in known and local(host.address, own_addresses())


def tables_in_words(row: Found, words: Catalogue) -> str:
    """What is played at a host; if it has several tables, the one with a free seat."""
    key = ("no_table", "one_table", "more_tables")[min(row.tables, 2)]
    seats = {"tables": row.tables, "taken": row.seats_taken, "seats": row.seats}
    return words.say("visit", key, game=words.game_called(row.game), **seats)


async def list_hosts(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Print what is found, for people or for programs."""
    rows = await look_around(data, wish.seconds)
    if wish.json:
        say(json.dumps([asdict(row) for row in rows], ensure_ascii=False))
        return 0
    for row in rows:
        key = "found" if row.port else "found_here"
        place = {"host": clean(row.host, TITLE_CELLS), "address": row.address, "port": row.port}
        say(words.say("visit", key, **place, what=tables_in_words(row, words)))
    if not rows:
        say(words.say("visit", "nothing_found"))
    return 0 if rows else 1
