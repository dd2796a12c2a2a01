"""States as plain data and back: what a report prints, a test writes down, a file can hold."""

from __future__ import annotations

from dataclasses import Field, fields, is_dataclass
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
    told = [to_plain(getattr(value, name)) for name in _names(type(value))]
    added = {
        name: now for name, usual in _later(type(value)) if (now := getattr(value, name)) != usual
    }
    return {type(value).__name__: [*told, to_plain(added)] if added else told}


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
    names = _names(part)
    added = items.pop() if len(items) > len(names) else {}
    return part(**dict(zip(names, items, strict=True)), **added)


def _names(part: type[Any]) -> tuple[str, ...]:
    """The fields that make a record what it is; cached ones do not count, later ones not yet."""
    if part not in _NAMES:
        told = [field for field in fields(part) if field.compare and not is_later(field)]
        _NAMES[part] = tuple(field.name for field in told)
    return _NAMES[part]


def _later(part: type[Any]) -> tuple[tuple[str, Any], ...]:
    """The fields that were added later, which are told only if they are not as usual: so whatever
    was once made from a state can still be compared with it."""
    if part not in _LATER:
        _LATER[part] = tuple(
            (field.name, field.default) for field in fields(part) if is_later(field)
        )
    return _LATER[part]


def is_later(field: Field[Any]) -> bool:
    return bool(field.metadata.get("later"))


_NAMES: dict[type[Any], tuple[str, ...]] = {}
_LATER: dict[type[Any], tuple[tuple[str, Any], ...]] = {}
"""Looked up once for every kind of record."""
