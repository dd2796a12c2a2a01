"""Chatter at real tables: bots speak on the way that people's words take, under the same rules."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from engine.bots.talk import NOTHING, remark
from engine.games.wolfmoon.state import SEATS
from engine.play import asks, view
from net import messages as said
from tests.net.tables import Parlour
from tests.net.visitors import NO_LIMITS, OFTEN, House, Visitor, eventually, hosting

ROUNDS = 40


async def evening(house: House, rounds: int = ROUNDS, **wish: Any) -> list[said.Said]:
    """What Ana hears while she plays with bots, until somebody speaks or it gets late."""
    (ana,) = await house.company("Ana", seats=4, bots=3, level="random", **wish)
    for number in range(rounds):
        await house.deal([ana])
        await play(house, ana, Random(f"evening {number}"))
        if spoken := [heard for heard in ana.heard if isinstance(heard, said.Said)]:
            return spoken
    return []


async def play(house: House, ana: Visitor, rng: Random) -> None:
    """Play a round to its end, answering at random."""
    while (table := house.table(ana)).lasting.phase == "playing":
        turn, ask = table.lasting.turn, asks(table.lasting.state)[0]
        if not table.bot_plays(ask.seat):
            ana.say(said.Act(turn, next(Visitor.numbers), *rng.choice(ask.choices)))
        await ana.turn_after(turn)
    await ana.until(said.Proof, lambda proof: not proof.more)
    await ana.until(said.Room)


async def test_bots_of_a_lively_table_talk(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        first = (await evening(house, chatter="lively"))[0]
    assert first.seat in (1, 2, 3)
    assert first.phrase
    assert not first.text


async def test_bots_of_a_silent_table_do_not(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        assert await evening(house, rounds=3, chatter="off") == []


async def test_a_bots_words_cost_its_seat_what_a_persons_would(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS | {"chat": (0, 10.0)}) as house:
        assert await evening(house, rounds=3, chatter="lively") == []


async def test_a_person_cannot_use_the_words_of_bots(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        (ana,) = await house.company("Ana")
        ana.say(said.Phrase("struck_me_1"))
        assert (await ana.refusal()).why == "no_such_phrase"


async def test_nobody_talks_at_night(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        wish = {"game": "onenight", "options": {}, "chatter": "lively"}
        for number in range(5):
            (ana,) = await house.company(f"Ana {number}", seats=5, bots=4, level="easy", **wish)
            await house.deal([ana])
            await ana.settled()
            task = house.host.tables[house.table(ana).opening.table]
            assert task.chatter.why_not(lambda: True) == "quiet"
            assert [heard for heard in ana.heard if isinstance(heard, said.Said)] == []


async def test_in_another_world_a_bot_takes_the_same_breath_for_the_same_words(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path) as house:
        ana = await at_robbers(house, chatter="lively", pace=100)
        table = house.table(ana)
        chatter, game = house.host.tables[table.opening.table].chatter, table.lasting.game
        here = chatter.chance("breath"), remark(chatter.company(), 0)
        hidden = table.lasting.state.hands
        twin = view(game, table.lasting.state, None).state
        table.lasting.state = game.fill(twin, None, Random("another world"))
        assert table.lasting.state.hands != hidden
        assert (chatter.chance("breath"), remark(chatter.company(), 0)) == here


# ── claims ──────────────────────────────────────────────────────────────────────────────────────


async def at_robbers(house: House, **wish: Any) -> Visitor:
    (ana,) = await house.company("Ana", game="robbers", seats=4, bots=3, **wish)
    await house.deal([ana])
    return ana


async def test_a_persons_claim_is_noted(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        ana = await at_robbers(house, chatter="off")
        ana.say(said.Phrase("claim_traitor"))
        await ana.until(said.Said)
        chatter = house.host.tables[house.table(ana).opening.table].chatter
        assert chatter.claimed == {0: "claim_traitor"}


async def test_a_claim_is_forgotten_with_the_deal(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana = await at_robbers(house, chatter="off", level="random")
        ana.say(said.Phrase("claim_traitor"))
        await ana.until(said.Said)
        await play(house, ana, Random("forgotten"))
        await house.deal([ana])
        await eventually(lambda: house.table(ana).lasting.phase == "playing")
        chatter = house.host.tables[house.table(ana).opening.table].chatter
        assert chatter.claimed == {}
        assert [event.kind for event in chatter.public].count("round") == 1


async def test_sooner_or_later_a_bot_doubts_what_a_person_claims(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS | {"chat": OFTEN}) as house:
        for _ in range(ROUNDS):
            ana = await at_robbers(house, chatter="lively")
            ana.say(said.Phrase("claim_traitor"))
            await ana.until(said.Said, lambda heard: heard.seat == 0)
            await ana.settled()
            if any(isinstance(one, said.Said) and one.phrase == "doubt_1" for one in ana.heard):
                return
    raise AssertionError("everybody believed it, every time")


# ── what is remembered ──────────────────────────────────────────────────────────────────────────


def test_who_won_is_remembered_after_a_match_and_after_a_restart() -> None:
    parlour = Parlour("Ana", seats=3)
    parlour.deal()
    assert parlour.table.lasting.evening == NOTHING
    parlour.play_out()
    evening = parlour.table.lasting.evening
    assert evening.winners or evening.struck
    assert parlour.recovered().lasting.evening == evening


def test_nothing_is_remembered_of_a_bot_that_went() -> None:
    parlour = Parlour("Ana", seats=3)
    parlour.deal()
    parlour.play_out()
    for seat in (1, 2):
        parlour.say(parlour.people[0], said.Remove(seat))
    memory = parlour.table.lasting.evening
    assert {seat for pair in memory.struck.items() for seat in pair} <= {SEATS[0]}
    assert set(memory.winners) <= {SEATS[0]}
