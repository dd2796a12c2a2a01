"""Everything else that can be done now, on a phone: a sheet of large buttons."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.screen import ModalScreen

from moontui.app.screens.base import MoonScreen
from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import Line
from moontui.draw.touch import Button, grid


class Buttons(Sketch):
    """One button for each thing, two in a row."""

    DEFAULT_CSS = "Buttons { height: auto; dock: bottom; background: $panel; padding: 1 0; }"

    def __init__(self, keys: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.keys = keys

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.screen
        assert isinstance(screen, MoreScreen)
        buttons = [Button(name, number, key) for number, (key, name) in enumerate(self.keys)]
        buttons.append(Button(screen.words.say("keys", "back"), "back", screen.back_key))
        return grid(screen.moon.look(""), buttons, width, self.app.size.height)


class MoreScreen(MoonScreen[int | None], ModalScreen[int | None]):
    """Its answer is the number of what was chosen."""

    DEFAULT_CSS = "MoreScreen { background: $background 60%; }"

    def __init__(self, keys: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.keys = keys

    def compose(self) -> ComposeResult:
        yield Buttons(self.keys)

    @property
    def back_key(self) -> str:
        return self.moon.key_name("escape")

    def action_back(self) -> None:
        self.dismiss(None)

    def action_help(self) -> None:
        """The names of the buttons say all there is to say."""

    def on_click(self) -> None:
        self.dismiss(None)  # beside the sheet

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        event.stop()
        self.dismiss(event.target if isinstance(event.target, int) else None)
