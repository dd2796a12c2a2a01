"""Lands written down as rows: `A1 B3m .` with a stack as `B1/A2`, the visible wolf last."""

from __future__ import annotations

from engine.core import Choice, Seat, do
from engine.games.moonlight.deck import DECK, owner_of, wolf_of
from engine.games.moonlight.land import shape_of
from engine.games.moonlight.rules import RoundEnds, begin_turn
from engine.games.moonlight.state import SEATS, Table
from engine.games.moonlight.tally import Tally, tally
from engine.games.moonlight.written import WOLVES, cell_at
from engine.play import apply, asks
from tests.scenarios.moonlight import OWNERS, card, place_of, power

A, B = SEATS


def land(*rows: str) -> dict[int, list[int]]:
    """The cells of some rows, the first of them at (0, 0)."""
    return {
        cell_at(column, row): [card(part[0], part[1:]) for part in text.split("/")]
        for row, line in enumerate(rows)
        for column, text in enumerate(line.split())
        if text != "."
    }


def table(
    *rows: str,
    turn: Seat = A,
    starter: Seat = A,
    hands: tuple[str, str] = ("2 3 4", "2 3 4"),
    decks: tuple[str, str] = ("1 5", "1 5"),
    powers: tuple[str | None, str | None] = (None, None),
) -> Table:
    """The middle of a round, at somebody's turn."""
    table = Table(len(SEATS), bytes(32), goal=2, starter=starter, round=1)
    table.land = land(*rows)
    table.shape = shape_of(table.land, "") if table.land else ""
    table.powers = [power(name) for name in powers]
    table.hands = [cards(seat, text) for seat, text in zip(SEATS, hands, strict=True)]
    table.decks = [cards(seat, text) for seat, text in zip(SEATS, decks, strict=True)]
    do(table, RoundEnds())
    begin_turn(table, turn)
    return table


def dealt(
    *rows: str,
    hands: tuple[str, str],
    powers: tuple[str | None, str | None] = (None, None),
) -> Table:
    """The same with whole packs: what is neither on the land nor in a hand is in the decks."""
    position = table(*rows, hands=hands, decks=("", ""), powers=powers)
    for seat in SEATS:
        left = [wolf_of(seat, kind) for kind in DECK]
        lying = [card for stack in position.land.values() for card in stack]
        for held in (*position.hands[seat], *lying):
            if held in left:
                left.remove(held)
            elif owner_of(held) == seat:
                position.lone[seat].append(held)
        position.decks[seat] = left
    return position


def cards(seat: Seat, text: str) -> list[int]:
    return [card(OWNERS[seat], code) for code in text.split()]


def wolf(code: str) -> Choice:
    return Choice("wolf", WOLVES[code])


def at(verb: str, column: int, row: int) -> Choice:
    return Choice(verb, cell_at(column, row))


def offered(table: Table, code: str) -> set[tuple[str, int, int]]:
    """Where one of the active seat's wolves may go: verb, column and row."""
    twin = table.copy()
    apply(twin, twin.active, wolf(code))
    return spots(twin)


def spots(table: Table) -> set[tuple[str, int, int]]:
    """The places on offer: verb, column and row."""
    (ask,) = asks(table)
    return {(verb, *place_of(cell)) for verb, cell in ask.choices if cell}  # type: ignore[misc]


def covered(table: Table, code: str) -> set[tuple[str, int, int]]:
    """The wolves that this one may cover."""
    return {spot for spot in offered(table, code) if spot[0] != "put"}


def play(table: Table, *choices: Choice) -> None:
    """Answer for the active seat."""
    for choice in choices:
        apply(table, asks(table)[0].seat, choice)


def count(*rows: str, powers: tuple[str | None, str | None] = (None, None)) -> Tally:
    """What some rows add up to."""
    tops = {cell: stack[-1] for cell, stack in land(*rows).items()}
    return tally(tops, [power(name) for name in powers])
