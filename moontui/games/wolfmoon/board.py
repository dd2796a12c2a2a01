"""Wolfmoon's table: the Moons over the pile, the players, the center, the stage and the hand."""

from __future__ import annotations

from functools import partial

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Region

from engine.core import HIDDEN, Choice, Event
from engine.games.wolfmoon.deck import Card
from engine.games.wolfmoon.state import Table
from moontui.app.motion import Motion
from moontui.app.widgets.board import Board, Trip, Zone
from moontui.app.widgets.sketch import Tray
from moontui.draw.ink import Line
from moontui.draw.scene import Scene
from moontui.draw.size import Size
from moontui.games.wolfmoon.hand import OWN_VERBS, Hand
from moontui.games.wolfmoon.journeys import Journey, Spot, journey
from moontui.games.wolfmoon.middle import Center, Stage
from moontui.games.wolfmoon.parts import (
    Form,
    card_name,
    easel,
    form_for,
    paint_of,
    picture_of,
    sight,
    stands_for,
)
from moontui.games.wolfmoon.seats import Displays
from moontui.games.wolfmoon.sky import Pile
from moontui.games.wolfmoon.strip import Strip

STRIP = 37
"""Columns of the notebook's strip beside the story."""
FLYING = (12, 5)
"""The cells of a card in the air, on screens with room for cards."""
RISES = (0.6, 6)
"""The seconds and frames in which a Moon turns to gold."""
AROUND = 5
"""Rows that the question and the keys need below the table."""


class Middle(Tray, Container):
    """The stage and the center."""


class WolfmoonBoard(Board):
    """All zones of Wolfmoon's table."""

    DEFAULT_CSS = """
    WolfmoonBoard {
        & > #middle { height: auto; layout: vertical; }
        &.-large > #middle { layout: horizontal; }
        &.-large #middle > Stage { width: 1fr; }
        &.-large > Stage { display: none; }
        & #middle > Stage { display: none; }
        &.-large #middle > Stage { display: block; }
    }
    """

    def compose(self) -> ComposeResult:
        yield Pile(id="pile")
        with Middle(id="middle"):
            yield Stage()
            yield Center(id="center")
        yield Displays(id="displays")
        yield Stage()

    def beside_the_story(self) -> Zone:
        return Hand(id="hand")

    def notebook(self) -> Zone:
        return Strip(id="notebook")

    def make_room(self, size: Size) -> None:
        """On large screens the players come before the middle; on small ones the stage is the last
        thing above the hand."""
        seats = len(self.scene.players) if self.scene is not None else 4
        form = form_for(size, seats)
        large = bool(form.panel)
        self.set_class(large, "-large")
        middle, displays = self.query_one("#middle"), self.query_one(Displays)
        center = self.query_one(Center)
        if large:
            self.move_child(displays, before=middle)
            center.styles.width = 3 * (form.slot[0] + 1) + 11
        else:
            self.move_child(middle, before=displays)
            center.styles.width = "1fr"
        hand = self.screen.query_one(Hand)
        self.set_class(bool(form.tall), "-tall")
        used = 1 + form.sky + 1 + seats + form.stage
        hand.rows = max(0, min(form.card[1], size.rows - used - AROUND))
        self.notes_on_board = large or size.columns < 80
        self.story = form.story
        self.notes = STRIP

    def rise(self, event: Event) -> Motion | None:
        if event.kind != "moon":
            return None
        return Motion(*RISES, partial(self.query_one(Pile).rise, Card(event.cards[0])))

    def journey(self, event: Event) -> Trip | None:
        scene = self.scene
        if scene is None:
            return None
        table: Table = scene.view.state
        found = journey(event, table.seats)
        if found is None:
            return None
        form = form_for(scene.look.size, table.seats)
        start, end = self.area(found.start, form), self.area(found.end, form)
        if not start or not end:  # what is not shown has no place
            return None
        return Trip(self.flying(scene, found.card, form), start, end)

    def landing(self, event: Event, trip: Trip) -> Region:
        scene = self.scene
        assert scene is not None
        found = journey(event, scene.view.state.seats)
        assert found is not None
        return self.lies(scene, found) or trip.end

    def lies(self, scene: Scene, way: Journey) -> Region | None:
        """Where a card that has arrived is drawn, if that can be found by what stands there."""
        (spot, seat), card = way.end, way.card
        if spot not in ("seat", "display"):
            return None
        if card == HIDDEN and spot == "seat":
            card = self.shown_at(scene, seat)
        hand = self.screen.query_one(Hand)
        if spot == "seat" and seat == scene.me:
            held = [Choice(verb, card) for verb in OWN_VERBS]
            return hand.region_of(*(["cover"] if scene.covered else [*held, ("card", card)]))
        zone: Zone = self.query_one(Displays)
        area = zone.area_of(*way.end.targets())
        large = bool(form_for(scene.look.size, len(scene.players)).panel)
        if seat == scene.me and large:
            zone = hand
        if zone is hand or area is None:
            area = zone.region
        elif not large:  # from edge to edge
            area = Region(zone.region.x, area.y, zone.region.width, area.height)
        token = scene.look.symbols.token
        drawn = [
            place
            for place, ink in zone.inks()
            if area.contains_point(place.offset)
            and ((text := ink.text.strip()) == token or stands_for(text, scene, card))
        ]
        return drawn[-1 if spot == "display" else 0] if drawn else None

    def shown_at(self, scene: Scene, seat: int) -> int:
        """The card that is drawn as somebody's hand: an open one, or one that is known."""
        table: Table = scene.view.state
        opened = [card for card in table.hands[seat] if card != HIDDEN]
        known = sight(scene, table, seat).card
        return opened[0] if opened else HIDDEN if known is None else known

    def flying(self, scene: Scene, card: int, form: Form) -> list[Line]:
        """A card as it is seen in the air: open, or the same back for all that are not."""
        tools, known = easel(scene), card != HIDDEN and not scene.covered
        if not form.panel or not scene.look.pictures:
            if not known:
                return [tools.small_back()]
            return [
                tools.band(
                    name := card_name(scene, card, "short"), cell_len(name), paint_of(scene, card)
                )
            ]
        if not known:
            return tools.back(*FLYING)
        name = card_name(scene, card, "tight")
        return tools.face_card(name, picture_of(card), *FLYING, paint_of(scene, card)).lines

    def area(self, spot: Spot, form: Form) -> Region | None:
        """Where on the screen something is."""
        me = self.scene.me if self.scene is not None else None
        match spot:
            case Spot("pile"):
                return self.query_one(Pile).content_region
            case Spot("moon"):
                return self.query_one(Pile).region_of(*spot.targets())
            case Spot("aside"):
                return self.query_one(Center).content_region
            case Spot("slot", number):
                return self.slot(number, form)
            case Spot("seat" | "display", seat) if seat == me:
                return self.screen.query_one(Hand).content_region
        plate = self.query_one(Displays).region_of(*spot.targets())
        if plate is None or not form.panel:
            return plate
        hand, below = 1, 2 if form.panel > 8 else 1
        return plate.translate((hand if spot.what == "seat" else form.hidden[0] + 3, below))

    def slot(self, number: int, form: Form) -> Region | None:
        """Where the card in a slot lies: after its number, where the center is a row."""
        center = self.query_one(Center)
        if form.panel:
            x = number * (form.slot[0] + 1)
            return Region(*center.content_region.offset, *form.slot).translate((x, 0))
        told = f" {number + 1} "
        found = next((area for area, ink in center.inks() if ink.text == told), None)
        return found.translate((found.width, 0)) if found is not None else None
