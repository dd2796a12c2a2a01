"""What this moontui makes of the folder that a release left behind."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from engine.games import GAMES
from engine.plain import to_plain
from engine.position import opened
from engine.proof import verify
from engine.record import from_text, game_of, replay
from moontui.client import backup
from moontui.client.recent import RecentHosts
from moontui.client.settings import Settings
from moontui.client.trust import KnownHosts, seats_in
from moontui.puzzles.book import Book
from net.invites import Invite
from net.messages import Hello
from net.wire import ASKING, unpack
from tests.net.test_old import brought_back, digest, told


def read(folder: Path) -> dict[str, Any]:
    """By part of the folder: what it says."""
    with TemporaryDirectory() as copy:  # a file that makes no sense would be set aside
        here = Path(copy) / "player"
        copytree(folder / "player", here)
        return {
            "player": player(here),
            "matches": {file.name: match(file) for file in sorted(here.glob("records/*"))},
            "backup": restored(folder / "player.backup", Path(copy) / "new"),
            "tables": {
                file.stem: told(asyncio.run(brought_back(file, Path(copy) / file.stem)))
                for file in sorted(folder.glob("tables/*.journal"))
            },
            "codes": said(json.loads((folder / "codes.json").read_text())),
        }


def player(data: Path) -> dict[str, Any]:
    settings = Settings.load(data / "settings.json")
    (host,) = KnownHosts(data / "hosts.json").hosts()
    (seat,) = seats_in(data, is_visitor=False).seats()
    return {
        "settings": [settings.name, settings.named, settings.language, settings.keymap],
        "host": [host.name, host.key, list(host.places)],
        "seat": [seat.host, seat.table, seat.token],
        "recent": [
            [one.name, one.address, one.port] for one in RecentHosts(data / "recent.json").list()
        ],
        "puzzles": len(Book(data).file.progress),
    }


def match(file: Path) -> str:
    record = from_text(file.read_text())
    verify(GAMES, record)
    return digest(to_plain(replay(game_of(GAMES, record), record)))


def restored(file: Path, data: Path) -> dict[str, Any]:
    done = backup.restore(data, backup.read(file), take_settings=True)
    return {"counts": list(done), "player": player(data)}


def said(codes: dict[str, str]) -> dict[str, Any]:
    invite = Invite.decode(codes["invitation"])
    position = opened(GAMES, codes["puzzle"])
    hello = unpack(bytes.fromhex(codes["hello"])[4:], Hello, ASKING)
    return {
        "invitation": [invite.address, invite.port, invite.pin.hex(), invite.private],
        "puzzle": [position.game.id, position.seat, digest(to_plain(position.view.state))],
        "hello": [hello.version, hello.name],
    }
