"""`moontui solo --plain`: a line game against bots, on the real engine."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sys
from concurrent.futures import BrokenExecutor
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
from engine.record import BadRecord, Record, branched, file_name, game_of, replay, to_text
from engine.replay import Replay
from engine.review import Decision, moments
from moontui.client.reckoning import turning_point
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
from moontui.words.verdicts import Verdicts
from net.security import private_file

ME = Seat(0)


def run_solo(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Play as many games as the player likes; one that is left is kept, and goes on another
    time."""
    game = GAMES[first_playable(wish.game or "")]
    desk = Desk(game, Catalogue(words.language, game.id), data)
    record = left_before(desk.kept) if goes_on(wish, desk.words, desk.kept) else None
    seed = wish.seed or ""
    while over := desk.play(record or new_game(wish, game, desk.own), seed):
        record = desk.afterwards(over)
        if record is None and not desk.again:
            break
        wish.seed = seed = ""
    return 0


class Desk:
    """Where somebody plays one game after another in lines."""

    def __init__(self, game: Game[Any], words: Catalogue, data: Path) -> None:
        self.game, self.words, self.data = game, words, data
        self.own = Settings.load(data / "settings.json")
        self.kept = data / "lines" / f"{game.id}.moon"
        """The game that was left, if there is one."""
        self.again = False
        """Whether another game was asked for."""

    def play(self, record: Record, seed: str) -> Record | None:
        """Play a game from where its record ends; None: it was left."""
        game, words, own = self.game, self.words, self.own
        state = replay(game, record)
        names, personas, level = list(record.names), list(record.personas), record.levels[-1]
        bots = Bots(game, record.seed, record.levels, personas, record.moves)
        welcome = {"title": words.title, "bots": ", ".join(names[1:]), "seat": ME + 1}
        say(*words.say("plain", "welcome", **welcome).split("\n"))
        if is_point(level):
            say(explained(words, own, game, record.seats))
        lines = LineTable(teller_for(game.id, words, told_apart(names), ME, personas), words, say)
        talk = Talk(game, lines, own.chatter, seed or secrets.token_hex(8))
        moves = play(game, state, ME, bots, lines, talk=talk, before=record.moves)
        record = replace(record, moves=(*record.moves, *moves))
        if asks(state):
            keep(self.kept, record)
            say(words.say("plain", "kept"))
            return None
        over = replace(record, end=end_of(state))
        keep(self.data / "records" / file_name(over), over)
        self.kept.unlink(missing_ok=True)
        outcome = game.outcome(state)
        if outcome is not None and is_point(level) and not record.origin:
            say(told(words, played(own, game, record.seats, ME in outcome.winners)))
        return over

    def afterwards(self, over: Record) -> Record | None:
        """Look back at a game with somebody who has time, and ask what comes next; returns where to
        play on, if that is wished."""
        self.again = False
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return None
        match = Replay(self.game, over)
        point = self.look_back(match)
        while True:
            try:
                typed = ask(self.words.say("plain", "again_or_back" if point else "again"))
            except EOFError:
                return None
            word, _, turn = typed.strip().lower().partition(" ")
            if word.isdecimal():  # it was meant for a card
                continue
            if word != "b" or not (point or turn):
                self.again = word in self.words.say("backup", "yes").split()
                return None
            step = point.moment.step if point and not turn else step_at(match, turn)
            if step is not None:
                levels = tuple(level.partition("+")[0] for level in over.levels)
                return replace(branched(over, step), levels=levels)  # which is no match of strength
            say(self.words.say("plain", "no_such_turn"))

    def look_back(self, match: Replay) -> Decision | None:
        """Say which choice cost the player most, and return it."""
        if self.game.advise is None or next(moments(match, ME), None) is None:
            return None
        words = self.words
        say(words.say("plain", "weighing"))
        try:
            point = asyncio.run(turning_point(match, ME))
        except (BrokenExecutor, KeyboardInterrupt):
            return None
        if point is None:
            say(words.say("review", "best"))
            return None
        names, personas = told_apart(list(match.record.names)), list(match.record.personas)
        teller = teller_for(self.game.id, words, names, ME, personas)
        verdicts = Verdicts(teller, lambda step: match.view(step, ME))
        say(words.say("plain", "turning", point=verdicts.point(point)))
        return point


def step_at(match: Replay, turn: str) -> int | None:
    """Where the player had a choice in a turn of the last round; None: nowhere."""
    own = [*moments(match, ME)]
    return next(
        (one.step for one in own if one.round == own[-1].round and str(one.turn) == turn.strip()),
        None,
    )


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
