"""The palette: what surfaces and pictures are painted with, by theme and depth of color.

Words on the plain ground take their colors from the theme. A palette has what the theme has not:
paper, bands, plates, the sky, and the colors of seats and values. Every text stands on its surface
with a contrast of 4.5 or more, which a test computes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from moontui.draw.paint import NONE, TERMINAL, Depth, Paint, mix

CREAM = 0xFFFAF0
"""Text on a band, whatever its color."""
INK, FAINT_INK = 0x231C15, 0x6A5D48
VALUES = (
    0x6F7185, 0x8F6B42, 0x7862C2, 0x297D75, 0x4570BC, 0xAC5B3B,
    0x6A7839, 0x44639B, 0x9A4A86, 0x936B1A, 0xB32634,
)  # fmt: skip
"""By value, from 0 to 10."""
VALUES_16 = (8, 3, 5, 6, 4, 1, 2, 12, 13, 3, 9)
SEATS = (
    0x8FB8FF, 0xF0A35C, 0x7FD98F, 0xE387B5, 0xC9C46A,
    0x6FD0D6, 0xB9A6F2, 0xE5897A, 0x9FCF8A, 0xD8B9A0,
)  # fmt: skip
SEATS_16 = (12, 3, 10, 13, 11, 14, 5, 9, 2, 7)
NIGHT_SKY = (0x070A14, 0x40335C)
SKY_256 = (16, 17, 17, 18, 53, 53, 54)
"""The sky in 240 colors, set by hand: the nearest ones turn grey."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colors of one theme at one depth."""

    depth: Depth = "true"
    ground: tuple[int, int] = (0x0C1222, 0x161F35)
    """Behind everything: at the top and at the bottom of the screen."""
    sky: tuple[int, int] = NIGHT_SKY
    """At the zenith and at the horizon."""
    sky_middle: int = NONE
    """Half way between them; none: what they mix to."""
    panel: int = 0x18213A
    stage: int = 0x221D38
    text: int = 0xE2E8F6
    gold: int = 0xF4C651
    paper_color: int = 0xEFE6CF
    good: int = 0x7FD98F
    bad: int = 0xFF6F66
    muted: int = 0xA3AFCC
    night: int = 0x0A0E1C
    """What pictures fade into: they stay windows into the night in every theme."""
    dark: bool = True
    brighter: float = 0.0
    """How much lighter the figures of pictures are, for strong contrast."""

    @property
    def colored(self) -> bool:
        """Whether there are colors to mix."""
        return self.depth in ("true", "256")

    # ── surfaces, each with the text that stands on it ──────────────────────────────────────────

    @property
    def paper(self) -> Paint:
        """The face of a card."""
        return self.surface(INK, self.paper_color, 0, 7)

    @property
    def faint_paper(self) -> Paint:
        """Small print on the face of a card."""
        return self.surface(FAINT_INK, self.paper_color, 0, 7)

    @property
    def chip(self) -> Paint:
        """A key that works, or what is chosen."""
        gold = self.gold if self.dark else 0xF0B93A
        return self.surface(0x231C15, gold, 0, 11)

    @property
    def frame(self) -> Paint:
        """The edge around what is chosen."""
        return Paint(self.color(self.gold if self.dark else 0xF0B93A, 11))

    @property
    def letters(self) -> tuple[int, int]:
        """Big letters on the sky or on the ground, and their shadow."""
        return (0xFFE0A0, 0x8A4A2A) if self.dark else (0x8A4A2A, 0xE3C79A)

    @property
    def panel_paint(self) -> Paint:
        """The ground of a player's panel."""
        return Paint(bg=self.panel) if self.colored else Paint()

    @property
    def stage_paint(self) -> Paint:
        return Paint(bg=self.stage) if self.colored else Paint()

    def band(self, color: int, ansi: int, out: bool = False) -> Paint:
        """A strip of color with words on it; what is out has lost its color."""
        if out and self.colored:
            return Paint(0xC3C8D6, mix(mix(color, 0x808080, 0.6), self.night, 0.55))
        return self.surface(CREAM, color, 0 if ansi in (3, 7, 10, 11, 14) else 15, ansi)

    def value(self, value: int, out: bool = False) -> Paint:
        """The band of a card by its value."""
        place = min(max(value, 0), len(VALUES) - 1)
        return self.band(VALUES[place], VALUES_16[place], out)

    def plate(self, seat: int, lit: bool = False) -> Paint:
        """The bar with a player's name, in a shade of the seat's color."""
        if not self.colored:
            return Paint()
        return Paint(bg=mix(self.ground[0], SEATS[seat], 0.26 if lit else 0.18))

    def seat(self, seat: int) -> int:
        """A seat's color, for bars and names; it never means anything by itself."""
        color = SEATS[seat] if self.dark else mix(SEATS[seat], 0, 0.55)
        return self.color(color, SEATS_16[seat])

    def surface(self, text: int, ground: int, text_16: int, ground_16: int) -> Paint:
        """Words on a surface, at any depth."""
        if self.depth == "mono":
            return Paint(reverse=True)
        if self.depth == "16":
            return Paint(TERMINAL + text_16, TERMINAL + ground_16)
        return Paint(text, ground)

    def color(self, color: int, ansi: int) -> int:
        """One color, at any depth."""
        if self.depth == "mono":
            return NONE
        return TERMINAL + ansi if self.depth == "16" else color

    # ── rows ────────────────────────────────────────────────────────────────────────────────────

    def ground_at(self, row: int, rows: int) -> int:
        """The ground of a row of the screen: the same for all of its cells, which costs little."""
        return self.between(self.ground, row, rows)

    def sky_at(self, row: int, rows: int) -> int:
        """The sky in one of its rows."""
        if self.depth == "256" and self.dark and rows > 1 and self.sky[0] == NIGHT_SKY[0]:
            place = row * (len(SKY_256) - 1) // (rows - 1)
            return EIGHT_BIT[SKY_256[place]]
        if self.sky_middle != NONE and rows > 2:
            half = (rows - 1) // 2
            if row <= half:
                return self.between((self.sky[0], self.sky_middle), row, half + 1)
            return self.between((self.sky_middle, self.sky[1]), row - half, rows - half)
        return self.between(self.sky, row, rows)

    def between(self, ends: tuple[int, int], row: int, rows: int) -> int:
        if not self.colored:
            return NONE
        return mix(*ends, row / (rows - 1)) if rows > 1 else ends[1]


EIGHT_BIT = {16: 0x000000, 17: 0x00005F, 18: 0x000087, 53: 0x5F005F, 54: 0x5F0087}
"""Some of the 240 colors: these come out exactly."""

PALETTES: Mapping[str, Palette] = {
    "moon": Palette(),
    "daylight": Palette(
        ground=(0xF4EFE3, 0xF4EFE3),
        sky=(0xBCD0F0, 0xFBE6C8),
        panel=0xE7E0CF,
        stage=0xE9E2EE,
        text=0x1B1F2A,
        gold=0x6B4400,
        paper_color=0xFFFDF5,
        good=0x176B34,
        bad=0xB42318,
        muted=0x4D5872,
        dark=False,
    ),
    "contrast": Palette(
        ground=(0, 0),
        sky=(0, 0),
        panel=0,
        stage=0,
        text=0xFFFFFF,
        gold=0xFFFF00,
        paper_color=0xFFFFFF,
        good=0x80FF80,
        bad=0xFF8080,
        muted=0xFFFFFF,
        night=0,
        brighter=0.18,
    ),
}
"""By theme."""

DUSK = Palette(ground=(0x1A0A12, 0x0A0610), sky=(0x05060F, 0x6B2338), gold=0xFFE0A0, bad=0xFF8A7A)
"""The colors of great moments."""


@lru_cache(32)
def palette_for(theme: str, depth: Depth) -> Palette:
    """The palette of a theme; the terminal's own theme has sixteen colors at most."""
    if depth in ("16", "mono") or theme not in PALETTES:
        return Palette(depth="mono" if depth == "mono" else "16", ground=(NONE, NONE))
    chosen = PALETTES[theme]
    values = {name: getattr(chosen, name) for name in Palette.__dataclass_fields__}
    return Palette(**values | {"depth": depth})
