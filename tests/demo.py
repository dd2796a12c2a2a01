"""`make demo`: a round played in a real terminal, kept as a cast and as a moving picture.

The cast (`asciinema play screenshots/demo.cast`) holds every byte; long pauses are cut short. The
picture shows the same in frames, for places that play no casts. It is a fixed deal, so the round
is the same each time: somebody is struck out and brought back, Moons rise, the Werewolf wins.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

import pyte
from rich.segment import Segment
from rich.style import Style

from tests.moontui.terminal import LATEST, Terminal, terminal
from tests.painter import CELL, CannotPaint, pieces, png

FOLDER = Path(__file__).parents[1] / "screenshots"
SIZE = (120, 36)
DEAL = "moon 7241"
LONGEST = 1.6
"""No pause is longer than this, in seconds."""
EACH = 0.2
"""How much time a frame of the picture stands for."""
LAST = 4.0
"""How long the result stays, before it begins anew."""
AT_ONCE = 0.03
"""What comes within this time is one change of the screen, and not cut in two."""
COLORS = 255
SMALLER = 0.75
"""How large the picture is, of what a terminal shows."""


class Step(NamedTuple):
    """What Ana does once something is shown."""

    shown: str
    key: str
    """What she chooses; Enter confirms it."""
    looks_on: float = 1.2
    """How long she looks at what has come of it."""
    reads: float = 0.8
    """How long she reads before she does anything."""


DRAWS = Step("Draw a card, then", "", 1.4)  # this is chosen already
ROUND = (
    DRAWS,
    Step("Which card do you play?", "2", 2.5),  # the Drunkard: she sees every hand
    Step("You look at these hands", "", 0.5),
    DRAWS,  # the Werewolf!
    Step("Which card do you play?", "1"),  # the Assassin
    Step("Whose card do you guess?", "c"),
    Step("which value does Ada hold?", "1", 0.2),  # a Villager: Ada is out
    DRAWS,
    Step("Which card do you play?", "2"),  # the Bodyguard: nobody can touch her
    DRAWS,
    Step("Which card do you play?", "2", 0.0),  # the Vampire
    Step("The round goes to you", "", 1.5, reads=3.0),  # the third Moon has risen
)
GREAT_MOMENT = "any key goes on"
"""What a scene says that covers the table."""
ADMIRED = 1.2
"""How long Ana still looks at such a scene when it is complete, in seconds."""
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

    def wait_for(self, text: str) -> None:
        """Look on until something can be read; what hides the game goes when it has been seen."""
        end = monotonic() + LATEST
        while text not in self.shown.text:
            assert monotonic() < end, f"it never came to “{text}”:\n{self.shown.text}"
            self.watch(0.1)
            if GREAT_MOMENT in self.shown.text and text not in self.shown.text:
                self.watch(ADMIRED)
                self.press(" ", 0.4)

    def press(self, keys: str, seconds: float) -> None:
        self.shown.press(keys)
        self.watch(seconds)


def played() -> list[Beat]:
    """The round, from the first screen to the result."""
    with TemporaryDirectory() as folder:
        own = {"name": "Ana", "named": True, "language": "en", "pace": 50}
        (Path(folder) / "settings.json").write_text(json.dumps(own))
        words = ["-m", "moontui", "solo", "--level", "gentle", "--length", "round", "--seed", DEAL]
        with terminal(*words, data=Path(folder), size=SIZE) as shown:
            film = Film(shown)
            for step in ROUND:
                film.wait_for(step.shown)
                film.watch(step.reads)
                if step is not ROUND[-1] and GREAT_MOMENT in shown.text:
                    film.press(" ", 0.8)
                if step.key:
                    film.press(step.key, 1.2)
                film.press("\r", step.looks_on)
            return film.beats


def cast_of(beats: list[Beat]) -> str:
    """An asciinema recording, version 2."""
    head = {"version": 2, "width": SIZE[0], "height": SIZE[1], "title": "moontui"}
    lines = [json.dumps(head)]
    for second, data in beats:
        lines.append(json.dumps([round(second, 3), "o", data.decode("utf-8", "replace")]))
    return "\n".join(lines) + "\n"


def frames(beats: list[Beat]) -> Iterator[tuple[Any, int]]:
    """What is shown, and for how many milliseconds."""
    screen = pyte.Screen(*SIZE)
    stream = pyte.ByteStream(screen)
    times: list[int] = []
    for before, beat in pairwise([Beat(-1.0, b""), *beats]):
        at_once = beat.second - before.second < AT_ONCE
        times.append(times[-1] if at_once else int(beat.second / EACH))
    until = dict(pairwise([*sorted(set(times)), times[-1] + int(LAST / EACH)]))
    for time, some in groupby(zip(times, beats, strict=True), itemgetter(0)):
        stream.feed(STRANGE.sub(b"", b"".join(beat.data for _, beat in some)))
        if any(
            row.strip() for row in screen.display
        ):  # where nothing moves, the first one is shown
            yield png(pieces(rows_of(screen)), *SIZE), int((until[time] - time) * EACH * 1000)


def moving_picture(beats: list[Beat]) -> bytes:
    """A GIF. All frames share their colors, so that only what has changed is kept of each."""
    from PIL import Image

    size = (int(SIZE[0] * CELL[0] * SMALLER), int(SIZE[1] * CELL[1] * SMALLER))
    images, times = zip(*((image.resize(size), time) for image, time in frames(beats)), strict=True)
    some = images[:: len(images) // 16 or 1]
    sheet = Image.new("RGB", (size[0], size[1] * len(some)))
    for row, image in enumerate(some):
        sheet.paste(image, (0, row * size[1]))
    colors = sheet.quantize(COLORS)
    first, *others = (image.quantize(palette=colors, dither=Image.Dither.NONE) for image in images)
    film = BytesIO()
    first.save(film, "GIF", save_all=True, append_images=others, duration=list(times), loop=0)
    return film.getvalue()


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
    beats = played()
    (FOLDER / "demo.cast").write_text(cast_of(beats), encoding="utf-8")
    try:
        (FOLDER / "demo.gif").write_bytes(moving_picture(beats))
    except CannotPaint as reason:
        print(reason, file=sys.stderr)
        return 1
    for name in ("demo.cast", "demo.gif"):
        print(f"screenshots/{name}: {(FOLDER / name).stat().st_size // 1024} KiB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
