"""The end of a round or a match as a page: who won with their faces and why, and all the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from rich.cells import cell_len

from engine.core import Seat
from moontui.app.widgets.ranks import ASIDE, FORMS, Form, in_a_row
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, cells, crop, cut, ends, paragraph, wrapped
from moontui.draw.keys import SEAT_LETTERS
from moontui.draw.letters import width_of
from moontui.draw.paint import NONE, Paint, contrast, mix
from moontui.draw.palette import DUSK, SEATS, Palette
from moontui.draw.pictures import has
from moontui.draw.scene import Look
from moontui.draw.sheet import Sheet
from moontui.draw.size import Class
from moontui.words.names import person
from moontui.words.teller import Chapter, Result, Showing
from net.messages import Player

DAWN, BREAK = (0x0A1030, 0xE8A060), 0x6E4A78
"""The sky in which a match is won: at its ends, and between them."""
WOLVES = ("sitting_wolf", "howling_wolf", "upright_wolf")


GREAT = 0.65
"""The share of its highest sky that a page keeps when faces of all others are put on it."""
GRAVE = 0.5
"""How much of its color the face of somebody has lost who is out."""
MOST_HELD = 3
"""Rows for what a winner held, beside the face."""


class Honours:
    """Draws the page."""

    def __init__(
        self,
        look: Look,
        game: str,
        result: Result,
        names: Sequence[str],
        players: Sequence[Player],
        me: Seat | None,
    ) -> None:
        self.look, self.game, self.result = look, game, result
        self.names, self.players, self.me = names, players, me
        self.words, self.palette = look.words, look.palette
        self.tools = Easel(look, game)

    @property
    def is_match(self) -> bool:
        return bool(self.result.champions)

    @property
    def tells_chapters(self) -> bool:
        """Whether the rounds of a match are shown, and nobody shines beside them."""
        return bool(self.result.chapters) and self.look.size.is_large

    def page(self, head: Line, below: Sequence[Line], width: int, height: int) -> list[Line]:
        """Everything in a number of rows: a heading above, what is asked below."""
        room = height - 1 - len(below)
        above, people = next(
            (rows, people)
            for rows, people in self.ways(width, room)
            if (rows or len(self.plainly(width))) + len(people) <= room or not people
        )
        lines = [*(self.sky(width, above) if above else self.plainly(width)), *people]
        details = self.details(width, room - len(lines))
        spare = room - len(lines) - len(details)
        first: list[Line] = [[] for _ in range(min(2, spare // 2) if details else 0)]
        gap: list[Line] = [[] for _ in range(spare - len(first))]
        return [head, *lines, *first, *details, *gap, *below][:height]

    def ways(self, width: int, room: int) -> Iterator[tuple[int, list[Line]]]:
        """Ways to fill the page, from the most splendid to the plainest: rows of sky, 0 for none,
        and everybody below it."""
        told = len(self.details(width, 99))
        kind, skies = self.look.size.kind, self.skies(room, width)
        shining = sum(map(self.shines, self.result.rows))
        forms = (*in_a_row(FORMS[kind], shining, width), None)
        others = len(self.result.rows) - (0 if self.tells_chapters else shining)
        asides = in_a_row(ASIDE.get(kind, ()), others, width)
        if self.is_match and not self.look.size.is_large:
            forms = (None,)  # the sky is worth more than a face
        for spare, form, aside in product((told, 0), forms, (*asides, None)):
            people = self.people(form, aside, width)
            for rows in skies:
                if aside is not None and rows < GREAT * skies[0]:
                    break  # the sky is worth more than those who lost
                if people is not None and rows + len(people) + spare <= room:
                    yield rows, people
        plain = self.people(None, None, width) or []
        yield 0, plain
        yield 0, [line for line in plain if line]
        yield 0, [self.row(row, width, 1)[0] for row in self.ranked]
        yield 0, []

    def skies(self, room: int, width: int) -> tuple[int, ...]:
        """How high the sky may be."""
        size = self.look.size
        if self.is_match and size.is_large:
            return tuple(rows for rows in (26, 22, 18, 14, 12, 9) if rows <= room - 6)
        large = {Class.S200: (20, 16, 12, 9), Class.S160: (16, 13, 9), Class.S120: (13, 10, 8, 6)}
        if size.kind in large:
            return large[size.kind]
        words = self.result.headline + self.result.why
        low = (4,) if cell_len(words) <= width - 16 else ()
        if size.is_tall:
            return (17, 16, 15, 9) if self.is_match else (10, 9, 8)
        if self.is_match:
            return (13, 12, 11, 7, 6, *low) if width >= 76 else (12, 11, 7, *low)
        room = width - (18 if width >= 76 else 4)
        need = 5 + len(paragraph(self.result.why, room))  # letters, headline, reason, roofs
        return (*(rows for rows in (7, 6) if rows > need), need, *low)

    # ── the sky ─────────────────────────────────────────────────────────────────────────────────

    @property
    def ether(self) -> Palette:
        """The colors of this sky: dusk at the end of a round, dawn after a match."""
        own = self.palette
        if not own.colored or not own.dark or own.sky == (0, 0):
            return own
        if self.is_match:
            return replace(own, sky=DAWN, sky_middle=BREAK)
        return replace(own, sky=DUSK.sky)

    def sky(self, width: int, rows: int) -> list[Line]:
        """Big letters in the sky, a moon beside them, and the reason in words."""
        ether = self.ether
        tools = Easel(replace(self.look, palette=ether), self.game)
        village = 2 if rows > 12 else 1 if rows > 4 else 0
        sheet = tools.sky(width, rows, "end" + self.game, village)
        top = 1 if rows >= 9 else 0
        if self.is_match and rows >= 11 and self.look.pictures:
            top = self.moons(sheet, tools, width, rows)
            moon = 0
        else:
            size = min(rows - 1, 12) if self.look.pictures and width >= 76 else 0
            moon = 2 * size + 2 if size and self.title(width - 2 * size - 6, 1)[0] else 0
            if moon:
                disc = tools.moon(2 * size, size, 1.0, risen=True)
                sheet.overlay(width - moon, 0, disc)
        room = width - 4 - moon
        middle = not moon and self.is_match
        title, scale = self.title(room, 2 if rows >= (22 if self.is_match else 12) else 1)
        y = top
        if title:
            color, shade = self.palette.letters
            shadow = shade if scale == 1 else NONE
            x = (width - width_of(title, scale)) // 2 if middle else 2
            sheet.overlay(x, y, tools.letters(title, color, shadow, scale))
            y += 3 * scale + (1 if rows >= 9 else 0)
        self.tell(sheet, 2, y, room, rows - y - min(village, 1), middle)
        return sheet.lines

    def moons(self, sheet: Sheet, tools: Easel, width: int, rows: int) -> int:
        """Three risen moons with their wolves; returns the row below them."""
        pitch = width // 3
        size = min(13, pitch // 2, rows - 9 if rows >= 14 else rows - 7)
        for number, wolf in enumerate(WOLVES):
            x = number * pitch + (pitch - 2 * size) // 2
            y = 1 if rows >= 14 else 0
            sheet.overlay(x, y, tools.moon(2 * size, size, 1.0, risen=True, wolf=wolf))
        return size + (2 if rows >= 14 else 1)

    def tell(self, sheet: Sheet, x: int, y: int, room: int, most: int, middle: bool) -> None:
        """The headline and the reason, in words that stand out from the sky."""
        first = [Ink(f"{self.result.headline} ", "strong"), Ink(self.result.why)]
        lines = [first]
        if cells(first) > room:
            lines = paragraph(self.result.headline, room, "strong")
            spare = max(1, most - len(lines))
            lines += paragraph(self.result.why, room, most=spare) if self.result.why else []
        if len(lines) > max(1, most):
            lines = paragraph(self.result.headline, room, "strong", most=1)
        for line in lines:
            if not 0 <= y < sheet.height:
                return
            below = sheet.paint_at(x, y)
            ground = below.bg if below is not None else -1
            if self.palette.colored and ground >= 0:
                dark, light = 0x140A14, 0xFFF6E0
                fg = light if contrast(light, ground) >= contrast(dark, ground) else dark
                line = [ink._replace(paint=Paint(fg)) for ink in line]
            left = (sheet.width - cells(line)) // 2 if middle else x
            sheet.lay(left, y, line)
            y += 1

    def title(self, room: int, scale: int) -> tuple[str, int]:
        """What stands in big letters, and how big; empty: nothing fits."""
        seats = self.result.champions or tuple(row.seat for row in self.result.rows if row.won)
        you = self.words.say("you").upper()
        named = ", ".join(you if seat == self.me else self.names[seat] for seat in seats)
        whole = self.result.headline.rstrip(".!")
        form = f"brief_{person(seats, self.me)}"
        brief = self.words.say("result", form, names=named) if seats else ""
        for text in (whole, brief, self.result.side, named):
            for size in range(scale, 0, -1):
                if text and width_of(text, size) <= room:
                    return text, size
        return "", 1

    def plainly(self, width: int) -> list[Line]:
        """The headline and the reason, where there is no room for a sky."""
        lines = [[Ink(" "), Ink(self.result.headline, "gold")]]
        return lines + [[Ink(" "), *line] for line in paragraph(self.result.why, width - 2)]

    # ── people ──────────────────────────────────────────────────────────────────────────────────

    @property
    def ranked(self) -> list[Showing]:
        """Those that won first."""
        return sorted(self.result.rows, key=lambda row: (not self.shines(row), not row.won))

    def shines(self, row: Showing) -> bool:
        """Whether somebody is shown with a face: the winners of the match, else of the round."""
        return row.seat in self.result.champions if self.is_match else row.won

    def people(self, form: Form | None, aside: Form | None, width: int) -> list[Line] | None:
        """Everybody; None: the words do not fit into faces of this size."""
        winners = [row for row in self.ranked if self.shines(row)]
        others = [row for row in self.ranked if form is None or not self.shines(row)]
        lines = self.chapters(form, width) if form is not None else []
        if lines:
            others = self.ranked
        elif form is not None and winners:
            if not all(self.fits(row, form) for row in winners):
                return None
            lines = self.ranks(winners, form, width)
        if aside is not None and others:
            if not all(self.fits(row, aside) for row in others):
                return None
            return lines + self.ranks(others, aside, width)
        return [*lines, [], *(line for row in others for line in self.row(row, width, 3))]

    def ranks(self, rows: Sequence[Showing], form: Form, width: int) -> list[Line]:
        """Some people, as many side by side as there is room for."""
        across = max(1, min(len(rows), (width - 1) // (form.width + 1)))
        starts = range(0, len(rows), across)
        ranks = [self.rank(rows[start : start + across], form, width) for start in starts]
        return [line for rank in ranks for line in ([], *rank)]

    def rank(self, rows: Sequence[Showing], form: Form, width: int) -> list[Line]:
        """People side by side."""
        sheet = Sheet(width, form.rows)
        gap = 3 if len(rows) * (form.width + 3) <= width else 1
        left = max(1, (width - len(rows) * (form.width + gap) + gap) // 2)
        for number, row in enumerate(rows):
            sheet.paste(left + number * (form.width + gap), 0, self.portrayed(row, form))
        return sheet.lines

    def fits(self, row: Showing, form: Form) -> bool:
        room = form.width - form.art[0] - 2 if form.beside else form.width - 2
        beside = form.width - form.art[0] - 2
        held = self.held(row)
        if any(cell_len(word) > beside for word in f"{held} {row.why}".split()):
            return False  # a word would be broken
        if held and len(paragraph(held, beside)) > MOST_HELD:
            return False
        rows = form.art[1] - len(self.label(row, room)) if form.beside else 3
        return len(paragraph(row.why, room)) <= rows if row.why else True

    def portrayed(self, row: Showing, form: Form) -> list[Line]:
        """Somebody: a plate, a face, and why."""
        palette, width = self.palette, form.width
        sheet = Sheet(width, form.rows, palette.panel_paint)
        sheet.put(0, 0, self.plate(row, width))
        art_width, art_height = form.art
        if self.look.pictures:
            sheet.paste(0, 1, self.face(row, art_width, art_height))
        x = art_width + 1 if self.look.pictures else 1
        room = width - x - 1
        y = 1
        for line in self.label(row, room):
            sheet.lay(x, y, line)
            y += 1
        if not form.beside:
            y = max(y, 1 + art_height) if self.look.pictures else y
            x, room = 1, width - 2
        for line in paragraph(row.why, room) if row.why else []:
            sheet.lay(x, y, line)
            y += 1
        return sheet.lines

    def label(self, row: Showing, room: int) -> list[Line]:
        """What was held, beside the face; after a match, how many rounds it took."""
        score: list[Line] = []
        if self.is_match:
            score = [[Ink(f"{self.words.say('result', 'score')}: {row.score}", "gold")]]
        held = self.held(row)
        return [*score, *(paragraph(held, room, "strong", most=MOST_HELD) if held else [])]

    def face(self, row: Showing, width: int, height: int) -> list[Line]:
        """The card that tells most, else the player's own face."""
        seat, faded = row.seat, GRAVE if row.out and not row.won else 0.0
        if row.face and has(self.game, row.face):
            colored = self.palette.colored
            tint = mix(SEATS[seat], self.palette.night, 0.45) if colored else 0
            return self.tools.picture(row.face, width, height, tint, faded)
        persona = self.players[seat].persona if seat < len(self.players) else ""
        return self.tools.person(persona, seat, width, height, faded)

    def plate(self, row: Showing, width: int) -> Line:
        """Letter, name and tokens on the color of the seat."""
        tokens = [Ink(self.tokens(row.score), "gold"), Ink(" ")]
        bar = Ink(self.look.symbols.bar_left, paint=Paint(self.palette.seat(row.seat)))
        name = cut(self.name(row.seat), width - 6 - cells(tokens))
        line = ends(
            [bar, Ink(f" {SEAT_LETTERS[row.seat]} ", "key"), Ink(name, "strong")], tokens, width
        )
        plate = self.palette.plate(row.seat, lit=self.shines(row))
        return [
            ink._replace(paint=Paint(ink.paint.fg, plate.bg) if ink.paint else plate)
            for ink in line
        ]

    def name(self, seat: Seat) -> str:
        """A player in capitals; the player's own is marked."""
        name = self.names[seat].upper()
        return f"{name}, {self.words.say('lobby', 'you')}" if seat == self.me else name

    def tokens(self, score: int) -> str:
        sign = self.look.symbols.shown
        return sign * score if 0 <= score <= 5 else f"{score} {sign}"

    def held(self, row: Showing) -> str:
        """What somebody held; empty: why they won or lost says enough."""
        if row.cards and row.value is not None and not row.why:
            return self.words.say("result", "value", cards=row.cards, value=row.value)
        if row.cards or (row.why and (row.out or self.shines(row))):
            return row.cards
        return self.words.say("result", "out" if row.out else "hidden")

    def row(self, row: Showing, width: int, most: int) -> list[Line]:
        """One player in a row: who, what was held, and why; a second row if words need it."""
        narrow = width < 76
        named, scored = (11 if narrow else 14), (4 if self.look.size.columns < 100 else 6)
        bar = Ink(self.look.symbols.bar_left, paint=Paint(self.palette.seat(row.seat)))
        mark = self.look.symbols.token if row.won else " "
        style = "mine" if row.seat == self.me else "dim" if row.out and not row.won else ""
        head: Line = [
            bar,
            Ink(f"{mark} ", "gold"),
            Ink(f"{SEAT_LETTERS[row.seat]} ", "key"),
            *crop([Ink(cut(self.name(row.seat), named - 1), style or "strong")], named),
            *crop([Ink(self.tokens(row.score), "gold")], scored),
        ]
        held = self.held(row)
        text = [Ink(held, style), Ink("  ")] if held else []
        text += [Ink(row.why, "dim")]
        room = width - cells(head)
        if cells(text) < room or most < 2:
            return [[*head, *crop(text, room)]]
        indent = 4 if narrow else cells(head)
        first, *more = wrapped(held, room - 1)
        lines = [[*head, Ink(first, style)]]
        lines += [[Ink(" " * cells(head)), Ink(text, style)] for text in more]
        rows = paragraph(row.why, width - indent - 1, "dim", most=most - 1) if row.why else []
        return [*lines, *([Ink(" " * indent), *line] for line in rows)]

    # ── a match, round by round ─────────────────────────────────────────────────────────────────

    def chapters(self, form: Form, width: int) -> list[Line]:
        """The rounds of the match, a card each; empty: there is no room, or nothing to tell."""
        if not self.tells_chapters:
            return []
        told = self.result.chapters[-((width - 2) // 15) :]
        most, high = {Class.S120: (26, 5), Class.S160: (28, 8), Class.S200: (38, 12)}[
            self.look.size.kind
        ]
        size = min(most, (width - 2) // len(told) - 1)
        sheet = Sheet(width, high + 4)
        first = len(self.result.chapters) - len(told) + 1
        left = (width - len(told) * (size + 1) + 1) // 2
        for place, chapter in enumerate(told):
            card = self.chapter(chapter, first + place, size, high)
            sheet.paste(left + place * (size + 1), 0, card)
        return [[], *sheet.lines]

    def chapter(self, chapter: Chapter, number: int, width: int, high: int) -> list[Line]:
        sheet = Sheet(width, high + 4, self.palette.panel_paint)
        seat = chapter.winners[0] if chapter.winners else None
        label = self.words.say("result", "chapter", number=number)
        names = [
            self.words.say("you").upper() if one == self.me else self.names[one].upper()
            for one in chapter.winners
        ]
        head = ends(
            [Ink(f" {label}", "dim")],
            [Ink(f"{cut(', '.join(names), width - 9)} ", "strong")],
            width,
        )
        plate = self.palette.plate(seat) if seat is not None else Paint()
        sheet.put(0, 0, [ink._replace(paint=plate) for ink in head])
        if seat is not None and self.look.pictures:
            row = Showing(seat, face=chapter.face)
            sheet.paste(0, 1, self.face(row, width, high))
        for place, line in enumerate(paragraph(chapter.why, width - 2, most=3)):
            sheet.lay(1, high + 1 + place, line)
        return sheet.lines

    # ── the rest ────────────────────────────────────────────────────────────────────────────────

    def details(self, width: int, most: int) -> list[Line]:
        """How it was scored, as far as there is room."""
        lines: list[Line] = []
        for detail in self.result.details:
            lines += [[Ink(" "), *line] for line in paragraph(detail, width - 2, "dim")]
        return lines[: max(0, most)]
