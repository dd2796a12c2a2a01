"""How many icons each card carries: a house table of ours, or the numbers of a printed game.

The rules give only their range, 0 to 5. Who owns the printed cards can write their numbers down;
a table brings them along as an option, so that every record says which ones it was played with.
"""

from __future__ import annotations

from typing import Final

CHEST_ICONS: Final = (0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5)
ROBBER_ICONS: Final = (0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5)
"""By suit, from rank 1 to rank 15. Special cards have no icons."""

HOUSE: Final = "house"
"""The value of the option `icons` that stands for this table."""
SUITS: Final = ("chests", "robbers")
MOST: Final = 5
"""The most icons a card may have."""


def as_option(chests: tuple[int, ...], robbers: tuple[int, ...]) -> str:
    """Two rows of icons as the value of an option."""
    return "/".join("".join(map(str, row)) for row in (chests, robbers))


def from_option(value: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows of chests and robbers that an option names. Raises `ValueError`."""
    if value == HOUSE:
        return CHEST_ICONS, ROBBER_ICONS
    chests, _, robbers = value.partition("/")
    return row_of(SUITS[0], list(chests)), row_of(SUITS[1], list(robbers))


def row_of(suit: str, numbers: list[str]) -> tuple[int, ...]:
    """The icons of a suit, by rank. Raises `ValueError`."""
    wanted = [str(number) for number in range(MOST + 1)]
    if len(numbers) != len(CHEST_ICONS) or not all(number in wanted for number in numbers):
        raise ValueError(
            f"The icons of the {suit} must be {len(CHEST_ICONS)} numbers from 0 to {MOST}, "
            f"for ranks 1 to {len(CHEST_ICONS)}."
        )
    return tuple(map(int, numbers))


def read_icons(text: str) -> str:
    """The value of the option that a file of icons stands for. Raises `ValueError`, with a sentence
    that names what is wrong.

    Every line is a suit and its numbers, such as `chests 0 1 1 2 ...`; `#` begins a comment.
    """
    rows: dict[str, tuple[int, ...]] = {}
    for line in text.splitlines():
        suit, *numbers = line.partition("#")[0].replace(":", " ").replace(",", " ").split() or [""]
        if not suit:
            continue
        if suit not in SUITS or suit in rows:
            raise ValueError(
                "A file of icons has one line that begins with chests and one with robbers."
            )
        rows[suit] = row_of(suit, numbers)
    if len(rows) < len(SUITS):
        raise ValueError(
            "A file of icons has one line that begins with chests and one with robbers."
        )
    return as_option(rows[SUITS[0]], rows[SUITS[1]])
