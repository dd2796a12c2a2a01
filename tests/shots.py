"""`make shots`: what players see, written from real games into screenshots/."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from html import escape, unescape
from pathlib import Path
from random import Random
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from PIL import Image
from rich.cells import cell_len

from engine.core import Seat
from engine.games.onenight import ONENIGHT
from engine.games.onenight.roles import Role
from engine.games.robbers.deck import Card as Wolves
from engine.games.wolfmoon.deck import Card
from engine.play import apply, asks, start, view
from moontui.app.app import MoontuiApp
from moontui.app.screens.lobby import LobbyScreen
from moontui.app.screens.review import ReviewScreen
from moontui.app.screens.rules import RulesScreen
from moontui.app.screens.stage import StageGame, StageLobby
from moontui.client.records import replay_of
from moontui.client.session import Session
from net import messages as said
from tests.engine.records import easy_match
from tests.moontui.games.test_onenight import at as village_at
from tests.moontui.games.test_robbers import reckoned
from tests.moontui.scenes import (
    ME,
    Listener,
    finished,
    moment,
    played_out,
    room_for,
    session_at,
    until,
)
from tests.moontui.sitting import Sitting, sitting

FOLDER = Path(__file__).parents[1] / "screenshots"
GAMES = {"line-game.txt": ("en", "moon"), "line-game-de.txt": ("de", "mond")}
TYPED = ["1", "1", "?", "2", "1", "hand", "table", "notes", "1", "1", "1", "log 5", "q"]
BLANK = "\xa0"
TEXT = r'(<text [^>]*?)x="([\d.]+)"([^>]*?)textLength="([\d.]+)"([^>]*>)(.*?)</text>'
SMALL, LARGE, PHONE = (80, 23), (120, 40), (49, 37)
LINK = "http://192.168.1.20:8034/WOLF27"


class Shot(NamedTuple):
    """A picture: what is on it, on which terminal, with which settings."""

    scene: str
    size: tuple[int, int] = SMALL
    settings: dict[str, Any] = {}  # noqa: RUF012  # never changed
    colour: bool = True


def night(state: Any) -> bool:
    """Whether two Moons are up, and the third may turn up at any moment."""
    return len(state.moons) == 2 and len(state.pile) <= 5 and sum(map(len, state.displays)) > 12


def busy(state: Any) -> bool:
    """Whether much has happened, and somebody is out."""
    return any(state.out) and sum(map(len, state.displays)) > 11


def howling(state: Any) -> bool:
    """Whether there is a Werewolf in the trick, and a choice."""
    return len(state.trick) == 3 and Wolves.WEREWOLF in state.trick and len(state.hands[0]) > 3


def first_wolf(state: Any) -> bool:
    """Whether there is a Werewolf in the first trick, and the hand is whole."""
    return len(state.trick) == 3 and Wolves.WEREWOLF in state.trick and len(state.hands[0]) == 9


def leading(state: Any) -> bool:
    """Whether the first seat leads, with cards enough to choose from."""
    return not state.trick and len(state.hands[0]) > 4


def opening(state: Any) -> bool:
    """Whether the first seat opens the deal."""
    return not state.trick and not state.last_trick


def contested(state: Any) -> bool:
    """Whether both packs have a power or a Lone Wolf, and wolves cover each other."""
    gained = all(state.lone[seat] or state.powers[seat] is not None for seat in (0, 1))
    return gained and sum(len(stack) > 1 for stack in state.land.values()) > 1


def wide_open(state: Any) -> bool:
    """Whether the land is three by three, and may still grow on all sides."""
    rows = {cell // 11 for cell in state.land}
    columns = {cell % 11 for cell in state.land}
    return len(rows) == len(columns) == 3 and not state.shape


def high(state: Any) -> bool:
    """Whether the land has four rows."""
    return len({cell // 11 for cell in state.land}) == 4


def mine(state: Any) -> bool:
    """Whether the first seat has won the match."""
    return bool(state.champions == (0,))


def theirs(state: Any) -> bool:
    return bool(0 not in state.champions)


@cache
def finished_by_witch() -> Any:
    """A round that somebody wins who brought another back."""
    return played_out(seats=5, where=lambda state: len(state.winners) > 1)


SHOTS = {
    "home": Shot("home"),
    "lobby": Shot("lobby"),
    "table": Shot("table"),
    "table-120": Shot("table", LARGE),
    "table-60": Shot("table", (60, 20)),
    "phone": Shot("night", PHONE),
    "phone-guess": Shot("table", PHONE),
    "phone-de": Shot("table", (43, 40), {"language": "de"}),
    "phone-home": Shot("home", PHONE),
    "phone-lobby": Shot("lobby", PHONE),
    "phone-moonlight": Shot("land", PHONE),
    "phone-robbers": Shot("robbers", PHONE),
    "phone-onenight": Shot("onenight-day", PHONE),
    "third-moon": Shot("night", LARGE),
    "result": Shot("result"),
    "rules": Shot("rules"),
    "robbers": Shot("robbers"),
    "robbers-de": Shot("robbers", settings={"language": "de"}),
    "robbers-120": Shot("robbers", LARGE),
    "robbers-result": Shot("reckoning"),
    "onenight-night": Shot("onenight-night"),
    "onenight-day": Shot("onenight-day"),
    "onenight-day-de": Shot("onenight-day", settings={"language": "de"}),
    "onenight-ten": Shot("onenight-ten"),
    "onenight-vote": Shot("onenight-vote"),
    "onenight-result": Shot("onenight-result"),
    "table-de": Shot("table", LARGE, {"language": "de"}),
    "no-colour": Shot("table", colour=False),
    "ascii": Shot("table", settings={"symbols": "ascii"}),
    "daylight": Shot("table", settings={"theme": "daylight"}),
    "moonlight": Shot("land"),
    "moonlight-120": Shot("land", LARGE, {"language": "de"}),
    "moonlight-60": Shot("land", (60, 20)),
    "moonlight-ascii": Shot("land", settings={"symbols": "ascii"}, colour=False),
    "moonlight-gain": Shot("gain"),
    "moonlight-result": Shot("land-result"),
}


async def set_scene(table: Sitting, scene: str) -> None:
    """Bring a screen to a moment worth a picture."""
    app = table.app
    match scene:
        case "table":
            await table.sit(moment("guess", seats=6, turns=10, where=busy))
            await table.press("4")
        case "night":
            await table.sit(moment("play", seats=6, turns=10, choices=2, where=night))
            await table.press("1")
        case "result":
            await table.sit(finished("wolf", seats=5))
        case "result-high":
            await table.sit(finished("high", seats=6))
        case "result-witch":
            await table.sit(finished_by_witch())
        case "match":
            await table.sit(played_out(seats=5, where=mine))
        case "match-lost":
            await table.sit(played_out(seats=6, where=theirs))
        case "robbers-match":
            await table.sit(played_out("robbers", 4))
        case "moonlight-match":
            await table.sit(played_out("moonlight", 2))
        case "onenight-many":
            await table.sit(village_at("", 10))
        case "kiosk":
            await on_stage(table, moment("guess", seats=5, turns=10, where=busy))
        case "kiosk-robbers":
            await on_stage(table, moment("play", 5, 3, game="robbers", where=howling))
        case "kiosk-land":
            await on_stage(table, moment("place", 2, 8, 6, game="moonlight", where=contested))
        case "kiosk-onenight":
            await on_stage(table, a_day())
        case "kiosk-lobby":
            await app.push_screen(StageLobby(lobby(app, None), LINK))
        case "robbers":
            await table.sit(moment("play", seats=5, turns=3, game="robbers", where=howling))
            await table.press("3")
        case "robbers-four":
            await table.sit(moment("play", 4, 1, game="robbers", where=first_wolf))
            await table.press("4")
        case "robbers-three":
            await table.sit(moment("play", 3, 4, game="robbers", where=leading))
        case "robbers-first":
            await table.sit(moment("play", 5, 1, game="robbers", where=opening))
            await table.press("2")
        case "robbers-watching":
            state = moment("play", seats=5, turns=3, game="robbers", where=howling)
            await table.visit(session_at(state, app.settings.language, seat=None))
        case "robbers-covered":
            await table.sit(moment("play", seats=5, turns=3, game="robbers", where=howling))
            await table.press("P")
        case "reckoning":
            await table.sit(reckoned(5, seed=3))
        case "land":
            await table.sit(moment("place", 2, 8, 6, game="moonlight", where=contested))
            await table.press("b")
        case "land-open":
            await table.sit(moment("place", 2, 6, 8, game="moonlight", where=wide_open))
            await table.press("d")
        case "land-high":
            await table.sit(moment("wolf", 2, 8, game="moonlight", where=high))
        case "land-first":
            await table.sit(moment("wolf", 2, 1, game="moonlight"))
        case "lone":
            await table.sit(moment("lone", 2, game="moonlight"))
            await table.press("4")
        case "gain":
            await table.sit(moment("power", 2, game="moonlight"))
            await table.press("2")
        case "land-result":
            await table.sit(moment("next_round", 2, game="moonlight"))
        case "onenight-night":
            await table.sit(village_at("night", 5, int(Role.SEER)))
            await table.press("c")
        case "onenight-day":
            await table.sit(a_day())
        case "onenight-ten":
            await table.sit(village_at("talk_statement", 10))
        case "onenight-vote":
            await table.sit(a_day("vote"))
            await table.press("d")
        case "onenight-bell":
            await table.sit(a_day(""))
        case "onenight-reveal":
            await table.sit(a_day(""))
            await table.press("space")
        case "onenight-result":
            await table.sit(a_day(""))
            await table.press("space", "space")
        case "onenight-crowd":
            await table.sit(a_day(seats=10))
        case "onenight-seven":
            await table.sit(a_day(seats=7))
        case "onenight-crowd-vote":
            await table.sit(a_day("vote", seats=10))
        case "onenight-crowd-bell":
            await table.sit(a_day("", seats=10))
        case "onenight-crowd-reveal":
            await table.sit(a_day("", seats=10))
            await table.press("space")
        case "onenight-crowd-night":
            await table.sit(village_at("night", 10, int(Role.SEER)))
        case "review" | "review-point":
            screen = ReviewScreen(replay_of(easy_match()))
            await app.push_screen(screen)
            await until(table.pilot, lambda: screen.state != "wait")
            if scene == "review-point":
                await table.press("down", "down")
        case "rules":
            state = moment("play", seats=6, turns=10, where=busy)
            session = session_at(state, app.settings.language)
            app.session = session
            await app.push_screen(RulesScreen(card=int(Card.WITCH), session=session))
        case "lobby":
            await app.push_screen(LobbyScreen(lobby(app)))
    await table.settle()
    await table.settle()


async def on_stage(table: Sitting, state: Any) -> None:
    """A table as the room sees it."""
    session = session_at(state, table.app.settings.language, seat=None, news=40)
    table.app.session = session
    await table.app.push_screen(StageGame(session))


@cache
def a_day(prompt: str = "talk_last", seats: int = 5) -> Any:
    """A day among bots that talk, until the first seat is asked this; empty: until its end."""
    rng = Random("a day")
    village = start(ONENIGHT, seats, rng.randbytes(32))
    while questions := asks(village):
        mine = next((ask for ask in questions if ask.seat == 0), None)
        if mine is not None and mine.prompt == prompt:
            break
        ask = questions[0]
        bot = ONENIGHT.bots["hard"](Random(rng.random()))
        apply(village, ask.seat, bot.choose(view(ONENIGHT, village, ask.seat)))
    return village


def lobby(app: MoontuiApp, seat: Seat | None = ME) -> Session:
    """A table of three people and two bots that has one seat free."""
    client = Listener()
    client.seated = said.Seated("tabl", seat)
    client.address, client.port = "192.168.1.20", 26666
    client.seen_pin = bytes(range(16))
    session = Session(client, app.words_for, app.data)
    state = moment("turn", seats=6)
    players = [
        said.Player("person", "Ana", ready=True),
        said.Player("person", "Bo"),
        said.Player("bot", "Cleo", level="medium", persona="Cleo", ready=True),
        said.Player("person", "Di", ready=True),
        said.Player("bot", "Hugo", level="hard", persona="Hugo", ready=True),
        said.Player("free", ""),
    ]
    session.hear(room_for(state, phase="lobby", players=players, watchers=[said.Someone(1, "Gus")]))
    session.hear(said.Said("Bo", text="not the Vampire again, please"))
    app.session = session
    return session


async def picture(shot: Shot) -> str:
    """A screen as SVG."""
    with TemporaryDirectory() as folder:
        async with sitting(Path(folder), size=shot.size, **shot.settings) as table:
            await set_scene(table, shot.scene)
            return straight(table.app.export_screenshot(title="moontui"))


def straight(svg: str) -> str:
    """The same picture for every viewer: each character in its cell, without an external font.
    Many viewers drop blanks at the start of a text, and do not stretch text to its length."""

    def placed(match: re.Match[str]) -> str:
        start, x, middle, length, rest, text = match.groups()
        text = unescape(text)
        cell = float(length) / cell_len(text)
        pieces = []
        for run in re.finditer(rf"[^{BLANK}]{{1,4}}", text):
            at = float(x) + cell * cell_len(text[: run.start()])
            pieces.append(f'{start}x="{at:.1f}"{middle}{rest}{escape(run.group())}</text>')
        return "".join(pieces)

    svg = re.sub(r",\s*url\(\"http[^)]*\) format\(\"\w+\"\)", "", svg)
    return re.sub(TEXT, placed, re.sub(r"<!--.*?-->", "", svg))


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


def write(file: Path, text: str, then: Callable[[Path], None] = lambda file: None) -> None:
    file.write_text(text, encoding="utf-8")
    then(file)
    print(f"wrote screenshots/{file.name}", flush=True)


COLORS = 160
"""How many colors a PNG keeps: nobody sees the difference, and it is a fifth of the size."""


def paint(file: Path) -> None:
    """A PNG beside an SVG, where there is something to paint it with."""
    if which("rsvg-convert"):
        png = str(file.with_suffix(".png"))
        subprocess.run(["rsvg-convert", "--zoom", "1", "-o", png, str(file)], check=True)
        with Image.open(png) as painted:
            few = painted.convert("RGB").quantize(COLORS)
        few.save(png, optimize=True)


def main(wanted: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, shot in SHOTS.items():
        if wanted and name not in wanted:
            continue
        os.environ.pop("NO_COLOR", None)
        if not shot.colour:
            os.environ["NO_COLOR"] = "1"
        write(FOLDER / f"{name}.svg", asyncio.run(picture(shot)), paint)
    os.environ.pop("NO_COLOR", None)
    for file, (language, seed) in GAMES.items():
        if not wanted:
            write(FOLDER / file, line_game(language, seed))


if __name__ == "__main__":
    main(sys.argv[1:])
