"""The room: all that is told about a table apart from the game on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Seat
from net import evening
from net import messages as said
from net.lasting import Chair

if TYPE_CHECKING:
    from net.table import Table


def room_of(table: Table) -> said.Room:
    """A table, as everybody at it is told of it."""
    lasting = table.lasting
    return said.Room(
        **said.terms_of(table.opening) | {"options": lasting.options},
        table=table.opening.table,
        phase=lasting.phase,
        keeper=table.keeper(),
        players=[player(table, Seat(n), chair) for n, chair in enumerate(lasting.chairs)],
        watchers=watchers(table),
        commitment=table.commitment,
        seals=list(lasting.seals),
        voided=lasting.voided,
        given_up=lasting.given_up,
        private=bool(table.opening.password),
        absent=table.absent(),
        sent_away=[said.Someone(gone.number, gone.name) for gone in lasting.away],
        evening=evening.told(lasting.matches),
        moving=moving(table),
        newcomers=[*lasting.newcomers()],
    )


def moving(table: Table) -> said.Moving | None:
    """To whose machine the table is about to move."""
    wish = table.present.moving
    return None if wish is None else said.Moving(wish.seat, sorted(wish.agreed))


def player(table: Table, seat: Seat, chair: Chair) -> said.Player:
    """Who has a seat, as far as everybody may know."""
    present = table.present
    return said.Player(
        kind=chair.kind,
        name=chair.name,
        ready=seat in present.ready,
        away=chair.kind == "person" and seat not in present.seated,
        stand_in=chair.stand_in,
        opened=seat in present.opened,
        level=chair.level,
        persona=chair.persona,
    )


def watchers(table: Table) -> list[said.Someone]:
    """Everybody who watches, and whether they would rather sit."""
    present = table.present
    return [
        said.Someone(watcher.number, watcher.name, peer in present.waiting)
        for peer, watcher in present.watchers.items()
    ]
