"""Personas: a bot has one from the moment it sits down; what anybody is called never gives one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.bots.personas import PERSONAS
from engine.core import Seat
from engine.games import GAMES
from engine.play import asks, view
from net import facts
from net import messages as said
from net.thinking import think
from tests.net.tables import Parlour


def personas(parlour: Parlour) -> list[str]:
    """The personas, as everybody at the table is told."""
    return [player.persona for player in parlour.table.room().players]


def names(parlour: Parlour) -> list[str]:
    return list(parlour.table.lasting.names())


def test_bots_have_a_manner_each_and_are_called_after_it() -> None:
    parlour = Parlour("Ana", seats=3)
    parlour.deal()
    assert personas(parlour) == ["", *PERSONAS[:2]]
    assert names(parlour) == ["Ana", *PERSONAS[:2]]


def test_a_person_called_ada_has_no_manner_of_a_bot() -> None:
    parlour = Parlour("Ada", seats=3)
    parlour.deal()
    assert personas(parlour)[0] == ""


def test_a_bot_whose_name_a_person_has_gets_another_name_and_keeps_its_manner() -> None:
    parlour = Parlour("ada", seats=3)
    parlour.deal()
    assert personas(parlour) == ["", "Ada", "Bela"]
    assert names(parlour) == ["ada", "Jona", "Bela"]


def test_no_two_bots_of_a_table_have_one_manner_or_one_name() -> None:
    parlour = Parlour("Jona", seats=10, game="onenight", options={})
    for _ in range(9):
        assert parlour.say(parlour.people[0], said.Bot()) == ""
    parlour.say(parlour.people[0], said.Remove(4))
    parlour.say(parlour.people[0], said.Bot())
    assert sorted(personas(parlour)[1:]) == sorted(set(personas(parlour)[1:]))
    assert len(set(names(parlour))) == 10


def test_a_bot_that_stands_in_for_a_person_has_no_persona() -> None:
    parlour = Parlour("Ada", "Bo", "Cy")
    parlour.deal()
    parlour.drop(parlour.people[0])
    parlour.lapse("grace")
    assert parlour.table.lasting.chairs[0].stand_in
    assert personas(parlour) == ["", "", ""]


def test_a_bot_that_takes_a_persons_seat_for_good_has_no_persona() -> None:
    parlour = Parlour("Ada", "Bo", "Cy")
    parlour.deal()
    parlour.say(parlour.people[0], said.Leave())
    chair = parlour.table.lasting.chairs[0]
    assert (chair.kind, chair.name, chair.persona) == ("bot", "Ada", "")


def test_a_manner_is_still_there_after_a_restart() -> None:
    parlour = Parlour("Ada", seats=3)
    parlour.deal()
    again = parlour.recovered().lasting.chairs
    assert [chair.persona for chair in again] == ["", "Ada", "Bela"]


def test_a_record_says_whom_the_bots_were() -> None:
    parlour = Parlour("Ada", seats=3)
    parlour.deal()
    parlour.play_out()
    last = parlour.table.lasting.last
    assert last is not None
    assert last.personas == ("", "Ada", "Bela")


# ── journals from before there were personas ────────────────────────────────────────────────────


def without_personas(*happened: list[Any]) -> list[str]:
    """The personas at a table of three, after facts as they used to be written."""
    parlour = Parlour(seats=3)
    for plain in happened:
        parlour.table.do(facts.read(plain))
    return personas(parlour)


def test_an_old_bot_has_the_manner_of_the_name_its_host_chose() -> None:
    sat = ["sit", 0, "Ada", "ab" * 32]
    assert without_personas(sat, ["bot", 1, "Bela", "hard"]) == ["", "Bela", ""]


def test_an_old_bot_that_took_the_seat_of_a_person_called_ada_has_no_manner() -> None:
    sat = ["sit", 0, "Ada", "ab" * 32]
    assert without_personas(sat, ["bot", 0, "Ada", "hard"]) == ["", "", ""]


def test_an_old_bot_with_a_name_that_is_nobodys_has_no_manner() -> None:
    assert without_personas(["bot", 0, "Robin", "hard"]) == ["", "", ""]


# ── how they play ───────────────────────────────────────────────────────────────────────────────


def test_the_pool_plays_in_the_manner_that_it_is_told() -> None:
    """Hugo answers some question in some game differently from a bot without a persona."""
    game = GAMES["onenight"]
    parlour = Parlour("Ana", seats=5, game=game.id, version=game.version, options={})
    parlour.deal()
    for _ in range(200):
        if parlour.table.lasting.phase != "playing":
            break
        state = parlour.table.lasting.state
        ask = Random(len(parlour.facts)).choice(asks(state))
        shown = view(game, state, Seat(ask.seat))
        answers = {think(game.id, "hard", who, shown, "1") for who in ("", *PERSONAS)}
        if len(answers) > 1:
            return
        parlour.go_on()
    raise AssertionError("nobody ever played in a manner")


def test_a_manner_that_nobody_knows_is_an_error() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.deal()
    shown = view(GAMES["wolfmoon"], parlour.table.lasting.state, parlour.asked)
    with pytest.raises(ValueError, match="There is no persona Robin"):
        think("wolfmoon", "hard", "Robin", shown, "1")
