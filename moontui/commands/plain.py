"""`moontui plain`: to somebody's table, in lines."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from moontui.client.call import Caller, look
from moontui.client.nearby import place_of
from moontui.client.place import NoPlace, Place, parse
from moontui.client.settings import Settings
from moontui.client.trust import New
from moontui.commands.tables import has_room, look_around
from moontui.plain.asker import InLines, Typed
from moontui.plain.client import LineClient
from moontui.plain.out import say
from moontui.words.catalogue import Catalogue
from moontui.words.reasons import no_place
from net.invites import BadInvite, fingerprint
from net.lan.announcement import Found

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
    who = Caller(settings, words, data)
    tables = await look(place, asker, who)
    if tables is None:
        return 1
    if isinstance(tables.trust, New):
        say(words.say("guest", "first_key", fingerprint=fingerprint(tables.trust.key)))
    say(words.say("guest", "connected", host=tables.host))
    await LineClient(tables, asker, who).run()
    return 0


async def place_for(wish: argparse.Namespace, words: Catalogue, data: Path) -> Place | None:
    """Where to go; None: nowhere, and the player has been told why."""
    if wish.where:
        try:
            place = parse(wish.where, wish.port)
        except (BadInvite, NoPlace) as error:
            say(no_place(words, error))
            return None
        if place.code:
            place = await by_code(place, data)
        return place._replace(tls=bool(place.pin)) if wish.no_tls else place
    rows = await look_around(data, LOOK, has_room)
    if not rows:
        say(words.say("visit", "nothing_found"))
        return None
    return place_of(next(filter(has_room, rows), rows[0]))


async def by_code(place: Place, data: Path) -> Place:
    """The nearby host with this code; if there is none, the text is taken for a host name."""

    def is_meant(host: Found) -> bool:
        return host.code == place.code

    rows = await look_around(data, LOOK / 2, is_meant)
    return next((place_of(host) for host in rows if is_meant(host)), place)
