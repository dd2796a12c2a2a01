"""The evening's page: how everybody at a table has done in all its games, to be kept."""

from __future__ import annotations

from datetime import date
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType

from moontui.app.screens.base import MoonScreen, binding
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.sketch import Sketch
from moontui.client.session import Session
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, cut, ends, fit, paragraph
from moontui.draw.letters import width_of
from moontui.draw.paint import NONE
from moontui.words import evening as told
from moontui.words.catalogue import Catalogue
from net.security import private_file
from net.told import Evening, Score

NAME, GAME, FIGURES = 18, 11, 7
"""Widths of the columns, in cells."""
BELOW = 6
"""Rows for what stands below the standings."""
FACE = (8, 3)
"""Cells of a face, where there is room for faces."""


class EveningPage(Sketch):
    """The sky, the standings, and what else there is to say."""

    DEFAULT_CSS = "EveningPage { height: 1fr; }"

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.screen
        assert isinstance(screen, EveningScreen)
        words, evening = screen.words, screen.evening
        head = [Ink(f" {words.say('evening', 'title').upper()}", "key"), Ink(f"  {screen.about}")]
        lines = [ends(head, [], width), *self.sky(screen, width)]
        if evening is None:
            return [*lines, [], *paragraph(words.say("evening", "nothing"), width - 2)]
        lines += [[Ink("  "), Ink(told.winner(words, evening), "gold")], []]
        room = height - len(lines) - BELOW
        head, *rows = self.standings(screen, evening, width, room)
        lines += [head, *self.with_faces(screen, rows, room)]
        lines.append([])
        for text, style in (
            (told.close_one(words, evening.closest), ""),
            (words.say("evening", "fair"), "dim"),
            (screen.kept, "good"),
        ):
            lines += [[Ink("  "), *line] for line in paragraph(text, width - 4, style) if text]
        return lines

    def sky(self, screen: EveningScreen, width: int) -> list[Line]:
        """Good night, in big letters."""
        look = screen.moon.look("")
        rows, scale = (9, 2) if look.size.is_large else (4, 1)
        tools = Easel(look)
        sheet = tools.sky(width, rows, screen.session.title, 1)
        title = screen.words.say("evening", "title").upper()
        scale = scale if width_of(title, scale) <= width - 4 else 1
        size = width_of(title, scale)
        if size <= width:
            color, shade = look.palette.letters
            shade = shade if scale == 1 and rows > 4 else NONE
            sheet.overlay((width - size) // 2, 0, tools.letters(title, color, shade, scale))
        return sheet.lines

    def standings(
        self, screen: EveningScreen, evening: Evening, width: int, rows: int
    ) -> list[Line]:
        """A row for everybody: rank, name, wins in each game, and what they amount to."""
        words, games = screen.words, told.games_of(evening)
        if NAME + GAME * len(games) + 2 * FIGURES + 4 > width:
            games = []
        names = [fit(words.game_called(game), GAME - 1) + " " for game in games]
        figures = (words.say("evening", key).rjust(FIGURES) for key in ("wins", "above"))
        pad = FACE[0] + 2 if self.has_faces(screen, len(evening.scores), rows) else 0
        lines: list[Line] = [
            [
                Ink(" " * (NAME + 2 + pad)),
                *(Ink(name, "dim") for name in names),
                *(Ink(figure, "key") for figure in figures),
            ]
        ]
        shown = evening.scores if len(evening.scores) <= rows else evening.scores[: max(1, rows)]
        for rank, score in enumerate(shown, 1):
            lines.append(self.row(screen, rank, score, games))
        rest = len(evening.scores) - len(shown)
        if rest:
            more = words.say("evening", "more", count=rest)
            lines.append([Ink(f"  {cut(more, width - 2)}", "dim")])
        return lines

    def has_faces(self, screen: EveningScreen, count: int, room: int) -> bool:
        look = screen.moon.look("")
        return look.size.is_large and look.pictures and count * (FACE[1] + 1) <= room

    def with_faces(self, screen: EveningScreen, rows: list[Line], room: int) -> list[Line]:
        """The same rows, each with a face beside it, where all of them have room."""
        if not self.has_faces(screen, len(rows), room):
            return rows
        lines: list[Line] = []
        wide, high = FACE
        for rank, row in enumerate(rows):
            face = Easel(screen.moon.look("")).person("", rank % 10, wide, high)
            beside: list[Line] = [[], row, []]
            lines += [[Ink("  "), *face[y], *beside[y]] for y in range(high)] + [[]]
        return lines

    def row(self, screen: EveningScreen, rank: int, score: Score, games: list[str]) -> Line:
        signs = screen.moon.symbols
        style = "gold" if rank == 1 else ""
        line = [Ink(f" {rank:2} "), Ink(fit(told.called(score), NAME - 2), style or "strong")]
        for game in games:
            wins = score.by_game.get(game, 0)
            dots = signs.shown * wins if wins < GAME - 3 else f"{signs.shown}x{min(wins, 999)}"
            line.append(Ink(fit(dots, GAME), "gold"))
        line.append(Ink(f"{score.wins}/{score.games}".rjust(FIGURES)))
        value = told.above(score)
        line.append(Ink(" " * max(0, FIGURES - cell_len(value)) + value, style or "strong"))
        return line


class EveningScreen(MoonScreen[None]):
    """How the evening stands, and how it ended."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("t", "keep_text", "keep_text")]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.kept = ""
        """What became of the text, in words."""

    def compose(self) -> ComposeResult:
        yield EveningPage()
        yield Keys()

    @property
    def evening(self) -> Evening | None:
        return self.session.room.evening if self.session.room is not None else None

    @property
    def words(self) -> Catalogue:
        return self.moon.words

    @property
    def about(self) -> str:
        matches = self.evening.matches if self.evening is not None else 0
        count = self.words.say("evening", "one" if matches == 1 else "many", count=matches)
        return f"{self.session.title}  {date.today().isoformat()}  {count}"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.evening is not None if action == "keep_text" else True

    def action_keep_text(self) -> None:
        """Keep the page as text: in a file, or, for whoever has no folder here, on a clipboard."""
        if self.evening is None:
            return
        today = date.today()
        lines = told.as_text(self.words, self.evening, self.session.title, today)
        text = "\n".join(lines) + "\n"
        if not self.moon.reach.powers.can_host:
            self.app.copy_to_clipboard(text)
            self.kept = self.words.say("lobby", "copied")
        else:
            file = self.moon.data / "evenings" / f"{today.isoformat()}-{self.table}.txt"
            try:
                private_file(file, text.encode())
                self.kept = self.words.say("evening", "kept", file=file)
            except OSError as error:
                self.kept = self.words.say("evening", "not_kept", reason=error.strerror or "?")
        self.retell()

    @property
    def table(self) -> str:
        """What the table is known by; a host may have named it anything."""
        room = self.session.room
        return "".join(sign for sign in (room.table if room else "") if sign.isalnum())[:16]
