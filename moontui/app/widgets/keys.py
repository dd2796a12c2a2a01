"""The keys that do something now: a line of them, or, on a phone, buttons for a thumb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import Ink, Line, flow
from moontui.draw.scene import Look
from moontui.draw.sheet import Sheet
from moontui.draw.size import Size
from moontui.draw.touch import HIGH, Button, drawn
from moontui.words.catalogue import capital

if TYPE_CHECKING:
    from moontui.app.screens.base import MoonScreen

FIRST, LAST = ("commit", "go_on", "choose", "ready"), ("help", "leave")
"""What the ends of the line of keys show, on every screen."""
BACK = ("take_back", "back")
NEXT = ("hurry", "result")
"""What the large button does when there is nothing to confirm."""
MORE = "more"
SIDE, MENU = 11, 8
"""Columns of the buttons beside the large one: the way back, and everything else."""


def order(action: str) -> int:
    return -1 if action in FIRST else LAST.index(action) + 1 if action in LAST else 0


class Shown(NamedTuple):
    """A key that does something now."""

    key: str
    name: str
    node: Any
    action: str


class Keys(Sketch):
    """The keys that do something right now; each can be clicked."""

    DEFAULT_CSS = "Keys { dock: bottom; height: 1; background: $panel; }"

    def draw(self, width: int, height: int) -> list[Line]:
        if self.is_tall:
            return self.bar(width)
        pieces = [
            [Ink(key, "key", (node, action)), Ink(f" {name}", "", (node, action))]
            for key, name, node, action in self.shown()
        ]
        while pieces and len(flow(pieces, width - 1)) > max(1, height):
            del pieces[-3 if len(pieces) > 3 else -1]  # help and leave stay; the palette has all
        return flow(pieces, width - 1) or [[]]

    def shown(self) -> list[Shown]:
        """Whatever is worth showing."""
        found: dict[str, Shown] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and active.enabled and binding.description:
                key = self.app.get_key_display(binding)
                name = self.moon_screen.key_name(binding.description)
                found.setdefault(binding.action, Shown(key, name, active.node, binding.action))
        return [found[action] for action in sorted(found, key=order)]

    @property
    def moon_screen(self) -> MoonScreen[Any]:
        from moontui.app.screens.base import MoonScreen

        assert isinstance(self.screen, MoonScreen)
        return self.screen

    @property
    def is_tall(self) -> bool:
        return Size.of(*self.app.size).is_tall

    # ── buttons ─────────────────────────────────────────────────────────────────────────────────

    def bar(self, width: int) -> list[Line]:
        """The way back, what is about to be done in full words, and a sheet with all the rest."""
        look, shown = self.moon_screen.moon.look(""), self.shown()
        back, main = self.back(shown), self.main(shown)
        sheet = Sheet(width, HIGH)
        left, right = 1, width - 1
        if len(shown) > sum(one is not None for one in (back, main)):
            right -= MENU
            sheet.paste(right, 0, drawn(look, self.menu(look), MENU, HIGH, 1))
            right -= 1
        if back is not None:
            way = Button(back.name, (back.node, back.action), back.key)
            size = max(SIDE, way.width) if main is not None else right - left
            sheet.paste(left, 0, drawn(look, way, size, HIGH, 1))
            left += size + 1
        if left < right:
            sheet.paste(left, 0, drawn(look, self.deed(main, right - left), right - left, HIGH))
        return sheet.lines

    def back(self, shown: list[Shown]) -> Shown | None:
        return next((one for one in shown if one.action in BACK), None)

    def main(self, shown: list[Shown]) -> Shown | None:
        wanted = [*(one for one in shown if one.action in FIRST)]
        return next((one for one in [*wanted, *shown] if one.action in (*FIRST, *NEXT)), None)

    def menu(self, look: Look) -> Button:
        return Button(self.moon_screen.words.say("prompt", "sheet"), MORE, look.symbols.menu)

    def deed(self, main: Shown | None, width: int) -> Button:
        """The large button: what it does, in full words if there is room."""
        screen = self.moon_screen
        if main is None:
            return Button(screen.idle(), state="faint")
        target, state = (main.node, main.action), "picked" if main.action in FIRST else ""
        for text in (*screen.deeds(main.action), main.name):
            button = Button(capital(text), target, state=state)  # a thumb knows no key
            if button.height(width) == HIGH:
                break
        return button

    # ── doing ───────────────────────────────────────────────────────────────────────────────────

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.redraw())

    async def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        event.stop()
        if event.target == MORE:
            self.open_sheet()
        else:
            assert isinstance(event.target, tuple)
            await self.do(*event.target)

    async def do(self, node: Any, action: str) -> None:
        await self.app.run_action(action, default_namespace=node)

    def open_sheet(self) -> None:
        """Show everything else that can be done now."""
        from moontui.app.screens.more import MoreScreen

        shown = self.shown()
        rest = [one for one in shown if one not in (self.back(shown), self.main(shown))]

        def chosen(number: int | None) -> None:
            if number is not None:
                one = rest[number]
                self.call_later(self.do, one.node, one.action)

        self.app.push_screen(MoreScreen([(one.key, one.name) for one in rest]), chosen)
