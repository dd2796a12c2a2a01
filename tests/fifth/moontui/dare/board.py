"""Dare on the screen: a line for every seat, and the player's own number."""

from __future__ import annotations

from textual.app import ComposeResult

from moontui.app.widgets.board import Board, Zone
from moontui.draw.ink import Ink, Line, rule
from moontui.draw.scene import Scene


class Ring(Zone):
    """Who sits there, and whether they dared."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        title = rule(scene.look.symbols.plain, width, scene.look.words.say("board", "ring"))
        return [title, *([Ink(f" {text}")] for text in scene.teller.table(scene.view))]


class Number(Zone):
    """The player's own number, unless it is covered."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        if scene.covered:
            return [[Ink(f" {scene.look.words.say('panels', 'covered')}", "dim")]]
        return [[Ink(f" {text}", "mine")] for text in scene.teller.hand(scene.view)]


class DareBoard(Board):
    """The table of Dare."""

    def compose(self) -> ComposeResult:
        yield Ring()
        yield Number()
