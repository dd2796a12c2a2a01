"""`moontui host`: a host in a terminal of its own, without a game on the screen."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import socket
from pathlib import Path

from engine.games import GAMES
from moontui.words import Catalogue
from net.addresses import local_addresses
from net.discovery import Announcement, Announcer
from net.host import FolderInUse, Host
from net.invites import Invite, short_code
from net.lines import Limits
from net.messages import VERSION, Create
from net.security import Identity, load_or_make, server_context
from net.table import Refusal
from net.text import TITLE_CELLS, clean


async def run_host(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Host tables until told to stop."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    identity = None if wish.no_tls else load_or_make(data)
    name = clean(wish.name or socket.gethostname(), TITLE_CELLS) or "moontui"
    tls = None if identity is None else server_context(identity)
    host = Host(name, data, tls, Limits(tables=max(1, wish.tables)))
    try:
        port = await host.start(wish.bind or None, wish.port)
    except FolderInUse:
        print(words.say("host", "folder_in_use", folder=data))
        await host.stop()
        return 1
    except OSError as error:
        print(words.say("host", "no_port", port=wish.port, reason=error.strerror or error))
        await host.stop()
        return 1
    if wish.game and not host.owners:
        try:
            await host.open_table(first_table(wish), name)
        except Refusal as refusal:
            print(words.say("refused", refusal.why, detail=refusal.detail))
            await host.stop()
            return 1
    announcer = Announcer()
    trouble = await announcer.start(announcement(host, identity), port)
    greet(words, host, port, identity, wish.bind)
    if trouble:
        print(words.say("host", "no_mdns", reason=trouble), flush=True)
    await until_stopped(host, announcer, identity)
    print(words.say("host", "stops"), flush=True)
    await announcer.stop()
    await host.stop()
    return 0


def first_table(wish: argparse.Namespace) -> Create:
    """The table that is there from the beginning."""
    return Create(
        wish.game,
        wish.players,
        bots=wish.bots,
        level=wish.level,
        title=wish.name,
        clock=wish.clock,
    )


def greet(words: Catalogue, host: Host, port: int, identity: Identity | None, bind: str) -> None:
    """Say how to come here, short enough to be read out."""
    addresses = [bind] if bind and bind not in ("0.0.0.0", "::") else local_addresses()
    address = addresses[0] if addresses else "127.0.0.1"
    pin = b"" if identity is None else identity.pin
    invite = Invite(address, port, pin, private=False).encode()
    print(words.say("host", "open", name=host.name, address=address, port=port))
    print(words.say("host", "invite", invite=invite))
    if identity is not None:
        print(words.say("host", "code", code=short_code(identity.pin)))
    print(words.say("host", "trust"), flush=True)


def announcement(host: Host, identity: Identity | None) -> Announcement:
    """What the LAN is told: the host, and how much room its fullest open table has."""
    rows = [owner.table.row() for owner in host.owners.values()]
    shown = next((row for row in rows if row.phase == "lobby"), rows[0] if rows else None)
    return Announcement(
        name=host.name,
        tables=len(rows),
        game=shown.game if shown else next(iter(GAMES)),
        taken=shown.taken if shown else 0,
        seats=shown.seats if shown else 0,
        version=str(VERSION),
        private=shown.private if shown else False,
        tls=identity is not None,
        code="" if identity is None else short_code(identity.pin),
    )


async def until_stopped(host: Host, announcer: Announcer, identity: Identity | None) -> None:
    """Wait for SIGTERM or Ctrl-C; meanwhile the LAN hears when tables change."""
    loop = asyncio.get_running_loop()
    stopped, changed = asyncio.Event(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    host.changed = changed.set

    async def keep_announcing() -> None:
        last = announcement(host, identity)
        while True:
            await changed.wait()
            await asyncio.sleep(1)  # many changes, one announcement
            changed.clear()
            news = announcement(host, identity)
            if news != last:
                last = news
                await announcer.update(news)

    announcing = asyncio.create_task(keep_announcing())
    await stopped.wait()
    announcing.cancel()
