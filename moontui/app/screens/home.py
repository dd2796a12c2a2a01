"""Home: play at once, go back to a seat, or see who is playing nearby."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size

from engine.bots.strength import MATCH
from engine.games import GAMES, seats_for
from moontui.app import leaving
from moontui.app.screens.base import MoonScreen, binding
from moontui.app.screens.dialogs import QuestionDialog
from moontui.app.screens.offers import game_name, offer_line
from moontui.app.widgets.covers import Covers, whole_parts
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.rows import Row, Rows
from moontui.app.widgets.sketch import Sketch
from moontui.client.lessons import has_lesson, is_done
from moontui.client.own_tables import OwnSeat, own_seats
from moontui.client.strength import level_name
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, paragraph
from moontui.draw.letters import width_of
from moontui.games import first_playable, playable
from moontui.words.agreed import option_value
from net.text import TITLE_CELLS, clean

if TYPE_CHECKING:
    from moontui.client.nearby import Offer

SETTLE = 0.5
"""Seconds after which the cursor stays where it is."""
AGAIN = 10.0
"""Seconds after which hosts are asked for their tables again."""
SHOWN = 5
"""How many tables are shown here; the rest are behind `find`."""

PHASE = 0.3
LEAST = 16
"""Columns that the words beside the title need: half of them would say nothing."""
MENU = (
    "night", "new_table", "find", "code", "puzzles", "rules", "records", "settings", "quit"
)  # fmt: skip


class Sky(Sketch):
    """The moon, the title and a word for newcomers, under the stars."""

    DEFAULT_CSS = "Sky { height: auto; }"

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.screen
        assert isinstance(screen, MoonScreen)
        words, settings = screen.words, screen.moon.settings
        look = screen.moon.look("")
        tools, size = Easel(look), look.size
        large = size.is_large
        rows = 9 if large else 4 if size.rows >= 22 else 3
        sheet = tools.sky(width, rows, "home", 1 if rows > 3 else 0)
        disc = (16, 8) if large else (6, 3)
        left = 2
        if look.pictures:
            sheet.overlay(left, 0, tools.moon(*disc, PHASE, risen=False))
            left += disc[0] + 3
        scale = 2 if large else 1
        if size.is_tall:
            left = min(left, width - width_of("MOONTUI", 1) - 1)
        title = tools.letters("MOONTUI", scale=scale)
        sheet.overlay(left, 1 if large else 0, title)
        right = left + width_of("MOONTUI", scale) + 3
        name = clean(settings.name, TITLE_CELLS)
        told = [
            (words.say("home", "you_are", name=name), ""),
            (words.say("home", "explains"), "dim"),
        ]
        if large:
            told.insert(0, (words.say("home", "subtitle"), "strong"))
        y = 1 if large else 0
        for text, style in told if width - right > LEAST else ():
            for line in paragraph(text, width - right - 1, style, most=4 if large else 1):
                sheet.lay(right, y, line)
                y += 1
        return sheet.lines


class HomeScreen(MoonScreen[None]):
    """The first screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("n", "pick('new_table')", "new_table"),
        binding("f", "pick('find')", "find"),
        binding("c", "pick('code')", "by_code"),
        binding("d", "pick('night')", "night", show=False),
        binding("w", "watch", "watch"),
        binding("r", "pick('rules')", "rules", show=False),
        binding("p", "pick('puzzles')", "puzzles", show=False),
        binding("e", "pick('records')", "records"),
        binding("s", "pick('settings')", "settings"),
        binding("left", "change(-1)", "fewer", show=False),
        binding("right", "change(1)", "more", show=False),
        binding("Q", "pick('quit')", "quit_here"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.settled = False
        self.held = False
        """Whether Enter was pressed before the cursor had settled."""
        self.offers: dict[Hashable, Offer] = {}
        self.own: dict[Hashable, OwnSeat] = {}
        self.was_left = False
        self.seeks_seat = False
        """Whether the cursor goes to a seat as soon as one is found, since the player had one."""
        self.drawn_for: Size | None = None
        """The size of the terminal for which the rows were made."""

    def compose(self) -> ComposeResult:
        menu = Rows(id="menu")
        menu.rows, menu.abreast = self.menu_rows(), len(self.places())
        menu.always_abreast = self.moon.look("").size.is_large
        covers = Covers()  # told what to show before the first picture: it takes room
        covers.look, covers.how = self.moon.look(""), self.how()
        covers.chosen, covers.below = first_playable(self.moon.settings.game), menu.least
        yield Sky()
        yield covers
        yield menu
        yield Keys()

    def on_mount(self) -> None:
        self.show_rows()
        self.menu.focus()
        self.set_timer(0.02, lambda: self.run_worker(self.look_for_own()))
        self.set_interval(AGAIN, self.look_again)

    @property
    def menu(self) -> Rows:
        return self.query_one(Rows)

    # ── rows ────────────────────────────────────────────────────────────────────────────────────

    def show_rows(self) -> None:
        """Show seats to return to, tables nearby, and the menu; the cursor stays on its row."""
        app, words = self.moon, self.words
        before, self.drawn_for = self.menu.value, self.app.size
        self.menu.always_abreast = app.look("").size.is_large
        self.own = {("own", own.table): own for own in app.own.seats()}
        self.offers = {}
        seats = [offer for offer in app.offers if offer.mine]
        others = [offer for offer in app.offers if offer.is_near and not offer.mine]
        width = max(40, self.app.size.width - 4)
        back = [(key, own) for key, own in self.own.items() if not own.alone]
        alone = [(key, own) for key, own in self.own.items() if own.alone]
        rows = [self.own_row(key, own) for key, own in back]
        for offer in seats:
            assert offer.table is not None
            title, game = clean(offer.table.title, TITLE_CELLS), game_name(app, offer.table.game)
            text = words.say("home", "back", title=title, game=game)
            rows.append(Row([Ink(text, "mine")], offer.key))
            self.offers[offer.key] = offer
        rows += self.alone_rows(alone)
        if kept := app.own.left_behind():
            rows.append(Row([Ink(words.say("home", "back_kept"), "mine")], ("kept", kept)))
        rows += self.heading("nearby") if others else []
        for offer in others[:SHOWN]:
            rows.append(Row(offer_line(app, offer, width), offer.key))
            self.offers[offer.key] = offer
        values = [row.value for row in rows]
        if isinstance(before, tuple) and self.settled and before not in values:
            rows.append(Row([Ink(words.say("home", "gone"), "dim")], before))
        if rows:
            rows.append(Row([]))
        rows += self.menu_rows()
        chosen = first_playable(app.settings.game)
        self.menu.show(rows)
        self.query_one(Covers).show(app.look(""), chosen, self.how(), self.menu.least)
        if before is None:
            self.point_at("play")
        if self.seeks_seat and (found := self.seats()):
            self.seeks_seat = False
            self.point_at(found[0])

    def alone_rows(self, alone: list[tuple[Hashable, OwnSeat]]) -> list[Row]:
        """A row for each game that was left unfinished, however often it was."""
        rows, games = [], [own.game for _, own in alone]
        for game in dict.fromkeys(games):
            key, own = next((key, own) for key, own in alone if own.game == game)
            if games.count(game) == 1:
                rows.append(self.own_row(key, own))
                continue
            name, count = game_name(self.moon, game), games.count(game)
            text = self.words.say("home", "back_some", game=name, count=count)
            rows.append(Row([Ink(text, "mine")], ("unfinished", game)))
        return rows

    def own_row(self, key: Hashable, own: OwnSeat) -> Row:
        kind = "back_alone" if own.alone else "back_own"
        title, game = clean(own.title, TITLE_CELLS), game_name(self.moon, own.game)
        return Row([Ink(self.words.say("home", kind, game=game, title=title), "mine")], key)

    def how(self) -> str:
        """How the chosen game would be played."""
        words, settings = self.words, self.moon.settings
        bots = settings.players - 1
        parts = [
            words.say("home", "one_bot" if bots == 1 else "bots", count=bots),
            level_name(words, settings.level or MATCH),
        ]
        if settings.length:
            parts.append(option_value(words, "length", settings.length))
        return ", ".join(parts)

    def menu_rows(self) -> list[Row]:
        app, words, settings = self.moon, self.words, self.moon.settings
        game = game_name(app, settings.game)
        play = words.say("home", "play", game=game, how=self.how())
        if not app.look("").size.is_tall:  # there a row has as many lines as it needs
            play = whole_parts(play, app.size.width - 3)
        rows = [
            Row([Ink(play, "strong")], "play"),
            Row([Ink(words.say("home", "solo"))], "solo"),
        ]
        if row := self.lesson_row():
            rows.append(row)
        return [*rows, *self.heading("more"), *map(self.place_row, self.places())]

    def heading(self, name: str) -> list[Row]:
        """A heading over rows, where there is room for one, and a line above it."""
        look = self.moon.look("")
        if not look.size.is_large:
            return []
        line = Easel(look).heading(self.words.say("home", name), look.size.columns - 4)
        return [Row([]), Row(line)]

    def place_row(self, name: str) -> Row:
        """Where else one can go, after the key that leads there."""
        look, text = self.moon.look(""), Ink(self.words.say("home", name))
        keys = [one for one in self.BINDINGS if isinstance(one, Binding)]
        one = next((one for one in keys if one.action == f"pick('{name}')"), None)
        if one is None or look.size.is_tall:
            return Row([text], name)
        keys_set = self.moon.settings.keymap.get(one.id or "", one.key)
        key = self.moon.key_name(keys_set.partition(",")[0])
        return Row([Easel(look).key(key), Ink(" "), text], name)

    def places(self) -> list[str]:
        """Where else one can go from here."""
        powers = self.moon.reach.powers
        may = {"code": powers.can_dial, "night": powers.can_host}
        return [name for name in MENU if may.get(name, True)]

    def lesson_row(self) -> Row | None:
        """The lesson of the chosen game, until it has been done."""
        settings, game = self.moon.settings, first_playable(self.moon.settings.game)
        if not has_lesson(game) or is_done(settings, game):
            return None
        key = "learn_on" if game in settings.lessons else "learn"
        text = self.words.say("home", key, game=game_name(self.moon, game))
        return Row([Ink(text, "mine")], "learn")

    def show_offers(self) -> None:
        if self.is_mounted:
            self.show_rows()

    def on_screen_suspend(self) -> None:
        self.was_left = True

    def on_screen_resume(self) -> None:
        """Back here: a table that has gone in the meantime leaves no row behind."""
        super().on_screen_resume()
        if self.is_mounted and self.was_left:
            keep, self.settled = self.settled, False
            value = self.menu.value
            self.show_rows()
            self.settled = keep
            if keep and self.menu.value != value:
                self.point_at(self.best())
            self.moon.scout.ask_around(anew=True)

    def retell(self) -> None:
        self.show_rows()
        super().retell()

    async def look_again(self) -> None:
        if self.app.screen is self:
            await self.close_if_empty()
            self.moon.scout.ask_around(anew=True)

    async def close_if_empty(self) -> None:
        """Close the player's own host if it has no tables and nobody is on the way to one."""
        if not self.moon.is_on_the_way:
            await self.moon.ways.close_if_empty()

    async def look_for_own(self) -> None:
        """See whether a solo game was left unfinished last time."""
        local = self.moon.own.alone
        if local.host is None and own_seats(local.own_tokens):
            await local.open_here()
            self.show_rows()
        if not self.own:  # otherwise nothing that is found could be better
            await self.wait_for_offers()
        self.settle()

    async def wait_for_offers(self) -> None:
        """Wait for tables nearby; a visitor for the answers of the few hosts in reach, however long
        that takes."""
        if self.moon.reach.only is None:
            await asyncio.sleep(SETTLE)
        else:
            await self.moon.scout.answered.wait()

    # ── the cursor ──────────────────────────────────────────────────────────────────────────────

    def settle(self) -> None:
        """Put the cursor where most players want to go, once."""
        if self.settled or not self.query(Rows):  # there are none while the app is closing
            return
        self.settled = True
        self.point_at(self.best())
        if self.held:
            self.held = False
            self.menu.action_choose()

    def may_find_better(self) -> bool:
        """Whether a seat, or a table of a host the player knows, may yet be found; somebody who has
        never been anywhere means what the cursor is on."""
        from moontui.client.recent import RecentHosts
        from moontui.client.trust import seats_in

        app = self.moon
        if app.reach.only is not None or RecentHosts(app.data / "recent.json").list():
            return True
        own = own_seats(app.own.alone.own_tokens) or app.own.left_behind()
        return bool(own or seats_in(app.data, is_visitor=False).seats())

    def best(self) -> Hashable:
        """Where most players want to go: to their seat, to a table nearby, or into a game."""
        tables = [row.value for row in self.menu.rows if self.is_offer(row.value, "open")]
        return next(iter([*self.seats(), *tables]), "play")

    def seats(self) -> list[Hashable]:
        """The rows that lead back to a seat of the player's."""
        values = [row.value for row in self.menu.rows]
        return [value for value in values if self.is_own(value) or self.is_offer(value, "mine")]

    def seek_seat(self) -> None:
        """The player comes from a table of others: most want to go back there."""
        self.seeks_seat = True

    def is_own(self, value: Hashable) -> bool:
        return value in self.own or (isinstance(value, tuple) and value[0] == "unfinished")

    def is_offer(self, value: Hashable, what: str) -> bool:
        offer = self.offers.get(value)
        return offer is not None and bool(getattr(offer, what))

    def point_at(self, value: Hashable) -> None:
        """Put the cursor somewhere without counting it as a move by the player."""
        with self.prevent(Rows.Moved):
            self.menu.put_cursor(value)
        self.refresh_bindings()

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self.seeks_seat = False
        if event.value not in (None, "play"):  # the row it starts on
            self.settled = True
        self.refresh_bindings()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.settled, self.seeks_seat = True, False  # pointing at something is deliberate

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        if not self.settled and self.may_find_better():
            self.held = True
            return
        self.choose(event.value)

    # ── ways ────────────────────────────────────────────────────────────────────────────────────

    def choose(self, value: Hashable, watch: bool = False) -> None:
        app = self.moon
        match value:
            case "play":
                app.play_alone()
            case "learn":
                app.learn(first_playable(app.settings.game))
            case str(name):
                self.action_pick(name)
            case ("own", _) if value in self.own:
                app.go(app.ways.back(self.own[value]))
            case ("unfinished", str(game)):
                self.ask_which(game)
            case ("kept", str(table)):
                app.go(app.ways.back(OwnSeat(table, "", "", alone=False)))
            case _ if value in self.offers:
                offer = self.offers[value]
                table = offer.table.table if offer.table is not None else ""
                from moontui.client.call import Wish

                app.go(app.ways.visit(offer.place, Wish(table, watch)))

    def ask_which(self, game: str) -> None:
        """Which of several games that were left is to go on, the last one first."""
        from moontui.client.results import minute

        words = self.words
        games = {own.table: own for own in self.own.values() if own.alone and own.game == game}
        newest = sorted(games.values(), key=lambda own: -own.when)
        answers = [
            (own.table, words.say("home", "left_game", when=minute(own.when), seats=own.seats))
            for own in newest
        ]

        def answered(table: str | None) -> None:
            if table in games:
                self.moon.go(self.moon.ways.back(games[table]))

        answers.append(("", words.say("join", "go_back")))
        self.app.push_screen(QuestionDialog(words.say("home", "which_game"), answers), answered)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "back":
            return False
        if parameters == ("night",):
            return self.moon.reach.powers.can_host
        if parameters == ("code",):
            return self.moon.reach.powers.can_dial
        if action == "watch":
            offer = self.offers.get(self.menu.value) if self.is_mounted else None
            return offer is not None and not offer.mine
        return True

    def action_pick(self, name: str) -> None:
        from moontui.app.screens import find, new_table

        app = self.moon
        self.settled = True
        match name:
            case "solo":
                app.push_screen(new_table.SoloScreen())
            case "night":
                app.open_night()
            case "new_table":
                app.push_screen(new_table.NewTableScreen())
            case "find":
                app.push_screen(find.FindScreen())
            case "code":
                app.go(app.ways.join())
            case "puzzles":
                app.open_puzzles()
            case "rules":
                app.open_rules()
            case "records":
                app.open_records()
            case "settings":
                app.open_settings()
            case "quit":
                leaving.quit_app(app)

    def action_watch(self) -> None:
        self.choose(self.menu.value, watch=True)

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        match event.target:
            case ("game", str(game)) if game == first_playable(self.moon.settings.game):
                self.choose("play")
            case ("game", str(game)):
                self.want(game)

    def want(self, game: str) -> None:
        """Choose a game; Enter then plays it, wherever the cursor was before."""
        self.settled = True
        self.moon.settings.choose(GAMES[game])
        self.moon.settings.save()
        self.show_rows()
        self.point_at("play")

    def on_resize(self, event: events.Resize) -> None:
        if self.drawn_for != self.app.size and self.query(Covers):
            self.show_rows()

    def action_change(self, by: int) -> None:
        """Change the game, or the number of bots."""
        settings, names = self.moon.settings, playable()
        game = first_playable(settings.game)
        if self.menu.value != "solo":
            self.want(names[(names.index(game) + by) % len(names)])
            return
        settings.players = seats_for(GAMES[game], settings.players + by)
        settings.save()
        self.show_rows()
