"""Small plots in half-blocks: a share as a bar, and how it went over time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from moontui.draw.ink import Ink, Line
from moontui.draw.symbols import ASCII, Symbols

WINDOW = 10
"""Over how many values, at most, a curve is smoothed."""


def bar(share: float, width: int, symbols: Symbols) -> str:
    """A share of a width, to half a cell; what is not nothing is never shown as nothing."""
    halves = max(round(2 * width * share), share > 0)
    whole, half = divmod(halves, 2)
    if symbols is ASCII:
        return ("=" * (whole + half)).ljust(width)
    return (symbols.bar * whole + symbols.stroke * half).ljust(width)


def smoothed(values: Sequence[bool], window: int = WINDOW) -> list[float]:
    """By value: the share that is true among it and those just before."""
    shares = []
    for place in range(len(values)):
        part = values[max(0, place + 1 - window) : place + 1]
        shares.append(sum(part) / len(part))
    return shares


def fitted(shares: Sequence[float], columns: int) -> list[float]:
    """The same in fewer columns, each the mean of its part; fewer values stay as they are."""
    if len(shares) <= columns:
        return [*shares]
    ends = [len(shares) * column // columns for column in range(columns + 1)]
    parts = [shares[start:end] for start, end in pairwise(ends)]
    return [sum(part) / len(part) for part in parts]


def hills(shares: Sequence[float], rows: int, symbols: Symbols, style: str = "mine") -> list[Line]:
    """Shares as columns from the bottom up, two steps in every row."""
    full, half = ("#", ".") if symbols is ASCII else ("█", "▄")
    heights = [max(round(2 * rows * share), 1) for share in shares]
    lines: list[Line] = []
    for row in reversed(range(rows)):
        signs = (
            full if height >= 2 * row + 2 else half if height == 2 * row + 1 else " "
            for height in heights
        )
        lines.append([Ink("".join(signs), style)])
    return lines
