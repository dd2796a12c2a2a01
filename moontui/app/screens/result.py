"""The result: who won and why, what may be shown, and who will play on."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from itertools import zip_longest
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.geometry import Region
from textual.screen import ModalScreen, Screen

from engine.core import Choice, Seat
from engine.games import GAMES
from engine.record import BadRecord
from engine.replay import Replay
from engine.review import Decision
from moontui.app import leaving
from moontui.app.screens.base import MoonScreen, binding
from moontui.app.screens.finale import FinaleScreen
from moontui.app.screens.table import EVENING, may, sit_down
from moontui.app.widgets.board import Board
from moontui.app.widgets.honours import Honours
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.sketch import Sketch
from moontui.client.night import Night
from moontui.client.records import read_record, replay_of
from moontui.client.session import Session
from moontui.client.strength import change_bots, is_matched, strength_of
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, cells, crop, cut, ends, fit, flow, paragraph
from moontui.draw.keys import SEAT_LETTERS
from moontui.draw.paint import NONE
from moontui.words.evening import brief
from moontui.words.teller import Result, Showing
from moontui.words.verdicts import Verdicts

READY = Choice("ready")
"""The answer that leads on to the next round, where the game asks for it."""


FACES = ((48, 20), (36, 12), (28, 10), (24, 8), (18, 6), (12, 4), (8, 3))
"""How large faces may be beside the board, from the largest down."""
LEAST_BESIDE, LEAST_BELOW = 46, 5
"""Columns and rows that a result needs."""
TURNS = 0.1
"""A choice that costs less of the chance to win turns nothing."""


class ResultLines(Sketch):
    """The result, drawn: a page of its own, or, beside what the board wants seen, a few lines."""

    DEFAULT_CSS = "ResultLines { height: 1fr; }"

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.result_screen
        if screen.session.view is None:  # the match was put away, and the lobby is about to come
            return []
        if screen.room is not None:
            return self.beside(width, height)
        high = height or 23
        return self.honours().page(self.head(width), self.below(width, high), width, high)

    def honours(self) -> Honours:
        screen, session = self.result_screen, self.result_screen.session
        look = screen.moon.look(session.game)
        return Honours(look, session.game, screen.result, session.names, session.cast, session.part)

    @property
    def result_screen(self) -> ResultScreen:
        assert isinstance(self.screen, ResultScreen)
        return self.screen

    # ── the page ────────────────────────────────────────────────────────────────────────────────

    def head(self, width: int) -> Line:
        """The game, the table, how far the match has come, and whether the player has won."""
        screen = self.result_screen
        session, words, result = screen.session, screen.words, screen.result
        status = session.teller.status(session.view) if session.view is not None else ""
        title = "" if session.alone else session.title
        facts = "  ".join(part for part in (title, status) if part)
        key = "banner_over" if result.champions else "banner_won" if result.won else "banner"
        banner = [Ink(f" {words.say('result', key)} ", "banner")]
        game = words.title.upper()
        room = width - cells(banner) - cell_len(game) - 4
        shorter = (facts, status, status.partition(",")[0])
        facts = next((told for told in shorter if cell_len(told) <= room), "")
        return ends([Ink(f" {game}", "key"), Ink(f"  {facts}", "dim")], banner, width)

    def below(self, width: int, height: int) -> list[Line]:
        """Where it turned, what was found out about the deal, and how to go on."""
        screen = self.result_screen
        lines = self.after_all(width) if screen.result.over else []
        room = height - len(screen.result.rows) - len(lines) - 6  # headings, reason, how to go on
        lines = [*self.turning(width, room), *lines]
        go_on = [Ink(f" {screen.moon.symbols.turn} ", "key"), *self.last()]
        answers = [self.answer_of(row.seat) for row in screen.result.rows]
        asked = [piece for piece in answers if piece]
        rows = flow([go_on[1:], *asked], width - 4, gap="   ", indent="")
        lines += [[go_on[0] if not place else Ink("   "), *row] for place, row in enumerate(rows)]
        return lines

    def turning(self, width: int, room: int) -> list[Line]:
        """Where the player's match turned, by the review; or what the game itself says: whole, if
        there is room for all who played too."""
        screen = self.result_screen
        text = screen.turning or screen.result.turning
        if not text:
            return []
        label = f" {screen.words.say('result', 'dearest' if screen.is_small else 'turning')}: "
        blank = "   "
        rows = paragraph(f"{label.strip()} {text}", width - len(blank) - 1, most=max(2, room))
        first = rows[0][0].text.removeprefix(label.strip())
        return [
            [Ink(label.rstrip(), "key"), Ink(first)],
            *([Ink(blank), *row] for row in rows[1:]),
        ]

    def last(self) -> Line:
        """How to go on."""
        screen = self.result_screen
        key = "waits" if screen.answered else "rematch" if screen.result.over else "next_round"
        if screen.night is not None and screen.result.over:
            key = "night"
        if screen.session.seat is None:
            told = "watched_waits" if screen.session.waits else "watched"
            return [Ink(screen.words.say("result", told), "dim", "sit")]
        text = screen.by_thumb(screen.words.say("result", key))
        return [Ink(text, "dim" if screen.answered else "strong", "go_on")]

    def after_all(self, width: int) -> list[Line]:
        """What was found out about the deal, and where the match is kept."""
        screen = self.result_screen
        session = screen.session
        caught = bool(session.witness.accusation)
        evening = session.room.evening if session.room is not None else None
        score = "" if evening is None or session.alone else brief(screen.words, evening)
        told = [
            (session.moved, ""),
            (score, "mine"),
            (session.deal_checked, "bad" if caught else "good"),
            (session.deals_undone, "dim"),
        ]
        if session.record is not None and not session.deal_checked:
            told.append((screen.words.say("result", "kept"), "dim"))
        rows = [row for text, style in told if text for row in paragraph(text, width - 2, style)]
        return [[Ink(" "), *row] for row in rows]

    def answer_of(self, seat: int) -> Line:
        """Whether somebody else wants to go on; bots always do."""
        screen = self.result_screen
        session, words, signs = screen.session, screen.words, screen.moon.symbols
        player = session.players[seat]
        if seat == session.seat or player.kind == "bot":
            return []
        name = session.name_now(seat) if player.kind == "person" else session.names[seat]
        if player.kind != "person":
            kind = "left" if player.kind == "free" else player.kind
            return [Ink(f"{name}: {words.heard('result', kind)}", "dim")]
        waiting = session.view is not None and any(ask.seat == seat for ask in session.view.waiting)
        ready = player.ready if screen.result.over else not waiting
        if ready:
            return [Ink(f"{name} "), Ink(f"{signs.yes} {words.say('result', 'ready')}", "good")]
        return [Ink(f"{name}: {words.say('result', 'thinks')}", "dim")]

    # ── beside the board ────────────────────────────────────────────────────────────────────────

    def beside(self, width: int, height: int) -> list[Line]:
        """The result in few lines: the board shows the rest."""
        screen = self.result_screen
        result, look = screen.result, screen.moon.look(screen.session.game)
        tools = Easel(look, screen.session.game)
        lines: list[Line] = []
        style = "good" if result.won else "gold"
        face = self.face_size(width, height)
        title, scale = self.honours().title(width - 2, 2 if height > 30 else 1)
        if face and title:
            color, shade = look.palette.letters
            letters = tools.letters(title, color, NONE if scale > 1 else shade, scale)
            lines += [[], *([Ink(" "), *line] for line in letters), []]
        lines.append([Ink(" "), Ink(result.headline, style)])
        lines += [[Ink(" "), *line] for line in paragraph(result.why, width - 2)]
        if face:
            lines += [[], *self.faces(tools, width, face), []]
        else:
            lines += [self.row(row, width) for row in result.rows]
        for detail in result.details:
            lines += [[Ink(" "), *line] for line in paragraph(detail, width - 2, "dim")]
        below = [*([[]] if face else []), *self.below(width, height or 23)]
        if height:
            lines = lines[: max(0, height - len(below))]
        return [*lines, *below]

    def face_size(self, width: int, height: int) -> tuple[int, int] | None:
        """How large everybody's face may be beside their words; None: there is no room for any."""
        result = self.result_screen.result
        words = max(cell_len(text) for row in result.rows for text in (row.cards, row.why))
        room = height - 11 - len(result.details)
        return next(
            (
                (wide, high)
                for wide, high in FACES
                if wide + words + 4 <= width and (high + 1) * len(result.rows) <= room
            ),
            None,
        )

    def faces(self, tools: Easel, width: int, size: tuple[int, int]) -> list[Line]:
        """Everybody with a face."""
        screen = self.result_screen
        session, signs = screen.session, screen.moon.symbols
        wide, high = size if screen.moon.look(session.game).pictures else (0, size[1])
        lines: list[Line] = []
        for row in screen.result.rows:
            art = tools.person(session.personas[row.seat], row.seat, wide, high) if wide else []
            name = [Ink(session.names[row.seat].upper(), "strong")]
            name += [Ink(f" {signs.shown * row.score}", "gold")] if row.score else []
            text: list[Line] = [name, [Ink(row.cards)], [Ink(row.why, "dim")]]
            if row.won:
                text[0] = [Ink(f"{signs.token} ", "gold"), *name]
            rows: Iterable[tuple[Line, Line]] = zip_longest(art, text, fillvalue=[])
            lines += [
                [Ink(" "), *face, Ink(" "), *crop(words, width - wide - 3)] for face, words in rows
            ]
            lines.append([])
        return lines[:-1]

    def row(self, row: Showing, width: int) -> Line:
        screen = self.result_screen
        signs = screen.moon.symbols
        name = screen.session.names[row.seat]
        style = "mine" if row.seat == screen.session.part else ""
        return [
            Ink(f"{signs.token if row.won else ' '} ", "gold"),
            Ink(f"{SEAT_LETTERS[row.seat]} {fit(name, 12)}", style),
            Ink(fit(signs.token * row.score, 4), "gold"),
            Ink(cut(row.cards, max(4, width - 21)), style),
        ]


class ResultScreen(MoonScreen[None], ModalScreen[None]):
    """Shown over the table until the next round begins."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("enter,y", "go_on", "go_on"),
        binding("v", "replay", "replay"),
        binding("w", "review", "review"),
        binding("o", "change", "change"),
        *EVENING,
    ]

    DEFAULT_CSS = """
    ResultScreen {
        background: $background;
        & > Vertical { width: 100%; height: 1fr; }
        &.-right, &.-below { background: transparent; }
        &.-right { align: right top; }
        &.-right > Vertical { background: $background; }
        &.-below { align: center bottom; }
        &.-below > Vertical { height: auto; background: $background; }
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
        self.turning = ""
        """Where it turned, by the review; empty: nobody has worked it out."""
        self.is_small = False
        """Whether it hardly turned there: that is merely what cost most."""
        self.weighing = False

    def compose(self) -> ComposeResult:
        with Vertical():
            yield ResultLines()
        yield Keys()

    def on_mount(self) -> None:
        self.make_room()
        self.weigh_up()

    def weigh_up(self) -> None:
        """At home, find out where a match turned; a table of many guests has no time for that."""
        session = self.session
        if self.weighing or not (self.result.over and session.alone and session.record):
            return
        with suppress(BadRecord):
            replay = replay_of(read_record(session.record))
            if replay.game.advise is not None and session.part is not None:
                self.weighing = True
                self.run_worker(self.find_turning(replay, session.part), group="turning")

    async def find_turning(self, replay: Replay, seat: Seat) -> None:
        """Tell the turning point that the review would name first."""
        from moontui.client.reckoning import turning_point  # it knows how to think, as hosts do

        with suppress(BrokenExecutor):
            if (point := await turning_point(replay, seat)) is not None:
                self.tell_turning(
                    point, Verdicts(self.session.teller, lambda at: replay.view(at, seat))
                )

    def tell_turning(self, point: Decision, verdicts: Verdicts) -> None:
        self.turning, self.is_small = verdicts.point(point), point.loss < TURNS
        self.query_one(ResultLines).redraw()

    def on_resize(self) -> None:
        self.make_room()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.query_one(ResultLines).redraw()  # more may be known by now

    def make_room(self) -> None:
        """Stand beside or below what should stay in view, if there is room."""
        size, self.room = self.app.size, self.free_room()
        below = self.room is not None and self.room.width == size.width
        self.set_class(below, "-below")
        self.set_class(self.room is not None and not below, "-right")
        whole = self.query_one(Vertical).styles
        whole.width = self.room.width if self.room is not None else None
        whole.height = self.room.height if below and self.room is not None else None
        self.query_one(ResultLines).redraw()

    def free_room(self) -> Region | None:
        """Where nothing is covered that should stay in view; None: nowhere."""
        kept, size = self.board.kept_in_view() if self.board is not None else None, self.app.size
        if kept is None or not kept.area:
            return None
        if size.width - kept.right >= LEAST_BESIDE:
            return Region(kept.right, 0, size.width - kept.right, size.height - 1)
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
        return may(self.session, action)

    @property
    def night(self) -> Night | None:
        """The Night's Deal that was played; None: it was another."""
        return Night.of(self.session.deal)

    def action_go_on(self) -> None:
        """On to the next round, or to another match, or to what became of the night."""
        if self.result.over and self.night is not None:
            leaving.to_the_night(self.moon, self.night)
            return
        if self.result.over:
            self.match_again()
            self.session.ready()
        elif READY in self.session.choices:
            self.session.act(READY)
        elif self.session.is_asked:  # a question that the table shows
            self.action_back()
            return
        self.answered = True
        self.retell()
        self.refresh_bindings()

    def match_again(self) -> None:
        """Bots that match the player are as strong in the next match as the last has made them."""
        session = self.session
        if session.keeps and is_matched(session) and not session.deal:
            game = GAMES[session.game]
            change_bots(session, strength_of(self.moon.settings, game).level(game))

    def action_change(self) -> None:
        self.moon.open_change(self.session)

    def action_sit(self) -> None:
        sit_down(self.session)

    def action_evening(self) -> None:
        self.moon.open_evening(self.session)

    def action_replay(self) -> None:
        if self.session.record is not None:
            self.moon.open_replay(self.session.record)

    def action_review(self) -> None:
        if self.session.record is not None:
            self.moon.open_review(self.session.record, self.session.part)

    def action_back(self) -> None:
        self.dismiss()

    def action_leave(self) -> None:
        self.moon.ask_to_leave(self.session)

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        if event.target == "go_on":
            self.action_go_on()
        elif event.target == "sit":
            self.action_sit()

    def follow(self, result: Result) -> None:
        """The table has news about the result."""
        self.result = result
        self.weigh_up()
        self.retell()
        self.refresh_bindings()


def follow_result(table: Screen[Any], session: Session, seen: bool) -> bool:
    """Show the result over a table while a round is over, and take it away when the next begins;
    returns whether it has been seen."""
    result = session.result
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
            screen = FinaleScreen(finale, watching=session.part is None)
            table.app.push_screen(screen, lambda _: show_after(table, session, board))
        return True
    return seen


def show_after(table: Screen[Any], session: Session, board: Board | None) -> None:
    """Show the result after a game's own finale, if the next round has not begun meanwhile."""
    result = session.result
    if result is not None and table.app.screen is table:
        table.app.push_screen(ResultScreen(session, result, board))
