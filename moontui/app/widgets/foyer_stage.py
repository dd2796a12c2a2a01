"""The kiosk before a game: the way in, who is here, what comes, and the evening so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from moontui.app.screens.offers import game_name
from moontui.app.widgets.chairs import Chair
from moontui.app.widgets.sketch import Sketch
from moontui.client.people import watchers_of
from moontui.client.ways import invitation
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, cells, crop, cut, ends, paragraph
from moontui.draw.letters import width_of
from moontui.draw.paint import NONE, Paint
from moontui.draw.qr import qr
from moontui.draw.scene import Look
from moontui.draw.sheet import Sheet
from moontui.words.catalogue import capital
from moontui.words.evening import above, brief, called
from net.told import Evening

if TYPE_CHECKING:
    from moontui.app.screens.stage import StageLobby

CHAIRS = ((36, 8, 14), (25, 6, 10), (25, 4, 8), (19, 1, 0))
"""Ways to show somebody, the largest first: columns, rows, and columns of the face."""
HIGH, MIDDLE = 50, 34
"""Rows from which letters, and people, are larger."""
SAID = ("chat", "note")
"""Kinds of lines that are worth repeating to the room."""


class FoyerStage(Sketch):
    """All of it on one sheet, to be read from a sofa."""

    DEFAULT_CSS = "FoyerStage { height: 1fr; }"

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.stage
        room = screen.session.room
        if room is None or not width or height < 3:
            return []
        sheet = Sheet(width, height)
        look = screen.moon.look("")
        scale = 3 if height >= HIGH else 2 if height >= MIDDLE else 1
        rows = 3 * scale + (4 if scale > 1 else 1)
        tools = Easel(look, room.game)
        sheet.paste(0, 1, tools.sky(width, rows, screen.session.title, 1 if scale > 1 else 0).lines)
        sheet.put(0, 0, self.head(width))
        left, scored = self.scan(sheet, look, height)
        self.code(sheet, tools, left, scale)
        y = self.ways(sheet, left, rows + 1)
        self.moon(sheet, tools, left, scale, rows)
        below = self.coming(look, width - left - 1, scored, large=height >= HIGH)
        self.people(sheet, look, left, y, below)
        return sheet.lines

    @property
    def stage(self) -> StageLobby:
        from moontui.app.screens.stage import StageLobby

        assert isinstance(self.screen, StageLobby)
        return self.screen

    def worded(self, key: str, **about: object) -> str:
        return self.stage.words.say("kiosk", key, **about)

    # ── the way in ──────────────────────────────────────────────────────────────────────────────

    def head(self, width: int) -> Line:
        """The table, and how many seats are taken."""
        session, words = self.stage.session, self.stage.words
        assert session.room is not None
        people = [player for player in session.players if player.kind != "free"]
        taken = words.say("lobby", "seats", taken=len(people), seats=len(session.players))
        left = [Ink(" MOONTUI", "key"), Ink(f"  {session.title}  {taken}")]
        return ends(crop(left, width), [], width)

    def scan(self, sheet: Sheet, look: Look, height: int) -> tuple[int, bool]:
        """The link as large as it gets; returns where everything else begins, and whether the
        evening stands below it."""
        link = self.stage.link
        art = qr(look.palette, look.symbols, link, sheet.width // 2, height - 3) if link else []
        if not art:
            return 2, False
        wide = cells(art[0])
        sheet.paste(1, 2, art)
        return wide + 4, self.below(sheet, look, wide, len(art) + 2, height)

    def below(self, sheet: Sheet, look: Look, wide: int, y: int, height: int) -> bool:
        """Below the picture: what to do with it, and the evening; returns whether there was room
        for that."""
        tools, scan = Easel(look), self.worded("scan")
        color, shade = look.palette.letters
        if y + 4 < height and width_of(scan) <= wide:
            sheet.overlay(
                1 + (wide - width_of(scan)) // 2, y + 1, tools.letters(scan, color, shade)
            )
            y += 5
        elif y < height:
            sheet.lay(1, y, [Ink(cut(scan, wide), "key")])
            y += 2
        evening = self.evening
        if evening is None or y + len(evening.scores) + 2 >= height:
            return False
        self.standings(sheet, look, 1, y, wide, evening)
        return True

    def code(self, sheet: Sheet, tools: Easel, x: int, scale: int) -> None:
        """What one reads out."""
        title = self.title
        while scale > 1 and width_of(title, scale) > sheet.width - x - 1:
            scale -= 1
        color, _ = tools.palette.letters
        if width_of(title, scale) <= sheet.width - x:
            y = 2 if scale > 1 else 1
            sheet.overlay(x, y, tools.letters(title, color, NONE, scale))
        else:
            sheet.lay(x, 1, [Ink(cut(title, sheet.width - x), "gold")])

    def moon(self, sheet: Sheet, tools: Easel, x: int, scale: int, rows: int) -> None:
        """A full moon beside the code, where there is room for it."""
        high = rows - 2
        left = sheet.width - 2 * high - 3
        if scale > 1 and left > x + width_of(self.title, scale) + 2:
            wolf = "sitting_wolf" if scale > 2 else ""
            sheet.overlay(left, 1, tools.moon(2 * high, high, 1.0, risen=True, wolf=wolf))

    @property
    def title(self) -> str:
        """The code; if there is none, what is played."""
        screen, room = self.stage, self.stage.session.room
        assert room is not None
        found = invitation(screen.moon.own, screen.moon.reach.only, screen.session)
        return found.code or game_name(screen.moon, room.game).upper()

    def ways(self, sheet: Sheet, x: int, y: int) -> int:
        """What to do with the code, and what else leads here; returns the next free row."""
        screen, room = self.stage, sheet.width - x - 1
        found = invitation(screen.moon.own, screen.moon.reach.only, screen.session)
        told = [(self.worded("code"), "")] if found.code else []
        if screen.link:
            told.append((self.worded("type", link=screen.link), "strong"))
        if found.port:
            place = f"{found.address}:{found.port}"
            told.append((self.worded("join", place=place), "strong"))
        for text, style in told:
            for line in paragraph(text, room, style):
                sheet.lay(x, y, line)
                y += 1
        return y + (1 if sheet.height >= MIDDLE else 0)

    # ── who, and what ───────────────────────────────────────────────────────────────────────────

    def people(self, sheet: Sheet, look: Look, x: int, y: int, below: Sequence[Line]) -> None:
        """Everybody here, and below them what there is to say."""
        room, height = sheet.width - x - 1, sheet.height
        chairs = [self.stage.chair(number) for number in range(len(self.stage.session.players))]
        space = height - y - 1
        form = next(
            (one for one in CHAIRS if rows_for(one, len(chairs), room) + len(below) <= space),
            CHAIRS[-1],
        )
        tools = Easel(look)
        sheet.lay(x, y, tools.heading(self.worded("here"), room))
        y += 1
        _, high, face = form
        across, wide = side_by_side(form, len(chairs), room)
        step = high + (1 if high > 4 else 0)
        for number, chair in enumerate(chairs):
            at = x + number % across * (wide + 2), y + number // across * step
            self.chair(sheet, look, number, chair, at, (wide, high, face))
        y += -(-len(chairs) // across) * step
        for line in below[: max(0, height - y)]:
            sheet.lay(x, y, line)
            y += 1

    def chair(
        self,
        sheet: Sheet,
        look: Look,
        number: int,
        chair: Chair,
        at: tuple[int, int],
        form: tuple[int, int, int],
    ) -> None:
        """One place: a face, a name, and whether they are ready."""
        (x, y), (wide, high, face) = at, form
        palette, tools = look.palette, Easel(look)
        bar = Ink(look.symbols.bar_left, paint=Paint(palette.seat(number)))
        ready = Ink(f" {look.symbols.yes}", "good") if chair.ready else Ink("")
        if high == 1:
            name = Ink(cut(chair.name or chair.state, wide - 4), "strong" if chair.name else "dim")
            sheet.lay(x, y, [bar, Ink(" "), name, ready])
            return
        ground = palette.plate(number) if chair.name else Paint(bg=palette.panel)
        sheet.paste(x, y, Sheet(wide, high, ground).lines)
        if not chair.name:
            for row in range(high):
                sheet.lay(x, y + row, [bar])
            face = 1
        elif look.pictures:
            sheet.paste(x, y, tools.person(chair.persona, number, face, high))
        left, room = x + face + 1, wide - face - 2
        if high >= 8 and chair.name and width_of(chair.name) <= room:
            sheet.overlay(left, y + 1, tools.letters(chair.name, palette.seat(number), NONE))
            row = y + 5
        else:
            style = "strong" if chair.name else "dim"
            row = y + 1 if high < 8 else y + 2
            sheet.lay(left, row, [Ink(cut(chair.name or chair.state, room), style)])
            row = row + 1 if high < 8 else y + 5
        told = chair.ready or (chair.words if not chair.bot else chair.state)
        for line in paragraph(told, room, "good" if chair.ready else "dim")[: y + high - row]:
            sheet.lay(left, row, line)
            row += 1

    def coming(self, look: Look, room: int, scored: bool, large: bool) -> list[Line]:
        """What comes, the score unless it stands elsewhere, and what was said last."""
        screen, session = self.stage, self.stage.session
        assert session.room is not None
        tools = Easel(look)
        lines: list[Line] = [tools.heading(self.worded("next"), room)]
        game = game_name(screen.moon, session.room.game)
        options = " ".join(f"{capital(option)}." for option in screen.options())
        if large and width_of(game) <= room:
            lines += [[], *tools.letters(game.upper()), []]
            lines += paragraph(options, room, "strong")
        else:
            lines += paragraph(f"{game}. {options}", room, "strong")
        if look.size.is_large and session.game:
            lines += paragraph(session.teller.aim(), room, "dim")
        if session.room.watchers:
            names = watchers_of(session.room)
            lines += paragraph(look.words.say("lobby", "watching", names=names), room, "dim")
        evening = self.evening
        if evening is not None and not scored:
            lines += paragraph(brief(look.words, evening), room, "gold")
        if said := self.last_said():
            lines += [[], *paragraph(said, room)] if look.size.is_large else paragraph(said, room)
        return lines

    @property
    def evening(self) -> Evening | None:
        room = self.stage.session.room
        return room.evening if room is not None else None

    def last_said(self) -> str:
        """Who said what last, or came and went."""
        told = [entry for entry in self.stage.session.chronicle.entries if entry.kind in SAID]
        if not told:
            return ""
        last = told[-1]
        return self.worded("said", name=last.name, text=last.text) if last.name else last.text

    def standings(
        self, sheet: Sheet, look: Look, x: int, y: int, width: int, evening: Evening
    ) -> None:
        """How everybody has done so far."""
        tools = Easel(look)
        sheet.lay(x, y, tools.heading(self.worded("evening"), width))
        for rank, score in enumerate(evening.scores, 1):
            wins = look.symbols.shown * min(score.wins, 12)
            left: Sequence[Ink] = [Ink(f" {rank:2} "), Ink(cut(called(score), 16), "strong")]
            line = crop([*left, Ink(" " * max(1, 22 - cells(left))), Ink(wins, "gold")], width - 7)
            sheet.lay(x, y + rank, ends(line, [Ink(f"{above(score)} ", "gold")], width))


def side_by_side(form: tuple[int, int, int], count: int, room: int) -> tuple[int, int]:
    """How many people stand in a row, so that the last one is about as full as the others; and how
    wide they are, since whoever has more room tells more."""
    wide, _, _ = form
    most = max(1, (room + 2) // (wide + 2))
    across = -(-count // -(-count // most))
    return across, max(wide, min((room + 2) // across - 2, wide * 3 // 2))


def rows_for(form: tuple[int, int, int], count: int, room: int) -> int:
    """How many rows so many people take."""
    across, _ = side_by_side(form, count, room)
    return -(-count // across) * (form[1] + (1 if form[1] > 4 else 0)) + 1
