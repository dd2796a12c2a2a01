"""States as plain data and back: what a report prints, a test writes down, a file can hold."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from engine.core import Event, Game

PLAIN = frozenset({type(None), bool, int, str})
"""Types that are plain already. The exact type counts: an enum of numbers is not plain."""


def to_plain(value: Any) -> Any:
    """Lists, texts, numbers and maps of them, from which `from_plain` restores the value."""
    if type(value) in PLAIN:
        return value
    if isinstance(value, list):
        return [item if type(item) in PLAIN else to_plain(item) for item in value]
    if isinstance(value, Event):
        kind, seat, other, cards, number, seen_by = value  # games tell a lot: no detours
        shown = None if seen_by is None else {"tuple": list(map(int, seen_by))}
        return {"event": [kind, seat, other, {"tuple": list(map(int, cards))}, number, shown]}
    if isinstance(value, tuple):
        return {"tuple": [to_plain(item) for item in value]}
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, dict):
        return {"map": [[to_plain(key), to_plain(item)] for key, item in value.items()]}
    assert is_dataclass(value), f"{value!r} has no plain form"
    return {type(value).__name__: [to_plain(getattr(value, name)) for name in _names(type(value))]}


def from_plain(game: Game[Any], plain: Any) -> Any:
    """What `to_plain` made plain."""
    if isinstance(plain, list):
        return [from_plain(game, item) for item in plain]
    if not isinstance(plain, dict):
        return plain
    ((kind, data),) = plain.items()
    if kind == "bytes":
        return bytes.fromhex(data)
    items = from_plain(game, data)
    if kind == "event":
        return Event(*items)
    if kind == "tuple":
        return tuple(items)
    if kind == "map":
        return dict(items)
    part = next(part for part in game.parts if part.__name__ == kind)
    return part(**dict(zip(_names(part), items, strict=True)))


def _names(part: type[Any]) -> tuple[str, ...]:
    """The fields that make a record what it is; cached ones do not count."""
    if part not in _NAMES:
        _NAMES[part] = tuple(field.name for field in fields(part) if field.compare)
    return _NAMES[part]


_NAMES: dict[type[Any], tuple[str, ...]] = {}
"""Looked up once for every kind of record."""
