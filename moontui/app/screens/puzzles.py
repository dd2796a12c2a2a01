"""Puzzles: what comes today, the player's own mistakes, and those that come with the program."""

from __future__ import annotations

import asyncio
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from datetime import date
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from engine.core import Choice
from engine.position import LONGEST
from engine.record import BadRecord
from moontui.app.screens.base import Heading, MoonScreen, Text, binding
from moontui.app.screens.dialogs import Words
from moontui.app.screens.puzzle import Source, show
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.rows import Row, Rows
from moontui.client.ledger import Ledger
from moontui.client.mistakes import mistakes_in
from moontui.client.statistics import seat_in
from moontui.draw.ink import Ink, Line, cells, cut, fit
from moontui.puzzles.book import Book, again
from moontui.puzzles.puzzle import Puzzle
from moontui.puzzles.telling import Telling

MOONS = 3
"""A puzzle that was solved this often in a row has as many full moons as there are."""
SEARCHED = 20
"""How many matches are searched for mistakes at a time, the newest."""


class PuzzlesScreen(MoonScreen[None]):
    """A list of puzzles; the player's matches are searched for more while it is shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("o", "open_code", "open_code"),
        binding("d,delete", "forget", "forget_puzzle"),
    ]

    DEFAULT_CSS = """
    PuzzlesScreen > #about { dock: bottom; height: 2; margin-bottom: 1; }
    """

    def __init__(self, code: str = "") -> None:
        super().__init__()
        self.code = code
        """A friend's code, to be opened at once."""
        self.book: Book | None = None
        self.lines: dict[str, Line] = {}
        """By puzzle: what its row says."""
        self.left = 0
        """How many matches are still to be searched."""

    def compose(self) -> ComposeResult:
        yield Heading("puzzles")
        yield Rows()
        yield Text(id="about", style="dim")
        yield Keys()

    def on_mount(self) -> None:
        self.query_one(Rows).focus()
        self.run_worker(self.begin(), group="book")

    async def begin(self) -> None:
        """Read the book, open a code that was brought along, and search new matches."""
        self.book = await asyncio.to_thread(Book, self.moon.data)
        await self.read(self.book)
        if self.code:
            await show(self.moon, Source(code=self.code), unnoted)
        await self.search(self.book)

    async def search(self, book: Book) -> None:
        """Look for mistakes in matches that were not searched yet."""
        ledger, name = Ledger(self.moon.data), self.moon.settings.name
        files = await asyncio.to_thread(ledger.files)
        mine = {one.file: seat for one in files if (seat := seat_in(one, name)) is not None}
        unseen = book.to_look_at(mine)[:SEARCHED]
        for number, file in enumerate(unseen):
            self.left = len(unseen) - number
            self.tell()
            found: list[Puzzle] = []
            with suppress(BadRecord):
                try:
                    found = await mistakes_in(ledger.records / file, mine[file])
                except BrokenExecutor:
                    break
            book.looked_at(file, found)
            self.keep(book)
            await self.read(book)
        self.left = 0
        self.tell()

    def keep(self, book: Book) -> None:
        with suppress(OSError):  # then they are found again next time
            book.save()

    # ── showing ─────────────────────────────────────────────────────────────────────────────────

    @property
    def today(self) -> int:
        return date.today().toordinal()

    def tell(self) -> None:
        """Show the list."""
        if self.book is None or not self.lines or not self.is_mounted:
            return
        words, book = self.words, self.book
        today = book.today(self.today)
        ours = [puzzle for puzzle in book.all if puzzle.name]
        rows: list[Row] = []
        for heading, puzzles in (("today", today), ("own", book.own), ("shipped", ours)):
            title = words.say("puzzles", heading, count=len(puzzles))
            rows.append(Row([Ink(title, "rule")]))
            if not puzzles:
                rows.append(Row([Ink(f"  {words.say('puzzles', f'no_{heading}')}", "dim")]))
            rows += [Row(self.line(puzzle), (heading, puzzle.id)) for puzzle in puzzles]
        self.query_one(Rows).show(rows)
        told = words.say("puzzles", "searching", count=self.left) if self.left else ""
        self.query_one(Heading).say(told)
        self.query_one("#about", Text).tell(words.say("puzzles", "about"))

    def line(self, puzzle: Puzzle) -> Line:
        """A row: how it went so far, the game, and what is asked."""
        line = [*self.state(puzzle), *self.lines[puzzle.id][:-1]]
        asked = self.lines[puzzle.id][-1]
        room = self.app.size.width - 4 - cells(line)
        return [*line, asked._replace(text=cut(asked.text, room, self.moon.symbols.more))]

    async def read(self, book: Book) -> None:
        """Find out what each row says: a code takes a moment to open."""
        new = [puzzle for puzzle in book.all if puzzle.id not in self.lines]
        self.lines |= await asyncio.to_thread(lambda: {one.id: self.about(one) for one in new})
        self.tell()

    def about(self, puzzle: Puzzle) -> Line:
        """What can be said about a puzzle before it is tried."""
        position = puzzle.position()
        words = self.moon.words_for(position.game.id)
        telling = Telling(position, words, self.moon.settings.name)
        assert position.view.ask is not None
        return [
            Ink(f"{fit(words.title, 10)} ", "strong"),
            Ink(f"{words.say('puzzles', 'seats', count=position.seats)}  ", "dim"),
            Ink(telling.teller.prompt(position.view.ask, position.view)),
        ]

    def state(self, puzzle: Puzzle) -> Line:
        """How often a puzzle was solved in a row, and what the mistake cost."""
        assert self.book is not None
        known, signs = self.book.progress(puzzle), self.moon.symbols
        solved = min(MOONS, known.solved) if known is not None else 0
        moons = signs.shown * solved + signs.hidden * (MOONS - solved)
        style = "dim" if known is None else "good" if known.solved else "bad"
        cost = f"{-round(100 * puzzle.cost):>4} " if puzzle.chosen is not None else " "
        return [Ink(f"{moons} ", style), Ink(cost, "bad")]

    def retell(self) -> None:
        if self.book is not None:
            self.lines = {}
            self.run_worker(self.read(self.book), group="lines")
        super().retell()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.tell()

    # ── doing ───────────────────────────────────────────────────────────────────────────────────

    @property
    def chosen(self) -> Puzzle | None:
        """The puzzle under the cursor."""
        match self.query_one(Rows).value:
            case (str(), str(name)) if self.book is not None:
                return next((one for one in self.book.all if one.id == name), None)
        return None

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        if self.chosen is not None:
            self.ask(self.chosen)

    def ask(self, puzzle: Puzzle) -> None:
        self.run_worker(show(self.moon, Source(puzzle), self.answered), group="table")

    def answered(self, puzzle: Puzzle, choice: Choice) -> str:
        """Note how it went; returns when it comes again."""
        assert self.book is not None
        now = self.book.answered(puzzle, puzzle.is_solved_by(choice), self.today)
        self.keep(self.book)
        days = now.due - self.today
        return again(self.words, days)

    def ask_next(self) -> None:
        """The next of today's, if the last one was one of them."""
        match self.query_one(Rows).value:
            case ("today", _) if self.book is not None:
                if today := self.book.today(self.today):
                    self.ask(today[0])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "forget":
            return self.is_mounted and self.chosen is not None and not self.chosen.name
        return True

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self.refresh_bindings()

    def action_forget(self) -> None:
        if self.chosen is not None and self.book is not None:
            self.book.forget(self.chosen)
            self.keep(self.book)
            self.tell()

    def action_open_code(self) -> None:
        """Ask for a friend's code."""
        self.app.push_screen(Words(self.words.say("puzzles", "code"), most=LONGEST), self.open_code)

    def open_code(self, text: str | None) -> None:
        if (text or "").strip():
            source = Source(code=str(text).strip().removeprefix("moontui puzzle "))
            self.run_worker(show(self.moon, source, unnoted), group="table")


def unnoted(puzzle: Puzzle, choice: Choice) -> str:
    """A friend's puzzle does not come again by itself."""
    return ""
