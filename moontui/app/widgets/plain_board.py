"""The plain board: any game at all, in the words of its teller."""

from __future__ import annotations

from textual.app import ComposeResult

from moontui.app.widgets.board import Board, Zone
from moontui.draw.ink import Ink, Line, paragraph, rule
from moontui.draw.scene import Scene


class TableLines(Zone):
    """Everything that lies open, one line each."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        return [line for text in scene.teller.table(scene.view) for line in said(text, width)]


class HandLines(Zone):
    """The player's own cards, one line each."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        words = scene.look.words
        title = rule(scene.look.symbols.plain, width, words.say("panels", "hand"))
        if scene.covered:
            return [title, [Ink(f" {words.say('panels', 'covered')}", "dim")]]
        return [
            title,
            *(line for text in scene.teller.hand(scene.view) for line in said(text, width)),
        ]


def said(text: str, width: int) -> list[Line]:
    return [[Ink(" "), *line] for line in paragraph(text, width - 2)]


class PlainBoard(Board):
    """Zones as lines; the choices are listed below, as in every game."""

    def compose(self) -> ComposeResult:
        yield TableLines()
        yield HandLines()
