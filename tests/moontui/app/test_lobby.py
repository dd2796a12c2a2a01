"""The lobby: two people meet, talk, and begin."""

from __future__ import annotations

from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as replaced
from textual.pilot import Pilot

from moontui.app.app import MoontuiApp
from moontui.app.screens.dialogs import QuestionDialog
from moontui.app.screens.foyer import About, LinkPicture
from moontui.app.screens.game import GameScreen
from moontui.app.screens.home import HomeScreen
from moontui.app.screens.lobby import LobbyScreen
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.panels import Log
from moontui.app.widgets.rows import Rows
from moontui.app.widgets.sketch import Sketch
from moontui.client.people import Person
from moontui.words.catalogue import Catalogue
from net.messages import PHRASES
from net.tokens import Tokens
from tests.moontui.rooms import SIZE, new_app, reads, shown, until

LINK = "http://192.0.2.7:8000/?t=jOIhweYRa-rakSccCfq8nSKyIuhGV_nN"


@asynccontextmanager
async def hosting(data: Path, size: tuple[int, int] = SIZE) -> AsyncIterator[Pilot[str]]:
    """Somebody who has opened a table: new table, and Enter."""
    app = new_app(data, name="Rowan")
    async with app.run_test(size=size) as pilot:
        await pilot.press("n")
        await reads(pilot, "> Open the table")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await reads(pilot, "Rowan's table")
        yield pilot


@asynccontextmanager
async def guest(
    data: Path, at: Pilot[str], name: str = "Bo", command: str = "join"
) -> AsyncIterator[Pilot[str]]:
    """Somebody who comes with the invitation."""
    assert isinstance(at.app, MoontuiApp)
    assert at.app.own.lan is not None
    app = new_app(data, name, command, where=f"127.0.0.1:{at.app.own.lan.port}")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        yield pilot


async def click(pilot: Pilot[str], where: type[Sketch], target: Hashable) -> None:
    """Click on the piece that a part of the screen draws for something."""
    await until(pilot, lambda: pilot.app.screen.query_one(where).region_of(target) is not None)
    place = pilot.app.screen.query_one(where).region_of(target)
    assert place is not None
    await pilot.click(offset=place.offset)


async def test_two_meet_talk_and_see_the_board(tmp_path: Path) -> None:
    async with hosting(tmp_path / "a") as rowan, guest(tmp_path / "b", rowan) as bo:
        await reads(rowan, "b Bo")
        await bo.press("slash", *"hi", "enter")
        await reads(rowan, "Bo: hi")
        await bo.press("enter")
        await reads(bo, "You are ready. Waiting for Rowan.")
        await reads(rowan, "ready", "Enter: start; free seats go to bots")
        await rowan.press("enter")
        for pilot in (rowan, bo):
            await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))  # noqa: B023
            await reads(pilot, "WOLFMOON", "Rowan's table")


async def test_what_is_said_at_every_table_is_read_in_everybodys_language(tmp_path: Path) -> None:
    async with hosting(tmp_path / "a") as rowan, guest(tmp_path / "b", rowan) as bo:
        assert isinstance(bo.app, MoontuiApp)
        bo.app.settings.language = "de"
        await reads(rowan, "b Bo")
        await rowan.press("C")
        await until(rowan, lambda: isinstance(rowan.app.screen, QuestionDialog))
        await reads(rowan, *(Catalogue("en").say("phrases", key) for key in PHRASES))
        await rowan.press("down", "enter")
        await reads(rowan, "Rowan: Well played.")
        await reads(bo, "Rowan: Gut gespielt.")


async def test_the_invitation_is_there_to_be_read_and_copied(tmp_path: Path) -> None:
    async with hosting(tmp_path) as pilot:
        app = pilot.app
        assert isinstance(app, MoontuiApp)
        assert app.own.lan is not None
        await reads(pilot, f"moontui join {app.own.lan.invitation}", f"code {app.own.lan.code}")
        await pilot.press("i")
        await reads(pilot, "press c and type the code", "Phones and SSH are closed")
        await pilot.press("i")
        assert app.clipboard == f"moontui join {app.own.lan.invitation}"


@pytest.mark.parametrize(
    ("size", "link", "shown"),
    [((120, 40), LINK, True), ((120, 40), "", False), ((80, 23), LINK, False)],
)
async def test_who_came_by_a_link_can_show_it_to_a_phone_where_there_is_room(
    size: tuple[int, int], link: str, shown: bool, tmp_path: Path
) -> None:
    async with hosting(tmp_path, size) as pilot:
        assert isinstance(pilot.app, MoontuiApp)
        pilot.app.reach = replace(pilot.app.reach, link=link)
        picture = pilot.app.screen.query_one(LinkPicture)
        picture.redraw()
        await until(pilot, lambda: (picture.size.height > 18) == shown)
        assert any(ink.art for line in picture.lines() for ink in line) == shown
        assert pilot.app.screen.query_one(Log).size.height >= 2


async def test_without_color_there_is_no_picture_of_the_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with hosting(tmp_path, (120, 40)) as pilot:
        assert isinstance(pilot.app, MoontuiApp)
        pilot.app.reach = replace(pilot.app.reach, link=LINK)
        assert pilot.app.screen.query_one(LinkPicture).draw(39, 20) == []


async def test_bots_come_and_go(tmp_path: Path) -> None:
    async with hosting(tmp_path) as pilot:
        await pilot.press("plus")
        await reads(pilot, "Which bot takes the next free seat?")
        await pilot.press("enter")
        await reads(pilot, "b Ada bot, medium")
        await pilot.press("minus")
        await reads(pilot, "b free")


async def test_whoever_keeps_the_table_can_remove_a_player(tmp_path: Path) -> None:
    async with hosting(tmp_path / "a") as rowan, guest(tmp_path / "b", rowan) as bo:
        await reads(rowan, "b Bo")
        await rowan.press("down", "k")
        await reads(rowan, "Ask Bo to leave the table?", "> No")
        await rowan.press("down", "enter")
        await reads(bo, "You were asked to leave the table.")
        await reads(rowan, "b free")


async def test_the_keeper_sends_a_watcher_away_and_lets_them_in_again(tmp_path: Path) -> None:
    async with hosting(tmp_path / "a") as rowan:
        async with guest(tmp_path / "b", rowan, "Eve", "watch") as eve:
            await reads(rowan, "Watching: w1 Eve")
            await rowan.press("M")
            await reads(rowan, "> [watcher w1] Eve")
            await rowan.press("enter", "down", "enter")
            await reads(rowan, "Ask [watcher w1] Eve to leave the table?", "> No")
            await rowan.press("down", "enter")
            await reads(eve, "You were asked to leave the table.")
        await reads(rowan, "Eve, who was watching, was asked to leave.")
        await rowan.press("M")
        await reads(rowan, "> [sent away] Eve")
        await rowan.press("enter")
        await reads(rowan, "> Let in again")
        await rowan.press("enter")
        async with guest(tmp_path / "b", rowan, "Eve", "watch"):
            await reads(rowan, "Watching: w2 Eve")


async def test_the_mouse_alone_sends_a_watcher_away(tmp_path: Path) -> None:
    async with (
        hosting(tmp_path / "a") as rowan,
        guest(tmp_path / "b", rowan, "Eve", "watch") as eve,
    ):
        await reads(rowan, "Watching: w1 Eve")
        await click(rowan, About, "people")
        await reads(rowan, "> [watcher w1] Eve")
        for row in (0, 1, 1):  # Eve, ask to leave, yes
            await click(rowan, Rows, ("row", row))
        await reads(eve, "You were asked to leave the table.")


async def test_a_click_on_what_somebody_says_mutes_them(tmp_path: Path) -> None:
    async with hosting(tmp_path / "a") as rowan, guest(tmp_path / "b", rowan) as bo:
        await bo.press("slash", *"boo", "enter")
        await reads(rowan, "[b] Bo: boo")
        await click(rowan, Log, Person("player", 1, "Bo"))
        await reads(rowan, "> Do not show me what they say")
        await rowan.press("enter")
        await reads(rowan, "b Bo muted", "What [b] Bo says is not shown to you at this table.")
        await bo.press("slash", *"again", "enter")
        await reads(bo, "[b] Bo: again")
        await rowan.press("slash", *"hi", "enter")
        await reads(rowan, "[a] Rowan: hi")
        assert "again" not in shown(rowan.app)


async def test_who_was_sent_away_has_no_way_back_to_the_seat(tmp_path: Path) -> None:
    async with hosting(tmp_path / "a") as rowan, guest(tmp_path / "b", rowan) as bo:
        await reads(rowan, "b Bo")
        assert Tokens(tmp_path / "b" / "tokens.json").seats()
        await rowan.press("down", "k")
        await reads(rowan, "Ask Bo to leave the table?")
        await rowan.press("down", "enter")
        await reads(bo, "You were asked to leave the table.")
        assert not Tokens(tmp_path / "b" / "tokens.json").seats()


async def test_the_table_can_be_handed_over(tmp_path: Path) -> None:
    async with hosting(tmp_path / "a") as rowan, guest(tmp_path / "b", rowan) as bo:
        await reads(rowan, "b Bo")
        await rowan.press("down", "g")
        await reads(rowan, "Hand the table over to Bo?")
        await rowan.press("down", "enter")
        await reads(bo, "b Bo you", "Table keeper")


async def test_alone_one_is_asked_before_bots_take_all_seats(tmp_path: Path) -> None:
    async with hosting(tmp_path) as pilot:
        await pilot.press("enter")
        await reads(pilot, "Nobody else is here yet.", "> Wait for others")
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))


async def test_once_somebody_has_come_nobody_is_asked_whether_to_start_alone(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path / "a") as rowan:
        await rowan.press("enter")
        await reads(rowan, "Nobody else is here yet.")
        async with guest(tmp_path / "b", rowan):
            await until(rowan, lambda: isinstance(rowan.app.screen, LobbyScreen))


async def test_leaving_leads_home_and_back(tmp_path: Path) -> None:
    async with hosting(tmp_path) as pilot:
        await pilot.press("Q")
        await reads(pilot, "Leave the table?")
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        await reads(pilot, "Back to your own table, Rowan's table")


async def test_the_mouse_alone_makes_one_ready(tmp_path: Path) -> None:
    async with hosting(tmp_path / "a") as rowan, guest(tmp_path / "b", rowan) as bo:
        keys = bo.app.screen.query_one(Keys)
        ready = next(ink.target for *_, ink in keys.places() if ink.text == "Enter")
        place = keys.region_of(ready)
        assert place is not None
        await bo.click(offset=place.offset)
        await reads(rowan, "b Bo", "ready")


async def test_the_mouse_alone_brings_a_bot(tmp_path: Path) -> None:
    async with hosting(tmp_path) as pilot:
        seats = pilot.app.screen.query_one("#seats", Rows)
        place = seats.region_of(("row", 1))
        assert place is not None
        for _ in range(2):
            await pilot.click(offset=(place.x + 3, place.y))
        await reads(pilot, "Put a bot on a free seat")


@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
async def test_all_of_the_lobby_is_seen_at_every_size(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with hosting(tmp_path, size) as pilot:
        await reads(pilot, "a Rowan", "MOON-", "address", "can see all cards")
        assert "Enter: start" in shown(pilot.app)


async def test_the_lobby_says_so_where_bots_talk_much_or_not_at_all(tmp_path: Path) -> None:
    async with hosting(tmp_path) as pilot:
        lobby = pilot.app.screen
        assert isinstance(lobby, LobbyScreen)
        room = lobby.session.room
        assert room is not None
        assert not any("bots" in told for told in lobby.options())
        lobby.session.room = replaced(room, chatter="lively")
        assert "bots talk a lot" in lobby.options()
        lobby.session.room = replaced(room, chatter="off")
        assert "bots are silent" in lobby.options()


async def test_whoever_hosts_others_is_asked_before_quitting(tmp_path: Path) -> None:
    async with hosting(tmp_path / "a") as rowan, guest(tmp_path / "b", rowan):
        await reads(rowan, "b Bo")
        await rowan.press("Q", "down", "enter")
        await until(rowan, lambda: isinstance(rowan.app.screen, HomeScreen))
        await rowan.press("Q")
        await reads(rowan, "There are others at your tables.", "> Stay")


async def test_whoever_saw_a_wolf_last_begins_by_a_key_or_a_click(tmp_path: Path) -> None:
    async with hosting(tmp_path / "a") as rowan, guest(tmp_path / "b", rowan) as bo:
        await reads(rowan, "b Bo")
        await bo.press("W")
        await reads(rowan, "First seat: seat b", "Begins")
        chair = rowan.app.screen.query_one("#seats")
        await rowan.click(chair, offset=(3, 0), times=2)
        await reads(rowan, "Who saw a wolf last")
        await rowan.press("enter")
        await reads(bo, "First seat: seat a", "begins")
