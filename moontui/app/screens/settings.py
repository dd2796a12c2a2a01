"""Settings: saved at once, and visible at once."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from moontui.app import keeping
from moontui.app.screens.base import Heading, MoonScreen, binding
from moontui.app.screens.dialogs import Words
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.rows import Row, Rows
from moontui.app.widgets.sketch import Sketch
from moontui.client.settings import CHOICES
from moontui.draw.ink import Ink, Line, fit, paragraph, rule
from moontui.games import FACES
from moontui.words.catalogue import Catalogue
from net.text import NAME_CELLS, clean

ORDER: dict[str, tuple[Any, ...]] = {**CHOICES, "pace": tuple(sorted(CHOICES["pace"]))}
"""By setting: the values that `left` and `right` go through."""


class SettingsScreen(MoonScreen[None]):
    """Everything a player can set, with a preview."""

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
        # A visitor's name is up to the host, which may reserve it for a key.
        rows = [self.row("name", settings.name)] if self.moon.reach.powers.can_rename else []
        rows += [self.row(name, self.value(name, getattr(settings, name))) for name in ORDER]
        own = len(settings.keymap)
        rows.append(self.row("keymap", words.say("settings_values", "keymap", count=own)))
        if self.moon.reach.powers.can_use_files:
            dots = self.moon.symbols.more
            rows += [self.row(name, dots) for name in ("backup", "restore")]
        self.query_one(Rows).show(rows)
        self.preview()

    def row(self, name: str, value: str) -> Row:
        label = fit(self.words.say("settings", name), 19, self.moon.symbols.more)
        return Row([Ink(label), Ink(f" {value}", "key")], name)

    def value(self, name: str, value: object) -> str:
        """The current value, in words."""
        if isinstance(value, bool):
            return self.words.say("settings_values", "on" if value else "off")
        if name == "language":
            return Catalogue(str(value)).say("language")
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
            from moontui.app.screens.keymap import KeymapScreen

            self.app.push_screen(KeymapScreen())
        elif name == "backup":
            keeping.ask_for_backup(self.moon)
        elif name == "restore":
            keeping.ask_for_restore(self.moon)
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
        """A piece of the table of the game that is played here."""
        screen = self.screen
        assert isinstance(screen, MoonScreen)
        settings = screen.moon.settings
        samples = {game: face.sample for game, face in FACES.items() if face.sample is not None}
        game = settings.game if settings.game in samples else next(iter(samples))
        return samples[game]()(
            screen.moon.look(game),
            settings.name,
            settings.covered,
            self.setting in ("cards", "covered"),
            width,
        )
