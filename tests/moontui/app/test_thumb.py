"""A phone held upright: a thumb is enough for everything, and nothing is cut."""

from __future__ import annotations

import re
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core import Choice
from engine.games import GAMES
from engine.play import apply, asks, start
from moontui.app.screens.asides import starts_covered
from moontui.app.screens.finale import FinaleScreen
from moontui.app.screens.home import HomeScreen
from moontui.app.screens.more import Buttons, MoreScreen
from moontui.app.screens.new_table import SoloScreen
from moontui.app.widgets.board import Zone
from moontui.app.widgets.keys import MORE, Keys
from moontui.app.widgets.pad import COVER, TURN, WIDE
from moontui.app.widgets.panels import Header, Prompt
from moontui.app.widgets.rows import Rows
from moontui.app.widgets.sketch import Sketch
from moontui.client.reach import Powers
from moontui.draw.ink import words_of
from moontui.draw.size import Class, Size
from moontui.draw.touch import DOWN, HIGH
from moontui.games.wolfmoon.hand import Hand
from moontui.words.catalogue import LANGUAGES
from net import messages as said
from tests.extent import EVERYTHING
from tests.moontui.scenes import ME, moment, session_at
from tests.moontui.sitting import Sitting, sitting
from tests.sights import busy

PHONES = {"en": (49, 37), "de": (43, 40)}
"""By language: a phone in a browser, and a smaller window with longer words."""
SEATS = {"wolfmoon": 6, "moonlight": 2, "robbers": 5, "onenight": 5}


@cache
def questions(game: str) -> dict[str, Any]:
    """By prompt: a state in which the first seat is asked it, with the most choices found."""
    found: dict[str, tuple[int, Any]] = {}
    for seed in range(12):
        rng = Random(seed)
        state = start(GAMES[game], SEATS[game], rng.randbytes(32))
        for _ in range(400):
            open_now = asks(state)
            if not open_now:
                break
            mine = next((ask for ask in open_now if ask.seat == ME), None)
            if mine is not None and len(mine.choices) > found.get(mine.prompt, (0,))[0]:
                found[mine.prompt] = (len(mine.choices), deepcopy(state))
            ask = rng.choice(open_now)
            apply(state, ask.seat, rng.choice(ask.choices))
    return {prompt: state for prompt, (_, state) in found.items()}


def rows_of(table: Sitting, *kinds: type[Sketch]) -> Counter[Any]:
    """By target: in how many rows of the screen it can be hit."""
    wide: Counter[tuple[Any, int]] = Counter()
    for sketch in (sketch for kind in kinds for sketch in table.app.screen.query(kind)):
        if not sketch.display or not sketch.region:
            continue
        seen = table.app.screen.find_widget(sketch).visible_region
        for start_x, end_x, row, ink in sketch.places():
            y = sketch.content_region.y + row
            if ink.target is not None and seen.y <= y < seen.bottom:
                wide[ink.target, y] += end_x - start_x
    return Counter(target for (target, _), columns in wide.items() if columns >= WIDE)


async def reachable(table: Sitting) -> dict[Choice, int]:
    """By choice: the rows of its target, on the board or on any page of buttons. What gives up an
    answer that was begun is the button for the way back."""
    found: dict[Choice, int] = {}
    for _ in range(12):
        rows = rows_of(table, Zone)
        if table.session.way_back is not None:
            rows[table.session.way_back] = rows_of(table, Keys)[table.screen, "take_back"]
        for choice in table.choices:
            found[choice] = max(found.get(choice, 0), rows[choice])
        if not rows[TURN] or all(count >= HIGH for count in found.values()):
            break
        await table.click(Prompt, TURN)
    return found


@pytest.mark.parametrize("language", LANGUAGES if EVERYTHING else ["de"])
@pytest.mark.parametrize("game", SEATS)
async def test_every_choice_is_as_high_as_a_thumb(game: str, language: str, tmp_path: Path) -> None:
    async with sitting(tmp_path, size=PHONES[language], language=language) as table:
        for prompt, state in questions(game).items():
            await table.sit(state)
            if isinstance(table.app.screen, FinaleScreen):  # it goes on wherever it is touched
                table.app.screen.on_click()
                await table.settle()
            if table.app.screen is not table.screen:  # the result asks in the table's place
                assert rows_of(table, Keys)
                continue
            small = {choice: n for choice, n in (await reachable(table)).items() if n < HIGH}
            assert small == {}, (prompt, table.text)
            assert rows_of(table, Keys)[MORE] == HIGH


@pytest.mark.parametrize("language", LANGUAGES if EVERYTHING else ["en"])
@pytest.mark.parametrize("game", SEATS)
async def test_the_question_and_its_buttons_are_never_cut(
    game: str, language: str, tmp_path: Path
) -> None:
    async with sitting(tmp_path, size=PHONES[language], language=language) as table:
        for prompt, state in questions(game).items():
            await table.sit(state)
            if table.app.screen is not table.screen:
                continue
            asked, keys = table.screen.query_one(Prompt), table.screen.query_one(Keys)
            assert asked.region.bottom == keys.region.y == table.app.size.height - HIGH, prompt
            assert len(asked.lines()) == asked.region.height, (prompt, table.text)
            told = " ".join("".join(ink.text for ink in line) for line in asked.lines())
            view = table.session.view
            assert view is not None
            assert view.ask is not None
            for word in table.session.teller.prompt(view.ask, view).split():
                assert word in told, (prompt, table.text)


async def test_touching_a_choice_and_then_the_large_button_answers(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("guess", seats=6, where=busy), size=(49, 37)) as table:
        choice = table.choices[4]
        await table.click(Prompt, choice)
        assert f"holds {choice.value}" in " ".join(table.text.split())
        keys = table.screen.query_one(Keys)
        await table.click(Keys, (table.screen, "commit"))
        assert table.answer == choice
        assert keys.region.height == HIGH


async def test_the_sheet_has_a_large_button_for_everything_else(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("play", seats=4, turns=4), size=(49, 37)) as table:
        others = {one.action for one in table.screen.query_one(Keys).shown()}
        assert others >= {"notebook", "log", "cover", "help", "leave", "chat"}
        await table.click(Keys, MORE)
        assert isinstance(table.app.screen, MoreScreen)
        rows = rows_of(table, Buttons)
        assert len(rows) >= 6
        assert set(rows.values()) == {HIGH}


async def test_what_the_sheet_offers_is_done(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("play", seats=4, turns=4), size=(49, 37)) as table:
        shown = table.screen.query_one(Keys)
        names = [one.name for one in shown.shown()]
        assert "cover" in names
        await table.click(Keys, MORE)
        buttons = table.app.screen.query_one(Buttons)
        number = next(n for n, (_, name) in enumerate(buttons.keys) if name == "cover")
        await table.click(Buttons, number)
        await table.settle()
        assert table.screen.covered


async def test_covered_cards_are_shown_by_a_touch(tmp_path: Path) -> None:
    async with sitting(tmp_path, size=(49, 37), covered=True) as table:
        await table.sit(moment("play", seats=4, turns=4))
        hand = [card for card in table.choices if card.verb == "play"]
        assert not any(table.session.teller.choice(card) in table.text for card in hand)
        zone = next(zone for zone in table.screen.query(Zone) if zone.region_of("cover"))
        region = zone.region_of("cover")
        assert region is not None
        await table.pilot.click(offset=region.offset)
        await table.settle()
        assert not table.screen.covered
        assert table.client.said == []


async def test_menus_and_dialogs_are_as_high_as_a_thumb(tmp_path: Path) -> None:
    async with sitting(tmp_path, size=(49, 37)) as table:
        assert isinstance(table.app.screen, HomeScreen)
        rows = rows_of(table, Rows)
        assert len(rows) > 6
        assert all(count >= HIGH for count in rows.values()), table.text
        await table.sit(moment("play", seats=4, turns=4))
        table.screen.action_leave()
        await table.settle()
        assert all(count >= HIGH for count in rows_of(table, Rows).values()), table.text


async def test_a_long_list_is_turned_page_by_page(tmp_path: Path) -> None:
    async with sitting(tmp_path, size=(43, 32)) as table:
        await table.app.push_screen(SoloScreen())
        await table.settle()
        seen: set[Any] = set()
        for _ in range(4):
            seen |= set(rows_of(table, Rows))
            if DOWN in seen:
                await table.click(Rows, DOWN)
        knobs = {("row", number) for number in range(len(table.app.screen.query_one(Rows).rows))}
        assert knobs <= seen


@pytest.mark.parametrize(
    ("columns", "rows", "kind"),
    [
        (40, 32, Class.T40),
        (59, 32, Class.T40),
        (60, 32, Class.S60),
        (60, 40, Class.T40),
        (79, 46, Class.T40),
        (80, 46, Class.S80),
        (39, 60, Class.S60),
    ],
)
def test_a_screen_is_a_phone_if_it_is_narrow_and_tall(columns: int, rows: int, kind: Class) -> None:
    assert Size.of(columns, rows).kind == kind


async def test_the_host_hears_nothing_of_pages_and_sheets(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("play", seats=4, turns=4), size=(49, 37)) as table:
        await table.click(Keys, MORE)
        await table.press("escape")
        assert not any(isinstance(message, said.Act) for message in table.client.said)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_first_line_of_the_narrowest_phone_ends_with_a_whole_word(
    language: str, tmp_path: Path
) -> None:
    async with sitting(tmp_path, size=(40, 40), language=language) as table:
        for game in SEATS:
            state = next(iter(questions(game).values()))
            await table.visit(session_at(state, language))
            header = table.screen.query_one(Header)
            assert header.scene is not None
            status = table.session.teller.status(header.scene.view)
            shown = words_of(header.lines())[0].removesuffix(f" {header.banner} ").strip()
            assert shown.split()[-1] in (*re.split("[, ]+", status), str(header.scene.turn)), game


async def test_among_friends_a_visitors_cards_are_covered_until_they_are_touched(
    tmp_path: Path,
) -> None:
    state = moment("turn", seats=4, where=busy)
    async with sitting(tmp_path, size=PHONES["en"]) as table:
        assert not starts_covered(table.app, session_at(state)), "on a machine of one's own"
        table.app.reach = replace(table.app.reach, powers=Powers(can_host=False))
        await table.visit(session_at(state))
        assert table.screen.covered
        await table.click(Hand, "cover")
        assert not table.screen.covered


CARDS = {"wolfmoon": "play", "robbers": "play", "moonlight": "wolf"}
"""By game: a question about the cards in one's hand."""


@pytest.mark.parametrize("game", CARDS)
async def test_whoever_has_to_choose_one_of_the_covered_cards_touches_a_button_to_see_them(
    game: str, tmp_path: Path
) -> None:
    async with sitting(tmp_path, size=(48, 36), covered=True) as table:
        await table.sit(questions(game)[CARDS[game]])
        assert table.screen.covered
        assert rows_of(table, Prompt, Hand)[COVER] >= HIGH, table.text
        assert "?" not in table.text.split(), "a button for a card that nobody can see"
        await table.click(Prompt, COVER)
        assert not table.screen.covered
        small = {choice: n for choice, n in (await reachable(table)).items() if n < HIGH}
        assert small == {}, table.text
