"""The table of icons as the rules screen shows it: the house's, or the numbers a table brought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core import Options
from engine.games.robbers.deck import ICONS, RANKS, icons_by_card
from engine.games.robbers.icons import HOUSE
from moontui.words.catalogue import Catalogue

FEW = 12
"""The highest rank that three players use."""


def icons_for(options: Options) -> tuple[int, ...]:
    """By card: its icons at a table with these options; what makes no sense is the house table."""
    try:
        return icons_by_card(options.get("icons", HOUSE))
    except ValueError:  # a host cannot have played with it
        return ICONS


def told_table(words: Catalogue, icons: Sequence[int]) -> str:
    """The section of the rules about icons."""
    chests, robbers = icons[:RANKS], icons[RANKS : 2 * RANKS]
    numbers: dict[str, object] = {
        "ranks": in_columns(range(1, RANKS + 1)),
        "chests": in_columns(chests),
        "robbers": in_columns(robbers),
        "all_chests": sum(chests),
        "all_robbers": sum(robbers),
        "few_chests": sum(chests[:FEW]),
        "few_robbers": sum(robbers[:FEW]),
    }
    if tuple(icons) == ICONS:
        return words.say("rules", "house", "text", **numbers)
    return words.say("house", "own", **numbers)


def in_columns(numbers: Iterable[int]) -> str:
    """Numbers aligned in columns by rank; from rank 10 on there is room for two digits."""
    return " ".join(f"{n:>{1 if rank < 9 else 2}}" for rank, n in enumerate(numbers))
