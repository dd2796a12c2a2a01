"""A proposal: what a table should play next, and who plays it if not everybody can."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games import GAMES, seats_for
from moontui.client.session import Session
from moontui.games import first_playable
from net import messages as said


def people_at(session: Session) -> list[int]:
    """The seats of people."""
    return [seat for seat, player in enumerate(session.players) if player.kind == "person"]


def players_for(session: Session, seats: int, best: bool = True) -> str:
    """Who plays, a digit for each seat: the best of the evening, or the first in the order of
    seats, in any case those who are here before others; empty: everybody can."""
    people = people_at(session)
    if len(people) <= seats:
        return ""
    evening = session.room.evening if session.room is not None else None
    ranks = {score.name: rank for rank, score in enumerate(evening.scores if evening else ())}
    if best:
        people.sort(key=lambda seat: ranks.get(session.players[seat].name, len(ranks)))
    people.sort(key=lambda seat: session.players[seat].away)
    return "".join(map(str, sorted(people[:seats])))


def typed(session: Session, words: Sequence[str]) -> said.Change:
    """Another game as somebody types it: its name, how many seats, with a clock or not."""
    numbers = [int(word) for word in words if word.isdecimal() and len(word) < 3]
    game = GAMES[first_playable(*words, session.game)]
    seats = numbers[0] if numbers else seats_for(game, max(3, len(people_at(session))))
    seats = min(10, max(1, seats))
    players = players_for(session, seats)
    return said.Change(game.id, seats, clock="clock" in words, players=players)
