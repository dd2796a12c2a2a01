"""Sizes: how much room a screen has, as one of six classes that every zone is told."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Class(IntEnum):
    """From the smallest to the largest. T40 is a phone held upright, or a narrow pane."""

    T40 = 0
    S60 = 1
    S80 = 2
    S120 = 3
    S160 = 4
    S200 = 5


LEAST = {
    Class.S200: (200, 60),
    Class.S160: (160, 50),
    Class.S120: (120, 35),
    Class.S80: (80, 23),
}
"""By class: the columns and rows it needs; both must be there."""
TALL = (40, 40)
"""From here on, a screen too narrow for 80 columns is a phone's."""
NARROW, SHORT = 60, 32
"""A screen with fewer columns is a phone's from this many rows: no other class would do."""

ROOMY = 44
"""Rows from which a tall screen has a third row of buttons."""


class Size(NamedTuple):
    """The room of a whole screen. More room brings larger pictures and a longer story, never new
    facts."""

    kind: Class
    columns: int
    rows: int

    @classmethod
    def of(cls, columns: int, rows: int) -> Size:
        for kind, (wide, high) in LEAST.items():
            if columns >= wide and rows >= high:
                return cls(kind, columns, rows)
        enough = SHORT if columns < NARROW else TALL[1]
        tall = TALL[0] <= columns < LEAST[Class.S80][0] and rows >= enough
        return cls(Class.T40 if tall else Class.S60, columns, rows)

    @property
    def is_large(self) -> bool:
        """Whether cards are shown whole, with faces: from 120 columns up."""
        return self.kind >= Class.S120

    @property
    def is_low(self) -> bool:
        """Whether a large screen has few rows: everything is a little lower there."""
        return self.kind == Class.S120 and self.rows < 40

    @property
    def is_tall(self) -> bool:
        """Whether it is a phone held upright: what can be chosen is as large as a thumb."""
        return self.kind == Class.T40

    @property
    def pad(self) -> int:
        """Rows of buttons below a table on a tall screen."""
        return 9 if self.rows >= ROOMY else 6


SMALL = Size.of(80, 23)
