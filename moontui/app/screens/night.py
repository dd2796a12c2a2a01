"""The Night's Deal: what is dealt tonight, how the first try went, and the player's week."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from datetime import date
from typing import ClassVar

from msgspec.structs import replace
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType

from engine.games import GAMES
from engine.record import BadRecord
from engine.review import even_share
from moontui.app.screens.base import MoonScreen, binding
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.sketch import Sketch
from moontui.client.night import ME, RIVALS, Night, week_before
from moontui.client.nights import (
    DEAR,
    SIGNS,
    Nights,
    Played,
    moon_of,
    night_called,
    signed,
    streak,
    strip,
    weighed_up,
)
from moontui.client.records import read_record, replay_of
from moontui.client.strength import level_name
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, aimed, columns, ends, flow, paragraph
from moontui.draw.letters import width_of
from moontui.draw.plots import bar
from moontui.draw.sheet import Sheet
from moontui.draw.symbols import ASCII
from moontui.games import playable
from moontui.words.catalogue import Catalogue

PHASES = {"full": 1.0, "half": 0.5, "dark": 0.0}
KINDS = {"2": "full", "1": "half", "0": "dark"}
STYLES = {"2": "gold", "1": "mine", "0": "dim"}
FACE, LARGE_FACE = (9, 4), (18, 9)
"""Cells of a bot's face, with its name below."""

GAP = 5
"""A blank line is left out first."""

Part = tuple[int, list[Line]]
"""Some lines, and how readily they are left out where there is no room: 0 never."""


class NightLines(Sketch):
    """The page, drawn."""

    DEFAULT_CSS = "NightLines { height: 1fr; }"

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.screen
        assert isinstance(screen, NightScreen)
        page = NightPage(screen, width)
        parts = [*page.above(), *(page.outcome() if screen.is_over else page.start())]
        last = page.below()
        rows = height or 22
        for least in range(GAP, 0, -1):
            if sum(len(lines) for _, lines in parts) + len(last) > rows:
                parts = [part for part in parts if part[0] < least]
        spare = rows - sum(len(lines) for _, lines in parts) - len(last)
        wider = [part for part in parts if part[0] == GAP] if spare > 0 else []
        for _, lines in wider:  # a gap may be a little wider
            lines += [[] for _ in range(min(1, spare // len(wider)))]
        lines = [line for _, part in parts for line in part]
        gap: list[Line] = [[] for _ in range(rows - len(lines) - len(last))]
        return [*lines, *gap, *last][:rows]


class NightPage:
    """The parts of the page, in the order in which they are read."""

    def __init__(self, screen: NightScreen, width: int) -> None:
        self.screen, self.width = screen, width
        self.night, self.words = screen.night, screen.words
        self.look = screen.moon.look(self.night.game)
        self.tools = Easel(self.look, self.night.game)

    def above(self) -> list[Part]:
        """The date, the sky, and the games there are."""
        words, night, screen = self.words, self.night, self.screen
        banner = [Ink(f" {words.say('night', screen.banner).upper()} ", "banner")]
        title = words.say("night", "title").upper()
        number = words.say("night", "number", number=night.number)
        told = [f"{night_called(words, night.date)} · {number}", number]
        room = self.width - cell_len(title) - sum(map(cell_len, (ink.text for ink in banner))) - 5
        facts = next((text for text in told if cell_len(text) <= room), "")
        head = ends([Ink(f" {title}", "key"), Ink(f"  {facts}", "dim")], banner, self.width)
        return [(0, [head]), (4, self.sky()), (0, self.tabs()), (GAP, [[]])]

    def sky(self) -> list[Line]:
        """The night itself, with its name in big letters."""
        large = self.look.size.is_large
        rows = 9 if large else 5
        sheet: Sheet = self.tools.sky(self.width, rows, f"night {self.night.date}", 1)
        text, scale = self.screen.great, 2 if large else 1
        while scale > 1 and width_of(text, scale) > self.width - 22:
            scale -= 1
        if width_of(text, scale) <= self.width - 2:
            sheet.overlay(2, 1, self.tools.letters(text, scale=scale))
        left = width_of(text, scale) + 4
        disc = (16, 8) if large else (8, 4)
        if self.look.pictures and self.width - left > disc[0]:
            moon = self.moon(moon_of(self.screen.all, self.night.date), *disc)
            sheet.overlay(self.width - disc[0] - 1, 0, moon)
        return sheet.lines

    def moon(self, kind: str, width: int, height: int) -> list[Line]:
        """A moon for something that went well, half well, or not at all."""
        return self.tools.moon(width, height, PHASES[kind], risen=kind == "full")

    def tabs(self) -> list[Line]:
        """The games, each with what became of it on this date."""
        pieces: list[Line] = []
        for game in playable():
            here = game == self.night.game
            name = self.words.game_called(game)
            text = f"[{name}]" if here else f" {name} "
            mark = self.mark(game)
            pieces.append([Ink(text, "mine" if here else "", ("game", game)), Ink(mark, "gold")])
        return flow(pieces, self.width, gap=" ")

    def mark(self, game: str) -> str:
        signs = self.screen.signs
        day = self.night.date.isoformat()
        ends_ = [one.won for one in self.screen.all if (one.date, one.game) == (day, game)]
        return "".join(signs["2" if won else "1"] for won in ends_ if won is not None)

    # ── before it ───────────────────────────────────────────────────────────────────────────────

    def start(self) -> list[Part]:
        """What it is, and against whom."""
        words, night = self.words, self.night
        record = night.record(self.screen.moon.settings.name)
        faces = self.faces(record.personas, record.names)
        room = self.width - 2 - (sum(len(ink.text) for ink in faces[0]) + 2 if faces else 0)
        level = level_name(words, night.level)
        text = paragraph(words.say("night", "story"), room, "")
        text += [[], *paragraph(words.say("night", "how", seats=night.seats, level=level), room)]
        if self.screen.was_left:
            text += paragraph(words.say("night", "left"), room, "bad")
        text = [[Ink(" "), *line] for line in text]
        if faces:
            text = columns(text, room + 1, faces)
        return [(0, text), (GAP, [[]]), *self.week()]

    def faces(self, personas: Sequence[str], names: Sequence[str]) -> list[Line]:
        """The bots of this night; none where they would leave no room for words."""
        wide, high = LARGE_FACE if self.look.size.is_large else FACE
        count = len(personas) - 1
        if not self.look.pictures or self.width - count * (wide + 1) < 40:
            return []
        sheet = Sheet(count * (wide + 1), high + 1)
        for place in range(count):
            x, seat = place * (wide + 1), place + 1
            sheet.paste(x, 0, self.tools.person(personas[seat], seat, wide, high))
            sheet.put(x, high, [Ink(names[seat][:wide], "strong")])
        return sheet.lines

    # ── after it ────────────────────────────────────────────────────────────────────────────────

    def outcome(self) -> list[Part]:
        """How it went, in moons, words and numbers; and a line to show around."""
        played, words = self.screen.played, self.words
        assert played is not None
        parts: list[Part] = []
        if played.fields:
            parts += [(2, [self.heading("fields")]), *self.moons(played.fields), (3, self.legend())]
        done, whole = self.screen.weighing
        text = words.say("night", "weighing", done=done, whole=whole)
        if self.screen.failed:
            text = words.say("night", "not_weighed")
        if played.weighed:
            text = self.shares(played)
        parts.append((0, self.said(text, "" if played.weighed else "dim")))
        parts.append((0, self.rivals(played)))
        shown = strip(words, played, self.screen.signs)
        parts += [(GAP, [[]]), (2, [self.heading("show", "t")])]
        parts.append((0, aimed(self.said(shown, "strong"), "copy")))
        return [*parts, (GAP, [[]]), *self.week()]

    def moons(self, fields: str) -> list[Part]:
        """A moon for every choice: small ones, and large ones where there is room."""
        signs = self.screen.signs
        small: Line = [Ink(" ")]
        for field in fields:
            small += [Ink(f"{signs[field]} ", STYLES[field])]
        if not self.look.pictures or not self.look.size.is_large or 7 * len(fields) > self.width:
            return [(0, [small])]
        sheet = Sheet(self.width, 3)
        for place, field in enumerate(fields):
            sheet.paste(1 + 7 * place, 0, self.moon(KINDS[field], 6, 3))
        return [(0, sheet.lines)]

    def heading(self, key: str, tail: str = "") -> Line:
        line = self.tools.heading(self.words.say("night", key), self.width - 2, tail)
        return [Ink(" "), *line]

    def said(self, text: str, style: str = "") -> list[Line]:
        return [[Ink(" "), *line] for line in paragraph(text, self.width - 2, style)]

    def legend(self) -> list[Line]:
        """What the moons mean."""
        words, signs = self.words, self.screen.signs
        told = [
            ("2", words.say("night", "as_good")),
            ("1", words.say("night", "a_little")),
            ("0", words.say("night", "dear", points=round(100 * DEAR))),
        ]
        pieces = [[Ink(f"{signs[key]} ", STYLES[key]), Ink(text, "dim")] for key, text in told]
        return flow(pieces, self.width)

    def shares(self, played: Played) -> str:
        """What luck and choice made of a fair share, in one sentence."""
        equal = even_share(GAMES[played.game], self.night.seats)
        fair = played.fair or round(100 * equal)
        percent = self.words.say("review", "percent", number=fair)
        whole = self.words.say("review", "percent", number=fair + played.luck + played.choice)
        return self.words.say(
            "night",
            "share",
            fair=percent,
            luck=signed(played.luck),
            choice=signed(played.choice),
            won=whole,
        )

    def rivals(self, played: Played) -> list[Line]:
        """How bots did in the same seat."""
        words = self.words
        if played.rivals is None:
            done = self.screen.tried
            return self.said(words.say("night", "rivals_wait", count=RIVALS, done=done), "dim")
        lines = self.said(words.say("night", "rivals", count=RIVALS, won=played.rivals))
        room = self.width - sum(cell_len(ink.text) for ink in lines[-1]) - 3
        if len(lines) == 1 and room > 8:
            filled = bar(played.rivals / RIVALS, min(20, room), self.look.symbols)
            lines[0] += [Ink("  "), Ink(filled, "gold")]
        return lines

    # ── the week ────────────────────────────────────────────────────────────────────────────────

    def week(self) -> list[Part]:
        """A moon for each of the last seven nights."""
        words, screen = self.words, self.screen
        count = streak(screen.all, screen.today)
        form = f"streak_{count}" if count < 2 else "streak"
        tail = f"{words.say('night', form, count=count)} · {words.say('night', 'week_says')}"
        head: Line = [Ink(" "), *self.tools.heading(words.say("night", "week"), self.width, tail)]
        cell = max(5, (self.width - 2) // 7)
        wide, high = (12, 6) if self.look.size.is_large else (6, 3)
        high = high if self.look.pictures and cell > wide else 0
        sheet = Sheet(self.width, high + 1)
        for place, day in enumerate(week_before(screen.today)):
            x, kind = 1 + place * cell, moon_of(screen.all, day)
            if high:
                sheet.paste(x, 0, self.moon(kind, wide, high))
            name = words.say("weekdays", f"day_{day.weekday()}")[:2]
            sign = screen.signs[{"full": "2", "half": "1", "dark": "0"}[kind]]
            style = "mine" if day == self.night.date else "dim"
            target = ("date", day.isoformat())
            sheet.put(x, high, [Ink(f"{name} {sign}", style, target)])
        return [(2, [head]), (3 if high else 1, sheet.lines)]

    def below(self) -> list[Line]:
        screen, words = self.screen, self.words
        text = screen.said or words.say("night", screen.press)
        return [[Ink(f" {screen.moon.symbols.turn} ", "key"), Ink(text, "strong", "deal")]]


class NightScreen(MoonScreen[None]):
    """One date, one game at a time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("enter", "deal", "deal"),
        binding("left", "turn(-1)", "game_before", show=False),
        binding("right,tab", "turn(1)", "game_after"),
        binding("t", "copy", "copy_strip"),
        binding("w", "review", "review"),
    ]

    def __init__(self, night: Night) -> None:
        super().__init__()
        self.night = night
        self.today = date.today()
        self.all: list[Played] = []
        self.tried = 0
        """How many bots have been tried in the player's seat."""
        self.weighing = (0, 0)
        """How many choices of the table are weighed, and how many there are."""
        self.failed = False
        self.said = ""
        """What has just been done."""

    def compose(self) -> ComposeResult:
        yield NightLines()
        yield Keys()

    def on_mount(self) -> None:
        self.look_up()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.look_up()

    @property
    def words(self) -> Catalogue:
        return self.moon.words_for(self.night.game)

    @property
    def nights(self) -> Nights:
        return self.moon.own.nights

    @property
    def signs(self) -> dict[str, str]:
        ascii_ = self.moon.symbols is ASCII
        return {"2": "O", "1": "c", "0": "."} if ascii_ else SIGNS

    @property
    def played(self) -> Played | None:
        """The first try."""
        day, rules = self.night.date.isoformat(), self.night.rules
        key = (day, self.night.game, rules)
        return next((one for one in self.all if (one.date, one.game, one.rules) == key), None)

    @property
    def is_over(self) -> bool:
        return self.played is not None and self.played.won is not None

    @property
    def goes_on(self) -> bool:
        """Whether the first try was begun and can go on."""
        played = self.played
        return (
            played is not None
            and played.won is None
            and bool(played.table)
            and self.moon.own.has_night(played.table)
        )

    @property
    def was_left(self) -> bool:
        return self.played is not None and not self.is_over and not self.goes_on

    @property
    def banner(self) -> str:
        if self.played is None or self.goes_on:
            return "first_try"
        if not self.is_over:
            return "practice"
        return "won_banner" if self.played.won else "lost_banner"

    @property
    def great(self) -> str:
        """What stands in the sky."""
        key = "big"
        if self.is_over:
            key = "won" if self.played is not None and self.played.won else "lost"
        return self.words.say("night", key).upper()

    @property
    def press(self) -> str:
        if self.goes_on:
            return "press_on"
        return "press" if self.played is None else "press_again"

    # ── what is found out ───────────────────────────────────────────────────────────────────────

    def look_up(self) -> None:
        """See what is known of all nights, and find out what is not."""
        self.all = self.nights.all()
        self.tried, self.failed, self.said = 0, False, ""
        self.workers.cancel_group(self, "night")
        played = self.played
        if played is not None and self.is_over and (not played.weighed or played.rivals is None):
            self.run_worker(self.find_out(self.night, played), group="night")
        self.run_worker(self.open_solo(), group="solo", exclusive=True)
        self.retell()

    async def open_solo(self) -> None:
        """A first try that was begun another day may go on."""
        played, local = self.played, self.moon.own.alone
        if played is not None and played.table and local.host is None:
            await local.open_here()
            self.retell()
            self.refresh_bindings()

    async def find_out(self, night: Night, played: Played) -> None:
        """Have the choices weighed, then the bots tried, while the page can be read."""
        from moontui.client.reckoning import rivals, summed_up

        try:
            if not played.weighed:
                match_ = replay_of(read_record(self.moon.data / "records" / played.record))
                decisions, total = await summed_up(match_, ME, self.tell_progress)
                if total is not None:
                    played = weighed_up(played, decisions, total)
                    self.learn(played)
            if played.rivals is None:
                won = 0
                async for each in rivals(night):
                    self.tried, won = self.tried + 1, won + each
                    self.query_one(NightLines).redraw()
                self.learn(replace(played, rivals=won))
        except (BadRecord, BrokenExecutor):
            self.failed = True
            self.retell()

    def tell_progress(self, done: int, whole: int) -> None:
        """So many choices of the table are weighed."""
        self.weighing = (done, whole)
        self.query_one(NightLines).redraw()

    def learn(self, played: Played) -> None:
        """More is known of a first try."""
        self.nights.put(played)
        self.all = self.nights.all()
        self.retell()
        self.refresh_bindings()

    def retell(self) -> None:
        if self.is_mounted:
            super().retell()

    # ── events, actions ─────────────────────────────────────────────────────────────────────────

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        match event.target:
            case "deal":
                self.action_deal()
            case "copy":
                self.action_copy()
            case ("game", str(game)):
                self.show_night(Night(self.night.date, game))
            case ("date", str(day)):
                self.show_night(Night(date.fromisoformat(day), self.night.game))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("copy", "review"):
            return self.is_over
        return True

    def show_night(self, night: Night) -> None:
        self.night = night
        self.look_up()
        self.refresh_bindings()

    def action_turn(self, by: int) -> None:
        games = playable()
        place = (games.index(self.night.game) + by) % len(games)
        self.show_night(Night(self.night.date, games[place]))

    def action_deal(self) -> None:
        self.moon.go(self.moon.ways.night(self.night))

    def action_copy(self) -> None:
        played = self.played
        if played is not None and self.is_over:
            self.app.copy_to_clipboard(strip(self.words, played))
            self.said = self.words.say("night", "copied")
            self.retell()

    def action_review(self) -> None:
        if self.played is not None and self.played.record:
            self.moon.open_review(self.moon.data / "records" / self.played.record, ME)
