"""Wolfmoon's table: the pile in thirds, the center, everybody's display and the player's hand."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Region

from engine.core import HIDDEN, Choice, Event, Seat
from engine.games.wolfmoon.deck import COPIES, VALUE, Card, thirds
from engine.games.wolfmoon.kinds import numbers_of
from engine.games.wolfmoon.state import Table
from moontui.app.widgets.board import Board, Zone
from moontui.draw.ink import (
    Ink,
    Line,
    box,
    cells,
    crop,
    cut,
    ends,
    fit,
    flow,
    paragraph,
    row_of_boxes,
)
from moontui.draw.keys import SEAT_LETTERS
from moontui.draw.scene import Scene
from moontui.games.wolfmoon.journeys import Spot, journey
from moontui.games.wolfmoon.teller import CARD_VERBS

OWN_VERBS = ("play", "keep")
"""What may be done with a card in the player's own hand, or one being looked at."""
MOONS = (Card.SITTING_WOLF, Card.HOWLING_WOLF, Card.WEREWOLF_MOON)
FORMS = ("names", "short", "tight")
"""Kinds of card names, from the longest to the shortest."""


def card_name(scene: Scene, card: int, form: str = "names") -> str:
    """A card with its value."""
    if card == HIDDEN:
        return scene.look.words.say("unknown")
    name = scene.look.words.say(form, Card(card).name.lower())
    return f"{VALUE[card]} {name}" if card < len(VALUE) else name


def label(scene: Scene, key: str, **values: object) -> str:
    return scene.look.words.say("board", key, **values)


class Pile(Zone):
    """The draw pile: what is left of each third, and the Moon that lies in it."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        parts = list(self.parts(scene, table))
        left = len(table.pile)
        draw = scene.offers("draw", 0)
        head = [Ink(f" {label(scene, 'pile')} {left} ", "strong", draw or ("zone", "pile"))]
        if not self.roomy:
            line = self.one_line(head, parts)
            if cells(line) > width:  # numbers take less room than cards
                line = self.one_line(head, list(self.parts(scene, table, counted=True)))
            return [crop(line, width)]
        inner = width - 2
        third = inner // 3
        rows: list[Line] = [[], [], []]
        for name, stack, moon in parts:
            size = third - 1
            for row, ink in enumerate((Ink(name, "dim"), stack, moon)):
                rows[row] += [Ink(" "), *crop([ink], size)]
        frame = scene.look.symbols.plain
        return box(frame, width, rows, head, target=draw)

    def one_line(self, head: Line, parts: Iterable[tuple[str, Ink, Ink]]) -> Line:
        line = head[:]
        for name, stack, moon in parts:
            line += [Ink(f" {name} "), stack, Ink(" "), moon]
        return line

    def parts(
        self, scene: Scene, table: Table, counted: bool = False
    ) -> Iterable[tuple[str, Ink, Ink]]:
        """By third: its name, its cards, and its Moon."""
        signs = scene.look.symbols
        sizes = thirds(table.seats)
        left = len(table.pile)
        below = 0
        lefts: list[int] = []
        for number in (2, 1, 0):
            here = max(0, min(sizes[number], left - below))
            lefts.insert(0, here)
            below += sizes[number] + (1 if number == 1 else 0)  # the first Moon lies in between
        for number, key in enumerate(("top", "mid", "low")):
            here, size = lefts[number], sizes[number]
            cards = signs.card * here + signs.drawn * (size - here)
            if counted:
                cards = f"{here}/{size}"
            stack = Ink(cards, target=scene.offers("draw", 0) or ("zone", "pile"))
            shown = MOONS[number] in table.moons
            sign = signs.shown if shown else signs.hidden
            name = label(scene, MOONS[number].name.lower())
            style = "gold" if shown else "dim"
            moon = Ink(
                f"{sign} " if counted else f"{sign} {name} ", style, ("card", int(MOONS[number]))
            )
            title = f"{label(scene, key)}" + (f" {here}/{size}" if self.roomy else "")
            yield title, stack, moon


class Center(Zone):
    """Three cards face down, those set aside, those that left, and who has the Witch token."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        if self.roomy:
            slots, rest = self.parts(scene, table, "short")
            body = [[Ink(" "), *spaced(slots)], *([Ink(" "), *line] for line in rest)]
            body += [[] for _ in range(3 - len(body))]
            return box(scene.look.symbols.plain, width, body[:3], self.head(scene))
        for form in FORMS[1:]:
            slots, rest = self.parts(scene, table, form)
            row = [*self.head(scene), *spaced(slots)]
            lines = flow([row, *rest], width, indent="")
            if len(lines) == 1:
                break
        return [lines[0], *([Ink(" "), *line] for line in lines[1:])]

    def head(self, scene: Scene) -> Line:
        target = scene.offers("center", 0) or ("zone", "center")
        return [Ink(f" {label(scene, 'center')} ", "strong", target)]

    def parts(self, scene: Scene, table: Table, form: str) -> tuple[list[Line], list[Line]]:
        """The slots, and what else there is to say."""
        slots = [self.slot(scene, table, number, form) for number in range(3)]
        gone = ", ".join(card_name(scene, card, form) for card in table.gone)
        aside = " ".join(f"[{self.seen(scene, card)}]" for card in table.aside)
        token = None if table.revived is None else table.revived
        rest: list[Line] = []
        if aside:
            rest.append([Ink(f"{label(scene, 'aside')} ", "dim"), Ink(aside)])
        if gone:
            rest.append([Ink(f"{label(scene, 'gone')} ", "dim"), Ink(gone)])
        if token is not None:
            sign = scene.look.symbols.witch
            name = f"{SEAT_LETTERS[token]} {scene.name(token)}"
            rest.append([Ink(f"{sign} {label(scene, 'witch_token')} ", "gold"), Ink(name)])
        return slots, rest

    def slot(self, scene: Scene, table: Table, number: int, form: str) -> Line:
        choice = scene.offers("slot", number)
        style = "pick" if choice and choice == scene.picked else "key" if choice else ""
        text = f"[{number + 1} {self.known(scene, table, number, form)}]"
        return [Ink(text, style, choice or scene.offers("center", 0) or ("slot", number))]

    def known(self, scene: Scene, table: Table, number: int, form: str) -> str:
        """What the player knows about a slot, unless the cards are covered."""
        card = table.center[number]
        if card != HIDDEN:
            return card_name(scene, card, form)
        known = table.known
        if known is None or scene.covered:
            return scene.look.words.say("unknown")
        kinds = known.kinds(known.center(number))
        if kinds and not kinds & (kinds - 1):
            return card_name(scene, kinds.bit_length() - 1, form)
        values = sorted({VALUE[kind] for kind in numbers_of(kinds)})
        return (
            "/".join(map(str, values)) if 0 < len(values) <= 3 else scene.look.words.say("unknown")
        )

    def seen(self, scene: Scene, card: int) -> str:
        return card_name(scene, card, "tight") if card != HIDDEN else "?"


def spaced(pieces: Iterable[Line], gap: str = " ") -> Line:
    line: Line = []
    for piece in pieces:
        line += [Ink(gap), *piece] if line else piece
    return line


class Displays(Zone):
    """Who sits where, how they are doing, and every card they have played."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        if self.roomy:
            return self.boxes(scene, table, width)
        lines = [self.heading(scene, table, width)]
        for seat in range(table.seats):
            lines += self.row(scene, table, Seat(seat), width)
        return lines

    def heading(self, scene: Scene, table: Table, width: int) -> Line:
        across = scene.look.symbols.plain.across
        moons = label(scene, "moons")
        name = f"{across * 2} {label(scene, 'seat')} "
        title = name + across * max(0, 16 - cells([Ink(name)]))
        middle = f" {moons} {across} " if table.goal else f" {across} "
        head = title + middle + label(scene, "display") + " "
        return [Ink(cut(head, width) + across * max(0, width - cells([Ink(head)])), "rule")]

    def row(self, scene: Scene, table: Table, seat: Seat, width: int) -> list[Line]:
        """One player, on two lines or more if the cards need it."""
        choice = scene.offers("aim", seat)
        out = table.out[seat]
        base = "pick" if choice and scene.picked == choice else "dim" if out else ""
        target = choice or ("seat", int(seat))
        marker, letter = self.marker(scene, table, seat), SEAT_LETTERS[seat]
        name_style = "pick" if base == "pick" else "mine" if seat == scene.me else base
        line: Line = [
            Ink(marker, "gold", target),
            Ink(letter, "key" if choice and base != "pick" else base, target),
            Ink(" " + fit(scene.name(seat), 10), name_style, target),
            Ink(fit(self.tag(scene, seat), 5), "dim" if base != "pick" else base, target),
        ]
        if table.goal:
            line.append(Ink(fit(self.tokens(scene, table, seat), 4), "gold", target))
        witch = f"{scene.look.symbols.witch} " if table.revived == seat else "  "
        state, style = self.state(scene, table, seat)
        line += [Ink(fit(state, 6), style, target), Ink(witch, "gold", target)]
        indent = cells(line)
        rows = self.cards(scene, table, seat, width - indent, choice)
        return [[*line, *rows[0]], *([Ink(" " * indent), *row] for row in rows[1:])]

    def marker(self, scene: Scene, table: Table, seat: Seat) -> str:
        return scene.look.symbols.turn if seat == table.active and not table.ending else " "

    def tag(self, scene: Scene, seat: Seat) -> str:
        """Who somebody is, besides the name."""
        player = scene.players[seat]
        if seat == scene.me:
            return scene.look.words.say("you")
        if player.away or player.stand_in:
            return label(scene, "away")
        return label(scene, "bot") if player.kind == "bot" else ""

    def tokens(self, scene: Scene, table: Table, seat: Seat) -> str:
        signs, won = scene.look.symbols, table.tokens[seat]
        return signs.token * won + signs.no_token * max(0, table.goal - won)

    def state(self, scene: Scene, table: Table, seat: Seat) -> tuple[str, str]:
        if table.out[seat]:
            return label(scene, "out"), "bad"
        if table.safe[seat]:
            return label(scene, "safe"), "good"
        return label(scene, "in"), ""

    def cards(
        self, scene: Scene, table: Table, seat: Seat, width: int, choice: Choice | None
    ) -> list[Line]:
        """The cards of a display: names in full if they fit, else shorter, else on more lines."""
        display = table.displays[seat]
        for form in FORMS:
            pieces = [self.card(scene, table, seat, card, form, choice) for card in display]
            pieces += self.open_hand(scene, table, seat, form)
            lines = flow(pieces, width, indent="") or [[]]
            if len(lines) <= (2 if self.roomy else 1):
                return lines
        return lines

    def card(
        self, scene: Scene, table: Table, seat: Seat, card: int, form: str, choice: Choice | None
    ) -> Line:
        name = card_name(scene, card, form)
        if card == Card.BODYGUARD and table.safe[seat]:
            name = f"={name}="
        ask = scene.view.ask
        take = scene.offers("take", card) if ask is not None and ask.other == seat else None
        picked = take is not None and take == scene.picked
        style = "pick" if picked else "dim" if table.out[seat] else ""
        return [Ink(name, style, choice or take or ("card", card))]

    def open_hand(self, scene: Scene, table: Table, seat: Seat, form: str) -> list[Line]:
        """Another player's hand, where it is open: in replays, and when a round is over."""
        if seat == scene.me:
            return []
        return [
            [Ink(f"[{card_name(scene, card, form)}]", "gold", ("card", card))]
            for card in table.hands[seat]
            if card != HIDDEN
        ]

    def boxes(self, scene: Scene, table: Table, width: int) -> list[Line]:
        """Players in boxes, three side by side."""
        size = width // 3
        lines: list[Line] = []
        seats = [Seat(seat) for seat in range(table.seats)]
        for start in range(0, table.seats, 3):
            group = seats[start : start + 3]
            lines += row_of_boxes([self.seat_box(scene, table, seat, size) for seat in group])
        return lines

    def seat_box(self, scene: Scene, table: Table, seat: Seat, width: int) -> list[Line]:
        signs = scene.look.symbols
        choice = scene.offers("aim", seat)
        picked = choice is not None and choice == scene.picked
        active = seat == table.active and not table.ending
        frame = (
            signs.strong if active or picked else signs.faint if table.out[seat] else signs.plain
        )
        state, style = self.state(scene, table, seat)
        tag = self.tag(scene, seat)
        name = f"{scene.name(seat)}{', ' + tag if tag else ''}"
        title = [
            Ink(f" {signs.turn if active else ''}", "gold"),
            Ink(f"{' ' if active else ''}{SEAT_LETTERS[seat]} ", "key" if choice else ""),
            Ink(name + " ", "pick" if picked else "mine" if seat == scene.me else ""),
        ]
        moons = self.tokens(scene, table, seat)
        witch = f"{signs.witch} " if table.revived == seat else ""
        tail = [Ink(f" {moons} ", "gold"), Ink(witch, "gold"), Ink(f"{state} ", style)]
        cards = self.cards(scene, table, seat, width - 4, choice)
        body = [[Ink(" "), *line] for line in (cards[:2] if len(cards) > 1 else [*cards, []])]
        edge = "pick" if picked else "gold" if active else "rule"
        lines = box(frame, width, body, title, tail, edge)
        whole = choice or ("seat", int(seat))
        return [
            [ink if ink.target else ink._replace(target=whole) for ink in line] for line in lines
        ]


class Hand(Zone):
    """The player's own cards with their texts, or the cards that a question is about."""

    compact = False
    """Whether rows are scarce: one line per card, without frames."""
    text_rows = 2

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        cards = self.cards(scene, table)
        if scene.covered:
            return self.covered_hand(scene, width)
        if not cards:
            return self.empty_hand(scene, width)
        if self.compact or scene.look.cards == "compact":
            return self.rows(scene, cards, width)
        return self.boxes(scene, table, cards, width)

    def cards(self, scene: Scene, table: Table) -> list[tuple[int, Choice | None]]:
        """The cards to show, with what choosing them would mean."""
        hand = list(table.hands[scene.me]) if scene.me is not None else []
        offered = [choice for choice in scene.keys if choice.verb in CARD_VERBS]
        if any(choice.verb == "take" for choice in offered):
            return [(card, None) for card in hand]
        shown = {
            card: scene.offers(verb, card)
            for card in hand
            for verb in OWN_VERBS
            if scene.offers(verb, card)
        }
        cards: list[tuple[int, Choice | None]] = [(card, shown.get(card)) for card in hand]
        return cards + [(c.value, c) for c in offered if c.value not in hand]

    def boxes(
        self, scene: Scene, table: Table, cards: list[tuple[int, Choice | None]], width: int
    ) -> list[Line]:
        count = max(2, len(cards))
        size = (width - (count - 1)) // count
        boxes = [self.card_box(scene, card, choice, size) for card, choice in cards]
        if len(cards) == 1 and scene.last is not None:
            boxes.append(self.last_box(scene, scene.last, size))
        return row_of_boxes(boxes, " ")

    def last_box(self, scene: Scene, event: Event, width: int) -> list[Line]:
        """The card played last: what it does, and who played it."""
        assert event.seat is not None
        card = event.cards[0]
        who = label(scene, "last_you") if event.seat == scene.me else scene.name(event.seat)
        title = [Ink(f" {label(scene, 'last', who=who)} ", "dim")]
        name = [Ink(f" {card_name(scene, card)}")]
        body = [name, *([Ink(" "), *line] for line in self.text(scene, card, width))]
        return box(scene.look.symbols.faint, width, body, title, target=("card", card))

    def card_box(self, scene: Scene, card: int, choice: Choice | None, width: int) -> list[Line]:
        signs = scene.look.symbols
        picked = choice is not None and choice == scene.picked
        frame = signs.strong if picked else signs.plain
        key = [Ink(f"[{scene.keys[choice]}]", "key")] if choice is not None else []
        copies = COPIES[card]
        name = fit(card_name(scene, card), width - 4) if copies == 1 else card_name(scene, card)
        title = ends(
            [Ink(f" {name}", "strong")],
            [Ink(f"x{copies} ", "dim")] if copies > 1 else [],
            width - 2,
        )
        body = [title, *([Ink(" "), *line] for line in self.text(scene, card, width))]
        style = "gold" if picked else "rule"
        return box(frame, width, body, key, style=style, target=choice or ("card", card))

    def text(self, scene: Scene, card: int, width: int) -> list[Line]:
        """A card's text in the rows there are; where they are few, its gist."""
        words, key = scene.look.words, Card(card).name.lower()
        rows = self.text_rows if width > 24 else max(4, self.text_rows)
        lines = paragraph(words.say("texts", key), width - 4)
        if len(lines) > rows:
            lines = paragraph(words.say("gists", key), width - 4, most=rows)
        return lines + [[] for _ in range(rows - len(lines))]

    def rows(self, scene: Scene, cards: list[tuple[int, Choice | None]], width: int) -> list[Line]:
        lines: list[Line] = []
        for card, choice in cards:
            picked = choice is not None and choice == scene.picked
            key = f"[{scene.keys[choice]}]" if choice is not None else " - "
            name = card_name(scene, card, "short")
            gist = scene.look.words.say("texts", Card(card).name.lower())
            target = choice or ("card", card)
            lines.append(
                [
                    Ink(f" {key} ", "key", target),
                    Ink(name, "pick" if picked else "strong", target),
                    Ink(cut(f": {gist}", width - 6 - cells([Ink(name)])), "dim", target),
                ]
            )
        return lines

    def covered_hand(self, scene: Scene, width: int) -> list[Line]:
        return self.without_cards(scene, label(scene, "covered"), width, "cover")

    def empty_hand(self, scene: Scene, width: int) -> list[Line]:
        key = "watching" if scene.me is None else "no_hand"
        return self.without_cards(scene, label(scene, key), width, None)

    def without_cards(self, scene: Scene, text: str, width: int, target: str | None) -> list[Line]:
        """Words in place of cards, as tall as the cards would be, beside the card played last."""
        if self.compact:
            return [[Ink(f" {text}", "dim", target)]]
        size = (width - 1) // 2
        lines = [[Ink(" "), *line] for line in paragraph(text, size - 4, "dim")]
        body = [*lines, *([] for _ in range(self.text_rows + 1 - len(lines)))]
        boxes = [box(scene.look.symbols.faint, size, body, target=target)]
        if scene.last is not None:
            boxes.append(self.last_box(scene, scene.last, size))
        return row_of_boxes(boxes, " ")


class WolfmoonBoard(Board):
    """All zones of Wolfmoon's table."""

    DEFAULT_CSS = """
    WolfmoonBoard {
        & > #top { height: auto; layout: vertical; }
        &.-roomy > #top { layout: horizontal; }
        &.-roomy Pile { width: 3fr; }
        &.-roomy Center { width: 2fr; }
    }
    """

    def compose(self) -> ComposeResult:
        with Container(id="top"):
            yield Pile(id="pile")
            yield Center(id="center")
        yield Displays(id="displays")
        yield Hand(id="hand")

    def make_room(self, width: int, height: int) -> None:
        roomy = width >= 120 and height >= 35
        self.set_class(roomy, "-roomy")
        for zone in self.query(Zone):
            zone.roomy = roomy
        hand = self.query_one(Hand)
        hand.compact = height < 23 or width < 80
        hand.text_rows = 3 if height >= 25 else 2
        for zone in self.query(Zone):
            zone.redraw()

    def journey(self, event: Event) -> tuple[str, Region, Region] | None:
        scene = self.scene
        if scene is None:
            return None
        table: Table = scene.view.state
        found = journey(event, table.seats)
        if found is None:
            return None
        start, end = self.area(found.start), self.area(found.end)
        if start is None or end is None:
            return None
        known = found.card != HIDDEN and not scene.covered
        name = card_name(scene, found.card, "short") if known else "?"
        return f"[{name}]", start, end

    def area(self, spot: Spot) -> Region | None:
        """Where on the screen something is."""
        me = self.scene.me if self.scene is not None else None
        match spot:
            case Spot("pile"):
                return self.query_one(Pile).content_region
            case Spot("moon"):
                return self.query_one(Pile).region_of(*spot.targets())
            case Spot("aside"):
                return self.query_one(Center).content_region
            case Spot("slot"):
                return self.query_one(Center).region_of(*spot.targets())
            case Spot("hand", seat) if seat == me:
                return self.query_one(Hand).content_region
        return self.query_one(Displays).region_of(*spot.targets())
