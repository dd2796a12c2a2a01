"""One Night's table: the sky that tells the time, the set, and the night, day, vote or end."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal

from moontui.app.widgets.board import Board, Finale, Zone
from moontui.app.widgets.lower import Lower
from moontui.draw.scene import Scene
from moontui.draw.size import Class, Size
from moontui.games.onenight.finale import Reckoning
from moontui.games.onenight.middle import AtDusk, CardSet, Middle
from moontui.games.onenight.parts import FEW, is_wide, phase_of
from moontui.games.onenight.sky import Sky

TALK = {Class.S120: 42, Class.S160: 52, Class.S200: 62}
"""By class of size: the columns of the talk beside the claims."""


class OneNightBoard(Board):
    """The sky above; everything else takes the room that is left."""

    table_is_lower = True
    arranged: tuple[object, ...] = ()
    """For what the zones were last arranged."""

    def compose(self) -> ComposeResult:
        yield Sky(id="sky")
        yield CardSet(id="set")

    def beside_the_story(self) -> Zone:
        return Middle(id="middle")

    def notebook(self) -> Zone:
        return AtDusk(id="notebook")

    def watch_scene(self, scene: Scene | None) -> None:
        super().watch_scene(scene)
        if scene is not None and self.is_mounted:
            self.lay_out(scene, scene.look.size)

    def make_room(self, size: Size) -> None:
        if self.scene is not None:
            self.arranged = ()
            self.lay_out(self.scene, size)

    def lay_out(self, scene: Scene, size: Size) -> None:
        """Give the talk its place: beside the claims, below them, or none where there is no room
        or nothing to tell."""
        phase, seats = phase_of(scene), scene.view.state.seats
        if self.arranged == (phase, seats, size):
            return
        self.arranged = (phase, seats, size)
        day = phase == "day" and not scene.view.state.aloud
        self.story = TALK[size.kind] if day and is_wide(size, seats) else 0
        self.notes_below = 9 if self.story else 0
        self.notes_on_board = not (self.story or (day and size.kind == Class.S80 and seats <= FEW))
        self.notes = 34 if day and size.kind == Class.S80 else 0
        rows = self.rows_of_claims(size, seats) if day else 0
        for lower in self.screen.query(Lower):
            lower.make_room(size)
            talk, middle = lower.query_one(Horizontal), lower.query_one(Middle)
            talk.styles.height = "1fr" if self.story or rows else 0
            middle.styles.height = rows or "1fr"

    def rows_of_claims(self, size: Size, seats: int) -> int:
        """How many rows the claims have above the talk; 0: all there are."""
        match size.kind:
            case Class.T40:
                return 2 + 4 * seats + 2 if seats <= FEW else 2 + 2 * seats + 2
            case Class.S80 | Class.S60 if seats <= FEW:
                return 2 + seats + 2
        return 0

    def tick(self, left: float, begun: bool) -> None:
        self.query_one(Sky).tick(left, begun)
        for middle in self.screen.query(Middle):
            middle.tick(left)

    def finale(self) -> Finale | None:
        return Reckoning(self.scene) if self.scene is not None else None
