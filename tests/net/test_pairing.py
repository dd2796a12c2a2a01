"""A seat moves to another machine by a code, once, and only if the seated terminal says yes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.core import Seat
from net import messages as said
from net.host import seat_by_token
from net.invites import LETTERS, PAIRING, code_in_groups
from net.pairing import CONFIRM, FINDS, LIFE, TRIES
from tests.net.visitors import NO_LIMITS, House, Visitor, eventually, hosting

TABLES = {"options": {"length": "round", "start": "0"}, "pace": 0}


@asynccontextmanager
async def seated(folder: Path) -> AsyncIterator[tuple[House, Visitor, Visitor]]:
    """A house, Bo at its table, and Bo's other machine, which has only just come in."""
    async with hosting(folder, **NO_LIMITS) as house:
        _, bo = await house.company("Ana", "Bo", bots=1, **TABLES)
        yield house, bo, await house.guest("Bo2")


async def code_of(visitor: Visitor) -> str:
    visitor.say(said.Pair())
    return (await visitor.until(said.Pairing)).code


def wrong(code: str) -> str:
    """The code with another last letter."""
    return code[:-1] + LETTERS[LETTERS.index(code[-1]) - 1]


async def refused(visitor: Visitor, code: str) -> str:
    visitor.say(said.Claim(code))
    return (await visitor.refusal()).why


def token_of(visitor: Visitor) -> str:
    assert visitor.seated is not None
    return visitor.seated.token


async def test_a_seat_moves_once_its_terminal_says_yes_and_the_old_token_is_void(
    tmp_path: Path,
) -> None:
    async with seated(tmp_path) as (house, bo, other):
        other.say(said.Claim(code_in_groups(await code_of(bo)).lower()))
        claimed = await bo.until(said.Claimed)
        assert (claimed.name, claimed.where) == ("Bo2", "127.0.0.1")
        assert (await other.until(said.Notice)).key == "pairing_asked"
        assert house.table(bo).present.seated[Seat(1)] == house.line(bo).peer
        bo.say(said.Allow(True))
        assert await bo.goodbye() == "moved"
        assert (await other.until(said.Seated)).seat == 1
        assert seat_by_token(house.table(other), token_of(other)) == 1
        assert seat_by_token(house.table(other), token_of(bo)) is None
        assert not house.table(other).lasting.chairs[1].old_token


async def test_a_seat_that_has_moved_has_moved_after_a_restart_too(tmp_path: Path) -> None:
    async with seated(tmp_path) as (_, bo, other):
        code = await code_of(bo)
        other.say(said.Claim(code))
        await bo.until(said.Claimed)
        bo.say(said.Allow(True))
        await other.until(said.Seated)
        assert bo.seated is not None
        table = bo.seated.table
        for journal in (tmp_path / "tables").iterdir():
            assert code.encode() not in journal.read_bytes()
    async with hosting(tmp_path, **NO_LIMITS) as house:
        thief, owner = await house.guest("Bo"), await house.guest("Bo")
        thief.say(said.Join(table, token_of(bo)))
        assert (await thief.refusal()).why == "bad_token"
        owner.say(said.Join(table, token_of(other)))
        assert (await owner.until(said.Seated)).seat == 1


async def test_a_seat_stays_if_its_terminal_says_no_and_the_code_is_used_up(tmp_path: Path) -> None:
    async with seated(tmp_path) as (house, bo, other):
        code = await code_of(bo)
        other.say(said.Claim(code))
        await bo.until(said.Claimed)
        bo.say(said.Allow(False))
        assert (await other.refusal()).why == "pairing_denied"
        assert await refused(other, code) == "wrong_pairing"
        assert seat_by_token(house.table(bo), token_of(bo)) == 1


async def test_a_code_is_good_for_one_who_types_it(tmp_path: Path) -> None:
    async with seated(tmp_path) as (house, bo, other):
        code, third = await code_of(bo), await house.guest("Cleo")
        other.say(said.Claim(code))
        await bo.until(said.Claimed)
        assert await refused(third, code) == "wrong_pairing"


async def test_three_wrong_tries_void_a_code_and_its_owner_hears_of_it(tmp_path: Path) -> None:
    async with seated(tmp_path) as (_, bo, other):
        code = await code_of(bo)
        for _ in range(TRIES):
            assert await refused(other, wrong(code)) == "wrong_pairing"
        assert (await bo.until(said.Notice)).key == "pairing_spent"
        assert await refused(other, code) == "wrong_pairing"


async def test_guesses_that_do_not_even_find_a_code_spoil_none(tmp_path: Path) -> None:
    async with seated(tmp_path) as (_, bo, other):
        code = await code_of(bo)
        letters = [letter for letter in LETTERS if letter != code[0]]
        for letter in letters[: TRIES + 1]:
            assert await refused(other, letter + code[1:]) == "wrong_pairing"
        other.say(said.Claim(code))
        await bo.until(said.Claimed)


async def test_somebody_who_keeps_guessing_is_not_listened_to(tmp_path: Path) -> None:
    async with seated(tmp_path) as (_, bo, other):
        code = await code_of(bo)
        answers = [await refused(other, "?") for _ in range(11)]
        assert answers == ["wrong_pairing"] * 10 + ["too_many_guesses"]
        assert await refused(other, code) == "too_many_guesses"


async def test_a_code_expires(tmp_path: Path) -> None:
    async with seated(tmp_path) as (house, bo, other):
        code = await code_of(bo)
        house.clock.leap(LIFE)
        assert await refused(other, code) == "wrong_pairing"


async def test_who_waits_in_vain_for_a_yes_hears_so_and_a_late_yes_moves_nothing(
    tmp_path: Path,
) -> None:
    async with seated(tmp_path) as (house, bo, other):
        other.say(said.Claim(await code_of(bo)))
        await bo.until(said.Claimed)
        house.clock.leap(CONFIRM)
        assert (await other.refusal()).why == "pairing_over"
        bo.say(said.Allow(True))
        assert (await bo.refusal()).why == "pairing_over"
        assert seat_by_token(house.table(bo), token_of(bo)) == 1


async def test_a_new_code_replaces_the_one_before(tmp_path: Path) -> None:
    async with seated(tmp_path) as (_, bo, other):
        first, second = await code_of(bo), await code_of(bo)
        assert await refused(other, first) == "wrong_pairing"
        other.say(said.Claim(second))
        await bo.until(said.Claimed)


async def test_a_code_dies_with_the_line_that_asked_for_it(tmp_path: Path) -> None:
    async with seated(tmp_path) as (house, bo, other):
        code = await code_of(bo)
        await bo.hang_up()
        await eventually(lambda: not house.host.pairings.by_owner)
        assert await refused(other, code) == "wrong_pairing"


async def test_a_yes_to_somebody_who_has_hung_up_moves_nothing(tmp_path: Path) -> None:
    async with seated(tmp_path) as (house, bo, other):
        other.say(said.Claim(await code_of(bo)))
        await bo.until(said.Claimed)
        await other.hang_up()
        await eventually(lambda: not house.host.pairings.by_owner)
        bo.say(said.Allow(True))
        assert (await bo.refusal()).why == "pairing_over"
        assert seat_by_token(house.table(bo), token_of(bo)) == 1


async def test_a_seat_given_up_cannot_be_claimed(tmp_path: Path) -> None:
    async with seated(tmp_path) as (_, bo, other):
        code = await code_of(bo)
        bo.say(said.Leave())
        await bo.settled()
        assert await refused(other, code) == "pairing_over"


async def test_only_who_sits_gets_a_code_and_only_who_was_asked_may_allow(tmp_path: Path) -> None:
    async with seated(tmp_path) as (_, bo, other):
        other.say(said.Pair(), said.Allow(True))
        assert (await other.refusal()).why == "only_players"
        assert (await other.refusal()).why == "pairing_over"
        bo.say(said.Allow(True))
        assert (await bo.refusal()).why == "pairing_over"


async def test_nobody_claims_a_second_seat_at_the_same_table(tmp_path: Path) -> None:
    async with seated(tmp_path) as (_, bo, _other):
        assert await refused(bo, await code_of(bo)) == "already_seated"


@pytest.mark.parametrize("code", ["", "K3", "K" * 32, "\x1b[2J", "ＫＫＫＫ"])
async def test_what_is_no_code_is_refused_by_name(tmp_path: Path, code: str) -> None:
    async with seated(tmp_path) as (_, bo, other):
        await code_of(bo)
        assert await refused(other, code) == "wrong_pairing"


def test_a_code_has_forty_bits_besides_those_that_find_it() -> None:
    assert len(LETTERS) ** (PAIRING - FINDS) >= 2**40
