"""What screens look like: signs and colors of real moments, compared with pictures kept here.

After an intended change, `PICTURES=new pytest tests/moontui/app/test_pictures.py` keeps the new
pictures; look at the difference before you do.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color

from engine.games.robbers.deck import Card as Robbers
from engine.games.wolfmoon.deck import Card
from moontui.app.app import MoontuiApp
from moontui.app.screens.rules import RulesScreen
from tests.extent import EVERYTHING, some
from tests.moontui.scenes import ME, drawn, finished, moment, played_out, session_at
from tests.moontui.sitting import Sitting, sitting
from tests.moontui.sizes import FEW, LOOKS, named

FOLDER = Path(__file__).parent / "pictures"


def busy(state: Any) -> bool:
    """Whether a lot has happened, and somebody is out."""
    return any(state.out) and sum(map(len, state.displays)) > 11


async def home(table: Sitting) -> None:
    await table.settle()


async def guessing(table: Sitting) -> None:
    await table.sit(moment("guess", seats=6, turns=10, where=busy))
    await table.press("4")


async def choosing(table: Sitting) -> None:
    await table.sit(moment("watchman", seats=6, turns=6))


async def aiming(table: Sitting) -> None:
    await table.sit(moment("aim", seats=5, turns=6, choices=3, where=busy))


async def waiting(table: Sitting) -> None:
    state = moment("play", seats=3, turns=4)
    await table.visit(session_at(state, table.app.settings.language, seat=None))


async def result(table: Sitting) -> None:
    await table.sit(finished("beggar"))


async def match(table: Sitting) -> None:
    await table.sit(played_out(seats=5, where=lambda state: state.champions == (ME,)))


async def rules(table: Sitting) -> None:
    await table.app.push_screen(RulesScreen(card=int(Card.SPY)))


async def placing(table: Sitting) -> None:
    await table.sit(moment("place", 2, 8, 6, game="moonlight", where=contested))
    await table.press("b")


def contested(state: Any) -> bool:
    """Whether a match is being played, and wolves lie on each other."""
    return state.round > 1 and any(len(stack) > 1 for stack in state.land.values())


async def gaining(table: Sitting) -> None:
    await table.sit(moment("power", 2, game="moonlight"))


async def sleeping(table: Sitting) -> None:
    await table.sit(moment("night", 5, game="onenight"))


async def claiming(table: Sitting) -> None:
    await table.sit(moment("talk_last", 5, game="onenight"))


async def crowding(table: Sitting) -> None:
    await table.sit(moment("talk_last", 10, game="onenight"))


async def pointing(table: Sitting) -> None:
    await table.sit(moment("next_round", 5, game="onenight"))


async def turning(table: Sitting) -> None:
    await table.press("space")


async def playing(table: Sitting) -> None:
    await table.sit(moment("play", 5, 3, game="robbers", where=howling))
    await table.press("3")


async def leading(table: Sitting) -> None:
    await table.sit(moment("play", 4, 2, game="robbers", where=nothing_lies))


def howling(state: Any) -> bool:
    """Whether there is a Werewolf in the trick, and a choice."""
    return Robbers.WEREWOLF in state.trick and len(state.trick) == 3 and len(state.hands[0]) > 3


def nothing_lies(state: Any) -> bool:
    return not state.trick


SCENES: dict[str, Callable[[Sitting], Any]] = {
    "home": home,
    "rules": rules,
    "guessing": guessing,
    "choosing": choosing,
    "aiming": aiming,
    "result": result,
    "match": match,
    "waiting": waiting,
    "placing": placing,
    "gaining": gaining,
    "playing": playing,
    "leading": leading,
    "sleeping": sleeping,
    "claiming": claiming,
    "crowding": crowding,
    "pointing": pointing,
    "turning": turning,
}


async def look_at_all(
    folder: Path,
    size: tuple[int, int],
    check: Callable[[str, MoontuiApp], None],
    each: int = 1,
    **settings: Any,
) -> None:
    """All scenes one after another, in one app; or each second, or third one."""
    async with sitting(folder, size=size, **settings) as table:
        for name, scene in [*SCENES.items()][each - 1 :: each]:
            await scene(table)
            await table.settle()
            await table.settle()
            check(name, table.app)
            if isinstance(table.app.screen, RulesScreen):
                table.app.pop_screen()


@pytest.mark.parametrize(("size", "language"), [one for one in LOOKS if one[0] in FEW], ids=named)
async def test_screens_look_as_they_did(
    size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    def check(name: str, app: MoontuiApp) -> None:
        compare(f"{name}-{language}-{size[0]}x{size[1]}", picture(app))

    await look_at_all(tmp_path, size, check, language=language)


async def test_screens_without_colour_look_as_they_did_and_send_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(name: str, app: MoontuiApp) -> None:
        for segment in painted(app):
            style = segment.style
            colours = (style.color, style.bgcolor) if style is not None else ()
            assert all(c is None or c.is_default for c in colours), (name, segment)
        compare(f"{name}-no-colour", picture(app))

    monkeypatch.setenv("NO_COLOR", "1")
    await look_at_all(tmp_path, (80, 23), check, some(2, 1))


@pytest.mark.parametrize(
    ("language", "size"), [("en", (80, 23)), *([("de", (60, 20))] if EVERYTHING else [])]
)
async def test_terminals_without_signs_get_letters_and_ascii(
    language: str, size: tuple[int, int], tmp_path: Path
) -> None:
    def check(name: str, app: MoontuiApp) -> None:
        odd = {sign for line in drawn(app) for sign in line if not sign.isascii()}
        assert odd <= {*"äöüÄÖÜß"}, name
        compare(f"{name}-{language}-ascii", picture(app))

    await look_at_all(tmp_path, size, check, some(2, 1), symbols="ascii", language=language)


# ── pictures ────────────────────────────────────────────────────────────────────────────────────


def compare(name: str, shown: str) -> None:
    """Compare a picture with the one that is kept."""
    file = FOLDER / f"{name}.txt"
    if os.environ.get("PICTURES") == "new":
        FOLDER.mkdir(exist_ok=True)
        file.write_text(shown, encoding="utf-8")
    assert file.exists(), f"there is no picture of {name}"
    assert shown == file.read_text(encoding="utf-8"), f"{name} has changed"


def picture(app: MoontuiApp) -> str:
    """The signs of a screen, and beneath them a letter for the style of each run of cells."""
    lines: list[str] = []
    styles: dict[str, str] = {}
    for strip in app.screen._compositor.render_strips():
        marks = ""
        for segment in strip:
            mark = styles.setdefault(look(segment), chr(ord("a") + len(styles)))
            marks += mark * cell_len(segment.text)
        assert len(marks) == app.size.width, strip.text
        lines += [f"|{strip.text}|", f"'{marks}'"]
    legend = [f"{mark}: {style}" for style, mark in styles.items()]
    return "\n".join([*lines, *legend, ""])


def look(segment: Segment) -> str:
    """How a piece looks; on a terminal with many colors, a slightly different shade is the same."""
    style = segment.style
    if style is None:
        return "plain"
    colours = [shade(style.color), shade(style.bgcolor)]
    traits = [name for name in ("bold", "dim", "reverse", "underline") if getattr(style, name)]
    return " ".join([*traits, " on ".join(colours)])


def shade(colour: Any) -> str:
    return "default" if colour is None or colour.is_default else Color.from_rich_color(colour).hex


def painted(app: MoontuiApp) -> list[Segment]:
    """What goes to the terminal, after the app's filters."""
    found: list[Segment] = []
    for strip in app.screen._compositor.render_strips():
        for each in app._filters:
            if each.enabled:
                strip = strip.apply_filter(each, Color(0, 0, 0))
        found += list(strip)
    return found
