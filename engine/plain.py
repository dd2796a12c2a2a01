"""States as plain data and back: what a report prints, a test writes down, a file can hold."""

from __future__ import annotations

from dataclasses import Field, fields, is_dataclass
from types import UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

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


def fits(value: Any, hint: Any) -> bool:
    """Whether a value that came from outside is of a type, and so is everything in it."""
    if isinstance(hint, NewType):
        return fits(value, hint.__supertype__)
    kind, parts = get_origin(hint), get_args(hint)
    if kind in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if kind is list:
        return isinstance(value, list) and all(fits(item, parts[0]) for item in value)
    if kind is dict:
        items = value.items() if isinstance(value, dict) else ((None, None),)
        return all(fits(key, parts[0]) and fits(item, parts[1]) for key, item in items)
    if kind is tuple and parts[-1] is Ellipsis:
        return isinstance(value, tuple) and all(fits(item, parts[0]) for item in value)
    if kind is tuple:
        same = isinstance(value, tuple) and len(value) == len(parts)
        return same and all(map(fits, value, parts))
    if issubclass(hint, int) and hint is not bool:  # kinds of cards are plain numbers here
        return type(value) is int
    if not isinstance(value, hint):
        return False
    part: type[Any] = type(value)
    hints = _hints(part) if is_dataclass(part) or part is Event else {}
    return all(fits(getattr(value, name), inner) for name, inner in hints.items())


def _hints(part: type[Any]) -> dict[str, Any]:
    """The types of what makes a record what it is."""
    if part not in _HINTS:
        names = Event._fields if part is Event else (*_names(part), *dict(_later(part)))
        found = get_type_hints(part)
        _HINTS[part] = {name: found[name] for name in names}
    return _HINTS[part]


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
_HINTS: dict[type[Any], dict[str, Any]] = {}
"""Looked up once for every kind of record."""
