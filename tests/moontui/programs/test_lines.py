"""A program is told what its seat may know, at a table and in the arena alike, and no more."""

from __future__ import annotations

import json

import pytest

from engine.core import Choice, Seat
from engine.games import GAMES
from engine.play import asks, view
from moontui.programs.lines import LONGEST, VERSION, choice_of, hello, over, question
from net import messages as said
from net.client import view_of
from net.wire import pack, unpack
from tests.engine.laws import moments, new_game
from tests.test_architecture import ROOT

SEEDS = range(6)


@pytest.mark.parametrize("game", GAMES)
def test_a_question_is_the_same_line_over_the_network_and_in_the_arena(game: str) -> None:
    for seed in SEEDS:
        state, rng = new_game(GAMES[game], seed)
        for _ in moments(state, rng, 0.2):
            seat = asks(state)[0].seat
            shown = view(GAMES[game], state, seat)
            here = question(shown, [], 1.0)
            shown.state.todo, shown.state.events = [], []
            sent = said.Update(
                1, shown.state, [], 0, shown.ask, list(shown.blocked), list(shown.waiting)
            )
            heard = unpack(pack(sent)[4:], said.ANY_FROM_HOST)
            assert question(view_of(GAMES[game], seat, heard), [], 1.0) == here


@pytest.mark.parametrize("game", GAMES)
def test_a_question_does_not_depend_on_what_its_seat_may_not_know(game: str) -> None:
    for seed in SEEDS:
        state, rng = new_game(GAMES[game], seed)
        for _ in moments(state, rng, 0.1):
            seat = asks(state)[0].seat
            shown = view(GAMES[game], state, seat)
            imagined = view(GAMES[game], GAMES[game].fill(shown.state, seat, rng), seat)
            assert question(imagined, [], 1.0) == question(shown, [], 1.0)


def test_a_question_says_first_how_many_choices_there_are() -> None:
    state, _ = new_game(GAMES["wolfmoon"], 1)
    seat = asks(state)[0].seat
    line = question(view(GAMES["wolfmoon"], state, seat), [], 2.5)
    count = len(asks(state)[0].choices)
    assert line.startswith(b'{"t":"question","count":%d,' % count)
    asked = json.loads(line)
    assert asked["seconds"] == 2.5
    assert asked["choices"] == [list(choice) for choice in asks(state)[0].choices]
    assert asked["view"]["todo"] == asked["view"]["events"] == []
    assert asked["view"]["seed"] == ""


def test_every_line_is_one_line() -> None:
    wolfmoon = GAMES["wolfmoon"]
    greeting = hello(wolfmoon, 4, Seat(2), {"length": "round"}, 7)
    assert json.loads(greeting)["options"] == {"length": "round"}
    assert greeting.endswith(b',"chance":7}\n')
    assert over(None, []) == b'{"t":"over","reason":"","winners":[],"events":[]}\n'


def test_the_page_names_every_field() -> None:
    wolfmoon = GAMES["wolfmoon"]
    state, _ = new_game(wolfmoon, 1)
    shown = view(wolfmoon, state, asks(state)[0].seat)
    told = (hello(wolfmoon, 4, Seat(0), {}, 7), question(shown, [], 1.0), over(None, []))
    page = (ROOT / "docs" / "outside-bots.md").read_text(encoding="utf-8")
    for line in told:
        for field in json.loads(line):
            assert f"`{field}`" in page or f'"{field}":' in page, field
    assert f"more than {LONGEST:,} bytes" in page
    assert f'"version":{VERSION},' in page


def test_an_answer_is_the_number_of_a_choice_or_the_choice_itself() -> None:
    state, _ = new_game(GAMES["wolfmoon"], 1)
    ask = asks(state)[0]
    assert ask.choices == (Choice("draw"), Choice("center"))
    for line in (b"1\n", b" 1 ", b'["center"]\n', b'["center", 0]'):
        assert choice_of(line, ask) == Choice("center")


@pytest.mark.parametrize(
    "line",
    [
        b"2",
        b"-1",
        b"1.0",
        b"true",
        b"null",
        b'"center"',
        b'["center", 1]',
        b'["center", false]',
        b'["play", 3, 4]',
        b"[[]]",
        b"[" * LONGEST,
        b"\xff\xfe",
        b"",
        b"center",
        b'{"answer": 1}',
    ],
)
def test_anything_else_is_no_answer(line: bytes) -> None:
    state, _ = new_game(GAMES["wolfmoon"], 1)
    assert choice_of(line, asks(state)[0]) is None
