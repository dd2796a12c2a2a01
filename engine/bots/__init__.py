"""Bots that know no game: they see a seat's view and a list of choices."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any


def called(module: str, name: str) -> Callable[..., Any]:
    """A function of a module, loaded when it is first called: a table can be shown and played at
    without loading how bots think."""
    return partial(call, module, name)


def call(module: str, name: str, *arguments: Any) -> Any:
    return getattr(import_module(module), name)(*arguments)
