"""The signs on the table, for terminals that can draw them and for those that cannot."""

from __future__ import annotations

from typing import NamedTuple


class Frame(NamedTuple):
    """The signs a box is drawn with."""

    across: str
    down: str
    corners: str
    """Upper left and right, lower left and right."""


class Symbols(NamedTuple):
    """One sign for each thing; all of them one cell wide."""

    shown: str
    hidden: str
    token: str
    no_token: str
    card: str
    drawn: str
    turn: str
    witch: str
    yes: str
    no: str
    """Beside what cannot be true."""
    down: str
    """One for everybody who points at somebody."""
    more: str
    bar: str
    join: str
    """Where two column headings meet."""
    between: str
    """Between two columns."""
    contested: str
    """Before a ruling that could be read differently."""
    stroke: str
    """A card that is left."""
    spent: str
    """A card that is gone."""
    star: str
    dot: str
    key: str
    """Before what a key would do."""
    bar_left: str
    """At the left of a row, in the color of a seat."""
    edges: str
    """Around what is chosen: left, right, above, below."""
    levels: str
    """From little to much."""
    arrows: str
    """Up and down."""
    menu: str
    """Everything else."""
    joints: str
    """Where grid lines meet, by the sum of 1 for up, 2 for down, 4 for left, 8 for right."""
    plain: Frame
    strong: Frame
    faint: Frame


UNICODE = Symbols(
    shown="●",
    hidden="○",
    token="☾",
    no_token="○",
    card="■",
    drawn="░",
    turn="→",
    witch="✦",
    yes="✓",
    no="✗",
    down="▼",
    more="…",
    bar="█",
    join="┬",
    between="│",
    contested="≈",
    stroke="▌",
    spent="▌",
    star="✦",
    dot="·",
    key="▸",
    bar_left="▌",
    edges="▐▌▄▀",
    levels="▁▂▃▄▅▆▇█",
    arrows="▲▼",
    menu="≡",
    joints=" ╵╷│╴┘┐┤╶└┌├─┴┬┼",
    plain=Frame("─", "│", "┌┐└┘"),
    strong=Frame("═", "║", "╔╗╚╝"),
    faint=Frame("╌", "┆", "┌┐└┘"),
)

ASCII = Symbols(
    shown="@",
    hidden="o",
    token="*",
    no_token=".",
    card="#",
    drawn=".",
    turn=">",
    witch="+",
    yes="v",
    no="x",
    down="v",
    more="~",
    bar="=",
    join="+",
    between="|",
    contested="~",
    stroke="|",
    spent=".",
    star="+",
    dot=".",
    key=">",
    bar_left="|",
    edges="||==",
    levels="0123456789",
    arrows="^v",
    menu="=",
    joints=" |||-+++-+++-+++",
    plain=Frame("-", "|", "++++"),
    strong=Frame("=", "#", "####"),
    faint=Frame(".", ":", "++++"),
)

SYMBOLS = {"unicode": UNICODE, "ascii": ASCII}
