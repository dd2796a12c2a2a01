"""Figures with goals, and the one table that `make bench` prints of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

NOISE = 0.1
"""By how much of a goal a figure may miss it on a machine that has other things to do."""


class Figure(NamedTuple):
    """Something that was measured; lower is better."""

    what: str
    got: float
    unit: str
    """Ends with `x` if it is a ratio to something measured in the same run."""
    goal: float | None = None
    beside: str = ""
    """What it was compared with, or what else is worth knowing."""

    @property
    def verdict(self) -> str:
        if self.goal is None:
            return ""
        if self.got <= self.goal:
            return "held"
        return "within noise" if self.got <= self.goal * (1 + NOISE) else "MISSED"


def memory(process: int | str = "self") -> tuple[float, float]:
    """MiB that a process uses: in all, and for itself alone."""
    told = Path(f"/proc/{process}/smaps_rollup").read_text()
    sizes = {line.split(":")[0]: int(line.split()[1]) for line in told.splitlines()[1:]}
    return sizes["Rss"] / 1024, (sizes["Private_Clean"] + sizes["Private_Dirty"]) / 1024


def as_table(figures: Iterable[Figure]) -> str:
    """All figures, a line each, as a page can show them."""
    lines = ["| figure | measured | goal | | beside |", "|---|---:|---:|---|---|"]
    for one in figures:
        wanted = "" if one.goal is None else f"{amount(one.goal)} {one.unit}"
        got = f"{amount(one.got)} {one.unit}"
        lines.append(f"| {one.what} | {got} | {wanted} | {one.verdict} | {one.beside} |")
    return "\n".join(lines)


def amount(value: float) -> str:
    """A number with as many digits as say something."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def missed(figures: Iterable[Figure]) -> list[Figure]:
    """What misses its goal by more than noise."""
    return [figure for figure in figures if figure.verdict == "MISSED"]
