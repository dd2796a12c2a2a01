"""What the zones of Wolfmoon's table share: names, colors and faces of cards, and what is known."""

from __future__ import annotations

from typing import NamedTuple

from engine.core import HIDDEN, Seat
from engine.games.wolfmoon.deck import VALUE, Card, thirds
from engine.games.wolfmoon.kinds import ANY, WOLF, numbers_of
from engine.games.wolfmoon.state import Table
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, cells, cut, paragraph
from moontui.draw.paint import Paint
from moontui.draw.scene import Look, Scene
from moontui.draw.size import ROOMY, Class, Size
from moontui.draw.touch import HIGH

GAME = "wolfmoon"
MOONS = (Card.SITTING_WOLF, Card.HOWLING_WOLF, Card.WEREWOLF_MOON)
FORMS = ("names", "short", "tight")
"""Kinds of card names, from the longest to the shortest."""
ROOMS = range(24, 6, -1)
"""How many cells a card of a display may have for its value and name, the most first."""
HEADER, CENTER, QUESTION = 1, 2, 2
"""Rows of what is on a phone whatever happens."""
MOST_VALUES = 3
"""As many values are named where a card is narrowed down; more say little."""


def easel(scene: Scene) -> Easel:
    return Easel(scene.look, GAME)


def card_name(scene: Scene, card: int, form: str = "names") -> str:
    """A card with its value."""
    if card == HIDDEN:
        return scene.look.words.say("unknown")
    name = scene.look.words.say(form, Card(card).name.lower())
    return f"{VALUE[card]} {name}" if card < len(VALUE) else name


def words_on(scene: Scene, card: int, part: str = "texts") -> str:
    """What a card does, in full or as a gist, as this table plays it."""
    key = Card(card).name.lower()
    usual = scene.look.words.say("texts" if part == "texts" else "gists", key)
    return scene.teller.as_agreed(part, key) or usual


def text_on(scene: Scene, card: int, width: int, rows: int) -> list[Line]:
    """A card's text in the rows there are; where they are few, its gist."""
    if rows < 1:
        return []
    lines = paragraph(words_on(scene, card), width)
    if len(lines) > rows:
        lines = paragraph(words_on(scene, card, "gists"), width, most=rows)
    return lines + [[] for _ in range(rows - len(lines))]


def title_of(scene: Scene, card: int, width: int) -> str:
    """A card's name in capitals, in the longest form that fits."""
    names = [scene.look.words.say(form, picture_of(card)).upper() for form in FORMS]
    return next((name for name in names if cells([Ink(name)]) <= width), names[-1])


def fitting(scene: Scene, card: int, width: int) -> str:
    """A card's name in the longest form that fits, or as much of it as there is room for."""
    for form in FORMS[:2]:
        name = card_name(scene, card, form)
        if cells([Ink(name)]) <= width:
            return name
    part = f"{cut(name, width - 1, '').rstrip(' .')}."
    tight = card_name(scene, card, FORMS[-1])
    return part if len(part) > len(tight) else tight


def stands_for(text: str, scene: Scene, card: int) -> bool:
    """Whether a text on a band is a card's name, or the part of it that fits."""
    whole, short, tight = (card_name(scene, card, form) for form in FORMS)
    part = text.endswith(".") and len(text) > len(tight) and short.startswith(text[:-1])
    return part or text in (whole, short, tight)


def picture_of(card: int) -> str:
    """The name of a card's picture."""
    return Card(card).name.lower()


def portrait(look: Look, card: int) -> tuple[str, int]:
    """A card's picture, and the color behind it."""
    value = VALUE[card] if card < len(VALUE) else 10
    return picture_of(card), look.palette.value(value).bg


def paint_of(scene: Scene, card: int, out: bool = False) -> Paint:
    """The color of a card's band, by its value; a Moon's is gold."""
    if card >= len(VALUE):
        return scene.look.palette.chip
    return scene.look.palette.value(VALUE[card], out)


class Sight(NamedTuple):
    """What the player knows about a hidden card: the card itself, or what it may be."""

    card: int | None = None
    note: str = ""


def sight(scene: Scene, table: Table, place: int) -> Sight:
    """What is known about a hand or a slot, unless the player's cards are covered."""
    known = table.known
    if known is None or scene.covered or scene.notebook == "off":
        return Sight()
    card = known.card(place)
    if card is not None:
        return Sight(card)
    kinds = known.kinds(place)
    if kinds in (0, ANY, ANY & ~WOLF):
        return Sight()
    values = sorted({VALUE[kind] for kind in numbers_of(kinds)})
    if 0 < len(values) <= MOST_VALUES:
        return Sight(note=scene.label("one_of", values=", ".join(map(str, values))))
    missing = [str(value) for value in range(len(set(VALUE))) if value not in values]
    if missing and len(missing) < len(values):
        return Sight(note=scene.label("not", values=", ".join(missing)))
    return Sight()


class Third(NamedTuple):
    """A part of the pile, and the Moon that lies in it."""

    left: int
    size: int
    moon: Card
    shown: bool

    @property
    def phase(self) -> float:
        """How far the Moon has waxed: by the share of its third that is drawn, which all know."""
        return 1 - self.left / self.size if self.size else 1.0


def parts_of(table: Table) -> list[Third]:
    """The thirds of the pile, from the top."""
    sizes, left = thirds(table.seats), len(table.pile)
    below = 0
    lefts: list[int] = []
    for number in (2, 1, 0):
        lefts.insert(0, max(0, min(sizes[number], left - below)))
        below += sizes[number] + (1 if number == 1 else 0)  # the first Moon lies in between
    return [
        Third(here, size, moon, moon in table.moons)
        for here, size, moon in zip(lefts, sizes, MOONS, strict=True)
    ]


class Form(NamedTuple):
    """How large everything is: columns and rows in cells."""

    sky: int
    disc: tuple[int, int]
    panel: int = 0
    """Rows of a player's panel; 0: players are rows."""
    played: tuple[int, int] = (0, 0)
    hidden: tuple[int, int] = (0, 0)
    """Somebody else's hand."""
    slot: tuple[int, int] = (0, 0)
    stage: int = 1
    card: tuple[int, int] = (0, 0)
    """A card in the player's hand; on small screens its width follows the screen's."""
    art: tuple[int, int] = (0, 0)
    step: int = 3
    """Columns for each value in the notebook's strip."""
    story: int = 0
    """Columns of the story beside the hand."""
    tall: int = 0
    """Rows of a player on a phone; 0: it is none."""


def form_for(size: Size, seats: int) -> Form:
    crowd = seats > 5
    match size.kind:
        case Class.S200:
            return Form(12, (22, 11), 13, (20, 7), (20, 8), (20, 7), 5, (38, 18), (36, 12), 5, 54)
        case Class.S160:
            return Form(9, (16, 8), 11, (17, 7), (16, 7), (14, 5), 5, (28, 15), (26, 10), 4, 47)
        case Class.S120 if size.is_low:
            played, hidden = ((12, 4), (7, 4)) if crowd else ((16, 5), (14, 5))
            return Form(4, (8, 4), 7, played, hidden, (10, 3), 3, (22, 10), (20, 5), 3, 35)
        case Class.S120:
            played, hidden = ((12, 5), (7, 4)) if crowd else ((16, 6), (14, 6))
            return Form(6, (12, 6), 9, played, hidden, (10, 4), 4, (22, 11), (20, 6), 3, 35)
        case Class.S80:
            return Form(2 if crowd else 3, (4, 2) if crowd else (6, 3), art=(14, 5), card=(0, 6))
        case Class.T40:
            return tall_form(size, seats)
    return Form(2, (4, 2), art=(10, 4), card=(0, 5))


def tall_form(size: Size, seats: int) -> Form:
    """On a phone everything stands below each other, and buttons take the lower part."""
    roomy = size.rows >= ROOMY
    sky, disc = (3, (6, 3)) if roomy else (2, (4, 2))
    row, stage = (2 if roomy and seats < 6 else 1), (3 if roomy else 2)
    used = HEADER + sky + CENTER + row * (seats - 1) + 1 + stage
    free = size.rows - used - QUESTION - size.pad - HIGH
    high = min(12, free - 2)
    wide = min(22, max((size.columns - 5) // 2, min(20, (size.columns - 3) // 2)))
    art = high - 5 if high >= 8 else 0
    return Form(sky, disc, stage=stage, card=(wide, high), art=(wide - 2, max(0, art)), tall=row)


def is_chosen(scene: Scene, seat: Seat) -> bool:
    """Whether the player aims at somebody: just now, or with the question before."""
    choice, ask = scene.offers("aim", seat), scene.view.ask
    if ask is not None and ask.other == seat:
        return True
    return choice is not None and choice == scene.picked
