"""The lobby: who sits where before a game, how others can join, and talk."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical

from engine.bots.dial import is_point, levels_of
from engine.games import GAMES, USUAL
from moontui.app import ways_in
from moontui.app.screens.asides import phrases
from moontui.app.screens.base import MoonScreen, binding
from moontui.app.screens.dialogs import QuestionDialog
from moontui.app.screens.foyer import About, CodeSky, Invite, LinkPicture, LobbyHead, Status
from moontui.app.screens.people import ask_about, dismiss, give
from moontui.app.screens.table import ASIDES, EVENING, TableScreen, sit_down
from moontui.app.widgets.chairs import Chair, Chairs
from moontui.app.widgets.chat import ChatLine
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.panels import Log
from moontui.app.widgets.rows import Rows
from moontui.app.widgets.sketch import Sketch
from moontui.client.people import Person
from moontui.client.session import Session
from moontui.client.strength import level_name
from moontui.draw.keys import SEAT_LETTERS
from moontui.draw.size import Size
from moontui.games import playable
from moontui.words.agreed import agreed
from moontui.words.catalogue import capital
from moontui.words.names import fenced
from moontui.words.reasons import reason
from net import messages as said
from net.messages import KINDS, Message
from net.text import NAME_CELLS, clean


class LobbyScreen(TableScreen):
    """A table before a game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("enter", "ready", "ready", priority=True),
        binding("o", "change", "change"),
        binding("plus", "add_bot", "add_bot"),
        binding("minus", "remove_bot", "remove_bot"),
        binding("k", "remove", "remove", priority=True),
        binding("g", "give", "give"),
        binding("p", "doors", "doors"),
        binding("i", "invite", "invite"),
        binding("slash", "chat", "chat"),
        binding("C", "phrase", "phrase"),
        binding("M", "people", "people"),
        binding("W", "wolf", "wolf"),
        *EVENING,
        *ASIDES,
    ]

    DEFAULT_CSS = """
    LobbyScreen {
        & > #upper { height: 1fr; layout: vertical; }
        & #places { height: auto; }
        & #told { height: 1fr; }
        & Log { height: 1fr; min-height: 2; }
        & > #upper.-wide { layout: horizontal; }
        & > #upper.-wide > #places { width: 2fr; padding: 1 1 0 1; }
        & > #upper.-wide > #told { width: 1fr; padding: 1 0 0 1; }
        & > #upper.-wide About, & > #upper.-wide Invite { margin-bottom: 1; }
        & > #upper.-wide Chairs { margin-bottom: 1; }
        & > Status { height: 1; dock: bottom; margin-bottom: 1; }
    }
    """

    alone: QuestionDialog | None = None
    """The question whether to start without anybody else, if it was asked."""

    def compose(self) -> ComposeResult:
        yield LobbyHead()
        yield CodeSky()
        with Container(id="upper"):
            with Vertical(id="places"):
                yield Chairs(id="seats", one_click=False)
                yield About()
            with Vertical(id="told"):
                yield LinkPicture()
                yield Invite()
                yield Log("talk")
        yield Keys()
        yield Status()
        yield ChatLine()

    @property
    def link(self) -> str:
        """Where phones find the table; empty: nobody has said."""
        return ways_in.link_to(self.moon, self.session)

    def on_mount(self) -> None:
        self.furnish()

    def furnish(self) -> None:
        """Put everything in its place for the first time."""
        self.make_room()
        self.log_panel.look = self.moon.look(self.session.game)
        self.show_all()
        self.seats.focus()
        if self.moon.own.wants_doors and ways_in.may_open(self.moon, self.session):
            self.moon.own.wants_doors = False
            self.moon.run_worker(ways_in.open_doors(self.moon, self.session), group="doors")

    # ── parts ───────────────────────────────────────────────────────────────────────────────────

    @property
    def seats(self) -> Chairs:
        return self.query_one("#seats", Chairs)

    @property
    def log_panel(self) -> Log:
        return self.query_one(Log)

    @property
    def status_line(self) -> Status:
        return self.query_one(Status)

    def make_room(self) -> None:
        large = Size.of(*self.app.size).is_large
        self.query_one("#upper").set_class(large, "-wide")

    def on_resize(self, event: events.Resize) -> None:
        self.rearrange()

    def rearrange(self) -> None:
        """There is more room, or less."""
        self.make_room()
        self.show_all()
        for sketch in (CodeSky, About, Invite):
            self.query_one(sketch).redraw()

    def retell(self) -> None:
        self.log_panel.look = self.moon.look(self.session.game)
        self.show_all()
        super().retell()

    # ── what is shown ───────────────────────────────────────────────────────────────────────────

    def show_all(self) -> None:
        room = self.session.room
        if room is None:
            return
        look = self.moon.look("")
        self.seats.seat(look, [self.chair(number) for number in range(len(room.players))])
        for sketch in (LobbyHead, CodeSky, About, LinkPicture, Invite):
            self.query_one(sketch).redraw()
        self.log_panel.chronicle = self.session.chronicle
        self.status_line.redraw()
        self.refresh_bindings()
        self.greet()

    def chair(self, number: int) -> Chair:
        """What is to be seen of a seat."""
        room, words = self.session.room, self.words
        assert room is not None
        player = room.players[number]
        if player.kind == "free":
            key = "chair_bot" if self.session.keeps else "chair_free"
            return Chair("", words.say("lobby", "free"), words.say("lobby", key))
        me = number == self.session.seat
        written = fenced(clean(player.name, NAME_CELLS), SEAT_LETTERS[number])
        states = []
        if me:
            states.append(words.say("lobby", "you"))
        if player.kind == "bot":
            states.append(words.say("lobby", "bot", level=level_name(words, player.level)))
        elif player.kind not in KINDS:
            states.append(clean(player.kind, NAME_CELLS))
        if player.away:
            states.append(words.say("lobby", "away"))
        if self.person_at(number) in self.session.muted:
            states.append(words.say("people", "muted_state"))
        bot = player.kind == "bot"
        told = [words.say("lobby", "keeper")] if room.keeper == number else []
        if room.options.get("start") == str(number):
            told.append(words.say("lobby", "begins"))
        if not bot and not player.ready:
            told.append(words.say("lobby", "not_ready"))
        if words.has("personas", player.persona.lower()):
            told.append(words.say("personas", player.persona.lower()))
        ready = words.say("lobby", "ready") if player.ready else ""
        return Chair(
            written,
            ", ".join(states),
            capital(", ".join(told)),
            ready,
            player.persona,
            me,
            player.away,
            bot,
        )

    def options(self) -> list[str]:
        """What has been agreed on at this table, in words."""
        room = self.session.room
        assert room is not None
        return agreed(self.words, room)

    def agreed(self) -> list[str]:
        """What the options amount to, as far as this program knows the game."""
        room = self.session.room
        if room is None or room.game not in playable():
            return []
        return self.session.teller.agreed(len(room.players), room.options)

    def status(self) -> str:
        """What Enter does now, or what the player is waiting for."""
        room, words, me = self.session.room, self.words, self.session.seat
        if room is None:
            return ""
        if self.session.lost:
            return self.session.outage
        free = any(player.kind == "free" for player in room.players)
        if me is None:
            if self.session.waits:
                return words.say("lobby", "waits_for_seat")
            room_for_me = free or any(player.kind == "bot" for player in room.players)
            return words.say("lobby", "press_sit" if room_for_me else "press_wait_seat")
        unready = self.unready()
        if self.session.keeps and not unready:
            return words.say("lobby", "press_start" if free else "press_start_full")
        if not room.players[me].ready:
            return words.say("lobby", "press_ready")
        if unready:
            return words.say("lobby", "waits_for", names=", ".join(unready))
        if free and room.keeper is not None:
            keeper = self.session.names[room.keeper]
            return words.say("lobby", "waits_for_seats", keeper=keeper)
        return words.say("lobby", "press_wait")

    def deeds(self, action: str) -> list[str]:
        return [self.by_thumb(self.status())] if action == "ready" else []

    def unready(self) -> list[str]:
        """The others who are present but not ready."""
        return [
            self.session.names[number]
            for number, player in enumerate(self.session.players)
            if number != self.session.seat
            and player.kind == "person"
            and not player.away
            and not player.ready
        ]

    # ── from the host ───────────────────────────────────────────────────────────────────────────

    def news(self, message: Message) -> None:
        """The host has said something, and the session has already taken it in."""
        match message:
            case said.Refused():
                self.status_line.say(reason(self.words, message.why, message.detail))
            case said.Said():
                self.moon.ring_for(self.session, message)
                self.log_panel.chronicle = self.session.chronicle
            case _:
                self.status_line.notice = ""
                self.show_all()

    # ── the player ──────────────────────────────────────────────────────────────────────────────

    @property
    def player(self) -> said.Player | None:
        """The player whose seat the cursor is on."""
        seat = self.seats.value
        players = self.session.players
        return players[seat] if isinstance(seat, int) and seat < len(players) else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted:
            return True
        room, keeps = self.session.room, self.session.keeps
        others = self.player is not None and self.seats.value != self.session.seat
        match action:
            case "ready":
                return not self.talking
            case "add_bot":
                return keeps and any(player.kind == "free" for player in self.session.players)
            case "remove_bot":
                return keeps and any(player.kind == "bot" for player in self.session.players)
            case "remove" | "give":
                person = self.player is not None and self.player.kind == "person"
                return not self.talking and keeps and others and person
            case "wolf":
                return self.may_begin() and not self.talking
            case "phrase":
                return bool(phrases(self.session)) and not self.talking
            case "people":
                return bool(self.session.others) and not self.talking
            case "chat":
                return room is not None and not self.talking
            case "change" if self.talking:
                return False
            case "doors":
                return ways_in.may_open(self.moon, self.session) and not self.talking
            case "sit":
                return False  # Enter does that here
        return super().check_action(action, parameters)

    def on_rows_moved(self) -> None:
        self.status_line.say()
        self.refresh_bindings()

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        match event.target:
            case "ready":
                self.action_ready()
            case "copy":
                self.action_invite()
            case "people":
                self.action_people()
            case Person():
                ask_about(self, self.session, event.target, self.remark)

    def action_ready(self) -> None:
        """Become ready, or take it back; the player who keeps the table starts the game."""
        session, room = self.session, self.session.room
        if room is None:
            return
        self.status_line.say()
        if session.seat is None:
            sit_down(session)
            return
        me = room.players[session.seat]
        if not session.keeps:
            session.ready(not me.ready)
            return
        if self.unready():
            session.ready(not me.ready)
            return
        free = any(player.kind == "free" for player in room.players)
        if free and self.is_alone():
            self.alone = self.ask("really_alone", ("wait", "start"), self.start)
            return
        self.start()

    def is_alone(self) -> bool:
        """Whether no other person sits here."""
        return sum(player.kind == "person" for player in self.session.players) == 1

    def greet(self) -> None:
        """Take back the question whether to start alone, once somebody has come."""
        if self.alone is not None and self.alone.is_current and not self.is_alone():
            self.alone.dismiss(None)

    def start(self) -> None:
        """Begin; anyone who is away then counts as ready."""
        room = self.session.room
        assert room is not None
        self.session.ready()
        free = any(player.kind == "free" for player in room.players)
        if free or any(player.away for player in room.players):
            self.session.send(said.Start())

    def ask(
        self, question: str, answers: tuple[str, str], then: object, name: str = ""
    ) -> QuestionDialog:
        """Ask for confirmation; only the second answer goes ahead."""
        words = self.words
        text = words.say("lobby", question, name=name)
        dialog = QuestionDialog(text, [(key, words.say("lobby", key)) for key in answers])

        def answered(answer: str | None) -> None:
            if answer == answers[1] and callable(then):
                then()

        self.app.push_screen(dialog, answered)
        return dialog

    def action_add_bot(self) -> None:
        """Put a bot of a chosen level on a free seat."""
        room, words = self.session.room, self.words
        game = GAMES.get(room.game) if room is not None else None
        if game is None:
            return
        own = [room.level] if room is not None and is_point(room.level) else []
        levels = [*own, *sorted(levels_of(game), key=lambda level: level != USUAL)]
        if len(levels) < 2:
            self.session.send(said.Bot())
            return
        answers = [(level, level_name(words, level)) for level in levels]
        dialog = QuestionDialog(words.say("lobby", "which_level"), answers)

        def answered(level: str | None) -> None:
            if level is not None:
                self.session.send(said.Bot(level))

        self.app.push_screen(dialog, answered)

    def action_remove_bot(self) -> None:
        """Send away the bot under the cursor, or else the last one."""
        bots = [n for n, player in enumerate(self.session.players) if player.kind == "bot"]
        seat = self.seats.value
        if seat in bots:
            self.session.send(said.Remove(int(str(seat))))
        elif bots:
            self.session.send(said.Remove(bots[-1]))

    def action_remove(self) -> None:
        self.about_seat(dismiss)

    def action_give(self) -> None:
        self.about_seat(give)

    def about_seat(self, work: Callable[[MoonScreen[None], Session, Person], None]) -> None:
        """Do something about the person under the cursor."""
        seat, player = self.seats.value, self.player
        if isinstance(seat, int) and player is not None and player.kind == "person":
            work(self, self.session, self.person_at(seat))

    def person_at(self, seat: int) -> Person:
        return Person("player", seat, clean(self.session.players[seat].name, NAME_CELLS))

    def remark(self, text: str) -> None:
        """Say that something was done."""
        self.show_all()
        self.status_line.say(text, "good")

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Show what can be done about a seat when it is clicked a second time."""
        player, words, seat = self.player, self.words, event.value
        if player is None or not isinstance(seat, int):
            return
        own = seat == self.session.seat
        if player.kind == "person" and not own:
            ask_about(self, self.session, self.person_at(seat), self.remark)
            return
        if not (self.may_begin() if own else self.session.keeps and player.kind in ("free", "bot")):
            return
        action = "wolf" if own else "add_bot" if player.kind == "free" else "remove_bot"
        answers = [(action, words.say("lobby", action)), ("back", words.say("join", "go_back"))]
        name = self.session.names[seat] or words.say("new_table", "seat", letter=SEAT_LETTERS[seat])
        dialog = QuestionDialog(words.say("lobby", "seat_menu", name=name), answers)
        actions = {
            "add_bot": self.action_add_bot,
            "remove_bot": self.action_remove_bot,
            "wolf": self.action_wolf,
        }

        def answered(answer: str | None) -> None:
            if answer in actions:
                actions[answer]()

        self.app.push_screen(dialog, answered)

    def may_begin(self) -> bool:
        """Whether the player may say that they saw a wolf last, and begin."""
        room, seat = self.session.room, self.session.seat
        if room is None or seat is None or room.phase != "lobby" or room.game not in GAMES:
            return False
        options = {option.key: option.values for option in GAMES[room.game].options}
        return str(int(seat)) in options.get("start", ())

    def action_doors(self) -> None:
        ways_in.ask(self.moon, self.session)

    def action_change(self) -> None:
        self.moon.open_change(self.session)

    def action_wolf(self) -> None:
        self.session.send(said.Wolf())

    # ── talk and leaving ────────────────────────────────────────────────────────────────────────

    def action_chat(self) -> None:
        self.chat_line.open(self.words.say("prompt", "chat"), self.seats)

    def action_back(self) -> None:
        if self.talking:
            self.chat_line.close()
        else:
            self.action_leave()
