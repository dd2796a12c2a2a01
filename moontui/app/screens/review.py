"""A review: what the player's choices cost, what was luck, and where a match turned."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from engine.core import Seat
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
)
from moontui.app.reckoning import weighed
from moontui.app.screens.base import Heading, MoonScreen, binding
from moontui.app.screens.replay import ReplayScreen
from moontui.app.verdicts import Verdicts
from moontui.app.widgets.curve import Curve, Mark, luck_bars
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.reader import Block, Reader
from moontui.app.widgets.rows import Row, Rows
from moontui.app.widgets.sketch import Sketch
from moontui.client.records import players_of, seat_of
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, aimed, cut, paragraph
from moontui.draw.keys import SEAT_LETTERS
from moontui.games import FACES
from moontui.words.catalogue import Catalogue
from moontui.words.teller import Teller, teller_for

OVERVIEW = ("overview",)
GOLD, BLUE = 0xC9A24A, 0x8FB8FF
"""The bars of luck and of choice."""


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
        try:
            async for found in weighed(self.replay, self.seat, self.moments):
                self.decisions.append(found)
                self.points = turning_points(self.decisions)
                self.tell()
        except BrokenExecutor:
            self.state = "failed"
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
    def verdicts(self) -> Verdicts:
        return Verdicts(self.teller)

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
            text = cut(f"{self.verdicts.when(decision)}: {what}", room, more)
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
        look = self.moon.look(self.replay.game.id)
        marks = [Mark(point.moment.step, point.loss, self.face(point)) for point in self.points]
        self.query_one(Curve).show(look, self.decisions, marks, step)

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
        if self.points:
            dearest = max(self.points, key=lambda point: point.loss)
            lost, when = int(100 * dearest.loss), self.verdicts.when(dearest)
            blocks.append(Block(words.say("review", "dearest", when=when, lost=lost), "key"))
        for number, decision in enumerate(self.points, 1):
            blocks.append(self.point_block(number, decision))
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
        each = self.verdicts.decimal(100 * total.lost * total.rounds / max(1, total.decisions))
        form = "luck_good" if luck > 0 else "luck_bad" if luck < 0 else "luck_none"
        return [
            self.bars(luck, cost),
            Block(
                words.say(
                    "review",
                    "choice",
                    lost=self.verdicts.points_of(cost),
                    each=each,
                    decisions=total.decisions,
                    rounds=rounds,
                ),
                "strong",
            ),
            Block(words.say("review", form, luck=self.verdicts.points_of(abs(luck))), "strong"),
            Block(
                words.say(
                    "review",
                    "sum",
                    fair=self.verdicts.percent(fair),
                    luck=f"{luck:+}" if luck else "0",
                    lost=f"-{cost}" if cost else "0",
                    won=self.verdicts.percent(won),
                ),
                "dim",
            ),
        ]

    def bars(self, luck: int, cost: int) -> Block:
        """Luck and choice from a middle line: together they are the change of the chance."""
        look, words = self.moon.look(self.replay.game.id), self.words
        parts = [("luck_bar", luck, GOLD), ("choice_bar", -cost, BLUE)]
        told = [(words.say("review", key), number, color) for key, number, color in parts]
        text = ", ".join(f"{name} {number:+}" for name, number, _ in told)
        return Block(text, drawn=lambda width: luck_bars(look, told, width))

    def point_block(self, number: int, decision: Decision) -> Block:
        """A turning point, with the face of the card it was about."""
        target = ("point", decision.moment.step)
        text = self.verdicts.point(decision)
        look = self.moon.look(self.replay.game.id)
        picture, tint = self.face(decision)
        if not picture or not look.pictures or not look.size.is_large:
            return Block(text, "", f"{number}", 2, target)

        def draw(width: int) -> list[Line]:
            tools = Easel(look, self.replay.game.id)
            art = tools.picture(picture, 9, 4, tint if look.palette.colored else 0)
            rows = paragraph(text, width - 14)
            rows += [[] for _ in range(len(art) - len(rows))]
            blank: Line = [Ink(" " * 9)]
            lines = [
                [
                    Ink(f" {number} " if not place else "   ", "bad"),
                    *(art[place] if place < len(art) else blank),
                    Ink(" "),
                    *row,
                ]
                for place, row in enumerate(rows)
            ]
            return [*aimed(lines, target), []]

        return Block(text, target=target, drawn=draw)

    def face(self, decision: Decision) -> tuple[str, int]:
        """The picture of the card a decision was about, and the color behind it."""
        portray = FACES[self.replay.game.id].portrait
        view = self.replay.view(decision.moment.step, self.seat)
        topic = self.teller.topic(view, decision.moment.choice)
        match topic:
            case ("card", int(card)) if portray is not None:
                return portray()(self.moon.look(self.replay.game.id), card)
        return "", 0

    def guesses(self) -> list[Block]:
        """How much of what was said about hidden cards was right, and how much should have been."""
        found = guesses(self.decisions)
        if not found.said:
            return []
        expected = self.verdicts.decimal(found.expected)
        told = self.words.say(
            "review", "guesses", right=found.right, said=found.said, expected=expected
        )
        return [Block(told)]

    def about(self, decision: Decision) -> list[Block]:
        """All there is to say about a decision."""
        words = self.words
        chance = self.verdicts.percent(round(100 * decision.chance))
        blocks = [
            Block(self.verdicts.when(decision), "mine"),
            Block(self.teller.prompt(decision.ask), "dim"),
            Block(""),
            Block(words.say("review", "chosen", what=self.verdicts.chosen(decision)), "strong"),
            Block(words.say("review", "wins", chance=chance)),
            Block(""),
        ]
        if decision.plan[0][1] == decision.moment.choice:
            blocks.append(Block(words.say("review", "was_best"), "good"))
        else:
            better = self.verdicts.better(decision)
            best = self.verdicts.percent(round(100 * decision.best))
            if decision.loss < LEAST_LOSS:
                blocks.append(Block(words.say("review", "as_good", better=better)))
            else:
                blocks.append(Block(words.say("review", "better", better=better), "strong"))
                blocks.append(Block(words.say("review", "wins", chance=best)))
                points = self.verdicts.points_of(round(100 * decision.loss))
                blocks.append(Block(words.say("review", "costs", points=points), "bad"))
        blocks += self.why(decision)
        return [
            *blocks,
            Block(words.say("review", "open"), "key", target=("step", decision.moment.step)),
            *self.thoughts(decision),
            Block(""),
            Block(words.say("review", "known"), "dim"),
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
