"""`moontui host`: a host in a terminal of its own, without a game on the screen."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import socket
from pathlib import Path

from engine.games import GAMES, level_for, seats_for
from engine.play import settings
from moontui.client.local_host import LocalHost, NoFolder
from moontui.client.place import NoPlace, parse
from moontui.commands.doors import Doors, Shut
from moontui.commands.signals import on_signals, say_ready
from moontui.plain.out import on_white, say, watch_over
from moontui.words.catalogue import Catalogue
from moontui.words.reasons import no_place
from net.host import Host
from net.invites import BadInvite
from net.limits import Limits
from net.memory import keep_giving_back, settle_down
from net.messages import Create
from net.refusal import Refusal
from net.security import FolderInUse
from net.text import TITLE_CELLS, clean


async def run_host(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Host tables until told to stop."""
    os.umask(0o077)
    watch_over(logging.INFO, "%(asctime)s %(message)s")
    stopped = asyncio.Event()
    on_signals(("SIGINT", "SIGTERM"), stopped.set)
    name = clean(wish.name or socket.gethostname(), TITLE_CELLS) or "moontui"
    local = LocalHost(name, data, Limits(tables=max(1, wish.tables)))
    try:
        host = await local.open(wish.bind, wish.port, tls=not wish.no_tls)
    except FolderInUse:
        say(words.say("host", "folder_in_use", folder=data))
        return 1
    except NoFolder as reason:
        say(words.say("host", "no_folder", folder=data, reason=reason))
        return 1
    except OSError as error:
        say(words.say("host", "no_port", port=wish.port, reason=error.strerror or error))
        return 1
    try:
        if wish.public:
            local.name_publicly(parse(wish.public, local.port))
    except (BadInvite, NoPlace) as error:
        say(no_place(words, error))
        await local.close()
        return 1
    if wish.game and not is_open_already(host, first := first_table(wish)):
        try:
            await host.tables.open(first, name)
        except Refusal as refusal:
            say(words.say("refused", refusal.why, detail=refusal.detail))
            if not host.tables.rows():  # otherwise there is already somebody to host for
                await local.close()
                return 1
    doors = Doors(local, wish, words)
    try:
        await doors.open(stopped.set)
    except Shut as reason:
        say(str(reason))
        await local.close()
        return 1
    settle_down()
    host.keep(keep_giving_back())
    greet(words, local)
    say(*doors.lines)
    on_white(doors.picture)
    await local.announce()
    if local.trouble:
        say(words.say("host", "no_mdns", reason=local.trouble))
    say_ready()
    await stopped.wait()  # for a signal, or a word from the owner
    if host.draining and not host.tables.playing():
        say(words.say("hosting", "drained"))
    say(words.say("host", "stops"))
    await doors.close()
    await local.close()
    return 0


def is_open_already(host: Host, wish: Create) -> bool:
    """Whether such a table is back from last time, with a seat for everybody who comes."""
    try:
        options = settings(GAMES[wish.game], wish.options)
    except ValueError:  # which nobody opens a table with
        return False
    wanted = "lobby", wish.game, wish.seats, "", options
    for table in (task.table for task in host.tables.values()):
        opening = table.opening
        kept = opening.game, opening.seats, opening.password, opening.options
        if (table.lasting.phase, *kept) == wanted:
            return bool(table.lasting.seats("free"))
    return False


def first_table(wish: argparse.Namespace) -> Create:
    """The table that is there from the beginning."""
    game = GAMES[wish.game]
    return Create(
        wish.game,
        wish.players or seats_for(game),
        bots=wish.bots,
        level=wish.level or level_for(game),
        title=wish.name,
        clock=wish.clock,
        options=dict(option.partition("=")[::2] for option in wish.option),
    )


def greet(words: Catalogue, local: LocalHost) -> None:
    """Say how to get here, briefly enough to be read aloud."""
    say(words.say("host", "open", name=local.name, address=local.address, port=local.told_port))
    say(words.say("host", "invite", invite=local.invitation))
    if local.code:
        say(words.say("host", "code", code=local.code))
    say(words.say("host", "trust"))
