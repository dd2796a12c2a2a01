"""The app: settings, words and colors, the way from screen to screen, and connections to hosts."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Coroutine, Iterable
from contextlib import AbstractAsyncContextManager, nullcontext
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import SystemCommand
from textual.binding import BindingType
from textual.screen import Screen

from engine.core import Seat
from engine.games import GAMES
from moontui.app import leaving, look_for_garbage
from moontui.app.screens.base import MoonScreen, binding
from moontui.app.screens.dialogs import Dialog, NoticeDialog
from moontui.app.surroundings import Surroundings
from moontui.client.people import Muted
from moontui.client.place import PORT
from moontui.client.reach import NETWORK, Reach
from moontui.client.settings import Settings
from moontui.client.strength import finished, told
from moontui.client.tokens import Tokens
from moontui.draw.size import Size
from moontui.games import first_playable
from net import messages as said
from net.messages import Message
from net.text import CHAT_CELLS, clean

if TYPE_CHECKING:  # how to reach a table is loaded on the way there: the first screen comes sooner
    from moontui.app.handing import Handing
    from moontui.app.narrating import Narrating
    from moontui.client.call import Arrival, Caller
    from moontui.client.nearby import NewFinder
    from moontui.client.night import Night
    from moontui.client.session import Session
    from moontui.client.ways import Destination, Ways
    from net.client import Places, Way

LEAST = (60, 20)
"""The smallest terminal on which a table can be shown, unless it is tall."""


class MoontuiApp(Surroundings):
    """Werewolf card games in the terminal."""

    TITLE = "moontui"
    ATTENDED: ClassVar[bool] = True
    """Whether somebody may be at its keys, who wants to know what they do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("ctrl+q", "quit", "quit", show=False, priority=True),
        binding("ctrl+l", "repaint", "repaint", show=False, priority=True),
        binding("ctrl+t", "pair", "pair", show=False),
    ]

    CSS = """
    Screen { background: $background; overflow: hidden hidden; }
    Dialog, MoreScreen, MomentScreen {
        background: $background 70%;
        &:ansi { background: transparent; }
    }
    ResultScreen.-right, ResultScreen.-below, FinaleScreen.-table { background: transparent; }
    .-ascii Dialog > Vertical { border: ascii $accent; }
    .-ascii Alarm > Vertical { border: ascii $error; }
    .-ascii Input { border: ascii $secondary; }
    CommandPalette SearchIcon { display: none; }
    .-ascii ChatLine { border: none; }
    .-tall Keys { height: 3; background: $background; }
    .-tall KnobScreen > #tip, .-tall LobbyScreen > Status, .-tall RecordsScreen > #about {
        margin-bottom: 3;
    }
    .-tall RecordsScreen > #about { height: 5; }
    .-tall HomeScreen > Keys { display: none; }
    .-tall #sides.-narrow SearchList, .-tall #sides.-narrow Rows { height: 16; }
    """

    def __init__(
        self,
        settings: Settings,
        data: Path,
        wish: Namespace | None = None,
        new_finder: NewFinder | None = None,
        port: int = PORT,
        reach: Reach = NETWORK,
    ) -> None:
        super().__init__(settings, data, port, reach, new_finder)
        self.wish = wish or Namespace(command="")
        """Where the player wants to go on startup."""
        self.tokens = Tokens()

    @cached_property
    def narrating(self) -> Narrating:
        """Who tells the night aloud from here."""
        from moontui.app.narrating import Narrating

        return Narrating(self)

    @cached_property
    def handing(self) -> Handing:
        """The player's part in a move of the table they are at."""
        from moontui.app.handing import Handing

        return Handing(self)

    # ── life ────────────────────────────────────────────────────────────────────────────────────

    def get_default_screen(self) -> Screen[Any]:
        from moontui.app.screens.home import HomeScreen

        return HomeScreen()

    def on_mount(self) -> None:
        self.set_keymap(self.settings.keymap)
        self.still = getattr(self.wish, "reduced_motion", False)
        self.move_as_set()
        self.guard(*self.size)
        self.call_after_refresh(lambda: self.set_timer(0.02, self.set_out))  # once it is painted

    def set_out(self) -> None:
        """Now that there is something to see: look around, and go where the player asked to go."""
        look_for_garbage()
        self.run_worker(self.scout.look(), group="scout")
        leaving.set_out(self)
        self.fulfil()

    def fulfil(self) -> None:
        """Go where the player asked to go when starting the app."""
        wish, settings = self.wish, self.settings
        if name := getattr(wish, "name", ""):
            settings.name, settings.named = name, True
        match getattr(wish, "command", None):
            case "solo" if seed := getattr(wish, "seed", None):
                from moontui.client.ways import solo_as_told

                told = (wish.game or "", wish.players, wish.level or "", wish.length or "", seed)
                self.go(self.ways.alone(solo_as_told(settings, *told)))
            case "solo":
                if getattr(wish, "game", None):
                    settings.choose(GAMES[wish.game])
                for key in ("players", "level", "length"):
                    if value := getattr(wish, key, None):
                        setattr(settings, key, value)
                self.play_alone()
            case "narrate":
                from moontui.app.screens.narrator import NarratorScreen

                talk = round(wish.minutes * 60)
                self.push_screen(NarratorScreen(wish.narration, talk, mute=wish.mute))
            case "daily":
                self.open_night(wish.night)
            case "puzzles" | "puzzle":
                self.open_puzzles(getattr(wish, "code", ""))
            case "learn":
                self.learn(wish.game or settings.game)
            case "join" | "watch" as command if wish.where:
                from moontui.client.call import Wish

                port, tls = wish.port or PORT, not wish.no_tls
                meant = Wish(watch=command == "watch", claim=getattr(wish, "pair", None))
                self.go(self.ways.join(wish.where, meant, port, tls))
            case "join" | "watch" as command:
                from moontui.app.screens.find import FindScreen

                self.push_screen(FindScreen(watch=command == "watch"))

    def tell_offers(self) -> None:
        """The list of tables found has changed."""
        for screen in self.screen_stack if self.is_running else ():
            if isinstance(screen, MoonScreen):
                screen.show_offers()

    async def on_event(self, event: events.Event) -> None:
        """Any key, click or new size ends what moves."""
        ends = isinstance(event, events.Key | events.MouseDown | events.Resize)
        if ends and isinstance(self.screen, MoonScreen) and self.screen.motion is not None:
            self.screen.motion.finish()
        await super().on_event(event)

    def on_resize(self, event: events.Resize) -> None:
        self.guard(*event.size)

    def guard(self, width: int, height: int) -> None:
        """Show a single line, and nothing else, on a terminal too small for a table."""
        from moontui.app.screens.small import TooSmall

        tall = Size.of(width, height).is_tall
        self.set_class(tall, "-tall")
        small = (width < LEAST[0] or height < LEAST[1]) and not tall
        guarded = isinstance(self.screen, TooSmall)
        if small and not guarded:
            self.push_screen(TooSmall())
        elif guarded and not small:
            self.pop_screen()

    async def on_unmount(self) -> None:
        self.signal_title("")
        if self.session is not None:
            await self.session.client.close()
        await self.own.close()

    @cached_property
    def ways(self) -> Ways:
        """The ways to tables."""
        from moontui.app.asker import Dialogs
        from moontui.client.ways import Ways

        return Ways(self.caller, Dialogs(self), self.own, self.scout)

    # ── tables ──────────────────────────────────────────────────────────────────────────────────

    def caller(self) -> Caller:
        """The person who goes to a table, with their current settings."""
        from moontui.client.call import Caller

        def lookout(key: bytes) -> AbstractAsyncContextManager[Places]:
            from moontui.client.nearby import places_of

            return nullcontext(lambda: places_of(key, self.scout.found()))

        def way(key: bytes) -> Way:
            from moontui.client.handing import way_to

            return way_to(self.own, self.data, key, self.reach)

        return Caller(self.settings, self.words, self.data, self.reach, lookout=lookout, way=way)

    def play_alone(self) -> None:
        """Start a game against bots at once, as the player likes it."""
        from moontui.client.ways import solo_wish

        self.go(self.ways.alone(solo_wish(self.settings)))

    def learn(self, game: str) -> None:
        """The lesson of a game, from where the player left it."""
        self.go(self.ways.learn(game))

    def play_gently(self, game: str) -> None:
        """A first game against bots that make it easy."""
        from moontui.client.ways import first_wish

        self.go(self.ways.alone(first_wish(self.settings, GAMES[game])))

    def go(self, way: Coroutine[Any, Any, Destination]) -> None:
        """Set out, unless the player is already on the way somewhere."""
        if self.is_on_the_way and not isinstance(self.screen, Dialog):
            way.close()
            return
        self.run_worker(self.set_foot(way), group="travel", exclusive=True)

    @property
    def is_on_the_way(self) -> bool:
        return any(worker.group == "travel" and worker.is_running for worker in self.workers)

    async def set_foot(self, way: Coroutine[Any, Any, Destination]) -> None:
        """Follow a way and show where it leads; if the disk fails, say so in one sentence."""
        from moontui.app.screens.find import HostScreen
        from moontui.client.call import Arrival, HostTables

        try:
            outcome = await way
        except OSError as error:
            trouble = clean(error.strerror or str(error), CHAT_CELLS)
            await self.ways.asker.tell(self.words.say("join", "no_host", reason=trouble))
            return
        match outcome:
            case Arrival():
                await self.attend(outcome)
            case HostTables():
                self.push_screen(HostScreen(outcome))

    async def attend(self, arrival: Arrival) -> Session:
        """Take part where the player has arrived, and listen to the host from now on."""
        from moontui.client.session import Session
        from moontui.client.trust import New
        from net.invites import fingerprint

        await self.part()
        self.session = session = Session(arrival.client, self.words_for, self.data)
        session.alone = arrival.alone
        if session.client.seated is not None:
            session.muted = self.muted.setdefault(session.client.seated.table, Muted())
        self.run_worker(self.listen(session), group="line", exclusive=True)
        if arrival.nonce:
            session.ready(nonce=arrival.nonce)
        if isinstance(arrival.trust, New):
            key = fingerprint(arrival.trust.key)
            session.chronicle.note(self.words.say("guest", "first_key", fingerprint=key))
        return session

    async def part(self) -> None:
        """Hang up; the player keeps the seat."""
        if self.session is not None:
            session, self.session = self.session, None
            await session.client.close()

    def leave_table(self) -> None:
        """Go home and hang up; whatever the host still says shows no table anymore."""
        session, self.session = self.session, None
        self.go_home(session)
        if session is not None:
            self.run_worker(session.client.close())

    async def listen(self, session: Session) -> None:
        """Listen to a host until it hangs up."""
        async for message in session.client.messages():
            if session is not self.session:
                return
            await self.handing.hear(session, message)
            session.hear(message)
            self.evening.hear(session, counts=not self.own.alone.is_borrowed)
            if (moved := finished(self.settings, session)) is not None:
                session.moved = told(session.words, moved)
            if session.ended:
                await session.client.close()
            self.follow(session, message)
            if session is not self.session:
                return
        if not session.ended and session is self.session:
            session.ended = "hung_up"
            self.follow(session, said.Bye("hung_up"))

    def follow(self, session: Session, message: Message) -> None:
        """Pass on what a host said to the screen it is meant for."""
        from moontui.app.screens.game import GameScreen
        from moontui.app.screens.lobby import LobbyScreen

        if not self.is_running:  # the screens are already being torn down
            return
        if session.alarm:
            self.cry_out(session)
        if session.ended:
            self.over(session)
            return
        if isinstance(message, said.Room):
            self.handing.show(session)
        self.narrating.hear(session)
        if isinstance(message, said.Pairing | said.Claimed):
            leaving.show(self, session, message)
            return
        room = session.room
        table = self.table_screen()
        if room is not None and isinstance(message, said.Room | said.Update):
            if room.phase not in ("playing", "over") and not session.alone:
                if not isinstance(table, LobbyScreen):
                    self.show_table(self.lobby_for(session))
                    return
            elif session.view is not None and not isinstance(table, GameScreen):
                self.show_table(self.game_for(session))
                return
        if table is not None and table.is_mounted:
            table.news(message)

    def lobby_for(self, session: Session) -> Screen[Any]:
        from moontui.app.screens.lobby import LobbyScreen

        return LobbyScreen(session)

    def game_for(self, session: Session) -> Screen[Any]:
        from moontui.app.screens.game import GameScreen
        from moontui.app.screens.lesson import LessonScreen
        from moontui.client.lesson_line import LessonLine

        return (LessonScreen if isinstance(session.client, LessonLine) else GameScreen)(session)

    def ring_for(self, session: Session, message: Message) -> None:
        """Ring when somebody talks, if the player likes that and listens to them."""
        talk = isinstance(message, said.Said) and not session.is_muted(message)
        if talk and self.settings.chat_bell:
            self.bell()

    def table_screen(self) -> Any:
        """The screen of the table the player is at, if any."""
        from moontui.app.screens.game import GameScreen
        from moontui.app.screens.lobby import LobbyScreen

        for screen in reversed(self.screen_stack):
            if isinstance(screen, GameScreen | LobbyScreen):
                return screen
        return None

    def show_table(self, screen: Screen[Any]) -> None:
        """Show a table, in place of whatever was shown of it before."""
        old = self.table_screen()
        if old is None:
            self.push_screen(screen)
            return
        while self.screen is not old:
            self.pop_screen()
        self.switch_screen(screen)

    def cry_out(self, session: Session) -> None:
        """The host was caught cheating: nothing else is as important."""
        alarm, session.alarm = session.alarm, ""
        self.push_screen(NoticeDialog(alarm))

    def over(self, session: Session) -> None:
        """The host has hung up: say why, and go home."""
        from moontui.words.reasons import reason

        why = reason(session.words, session.ended)
        self.session = None
        self.go_home(session)
        self.push_screen(NoticeDialog(why))

    async def action_quit(self) -> None:
        leaving.quit_app(self)

    def go_home(self, session: Session | None = None) -> None:
        """Back to the first screen, from wherever the player was; from a table of others to the
        seat that they may have there."""
        from moontui.app.screens.home import HomeScreen

        home = self.screen_stack[0]
        if session is not None and not session.alone and isinstance(home, HomeScreen):
            home.seek_seat()
        self.workers.cancel_group(self, "travel")
        while len(self.screen_stack) > 1:
            self.pop_screen()

    # ── signals ─────────────────────────────────────────────────────────────────────────────────

    def call_player(self, fresh: bool) -> None:
        """The player's turn has come or gone: ring a bell, and update the window's title."""
        session = self.session
        if session is None or not session.is_asked:
            self.signal_title("")
            return
        if fresh and self.settings.bell:
            self.bell()
        self.signal_title(self.words.say("header", "title_turn"))

    def signal_title(self, text: str) -> None:
        """Put something into the terminal's window title; empty: restore what was there before."""
        if not self.settings.title or self._driver is None or self.is_headless:
            return
        self._driver.write(f"\x1b]2;{text}\x07" if text else "\x1b]2;moontui\x07")

    def signal_typing(self, here: bool) -> None:
        """Something can be typed now, or no longer: who has no keyboard at hand may need one."""

    # ── from everywhere ─────────────────────────────────────────────────────────────────────────

    def open_night(self, night: Night | None = None) -> None:
        """The Night's Deal of a date and game, or tonight's of the game that is played most."""
        from moontui.app.screens.night import NightScreen
        from moontui.client.night import Night

        tonight = Night(date.today(), first_playable(self.settings.game))
        self.push_screen(NightScreen(night or tonight))

    def open_replay(self, file: Path) -> None:
        from moontui.app import matches

        matches.show_again(self, file)

    def open_review(self, file: Path, seat: Seat | None = None) -> None:
        from moontui.app import matches

        matches.weigh(self, file, seat)

    def ask_to_leave(self, session: Session) -> None:
        leaving.ask(self, session)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Everything that a key does right now, by name."""
        words = self.words
        seen = set()
        for active in screen.active_bindings.values():
            name = active.binding.description
            if active.enabled and name not in seen and words.has("keys", name):
                seen.add(name)
                run = partial(self.run_action, active.binding.action, active.node)
                title, text = words.say("keys", name), words.say("tips", name)
                yield SystemCommand(title, text, run)

    def action_command_palette(self) -> None:
        from moontui.app.palette import Palette
        from moontui.app.screens.small import TooSmall

        if not any(isinstance(screen, Palette | TooSmall) for screen in self.screen_stack):
            hint = self.words.say("prompt", "palette")
            self.push_screen(Palette(placeholder=hint, id="--command-palette"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "pair" or leaving.can_move(self.session)

    def action_pair(self) -> None:
        if self.session is not None:
            self.session.send(said.Pair())
