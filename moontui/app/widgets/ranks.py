"""Ranks: how large people are shown at the end of a round, so that all of them have room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moontui.draw.size import Class


class Form(NamedTuple):
    """How large people are shown."""

    width: int
    art: tuple[int, int]
    beside: bool = False
    """Whether all words stand beside the face, for want of rows."""

    @property
    def rows(self) -> int:
        return 1 + self.art[1] + (0 if self.beside else 3)


FORMS: dict[Class, tuple[Form, ...]] = {
    Class.S200: (
        Form(100, (56, 22), beside=True),
        Form(90, (44, 16)),
        Form(62, (36, 12)),
        Form(46, (26, 9)),
    ),
    Class.S160: (
        Form(90, (50, 20), beside=True),
        Form(76, (48, 20), beside=True),
        Form(72, (36, 12)),
        Form(50, (28, 9)),
        Form(38, (18, 6)),
    ),
    Class.S120: (
        Form(66, (36, 12), beside=True),
        Form(58, (36, 12), beside=True),
        Form(56, (28, 9)),
        Form(56, (24, 8)),
        Form(38, (18, 6)),
        Form(28, (13, 5)),
        Form(28, (10, 4), beside=True),
    ),
    Class.S80: (
        Form(54, (20, 7), beside=True),
        Form(38, (18, 5)),
        Form(38, (18, 6), beside=True),
        Form(25, (11, 4)),
        Form(25, (8, 4), beside=True),
        Form(38, (8, 4), beside=True),
    ),
    Class.S60: (Form(44, (14, 5), beside=True), Form(29, (8, 4), beside=True)),
    Class.T40: (
        Form(41, (24, 10)),
        Form(41, (18, 6)),
        Form(41, (12, 5), beside=True),
        Form(41, (8, 4), beside=True),
    ),
}
"""By size: winners, from the largest down. What fits none of them is told in rows."""
ASIDE: dict[Class, tuple[Form, ...]] = {
    Class.S200: (
        Form(60, (28, 9), beside=True),
        Form(46, (24, 9), beside=True),
        Form(38, (18, 6), beside=True),
    ),
    Class.S160: (
        Form(50, (18, 6), beside=True),
        Form(38, (18, 6), beside=True),
        Form(30, (12, 5), beside=True),
    ),
    Class.S120: (
        Form(56, (18, 6), beside=True),
        Form(38, (16, 5), beside=True),
        Form(28, (12, 5), beside=True),
        Form(22, (8, 5), beside=True),
    ),
    Class.T40: (Form(41, (9, 4), beside=True),),
}
"""The same for all others: only where rows are plenty."""


def in_a_row(forms: Sequence[Form], count: int, width: int) -> list[Form]:
    """How large so many people may be: better all of them side by side."""
    return sorted(forms, key=lambda form: count * (form.width + 1) > width)
