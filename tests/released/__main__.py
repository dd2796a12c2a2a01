"""Write the folder of this version: all that lasts, and what it is read as."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any

from engine.games import GAMES, seats_for
from engine.play import asks, start, view
from engine.position import position_of
from engine.record import file_name, to_text
from moontui.client import backup
from moontui.client.place import Place
from moontui.client.recent import RecentHosts
from moontui.client.settings import Settings
from moontui.client.trust import KnownHosts, seats_in
from moontui.commands.versions import versions
from moontui.puzzles.book import Book
from moontui.puzzles.puzzle import shipped
from net.invites import Invite
from net.journal import Journals
from net.messages import VERSION, Hello
from net.wire import pack
from tests.engine.records import played
from tests.net.tables import Parlour, recovered
from tests.released import HERE, released
from tests.released.readings import read

DEN = Place("192.0.2.7", 26666)
KEY = bytes(range(16))
NAMES = ("Ana", "Bo", "Cy", "Di")


def write(folder: Path) -> None:
    """All that lasts, as this moontui writes it, and as what it reads it."""
    folder.mkdir()
    (folder / "versions.json").write_text(json.dumps(versions(), indent=1) + "\n")
    leave_a_player(folder / "player")
    backup.write(backup.gathered(folder / "player"), folder / "player.backup")
    asyncio.run(leave_tables(folder))
    (folder / "codes.json").write_text(json.dumps(codes(), indent=1) + "\n")
    (folder / "read_as.json").write_text(json.dumps(read(folder), indent=1) + "\n")


def leave_a_player(folder: Path) -> None:
    """Somebody's data folder, with something of everything."""
    (folder / "records").mkdir(parents=True)
    for name, game in GAMES.items():
        length = "round" if any(option.key == "length" for option in game.options) else ""
        names = NAMES[: seats_for(game, 3)]
        record = played(level="random", length=length, names=names, name=name)
        (folder / "records" / file_name(record)).write_text(to_text(record), encoding="utf-8")
    settings = Settings(name="Ana", named=True, language="de", path=folder / "settings.json")
    settings.keymap = {"quit": "f10"}
    settings.save()
    KnownHosts(folder / "hosts.json").remember(DEN, KEY, "Den")
    seats_in(folder, is_visitor=False).keep(KEY.hex(), "abcdef", "t" * 32)
    RecentHosts(folder / "recent.json").add(DEN.address, DEN.port, "Den")
    book = Book(folder)
    book.answered(shipped()[0], True, 739_000)
    book.save()


async def leave_tables(folder: Path) -> None:
    """A journal of every game, in the middle of a match."""
    journals = Journals(folder / "tables")
    for number, (name, game) in enumerate(GAMES.items()):
        people = NAMES[: seats_for(game, 3)]
        about: dict[str, Any] = {
            "table": f"left{number}",
            "game": name,
            "version": game.version,
            "options": {},
        }
        parlour = Parlour(*people, seed=number, **about)
        parlour.deal()
        for _ in range(6):
            parlour.go_on()
        table = recovered(parlour.opening, parlour.facts)
        journal = journals.create(parlour.opening.table, parlour.opening.header())
        await journals.commit(journal, table.entries)
    journals.close()


def codes() -> dict[str, str]:
    """What people hand to each other, and the first words of a guest."""
    game = next(iter(GAMES.values()))
    state = start(game, seats_for(game, 3), Random("released").randbytes(32), {})
    seat = asks(state)[0].seat
    return {
        "invitation": Invite("192.0.2.7", 26666, KEY, private=True).encode(),
        "puzzle": position_of(game, {}, view(game, state, seat)).code,
        "hello": pack(Hello(VERSION, "Ana")).hex(),
    }


if __name__ == "__main__":
    name = versions()["moontui"]
    if name in released():
        sys.exit(f"{name} is released: what it leaves behind stays as it is.")
    rmtree(HERE / name, ignore_errors=True)
    write(HERE / name)
