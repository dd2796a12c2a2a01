"""Statistics: how the player has done in each game, from all saved matches."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from moontui.app.screens.base import Heading, MoonScreen, binding
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.reader import Block, Reader
from moontui.app.widgets.sketch import Sketch
from moontui.client.ledger import Ledger, Summary, once
from moontui.client.results import level_called
from moontui.client.statistics import Statistics, Tally, statistics
from moontui.draw.ink import Ink, Line, cells, columns, fit
from moontui.draw.plots import WINDOW, bar, fitted, hills, smoothed
from moontui.draw.symbols import Symbols
from moontui.games import FACES
from moontui.words.catalogue import Catalogue
from moontui.words.teller import teller_for
from net.text import NAME_CELLS, clean

FAVOURITES, RIVALS = 4, 4
"""How many of each are named."""
BAR, LABEL = 12, 12
"""Columns of a bar, and of what it is about."""
HILLS = 4
"""Rows of the curve."""


class Tabs(Sketch):
    """The games that were played; one of them is shown below."""

    DEFAULT_CSS = "Tabs { dock: top; height: 2; margin-top: 2; }"

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.screen
        assert isinstance(screen, StatisticsScreen)
        line: Line = [Ink(" ")]
        for game in screen.figures:
            here = game == screen.game
            name = screen.words.game_called(game)
            text = f"[{name}]" if here else f" {name} "
            line += [Ink(text, "mine" if here else "", ("game", game)), Ink(" ")]
        return [line]


class StatisticsScreen(MoonScreen[None]):
    """Figures and small plots, a page for each game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("left", "turn(-1)", "game_before", show=False),
        binding("right,tab", "turn(1)", "game_after"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.figures: dict[str, Statistics] = {}
        self.game = ""

    def compose(self) -> ComposeResult:
        yield Heading("statistics")
        yield Tabs()
        yield Reader()
        yield Keys()

    def on_mount(self) -> None:
        self.query_one(Reader).focus()
        self.run_worker(self.read(), group="ledger", exclusive=True)

    async def read(self) -> None:
        """Count what is known, then go on with what is not; keys work meanwhile."""
        ledger = Ledger(self.moon.data)
        files = await asyncio.to_thread(ledger.files)
        known = {one.file: one for one in files}
        left = sum(not one.read for one in files)
        self.count(known.values(), left)
        news = ledger.completed(files)
        while some := await asyncio.to_thread(next, news, None):
            known.update({one.file: one for one in some})
            left -= len(some)
            self.count(known.values(), left)

    def count(self, matches: Iterable[Summary], left: int) -> None:
        """Take in what is known of all matches; some may still have to be looked at."""
        self.figures = statistics(once(matches), self.moon.settings.name)
        if self.game not in self.figures:
            self.game = next(iter(self.figures), "")
        words = self.words
        self.query_one(Heading).say(words.say("statistics", "left", count=left) if left else "")
        self.show_page(keep=True)

    def show_page(self, keep: bool = False) -> None:
        self.query_one(Tabs).redraw()
        blocks = [Block(self.words.say("statistics", "none"))]
        if self.game:
            look = self.moon.look(self.game)
            page = Page(self.moon.words_for(self.game), self.figures[self.game])
            blocks = page.blocks()
            blocks.insert(2, Block("", drawn=partial(page.tables, look.symbols)))
            blocks.insert(3, Block("", drawn=partial(page.curve, look.symbols)))
        self.query_one(Reader).read(blocks, keep)

    def retell(self) -> None:
        self.show_page(keep=True)
        super().retell()

    def on_resize(self, event: events.Resize) -> None:
        self.show_page(keep=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return len(self.figures) > 1 if action == "turn" else True

    def action_turn(self, by: int) -> None:
        games = [*self.figures]
        self.game = games[(games.index(self.game) + by) % len(games)]
        self.show_page()

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        match event.target:
            case ("game", str(game)) if game in self.figures:
                self.game = game
                self.show_page()


class Page:
    """The statistics of one game, in its words."""

    def __init__(self, words: Catalogue, figures: Statistics) -> None:
        self.words, self.figures = words, figures

    def percent(self, share: float) -> str:
        return self.words.say("review", "percent", number=round(100 * share))

    def blocks(self) -> list[Block]:
        """What is told in sentences."""
        found, seen = self.figures, self.figures.all
        share, luck = self.percent(seen.share), self.percent(found.luck / max(1, seen.played))
        played = "one_match" if seen.played == 1 else "matches"
        told = [
            self.words.say(
                "statistics", played, count=seen.played, won=seen.won, share=share, luck=luck
            ),
            f"{self.run()} {self.longest()}",
        ]
        told += [text for text in (self.favourites(), self.rivals(), self.guesses()) if text]
        return [Block(text, indent=1) for text in told]

    def run(self) -> str:
        count = self.figures.streak
        return self.words.say(
            "statistics", "run_won" if count > 0 else "run_lost", count=abs(count)
        )

    def longest(self) -> str:
        longest, rounds = self.figures.longest, self.figures.rounds
        return self.words.say("statistics", "longest", count=longest, rounds=rounds)

    def favourites(self) -> str:
        names = teller_for(self.figures.game, self.words, [], None).cast() if self.known else {}
        cast = [(names[card], tally) for card, tally in self.figures.cast.items() if card in names]
        cast.sort(key=lambda entry: -entry[1].played)
        told = [
            self.words.say(
                "statistics",
                "often",
                name=name,
                count=tally.played,
                share=self.percent(tally.share),
            )
            for name, tally in cast[:FAVOURITES]
        ]
        return self.words.say("statistics", "favourites", list="; ".join(told)) if told else ""

    @property
    def known(self) -> bool:
        return self.figures.game in FACES

    def rivals(self) -> str:
        most = self.figures.rivals.most_common(RIVALS)
        told = [f"{clean(name, NAME_CELLS)} {count}" for name, count in most]
        return self.words.say("statistics", "rivals", list=", ".join(told)) if told else ""

    def guesses(self) -> str:
        right, wrong = self.figures.right, self.figures.wrong
        if not right + wrong:
            return ""
        share = self.percent(right / (right + wrong))
        return self.words.say(
            "statistics", "guesses", right=right, count=right + wrong, share=share
        )

    # ── plots ───────────────────────────────────────────────────────────────────────────────────

    def tables(self, symbols: Symbols, width: int) -> list[Line]:
        """How often the player won against whom, and among how many."""
        levels = {level_called(self.words, key): one for key, one in self.figures.levels.items()}
        seats = {
            self.words.say("statistics", "seats", count=count): one
            for count, one in sorted(self.figures.seats.items())
        }
        left = self.bars(self.words.say("statistics", "by_level"), levels, symbols)
        right = self.bars(self.words.say("statistics", "by_seats"), seats, symbols)
        half = max(cells(line) for line in left) + 2
        if half + max(cells(line) for line in right) > width:
            return [[], *left, *right]
        return [[], *columns(left, half, right)]

    def bars(self, title: str, tallies: dict[str, Tally], symbols: Symbols) -> list[Line]:
        lines: list[Line] = [[Ink(f" {title}", "rule")]]
        for name, tally in tallies.items():
            figure = f" {tally.won}/{tally.played}"
            shape = Ink(bar(tally.share, BAR, symbols), "mine")
            lines.append([Ink(f" {fit(name, LABEL)} "), shape, Ink(figure, "dim")])
        return lines

    def curve(self, symbols: Symbols, width: int) -> list[Line]:
        """How often the player won in the course of time."""
        if len(self.figures.form) < 2:
            return [[]]
        top, bottom = self.percent(1), self.percent(0)
        margin = max(len(top), len(bottom)) + 2
        shares = fitted(smoothed(self.figures.form), width - margin - 1)
        labels = [top, *[""] * (HILLS - 2), bottom]
        drawn = [
            [Ink(f" {label:>{margin - 2}} ", "dim"), *line]
            for label, line in zip(labels, hills(shares, HILLS, symbols), strict=True)
        ]
        return [
            [],
            [Ink(f" {self.words.say('statistics', 'curve', count=WINDOW)}", "rule")],
            *drawn,
            [],
        ]
