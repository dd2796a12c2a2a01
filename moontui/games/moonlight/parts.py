"""What the zones of Moonlight's table share: the packs' colors, how large things are, and words."""

from __future__ import annotations

from typing import NamedTuple

from engine.core import Seat
from engine.games.moonlight.deck import LONE, MOONS, VALUE, Power, Wolf, kind_of, owner_of
from engine.games.moonlight.state import SEATS
from moontui.draw.easel import Easel
from moontui.draw.ink import cut, fit
from moontui.draw.paint import Paint, mix
from moontui.draw.palette import Palette
from moontui.draw.pictures import Dyes, Letter
from moontui.draw.scene import Look, Scene
from moontui.draw.size import ROOMY, Class, Size
from moontui.games.moonlight.teller import POWER_PAGE, MoonlightTeller

GAME = "moonlight"
MEADOW, MEADOW_DAY = 0x11231C, 0xDCE6CF
"""The ground of the land, by night and by day."""


def easel(scene: Scene) -> Easel:
    return Easel(scene.look, GAME)


def teller_of(scene: Scene) -> MoonlightTeller:
    assert isinstance(scene.teller, MoonlightTeller)
    return scene.teller


def who(scene: Scene, seat: int, width: int = 10) -> str:
    """A player's name, or the word for "you"."""
    return scene.label("you") if seat == scene.me else cut(scene.name(seat), width)


def short_name(scene: Scene, seat: Seat, width: int) -> str:
    """The owner of a wolf, in at most a few cells."""
    name = scene.label("me" if width < 3 else "you") if seat == scene.me else scene.name(seat)
    return fit(name, width, "").rstrip()


def moons(scene: Scene, card: int) -> str:
    return scene.look.symbols.token * MOONS[card]


def gained(scene: Scene) -> str:
    """What is being chosen between rounds: `lone` or `power`; empty: nothing right now."""
    prompts = {ask.prompt for ask in scene.view.waiting}
    return next((prompt for prompt in ("lone", "power") if prompt in prompts), "")


# ── the packs ───────────────────────────────────────────────────────────────────────────────────


class Hue(NamedTuple):
    """The colors of a pack: bright fur, its shadow, its white, and the ground it stands on."""

    bright: int
    shadow: int
    white: int
    ground: int
    bright_16: int
    ground_16: int


ICE = Hue(0xB4D4FF, 0x6A94D4, 0xE8F2FF, 0x16284D, 14, 4)
EMBER = Hue(0xEE8A3E, 0xA9571F, 0xFFE9CF, 0x4A2413, 3, 1)
"""Told apart by facing and name as well: wolves of ice look to the right, those of ember do not."""
HUES = (ICE, EMBER)


class Pack(NamedTuple):
    """How the wolves of one player are painted."""

    chip: Paint
    """Behind a value."""
    band: Paint
    """Behind a name."""
    body: Paint
    """The rest of a card, beside or below its picture."""
    color: int
    """Bars, and words on the plain ground."""
    tint: int
    """The sky behind a wolf."""
    dyes: Dyes
    mirrored: bool


def pack_of(palette: Palette, seat: Seat) -> Pack:
    hue = HUES[seat]
    dyes: Dyes = (
        ("f", Letter(hue.bright, hue.bright_16, True)),
        ("F", Letter(hue.shadow, hue.ground_16, False)),
        ("w", Letter(hue.white, 15, True)),
    )
    bright = hue.bright if palette.dark else mix(hue.bright, 0, 0.55)
    text = hue.bright if hue is ICE else 0xFFC48F
    body = Paint() if palette.depth == "mono" else palette.surface(text, hue.ground, 7, 0)
    return Pack(
        palette.surface(0x10182C, hue.bright, 0, hue.bright_16),
        palette.surface(text, hue.ground, 15, hue.ground_16),
        body,
        palette.color(bright, hue.bright_16),
        hue.ground if palette.colored else 0,
        dyes,
        seat == SEATS[1],
    )


def picture_of(card: int) -> str:
    """The name of a wolf's picture: those of a Lone Wolf have a scar."""
    kind = kind_of(card)
    scarred = kind in LONE and kind != Wolf.LONE_SIX
    return f"w{VALUE[card]}{'.lone' if scarred else ''}"


def portrait(look: Look, card: int) -> tuple[str, int]:
    """The picture of a wolf or a power, and the color behind it; a power's number follows those of
    all wolves."""
    ground = pack_of(look.palette, SEATS[0]).tint
    if card >= POWER_PAGE:
        return Power(card - POWER_PAGE).name.lower(), ground
    return picture_of(card), ground


def pack_for(scene: Scene, card: int) -> Pack:
    return pack_of(scene.look.palette, owner_of(card))


def meadow(scene: Scene) -> Paint:
    """The ground of the land."""
    palette = scene.look.palette
    if not palette.colored:
        return Paint()
    if palette.ground == (0, 0):  # strong contrast: the land is as dark as everything else
        return Paint(bg=0)
    return Paint(bg=MEADOW if palette.dark else MEADOW_DAY)


def bar_ground(scene: Scene) -> Paint:
    """What is left of a bar."""
    palette = scene.look.palette
    if not palette.colored:
        return Paint()
    return Paint(bg=mix(palette.ground[0], palette.muted, 0.22))


# ── how large everything is ─────────────────────────────────────────────────────────────────────


class Form(NamedTuple):
    """How large everything is: columns and rows in cells."""

    card: tuple[int, int]
    """A wolf on the land."""
    columns: int
    rows: int
    """How many places are drawn whole; one more on each side is drawn as its key."""
    hand: tuple[int, int]
    """A wolf in the hand; on small screens its width follows the screen's."""
    right: int = 0
    """Columns of both packs beside the bars of the rows; 0: they stand between the bars."""
    bars: bool = False
    """Whether the land has a row for a bar below every row of wolves."""
    edge: int = 1
    """Rows above and below, for letters and keys."""

    @property
    def pitch(self) -> tuple[int, int]:
        """From one place to the next."""
        return self.card[0] + 1, self.card[1] + self.bars

    @property
    def width(self) -> int:
        return 3 + self.columns * self.pitch[0] + 2

    @property
    def height(self) -> int:
        return self.rows * self.pitch[1] + 2 * self.edge


TINY = Form((6, 2), 4, 4, (0, 4), right=19)
"""Where rows are scarce: wolves without pictures."""


def form_for(size: Size, high: bool = False, between: bool = False) -> Form:
    """How large things are on a screen; `high`: the land has four rows; `between`: there is
    something to be gained, and what is gained needs the room."""
    match size.kind:
        case Class.S200:
            return Form((24, 9), 5, 5, (26, 8), right=26)
        case Class.S160:
            return Form((18, 7), 5, 5, (22, 8), right=22)
        case Class.S120 if size.is_low:
            return Form((12, 4), 5, 5, (20, 7), right=19)
        case Class.S120:
            return Form((12, 5), 5, 5, (20, 7), right=19)
        case Class.S80 if not between:
            return Form((11, 4), 4, 4, (0, 1), edge=0) if high else Form((11, 4), 4, 3, (0, 4))
        case Class.T40:
            wide = max(6, min(11, (size.columns - 5) // 4 - 1))
            card = 4 if size.rows >= ROOMY else 3 if size.rows >= 36 else 2
            if between:  # what may be gained needs the rows
                return Form((wide, 1), 4, 4, (0, 6), bars=True, edge=0)
            return Form((wide, card), 4, 4, (0, 6), bars=True)
    return TINY
