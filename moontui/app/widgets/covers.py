"""The covers of the games, side by side: one of them is chosen."""

from __future__ import annotations

from rich.cells import cell_len

from moontui.app.widgets.sketch import Sketch
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, aimed, cells, crop, flow, painted, paragraph
from moontui.draw.scene import Look
from moontui.draw.sheet import Sheet
from moontui.draw.size import ROOMY, Class
from moontui.draw.touch import HIGH, Button, drawn
from moontui.games import playable
from moontui.words.catalogue import read

PICTURES = {
    Class.S80: (18, 8),
    Class.S120: (26, 10),
    Class.S160: (38, 16),
    Class.S200: (48, 20),
}
"""By class of size: columns and rows of a picture."""
TALL = 4
"""Its rows on a phone."""
LEAST = 6
"""Its rows below which too little of it would be seen."""
AROUND = 7
"""Rows that other things take where it is small: the sky, the frame, the title, and the keys."""


class Covers(Sketch):
    """Every game that can be played here. A click chooses one, and a second click plays it."""

    DEFAULT_CSS = "Covers { height: auto; }"

    look: Look | None = None
    chosen = ""
    how = ""
    """How the chosen game would be played."""
    below = 0
    """How many rows have to fit below, if that is possible."""

    def show(self, look: Look, chosen: str, how: str, below: int) -> None:
        self.look, self.chosen, self.how, self.below = look, chosen, how, below
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        look = self.look
        if look is None:
            return []
        games = playable()
        if look.size.is_tall:
            return self.tall(look, games, width)
        wide, high = PICTURES.get(look.size.kind, PICTURES[Class.S80])
        if not look.size.is_large:
            high = min(high, look.size.rows - AROUND - self.below)
        if len(games) * (wide + 2) > width or high < LEAST:
            return self.names(look, games, width)
        pitch = width // len(games)
        text = 5 if look.size.is_large else 1
        sheet = Sheet(width, high + text + (2 if look.size.is_large else 1))
        for number, game in enumerate(games):
            x = number * pitch + (pitch - wide) // 2
            here = game == self.chosen
            tools = Easel(look, game)
            cover = aimed(tools.cover(wide, high, 0.0 if here else 0.25), ("game", game))
            sheet.paste(x, 1, cover)
            words = self.words(look, game, wide, text, here)
            sheet.paste(x, 1 + high, aimed(words, ("game", game)))
            if here:
                tools.frame(sheet, x, 1, wide, high + text)
        return sheet.lines

    def words(self, look: Look, game: str, width: int, rows: int, here: bool) -> list[Line]:
        """What stands below a picture: the title, for how many, what it is about."""
        front = read(look.words.language, game)
        title = str(front["title"]).upper()
        lines = [middle([Ink(title, "strong")], width)]
        if rows > 1:
            facts = {name: front.get(name, "?") for name in ("players", "minutes")}
            told = look.words.say("home", "cover", **facts)
            lines.append(middle([Ink(told)], width))
            pitch = paragraph(str(front.get("pitch", "")), width, most=2)
            lines += [middle(line, width) for line in [*pitch, [], []][:2]]
            how = whole_parts(self.how, width) if here else ""
            lines.append(middle([Ink(how, "strong")], width))
        if not look.palette.colored and not here:
            return lines
        paint = look.palette.paper if here else look.palette.panel_paint
        return [painted(line, paint) for line in lines]

    def tall(self, look: Look, games: list[str], width: int) -> list[Line]:
        """On a phone: a button for each game, below its picture if there are rows for it."""
        titles = [str(read(look.words.language, game)["title"]).upper() for game in games]
        needed = [max(map(cell_len, title.split())) + 2 for title in titles]
        spare = max(0, (width - 1 - len(games) - sum(needed)) // len(games))
        art = TALL if look.size.rows >= ROOMY and look.pictures else 0
        sheet, x = Sheet(width, art + HIGH + 1), 1
        for number, (game, title) in enumerate(zip(games, titles, strict=True)):
            wide, here = needed[number] + spare, game == self.chosen
            cover = Easel(look, game).cover(wide, art, 0.0 if here else 0.25) if art else []
            sheet.paste(x, 0, aimed(cover, ("game", game)))
            button = Button(title, ("game", game), state="picked" if here else "")
            sheet.paste(x, art, drawn(look, button, wide, HIGH, number % 2))
            x += wide + 1
        return sheet.lines

    def names(self, look: Look, games: list[str], width: int) -> list[Line]:
        """The games by name alone, where there is no room for pictures."""
        pieces: list[Line] = []
        for game in games:
            title = str(read(look.words.language, game)["title"]).upper()
            paint = look.palette.chip if game == self.chosen else None
            pieces.append([Ink(f" {title} ", "strong", ("game", game), paint)])
        return [*flow(pieces, width - 2), []]


def whole_parts(text: str, width: int) -> str:
    """As many parts of a list as fit, from the first on."""
    parts = text.split(", ")
    while len(parts) > 1 and cells([Ink(", ".join(parts))]) > width:
        parts.pop()
    return ", ".join(parts)


def middle(line: Line, width: int) -> Line:
    """A line in the middle of a number of cells."""
    left = max(0, (width - cells(line)) // 2)
    return crop([Ink(" " * left), *line], width)
