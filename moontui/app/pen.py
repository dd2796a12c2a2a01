"""A terminal's pen: which codes change the ink it writes in, and no more of them than needed.

An ink is what stands between `ESC [` and `m`, followed by ESC and the link, if there is one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

BLANK = "~"
"""Marks the ink of a blank: its foreground cannot be seen and may be anything."""
INVISIBLE = frozenset("1235")
"""Attributes that a blank does not show: bold, dim, italic, blinking."""
OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29"}
"""How an attribute ends; the others end only when everything does."""
CACHED = 4096
"""How much of what was worked out is kept."""


class Look(NamedTuple):
    """An ink taken apart."""

    attributes: frozenset[str] = frozenset()
    foreground: str = ""
    background: str = ""
    link: str = ""

    @property
    def ink(self) -> str:
        codes = (*sorted(self.attributes), self.foreground, self.background)
        return ";".join(filter(None, codes)) + (f"\x1b{self.link}" if self.link else "")


@lru_cache(CACHED)
def look(ink: str) -> Look:
    """Take an ink apart."""
    ansi, _, link = ink.removeprefix(BLANK).partition("\x1b")
    attributes, foreground, background = set(), "", ""
    codes = iter(ansi.split(";") if ansi else ())
    for code in codes:
        color = code
        if code in ("38", "48"):
            depth = next(codes)
            color = ";".join([code, depth, *(next(codes) for _ in range(3 if depth == "2" else 1))])
        number = int(code)
        if 30 <= number <= 39 or 90 <= number <= 97:
            foreground = "" if number == 39 else color
        elif 40 <= number <= 49 or 100 <= number <= 107:
            background = "" if number == 49 else color
        else:
            attributes.add(code)
    return Look(frozenset(attributes), foreground, background, link)


@lru_cache(CACHED)
def blank(ink: str) -> str:
    """The ink of a blank: no more than what can be seen of it."""
    seen = look(ink)
    if seen.attributes <= INVISIBLE and not seen.link:
        return BLANK + seen.background
    return ink


@lru_cache(CACHED)
def turn(pen: str, ink: str) -> tuple[str, str]:
    """What changes a pen's ink into another, and the ink that the pen then has."""
    now, goal = look(pen), look(ink)
    if ink.startswith(BLANK):
        goal = Look(now.attributes & INVISIBLE, now.foreground, goal.background)
    codes = []
    if now[:3] != goal[:3]:
        whole = ";".join(filter(None, ("0", Look(*goal[:3]).ink))) if any(goal[:3]) else ""
        step = ";".join(steps(now, goal))
        codes.append(f"\x1b[{min(step or whole, whole, key=len)}m")
    if now.link != goal.link:
        codes.append(f"\x1b]8;id={goal.link}\x1b\\" if goal.link else "\x1b]8;;\x1b\\")
    return "".join(codes), goal.ink


def steps(now: Look, goal: Look) -> list[str]:
    """The codes that lead from one look to another; none if only a reset does."""
    lost = now.attributes - goal.attributes
    if not lost <= OFF.keys():
        return []
    ends = {OFF[code] for code in lost}
    new = {code for code in goal.attributes if code not in now.attributes or OFF.get(code) in ends}
    codes = [*sorted(ends), *sorted(new)]
    if now.foreground != goal.foreground:
        codes.append(goal.foreground or "39")
    if now.background != goal.background:
        codes.append(goal.background or "49")
    return codes
