"""No frame tells what its reader may not know: neither in words, nor by a byte more or less."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core import Game
from engine.games import GAMES
from net import messages as said
from net.present import Peer
from net.security import digest
from tests.net.canaries import Watchman, alike, awaited, spellings
from tests.net.visitors import NO_LIMITS, Visitor, hosting


@pytest.mark.parametrize("block", range(5))
def test_no_frame_of_a_match_tells_a_secret(block: int) -> None:
    for seed in range(block * 3, block * 3 + 3):
        assert Watchman(seed).play() > 100, f"seed {seed}"


def test_a_pile_in_a_frame_would_be_noticed() -> None:
    watchman = Watchman(0)
    watchman.play()
    watchman.table.lasting.state.pile = list(range(20))
    with pytest.raises(AssertionError, match="Update to 1 tells"):
        watchman.look_at(Peer(1), said.Update(1, {"cards": list(range(10, 20))}, [], 0))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_seat_is_sent_the_same_bytes_in_worlds_it_cannot_tell_apart(game: Game[Any]) -> None:
    assert alike(game, 60) > 120


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_seat_waits_for_the_same_in_worlds_it_cannot_tell_apart(game: Game[Any]) -> None:
    assert alike(game, 60, awaited) > 120


@pytest.mark.parametrize("seed", range(3))
async def test_neither_lines_nor_log_tell_what_deals_the_cards_or_brings_others_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    caplog.set_level(logging.DEBUG)
    async with hosting(tmp_path, **NO_LIMITS) as house:
        company = await house.company("Ada", "Ben", "Cleo")
        lost, table = company[1], house.table(company[1]).opening.table
        await house.deal(company)
        secrets = [
            house.table(company[0]).lasting.secret,
            house.table(company[0]).lasting.state.seed,
        ]
        await house.play(company, Random(seed), answers=3)
        await lost.hang_up()
        company[1] = await house.guest("Ben")
        company[1].say(said.Join(table, token(lost)))
        await company[1].until(said.Update)
        await house.play(company, Random(seed))
        secrets += [house.table(company[0]).lasting.secret]
        for visitor in company:
            await visitor.until(said.Proof)
    everybody = [*company, lost]
    canaries = {form for secret in secrets for form in spellings(secret)}
    canaries |= {form for visitor in everybody for form in spellings(digest(token(visitor)))}
    for visitor in everybody:
        others = {token(other).encode() for other in company if other is not visitor}
        for payload, message in zip(visitor.payloads, visitor.heard, strict=True):
            if not isinstance(message, said.Proof):
                assert not [canary for canary in canaries | others if canary in payload]
    log = caplog.text.encode()
    assert not [canary for canary in canaries if canary in log]
    assert not [visitor for visitor in everybody if token(visitor).encode() in log]


def token(visitor: Visitor) -> str:
    assert visitor.seated is not None
    return visitor.seated.token
