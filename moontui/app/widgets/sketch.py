"""A widget drawn line by line, every piece of which can be clicked."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence, Set
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.color import Color as Shade
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from moontui.app.frugal import Cells, CellStrip, cells_of_segment
from moontui.app.nearest import fixed_style
from moontui.draw.ink import Ink, Line, crop, size_of
from moontui.draw.paint import TERMINAL, Paint
from moontui.draw.themes import THEMES

SIMPLE = str.maketrans("…„“”‚‘’–·", "~\"\"\"'''-.")
"""What replaces signs in a sentence where there is only ASCII; letters stay as they are."""
INKS = {
    "dim": ("text-muted", Style()),
    "faint": ("text-disabled", Style()),
    "strong": ("", Style(bold=True)),
    "key": ("accent", Style(bold=True)),
    "pick": ("", Style(bold=True, reverse=True)),
    "good": ("success", Style(bold=True)),
    "bad": ("error", Style(bold=True)),
    "gold": ("warning", Style()),
    "rule": ("secondary", Style()),
    "mine": ("primary", Style(bold=True)),
    "banner": ("accent", Style(bold=True, reverse=True)),
    "cursor": ("", Style(bold=True)),
}
"""By name of a style: the theme's color, and what else. Textual's component classes would do the
same, and cost a dozen nodes for each sketch, at every change of a class."""
IN_TERMINAL_COLORS = {name: Style(dim=True) for name in ("dim", "faint", "rule")} | {
    "cursor": Style(reverse=True),
    "mine": Style(bold=True),
}
"""Where there are only the terminal's own colors, those which would be shades are these; its blue
can hardly be read on black."""
BLANK: Line = []
CURSOR = 0.3
"""How much of the theme's first color lies under the cursor."""


class Sketch(Widget):
    """Draws lines of ink. One widget for many words: each widget adds to the cost of repainting."""

    DEFAULT_CSS = "Sketch { height: auto; }"

    class Clicked(Message):
        """Somebody clicked on a piece of ink that is about something."""

        def __init__(self, sketch: Sketch, target: Hashable) -> None:
            super().__init__()
            self.sketch = sketch
            self.target = target

        @property
        def control(self) -> Sketch:
            return self.sketch

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._drawn: list[Line] = []
        self._lines: list[Line] = self._drawn
        """What was drawn last; rows that have not changed are the same objects as before."""
        self._drawn_for = Size(-1, -1)
        self._draft: tuple[int, int, list[Line]] = (-1, -1, [])
        self._targets: tuple[list[Line], Set[Hashable]] = ([], frozenset())
        self._dress: tuple[str, Style, bool] | None = None
        self._styles: dict[tuple[str, Paint | None], Style] = {}
        self._prints = Prints(self)
        self._strips: dict[int, tuple[Line, Strip]] = {}
        """By row: a line, and how it was rendered."""
        self._is_bare = False
        """Whether there is nothing around the lines."""

    def draw(self, width: int, height: int) -> list[Line]:
        """The lines for a given width; a height of 0 asks how many there would be."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Something has changed, and with it perhaps the room it takes."""
        before, drawn = self._lines, self._drawn
        size = self._size if self._is_bare else self.size  # which looks for edges first
        self._drawn_for = Size(-1, -1)
        self._draft = (-1, -1, [])
        if not self.display:
            return
        now, width = self.lines_for(size), size.width
        if width and self._drawn is drawn:  # it was kept: nothing that it shows has changed
            self._lines = before
            return
        if not width or len(now) != len(before):
            self.refresh(layout=bool(width) and self.styles.is_auto_height)
            return
        rows = [y for y, line in enumerate(now) if line != before[y]]
        self._lines = [*before]  # what is equal has been rendered already
        for y in rows:
            self._lines[y] = now[y]
        if rows:
            self.repaint(stacked(rows, width))

    def repaint(self, regions: list[Region]) -> None:
        """Paint some of it anew. A refresh would wake this widget to tell the screen: of all that a
        play costs, such calls were a tenth."""
        screen = self.screen
        if self.is_mounted and hasattr(screen, "_dirty_widgets"):
            if self._is_bare:  # else what is around the lines has to be looked up
                self._dirty_regions.update(regions)
                self._repaint_regions.update(regions)
                self._styles_cache.set_dirty(*regions)
            else:
                self._set_dirty(*regions)
            screen._dirty_widgets.add(self)
            screen.check_idle()
        else:  # not shown yet, or another Textual
            self.refresh(*regions)

    def lines(self) -> list[Line]:
        """What is drawn now."""
        return self.lines_for(self.size)

    def lines_for(self, size: Size) -> list[Line]:
        if size != self._drawn_for:
            self._drawn_for = size
            height = 0 if self.styles.is_auto_height else size.height
            self._drawn = self._lines = self.drawn(size.width, height) if size.width else []
        return self._lines

    def drawn(self, width: int, height: int) -> list[Line]:
        """The lines for a width: what was drawn to see how many there are is drawn only once."""
        if self._draft[:2] != (width, height):
            self._draft = (width, height, self.draw(width, height))
        return self._draft[2]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.drawn(width, 0)) if width > 0 else 0

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines as strips. Textual would look up colors, edges and sizes first, each time,
        which takes longer than all the rest where hardly a line has changed."""
        if not self._is_bare or crop != (0, 0, *self._drawn_for):
            self.lines()
            self._is_bare = self.outer_size == self.size
            if not self._is_bare or crop != (0, 0, *self._drawn_for):
                return super().render_lines(crop)
        strips = [self.render_line(y) for y in range(crop.height)]
        for line_filter in self.get_line_filters():
            ground = self.background_colors[1]
            strips = [strip.apply_filter(line_filter, ground) for strip in strips]
        return strips

    def render_line(self, y: int) -> Strip:
        line = self._lines[y] if y < len(self._lines) else BLANK
        kept = self._strips.get(y)
        if kept is None or kept[0] is not line:
            self._strips[y] = kept = (line, self._prints.of(line, self._drawn_for.width))
        return kept[1]

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual looks for the terminal's own colors in every piece; there are none where the
        themes have theirs, and styles are in fixed colors where only those can be shown."""
        moon = self.app
        ours = moon.theme in THEMES and moon.console.color_system not in ("standard", "windows")
        return () if ours and not moon.native_ansi_color else super().get_line_filters()

    def style_of(self, name: str, paint: Paint | None = None) -> Style:
        """What the name of a style means in the current colors, on a surface if there is one;
        looking it up is slow."""
        style = self._styles.get((name, paint))
        if style is None:
            plain = self._dress[1] if self._dress is not None else self.rich_style
            style = plain + self.ink(name) if name else plain
            if paint is not None:
                style += style_from(paint)
            if self.app.console.color_system == "256" and self.app.theme in THEMES:
                style = fixed_style(style)
            self._styles[name, paint] = style
        return style

    def ink(self, name: str) -> Style:
        """What a style adds to that of the widget."""
        color, style = INKS[name]
        if self.app.theme not in THEMES and name in IN_TERMINAL_COLORS:
            return IN_TERMINAL_COLORS[name]
        themed = self.app.theme_variables
        if name == "cursor":
            ground = self.background_colors[1].blend(Shade.parse(themed["primary"]), CURSOR)
            return style + Style(bgcolor=ground.rich_color)
        return style + Style(color=Shade.parse(themed[color]).rich_color) if color else style

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._is_bare = False
        dress = (self.app.theme, self.rich_style, self.app.has_class("-ascii"))
        if dress != self._dress:  # most often only the style of something else has changed
            self._dress = dress
            self._styles.clear()
            self._prints.clear()
            self._strips.clear()
            self.redraw()
            self.refresh()

    # ── what is where ───────────────────────────────────────────────────────────────────────────

    def targets(self) -> Set[Hashable]:
        """All that the pieces drawn here are about."""
        lines = self.lines()
        if self._targets[0] is not lines:
            self._targets = (lines, {ink.target for line in lines for ink in line})
        return self._targets[1]

    def target_at(self, x: int, y: int) -> Hashable:
        """What lies under a cell."""
        for start, end, row, ink in self.places():
            if row == y and start <= x < end:
                return ink.target
        return None

    def region_of(self, *targets: Hashable) -> Region | None:
        """Where on the screen the first piece about one of these is drawn."""
        return next((area for area, ink in self.inks() if ink.target in targets), None)

    def area_of(self, *targets: Hashable) -> Region | None:
        """What lies around all pieces about one of these, on the screen."""
        found = [area for area, ink in self.inks() if ink.target in targets]
        return Region.from_union(found) if found else None

    def inks(self) -> Iterator[tuple[Region, Ink]]:
        """All pieces, and where on the screen they are."""
        corner = self.content_region.offset
        for start, end, row, ink in self.places():
            yield Region(corner.x + start, corner.y + row, end - start, 1), ink

    def places(self) -> Iterator[tuple[int, int, int, Ink]]:
        for row, line in enumerate(self.lines()):
            x = 0
            for ink in line:
                size = size_of(ink)
                yield x, x + size, row, ink
                x += size

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        target = self.target_at(offset.x, offset.y) if offset is not None else None
        if target is not None:
            event.stop()
            self.post_message(self.Clicked(self, target))


def stacked(rows: list[int], width: int) -> list[Region]:
    """Rows as regions: those that follow each other are one."""
    tops = [y for y, above in zip(rows, [-2, *rows], strict=False) if y != above + 1]
    ends = [y + 1 for y, below in zip(rows, [*rows[1:], -2], strict=True) if y + 1 != below]
    return [Region(0, top, width, end - top) for top, end in zip(tops, ends, strict=True)]


class Print(NamedTuple):
    """A piece of ink as Textual and the terminal know it."""

    segment: Segment
    cells: Cells
    size: int


SEGMENT, CELLS, SIZE = map(itemgetter, range(3))


class Prints(dict[Ink, Print]):
    """What pieces of ink become in the current colors: finding that out is slow, and most pieces
    come again and again."""

    MOST = 4096

    def __init__(self, sketch: Sketch) -> None:
        super().__init__()
        self.sketch = sketch

    def __missing__(self, ink: Ink) -> Print:
        if len(self) >= self.MOST:
            self.clear()
        app = self.sketch.app
        text = ink.text if ink.art else tame(ink.text, app.has_class("-ascii"))
        segment = Segment(text, self.sketch.style_of(ink.style, ink.paint))
        cells = cells_of_segment(segment, app.console)
        self[ink] = made = Print(segment, cells, len(cells.signs))
        return made

    def of(self, line: Line, width: int) -> Strip:
        """A line in exactly a given number of cells."""
        pieces = [self[ink] for ink in line]
        if sum(map(SIZE, pieces)) != width:
            pieces = [self[ink] for ink in crop(line, width)]
        return CellStrip(map(SEGMENT, pieces), [*map(CELLS, pieces)], width)


class Tray:
    """A container that paints nothing itself: between its widgets the screen can be seen."""

    def render_lines(self, crop: Region) -> list[Strip]:
        return []


@cache
def style_from(paint: Paint) -> Style:
    """Paint as Rich knows it."""
    return Style(
        color=color_from(paint.fg), bgcolor=color_from(paint.bg), reverse=paint.reverse or None
    )


def color_from(color: int) -> Color | None:
    if color < 0:
        return None
    if color & TERMINAL:
        return Color.from_ansi(color - TERMINAL)
    return Color.from_rgb(color >> 16, color >> 8 & 255, color & 255)


def tame(text: str, ascii_only: bool = False) -> str:
    """The last guard before the terminal: drop whatever cannot be printed."""
    text = text.translate(SIMPLE) if ascii_only else text
    return text if text.isprintable() else "".join(c for c in text if c.isprintable())
