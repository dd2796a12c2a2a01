"""A puzzle: a table that stands still until one question is answered, and then the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from engine.core import BACK, Choice
from engine.games import GAMES
from engine.position import BadPosition, Position, opened
from moontui.app.screens.base import Heading, MoonScreen, binding
from moontui.app.screens.dialogs import NoticeDialog
from moontui.app.screens.game import GameScreen
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.reader import Block, Reader
from moontui.client.session import Session
from moontui.draw.ink import Ink, Line, fit, wrapped
from moontui.draw.plots import bar
from moontui.puzzles.puzzle import Puzzle, of_code
from moontui.puzzles.telling import Odds, Telling
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.client import Client
from net.thinking import new_pool

if TYPE_CHECKING:
    from moontui.app.app import MoontuiApp

BAR = 32
"""The longest bar."""
SECONDS = 20.0
"""How long a code may take to be opened."""

Answered = Callable[[Puzzle, Choice], str]
"""What is done when a puzzle was answered; returns what there is to say about it."""


class Riddle(Session):
    """A table that stands still: it shows a position, and hears one answer."""

    def __init__(self, app: MoontuiApp, telling: Telling) -> None:
        super().__init__(Client("", 0, app.settings.name), app.words_for, app.data)
        position = telling.position
        self.answer: Callable[[Choice], None] = lambda choice: None
        self.client.seated = said.Seated("", position.seat)
        self.alone = True
        self.room = said.Room(
            game=position.game.id,
            seats=position.seats,
            options=dict(position.options),
            notebook="off",  # to remember is half of the puzzle
            table="",
            phase="playing",
            keeper=None,
            players=telling.players,
            watchers=[],
            commitment="",
        )
        self.view = position.view
        self.history = list(position.view.state.events)
        self.chronicle = telling.chronicle

    def act(self, choice: Choice) -> int:
        self.answer(choice)
        return 0


class PuzzleTable(GameScreen):
    """The table of a puzzle. Everything can be looked up, and nothing happens before the answer."""

    UNUSED: ClassVar[tuple[str, ...]] = (
        *("chat", "phrase", "hurry", "hint", "people", "decide", "result"),
        "pair",
    )
    """What only a table with somebody at it has."""

    def __init__(self, session: Riddle, telling: Telling, source: Source, then: Answered) -> None:
        super().__init__(session)
        self.telling, self.source, self.then = telling, source, then
        session.answer = self.answer

    @property
    def banner(self) -> str:
        return self.words.say("puzzle", "banner")

    def answer(self, choice: Choice) -> None:
        """The player has answered: show what that is worth."""
        if choice == BACK:
            self.remark(self.words.say("puzzle", "no_back"))
            return
        self.app.push_screen(AnswerScreen(self.telling, self.source, choice, self.then))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in self.UNUSED:
            return False
        return True if action == "take_back" else super().check_action(action, parameters)

    def action_take_back(self) -> None:
        if self.picked is not None or self.peeking:
            super().action_take_back()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        self.source.close()
        self.app.pop_screen()


class Source:
    """Where the answer comes from: it is known, or is being worked out in a process of its own."""

    def __init__(self, puzzle: Puzzle | None = None, code: str = "") -> None:
        self.known, self.code = puzzle, code
        self.pool: Executor | None = None if puzzle is not None else new_pool(patient=True)
        self.work: asyncio.Future[Puzzle] | None = None

    async def position(self) -> Position:
        """Raises `BadPosition`, `BrokenExecutor` or `TimeoutError`."""
        if self.known is not None:
            return self.known.position()
        assert self.pool is not None
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(SECONDS):
            found = await loop.run_in_executor(self.pool, opened, GAMES, self.code)
        self.work = loop.run_in_executor(self.pool, of_code, self.code)
        self.work.add_done_callback(lambda done: done.cancelled() or done.exception())
        return found

    async def puzzle(self) -> Puzzle:
        """Raises `BadPosition` or `BrokenExecutor`."""
        if self.known is None:
            assert self.work is not None
            self.known = await asyncio.shield(self.work)
            self.close()
        return self.known

    def close(self) -> None:
        """Nobody waits for it any more."""
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None


async def show(app: MoontuiApp, source: Source, then: Answered) -> None:
    """Show the table of a puzzle, or say in one sentence why there is none."""
    try:
        position = await source.position()
        words = app.words_for(position.game.id)
        telling = Telling(position, words, app.settings.name)
        session = Riddle(app, telling)
        screen = PuzzleTable(session, telling, source, then)
    except BadPosition as error:
        source.close()
        app.push_screen(NoticeDialog(app.words.say("bad_puzzle", str(error))))
    except (BrokenExecutor, TimeoutError, LookupError, ValueError, TypeError, AssertionError):
        source.close()  # a story that nobody could tell
        app.push_screen(NoticeDialog(app.words.say("bad_puzzle", "nonsense")))
    else:
        app.push_screen(screen)


class AnswerScreen(MoonScreen[None]):
    """How likely each choice was to win, and why."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("enter", "go_on", "go_on", priority=True),
        binding("t", "table", "see_table"),
        binding("c", "copy", "copy_code"),
        binding("pagedown", "turn(1)", "page_on", show=False),
        binding("pageup", "turn(-1)", "page_back", show=False),
    ]

    def __init__(self, telling: Telling, source: Source, chosen: Choice, then: Answered) -> None:
        super().__init__()
        self.telling, self.source, self.chosen, self.then = telling, source, chosen, then
        self.puzzle: Puzzle | None = None
        self.note = ""
        """When it comes again."""
        self.failed = False
        self.copied = False

    def compose(self) -> ComposeResult:
        yield Heading("answer")
        yield Reader()
        yield Keys()

    def on_mount(self) -> None:
        self.query_one(Reader).focus()
        self.tell()
        self.run_worker(self.learn())

    async def learn(self) -> None:
        """Get the answer, which may take a moment."""
        try:
            self.puzzle = await self.source.puzzle()
            self.note = self.then(self.puzzle, self.chosen)
        except (BadPosition, BrokenExecutor):
            self.failed = True
        self.tell()

    @property
    def words(self) -> Catalogue:
        return self.telling.words

    def tell(self) -> None:
        self.query_one(Heading).say(self.words.title)
        self.query_one(Reader).read(self.blocks())

    def blocks(self) -> list[Block]:
        words, telling, puzzle = self.words, self.telling, self.puzzle
        if puzzle is None:
            return [Block(words.say("puzzle", "failed" if self.failed else "weighing"))]
        right = puzzle.is_solved_by(self.chosen)
        view = telling.position.view
        assert view.ask is not None
        odds, rest = telling.odds(puzzle, self.chosen), telling.rest(puzzle, self.chosen)
        blocks = [
            Block(telling.verdict(puzzle, self.chosen), "good" if right else "bad"),
            Block(""),
            Block(words.say("puzzle", "odds"), "rule"),
            Block("", drawn=lambda width: self.bars(odds, width)),
            *([Block(rest, "dim")] if rest else []),
            Block(""),
            *(Block(line) for line in telling.why(puzzle)),
        ]
        if then := telling.then(puzzle):
            blocks += [Block(""), Block(then, "dim")]
        if self.note:
            blocks += [Block(""), Block(self.note, "strong")]
        told = "copied" if self.copied else "share"
        return [*blocks, Block(""), Block(words.say("puzzle", told), "dim"), *self.code()]

    def code(self) -> list[Block]:
        """What was copied, to be read as well: no program knows whether a terminal has done it."""
        if not self.copied:
            return []
        told = self.words.say("puzzle", "below")
        return [Block(""), Block(told, "dim"), Block(self.telling.position.code)]

    def bars(self, odds: list[Odds], width: int) -> list[Line]:
        """A bar for every choice that was weighed, with what it is."""
        symbols = self.moon.symbols
        room = max(8, min(BAR, width // 3))
        lines: list[Line] = []
        for one in odds:
            style = "good" if one.is_best else "mine" if one.is_chosen else ""
            first, *rest = wrapped(one.text, max(12, width - room - 10))
            lines.append(
                [
                    Ink(f" {'>' if one.is_chosen else ' '} ", "key"),
                    Ink(f"{fit(one.share, 5)} ", "strong"),
                    Ink(f"{bar(one.chance, room, symbols)} ", style or "rule"),
                    Ink(first, style),
                ]
            )
            lines += [[Ink(" " * (room + 10)), Ink(row, style)] for row in rest]
        return lines

    def retell(self) -> None:
        self.tell()
        super().retell()

    # ── actions ─────────────────────────────────────────────────────────────────────────────────

    def action_go_on(self) -> None:
        """Away from this puzzle, to the next if there is one."""
        from moontui.app.screens.puzzles import PuzzlesScreen

        self.action_back()
        if isinstance(self.app.screen, PuzzlesScreen):
            self.app.screen.ask_next()

    def action_back(self) -> None:
        self.app.pop_screen()
        if isinstance(self.app.screen, PuzzleTable):
            self.app.screen.action_leave()

    def action_table(self) -> None:
        """Look at the table again."""
        self.app.pop_screen()

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(f"moontui puzzle {self.telling.position.code}")
        self.copied = True
        self.tell()

    def action_turn(self, pages: int) -> None:
        reader = self.query_one(Reader)
        reader.action_scroll_text(pages * reader.page)
