"""The reference page: up to date, and complete as to what games do and what their code says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.core import Ask, Blocked, Choice, Event, Game
from engine.games import GAMES
from engine.glossary import Glossary
from engine.play import advance, asks, start, views
from tests.reference import PAGE, RULES, glossary_of, page, with_cards

ROOT = Path(__file__).parents[1]
LISTENED = {"random": 16, "easy": 4, "medium": 1}
"""By level: how many games are listened to; bots that think are slow."""


class Heard(NamedTuple):
    """All that some games said."""

    events: list[Event]
    asks: list[Ask]
    choices: set[Choice]
    blocked: set[Blocked]


@cache
def heard(name: str) -> Heard:
    """What is said in games of all sizes, options and levels."""
    game, found = GAMES[name], Heard([], [], set(), set())
    for level, games in LISTENED.items():
        for number in range(games):
            listen(game, level, number, found)
    return found


def listen(game: Game[Any], level: str, number: int, found: Heard) -> None:
    rng = Random(f"reference {game.id} {number}")
    whole = not number and level == "random"
    options = {"length": "match"} if whole else dict(wishes(game, rng))
    state = start(game, game.seats[number % len(game.seats)], rng.randbytes(32), options)
    bot, chance = game.bots[level](rng), game.bots["random"](rng)
    while open_asks := asks(state):
        shown = next(iter(views(game, state, [open_asks[0].seat])))
        ask = shown.ask
        assert ask is not None
        found.asks.append(ask)
        found.choices.update(ask.choices)
        found.blocked.update(shown.blocked)
        advance(state, ask.seat, (bot if rng.random() < 0.9 else chance).choose(shown))
    found.events.extend(state.events or ())


def wishes(game: Game[Any], rng: Random) -> Iterator[tuple[str, str]]:
    """House options as a table might wish them; a set of roles must fit, so it is left alone."""
    for option in game.options:
        if option.key == "length":
            yield "length", "round"
        elif not option.key.startswith(("cards_", "start", "dealer")):
            yield option.key, rng.choice(option.values)


def words_in(name: str) -> set[str]:
    """Every text in the source of a game, except its glossary."""
    found: set[str] = set()
    for file in (ROOT / "engine" / "games" / name).glob("*.py"):
        if file.name != "glossary.py":
            tree = ast.parse(file.read_text(encoding="utf-8"))
            found |= {
                n.value
                for n in ast.walk(tree)
                if isinstance(n, ast.Constant) and isinstance(n.value, str)
            }
    return found


def emitted(name: str) -> set[str]:
    """Every kind that a game's code gives to `emit` as a whole word."""
    found: set[str] = set()
    for file in (ROOT / "engine" / "games" / name).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "emit"
            ):
                kind = node.args[0]
                either = [kind.body, kind.orelse] if isinstance(kind, ast.IfExp) else [kind]
                found |= {
                    one.value
                    for one in either
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                }
    return found


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make reference rewrites it"


def test_the_rules_page_lists_the_cards_as_the_game_shows_them() -> None:
    rules = RULES.read_text(encoding="utf-8")
    assert rules == with_cards(rules), "make reference rewrites it"


@pytest.mark.parametrize("name", GAMES)
def test_every_event_is_listed_and_no_field_is_used_in_silence(name: str) -> None:
    words = glossary_of(name).events
    for event in heard(name).events:
        told = words[event.kind]
        assert told.seat or event.seat is None, event
        assert told.other or event.other is None, event
        assert told.cards or not event.cards, event
        assert told.number or not event.number, event
        assert bool(told.seen) == (event.seen_by is not None), event


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_of_a_field_is_said_of_one_that_is_used(name: str) -> None:
    for kind, told in glossary_of(name).events.items():
        events = [event for event in heard(name).events if event.kind == kind]
        if events:
            assert not told.seat or any(event.seat is not None for event in events), kind
            assert not told.other or any(event.other is not None for event in events), kind
            assert not told.cards or any(event.cards for event in events), kind


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_in_the_code_is_listed_and_every_kind_listed_is_in_the_code(name: str) -> None:
    listed = set(glossary_of(name).events)
    assert emitted(name) <= listed
    texts = words_in(name)
    parts = {kind.removeprefix("won_").removeprefix("said_") for kind in listed}
    assert {part for part in parts if part not in texts} == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_prompt_is_listed_with_what_it_is_about(name: str) -> None:
    words: Glossary = glossary_of(name)
    for ask in heard(name).asks:
        asked = words.prompts[ask.prompt]
        assert asked.other or ask.other is None, ask
        assert asked.number or not ask.number, ask
        assert ask.window in ("", "rest", *words.windows), ask
    assert set(words.prompts) <= words_in(name) | {"next_round"} | {
        f"talk_{text}" for text in words_in(name)
    }


@pytest.mark.parametrize("name", GAMES)
def test_every_verb_is_listed_and_every_verb_listed_is_in_the_code(name: str) -> None:
    words = glossary_of(name).verbs
    for choice in heard(name).choices:
        assert words[choice.verb].value or not choice.value, choice
    assert set(words) <= words_in(name) | {"ready", "back"}


@pytest.mark.parametrize("name", GAMES)
def test_every_option_window_and_phrase_is_listed_and_no_other(name: str) -> None:
    game, words = GAMES[name], glossary_of(name)
    assert list(words.options) == [option.key for option in game.options]
    assert set(words.windows) == set(game.windows)
    assert tuple(words.phrases) == game.phrases


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_for_a_blocked_choice_is_listed(name: str) -> None:
    words = glossary_of(name).reasons
    assert {blocked.reason for blocked in heard(name).blocked} <= set(words) <= words_in(name)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_printed_of_a_question_and_a_choice_can_be_pasted(name: str) -> None:
    for ask in heard(name).asks[::20]:
        assert eval(repr(ask), {"Ask": Ask, "Choice": Choice}) == ask
    for choice in heard(name).choices:
        assert Choice.parse(str(choice)) == choice
