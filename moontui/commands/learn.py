"""`moontui learn --plain`: a game's lesson in lines, and a first real game after it."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.bots.personas import company
from engine.games import GAMES
from moontui.client.lesson import ME, keep_place, resumed
from moontui.client.lessons import has_lesson
from moontui.client.settings import Settings
from moontui.client.ways import GENTLE
from moontui.commands.solo import run_solo
from moontui.games import first_playable
from moontui.plain.lesson import LineLesson
from moontui.plain.out import ask, complain, say
from moontui.plain.table import LineTable
from moontui.words.catalogue import Catalogue
from moontui.words.names import told_apart
from moontui.words.teller import teller_for


def run_lesson(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Learn a game, from where the player left off."""
    own = Settings.load(data / "settings.json")
    name = first_playable(wish.game or "", own.game)
    words = Catalogue(words.language, name)
    if not has_lesson(name):
        complain(words.say("learn", "none", game=words.title))
        return 1
    course = resumed(own, name)
    present = company(own.name, course.lesson.script.seats)
    personas = [one.persona for one in present]
    names = told_apart([one.name for one in present])
    options = course.lesson.script.options
    lines = LineTable(teller_for(name, words, names, ME, personas, options), words, say)
    say(words.say("learn", "welcome", game=words.title))
    if LineLesson(course, lines, ask, lambda: keep_place(own, course)).run():
        first = {"level": GENTLE, "length": "round", "players": None, "seed": None}
        return run_solo(argparse.Namespace(game=GAMES[name].id, **first), words, data)
    return 0
