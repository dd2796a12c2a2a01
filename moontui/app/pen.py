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
OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29", "21": "24"}
"""How an attribute ends; the others end only when everything does."""
CACHED = 4096
"""How much of what was worked out is kept."""


class Look(NamedTuple):
    """An ink taken apart; what is empty is as the terminal has it."""

    attributes: str = ""
    front: str = ""
    ground: str = ""
    link: str = ""
    is_blank: bool = False


PLAIN = Look()


class Pen(dict[str, "tuple[str, Pen]"]):
    """A pen as it is: by ink, what dips it into that, and the pen that it is then.

    Colours turn hundreds of times on a screen; finding a turn by an ink's name alone is three times
    as fast as finding it by all that a look is made of.
    """

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look

    def __missing__(self, ink: str) -> tuple[str, Pen]:
        code, look = turn(self.look, ink)
        if len(self) >= CACHED:
            self.clear()
        self[ink] = turned = (code, pen(look))
        return turned


@lru_cache(CACHED)
def pen(look: Look) -> Pen:
    """The one pen of a look."""
    return Pen(look)


@lru_cache(CACHED)
def look(ink: str) -> Look:
    """Take an ink apart."""
    ansi, _, link = ink.removeprefix(BLANK).partition("\x1b")
    attributes, front, ground = [], "", ""
    codes = iter(ansi.split(";") if ansi else ())
    for code in codes:
        color = code
        if code in ("38", "48"):
            depth = next(codes)
            color = ";".join([code, depth, *[next(codes) for _ in range(3 if depth == "2" else 1)]])
        number = int(code)
        if 30 <= number <= 39 or 90 <= number <= 97:
            front = "" if number == 39 else color
        elif 40 <= number <= 49 or 100 <= number <= 107:
            ground = "" if number == 49 else color
        else:
            attributes.append(code)
    return Look(";".join(attributes), front, ground, link, ink.startswith(BLANK))


@lru_cache(CACHED)
def blank(ink: str) -> str:
    """The ink of a blank: no more than what can be seen of it."""
    seen = look(ink)
    if seen.link or not INVISIBLE.issuperset(filter(None, seen.attributes.split(";"))):
        return ink
    return BLANK + seen.ground


def turn(now: Look, ink: str) -> tuple[str, Look]:
    """What changes a pen's look into that of an ink, and the look that the pen then has."""
    goal = look(ink)
    if goal.is_blank:
        goal = Look(now.attributes and unseen(now.attributes), now.front, goal.ground)
    if goal == now:
        return "", goal
    attributes, front, ground, link, _ = goal
    if not (attributes or front or ground):
        code = "\x1b[m"
    elif attributes != now.attributes:
        code = switched(now, goal)
    elif ground == now.ground:
        code = f"\x1b[{front or 39}m" if front != now.front else ""
    else:
        code = (
            f"\x1b[{front or 39};{ground or 49}m" if front != now.front else f"\x1b[{ground or 49}m"
        )
    if link != now.link:
        code += f"\x1b]8;id={link}\x1b\\" if link else "\x1b]8;;\x1b\\"
    return code, goal


@lru_cache(CACHED)
def unseen(attributes: str) -> str:
    """Those attributes that a blank does not show."""
    return ";".join(code for code in attributes.split(";") if code in INVISIBLE)


@lru_cache(CACHED)
def switched(now: Look, goal: Look) -> str:
    """What changes a look into another that has other attributes."""
    old, new = ({*filter(None, look.attributes.split(";"))} for look in (now, goal))
    if not old - new <= OFF.keys():
        codes = ["0", *sorted(new), goal.front, goal.ground]
    else:
        ends = {OFF[code] for code in old - new}
        begins = {code for code in new if code not in old or OFF.get(code) in ends}
        codes = [*sorted(ends), *sorted(begins)]
        codes.append("" if goal.front == now.front else goal.front or "39")
        codes.append("" if goal.ground == now.ground else goal.ground or "49")
    return f"\x1b[{';'.join(filter(None, codes))}m"
