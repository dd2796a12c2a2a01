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
    even_share,
    fair_share,
    gift,
    grouped,
    guesses,
    moments,
    others_moments,
    shares_won,
    summed,
    turning_points,
    whole_table,
)
from moontui.app import matches
from moontui.app.screens.base import Heading, MoonScreen, binding
from moontui.app.screens.luck import Luck, signed
from moontui.app.screens.replay import ReplayScreen
from moontui.app.widgets.curve import Curve, Mark
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.reader import Block, Reader
from moontui.app.widgets.rows import Row, Rows
from moontui.app.widgets.sketch import Sketch
from moontui.client.reckoning import costs, weighed
from moontui.client.records import players_of, seat_of, tells_all
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, aimed, cut, paragraph
from moontui.draw.keys import SEAT_LETTERS
from moontui.games import FACES
from moontui.words.catalogue import Catalogue
from moontui.words.teller import Teller, teller_for
from moontui.words.verdicts import Verdicts, hundredths_lost

OVERVIEW = ("overview",)


class ReviewScreen(MoonScreen[None]):
    """Decisions on one side, what there is to say about them on the other."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("s", "seat", "seat"),
        binding("b", "play_on", "play_on"),
        binding("i", "what_if", "what_if"),
        binding("c", "copy_code", "copy_code", show=False),
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
        self.weighed: list[Decision] = []
        """The answers weighed so far."""
        self.decisions: list[Decision] = []
        """The same as people think of them: a card played at somebody is one."""
        self.points: list[Decision] = []
        self.givers: list[tuple[Seat, Moment]] = []
        """The decisions of others."""
        self.costs: list[tuple[Seat, Moment, float]] = []
        """What those weighed so far have cost whoever made them."""
        self.shares: dict[int, float] = {}
        self.state = "wait"
        """`wait` while the seat's own choices are weighed, `others` while those of the others are,
        `done`, or `failed`."""

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
        self.givers = list(others_moments(self.replay, seat)) if self.shares else []
        self.weighed, self.decisions, self.points, self.costs = [], [], [], []
        self.state = "wait" if self.moments else "done"
        self.tell()
        if self.moments:
            self.run_worker(self.reckon(), group="review")

    async def reckon(self) -> None:
        """Have every decision weighed, one after another, in the background: the player's own
        first, which can be read while those of the others are weighed."""
        try:
            async for found in weighed(self.replay, self.seat, self.moments):
                self.weighed.append(found)
                self.decisions = grouped(self.weighed)
                self.points = turning_points(self.decisions)
                self.tell()
            if self.decisions and self.givers:
                self.state = "others"
                self.tell()
                async for found_too in costs(self.replay, self.givers):
                    self.costs.append(found_too)
                    self.tell_progress()
        except BrokenExecutor:
            self.state = "failed"
        self.state = "done" if self.decisions and self.state != "failed" else "failed"
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
        game, options = self.replay.game.id, self.replay.record.options
        return teller_for(game, self.words, self.names, self.seat, personas, options)

    @property
    def verdicts(self) -> Verdicts:
        return Verdicts(self.teller, lambda step: self.replay.view(step, self.seat))

    @property
    def step(self) -> int | None:
        """The moment the cursor is on."""
        match self.query_one(Rows).value:
            case ("point" | "step", int(step)):
                return step
        return None

    def tell(self) -> None:
        """Show all that is known so far."""
        self.tell_progress()
        self.query_one(Rows).show(self.rows())
        self.read(keep=True)

    def tell_progress(self) -> None:
        """Say in the heading how much is weighed, or whose choices these are."""
        words = self.words
        who = f"{SEAT_LETTERS[self.seat]} {self.names[self.seat]}"
        told = words.say("replay", "seat", who=who)
        if self.state == "wait":
            done, whole = len(self.weighed), len(self.moments)
            told = words.say("review", "progress", done=done, whole=whole)
        elif self.state == "others":
            done, whole = len(self.costs), len(self.givers)
            told = words.say("review", "progress_others", done=done, whole=whole)
        self.query_one(Heading).say(told)

    def rows(self) -> list[Row]:
        words = self.words
        rows = [Row([Ink(words.say("review", "overview"), "strong")], OVERVIEW)]
        if self.points:
            rows.append(Row([Ink(words.say("review", "points"), "rule")]))
        more = self.moon.symbols.more
        room = self.query_one(Rows).size.width - 9
        for number, decision in enumerate(self.points, 1):
            what = self.verdicts.deed(decision)
            text = cut(f"{self.verdicts.when(decision)}: {what}", room, more)
            line = [Ink(f"{number:>2} ", "bad"), lost(decision), Ink(f" {text}")]
            rows.append(Row(line, ("point", decision.moment.step)))
        number = 0
        for decision in self.decisions:
            moment = decision.moment
            if moment.round != number:
                number = moment.round
                rows.append(Row([Ink(self.round_heading(number), "rule")]))
            what = cut(self.verdicts.deed(decision), room, more)
            line = [Ink(f"{moment.turn:>2} ", "dim"), lost(decision), Ink(f" {what}")]
            rows.append(Row(line, ("step", moment.step)))
        return rows

    def round_heading(self, number: int) -> str:
        words = self.words
        share = self.shares.get(number)
        if share is None:
            return words.say("review", "round", round=number)
        even = share == even_share(self.replay.game, self.replay.record.seats)
        how = words.say("review", "drawn" if even else "won" if share else "lost")
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
            done, whole = len(self.weighed), len(self.moments)
            return [Block(words.say("review", "wait", done=done, whole=whole))]
        if self.state == "failed":
            return [Block(words.say("review", "failed"), "bad")]
        if not self.moments:
            return [Block(words.say("review", "nothing"))]
        blocks: list[Block] = []
        gifts = [gift(self.replay, self.seat, *cost) for cost in self.costs]
        total = summed(self.decisions, gifts, self.shares, fair_share(self.replay))
        if total is not None:
            look, known = self.moon.look(self.replay.game.id), self.state == "done"
            luck = Luck(words, self.verdicts, look, known)
            blocks += [*luck.told(total), *self.guesses()]
            blocks.append(Block(""))
        if self.points:
            dearest = max(self.points, key=lambda point: point.loss)
            lost, when = hundredths_lost(dearest.loss), self.verdicts.when(dearest)
            blocks.append(Block(words.say("review", "dearest", when=when, lost=lost), "key"))
        for number, decision in enumerate(self.points, 1):
            blocks.append(self.point_block(number, decision))
            blocks += self.why(decision, 2)
        if not self.points:
            blocks.append(Block(words.say("review", "best"), "good"))
        notes = [words.say("review", key) for key in ("numbers", "known", "curve")]
        return [*blocks, Block(""), *self.whole_table(), *(Block(note, "dim") for note in notes)]

    def whole_table(self) -> list[Block]:
        """Luck and choice of everybody, where nobody minds."""
        if self.state != "done" or not tells_all(self.replay.record):
            return []
        words = self.words
        own = [(self.seat, found.moment, found.loss) for found in self.weighed]
        blocks = [Block(words.say("review", "whole_table"), "rule")]
        for seat, total in whole_table(self.replay, [*own, *self.costs]).items():
            luck, choice = signed(total.luck), signed(total.choice)
            told = words.say("review", "of_seat", name=self.names[seat], luck=luck, choice=choice)
            blocks.append(Block(told, "mine" if seat == self.seat else "", indent=1))
        return [*blocks, Block("")]

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
        if decision.was_best:
            blocks.append(Block(words.say("review", "was_best"), "good"))
        else:
            better = self.verdicts.better(decision)
            best = self.verdicts.percent(round(100 * decision.best))
            if decision.loss < LEAST_LOSS:
                blocks.append(Block(words.say("review", "as_good", better=better)))
            else:
                blocks.append(Block(words.say("review", "better", better=better), "strong"))
                blocks.append(Block(words.say("review", "wins", chance=best)))
                points = self.verdicts.points_of(hundredths_lost(decision.loss))
                blocks.append(Block(words.say("review", "costs", points=points), "bad"))
        return [
            *blocks,
            Block(words.say("review", "open"), "key", target=("step", decision.moment.step)),
            *self.why(decision),
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
        view = self.replay.view(decision.moment.step, self.seat)
        told = self.teller.why(view, decision.reasons, view.state.events)
        return [Block(line, "dim", "", indent) for line in told]

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
        self.refresh_bindings()

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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("play_on", "what_if", "copy_code") and not (self.is_mounted and self.step):
            return False
        return action != "play_on" or self.moon.reach.powers.can_host

    def action_play_on(self) -> None:
        """Play on from the decision under the cursor."""
        matches.play_on(self.moon, self.replay, self.seat, self.step or 0)

    def action_what_if(self) -> None:
        matches.ask_what_if(self.moon, self.replay, self.seat, self.step or 0)

    def action_copy_code(self) -> None:
        matches.copy_code(self.moon, self.replay, self.seat, self.step or 0)

    def action_turn(self, pages: int) -> None:
        reader = self.query_one(Reader)
        reader.action_scroll_text(pages * reader.page)

    def action_other_side(self) -> None:
        rows, reader = self.query_one(Rows), self.query_one(Reader)
        (rows if reader.has_focus else reader).focus()


def lost(decision: Decision) -> Ink:
    """What a choice cost, in three cells."""
    points = hundredths_lost(decision.loss)
    style = "bad" if decision.loss >= LEAST_LOSS else "dim"
    return Ink(f"{-points:>3}" if points else "   ", style)
