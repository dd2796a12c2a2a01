"""What all screens have in common: the way back, help, and a line of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from moontui.app.motion import Motions
from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import Ink, Line, ends, paragraph, rule
from moontui.draw.size import Size
from moontui.words.catalogue import Catalogue, capital

if TYPE_CHECKING:
    from moontui.app.app import MoontuiApp

T = TypeVar("T")


class MoonScreen(Screen[T]):
    """A screen of ours. Descriptions of bindings are message keys under `keys`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace", "back", "back", id="back"),
        Binding("question_mark", "help", "help", id="help"),
        Binding("Q", "leave", "leave", id="leave"),
    ]

    motion: Motions | None = None
    """What moves here; any key lets it be where it goes."""

    @property
    def moon(self) -> MoontuiApp:
        from moontui.app.app import MoontuiApp

        assert isinstance(self.app, MoontuiApp)
        return self.app

    @property
    def words(self) -> Catalogue:
        return self.moon.words

    def on_screen_resume(self) -> None:
        self.moon.guard(*self.app.size)
        self.moon.signal_typing(isinstance(self.focused, Input))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self.moon.signal_typing(isinstance(event.widget, Input))

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        self.moon.signal_typing(False)

    def action_back(self) -> None:
        if len(self.app.screen_stack) > 1:
            self.app.pop_screen()

    def action_leave(self) -> None:
        self.action_back()

    def action_help(self) -> None:
        self.moon.open_help(self.words.game)

    def deeds(self, action: str) -> list[str]:
        """What an action would do just now, in words, the fullest first; empty: what it always
        does."""
        return []

    def by_thumb(self, text: str) -> str:
        """What Enter does, without naming it to somebody who has only a thumb."""
        if not Size.of(*self.app.size).is_tall:
            return text
        return capital(text.removeprefix("Enter: "))

    def key_name(self, name: str) -> str:
        """What the line of keys says that a binding does."""
        return self.words.say("keys", name)

    def idle(self) -> str:
        """What stands where a button would confirm something, while there is nothing to."""
        return ""

    def show_offers(self) -> None:
        """The list of other people's tables has changed."""

    def retell(self) -> None:
        """The language, the signs or the colors have changed."""
        for sketch in self.query(Sketch):
            sketch.redraw()


class Heading(Sketch):
    """The first line of a screen: what it is, with something at the right end."""

    DEFAULT_CSS = "Heading { dock: top; height: 2; }"

    title = ""
    right = ""
    name_of_its_own = ""
    """Shown in place of the title, if somebody has named it."""

    def __init__(self, title: str = "", right: str = "") -> None:
        super().__init__()
        self.title, self.right = title, right

    def draw(self, width: int, height: int) -> list[Line]:
        screen = self.screen
        assert isinstance(screen, MoonScreen)
        words = screen.words
        title = words.say("headings", self.title) if self.title else self.name_of_its_own
        left = [Ink(" MOONTUI ", "strong"), Ink(f"  {title}", "mine")]
        symbols = screen.moon.symbols
        return [ends(left, [Ink(f"{self.right} ", "dim")], width), rule(symbols.plain, width)]

    def name_it(self, name: str, right: str) -> None:
        """Show a name that somebody has given."""
        self.name_of_its_own = name
        self.say(right)

    def say(self, right: str) -> None:
        self.right = right
        self.redraw()


class Text(Sketch):
    """Paragraphs of plain words; an empty one is a blank line."""

    def __init__(self, *paragraphs: str, style: str = "", id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.paragraphs: list[str] = list(paragraphs)
        self.style = style

    def tell(self, *paragraphs: str) -> None:
        self.paragraphs = list(paragraphs)
        self.redraw()
        self.refresh(layout=True)  # a text that was empty takes up no room yet

    def draw(self, width: int, height: int) -> list[Line]:
        lines: list[Line] = []
        for text in self.paragraphs:
            lines += [[Ink(" "), *line] for line in paragraph(text, width - 2, self.style)]
        return lines


def binding(keys: str, action: str, name: str, *, show: bool = True, **more: Any) -> Binding:
    """A binding whose id and description are the same word."""
    return Binding(keys, action, name, id=name, show=show, **more)
