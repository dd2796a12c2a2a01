"""Robbers' table: who sits there, the trick with what each card counts as, and the hand."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.geometry import Region

from engine.core import Event, Seat
from engine.games.robbers.deck import NORMAL
from engine.games.robbers.state import Table
from engine.games.robbers.trick import counts_as, winner, would_lead
from moontui.app.widgets.board import Board, Zone
from moontui.app.widgets.panels import in_rows, notebook
from moontui.draw.ink import (
    Ink,
    Line,
    box,
    cells,
    columns,
    crop,
    cut,
    fit,
    flow,
    paragraph,
    row_of_boxes,
    rule,
)
from moontui.draw.scene import Scene
from moontui.draw.size import Size
from moontui.games.robbers.teller import RobbersTeller
from moontui.words.names import SEAT_LETTERS

NOTES = 78
"""From this many columns, the notebook is shown beside the seats."""


TALL = 30
"""From this many rows, there is more room for it below, beside the log."""


def label(scene: Scene, key: str, **values: object) -> str:
    return scene.look.words.say("board", key, **values)


def has_frames(table: Table, rows: int, width: int) -> bool:
    """Whether there is room to draw frames around cards."""
    return rows >= 18 + table.seats and width >= 76


def teller_of(scene: Scene) -> RobbersTeller:
    assert isinstance(scene.teller, RobbersTeller)
    return scene.teller


class Seats(Zone):
    """Who sits where, game points, tricks taken, cards left, and what chips and claims say."""

    noted = True
    """Whether the notebook is shown beside them."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        noted = self.noted and not teller_of(scene).all_open(table)
        size = width * 6 // 10 if noted and width >= NOTES else width
        lines = [self.heading(scene, size)]
        lines += [self.row(scene, table, Seat(seat), size) for seat in range(table.seats)]
        if size == width:
            return lines
        notes = notebook(scene, width - size)
        return columns(lines, size, in_rows(notes, len(lines), scene, width - size), gap=0)

    def heading(self, scene: Scene, width: int) -> Line:
        across = scene.look.symbols.plain.across
        text = f"{across * 2} {label(scene, 'seat')} "
        for key, size in (("won", 18), ("taken", 23), ("hand_left", 30), ("chips", 35)):
            text += across * max(0, size - cells([Ink(text)])) + f" {label(scene, key)} "
        return [Ink(cut(text, width) + across * max(0, width - cells([Ink(text)])), "rule")]

    def row(self, scene: Scene, table: Table, seat: Seat, width: int) -> Line:
        signs, teller = scene.look.symbols, teller_of(scene)
        mine, asked = seat == scene.me, any(ask.seat == seat for ask in scene.view.waiting)
        target = ("seat", int(seat))
        line: Line = [
            Ink(signs.turn if asked else " ", "gold", target),
            Ink(f"{SEAT_LETTERS[seat]} ", "", target),
            Ink(fit(scene.name(seat), 10, signs.more), "mine" if mine else "", target),
            Ink(" " + fit(self.tag(scene, seat), 5), "dim", target),
            Ink(fit(f" {table.points[seat]}", 5), "gold", target),
            Ink(fit(f" {table.tricks_taken(seat)}", 7), "", target),
            Ink(fit(f" {len(table.hands[seat])}", 5), "", target),
        ]
        chip = teller.chip(table, seat)
        shown = [Ink(f" {chip}", "bad", target)] if chip else []
        if claim := scene.claims.get(seat):
            shown.append(Ink(f' "{label(scene, claim)}"', "dim", target))
        line += shown or [Ink(" -", "dim", target)]
        if not mine and teller.all_open(table):
            names = (teller.card(card, "tight").replace(" ", "") for card in table.hands[seat])
            hand = f"  [{' '.join(names)}]"
            line.append(Ink(cut(hand, width - cells(line), signs.more), "gold", target))
        return crop(line, width)

    def tag(self, scene: Scene, seat: Seat) -> str:
        """Who somebody is, besides the name."""
        player = scene.players[seat]
        if seat == scene.me:
            return scene.look.words.say("you")
        if player.away or player.stand_in:
            return label(scene, "away")
        return label(scene, "bot") if player.kind == "bot" else ""


class TrickZone(Zone):
    """The cards on the table, who played them and what they count as; before the first one, the
    trick that was taken last."""

    rows = 0
    """How many rows the screen has for the whole table."""

    def watch_scene(self, old: Scene | None, new: Scene | None) -> None:
        self.redraw()  # what is picked is shown in the trick

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        teller, frame = teller_of(scene), scene.look.symbols.plain
        last = not table.trick and bool(table.last_trick)
        title = label(scene, "trick_last" if last else "trick", lead=teller.lead(table))
        if table.account is not None:
            title = label(scene, "over")
        cards = table.last_trick if last else table.trick
        first = table.last_leader if last else table.leader
        seats = [Seat((first + place) % table.seats) for place in range(table.seats)]
        framed = has_frames(table, self.rows, width)
        if not framed:
            body = self.pieces(scene, cards, seats, width)
        else:
            size = min(19, (width - table.seats) // table.seats)
            boxes = [
                self.card_box(scene, cards, seats, place, size, last)
                for place in range(table.seats)
            ]
            body = [[Ink(" "), *line] for line in row_of_boxes(boxes, " ")]
        stake = teller.stake(table, last, scene.covered)
        target = "look_back" if table.last_trick else None
        style = "dim" if last else ""
        told = paragraph(stake, width - 2, style, most=1 if framed else 2)
        below = [[Ink(" "), *(ink._replace(target=target) for ink in line)] for line in told]
        return [rule(frame, width, title), *body, *below]

    def card_box(
        self,
        scene: Scene,
        cards: list[int],
        seats: list[Seat],
        place: int,
        width: int,
        last: bool,
    ) -> list[Line]:
        signs, teller = scene.look.symbols, teller_of(scene)
        seat = seats[place]
        title = [Ink(self.owner(scene, seats, place, len(cards), last, width - 3))]
        if place >= len(cards):
            return self.empty_box(scene, cards, seat, place, width, title)
        card, best = cards[place], place == winner(cards)
        counted = teller.counted(cards, counts_as(cards)[place])
        icons = teller.icons(card)
        name = fit(" " + teller.card(card, "short"), width - 2 - len(icons)) + icons
        body: list[Line] = [
            [Ink(name, "strong")],
            [Ink(f" {label(scene, 'counted_as' if last else 'counts_as')}", "dim")],
            [Ink(f" {counted}", "good" if best else "")],
        ]
        frame = signs.strong if best else signs.faint if last else signs.plain
        style = "gold" if best else "rule"
        return box(frame, width, body, title, style=style, target=("card", card))

    def empty_box(
        self, scene: Scene, cards: list[int], seat: Seat, place: int, width: int, title: Line
    ) -> list[Line]:
        """The place of a card still to come; the player's own shows what is picked."""
        signs, teller = scene.look.symbols, teller_of(scene)
        body: list[Line] = [[], [], []]
        now = place == len(cards) and bool(scene.view.waiting)
        if now:
            key = "your_card" if seat == scene.me else "their_card"
            body = [[Ink(" ?", "strong")], [Ink(f" {label(scene, key)}", "dim")], []]
        picked = scene.picked
        if now and seat == scene.me and picked and picked.verb == "play" and not scene.covered:
            would = [*cards, picked.value]
            icons = teller.icons(picked.value)
            name = fit(" " + teller.card(picked.value, "short"), width - 2 - len(icons)) + icons
            counted = teller.counted(would, counts_as(would)[-1])
            body = [
                [Ink(name, "pick", picked)],
                [Ink(f" {label(scene, 'would_count')}", "dim", picked)],
                [Ink(f" {counted}", "", picked)],
            ]
        return box(signs.plain if now else signs.faint, width, body, title)

    def owner(
        self, scene: Scene, seats: list[Seat], place: int, played: int, last: bool, width: int
    ) -> str:
        """Whose card it is, and, if there is room, whether it is the first or the last one."""
        seat = seats[place]
        name = scene.look.words.say("you") if seat == scene.me else scene.name(seat)
        who = f" {SEAT_LETTERS[seat]} {name} "
        ends_it = place == len(seats) - 1 and place >= played and not last
        key = "leads_off" if place == 0 else "comes_last" if ends_it else ""
        more = f"{label(scene, key)} " if key else ""
        return who + more if cells([Ink(who + more)]) <= width else cut(who, width)

    def pieces(self, scene: Scene, cards: list[int], seats: list[Seat], width: int) -> list[Line]:
        """The trick without frames."""
        teller = teller_of(scene)
        if not cards:
            return [[]]
        counts, best = counts_as(cards), winner(cards)
        pieces: list[Line] = []
        for place, card in enumerate(cards):
            name = teller.card(card, "short")
            counted = teller.counted(cards, counts[place])
            told = f"{scene.name(seats[place])} {name}{teller.icons(card)}"
            told += f" = {counted}" if card >= NORMAL else ""
            style = "good" if place == best else ""
            pieces.append([Ink(told, style, ("card", card))])
        return flow(pieces, width - 1)


class Hand(Zone):
    """The player's own cards, with what each would do to the trick as it is."""

    rows = 0

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        frame = scene.look.symbols.plain
        if scene.me is None:
            return [rule(frame, width), [Ink(f" {label(scene, 'watching')}", "dim")]]
        if scene.covered:
            covered = label(scene, "covered")
            return [
                rule(frame, width, scene.look.words.say("panels", "hand")),
                [Ink(f" {cut(covered, width - 2)}", "dim", "cover")],
            ]
        hand = table.hands[scene.me]
        title = label(scene, "hand", role=teller_of(scene).own_role(table))
        framed = has_frames(table, self.rows, width) and 8 * len(hand) < width
        if not framed or scene.look.cards == "compact":
            return [rule(frame, width, title), *self.pieces(scene, table, hand, width)]
        if not hand:
            return [rule(frame, width, title), [Ink(f" {label(scene, 'no_cards')}", "dim")]]
        size = min(12, (width - 1) // len(hand))
        boxes = [self.card_box(scene, card, size) for card in hand]
        lines: list[Line] = [[Ink(" "), *line] for line in row_of_boxes(boxes)]
        fates: Line = [Ink(" ")]
        for card in hand:
            fate, style = self.fate(scene, table, card)
            fates.append(Ink(fate.center(size), style, scene.offers("play", card)))
        so_far = f" {label(scene, 'so_far')}"
        room = width - cells(fates) >= len(so_far)
        if room and any(ink.text.strip() for ink in fates):
            fates.append(Ink(so_far, "dim"))
        return [rule(frame, width, title), *lines, crop(fates, width)]

    def fate(self, scene: Scene, table: Table, card: int) -> tuple[str, str]:
        """Whether a card would be the strongest so far; empty once the player has played."""
        place = (scene.me - table.leader) % table.seats if scene.me is not None else 0
        if not table.trick or place < len(table.trick):
            return "", ""
        leads = would_lead(table.trick, card)
        return label(scene, "leads" if leads else "loses"), "good" if leads else "dim"

    def card_box(self, scene: Scene, card: int, width: int) -> list[Line]:
        signs, teller = scene.look.symbols, teller_of(scene)
        choice = scene.offers("play", card)
        picked = choice is not None and choice == scene.picked
        key = [Ink(scene.keys[choice], "key")] if choice is not None else []
        body: list[Line] = [
            [Ink(f" {teller.card(card, 'short' if width > 10 else 'tight')}", "strong")],
            [Ink(f" {teller.icons(card)}", "dim")],
        ]
        return box(
            signs.strong if picked else signs.plain,
            width,
            body,
            key,
            style="gold" if picked else "rule",
            target=choice or ("card", card),
        )

    def pieces(self, scene: Scene, table: Table, hand: list[int], width: int) -> list[Line]:
        """The hand without frames."""
        teller = teller_of(scene)
        pieces: list[Line] = []
        for card in hand:
            choice = scene.offers("play", card)
            target = choice or ("card", card)
            picked = choice is not None and choice == scene.picked
            fate, style = self.fate(scene, table, card)
            name = teller.card(card, "short") + teller.icons(card)
            piece = [Ink(name, "pick" if picked else "strong", target)]
            if choice is not None:
                piece.insert(0, Ink(f"[{scene.keys[choice]}] ", "key", target))
            if fate:
                piece.append(Ink(f" {fate}", style, target))
            pieces.append(piece)
        return flow(pieces, width - 1) or [[]]


class RobbersBoard(Board):
    """Seats and notebook above, the trick in the middle, the hand below."""

    notes_on_board = True

    def compose(self) -> ComposeResult:
        yield Seats()
        yield TrickZone()
        yield Hand()

    def make_room(self, size: Size) -> None:
        self.notes_on_board = self.query_one(Seats).noted = size.rows < TALL
        self.query_one(TrickZone).rows = self.query_one(Hand).rows = size.rows - self.rows_below
        for zone in self.query(Zone):
            zone.redraw()

    def journey(self, event: Event) -> tuple[str, Region, Region] | None:
        scene = self.scene
        if scene is None or event.kind != "played" or event.seat is None:
            return None
        start = self.query_one(Seats).region_of(("seat", int(event.seat)))
        if event.seat == scene.me:
            start = self.query_one(Hand).content_region
        if start is None:
            return None
        name = teller_of(scene).card(event.cards[0], "short")
        return f"[{name}]", start, self.query_one(TrickZone).content_region
