"""Ten players of Moonlight: where each likes to put a wolf, and which."""

from __future__ import annotations

from engine.core import Choice, Seat
from engine.games.moonlight import MOONLIGHT
from engine.games.moonlight.deck import PACK, Wolf
from engine.games.moonlight.land import MIDDLE
from engine.games.moonlight.personas import DOWN, LEFT, LIKINGS, PLAIN, RIGHT, UP, liking
from engine.games.moonlight.state import Table
from engine.play import start

ME = Seat(0)
MINE, THEIRS = MIDDLE, MIDDLE + RIGHT


def table() -> Table:
    """A wolf of each pack, side by side, the own one on the left."""
    found = start(MOONLIGHT, 2, bytes(32))
    found.land = {MINE: [int(Wolf.THREE)], THEIRS: [PACK + int(Wolf.FOUR)]}
    return found


def likes(persona: str, choice: Choice, rather_than: Choice) -> bool:
    style, at = LIKINGS[persona], table()
    return liking(style, at, ME, [choice]) > liking(style, at, ME, [rather_than])


def put(cell: int) -> Choice:
    return Choice("put", cell)


def wolf(kind: Wolf) -> Choice:
    return Choice("wolf", int(kind))


def test_ada_would_rather_cover_and_bela_rather_not() -> None:
    cover, aside = Choice("cover", THEIRS), put(THEIRS + UP)
    assert likes("Ada", cover, aside)
    assert likes("Bela", aside, cover)


def test_bela_stays_beside_the_own_pack_and_dario_goes_to_the_other() -> None:
    assert likes("Bela", put(MINE + UP), put(THEIRS + UP))
    assert likes("Dario", put(THEIRS + UP), put(MINE + UP))


def test_cleo_keeps_the_strong_wolves_and_hugo_shows_them() -> None:
    assert likes("Cleo", wolf(Wolf.ONE), wolf(Wolf.FIVE))
    assert likes("Hugo", wolf(Wolf.FIVE), wolf(Wolf.ONE))


def test_finn_jona_and_ines_have_a_direction_each() -> None:
    assert likes("Finn", put(THEIRS + RIGHT), put(MINE + LEFT))
    assert likes("Jona", put(MINE + LEFT), put(THEIRS + RIGHT))
    assert likes("Ines", put(MINE + UP), put(MINE + DOWN))


def test_greta_would_rather_not_let_the_land_grow() -> None:
    at = table()
    at.land[MINE + UP] = [int(Wolf.ONE)]
    style = LIKINGS["Greta"]
    inside, outside = put(THEIRS + UP), put(MINE + LEFT)
    assert liking(style, at, ME, [inside]) > liking(style, at, ME, [outside])


def test_ines_likes_the_moon() -> None:
    assert likes("Ines", wolf(Wolf.TWO_MOON), wolf(Wolf.TWO))


def test_edda_plays_what_the_tide_brings() -> None:
    assert LIKINGS["Edda"] == PLAIN
