"""The last page of an evening, drawn: dawn, the standings, and what will be remembered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from rich.cells import cell_len

from moontui.app.widgets.honours import BREAK, DAWN
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, cells, columns, crop, cut, ends, fit, painted, paragraph
from moontui.draw.letters import width_of
from moontui.draw.paint import NONE
from moontui.draw.pictures import has
from moontui.draw.scene import Look
from moontui.draw.sheet import Sheet
from moontui.words import evening as told
from moontui.words.evening import Memory
from moontui.words.stories import Closing
from net.told import Evening, Score

WIDTHS = ((18, 11, 7), (12, 10, 6))
"""Widths of the columns, in cells: name, game, figure; and where there is less room."""
FACES = ((14, 6), (11, 5), (8, 3))
"""Cells of a face, where there is room for faces; beside the larger ones, names are large, too."""
LARGE = 5
"""Rows from which somebody has room for a large name above the rest."""
STORIES = 41
"""Columns for what will be remembered, beside the standings."""
ART = (12, 6)
"""Cells of the picture of a story."""
BESIDE = 100
"""Columns from which stories stand beside the standings."""


class GoodNight:
    """Draws the page in a player's look."""

    def __init__(self, look: Look, title: str, evening: Evening, closing: Closing) -> None:
        self.look, self.title = look, title
        self.evening = evening
        self.words, self.symbols = look.words, look.symbols
        self.memories = told.memories(look.words, evening, closing)

    def lines(self, head: Line, width: int, height: int, kept: str = "") -> list[Line]:
        """Everything in a number of rows; the sky, and then the fine print, makes room."""
        rows, body, below = next(self.ways(width, height - 1, kept))
        sky = self.sky(width, rows) if rows else [[Ink(f"  {self.winner}", "gold")]]
        gap: list[Line] = [[]] if height > len(sky) + len(body) + len(below) + 1 else []
        space: list[Line] = [[]] if height > len(sky) + len(body) + len(below) + 2 else []
        return [head, *sky, *gap, *body, *space, *below][:height]

    def ways(
        self, width: int, height: int, kept: str
    ) -> Iterator[tuple[int, list[Line], list[Line]]]:
        """Ways to fill the page, from the most splendid to the plainest: rows of sky, 0 for none,
        the standings with what will be remembered, and what stands below."""
        below = self.notes(width, kept, fair=True)
        skies = self.skies(height)
        if width >= BESIDE:
            for cards, rows in product((True, False), skies):
                room = height - max(rows, 1) - len(below) - 1
                body = self.beside(width, room, cards)
                if body and len(body) <= room:
                    yield rows, body, below
        for rows in skies:
            room = height - max(rows, 1) - len(below)
            if room - len(self.told(width)) > len(self.evening.scores):  # nobody is left out
                yield rows, self.stacked(width, room), below
        below = self.notes(width, kept, fair=False)
        yield 0, self.stacked(width, height - 1 - len(below)), below

    @property
    def winner(self) -> str:
        return told.winner(self.words, self.evening)

    # ── the sky ─────────────────────────────────────────────────────────────────────────────────

    def skies(self, height: int) -> tuple[int, ...]:
        """How high the sky may be, the highest first."""
        large = (13, 10, 8) if height >= 36 else (8, 6) if height >= 28 else ()
        return (*((17,) if height >= 50 else ()), *large, 5, 0)

    def sky(self, width: int, rows: int) -> list[Line]:
        """Good night, in big letters, and a moon for every game that was won."""
        palette = self.look.palette
        if palette.colored and palette.dark and palette.sky != (0, 0):
            palette = replace(palette, sky=DAWN, sky_middle=BREAK)
        tools = Easel(replace(self.look, palette=palette))
        sheet = tools.sky(width, rows, self.title, 1 if rows > 5 else 0)
        title = self.words.say("evening", "title").upper()
        wanted = 3 if rows >= 16 else 2 if rows >= 8 else 1
        scale = next(
            (one for one in (3, 2) if one <= wanted and width_of(title, one) <= width - 24), 1
        )
        size, top = width_of(title, scale), int(rows >= 10)
        if rows >= 10:
            self.moons(tools, sheet, width)
        if size <= width:
            color, _ = palette.letters
            sheet.overlay((width - size) // 2, top, tools.letters(title, color, NONE, scale))
        text = cut(self.winner, width - 2)
        below = top + 3 * scale
        below += below + 1 < rows - 2  # not among the roofs
        sheet.write((width - cell_len(text)) // 2, below, text, "strong")
        return sheet.lines

    def moons(self, tools: Easel, sheet: Sheet, width: int) -> None:
        """One for every game, from a crescent to a full moon."""
        count = min(4, len(told.games_of(self.evening)))
        places = ((1, 1), (width - 11, 1), (12, 7), (width - 20, 7))
        for number, (x, y) in enumerate(places[: count if sheet.height > 11 else 2]):
            phase, wide = (number + 1) / count, 10 if number < 2 else 8
            sheet.overlay(x, y, tools.moon(wide, wide // 2, phase, phase >= 1))

    # ── the standings ───────────────────────────────────────────────────────────────────────────

    def beside(self, width: int, rows: int, cards: bool) -> list[Line]:
        """The standings, and what will be remembered beside them, with pictures or without; empty:
        there is no room for pictures."""
        size = width - STORIES - 2
        right = self.cards(rows) if cards else self.told(STORIES)
        return columns(self.standings(size, rows), size, right, 2) if right or not cards else []

    def stacked(self, width: int, rows: int) -> list[Line]:
        """The standings, and what will be remembered below them."""
        below = self.told(width)
        return [*self.standings(width, rows - len(below)), *below]

    def standings(self, width: int, rows: int) -> list[Line]:
        """A row for everybody: rank, name, wins in each game, and what they amount to."""
        scores, games = self.evening.scores, told.games_of(self.evening)
        face = self.face(len(scores), width, rows)
        pad = face[0] + 1 if face else 0
        fits = [
            one for one in WIDTHS if pad + one[0] + 2 + one[1] * len(games) + 2 * one[2] <= width
        ]
        games = games if fits else []
        widths = fits[0] if fits else WIDTHS[-1]
        name, game_wide, figure_wide = widths
        names = [fit(self.words.game_called(game), game_wide - 1) + " " for game in games]
        wins, above = (
            Ink(self.words.say("evening", key).rjust(figure_wide), "key")
            for key in ("wins", "above")
        )
        head: Line = [
            Ink(" " * (name + 2 + pad)),
            *(Ink(name, "dim") for name in names),
            wins,
            above,
        ]
        if is_large(face):
            head = ends(head[:-1], [above, Ink("   ")], width)
        shown = scores if len(scores) < rows else scores[: max(1, rows - 2)]
        lines = [head]
        for rank, score in enumerate(shown, 1):
            row = self.row(rank, score, games, widths, is_large(face))
            lines += self.with_face(rank, score, row, width, face) if face else [row]
        if rest := len(scores) - len(shown):
            more = self.words.say("evening", "more", count=rest)
            lines.append([Ink(f"  {cut(more, width - 2)}", "dim")])
        return lines

    def face(self, people: int, width: int, rows: int) -> tuple[int, int] | None:
        """The cells of a face; None: there is no room, or it is too plain a terminal."""
        if not (self.look.size.is_large and self.look.pictures):
            return None
        sizes = FACES if width >= BESIDE else FACES[-1:]
        return next((one for one in sizes if people * one[1] < rows), None)

    def row(
        self,
        rank: int,
        score: Score,
        games: Sequence[str],
        widths: tuple[int, int, int],
        large: bool = False,
    ) -> Line:
        """Everything about somebody in one line; what is large elsewhere is left out."""
        name, game_wide, figure_wide = widths
        style = "gold" if rank == 1 else ""
        called = "" if large else told.called(score)
        line = [Ink(f" {rank:2} "), Ink(fit(called, name - 2), style or "strong")]
        for game in games:
            wins, dot = score.by_game.get(game, 0), self.symbols.shown
            dots = dot * wins if wins < game_wide - 3 else f"{dot}x{min(wins, 999)}"
            line.append(Ink(fit(dots, game_wide), "gold"))
        line.append(Ink(f"{score.wins}/{score.games}".rjust(figure_wide)))
        value = "" if large else told.above(score)
        line.append(Ink(" " * max(0, figure_wide - cell_len(value)) + value, style or "strong"))
        return line

    def with_face(
        self, rank: int, score: Score, row: Line, width: int, face: tuple[int, int]
    ) -> list[Line]:
        """A row with a face beside it, on the color of a seat; name and figure in big letters,
        where there is room."""
        tools, palette = Easel(self.look), self.look.palette
        seat, high = (rank - 1) % 10, face[1]
        sheet = Sheet(width - face[0] - 2, high, palette.plate(seat))
        sheet.lay(0, high - 1 if is_large(face) else 1, row)
        if is_large(face):
            figure = tools.letters(told.above(score), palette.letters[0], NONE)
            sheet.overlay(sheet.width - cells(figure[0]) - 2, high - 4, figure)
            name, room = told.called(score), sheet.width - cells(figure[0]) - 8
            if width_of(name) <= room:
                sheet.overlay(4, high - 5, tools.letters(name.upper(), palette.seat(seat), NONE))
            else:
                sheet.lay(4, high - 3, [Ink(cut(name, room), "strong")])
        art = tools.person("", seat, *face)
        return [[Ink(" "), *art[y], *line, Ink(" ")] for y, line in enumerate(sheet.lines)]

    # ── what will be remembered ─────────────────────────────────────────────────────────────────

    def told(self, width: int) -> list[Line]:
        """Every memory in a few lines."""
        lines: list[Line] = []
        for memory in self.memories:
            text = ". ".join(part for part in (memory.who, memory.text) if part)
            first, *rest = paragraph(f"{memory.label}: {text}", width - 4)
            label = len(memory.label) + 1
            head = first[0].text if first else ""
            lines.append([Ink("  "), Ink(head[:label], "key"), Ink(head[label:])])
            lines += [[Ink("  "), *line] for line in rest]
        return lines

    def cards(self, rows: int) -> list[Line]:
        """Every memory with a picture; empty: there is no room for all."""
        if not self.look.pictures or not self.look.size.is_large:
            return []
        lines: list[Line] = []
        for memory in self.memories:
            lines += [*self.card(memory), []]
        return lines[:-1] if len(lines) - 1 <= rows else []

    def card(self, memory: Memory) -> list[Line]:
        """One memory: its picture, who it is about, and what happened."""
        tools, wide = Easel(self.look, memory.game), STORIES - ART[0] - 2
        words: list[Line] = [[Ink(memory.label.upper(), "key")]]
        if memory.who:
            words += paragraph(memory.who, wide, "strong")
        words += paragraph(memory.text, wide) if memory.text else []
        if not memory.game:
            return [[Ink(" " * (ART[0] + 1)), *crop(line, wide)] for line in words]
        art = self.art(tools, memory)
        count = max(len(words), len(art))
        blank: Line = [Ink(" " * ART[0])]
        paint = self.look.palette.panel_paint
        return [
            [
                *(art[y] if y < len(art) else painted(blank, paint)),
                *painted([Ink(" "), *crop(words[y] if y < len(words) else [], wide)], paint),
            ]
            for y in range(count)
        ]

    def art(self, tools: Easel, memory: Memory) -> list[Line]:
        """The picture of the card it is about, the cover of the game, or a face."""
        if memory.face and has(memory.game, memory.face):
            return tools.picture(memory.face, *ART)
        if memory.face or memory.who:
            return tools.person("", memory.seat % 10, *ART)
        return tools.cover(*ART)

    def notes(self, width: int, kept: str, fair: bool) -> list[Line]:
        """The fine print, and what became of the page."""
        found = [(self.words.say("evening", "fair"), "dim")] if fair else []
        found += [(kept, "good")] if kept else []
        return [
            [Ink("  "), *line]
            for text, style in found
            for line in paragraph(text, width - 4, style)
        ]


def is_large(face: tuple[int, int] | None) -> bool:
    """Whether there is room for a large name beside a face."""
    return face is not None and face[1] >= LARGE


def heading(title: str, about: str, right: str, width: int) -> Line:
    """The first line of the page."""
    left = [Ink(f" {title.upper()}", "key"), Ink(f"  {about}")]
    banner = [Ink(f" {right.upper()} ", "banner")] if right else []
    return ends(crop(left, max(0, width - cells(banner))), banner, width)
