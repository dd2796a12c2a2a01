"""A lesson in the app: one instruction at a time, on a table that shows what was explained."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from moontui.app.app import MoontuiApp
from moontui.app.frugal import Shadow
from moontui.app.screens.game import GameScreen
from moontui.app.screens.home import HomeScreen
from moontui.app.screens.lesson import LessonScreen, name_of
from moontui.app.screens.rules import RulesScreen
from moontui.app.widgets.paper import Paper
from moontui.client.lessons import is_done
from moontui.client.settings import Settings
from moontui.words.catalogue import LANGUAGES
from tests.extent import EVERYTHING
from tests.moontui.desk import Desk, desk
from tests.moontui.rooms import SIZE, new_app, reads, until
from tests.moontui.sitting import Clock, stopped_clock


class Pupil:
    """Somebody in front of a lesson."""

    def __init__(self, table: Desk, clock: Clock) -> None:
        self.table, self.clock = table, clock

    @property
    def screen(self) -> LessonScreen:
        screen = self.table.app.table_screen()
        assert isinstance(screen, LessonScreen)
        return screen

    @property
    def text(self) -> str:
        return self.table.text()

    @property
    def place(self) -> tuple[int, int, int]:
        course = self.screen.course
        return course.number, course.beat, course.made

    async def begin(self, game: str) -> None:
        self.table.app.learn(game)
        await until(self.table.pilot, lambda: isinstance(self.table.app.screen, LessonScreen))
        await self.table.pilot.pause()

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.clock.now += 1  # long enough for a key to count
            await self.table.press(key)

    async def obey(self) -> None:
        """Do what the lesson says."""
        screen, here = self.screen, self.place
        if self.table.app.screen is not screen or screen.peeking or screen.course.wants is None:
            await self.press("enter")
            return
        wanted = screen.course.wants
        if screen.picked != wanted:
            await self.press(screen.keys[wanted])
        if self.place == here:
            await self.press("enter")

    async def skip_to(self, step: str) -> None:
        while self.screen.course.step.name != step:
            await self.press("full_stop")


@asynccontextmanager
async def pupil(
    folder: Path, game: str = "wolfmoon", size: tuple[int, int] = SIZE, **settings: Any
) -> AsyncIterator[Pupil]:
    """A lesson that has just begun."""
    with stopped_clock() as clock:
        async with desk(folder, size, motion=False, **settings) as table:
            learner = Pupil(table, clock)
            await learner.begin(game)
            yield learner


@pytest.mark.parametrize("game", GAMES if EVERYTHING else ["wolfmoon"])
async def test_a_lesson_can_be_followed_with_keys_to_its_end(game: str, tmp_path: Path) -> None:
    async with pupil(tmp_path, game) as learner:
        for _ in range(200):
            if learner.screen.course.is_closing:
                break
            before = learner.place
            await learner.obey()
            assert learner.place >= before, learner.text
        assert is_done(learner.table.app.settings, game)


async def test_only_what_was_explained_is_on_the_table(tmp_path: Path) -> None:
    async with pupil(tmp_path, size=(120, 40)) as learner:  # where the board counts cards itself
        assert "1  VILLAGER" in learner.text
        assert "ADA" not in learner.text
        await learner.skip_to("seer")
        assert "ADA" in learner.text
        assert "1 center" not in learner.text
        await learner.skip_to("center")
        assert "1 center" in learner.text
        assert "unseen copies" not in learner.text
        await learner.skip_to("compare")
        assert "unseen copies" in learner.text


@pytest.mark.parametrize("game", GAMES)
async def test_a_lesson_names_only_parts_that_its_table_has(game: str, tmp_path: Path) -> None:
    async with pupil(tmp_path, game) as learner:
        screen = learner.screen
        named = {part for step in screen.course.lesson.steps for part in step.show}
        assert named <= {name_of(part) for part in screen.parts()}


async def test_a_wrong_key_gets_one_sentence_and_nothing_changes(tmp_path: Path) -> None:
    async with pupil(tmp_path) as learner:
        await learner.skip_to("wolf")
        before, state = learner.place, learner.screen.course.state.copy()
        await learner.press("2")
        assert "Not the Werewolf: whoever lays it open is out" in learner.text
        await learner.press("enter")
        assert learner.place == before
        assert learner.screen.course.state == state
        await learner.press("1")
        assert "Not the Werewolf" not in learner.text
        await learner.press("enter")
        assert learner.screen.course.step.name == "guess"


async def test_while_there_is_only_something_to_read_a_key_is_answered_as_well(
    tmp_path: Path,
) -> None:
    async with pupil(tmp_path) as learner:
        await learner.press("b")
        assert "Enter goes on" in learner.text
        assert learner.place == (0, 0, 0)


async def test_escape_goes_back_a_step_and_the_table_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pupil(tmp_path) as learner:
        app, shadow = learner.table.app, Shadow()
        monkeypatch.setattr(app, "_display", lambda _, update: paint(shadow, update, app))
        app.action_repaint()
        await learner.press("enter", "enter", "2", "enter", "b", "enter", "enter")
        assert "THE STORY" in shown_by(shadow)
        await learner.press("escape", "escape")
        assert app.screen is learner.screen
        assert learner.screen.course.step.name == "draw"
        assert "2  SEER" not in learner.text
        assert "ADA" not in learner.text
        assert learner.text == shown_by(shadow), "nothing that went is still on the terminal"


def paint(shadow: Shadow, update: Any, app: MoontuiApp) -> None:
    """Paint what a terminal would be sent."""
    if (changes := shadow.changes(update, app)) is not None:
        changes.render_segments(app.console)


def shown_by(shadow: Shadow) -> str:
    """What a terminal shows, as the text of a screen."""
    rows = ("".join(shadow.rows[y].signs) for y in sorted(shadow.rows))
    return "\n".join(row.rstrip() for row in rows)


async def test_a_lesson_leaves_nothing_behind_but_the_place(tmp_path: Path) -> None:
    async with pupil(tmp_path) as learner:
        await learner.press("enter", "enter", "escape", "full_stop", "Q")
        assert learner.table.app.session is None
    assert [file.name for file in tmp_path.iterdir()] == ["settings.json"]


async def test_a_mouse_is_enough(tmp_path: Path) -> None:
    async with pupil(tmp_path) as learner:
        await learner.table.click("Enter: go on")
        learner.clock.now += 1
        await learner.table.click("Enter: do it")
        learner.clock.now += 1
        await learner.table.click("[2] 2 Seer")
        await learner.table.click("Enter: do it")
        assert learner.place == (2, 1, 0)


async def test_who_leaves_goes_on_from_there_the_next_time(tmp_path: Path) -> None:
    async with pupil(tmp_path) as learner:
        await learner.skip_to("guess")
        await learner.press("Q")
        assert learner.table.app.table_screen() is None
    again = Settings.load(tmp_path / "settings.json")
    async with pupil(tmp_path, lessons=again.lessons) as learner:
        assert learner.screen.course.step.name == "guess"
        assert "Whose card do you guess?" in learner.text


@pytest.mark.parametrize("language", LANGUAGES if EVERYTHING else ["de"])
@pytest.mark.parametrize("game", GAMES)
async def test_at_60x20_every_step_is_told_in_full(
    game: str, language: str, tmp_path: Path
) -> None:
    async with pupil(tmp_path, game, (60, 20), language=language) as learner:
        while not learner.screen.course.is_closing:
            words = " ".join(learner.text.split())
            assert learner.screen.tutor.text.split(". ")[0] in words
            assert learner.screen.prompt.region.bottom <= 19, learner.text
            await learner.press("full_stop")


async def test_at_the_end_a_choice_is_reviewed_and_a_real_game_follows(tmp_path: Path) -> None:
    async with pupil(tmp_path) as learner:
        await learner.skip_to("review")
        await until(learner.table.pilot, lambda: bool(learner.screen.query_one(Paper).review))
        await learner.table.pilot.pause()
        assert "There was nothing better." in " ".join(learner.text.split())
        await learner.press("enter", "enter")
        app = learner.table.app
        await until(learner.table.pilot, lambda: type(app.screen) is GameScreen)
        await reads(learner.table.pilot, "CENTER")
        assert app.session is not None
        assert {player.level for player in app.session.players[1:]} == {"gentle"}


# ── the ways to it ──────────────────────────────────────────────────────────────────────────────


async def test_home_offers_the_lesson_of_the_chosen_game_until_it_is_done(tmp_path: Path) -> None:
    app = new_app(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        await reads(pilot, "New here? Learn Wolfmoon in five minutes")
        app.settings.lessons["wolfmoon"] = "4"
        assert isinstance(app.screen, HomeScreen)
        app.screen.show_rows()
        await reads(pilot, "Go on learning Wolfmoon")
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        await pilot.press("Q")
        app.settings.lessons["wolfmoon"] = "done"
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        app.screen.show_rows()
        assert "learn" not in [row.value for row in app.screen.menu.rows]


async def test_the_command_opens_a_lesson(tmp_path: Path) -> None:
    app = new_app(tmp_path, command="learn", game="robbers")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        await reads(pilot, "WHO YOU ARE")


async def test_the_rules_lead_to_the_lesson(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.open(RulesScreen())
        await table.click("Learn by playing")
        await until(table.pilot, lambda: isinstance(table.app.screen, LessonScreen))
