"""Both languages have words for everything that a game can say."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine.core import Advice, Event, Idea, Seat
from engine.games import GAMES
from engine.games.wolfmoon import cards
from engine.games.wolfmoon.deck import CHARACTERS, Card
from engine.play import view
from moontui.words.catalogue import LANGUAGES, Catalogue, preferred_language, read
from moontui.words.chronicle import Chronicle
from moontui.words.hints import roughly
from moontui.words.names import told_apart
from moontui.words.teller import teller_for
from tests.moontui.scenes import ME, moment, session_at

ROOT = Path(__file__).parents[3]
WOLFMOON = sorted((ROOT / "engine" / "games" / "wolfmoon").glob("*.py"))


def first_texts(function: str, position: int) -> set[str]:
    """The texts that the game hands to a function at a position."""
    found = set()
    for file in WOLFMOON:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or len(node.args) <= position:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            name = node.func.id if isinstance(node.func, ast.Name) else name
            if name == function:
                texts = [
                    n.value for n in ast.walk(node.args[position]) if isinstance(n, ast.Constant)
                ]
                found |= {text for text in texts if isinstance(text, str)}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_words_for_every_event(language: str) -> None:
    words = Catalogue(language, "wolfmoon")
    endings = {"wolf", "last", "vampire", "high", "beggar", "none"}
    kinds = first_texts("emit", 0) - {"won_"} | {f"won_{ending}" for ending in endings}
    assert len(kinds) > 40
    assert [kind for kind in sorted(kinds) if not words.has("events", kind, "they")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_words_for_every_question_choice_and_reason(language: str) -> None:
    words = Catalogue(language, "wolfmoon")
    asked = [("prompts", key) for key in first_texts("Ask", 1)]
    chosen = [("choices", key) for key in first_texts("Choice", 0)]
    blocked = [("blocked", key) for key in first_texts("Blocked", 1) | {"safe", "out", "yourself"}]
    assert min(len(asked), len(chosen), len(blocked)) > 5
    assert [path for path in asked + chosen + blocked if not words.has(*path)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_and_a_text(language: str) -> None:
    words = Catalogue(language, "wolfmoon")
    for card in Card:
        assert words.say("names", card.name.lower())
        assert words.say("texts", card.name.lower())


@pytest.mark.parametrize("card", CHARACTERS, ids=lambda card: Card(card).name.lower())
def test_the_card_file_and_the_words_say_the_same(card: int) -> None:
    name = Card(card).name.lower()
    assert getattr(cards, name).__doc__ == Catalogue("en", "wolfmoon").say("texts", name)


def test_the_language_is_that_of_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for text, language in (
        ("de_AT.UTF-8", "de"),
        ("en_GB", "en"),
        ("fr_FR.UTF-8", "en"),
        ("C", "en"),
    ):
        monkeypatch.setenv("LANG", text)
        assert preferred_language() == language


def test_names_that_could_be_mistaken_carry_the_letter_of_their_seat() -> None:
    assert told_apart(["ada", "Bo", "Аda"]) == ["ada a", "Bo", "Аda c"]  # one begins in Cyrillic
    assert told_apart(["", "Bo", ""]) == ["", "Bo", ""]
    assert told_apart(["x" * 16] * 2) == ["x" * 14 + " a", "x" * 14 + " b"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_begins_with_what_a_game_is_about(language: str, game: str) -> None:
    teller = teller_for(game, Catalogue(language, game), ["Ana", "Bo", "Cy"], Seat(0))
    rounds = [Event("round", Seat(1), number=1), Event("round", Seat(2), number=2)]
    chronicle = Chronicle()
    chronicle.hear(teller, rounds)
    assert [entry.kind for entry in chronicle.entries] == ["aim", "round", "round"]
    assert chronicle.entries[0].story == teller.aim() != ""
    assert chronicle.retold(teller, rounds).entries == chronicle.entries


def test_only_what_is_certain_is_called_certain() -> None:
    assert [roughly(chance) for chance in (0.0, 1.0)] == ["0 %", "100 %"]
    assert [roughly(chance) for chance in (0.001, 0.42, 0.999)] == ["1 %", "40 %", "99 %"]


@pytest.mark.parametrize("game", ["wolfmoon", "moonlight", "robbers"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_on_a_single_choice_says_that_it_is_the_only_one(language: str, game: str) -> None:
    prompts = {"wolfmoon": "turn", "moonlight": "wolf", "robbers": "play"}
    state = moment(prompts[game], seats=min(GAMES[game].seats), game=game)
    shown = view(GAMES[game], state, ME)
    assert shown.ask is not None
    advice = Advice((Idea(shown.ask.choices[:1], 0.0),))
    (line,) = session_at(state, language).teller.hint(shown, advice, state.events)
    assert "%" not in line


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cover_says_for_how_many_a_game_is(language: str, game: str) -> None:
    """The first screen shows it without loading the game."""
    seats = GAMES[game].seats
    told = f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else f"{seats[0]}"
    assert read(language, game)["players"] == told
