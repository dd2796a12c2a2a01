"""A seat has one owner: whoever shows its token, and nobody else at any moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from engine.core import Seat
from net import messages as said
from net.host import seat_by_token
from net.messages import Message
from net.security import digest, new_token
from net.wire import TO_HOST
from tests.extent import some
from tests.net.tables import play_out
from tests.net.visitors import NO_LIMITS, House, Visitor, eventually, hosting

RACES = some(60, 100)
NONCE, SEAL = "0" * 32, "0" * 64
TABLES = {"options": {"length": "round", "start": "0"}, "pace": 0}


@asynccontextmanager
async def two_at_a_table(folder: Path) -> AsyncIterator[tuple[House, Visitor]]:
    """Ana, who came first, and Bo; one more seat has a bot. The visitor is Bo."""
    async with hosting(folder, **NO_LIMITS) as house:
        _, bo = await house.company("Ana", "Bo", bots=1, **TABLES)
        yield house, bo


def token_of(visitor: Visitor) -> str:
    assert visitor.seated is not None
    return visitor.seated.token


def join(visitor: Visitor, token: str = "") -> said.Join:
    """The message that leads to a visitor's table."""
    assert visitor.seated is not None
    return said.Join(visitor.seated.table, token)


# ── races ───────────────────────────────────────────────────────────────────────────────────────


def race(seed: int) -> str:
    """Several people want one seat at the same moment; returns what kind of race it was."""
    rng = Random(f"race {seed}")
    kind = rng.choice(("free seat", "token", "token and stranger"))
    with TemporaryDirectory() as folder:
        try:
            asyncio.run(RACES_BY_KIND[kind](Path(folder), rng))
        except Exception as broken:
            raise AssertionError(f"seed {seed}, {kind}: {broken!r}") from broken
    return kind


async def race_for_a_free_seat(folder: Path, rng: Random) -> None:
    """The last free seat goes to one of them; the others are told that it is taken."""
    async with hosting(folder, **NO_LIMITS) as house:
        (ana,) = await house.company("Ana", bots=1, watch="none", **TABLES)
        runners = [await house.guest(f"R{number}") for number in range(rng.randint(2, 5))]
        for runner in rng.sample(runners, len(runners)):
            runner.say(join(ana), said.Ready(SEAL, SEAL))
        answers = [await runner.until(Message, is_verdict) for runner in runners]
        winners = [runner for runner in runners if runner.seated is not None]
        assert len(winners) == 1
        losses = [answer for answer in answers if isinstance(answer, said.Refused)]
        assert [loss.why for loss in losses] == ["no_free_seat"] * (len(runners) - 1)
        for runner in runners:
            await runner.settled()
        table = house.table(ana)
        assert [chair.kind for chair in table.lasting.chairs] == ["person", "person", "bot"]
        assert seat_by_token(table, token_of(winners[0])) == 1
        assert table.present.seated[Seat(1)] == house.line(winners[0]).peer


async def race_with_one_token(folder: Path, rng: Random) -> None:
    """All who show the token are let in, one after the other; the last to come stays."""
    async with two_at_a_table(folder) as (house, bo):
        runners = [await house.guest("Bo") for _ in range(rng.randint(2, 4))]
        for runner in rng.sample(runners, len(runners)):
            runner.say(join(bo, token_of(bo)))
        await check_one_owner(house, [bo, *runners])


async def race_of_owner_and_stranger(folder: Path, rng: Random) -> None:
    """The owner takes the seat from another terminal while somebody guesses."""
    async with two_at_a_table(folder) as (house, bo):
        owner, thief = await house.guest("Bo"), await house.guest("Bo")
        words = [(owner, token_of(bo)), (thief, new_token())]
        for visitor, token in rng.sample(words, 2):
            visitor.say(join(bo, token), said.Leave())
        assert (await thief.refusal()).why == "bad_token"
        assert (await thief.refusal()).why == "no_table"
        assert await bo.goodbye() == "taken_over"
        assert thief.seated is None
        assert (await owner.until(said.Seated)).seat == 1


async def check_one_owner(house: House, visitors: list[Visitor]) -> None:
    """Of all who had a seat's token, one has the seat; the others were told why it is gone."""
    lines = house.host.connections.by_peer
    await eventually(lambda: len(lines) == 2)  # Ana's, and that of whoever came last
    owner = next(visitor for visitor in visitors if has_line(house, visitor))
    for visitor in visitors:
        if visitor is not owner:
            assert await visitor.goodbye() == "taken_over"
    await owner.settled()
    table = house.table(owner)
    assert table.present.seated[Seat(1)] == house.line(owner).peer
    assert table.lasting.chairs[1].token == digest(token_of(owner))


def has_line(house: House, visitor: Visitor) -> bool:
    own = visitor.writer.get_extra_info("sockname")
    ends = house.host.connections.by_peer.values()
    return any(end.writer.get_extra_info("peername") == own for end in ends)


def is_verdict(message: Message) -> bool:
    return isinstance(message, said.Seated | said.Refused)


RACES_BY_KIND = {
    "free seat": race_for_a_free_seat,
    "token": race_with_one_token,
    "token and stranger": race_of_owner_and_stranger,
}


@pytest.mark.parametrize("block", range(4))
def test_of_all_who_race_for_a_seat_one_gets_it_and_the_others_hear_why(block: int) -> None:
    for seed in range(block, RACES, 4):
        race(seed)


# ── tokens ──────────────────────────────────────────────────────────────────────────────────────


BAD_TOKENS = ("wrong", "of another table", "cut short", "in capitals", "its digest", "one blank")


def bad_token(kind: str, right: str, other: str) -> str:
    return {
        "wrong": new_token(),
        "of another table": other,
        "cut short": right[:-1],
        "in capitals": right.upper(),
        "its digest": digest(right).hex()[:64],
        "one blank": " ",
    }[kind]


async def alone(house: House, phase: str) -> Visitor:
    """Ana at a table with two bots, played up to a phase in which all wait for her."""
    (ana,) = await house.company("Ana", bots=2, level="random", **TABLES)
    if phase != "lobby":
        await house.deal([ana])
    if phase == "over":
        await play_out(ana)
    return ana


@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
@pytest.mark.parametrize("kind", BAD_TOKENS)
async def test_a_bad_token_changes_nothing(tmp_path: Path, kind: str, phase: str) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana = await alone(house, phase)
        (elsewhere,) = await house.company("Di", **TABLES)
        before = house.table(ana).lasting.copy()
        thief = await house.guest("Ana")
        thief.say(join(ana, bad_token(kind, token_of(ana), token_of(elsewhere))))
        assert (await thief.refusal()).why == "bad_token"
        assert house.table(ana).lasting == before


@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
async def test_after_all_bad_tokens_the_owner_still_gets_in(tmp_path: Path, phase: str) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana, thief = await alone(house, phase), await house.guest("Ana")
        for kind in BAD_TOKENS:
            thief.say(join(ana, bad_token(kind, token_of(ana), new_token())))
            await thief.refusal()
        again = await house.guest("Ana")
        again.say(join(ana, token_of(ana)))
        assert (await again.until(said.Seated)).seat == 0


async def test_no_token_at_all_leads_to_nobodys_seat(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana, thief = await alone(house, "playing"), await house.guest("Ana")
        thief.say(join(ana))
        assert (await thief.refusal()).why == "already_playing"
        await play_out(ana)
        thief.say(join(ana))
        assert (await thief.until(said.Seated)).seat == 2, "a bot's"


@pytest.mark.parametrize("size", [65, 2048, TO_HOST])
async def test_a_huge_token_costs_only_the_line_it_came_by(tmp_path: Path, size: int) -> None:
    async with two_at_a_table(tmp_path) as (house, bo):
        before = house.table(bo).lasting.copy()
        thief = await house.guest("Bo")
        thief.say(join(bo, "x" * size))
        assert (await thief.refusal()).why == "malformed"
        assert house.table(bo).lasting == before


async def test_an_old_token_is_good_until_the_new_one_has_surely_arrived(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (house, bo):
        old = token_of(bo)
        again = await house.guest("Bo")
        again.say(join(bo, old))
        await again.until(said.Seated)
        assert seat_by_token(house.table(bo), old) == 1
        house.clock.leap(house.host.limits.old_token)
        await eventually(lambda: seat_by_token(house.table(bo), old) is None)
        assert seat_by_token(house.table(bo), token_of(again)) == 1


async def test_an_old_token_stays_good_while_the_line_did_not_hold(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (house, bo):
        again = await house.guest("Bo")
        again.say(join(bo, token_of(bo)))
        await again.until(said.Seated)
        await again.hang_up()
        await eventually(lambda: 1 not in house.table(bo).present.seated)
        house.clock.leap(house.host.limits.old_token)
        later = await house.guest("Bo")
        later.say(join(bo, token_of(bo)))
        assert (await later.until(said.Seated)).seat == 1


async def test_an_owner_whose_new_tokens_never_arrive_is_not_locked_out(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (house, bo):
        for _ in range(3):
            again = await house.guest("Bo")
            again.say(join(bo, token_of(bo)))  # and nothing more is heard from it
        assert (await again.until(said.Seated)).seat == 1


async def test_an_old_token_that_has_expired_stays_so_after_a_restart(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (house, bo):
        again = await house.guest("Bo")
        again.say(join(bo, token_of(bo)))
        await again.until(said.Seated)
        house.clock.leap(house.host.limits.old_token)
        await eventually(lambda: not house.table(bo).lasting.chairs[1].old_token)
    async with hosting(tmp_path, **NO_LIMITS) as house:
        thief = await house.guest("Bo")
        thief.say(join(bo, token_of(bo)))
        assert (await thief.refusal()).why == "bad_token"


async def test_a_token_is_no_use_after_its_owner_has_left(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (house, bo):
        thief, cy = await house.guest("Bo"), await house.guest("Cy")
        bo.say(said.Leave())
        cy.say(join(bo))
        thief.say(join(bo, token_of(bo)))
        assert (await thief.refusal()).why == "bad_token"
        assert (await cy.until(said.Seated)).seat == 1


# ── coming and going ────────────────────────────────────────────────────────────────────────────


async def test_a_join_that_is_refused_leaves_you_where_you_are(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (house, bo):
        full = await house.company("Di", "Eli", "Fay", **TABLES)
        bo.say(join(full[0]))
        assert (await bo.refusal()).why == "no_free_seat"
        await bo.ready(NONCE)
        room = await bo.until(said.Room, lambda room: room.players[1].ready)
        assert not room.players[1].away


async def test_who_goes_to_another_table_is_away_from_the_first(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana, bo = await house.company("Ana", "Bo", **TABLES)
        (di,) = await house.company("Di", **TABLES)
        bo.say(join(di))
        await bo.until(said.Seated)
        room = await ana.until(said.Room, lambda room: room.players[1].away)
        assert room.players[1].name == "Bo"


async def test_nobody_takes_a_second_seat_at_the_same_table(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        _, bo = await house.company("Ana", "Bo", **TABLES)
        before = bo.seated
        bo.say(join(bo))
        again = await bo.until(said.Seated)
        assert before is not None
        assert (again.table, again.seat) == (before.table, before.seat)
        assert house.table(bo).lasting.seats("person") == [0, 1]


async def test_who_asks_for_a_seat_and_hangs_up_does_not_haunt_it(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        (ana,) = await house.company("Ana", **TABLES)
        for number in range(2):
            ghost = await house.guest(f"G{number}")
            ghost.say(join(ana))
            ghost.writer.close()
        await eventually(lambda: len(house.host.connections.by_peer) == 1)
        await ana.settled()
        assert list(house.table(ana).present.seated) == [0]


async def test_an_answer_that_comes_with_the_return_to_the_seat_counts(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        company = await house.company("Ana", "Bo", "Cy", **TABLES)
        await house.deal(company)
        ana, update = company[0], company[0].update
        assert update is not None
        again = await house.guest("Ana")
        again.say(join(ana, token_of(ana)), said.Act(update.turn, 7, "draw"))
        assert (await again.until(said.Done)).id == 7


async def test_who_comes_back_after_the_end_gets_the_proof(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana = await alone(house, "over")
        again = await house.guest("Ana")
        again.say(join(ana, token_of(ana)))
        assert await again.until(said.Proof) == ana.heard[-1]


async def test_who_is_asked_to_leave_hears_why(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana, bo = await house.company("Ana", "Bo", **TABLES)
        ana.say(said.Remove(1))
        assert await bo.goodbye() == "removed"


async def test_a_table_that_everybody_has_left_is_gone_for_good(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana, bo = await house.company("Ana", "Bo", **TABLES)
        ana.say(said.Leave())
        bo.say(said.Leave())
        await eventually(lambda: not house.host.tables)
        await eventually(lambda: not list((tmp_path / "tables").glob("*.journal")))


async def test_a_word_to_a_table_that_is_just_being_closed_is_answered(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        (ana,) = await house.company("Ana", **TABLES)
        late = await house.guest("Late")
        ana.say(said.Leave())
        late.say(join(ana))
        answer = await late.until(Message, is_verdict)
        assert isinstance(answer, said.Refused)
        assert answer.why == "no_such_table"
