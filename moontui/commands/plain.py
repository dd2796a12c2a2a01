"""`moontui plain` and `moontui tables`: find a host, knock, and be a guest."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import json
import ssl
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

from moontui.client.nearby import local, own_addresses, tables_of
from moontui.client.reach import dial_to, neighbours
from moontui.plain.client import Guest, typed_lines
from moontui.words.catalogue import Catalogue
from net.client import CannotJoin, Client, Tokens
from net.invites import Invite, fingerprint
from net.lan.announcement import Found
from net.lan.finder import Finder
from net.recent import RecentHosts
from net.security import KnownHosts
from net.text import NAME_CELLS, TITLE_CELLS, clean


async def visit(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Connect to where the player wishes, or to the first host that is found, and play."""
    client = await door(wish, words, data)
    if client is None:
        print(words.say("visit", "nothing_found"))
        return 1
    try:
        welcome = await client.connect()
    except CannotJoin as error:
        print(words.say("refused", str(error), detail=""))
        return 1
    except (OSError, ssl.SSLError, TimeoutError):
        key = "no_answer" if client.port else "no_answer_here"
        print(words.say("visit", key, address=client.address, port=client.port))
        return 1
    if client.tls and not client.pin:
        note_key(client, words, data)
    if client.port:
        RecentHosts(data / "recent.json").add(client.address, client.port, welcome.host)
    print(words.say("guest", "connected", host=clean(welcome.host, NAME_CELLS * 2)), flush=True)
    guest = Guest(client, words, say, data / "records")
    try:
        await guest.run(typed_lines(asyncio.get_running_loop()))
    finally:
        await client.close()
    return 0


def say(line: str) -> None:
    print(line, flush=True)


async def door(wish: argparse.Namespace, words: Catalogue, data: Path) -> Client | None:
    """Whom to call: an invitation, an address, a socket, or the first host that is found."""
    name = wish.name or clean(getpass.getuser(), NAME_CELLS) or "guest"
    tokens = Tokens(data / "tokens.json")
    where = wish.where.strip()
    if where.upper().startswith("MOON"):
        invite = Invite.decode(where)
        tls = bool(invite.pin)
        return Client(invite.address, invite.port, name, tokens, tls, invite.pin)
    if where.startswith("/"):
        return Client(where, 0, name, tokens, tls=False, dial=dial_to(None, where))
    if where:
        address, _, port = where.rpartition(":") if where.count(":") == 1 else (where, "", "")
        number = int(port) if port.isdecimal() else wish.port
        return Client(address or where, number, name, tokens, not wish.no_tls)
    rows = await look_around(data, 5.0, has_room)
    if not rows:
        return None
    host = next(filter(has_room, rows), rows[0])
    tls = host.tls or not host.version  # of a recent host nothing is known but where it was
    dial = dial_to(None, host.address)
    return Client(host.address, host.port, name, tokens, tls and dial is None, dial=dial)


def has_room(host: Found) -> bool:
    """Whether somebody could sit down at the table that a host tells of."""
    return host.seats_taken < host.seats


def note_key(client: Client, words: Catalogue, data: Path) -> None:
    """Trust on first use; a key that has changed is said loudly."""
    hosts = KnownHosts(data / "hosts.json")
    match hosts.verdict(client.address, client.port, client.seen_pin):
        case "new":
            print(words.say("guest", "first_key", fingerprint=fingerprint(client.seen_pin)))
            hosts.remember(client.address, client.port, client.seen_pin)
        case "changed":
            print(words.say("guest", "changed_key"))


async def look_around(
    data: Path, seconds: float, wanted: Callable[[Found], bool] | None = None
) -> list[Found]:
    """The hosts that answer within some seconds; one as it is wanted ends the search."""
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
    """The hosts of this machine that answer, each with the table that has room."""
    found = []
    for host in neighbours():
        heard = await tables_of(host.address, 0, False, dial_to(None, host.address))
        if heard.trouble:
            continue
        host = replace(host, host=heard.host, tables=len(heard.rows))
        rows = sorted(heard.rows, key=lambda row: row.phase == "playing" or row.taken >= row.seats)
        for row in rows[:1]:
            host = replace(host, game=row.game, seats_taken=row.taken, seats=row.seats)
        found.append(host)
    return found


def is_one_of(known: set[str], host: Found) -> bool:
    """Whether a host on the network is one of this machine's, met again."""
    return host.host in known and local(host.address, own_addresses())


def tables_in_words(row: Found, words: Catalogue) -> str:
    """What is played at a host; of several tables the one with a free seat."""
    key = ("no_table", "one_table", "more_tables")[min(row.tables, 2)]
    seats = {"tables": row.tables, "taken": row.seats_taken, "seats": row.seats}
    return words.say("visit", key, game=words.game_called(row.game), **seats)


async def list_hosts(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Print what is found, for people or for programs."""
    rows = await look_around(data, wish.seconds)
    if wish.json:
        print(json.dumps([asdict(row) for row in rows], ensure_ascii=False))
        return 0
    for row in rows:
        key = "found" if row.port else "found_here"
        place = {"host": clean(row.host, TITLE_CELLS), "address": row.address, "port": row.port}
        print(words.say("visit", key, **place, what=tables_in_words(row, words)))
    if not rows:
        print(words.say("visit", "nothing_found"))
    return 0 if rows else 1
