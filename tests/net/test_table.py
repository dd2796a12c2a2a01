"""Who sits where, whose answers count, and who is told what: a table without a host or a clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core import HIDDEN, Choice, Seat
from engine.games import GAMES
from engine.games.wolfmoon.deck import Card
from engine.play import asks, overdue, view
from engine.proof import commitment, verify
from engine.record import from_text
from net import facts
from net import messages as said
from net.facts import KEPT_ANSWERS
from net.lasting import Opening
from net.messages import Message
from net.present import Peer
from net.table import GRACE, WATCHERS, Table
from net.windows import window_of
from net.wire import pack
from tests.net.tables import Parlour, opening, recovered
from tests.scenarios.wolfmoon import given

NONCE = "0123456789abcdef" * 2
DRAW = Choice("draw")
ATTACK = (DRAW, Choice("play", Card.VILLAGER), Choice("aim", 1), Choice("guess", 9))
"""Ana, in seat 0, plays a Villager at seat 1 and is wrong: the window for the Spy opens."""
SHOW, PASS = Choice("show"), Choice("pass")
WITH_SPY, WITHOUT = "SP", "TR"
ROUND = {"length": "round", "start": "0"}
MATCH = {"length": "match", "start": "0"}


def attacked(hand: str, *names: str, **changes: Any) -> Parlour:
    """A table where Ana has guessed wrong at seat 1, who holds this card; free seats have bots."""
    parlour = Parlour(*names, seats=3, **changes)
    for number in range(len(names), 3):
        parlour.do(lambda draft, seat=number: draft.seat_bot(seat, "random"))  # type: ignore[misc]
    parlour.lay(
        given(f"P0 VI; P1 {hand}; P2 SE; pile ME,GD,PP,BH,..; center BK,DR,SV; aside AL,MA")
    )
    parlour.play(*ATTACK)
    assert asks(parlour.table.lasting.state)[0].prompt == "spy"
    return parlour


def playing(*names: str, **changes: Any) -> Parlour:
    """A game that has just begun; seat 0 is asked first."""
    parlour = Parlour(*names, **{"options": ROUND} | changes)
    parlour.deal()
    return parlour


def after(*names: str, **changes: Any) -> Parlour:
    """A match that has been played to its end."""
    parlour = playing(*names, **changes)
    parlour.play_out()
    return parlour


def kinds(parlour: Parlour) -> list[str]:
    return [chair.kind for chair in parlour.table.lasting.chairs]


# ── sitting down ────────────────────────────────────────────────────────────────────────────────


def test_people_take_the_first_free_seat() -> None:
    parlour = Parlour("Ana", "Bo", seats=4)
    assert parlour.table.lasting.names() == ("Ana", "Bo", "", "")


def test_a_full_table_has_no_seat_for_one_more() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    assert parlour.do(lambda draft: no_seat(draft)) == "no_free_seat"


def no_seat(draft: Table) -> None:
    draft.sit(Peer(99), "Di", bytes(32))


def test_nobody_sits_down_while_a_game_is_on() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    assert parlour.do(no_seat) == "already_playing"


def test_a_seat_that_is_left_after_the_match_can_be_taken() -> None:
    parlour = after("Ana", "Bo", "Cy")
    parlour.say(parlour.people[1], said.Leave())
    parlour.sit("Di")
    assert parlour.table.lasting.names() == ("Ana", "Di", "Cy")


def test_nobody_sits_on_two_seats() -> None:
    parlour = Parlour("Ana", seats=3)
    assert parlour.do(lambda draft: sit_again(draft, parlour.people[0])) == "already_seated"


def sit_again(draft: Table, peer: Peer) -> None:
    draft.sit(peer, "Ana", bytes(32))


def test_a_watcher_who_takes_a_seat_watches_no_more() -> None:
    parlour = Parlour("Ana", seats=3)
    peer = parlour.watch("Bo")
    parlour.do(lambda draft: sit_again(draft, peer))
    assert list(parlour.table.peers()) == [parlour.people[0], peer]


def test_a_table_is_abandoned_when_all_people_have_left_and_not_before_one_came() -> None:
    parlour = Parlour(seats=3)
    assert not parlour.table.abandoned()
    parlour.say(parlour.sit("Ana"), said.Leave())
    assert parlour.table.abandoned()


# ── who keeps the table ─────────────────────────────────────────────────────────────────────────


def test_the_first_to_sit_keeps_the_table() -> None:
    assert Parlour("Ana", "Bo", "Cy").table.lasting.keeper == 0


KEEPERS_WORDS = (said.Bot(), said.Remove(0), said.Keeper(1), said.Start())


@pytest.mark.parametrize("word", KEEPERS_WORDS, ids=lambda word: type(word).__name__)
def test_what_the_keeper_may_do_others_may_not(word: Message) -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    assert parlour.say(parlour.people[1], word) == "only_keeper"


@pytest.mark.parametrize("word", KEEPERS_WORDS, ids=lambda word: type(word).__name__)
def test_a_watcher_keeps_nothing(word: Message) -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    assert parlour.say(parlour.watch("Di"), word) == "only_players"


def test_the_keeper_hands_the_table_over() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.say(parlour.people[0], said.Keeper(2))
    assert parlour.last(parlour.people[1], said.Room).keeper == 2


@pytest.mark.parametrize(
    ("seat", "why"), [(1, "not_a_person"), (2, "not_a_person"), (9, "no_such_seat")]
)
def test_only_a_person_can_be_given_the_table(seat: int, why: str) -> None:
    parlour = Parlour("Ana", seats=3)
    parlour.say(parlour.people[0], said.Bot())
    assert parlour.say(parlour.people[0], said.Keeper(seat)) == why


def test_when_the_keeper_leaves_the_next_one_keeps_the_table() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.say(parlour.people[0], said.Leave())
    assert parlour.table.lasting.keeper == 1


def test_when_the_keeper_leaves_in_the_middle_of_a_game_the_next_one_keeps_the_table() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    parlour.say(parlour.people[0], said.Leave())
    assert parlour.table.lasting.keeper == 1


def test_when_the_keeper_leaves_somebody_who_is_there_keeps_the_table() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.drop(parlour.people[1])
    parlour.say(parlour.people[0], said.Leave())
    assert parlour.table.lasting.keeper == 2


def test_a_keeper_whose_line_is_lost_keeps_the_table() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.drop(parlour.people[0])
    assert parlour.table.lasting.keeper == 0


def test_while_the_keeper_is_away_the_next_one_can_start() -> None:
    parlour = Parlour("Ana", "Bo", seats=4)
    parlour.drop(parlour.people[0])
    assert parlour.last(parlour.people[1], said.Room).keeper == 1
    parlour.ready(parlour.people[1], NONCE)
    assert parlour.say(parlour.people[1], said.Start()) == ""
    assert kinds(parlour) == ["person", "person", "bot", "bot"]


def test_a_keeper_who_comes_back_keeps_the_table_again() -> None:
    parlour = Parlour("Ana", "Bo", seats=4)
    parlour.drop(parlour.people[0])
    parlour.back(0)
    assert parlour.last(parlour.people[1], said.Room).keeper == 0
    assert parlour.say(parlour.people[1], said.Start()) == "only_keeper"


def test_while_the_keeper_is_away_nobody_can_take_the_table_or_that_seat() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.drop(parlour.people[0])
    assert parlour.say(parlour.people[1], said.Keeper(1)) == "only_keeper"
    assert parlour.say(parlour.people[1], said.Remove(0)) == "keepers_seat"


# ── bots, and sending away ──────────────────────────────────────────────────────────────────────


def test_a_bot_gets_a_name_that_nobody_has() -> None:
    parlour = Parlour("ADA", seats=3)
    parlour.say(parlour.people[0], said.Bot())
    parlour.say(parlour.people[0], said.Bot())
    assert len({name.casefold() for name in parlour.table.lasting.names()}) == 3


def test_a_bot_of_no_known_level_does_not_come() -> None:
    parlour = Parlour("Ana", seats=3)
    assert parlour.say(parlour.people[0], said.Bot("clever")) == "no_such_level"


def test_a_bot_may_stand_between_two_levels_and_everybody_reads_where() -> None:
    parlour = Parlour("Ana", seats=3)
    assert parlour.say(parlour.people[0], said.Bot("easy+40")) == ""
    assert parlour.table.room().players[1].level == "easy+40"
    assert parlour.say(parlour.people[0], said.Bot("easy+400")) == "no_such_level"


def test_a_bot_needs_a_free_seat() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    assert parlour.say(parlour.people[0], said.Bot()) == "no_free_seat"


def test_no_bot_comes_while_a_game_is_on() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    assert parlour.say(parlour.people[0], said.Bot()) == "already_playing"


def test_a_bot_that_is_sent_away_leaves_a_free_seat() -> None:
    parlour = Parlour("Ana", seats=3)
    parlour.say(parlour.people[0], said.Bot())
    parlour.say(parlour.people[0], said.Remove(1))
    assert kinds(parlour) == ["person", "free", "free"]


def test_a_player_who_is_sent_away_hears_it_and_nothing_more() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.say(parlour.people[0], said.Remove(1))
    assert parlour.heard[parlour.people[1]][-1] == said.Bye("removed")


@pytest.mark.parametrize(("seat", "why"), [(1, "seat_is_free"), (3, "no_such_seat")])
def test_where_nobody_sits_nobody_is_sent_away(seat: int, why: str) -> None:
    parlour = Parlour("Ana", seats=3)
    assert parlour.say(parlour.people[0], said.Remove(seat)) == why


def test_nobody_is_sent_away_from_a_game() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    assert parlour.say(parlour.people[0], said.Remove(1)) == "already_playing"


# ── ready, and off ──────────────────────────────────────────────────────────────────────────────


def phase_of(parlour: Parlour) -> str:
    return parlour.table.lasting.phase


def test_a_game_begins_when_no_seat_is_free_and_everybody_is_ready() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    for peer in parlour.people[:2]:
        parlour.ready(peer, NONCE)
    assert phase_of(parlour) == "lobby"
    parlour.ready(parlour.people[2], NONCE)
    assert phase_of(parlour) == "playing"


def test_while_a_seat_is_free_no_game_begins_by_itself() -> None:
    parlour = Parlour("Ana", "Bo", seats=3)
    for peer in parlour.people:
        parlour.ready(peer, NONCE)
    assert parlour.table.lasting.phase == "lobby"


def test_who_was_ready_may_think_again() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.ready(parlour.people[0], NONCE)
    parlour.say(parlour.people[0], said.Ready(ready=False))
    for peer in parlour.people[1:]:
        parlour.ready(peer, NONCE)
    assert parlour.table.lasting.phase == "lobby"


def test_the_keeper_starts_and_free_seats_go_to_bots() -> None:
    parlour = Parlour("Ana", seats=4)
    parlour.ready(parlour.people[0], NONCE)
    parlour.say(parlour.people[0], said.Start())
    assert kinds(parlour) == ["person", "bot", "bot", "bot"]


def test_the_keeper_cannot_start_before_all_who_are_there_are_ready() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.ready(parlour.people[0], NONCE)
    parlour.ready(parlour.people[1], NONCE)
    assert parlour.say(parlour.people[0], said.Start()) == "not_all_ready"


def test_the_keeper_starts_without_waiting_for_those_who_are_away() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.drop(parlour.people[2])
    for peer in parlour.people[:2]:
        parlour.ready(peer, NONCE)
    assert parlour.say(parlour.people[0], said.Start()) == ""


def test_a_player_whose_line_is_lost_is_no_longer_ready() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.ready(parlour.people[1], NONCE)
    parlour.drop(parlour.people[1])
    parlour.back(1)
    assert not parlour.last(parlour.people[0], said.Room).players[1].ready


def test_every_players_number_changes_the_shuffle() -> None:
    states = []
    for last in (NONCE, NONCE[::-1]):
        parlour = Parlour("Ana", "Bo", "Cy")
        for peer, nonce in zip(parlour.people, (NONCE, NONCE, last), strict=True):
            parlour.ready(peer, nonce)
        states.append(parlour.table.lasting.state)
    assert states[0] != states[1]


# ── the end, and again ──────────────────────────────────────────────────────────────────────────


def test_the_secret_that_is_shown_is_the_one_that_was_committed_to() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    promised = parlour.last(parlour.people[1], said.Room).commitment
    parlour.play_out()
    proof = parlour.last(parlour.people[1], said.Proof)
    assert commitment(bytes.fromhex(proof.secret)) == promised


def test_after_a_match_there_is_a_new_commitment() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    before = parlour.last(parlour.people[0], said.Room).commitment
    parlour.play_out()
    assert parlour.last(parlour.people[0], said.Room).commitment != before


def test_the_record_of_a_match_can_be_verified() -> None:
    parlour = after("Ana", "Bo", seats=3)
    verify(GAMES, from_text(parlour.last(parlour.people[0], said.Proof).record))


def test_the_record_can_be_verified_though_a_player_left_in_the_middle() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    parlour.say(parlour.people[1], said.Leave())
    parlour.play_out()
    verify(GAMES, from_text(parlour.last(parlour.people[0], said.Proof).record))


def test_all_who_are_ready_again_play_another_match() -> None:
    parlour = after("Ana", "Bo", "Cy")
    turn = parlour.table.lasting.turn
    parlour.deal()
    assert (parlour.table.lasting.phase, parlour.table.lasting.turn) == ("playing", turn + 1)


def test_numbers_of_the_last_match_do_not_go_into_the_next() -> None:
    parlour = after("Ana", "Bo", "Cy")
    parlour.drop(parlour.people[2])
    for peer in parlour.people[:2]:
        parlour.ready(peer, NONCE)
    parlour.say(parlour.people[0], said.Start())
    assert parlour.table.lasting.nonces == (NONCE, NONCE, "")


def test_an_answer_from_the_last_match_is_late_in_the_next() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    act = said.Act(parlour.table.lasting.turn, 1, *DRAW)
    parlour.do(lambda draft: draft.do(facts.End()))
    parlour.do(lambda draft: draft.finish())
    parlour.deal()
    assert parlour.say(parlour.people[0], act) == "late"


# ── watching ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", range(5))
def test_a_watcher_is_never_shown_a_hand(seed: int) -> None:
    parlour = Parlour("Ana", "Bo", "Cy", seed=seed)
    watcher = parlour.watch("Di")
    parlour.deal()
    parlour.play_out()
    updates = [m for m in parlour.heard[watcher] if isinstance(m, said.Update)]
    shown = {card for update in updates for hand in update.state.hands for card in hand}
    assert len(updates) > 10
    assert shown == {HIDDEN}


@pytest.mark.parametrize("seed", range(5))
def test_a_player_is_shown_no_hand_but_the_own(seed: int) -> None:
    parlour = Parlour("Ana", "Bo", "Cy", seed=seed)
    parlour.deal()
    parlour.play_out()
    for seat, peer in enumerate(parlour.people):
        updates = [m for m in parlour.heard[peer] if isinstance(m, said.Update)]
        others = [hand for u in updates for n, hand in enumerate(u.state.hands) if n != seat]
        assert {card for hand in others for card in hand} == {HIDDEN}


def test_a_watcher_is_asked_nothing() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    watcher = parlour.watch("Di")
    parlour.deal()
    parlour.play_out()
    updates = [m for m in parlour.heard[watcher] if isinstance(m, said.Update)]
    assert all(update.ask is None and not update.blocked for update in updates)


def test_a_player_who_gets_up_to_watch_is_shown_the_seats_view_no_more() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    peer = parlour.people[1]
    parlour.do(lambda draft: draft.watch(peer, "Bo"))
    parlour.act(DRAW)
    assert parlour.last(peer, said.Update).state.hands[1] == [HIDDEN]


def test_a_table_may_have_no_watchers() -> None:
    parlour = Parlour("Ana", seats=3, watch="none")
    assert parlour.do(lambda draft: draft.watch(Peer(9), "Bo")) == "no_watching"


def test_there_is_room_for_so_many_watchers_and_no_more() -> None:
    parlour = Parlour("Ana", seats=3)
    for number in range(WATCHERS):
        parlour.watch(f"W{number}")
    assert parlour.do(lambda draft: draft.watch(Peer(99), "Bo")) == "too_many_watchers"


def test_a_watcher_cannot_answer() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    act = said.Act(parlour.table.lasting.turn, 1, *DRAW)
    assert parlour.say(parlour.watch("Di"), act) == "only_players"


# ── answers ─────────────────────────────────────────────────────────────────────────────────────


def test_who_is_not_asked_does_not_answer() -> None:
    assert playing("Ana", "Bo", "Cy").act(DRAW, seat=1) == "not_asked"


def test_what_is_not_on_offer_is_refused() -> None:
    assert playing("Ana", "Bo", "Cy").act(Choice("guess", 3)) == "illegal"


def test_there_is_nothing_to_answer_before_a_game() -> None:
    assert Parlour("Ana", "Bo", "Cy").act(DRAW, seat=0) == "not_playing"


def test_an_answer_to_an_earlier_question_is_late() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    turn = parlour.table.lasting.turn
    parlour.act(DRAW)
    act = said.Act(turn, 99, *asks(parlour.table.lasting.state)[0].choices[0])
    assert parlour.say(parlour.peer(parlour.asked), act) == "late"


def test_an_answer_to_a_question_that_was_not_put_yet_is_refused() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    assert (
        parlour.say(parlour.people[0], said.Act(parlour.table.lasting.turn + 1, 99, *DRAW))
        == "late"
    )


@pytest.mark.parametrize(
    ("seat", "choice"), [(1, DRAW), (0, Choice("guess", 3)), (0, Choice("draw", 7))]
)
def test_a_refused_answer_changes_nothing(seat: int, choice: Choice) -> None:
    parlour = playing("Ana", "Bo", "Cy")
    before = parlour.table.lasting.copy()
    parlour.act(choice, seat)
    assert parlour.table.lasting == before


def test_an_answer_that_is_said_twice_is_acknowledged_twice_and_given_once() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    act = said.Act(parlour.table.lasting.turn, 7, *DRAW)
    parlour.say(parlour.people[0], act)
    once = parlour.table.lasting.copy()
    assert parlour.say(parlour.people[0], act) == ""
    assert parlour.heard[parlour.people[0]][-1] == said.Done(7)
    assert parlour.table.lasting == once


def test_an_answer_that_was_given_is_known_after_a_restart() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    act = said.Act(parlour.table.lasting.turn, 7, *DRAW)
    parlour.say(parlour.people[0], act)
    parlour.table = parlour.recovered()
    once = parlour.table.lasting.copy()
    again = parlour.back(0)
    parlour.say(again, act)
    assert parlour.heard[again][-1] == said.Done(7)
    lasting = parlour.table.lasting
    assert lasting.chairs[0].answers == once.chairs[0].answers
    assert (lasting.turn, lasting.moves, lasting.state) == (once.turn, once.moves, once.state)


def test_so_many_answers_are_remembered_and_no_more() -> None:
    parlour = playing("Ana", seats=3, options=MATCH)
    while (
        len(parlour.table.lasting.moves) < 12 * KEPT_ANSWERS
        and parlour.table.lasting.phase == "playing"
    ):
        parlour.go_on()
    answers = parlour.table.lasting.chairs[0].answers
    assert list(answers) == list(range(max(answers) - KEPT_ANSWERS + 1, max(answers) + 1))


def test_who_answers_hears_that_it_counts_before_seeing_what_came_of_it() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    parlour.heard.clear()
    parlour.act(DRAW)
    heard = [type(message) for message in parlour.heard[parlour.people[0]]]
    assert heard == [said.Done, said.Update]


# ── windows ─────────────────────────────────────────────────────────────────────────────────────


def test_an_answer_in_a_window_is_held_until_the_window_ends() -> None:
    parlour = attacked(WITH_SPY, "Ana", "Bo", "Cy")
    before = parlour.table.lasting.state.copy()
    parlour.act(SHOW)
    assert parlour.table.lasting.state == before


def test_while_an_answer_is_held_nobody_else_hears_of_it() -> None:
    parlour = attacked(WITH_SPY, "Ana", "Bo", "Cy")
    parlour.heard.clear()
    parlour.act(SHOW)
    assert set(parlour.heard) == {parlour.people[1]}


def test_when_the_window_ends_the_answer_that_was_held_counts() -> None:
    parlour = attacked(WITH_SPY, "Ana", "Bo", "Cy")
    parlour.act(SHOW)
    parlour.lapse("window")
    assert parlour.table.lasting.state.out == [True, False, False]


def test_silence_in_a_window_passes() -> None:
    parlour = attacked(WITH_SPY, "Ana", "Bo", "Cy")
    parlour.lapse("window")
    assert parlour.table.lasting.state.out == [False, False, False]


def test_in_a_window_the_last_answer_counts() -> None:
    parlour = attacked(WITH_SPY, "Ana", "Bo", "Cy")
    parlour.play(SHOW, PASS)
    parlour.lapse("window")
    assert parlour.table.lasting.state.out == [False, False, False]


def test_a_window_that_has_ended_does_not_end_again() -> None:
    parlour = attacked(WITH_SPY, "Ana", "Bo", "Cy")
    due = parlour.due("window")
    assert due is not None
    parlour.lapse("window")
    once = parlour.table.lasting.copy()
    parlour.do(lambda draft: draft.lapse(due))
    assert parlour.table.lasting == once


def test_a_held_answer_survives_a_restart() -> None:
    parlour = playing("Ana", "Bo", "Cy", options=MATCH)
    while window_of(parlour.table) is None:
        parlour.go_on()
    parlour.act(PASS)
    assert parlour.recovered().lasting.held == {parlour.asked: PASS}


def both_worlds(play: Callable[[Parlour], None], *names: str, **changes: Any) -> list[Any]:
    """All that the others see, and what is due, with and without the Spy on seat 1."""
    worlds = []
    for hand in (WITH_SPY, WITHOUT):
        parlour = attacked(hand, *names, **changes)
        watcher = parlour.watch("Di")
        dues = [parlour.table.due()]
        play(parlour)
        dues.append(parlour.table.due())
        heard = [
            [pack(message) for message in parlour.heard[peer]]
            for peer in (*parlour.people[:1], *parlour.people[2:], watcher)
        ]
        worlds.append([dues, heard, pack(parlour.table.room())])
    return worlds


def test_nobody_else_can_tell_whether_the_one_who_is_asked_has_the_spy() -> None:
    one, other = both_worlds(lambda parlour: parlour.lapse("window"), "Ana", "Bo", "Cy")
    assert one == other


def test_nobody_else_can_tell_whether_it_was_silence_or_a_pass() -> None:
    def passes(parlour: Parlour) -> None:
        parlour.act(PASS)
        parlour.lapse("window")

    one, other = both_worlds(passes, "Ana", "Bo", "Cy")
    assert one == other
    silent, _ = both_worlds(lambda parlour: parlour.lapse("window"), "Ana", "Bo", "Cy")
    assert silent == one


def test_nobody_can_tell_from_an_absent_players_bot_whether_it_had_a_choice() -> None:
    def stands_in(parlour: Parlour) -> None:
        parlour.drop(parlour.people[1])
        parlour.lapse("grace")
        chairs = parlour.table.lasting.chairs
        chairs[1] = chairs[1]._replace(missed=1)  # after one more turn the others could decide
        due = parlour.due("bot")
        assert due is not None
        parlour.do(lambda draft: draft.bot_answers(due, PASS))
        parlour.lapse("window")

    one, other = both_worlds(stands_in, "Ana", "Bo", "Cy")
    assert one == other


def test_a_bot_takes_as_long_with_the_spy_as_without() -> None:
    def thinks(parlour: Parlour) -> None:
        due = parlour.due("bot")
        assert due is not None
        parlour.do(lambda draft: draft.bot_answers(due, PASS))

    one, other = both_worlds(thinks, "Ana")
    assert one == other


def test_a_bot_may_show_the_spy() -> None:
    parlour = attacked(WITH_SPY, "Ana")
    due = parlour.due("bot")
    assert due is not None
    parlour.do(lambda draft: draft.bot_answers(due, SHOW))
    assert parlour.table.lasting.state.out == [True, False, False]


def test_who_plays_alone_does_not_wait_for_the_end_of_a_window() -> None:
    parlour = Parlour("Ana", seats=3)
    parlour.say(parlour.people[0], said.Bot())
    parlour.say(parlour.people[0], said.Bot())
    parlour.lay(given("P0 SP; P1 VI; P2 SE; pile ME,..; act P1"))
    for choice in (DRAW, Choice("play", Card.VILLAGER), Choice("aim", 0), Choice("guess", 9)):
        due = parlour.due("bot")
        assert due is not None
        parlour.do(lambda draft, due=due, choice=choice: draft.bot_answers(due, choice))  # type: ignore[misc]
    parlour.act(SHOW)
    assert parlour.table.lasting.state.out == [False, True, False]


# ── absence ─────────────────────────────────────────────────────────────────────────────────────


def absent(*names: str, **changes: Any) -> Parlour:
    """A game in which a bot stands in for the first player, whose line was lost."""
    parlour = playing(*names, **changes)
    parlour.drop(parlour.people[0])
    parlour.lapse("grace")
    return parlour


def test_a_lost_player_is_waited_for() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    parlour.drop(parlour.people[0])
    assert [(due.kind, due.seat, due.seconds) for due in parlour.table.due()] == [
        ("grace", 0, GRACE)
    ]


def test_after_the_grace_a_bot_sits_in_and_everybody_is_told() -> None:
    parlour = absent("Ana", "Bo", "Cy")
    player = parlour.last(parlour.people[1], said.Room).players[0]
    assert (player.away, player.stand_in) == (True, True)


def test_who_is_back_in_time_is_not_replaced() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    parlour.drop(parlour.people[0])
    due = parlour.due("grace")
    assert due is not None
    parlour.back(0)
    parlour.do(lambda draft: draft.lapse(due))
    assert not parlour.table.lasting.chairs[0].stand_in


def test_the_bot_that_sits_in_answers() -> None:
    parlour = absent("Ana", "Bo", "Cy")
    turn = parlour.table.lasting.turn
    parlour.lapse("bot")
    assert parlour.table.lasting.turn == turn + 1


def test_the_owner_who_is_back_answers_the_next_question() -> None:
    parlour = absent("Ana", "Bo", "Cy")
    parlour.back(0)
    assert parlour.due("bot") is None
    assert parlour.act(DRAW) == ""


def test_a_bots_answer_that_comes_after_the_owner_is_back_does_not_count() -> None:
    parlour = absent("Ana", "Bo", "Cy")
    due = parlour.due("bot")
    assert due is not None
    parlour.back(0)
    turn = parlour.table.lasting.turn
    parlour.do(lambda draft: draft.bot_answers(due, DRAW))
    assert parlour.table.lasting.turn == turn


def test_a_second_line_takes_the_seat_over_and_the_first_is_told() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    parlour.back(0)
    assert parlour.heard[parlour.people[0]][-1] == said.Bye("taken_over")


def test_the_line_that_lost_its_seat_cannot_answer() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    parlour.back(0)
    act = said.Act(parlour.table.lasting.turn, 7, *DRAW)
    assert parlour.say(parlour.people[0], act) == "only_players"


def test_who_is_back_is_shown_the_game_from_its_beginning() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    parlour.act(DRAW)
    again = parlour.back(0)
    update = parlour.last(again, said.Update)
    assert (update.first, len(update.events)) == (0, len(parlour.table.lasting.state.events))


def test_while_no_player_is_there_the_table_waits() -> None:
    parlour = playing("Ana", "Bo", seats=3)
    parlour.drop(parlour.people[0])
    parlour.drop(parlour.people[1])
    assert parlour.table.due() == []


def missed_turns(parlour: Parlour) -> int:
    return parlour.table.lasting.chairs[0].missed


def miss_turns(parlour: Parlour, turns: int) -> None:
    """Play on while the first player misses this many turns; a new round brings everybody back."""
    while missed_turns(parlour) < turns:
        parlour.go_on()


def forsaken(*names: str) -> Parlour:
    """A match whose first player has missed two turns."""
    parlour = absent(*names, options=MATCH)
    miss_turns(parlour, 2)
    return parlour


def test_a_turn_of_several_answers_is_missed_once() -> None:
    parlour = absent("Ana", "Bo", "Cy")
    while parlour.asked == 0 and parlour.table.lasting.phase == "playing":
        parlour.lapse("bot")
    assert missed_turns(parlour) == 1


def test_after_one_missed_turn_there_is_nothing_to_decide() -> None:
    parlour = absent("Ana", "Bo", "Cy", options=MATCH)
    miss_turns(parlour, 1)
    assert parlour.say(parlour.people[1], said.Decide(0, "bot")) == "not_absent"


def test_after_two_missed_turns_the_others_are_told_that_they_may_decide() -> None:
    parlour = forsaken("Ana", "Bo", "Cy")
    assert parlour.last(parlour.people[1], said.Room).absent == 0


def test_who_comes_back_has_missed_nothing() -> None:
    parlour = forsaken("Ana", "Bo", "Cy")
    parlour.back(0)
    assert parlour.table.room().absent is None


def test_half_of_the_others_decide_nothing() -> None:
    parlour = forsaken("Ana", "Bo", "Cy")
    parlour.say(parlour.people[1], said.Decide(0, "bot"))
    assert kinds(parlour)[0] == "person"


def test_by_majority_a_bot_sits_there_for_good() -> None:
    parlour = forsaken("Ana", "Bo", "Cy")
    for peer in parlour.people[1:]:
        parlour.say(peer, said.Decide(0, "bot"))
    chair = parlour.table.lasting.chairs[0]
    assert (chair.kind, chair.name, chair.token) == ("bot", "Ana", b"")


def test_a_bot_in_the_keepers_place_does_not_keep_the_table() -> None:
    parlour = forsaken("Ana", "Bo", "Cy")
    for peer in parlour.people[1:]:
        parlour.say(peer, said.Decide(0, "bot"))
    assert parlour.table.lasting.keeper == 1


def test_by_majority_the_match_ends_and_the_secret_is_shown() -> None:
    parlour = forsaken("Ana", "Bo", "Cy")
    for peer in parlour.people[1:]:
        parlour.say(peer, said.Decide(0, "end"))
    assert parlour.table.lasting.phase == "over"
    assert parlour.last(parlour.people[1], said.Proof).nonces == list(parlour.table.lasting.nonces)


def test_by_majority_the_table_waits_on() -> None:
    parlour = forsaken("Ana", "Bo", "Cy")
    for peer in parlour.people[1:]:
        parlour.say(peer, said.Decide(0, "wait"))
    assert (parlour.table.lasting.chairs[0].stand_in, missed_turns(parlour)) == (False, 0)


def test_votes_for_different_fates_do_not_add_up() -> None:
    parlour = forsaken("Ana", "Bo", "Cy")
    parlour.say(parlour.people[1], said.Decide(0, "bot"))
    parlour.say(parlour.people[2], said.Decide(0, "end"))
    assert (kinds(parlour)[0], parlour.table.lasting.phase) == ("person", "playing")


def test_the_vote_of_one_who_has_left_does_not_count() -> None:
    parlour = forsaken("Ana", "Bo", "Cy", "Di", "Eli")
    parlour.say(parlour.people[1], said.Decide(0, "bot"))
    parlour.say(parlour.people[1], said.Leave())
    parlour.say(parlour.people[2], said.Decide(0, "bot"))
    assert kinds(parlour)[0] == "person"


def test_nothing_is_decided_about_somebody_who_is_there() -> None:
    parlour = forsaken("Ana", "Bo", "Cy")
    assert parlour.say(parlour.people[1], said.Decide(2, "bot")) == "not_absent"


def test_a_watcher_decides_nothing() -> None:
    parlour = forsaken("Ana", "Bo", "Cy")
    assert parlour.say(parlour.watch("Di"), said.Decide(0, "bot")) == "only_players"


def test_who_leaves_in_the_middle_of_a_game_is_replaced_by_a_bot_of_that_name() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    parlour.say(parlour.people[0], said.Leave())
    chair = parlour.table.lasting.chairs[0]
    assert (chair.kind, chair.name, chair.token) == ("bot", "Ana", b"")


def test_the_bot_of_one_who_left_answers_the_open_question() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    parlour.say(parlour.people[0], said.Leave())
    due = parlour.due("bot")
    assert due is not None
    assert due.seat == 0


def test_when_somebody_leaves_the_others_hear_who() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    parlour.say(parlour.people[0], said.Leave())
    assert said.Notice("left", "Ana") in parlour.heard[parlour.people[1]]


# ── clocks ──────────────────────────────────────────────────────────────────────────────────────


def test_without_a_clock_nobody_is_hurried() -> None:
    assert playing("Ana", "Bo", "Cy").table.due() == []


def test_out_of_time_a_bot_gives_this_answer_and_no_other() -> None:
    parlour = playing("Ana", "Bo", "Cy", clock=True)
    parlour.lapse("clock")
    parlour.lapse("bot")
    assert (parlour.asked, parlour.due("bot")) == (0, None)


def test_out_of_time_what_the_rules_say_is_done_at_once() -> None:
    parlour = playing("Ana", "Bo", "Cy", clock=True, game="robbers", options={})
    ask = parlour.table.lasting.ask_of(Seat(parlour.asked))
    assert ask is not None
    lowest = overdue(parlour.table.lasting.state, ask.seat)
    parlour.lapse("clock")
    assert parlour.table.lasting.moves[-1] == (ask.seat, lowest)
    assert parlour.asked != ask.seat


def test_a_window_runs_on_nobodys_clock() -> None:
    parlour = attacked(WITH_SPY, "Ana", "Bo", "Cy", clock=True)
    assert [due.kind for due in parlour.table.due()] == ["window"]


# ── recovery ────────────────────────────────────────────────────────────────────────────────────


def recovery(seed: int) -> int:
    """A random evening: at every moment the facts alone make the same table again.

    Returns how many facts there were.
    """
    parlour = Parlour("Ana", "Bo", "Cy", seats=4, seed=seed, clock=bool(seed % 2))
    shadow = recovered(parlour.table.opening, parlour.facts)
    known = len(parlour.facts)
    for _ in range(600):
        HAPPENINGS[parlour.rng.randrange(len(HAPPENINGS))](parlour)
        for fact in parlour.facts[known:]:
            shadow.do(fact)
        known = len(parlour.facts)
        assert shadow.lasting == parlour.table.lasting, f"seed {seed}, after {parlour.facts[-1]}"
    assert parlour.recovered().lasting == parlour.table.lasting, f"seed {seed}"
    return known


def somebody(parlour: Parlour) -> Peer | None:
    seats = parlour.table.people_here()
    return parlour.peer(parlour.rng.choice(seats)) if seats else None


def somebody_answers(parlour: Parlour) -> None:
    if parlour.table.lasting.phase == "playing" and parlour.table.people_here():
        ask = parlour.rng.choice(asks(parlour.table.lasting.state))
        if ask.seat in parlour.table.present.seated:
            parlour.act(parlour.rng.choice(ask.choices), ask.seat)


def time_passes(parlour: Parlour) -> None:
    if dues := parlour.table.due():
        parlour.lapse(parlour.rng.choice(dues).kind)


def somebody_drops(parlour: Parlour) -> None:
    if (peer := somebody(parlour)) is not None:
        parlour.drop(peer)


def somebody_returns(parlour: Parlour) -> None:
    people = [n for n, chair in enumerate(parlour.table.lasting.chairs) if chair.kind == "person"]
    if people:
        parlour.back(parlour.rng.choice(people))


def somebody_says(parlour: Parlour) -> None:
    words = (
        *(said.Ready(NONCE),) * 8,
        *(said.Start(),) * 4,
        said.Bot(),
        said.Remove(parlour.rng.randrange(4)),
        said.Keeper(parlour.rng.randrange(4)),
        said.Decide(parlour.rng.randrange(4), parlour.rng.choice(FATES)),
    )
    if (peer := somebody(parlour)) is not None:
        parlour.say(peer, parlour.rng.choice(words))


def somebody_comes_or_goes(parlour: Parlour) -> None:
    if parlour.rng.random() < 0.9:
        parlour.sit("Di")
    elif (peer := somebody(parlour)) is not None:
        parlour.say(peer, said.Leave())


FATES: tuple[said.Fate, ...] = ("wait", "bot", "end")

HAPPENINGS = (
    *(somebody_answers,) * 12,
    *(time_passes,) * 8,
    *(somebody_says,) * 4,
    *(somebody_returns,) * 2,
    somebody_drops,
    somebody_comes_or_goes,
)


@pytest.mark.parametrize("seed", range(10))
def test_at_every_moment_the_facts_alone_make_the_same_table_again(seed: int) -> None:
    assert recovery(seed) > 20


def test_the_header_of_a_journal_makes_the_same_opening_again() -> None:
    assert Opening.of(opening(4).header()) == opening(4)


def test_what_lasts_after_a_restart_is_shown_as_before() -> None:
    parlour = playing("Ana", "Bo", "Cy")
    parlour.act(DRAW)
    again = parlour.recovered()
    for seat in (*map(Seat, range(3)), None):
        here, there = (view(t.lasting.game, t.lasting.state, seat) for t in (parlour.table, again))
        assert here == there
