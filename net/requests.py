"""Hearing: what people at a table may say, and what becomes of it; all else is refused by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.core import Choice, Seat
from net import messages as said
from net.messages import Message
from net.seats import Chair, Peer, Refusal

if TYPE_CHECKING:
    from net.table import Table


def bot(table: Table, peer: Peer, message: said.Bot) -> None:
    needs_keeper(table, peer)
    if table.phase == "playing":
        raise Refusal("already_playing")
    free = next((n for n, chair in enumerate(table.chairs) if chair.kind == "free"), None)
    if free is None:
        raise Refusal("no_free_seat")
    table.seat_bot(free, message.level or table.opening.level)
    table.tell_room()


def remove(table: Table, peer: Peer, message: said.Remove) -> None:
    needs_keeper(table, peer)
    chair = chair_at(table, message.seat)
    if table.phase == "playing":
        raise Refusal("already_playing")
    if chair.kind == "free":
        raise Refusal("seat_is_free")
    if chair.peer is not None:
        table.out.append((chair.peer, said.Bye("removed")))
        table.told.pop(chair.peer, None)
    table.do("free", message.seat)
    table.tell_room()


def keeper(table: Table, peer: Peer, message: said.Keeper) -> None:
    needs_keeper(table, peer)
    if chair_at(table, message.seat).kind != "person":
        raise Refusal("not_a_person")
    table.do("keeper", message.seat)
    table.tell_room()


def ready(table: Table, peer: Peer, message: said.Ready) -> None:
    seat = needs_seat(table, peer)
    if table.phase == "playing":
        raise Refusal("already_playing")
    chair = table.chairs[seat]
    chair.ready, chair.nonce = message.ready, message.nonce
    people = [chair for chair in table.chairs if chair.kind == "person"]
    free = any(chair.kind == "free" for chair in table.chairs)
    if not free and all(chair.ready for chair in people):
        table.begin()
    else:
        table.tell_room()


def start(table: Table, peer: Peer, message: said.Start) -> None:
    needs_keeper(table, peer)
    if table.phase == "playing":
        raise Refusal("already_playing")
    waiting = [p for p in table.chairs if p.kind == "person" and p.peer and not p.ready]
    if waiting:
        raise Refusal("not_all_ready")
    for number, chair in enumerate(table.chairs):
        if chair.kind == "free":
            table.seat_bot(number, table.opening.level)
    table.begin()


def act(table: Table, peer: Peer, message: said.Act) -> None:
    seat = needs_seat(table, peer)
    chair = table.chairs[seat]
    if message.id in chair.answers:  # said twice: the same answer, and nothing more
        table.out.append((peer, said.Done(message.id)))
        return
    if table.phase != "playing":
        raise Refusal("not_playing")
    ask = table.ask_of(seat)
    if ask is None:
        raise Refusal("not_asked")
    if not chair.asked <= message.turn <= table.turn:
        raise Refusal("late")
    table.hurried = False
    table.spend(seat, table.thought)
    table.answer(ask, Choice(message.verb, message.value), message.id)
    table.out.insert(0, (peer, said.Done(message.id)))


def hurry(table: Table, peer: Peer, message: said.Hurry) -> None:
    needs_seat(table, peer)
    if not table.is_solo():
        raise Refusal("not_alone")
    table.hurried = True


def decide(table: Table, peer: Peer, message: said.Decide) -> None:
    voter = needs_seat(table, peer)
    chair = chair_at(table, message.seat)
    if table.absent() != message.seat:
        raise Refusal("not_absent")
    table.fates[voter] = (message.seat, message.fate)
    people = table.present()
    votes = sum(table.fates.get(seat) == (message.seat, message.fate) for seat in people)
    if votes * 2 <= len(people):
        table.tell_room()
        return
    table.fates = {}
    match message.fate:
        case "bot":
            table.do("bot", message.seat, chair.name, table.opening.level)
        case "end":
            table.do("end")
            table.finish()
        case "wait":
            table.do("stand_in", message.seat, False)
    table.tell_room()


def leave(table: Table, peer: Peer, message: said.Leave) -> None:
    seat = table.seat_of(peer)
    name = table.watchers.get(peer, "") if seat is None else table.chairs[seat].name
    kept = seat is not None and seat == table.keeper
    table.forget(peer)
    if seat is not None:
        if table.phase == "playing":
            table.do("bot", seat, name, table.opening.level)
        else:
            table.do("free", seat)
    if kept and table.present() and table.keeper not in table.present():
        table.do("keeper", table.present()[0])
    table.tell(said.Notice("left", name))
    table.tell_room()


def needs_seat(table: Table, peer: Peer) -> Seat:
    seat = table.seat_of(peer)
    if seat is None:
        raise Refusal("only_players")
    return seat


def needs_keeper(table: Table, peer: Peer) -> Seat:
    seat = needs_seat(table, peer)
    if seat != table.keeper:
        raise Refusal("only_keeper")
    return seat


def chair_at(table: Table, number: int) -> Chair:
    if number >= len(table.chairs):
        raise Refusal("no_such_seat")
    return table.chairs[number]


HEARD: dict[type[Message], Callable[[Table, Peer, Any], None]] = {
    said.Bot: bot,
    said.Remove: remove,
    said.Keeper: keeper,
    said.Ready: ready,
    said.Start: start,
    said.Act: act,
    said.Decide: decide,
    said.Hurry: hurry,
    said.Leave: leave,
}
"""By message: who listens to it at a table. The host itself hears the rest."""
