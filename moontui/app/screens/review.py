"""A review: what the player's choices cost, what was luck, and where a match turned."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from engine.core import Ask, Choice, Seat
from engine.replay import Replay
from engine.review import (
    LEAST_LOSS,
    Decision,
    Moment,
    Summary,
    guesses,
    moments,
    shares_won,
    summed,
    turning_points,
    weigh,
)
from moontui.app.screens.base import Heading, MoonScreen, binding
from moontui.app.screens.replay import ReplayScreen
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.reader import Block, Reader
from moontui.app.widgets.rows import Row, Rows
from moontui.app.widgets.sketch import Sketch
from moontui.client.records import players_of, seat_of
from moontui.draw.ink import Ink, Line, cut, flow
from moontui.draw.keys import SEAT_LETTERS
from moontui.words.catalogue import Catalogue
from moontui.words.teller import Teller, teller_for
from net.thinking import new_pool

log = logging.getLogger("moontui.review")

OVERVIEW = ("overview",)
TALL = 34
"""Terminal rows from which there is room for a taller curve."""


class Curve(Sketch):
    """The chance to win, decision by decision, rounds side by side; costly choices are numbered."""

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.screen
        assert isinstance(screen, ReviewScreen)
        if not screen.decisions:
            return []
        rounds: dict[int, list[Decision]] = {}
        for decision in screen.decisions:
            rounds.setdefault(decision.moment.round, []).append(decision)
        room = max(8, width - 8)
        pieces: list[list[Line]] = []
        for number, decisions in rounds.items():
            for start in range(0, len(decisions), room):
                label = str(number) if not start else ""
                pieces.append(self.piece(label, decisions[start : start + room]))
        rows = [flow([piece[row] for piece in pieces], width) for row in range(len(pieces[0]))]
        lines = [line for parts in zip(*rows, strict=True) for line in parts]
        return [line for line in lines if any(ink.text.strip() for ink in line)]

    def piece(self, label: str, decisions: Sequence[Decision]) -> list[Line]:
        """A part of the curve: its rows from the top, and the numbers below."""
        screen = self.screen
        assert isinstance(screen, ReviewScreen)
        levels = screen.moon.symbols.levels
        tall = 3 if self.app.size.height >= TALL and levels[0] != "0" else 1
        points = [decision.moment.step for decision in screen.points]
        lines: list[Line] = []
        for row in reversed(range(tall)):
            line: Line = [Ink(f"{label:>2} " if not row else "   ", "rule")]
            for decision in decisions:
                step = decision.moment.step
                here = screen.step == step
                style = "pick" if here else "bad" if step in points else "mine"
                height = min(int(decision.chance * len(levels) * tall), len(levels) * tall - 1)
                height -= row * len(levels)
                sign = levels[min(height, len(levels) - 1)] if height >= 0 else " "
                line.append(Ink(sign, style, ("step", step)))
            lines.append(line)
        below: Line = [Ink("   ")]
        for decision in decisions:
            step = decision.moment.step
            number = str(points.index(step) + 1) if step in points else " "
            below.append(Ink(number, "bad", ("step", step)))
        return [*lines, below]


class ReviewScreen(MoonScreen[None]):
    """Decisions on one side, what there is to say about them on the other."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("s", "seat", "seat"),
        binding("pagedown", "turn(1)", "page_on", priority=True),
        binding("pageup", "turn(-1)", "page_back", show=False, priority=True),
        binding("tab,shift+tab", "other_side", "other_side", show=False),
    ]

    DEFAULT_CSS = """
    ReviewScreen {
        & > #sides { height: 1fr; layout: horizontal; }
        & Rows { width: 40%; border-right: solid $secondary; }
        & > #sides.-narrow { layout: vertical; }
        & > #sides.-narrow Rows {
            width: 1fr; height: 7; border-right: none; border-bottom: solid $secondary;
        }
        &.-plain Rows { border-right: ascii $secondary; }
        &.-plain > #sides.-narrow Rows { border-right: none; border-bottom: ascii $secondary; }
    }
    """

    def __init__(self, replay: Replay, seat: Seat | None = None) -> None:
        super().__init__()
        self.replay = replay
        self.players = players_of(replay.record)
        self.names = [player.name for player in self.players]
        self.first_seat = seat
        """Whose choices are weighed at first; None: the player's own."""
        self.seat = Seat(0)
        self.moments: list[Moment] = []
        self.decisions: list[Decision] = []
        """The decisions weighed so far."""
        self.points: list[Decision] = []
        self.shares: dict[int, float] = {}
        self.state = "wait"
        """`wait` while it is being worked out, `done`, or `failed`."""

    def compose(self) -> ComposeResult:
        yield Heading("review")
        yield Curve()
        with Container(id="sides"):
            yield Rows(one_click=False)
            yield Reader()
        yield Keys()

    def on_mount(self) -> None:
        own = seat_of(self.replay.record, self.moon.settings.name)
        self.make_room()
        self.query_one(Rows).focus()
        self.begin(own if self.first_seat is None else self.first_seat)

    # ── the reckoning ───────────────────────────────────────────────────────────────────────────

    def begin(self, seat: Seat) -> None:
        """Weigh the choices of a seat, from the beginning."""
        self.workers.cancel_group(self, "review")
        self.seat = seat
        self.moments = list(moments(self.replay, seat))
        self.shares = shares_won(self.replay, seat)
        self.decisions, self.points = [], []
        self.state = "wait" if self.moments else "done"
        self.tell()
        if self.moments:
            self.run_worker(self.reckon(), group="review")

    async def reckon(self) -> None:
        """Have every decision weighed, one after another, in the background."""
        loop, pool, game = asyncio.get_running_loop(), new_pool(patient=True), self.replay.game
        try:
            for moment in self.moments:
                view = self.replay.view(moment.step, self.seat)
                try:
                    found = await loop.run_in_executor(pool, weigh, game, view, moment)
                except BrokenExecutor:
                    self.state = "failed"
                    break
                except Exception:  # whatever the adviser trips over concerns one decision only
                    log.exception("step %s could not be weighed", moment.step)
                else:
                    self.decisions.append(found)
                    self.points = turning_points(self.decisions)
                    self.tell()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        self.state = "done" if self.decisions and self.state == "wait" else "failed"
        self.tell()

    def is_of(self, replay: Replay, seat: Seat) -> bool:
        """Whether it concerns this seat in this match."""
        return self.replay is replay and self.seat == seat

    # ── parts ───────────────────────────────────────────────────────────────────────────────────

    @property
    def words(self) -> Catalogue:
        return self.moon.words_for(self.replay.game.id)

    @property
    def teller(self) -> Teller:
        personas = [player.persona for player in self.players]
        return teller_for(self.replay.game.id, self.words, self.names, self.seat, personas)

    @property
    def step(self) -> int | None:
        """The moment the cursor is on."""
        match self.query_one(Rows).value:
            case ("point" | "step", int(step)):
                return step
        return None

    def tell(self) -> None:
        """Show all that is known so far."""
        words = self.words
        who = f"{SEAT_LETTERS[self.seat]} {self.names[self.seat]}"
        done, whole = len(self.decisions), len(self.moments)
        self.query_one(Heading).say(
            words.say("review", "progress", done=done, whole=whole)
            if self.state == "wait"
            else words.say("replay", "seat", who=who)
        )
        self.query_one(Rows).show(self.rows())
        self.read(keep=True)

    def rows(self) -> list[Row]:
        words = self.words
        rows = [Row([Ink(words.say("review", "overview"), "strong")], OVERVIEW)]
        if self.points:
            rows.append(Row([Ink(words.say("review", "points"), "rule")]))
        teller, more = self.teller, self.moon.symbols.more
        room = self.query_one(Rows).size.width - 9
        for number, decision in enumerate(self.points, 1):
            what = teller.sentence(decision.ask, decision.moment.choice)
            text = cut(f"{self.when(decision)}: {what}", room, more)
            line = [Ink(f"{number:>2} ", "bad"), lost(decision), Ink(f" {text}")]
            rows.append(Row(line, ("point", decision.moment.step)))
        number = 0
        for decision in self.decisions:
            moment = decision.moment
            if moment.round != number:
                number = moment.round
                rows.append(Row([Ink(self.round_heading(number), "rule")]))
            what = cut(teller.sentence(decision.ask, moment.choice), room, more)
            line = [Ink(f"{moment.turn:>2} ", "dim"), lost(decision), Ink(f" {what}")]
            rows.append(Row(line, ("step", moment.step)))
        return rows

    def round_heading(self, number: int) -> str:
        words = self.words
        share = self.shares.get(number)
        if share is None:
            return words.say("review", "round", round=number)
        how = words.say("review", "won" if share else "lost")
        return words.say("review", "ended", round=number, how=how)

    # ── the page ────────────────────────────────────────────────────────────────────────────────

    def read(self, keep: bool = False) -> None:
        """Show what there is to say about the row the cursor is on."""
        step = self.step
        found = [decision for decision in self.decisions if decision.moment.step == step]
        self.query_one(Reader).read(self.about(found[0]) if found else self.overview(), keep)
        self.query_one(Curve).redraw()

    def overview(self) -> list[Block]:
        words = self.words
        if self.state == "wait":
            done, whole = len(self.decisions), len(self.moments)
            return [Block(words.say("review", "wait", done=done, whole=whole))]
        if self.state == "failed":
            return [Block(words.say("review", "failed"), "bad")]
        if not self.moments:
            return [Block(words.say("review", "nothing"))]
        blocks: list[Block] = []
        parts = self.replay.game.sides or self.replay.record.seats
        total = summed(self.decisions, self.shares, parts)
        if total is not None:
            blocks += [*self.luck_and_choice(total), *self.guesses(), Block("")]
        for number, decision in enumerate(self.points, 1):
            target = ("point", decision.moment.step)
            blocks.append(Block(self.point(decision), "", f"{number}", 2, target))
            blocks += self.why(decision, 2)
        if not self.points:
            blocks.append(Block(words.say("review", "best"), "good"))
        notes = [words.say("review", "known"), words.say("review", "curve")]
        return [*blocks, Block(""), *(Block(note, "dim") for note in notes)]

    def luck_and_choice(self, total: Summary) -> list[Block]:
        """Luck and choice, a sentence each, and what they add up to."""
        words = self.words
        fair, won, cost = (round(100 * part) for part in (total.fair, total.won, total.lost))
        luck = won - fair + cost
        rounds = words.say(
            "review", "one_round" if total.rounds == 1 else "rounds", count=total.rounds
        )
        each = self.decimal(100 * total.lost * total.rounds / max(1, total.decisions))
        form = "luck_good" if luck > 0 else "luck_bad" if luck < 0 else "luck_none"
        return [
            Block(
                words.say(
                    "review",
                    "choice",
                    lost=self.points_of(cost),
                    each=each,
                    decisions=total.decisions,
                    rounds=rounds,
                ),
                "strong",
            ),
            Block(words.say("review", form, luck=self.points_of(abs(luck))), "strong"),
            Block(
                words.say(
                    "review",
                    "sum",
                    fair=self.percent(fair),
                    luck=f"{luck:+}" if luck else "0",
                    lost=f"-{cost}" if cost else "0",
                    won=self.percent(won),
                ),
                "dim",
            ),
        ]

    def guesses(self) -> list[Block]:
        """How much of what was said about hidden cards was right, and how much should have been."""
        found = guesses(self.decisions)
        if not found.said:
            return []
        expected = self.decimal(found.expected)
        told = self.words.say(
            "review", "guesses", right=found.right, said=found.said, expected=expected
        )
        return [Block(told)]

    def point(self, decision: Decision) -> str:
        """A turning point, in one sentence."""
        return self.words.say(
            "review",
            "point",
            when=self.when(decision),
            what=self.chosen(decision),
            better=self.better(decision),
            best=self.percent(round(100 * decision.best)),
            chance=self.percent(round(100 * decision.chance)),
        )

    def about(self, decision: Decision) -> list[Block]:
        """All there is to say about a decision."""
        words = self.words
        chance = self.percent(round(100 * decision.chance))
        blocks = [
            Block(self.when(decision), "mine"),
            Block(self.teller.prompt(decision.ask), "dim"),
            Block(""),
            Block(words.say("review", "chosen", what=self.chosen(decision)), "strong"),
            Block(words.say("review", "wins", chance=chance)),
            Block(""),
        ]
        if decision.plan[0][1] == decision.moment.choice:
            blocks.append(Block(words.say("review", "was_best"), "good"))
        else:
            better = self.better(decision)
            best = self.percent(round(100 * decision.best))
            if decision.loss < LEAST_LOSS:
                blocks.append(Block(words.say("review", "as_good", better=better)))
            else:
                blocks.append(Block(words.say("review", "better", better=better), "strong"))
                blocks.append(Block(words.say("review", "wins", chance=best)))
                points = self.points_of(round(100 * decision.loss))
                blocks.append(Block(words.say("review", "costs", points=points), "bad"))
        blocks += self.why(decision)
        return [
            *blocks,
            *self.thoughts(decision),
            Block(""),
            Block(words.say("review", "known"), "dim"),
            Block(words.say("review", "open"), "key", target=("step", decision.moment.step)),
        ]

    def thoughts(self, decision: Decision) -> list[Block]:
        """What could be inferred about the hidden cards."""
        view, insight = self.replay.view(decision.moment.step, self.seat), decision.insight
        notes = self.teller.notes(view, insight)
        if insight.odds is None or not notes:
            return []
        title = Block(self.words.say("review", "thoughts"), "rule")
        return [Block(""), title, *(Block(note, indent=1) for note in notes)]

    def why(self, decision: Decision, indent: int = 0) -> list[Block]:
        """What makes the best choice best."""
        told = " ".join(filter(None, map(self.teller.event, decision.reasons)))
        if not told:
            return []
        return [Block(self.words.say("review", "why", reasons=told), "dim", "", indent)]

    def when(self, decision: Decision) -> str:
        moment = decision.moment
        return self.words.say("review", "moment", round=moment.round, turn=moment.turn)

    def chosen(self, decision: Decision) -> str:
        return self.likely([(decision.ask, decision.moment.choice)], decision.hits.chosen)

    def better(self, decision: Decision) -> str:
        return self.likely(decision.plan, decision.hits.best)

    def likely(self, plan: Sequence[tuple[Ask, Choice]], hit: float) -> str:
        """A sequence of choices, and how likely it is to do what it is meant to do."""
        told = [
            self.teller.sentence(ask, choice)
            for number, (ask, choice) in enumerate(plan)
            if not named_again(choice, plan[number + 1 :])
        ]
        what = " ".join(told).removesuffix(".")
        if not hit:
            return what
        hundredths = 100 if hit > 1 - 1e-9 else min(99, max(1, round(100 * hit)))
        return self.words.say("review", "hit", what=what, chance=self.percent(hundredths))

    def points_of(self, count: int) -> str:
        """A chance in hundredths."""
        words = self.words
        if count == 1:
            return words.say("review", "one_point")
        return words.say("review", "some_points", count=count)

    def decimal(self, number: float) -> str:
        whole, tenths = divmod(round(10 * number), 10)
        return self.words.say("review", "decimal", whole=whole, tenths=tenths)

    def percent(self, number: int) -> str:
        return self.words.say("review", "percent", number=number)

    # ── events ──────────────────────────────────────────────────────────────────────────────────

    def make_room(self) -> None:
        self.query_one("#sides").set_class(self.app.size.width < 76, "-narrow")
        self.set_class(self.moon.settings.symbols == "ascii", "-plain")

    def on_resize(self, event: events.Resize) -> None:
        self.make_room()
        self.call_after_refresh(self.tell)

    def retell(self) -> None:
        self.make_room()
        self.tell()
        super().retell()

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self.read()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        if self.step is not None:
            self.app.push_screen(ReplayScreen(self.replay, self.seat, self.step))
        else:
            self.action_other_side()

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        """A click on the curve or the text goes to the decision, a second one to the table."""
        match event.target:
            case ("point" | "step", int(step)) if step == self.step:
                self.query_one(Rows).action_choose()
            case ("point" | "step", int()):
                self.query_one(Rows).put_cursor(event.target)

    # ── actions ─────────────────────────────────────────────────────────────────────────────────

    def action_seat(self) -> None:
        """Weigh the choices of the next seat."""
        self.begin(Seat((self.seat + 1) % self.replay.record.seats))

    def action_turn(self, pages: int) -> None:
        reader = self.query_one(Reader)
        reader.action_scroll_text(pages * reader.page)

    def action_other_side(self) -> None:
        rows, reader = self.query_one(Rows), self.query_one(Reader)
        (rows if reader.has_focus else reader).focus()


def lost(decision: Decision) -> Ink:
    """What a choice cost, in three cells."""
    points = int(100 * decision.loss)  # rounded up, a small loss would look like a costly choice
    style = "bad" if decision.loss >= LEAST_LOSS else "dim"
    return Ink(f"{-points:>3}" if points else "   ", style)


def named_again(choice: Choice, rest: Sequence[tuple[Ask, Choice]]) -> bool:
    """Whether what comes next names the card that is played here."""
    return choice.verb == "play" and bool(rest) and rest[0][0].number == choice.value
