"""Nothing is left unsaid: the clock, wrong keys, what was seen, and what is unseen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core import HIDDEN, Event, Seat
from engine.games.wolfmoon.deck import CHARACTERS, Card
from engine.games.wolfmoon.views import places_known, unplaced, unseen_cards
from engine.play import view
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.panels import Header, Log
from moontui.app.widgets.peek import Peek
from moontui.app.widgets.sketch import Sketch
from moontui.draw.scene import Look
from moontui.games.wolfmoon.hand import Hand
from moontui.games.wolfmoon.sky import Pile
from moontui.words.catalogue import Catalogue
from moontui.words.chronicle import Chronicle, Entry
from moontui.words.teller import teller_for
from net import messages as said
from tests.moontui.scenes import ME, game_of, moment, session_at
from tests.moontui.sitting import sitting
from tests.sights import set_scene


def header(table: Any) -> str:
    return "".join(ink.text for ink in table.screen.query_one(Header).lines()[0])


def keys_of(table: Any) -> str:
    return "".join(ink.text for ink in table.screen.query_one(Keys).lines()[0])


@pytest.mark.parametrize(
    ("brief", "first"),
    [("7 Thief", " 12 Bo: 7 Thief"), ("7 Thief " * 9, " 12 Bo: 7 Thief 7 Thief 7 Thie…")],
)
def test_a_turn_whose_beginning_is_out_of_sight_is_told_in_brief(brief: str, first: str) -> None:
    log, chronicle = Log(), Chronicle()
    log.look = Look(Catalogue("en", "wolfmoon"))
    long = Entry(12, "Bo", [brief], tale="Bo plays 7 Thief at Cleo and goes again.")
    chronicle.entries = [long, Entry(13, "Cy", ["0 Fool"], tale="Cy plays 0 Fool.")]
    log.set_reactive(Log.chronicle, chronicle)
    rows = ["".join(ink.text for ink in row) for row in log.draw(32, 2)]
    assert rows == [first, " 13 Cy plays 0 Fool."]


def test_of_a_trick_that_has_no_room_its_outcome_is_told_in_a_whole_sentence() -> None:
    log, chronicle = Log(), Chronicle()
    log.look = Look(Catalogue("en", "robbers"))
    trick = "Ada plays Robber 9. Bo plays Knife. Cy plays Chest 2 and takes the trick: chests +1."
    chronicle.entries = [
        Entry(1, "", ["…"], tale=trick),
        Entry(2, "", ["…"], tale="Cy plays Seer."),
    ]
    log.set_reactive(Log.chronicle, chronicle)
    rows = ["".join(ink.text for ink in row) for row in log.draw(60, 2)]
    assert rows == ["  1…Cy plays Chest 2 and takes the trick: chests +1.", "  2 Cy plays Seer."]


@pytest.mark.parametrize(("seats", "told"), [([1, 2], True), ([1, 0], True), ([1, 0, 1], False)])
def test_the_aim_stays_above_the_story_until_the_player_has_had_a_turn(
    seats: list[int], told: bool
) -> None:
    log, chronicle = Log(), Chronicle()
    log.look = Look(Catalogue("en", "wolfmoon"))
    teller = teller_for("wolfmoon", log.look.words, ["Ana", "Bo", "Cy"], Seat(0))
    turns = [Event("turn", Seat(seat)) for seat in seats]
    chronicle.hear(teller, [Event("round", Seat(1), number=1), *turns])
    for entry in chronicle.entries[2:]:
        entry.parts.append("plays")
    log.set_reactive(Log.chronicle, chronicle)
    shown = ["".join(ink.text for ink in line) for line in log.draw(60, 4)]
    assert any("Aim:" in line for line in shown) is told


@pytest.mark.parametrize(("rows", "told"), [(2, False), (3, True), (4, True)])
def test_the_aim_is_told_whole_or_not_at_all(rows: int, told: bool) -> None:
    log, chronicle = Log(), Chronicle()
    log.look = Look(Catalogue("en", "wolfmoon"))
    aim = Entry(0, "", ["Aim: be the last one in, or hold the highest card."], "aim")
    chronicle.entries = [aim, Entry(0, "Round 1.", kind="round")]
    log.set_reactive(Log.chronicle, chronicle)
    shown = ["".join(ink.text for ink in line) for line in log.draw(40, rows)]
    assert any("Aim:" in line for line in shown) is told
    assert any("highest card." in line for line in shown) is told
    assert "Round 1." in shown[-1]


async def test_the_clock_of_a_timed_table_is_on_the_screen(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        await table.sit(moment("turn"), clock=True)
        assert "2:20" in header(table)
        table.clock.now += 30
        table.screen.tick()
        assert "1:49" in header(table)


async def test_the_hosts_clock_is_the_one_that_counts(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        await table.sit(moment("turn"), clock=True)
        await table.hear(said.Notice("clock_left", "30"))
        assert "30 s" in header(table)
        await table.hear(said.Notice("clock_left", "a lot"))
        assert "30 s" in header(table)


async def test_a_table_without_a_clock_shows_none(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("turn")) as table:
        assert ":" not in header(table).split("YOUR TURN")[1]


async def test_a_key_that_does_nothing_says_so(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("turn")) as table:
        await table.press("z")
        assert "z does nothing here." in table.text
        await table.press("a")
        assert "does nothing" not in table.text


async def test_space_is_called_by_its_name_when_it_does_nothing(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("turn")) as table:
        await table.press("space")
        assert "Space does nothing here." in table.sentence


async def test_what_was_said_about_a_wrong_key_goes_with_the_next_arrow(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("play")) as table:
        await table.press("z", "down")
        assert "does nothing" not in table.text
        assert "Play " in table.sentence


async def test_enter_without_a_choice_says_that_one_is_needed(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("play")) as table:
        await table.press("enter")
        assert "Choose first" in table.sentence
        assert table.client.said == []


async def test_a_key_of_what_is_not_possible_says_why(tmp_path: Path) -> None:
    state = moment("aim", seats=5, turns=6, choices=2, where=lambda state: any(state.out[1:]))
    async with sitting(tmp_path, state) as table:
        assert table.session.view is not None
        choice, reason = next(each for each in table.session.view.blocked if each[0].value != ME)
        teller = table.session.teller
        await table.press(teller.key(choice))
        assert teller.reason(reason) in table.sentence


async def test_hands_that_the_drunkard_shows_are_cards_with_names(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("turn", seats=4)) as table:
        event = next(
            told
            for told in drunk(seats=4).events
            if told.kind == "drunkard" and told.seen_by is not None and ME in told.seen_by
        )
        peek = table.screen.query_one(Peek)
        table.session.news = [event]
        peek.show_sights(table.session, covered=False)
        await table.settle()
        lines = peek.lines()
        assert sum(any(ink.art for ink in line) for line in lines) >= 4
        for card in event.cards:
            assert table.session.teller.card(card) in table.text


def drunk(seats: int) -> Any:
    """A table at which the first seat has played the Drunkard."""

    def played(state: Any) -> bool:
        return any(event.kind == "drunkard" and event.seat == ME for event in state.events)

    return moment("turn", seats=seats, turns=2, where=played)


async def test_a_hint_does_not_cover_what_it_recommends(tmp_path: Path) -> None:
    for size in ((80, 23), (120, 40)):
        async with sitting(tmp_path, moment("aim", seats=5, choices=3), size=size) as table:
            for choice in table.choices:
                peek = table.screen.query_one(Peek)
                peek.show_lines(
                    ["Aim at somebody.", "It is as good as anything."], "Enter", [choice]
                )
                await table.settle()
                for sketch in table.screen.query(Sketch):
                    region = sketch.region_of(choice) if sketch is not peek else None
                    assert region is None or not peek.region.overlaps(region), (size, choice)


async def test_a_long_hint_grows_wide_rather_than_cover_what_it_recommends(tmp_path: Path) -> None:
    told = ["You keep this card and not that one, for reasons two lines long."] * 5
    async with sitting(tmp_path, moment("play", seats=5, turns=6), size=(80, 23)) as table:
        peek = table.screen.query_one(Peek)
        for choice in table.choices:
            peek.show_lines(told, "Enter", [choice])
            await table.settle()
            assert peek.region.bottom <= 23
            for sketch in table.screen.query(Sketch):
                region = sketch.region_of(choice) if sketch is not peek else None
                assert region is None or not peek.region.overlaps(region), choice


def test_a_card_whose_place_is_known_is_not_unseen() -> None:
    def knows_something(state: Any) -> bool:
        known = view(game_of(state), state, ME).state.known
        return bool(places_known(known, ME))

    state = moment("turn", seats=4, turns=6, where=knows_something)
    shown = view(game_of(state), state, ME).state
    placed = places_known(shown.known, ME)
    before, after = unseen_cards(shown, ME), unplaced(shown, ME)
    for card in CHARACTERS:
        assert before[card] - after[card] == list(placed.values()).count(card)


def test_a_hidden_card_is_never_shown_by_the_popup() -> None:
    session = session_at(moment("turn"))
    teller = session.teller
    for event in session.history:
        assert HIDDEN not in [card for _, card in teller.seen_cards(event)]


async def test_on_the_smallest_screen_a_card_is_told_to_its_end(tmp_path: Path) -> None:
    async with sitting(tmp_path, size=(60, 20)) as table:
        await set_scene(table, "table")
        hand = table.screen.query_one(Hand).lines()
        assert not any("…" in ink.text for line in hand for ink in line)


async def test_a_deed_that_was_claimed_is_told_to_its_end_where_there_is_room(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path) as table:
        await set_scene(table, "onenight-day")
        assert "center 1: Werewolf, woke alone" in table.text


async def test_a_hint_points_at_what_it_recommends_and_its_key_says_that_it_closes(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, moment("play", seats=4, choices=2)) as table:
        one, two = table.choices
        ideas = [[[list(two)], 0.6], [[list(one)], 0.3]]
        await table.hear(said.Advice(table.session.turn, ideas))
        assert table.screen.picked == two
        assert "Enter close" in keys_of(table)
        await table.press("enter")
        assert table.client.said == []
        assert "Enter do it" in keys_of(table)


async def test_a_click_on_a_moon_explains_it_and_draws_no_card(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("turn", seats=4)) as table:
        row = table.screen.query_one(Pile).lines()[1]
        disc = next(ink for ink in row if ink.art)
        assert disc.target == ("card", int(Card.SITTING_WOLF))
