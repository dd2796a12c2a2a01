"""Moonlight's table: the land as a grid, both packs and how they stand, and the own wolves."""

from __future__ import annotations

from typing import NamedTuple

from textual.app import ComposeResult
from textual.geometry import Region

from engine.core import HIDDEN, Choice, Event, Seat
from engine.games.moonlight.deck import (
    AMBUSHES,
    BONUS,
    CORNER,
    LONE,
    MOONS,
    VALUE,
    kind_of,
    owner_of,
)
from engine.games.moonlight.land import SIDE, Box, box_of, empty_places
from engine.games.moonlight.state import Table
from engine.games.moonlight.tally import MOON_POINTS, Tally, tally
from moontui.boards.base import Board, Zone
from moontui.ink import (
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
from moontui.moonlight import CELL_VERBS, POWER_PAGE, MoonlightTeller, key_of, place_name
from moontui.scene import Scene

AROUND = 6
"""Lines of a screen that a board cannot have: header, question and keys."""
HAND = 4
"""Lines of the own wolves in frames."""
STANDING = 12
"""Lines that both packs and the score need beside the land."""


def label(scene: Scene, key: str, **values: object) -> str:
    return scene.look.words.say("board", key, **values)


def teller_of(scene: Scene) -> MoonlightTeller:
    assert isinstance(scene.teller, MoonlightTeller)
    return scene.teller


def who(scene: Scene, seat: int, width: int = 10) -> str:
    """A player's name, or who one is oneself."""
    return label(scene, "you") if seat == scene.me else cut(scene.name(seat), width)


def moons(scene: Scene, card: int) -> str:
    return scene.look.symbols.token * MOONS[card]


class Size(NamedTuple):
    """How large a place is drawn, without its frame."""

    width: int
    height: int


ROOMY, LARGE, SMALL = Size(12, 2), Size(8, 2), Size(5, 1)


class Room(NamedTuple):
    """The screen that a board is on."""

    width: int = 80
    height: int = 23

    def places(self, rows: int) -> Size:
        """How large the places of so many rows can be."""
        if self.width >= 110 and self.height >= 30:
            return ROOMY
        fits = 3 * rows + 1 + AROUND < self.height
        return LARGE if fits and self.width >= 80 else SMALL

    def folds(self, rows: int) -> bool:
        """Whether the own wolves have to do with a line."""
        land = max(STANDING, (self.places(rows).height + 1) * rows + 1)
        return land + HAND + AROUND >= self.height


def extent(scene: Scene) -> Box:
    """The part of the sheet that is drawn: the land, and every place around it that is free."""
    table: Table = scene.view.state
    chosen = [choice.value for choice in scene.keys if choice.verb in CELL_VERBS]
    return box_of({*table.land, *free_places(table), *chosen} or {SIDE * SIDE // 2})


def free_places(table: Table) -> list[int]:
    return [] if table.ending else empty_places(table.land, table.shape)


class Grid:
    """The land as lines: places in frames, with letters where a wolf may go."""

    def __init__(self, scene: Scene, size: Size) -> None:
        self.scene = scene
        self.size = size
        self.table: Table = scene.view.state
        self.land = self.table.land
        self.choices = {choice.value: choice for choice in scene.keys if choice.verb in CELL_VERBS}
        self.free = {*free_places(self.table), *self.choices}
        self.box = extent(scene)
        self.corners = box_of(self.land).corners() if self.land else ()
        self.signs = scene.look.symbols

    def lines(self) -> list[Line]:
        lines: list[Line] = []
        for row in range(self.box.top, self.box.bottom + 1):
            lines += [self.border(row), *self.inside(row)]
        return [*lines, self.border(self.box.bottom + 1)]

    def drawn(self, row: int, column: int) -> str:
        """What kind of place it is: a wolf, one that is free, or none at all (empty)."""
        within = (
            self.box.top <= row <= self.box.bottom and self.box.left <= column <= self.box.right
        )
        cell = row * SIDE + column
        if not within:
            return ""
        return "wolf" if cell in self.land else "free" if cell in self.free else ""

    def edge(self, one: str, two: str) -> str:
        """The frame between two places."""
        return "wolf" if "wolf" in (one, two) else "free" if "free" in (one, two) else ""

    def border(self, row: int) -> Line:
        """The line above a row, with the letters of columns in the first one."""
        text, signs = "", self.signs
        for column in range(self.box.left, self.box.right + 2):
            here = [[self.drawn(y, x) for x in (column - 1, column)] for y in (row - 1, row)]
            up, down = self.edge(*here[0]), self.edge(*here[1])
            left, right = self.edge(here[0][0], here[1][0]), self.edge(here[0][1], here[1][1])
            text += signs.joints[bool(up) + 2 * bool(down) + 4 * bool(left) + 8 * bool(right)]
            if column <= self.box.right:
                across = {"wolf": signs.plain.across, "free": signs.faint.across, "": " "}[right]
                part = across * self.size.width
                if row == self.box.top:
                    name = place_name(column)[:-1]
                    middle = self.size.width // 2
                    part = part[: middle - 1] + f" {name} " + part[middle + 2 :]
                text += part
        return [Ink(text, "rule")]

    def inside(self, row: int) -> list[Line]:
        """The lines of a row between its borders."""
        lines: list[Line] = [[] for _ in range(self.size.height)]
        for column in range(self.box.left, self.box.right + 2):
            left, right = self.drawn(row, column - 1), self.drawn(row, column)
            edge = self.edge(left, right)
            bar = {"wolf": self.signs.plain.down, "free": self.signs.faint.down, "": " "}[edge]
            content = self.place(row * SIDE + column) if column <= self.box.right else []
            for number, line in enumerate(lines):
                line.append(Ink(bar, "rule"))
                if content:
                    line += content[number]
        return lines

    def place(self, cell: int) -> list[Line]:
        """What is drawn in a place."""
        choice = self.choices.get(cell)
        picked = choice is not None and choice == self.scene.picked
        key = f"{self.scene.keys[choice]}" if choice is not None else ""
        width = self.size.width
        if cell not in self.land:
            style = "pick" if picked else "key"
            first = [Ink(fit(f"{key:^{width}}", width), style if key else "", choice)]
            return [first, [Ink(" " * width, "pick" if picked else "", choice)]][: self.size.height]
        return self.wolf(cell, key, picked, choice)

    def wolf(self, cell: int, key: str, picked: bool, choice: Choice | None) -> list[Line]:
        """A visible wolf: whose it is, its value and moons, and what there is to say of it."""
        scene, card, width = self.scene, self.land[cell][-1], self.size.width
        owner = owner_of(card)
        target = choice or ("lines", tuple(self.about(cell)))
        style = "pick" if picked else "mine" if owner == scene.me else "strong"
        last = scene.last is not None and scene.last.number == cell
        tail = key or (self.signs.turn if last else "")
        name = short_name(scene, owner, 2 if self.size.height == 1 else 4)
        text = f"{name}{VALUE[card]}{moons(scene, card)}"
        first = [
            Ink(fit(text, width - len(tail)), style, target),
            Ink(tail, "pick" if picked else "key" if key else "gold", target),
        ]
        remark = Ink(fit(self.remark(cell, card), width), "pick" if picked else "dim", target)
        return [first, [remark]][: self.size.height]

    def about(self, cell: int) -> list[str]:
        """The pile of a place, from its top."""
        teller = teller_of(self.scene)
        return [f"{place_name(cell)}:", *(teller.owned(card) for card in reversed(self.land[cell]))]

    def remark(self, cell: int, card: int) -> str:
        """The second line of a place: a corner that counts, a bonus, what lies beneath."""
        stack = self.land[cell]
        parts = []
        if cell in self.corners and CORNER[card] > VALUE[card]:
            parts.append(f"={CORNER[card]}")
        elif BONUS[card]:
            parts.append("+1")
        if len(stack) > 1:
            under = stack[-2]
            parts.append(f"{label(self.scene, 'over')} {VALUE[under]}")
        return " ".join(parts)

    def row_sums(self, account: Tally) -> list[Line]:
        """Beside the grid: how each row stands, on the lines of that row."""
        scene = self.scene
        one, two = teller_of(scene).sides()
        versus = f"{short_name(scene, one, 2).strip()}:{short_name(scene, two, 3).strip()}"
        lines: list[Line] = []
        found = {row.line: row for row in account.rows}
        for row in range(self.box.top, self.box.bottom + 1):
            lines.append([] if lines else [Ink(f"    {versus}", "dim")])
            here = found.get(row)
            if here is None:
                lines += [[Ink(f" {row + 1}", "dim")], *([] for _ in range(self.size.height - 1))]
                continue
            first, second = here.sums[one], here.sums[two]
            sign = ">" if here.winner == one else "<" if here.winner == two else "="
            style = "good" if here.winner == scene.me else "" if here.winner is None else "bad"
            lines.append([Ink(f" {row + 1:<3}", "dim"), Ink(f"{first}{sign}{second}", style)])
            if self.size.height > 1:
                name = "tie" if here.winner is None else ""
                winner = label(scene, name) if name else who(scene, here.winner or 0, 6)
                lines.append([Ink(f"    {winner}", style)])
        return lines


def short_name(scene: Scene, seat: Seat, width: int) -> str:
    """Whose a wolf is, in exactly so many cells."""
    name = label(scene, "me" if width < 3 else "you") if seat == scene.me else scene.name(seat)
    return fit(name, width, "") if width < 3 else fit(cut(name, width - 1, ""), width)


class Land(Zone):
    """The land, how its rows stand, and both packs; between rounds what there is to gain."""

    room = Room()

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        prompt = gained(scene)
        if prompt:
            return self.gains(scene, prompt, width)
        grid = Grid(scene, self.room.places(extent(scene).height))
        account = table.account or tally(table.tops(), table.powers)
        lines = grid.lines()
        left = columns(lines, cells(lines[0]), grid.row_sums(account), gap=0)
        size = cells(lines[0]) + 10
        side = self.standing(scene, table, account, width - size - 1)
        return columns(left, size, side)

    def place(self, cell: int) -> Region | None:
        """Where on the screen a place is drawn; None: it is not."""
        scene = self.scene
        if scene is None or not self.size.width:
            return None
        box, (row, column) = extent(scene), divmod(cell, SIDE)
        width, height = self.room.places(box.height)
        if not (box.top <= row <= box.bottom and box.left <= column <= box.right):
            return None
        corner = self.content_region.offset
        x, y = (column - box.left) * (width + 1) + 1, (row - box.top) * (height + 1) + 1
        return Region(corner.x + x, corner.y + y, width, height)

    # ── beside the land ─────────────────────────────────────────────────────────────────────────

    def standing(self, scene: Scene, table: Table, account: Tally, width: int) -> list[Line]:
        """Both packs, the shape, the moons, and who would win if it ended now."""
        one, two = teller_of(scene).sides()
        lines = [*self.pack(scene, table, two, width), *self.pack(scene, table, one, width)]
        lines.append([Ink(label(scene, f"shape_{table.shape or 'open'}"), "dim")])
        counts, winner = account.moons, account.moon_winner
        gain = "" if winner is None else f"  {who(scene, winner)} +{MOON_POINTS}"
        text = f"{label(scene, 'moons')} {counts[one]} : {counts[two]}{gain}"
        lines.append([Ink(cut(text, width))])
        if not table.land:
            return lines
        points = account.points
        head = f"{label(scene, 'now')} {points[one]} : {points[two]}"
        lines.append([Ink(cut(head, width), "strong")])
        name = "" if account.winner is None else who(scene, account.winner)
        style = "" if account.winner is None else "good" if account.winner == scene.me else "bad"
        lines.append([Ink(cut(label(scene, f"by_{account.reason}", who=name), width), style)])
        return lines

    def pack(self, scene: Scene, table: Table, seat: Seat, width: int) -> list[Line]:
        """One player: name, Mountain, hand, deck, power and Lone Wolves."""
        signs = scene.look.symbols
        turn = seat == table.active and not table.ending
        mark = signs.turn if turn else " "
        mountain = signs.shown * table.won[seat] + signs.hidden * (table.goal - table.won[seat])
        name = fit(scene.name(seat), min(10, width - 8))
        style = "mine" if seat == scene.me else "strong"
        held = len(table.hands[seat]) + (len(table.lifted) if table.active == seat else 0)
        left = len(table.decks[seat])
        lines: list[Line] = [
            [Ink(mark, "gold"), Ink(f"{name} ", style), Ink(mountain, "gold")],
            [Ink(f" {label(scene, 'hand')} {held}  {label(scene, 'deck')} {left}")],
        ]
        known = [card for card in table.hands[seat] if card != HIDDEN]
        if seat != scene.me and known:  # in replays
            faces = " ".join(f"[{VALUE[card]}{moons(scene, card)}]" for card in known)
            lines.append([Ink(cut(f" {faces}", width), "gold")])
        power = table.powers[seat]
        if power is not None:
            state = self.state(scene, table, seat)
            text = f" {teller_of(scene).power(power)}: {state}"
            lines.append([Ink(cut(text, width), "gold", ("card", POWER_PAGE + power))])
        if table.lone[seat]:
            values = ", ".join(f"{VALUE[card]}{moons(scene, card)}" for card in table.lone[seat])
            target = ("card", kind_of(table.lone[seat][0]))
            lines.append([Ink(f" {label(scene, 'lone')} {values}", "dim", target)])
        return lines

    def state(self, scene: Scene, table: Table, seat: Seat) -> str:
        if table.powers[seat] not in AMBUSHES:
            return label(scene, "always")
        return label(scene, "used" if table.used[seat] else "ready")

    # ── between rounds ──────────────────────────────────────────────────────────────────────────

    def gains(self, scene: Scene, prompt: str, width: int) -> list[Line]:
        """What may be chosen between rounds, with what it does; both see it, one chooses."""
        table: Table = scene.view.state
        values = [int(kind) for kind in LONE] if prompt == "lone" else table.offer
        lines = [rule(scene.look.symbols.plain, width, label(scene, f"choose_{prompt}"))]
        for value in values:
            choice = Choice(prompt, value)
            key = scene.keys.get(choice, "")
            lines += self.gain(scene, choice, f"[{key}] " if key else "", width)
        return lines

    def gain(self, scene: Scene, choice: Choice, key: str, width: int) -> list[Line]:
        picked, signs = choice == scene.picked, scene.look.symbols
        page = choice.value + (POWER_PAGE if choice.verb == "power" else 0)
        target = choice if key else ("card", page)
        name = f"{scene.teller.choice(choice)} "
        title = [Ink(key, "key", target), Ink(name, "pick" if picked else "strong", target)]
        body = [[Ink(" "), *line] for line in paragraph(scene.teller.explain(choice), width - 4)]
        if self.room.height < 23:
            return [[Ink(" "), *title], *([Ink("   "), *line] for line in body)]
        frame = signs.strong if picked else signs.plain
        return box(frame, width, body, title, style="gold" if picked else "rule", target=target)


def gained(scene: Scene) -> str:
    """What is chosen between rounds: lone, power, or nothing now."""
    prompts = {ask.prompt for ask in scene.view.waiting}
    return next((prompt for prompt in ("lone", "power") if prompt in prompts), "")


class Wolves(Zone):
    """The own hand; the wolf that was taken up stands out."""

    room = Room()

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        if gained(scene):
            return []
        if scene.me is None:
            return [self.words_instead(scene, "watching", None)]
        if scene.covered:
            return [self.words_instead(scene, "covered", "cover")]
        lifted = table.lifted if table.active == scene.me else []
        cards = sorted([*table.hands[scene.me], *lifted])
        if not cards:
            return [self.words_instead(scene, "no_hand", None)]
        up = lifted[0] if lifted else 0
        if scene.look.cards == "compact" or self.room.folds(extent(scene).height):
            return self.row(scene, cards, up, width)
        size = min(17, (width - len(cards) + 1) // len(cards))
        return row_of_boxes([self.card(scene, card, up, size) for card in cards], " ")

    def words_instead(self, scene: Scene, key: str, target: str | None) -> Line:
        return [Ink(f" {label(scene, key)}", "dim", target)]

    def row(self, scene: Scene, cards: list[int], up: int, width: int) -> list[Line]:
        """One line with all wolves, where rows are scarce."""
        pieces = []
        for card in cards:
            choice = scene.offers("wolf", kind_of(card))
            key = f"[{scene.keys[choice]}]" if choice else ""
            target = choice or ("card", kind_of(card))
            style = "pick" if card == up or (choice and choice == scene.picked) else "strong"
            mark = scene.look.symbols.turn if card == up else ""
            name = f"{mark}{face(scene, card)} "
            pieces.append([Ink(key, "key", target), Ink(name, style, target)])
            up = 0 if card == up else up  # one of two that are alike
        head: Line = [Ink(f"{label(scene, 'wolves')} ", "dim")]
        return [crop(line, width) for line in flow([head, *pieces], width)]

    def card(self, scene: Scene, card: int, up: int, width: int) -> list[Line]:
        signs, kind = scene.look.symbols, kind_of(card)
        choice = scene.offers("wolf", kind)
        picked = card == up or (choice is not None and choice == scene.picked)
        key = [Ink(f"[{scene.keys[choice]}]", "key")] if choice is not None else []
        gist = scene.look.words.say("gists", key_of(card))
        body: list[Line] = [
            [Ink(f" {face(scene, card)}", "mine" if picked else "strong")],
            [Ink(f" {cut(gist, width - 3)}", "dim")],
        ]
        frame = signs.strong if picked else signs.faint if up else signs.plain
        style = "gold" if picked else "rule"
        return box(frame, width, body, key, style=style, target=choice or ("card", kind))


def face(scene: Scene, card: int) -> str:
    """A wolf in few cells: its value, its moons, and whether it is a Lone Wolf."""
    signs = f"{VALUE[card]}{' ' if MOONS[card] else ''}{moons(scene, card)}"
    return f"{signs} {label(scene, 'lone')}" if kind_of(card) in LONE else signs


class MoonlightBoard(Board):
    """The land above, the own wolves below."""

    def compose(self) -> ComposeResult:
        yield Land(id="land")
        yield Wolves(id="wolves")

    def make_room(self, width: int, height: int) -> None:
        for zone in (self.query_one(Land), self.query_one(Wolves)):
            zone.room = Room(width, height)
            zone.redraw()

    def journey(self, event: Event) -> tuple[str, Region, Region] | None:
        """A wolf on its way from the hand, or from the other pack, to its place."""
        scene = self.scene
        if scene is None or event.kind not in scene.teller.PLAYS:
            return None
        land, hand = self.query_one(Land), self.query_one(Wolves)
        start = hand if event.seat == scene.me else land
        end = land.place(event.number)
        return (f"[{VALUE[event.cards[0]]}]", start.content_region, end) if end else None
