"""Sights: what players see at moments of real games, by name; `make shots` writes them all."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from engine.bots.personas import company
from engine.core import Event, Seat
from engine.games import GAMES
from engine.games.onenight import ONENIGHT
from engine.games.onenight.roles import Role
from engine.games.robbers.deck import Card as Wolves
from engine.games.wolfmoon.deck import Card
from engine.play import apply, asks, start, view
from engine.replay import Replay
from engine.review import Decision, Moment, moments
from engine.what_if import Fork
from moontui.app.app import MoontuiApp
from moontui.app.screens.base import Heading
from moontui.app.screens.evening import EveningScreen
from moontui.app.screens.lesson import LessonScreen
from moontui.app.screens.lobby import LobbyScreen
from moontui.app.screens.moment import MomentScreen
from moontui.app.screens.new_table import NewTableScreen
from moontui.app.screens.night import NightScreen
from moontui.app.screens.puzzle import PuzzleTable, Source
from moontui.app.screens.puzzle import show as puzzle_shown
from moontui.app.screens.puzzles import PuzzlesScreen
from moontui.app.screens.replay import ReplayScreen
from moontui.app.screens.review import ReviewScreen
from moontui.app.screens.rules import RulesScreen
from moontui.app.screens.settings import SettingsScreen
from moontui.app.screens.stage import StageGame, StageLobby
from moontui.app.screens.statistics import StatisticsScreen
from moontui.app.screens.what_if import WhatIfScreen
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.rows import Rows
from moontui.client.lesson import Course, lesson_of
from moontui.client.lesson_line import LessonLine
from moontui.client.night import Night
from moontui.client.nights import Nights, Played
from moontui.client.reckoning import weighed
from moontui.client.records import replay_of
from moontui.client.session import Session
from moontui.puzzles.puzzle import shipped
from net import messages as said
from net.evening import Match, Seated
from net.evening import told as evening_told
from tests.engine.records import easy_match, played
from tests.moontui.desk import keep
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
from tests.moontui.sitting import Sitting

SIGHTS = (
    *("home", "new-table", "settings", "lobby", "rules", "learn", "learn-robbers"),
    *("table", "night", "four", "aim", "watchman", "crowded", "covered"),
    *("third-moon", "elimination", "out"),
    *("result", "result-high", "result-witch", "match", "match-lost"),
    *("replay", "review", "review-point", "evening"),
    *("nights-deal", "nights-deal-over", "statistics"),
    *("puzzles", "puzzle", "puzzle-answer", "what-if"),
    *("land", "land-open", "land-high", "land-first", "lone", "gain"),
    *("land-result", "moonlight-match"),
    *("robbers", "robbers-four", "robbers-three", "robbers-first"),
    *("robbers-watching", "robbers-covered", "last-trick", "reckoning", "robbers-match"),
    *("onenight-night", "onenight-day", "onenight-vote", "onenight-bell", "onenight-reveal"),
    *("onenight-result", "onenight-ten", "onenight-seven", "onenight-many"),
    *("onenight-crowd", "onenight-crowd-night", "onenight-crowd-vote"),
    *("onenight-crowd-bell", "onenight-crowd-reveal"),
    *("kiosk-lobby", "kiosk", "kiosk-robbers", "kiosk-land", "kiosk-onenight"),
)
"""Their names, game by game."""
FRIENDS = ("Ana", "Bo", "Cleo", "Di", "Eli")
PEOPLE = tuple(Seated("person", name) for name in FRIENDS)
AN_EVENING = [
    Match("wolfmoon", PEOPLE, (2,), (1, 0, 3, 2, 1)),
    Match("onenight", PEOPLE, (0, 1, 3)),
    Match("robbers", PEOPLE, (0, 4), (4, 2, 1, 2, 4)),
    Match("moonlight", (PEOPLE[0], PEOPLE[4]), (0,), (7, 6)),
]
LINK = "http://192.168.1.20:8034/WOLF27"
TONIGHT = Night(date(2026, 11, 17), "wolfmoon")
A_WEEK = [
    Played(f"2026-11-{day}", "wolfmoon", TONIGHT.rules, f"2026-11-{day}", won=won, fields=fields,
           luck=luck, choice=choice, weighed=True, rivals=rivals)
    for day, won, fields, luck, choice, rivals in (
        (13, True, "2212022", 23, 12, 37),
        (14, False, "20112", -18, -9, 22),
        (15, False, "221022", -31, 4, 19),
        (16, True, "2222", 40, 21, 58),
        (17, True, "22120222", 23, 52, 37),
    )
]  # fmt: skip
"""The nights of somebody who comes back."""


def night(state: Any) -> bool:
    """Whether two Moons are up, and the third may turn up at any moment."""
    return len(state.moons) == 2 and len(state.pile) <= 5 and sum(map(len, state.displays)) > 12


def busy(state: Any) -> bool:
    """Whether much has happened, and somebody is out."""
    return any(state.out) and sum(map(len, state.displays)) > 11


def two_up(state: Any) -> bool:
    """Whether two Moons are up, and everybody has cards before them."""
    return len(state.moons) == 2 and all(len(shown) > 1 for shown in state.displays)


def crowded(state: Any) -> bool:
    """Whether six cards lie before somebody."""
    return max(map(len, state.displays)) >= 6


def tried_at_once(fork: Fork, first: int, last: int) -> list[tuple[float, ...]]:
    """What bots might come to, without waiting for them."""
    return [(float(n % 5 < 2), float(n % 4 < 1)) for n in range(first, last)]


def third(state: Any, event: Event) -> bool:
    return len(state.moons) == 3


def another(state: Any, event: Event) -> bool:
    return event.seat != ME and not state.out[ME]


def myself(state: Any, event: Event) -> bool:
    return event.seat == ME


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


async def set_scene(table: Sitting, scene: str) -> None:
    """Bring a screen to a moment worth a picture."""
    app = table.app
    match scene:
        case "learn":
            await learn(table, "wolfmoon", "guess")
            await table.press("c")
        case "learn-robbers":
            await learn(table, "robbers", "team")
        case "table":
            await table.sit(moment("guess", seats=6, turns=10, where=busy))
            await table.press("4")
        case "night":
            await table.sit(moment("play", seats=6, turns=10, choices=2, where=night))
            await table.press("1")
        case "four":
            await table.sit(moment("guess", seats=4, turns=8, where=two_up))
            await table.press("4")
        case "watchman":
            await table.sit(moment("watchman", seats=5, turns=6))
        case "aim":
            await table.sit(moment("aim", seats=5, turns=6, choices=3, where=busy))
            await table.press("c")
        case "covered":
            await table.sit(moment("guess", seats=6, turns=10, where=busy))
            await table.press("P")
        case "crowded":
            await table.sit(moment("turn", seats=6, turns=12, where=crowded))
        case "third-moon":
            await news(table, *just("moon", third))
        case "elimination":
            await news(table, *just("out", another))
        case "out":
            await news(table, *just("out", myself))
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
            await table.press("space")
        case "moonlight-match":
            await table.sit(played_out("moonlight", 2))
        case "onenight-many":
            await table.sit(a_day("", seats=10))
            await table.press("space", "space")
        case "kiosk":
            await on_stage(table, moment("guess", seats=5, turns=10, where=busy))
        case "kiosk-robbers":
            await on_stage(table, moment("play", 5, 3, game="robbers", where=howling))
        case "kiosk-land":
            await on_stage(table, moment("place", 2, 8, 6, game="moonlight", where=contested))
        case "kiosk-onenight":
            await on_stage(table, a_day())
        case "kiosk-lobby":
            session = lobby(app, None)
            assert session.room is not None
            session.room.evening = evening_told(AN_EVENING)
            await app.push_screen(StageLobby(session, LINK))
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
        case "last-trick" | "reckoning":
            await table.sit(reckoned(5, seed=3))
            if scene == "reckoning":
                await table.press("space")
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
            with patch("moontui.app.screens.review.weighed", weighed_once):
                await app.push_screen(screen)
                await until(table.pilot, lambda: screen.state in ("done", "failed"), seconds=120.0)
            if scene == "review-point":
                await table.press("down", "down")
        case "rules":
            state = moment("play", seats=6, turns=10, where=busy)
            session = session_at(state, app.settings.language)
            app.session = session
            await app.push_screen(RulesScreen(card=int(Card.WITCH), session=session))
        case "lobby":
            await app.push_screen(LobbyScreen(lobby(app)))
        case "replay":
            await app.push_screen(ReplayScreen(replay_of(easy_match()), ME, step=30))
        case "nights-deal" | "nights-deal-over":
            if scene == "nights-deal-over":
                Nights(app.data).save(A_WEEK)
            page = NightScreen(TONIGHT)
            page.today = TONIGHT.date
            await app.push_screen(page)
        case "statistics":
            some_matches(app.data)
            await app.push_screen(StatisticsScreen())
            await app.workers.wait_for_complete(
                [worker for worker in app.workers if worker.group == "ledger"]
            )
        case "puzzles":
            await app.push_screen(PuzzlesScreen())
            await until(table.pilot, lambda: bool(app.screen.query_one(Rows).rows))
        case "puzzle" | "puzzle-answer":
            puzzle = next(one for one in shipped() if one.name == "wolfmoon-below-two")
            await puzzle_shown(app, Source(puzzle), lambda puzzle, choice: "")
            if scene == "puzzle-answer":
                assert isinstance(app.screen, PuzzleTable)
                app.screen.session.act(puzzle.ideas[3].choices[0])
        case "what-if":
            replay = replay_of(easy_match())
            with (
                patch("moontui.app.screens.what_if.tried", tried_at_once),
                patch(
                    "moontui.app.screens.what_if.new_pool", lambda *_, **__: ThreadPoolExecutor(1)
                ),
            ):
                step = next(moments(replay, ME)).step
                await app.push_screen(WhatIfScreen(replay, ME, step))
                await until(table.pilot, lambda: "200" in app.screen.query_one(Heading).right[:3])
        case "new-table":
            await app.push_screen(NewTableScreen())
        case "evening":
            await app.push_screen(last := EveningScreen(good_night(app)))
            await until(table.pilot, lambda: bool(last.closing.tales))
        case "settings":
            await app.push_screen(SettingsScreen())
    await table.settle()
    await table.settle()


def some_matches(data: Path) -> None:
    """Matches against bots of several levels, as they would have been saved."""
    for number, level in product(range(6), ("easy", "greedy", "medium")):
        record = played(f"{number}", level, names=("Ana", "Ada", "Bela", "Cleo"))
        keep(data, record, f"wolfmoon-{number}-{level}")


def good_night(app: MoontuiApp) -> Session:
    """A table after four matches of five friends, with the records of two."""
    for game in ("wolfmoon", "onenight"):
        record = played("closing", "easy", "match", FRIENDS, game)
        keep(app.data, replace(record, nonces=("aa",) * 5), f"{game}-1")
    session = lobby(app)
    assert session.room is not None
    session.room.evening = evening_told(AN_EVENING)
    return session


WEIGHED: dict[Seat, list[Decision]] = {}


async def weighed_once(
    replay: Replay, seat: Seat, moments: Sequence[Moment]
) -> AsyncIterator[Decision]:
    """The one match whose review is shown takes long to weigh, and comes to the same each time."""
    if seat not in WEIGHED:
        WEIGHED[seat] = [found async for found in weighed(replay, seat, moments)]
    for found in WEIGHED[seat]:
        yield found


@cache
def just(kind: str, where: Callable[[Any, Event], bool]) -> tuple[Any, int]:
    """A round of bots in which something has just happened, and how many events tell of it."""
    game = GAMES["wolfmoon"]
    for seed in range(200):
        rng = Random(f"just {kind} {seed}")
        state = start(game, 4, rng.randbytes(32))
        bot = game.bots["greedy"](rng)
        while (questions := asks(state)) and not state.ending:
            told, seat = len(state.events), questions[0].seat
            apply(state, seat, bot.choose(view(game, state, seat)))
            new = state.events[told:]
            if any(event.kind == kind and where(state, event) for event in new):
                return state, len(new)
    raise AssertionError(f"nobody ever saw {kind}")


async def learn(table: Sitting, game: str, step: str) -> None:
    """A lesson at the beginning of a step."""
    lesson, app = lesson_of(game), table.app
    course = Course(lesson, [one.name for one in lesson.steps].index(step))
    line = LessonLine(course, company("Ana", lesson.script.seats))
    line.begin()
    app.session = session = Session(line, app.words_for, app.data)
    while not line.line.empty():
        message = line.line.get_nowait()
        assert message is not None
        session.hear(message)
    await app.push_screen(LessonScreen(session))
    await table.settle()
    table.clock.now += 1


async def news(table: Sitting, state: Any, events: int) -> None:
    """Come to a table where something happens."""
    await table.visit(session_at(state, table.app.settings.language, news=events))


async def on_stage(table: Sitting, state: Any) -> None:
    """A table as the room sees it."""
    session = session_at(state, table.app.settings.language, seat=None, news=40)
    assert session.room is not None
    session.room.evening = evening_told(AN_EVENING)
    table.app.session = session
    await table.app.push_screen(StageGame(session))
    await table.settle()
    if isinstance(table.app.screen, MomentScreen):  # it has a sight of its own
        await table.press("space")
    for keys in table.app.screen.query(Keys):
        keys.display = False


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
