"""Settings: saved at once, and shown at once."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from random import Random
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from engine.core import Choice, Seat, View
from engine.games import GAMES
from engine.play import apply, asks, start, view
from moontui.boards.wolfmoon import Displays, Hand
from moontui.ink import Ink, Line, fit, paragraph, rule
from moontui.keys import keys_of
from moontui.scene import Scene
from moontui.screens.base import Heading, MoonScreen, binding
from moontui.screens.dialogs import Words
from moontui.settings import CHOICES
from moontui.tellers import teller_for
from moontui.widgets.panels import Keys
from moontui.widgets.rows import Row, Rows
from moontui.widgets.sketch import Sketch
from net.messages import Player
from net.text import NAME_CELLS, clean

ORDER: dict[str, tuple[Any, ...]] = {**CHOICES, "pace": tuple(sorted(CHOICES["pace"]))}
"""By setting: what `left` and `right` go through."""


class SettingsScreen(MoonScreen[None]):
    """All that a player can set, with what it looks like."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("right,l", "change(1)", "set_on"),
        binding("left,h", "change(-1)", "set_back", show=False),
    ]

    DEFAULT_CSS = """
    SettingsScreen {
        & > #sides { height: 1fr; layout: horizontal; }
        & Rows { width: 1fr; min-width: 40; max-width: 56; }
        & Preview { width: 1fr; height: 1fr; }
        & > #sides.-narrow { layout: vertical; }
        & > #sides.-narrow Rows { max-width: 100%; height: 9; }
    }
    """

    def compose(self) -> ComposeResult:
        yield Heading("settings")
        with Container(id="sides"):
            yield Rows()
            yield Preview()
        yield Keys()

    def on_mount(self) -> None:
        self.make_room()
        self.show_rows()
        self.query_one(Rows).focus()

    def show_rows(self) -> None:
        words, settings = self.words, self.moon.settings
        # A visitor's name is the host's affair: it may be kept for a key.
        rows = [self.row("name", settings.name)] if self.moon.doorbell is None else []
        rows += [self.row(name, self.value(name, getattr(settings, name))) for name in ORDER]
        own = len(settings.keymap)
        rows.append(self.row("keymap", words.say("settings_values", "keymap", count=own)))
        self.query_one(Rows).show(rows)
        self.preview()

    def row(self, name: str, value: str) -> Row:
        label = fit(self.words.say("settings", name), 19, self.moon.symbols.more)
        return Row([Ink(label), Ink(f" {value}", "key")], name)

    def value(self, name: str, value: object) -> str:
        """What is set, in words."""
        if isinstance(value, bool):
            return self.words.say("settings_values", "on" if value else "off")
        return self.words.say("settings_values", f"{name}_{value}")

    def preview(self) -> None:
        preview = self.query_one(Preview)
        preview.setting = str(self.query_one(Rows).value)
        preview.redraw()

    # ── events ──────────────────────────────────────────────────────────────────────────────────

    def make_room(self) -> None:
        self.query_one("#sides").set_class(self.app.size.width < 76, "-narrow")

    def on_resize(self, event: events.Resize) -> None:
        self.make_room()

    def retell(self) -> None:
        self.show_rows()
        super().retell()

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self.preview()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        self.action_change(1)

    def action_change(self, by: int) -> None:
        name = str(self.query_one(Rows).value)
        if name == "name":
            text = self.words.say("settings_tips", "name")
            self.app.push_screen(Words(text, self.moon.settings.name, most=NAME_CELLS), self.named)
        elif name == "keymap":
            from moontui.screens.keymap import KeymapScreen

            self.app.push_screen(KeymapScreen())
        else:
            values = ORDER[name]
            here = values.index(getattr(self.moon.settings, name))
            setattr(self.moon.settings, name, values[(here + by) % len(values)])
            self.moon.apply_settings()

    def named(self, answer: str | None) -> None:
        """The player has typed a name, or thought better of it."""
        name = clean(answer or "", NAME_CELLS)
        if name:
            self.moon.settings.name, self.moon.settings.named = name, True
            self.moon.apply_settings()


class Preview(Sketch):
    """What the setting under the cursor means, and a piece of a table as it looks now."""

    setting = "name"

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.screen
        assert isinstance(screen, MoonScreen)
        moon, words = screen.moon, screen.words
        tip = paragraph(words.say("settings_tips", self.setting), width - 2)
        lines: list[Line] = [[Ink(" "), *line] for line in tip]
        lines += [[]] if height > 8 else []
        lines.append(rule(moon.symbols.plain, width - 1, words.say("settings_values", "sample")))
        return [*lines, *self.sample(width - 1)][: height or None]

    def sample(self, width: int) -> list[Line]:
        """Two cards and two seats, drawn as at the table."""
        screen = self.screen
        assert isinstance(screen, MoonScreen)
        moon = screen.moon
        shown = sample_view()
        names = (moon.settings.name, "Bo", "Cy")
        teller = teller_for("wolfmoon", screen.words, names, Seat(0))
        keys = keys_of(teller, shown)
        scene = Scene(
            look=moon.look("wolfmoon"),
            teller=teller,
            view=shown,
            players=(Player("person", names[0]), Player("bot", "Bo"), Player("bot", "Cy")),
            keys=keys,
            picked=next(iter(keys)),
            covered=moon.settings.covered,
        )
        rows = [
            row for seat in (0, 1) for row in Displays().row(scene, shown.state, Seat(seat), width)
        ]
        hand = self.hand(scene, width)
        about_hand = self.setting in ("cards", "covered")
        return [*hand, [], *rows] if about_hand else [*rows, [], *hand]

    def hand(self, scene: Scene, width: int) -> list[Line]:
        hand = Hand()
        if scene.covered:
            return hand.covered_hand(scene, width)
        cards = hand.cards(scene, scene.view.state)
        if scene.look.cards == "compact":
            return hand.rows(scene, cards, width)
        size = min(44, width)
        return [line for card, choice in cards for line in hand.card_box(scene, card, choice, size)]


@cache
def sample_view() -> View[Any]:
    """A game a few turns in, when the first seat has to choose which card to play."""
    game = GAMES["wolfmoon"]
    state = start(game, 3, sha256(b"sample").digest(), {"start": "0", "length": "round"})
    bots = [game.bots["greedy"](Random(seat)) for seat in range(3)]
    while not (state.hands[0][1:] and all(state.displays[:2])):
        seat = asks(state)[0].seat
        shown = view(game, state, seat)
        draw = Choice("draw")
        choices = shown.ask.choices if shown.ask is not None else ()
        apply(state, seat, draw if draw in choices else bots[seat].choose(shown))
    return view(game, state, Seat(0))
