"""An evening: one table that goes from game to game, and everybody's score over all of it."""

from __future__ import annotations

from typing import Any

import pytest

from net import facts
from net import messages as said
from net.evening import Match, Seated, closest, standings
from net.table import Table
from tests.net.tables import Parlour

ADA, BO, CY = "Ada", "Bo", "Cy"
QUICK: dict[str, Any] = {"options": {"length": "round"}, "pace": 0}
DUEL = said.Change("moonlight", 2, {"length": "round"})


def after_a_match(*names: str, **terms: Any) -> Parlour:
    """A table at which one match of Wolfmoon is over."""
    parlour = Parlour(*names, **QUICK | terms)
    parlour.deal()
    parlour.play_out()
    return parlour


def kinds(parlour: Parlour) -> list[str]:
    return [chair.kind for chair in parlour.table.lasting.chairs]


def scores(parlour: Parlour) -> dict[str, float]:
    evening = parlour.table.room().evening
    return {score.name: score.above for score in evening.scores} if evening is not None else {}


# ── from game to game ───────────────────────────────────────────────────────────────────────────


def test_another_game_is_played_by_the_same_people_without_leaving() -> None:
    parlour = after_a_match(ADA, BO, CY)
    change = said.Change("onenight", 5, {"length": "round"}, clock=True)
    assert parlour.say(parlour.people[0], change) == ""
    room = parlour.table.room()
    assert (room.game, room.phase, room.clock) == ("onenight", "lobby", True)
    assert [player.name for player in room.players] == [ADA, BO, CY, "", ""]
    assert parlour.last(parlour.people[1], said.Notice) == said.Notice("proposed", ADA)
    parlour.deal()
    parlour.play_out()
    assert room.evening is not None
    assert parlour.table.room().evening == parlour.recovered().room().evening
    assert [match.game for match in parlour.table.lasting.matches] == ["wolfmoon", "onenight"]
    assert not any(witness.accusation for witness in parlour.witnesses.values())


def test_nothing_begins_before_everybody_is_ready_for_the_new_game() -> None:
    parlour = Parlour(ADA, BO, CY, **QUICK)
    ada, bo, _ = parlour.people
    parlour.ready(bo)
    assert parlour.say(ada, said.Change("robbers", 3)) == ""
    assert not parlour.table.present.ready
    assert parlour.say(ada, said.Start()) == "not_all_ready"


def test_the_best_two_play_the_final_and_the_others_watch() -> None:
    parlour = after_a_match(ADA, BO, CY)
    ada, bo, cy = parlour.people
    assert parlour.say(ada, DUEL) == "too_many_people"
    final = said.Change("moonlight", 2, {"length": "round"}, players="12")
    assert parlour.say(ada, final) == ""
    assert [player.name for player in parlour.table.room().players] == [BO, CY]
    assert parlour.last(ada, said.Seated).seat is None
    assert parlour.last(cy, said.Seated).seat == 1
    assert parlour.table.keeper() == 0
    for peer in (bo, cy):
        parlour.ready(peer)
    parlour.play_out()
    assert set(scores(parlour)) == {ADA, BO, CY}, "whoever watches keeps their score"
    assert not any(witness.accusation for witness in parlour.witnesses.values())


def test_bots_stay_as_far_as_there_is_room_and_play_the_new_game() -> None:
    parlour = Parlour(ADA, seats=4, **QUICK)
    for _ in range(3):
        assert parlour.say(parlour.people[0], said.Bot("hard")) == ""
    assert parlour.say(parlour.people[0], DUEL) == ""
    assert kinds(parlour) == ["person", "bot"]
    parlour.deal()
    assert parlour.table.lasting.phase == "playing"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (said.Change("chess", 2), "no_such_game"),
        (said.Change("wolfmoon", 9), "wrong_seats"),
        (said.Change("wolfmoon", 3, {"length": "endless"}), "bad_option"),
        (said.Change("wolfmoon", 3, level="perfect"), "no_such_level"),
        (said.Change("wolfmoon", 3, deal="moon"), "fixed_deal"),
    ],
)
def test_what_cannot_be_played_is_refused_and_changes_nothing(
    change: said.Change, why: str
) -> None:
    parlour = Parlour(ADA, BO, CY, **QUICK)
    before = parlour.table.room()
    assert parlour.say(parlour.people[0], change) == why
    assert parlour.table.room() == before


def test_only_the_keeper_proposes_and_only_between_matches() -> None:
    parlour = Parlour(ADA, BO, CY, **QUICK)
    assert parlour.say(parlour.people[1], said.Change("robbers", 3)) == "only_keeper"
    parlour.deal()
    assert parlour.say(parlour.people[0], said.Change("robbers", 3)) == "already_playing"


# ── friends who come late ───────────────────────────────────────────────────────────────────────


def with_bots(*names: str) -> Parlour:
    """A match of people and bots is being played."""
    parlour = Parlour(*names, seats=4, **QUICK)
    parlour.deal()
    return parlour


def test_a_late_friend_sits_down_when_the_match_is_over_in_the_place_of_a_bot() -> None:
    parlour = with_bots(ADA, BO)
    late = parlour.watch(CY)
    assert parlour.say(late, said.Sit()) == ""
    assert [one.waits for one in parlour.table.room().watchers] == [True]
    assert parlour.say(late, said.Sit()) == "", "said twice, it is the same"
    parlour.play_out()
    assert parlour.last(late, said.Seated).seat == 3
    assert parlour.last(late, said.Seated).token
    assert kinds(parlour) == ["person", "person", "bot", "person"]
    assert parlour.table.lasting.row().bots == 1
    assert CY not in scores(parlour), "the match was not theirs"


def test_the_match_before_is_shown_to_a_newcomer_as_to_those_who_watch() -> None:
    parlour = with_bots(ADA, BO)
    late, watcher = parlour.watch(CY), parlour.watch("Dora")
    parlour.say(late, said.Sit())
    parlour.play_out()
    assert parlour.table.room().newcomers == [3]
    assert parlour.last(late, said.Update).state == parlour.last(watcher, said.Update).state
    assert parlour.table.lasting.chairs[0].name == ADA
    parlour.table.tell_all()
    seen = {peer: m.state for peer, m in parlour.table.out if isinstance(m, said.Update)}
    assert seen[late] == seen[watcher] != seen[parlour.people[0]]


@pytest.mark.parametrize("seed", range(6))
def test_a_late_friend_does_not_accuse_the_host_of_a_match_they_only_watched(seed: int) -> None:
    parlour = Parlour(ADA, BO, seats=4, seed=seed, **QUICK)
    parlour.deal()
    late, watcher = parlour.watch(CY), parlour.watch("Dora")
    parlour.say(late, said.Sit())
    parlour.play_out()
    assert parlour.table.seat_of(late) is not None
    for peer in (late, watcher):
        assert parlour.witnesses[peer].accusation == ""
        assert parlour.witnesses[peer].verdict == parlour.witnesses[watcher].verdict != ""


def test_who_does_not_want_to_sit_down_after_all_watches_on() -> None:
    parlour = with_bots(ADA, BO)
    late = parlour.watch(CY)
    parlour.say(late, said.Sit())
    parlour.say(late, said.Sit(False))
    parlour.play_out()
    assert parlour.table.seat_of(late) is None


def test_where_nobody_may_watch_bots_keep_their_seats() -> None:
    parlour = Parlour(ADA, seats=3, watch="none", **QUICK)
    for _ in range(2):
        parlour.say(parlour.people[0], said.Bot())
    late = parlour.sit(BO)
    assert parlour.table.seat_of(late) is None
    assert parlour.table.lasting.row().bots == 0


def test_whoever_stands_aside_gets_a_seat_again_when_there_are_more() -> None:
    parlour = after_a_match(ADA, BO, CY)
    parlour.say(parlour.people[0], said.Change("moonlight", 2, players="01"))
    assert parlour.say(parlour.people[2], said.Sit()) == ""
    assert parlour.table.seat_of(parlour.people[2]) is None
    assert parlour.say(parlour.people[0], said.Change("robbers", 3)) == ""
    assert parlour.table.seat_of(parlour.people[2]) == 2


# ── the score ───────────────────────────────────────────────────────────────────────────────────


def match(game: str, people: str, winners: tuple[int, ...], points: tuple[int, ...] = ()) -> Match:
    """A match of people with one letter each; a dot is a bot."""
    seats = (Seated("bot", ".") if name == "." else Seated("person", name) for name in people)
    return Match(game, tuple(seats), winners, points)


def test_a_win_is_worth_what_it_exceeds_the_fair_share_by() -> None:
    alone = match("wolfmoon", "ABCD", (0,))
    together = match("onenight", "ABCD", (1, 2, 3))
    found = {score.name: score for score in standings([alone, together])}
    assert [found[name].above for name in "ABCD"] == [0.0, 0.0, 0.0, 0.0]
    assert [found[name].wins for name in "ABCD"] == [1, 1, 1, 1]
    assert found["B"].by_game == {"onenight": 1}


@pytest.mark.parametrize("winners", [(), (0,), (1, 3), (0, 1, 2, 3)])
def test_what_some_gain_the_others_pay(winners: tuple[int, ...]) -> None:
    found = standings([match("wolfmoon", "ABCD", winners)])
    assert sum(score.above for score in found) == pytest.approx(0)


def test_bots_count_as_seats_and_have_no_score() -> None:
    (score,) = standings([match("wolfmoon", "A...", (0,))])
    assert (score.name, score.above) == ("A", 0.75)


def test_the_closest_match_is_the_one_won_by_the_least_part_of_the_points() -> None:
    clear, close = match("robbers", "AB", (0,), (9, 3)), match("robbers", "AB", (1,), (8, 9))
    single = match("wolfmoon", "AB", (0,), (1, 1))
    assert closest([clear, close, single]) == close
    assert closest([single]) is None


def test_who_gives_up_a_seat_has_not_won_and_stays_in_the_standings() -> None:
    parlour = with_bots(ADA, BO)
    parlour.say(parlour.people[1], said.Leave())
    parlour.play_out()
    (seats,) = (match.seats for match in parlour.table.lasting.matches)
    assert seats[1] == Seated("person", BO)
    evening = parlour.table.room().evening
    assert evening is not None
    assert next(score for score in evening.scores if score.name == BO).wins == 0


def test_a_match_that_was_given_up_counts_for_nobody() -> None:
    parlour = with_bots(ADA, BO)
    parlour.do(give_up)
    assert parlour.table.room().evening is None


def give_up(draft: Table) -> None:
    draft.do(facts.End())
    draft.finish()


def test_a_table_is_listed_with_who_keeps_it() -> None:
    parlour = after_a_match("Ana", "Bo", "Cy")
    lasting = parlour.table.lasting
    assert lasting.keeper is not None
    assert lasting.row().keeper == lasting.chairs[lasting.keeper].name
