"""A table moves to another machine: its keeper chooses, the guest confirms, everybody follows."""

from __future__ import annotations

from pathlib import Path

from moontui.app.app import MoontuiApp
from moontui.app.handing import HandingAlarm
from moontui.app.screens.game import GameScreen
from moontui.client.call import FOR_EVER
from moontui.client.own_tables import is_own_line
from moontui.client.recent import RecentHosts
from net import messages as said
from net.told import Moving
from tests.moontui.app.test_lobby import guest, hosting
from tests.moontui.rooms import reads, until
from tests.moontui.scenes import moment, room_for
from tests.moontui.sitting import Sitting, sitting


async def test_before_the_app_is_closed_the_table_moves_to_a_guest(tmp_path: Path) -> None:
    async with hosting(tmp_path / "a") as rowan, guest(tmp_path / "b", rowan) as bo:
        assert isinstance(bo.app, MoontuiApp)
        await reads(rowan, "b Bo")
        await rowan.press("ctrl+q")
        await reads(rowan, "There are others at your tables.", "> Stay")
        await rowan.press("down", "enter")
        await reads(rowan, "Whose machine shall have this table?", "> Bo")
        await rowan.press("enter")
        await reads(rowan, "The table moves to Bo's machine", "> It stays here")
        await rowan.press("down", "enter")
        await reads(bo, "Rowan would like to hand this table to your machine.", "> Rather not")
        await bo.press("down", "enter")
        await until(rowan, lambda: not rowan.app.is_running)  # as soon as the table is elsewhere
        await reads(bo, "Rowan's table", "The table is at Bo's machine now.")
        session = bo.app.session
        assert session is not None
        await until(bo, lambda: session.keeps)
        assert is_own_line(session.client)
        await reads(bo, "a Rowan")


async def test_whoever_had_the_table_waits_for_its_new_host_like_everybody_else(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path / "a") as rowan, guest(tmp_path / "b", rowan) as bo:
        assert isinstance(rowan.app, MoontuiApp)
        assert isinstance(bo.app, MoontuiApp)
        await reads(rowan, "b Bo")
        await rowan.press("V")
        await reads(rowan, "Whose machine shall have this table?", "> Bo")
        await rowan.press("enter")
        await reads(rowan, "The table moves to Bo's machine", "> It stays here")
        await rowan.press("down", "enter")
        await reads(bo, "Rowan would like to hand this table to your machine.", "> Rather not")
        await bo.press("down", "enter")
        await reads(rowan, "The table is at Bo's machine now.")
        mine, theirs = rowan.app.session, bo.app.session
        assert mine is not None
        assert theirs is not None
        assert not is_own_line(mine.client)
        assert mine.client.patience == FOR_EVER  # a host on this machine would be over sooner
        await rowan.press("i")
        await reads(rowan, "moontui join")
        (place,) = RecentHosts(tmp_path / "a" / "recent.json").list()
        assert (place.address, place.port) == (mine.client.address, mine.client.port)


async def test_a_key_that_was_meant_for_the_game_does_not_answer_for_the_table(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, moment("aim")) as table:
        session = table.session
        asked = room_for(moment("aim"), phase="playing", keeper=1, moving=Moving(1))
        await table.app.handing.hear(session, asked)
        session.hear(asked)
        table.app.handing.show(session)
        await table.press("enter", "escape")  # just as it appears
        dialog = table.app.screen
        assert isinstance(dialog, HandingAlarm)
        await table.pilot.click(offset=(0, 0))
        assert table.app.screen is dialog
        assert not consents(table)
        await until(table.pilot, lambda: isinstance(dialog, HandingAlarm) and dialog.takes_answers)
        await table.press("escape")
        assert consents(table) == [said.Consent(False)]


async def test_a_question_that_is_taken_back_at_once_is_not_asked(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("aim")) as table:
        session = table.session
        table.app.handing.session = session
        for moving in (Moving(1), None):
            session.hear(room_for(moment("aim"), phase="playing", moving=moving))
            table.app.handing.show(session)
        await table.settle()
        assert isinstance(table.app.screen, GameScreen)


def consents(table: Sitting) -> list[said.Consent]:
    """What the player has said about a move."""
    return [message for message in table.client.said if isinstance(message, said.Consent)]
