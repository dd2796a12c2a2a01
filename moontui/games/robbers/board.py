"""Robbers' table: the players, the trick on the wood, what can be known, and the hand."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Region

from engine.core import Choice, Event
from engine.games.robbers.state import Table
from moontui.app.widgets.board import Board, Finale, Trip, Zone
from moontui.app.widgets.panels import Prompt
from moontui.draw.ink import Ink, Line
from moontui.draw.scene import Scene
from moontui.draw.size import Class, Size
from moontui.games.robbers.cards import card_lines
from moontui.games.robbers.facts import Facts
from moontui.games.robbers.hand import Hand
from moontui.games.robbers.parts import Part, form_for, teller_of
from moontui.games.robbers.seats import Seats
from moontui.games.robbers.trick import TrickZone


class LastTrick(Finale):
    """The table with the trick that ends the deal, until it has been seen."""

    def __init__(self, scene: Scene, prompt: Prompt) -> None:
        self.scene, self.prompt = scene, prompt

    def hint(self, frame: int) -> str:
        look = self.scene.look
        return look.words.say("finale", "touch" if look.size.is_tall else "key")

    def rows(self) -> int:
        """What is asked next has to wait."""
        top = self.prompt.region.y
        return self.prompt.screen.size.height - top if top else 1


class RobbersBoard(Board):
    """The players above, the trick in the middle, the hand and the stage below."""

    DEFAULT_CSS = """
    RobbersBoard {
        & > Container { height: auto; layout: horizontal; }
        & Seats, & TrickZone { width: 1fr; }
        & Facts { display: none; padding-left: 1; }
        &.-small #seated Facts, &.-large #middle Facts, &.-tall #middle Facts { display: block; }
        &.-tall > #middle { layout: vertical; }
    }
    """

    notes_on_board = True

    def compose(self) -> ComposeResult:
        with Container(id="seated"):
            yield Seats(id="seats")
            yield Facts(id="unseen")
        with Container(id="middle"):
            yield TrickZone(id="trick")
            yield Facts(id="facts")

    def beside_the_story(self) -> Zone:
        return Hand(id="hand")

    def make_room(self, size: Size) -> None:
        """What is known stands beside the players on small screens, beside the trick on large ones,
        and below it on a phone."""
        seats = len(self.scene.players) if self.scene is not None else 4
        form = form_for(size, seats, self.rows_below)
        self.set_class(size.kind == Class.S80, "-small")
        self.set_class(size.is_large, "-large")
        self.set_class(size.is_tall, "-tall")
        for facts in self.query(Facts):
            facts.styles.width = "1fr" if size.is_tall else form.facts or "1fr"
        self.story = form.facts if form.beside else 0
        for zone in self.parts:
            zone.rows_below = self.rows_below
            zone.redraw()

    @property
    def parts(self) -> list[Part]:
        return [*self.query(Part), *self.screen.query(Hand)]

    def journey(self, event: Event) -> Trip | None:
        """A card on its way to its place in the trick: from the hand, or from whoever plays it."""
        scene = self.scene
        if scene is None or event.kind != "played" or event.seat is None:
            return None
        card, hand = event.cards[0], self.screen.query_one(Hand)
        start = self.query_one(Seats).region_of(("seat", int(event.seat)))
        if event.seat == scene.me:
            held = hand.region_of(Choice("play", card), ("card", card))
            start = hand.content_region if held is None or scene.covered else held
        end = self.place(event.seat)
        if not start or not end:  # what is not shown has no place
            return None
        return Trip(self.flying(scene, card), start, end)

    def flying(self, scene: Scene, card: int) -> list[Line]:
        """A card as it is seen in the air: as it will lie in the trick, if there are pictures."""
        form = self.query_one(TrickZone).form(scene)
        if scene.look.pictures and min(form.trick) > 2:
            return card_lines(scene, card, form.trick, [], short=not form.panel)
        return [[Ink(f" {teller_of(scene).card(card, 'short')} ", "banner")]]

    def finale(self) -> Finale | None:
        prompt = self.screen.query_one(Prompt)
        return LastTrick(self.scene, prompt) if self.scene is not None else None

    def place(self, seat: int) -> Region | None:
        """Where on the screen the next card of a seat will lie."""
        scene, trick = self.scene, self.query_one(TrickZone)
        if scene is None or not trick.size.width:
            return None
        table: Table = scene.view.state
        corner = trick.corner(scene, (seat - table.leader) % table.seats)
        return Region(*(trick.content_region.offset + corner), 1, 1)
