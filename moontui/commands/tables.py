"""`moontui tables`: who hosts nearby, for people and for programs."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from pathlib import Path

import msgspec

from moontui.client.nearby import (
    Heard,
    local,
    own_addresses,
    place_of,
    shown_keys,
    tables_of,
)
from moontui.client.reach import dial_to, neighbours
from moontui.client.recent import RecentHosts
from moontui.client.trust import Changed, Known, KnownHosts, Mistaken, Verdict, decide
from moontui.plain.client import table_lines
from moontui.plain.out import say
from moontui.words.catalogue import Catalogue
from net.lan.announcement import Found
from net.lan.finder import Finder
from net.messages import VERSION
from net.text import TITLE_CELLS, clean

MARKS = {Known: "known", Changed: "copy", Mistaken: "copy"}
"""What is said of a host besides what it offers: a message key."""


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
    async with finder_in(data) as finder:
        try:
            async with asyncio.timeout(seconds):
                while wanted is None or not any(map(wanted, finder.rows())):
                    await finder.changed.wait()
                    finder.changed.clear()
        except TimeoutError:
            pass
        known = {host.host for host in here}
        return [*here, *(row for row in finder.rows() if not is_one_of(known, row))]


def finder_in(data: Path) -> Finder:
    """Looks on the LAN, and where the player has been."""
    recent = RecentHosts(data / "recent.json").list()
    return Finder((host.address, host.port) for host in recent)


async def told_apart(rows: Iterable[Found], data: Path) -> list[tuple[Found, Verdict]]:
    """Every host once, with what its key says about it: those that are known come first, and those
    that pass for another come last."""
    known = KnownHosts(data / "hosts.json")
    shown = await shown_keys(rows)
    judged = [(host, decide(place_of(host), heard.key, known)) for host, heard in shown]
    ranks = {Known: 0, Changed: 2, Mistaken: 2}
    return sorted(judged, key=lambda entry: ranks.get(type(entry[1]), 1))


async def on_this_machine() -> list[Found]:
    """The hosts on this machine that answer, each with the table that has room."""
    found = []
    for host in neighbours():
        heard = await tables_of(place_of(host), dial_to(host.address))
        if not heard.trouble:
            found.append(with_tables(host, heard))
    return found


def with_tables(host: Found, heard: Heard) -> Found:
    """A host and what it has said: how many tables there are, and about the one that has room."""
    host = replace(host, host=clean(heard.host, TITLE_CELLS), tables=len(heard.rows))
    rows = sorted(heard.rows, key=lambda row: not row.has_room)
    for row in rows[:1]:
        host = replace(host, game=row.game, seats_taken=row.taken, seats=row.seats)
    return host


def is_one_of(known: set[str], host: Found) -> bool:
    """Whether a host on the network is one of this machine's, found a second time."""
    return host.host in known and local(host.address, own_addresses())


async def asked(host: Found) -> tuple[Found, Heard]:
    """A host with what it says itself, and its tables."""
    heard = await tables_of(place_of(host), None if host.port else dial_to(host.address))
    if heard.trouble or host.version:
        return host, heard
    return with_tables(replace(host, version=str(VERSION)), heard), heard


def tables_in_words(row: Found, words: Catalogue) -> str:
    """What is played at a host; if it has several tables, the one with a free seat."""
    if not row.version:
        return words.say("visit", "not_asked")
    key = ("no_table", "one_table", "more_tables")[min(row.tables, 2)]
    seats = {"tables": row.tables, "taken": row.seats_taken, "seats": row.seats}
    return words.say("visit", key, game=words.game_called(row.game), **seats)


async def list_hosts(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Print what is found, for people or for programs."""
    found = await told_apart(await look_around(data, wish.seconds), data)
    answers = await asyncio.gather(*(asked(row) for row, _ in found))
    rows = [(row, trust, heard) for (row, heard), (_, trust) in zip(answers, found, strict=True)]
    if wish.json:
        told = [
            asdict(row)
            | {"trust": type(trust).__name__.lower()}
            | {"rows": [msgspec.to_builtins(table) for table in heard.rows]}
            for row, trust, heard in rows
        ]
        say(json.dumps(told, ensure_ascii=False))
        return 0
    for row, trust, heard in rows:
        key = "found" if row.port else "found_here"
        place = {"host": clean(row.host, TITLE_CELLS), "address": row.address, "port": row.port}
        line = words.say("visit", key, **place, what=tables_in_words(row, words))
        mark = MARKS.get(type(trust), "") if row.port else ""
        say(f"{line} ({words.say('visit', mark)})" if mark else line)
        say(*table_lines(words, [table for table in heard.rows if table.has_use]))
    if not rows:
        say(words.say("visit", "nothing_found"))
    return 0 if rows else 1
