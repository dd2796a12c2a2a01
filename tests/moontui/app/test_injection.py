"""Whatever people call themselves or say, it affects nobody's terminal and breaks no screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle, islice, product
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from textual.screen import Screen
from wcwidth import wcswidth

from engine.core import Seat
from moontui.app.screens.find import FindScreen
from moontui.app.screens.lobby import LobbyScreen
from moontui.app.screens.log import LogScreen
from moontui.app.screens.records import RecordsScreen
from moontui.app.screens.result import ResultScreen
from moontui.app.widgets.sketch import Sketch
from moontui.client.nearby import Offer
from moontui.client.session import Session
from net import messages as said
from net.lan.announcement import Found
from tests.engine.records import played
from tests.extent import some
from tests.moontui.desk import keep
from tests.moontui.scenes import Listener, finished, moment, room_for, session_at, watching
from tests.moontui.sitting import Sitting, sitting
from tests.moontui.terminal import terminal

EVIL = [
    "\x1b]52;c;ZXZpbA==\x07",
    "\x1b]52;c;ZXZpbA==\x1b\\",
    "\x1b[2J\x1b[H",
    "\x1b[31;5mred",
    "\x1b[?1049l",
    "\x1b[6n",
    "\x1b]0;owned\x07",
    "\x1b]8;;http://evil\x1b\\x",
    "\x1bP+q544e\x1b\\",
    "\x1b_Gi=1;AAAA\x1b\\",
    "\x1bc",
    "\x9b31m",
    "\x9d52;c;ZXZpbA==\x9c",
    "\x90q\x9c",
    "\x84\x85\x8d",
    "[/x]",
    "n[/nope]",
    "[bold]",
    "[red on blue]x[/]",
    "[link=http://evil]x[/link]",
    "[@click=app.quit]x[/]",
    "\\[/x]",
    "[[[",
    "{seat} {0} %s $x",
    "\u202eevil\u202c",
    "\u2066x\u2069\u200f",
    "a\u200bb\u200c\u200d\u2060\ufeffc",
    "x\ufe0f\u20e3",
    "\U000e0041\U000e0042",
    "e" + "\u0301" * 200,
    "\u0301\u0302",
    "a\tb\tc",
    "a\nb\rc\r\n",
    "\x0b\x0c\x1c\u2028\u2029",
    "\x00\x07\x08\x7f",
    "漢字仮名交じり文",
    "ｆｕｌｌｗｉｄｔｈ",
    "👨‍👩‍👧‍👦 🏳️‍🌈 🇩🇪",
    "שלום",
    "مرحبا بالعالم",
    "ก็ไม่ได้",
    "각각",
    "x" * 400,
    " " * 40,
    "",
    "\xad\u034f\u115f\u3164",
    "\ue000\uf8ff\U000f0000",
    "\U0001d400\ufdfd\u0bf5",
    "…\u0085",
    "`$(reboot)`;'\"",
]
WRAPS = ["{}", "Al{}", "{}ex", "a{}z{}", "  {}  ", "{}漢"]
PAYLOADS = [wrap.replace("{}", text) for wrap, text in product(WRAPS, EVIL)]
TWELVE = [EVIL[n] for n in (0, 1, 2, 4, 6, 7, 8, 11, 12, 15, 24, 29)]


def groups(size: int) -> Iterator[list[str]]:
    """All payloads, a few at a time."""
    for start in range(0, len(PAYLOADS), size):
        yield list(islice(cycle(PAYLOADS), start, start + size))


def test_there_are_three_hundred_ways_to_be_evil() -> None:
    assert len(set(PAYLOADS)) >= 299


def harmless(screen: Screen[Any]) -> None:
    """Every line that a screen draws can be printed, and fills its place exactly."""
    drawn = [sketch for sketch in screen.query(Sketch) if sketch.display and sketch.size.width]
    assert drawn
    for sketch in drawn:
        sketch.redraw()
        for y in range(sketch.size.height):
            text = sketch.render_line(y).text
            assert text.isprintable(), ascii(text)
            assert cell_len(text) == sketch.size.width, ascii(text)
            assert wcswidth(text) == sketch.size.width, ascii(text)


def people(names: list[str]) -> list[said.Player]:
    return [said.Player("person", name) for name in names]


async def test_names_at_a_table(tmp_path: Path) -> None:
    state = moment("aim", seats=6, turns=8)
    async with sitting(tmp_path, state) as table:
        for size in ((80, 23), (120, 40)):
            await table.resize(*size)
            for names in islice(groups(6), 0, None, some(3, 1)):
                room = room_for(
                    state, players=people(names), title=names[0], watchers=watching(names)
                )
                tell(table, room)
                table.session.retell()
                table.screen.show_all()
                harmless(table.screen)


def tell(table: Sitting, message: said.Message) -> None:
    table.session.hear(message)
    table.screen.news(message)


async def test_what_is_said_at_a_table(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("turn", seats=6), size=(120, 40)) as table:
        for names in islice(groups(6), 0, None, some(2, 1)):
            for name in names:
                tell(table, said.Said(name, text=name))
            tell(table, said.Notice("left", names[0]))
            tell(table, said.Refused("wrong_seats", names[1]))
            harmless(table.screen)


async def test_names_in_the_whole_log(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("turn", seats=6)) as table:
        for name in PAYLOADS:
            table.session.hear(said.Said(name, text=name))
        await table.app.push_screen(LogScreen(lambda: table.session.chronicle, PAYLOADS[0]))
        await table.settle()
        harmless(table.app.screen)
        for _ in range(40):
            await table.press("pageup")
            harmless(table.app.screen)


async def test_names_on_the_result(tmp_path: Path) -> None:
    state = finished("high", seats=6)
    async with sitting(tmp_path, state, size=(120, 40)) as table:
        screen = table.app.screen
        assert isinstance(screen, ResultScreen)
        for names in islice(groups(6), 0, None, some(2, 1)):
            tell(table, room_for(state, players=people(names), title=names[0]))
            shown = table.session.view
            assert shown is not None
            result = table.session.teller.result(shown, table.session.history)
            assert result is not None
            screen.follow(result)
            harmless(screen)


async def test_names_in_the_lobby(tmp_path: Path) -> None:
    state = moment("turn", seats=6)
    async with sitting(tmp_path) as table:
        session = Session(Listener(), table.app.words_for, tmp_path)
        session.hear(room_for(state, phase="lobby"))
        table.app.session = session
        screen = LobbyScreen(session)
        await table.app.push_screen(screen)
        await table.settle()
        for names in islice(groups(6), 0, None, some(2, 1)):
            message = room_for(
                state,
                phase="lobby",
                players=people(names),
                title=names[0],
                watchers=watching(names),
            )
            session.hear(message)
            screen.news(message)
            chat = said.Said(names[1], text=names[1])
            session.hear(chat)
            screen.news(chat)
            harmless(screen)


def offers(names: list[str]) -> list[Offer]:
    """Tables that a stranger on the LAN announces."""
    found = []
    for number, name in enumerate(names):
        place = ("10.0.0.9", number + 1)
        host = Found(name, *place, 1, name, 1, 6, name, False, True, name, "lan")
        row = said.Row(f"t{number}", name, "wolfmoon", 6, number, "lobby")
        found += [Offer(host, row), Offer(host, trouble="host_is_newer")]
    return found


async def test_tables_and_hosts_that_are_found(tmp_path: Path) -> None:
    async with sitting(tmp_path, size=(120, 40)) as table:
        home = table.app.screen
        screen = FindScreen()
        await table.app.push_screen(screen)
        await table.settle()
        for names in islice(groups(6), 0, None, some(2, 1)):
            table.app.scout.offers = offers(names)
            screen.show_offers()
            harmless(screen)
            home.show_rows()  # type: ignore[attr-defined]
            harmless(home)


async def test_names_in_records_and_replays(tmp_path: Path) -> None:
    for number, names in enumerate(islice(groups(4), 0, None, 3)):
        keep(tmp_path, played(names=tuple(names)), f"wolfmoon-{number}")
    async with sitting(tmp_path) as table:
        await table.app.push_screen(RecordsScreen())
        await table.settle()
        harmless(table.app.screen)
        for _ in range(4):
            await table.press("enter")
            harmless(table.app.screen)
            await table.press("right", "right", "end")
            harmless(table.app.screen)
            await table.press("escape", "down")


def test_markup_in_names_is_shown_as_it_was_typed() -> None:
    session = session_at(moment("turn", seats=3), players=people(["[/x]", "n[/nope]", "[bold]"]))
    assert session.names == ["[/x]", "n[/nope]", "[bold]"]
    assert session.seat == Seat(0)


# ── through a real terminal ─────────────────────────────────────────────────────────────────────

COLOR = rb"([0-479]|2[2-4]|2[79]|[34]9|[34]8;2;\d+;\d+;\d+)"
ALLOWED = re.compile(
    rb"\x1b\[(" + COLOR + rb"(;" + COLOR + rb")*)?m"  # how it is written, as pens send it,
    rb"|\x1b\[\d+(;\d+H|G)"  # and where they go
    rb"|\x1b\[\?(7|25|100[0346]|1015|1049|2004)[hl]|\x1b\[(>(1|25)u|<u|\?20(26|48)\$p)"
    rb"|\x1b\]2;(moontui|\* moontui: your turn)\x07"
    rb"|\x1b\]22;[a-z]*\x07"  # the shape of the pointer
    rb"|\x1b[78=>]"
)


def test_twelve_evil_names_send_nothing_to_a_terminal_but_what_textual_does(
    tmp_path: Path,
) -> None:
    script = Path(__file__).parents[1] / "stage.py"
    with terminal(str(script), *map(ascii, TWELVE), data=tmp_path) as shown:
        shown.ended()
    assert b"WOLFMOON" in shown.bytes
    rest = ALLOWED.sub(b"", shown.bytes)
    assert b"\x1b" not in rest, [rest[m.start() :][:40] for m in re.finditer(b"\x1b", rest)]
    text = rest.decode()
    assert not re.search(r"[\x80-\x9f\u202a-\u202e\u2066-\u2069\u200b-\u200f]", text)
    assert not re.search(r"[\x00-\x06\x08\x0b\x0c\x0e-\x1f\x7f]", text)
