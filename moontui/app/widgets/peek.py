"""A panel for what only the player has just seen; it closes on a key, or by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.geometry import Region
from textual.timer import Timer

from engine.core import Choice
from moontui.app.widgets.sketch import Sketch
from moontui.client.session import Session
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, box, cells, cut, paragraph
from moontui.draw.scene import Look
from moontui.draw.sheet import Sheet
from moontui.games import FACES

if TYPE_CHECKING:
    from moontui.app.app import MoontuiApp

SECONDS = 10.0


class Peek(Sketch):
    """Cards seen in private."""

    DEFAULT_CSS = """
    Peek {
        layer: motion;
        position: absolute;
        display: none;
        width: 60;
        height: auto;
        background: $panel;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.sights: list[str] = []
        self.cards: list[tuple[str, int]] = []
        """Cards that are shown, and what stands below each."""
        self.turned = 1.0
        """How far they are turned over."""
        self.look: Look | None = None
        self.hint = ""
        self.timer: Timer | None = None

    def show_sights(self, session: Session, covered: bool) -> None:
        """Show what the last update revealed to the player; it does not stay for long."""
        teller = session.teller
        sights = [text for event in session.news if (text := teller.look(event))]
        if sights and not covered:
            seen = [event for event in session.news if teller.look(event)]
            self.cards = [card for event in seen for card in teller.seen_cards(event)]
            if self.cards:
                sights = [teller.seen(event) for event in seen]
            cards, self.look = self.cards, self.moon.look(session.game)
            self.show_lines(sights, session.words.say("prompt", "close"))
            self.cards = cards
            self.redraw()
            self.timer = self.set_timer(SECONDS, self.close)

    def turn(self, share: float) -> None:
        """Turn the cards over: 0 shows their backs, 1 their faces."""
        if share != self.turned:
            self.turned = share
            self.redraw()

    @property
    def moon(self) -> MoontuiApp:
        from moontui.app.app import MoontuiApp

        assert isinstance(self.app, MoontuiApp)
        return self.app

    def show_lines(self, lines: list[str], hint: str, named: Sequence[Choice] = ()) -> None:
        """Show something to this player alone, until it is closed; what it names stays in view."""
        self.sights, self.hint, self.cards = lines, hint, []
        self.display = True
        columns = self.screen.size.width
        width, low = min(60, columns - 8), columns - 4  # the wider it is, the fewer rows it needs
        corner = self.free_corner(width, named)
        if corner is None and (other := self.free_corner(low, named)) is not None:
            width, corner = low, other
        self.styles.width, self.styles.offset = width, corner or ((columns - width) // 2, 4)
        self.redraw()
        if self.timer is not None:
            self.timer.stop()
        self.screen.refresh_bindings()

    def free_corner(self, width: int, named: Sequence[Choice]) -> tuple[int, int] | None:
        """Where it covers nothing that it names: in the middle above, else elsewhere; None:
        nowhere."""
        columns, rows = self.screen.size
        height = len(self.draw(width, 0))
        shown = [
            found
            for sketch in self.screen.query(Sketch)
            if sketch is not self and sketch.display
            for choice in named
            if (found := sketch.region_of(choice)) is not None
        ]
        middle, right, low = (columns - width) // 2, columns - width, max(0, rows - height - 6)
        corners = [(x, y) for y in (4, 1, low, low // 2) for x in (middle, right, 0)]
        for x, y in corners:
            if not any(Region(x, y, width, height).overlaps(each) for each in shown):
                return x, y
        return None

    def close(self) -> None:
        if self.display:
            self.display = False
            self.screen.refresh_bindings()

    def on_click(self) -> None:  # type: ignore[override]  # any click closes it
        self.close()

    def draw(self, width: int, height: int) -> list[Line]:
        lines: list[Line] = []
        for sight in self.sights:
            lines += [[Ink(" "), *line] for line in paragraph(sight, width - 4, "strong")]
        if self.cards and self.look is not None:
            lines += self.laid_out(self.look, width - 2)
        hint = [Ink(f" {self.hint} ", "key")]
        tail = hint if cells(hint) < width - 4 else None
        return box(self.moon.symbols.strong, width, lines, tail=tail, style="gold")

    def laid_out(self, look: Look, width: int) -> list[Line]:
        """The cards side by side, each with its name above and whose it was below."""
        game = look.words.game
        portray, tools = FACES[game].portrait, Easel(look, game)
        across = max(1, min(len(self.cards), width // 14))
        size = min(18, width // across - 1)
        high = 4 if look.pictures and portray is not None and self.screen.size.height >= 22 else 0
        deep = -(-len(self.cards) // across)
        sheet = Sheet(width, deep * (high + 2))
        for number, (below, card) in enumerate(self.cards):
            x, y = 1 + number % across * (size + 1), number // across * (high + 2)
            open_card = self.open_card(look, tools, card, size, high)
            sheet.paste(x, y, tools.turning(open_card, self.turned))
            sheet.lay(x, y + 1 + high, [Ink(cut(below, size), "dim")])
        return sheet.lines

    def open_card(self, look: Look, tools: Easel, card: int, width: int, rows: int) -> list[Line]:
        """A card with its name above its picture."""
        portray, palette = FACES[look.words.game].portrait, look.palette
        title = f" {self.teller_name(card)}"
        if portray is None:
            return [tools.band(title, width, palette.chip)]
        name, tint = portray()(look, card)
        paint = palette.band(tint, 4) if palette.colored else palette.chip
        picture = tools.picture(name, width, rows, tint if palette.colored else 0)
        return [tools.band(title, width, paint), *picture]

    def teller_name(self, card: int) -> str:
        session = self.moon.session
        return session.teller.card(card) if session is not None else ""
