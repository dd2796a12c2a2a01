"""Cards of Robbers as they lie on the table and in the hand."""

from __future__ import annotations

from collections.abc import Hashable

from engine.games.robbers.deck import NORMAL, Suit, rank_of, suit_of
from moontui.draw.ink import Ink, Line, aimed, cells, crop, cut, ends, painted
from moontui.draw.paint import Paint, mix
from moontui.draw.scene import Scene
from moontui.games.robbers.parts import band_of, easel, icons_on, picture_of, teller_of

NAMED = 11
"""From this many columns, a card has its whole name."""


def title_of(scene: Scene, card: int, width: int, short: bool = False) -> tuple[str, str]:
    """What stands in a card's colored corner, and what beside it."""
    teller, short = teller_of(scene), short or width < NAMED
    if card >= NORMAL:
        name = teller.card(card, "tight" if short else "short").upper()
        return name if short else f" {name} ", ""
    if short:
        return teller.card(card, "short"), ""
    suit = suit_of(card)
    assert suit is not None
    return f" {rank_of(card)} ", scene.look.words.say("suits", Suit(suit).name.lower())


def head(
    scene: Scene, card: int, width: int, tail: Line, faded: bool = False, short: bool = False
) -> Line:
    """The upper row of a card: its name, and something at the right end."""
    palette = scene.look.palette
    corner, name = title_of(scene, card, width, short)
    paper = paper_of(scene, faded)
    band = band_of(scene.look, card)
    if faded and palette.colored:
        band = Paint(0xE2E8F6, mix(band.bg, palette.night, 0.45))
    left = [Ink(corner, "strong", paint=band), Ink(f" {name}" if name else "", "strong")]
    room = width - cells(tail)
    if cells(left) > room:
        left = [Ink(cut(corner, room, ""), "strong", paint=band)]
    return painted(ends(left, tail, width), paper)


def paper_of(scene: Scene, faded: bool = False) -> Paint:
    """The face of a card; one that has had its day is darker."""
    palette = scene.look.palette
    if not faded or not palette.colored:
        return palette.paper
    return Paint(0x231C15, mix(palette.paper_color, 0x55523F, 0.45))


def card_lines(
    scene: Scene,
    card: int,
    size: tuple[int, int],
    foot: list[Line],
    tail: Line | None = None,
    target: Hashable = None,
    faded: bool = False,
    short: bool = False,
) -> list[Line]:
    """A whole card: its name, its picture, and what stands below."""
    width, height = size
    rows = height - 1 - len(foot)
    tint = band_of(scene.look, card).bg if scene.look.palette.colored else 0
    art = easel(scene).picture(picture_of(card), width, rows, tint, 0.45 if faded else 0.0)
    paper = paper_of(scene, faded)
    lines = [head(scene, card, width, tail or [], faded, short)]
    lines += [painted(crop(line, width), paper) for line in (*art, *foot)]
    return aimed(lines, target)


def icons_line(scene: Scene, card: int, faded: bool = False, room: int = 9) -> Line:
    """The icons of a card in the color of its suit; where they would fill the room, as a number."""
    palette = scene.look.palette
    paint = None
    if palette.colored and not faded:
        paint = Paint(band_of(scene.look, card).bg)
    icons = icons_on(scene, card)
    if len(icons) >= room:
        icons = f"{icons[0]}{len(icons)}"
    return [Ink(icons, "strong", paint=paint)]
