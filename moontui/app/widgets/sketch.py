"""A widget drawn line by line, every piece of which can be clicked."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cache

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
        self._lines: list[Line] = []
        self._drawn_for = Size(-1, -1)
        self._draft: tuple[int, int, list[Line]] = (-1, -1, [])
        self._dress: tuple[str, Style] | None = None
        self._styles: dict[tuple[str, Paint | None], Style] = {}

    def draw(self, width: int, height: int) -> list[Line]:
        """The lines for a given width; a height of 0 asks how many there would be."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Something has changed, and with it perhaps the room it takes."""
        before, width = self._lines, self.size.width
        self._drawn_for = Size(-1, -1)
        self._draft = (-1, -1, [])
        now = self.lines()
        if not width or len(now) != len(before):
            self.refresh(layout=bool(width) and self.styles.is_auto_height)
        elif now != before:
            rows = [y for y, line in enumerate(now) if line != before[y]]
            self.refresh(*(Region(0, y, width, 1) for y in rows))

    def lines(self) -> list[Line]:
        """What is drawn now."""
        size = self.size
        if size != self._drawn_for:
            self._drawn_for = size
            height = 0 if self.styles.is_auto_height else size.height
            self._lines = self.drawn(size.width, height) if size.width else []
        return self._lines

    def drawn(self, width: int, height: int) -> list[Line]:
        """The lines for a width: what was drawn to see how many there are is drawn only once."""
        if self._draft[:2] != (width, height):
            self._draft = (width, height, self.draw(width, height))
        return self._draft[2]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.drawn(width, 0)) if width > 0 else 0

    def render_lines(self, crop: Region) -> list[Strip]:
        self.lines()  # once for all of them
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        lines, width = self._lines, self._drawn_for.width
        line = crop(lines[y], width) if y < len(lines) else [Ink(" " * width)]
        ascii_only, style_of = self.app.has_class("-ascii"), self.style_of
        segments = [
            Segment(text if art else tame(text, ascii_only), style_of(style, paint))
            for text, style, _, paint, art in line
        ]
        return Strip(segments, width)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual looks for the terminal's own colors in every piece; there are none where the
        themes have theirs, and styles are in fixed colors where only those can be shown."""
        moon = self.app
        ours = moon.theme in THEMES and moon.console.color_system in ("truecolor", "256")
        return () if ours and not moon.native_ansi_color else super().get_line_filters()

    def style_of(self, name: str, paint: Paint | None = None) -> Style:
        """What the name of a style means in the current colors, on a surface if there is one;
        looking it up is slow."""
        style = self._styles.get((name, paint))
        if style is None:
            style = self.rich_style + self.ink(name) if name else self.rich_style
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
        dress = (self.app.theme, self.rich_style)
        if dress != self._dress:  # most often only the style of something else has changed
            self._dress = dress
            self._styles.clear()
            self.redraw()
            self.refresh()

    # ── what is where ───────────────────────────────────────────────────────────────────────────

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
