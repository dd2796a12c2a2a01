"""Whoever saw a wolf last begins the first match, if they say so in the lobby."""

from __future__ import annotations

from engine.core import Seat
from net import messages as said
from tests.net.tables import Parlour


def begins(parlour: Parlour, seat: int = 0) -> str:
    """Who begins, as the table is described to a seat."""
    return parlour.last(parlour.people[seat], said.Room).options.get("start", "random")


def test_whoever_saw_a_wolf_last_says_so_and_begins_the_first_match() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    assert parlour.say(parlour.people[2], said.Wolf()) == ""
    assert begins(parlour) == "2"
    parlour.deal()
    assert parlour.table.lasting.state.starter == 2


def test_it_can_be_taken_back_and_somebody_else_may_have_seen_one_later() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.say(parlour.people[2], said.Wolf())
    parlour.say(parlour.people[1], said.Wolf())
    assert begins(parlour) == "1"
    parlour.say(parlour.people[1], said.Wolf())
    assert begins(parlour) == "random"


def test_it_is_not_said_anymore_once_somebody_is_ready() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.ready(parlour.people[0])
    assert parlour.say(parlour.people[1], said.Wolf()) == "somebody_is_ready"


def test_only_players_saw_a_wolf() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    assert parlour.say(parlour.watch("Wanda"), said.Wolf()) == "only_players"


def test_a_seat_that_becomes_free_does_not_begin_anymore() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.say(parlour.people[2], said.Wolf())
    parlour.say(parlour.people[2], said.Leave())
    assert begins(parlour) == "random"


def test_the_record_says_who_began_and_the_next_match_is_open_again() -> None:
    parlour = Parlour("Ana", "Bo", "Cy", options={"length": "round"})
    parlour.say(parlour.people[1], said.Wolf())
    parlour.deal()
    parlour.play_out()
    lasting = parlour.table.lasting
    assert lasting.last is not None
    assert lasting.last.options["start"] == "1"
    assert begins(parlour) == "random"
    assert parlour.say(parlour.people[1], said.Wolf()) == "not_the_first"


def test_a_host_that_was_killed_still_knows_who_begins() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.say(parlour.people[2], said.Wolf())
    assert parlour.recovered().lasting.first == Seat(2)


def test_in_a_game_without_a_first_seat_nobody_begins_by_a_wolf() -> None:
    parlour = Parlour("Ana", "Bo", "Cy", game="robbers")
    assert parlour.say(parlour.people[0], said.Wolf()) == "nobody_begins"


def test_everybodys_client_finds_the_record_to_be_what_was_agreed_on() -> None:
    parlour = Parlour("Ana", "Bo", "Cy", options={"length": "round"})
    parlour.ready(parlour.people[0])
    parlour.say(parlour.people[0], said.Ready(ready=False))
    parlour.say(parlour.people[2], said.Wolf())
    parlour.deal()
    parlour.play_out()
    for witness in parlour.witnesses.values():
        assert (witness.accusation, witness.verdict) == ("", "mine")
