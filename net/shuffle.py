"""The shuffle: everybody's seals are laid on the table, then opened, and only then are cards dealt.

No order of opening helps anybody: whoever opens last was bound before the first did. All that is
left is not to open at all, and that is named, counted, and never dealt from (`engine/proof.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core import Seat
from engine.proof import seal_of
from net import facts
from net import messages as said
from net.lasting import Lasting
from net.windows import Due

if TYPE_CHECKING:
    from net.table import Table

OPENING = 10.0
"""How many seconds everybody has to open their seal; a client does it by itself, at once."""


def have_sealed(table: Table, seats: Sequence[Seat]) -> bool:
    """Whether these players are ready, and have sealed their share of this shuffle."""
    return table.present.ready & table.present.seals.keys() >= set(seats)


def lay(table: Table) -> None:
    """Fix all seals. Nothing may be opened before everybody has seen that they are fixed."""
    seals = table.present.seals
    table.do(facts.Seal([seals.get(seat, "") for seat in seats_of(table)]))
    table.present.opened = {}
    table.tell_room()


def unopened(table: Table) -> list[Seat]:
    """The seats whose seals are still closed."""
    opened, seals = table.present.opened, table.lasting.seals
    return [seat for seat in seats_of(table) if seals[seat] and seat not in opened]


def unseal(table: Table, seat: Seat, nonce: str) -> None:
    """A player opens a seal that lies on the table; with the last one, the cards are dealt. A nonce
    that was not sealed is as bad as none."""
    if seal_of(table.commitment, seat, nonce) != table.lasting.seals[seat]:
        void(table, [seat])
        return
    table.present.opened[seat] = nonce
    if not unopened(table):
        deal(table)


def due(lasting: Lasting) -> list[Due]:
    """When seals that are still closed make the deal void."""
    return [Due("opening", Seat(0), lasting.turn, OPENING)] if lasting.is_opening else []


def void(table: Table, seats: Sequence[Seat], name: str = "") -> None:
    """Seals of these seats are not opened. Whoever has seen the others' nonces could have chosen
    so: nothing is dealt from them, the seats are named, and everybody else seals again."""
    for seat in seats:
        table.tell(said.Notice("not_opened", name or table.lasting.chairs[seat].name))
    table.do(facts.Void(table.draw().hex()))
    present = table.present
    present.ready = (present.opened.keys() & present.seated.keys()) - set(seats)
    present.seals, present.opened = {}, {}
    table.tell_room()


def deal(table: Table) -> None:
    """Deal: the seed is made from the secret committed to and every nonce that was sealed."""
    if table.lasting.phase == "over":
        table.do(facts.Lobby())
    opened = table.present.opened
    table.do(facts.Begin([opened.get(seat, "") for seat in seats_of(table)]))
    table.present.deal()
    table.tell_room()
    table.tell_all()


def seats_of(table: Table) -> list[Seat]:
    return [Seat(number) for number in range(len(table.lasting.chairs))]
