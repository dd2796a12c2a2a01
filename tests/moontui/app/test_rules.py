"""Rules and card help: from everywhere, about every card, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import Seat
from engine.games import GAMES
from engine.games.wolfmoon.deck import CHARACTERS, COPIES, Card
from engine.play import apply, start, view
from moontui.app.screens.lobby import LobbyScreen
from moontui.app.screens.rules import RulesScreen
from moontui.words.catalogue import LANGUAGES, Catalogue
from moontui.words.teller import teller_for
from net.messages import Create
from tests.engine.records import NAMES, played
from tests.moontui.desk import desk
from tests.moontui.rooms import new_app, reads, until


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_card_has_a_help_page(language: str, tmp_path: Path) -> None:
    words = Catalogue(language, "wolfmoon")
    async with desk(tmp_path, size=(120, 40), language=language) as table:
        await table.open(RulesScreen())
        screen = table.app.screen
        assert isinstance(screen, RulesScreen)
        for card in Card:
            screen.finder.put_cursor(("card", int(card)))
            screen.read()
            told = [block.text for block in screen.reader.blocks]
            assert words.say("texts", card.name.lower()) in told
            assert words.say("names", card.name.lower()) in told[0]


async def test_a_card_is_found_by_its_value(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(RulesScreen())
        await table.press("5")
        text = table.text()
        assert "5 Traitor" in text
        assert "5 Bounty Hunter" in text
        assert "4 Witch" not in text


async def test_a_card_is_found_by_the_beginning_of_its_name(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(RulesScreen())
        await table.press(*"fran")
        assert "value 4, the only one" in table.text()


async def test_words_that_are_nowhere_find_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(RulesScreen())
        await table.press(*"zzz")
        assert "Nothing found." in table.text()


async def test_escape_ends_the_search_and_then_the_rules(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        before = table.app.screen
        await table.press("question_mark")
        await table.press("9", "escape")
        assert isinstance(table.app.screen, RulesScreen)
        await table.press("escape")
        assert table.app.screen is before


async def test_a_click_opens_a_page(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(RulesScreen())
        await table.click("The Moons")
        assert "A Moon never goes into a hand" in table.text()


@pytest.mark.parametrize("size", [(60, 20), (80, 23), (120, 40)])
async def test_a_page_can_be_read_to_its_end(size: tuple[int, int], tmp_path: Path) -> None:
    async with desk(tmp_path, size=size) as table:
        await table.open(RulesScreen(card=int(Card.WITCH)))
        await table.press("tab", "end")
        assert "differently" in table.text()


async def test_signs_beyond_ascii_are_not_needed(tmp_path: Path) -> None:
    async with desk(tmp_path, symbols="ascii") as table:
        await table.open(RulesScreen(card=int(Card.WITCH)))
        await table.press("pagedown")
        assert table.text().isascii()


async def test_the_screen_from_which_help_was_asked_explains_its_keys(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.press("question_mark")
        assert "Quit moontui" in table.text()


def test_all_copies_of_all_cards_are_accounted_for() -> None:
    game, record = GAMES["wolfmoon"], played()
    state = start(game, record.seats, record.seed, record.options)
    teller = teller_for("wolfmoon", Catalogue("en", "wolfmoon"), NAMES, Seat(0))
    for move in record.moves:
        shown = view(game, state, Seat(0))
        for card in CHARACTERS:
            lines = teller.whereabouts(shown, card, counting=True)
            unseen = [int(line.split()[-1]) for line in lines if line.startswith("not seen yet")]
            assert len(lines) - len(unseen) + sum(unseen) == COPIES[card]
        apply(state, move.seat, move.choice)


def test_without_a_notebook_only_open_cards_are_told() -> None:
    game, record = GAMES["wolfmoon"], played()
    state = start(game, record.seats, record.seed, record.options)
    teller = teller_for("wolfmoon", Catalogue("en", "wolfmoon"), NAMES, Seat(0))
    shown = view(game, state, Seat(0))
    told = [line for card in CHARACTERS for line in teller.whereabouts(shown, card, False)]
    assert told == ["in your hand"] * len(shown.state.hands[0])


async def test_what_the_mark_of_contested_points_means_stands_below_every_section_with_one(
    tmp_path: Path,
) -> None:
    app = new_app(tmp_path)
    async with app.run_test(size=(100, 40)) as pilot:
        legend = app.words.say("rules_screen", "contested", mark=app.symbols.contested)
        await app.push_screen(RulesScreen(game="robbers", rule="piles"))
        await reads(pilot, "You may look at the last trick again", legend[:30])


async def test_rules_opened_in_the_lobby_are_those_that_the_table_has_agreed_on(
    tmp_path: Path,
) -> None:
    wish = Create("moonlight", 2, {"last_turn": "off"})
    app = new_app(tmp_path)
    async with app.run_test(size=(100, 40)) as pilot:
        app.go(app.ways.host(wish, announced=False))
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await app.push_screen(RulesScreen(game="moonlight", rule="end"))
        await reads(pilot, "This table has agreed that it ends")
