"""Moonlight's land as lines: places in frames, letters where a wolf may go, and row scores."""

from __future__ import annotations

from typing import NamedTuple

from engine.core import Choice, Seat
from engine.games.moonlight.deck import BONUS, CORNER, MOONS, VALUE, kind_of, owner_of
from engine.games.moonlight.land import SIDE, Box, box_of, empty_places
from engine.games.moonlight.state import Table
from engine.games.moonlight.tally import Tally
from moontui.draw.ink import Ink, Line, cut, fit
from moontui.draw.scene import Scene
from moontui.games.moonlight.teller import CELL_VERBS, MoonlightTeller, place_name

AROUND = 6
"""Lines of the screen that are not for the board: header, question and keys."""
HAND = 4
"""Lines that the player's own wolves take in frames."""
STANDING = 12
"""Lines that both packs and the score need beside the land."""


def label(scene: Scene, key: str, **values: object) -> str:
    return scene.look.words.say("board", key, **values)


def teller_of(scene: Scene) -> MoonlightTeller:
    assert isinstance(scene.teller, MoonlightTeller)
    return scene.teller


def who(scene: Scene, seat: int, width: int = 10) -> str:
    """A player's name, or the word for "you"."""
    return label(scene, "you") if seat == scene.me else cut(scene.name(seat), width)


def moons(scene: Scene, card: int) -> str:
    return scene.look.symbols.token * MOONS[card]


class Size(NamedTuple):
    """How large a place is drawn, without its frame."""

    width: int
    height: int


ROOMY, LARGE, SMALL = Size(12, 2), Size(8, 2), Size(5, 1)


class Space(NamedTuple):
    """The screen that a board is on."""

    width: int = 80
    height: int = 23

    def places(self, rows: int) -> Size:
        """How large the places of a land with this many rows can be drawn."""
        if self.width >= 110 and self.height >= 30:
            return ROOMY
        fits = 3 * rows + 1 + AROUND < self.height
        return LARGE if fits and self.width >= 80 else SMALL

    def folds(self, rows: int) -> bool:
        """Whether the player's own wolves must fit on one line."""
        land = max(STANDING, (self.places(rows).height + 1) * rows + 1)
        return land + HAND + AROUND >= self.height


def extent(scene: Scene) -> Box:
    """The part of the sheet that is drawn: the land, and every free place around it."""
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
        """What kind of place it is: `wolf`, `free`, or none at all (empty)."""
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
        """The line above a row; above the first one, it carries the letters of the columns."""
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
        """A visible wolf: whose it is, its value and moons, and what there is to say about it."""
        scene, card, width = self.scene, self.land[cell][-1], self.size.width
        owner = owner_of(card)
        target = choice or ("look_back" if len(self.land[cell]) > 1 else ("card", kind_of(card)))
        style = "pick" if picked else "mine" if owner == scene.me else "strong"
        last = scene.last is not None and scene.last.number == cell
        power = "!" if choice is not None and choice.verb in ("leap", "mirror") else ""
        tail = f"{power}{key}" or (self.signs.turn if last else "")
        name = short_name(scene, owner, 2 if self.size.height == 1 else 4)
        text = f"{name}{VALUE[card]}{moons(scene, card)}"
        first = [
            Ink(fit(text, width - len(tail)), style, target),
            Ink(tail, "pick" if picked else "key" if key else "gold", target),
        ]
        remark = Ink(fit(self.remark(cell, card), width), "pick" if picked else "dim", target)
        return [first, [remark]][: self.size.height]

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
        """Beside the grid: the score of each row, on the lines of that row."""
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
    """The owner of a wolf, in exactly a given number of cells."""
    name = label(scene, "me" if width < 3 else "you") if seat == scene.me else scene.name(seat)
    return fit(name, width, "") if width < 3 else fit(cut(name, width - 1, ""), width)
