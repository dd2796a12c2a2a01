"""The table as one seat knows it, and the tables that it can imagine behind that."""

from __future__ import annotations

from random import Random

from engine.core import HIDDEN, Seat
from engine.games.moonlight.deck import VALUE, kind_of, wolf_of
from engine.games.moonlight.rules import ChoosePile, ChooseTwo, MovePile, Place
from engine.games.moonlight.state import SEATS, Table, kinds


def hide(table: Table, seat: Seat | None) -> Table:
    """A table built from what a seat (None: a spectator) may know: hands and decks are secret."""
    assert table.events is not None, "without events nobody knows anything"
    hands = [[HIDDEN] * len(hand) for hand in table.hands]
    if seat is not None:
        hands[seat] = table.hands[seat][:]
    own = table.active == seat
    return Table(
        seats=table.seats,
        seed=b"",
        goal=table.goal,
        starter=table.starter,
        round=table.round,
        hands=hands,
        decks=[[HIDDEN] * len(deck) for deck in table.decks],
        lifted=table.lifted[:] if own else [HIDDEN] * len(table.lifted),
        land={cell: stack[:] for cell, stack in table.land.items()},
        shape=table.shape,
        active=table.active,
        lone=[pack[:] for pack in table.lone],
        offer=table.offer[:],
        powers=table.powers[:],
        used=table.used[:],
        won=table.won[:],
        ending=table.ending,
        account=table.account,
        champion=table.champion,
        todo=table.todo[:],
        events=[event.told_to(seat) for event in table.events[table.round_began :]],
        last_turn=table.last_turn,
    )


def fill(view: Table, seat: Seat | None, rng: Random) -> Table:
    """A complete table that agrees with everything the seat of a view knows."""
    table = view.copy()
    table.seed = rng.randbytes(32)
    for pack in SEATS:
        imagine(table, pack, pack == seat, rng)
    return table


def imagine(table: Table, pack: Seat, own: bool, rng: Random) -> None:
    """Deal what a seat has not seen of a pack."""
    unseen = unseen_by(table, pack, own)
    rng.shuffle(unseen)
    hand, lifted = table.hands[pack], table.lifted if table.active == pack else []
    if not own:
        bring_a_two_forward(table, pack, unseen)
        for number in range(len(lifted)):
            lifted[number] = wolf_of(pack, unseen.pop())
        hand[:] = sorted(wolf_of(pack, unseen.pop()) for _ in hand)
    table.decks[pack] = [wolf_of(pack, unseen.pop()) for _ in table.decks[pack]]
    assert not unseen, f"{len(unseen)} wolves too many"


def shuffle_decks(table: Table, rng: Random) -> None:
    """Lay both packs anew."""
    for deck in table.decks:
        rng.shuffle(deck)


def unseen_by(table: Table, pack: Seat, own: bool) -> list[int]:
    """The wolves of a pack, by kind, that its own seat (or somebody else) has not seen."""
    left = table.unseen(pack)
    if own:
        for card in (*table.hands[pack], *(table.lifted if table.active == pack else ())):
            left[kind_of(card)] -= 1
    return kinds(left)


def bring_a_two_forward(table: Table, pack: Seat, unseen: list[int]) -> None:
    """A seat that has begun to shift the ground must have a 2 to place: put one on top."""
    if any(shifts(step) for step in table.todo if getattr(step, "seat", None) == pack):
        place = next(number for number, kind in enumerate(unseen) if VALUE[kind] == 2)
        unseen.append(unseen.pop(place))


def shifts(step: object) -> bool:
    """Whether a step belongs to Shifting Ground."""
    chain = isinstance(step, ChoosePile | MovePile | ChooseTwo)
    return chain or (isinstance(step, Place) and step.why == "two")
