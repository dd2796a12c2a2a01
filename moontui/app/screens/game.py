"""The game: board, log, notebook and the question; answers are sent from here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from time import monotonic
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from engine.core import NO_INSIGHT, Ask, Choice
from moontui.app.screens import asides
from moontui.app.screens.base import binding
from moontui.app.screens.notes import NotesScreen
from moontui.app.screens.people import ask_about
from moontui.app.screens.result import follow_result
from moontui.app.screens.table import ASIDES, EVENING, TableScreen
from moontui.app.table_motion import TableMotion
from moontui.app.widgets.board import Board
from moontui.app.widgets.chat import ChatLine
from moontui.app.widgets.flight import Flight
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.lower import Lower
from moontui.app.widgets.panels import Header, Prompt, banner_of
from moontui.app.widgets.peek import Peek
from moontui.app.widgets.sketch import Sketch
from moontui.client.people import Person
from moontui.client.session import Session
from moontui.client.stopwatch import Stopwatch
from moontui.draw.keys import keys_of
from moontui.draw.scene import Scene
from moontui.draw.size import Size
from moontui.games import board_for
from moontui.words.chronicle import Chronicle
from moontui.words.reasons import reason
from net import messages as said
from net.messages import Message

GUARD = 0.2
"""Seconds after a new question during which keys do not count as its answer."""


class GameScreen(TableScreen):
    """A table with a game on it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("enter", "commit", "commit", priority=True),
        binding("escape,backspace", "take_back", "take_back"),
        binding("left,up", "step(-1)", "previous", show=False),
        binding("right,down,tab", "step(1)", "next", show=False),
        *EVENING,
        *ASIDES,
        binding("slash", "chat", "chat"),
        binding("C", "phrase", "phrase"),
        binding("B", "look_back", "look_back"),
        binding("space", "hurry", "hurry"),
        binding("L", "log", "log"),
        binding("H", "hint", "hint"),
        binding("N", "notebook", "notebook"),
        binding("R", "result", "result"),
        binding("D", "decide", "decide"),
        binding("P", "cover", "cover"),
        binding("M", "people", "people"),
        binding("pageup", "scroll_log(3)", "log_back", show=False),
        binding("pagedown", "scroll_log(-3)", "log_on", show=False),
    ]

    DEFAULT_CSS = """
    GameScreen {
        layers: table motion;
        & > Prompt { height: auto; max-height: 7; }
        &.-tall > Prompt { max-height: 100%; }
    }
    """

    AUTO_FOCUS = ""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.picked: Choice | None = None
        self.covered = False
        self.room: Size | None = None
        self.asked_at = 0.0
        self.asked_turn = -1
        self.asked: Ask | None = None
        """The question that was asked last."""
        self.window_ends = 0.0
        self.insight, self.insight_turn = NO_INSIGHT, -1
        """The turn for which the odds were worked out."""
        self.result_seen = False
        self.stopwatch = Stopwatch(session)
        self.motion: TableMotion = TableMotion(self)
        self.peek = Peek()
        self.insists = False
        """Whether the chosen answer has to be confirmed."""

    def compose(self) -> ComposeResult:
        board = board_for(self.session.game)
        yield Header(id="header")
        yield board
        yield Lower(board)
        yield Prompt(id="prompt")
        yield Keys()
        yield ChatLine()  # above the keys
        yield Flight()
        yield self.peek

    def on_mount(self) -> None:
        self.covered = asides.starts_covered(self.moon, self.session)
        self.lower.story.look = self.look
        self.make_room()
        self.go_on()
        self.call_after_refresh(self.show_choice)  # the zones have room only now
        self.set_interval(1.0, self.tick)

    def tick(self) -> None:
        """Count down while a window is open, or the player's clock runs."""
        if self.session.seconds is not None or self.stopwatch.left(monotonic()) is not None:
            self.header.tell(self.banner)
            self.board.tick(asides.left(self.session, self.window_ends - monotonic()), begun=False)

    # ── parts ───────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def board(self) -> Board:
        return self.query_one(Board)

    @cached_property
    def prompt(self) -> Prompt:
        return self.query_one(Prompt)

    @cached_property
    def header(self) -> Header:
        return self.query_one(Header)

    @cached_property
    def lower(self) -> Lower:
        return self.query_one(Lower)

    @property
    def chronicle(self) -> Chronicle:
        """What the log tells; while the cards are covered, only what everybody at the table saw."""
        return self.session.told_to_all if self.covered else self.session.told

    @property
    def keys(self) -> Mapping[Choice, str]:
        """The key of every choice on offer, as it was last drawn."""
        scene = self.prompt.scene
        return scene.keys if scene is not None and self.session.is_asked else {}

    def scene(self) -> Scene | None:
        """The game as it should be drawn now."""
        session = self.session
        if session.view is None or session.room is None:
            return None
        return Scene(
            look=self.look,
            teller=session.teller,
            view=session.view,
            players=session.cast,
            turn=session.chronicle.turn,
            keys=keys_of(session.teller, session.view, session.answers.keepers, self.covered),
            picked=self.picked,
            covered=self.covered,
            notebook=session.room.notebook,
            held=session.held,
            answered=session.answered,
            frozen=session.frozen,
            tokens=self.moon.tokens.of(session),
            insight=self.insight if self.insight_turn == session.turn else NO_INSIGHT,
            claims=session.claims,
            last=session.last_play,
            moment=session.moment_for_all if self.covered else session.moment,
        )

    def show_all(self) -> None:
        """Redraw everything."""
        scene = self.scene()
        if scene is None:
            return
        self.header.title = "" if self.session.alone else self.session.title
        self.header.banner = self.banner
        self.header.scene = scene
        self.show_game(scene)
        self.lower.story.chronicle = self.chronicle
        self.show_keys(scene.look.size.is_tall)

    def show_choice(self) -> None:
        """Redraw what depends on the answer being made."""
        scene = self.scene()
        if scene is not None:
            self.show_game(scene)
            self.show_keys(scene.look.size.is_tall)

    def show_game(self, scene: Scene) -> None:
        self.board.scene = scene
        for zone in (below := self.lower.zones):
            zone.scene = scene
        tall = scene.look.size.is_tall
        self.prompt.ask(scene, [*self.board.zones, *below] if tall else ())

    @property
    def banner(self) -> str:
        """What is shown at the right end of the first line."""
        left = max(0, round(asides.left(self.session, self.window_ends - monotonic())))
        return banner_of(self.session, left, self.stopwatch.left(monotonic()))

    def make_room(self) -> None:
        size = self.table_size
        self.set_class(size.is_tall, "-tall")
        self.board.scene = self.board.scene or self.scene()
        self.board.make_room(size)
        self.lower.make_room(size)
        self.room = size

    def on_resize(self, event: events.Resize) -> None:
        if self.table_size != self.room:  # a new screen is told the size it was made for
            self.make_room()
            self.show_all()

    def retell(self) -> None:
        self.lower.story.look = self.look
        self.session.retell()
        self.show_all()
        super().retell()

    # ── from the host ───────────────────────────────────────────────────────────────────────────

    def news(self, message: Message) -> None:
        """The host has said something, and the session has already taken it in."""
        match message:
            case said.Update():
                self.go_on()
            case said.Refused():
                self.remark(reason(self.words, message.why, message.detail))
            case said.Advice():
                self.show_hint(message)
            case said.Said() | said.Notice():
                self.stopwatch.hear(message, monotonic())
                self.moon.ring_for(self.session, message)
                self.show_all()
            case said.Room() | said.Proof():
                self.show_all()
                if self.session.view is not None:
                    self.show_result()
                if absence := asides.absence_of(self.session, message):
                    self.remark(absence)
            case _:
                self.prompt.notice = self.session.outage or self.prompt.notice
                self.show_all()

    def go_on(self) -> None:
        """The game has moved on: show what moved, then the new picture."""
        session, view = self.session, self.session.view
        assert view is not None
        fresh = session.turn != self.asked_turn and view.ask is not None
        window = session.window
        self.stopwatch.follow(monotonic())
        if window is not None:
            self.window_ends = monotonic() + (session.seconds or 0)
            self.board.tick(session.seconds or 0.0, begun=view.ask != self.asked)
            if not window.held and view.ask == self.asked:
                fresh = False  # others have said something in the meantime
        if view.ask is None or fresh:
            self.picked, self.insists, self.prompt.warning = None, False, ""
        self.prompt.notice = ""
        if fresh:
            assert view.ask is not None
            self.asked, self.asked_turn, self.asked_at = view.ask, session.turn, monotonic()
            self.picked = session.teller.first_choice(view.ask, view)
        self.motion.look(session.news)
        self.show_all()
        self.peek.show_sights(session, self.covered)
        if self.covered or not asides.show_great_moment(self, session, self.show_result):
            self.motion.start()
        self.show_result()
        self.moon.call_player(fresh)
        if session.room is not None and session.room.notebook == "odds":
            self.run_worker(self.reckon(), group="insight", exclusive=True)

    async def reckon(self) -> None:
        """Work out the odds in the background, and show them if they still matter."""
        turn, insight = self.session.turn, await asides.insight_of(self.session)
        if insight is not None and turn == self.session.turn:
            self.insight, self.insight_turn = insight, turn
            self.show_all()

    def show_result(self) -> None:
        """Show the result over the table while a round is over, and remove it afterwards."""
        self.result_seen = follow_result(self, self.session, self.result_seen)

    def action_result(self) -> None:
        self.result_seen = False
        self.show_result()

    def remark(self, text: str) -> None:
        """Say something above the question, until the next key."""
        self.prompt.notice = text
        self.show_choice()

    # ── answering ───────────────────────────────────────────────────────────────────────────────

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        asked = self.session.is_asked
        match action:
            case "commit":
                return not self.talking and (self.peeking or (asked and self.picked is not None))
            case "take_back":
                return self.picked is not None or self.peeking or self.talking or self.begun
            case "step":
                return asked
            case "hurry":
                return self.session.alone and not asked and not self.talking
            case "hint":
                room = self.session.room
                allowed = room is not None and (room.hints or self.session.alone)
                return asked and allowed and not self.talking
            case "look_back":
                return bool(asides.memories_of(self.session)) and not self.talking
            case "phrase":
                return bool(asides.phrases(self.session)) and not self.talking
            case "people":
                return bool(self.session.others) and not self.talking
            case "result":
                return self.result_seen
            case "decide":
                room = self.session.room
                return room is not None and room.absent is not None
            case "leave" | "help" | "log" | "notebook" | "cover" | "chat":
                return not self.talking
        return super().check_action(action, parameters)

    @property
    def begun(self) -> bool:
        """Whether the player is in the middle of an answer that can still be abandoned."""
        return self.session.way_back is not None

    @property
    def peeking(self) -> bool:
        return self.is_mounted and self.peek.display

    def deeds(self, action: str) -> list[str]:
        if self.peeking:
            return [self.words.say("prompt", "close_it")]
        return self.prompt.deeds() if action == "commit" else []

    def key_name(self, name: str) -> str:
        closes = self.peeking and name == "commit"
        return self.words.say("prompt", "close_it") if closes else super().key_name(name)

    def idle(self) -> str:
        return self.words.say("prompt", "touch") if self.session.is_asked else ""

    def on_key(self, event: events.Key) -> None:
        """Handle the key of a choice."""
        if self.talking or (event.character is None and event.key != "enter"):
            return
        for choice, key in self.keys.items():
            if key == event.character:
                event.stop()
                event.prevent_default()
                self.pick(choice, by_key=True)
                return
        self.remark(asides.stray(self, self.session, event))

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        event.stop()
        match event.target:
            case Choice():
                self.pick(event.target)
            case "commit":
                self.action_commit()
            case "take_back":
                self.action_take_back()
            case "cover":
                self.action_cover()
            case "turn_page":
                self.prompt.turn_page()
            case "notes":
                self.action_notebook()
            case "look_back":
                self.action_look_back()
            case (("card" | "zone" | "slot") as place, (int() | str()) as what):
                asides.open_topic(self, self.session, (place, what))
            case ("phrase", str(key)):
                self.session.send(said.Phrase(key))
            case Person():
                ask_about(self, self.session, event.target, self.remark)

    def pick(self, choice: Choice, by_key: bool = False) -> None:
        """Pick an answer; picking the same one again sends it."""
        if choice not in self.keys:
            return
        if by_key and monotonic() - self.asked_at < GUARD and not self.begun:
            return
        again, quick = choice == self.picked, self.moon.settings.keys == "quick"
        self.peek.close()
        if asides.is_sent(self.session, choice, quick or again, by_key):
            self.picked, self.prompt.notice = choice, ""
            self.action_commit()
        else:
            self.mark(choice)

    def mark(self, choice: Choice | None) -> None:
        """Point at an answer, or at none; nothing is sent."""
        self.picked, self.insists = choice, False
        self.prompt.warning = self.prompt.notice = ""
        self.show_choice()

    def action_step(self, by: int) -> None:
        if not (choices := list(self.keys)):
            return
        here = choices.index(self.picked) + by if self.picked in choices else (0 if by > 0 else -1)
        self.mark(choices[here % len(choices)])

    def action_commit(self) -> None:
        """Send the answer that was picked; one that surely harms the player must be confirmed."""
        if self.peeking:
            self.peek.close()
            return
        view, choice = self.session.view, self.picked
        if view is None or view.ask is None or choice is None:
            return
        if monotonic() - self.asked_at < GUARD and not self.begun:
            return
        warning = self.session.teller.warning(view, choice)
        if warning and not self.insists:
            self.insists = True
            self.prompt.warning = warning
            self.show_choice()
            return
        self.session.act(choice)
        self.picked, self.insists, self.prompt.warning = None, False, ""
        self.show_all()

    def action_take_back(self) -> None:
        if self.peeking:
            self.peek.close()
        elif self.talking:
            self.chat_line.close()
        elif self.picked is None and self.begun:
            self.picked = self.session.way_back
            self.action_commit()
        else:
            self.mark(None)

    # ── besides the game ────────────────────────────────────────────────────────────────────────

    def action_chat(self) -> None:
        self.chat_line.open(self.words.say("prompt", "chat"))

    def action_look_back(self) -> None:
        self.peek_at(asides.memories_of(self.session))

    def peek_at(self, lines: list[str], named: Sequence[Choice] = ()) -> None:
        """Show something to the player alone; what is covered stays so."""
        if lines and not self.covered:
            self.peek.show_lines(lines, self.words.say("prompt", "close"), named)

    def action_hurry(self) -> None:
        self.session.send(said.Hurry())

    def action_hint(self) -> None:
        self.session.send(said.Hint())
        self.remark(self.words.say("prompt", "thinking"))

    def show_hint(self, advice: said.Advice) -> None:
        """Show advice, in words, on the question that is open now, and point at what it names."""
        told, named = asides.hint_of(self.session, advice)
        if told and not self.covered:
            self.mark(named[0] if named and named[0] in self.keys else self.picked)
        self.peek_at(told, named)

    def action_cover(self) -> None:
        self.covered = not self.covered
        if self.covered:
            self.peek.close()
        self.show_all()

    def action_notebook(self) -> None:
        self.app.push_screen(NotesScreen(lambda: asides.notes_of(self.scene(), self.words)))

    def action_decide(self) -> None:
        """Vote on the seat of somebody who is away."""
        asides.ask_for_fate(self, self.session)

    def action_log(self) -> None:
        self.moon.open_log(self.session, lambda: self.chronicle)

    def action_scroll_log(self, rows: int) -> None:
        self.lower.story.scroll(rows)

    def action_help(self) -> None:
        """Explain what is picked, else what is asked, else the rules as such."""
        session, view = self.session, self.session.view
        topic = session.teller.topic(view, self.picked) if view is not None else None
        asides.open_topic(self, session, topic)
