"""Windows at a table: everybody's hidden vote at once, a timed debate, a night of silence.

They are tried on Ballot, a game that only tests play.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace as replaced

from engine.core import Choice, Seat, Window
from engine.games.onenight import ONENIGHT
from engine.games.onenight.claims import ACCUSED
from engine.games.onenight.day import ENOUGH
from engine.games.onenight.night import wakes
from engine.games.onenight.roles import Role
from engine.games.onenight.state import NONE, Claim
from engine.play import asks, view
from net import messages as said
from net.present import Peer
from tests.engine.ballot import BALLOT, NOBODY, put_on_the_shelf
from tests.net.tables import Parlour
from tests.net.visitors import NO_LIMITS, hosting

NIGHT = Window(10.0, quiet=True)


@pytest.fixture(autouse=True)
def ballot(monkeypatch: pytest.MonkeyPatch) -> None:
    put_on_the_shelf(monkeypatch)


def voting(*names: str, window: Window | None = None, **changes: Any) -> Parlour:
    """A vote has just been called."""
    options = changes.pop("options", {})
    parlour = Parlour(*names, game="ballot", version=1, options=options, **changes)
    if window is not None:
        parlour.table.lasting.game = replace(BALLOT, windows={**BALLOT.windows, "vote": window})
    parlour.deal()
    return parlour


def debating(*names: str, **changes: Any) -> Parlour:
    return voting(*names, options={"debate": "90"}, **changes)


def vote(parlour: Parlour, seat: int, other: int) -> None:
    assert parlour.act(Choice("vote", other), seat) == ""


# ── a vote ──────────────────────────────────────────────────────────────────────────────────────


def test_all_may_vote_in_any_order_and_everybody_hears_only_how_many_have() -> None:
    parlour = voting("Ana", "Bo", "Cy")
    heard = parlour.heard[parlour.people[0]]
    before, told = heard[-1], len(heard)
    vote(parlour, 2, 0)
    vote(parlour, 1, 0)
    assert isinstance(before, said.Update)
    assert heard[told:] == [
        replaced(before, first=len(parlour.table.lasting.state.events), events=[], answered=count)
        for count in (1, 2)
    ]
    assert parlour.table.lasting.state.votes == [NOBODY] * 3


def test_nobody_hears_that_somebody_votes_for_another() -> None:
    parlour = voting("Ana", "Bo", "Cy")
    vote(parlour, 2, 0)
    told = len(parlour.heard[parlour.people[0]])
    vote(parlour, 2, 1)
    assert len(parlour.heard[parlour.people[0]]) == told


def test_in_a_window_that_may_not_end_early_nobody_hears_how_many_have_answered() -> None:
    parlour = voting("Ana", "Bo", "Cy", window=NIGHT)
    told = len(parlour.heard[parlour.people[0]])
    vote(parlour, 2, 0)
    assert len(parlour.heard[parlour.people[0]]) == told
    parlour.drop(parlour.people[1])
    back = parlour.heard[parlour.back(1)]
    assert [m.answered for m in back if isinstance(m, said.Update)] == [0]


def test_a_vote_that_may_end_early_does_when_the_last_one_is_in() -> None:
    parlour = voting("Ana", "Bo", "Cy")
    for seat, other in ((2, 0), (0, 1), (1, 0)):
        vote(parlour, seat, other)
    assert parlour.table.lasting.state.paid[0] > 0
    assert parlour.table.lasting.held == {}


def test_a_window_that_may_not_end_early_waits_for_its_time() -> None:
    parlour = voting("Ana", "Bo", "Cy", window=NIGHT)
    for seat, other in ((2, 0), (0, 1), (1, 0)):
        vote(parlour, seat, other)
    assert parlour.table.lasting.state.paid == [0, 0, 0]
    parlour.lapse("window")
    assert parlour.table.lasting.state.paid[0] > 0


def test_answers_that_were_held_are_given_in_the_order_of_seats() -> None:
    parlour = voting("Ana", "Bo", "Cy", window=NIGHT)
    for seat, other in ((2, 0), (1, 0), (0, 1)):
        vote(parlour, seat, other)
    parlour.lapse("window")
    assert [move.seat for move in parlour.table.lasting.moves] == [0, 1, 2]


def test_a_returning_player_is_told_their_own_answer_and_nobody_elses() -> None:
    parlour = voting("Ana", "Bo", "Cy", window=NIGHT)
    vote(parlour, 1, 0)
    parlour.drop(parlour.people[1])
    parlour.drop(parlour.people[2])
    told = [
        next(m.held for m in parlour.heard[parlour.back(seat)] if isinstance(m, said.Update))
        for seat in (1, 2)
    ]
    assert told == [Choice("vote", 0), None]


def test_who_is_silent_gets_what_silence_means() -> None:
    parlour = voting("Ana", "Bo", "Cy")
    vote(parlour, 1, 0)
    parlour.lapse("window")
    assert [move.choice.verb for move in parlour.table.lasting.moves] == [
        "abstain",
        "vote",
        "abstain",
    ]


def test_the_next_vote_has_a_time_of_its_own() -> None:
    parlour = voting("Ana", "Bo", "Cy", window=NIGHT)
    first = parlour.due("window")
    parlour.lapse("window")
    second = parlour.due("window")
    assert first is not None
    assert second is not None
    assert second.turn > first.turn


def test_bots_vote_beside_people_and_an_absent_one_blocks_nothing() -> None:
    parlour = Parlour("Ana", "Bo", seats=10, game="ballot", version=1, options={})
    parlour.deal()
    parlour.drop(parlour.people[1])
    while parlour.due("bot") is not None:
        parlour.lapse("bot")
    assert len(parlour.table.lasting.held) == 8
    parlour.lapse("window")
    assert len(parlour.table.lasting.moves) == 10


def test_who_plays_alone_waits_for_nothing() -> None:
    parlour = Parlour("Ana", seats=3, game="ballot", version=1, options={})
    parlour.deal()
    while parlour.due("bot") is not None:
        parlour.lapse("bot")
    vote(parlour, 0, 1)
    assert len(parlour.table.lasting.moves) == 3


def alone() -> Parlour:
    parlour = Parlour("Ana", seats=3, game="ballot", version=1, options={})
    parlour.deal()
    return parlour


def test_a_window_that_is_watched_runs_out_for_who_plays_alone() -> None:
    parlour = alone()
    parlour.table.watch(Peer(77), "Wim")
    assert parlour.due("window") is not None


def test_who_plays_alone_is_waited_for_at_night_only_while_awake() -> None:
    parlour = Parlour("Ana", seats=5, game="onenight", options={})
    parlour.deal()
    waited = {}
    while (ana := asks(parlour.table.lasting.state)[0]).window == "night":
        waited[wakes(parlour.table.lasting.state, ana) and len(ana.choices) > 1] = (
            parlour.due("window") is None
        )
        parlour.act(ana.choices[-1], 0)
        while parlour.due("bot") and asks(parlour.table.lasting.state)[0] == ana:
            parlour.lapse("bot")
    assert waited == {True: True, False: False}


def test_nothing_runs_out_for_who_plays_alone() -> None:
    parlour = alone()
    told = parlour.heard[parlour.people[0]][-1]
    assert parlour.due("window") is None
    assert isinstance(told, said.Update)
    assert told.ask is not None
    assert told.seconds is None


def test_a_vote_survives_a_restart() -> None:
    parlour = voting("Ana", "Bo", "Cy")
    vote(parlour, 1, 0)
    assert parlour.recovered().lasting.held == {Seat(1): Choice("vote", 0)}


# ── a debate ────────────────────────────────────────────────────────────────────────────────────


def test_in_a_debate_every_word_is_heard_at_once() -> None:
    parlour = debating("Ana", "Bo", "Cy")
    assert parlour.act(Choice("say", 2), 1) == ""
    update = parlour.last(parlour.people[2], said.Update)
    assert [event.kind for event in update.events] == ["said"]


def test_words_of_others_make_nobody_late() -> None:
    parlour = debating("Ana", "Bo", "Cy")
    turn = parlour.table.lasting.turn
    parlour.act(Choice("say", 2), 1)
    late = said.Act(turn, 77, "say", 1)
    assert parlour.say(parlour.peer(0), late) == ""


def test_the_clock_of_a_debate_runs_on_whatever_is_said() -> None:
    parlour = debating("Ana", "Bo", "Cy")
    before = parlour.due("window")
    parlour.act(Choice("say", 2), 1)
    parlour.act(Choice("done"), 0)
    assert parlour.due("window") == before


def test_an_option_of_its_name_says_how_long_a_window_is() -> None:
    due = debating("Ana", "Bo", "Cy").due("window")
    assert due is not None
    assert due.seconds == 90


def test_when_its_time_is_up_a_debate_is_over_for_all() -> None:
    parlour = debating("Ana", "Bo", "Cy")
    parlour.act(Choice("done"), 1)
    parlour.lapse("window")
    assert parlour.table.lasting.window == "vote"


def test_a_debate_is_over_when_all_are_done() -> None:
    parlour = debating("Ana", "Bo", "Cy")
    for seat in (1, 0, 2):
        parlour.act(Choice("done"), seat)
    assert parlour.table.lasting.window == "vote"


def test_in_a_debate_one_bot_after_the_other_has_its_say() -> None:
    parlour = Parlour("Ana", seats=4, game="ballot", version=1, options={"debate": "60"})
    parlour.deal()
    spoke = []
    for _ in range(3):
        due = parlour.due("bot")
        assert due is not None
        spoke.append(due.seat)
        word = Choice("say", 1)
        parlour.do(lambda draft, due=due, word=word: draft.bot_answers(due, word))  # type: ignore[misc]
    assert spoke == [1, 2, 3]


def test_who_comes_back_is_told_the_time_that_is_left() -> None:
    parlour = debating("Ana", "Bo", "Cy")
    parlour.table.present.passed = (parlour.table.lasting.opened, 25.0)
    parlour.drop(parlour.people[1])
    peer = parlour.back(1)
    assert parlour.last(peer, said.Update).seconds == 65.0


# ── a clock that the keeper turns ───────────────────────────────────────────────────────────────

VOUCH = Claim(1, Seat(2), "vouch", (0,))
KEPT = Window(100.0, early=True, kept=True)


def turn(parlour: Parlour, what: str, passed: float, seat: int = 0) -> str:
    """Somebody turns the clock when the window has been open for so long."""
    parlour.table.present.passed = (parlour.table.lasting.opened, passed)
    return parlour.say(parlour.peer(seat), said.Clock(what))  # type: ignore[arg-type]


def test_a_clock_that_is_stopped_runs_out_for_nobody_and_goes_on_where_it_was() -> None:
    parlour = voting("Ana", "Bo", "Cy", window=KEPT)
    assert turn(parlour, "stop", 30.0) == ""
    assert parlour.due("window") is None
    told = parlour.last(parlour.people[1], said.Update)
    assert (told.stopped, told.seconds) == (True, 70.0)
    assert turn(parlour, "go", 500.0) == ""
    due = parlour.due("window")
    assert due is not None
    assert due.seconds == 70.0
    assert not parlour.last(parlour.people[1], said.Update).stopped


def test_the_keeper_adds_a_minute() -> None:
    parlour = voting("Ana", "Bo", "Cy", window=KEPT)
    before = parlour.due("window")
    assert turn(parlour, "more", 30.0) == ""
    due = parlour.due("window")
    assert due is not None
    assert due.seconds == 130.0
    assert before is not None
    assert due.key != before.key  # the old one ends nothing anymore


def test_the_keeper_ends_the_window_alone() -> None:
    parlour = voting("Ana", "Bo", "Cy", window=KEPT)
    opened = parlour.table.lasting.opened
    assert turn(parlour, "end", 1.0) == ""
    assert parlour.table.lasting.opened != opened


def test_nobody_else_turns_the_clock_and_no_other_clock_is_turned() -> None:
    parlour = voting("Ana", "Bo", "Cy", window=KEPT)
    assert turn(parlour, "end", 1.0, seat=1) == "only_keeper"
    other = voting("Ana", "Bo", "Cy")
    assert turn(other, "more", 1.0) == "no_clock"


# ── bots that talk ──────────────────────────────────────────────────────────────────────────────


def test_bots_leave_time_to_read_and_wait_for_a_person_who_was_accused() -> None:
    house = {"talk": "free"}
    parlour = Parlour("Ana", "Bo", seats=3, game="onenight", version=2, options=house)
    parlour.deal()
    while parlour.table.lasting.window != "day":
        parlour.lapse("window")
    waits = []
    village = parlour.table.lasting.state
    for claims, pending in (([], NONE), ([VOUCH], NONE), ([VOUCH], 0)):
        village.claims, village.said = claims, len(claims)
        village.pending[0] = (2 if pending == 0 else NONE, ACCUSED if pending == 0 else NONE)
        due = parlour.due("bot")
        assert due is not None
        waits.append(due.seconds)
    assert waits[0] < waits[1] < waits[2]


# ── one room ────────────────────────────────────────────────────────────────────────────────────


def in_one_room(**options: str) -> Parlour:
    """The night falls over people who will talk aloud."""
    house = {"talk": "aloud", **options}
    parlour = Parlour("Ana", "Bo", "Cy", game="onenight", version=2, options=house)
    parlour.deal()
    return parlour


def test_where_people_talk_aloud_every_slot_leaves_the_narrator_the_same_time() -> None:
    parlour, seen = in_one_room(night="15"), set()
    while parlour.table.lasting.window in ("look", "night"):
        due = parlour.due("window")
        assert due is not None
        if parlour.table.lasting.window == "night":
            seen.add(due.seconds)
        parlour.lapse("window")
    assert seen == {15.0 + ONENIGHT.windows["night"].told}
    assert parlour.table.lasting.window == "aloud"


def test_who_was_called_and_did_not_answer_is_told_at_the_end_and_not_before() -> None:
    parlour = in_one_room()
    while parlour.table.lasting.phase == "playing":
        state = parlour.table.lasting.state
        assert not any(event.kind == "missed" for event in state.events)
        assert all(view(ONENIGHT, state, seat).state.missed == () for seat in state.everyone())
        parlour.lapse("window")
    ended = parlour.table.lasting.state
    told = {(event.seat, event.number) for event in ended.events if event.kind == "missed"}
    acting = (Role.SEER, Role.ROBBER, Role.TROUBLEMAKER, Role.DRUNK)
    assert {seat for seat, _ in told} >= {s for s in ended.everyone() if ended.dealt[s] in acting}
    assert all(ended.dealt[seat] in (*acting, Role.WEREWOLF) for seat, _ in told)


def test_without_a_clock_a_talk_ends_when_all_have_talked_enough() -> None:
    parlour = in_one_room(day="off")
    while parlour.table.lasting.window != "aloud":
        parlour.lapse("window")
    assert parlour.due("window") is None
    for seat in range(3):
        assert parlour.act(ENOUGH, seat) == ""
    assert parlour.table.lasting.window == "vote"


def test_where_people_talk_aloud_bots_come_only_if_asked_for() -> None:
    parlour = Parlour("Ana", "Bo", seats=3, game="onenight", version=2, options={"talk": "aloud"})
    for peer in parlour.people:
        parlour.ready(peer)
    assert parlour.say(parlour.people[0], said.Start()) == "nobody_there"


# ── at a host ───────────────────────────────────────────────────────────────────────────────────


async def test_while_it_is_to_be_quiet_nobody_talks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BALLOT.windows, "vote", NIGHT)
    async with hosting(tmp_path, **NO_LIMITS) as house:
        company = await house.company("Ada", "Ben", "Cleo", game="ballot", options={})
        await house.deal(company)
        company[0].say(said.Say("It was Ben!"))
        assert (await company[0].until(said.Refused)).why == "quiet"


async def test_ten_people_vote_to_the_end_of_a_match(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        names = [f"Player {number}" for number in range(10)]
        company = await house.company(*names, game="ballot", options={})
        await house.deal(company)
        rng = Random(1)
        while (table := house.table(company[0])).lasting.phase == "playing":
            turn = table.lasting.turn
            for visitor in company:
                ask = table.lasting.ask_of(Seat(company.index(visitor)))
                assert ask is not None
                await visitor.answer(table, ask, rng)
            for visitor in company:
                await visitor.turn_after(turn)
        assert table.lasting.last is not None
