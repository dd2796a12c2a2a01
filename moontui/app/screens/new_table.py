"""A new table: what is played, by whom, under which rules; every row says what it changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType

from engine.bots.strength import AIMS, MATCH, wanted
from engine.core import Game, Option
from engine.games import GAMES, level_for, seats_for
from moontui.app.screens.base import Heading, MoonScreen, Text, binding
from moontui.app.screens.dialogs import Words
from moontui.app.screens.offers import game_name
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.rows import Row, Rows
from moontui.client.call import Wish
from moontui.client.house import is_broken, values_of
from moontui.client.place import Place
from moontui.client.strength import aim_of, explained, level_meant, level_name, wishes_of
from moontui.draw.ink import Ink, fit
from moontui.draw.size import Size
from moontui.games import first_playable, playable
from moontui.words.agreed import SEATS_BY_NUMBER, option_value
from moontui.words.catalogue import Catalogue
from moontui.words.teller import teller_for
from net import messages as said
from net.text import NAME_CELLS, TITLE_CELLS, clean

T = TypeVar("T", said.Create, said.Change)
TYPED = ("title", "password")
"""What is typed rather than chosen."""
NAMES, VALUES = 18, 28
"""Widths of the first two columns, in cells."""


@dataclass(slots=True)
class Knob:
    """Something to set: its possible values, and the one it has."""

    key: str
    values: Sequence[str]
    value: str
    option: bool = False
    """Whether the game declares it."""

    def turn(self, by: int) -> None:
        here = self.values.index(self.value) if self.value in self.values else 0
        self.value = self.values[(here + by) % len(self.values)]


class KnobScreen(MoonScreen[None]):
    """A list of knobs, and a first row that does what they describe."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("left", "turn(-1)", "fewer", show=False),
        binding("right", "turn(1)", "more", show=False),
    ]

    DEFAULT_CSS = """
    KnobScreen {
        & > Rows { height: 1fr; }
        & > #tip { height: auto; min-height: 2; dock: bottom; margin-bottom: 1; }
        & > #intro { margin-bottom: 1; }
    }
    """

    HEADING = ""
    FIRST = ""
    INTRO = ""

    def __init__(self) -> None:
        super().__init__()
        self.knobs: list[Knob] = []

    def compose(self) -> ComposeResult:
        yield Heading(self.HEADING)
        yield Text(id="intro", style="dim")
        yield Rows()
        yield Keys()
        yield Text(id="tip", style="mine")

    def on_mount(self) -> None:
        self.knobs = self.made()
        self.show_rows()
        self.query_one(Rows).focus()

    def made(self) -> list[Knob]:
        """The knobs on this screen."""
        raise NotImplementedError

    def go(self) -> None:
        """Do what the knobs describe."""
        raise NotImplementedError

    # ── knobs ───────────────────────────────────────────────────────────────────────────────────

    @property
    def words(self) -> Catalogue:
        return self.moon.words_for(self.game.id)

    @property
    def game(self) -> Game[Any]:
        wish = next((knob.value for knob in self.knobs if knob.key == "game"), "")
        return GAMES.get(wish) or self.last_game

    @property
    def last_game(self) -> Game[Any]:
        """What was played last, alone or with others."""
        return GAMES[first_playable(self.moon.settings.game)]

    def value(self, key: str) -> str:
        return next((knob.value for knob in self.knobs if knob.key == key), "")

    def knob(self, key: object) -> Knob | None:
        return next((knob for knob in self.knobs if knob.key == key), None)

    def game_knob(self, game: str) -> list[Knob]:
        """The choice of game; there is nothing to choose if there is only one."""
        return [Knob("game", playable(), game)]

    def option_knob(self, game: Game[Any], option: Option, value: str = "") -> Knob:
        """What a game declares, with a value of the player's own where a file holds one."""
        values = values_of(game, option, self.folder)
        return Knob(option.key, values, value or values[0], option=True)

    @property
    def folder(self) -> Path | None:
        """Where the player's own files are."""
        path = self.moon.settings.path
        return path.parent if path is not None else None

    def show_rows(self) -> None:
        words = self.words
        rows = [Row([Ink(words.say("knobs", self.FIRST, "name"), "strong")], self.FIRST)]
        width, more = self.app.size.width, self.moon.symbols.more
        room = width - NAMES - VALUES - 6
        beside = all(cell_len(self.tip_of(knob)) <= room for knob in self.knobs)
        for knob in self.knobs:
            line = [
                Ink(fit(self.name_of(knob), NAMES, more) + " "),
                Ink(fit(f"< {self.text_of(knob)} >", VALUES, more) + " ", "key"),
            ]
            if beside:
                line.append(Ink(self.tip_of(knob), "dim"))
            rows.append(Row(line, knob.key))
        self.query_one(Rows).show(rows)
        self.show_tip()

    def show_tip(self) -> None:
        value = self.query_one(Rows).value
        knob = self.knob(value)
        tip = self.words.say("knobs", self.FIRST, "tip") if knob is None else self.tip_of(knob)
        self.query_one("#tip", Text).tell(" ".join([tip, *self.preview(knob)]))
        enter = self.INTRO if knob is None else "enter_types" if value in TYPED else "enter_turns"
        tall = Size.of(*self.app.size).is_tall
        keys = ("intro_touch",) if tall else (enter, "intro_rows")
        told = (self.words.say("new_table", key) for key in keys)
        self.query_one("#intro", Text).tell(" ".join(told))

    def preview(self, knob: Knob | None) -> list[str]:
        """What the game's own options amount to, while one of them or the number is being set."""
        if knob is None or not (knob.option or knob.key in ("players", "seats")):
            return []
        options = {other.key: other.value for other in self.knobs if other.option}
        seats = int(self.value("players") or self.value("seats"))
        return teller_for(self.game.id, self.words, (), None).agreed(seats, options)

    def name_of(self, knob: Knob) -> str:
        table = "options" if knob.option else "knobs"
        has = self.words.has(table, knob.key, "name")
        return self.words.say(table, knob.key, "name") if has else knob.key

    def tip_of(self, knob: Knob) -> str:
        if knob.key == "level" and knob.value == MATCH:
            seats = int(self.value("players") or self.value("seats"))
            return explained(self.words, self.moon.settings, self.game, seats)
        table = "options" if knob.option else "knobs"
        if self.has_broken_file(knob):
            return self.words.say("options", knob.key, "broken")
        has = self.words.has(table, knob.key, "tip")
        return self.words.say(table, knob.key, "tip") if has else ""

    def has_broken_file(self, knob: Knob) -> bool:
        option = next((o for o in self.game.options if knob.option and o.key == knob.key), None)
        return option is not None and is_broken(self.game, option, self.folder)

    def text_of(self, knob: Knob) -> str:
        """The value of a knob in words."""
        words = self.words
        if knob.option:
            return option_value(words, knob.key, knob.value)
        if knob.key == "game":
            return game_name(self.moon, knob.value)
        if knob.key == "level":
            return level_name(words, knob.value)
        if knob.key == "password":
            return "*" * len(knob.value) if knob.value else words.say("new_table", "none")
        if words.has("knobs", knob.key, knob.value):
            return words.say("knobs", knob.key, knob.value)
        if knob.value in ("on", "off"):
            return words.say("new_table", knob.value)
        return knob.value

    def turned(self, knob: Knob) -> None:
        """A knob that others depend on has changed."""

    # ── keys ────────────────────────────────────────────────────────────────────────────────────

    def on_rows_moved(self) -> None:
        self.show_tip()
        self.refresh_bindings()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        if event.value == self.FIRST:
            self.go()
        elif event.value in TYPED:
            self.type_in(str(event.value))
        else:
            self.action_turn(1)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "turn":
            value = self.query_one(Rows).value if self.is_mounted else None
            return value != self.FIRST and value not in TYPED
        return True

    def action_turn(self, by: int) -> None:
        knob = self.knob(self.query_one(Rows).value)
        if knob is not None and knob.key not in TYPED:
            knob.turn(by)
            self.turned(knob)
            self.show_rows()

    def type_in(self, key: str) -> None:
        knob = self.knob(key)
        assert knob is not None

        def typed(text: str | None) -> None:
            if text is not None:
                knob.value = clean(text, TITLE_CELLS) if key == "title" else text[:200]
                self.show_rows()

        most = TITLE_CELLS if key == "title" else 200
        self.app.push_screen(Words(self.tip_of(knob), knob.value, most=most), typed)

    def retell(self) -> None:
        self.show_rows()
        super().retell()


class SoloScreen(KnobScreen):
    """How to play against bots."""

    HEADING = "solo"
    FIRST = "play"
    INTRO = "intro_solo"

    def made(self) -> list[Knob]:
        settings, game = self.moon.settings, self.last_game
        players = str(seats_for(game, settings.players))
        chosen = settings.house_rules(game)
        return [
            *self.game_knob(game.id),
            Knob("players", [str(seats) for seats in game.seats], players),
            *self.level_knobs(game),
            *(
                self.option_knob(game, option, chosen.get(option.key, ""))
                for option in game.options
            ),
            term_knob("notebook", settings.notebook),
            term_knob("chatter", settings.chatter),
        ]

    def level_knobs(self, game: Game[Any]) -> list[Knob]:
        """How well bots play; if they match the player, also how often that lets the player win."""
        settings, wishes = self.moon.settings, wishes_of(game)
        level = settings.level if settings.level in wishes else wishes[0]
        knobs = [Knob("level", wishes, level)]
        if level == MATCH:
            knobs.append(Knob("aim", tuple(AIMS), aim_of(settings)))
        return knobs

    def text_of(self, knob: Knob) -> str:
        if knob.key != "aim":
            return super().text_of(knob)
        share = wanted(self.game, int(self.value("players")), knob.value)
        return self.words.say("knobs", "aim", knob.value, share=round(100 * share))

    def turned(self, knob: Knob) -> None:
        settings = self.moon.settings
        if knob.key == "game":
            settings.choose(GAMES[knob.value])
            self.knobs = self.made()
        elif knob.key == "level":
            settings.level = knob.value
            self.knobs = self.made()
        elif knob.key == "players":
            settings.players = int(knob.value)
        elif knob.option and knob.key != "length":
            settings.options[f"{settings.game}.{knob.key}"] = knob.value
        else:
            setattr(settings, knob.key, knob.value)
        settings.save()

    def go(self) -> None:
        self.moon.play_alone()


class NewTableScreen(KnobScreen):
    """What a table for others should be like, at the player's own host or at another."""

    HEADING = "new_table"
    FIRST = "open"
    INTRO = "intro"

    def __init__(self, place: Place | None = None) -> None:
        super().__init__()
        self.place = place
        """Where it will be; None: in this process."""

    def made(self, game: Game[Any] | None = None) -> list[Knob]:
        game = game or self.last_game
        name = clean(self.moon.settings.name, NAME_CELLS)
        title = clean(self.words.say("new_table", "title", name=name), TITLE_CELLS)
        seats = seats_for(game)
        knobs = [
            *self.game_knob(game.id),
            Knob("seats", [str(number) for number in game.seats], str(seats)),
            Knob("bots", [str(number) for number in range(seats)], "0"),
            Knob("level", wishes_of(game), level_for(game)),
            *(self.option_knob(game, option) for option in game.options),
            Knob("title", (), title),
            Knob("password", (), ""),
            *map(term_knob, CHOSEN_TERMS),
        ]
        if self.place is None and self.moon.own.open_to_others is None:
            knobs.append(Knob("announce", ("on", "off"), "on"))
            knobs.append(Knob("doors", ("off", "on"), "off"))
        return knobs

    def turned(self, knob: Knob) -> None:
        if knob.key == "game":
            self.knobs = self.made(GAMES[knob.value])
        seats, bots = self.knob("seats"), self.knob("bots")
        if seats is None or bots is None:
            return
        bots.values = [str(number) for number in range(int(seats.value))]
        if bots.value not in bots.values:
            bots.value = bots.values[-1]
        for first in filter(None, map(self.knob, SEATS_BY_NUMBER)):
            if first.value.isdecimal() and int(first.value) >= int(seats.value):
                first.value = first.values[0]

    def wish(self) -> said.Create:
        wish = wish_of(self.game, self.knobs, said.Create)
        wish.level = level_meant(self.moon.settings, self.game, wish.level)
        return wish

    def go(self) -> None:
        app, wish = self.moon, self.wish()
        if self.place is not None:
            app.go(app.ways.visit(self.place, Wish(create=wish)))
        else:
            announced = self.value("announce") != "off"
            app.own.wants_doors = self.value("doors") == "on"
            app.go(app.ways.host(wish, announced))


def values_of_term(name: str) -> tuple[str, ...]:
    """What a term of a table may be, the usual value first; empty if it is no choice."""
    kind = get_type_hints(said.Create)[name]
    return ("off", "on") if kind is bool else get_args(kind) if get_origin(kind) is Literal else ()


CHOSEN_TERMS = [name for name in said.Terms.__struct_fields__ if values_of_term(name)]
"""The terms of a table that are chosen from a few values, in the order of their declaration."""


def term_knob(name: str, value: str = "") -> Knob:
    values = values_of_term(name)
    return Knob(name, values, value or values[0])


def wish_of(game: Game[Any], knobs: Sequence[Knob], kind: type[T]) -> T:
    """A table as the knobs describe it; those the game does not declare are terms of the table."""
    terms = {field.name: field.type for field in msgspec.structs.fields(kind)}
    wish: dict[str, Any] = {
        knob.key: knob.value == "on" if terms[knob.key] is bool else knob.value
        for knob in knobs
        if knob.key in terms and not knob.option
    }
    options = {knob.key: knob.value for knob in knobs if knob.option}
    return msgspec.convert(wish | {"game": game.id, "options": options}, kind, strict=False)
