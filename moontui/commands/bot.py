"""`moontui bot`: a program of yours sits down at a table, and plays."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from engine.games import GAMES, length_for, level_for, seats_for
from moontui.client.call import WHATEVER, Arrival, Caller, HostTables, Wish, call, look
from moontui.client.place import Place
from moontui.client.session import Session
from moontui.client.settings import Settings
from moontui.commands.plain import place_for
from moontui.commands.signals import on_signals
from moontui.plain.asker import InLines, Typed
from moontui.plain.out import complain, say
from moontui.programs.guest import ProgramSeat
from moontui.programs.process import Command, Program
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.folder_lock import lock
from net.security import FolderInUse
from net.text import NAME_CELLS, clean


async def run_bot(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Go to a table and let the program play there, until it is enough or we are told to stop."""
    command = Command.of(wish.exec)
    name = wish.name or clean(Path(command.words[-1]).stem, NAME_CELLS) or "bot"
    folder = data / "programs" / sha256(name.encode()).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        held = lock(folder)
    except FolderInUse:
        complain(words.say("program", "in_use", name=name))
        return 2
    me = asyncio.current_task()
    assert me is not None
    on_signals(("SIGTERM", "SIGHUP"), me.cancel)
    try:
        return await play(wish, words, data, folder, command, name)
    except asyncio.CancelledError:
        return 130
    finally:
        os.close(held)


async def play(
    wish: argparse.Namespace,
    words: Catalogue,
    data: Path,
    folder: Path,
    command: Command,
    name: str,
) -> int:
    place = await place_for(wish, words, data)
    if place is None:
        return 1
    settings = Settings.load(data / "settings.json")
    settings.name, settings.named = name, True
    asker = InLines(words, say, Typed(sys.stdin), sys.stdin.isatty(), in_the_open=wish.no_tls)
    # Hosts that this account knows are known to its programs; its seats are not theirs.
    who = Caller(settings, words, data, own_tokens=folder / "tokens.json")
    arrival = await arrive(place, asker, who, wish)
    if arrival is None:
        return 1
    catalogues: dict[str, Catalogue] = {"": words}
    session = Session(
        arrival.client,
        lambda game: catalogues.setdefault(game, Catalogue(words.language, game)),
        folder,
    )
    if session.seat is None:
        await arrival.client.close()
        say(words.say("program", "watching"))
        return 1
    program = Program(command, wish.seconds, lambda line: complain(f"{name}| {line}"))
    return 0 if await ProgramSeat(session, program, say, wish.matches).play() else 1


async def arrive(
    place: Place, asker: InLines, who: Caller, wish: argparse.Namespace
) -> Arrival | None:
    """Sit down where the program was sent, where it has a seat, or wherever one is free."""
    first = Wish(create=new_table(wish)) if wish.game else WHATEVER
    arrival = await (look(place, asker, who) if wish.table else call(place, asker, who, first))
    if isinstance(arrival, HostTables):
        table = named(wish.table, arrival.rows)
        if not table:
            say(who.words.say("program", "no_table"))
            return None
        arrival = await call(place, asker, who, Wish(table=table))
    return arrival if isinstance(arrival, Arrival) else None


def named(wish: str, rows: Sequence[said.Row]) -> str:
    """The id of the table that is meant: by id, by title, or else any with a free seat."""
    if wish:
        return next((row.table for row in rows if wish in (row.table, row.title)), "")
    free = [row for row in rows if row.phase == "lobby" and row.taken < row.seats]
    return next((row.table for row in free if not row.private), "")


def new_table(wish: argparse.Namespace) -> said.Create:
    """A table of its own for the program, with bots that do not pause on all other seats."""
    game = GAMES[wish.game]
    seats = seats_for(game, wish.players)
    return said.Create(
        game=game.id,
        seats=seats,
        options=dict(length_for(game, wish.length or "")),
        level=level_for(game, wish.level or ""),
        bots=seats - 1,
        pace=0,
    )
