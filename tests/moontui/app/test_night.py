"""The Night's Deal in the app: begun, left, gone on with, and what became of it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import msgspec
import pytest
from textual.pilot import Pilot

from moontui.app.app import MoontuiApp
from moontui.app.screens.finale import FinaleScreen
from moontui.app.screens.game import GameScreen
from moontui.app.screens.night import NightScreen
from moontui.app.screens.result import ResultScreen
from moontui.client.night import FIRST, Night
from moontui.client.nights import Nights, Played, is_of
from moontui.client.records import read_record
from tests.moontui.desk import desk
from tests.moontui.rooms import SIZE, new_app, reads, shown, until

NIGHT = Night(FIRST, "robbers")
OVER = Played(
    "2026-11-17",
    "wolfmoon",
    1,
    "2026-11-17",
    won=True,
    fields="22120222",
    luck=23,
    choice=52,
    fair=25,
    weighed=True,
    rivals=37,
)


async def answer(app: MoontuiApp, pilot: Pilot[str], most: int) -> None:
    """Answer so many questions with their first choice, or all until the match is over."""
    session = app.session
    assert session is not None
    turn = -1

    def goes_on() -> bool:
        return (session.is_asked and session.turn > turn) or session.record is not None

    for _ in range(most):
        await until(pilot, goes_on)
        if session.record is not None:
            return
        turn = session.turn
        session.act(session.choices[0])
    await until(pilot, goes_on)


async def test_the_first_try_goes_on_where_it_was_left_and_counts(tmp_path: Path) -> None:
    app = new_app(tmp_path, command="daily", night=NIGHT)
    app.settings.pace = 0
    async with app.run_test(size=SIZE) as pilot:
        await reads(pilot, "FIRST TRY", "number 1", "Enter: deal")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await answer(app, pilot, 2)
        begun = Nights(tmp_path).of(NIGHT)
        assert begun is not None
        assert begun.won is None
        app.go_home()
        await app.part()
        assert app.own.seats() == [], "it is behind the row of the night"
    again = new_app(tmp_path, command="daily", night=NIGHT)
    again.settings.pace = 0
    async with again.run_test(size=SIZE) as pilot:
        await reads(pilot, "go on where you stopped")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(again.screen, GameScreen))
        assert again.session is not None
        assert again.session.client.seated is not None
        assert again.session.client.seated.table == begun.table
        await answer(again, pilot, 99)
        await until(pilot, lambda: isinstance(again.screen, FinaleScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(again.screen, ResultScreen))
        await reads(pilot, "Enter: the night")
    (played,) = Nights(tmp_path).all()
    assert played.won is not None
    assert is_of(NIGHT, read_record(tmp_path / "records" / played.record))


@pytest.mark.parametrize("size", [(80, 23), (60, 20), (120, 40), (43, 46)])
@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_page_of_a_night_says_all_at_every_size(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    Nights(tmp_path).save([OVER])
    async with desk(tmp_path, size=size, language=language) as table:
        await table.open(NightScreen(Night(date(2026, 11, 17), "wolfmoon")))
        text = " ".join(table.text().split())
        told = ["Moontui 321 Wolfmoon ●●◐●○●●● 6/8", "+23", "+52", "37", "Enter"]
        told += ["won", "rules 1"] if language == "en" else ["gewonnen", "Regeln 1"]
        for word in told:
            assert word in text, (word, text)
        await table.press("right")
        assert "No hints" in table.text() or "Keine Tipps" in table.text()


@pytest.mark.parametrize(("fair", "share"), [(0, 50), (54, 54)])
async def test_a_night_adds_up_with_the_fair_share_it_was_weighed_by(
    tmp_path: Path, fair: int, share: int
) -> None:
    """Those that were kept without one had an even share."""
    kept = {"game": "robbers", "luck": 10, "choice": 100 - share - 10, "fair": fair}
    Nights(tmp_path).save([msgspec.structs.replace(OVER, **kept)])
    async with desk(tmp_path) as table:
        await table.open(NightScreen(Night(date(2026, 11, 17), "robbers")))
        text = " ".join(table.text().split())
        assert f"Your fair share was {share}%." in text
        assert "Together: 100%." in text


async def test_the_line_to_show_around_is_copied(tmp_path: Path) -> None:
    Nights(tmp_path).save([OVER])
    async with desk(tmp_path) as table:
        await table.open(NightScreen(Night(date(2026, 11, 17), "wolfmoon")))
        await table.press("t")
        assert table.app.clipboard.startswith("Moontui 321 Wolfmoon ●●◐●○●●● 6/8 · won")
        assert "Copied." in table.text()


async def test_home_leads_to_tonight(tmp_path: Path) -> None:
    app = new_app(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        await reads(pilot, "Tonight's deal")
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, NightScreen))
        assert "THE NIGHT'S DEAL" in shown(app)
