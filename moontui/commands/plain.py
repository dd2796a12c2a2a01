"""`moontui plain`: to somebody's table, in lines."""

from __future__ import annotations

import argparse
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from moontui.client.call import WHATEVER, Caller, Wish, look
from moontui.client.handing import way_to
from moontui.client.nearby import place_of, places_of, spelt
from moontui.client.own_tables import OwnTables
from moontui.client.place import PORT, NoPlace, Place, parse
from moontui.client.settings import Settings
from moontui.client.trust import KnownHosts, New
from moontui.commands.tables import finder_in, has_room, look_around, told_apart
from moontui.plain.asker import InLines, Typed
from moontui.plain.client import LineClient
from moontui.plain.out import say
from moontui.words.catalogue import Catalogue
from moontui.words.reasons import no_place, reason
from net.client import CannotJoin, Places
from net.invites import BadInvite, fingerprint

LOOK = 5.0
"""How many seconds a host may take to be found."""


async def visit(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Go where the player wants, or to the first host that is found, and play."""
    place = await place_for(wish, words, data)
    if place is None:
        return 1
    settings = Settings.load(data / "settings.json")
    settings.name, settings.named = wish.name or settings.name, True
    person = sys.stdin.isatty()
    asker = InLines(words, say, Typed(sys.stdin), person, in_the_open=wish.no_tls)
    own = OwnTables(data, PORT)
    way = partial(way_to, own, data)
    who = Caller(settings, words, data, lookout=partial(lookout, data), way=way, own=own)
    try:
        return await play(wish, words, asker, who, place)
    finally:
        await own.close()


async def play(
    wish: argparse.Namespace, words: Catalogue, asker: InLines, who: Caller, place: Place
) -> int:
    """Play at a host; a table that moves is followed, also to this machine."""
    tables = await look(place, asker, who)
    if tables is None:
        return 1
    if isinstance(tables.trust, New):
        say(words.say("guest", "first_key", fingerprint=fingerprint(tables.trust.key)))
    say(words.say("guest", "connected", host=tables.host))
    claim = getattr(wish, "pair", None)
    await LineClient(tables, asker, who).run(WHATEVER if claim is None else Wish(claim=claim))
    return 0


@asynccontextmanager
async def lookout(data: Path, key: bytes) -> AsyncIterator[Places]:
    """Look around for a host that has moved."""
    async with finder_in(data) as finder:
        yield lambda: places_of(key, finder.rows())


async def place_for(wish: argparse.Namespace, words: Catalogue, data: Path) -> Place | None:
    """Where to go; None: nowhere, and the player has been told why."""
    if wish.where:
        try:
            place = parse(wish.where, wish.port)
        except (BadInvite, NoPlace) as error:
            say(no_place(words, error))
            return None
        try:
            place = await by_code(place, data) if place.code else place
        except CannotJoin as error:
            say(reason(words, str(error)))
            return None
        return place._replace(tls=bool(place.pin or place.letters)) if wish.no_tls else place
    rows = [host for host, _ in await told_apart(await look_around(data, LOOK, has_room), data)]
    if not rows:
        say(words.say("visit", "nothing_found"))
        return None
    return place_of(next(filter(has_room, rows), rows[0]))


async def by_code(place: Place, data: Path) -> Place:
    """The nearby host whose key has this code; if nobody claims to have it, the text is taken for a
    host name. Raises `CannotJoin`."""
    async with finder_in(data) as finder:
        known = KnownHosts(data / "hosts.json")
        found = await spelt(place.code, finder.rows, known, LOOK / 2)
    return place if found is None else place_of(found)._replace(letters=place.code)
