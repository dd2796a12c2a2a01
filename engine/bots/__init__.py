"""Bots that know no game: they see a seat's view and a list of choices."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any


def called(module: str, name: str) -> Callable[..., Any]:
    """What a module has under a name, loaded when it is called: a table is shown and played at
    without any of a bot's thoughts."""
    return partial(call, module, name)


def call(module: str, name: str, *arguments: Any) -> Any:
    return getattr(import_module(module), name)(*arguments)
