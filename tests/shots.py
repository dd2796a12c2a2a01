"""`make shots`: what players see, written from real games.

The pictures of README and docs go into screenshots/, all others into screenshots/all/: every sight
at every size, in both languages, at every depth of color and in every theme.
`ARGS` choose: only pictures whose names contain one of these words are written; "kept" stands for
those of README and docs.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, NamedTuple
from unittest.mock import patch

from moontui.app.picture import without_font
from moontui.draw.themes import THEMES
from tests.moontui.sitting import sitting
from tests.moontui.sizes import ALL, named
from tests.painter import COLORS, CannotPaint, pieces, png
from tests.sights import SIGHTS, set_scene

FOLDER = Path(__file__).parents[1] / "screenshots"
OTHERS = FOLDER / "all"
GAMES = {"line-game.txt": ("en", "moon"), "line-game-de.txt": ("de", "mond")}
TYPED = ["1", "1", "?", "2", "1", "hand", "table", "notes", "1", "1", "1", "log 5", "q"]
SMALL, LARGE, PHONE = (80, 23), (120, 40), (49, 37)

Rung = Literal["true", "256", "16", "mono", "ascii", "bare"]
"""What a terminal can show, from all of it down to signs of ASCII; bare: pictures are off."""
LADDER: dict[Rung, dict[str, Any]] = {
    "true": {},
    "256": {},
    "16": {"theme": "terminal"},
    "mono": {},
    "ascii": {"symbols": "ascii"},
    "bare": {"pictures": False},
}


class Shot(NamedTuple):
    """A picture: what is on it, on which terminal, with which settings."""

    sight: str
    size: tuple[int, int] = SMALL
    language: str = "en"
    rung: Rung = "true"
    theme: str = "moon"

    @property
    def name(self) -> str:
        other = [part for part in self[2:] if part not in ("en", "true", "moon")]
        return "-".join([self.sight, named(self.size), *other])


KEPT = {
    "home": Shot("home", LARGE),
    "lobby": Shot("lobby", LARGE),
    "learn": Shot("learn"),
    "table-120": Shot("table", LARGE),
    "table-80": Shot("night"),
    "table-200": Shot("four", (200, 60)),
    "third-moon": Shot("third-moon", LARGE),
    "elimination": Shot("elimination", LARGE),
    "result": Shot("result", LARGE),
    "match": Shot("match", LARGE),
    "review": Shot("review-point", LARGE),
    "robbers": Shot("robbers", LARGE),
    "robbers-80": Shot("robbers"),
    "moonlight": Shot("land", LARGE),
    "moonlight-de": Shot("land", language="de"),
    "onenight-night": Shot("onenight-night", LARGE),
    "onenight-day": Shot("onenight-day", LARGE),
    "onenight-ten": Shot("onenight-crowd"),
    "onenight-bell": Shot("onenight-crowd-bell", LARGE),
    "onenight-reveal": Shot("onenight-reveal", LARGE),
    "kiosk": Shot("kiosk", LARGE),
    "kiosk-lobby": Shot("kiosk-lobby", LARGE),
    "phone": Shot("table", PHONE),
    "phone-moonlight": Shot("land", PHONE),
    "colors-256": Shot("table", LARGE, rung="256"),
    "colors-16": Shot("table", rung="16"),
    "colors-none": Shot("table", rung="mono"),
    "ascii": Shot("table", rung="ascii"),
    "daylight": Shot("table", LARGE, theme="daylight"),
}
"""By file: the pictures of README and docs."""


def shots() -> Iterator[Shot]:
    """All that are worth a look, sight by sight."""
    for sight in SIGHTS:
        for size in (*ALL, PHONE):
            yield Shot(sight, size)
            yield Shot(sight, size, "de")
        for size in (SMALL, LARGE):
            yield from (Shot(sight, size, rung=rung) for rung in LADDER if rung != "true")
            yield from (Shot(sight, size, theme=theme) for theme in THEMES if theme != "moon")


class Taken(NamedTuple):
    """A screen: its rows, piece by piece, and a drawing of it."""

    rows: list[Any]
    svg: str


async def taken(shot: Shot) -> Taken:
    """What is seen on a terminal."""
    settings = {"theme": shot.theme, "language": shot.language, **LADDER[shot.rung]}
    system = "256" if shot.rung == "256" else "truecolor"
    with TemporaryDirectory() as folder, patch("textual.constants.COLOR_SYSTEM", system):
        async with sitting(Path(folder), size=shot.size, **settings) as table:
            await set_scene(table, shot.sight)
            below = table.app._background_screens  # what shows through dialogs
            shown: Any = table.app.screen._compositor.render_update(True, below)
            rows = [[piece for strip in row for piece in strip] for row in shown.strips]
            return Taken(rows, without_font(table.app.export_screenshot(title=shot.name)))


def write(work: list[tuple[Path, Shot]]) -> list[str]:
    """Write pictures as PNG and SVG, the documents' as PNG alone and as small as they get; returns
    their files."""
    os.environ.pop("NO_COLOR", None)
    for file, shot in work:
        with patch.dict(os.environ, {"NO_COLOR": "1"} if shot.rung == "mono" else {}):
            seen = asyncio.run(taken(shot))
        picture = png(pieces(seen.rows), *shot.size)
        if file.parent == OTHERS:
            picture.save(file, compress_level=1)
            file.with_suffix(".svg").write_text(seen.svg, encoding="utf-8")
        else:
            picture.quantize(COLORS).save(file, optimize=True)
    return [str(file.relative_to(FOLDER.parent)) for file, _ in work]


def line_game(language: str, seed: str) -> str:
    """A line game as it appears on the screen, with what was typed."""
    command = ["solo", "--lang", language, "--seed", seed, "--length", "round"]
    shown = subprocess.run(
        [sys.executable, "-m", "moontui", *command],
        input="\n".join(TYPED),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for typed in TYPED:  # a terminal echoes what is typed; a pipe does not
        shown = shown.replace("\n> ", f"\n\x00 {typed}\n", 1)
    return f"$ moontui {' '.join(command)}\n{shown}".replace("\x00", ">")


def main(wanted: list[str]) -> None:
    OTHERS.mkdir(parents=True, exist_ok=True)
    work = [(OTHERS / f"{shot.name}.png", shot) for shot in shots()]
    work = [one for one in work if not wanted or any(word in one[0].name for word in wanted)]
    if not wanted or "kept" in wanted:
        work += [(FOLDER / f"{name}.png", shot) for name, shot in KEPT.items()]
    work.sort(key=lambda one: list(SIGHTS).index(one[1].sight))
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        # A worker looks for a moment once, and takes all its pictures.
        batches = [list(batch) for _, batch in groupby(work, lambda one: one[1].sight)]
        for done in as_completed([workers.submit(write, batch) for batch in batches]):
            try:
                print("\n".join(f"wrote {file}" for file in done.result()), flush=True)
            except CannotPaint as error:
                sys.exit(str(error))
    if not wanted:
        for name, (language, seed) in GAMES.items():
            (OTHERS / name).write_text(line_game(language, seed), encoding="utf-8")
            print(f"wrote screenshots/all/{name}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
