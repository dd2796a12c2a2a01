"""A row as a terminal shows it that puts letters from right to left in their order (UAX 9, without
the marks that no text of ours contains)."""

from __future__ import annotations

from unicodedata import bidirectional

STRONG = ("L", "R", "AL")


def shown(row: str) -> str:
    """The row from left to right, as it meets the eye; its direction is ours."""
    kinds = resolved([bidirectional(sign) for sign in row])
    levels = [{"L": 0, "R": 1}.get(kind, 2) for kind in kinds]
    order = list(range(len(row)))
    for level in (2, 1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = max(end, start + 1)
    return "".join(row[place] for place in order)


def resolved(kinds: list[str]) -> list[str]:
    """What each sign counts as in the end: L, R, or a number among letters from right to left."""
    last = "L"
    for place, kind in enumerate(kinds):
        if kind in STRONG:
            last = kind
        elif kind == "EN":
            kinds[place] = {"AL": "AN", "L": "L"}.get(last, "EN")
        elif kind == "NSM":
            kinds[place] = kinds[place - 1] if place else "L"
    kinds = ["R" if kind == "AL" else kind for kind in kinds]
    for place in range(1, len(kinds) - 1):
        before, kind, after = kinds[place - 1 : place + 2]
        if before == after and (
            (kind == "CS" and before in ("EN", "AN")) or kind + before == "ESEN"
        ):
            kinds[place] = before
    return with_neutrals(kinds)


def with_neutrals(kinds: list[str]) -> list[str]:
    """Signs between two letters go with them if these agree, and else with the row."""
    sides = ["R" if kind in ("EN", "AN") else kind for kind in kinds]
    for place, kind in enumerate(sides):
        if kind not in ("L", "R"):
            before = next((one for one in reversed(sides[:place]) if one in ("L", "R")), "L")
            after = next((one for one in sides[place:] if one in ("L", "R")), "L")
            kinds[place] = before if before == after else "L"
    return kinds
