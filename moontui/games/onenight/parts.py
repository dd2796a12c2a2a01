"""What the zones of One Night's table share: colors and faces of roles, and who said what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from engine.core import HIDDEN, Choice, Seat
from engine.games.onenight.claims import announced
from engine.games.onenight.roles import Role
from engine.games.onenight.state import Village
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, crop, cut, flow
from moontui.draw.paint import NONE, Paint, mix
from moontui.draw.palette import DUSK, Palette
from moontui.draw.scene import Look, Scene
from moontui.draw.size import Class, Size
from moontui.games.onenight.nightwords import call_of
from moontui.games.onenight.talk import closed
from moontui.games.onenight.teller import OneNightTeller
from moontui.words.names import SEAT_LETTERS

GAME = "onenight"
Phase = Literal["night", "day", "vote", "over"]

COLORS: dict[int, tuple[int, int]] = {
    Role.DOPPELGANGER: (0x6B5A8A, 13),
    Role.WEREWOLF: (0xB32634, 9),
    Role.MINION: (0x8C2F3A, 1),
    Role.MASON: (0x5A6F86, 8),
    Role.SEER: (0x6D56B8, 5),
    Role.ROBBER: (0x44639B, 4),
    Role.TROUBLEMAKER: (0xA8522F, 1),
    Role.DRUNK: (0x85641C, 3),
    Role.INSOMNIAC: (0x3F6BB8, 12),
    Role.VILLAGER: (0x8A6436, 3),
    Role.TANNER: (0x8A6A3C, 8),
    Role.HUNTER: (0x3A7440, 2),
}
"""By role: the color of its band, and that of a terminal with sixteen."""
PICTURES = {Role.DRUNK: "drunkard"}
"""Roles whose picture has another name."""
DAY_SKY = (0x26406C, 0xD9A070)
DARK = 0.55
"""How much of its light a picture loses at night."""
CLAIMED = 0.2
"""How grey a role is that somebody only claims to have been."""
FEW = 5
"""With more players than this they sit in two columns."""


def easel(scene: Scene) -> Easel:
    return Easel(scene.look, GAME)


def teller_of(scene: Scene) -> OneNightTeller:
    assert isinstance(scene.teller, OneNightTeller)
    return scene.teller


def phase_of(scene: Scene) -> Phase:
    """Whether it is night, day, time to vote, or all cards are open."""
    waiting = scene.view.waiting
    if scene.view.state.ended:
        return "over"
    if waiting and waiting[0].window in ("look", "night"):
        return "night"
    return "vote" if waiting and waiting[0].prompt == "vote" else "day"


def slot_now(scene: Scene) -> int | None:
    """Whose call is being played; None: everybody looks at their card first."""
    asked = next(iter(scene.view.waiting), None)
    return call_of(asked.number) if asked is not None and asked.window == "night" else None


def is_wide(size: Size, seats: int) -> bool:
    """Whether the talk has a column of its own beside the claims."""
    return size.is_large and (seats <= FEW or size.kind >= Class.S160)


# ── roles ───────────────────────────────────────────────────────────────────────────────────────


def picture_of(role: int) -> str:
    return PICTURES.get(Role(role), Role(role).name.lower())


def paint_of(palette: Palette, role: int, out: bool = False) -> Paint:
    """The color of a role's band."""
    return palette.band(*COLORS[role], out)


def portrait(look: Look, card: int) -> tuple[str, int]:
    """A role's picture, and the color behind it."""
    return picture_of(card), paint_of(look.palette, card).bg


def role_face(scene: Scene, role: int, width: int, height: int, faded: float = 0.0) -> list[Line]:
    """The face of a role, before a sky in its color."""
    tint = paint_of(scene.look.palette, role).bg if scene.look.palette.colored else 0
    return easel(scene).picture(picture_of(role), width, height, tint, faded)


def band(scene: Scene, role: int, width: int = 0, form: str = "short") -> Line:
    """A role's name on its color; with a width, in at most that many cells."""
    name = teller_of(scene).card(role, form)
    text = f" {name} " if not width else f" {cut(name, width - 1)} "[:width]
    return [Ink(text, "strong", ("card", int(role)), paint_of(scene.look.palette, role))]


def card_set(scene: Scene, width: int, most: int = 9) -> list[Line]:
    """Which cards are in the set, known to all: names in full if they fit, else shorter."""
    village: Village = scene.view.state
    found: list[Line] = []
    for form in ("names", "short", "tight"):
        pieces = []
        for role, count in sorted(Counter(village.roles).items()):
            text = teller_of(scene).card(role, form) + (f" x{count}" if count > 1 else "")
            text = text if form == "tight" else f" {text} "
            paint = paint_of(scene.look.palette, role)
            pieces.append([Ink(text, "strong", ("card", int(role)), paint)])
        found = flow(pieces, width, gap=" ", indent="" if form == "tight" else " ")
        if len(found) <= (1 if form != "tight" else most):
            break
    if len(found) > most:  # the rest is in the notebook
        found = found[:most]
        found[-1] = [*crop(found[-1], width - 1), Ink(scene.look.symbols.more, "dim")]
    return found


# ── people ──────────────────────────────────────────────────────────────────────────────────────


def face(scene: Scene, seat: int, width: int, height: int, faded: float = 0.0) -> list[Line]:
    """Somebody's own face, never a card's."""
    persona = next(iter(teller_of(scene).personas[seat : seat + 1]), "")
    return easel(scene).person(persona, seat, width, height, faded)


def head(scene: Scene, seat: int, width: int, height: int) -> list[Line]:
    """A face half a row lower than its place: heads below each other would melt into one."""
    *upper, last = face(scene, seat, width, height)
    return [*upper, [upper_half(ink) for ink in last]]


def upper_half(ink: Ink) -> Ink:
    """What is left of a piece of a picture without its lower pixels."""
    if not ink.art:
        return ink
    paint = ink.paint
    if paint is None:
        return ink._replace(text=ink.text.replace("█", "▀").replace("▄", " "))
    if ink.text.startswith("▄"):
        return ink._replace(text=" " * len(ink.text), paint=None)
    top = paint.fg if ink.text.startswith("▀") else paint.bg
    return ink._replace(text="▀" * len(ink.text), paint=Paint(top))


def choice_of(scene: Scene, seat: int) -> Choice | None:
    """The choice that names somebody, whatever is asked."""
    return scene.offers("vote", seat) or scene.offers("seat", seat)


def is_picked(scene: Scene, seat: int) -> bool:
    return is_chosen(scene, choice_of(scene, seat))


def is_chosen(scene: Scene, choice: Choice | None) -> bool:
    """Whether a choice is about to be made, or was; what a sleeper names means nothing."""
    ask = scene.view.ask
    if choice is None or ask is None or choice not in (scene.picked, scene.held):
        return False
    return ask.window != "night" or teller_of(scene).is_awake(scene.view, ask)


def chip(scene: Scene, seat: int) -> Ink:
    """A player's letter: a key if they can be named now, an arrow if the table waits for them."""
    letter = SEAT_LETTERS[seat]
    if is_picked(scene, seat):
        return Ink(f" {letter} ", "strong", paint=scene.look.palette.chip)
    village: Village = scene.view.state
    speaks = phase_of(scene) == "day" and not village.free
    turn = speaks and any(ask.seat == seat for ask in scene.view.waiting)
    sign = scene.look.symbols.key if turn else " "
    return Ink(f"{sign}{letter} ", "key" if choice_of(scene, seat) or turn else "strong")


def bar(scene: Scene, seat: int) -> Ink:
    return Ink(scene.look.symbols.bar_left, paint=Paint(scene.look.palette.seat(seat)))


def name_of(scene: Scene, seat: int) -> Ink:
    """A name, with the token that the player has put there."""
    style = "mine" if seat == scene.me else "strong"
    signs = {"verified": scene.look.symbols.yes, "doubtful": "?"}
    sign = "" if scene.covered else signs.get(scene.tokens.get(seat, ""), "")
    return Ink(scene.name(seat).upper() + sign, style)


def aims(village: Village) -> dict[int, int]:
    """By seat: whom they say they will vote for, if they said so; peace means the one on the
    left."""
    return announced(village.live_claims(), village.seats)


def speech_of(scene: Scene, seat: int) -> str:
    """What somebody said last; empty: nothing yet."""
    teller, village = teller_of(scene), scene.view.state
    parts: list[str] = []
    number = -1
    for event in reversed(village.events or ()):
        if event.seat != seat or event.kind == "turn":
            if parts and event.kind != "turn":
                break
            continue
        if event.kind.startswith("said_"):
            if parts and event.number != number:
                break
            number = event.number
            kind = event.kind.removeprefix("said_")
            parts.insert(0, teller.talk.statement(seat, number, kind, event.cards))
        elif parts:
            break
        elif event.kind in ("asked", "took_back", "refused", "vote_now", "more_time"):
            topic = ""
            if event.kind == "asked":
                topic = teller.talk.question(seat, event.other or 0, event.number)
            other = teller.name(event.other)
            return teller.words.say(
                "speech", event.kind, other=other, topic=topic, number=event.number
            )
    said = ", ".join(parts)
    return closed(f"{said[0].upper()}{said[1:]}.") if said else ""


def knows_own_card(scene: Scene) -> int | None:
    """The card the player was dealt; None: there is none, or it is covered."""
    village: Village = scene.view.state
    if scene.me is None or scene.covered or not village.dealt:
        return None
    dealt = village.dealt[scene.me]
    return None if dealt == HIDDEN else dealt


# ── light ───────────────────────────────────────────────────────────────────────────────────────


def dark(lines: Iterable[Line], palette: Palette) -> list[Line]:
    """Pictures in the dark: less than half of their light. Words stay as they are."""
    return [
        [ink._replace(paint=darker(ink.paint, palette)) if ink.art else ink for ink in line]
        for line in lines
    ]


def darker(paint: Paint | None, palette: Palette) -> Paint | None:
    if paint is None or not palette.colored:
        return paint
    ground = palette.night
    fg, bg = (mix(color, ground, DARK) if color >= 0 else NONE for color in (paint.fg, paint.bg))
    return Paint(fg, bg, paint.reverse)


def skies(palette: Palette, phase: Phase) -> Palette:
    """The palette with the sky of a time of day; a theme without a sky keeps none."""
    if palette.sky == (0, 0) or not palette.colored or not palette.dark:
        return palette
    if phase in ("day", "over"):
        return replace(palette, sky=DAY_SKY, dark=False)
    return replace(palette, sky=DUSK.sky) if phase == "vote" else palette


def big(scene: Scene, text: str, color: int = 0xFFE0A0, shadow: int = 0x8A4A2A) -> list[Line]:
    """Big letters; before a light sky, dark ones."""
    if not scene.look.palette.dark:
        color, shadow = shadow, NONE
    return easel(scene).letters(text, color, shadow)


def seats_in_order(scene: Scene) -> list[Seat]:
    """The others clockwise from the player's left; for a watcher, everybody."""
    village: Village = scene.view.state
    me = scene.me
    everyone = list(village.everyone())
    if me is None:
        return everyone
    return everyone[me + 1 :] + everyone[:me]
