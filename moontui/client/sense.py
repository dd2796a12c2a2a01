"""Whether what a host says of a table makes sense, before anybody draws it."""

from __future__ import annotations

from engine.core import Seat
from engine.games import GAMES
from moontui.games import playable
from net import messages as said

PEOPLE, GAMES_MOST, SEATS_MOST = 64, 32, 10
"""More than that, no honest host tells about an evening."""


class Nonsense(ValueError):
    """A host says something that cannot be true."""


class UnknownGame(Exception):
    """A host plays a game unknown here."""


def check(room: said.Room, seat: Seat | None) -> None:
    """Refuse an impossible table before anybody draws it. Raises `Nonsense`, or
    `UnknownGame`."""
    if room.game not in playable():
        raise UnknownGame(room.game)
    game, seats = GAMES[room.game], len(room.players)
    named = [room.keeper, room.absent, seat]
    if seats not in game.seats:
        raise Nonsense(f"{room.game} for {seats}")
    if any(one is not None and not 0 <= one < seats for one in named):
        raise Nonsense(f"a seat among {named}")
    if room.seals and len(room.seals) != seats:
        raise Nonsense(f"{len(room.seals)} seals for {seats}")
    if max(map(len, (room.commitment, *room.seals, *room.options, *room.options.values()))) > 64:
        raise Nonsense("something that is too long to be kept")
    if len(room.options) > 64:
        raise Nonsense(f"{len(room.options)} options")
    if room.evening is not None:
        check_evening(room.evening)


def check_evening(evening: said.Evening) -> None:
    """Raises `Nonsense` if a host tells of more than an evening holds."""
    if len(evening.scores) > PEOPLE or any(len(one.by_game) > GAMES_MOST for one in evening.scores):
        raise Nonsense(f"{len(evening.scores)} scores")
    closest = evening.closest
    if closest is not None and max(len(closest.names), len(closest.points)) > SEATS_MOST:
        raise Nonsense("a match of too many")
