"""The easel: what boards and screens draw with, set up once for a player's look and a game."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache

from moontui.draw import letters as big
from moontui.draw import moons, pictures
from moontui.draw.ink import Ink, Line, aimed, cells, crop, cut, ends, painted
from moontui.draw.paint import NONE, Paint, mix
from moontui.draw.palette import Palette
from moontui.draw.pictures import Dyes, Letter, Medium
from moontui.draw.scene import Look
from moontui.draw.sheet import Sheet
from moontui.draw.sky import sky
from moontui.draw.symbols import ASCII, Symbols

FACES = ("ada", "bela", "cleo", "dario", "edda", "finn", "greta", "hugo", "ines", "jona")

NARROW = 12
"""With fewer columns, a card has room for little more than its name."""


class Easel:
    """Draws for one player. Where pictures are switched off, their places stay empty."""

    def __init__(self, look: Look, game: str = "") -> None:
        self.look = look
        self.game = game

    @property
    def palette(self) -> Palette:
        return self.look.palette

    @property
    def symbols(self) -> Symbols:
        return self.look.symbols

    @property
    def medium(self) -> Medium:
        palette = self.palette
        only_ascii = self.symbols is ASCII
        return Medium(palette.depth, palette.night, palette.brighter, only_ascii)

    @property
    def cloth(self) -> Paint:
        """The back of a card that has no picture."""
        return self.palette.surface(pictures.SIGN, 0x2C3564, 3, 4)

    # ── pictures ────────────────────────────────────────────────────────────────────────────────

    def picture(
        self,
        name: str,
        width: int,
        height: int,
        tint: int = NONE,
        faded: float = 0.0,
        mirrored: bool = False,
        dyes: Dyes = (),
    ) -> list[Line]:
        """A picture in a number of cells."""
        if not self.look.pictures or not pictures.has(self.game, name):
            return pictures.blank(width, height)
        fade = round(faded, 2)
        return fresh(
            pictures.picture(
                self.medium, self.game, name, width, height, tint, fade, mirrored, dyes
            )
        )

    def person(
        self, persona: str, seat: int, width: int, height: int, faded: float = 0.0
    ) -> list[Line]:
        """Somebody's face: a bot's own, or that of a guest in the color of the seat."""
        color = self.palette.seat(seat)
        tint = mix(color, self.palette.night, 0.45) if self.palette.colored else NONE
        if persona.lower() in FACES:
            return self.picture(persona.lower(), width, height, tint, faded)
        dark = Letter(0x3A3650, 8, False)
        dyes = (("a", Letter(color, 7, True)), ("A", dark)) if self.palette.colored else ()
        return self.picture("guest", width, height, tint, faded, dyes=dyes)

    def moon(
        self,
        width: int,
        height: int,
        phase: float,
        risen: bool = False,
        wolf: str = "",
        golden: float = 1.0,
    ) -> list[Line]:
        if not self.look.pictures:
            return pictures.blank(width, height)
        return moons.moon(
            self.palette, self.symbols, width, height, phase, risen, wolf, golden=golden
        )

    def letters(
        self, text: str, color: int | None = None, shadow: int | None = None, scale: int = 1
    ) -> list[Line]:
        """A few words in big letters, dark ones before a light sky; where there is no room, `cells`
        of a line say how wide."""
        own_color, own_shadow = self.palette.letters
        color = own_color if color is None else color
        shadow = own_shadow if shadow is None else shadow
        return big.letters(self.palette, self.symbols, text, color, shadow, scale)

    def sky(self, width: int, rows: int, seed: str, village: int = 1) -> Sheet:
        shown = village if self.look.pictures else 0
        return sky(self.palette, self.symbols, width, rows, seed, shown)

    def cover(self, width: int, height: int, faded: float = 0.0) -> list[Line]:
        """The cover of the game's box."""
        if not self.look.pictures or not pictures.has(self.game, "cover"):
            return pictures.blank(width, height)
        return fresh(pictures.cover(self.medium, self.game, width, height, faded))

    # ── cards ───────────────────────────────────────────────────────────────────────────────────

    def back(
        self, width: int, height: int, kind: str = "back", target: Hashable = None
    ) -> list[Line]:
        """A hidden card: always the same, whatever it hides."""
        if not self.look.pictures:
            lines = pictures.blank(width, height)
            left = (width - 1) // 2
            lines[height // 2] = [
                Ink(f"{' ' * left}{self.symbols.token}{' ' * (width - left - 1)}")
            ]
            return aimed([painted(line, self.cloth) for line in lines], target)
        return aimed(fresh(pictures.back(self.medium, self.game, kind, width, height)), target)

    def turning(self, card: list[Line], share: float) -> list[Line]:
        """A card that is turned over: its back, its edge, its face."""
        width, height = cells(card[0]), len(card)
        if share >= 1:
            return card
        if share <= 0:
            return self.back(width, height)
        left = (width - 1) // 2
        edge = [Ink(" " * left), Ink(" ", paint=self.cloth), Ink(" " * (width - left - 1))]
        return [list(edge) for _ in range(height)]

    def small_back(self, target: Hashable = None) -> Line:
        """A hidden card in three cells."""
        return [Ink(f" {self.symbols.token} ", "", target, self.cloth)]

    def band(
        self,
        text: str,
        width: int,
        paint: Paint,
        target: Hashable = None,
        style: str = "strong",
        tail: str = "",
    ) -> Line:
        """A strip with a name on it; something may stand at its right end."""
        return banded(text, width, paint, target, style, tail)

    def face_card(
        self,
        title: str,
        name: str,
        width: int,
        height: int,
        paint: Paint,
        target: Hashable = None,
        faded: float = 0.0,
    ) -> Sheet:
        """An open card: its name on a band, and its picture below. The sheet is kept, as the same
        cards are drawn again and again: lay it down, and do not draw on it."""
        medium = self.medium if self.look.pictures else None
        tint = paint.bg if self.palette.colored else 0
        looks = (medium, self.game, tint, round(faded, 2))
        return _face_card(title, name, width, height, paint, target, looks)

    def paper_card(
        self,
        width: int,
        value: str,
        title: str,
        paint: Paint,
        art: Sequence[Line],
        text: Sequence[Line],
        tag: str = "",
        beside: bool = False,
        target: Hashable = None,
    ) -> list[Line]:
        """A card in the hand: paper, a value in a colored corner, a picture and what it does. The
        picture is above the text, or, where rows are scarce, to the left of it."""
        paper, faint = self.palette.paper, self.palette.faint_paper
        corner = [Ink(f" {value} ", "strong", paint=paint)] if value else []
        gap = " " if width >= NARROW else ""
        room = width - cells(corner) - len(gap) - (len(tag) + 1 if tag else 0)
        name = [*corner, Ink(f"{gap}{cut(title, room)}", "strong", paint=paper)]
        head = painted(ends(name, [Ink(f"{tag} ", paint=faint)] if tag else [], width), paper)
        body: list[Line] = []
        if beside:
            art = art if self.look.pictures else [[] for _ in art]
            size = cells(art[0]) if art else 0
            rows = max(len(art), len(text))
            for row in range(rows):
                left = list(art[row]) if row < len(art) else [Ink(" " * size)]
                words = list(text[row]) if row < len(text) else []
                body.append([*left, Ink(" "), *crop(words, width - size - 1)])
        elif not self.look.pictures:  # the text does not hang below an empty place
            body = [[Ink(" "), *crop(line, width - 1)] for line in text]
            body += [[Ink(" " * width)] for _ in art]
        else:
            for line in art:
                margin = (width - cells(line)) // 2
                body.append([Ink(" " * margin), *line, Ink(" " * (width - margin - cells(line)))])
            body += [[Ink(" "), *crop(line, width - 1)] for line in text]
        return aimed([head, *(painted(line, paper) for line in body)], target)

    def frame(self, sheet: Sheet, x: int, y: int, width: int, height: int) -> None:
        """Draw an edge around an area: it is chosen."""
        left, right, above, below = tuple(self.symbols.edges)
        paint = self.palette.frame
        sheet.lay(x - 1, y - 1, [Ink(above * (width + 2), "gold", paint=paint)])
        sheet.lay(x - 1, y + height, [Ink(below * (width + 2), "gold", paint=paint)])
        for row in range(y, y + height):
            sheet.lay(x - 1, row, [Ink(left, "gold", paint=paint)])
            sheet.lay(x + width, row, [Ink(right, "gold", paint=paint)])

    def framed(self, lines: Sequence[Line], width: int, chosen: bool) -> list[Line]:
        """Lines with an edge around them: blank, or a frame if they are chosen."""
        left, right, above, below = tuple(self.symbols.edges) if chosen else "    "
        style, paint = ("gold", self.palette.frame) if chosen else ("", None)
        post, pillar = Ink(left, style, paint=paint), Ink(right, style, paint=paint)
        return [
            [Ink(above * (width + 2), style, paint=paint)],
            *([post, *line, pillar] for line in lines),
            [Ink(below * (width + 2), style, paint=paint)],
        ]

    def key(self, key: str, target: Hashable = None) -> Ink:
        """A key that works now."""
        return Ink(f" {key} ", "strong", target, self.palette.chip)

    def heading(self, text: str, width: int, tail: str = "") -> Line:
        """The head of a zone: gold capitals and a thin rule."""
        left = [Ink(text.upper(), "key")]
        rest = width - cells(left) - 1
        across = self.symbols.plain.across
        if tail:
            return crop([*left, Ink(f" {tail}", "dim")], width)
        return crop([*left, Ink(" "), Ink(across * max(0, rest), "rule")], width)


def banded(
    text: str,
    width: int,
    paint: Paint,
    target: Hashable = None,
    style: str = "strong",
    tail: str = "",
) -> Line:
    body = ends([Ink(cut(text, width - len(tail)), style)], [Ink(tail, style)], width)
    return [ink._replace(paint=paint, target=target) for ink in body]


@lru_cache(512)
def _face_card(
    title: str,
    name: str,
    width: int,
    height: int,
    paint: Paint,
    target: Hashable,
    looks: tuple[Medium | None, str, int, float],
) -> Sheet:
    medium, game, tint, faded = looks
    art: Sequence[Line] = pictures.blank(width, height - 1)
    if medium is not None and pictures.has(game, name):
        art = pictures.picture(medium, game, name, width, height - 1, tint, faded, False, ())
    sheet = Sheet(width, height)
    sheet.paste(0, 0, aimed([banded(title, width, paint), *art], target))
    return sheet


def fresh(lines: Sequence[Line]) -> list[Line]:
    """Lines that may be changed, from those that are kept."""
    return [list(line) for line in lines]
