"""Only what has changed reaches the terminal, and it shows the same as if everything had."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from types import ModuleType
from typing import Any

import pyte
import pytest
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.segment import ControlType, Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, InlineUpdate, LayoutUpdate
from textual.geometry import Offset, Region, Size
from textual.strip import Strip

from moontui.app import frugal
from moontui.app.frugal import Shadow
from moontui.app.pen import PLAIN, turn

WIDTH, HEIGHT = 40, 6
WORDS = [
    "moon",
    " ",
    "   ",
    "Wolf",
    "│",
    "▀▄",
    "世界",
    "é",
    "e\u0301",
    "漢",
    "·",
    "a b",
    "🌕",
    "─" * 9,
]
COLORS = ["default", "red", "bright_blue", "#102030", "#a0b0c0", "color(178)"]
ATTRIBUTES = ["bold", "dim", "italic", "underline", "reverse", "strike", "blink", "overline"]
DEPTHS = ["truecolor", "256", "standard", None]
SEEDS = 6
"""How many random screens each test paints."""


class Desk:
    """As much of an app as painting needs, and two terminals: one for us, one for Textual."""

    def __init__(self, depth: Any = "truecolor", size: tuple[int, int] = (WIDTH, HEIGHT)) -> None:
        self.console = Console(color_system=depth, force_terminal=True)
        self.size = self.outer_size = Size(*size)
        self.screen = self
        self.cursor_position = self._previous_cursor_position = Offset(0, 0)
        self.shadow = Shadow()
        self.ours, self.theirs = pyte.Screen(*size), pyte.Screen(*size)
        for screen in (self.ours, self.theirs):
            screen.reset_mode(pyte.modes.DECAWM)

    def paint(self, update: CompositorUpdate) -> str:
        """Paint an update in both ways; returns what ours sent."""
        changes = self.shadow.changes(update, self)
        sent = "" if changes is None else changes.render_segments(self.console)
        pyte.Stream(self.ours).feed(sent)
        pyte.Stream(self.theirs).feed(update.render_segments(self.console))
        return str(sent)


def seen(screen: pyte.Screen) -> list[list[object]]:
    """What a person sees: of a blank, only its ground."""
    return [
        [visible(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)
    ]


def visible(cell: Any) -> object:
    if cell.data != " " or cell.underscore or cell.reverse or cell.strikethrough:
        return cell
    return cell.data, cell.bg


# ── random screens ──────────────────────────────────────────────────────────────────────────────


def any_style(rng: random.Random) -> Style | None:
    if rng.random() < 0.1:
        return None
    attributes: dict[str, Any] = {name: True for name in ATTRIBUTES if rng.random() < 0.15}
    # Made anew: a style remembers its codes for the first depth it was rendered in.
    return Style(
        color=Color.parse(rng.choice(COLORS)) if rng.random() < 0.8 else None,
        bgcolor=Color.parse(rng.choice(COLORS)) if rng.random() < 0.8 else None,
        link="https://moon.example/" if rng.random() < 0.05 else None,
        **attributes,
    )


def any_strip(rng: random.Random, width: int) -> Strip:
    segments = [Segment(rng.choice(WORDS), any_style(rng)) for _ in range(width // 2)]
    return Strip(segments).adjust_cell_length(width, any_style(rng)).crop(0, width)


def any_chops(rng: random.Random) -> list[dict[int, Strip | None]]:
    """A screen, each line cut where widgets begin."""
    lines: list[dict[int, Strip | None]] = []
    for _ in range(HEIGHT):
        cuts = [0, *sorted(rng.sample(range(1, WIDTH), 3)), WIDTH]
        lines.append({x: any_strip(rng, end - x) for x, end in pairwise(cuts)})
    return lines


def whole(chops: list[dict[int, Strip | None]]) -> LayoutUpdate:
    strips: list[Any] = [line.values() for line in chops]
    return LayoutUpdate(strips, Region(0, 0, WIDTH, HEIGHT))


def part(rng: random.Random, chops: list[dict[int, Strip | None]]) -> ChopsUpdate:
    """Some lines of a screen, with some of their strips drawn anew."""
    rows = sorted(rng.sample(range(HEIGHT), 3))
    spans = []
    for y in rows:
        line = chops[y]
        x = rng.choice(list(line))
        strip = line[x]
        assert strip is not None
        line[x] = any_strip(rng, strip.cell_length)
        spans.append((y, x, x + strip.cell_length))
    return ChopsUpdate(chops, spans, [[*line, WIDTH][1:] for line in chops])


def updates(seed: int) -> Iterator[CompositorUpdate]:
    rng = random.Random(seed)
    chops = any_chops(rng)
    yield whole(chops)
    for _ in range(4):
        yield part(rng, chops)
    yield whole(chops)
    yield whole(any_chops(rng))


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_terminal_shows_the_same_as_if_textual_had_painted(depth: Any) -> None:
    for seed in range(SEEDS):
        paint_both_ways(depth, seed)


def paint_both_ways(depth: Any, seed: int) -> int:
    """Paint random screens in both ways; returns how many there were."""
    desk = Desk(depth)
    number = 0
    for number, update in enumerate(updates(seed), 1):
        desk.paint(update)
        assert seen(desk.ours) == seen(desk.theirs), f"seed {seed}, update {number}"
    return number


def test_what_was_forgotten_is_sent_again() -> None:
    for seed in range(SEEDS):
        desk = Desk()
        for update in updates(seed):
            desk.paint(update)
        desk.ours.erase_in_display(2)
        desk.shadow.forget()
        desk.paint(update)
        assert seen(desk.ours) == seen(desk.theirs), f"seed {seed}"


# ── the pen ─────────────────────────────────────────────────────────────────────────────────────

ENDS: dict[int, set[int]] = {
    22: {1, 2},
    23: {3},
    24: {4, 21},
    25: {5, 6},
    27: {7},
    28: {8},
    29: {9},
    55: {53},
}


Worn = tuple[frozenset[int], str, str, str]
"""What a terminal writes in: attributes, colors and link, as ECMA-48 has it."""
NOTHING: Worn = (frozenset(), "", "", "")


def worn(sent: str, before: Worn = NOTHING) -> Worn:
    """What a terminal writes in after all this."""
    attributes, front, ground, link = {*before[0]}, *before[1:]
    for codes, address in re.findall(r"\x1b\[([\d;]*)m|\x1b\]8;(.*?)\x1b\\", sent):
        if address:
            link = address.strip(";")
            continue
        left = [int(code or 0) for code in codes.split(";")]
        while left:
            code = left.pop(0)
            color = f"{code}"
            if code in (38, 48):
                size = 4 if left[0] == 2 else 2
                color, left = f"{code};{left[:size]}", left[size:]
            if code == 0:
                attributes, front, ground = set(), "", ""
            elif 30 <= code <= 39 or 90 <= code < 100:
                front = "" if code == 39 else color
            elif 40 <= code <= 49 or code >= 100:
                ground = "" if code == 49 else color
            elif code in ENDS:
                attributes -= ENDS[code]
            else:
                attributes.add(code)
    return frozenset(attributes), front, ground, link


def test_every_ink_follows_every_other_as_if_it_were_written_in_full() -> None:
    rng = random.Random(5)
    pen, now = PLAIN, NOTHING
    for number in range(2000):
        style = any_style(rng) or Style()
        style = Style(conceal=rng.random() < 0.1, underline2=rng.random() < 0.1) + style
        ansi = Strip.render_ansi(style, ColorSystem.TRUECOLOR)
        link = f"{style._link_id};{style._link}" if style._link else ""
        code, pen = turn(pen, f"{ansi}\x1b{link}" if link else ansi)
        now = worn(code, now)
        full = f"\x1b[{ansi}m" + (f"\x1b]8;id={link}\x1b\\" if link else "")
        assert now == worn(full), f"ink {number}"


# ── how little ──────────────────────────────────────────────────────────────────────────────────


def lines(*texts: str, style: str = "#a0b0c0 on #102030", width: int = 80) -> LayoutUpdate:
    strips: list[Any] = [
        [Strip([Segment(text.ljust(width), Style.parse(style))], width)] for text in texts
    ]
    return LayoutUpdate(strips, Region(0, 0, width, len(texts)))


def test_the_same_again_sends_nothing() -> None:
    desk = Desk()
    for update in updates(1):
        desk.paint(update)
        assert desk.shadow.changes(update, desk) is None


def test_the_same_again_with_the_cursor_elsewhere_moves_only_the_cursor() -> None:
    desk = Desk()
    desk.paint(lines("moon", width=WIDTH))
    desk.cursor_position = Offset(3, 0)
    changes = desk.shadow.changes(lines("moon", width=WIDTH), desk)
    assert changes is not None
    assert changes.render_segments(desk.console) == ""


def test_a_changed_word_sends_the_word() -> None:
    desk = Desk(size=(80, 2))
    desk.paint(lines("Cy holds the Witch.", "Your turn."))
    sent = desk.paint(lines("Cy holds the Thief.", "Your turn."))
    assert sent == "\x1b[1;14H\x1b[38;2;160;176;192;48;2;16;32;48mThief\x1b[m"


def test_a_short_gap_is_painted_again_and_a_long_one_is_jumped_over() -> None:
    desk = Desk(size=(80, 1))
    style = "red"
    desk.paint(lines("a-b-----------c", style=style))
    assert desk.paint(lines("A-B-----------C", style=style)) == (
        "\x1b[1;1H\x1b[31mA-B\x1b[15GC\x1b[m"
    )


def test_blanks_whose_color_cannot_be_seen_cost_nothing() -> None:
    desk = Desk(size=(80, 1))
    desk.paint(lines("", style="red on blue"))
    assert desk.paint(lines("", style="bold green on blue")) == ""
    assert desk.paint(lines("", style="underline green on blue")) != ""


def test_half_of_a_wide_sign_takes_the_other_half_with_it() -> None:
    desk = Desk(size=(8, 1))
    desk.paint(lines("世", width=7, style="red"))
    chops: list[dict[int, Strip | None]] = [{0: None, 1: Strip([Segment("x")]), 2: None}]
    desk.paint(ChopsUpdate(chops, [(0, 1, 2)], [[1, 2, 8]]))
    assert "世" in desk.paint(lines("世", width=7, style="red"))


def test_what_a_terminal_would_obey_is_not_sent() -> None:
    desk = Desk(size=(80, 1))
    assert "\x1b[2J" not in desk.paint(lines("a\x1b[2Jb\x07\x9b"))


# ── what cannot be told in cells ────────────────────────────────────────────────────────────────


def test_other_kinds_of_updates_are_painted_as_they_are_and_the_shadow_is_forgotten() -> None:
    desk = Desk()
    codes = [(ControlType.BELL,)]
    control = LayoutUpdate([[Strip([Segment("\a", None, codes)])]], Region(0, 0, 1, 1))
    for odd in (InlineUpdate([Strip([Segment("moon")])]), control):
        desk.paint(lines("moon", width=WIDTH))
        assert desk.shadow.changes(odd, desk) is odd
        assert "moon" in desk.paint(lines("moon", width=WIDTH))


def test_a_textual_without_these_updates_paints_in_its_own_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "textual._compositor", ModuleType("textual._compositor"))
    spec = spec_from_file_location("another_frugal", frugal.__file__)
    assert spec is not None
    assert spec.loader is not None
    other = module_from_spec(spec)
    spec.loader.exec_module(other)
    update = lines("moon")
    assert other.Shadow().changes(update, Desk()) is update


def test_a_textual_whose_updates_differ_paints_in_its_own_way() -> None:
    desk = Desk()
    update = lines("moon")
    del update.strips
    assert desk.shadow.changes(update, desk) is update
    again = lines("moon")
    assert desk.shadow.changes(again, desk) is again
