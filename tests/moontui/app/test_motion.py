"""What moves: short, after the facts, the same for all that may not be known, and gone at a key."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from rich.console import Console
from textual._compositor import LayoutUpdate
from textual.geometry import Offset, Region

from engine.core import Game
from engine.games import GAMES
from moontui.app.frugal import Shadow
from moontui.app.looks import SLOW
from moontui.app.screens.moment import MomentScreen
from moontui.app.widgets.board import Staged
from moontui.app.widgets.flight import Flight
from moontui.app.widgets.moments import MomentPicture
from moontui.app.widgets.panels import Log
from moontui.app.widgets.peek import Peek
from moontui.commands.cli import parser
from moontui.draw.ink import words_of
from moontui.games.robbers.teller import RobbersTeller
from moontui.games.wolfmoon.middle import Stage
from moontui.games.wolfmoon.sky import Pile
from tests.extent import some
from tests.moontui.moving import Frame, Step, frame_by_frame, frames, run_to
from tests.moontui.scenes import ME, app_with, until, update_for
from tests.moontui.sitting import Sitting, sitting

WOLFMOON = GAMES["wolfmoon"]
TOLD = {
    "wolfmoon": some(
        ["drew", "swapped", "moon"],
        ["drew", "handed", "swapped", "took", "looked", "peeked", "moon", "out", "no_wolf"],
    ),
    "robbers": ["played"],
    "moonlight": some(["put"], ["put", "covered"]),
    "onenight": ["said_was"],
}
"""By game: what happens while somebody looks on."""
OWN = ("drew", "swapped", "handed", "played", "put", "said_was")
"""What is done with a covered hand, if it is one's own."""
SIZES = some([(80, 23)], [(60, 20), (80, 23), (120, 40)])


async def seen(
    folder: Path,
    runs: list[list[Step]],
    world: int,
    size: tuple[int, int],
    round_trip: float = 0.0,
    **settings: bool,
) -> list[Frame]:
    """Every frame of what somebody sees in one of two worlds."""
    shown: list[Frame] = []
    with frame_by_frame() as pauses:
        async with sitting(folder, size=size, **{"motion": True, **settings}) as table:
            for run in runs:
                await table.sit(run[0][world])
                table.client.round_trip = round_trip
                for step in run[1:]:
                    told = update_for(step[world], first=step.told, turn=table.session.turn + 1)
                    table.session.hear(told)
                    table.app.follow(table.session, told)
                    shown += [frame async for frame in frames(table, pauses)]
                    if table.app.screen is not table.screen:
                        table.app.pop_screen()
    return shown


# ── what may not be known ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
async def test_in_worlds_a_seat_cannot_tell_apart_every_frame_is_the_same(
    tmp_path: Path, game: Game[Any], size: tuple[int, int]
) -> None:
    runs = [run_to(game, kind, ME) for kind in TOLD[game.id]]
    one, other = [await seen(tmp_path, runs, world, size) for world in (0, 1)]
    assert one == other
    assert len({frame.cells for frame in one}) > len(runs)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
async def test_a_covered_hand_shows_nothing_of_itself_in_any_frame(
    tmp_path: Path, game: Game[Any], size: tuple[int, int]
) -> None:
    runs = [run_to(game, kind, None, ME if kind in OWN else None) for kind in TOLD[game.id]]
    one, other = [await seen(tmp_path, runs, world, size, covered=True) for world in (0, 1)]
    assert one == other
    assert len({frame.cells for frame in one}) > len(runs)


# ── what it costs ───────────────────────────────────────────────────────────────────────────────


async def sent(folder: Path, kind: str, round_trip: float = 0.0) -> int:
    """How many bytes reach a terminal of 120x40 until all is where it goes."""
    run = run_to(WOLFMOON, kind, ME)[-2:]
    console, size = Console(color_system="truecolor", force_terminal=True), 0
    true_color = patch.dict(os.environ, COLORTERM="truecolor", TERM="xterm-256color")
    with frame_by_frame() as pauses, true_color:
        async with sitting(folder, run[0].one, size=(120, 40), motion=True) as table:
            table.client.round_trip = round_trip
            desk = SimpleNamespace(console=console, size=table.app.size, screen=table.app.screen)
            desk.cursor_position = desk._previous_cursor_position = Offset(0, 0)
            shadow = Shadow()
            shadow.changes(whole(table), desk).render_segments(console)
            await told(table, run)
            async for _ in frames(table, pauses):
                changes = shadow.changes(whole(table), desk)
                size += len(changes.render_segments(console).encode()) if changes else 0
    return size


def whole(table: Sitting) -> LayoutUpdate:
    """All that is on the screen, as Textual would paint it."""
    strips: list[Any] = [[strip] for strip in table.app.screen._compositor.render_strips()]
    return LayoutUpdate(strips, Region(0, 0, *table.app.size))


@pytest.mark.parametrize("kind", ["drew", "moon", "swapped"])
async def test_what_somebody_else_does_costs_at_most_35_kilobytes(
    tmp_path: Path, kind: str
) -> None:
    assert 1000 < await sent(tmp_path, kind) < 35_000


async def test_a_great_moment_costs_at_most_200_kilobytes_and_80_over_a_slow_line(
    tmp_path: Path,
) -> None:
    near, far = await sent(tmp_path, "no_wolf"), await sent(tmp_path, "no_wolf", 2 * SLOW)
    assert 10_000 < far < 80_000
    assert far < near < 200_000


# ── how it moves ────────────────────────────────────────────────────────────────────────────────


async def told(table: Sitting, run: list[Step]) -> None:
    """The host tells of the last step of a run."""
    for step in run[1:]:
        news = update_for(step.one, first=step.told, turn=table.session.turn + 1)
        table.session.hear(news)
        table.app.follow(table.session, news)
    await table.settle()


async def test_story_and_stage_tell_it_before_anything_moves(tmp_path: Path) -> None:
    run = run_to(WOLFMOON, "moon", ME)[-2:]
    with frame_by_frame():
        async with sitting(tmp_path, run[0].one, size=(120, 40), motion=True) as table:
            await told(table, run)
            assert table.screen.motion.left
            stage = next(zone for zone in table.screen.query(Stage) if zone.size.width)
            story = " ".join(words_of(table.screen.query_one(Log).lines()))
            for drawn in (" ".join(words_of(stage.lines())), story):
                assert "You turn up the first Moon" in " ".join(drawn.split())


async def test_in_robbers_too_a_card_flies_and_the_new_sentence_is_lit(tmp_path: Path) -> None:
    run = run_to(GAMES["robbers"], "played", ME)[-2:]
    with frame_by_frame():
        async with sitting(tmp_path, run[0].one, size=(60, 20), motion=True) as table:
            await told(table, run)
            assert len(table.screen.motion.left) == 2
            card = next(event for event in run[-1].news if event.kind == "played").cards[0]
            teller = table.session.teller
            assert isinstance(teller, RobbersTeller)
            name = teller.card(card, "short")
            assert name in words_of(table.screen.query_one(Flight).card)[0]
            assert [stage.lit for stage in table.screen.query(Staged)] == [0]


@pytest.mark.parametrize(("round_trip", "turns"), [(0.0, [0.0, 0.5, 1.0]), (2 * SLOW, [1.0])])
async def test_a_card_that_is_shown_to_the_player_turns_over_unless_the_line_is_slow(
    tmp_path: Path, round_trip: float, turns: list[float]
) -> None:
    run = run_to(WOLFMOON, "looked", ME, ME)[-2:]
    with frame_by_frame() as pauses:
        async with sitting(tmp_path, run[0].one, size=(120, 40), motion=True) as table:
            table.client.round_trip = round_trip
            await told(table, run)
            peek = table.screen.query_one(Peek)
            (name,) = {table.session.teller.card(card) for _, card in peek.cards}
            seen = [
                (peek.turned, " ".join(words_of(peek.lines())).count(name))
                async for _ in frames(table, pauses)
            ]
    assert list(dict.fromkeys(turned for turned, _ in seen)) == turns
    assert all(
        count == (2 if turned == 1 else 1) for turned, count in seen
    )  # in words, on the card


@pytest.mark.parametrize("kind", ["drew", "moon", "swapped"])
async def test_what_moves_ends_as_if_nothing_had_moved(tmp_path: Path, kind: str) -> None:
    run = run_to(WOLFMOON, kind, ME)[-2:]
    moved = await seen(tmp_path, [run], 0, (80, 23))
    still = await seen(tmp_path, [run], 0, (80, 23), motion=False)
    assert len(moved) > len(still) == 1
    assert moved[-1] == still[0]
    assert moved[0] != still[0]


@pytest.mark.parametrize("kind", ["drew", "moon"])
async def test_any_key_lets_it_be_where_it_goes(tmp_path: Path, kind: str) -> None:
    run = run_to(WOLFMOON, kind, ME)[-2:]
    with frame_by_frame():
        async with sitting(tmp_path, run[0].one, motion=True) as table:
            await told(table, run)
            assert table.screen.motion.left
            await table.press("pageup")
            assert not table.screen.motion.left
            assert not table.screen.query_one(Flight).display
            assert table.screen.query_one(Pile).rising is None
            assert all(stage.lit == 1 for stage in table.screen.query(Stage))


@pytest.mark.parametrize("kind", ["out", "no_wolf"])
async def test_a_key_ends_a_moment_that_moves_and_the_next_one_closes_it(
    tmp_path: Path, kind: str
) -> None:
    run = run_to(WOLFMOON, kind, ME)[-2:]
    with frame_by_frame():
        async with sitting(tmp_path, run[0].one, motion=True) as table:
            await told(table, run)
            await until(table.pilot, lambda: bool(table.app.screen.query(MomentPicture)))
            picture = table.app.screen.query_one(MomentPicture)
            assert picture.share == 0
            await table.press("space")
            assert picture.share == 1
            assert isinstance(table.app.screen, MomentScreen)
            await table.press("space")
            assert table.app.table_screen() is table.app.screen


async def test_there_are_at_most_ten_frames_in_a_second(tmp_path: Path) -> None:
    runs = [run_to(WOLFMOON, kind, ME) for kind in TOLD["wolfmoon"]]
    pauses = [frame.seconds for frame in await seen(tmp_path, runs, 0, (80, 23))]
    assert min(pause for pause in pauses if pause) > 0.0999


@pytest.mark.parametrize(
    ("kind", "frames_far"),
    [("drew", 2), ("moon", 0), ("swapped", 2), ("out", 0), ("no_wolf", 0)],
)
async def test_over_a_slow_line_there_are_fewer_frames(
    tmp_path: Path, kind: str, frames_far: int
) -> None:
    run = run_to(WOLFMOON, kind, ME)[-2:]
    near = await seen(tmp_path, [run], 0, (80, 23))
    far = await seen(tmp_path, [run], 0, (80, 23), round_trip=2 * SLOW)
    assert len(far) - 1 == frames_far < len(near) - 1
    assert far[-1] == near[-1]


def test_an_app_over_ssh_and_one_for_visitors_count_as_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    assert not app_with(tmp_path).is_far
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22")
    assert app_with(tmp_path).is_far
    visitors = pytest.importorskip("moontui.app.visitor_app", reason="visitors need Unix")
    assert visitors.VisitorApp.is_far.fget(None)


async def test_nothing_moves_if_the_environment_says_so_whatever_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    app = app_with(tmp_path, motion=True)
    async with app.run_test():
        assert not app.moves
        app.apply_settings()
        assert not app.moves


async def test_nothing_moves_if_the_command_line_says_so_whatever_is_set(tmp_path: Path) -> None:
    app = app_with(tmp_path, motion=True)
    app.wish = parser().parse_args(["solo", "--reduced-motion"])
    app.wish.command = ""
    async with app.run_test():
        assert not app.moves
        app.apply_settings()
        assert not app.moves
