"""A match played on: the next table at a host of one's own goes on from a moment of a record.

Its cards are those of the record, which the player may have seen by now. So it exists only at hosts
that nobody else can reach, proves nothing about its deal, and its record says where it comes from.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.bots.personas import PERSONAS, newcomer
from engine.core import Seat
from engine.record import Record
from net import facts
from net.table import Table
from net.text import NAME_CELLS, clean


class Continuation(NamedTuple):
    """Where a match goes on, and with whom."""

    record: Record
    """Up to the moment, with the match that it was taken from as its `origin`."""
    seat: Seat
    """The player's; bots have all the others."""
    name: str
    levels: tuple[str, ...]
    """By seat: how well its bot plays."""

    def set_up(self, table: Table) -> None:
        """Seat the bots, under the names of whoever sat there, and lay the match on the table."""
        record = self.record
        taken, personas = [self.name], [one for one in record.personas if one in PERSONAS]
        for number in range(record.seats):
            if number == self.seat:
                continue
            wanted = clean(record.names[number], NAME_CELLS) if number < len(record.names) else ""
            persona = record.personas[number] if number < len(record.personas) else ""
            other = newcomer(personas, taken)
            if persona not in PERSONAS:
                persona = other.persona
                personas.append(persona)
            name = wanted if wanted and wanted not in taken else other.name
            taken.append(name)
            table.do(facts.Bot(Seat(number), name, self.levels[number], persona))
        moves = [(move.seat, *move.choice) for move in record.moves]
        table.do(facts.Given(record.seed.hex(), record.origin, moves))
