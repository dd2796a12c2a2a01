"""To a host by its address or invitation: names, keys, passwords, and one sentence if it fails."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from moontui.app.app import MoontuiApp
from moontui.app.screens.dialogs import Alarm, NoticeDialog, Words
from moontui.app.screens.find import HostScreen
from moontui.app.screens.game import GameScreen
from moontui.app.screens.lobby import LobbyScreen
from moontui.client.local_host import LocalHost
from moontui.client.place import Place
from moontui.client.trust import Changed, Known, KnownHosts, decide
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.client import Client
from net.invites import Invite, fingerprint
from net.messages import Create
from net.wire import pack
from tests.moontui.rooms import SIZE, host, new_app, reads, until

TABLE = Create("wolfmoon", 4, title="Night")
WORDS = Catalogue("en")


def join(data: Path, house: LocalHost, **more: object) -> MoontuiApp:
    """An app on its way to a host."""
    return new_app(data, command="join", where=f"127.0.0.1:{house.port}", **more)  # type: ignore[arg-type]


async def arrived(pilot: Pilot[str]) -> None:
    await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))


async def type_in(pilot: Pilot[str], text: str) -> None:
    """Type something into the open dialog, replacing what is there."""
    await until(pilot, lambda: isinstance(pilot.app.screen, Words) and pilot.app.screen.is_mounted)
    await until(pilot, lambda: bool(pilot.app.screen.query(Input)))
    pilot.app.screen.query_one(Input).value = text
    await pilot.press("enter")


async def test_an_address_leads_to_the_only_table(tmp_path: Path) -> None:
    async with host(tmp_path / "host", TABLE) as house:
        app = join(tmp_path, house)
        async with app.run_test(size=SIZE) as pilot:
            await arrived(pilot)
            await reads(pilot, "Night", "b free")


async def test_a_new_key_is_shown_once_and_remembered(tmp_path: Path) -> None:
    async with host(tmp_path / "host", TABLE) as house:
        app = join(tmp_path, house)
        async with app.run_test(size=SIZE) as pilot:
            await arrived(pilot)
            await reads(pilot, f"The host's key: {fingerprint(house.pin)}")
        hosts = KnownHosts(tmp_path / "hosts.json")
        place = Place("127.0.0.1", house.port)
        assert decide(place, house.pin, hosts) == Known(house.pin)


async def test_a_changed_key_is_a_loud_question_and_no_is_the_first_answer(tmp_path: Path) -> None:
    async with host(tmp_path / "host", TABLE) as house:
        hosts = KnownHosts(tmp_path / "hosts.json")
        hosts.remember(Place("127.0.0.1", house.port), b"?" * 16)
        app = join(tmp_path, house)
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: isinstance(app.screen, Alarm))
            await reads(pilot, "WARNING", "different key", "> Do not connect")
            await pilot.press("enter")
            await until(pilot, lambda: not isinstance(app.screen, Alarm))
            assert app.session is None
        place = Place("127.0.0.1", house.port)
        assert isinstance(decide(place, house.pin, hosts), Changed)


async def test_a_changed_key_can_be_taken_for_the_right_one(tmp_path: Path) -> None:
    async with host(tmp_path / "host", TABLE) as house:
        hosts = KnownHosts(tmp_path / "hosts.json")
        hosts.remember(Place("127.0.0.1", house.port), b"?" * 16)
        app = join(tmp_path, house)
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: isinstance(app.screen, Alarm))
            await reads(pilot, "The new key is right")
            await pilot.press("down", "enter")
            await arrived(pilot)
        place = Place("127.0.0.1", house.port)
        assert decide(place, house.pin, hosts) == Known(house.pin)


async def test_an_invitation_for_another_host_is_refused(tmp_path: Path) -> None:
    async with host(tmp_path / "host", TABLE) as house:
        invite = Invite("127.0.0.1", house.port, b"?" * 16, private=False).encode()
        app = new_app(tmp_path, command="join", where=invite)
        async with app.run_test(size=SIZE) as pilot:
            await reads(pilot, "This is not the host the invitation names")
            assert isinstance(app.screen, NoticeDialog)


async def test_a_password_is_asked_until_it_is_right(tmp_path: Path) -> None:
    private = Create("wolfmoon", 4, title="Night", password="howl")
    async with host(tmp_path / "host", private) as house:
        app = join(tmp_path, house)
        async with app.run_test(size=SIZE) as pilot:
            await reads(pilot, "This table is private. Password:")
            await type_in(pilot, "bark")
            await reads(pilot, "That is not the password.")
            await type_in(pilot, "howl")
            await arrived(pilot)


async def test_the_name_is_asked_once_with_a_guess(tmp_path: Path) -> None:
    async with host(tmp_path / "host", TABLE) as house:
        app = join(tmp_path, house, named=False)
        async with app.run_test(size=SIZE) as pilot:
            await reads(pilot, "What is your name?")
            assert app.screen.query_one(Input).value == "Ana"
            await pilot.press("enter")
            await arrived(pilot)
            assert app.settings.named


async def test_a_name_with_escape_sequences_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with host(tmp_path / "host", TABLE) as house:
        app = join(tmp_path, house)
        app.settings.name = "\x1b[31mRed"
        async with app.run_test(size=SIZE) as pilot:
            await reads(pilot, "A name has 1 to 16 visible characters")
            await type_in(pilot, "Zo\u202ee")
            await reads(pilot, "A name has 1 to 16 visible characters")
            await type_in(pilot, "Zoe")
            await arrived(pilot)
            await reads(pilot, "Zoe")


async def test_where_nobody_answers_a_sentence_says_so(tmp_path: Path) -> None:
    app = new_app(tmp_path, command="join", where="127.0.0.1:1")
    async with app.run_test(size=SIZE) as pilot:
        await reads(pilot, "Nobody answers at 127.0.0.1:1.")


async def test_at_a_running_game_one_can_watch(tmp_path: Path) -> None:
    async with host(tmp_path / "host", Create("wolfmoon", 3, bots=2, title="Night")) as house:
        player = join(tmp_path / "a", house)
        async with player.run_test(size=SIZE) as first:
            await arrived(first)
            await first.press("enter")
            await until(first, lambda: isinstance(player.screen, GameScreen))
            guest = join(tmp_path / "b", house, name="Bo")
            async with guest.run_test(size=SIZE) as pilot:
                await reads(pilot, "The game at this table has already begun.", "> Watch")
                await pilot.press("enter")
                await until(pilot, lambda: isinstance(guest.screen, GameScreen))
                assert guest.session is not None
                assert guest.session.seat is None


async def test_a_host_with_several_tables_shows_them(tmp_path: Path) -> None:
    other = Create("wolfmoon", 3, title="Dawn")
    async with host(tmp_path / "host", TABLE, other) as house:
        app = join(tmp_path, house)
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: isinstance(app.screen, HostScreen))
            await reads(pilot, "Night", "Dawn", "Open a table here")
            await pilot.press("down", "enter")
            await arrived(pilot)
            await reads(pilot, "Dawn")


async def test_an_empty_host_lets_one_open_a_table(tmp_path: Path) -> None:
    async with host(tmp_path / "host") as house:
        app = join(tmp_path, house)
        async with app.run_test(size=SIZE) as pilot:
            await reads(pilot, "There are no tables here yet.")
            await pilot.press("enter")
            await reads(pilot, "> Open the table")
            await pilot.press("enter")
            await arrived(pilot)
            await reads(pilot, "Ana's table")


CROWD = [said.Player("person", f"P{number}") for number in range(30)]
FOUR = [said.Player("person", name) for name in ("Ana", "Bo", "Cy", "Di")]


def room(game: str, players: list[said.Player]) -> said.Room:
    return said.Room(
        game,
        4,
        table="table1",
        phase="lobby",
        keeper=0,
        players=players,
        watchers=[],
        commitment="",
    )


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (room("wolfmoon", CROWD), WORDS.say("refused", "nonsense")),
        (room("eclipse", FOUR), WORDS.say("refused", "unknown_game")),
        (said.Bye("moon_in_eclipse"), WORDS.say("join", "refused", why="moon_in_eclipse")),
    ],
    ids=["nonsense", "unknown game", "unknown reason"],
)
async def test_a_host_that_is_not_understood_is_left_with_a_sentence(
    tmp_path: Path, message: said.Message, sentence: str
) -> None:
    said_by_host = (
        said.Welcome(said.VERSION, "Rowan", ["wolfmoon"]),
        said.TableList([said.Row("table1", "Night", "wolfmoon", 4, 1, "lobby")]),
        said.Seated("table1", 0, "token"),
        message,
    )

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for word in said_by_host:
            writer.write(pack(word))
        await reader.read()
        writer.close()

    async with await asyncio.start_server(talk, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        app = new_app(tmp_path, command="join", where=f"127.0.0.1:{port}", no_tls=True)
        async with app.run_test(size=SIZE) as pilot:
            await reads(pilot, "does not encrypt", "> Do not connect")
            await pilot.press("down", "enter")
            await reads(pilot, sentence)


async def test_a_second_app_opens_its_table_at_the_host_of_the_first(tmp_path: Path) -> None:
    async with host(tmp_path) as house:
        app = new_app(tmp_path)
        app.own.port = house.port
        async with app.run_test(size=SIZE) as pilot:
            await pilot.press("n")
            await reads(pilot, "> Open the table")
            await pilot.press("enter")
            await arrived(pilot)
            assert house.host is not None
            assert [task.table.opening.title for task in house.host.tables.values()] == [
                "Ana's table"
            ]


async def test_ctrl_q_at_a_table_of_ones_own_asks_before_it_sends_guests_away(
    tmp_path: Path,
) -> None:
    app = new_app(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("n")
        await reads(pilot, "> Open the table")
        await pilot.press("enter")
        await arrived(pilot)
        assert app.own.lan is not None
        guest = Client("127.0.0.1", app.own.lan.port, "Bo")
        await guest.connect()
        assert app.own.lan.host is not None
        guest.send(said.Join(next(iter(app.own.lan.host.tables))))
        await until(pilot, lambda: app.own.guests(app.session) == 1)
        await pilot.press("ctrl+q")
        await reads(pilot, "There are others at your tables.")
        await pilot.press("escape")
        assert app.is_running
        assert isinstance(app.screen, LobbyScreen)
        await guest.close()


async def test_letters_do_not_overtake_what_is_deleted_before_them(tmp_path: Path) -> None:
    app = new_app(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        await app.push_screen(Words("Who?", "Anna"))
        await pilot.press("end")
        for key in ("backspace", "backspace", "x", "y"):  # all at once, as a phone sends a word
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await pilot.pause()
        await until(pilot, lambda: "x" in app.screen.query_one(Input).value)
        await pilot.pause()
        assert app.screen.query_one(Input).value == "Anxy"
