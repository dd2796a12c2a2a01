"""The middle of One Night's table: the night, the claims, the vote, or the open cards."""

from __future__ import annotations

from engine.games.onenight.roles import Role
from moontui.app.widgets.board import Zone
from moontui.draw.ink import Ink, Line, aimed, crop, paragraph
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.games.onenight.aloud import draw_aloud
from moontui.games.onenight.arms import ALL, draw_vote
from moontui.games.onenight.day import draw_day
from moontui.games.onenight.night import draw_night
from moontui.games.onenight.parts import (
    Phase,
    band,
    card_set,
    easel,
    knows_own_card,
    phase_of,
    role_face,
    teller_of,
)
from moontui.games.onenight.reveal import draw_reveal


class CardSet(Zone):
    """Which cards are in the set, known to all; where rows are scarce, the middle shows it."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        phase = phase_of(scene)
        if not scene.look.size.is_large or phase in ("over", "vote"):
            return []
        return [crop(line, width) for line in card_set(scene, width - 2)]


class Middle(Zone):
    """Whatever the game has come to, as large as there is room."""

    DEFAULT_CSS = "Middle { height: 1fr; }"

    stage: Phase | None = None
    """What is shown; None: whatever the game has come to."""
    shown = ALL
    """How many arms are up, or how much of the night is shown."""
    left: float | None = None
    """Seconds until the open window ends; None: there is no clock."""

    def tick(self, left: float | None) -> None:
        """A second is over: the huge clock goes on."""
        self.left = left
        if self.scene is not None and self.scene.view.state.aloud:
            self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        scene = self.scene
        if scene is None or not height:
            return []
        sheet = Sheet(width, height)
        match self.stage or phase_of(scene):
            case "night":
                draw_night(scene, sheet)
            case "day" if scene.view.state.aloud:
                timed = scene.teller.options.get("day") != "off"
                draw_aloud(scene, sheet, self.left if timed else None)
            case "day":
                draw_day(scene, sheet)
            case "vote":
                draw_vote(scene, sheet, self.shown)
            case "over":
                draw_reveal(scene, sheet, self.shown)
        return sheet.lines


VILLAGE = frozenset(
    {Role.MASON, Role.SEER, Role.TROUBLEMAKER, Role.INSOMNIAC, Role.VILLAGER, Role.HUNTER}
)
"""Roles of the village that say nothing about it, and whose night does not change their side."""


class AtDusk(Zone):
    """Beside the talk: the card the player had at dusk, and what the night has shown."""

    DEFAULT_CSS = "AtDusk { height: 1fr; }"

    def draw(self, width: int, height: int) -> list[Line]:
        scene = self.scene
        if scene is None or scene.me is None or height < 2:
            return []
        sheet = Sheet(width, height)
        sheet.lay(1, 0, easel(scene).heading(scene.label("at_dusk"), width - 2))
        role = knows_own_card(scene)
        if role is None:
            text = scene.covered_note if scene.covered else scene.label("asleep_all")
            for row, line in enumerate(paragraph(text, width - 2, "dim"), 1):
                sheet.lay(1, row, line)
            return aimed(sheet.lines, "cover") if scene.covered else sheet.lines
        high = height - 1
        wide = min(18, 2 * high + 4, width * 2 // 5)
        x = 1
        if scene.look.pictures:
            sheet.paste(1, 1, role_face(scene, role, wide, high))
            x = wide + 2
        room = width - x - 1
        sheet.lay(x, 1, band(scene, role, room, "names"))
        told = teller_of(scene).nights.log(scene.view)[1:] or [teller_of(scene).text(role)]
        if role in VILLAGE:
            told.append(scene.label("your_side"))
        lines = [line for text in told for line in paragraph(text, room)]
        for row, line in enumerate(lines[: high - 1], 2):
            sheet.lay(x, row, [Ink("".join(ink.text for ink in line))])
        return sheet.lines
