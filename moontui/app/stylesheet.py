"""Styles that are read once in a process, however many apps it shows one after another.

A copy of the fork server finds them ready; in Textual, every app reads all of them anew.
"""

from __future__ import annotations

from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

READ: dict[tuple[Any, ...], list[RuleSet]] = {}
"""The rules by what they were read from, and the colors that they name."""
MOST = 2_000


class SharedStylesheet(Stylesheet):
    """A stylesheet that reads only what no other has read before it."""

    def __init__(self, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self._colours = tuple(variables.items())

    def set_variables(self, variables: dict[str, str]) -> None:
        if tuple(variables.items()) != self._colours:  # an app is told its first colors twice
            super().set_variables(variables)
            self._colours = tuple(variables.items())

    def reparse(self) -> None:
        self.parse()  # what was read in these colors is not read again

    def copy(self) -> SharedStylesheet:
        stylesheet = SharedStylesheet(dict(self._colours))
        stylesheet.source = self.source.copy()
        return stylesheet

    def _parse_rules(self, css: str, *args: Any, **given: Any) -> list[RuleSet]:
        key = (css, *args, *sorted(given.items()), self._colours)
        if key not in READ:
            if len(READ) >= MOST:  # somebody tries out many themes
                READ.clear()
            READ[key] = super()._parse_rules(css, *args, **given)
        return READ[key]
