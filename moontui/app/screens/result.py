"""The result: who won and why, what may be shown, and who will play on."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.geometry import Region
from textual.screen import ModalScreen, Screen

from engine.core import Choice
from moontui.app.screens.base import MoonScreen, binding
from moontui.app.screens.finale import FinaleScreen
from moontui.app.widgets.board import Board
from moontui.app.widgets.panels import Keys
from moontui.app.widgets.sketch import Sketch
from moontui.client.session import Session
from moontui.draw.ink import Ink, Line, fit, paragraph, rule
from moontui.draw.keys import SEAT_LETTERS
from moontui.words.teller import Result, Showing

READY = Choice("ready")
"""The answer that leads on to the next round, where the game asks for it."""


LEAST_BESIDE, LEAST_BELOW = 46, 5
"""Columns and rows that a result needs."""
ROOMY = 56
"""Columns from which the table of players has a heading."""


class ResultLines(Sketch):
    """The result, drawn."""

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.screen
        assert isinstance(screen, ResultScreen)
        result = screen.result
        words, signs = screen.words, screen.moon.symbols
        style = "good" if result.won else "gold"
        moon = f" {signs.token} " if result.won else f" {signs.no_token} "
        lines: list[Line] = [[Ink(moon, "gold"), Ink(result.headline, style)], []]
        indent = 16 if width >= ROOMY else 12
        for title, text in (("why", result.why), ("turning", result.turning)):
            if text:
                label = words.say("result", title)
                parts = paragraph(text, width - indent - 1)
                lines.append([Ink(fit(f" {label}", indent), "dim"), *parts[0]])
                lines += [[Ink(" " * indent), *part] for part in parts[1:]]
        rows = [self.row(row, width) for row in result.rows]
        if screen.room is not None and screen.room.width == self.app.size.width:
            lines = [line for line in [*lines, *rows] if line]  # the board shows the rest
            return [*lines[: screen.room.height - 2], [self.last()]]
        lines += [[], self.heading(width) if width >= ROOMY else [], *rows, []]
        for detail in result.details:
            lines += [[Ink(" "), *row] for row in paragraph(detail, width - 2)]
        lines += [[]] if result.details else []
        if result.over:
            lines += self.after_all(width)
        if len(lines) + 4 > self.app.size.height:  # the frame, this line and the keys
            lines = [line for line in lines if line]
        return [*lines, [self.last()]]

    def last(self) -> Ink:
        """How to go on."""
        screen = self.screen
        assert isinstance(screen, ResultScreen)
        key = "waits" if screen.answered else "rematch" if screen.result.over else "next_round"
        text = f" {screen.words.say('result', key)}"
        return Ink(text, "dim" if screen.answered else "key", "go_on")

    def after_all(self, width: int) -> list[Line]:
        """What was found out about the deal, and where the match is kept."""
        screen = self.screen
        assert isinstance(screen, ResultScreen)
        session = screen.session
        caught = bool(session.witness.accusation)
        told = [(session.deal_checked, "bad" if caught else "good"), (session.deals_undone, "dim")]
        if session.record is not None and not session.deal_checked:
            told.append((screen.words.say("result", "kept"), "dim"))
        rows = [row for text, style in told if text for row in paragraph(text, width - 2, style)]
        return [[Ink(" "), *row] for row in rows]

    def heading(self, width: int) -> Line:
        screen = self.screen
        assert isinstance(screen, ResultScreen)
        words = screen.words
        across = screen.moon.symbols.plain.across
        titles = [words.say("result", key) for key in ("seat", "score", "hand")]
        head = f"{across * 2} {fit(titles[0], 14)}{fit(titles[1], 7)}{titles[2]} "
        answer = words.say("result", "again" if screen.result.over else "next")
        line = rule(screen.moon.symbols.plain, width - 11)
        filled = head + line[0].text[len(head) :]
        return [Ink(filled, "rule"), Ink(f" {fit(answer, 10)}", "rule")]

    def row(self, row: Showing, width: int) -> Line:
        screen = self.screen
        assert isinstance(screen, ResultScreen)
        words, signs = screen.words, screen.moon.symbols
        name = screen.session.names[row.seat]
        mark = signs.token if row.won else " "
        style = "mine" if row.seat == screen.session.seat else "dim" if row.out else ""
        if row.cards and row.value is not None:
            shown = words.say("result", "value", cards=row.cards, value=row.value)
        else:
            shown = row.cards or words.say("result", "out" if row.out else "hidden")
        named, scored = (13, 7) if width >= ROOMY else (10, 3)
        room = max(4, width - named - scored - 16)
        return [
            Ink(f"{mark} ", "gold"),
            Ink(f"{SEAT_LETTERS[row.seat]} {fit(name, named)}", style),
            Ink(fit(signs.token * row.score, scored), "gold"),
            Ink(fit(shown, room), style),
            Ink(f" {fit(self.answer(row), 10)}", "dim"),
        ]

    def answer(self, row: Showing) -> str:
        """Whether somebody wants to go on."""
        screen = self.screen
        assert isinstance(screen, ResultScreen)
        session, words = screen.session, screen.words
        player = session.players[row.seat]
        if player.kind != "person":
            kind = "left" if player.kind == "free" else player.kind
            return words.heard("result", kind)
        if screen.result.over:
            return words.say("result", "ready" if player.ready else "thinks")
        waiting = session.view is not None and any(
            ask.seat == row.seat for ask in session.view.waiting
        )
        return words.say("result", "thinks" if waiting else "ready")


class ResultScreen(MoonScreen[None], ModalScreen[None]):
    """Shown over the table until the next round begins."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("enter,y", "go_on", "go_on"),
        binding("v", "replay", "replay"),
        binding("w", "review", "review"),
    ]

    DEFAULT_CSS = """
    ResultScreen {
        align: center middle;
        & > Vertical {
            width: 76; max-width: 100%; height: auto; max-height: 100%;
            border: round $accent; background: $panel; padding: 0 1;
        }
        & Sketch { background: $panel; }
        &.-right { align: right middle; }
        &.-below { align: center bottom; }
        &.-below > Vertical { border: none; border-top: solid $accent; }
    }
    """

    def __init__(self, session: Session, result: Result, board: Board | None = None) -> None:
        super().__init__()
        self.board = board
        """The table below it."""
        self.room: Region | None = None
        """Where it leaves uncovered what the board wants to be seen; None: nowhere."""
        self.session = session
        self.result = result
        self.answered = False

    def compose(self) -> ComposeResult:
        with Vertical():
            yield ResultLines()
        yield Keys()

    def on_mount(self) -> None:
        self.make_room()

    def on_resize(self) -> None:
        self.make_room()

    def make_room(self) -> None:
        """Stand beside or below what should stay in view, if there is room."""
        size, self.room = self.app.size, self.free_room()
        below = self.room is not None and self.room.width == size.width
        self.set_class(below, "-below")
        self.set_class(self.room is not None and not below, "-right")
        self.query_one(Vertical).styles.width = self.room.width if self.room is not None else None
        self.query_one(Vertical).styles.margin = (0, 0, 1 if below else 0, 0)  # the keys
        self.query_one(ResultLines).redraw()

    def free_room(self) -> Region | None:
        """Where nothing is covered that should stay in view; None: nowhere."""
        kept, size = self.board.kept_in_view() if self.board is not None else None, self.app.size
        if kept is None or not kept.area:
            return None
        if size.width - kept.right >= LEAST_BESIDE:
            return Region(kept.right, 0, size.width - kept.right, size.height)
        rows = size.height - kept.bottom - 1
        if self.result.over or rows < LEAST_BELOW:  # at the end there is more to say
            return None
        return Region(0, kept.bottom, size.width, rows)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "go_on":
                return not self.answered and self.session.seat is not None
            case "replay":
                return self.session.record is not None
            case "review":
                return self.result.over and self.session.record is not None
        return True

    def action_go_on(self) -> None:
        """On to the next round, or to another match."""
        if self.result.over:
            self.session.ready()
        elif READY in self.session.choices:
            self.session.act(READY)
        elif self.session.is_asked:  # a question that the table shows
            self.action_back()
            return
        self.answered = True
        self.retell()
        self.refresh_bindings()

    def action_replay(self) -> None:
        if self.session.record is not None:
            self.moon.open_replay(self.session.record)

    def action_review(self) -> None:
        if self.session.record is not None:
            self.moon.open_review(self.session.record, self.session.seat)

    def action_back(self) -> None:
        self.dismiss()

    def action_leave(self) -> None:
        self.moon.ask_to_leave(self.session)

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        if event.target == "go_on":
            self.action_go_on()

    def follow(self, result: Result) -> None:
        """The table has news about the result."""
        self.result = result
        self.retell()
        self.refresh_bindings()


def follow_result(table: Screen[Any], session: Session, seen: bool) -> bool:
    """Show the result over a table while a round is over, and take it away when the next begins;
    returns whether it has been seen."""
    assert session.view is not None
    result = session.teller.result(session.view, session.history)
    stack = table.app.screen_stack
    shown = [screen for screen in stack if isinstance(screen, ResultScreen)]
    if result is None:
        for over in (*shown, *(each for each in stack if isinstance(each, FinaleScreen))):
            over.dismiss()
        return False
    if shown:
        shown[0].follow(result)
    elif not seen and table.app.screen is table:
        board = next(iter(table.query(Board)), None)
        finale = board.finale() if board is not None else None
        if finale is None:
            table.app.push_screen(ResultScreen(session, result, board))
        else:
            screen = FinaleScreen(finale, watching=session.seat is None)
            table.app.push_screen(screen, lambda _: show_after(table, session, board))
        return True
    return seen


def show_after(table: Screen[Any], session: Session, board: Board | None) -> None:
    """Show the result after a game's own finale, if the next round has not begun meanwhile."""
    assert session.view is not None
    result = session.teller.result(session.view, session.history)
    if result is not None and table.app.screen is table:
        table.app.push_screen(ResultScreen(session, result, board))
