"""What moves: short, after the facts, the same for all that may not be known, and gone at a key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core import HIDDEN, Event, Game, Seat
from engine.games import GAMES
from tests.extent import some
from tests.moontui.moving import Frame, Step, frame_by_frame, frames, run_to
from tests.moontui.scenes import ME, update_for
from tests.moontui.sitting import sitting

WOLFMOON = GAMES["wolfmoon"]
TOLD = {
    "wolfmoon": some(
        ["drew", "swapped", "moon", "out", "no_wolf"],
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
    folder: Path, runs: list[list[Step]], world: int, size: tuple[int, int], covered: bool = False
) -> list[Frame]:
    """Every frame of what somebody sees in one of two worlds."""
    shown: list[Frame] = []
    with frame_by_frame() as pauses:
        async with sitting(folder, size=size, motion=True, covered=covered) as table:
            for run in runs:
                await table.sit(run[0][world])
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
