"""What if: bots play on from two choices that a seat had, and bars grow while they do."""

from __future__ import annotations

import asyncio
from concurrent.futures import BrokenExecutor
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from engine.bots.dial import LEVELS
from engine.bots.personas import PERSONAS
from engine.core import Choice, Seat
from engine.games import level_for
from engine.replay import Replay
from engine.what_if import Fork, Score
from moontui.app.screens.base import Heading, MoonScreen, binding
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.rows import Row, Rows
from moontui.app.widgets.sketch import Sketch
from moontui.client.records import players_of
from moontui.client.strength import level_name
from moontui.draw.ink import Ink, Line, paragraph
from moontui.draw.plots import bar
from moontui.words.catalogue import Catalogue
from moontui.words.teller import Teller, teller_for
from net.thinking import new_pool, spare_cores

TABLES = 200
"""How often the round is played on from each choice."""
TOGETHER = 2
"""How many tables a process plays before anybody hears of them."""
QUICKEST = "medium"
"""Bots that think longer than this would take too long for so many rounds."""
BAR = 80
"""The longest bar."""
HIGH = 20
"""From this many rows on, bars are two rows high."""


def tried(fork: Fork, first: int, last: int) -> list[tuple[float, ...]]:
    """Some tables, in a process of their own."""
    return [fork.tried(number) for number in range(first, last)]


class WhatIfScreen(MoonScreen[None]):
    """Two choices of a seat at one moment of a match, and what becomes of them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("space", "stop", "stop_bots"),
    ]

    DEFAULT_CSS = """
    WhatIfScreen > Rows { height: auto; max-height: 40%; }
    WhatIfScreen > Duel { height: 1fr; margin-top: 1; }
    """

    def __init__(self, replay: Replay, seat: Seat, step: int) -> None:
        super().__init__()
        self.replay, self.seat, self.step = replay, seat, step
        self.view = replay.view(step, seat)
        assert self.view.ask is not None
        self.choices = self.view.ask.choices
        self.pair = self.first_pair()
        self.score = Score()
        self.state = ""
        """`running`, `failed`, or nothing of the kind."""

    def first_pair(self) -> list[Choice]:
        """What was chosen, and another choice; the player may take any other two."""
        moves = self.replay.record.moves
        then = [move.choice for move in moves[self.step : self.step + 1] if move.seat == self.seat]
        return [*then, *(choice for choice in self.choices if choice not in then)][:2]

    def compose(self) -> ComposeResult:
        yield Heading("what_if")
        yield Rows(one_click=True)
        yield Duel()
        yield Keys()

    def on_mount(self) -> None:
        self.query_one(Rows).focus()
        self.tell()
        self.begin()

    # ── parts ───────────────────────────────────────────────────────────────────────────────────

    @property
    def words(self) -> Catalogue:
        return self.moon.words_for(self.replay.game.id)

    @property
    def teller(self) -> Teller:
        players = players_of(self.replay.record)
        names = [player.name for player in players]
        personas = [player.persona for player in players]
        game, options = self.replay.game.id, self.replay.record.options
        return teller_for(game, self.words, names, self.seat, personas, options)

    @property
    def levels(self) -> tuple[str, ...]:
        """How well each seat plays on: like its bot, but not so well that it takes forever."""
        record, game = self.replay.record, self.replay.game
        usual = level_for(game, QUICKEST)
        found = []
        for seat in range(record.seats):
            level = (record.levels[seat] if seat < len(record.levels) else "").partition("+")[0]
            quick = level in game.bots and LEVELS.index(level) <= LEVELS.index(QUICKEST)
            found.append(level if quick else usual)
        found[self.seat] = usual
        return tuple(found)

    def fork(self) -> Fork:
        record = self.replay.record
        named = (*record.personas, *[""] * record.seats)[: record.seats]
        personas = tuple(one if one in PERSONAS else "" for one in named)
        state = self.replay.state(self.step)
        game, pair = self.replay.game, tuple(self.pair)
        return Fork(game, state, self.seat, pair, self.levels, personas)

    # ── the bots ────────────────────────────────────────────────────────────────────────────────

    def begin(self) -> None:
        """Let the bots begin, from the two choices as they are now."""
        self.workers.cancel_group(self, "what_if")
        self.score, self.state = Score(), "running"
        self.run_worker(self.play(self.fork()), group="what_if", exclusive=True)
        self.tell()

    async def play(self, fork: Fork) -> None:
        """Have all tables played, a few at a time, in processes of their own; whoever leaves or
        chooses otherwise stops them."""
        loop, cores = asyncio.get_running_loop(), spare_cores()
        pool = new_pool(cores, patient=True)
        try:
            parts = [
                loop.run_in_executor(pool, tried, fork, first, min(TABLES, first + TOGETHER))
                for first in range(0, TABLES, TOGETHER)
            ]
            for part in parts:  # in order: the same tables come to the same every time
                for found in await part:
                    self.score = self.score.and_then(found)
                self.tell_score()
            self.state = ""
        except asyncio.CancelledError:
            raise
        except BrokenExecutor:
            self.state = "failed"
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        self.tell()

    # ── showing ─────────────────────────────────────────────────────────────────────────────────

    def tell(self) -> None:
        words, ask = self.words, self.view.ask
        assert ask is not None
        then = self.replay.record.moves[self.step : self.step + 1]
        rows = []
        for choice in self.choices:
            number = f"{self.pair.index(choice) + 1}" if choice in self.pair else " "
            line = [Ink(f" {number} ", "key"), Ink(self.teller.sentence(ask, choice, self.view))]
            if any((move.seat, move.choice) == (self.seat, choice) for move in then):
                line.append(Ink(f" {words.say('what_if', 'chosen')}", "dim"))
            rows.append(Row(line, choice))
        self.query_one(Rows).show(rows)
        self.tell_score()
        self.refresh_bindings()

    def tell_score(self) -> None:
        done = self.words.say("what_if", "running", done=self.score.tables, whole=TABLES)
        self.query_one(Heading).say(done)
        self.query_one(Duel).redraw()

    def in_short(self, choice: Choice) -> str:
        return self.teller.choice(choice)

    def about(self) -> list[str]:
        """What the bars mean, and what came of it."""
        words, score = self.words, self.score
        names = [self.in_short(choice) for choice in self.pair]
        told = []
        if self.state == "failed":
            told.append(words.say("what_if", "failed"))
        elif self.state != "running" and score.tables:
            leader = score.leader
            told.append(
                words.say("what_if", "close")
                if leader is None
                else words.say("what_if", "lead", which=names[leader])
            )
        level = level_name(words, max(self.levels, key=LEVELS.index))
        return [*told, words.say("what_if", "level", level=level), words.say("what_if", "cards")]

    def retell(self) -> None:
        self.tell()
        super().retell()

    # ── choosing ────────────────────────────────────────────────────────────────────────────────

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Compare this choice with the one that was compared last; chosen again, begin again."""
        choice = event.value
        assert isinstance(choice, Choice)
        if choice not in self.pair:
            self.pair = [self.pair[0], choice]
        self.begin()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.state == "running" if action == "stop" else True

    def action_stop(self) -> None:
        """Stop the bots; what they have played counts."""
        self.workers.cancel_group(self, "what_if")
        self.state = ""
        self.tell()


class Duel(Sketch):
    """Two bars: how many rounds each choice has won so far."""

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.screen
        assert isinstance(screen, WhatIfScreen)
        score, symbols = screen.score, screen.moon.symbols
        room = max(10, min(BAR, width - 12))
        lines: list[Line] = []
        for number, choice in enumerate(screen.pair):
            share = score.shares[number]
            figure = f"{round(100 * share)} %" if score.tables else ""
            style = "good" if score.leader == number else "mine"
            lines.append([Ink(f" {number + 1} ", "key"), Ink(screen.in_short(choice), "strong")])
            drawn = Ink(f"   {bar(share, room, symbols).rstrip()} ", style)
            lines.append([drawn, Ink(figure, "strong")])
            if height >= HIGH:  # more room: bigger bars
                lines += [[drawn], []]
        lines.append([])
        for text in screen.about():
            lines += [[Ink(" "), *row] for row in paragraph(text, width - 2, "dim")]
        return lines
