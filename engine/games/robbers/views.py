"""The table as one seat knows it, and the tables that it can imagine behind that."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engine.core import HIDDEN, Event, Seat
from engine.games.robbers.deck import Role, copies_for, role_of
from engine.games.robbers.state import Table


def hide(table: Table, seat: Seat | None) -> Table:
    """A table built from what a seat (None: a spectator) has seen and been told."""
    assert table.events is not None, "without events nobody knows anything"
    reckoned = table.account is not None
    hands = [[HIDDEN] * len(hand) for hand in table.hands]
    roles = [chip if chip == Role.WEREWOLF else HIDDEN for chip in table.chips]
    if seat is not None:
        hands[seat] = table.hands[seat][:]
        roles[seat] = table.roles[seat]
    piles = table.piles if reckoned else [[HIDDEN] * len(pile) for pile in table.piles]
    closed = table.strict and bool(table.trick)
    return Table(
        seats=table.seats,
        seed=b"",
        deals=table.deals,
        history=table.history,
        dealer=table.dealer,
        deal=table.deal,
        hands=hands,
        undealt=table.undealt if reckoned else HIDDEN,
        roles=table.roles[:] if reckoned else roles,
        chips=table.chips[:],
        leader=table.leader,
        trick=table.trick[:],
        piles=[pile[:] for pile in piles],
        last_leader=table.last_leader,
        last_trick=[] if closed else table.last_trick[:],
        points=table.points[:],
        account=table.account,
        champions=table.champions,
        todo=table.todo[:],
        events=[event.told_to(seat) for event in table.events[table.round_began :]],
        round_began=0,
        strict=table.strict,
        icons=table.icons,
    )


def fill(view: Table, seat: Seat | None, rng: Random) -> Table:
    """A complete table that agrees with everything the seat of a view knows.

    Nobody has to follow suit, so only the cards seen speak for or against a deal.
    """
    table = view.copy()
    table.seed = rng.randbytes(32)
    if view.account is not None:
        return table
    assert view.events is not None
    rest = unseen_cards(view, seat)
    rng.shuffle(rest)
    for other, hand in enumerate(view.hands):
        if other != seat:
            table.hands[other] = sorted(rest.pop() for _ in hand)
    table.undealt = rest.pop() if rest else HIDDEN
    played = cards_played(view.seats, view.events)
    table.roles = [int(role_of(own + hand)) for own, hand in zip(played, table.hands, strict=True)]
    table.piles = cards_taken(view.seats, view.events)
    return table


def unseen_cards(view: Table, seat: Seat | None) -> list[int]:
    """The cards that were not played and are not in the seat's own hand, in order."""
    assert view.events is not None
    left = copies_for(view.seats)
    for cards in (
        *cards_played(view.seats, view.events),
        view.hands[seat] if seat is not None else (),
    ):
        for card in cards:
            left[card] -= 1
    return [card for card, copies in enumerate(left) for _ in range(copies)]


def cards_played(seats: int, events: Iterable[Event]) -> list[list[int]]:
    """By seat: the cards it has played in this deal, in order."""
    played: list[list[int]] = [[] for _ in range(seats)]
    for event in events:
        if event.kind == "played" and event.seat is not None:
            played[event.seat].append(event.cards[0])
    return played


def cards_taken(seats: int, events: Iterable[Event]) -> list[list[int]]:
    """By seat: the cards it has taken in this deal."""
    taken: list[list[int]] = [[] for _ in range(seats)]
    for event in events:
        if event.kind == "took" and event.seat is not None:
            taken[event.seat] += event.cards
    return taken
