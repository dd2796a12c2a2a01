"""`moontui puzzles --plain` and `moontui puzzle CODE --plain`: puzzles in lines of text."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from datetime import date
from pathlib import Path

from engine.core import BACK, Choice
from engine.games import GAMES
from engine.position import BadPosition, Position, opened
from engine.record import BadRecord
from moontui.client.ledger import Ledger
from moontui.client.mistakes import mistakes_in
from moontui.client.settings import Settings
from moontui.client.statistics import seat_in
from moontui.plain.out import ask as read_line
from moontui.plain.out import complain, say
from moontui.plain.solo import ask
from moontui.plain.table import LineTable, PlayerLeaves
from moontui.puzzles.book import Book, again
from moontui.puzzles.puzzle import Puzzle, of_code
from moontui.puzzles.telling import Telling
from moontui.words.catalogue import Catalogue


def run_puzzles(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Solve what comes today, or one puzzle from a friend."""
    name = Settings.load(data / "settings.json").name
    try:
        if wish.command == "puzzle":
            return solve_code(wish.code, words, name)
        book = Book(data)
        if wish.find:
            asyncio.run(find(book, words, data, name))
        solve_today(book, words, name)
    except (PlayerLeaves, EOFError, KeyboardInterrupt):
        say(words.say("plain", "bye"))
    except OSError as error:
        complain(f"{error.filename or ''}: {error.strerror or error}")
        return 2
    return 0


def solve_code(code: str, words: Catalogue, name: str) -> int:
    """A friend's puzzle."""
    try:
        position = opened(GAMES, code)
        chosen, telling = asked(position, words, name)
        say(words.say("puzzle", "weighing"))
        tell_answer(of_code(code), telling, chosen)
    except BadPosition as error:
        complain(words.say("bad_puzzle", str(error)))
        return 1
    return 0


def solve_today(book: Book, words: Catalogue, name: str) -> None:
    """One after another, as many as come today."""
    say(words.say("puzzles", "about"), words.say("puzzles", "left"))
    today, right = book.today(date.today().toordinal()), 0
    for number, puzzle in enumerate(today, 1):
        chosen, telling = asked(puzzle.position(), words, name)
        tell_answer(puzzle, telling, chosen)
        solved = puzzle.is_solved_by(chosen)
        now = book.answered(puzzle, solved, date.today().toordinal())
        book.save()
        right += solved
        say(again(words, now.due - date.today().toordinal()))
        say(words.say("puzzles", "solved", right=right, tries=number))
    if not today:
        say(words.say("puzzles", "no_today"))


def asked(
    position: Position, words: Catalogue, name: str, read: Callable[[str], str] = read_line
) -> tuple[Choice, Telling]:
    """Tell a position and ask its question."""
    telling = Telling(position, Catalogue(words.language, position.game.id), name)
    lines = LineTable(telling.teller, telling.words, say)
    say("", f"== {telling.words.title}")
    for entry in telling.chronicle.entries:
        if text := entry.story or entry.text:
            say(f"{entry.turn:>3} {text}" if entry.turn else f"    {text}")
    lines.show_hand(position.view, "")
    while (chosen := ask(lines, position.view, read)) == BACK:
        say(telling.words.say("puzzle", "no_back"))
    return chosen, telling


def tell_answer(puzzle: Puzzle, telling: Telling, chosen: Choice) -> None:
    """How likely each choice is to win, and why."""
    say(telling.verdict(puzzle, chosen), telling.words.say("puzzle", "odds"))
    for one in telling.odds(puzzle, chosen):
        say(f"  {'>' if one.is_chosen else ' '} {one.share:>5}  {one.text}")
    if rest := telling.rest(puzzle, chosen):
        say(f"  {rest}")
    say(*telling.why(puzzle))
    if then := telling.then(puzzle):
        say(then)


async def find(book: Book, words: Catalogue, data: Path, name: str) -> None:
    """Search matches that were not searched yet for mistakes."""
    ledger = Ledger(data)
    mine = {one.file: seat for one in ledger.files() if (seat := seat_in(one, name)) is not None}
    for file in book.to_look_at(mine):
        found: list[Puzzle] = []
        with suppress(BadRecord):
            try:
                found = await mistakes_in(ledger.records / file, mine[file])
            except BrokenExecutor:
                return
        new = book.looked_at(file, found)
        book.save()
        say(words.say("puzzles", "found", file=file, count=new))
