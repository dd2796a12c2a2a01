"""`make demo`: a round played in a real terminal, kept as a cast and as a moving picture.

The cast (`asciinema play screenshots/demo.cast`) holds every byte; long pauses are cut short. The
picture shows the same in frames, for places that play no casts.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

import pyte
from rich.segment import Segment
from rich.style import Style

from tests.moontui.terminal import Terminal, terminal
from tests.painter import CELL, CannotPaint, pieces, png

FOLDER = Path(__file__).parents[1] / "screenshots"
SIZE = (120, 36)
LONGEST = 1.6
"""No pause is longer than this, in seconds."""
EACH = 0.5
"""How much time a frame of the picture stands for."""
COLORS = 64
RIGHT = "\x1b[C"
STRANGE = re.compile(rb"\x1b\[[<>=?][0-9;$]*[a-zA-Z]")
"""What the emulator misreads; none of it draws anything."""


class Beat(NamedTuple):
    """Bytes, and when they came."""

    second: float
    data: bytes


class Film:
    """What reaches a terminal, and when."""

    def __init__(self, shown: Terminal) -> None:
        self.shown = shown
        self.beats: list[Beat] = []
        self.now = 0.0
        self.last = monotonic()

    def watch(self, seconds: float) -> None:
        """Look on for a while."""
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            before = len(self.shown.bytes)
            self.shown.read(min(left, 0.05))
            if data := self.shown.bytes[before:]:
                self.now += min(monotonic() - self.last, LONGEST)
                self.last = monotonic()
                self.beats.append(Beat(self.now, data))

    def press(self, keys: str, seconds: float) -> None:
        self.shown.press(keys)
        self.watch(seconds)


def played(seed: str, seconds: float) -> list[Beat]:
    """The first turns of a game, by whoever always takes the first choice."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "settings.json").write_text(json.dumps({"name": "Ana", "named": True}))
        words = ["-m", "moontui", "solo", "--level", "gentle", "--length", "round", "--seed", seed]
        with terminal(*words, data=Path(folder), size=SIZE) as shown:
            film = Film(shown)
            while "STORY" not in shown.text:
                film.watch(0.1)
            end = monotonic() + seconds
            while monotonic() < end:
                film.watch(0.5)
                if "YOUR TURN" in shown.text:
                    film.press(RIGHT, 1.2)
                    film.press("\r", 1.5)
            return film.beats


def cast_of(beats: list[Beat]) -> str:
    """An asciinema recording, version 2."""
    head = {"version": 2, "width": SIZE[0], "height": SIZE[1], "title": "moontui"}
    lines = [json.dumps(head)]
    for second, data in beats:
        lines.append(json.dumps([round(second, 3), "o", data.decode("utf-8", "replace")]))
    return "\n".join(lines) + "\n"


def frames(beats: list[Beat]) -> Iterator[Any]:
    """The picture at every half second."""
    screen = pyte.Screen(*SIZE)
    stream = pyte.ByteStream(screen)
    for _, some in groupby(beats, lambda beat: int(beat.second / EACH)):
        stream.feed(STRANGE.sub(b"", b"".join(data for _, data in some)))
        yield png(pieces(rows_of(screen)), *SIZE)


def rows_of(screen: pyte.Screen) -> Iterator[list[Segment]]:
    """What an emulator shows, as the painter wants it."""
    for y in range(screen.lines):
        row = screen.buffer[y]
        yield [
            Segment(cell.data, style_of(cell)) for cell in (row[x] for x in range(screen.columns))
        ]


def style_of(cell: pyte.screens.Char) -> Style:
    def color(name: str) -> str | None:
        if name == "default":
            return None
        return f"#{name}" if re.fullmatch("[0-9a-f]{6}", name) else name.replace("brown", "yellow")

    return Style(color=color(cell.fg), bgcolor=color(cell.bg), bold=cell.bold, reverse=cell.reverse)


def main() -> int:
    beats = played("full moon", 40)
    (FOLDER / "demo.cast").write_text(cast_of(beats), encoding="utf-8")
    try:
        first, *others = frames(beats)
    except CannotPaint as reason:
        print(reason, file=sys.stderr)
        return 1
    small = [
        image.resize((SIZE[0] * CELL[0] * 3 // 4, SIZE[1] * CELL[1] * 3 // 4)).quantize(COLORS)
        for image in (first, *others)
    ]
    small[0].save(
        FOLDER / "demo.gif",
        save_all=True,
        append_images=small[1:],
        duration=[int(EACH * 1000)] * (len(small) - 1) + [3000],
        loop=0,
        optimize=True,
    )
    for name in ("demo.cast", "demo.gif"):
        print(f"screenshots/{name}: {(FOLDER / name).stat().st_size // 1024} KiB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
