"""At Moonlight's table: a whole match by keys and one by mouse, and what is on the screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core import Choice, Seat
from engine.games.moonlight import MOONLIGHT
from engine.games.moonlight.deck import VALUE, Power
from engine.games.moonlight.greedy import GreedyBot
from engine.games.moonlight.land import SIDE, empty_places
from engine.games.moonlight.state import Table
from engine.games.moonlight.tally import tally
from engine.play import apply, asks, start, view
from moontui.app.screens.result import ResultLines, ResultScreen
from moontui.app.screens.rules import RulesScreen
from moontui.app.widgets.panels import Prompt
from moontui.app.widgets.peek import Peek
from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import words_of
from moontui.draw.keys import keys_of
from moontui.draw.scene import Look, Scene
from moontui.draw.size import Size
from moontui.games.moonlight.bars import standing_rows
from moontui.games.moonlight.board import MoonlightBoard
from moontui.games.moonlight.hand import Wolves
from moontui.games.moonlight.land import Drawing, Land
from moontui.games.moonlight.lie import Lie, lie_of
from moontui.games.moonlight.standing import Standings
from moontui.games.moonlight.teller import CELL_VERBS, MoonlightTeller, place_name
from moontui.words.catalogue import LANGUAGES, Catalogue
from tests.extent import some
from tests.moontui.scenes import ME, moment, room_for, session_at, update_for
from tests.moontui.sitting import Sitting, sitting
from tests.moontui.sizes import LOOKS, SIZES, named

OTHER = Seat(1)
QUESTIONS: dict[str, dict[str, Any]] = {
    "wolf": {},
    "place": {"choices": 3},
    "twin": {},
    "two": {},
    "pile": {},
    "move": {},
    "lone": {},
    "power": {},
}
"""Every question that leaves a choice."""


def any_table(table: Table) -> bool:
    return True


def asked(prompt: str, turns: int = 0, where: Callable[[Table], bool] = any_table) -> Table:
    wanted = QUESTIONS.get(prompt, {})
    table: Table = moment(prompt, 2, turns, game="moonlight", where=where, **wanted)
    return table


def stacked(table: Table) -> bool:
    return any(len(stack) > 1 for stack in table.land.values())


def wide_open(table: Table) -> bool:
    """Whether the land needs the most room: three by three, and open on all sides."""
    rows = {cell // 11 for cell in table.land}
    columns = {cell % 11 for cell in table.land}
    return len(rows) == len(columns) == 3 and not table.shape


# ── whole matches ───────────────────────────────────────────────────────────────────────────────


async def play_match(folder: Path, answer: Callable[[Sitting, Choice], Any]) -> Table:
    """A match in which one seat answers at a screen of 80x23, and a bot sits at the other."""
    rng = Random("a match at the table")
    table: Table = start(MOONLIGHT, 2, rng.randbytes(32))
    bots = [GreedyBot(Random(1)), GreedyBot(Random(2))]
    async with sitting(folder, size=(80, 23)) as seat:
        turn = 0
        while open_asks := asks(table):
            ask = next((ask for ask in open_asks if ask.seat == ME), open_asks[0])
            choice = bots[ask.seat].choose(view(MOONLIGHT, table, ask.seat))
            if ask.seat == ME:
                turn += 1
                if turn == 1:
                    await seat.sit(table)
                else:
                    await seat.hear(update_for(table, turn=6 + turn))
                    seat.clock.now += 1
                seat.client.said.clear()
                await answer(seat, choice)
                assert seat.answer == choice, (choice, seat.text)
            apply(table, ask.seat, choice)
        await seat.hear(room_for(table))
        await seat.hear(update_for(table, turn=7 + turn))
        assert isinstance(seat.app.screen, ResultScreen)
    return table


async def test_a_whole_match_is_played_by_keys_alone(tmp_path: Path) -> None:
    async def by_key(seat: Sitting, choice: Choice) -> None:
        if choice.verb == "ready":
            await seat.press("enter")
            return
        await seat.press(seat.keys[choice])
        if seat.answer is None:
            await seat.press("enter")

    table = await play_match(tmp_path, by_key)
    assert max(table.won) == 2


async def test_a_whole_match_is_played_by_mouse_alone(tmp_path: Path) -> None:
    async def by_mouse(seat: Sitting, choice: Choice) -> None:
        if choice.verb == "ready":
            await seat.click(ResultLines, "go_on")
            return
        zone: type[Sketch] = Prompt
        if choice.verb in CELL_VERBS:
            zone = Land
        elif choice.verb in ("wolf", "lone", "power"):
            zone = Wolves
        await seat.click(zone, choice)
        if seat.answer is None:
            await seat.click(zone, choice)

    table = await play_match(tmp_path, by_mouse)
    assert max(table.won) == 2


# ── answers ─────────────────────────────────────────────────────────────────────────────────────


async def test_a_wolf_is_taken_up_with_one_key_and_put_back_with_escape(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("wolf", 4)) as table:
        wolf = table.choices[0]
        await table.press("1")
        assert table.answer == wolf
    async with sitting(tmp_path, asked("place", 4)) as table:
        await table.press("escape")
        assert table.answer == Choice("back")


async def test_a_place_is_chosen_by_its_letter_and_enter(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("place", 4)) as table:
        choice = table.choices[1]
        await table.press("b")
        assert table.answer is None
        assert place_name(choice.value) in table.sentence
        await table.press("enter")
        assert table.answer == choice


async def test_escape_lets_go_of_a_place_before_it_puts_the_wolf_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("place", 4)) as table:
        await table.press("b", "escape")
        assert table.answer is None
        assert table.screen.picked is None


async def test_the_only_place_is_picked_already(tmp_path: Path) -> None:
    first = moment("place", 2, game="moonlight", where=lambda table: not table.land)
    async with sitting(tmp_path, first) as table:
        middle = table.choices[0]
        await table.press("enter")
        assert table.answer == middle


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_every_choice_stands_on_the_screen_with_its_key(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with sitting(tmp_path, size=size) as table:
        for prompt in QUESTIONS:
            await table.sit(asked(prompt))
            targets = {
                ink.target
                for part in (Land, Wolves, Prompt)
                for line in table.screen.query_one(part).lines()
                for ink in line
            }
            assert set(table.choices) <= targets, prompt
            for choice, key in table.keys.items():
                assert key in table.text, (choice, key)


async def test_letters_are_places_and_numbers_are_wolves() -> None:
    for prompt, kind in (("place", str.isalpha), ("wolf", str.isdigit)):
        shown = view(MOONLIGHT, asked(prompt), ME)
        teller = MoonlightTeller(Catalogue("en", "moonlight"), ("Ana", "Bo"), ME)
        keys = keys_of(teller, shown)
        fixed = ("back", "shift")
        assert all(kind(key) for choice, key in keys.items() if choice.verb not in fixed)
        assert len(set(keys.values())) == len(keys)


# ── what is on the screen ───────────────────────────────────────────────────────────────────────


def shows_row(text: str, sums: tuple[int, int]) -> bool:
    """Whether a row's sums stand on the screen: on both sides of its bars, or as one figure."""
    one, two = sums
    return re.search(rf"(?<!\d){one}( .* : .* |[<>=]){two}(?!\d)", text) is not None


@pytest.mark.parametrize(("size", "language"), LOOKS, ids=named)
async def test_nothing_of_the_largest_land_is_cut(
    size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    state = asked("place", 6, wide_open)
    async with sitting(tmp_path, state, size=size, language=language) as table:
        text, words = table.text, table.session.words
        account = tally(state.tops(), state.powers)
        for number, row in enumerate(account.rows):
            assert shows_row(text, row.sums), (number, text)
        now = words.say("board", "now")
        assert f"{now} {account.points[0]} : {account.points[1]}" in text
        assert f"{words.say('board', 'moons')} {account.moons[0]} : {account.moons[1]}" in text
        assert words.say("board", "shape_open") in text
        for choice, key in table.keys.items():
            region = table.screen.query_one(Land).region_of(choice)
            assert choice.verb == "back" or region is not None, (choice, key)
        assert words.say("prompts", "place") in text


@pytest.mark.parametrize(("size", "language"), LOOKS, ids=named)
async def test_what_a_placement_would_change_never_falls_off_the_screen(
    size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    state = asked("place", 6, wide_open)
    async with sitting(tmp_path, state, size=size, language=language) as table:
        for choice in table.choices[:-1]:
            await table.press(table.keys[choice])
            shown = table.session.view
            assert shown is not None
            assert table.session.teller.remark(shown, choice)[:30] in table.text
            assert table.screen.query_one(Prompt).region.bottom < size[1]


def on_screen(table: Table, size: tuple[int, int]) -> Scene:
    """A player's table on a screen of this size."""
    words = Catalogue("en", "moonlight")
    teller = MoonlightTeller(words, ("Ana", "Bo"), ME)
    shown = view(MOONLIGHT, table, ME)
    look = Look(words, size=Size.of(*size))
    return Scene(look, teller, shown, (), keys=keys_of(teller, shown))


def rounds(seeds: range) -> Iterator[Iterator[Table]]:
    """First rounds of greedy bots, wolf by wolf."""

    def played(seed: int) -> Iterator[Table]:
        rng = Random(seed)
        table: Table = start(MOONLIGHT, 2, rng.randbytes(32))
        bots = [GreedyBot(rng), GreedyBot(rng)]
        while not table.ending:
            ask = asks(table)[0]
            apply(table, ask.seat, bots[ask.seat].choose(view(MOONLIGHT, table, ask.seat)))
            yield table

    return (played(seed) for seed in seeds)


@pytest.mark.parametrize(
    "size", some([(80, 23), (120, 35)], [(80, 23), (120, 35), (120, 40), (160, 50), (200, 60)])
)
def test_a_wolf_keeps_its_place_on_the_screen_unless_the_land_would_leave_it(
    size: tuple[int, int],
) -> None:
    for tables in rounds(range(8)):
        before: Lie | None = None
        for table in tables:
            lie = lie_of(on_screen(table, size))
            if not table.land or table.ending:
                continue
            if before is not None and before.form == lie.form and lie[1:] != before[1:]:
                ring = empty_places(table.land, table.shape) if before.form.rows > 4 else ()
                assert any(before.area(cell) is None for cell in (*table.land, *ring))
            assert all(lie.area(cell) is not None for cell in table.land)
            before = lie


@pytest.mark.parametrize("size", [(120, 35), (120, 40), (160, 50), (200, 60)], ids=named)
def test_on_a_large_screen_every_place_where_the_land_may_grow_is_drawn_whole(
    size: tuple[int, int],
) -> None:
    for tables in rounds(range(4)):
        for table in tables:
            if table.land and not table.ending:
                lie = lie_of(on_screen(table, size))
                ring = empty_places(table.land, table.shape)
                assert all(lie.area(cell) is not None for cell in ring)


def test_a_wolf_moves_at_most_one_place_each_way_in_a_round_on_a_large_screen() -> None:
    for tables in rounds(range(8)):
        lies = [lie_of(on_screen(table, (120, 40))) for table in tables if not table.ending]
        for places in ([lie.top for lie in lies], [lie.left for lie in lies]):
            assert max(places) - min(places) <= 1


@pytest.mark.parametrize("size", SIZES, ids=named)
def test_the_brackets_of_the_land_lie_on_no_place(size: tuple[int, int]) -> None:
    drawing = Drawing(on_screen(asked("place", 6, wide_open), size), 0)
    rows = [[ink.style for ink in line for _ in ink.text] for line in drawing.lines()]
    for cell in drawing.places:
        if area := drawing.lie.area(cell):
            inside = [row[area.x : area.right] for row in rows[area.y : area.bottom]]
            assert not any("gold" in row for row in inside), place_name(cell)


async def test_a_wolf_lands_exactly_where_it_lies_afterwards(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("wolf"), size=(80, 23)) as seat:
        landed = 0
        for table in next(rounds(range(3, 4))):
            event = next((e for e in reversed(table.events or ()) if e.kind == "put"), None)
            heard = [e for e in seat.session.history if e.kind == "put"]
            if event is not None and heard and event != heard[-1] and not table.ending:
                board = seat.screen.query_one(MoonlightBoard)
                journey = board.journey(event.told_to(ME))
                await seat.hear(update_for(table, turn=seat.session.turn + 1))
                if journey is not None:
                    place = board.place(event.number)
                    assert place is not None
                    assert journey.end.offset == place.offset
                    value = seat.lines[place.y][place.x : place.x + 3]
                    assert value == words_of(journey.card)[0][:3]
                    landed += 1
            else:
                await seat.hear(update_for(table, turn=seat.session.turn + 1))
        assert landed > 5


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_the_picked_wolf_is_drawn_where_it_would_lie(
    size: tuple[int, int], tmp_path: Path
) -> None:
    state = asked("place", 6)
    async with sitting(tmp_path, state, size=size) as table:
        choice = next(choice for choice in table.choices if choice.verb == "put")
        await table.press(table.keys[choice])
        area = table.screen.query_one(MoonlightBoard).place(choice.value)
        assert area is not None
        title = table.lines[area.y][area.x : area.right]
        assert str(VALUE[state.lifted[0]]) in title
        await table.press("P")
        title = table.lines[area.y][area.x : area.right]
        assert not any(sign.isdigit() for sign in title)


async def test_a_wolf_above_the_window_covers_no_name(tmp_path: Path) -> None:
    def above(table: Table) -> bool:
        return len({cell // SIDE for cell in table.land}) == 2 and len(table.land) == 2

    async with sitting(tmp_path, asked("place", 2, above)) as table:
        scene = table.screen.scene()
        assert scene is not None
        outside = [one for one in table.choices if lie_of(scene).area(one.value) is None]
        assert outside
        land = table.screen.query_one(Land)
        named = [line for line in words_of(land.lines()) if "you" in line or "Bo" in line]
        for choice in outside:
            await table.press(table.keys[choice])
            now = words_of(land.lines())
            assert [line for line in now if "you" in line or "Bo" in line] == named


async def test_who_would_win_the_round_is_named_as_german_wants_it(tmp_path: Path) -> None:
    def ahead(table: Table) -> bool:
        return tally(table.tops(), table.powers).winner == ME

    async with sitting(tmp_path, asked("wolf", 4, ahead), language="de") as table:
        assert "Runde an dich" in table.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_picked_place_says_beside_its_row_what_would_change(
    language: str, tmp_path: Path
) -> None:
    state = asked("place", 6, wide_open)
    async with sitting(tmp_path, state, size=(120, 40), language=language) as table:
        scene = table.screen.scene()
        assert scene is not None
        choice = next(choice for choice in table.choices if choice.verb == "put")
        await table.press(table.keys[choice])
        scene = table.screen.scene()
        assert scene is not None
        row = next(row for row in standing_rows(scene) if row.line == choice.value // SIDE)
        assert row.then is not None
        one, two = row.then.sums
        assert f" {one} : {two}, " in table.text


@pytest.mark.parametrize("size", [(80, 23), (120, 40)])
async def test_the_result_does_not_cover_the_land(size: tuple[int, int], tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("next_round"), size=size) as table:
        screen = table.app.screen
        assert isinstance(screen, ResultScreen)
        land = table.screen.query_one(Land).region
        assert not screen.query_one(ResultLines).region.overlaps(land)
        assert screen.result.headline in table.text
        assert table.session.words.say("result", "next_round") in table.text


async def test_powers_and_lone_wolves_of_both_stand_beside_the_land(tmp_path: Path) -> None:
    def late(table: Table) -> bool:
        return table.round > 1 and None not in table.powers and not table.ending

    async with sitting(tmp_path, moment("wolf", 2, 3, game="moonlight", where=late)) as table:
        state, words = table.session.view.state, table.session.words  # type: ignore[union-attr]
        for power in state.powers:
            name = words.say("names", Power(power).name.lower())
            assert f"{name}: " in table.text
        assert table.text.count(f"{words.say('board', 'lone')} ") >= 2


async def test_a_click_on_a_pile_shows_what_lies_in_it(tmp_path: Path) -> None:
    state = asked("wolf", 6, stacked)
    cell = next(cell for cell, stack in state.land.items() if len(stack) > 1)
    async with sitting(tmp_path, state) as table:
        place = table.screen.query_one(MoonlightBoard).place(cell)
        assert place is not None
        await table.pilot.click(offset=place.offset)
        await table.settle()
        assert table.screen.query_one(Peek).display
        assert table.answer is None
        assert any(place_name(cell) in line for line in table.screen.query_one(Peek).sights)


async def test_a_key_shows_all_piles(tmp_path: Path) -> None:
    state = asked("wolf", 6, stacked)
    async with sitting(tmp_path, state) as table:
        await table.press("B")
        piles = [stack for stack in state.land.values() if len(stack) > 1]
        assert len(table.screen.query_one(Peek).sights) == len(piles)


async def test_every_pile_stands_in_the_notebook(tmp_path: Path) -> None:
    state = asked("wolf", 6, stacked)
    async with sitting(tmp_path, state) as table:
        await table.press("N")
        for cell, stack in state.land.items():
            if len(stack) > 1:
                assert f"Pile on {place_name(cell)}" in table.text


async def test_a_click_on_a_power_explains_it(tmp_path: Path) -> None:
    def mine(table: Table) -> bool:
        return table.powers[ME] is not None and not table.ending

    async with sitting(tmp_path, moment("wolf", 2, 2, game="moonlight", where=mine)) as table:
        power = table.session.view.state.powers[ME]  # type: ignore[union-attr]
        await table.click(Standings, ("card", 32 + power))
        assert isinstance(table.app.screen, RulesScreen)
        assert table.session.words.say("names", Power(power).name.lower()) in table.text


async def test_covered_wolves_stand_nowhere_on_the_screen(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("place", 4)) as table:
        await table.press("P")
        lines = table.screen.query_one(Wolves).lines()
        text = "".join(ink.text for line in lines for ink in line)
        assert not any(sign.isdigit() for sign in text)


async def test_a_watcher_sees_the_land_and_no_hand(tmp_path: Path) -> None:
    state = asked("place", 6)
    async with sitting(tmp_path) as table:
        await table.visit(session_at(state, seat=None))
        assert table.session.words.say("board", "watching") in table.text
        assert "shape" in table.text


async def test_both_see_what_is_chosen_between_rounds(tmp_path: Path) -> None:
    state = asked("lone")
    async with sitting(tmp_path) as table:
        await table.visit(session_at(state, seat=OTHER))
        assert "Lone Wolf 6" in table.text
        assert "Ana chooses a Lone Wolf." in table.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_result_counts_every_row_and_the_moons(language: str, tmp_path: Path) -> None:
    state = asked("next_round")
    async with sitting(tmp_path, state, size=(120, 40), language=language) as table:
        assert isinstance(table.app.screen, ResultScreen)
        assert state.account is not None
        details = table.app.screen.result.details
        assert len(details) == len(state.account.rows) + 2
        for line in details:
            assert line in " ".join(table.text.split()), line


async def test_the_result_makes_room_when_something_is_to_be_gained(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("next_round")) as table:
        await table.hear(update_for(asked("lone"), turn=9))
        assert not isinstance(table.app.screen, ResultScreen)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_table_needs_no_signs_beyond_ascii(language: str, tmp_path: Path) -> None:
    async with sitting(tmp_path, symbols="ascii", language=language) as table:
        for prompt in QUESTIONS:
            await table.sit(asked(prompt))
            odd = {sign for line in table.lines for sign in line if not sign.isascii()}
            assert odd <= {*"äöüÄÖÜß"}, prompt
