"""What moves on a screen, frame by frame: a test draws each of them when it likes."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch

from textual.timer import Timer

from engine.core import Choice, Event, Game, Seat
from engine.games import GAMES
from engine.play import apply, asks
from moontui.app.motion import Motions
from moontui.app.screens.game import GameScreen
from moontui.app.screens.moment import MomentScreen
from tests.engine.laws import new_game, walk
from tests.moontui.sitting import Sitting
from tests.net.canaries import twin_of


class Frame(NamedTuple):
    """What is on the screen, and for how long."""

    cells: tuple[str, ...]
    seconds: float


@contextmanager
def frame_by_frame() -> Iterator[list[float]]:
    """Nothing moves by itself; yields for how long each frame would have stayed."""
    pauses: list[float] = []

    def wait(motions: Motions, pause: float) -> Timer:
        pauses.append(pause)
        return Timer(motions.screen, 1.0)

    near = {name: value for name, value in os.environ.items() if name != "SSH_CONNECTION"}
    with (
        patch.object(Motions, "wait", wait),
        patch.object(MomentScreen, "set_timer"),  # a moment stays, however slow this machine is
        patch.dict(os.environ, near, clear=True),
    ):
        yield pauses


def motions_of(table: Sitting) -> Motions | None:
    """What can move on the screen that is seen."""
    screen = table.app.screen
    if isinstance(screen, MomentScreen):
        return screen.climbing
    return screen.motion if isinstance(screen, GameScreen) else None


async def frames(table: Sitting, pauses: list[float]) -> AsyncIterator[Frame]:
    """All frames until nothing moves any more, and the picture that stays."""
    while True:
        await table.settle()
        motions = motions_of(table)
        moving = motions is not None and bool(motions.left)
        yield Frame(cells(table), pauses[-1] if moving else 0.0)
        if motions is None or not moving:
            return
        motions.step()


def cells(table: Sitting) -> tuple[str, ...]:
    """Every cell of the screen, with its colors."""
    return tuple(
        "".join(f"{segment.text}\x1b{segment.style}\x1b" for segment in strip)
        for strip in table.app.screen._compositor.render_strips()
    )


class Step(NamedTuple):
    """Two worlds after the same answer, and how much had happened before it."""

    one: Any
    other: Any
    told: int

    @property
    def news(self) -> list[Event]:
        return list(self.one.events[self.told :])


def runs(game: Game[Any], seed: int, knower: Seat | None) -> Iterator[list[Step]]:
    """Two worlds that differ only in what somebody may not know, played the same way for as long as
    that person is told the same; then two others."""
    state, rng = new_game(game, seed)
    run: list[Step] = []
    for actor, choice in walk(state, rng):
        if not run:
            run = [Step(state.copy(), twin_of(game, state, knower, rng), len(state.events))]
        told = len(state.events)
        one, other = state.copy(), run[-1].other.copy()
        if choice in offered(other, actor):
            for world in (one, other):
                apply(world, actor, choice)
            events = [[e.told_to(knower) for e in w.events[told:]] for w in (one, other)]
            if events[0] == events[1]:
                run.append(Step(one, other, told))
                continue
        yield run
        run = []


def run_to(
    game: Game[Any], kind: str, knower: Seat | None, actor: Seat | None = None
) -> list[Step]:
    """The same as `found`, looked for once."""
    return found(game.id, kind, knower, actor)


@cache
def found(name: str, kind: str, knower: Seat | None, actor: Seat | None) -> list[Step]:
    """Two worlds shortly before an event of a kind, of an actor if that matters, then on to it; the
    round goes on after it, unless the event is its end."""
    game = GAMES[name]
    for seed in range(400):
        for run in runs(game, seed, knower):
            for end, step in enumerate(run[1:], 1):
                over = any(event.kind.startswith("won_") for event in step.news)
                goes_on = not over or kind.startswith("won_")
                if (
                    asks(step.one)
                    and goes_on
                    and any(
                        event.kind == kind and actor in (None, event.seat) for event in step.news
                    )
                ):
                    return run[max(0, end - 3) : end + 1]
    raise AssertionError(f"nobody was ever told of {kind}")


def offered(state: Any, seat: Seat) -> tuple[Choice, ...]:
    return next((ask.choices for ask in asks(state) if ask.seat == seat), ())
