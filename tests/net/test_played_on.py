"""A match played on: from any moment of a record, with its cards, as a match of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import Seat
from engine.games import GAMES
from engine.play import asks, view
from engine.proof import verify
from engine.record import BadRecord, Record, branched, fingerprint, from_text, replay, to_text
from net.host import Host
from net.played_on import Continuation
from net.table import Table
from net.witness import Witness
from tests.engine.records import NAMES, played
from tests.net.tables import Parlour

MATCH = played()
STEP = 9
CY = Seat(2)
LEVELS = ("random",) * len(NAMES)


def going_on(step: int = STEP, record: Record = MATCH) -> Parlour:
    """A table at which Cy plays on alone, dealt and ready."""
    parlour = Parlour(seats=len(NAMES))
    where = Continuation(branched(record, step), CY, "Cy", LEVELS)
    parlour.do(where.set_up)
    parlour.ready(parlour.sit("Cy"))
    parlour.speak()
    return parlour


def test_it_goes_on_exactly_where_the_record_was() -> None:
    parlour, game = going_on(), GAMES["wolfmoon"]
    then = replay(game, branched(MATCH, STEP))
    for seat in range(len(NAMES)):
        here = view(game, parlour.table.lasting.state, Seat(seat))
        assert here == view(game, then, Seat(seat))


def test_the_player_has_the_seat_and_bots_have_the_names_of_the_others() -> None:
    chairs = going_on().table.lasting.chairs
    assert [chair.name for chair in chairs] == list(NAMES)
    assert [chair.kind for chair in chairs] == ["bot", "bot", "person", "bot"]
    assert len({chair.persona for chair in chairs}) == len(NAMES)


def test_nobody_else_has_the_players_name() -> None:
    parlour = Parlour(seats=len(NAMES))
    parlour.do(Continuation(branched(MATCH, STEP), CY, "Ana", LEVELS).set_up)
    parlour.sit("Ana")
    names = [chair.name for chair in parlour.table.lasting.chairs]
    assert names.count("Ana") == 1


def test_it_is_recorded_as_a_match_of_its_own_and_marked() -> None:
    parlour = going_on()
    parlour.play_out()
    last = parlour.table.lasting.last
    assert last is not None
    assert (last.origin, last.taken) == (fingerprint(MATCH), STEP)
    assert last.moves[:STEP] == MATCH.moves[:STEP]
    assert fingerprint(last) != fingerprint(MATCH)
    assert from_text(to_text(last)) == last
    assert not asks(replay(GAMES["wolfmoon"], last))


def test_its_deal_proves_nothing_and_says_so() -> None:
    parlour = going_on()
    parlour.play_out()
    last = parlour.table.lasting.last
    assert last is not None
    with pytest.raises(BadRecord, match="played on") as bad:
        verify(GAMES, last)
    assert bad.value.why == "played_on"


def test_a_host_that_passes_off_such_a_match_as_dealt_is_accused() -> None:
    witness = Witness(lambda message: None)
    witness.check(branched(MATCH, STEP))
    assert witness.accusation == "played_on"


def test_it_comes_back_from_the_journal() -> None:
    parlour = going_on()
    parlour.go_on()
    found: Table = parlour.recovered()
    assert found.lasting.state == parlour.table.lasting.state
    assert found.lasting.record() == parlour.table.lasting.record()


def test_the_next_match_at_the_same_table_is_dealt_again() -> None:
    parlour = going_on()
    parlour.play_out()
    parlour.ready(parlour.peer(CY))
    parlour.speak()
    lasting = parlour.table.lasting
    assert lasting.phase == "playing"
    assert lasting.branch is None
    assert lasting.record().origin == ""
    assert lasting.record().seed != MATCH.seed


async def test_a_host_that_others_can_reach_plays_nothing_on(tmp_path: Path) -> None:
    where = Continuation(branched(MATCH, STEP), CY, "Cy", LEVELS)
    alone, reachable = Host("Moon", tmp_path / "a"), Host("Moon", tmp_path / "b")
    alone.open()
    alone.play_on_next(where)
    with pytest.raises(ValueError, match="lets nobody in"):
        await alone.listen("127.0.0.1")
    await reachable.start("127.0.0.1")
    with pytest.raises(ValueError, match="deals every match"):
        reachable.play_on_next(where)
    await alone.stop()
    await reachable.stop()
