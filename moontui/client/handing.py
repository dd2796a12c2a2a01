"""Handing a table to another machine: who may, who is asked, and the way for those who follow."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from moontui.client.reach import NETWORK, Reach
from moontui.client.recent import RecentHosts
from net.text import NAME_CELLS, clean

if TYPE_CHECKING:
    from moontui.client.own_tables import OwnTables
    from moontui.client.session import Session
    from net.client import Client, Way

Asked = Literal["take", "agree", ""]
"""What a player is asked: to take the table, to agree that another one does, or nothing."""


def machines(session: Session) -> list[int]:
    """The seats of those whose machine could have the table: others who are there."""
    return [
        seat
        for seat, player in enumerate(session.players)
        if player.kind == "person" and not player.away and seat != session.seat
    ]


def may_hand_on(session: Session) -> bool:
    """Whether the player may hand the table to somebody's machine now."""
    room = session.room
    if room is None or session.alone or session.deal:
        return False
    shuffling = bool(room.seals) and room.phase != "playing"
    return session.keeps and not shuffling and bool(machines(session))


def asked(session: Session) -> Asked:
    """What the player is asked about a table that is to move."""
    room, seat = session.room, session.seat
    if room is None or room.moving is None or seat is None:
        return ""
    if room.moving.seat == seat:
        return "take"
    return "agree" if room.phase == "playing" and seat not in room.moving.agreed else ""


def told(session: Session) -> str:
    """What the player is asked, in words; in the middle of a match that says what it means."""
    room, words = session.room, session.words
    assert room is not None
    assert room.moving is not None
    names = [clean(player.name, NAME_CELLS) for player in room.players]
    keeper = names[room.keeper] if room.keeper is not None else ""
    key: str = asked(session) or "agree"
    if key == "take" and room.phase == "playing":
        key = "take_cards"
    return words.say("handing", key, name=keeper, other=names[room.moving.seat])


def way_to(own: OwnTables | None, data: Path, pin: bytes, reach: Reach = NETWORK) -> Way:
    """How a player gets to the host that has their table now: their own, the one that a visitor
    came to, or somebody else's."""
    from moontui.client.trust import seats_in
    from net.tokens import Tokens

    local = own.open_to_others if own is not None else None
    if local is not None and local.pin == pin:
        return local.dial, Tokens(local.own_tokens)
    seats = seats_in(data, is_visitor=reach.only is not None)
    came_here = reach.only is not None and reach.only.pin == pin
    return reach.dial("") if came_here else None, seats


def remember(data: Path, client: Client) -> None:
    """Note where a table has gone: without an announcement, nobody would find it again there."""
    if client.dial is None:
        RecentHosts(data / "recent.json").add(client.address, client.port, "")
