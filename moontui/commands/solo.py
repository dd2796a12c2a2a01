"""`moontui solo --plain`: a line game against bots, on the real engine."""

from __future__ import annotations

import argparse
import secrets
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.bots.dial import is_point
from engine.bots.strength import MATCH
from engine.core import Game, Seat
from engine.fixed import Bots, begun
from engine.games import GAMES, length_for, seats_for
from engine.play import asks
from engine.proof import end_of, secret_of
from engine.record import BadRecord, Record, file_name, game_of, replay, to_text
from moontui.client.records import read_record
from moontui.client.settings import Settings
from moontui.client.strength import explained, level_meant, played, told
from moontui.games import first_playable
from moontui.plain.out import ask, complain, say
from moontui.plain.solo import Talk, play
from moontui.plain.table import LineTable
from moontui.words.catalogue import Catalogue
from moontui.words.names import told_apart
from moontui.words.teller import teller_for
from net.security import private_file

ME = Seat(0)


def run_solo(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Play as many games as the player likes; one that is left is kept, and goes on another
    time."""
    while play_one(wish, words, data) and yes(words, "again"):
        wish.seed, wish.resume = None, False
    return 0


def play_one(wish: argparse.Namespace, words: Catalogue, data: Path) -> bool:
    """Play a game; returns whether it came to its end."""
    game = GAMES[first_playable(wish.game or "")]
    words = Catalogue(words.language, game.id)
    kept, own = data / "lines" / f"{game.id}.moon", Settings.load(data / "settings.json")
    record = left_before(kept) if goes_on(wish, words, kept) else None
    if record is None:
        record = new_game(wish, game, own)
    state = replay(game, record)
    names, personas, level = list(record.names), list(record.personas), record.levels[-1]
    bots = Bots(game, record.seed, record.levels, personas, record.moves)
    welcome = {"title": words.title, "bots": ", ".join(names[1:]), "seat": ME + 1}
    say(*words.say("plain", "welcome", **welcome).split("\n"))
    if is_point(level):
        say(explained(words, own, game, record.seats))
    lines = LineTable(teller_for(game.id, words, told_apart(names), ME, personas), words, say)
    talk = Talk(game, lines, own.chatter, wish.seed or secrets.token_hex(8))
    moves = play(game, state, ME, bots, lines, talk=talk, before=record.moves)
    record = replace(record, moves=(*record.moves, *moves))
    if asks(state):
        keep(kept, record)
        say(words.say("plain", "kept"))
        return False
    over = replace(record, end=end_of(state))
    keep(data / "records" / file_name(over), over)
    kept.unlink(missing_ok=True)
    outcome = game.outcome(state)
    if outcome is not None and is_point(level):
        say(told(words, played(own, game, record.seats, ME in outcome.winners)))
    return True


def goes_on(wish: argparse.Namespace, words: Catalogue, kept: Path) -> bool:
    """Whether a game that was left goes on; whoever has said nothing about it, and can, is
    asked."""
    if getattr(wish, "resume", False) or wish.seed or not kept.exists():
        return bool(getattr(wish, "resume", False))
    return yes(words, "go_on")


def yes(words: Catalogue, question: str) -> bool:
    """Whether somebody who can be asked says yes."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        return (
            ask(words.say("plain", question)).strip().lower() in words.say("backup", "yes").split()
        )
    except EOFError:
        return False


def left_before(kept: Path) -> Record | None:
    """The game that was left; None: there is none that can go on."""
    try:
        record = read_record(kept)
        replay(game_of(GAMES, record), record)
    except BadRecord:
        return None
    whole = len(record.names) == len(record.personas) == len(record.levels) == record.seats
    return record if whole else None


def keep(file: Path, record: Record) -> None:
    """Write a game down; if that fails, it was fun all the same."""
    try:
        private_file(file, to_text(record).encode())
    except OSError as error:
        complain(f"{file}: {error.strerror or error}")


def new_game(wish: argparse.Namespace, game: Game[Any], own: Settings) -> Record:
    """A new game, before its first answer. Raises `ValueError`, with a sentence, if that many
    cannot play it."""
    players, text = wish.players or seats_for(game), wish.seed or ""
    options = length_for(game, wish.length or "")
    secret = secret_of(text) if text else secrets.token_bytes(32)
    usual = "" if text else MATCH  # a text deals the same game to everybody
    level = level_meant(own, game, wish.level or usual)
    return begun(game, secret, text, own.name, players, level, options)
