"""A position is all that a seat knows when it is asked something, in a code, and nothing else."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from engine.core import Seat
from engine.games import GAMES
from engine.play import asks, start, view
from engine.position import (
    LONGEST,
    PREFIX,
    USUAL,
    VERSION,
    BadPosition,
    Position,
    check_of,
    opened,
    position_of,
    unpacked,
)
from tests.engine.laws import new_game, walk

EVERY = 7
"""Every so many moments are looked at."""


def positions(name: str, seed: int) -> Iterator[tuple[Any, Position]]:
    """Questions of a game at random, each with the whole table."""
    game = GAMES[name]
    state, rng = new_game(game, seed)
    for number, (seat, _) in enumerate(walk(state, rng)):
        shown = view(game, state, seat)
        assert shown.ask is not None
        if number % EVERY == 0 and len(shown.ask.choices) > 1:
            yield state, position_of(game, {}, shown)
        if number > 20 * EVERY:
            return


def written(what: Any) -> str:
    """A code with a right checksum, whatever it says."""
    packer = zlib.compressobj(9, wbits=-15, zdict=USUAL)
    return spelt(packer.compress(json.dumps(what).encode()) + packer.flush())


def spelt(packed: bytes) -> str:
    from base64 import urlsafe_b64encode

    body = bytes([VERSION]) + check_of(packed) + packed
    return PREFIX + urlsafe_b64encode(body).decode().rstrip("=")


def first() -> Position:
    game = GAMES["wolfmoon"]
    state = start(game, 3, bytes(32), {"length": "round"})
    return position_of(game, {"length": "round"}, view(game, state, asks(state)[0].seat))


@pytest.mark.parametrize("name", GAMES)
def test_a_code_opens_to_the_same_position_on_another_machine(name: str) -> None:
    for seed in range(2):
        for _, position in positions(name, seed):
            again = opened(GAMES, position.code)
            assert again == position, seed
            assert again.code == position.code, seed


@pytest.mark.parametrize("name", GAMES)
def test_two_worlds_that_a_seat_cannot_tell_apart_have_the_same_code(name: str) -> None:
    game, told_apart = GAMES[name], 0
    for seed in range(2):
        for state, position in positions(name, seed):
            seat = position.seat
            other = game.fill(position.view.state, seat, Random(f"other cards {seed}"))
            told_apart += other != state
            assert position_of(game, {}, view(game, other, seat)).code == position.code, seed
    assert told_apart


@pytest.mark.parametrize("name", GAMES)
def test_the_events_in_a_code_are_those_that_the_seat_was_told(name: str) -> None:
    for state, position in positions(name, 3):
        *_, known = unpacked(position.code)
        events = next(iter(known.values()))
        told = [event.told_to(position.seat) for event in state.events[-3:]]
        for event in told:
            assert list(event.cards) in [
                item["event"][3]["tuple"]
                for part in events
                if isinstance(part, list)
                for item in part
                if isinstance(item, dict) and "event" in item
            ]


def test_a_slip_in_any_letter_is_noticed() -> None:
    code = first().code
    for place in range(len(PREFIX), len(code), 17):
        other = "A" if code[place] != "A" else "B"
        with pytest.raises(BadPosition, match=r"slip|newer"):
            opened(GAMES, code[:place] + other + code[place + 1 :])


def test_blanks_and_line_ends_that_a_chat_adds_do_no_harm() -> None:
    code = first().code
    assert opened(GAMES, f"  {code[:40]}\n{code[40:]}\t ") == first()


def changed(change: Callable[[list[Any]], None]) -> str:
    """The code of a position in which something was changed, with a right checksum."""
    whole = list(unpacked(first().code))
    change(whole)
    return written(whole)


def table_of(whole: list[Any]) -> list[Any]:
    found: list[Any] = whole[4]["Table"]
    return found


HOSTILE: dict[str, Callable[[list[Any]], None]] = {
    "many seats": lambda whole: table_of(whole).__setitem__(0, 2**30),
    "no seats": lambda whole: table_of(whole).__setitem__(0, 0),
    "an unknown card": lambda whole: table_of(whole)[9][0].__setitem__(0, 999),
    "somebody else's card": lambda whole: table_of(whole)[9][1].__setitem__(0, 3),
    "a text for a number": lambda whole: table_of(whole).__setitem__(5, "round"),
    "a number too large": lambda whole: table_of(whole).__setitem__(5, 2**70),
    "a fraction": lambda whole: table_of(whole).__setitem__(5, 0.5),
    "no steps": lambda whole: table_of(whole).__setitem__(22, []),
    "a step that is none": lambda whole: table_of(whole).__setitem__(22, [{"Open": ["/etc"]}]),
    "events about nobody": lambda whole: table_of(whole)[23].append({"event": [1]}),
    "another seat": lambda whole: whole.__setitem__(3, 2),
    "a seat beyond the table": lambda whole: whole.__setitem__(3, 9),
    "a list for a table": lambda whole: whole.__setitem__(4, []),
    "a step for a table": lambda whole: whole.__setitem__(4, {"RoundEnds": []}),
    "an option that is none": lambda whole: whole.__setitem__(2, {"length": "endless"}),
    "knowledge that nobody has": lambda whole: table_of(whole)[25]["Known"][2].__setitem__(1, 1),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_code_that_no_table_could_have_made_is_refused(what: str) -> None:
    with pytest.raises(BadPosition, match="nonsense"):
        opened(GAMES, changed(HOSTILE[what]))


def test_a_game_or_rules_that_are_unknown_here_are_told_apart_from_nonsense() -> None:
    with pytest.raises(BadPosition, match="no_game"):
        opened(GAMES, changed(lambda whole: whole.__setitem__(0, "chess")))
    with pytest.raises(BadPosition, match="other_rules"):
        opened(GAMES, changed(lambda whole: whole.__setitem__(1, 99)))


def test_size_is_limited_before_anything_is_unpacked() -> None:
    with pytest.raises(BadPosition, match="too_long"):
        opened(GAMES, PREFIX + "A" * LONGEST)
    bomb = zlib.compressobj(9, wbits=-15, zdict=USUAL)
    with pytest.raises(BadPosition, match="too_long"):
        opened(GAMES, spelt(bomb.compress(b"[" * 1_000_000) + bomb.flush()))


@pytest.mark.parametrize("text", ["", "MOON-12345", "MOONP-", "MOONP-é", "MOONP-AAAA", "\0"])
def test_what_is_no_code_is_said_to_be_none(text: str) -> None:
    with pytest.raises(BadPosition):
        opened(GAMES, text)


def test_data_nested_without_end_is_nonsense() -> None:
    packer = zlib.compressobj(9, wbits=-15, zdict=USUAL)
    deep = packer.compress(b"[" * 30_000 + b"]" * 30_000) + packer.flush()
    with pytest.raises(BadPosition, match="nonsense"):
        opened(GAMES, spelt(deep))


def test_a_position_says_nothing_about_who_played() -> None:
    assert Seat(0) in range(first().seats)
    assert "Ana" not in json.dumps(unpacked(first().code))
