"""How the app speaks and looks: words, signs, colors and pictures, as the player has set them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.filter import LineFilter
from textual.keys import format_key
from textual.theme import Theme

from moontui.app.frugal_app import FrugalApp
from moontui.app.nearest import NEAREST
from moontui.app.screens.base import MoonScreen
from moontui.app.stylesheet import SharedStylesheet
from moontui.client.settings import Settings
from moontui.draw.paint import Depth
from moontui.draw.palette import palette_for
from moontui.draw.scene import Look
from moontui.draw.size import Size
from moontui.draw.symbols import SYMBOLS, Symbols
from moontui.draw.themes import THEMES, theme_for
from moontui.words.catalogue import Catalogue, capital

if TYPE_CHECKING:
    from moontui.client.session import Session

SLOW = 0.15
"""Seconds that a word and its answer take over a slow line."""
MIXED: dict[str, dict[str, str]] = {}
"""The colors of each theme that was shown, as Textual mixes them."""


class Looks(FrugalApp):
    """An app in the player's language and colors."""

    def __init__(self, settings: Settings) -> None:
        self.colour = "NO_COLOR" not in os.environ
        super().__init__(ansi_color=None if self.colour else True)
        self.stylesheet = SharedStylesheet(self.get_css_variables())
        self.settings = settings
        self.usual_level = self.animation_level
        """How much moves if the environment is asked: `TEXTUAL_ANIMATIONS`."""
        self.still = False
        """Whether the command line said that nothing should move."""
        self.session: Session | None = None
        self._catalogues: dict[tuple[str, str], Catalogue] = {}
        for name, colours in THEMES.items():
            self.register_theme(Theme(name=name, **colours))
        # Before anything is shown: later on, every style would be computed a second time.
        self.theme = theme_for(settings.theme, self.colour)
        self.set_class(settings.symbols == "ascii", "-ascii")

    def words_for(self, game: str) -> Catalogue:
        key = (self.settings.language, game)
        if key not in self._catalogues:
            self._catalogues[key] = Catalogue(*key)
        return self._catalogues[key]

    @property
    def words(self) -> Catalogue:
        return self.words_for(self.session.game if self.session is not None else "")

    @property
    def symbols(self) -> Symbols:
        return SYMBOLS[self.settings.symbols]

    def get_css_variables(self) -> dict[str, str]:
        """The colors of the theme, mixed once: Textual asks three times before it paints."""
        theme = self.current_theme.name
        if theme not in MIXED:
            MIXED[theme] = super().get_css_variables()
        self.theme_variables = dict(MIXED[theme])
        return self.theme_variables

    def look(self, game: str) -> Look:
        return Look(
            self.words_for(game),
            self.symbols,
            self.settings.cards,
            palette_for(self.theme, self.depth),
            self.settings.pictures,
            Size.of(*self.size),
        )

    @property
    def depth(self) -> Depth:
        """How many colors this terminal shows."""
        if not self.colour:
            return "mono"
        if self.theme not in THEMES or self.console.color_system in ("standard", "windows"):
            return "16"
        return "256" if self.console.color_system == "256" else "true"

    # ── motion ──────────────────────────────────────────────────────────────────────────────────

    def move_as_set(self) -> None:
        """Let things move, unless somebody does not want that: the player, the command line or the
        environment."""
        moves = self.settings.motion and not self.still
        self.animation_level = self.usual_level if moves else "none"

    @property
    def moves(self) -> bool:
        """Whether anything moves; else there are only the pictures it would end with."""
        return self.animation_level != "none"

    @property
    def is_far(self) -> bool:
        """Whether there should be fewer frames: bytes have a long way to go, to the terminal or to
        the host."""
        slow = self.session is not None and self.session.client.round_trip > SLOW
        return slow or "SSH_CONNECTION" in os.environ

    def get_line_filters(self) -> Sequence[LineFilter]:
        filters = super().get_line_filters()
        return [*filters, NEAREST] if self.depth == "256" else filters

    def get_key_display(self, binding: Binding) -> str:
        return self.key_name(binding.key)

    def key_name(self, key: str) -> str:
        """The label on a key, or on several that are pressed together."""
        words = self.words
        named = words.parts_of("app", "key_names")
        names = [
            words.say("key_names", part) if part in named else format_key(part)
            for part in key.split("+")
        ]
        if len(names) == 1:
            return names[0]
        return "+".join(capital(name) for name in names)

    def apply_settings(self) -> None:
        """A setting has changed: show it everywhere, and save it."""
        self.set_class(self.settings.symbols == "ascii", "-ascii")
        self.theme = theme_for(self.settings.theme, self.colour)
        self.set_keymap(self.settings.keymap)
        self.move_as_set()
        self.settings.save()
        for screen in self.screen_stack:
            if isinstance(screen, MoonScreen):
                screen.retell()
