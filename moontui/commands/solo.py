"""`moontui solo --plain`: a line game against bots, on the real engine."""

from __future__ import annotations

import argparse
import secrets
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine.core import Game, Seat
from engine.games import GAMES, length_for, level_for, seats_for
from engine.play import start
from engine.proof import UNSHARED, secret_of, seed_of
from moontui.client.settings import Settings
from moontui.games import first_playable
from moontui.plain.out import say
from moontui.plain.solo import bots_for, company, play
from moontui.plain.table import LineTable
from moontui.words.catalogue import Catalogue
from moontui.words.names import told_apart
from moontui.words.teller import teller_for

ME = Seat(0)


def run_solo(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Play to the end, or until the player leaves."""
    game = GAMES[first_playable(wish.game or "")]
    words = Catalogue(words.language, game.id)
    players = wish.players or seats_for(game)
    seed = seed_for(wish.seed or "", players)
    state = dealt(game, players, seed, wish.length or "")
    present = company(Settings.load(data / "settings.json").name, players)
    names, personas = [one.name for one in present], [one.persona for one in present]
    level = level_for(game, wish.level or "")
    bots = tuple(bots_for(game, level, present, sha256(b"bots" + seed).digest()))
    welcome = {"title": words.title, "bots": ", ".join(names[1:]), "seat": ME + 1}
    say(*words.say("plain", "welcome", **welcome).split("\n"))
    lines = LineTable(teller_for(game.id, words, told_apart(names), ME, personas), words, say)
    play(game, state, ME, bots, lines)
    return 0


def seed_for(text: str, players: int) -> bytes:
    """The seed of a deal: random, or the one a host derives from a text for a solo game."""
    if not text:
        return secrets.token_bytes(32)
    return seed_of(secret_of(text), [UNSHARED, *[""] * (players - 1)])


def dealt(game: Game[Any], players: int, seed: bytes, length: str = "") -> Any:
    """A new game. Raises `ValueError`, with a sentence, if that many cannot play it."""
    return start(game, players, seed, length_for(game, length))
