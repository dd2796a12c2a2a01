"""Which keys do what, which of them can be changed, and when two would get in each other's way."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from textual.binding import Binding

from moontui.draw.keys import SEAT_LETTERS

ANSWERS = {*SEAT_LETTERS, *"0123456789xyns", "minus"}
"""Keys that answer questions in a game."""


class Bound(NamedTuple):
    """Something that keys do."""

    id: str
    name: str
    """A message key under `tips`."""
    keys: tuple[str, ...]
    """Its default keys."""
    owners: tuple[type[Any], ...]
    """The classes that bind it."""


def all_bound() -> dict[str, Bound]:
    """Everything that a key can be chosen for."""
    found: dict[str, Bound] = {}
    for owner in owners():
        for entry in vars(owner).get("BINDINGS", ()):
            if not isinstance(entry, Binding) or not entry.id:
                continue
            keys = tuple(key.strip() for key in entry.key.split(","))
            known = found.get(entry.id, Bound(entry.id, entry.description or entry.id, (), ()))
            found[entry.id] = known._replace(
                keys=tuple(dict.fromkeys((*known.keys, *keys))), owners=(*known.owners, owner)
            )
    return found


def owners() -> Iterator[type[Any]]:
    """The app, what all screens share, lists and texts, then every screen."""
    from moontui.app import screens
    from moontui.app.app import MoontuiApp
    from moontui.app.screens.base import MoonScreen
    from moontui.app.widgets.reader import Reader
    from moontui.app.widgets.rows import Rows

    yield from (MoonScreen, MoontuiApp, Rows, Reader)
    for module in pkgutil.iter_modules(screens.__path__):
        place = f"{screens.__name__}.{module.name}"
        for kind in vars(importlib.import_module(place)).values():
            own = isinstance(kind, type) and kind.__module__ == place
            if own and issubclass(kind, MoonScreen) and kind is not MoonScreen:
                yield kind


def group_of(bound: Bound) -> str:
    """Where a key belongs in the list of all keys, as a message key."""
    from moontui.app.screens.base import MoonScreen
    from moontui.app.widgets.sketch import Sketch

    owner = bound.owners[0]
    if issubclass(owner, Sketch):
        return "lists"
    if owner is MoonScreen or not issubclass(owner, MoonScreen):
        return "everywhere"
    name = owner.__name__.removesuffix("Screen").lower()
    return name if name in ("game", "replay") else "screens"


def keys_now(bound: Bound, keymap: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(keymap[bound.id].split(",")) if keymap.get(bound.id) else bound.keys


def in_the_way(bound: Bound, key: str, keymap: Mapping[str, str]) -> Bound | None:
    """What the key already does somewhere this binding would need it too."""
    for other in all_bound().values():
        if other.id == bound.id or set(other.keys) & set(bound.keys):
            continue  # these share a key on purpose
        if key in keys_now(other, keymap) and meet(bound, other):
            return other
    return None


def answers(bound: Bound, key: str) -> bool:
    """Whether the key is needed for answers where this binding applies."""
    from moontui.app.screens.game import GameScreen

    plays = any(issubclass(GameScreen, owner) for owner in bound.owners)
    return key in ANSWERS and (plays or group_of(bound) == "everywhere")


def meet(one: Bound, other: Bound) -> bool:
    """Whether two bindings can be active at the same time."""
    from moontui.app.app import MoontuiApp
    from moontui.app.widgets.sketch import Sketch

    for a in one.owners:
        for b in other.owners:
            shared = issubclass(a, b) or issubclass(b, a) or MoontuiApp in (a, b)
            if shared or issubclass(a, Sketch) != issubclass(b, Sketch):
                return True
    return False
