"""Terminals of every size: nothing is cut where a table fits, nothing breaks where none does."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core import Choice, Seat
from engine.games.wolfmoon.deck import VALUE, Card
from moontui.app.app import LEAST
from moontui.app.screens.result import ResultLines, ResultScreen
from moontui.app.screens.small import SizeLine, TooSmall
from moontui.client.reach import NETWORK, Powers
from moontui.draw.ink import words_of
from moontui.draw.size import Size
from moontui.games.wolfmoon.hand import Hand
from moontui.games.wolfmoon.parts import FORMS, form_for
from moontui.games.wolfmoon.seats import Displays
from moontui.words.catalogue import LANGUAGES, Catalogue
from tests.extent import EVERYTHING, some
from tests.moontui.scenes import ME, finished, moment, session_at, until
from tests.moontui.sitting import Sitting, sitting
from tests.moontui.sizes import LOOKS, SIZES, named

TINY = [(1, 1), (2, 1), (1, 3), (3, 2), (4, 2), (6, 3), (10, 4), (19, 5), (20, 5), (40, 12)]


def full_table(prompt: str, **wanted: Any) -> Any:
    """Six players late in a round, with a lot in their displays."""
    return moment(prompt, seats=6, turns=14, where=crowded, **wanted)


def crowded(state: Any) -> bool:
    return sum(map(len, state.displays)) >= 14


@pytest.mark.parametrize("size", [*some(TINY[::4], TINY), (59, 31), (39, 46), (200, 19)])
async def test_a_terminal_too_small_gets_one_sentence_with_both_sizes(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with sitting(tmp_path, moment("turn"), size=size) as table:
        assert isinstance(table.app.screen, TooSmall)
        text = "".join("".join(table.lines).split())
        if size[0] * size[1] >= 120:
            for number in (*size, *LEAST):
                assert str(number) in text
        assert len(table.lines) == size[1]


async def test_a_visitor_whose_terminal_is_too_small_is_told_of_no_command(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("turn"), size=(40, 12)) as table:
        assert "moontui plain" in " ".join(table.lines)
        table.app.reach = replace(NETWORK, powers=Powers(can_use_files=False))
        told = table.app.screen.query_one(SizeLine).draw(40, 12)
        assert "moontui" not in " ".join(words_of(told))


async def test_the_smallest_table_is_not_refused(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("turn"), size=LEAST) as table:
        assert table.app.screen is table.screen


async def test_what_was_picked_is_still_picked_when_the_terminal_grows_again(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, moment("slot")) as table:
        await table.press("2")
        for size in (*TINY, (80, 23)):
            await table.resize(*size)
        assert table.app.screen is table.screen
        assert table.screen.picked == Choice("slot", 1)
        await table.press("enter")
        assert table.answer == Choice("slot", 1)


async def test_what_was_typed_is_still_there_when_the_terminal_grows_again(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, moment("slot")) as table:
        await table.press("slash", *"half a line")
        await table.resize(20, 5)
        await table.resize(80, 23)
        assert table.screen.talking
        assert "half a line" in table.text


async def test_keys_pressed_blindly_in_a_tiny_terminal_do_nothing(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("slot")) as table:
        await table.resize(20, 5)
        await table.press("1", "enter", "slash", "Q", "escape", "enter")
        await table.resize(80, 23)
        assert table.app.screen is table.screen
        assert table.client.said == []


async def test_a_game_goes_on_behind_the_sentence(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("slot")) as table:
        await table.resize(20, 5)
        await table.sit(finished("last"))
        await table.resize(80, 23)
        assert not isinstance(table.app.screen, TooSmall)


@pytest.mark.parametrize("seed", range(5 if EVERYTHING else 1))
async def test_a_storm_of_sizes_leaves_the_table_as_it_was(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    async with sitting(tmp_path, full_table("play")) as table:
        before = table.text
        for _ in range(30):
            await table.pilot.resize_terminal(rng.randint(1, 200), rng.randint(1, 60))
        await table.resize(80, 23)
        await until(table.pilot, lambda: table.text == before)


async def test_a_wall_of_a_terminal_is_filled_to_its_edges(tmp_path: Path) -> None:
    async with sitting(tmp_path, full_table("play"), size=(1000, 300)) as table:
        assert {len(line) for line in table.lines} == {1000}
        assert whole(table)


@pytest.mark.parametrize(("size", "language"), LOOKS, ids=named)
async def test_nothing_of_a_full_table_is_cut(
    size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    async with sitting(tmp_path, size=size, language=language) as table:
        for prompt, more in (("play", 2), ("aim", 3), ("guess", 2), ("watchman", 4), ("take", 2)):
            await table.sit(full_table(prompt, choices=more))
            missing = whole(table)
            assert missing == [], (prompt, missing, table.text)


def whole(table: Sitting) -> list[str]:
    """What should be on the screen of a table but is not."""
    shown = table.session.view
    assert shown is not None
    assert shown.ask is not None
    words, teller, text = table.session.words, table.session.teller, " ".join(table.text.split())
    missing = [] if teller.prompt(shown.ask) in text else [teller.prompt(shown.ask)]
    listed = not Size.of(*table.app.size).is_tall  # a phone has buttons, on more than one page
    for choice, key in table.keys.items() if listed else ():
        name = teller.choice(choice)
        tally = teller.tallies(shown).get(choice, "")
        ways = [f"{name}{tally}" if name == key else f"[{key}] {name}{tally}"]
        if choice.verb in ("play", "keep"):  # on its card as well
            ways.append(f"[{key}] {name_of(words, choice.value, 'short')}")
        missing += [] if any(way in text for way in ways) else ways[:1]
    state = shown.state
    missing += [
        f"hand: {card}"
        for card in state.hands[ME]
        if not any(name_of(words, card, form).upper() in text.upper() for form in FORMS)
    ]
    for seat, row in enumerate(rows_of(table)):
        for card in set(state.displays[seat]):
            count = state.displays[seat].count(card)
            forms = [name_of(words, card, form) for form in FORMS]
            forms.append(name_of(words, card, "short")[:7])  # a part of it, and a dot
            names = max(row.count(name) for name in forms)
            values = 0 if listed else row.split().count(str(VALUE[card]))  # of older cards
            if names + values < count:
                missing.append(f"display of {table.session.names[seat]}: {Card(card).name} {row}")
    return missing


def name_of(words: Catalogue, card: int, form: str) -> str:
    return f"{VALUE[card]} {words.say(form, Card(card).name.lower())}"


def rows_of(table: Sitting) -> list[str]:
    """What is drawn for every seat: its row, its panel, or the player's own display."""
    displays, scene = table.screen.query_one(Displays), table.screen.scene()
    assert scene is not None
    state = scene.view.state
    form = form_for(scene.look.size, state.seats)
    if form.panel:
        width = displays.size.width // (state.seats - 1) - 2
        seats = map(Seat, range(state.seats))
        panels = [displays.panel(scene, state, form, seat, width) for seat in seats]
        panels[ME] = table.screen.query_one(Hand).lines()
        return [" ".join(words_of(panel)) for panel in panels]
    rows: dict[str, str] = {}
    for text in words_of(displays.lines()):
        if text[2:3] in "abcdef" and text[3:4] == " ":
            letter = text[2]
            rows[letter] = text
        else:
            rows[letter] += f" {text}"
    return [rows[letter] for letter in sorted(rows)]  # on a phone the player's own is the last


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_six_hands_and_the_reasons_fit_on_the_result(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with sitting(tmp_path, size=size) as table:
        for language in LANGUAGES:
            table.app.settings.language = language
            session = session_at(finished("high", seats=6), language, voided=2, given_up=1)
            session.witness.verdict = "mine"
            await table.visit(session)
            screen = table.app.screen
            assert isinstance(screen, ResultScreen)
            text = " ".join(table.text.replace("│", " ").split())
            told = Counter(text.split())  # hands side by side are on several rows
            for row in screen.result.rows:
                told.subtract(row.cards.split())
            assert min(told.values()) >= 0, (language, table.text)
            go_on = screen.words.say("result", "rematch")
            assert go_on in text
            drawn = [ink.text for line in screen.query_one(ResultLines).lines() for ink in line]
            assert session.deal_checked in " ".join("".join(drawn).split())
            assert session.deals_undone in " ".join("".join(drawn).split())


@pytest.mark.parametrize("language", LANGUAGES)
async def test_at_a_crowded_table_every_choice_is_seen_at_the_smallest_size(
    language: str, tmp_path: Path
) -> None:
    state = moment("turn", seats=6, turns=12, where=sixth)
    async with sitting(tmp_path, state, size=LEAST, language=language) as table:
        assert "[a]" in table.text
        assert "[b]" in table.text


def sixth(state: Any) -> bool:
    """Whether six cards lie before somebody."""
    return any(len(display) >= 6 for display in state.displays)


async def test_the_log_of_a_narrow_table_needs_no_notebook_beside_it(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("turn", turns=6), size=(60, 20)) as table:
        assert "WHAT IS LEFT" not in table.text
        await table.resize(80, 23)
        assert "WHAT IS LEFT" in table.text
