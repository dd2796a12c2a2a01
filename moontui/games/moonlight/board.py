"""Moonlight's table: the land, how its rows stand, both packs, and the player's wolves."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Region

from engine.core import Event
from engine.games.moonlight.deck import kind_of
from moontui.app.widgets.board import Board, Trip, Zone
from moontui.draw.size import Size
from moontui.games.moonlight.hand import Wolves
from moontui.games.moonlight.land import Land, wolf_card
from moontui.games.moonlight.lie import lie_of
from moontui.games.moonlight.parts import form_for
from moontui.games.moonlight.standing import Standings


class MoonlightBoard(Board):
    """The land with its rows and packs above, the player's own wolves below."""

    DEFAULT_CSS = """
    MoonlightBoard {
        & > #field { height: auto; layout: horizontal; }
        & Standings { width: 1fr; }
        &.-tall > #field { layout: vertical; }
        &.-tall Land { width: 1fr; }
    }
    """

    notes_on_board = True

    def compose(self) -> ComposeResult:
        with Container(id="field"):
            yield Land(id="land")
            yield Standings(id="standings")

    def beside_the_story(self) -> Zone:
        return Wolves(id="wolves")

    def make_room(self, size: Size) -> None:
        form = form_for(size)
        self.set_class(size.is_tall, "-tall")
        self.query_one(Land).styles.width = "1fr" if size.is_tall else form.width
        self.story = size.columns - form.width if size.is_large else 0
        wolves = self.screen.query_one(Wolves)
        wolves.rows = size.rows - self.rows_below
        for zone in (self.query_one(Land), self.query_one(Standings), wolves):
            zone.redraw()

    def journey(self, event: Event) -> Trip | None:
        """A wolf on its way to its place, from the hand or from the other pack; a pile that is
        moved, from where it was lifted."""
        scene = self.scene
        if scene is None or event.kind not in (*scene.teller.PLAYS, "moved"):
            return None
        start, end = self.start(event), self.place(event.number, after=event)
        if not start or not end:  # what is not shown has no place
            return None
        return Trip(wolf_card(scene, event.cards[0], end.size), start, end)

    def place(self, cell: int, after: Event | None = None) -> Region | None:
        """Where on the screen a place is drawn, now or after an event; None: it is not."""
        land = self.query_one(Land)
        if self.scene is None or not land.size.width:
            return None
        area = lie_of(self.scene, after).area(cell)
        return Region(*area).translate(land.content_region.offset) if area is not None else None

    def kept_in_view(self) -> Region:
        return self.query_one(Land).region

    def start(self, event: Event) -> Region | None:
        """Where a wolf was before."""
        scene = self.scene
        assert scene is not None
        if event.kind == "moved":
            lifted = [e for e in scene.view.state.events if e.kind == "lifted"]
            return self.place(lifted[-1].number) if lifted else None
        if event.seat == scene.me:
            hand = self.screen.query_one(Wolves)
            held = hand.region_of(("card", kind_of(event.cards[0])))
            return held or hand.content_region
        return self.query_one(Standings).region_of(("seat", event.seat))
