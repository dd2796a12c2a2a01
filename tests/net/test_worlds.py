"""Over real sockets, a seat and a watcher hear the same in two worlds they cannot tell apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core import Game
from engine.games import GAMES
from net import messages as said
from net.present import Peer
from net.table import Table
from tests.net.worlds import play_pairs

PAIRS = 15


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
async def test_frames_are_the_same_in_worlds_that_nobody_there_can_tell_apart(
    tmp_path: Path, game: Game[Any]
) -> None:
    pairs, frames = await play_pairs(tmp_path, game, 0, PAIRS)
    assert pairs == PAIRS
    assert frames > 6 * PAIRS  # seat and watcher each hear of their return, the room and the game


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
async def test_one_more_letter_about_a_hidden_card_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game[Any]
) -> None:
    tell_room = Table.tell_room

    def gossip(table: Table) -> None:
        tell_room(table)
        if table.lasting.state is not None:
            table.tell(said.Notice("left", "x" * (table.lasting.state.seed[0] % 2)))

    monkeypatch.setattr(Table, "tell_room", gossip)
    with pytest.raises(AssertionError, match=r"heard .*'notice'"):
        await play_pairs(tmp_path, game, 0, PAIRS)


async def test_a_frame_too_many_for_those_who_come_back_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prove = Table.prove

    def blurt(table: Table, *peers: Peer) -> None:
        prove(table, *peers)
        if sum(map(sum, table.lasting.state.hands)) % 2:
            table.tell(said.Notice("left", ""))

    monkeypatch.setattr(Table, "prove", blurt)
    with pytest.raises(AssertionError, match="'notice'"):
        await play_pairs(tmp_path, GAMES["wolfmoon"], 0, PAIRS)
