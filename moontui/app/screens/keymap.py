"""Every key, and a way to change it."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from moontui.app.keymap import Bound, all_bound, answers, group_of, in_the_way, keys_now
from moontui.app.screens.base import Heading, MoonScreen, Text, binding
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.rows import Row, Rows
from moontui.draw.ink import Ink, fit

GROUPS = ("game", "replay", "everywhere", "lists", "screens")


class KeymapScreen(MoonScreen[None]):
    """A list of what the keys do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("delete,d", "own_key", "own_key"),
        binding("R", "own_keys", "own_keys"),
    ]

    DEFAULT_CSS = "KeymapScreen > #said { height: 2; }"

    def __init__(self) -> None:
        super().__init__()
        self.bound = all_bound()
        self.changing: Bound | None = None
        """What a new key is being chosen for."""

    def compose(self) -> ComposeResult:
        yield Heading("keymap")
        yield Rows()
        yield Text(id="said")
        yield Keys()

    def on_mount(self) -> None:
        self.show_rows()
        self.say(self.words.say("keymap", "hint"))
        self.query_one(Rows).focus()

    def show_rows(self) -> None:
        words, keymap = self.words, self.moon.settings.keymap
        rows: list[Row] = []
        for group in GROUPS:
            rows.append(Row([Ink(words.say("keymap_groups", group), "rule")]))
            for bound in self.bound.values():
                if group_of(bound) != group or not words.has("tips", bound.name):
                    continue
                keys = ", ".join(map(self.moon.key_name, keys_now(bound, keymap)))
                own = bound.id in keymap
                size = max(22, cell_len(keys) + 1)
                line = [Ink(fit(keys, size), "gold" if own else "key")]
                rows.append(Row([*line, Ink(words.say("tips", bound.name))], bound.id))
        self.query_one(Rows).show(rows)

    def say(self, text: str) -> None:
        self.query_one("#said", Text).tell(text)

    def retell(self) -> None:
        self.show_rows()
        super().retell()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        self.changing = self.bound[str(event.value)]
        tip = self.words.say("tips", self.changing.name)
        self.say(self.words.say("keymap", "press", name=tip))

    def on_rows_moved(self, event: Rows.Moved) -> None:
        if self.changing is None:
            self.say(self.words.say("keymap", "hint"))

    def on_key(self, event: events.Key) -> None:
        if self.changing is None:
            return
        event.stop()
        event.prevent_default()
        bound, self.changing = self.changing, None
        if event.key == "escape":
            self.say(self.words.say("keymap", "as_before"))
        else:
            self.say(self.change(bound, event.key))

    def change(self, bound: Bound, key: str) -> str:
        """Give something a different key, or say why not."""
        words, keymap = self.words, self.moon.settings.keymap
        name = self.moon.key_name(key)
        if answers(bound, key):
            return words.say("keymap", "answers", key=name)
        other = in_the_way(bound, key, keymap)
        if other is not None:
            return words.say("keymap", "taken", key=name, name=words.say("tips", other.name))
        keymap[bound.id] = key
        self.moon.apply_settings()
        return words.say("keymap", "changed", key=name, name=words.say("tips", bound.name))

    def action_own_key(self) -> None:
        value = self.query_one(Rows).value
        bound = self.bound.get(str(value))
        keymap = self.moon.settings.keymap
        if bound is None or bound.id not in keymap:
            return
        for key in bound.keys:
            other = in_the_way(bound, key, keymap)
            if other is not None:
                name, tip = self.moon.key_name(key), self.words.say("tips", other.name)
                self.say(self.words.say("keymap", "taken", key=name, name=tip))
                return
        del keymap[bound.id]
        self.moon.apply_settings()
        self.say(self.words.say("keymap", "own", name=self.words.say("tips", bound.name)))

    def action_own_keys(self) -> None:
        self.moon.settings.keymap.clear()
        self.moon.apply_settings()
        self.say(self.words.say("keymap", "all_own"))
