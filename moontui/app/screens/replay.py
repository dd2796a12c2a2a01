"""A replay: the board as the player's seat saw it, answer by answer."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.timer import Timer

from engine.core import Seat, View, this_round
from engine.replay import Replay
from moontui.app import matches
from moontui.app.screens.base import MoonScreen, binding
from moontui.app.widgets.board import Board, Zone
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.lower import Lower
from moontui.app.widgets.panels import Header
from moontui.app.widgets.sketch import Sketch
from moontui.client.records import opened, players_of, seat_of
from moontui.draw.ink import Ink, Line, cells, cut, ends
from moontui.draw.keys import SEAT_LETTERS
from moontui.draw.scene import Scene
from moontui.draw.size import Size
from moontui.games import board_for
from moontui.words.catalogue import Catalogue
from moontui.words.chronicle import Chronicle, Entry
from moontui.words.moments import Moment
from moontui.words.teller import Teller, teller_for

SECONDS = 1.2
"""How long each step is shown while the replay runs by itself."""


class ReplayScreen(MoonScreen[None]):
    """A match that was played, seen again. It tells nothing that has not been reached yet."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("left", "step(-1)", "step_back", show=False),
        binding("right_square_bracket", "round(1)", "round_on", show=False),
        binding("left_square_bracket", "round(-1)", "round_back", show=False),
        binding("home", "begin", "begin", show=False),
        binding("end", "end", "end", show=False),
        binding("right", "step(1)", "step_on"),
        binding("space", "run", "run"),
        binding("v", "open", "open"),
        binding("w", "review", "review"),
        binding("b", "play_on", "play_on"),
        binding("i", "what_if", "what_if"),
        binding("c", "copy_code", "copy_code", show=False),
        binding("L", "whole_log", "whole_log"),
        binding("s", "seat", "seat"),
        binding("p", "picture", "picture"),
        binding("pageup", "scroll_log(3)", "replay_log_back", show=False),
        binding("pagedown", "scroll_log(-3)", "replay_log_on", show=False),
    ]

    AUTO_FOCUS = ""

    def __init__(self, replay: Replay, seat: Seat | None = None, step: int = 0) -> None:
        super().__init__()
        self.replay = replay
        self.players = players_of(replay.record)
        self.names = [player.name for player in self.players]
        self.first_seat = seat
        """Through whose eyes it is seen at first; None: the player's own."""
        self.seat = Seat(0)
        self.here = step
        self.furthest = 0
        """The last step shown."""
        self.all_open = False
        self.chronicle = Chronicle()
        self.told = -1
        """The step that the chronicle has reached."""
        self.running: Timer | None = None

    def compose(self) -> ComposeResult:
        board = board_for(self.replay.game.id)
        yield Header(id="header")
        yield board
        yield Lower(board)
        yield LastChoice()
        yield Scrubber()
        yield Keys()

    def on_mount(self) -> None:
        own = seat_of(self.replay.record, self.moon.settings.name)
        self.seat = own if self.first_seat is None else self.first_seat
        self.make_room()
        self.go_to(self.here)

    # ── parts ───────────────────────────────────────────────────────────────────────────────────

    @property
    def words(self) -> Catalogue:
        return self.moon.words_for(self.replay.game.id)

    @property
    def teller(self) -> Teller:
        return self.teller_of(self.seat)

    def teller_of(self, seat: Seat) -> Teller:
        personas = [player.persona for player in self.players]
        options = self.replay.record.options
        return teller_for(self.replay.game.id, self.words, self.names, seat, personas, options)

    def scene(self) -> Scene:
        return Scene(
            look=self.moon.look(self.replay.game.id),
            teller=self.teller,
            view=self.view(),
            players=self.players,
            turn=self.chronicle.turn,
            moment=self.moment(),
        )

    def moment(self) -> Moment | None:
        """What the turn so far amounts to, as far as this seat could tell; until it amounts to
        something, the turn before."""
        told, teller = this_round(self.replay.told(self.here, self.seat)), self.teller
        begun = [place for place, event in enumerate(told) if event.kind in teller.TURNS][-2:]
        if not begun:
            return None
        before, now = told[begun[0] : begun[-1]], told[begun[-1] :]
        if teller.again(before, now[0]):
            before = [*before, now[0]]
        return teller.moment(now) or (teller.moment(before) if before else None)

    def view(self) -> View[Any]:
        if self.all_open:
            return opened(self.replay, self.here, self.seat)
        return self.replay.view(self.here, self.seat)

    def go_to(self, step: int) -> None:
        """Show the table after a given number of answers."""
        self.here = self.replay.reach(step)
        self.furthest = max(self.furthest, self.here)
        self.hear()
        scene = self.scene()
        header = self.query_one(Header)
        header.banner = self.words.say("replay", "open" if self.all_open else "banner")
        scrubber, choice = self.query_one(Scrubber), self.query_one(LastChoice)
        scrubber.here, scrubber.furthest = self.here, self.furthest
        scrubber.ended = self.furthest == self.replay.last
        scrubber.state = self.state_line()
        choice.text = self.chosen()
        self.query_one(Board).scene = scene
        for zone in (header, *self.query_one(Lower).zones, choice, scrubber):
            zone.scene = scene
        log = self.query_one(Lower).story
        log.look = scene.look
        log.chronicle = self.chronicle
        self.refresh_bindings()

    def hear(self) -> None:
        """Bring the chronicle to the current step: onward if we moved on, else from the start."""
        since = self.told
        if self.told < 0 or self.told > self.here:
            self.chronicle, since = Chronicle(), -1
        if since != self.here:
            events = self.replay.told(self.here, self.seat, since)
            self.chronicle.hear(self.teller, events)
        self.told = self.here

    def chosen(self) -> str:
        """What was just chosen, as far as this seat could tell."""
        words = self.words
        if self.here == 0:
            return words.say("replay", "dealt")
        move = self.replay.record.moves[self.here - 1]
        name = self.names[move.seat]
        if self.all_open or move.seat == self.seat:
            ask = self.replay.ask_before(self.here)
            sentence = self.teller_of(move.seat).sentence(ask, move.choice)
            return words.say("replay", "chose", name=name, what=sentence)
        events = self.replay.told(self.here, self.seat, self.here - 1)
        told = [text for event in events if (text := self.teller.event(event))]
        return " ".join(told) or words.say("replay", "unseen", name=name)

    def state_line(self) -> str:
        """Through whose eyes the match is seen, and where the record ends."""
        words = self.words
        if self.replay.broken and self.here == self.replay.last:
            return words.say("replay", "broken")
        if self.here == self.replay.last:
            return words.say("replay", "over")
        who = f"{SEAT_LETTERS[self.seat]} {self.names[self.seat]}"
        return words.say("replay", "seat", who=who)

    # ── events ──────────────────────────────────────────────────────────────────────────────────

    def make_room(self) -> None:
        size = Size.of(*self.app.size)
        board = self.query_one(Board)
        board.rows_below = 2  # what was chosen, and the line of steps
        board.scene = board.scene or self.scene()
        board.make_room(size)
        self.query_one(Lower).make_room(size)

    def on_resize(self, event: events.Resize) -> None:
        self.make_room()

    def retell(self) -> None:
        self.told = -1
        self.go_to(self.here)
        super().retell()

    def on_key(self, event: events.Key) -> None:
        if event.key != "space":
            self.stop()

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        event.stop()
        self.stop()
        match event.target:
            case ("step", int(step)):
                self.go_to(step)
            case ("by", int(by)):
                self.action_step(by)
            case ("round", int(by)):
                self.action_round(by)
            case "more":
                self.action_step(1)
            case "seat":
                self.action_seat()
            case ("card", int(card)):
                from moontui.app.screens.rules import RulesScreen

                self.app.push_screen(RulesScreen(card=card, game=self.replay.game.id))

    def on_screen_suspend(self) -> None:
        self.stop()

    # ── actions ─────────────────────────────────────────────────────────────────────────────────

    def action_step(self, by: int) -> None:
        self.go_to(self.here + by)

    def action_round(self, by: int) -> None:
        replay = self.replay
        self.go_to(replay.next_round(self.here) if by > 0 else replay.round_before(self.here))

    def action_begin(self) -> None:
        self.go_to(0)

    def action_end(self) -> None:
        self.go_to(self.replay.last)

    def action_run(self) -> None:
        if self.running is not None:
            self.stop()
        else:
            self.running = self.set_interval(SECONDS, self.run_on)
            self.run_on()

    def run_on(self) -> None:
        self.go_to(self.here + 1)
        if self.here == self.replay.last:
            self.stop()

    def stop(self) -> None:
        if self.running is not None:
            self.running.stop()
            self.running = None

    def action_open(self) -> None:
        self.all_open = not self.all_open
        self.go_to(self.here)

    def action_seat(self) -> None:
        """Take the next seat's view."""
        self.seat = Seat((self.seat + 1) % self.replay.record.seats)
        self.told = -1
        self.go_to(self.here)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "picture":
            return self.moon.reach.powers.can_use_files
        if action == "play_on":
            return self.moon.reach.powers.can_host
        return action != "review" or self.replay.game.advise is not None

    def action_play_on(self) -> None:
        """Play on from here, in the seat through whose eyes it is seen."""
        matches.play_on(self.moon, self.replay, self.seat, self.here)

    def action_what_if(self) -> None:
        matches.ask_what_if(self.moon, self.replay, self.seat, self.here)

    def action_copy_code(self) -> None:
        matches.copy_code(self.moon, self.replay, self.seat, self.here)

    def action_picture(self) -> None:
        """Save what is on the screen now as a picture."""
        from moontui.app.keeping import ask_for_picture

        ask_for_picture(self.moon, self.replay.game.id)

    def action_review(self) -> None:
        """Go to the review of this seat, or back to it."""
        from moontui.app.screens.review import ReviewScreen

        below = self.app.screen_stack[-2]
        if isinstance(below, ReviewScreen) and below.is_of(self.replay, self.seat):
            self.app.pop_screen()
        else:
            self.app.push_screen(ReviewScreen(self.replay, self.seat))

    def action_whole_log(self) -> None:
        from moontui.app.screens.log import LogScreen

        title = self.words.title
        self.app.push_screen(LogScreen(lambda: self.chronicle, title), self.go_to_entry)

    def go_to_entry(self, entry: Entry | None) -> None:
        """Go to the moment that a line of the log is about."""
        if entry is not None:
            self.go_to(self.replay.step_of(entry.events))

    def action_scroll_log(self, rows: int) -> None:
        self.query_one(Lower).story.scroll(rows)


class LastChoice(Zone):
    """What was chosen, and who the table is waiting for now."""

    DEFAULT_CSS = "LastChoice { height: 2; }"

    text = ""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        more = scene.look.symbols.more
        waiting = scene.teller.waiting(scene.view)
        return [
            [Ink(" > ", "key"), Ink(cut(self.text, width - 4, more), "strong")],
            [Ink(f"   {cut(waiting, width - 4, more)}", "dim")],
        ]


class Scrubber(Zone):
    """How far the replay has come; what lies ahead has no length yet."""

    DEFAULT_CSS = "Scrubber { height: 1; }"

    LEAST = 60
    """How many steps fit before the line is drawn to a smaller scale."""

    here = 0
    furthest = 0
    ended = False
    state = ""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        signs, words = scene.look.symbols, scene.look.words
        left: Line = [Ink(" ")]
        for name, target in CONTROLS:
            left += [Ink(f"[{name}]", "key", target), Ink(" ")]
        left.append(Ink(f"{words.say('replay', 'step', step=self.here)} ", "dim"))
        right = [Ink(f" {self.state} ", "gold", "seat")]
        room = max(8, width - cells(left) - cells(right) - 1)
        whole = self.furthest if self.ended else max(self.LEAST, self.furthest + 1)
        marker = round(self.here * (room - 1) / max(1, whole))
        line: Line = []
        for cell in range(room):
            step = round(cell * whole / max(1, room - 1))
            if cell == marker:
                line.append(Ink(signs.shown, "key", ("step", self.here)))
            elif step > self.furthest:
                line.append(Ink(" ", "", "more"))
            else:
                sign = signs.bar if cell < marker else signs.plain.across
                line.append(Ink(sign, "rule", ("step", step)))
        return [ends([*left, *line], right, width)]


CONTROLS = (
    ("<<", ("round", -1)),
    ("<", ("by", -1)),
    (">", ("by", 1)),
    (">>", ("round", 1)),
)
"""What can be clicked beside the line, and what it does."""
