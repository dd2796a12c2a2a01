"""Requests: what people at a table may ask, and what comes of it; all else is refused by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.core import Choice, Seat
from net import between, facts, shuffle
from net import messages as said
from net.lasting import Chair
from net.messages import Message
from net.present import Moving, Peer
from net.refusal import Refusal
from net.sent_away import give_up, send_player, send_watcher
from net.windows import is_aloud, turn_clock

if TYPE_CHECKING:
    from net.table import Table


def bot(table: Table, peer: Peer, message: said.Bot) -> None:
    needs_keeper(table, peer)
    needs_rest(table)
    needs_chance(table)
    free = table.lasting.seats("free")
    if not free:
        raise Refusal("no_free_seat")
    table.seat_bot(free[0], message.level or table.opening.level)
    table.tell_room()


def remove(table: Table, peer: Peer, message: said.Remove) -> None:
    needs_keeper(table, peer)
    seat, chair = chair_at(table, message.seat)
    needs_rest(table)
    needs_chance(table)
    if chair.kind == "free":
        raise Refusal("seat_is_free")
    if seat == table.lasting.keeper != table.keeper():
        raise Refusal("keepers_seat")
    if chair.kind == "person" and seat != table.lasting.keeper:
        send_player(table, seat, "removed")
        between.seat_waiting(table)
        return
    if seat in table.present.seated:
        table.out.append((table.present.seated[seat], said.Bye("removed")))
    table.present.vacate(seat)
    table.do(facts.Free(seat))
    between.seat_waiting(table)
    table.tell_room()


def dismiss(table: Table, peer: Peer, message: said.Dismiss) -> None:
    needs_keeper(table, peer)
    for other, watcher in table.present.watchers.items():
        if watcher.number == message.watcher:
            send_watcher(table, other, "removed")
            return
    raise Refusal("no_such_watcher")


def lift(table: Table, peer: Peer, message: said.Lift) -> None:
    needs_keeper(table, peer)
    if all(gone.number != message.number for gone in table.lasting.away):
        raise Refusal("not_sent_away")
    table.do(facts.Lift(message.number))
    table.tell_room()


def keeper(table: Table, peer: Peer, message: said.Keeper) -> None:
    if needs_seat(table, peer) != table.lasting.keeper:  # not to be given away by a deputy
        raise Refusal("only_keeper")
    seat, chair = chair_at(table, message.seat)
    if chair.kind != "person":
        raise Refusal("not_a_person")
    table.do(facts.Keep(seat))
    table.tell_room()


def move(table: Table, peer: Peer, message: said.Move) -> None:
    """The keeper would like to hand the table to the machine of another player, or not anymore."""
    needs_keeper(table, peer)
    needs_chance(table)
    if not message.move:
        table.present.moving = None
        table.tell_room()
        return
    seat, chair = chair_at(table, message.seat)
    if chair.kind != "person" or seat not in table.present.seated:
        raise Refusal("not_a_person")
    if table.lasting.is_opening:
        raise Refusal("shuffling")
    table.present.moving = Moving(seat, frozenset({needs_seat(table, peer)}))
    table.tell_room()


def consent(table: Table, peer: Peer, message: said.Consent) -> None:
    """In the middle of a match nothing moves unless everybody agrees."""
    seat, wish = needs_seat(table, peer), table.present.moving
    if wish is None:
        raise Refusal("nothing_moves")
    if message.agree:
        table.present.moving = Moving(wish.seat, wish.agreed | {seat})
    else:
        table.present.moving = None
        table.tell(said.Notice("move_denied", table.lasting.chairs[seat].name))
    table.tell_room()


def wolf(table: Table, peer: Peer, message: said.Wolf) -> None:
    """Whoever saw a wolf last begins, if they say so before anybody has sealed what is agreed."""
    seat = needs_seat(table, peer)
    needs_rest(table)
    needs_chance(table)
    lasting = table.lasting
    if lasting.phase != "lobby" or lasting.last is not None:
        raise Refusal("not_the_first")
    options = {option.key: option.values for option in lasting.game.options}
    if str(int(seat)) not in options.get("start", ()):
        raise Refusal("nobody_begins")
    if table.present.ready:
        raise Refusal("somebody_is_ready")
    table.do(facts.Wolf(None if lasting.first == seat else seat))
    table.tell_room()


def change(table: Table, peer: Peer, message: said.Change) -> None:
    needs_keeper(table, peer)
    needs_rest(table)
    seat = needs_seat(table, peer)
    between.change(table, table.lasting.chairs[seat].name, message)


def ready(table: Table, peer: Peer, message: said.Ready) -> None:
    seat = needs_seat(table, peer)
    needs_rest(table)
    present = table.present
    if message.ready:
        if not message.seal:
            raise Refusal("no_seal")
        present.ready.add(seat)
        if message.commitment == table.commitment:  # else their client seals again, seeing this one
            present.seals[seat] = message.seal
    else:
        present.ready.discard(seat)
        present.seals.pop(seat, None)
    lasting = table.lasting
    if not lasting.seats("free") and shuffle.have_sealed(table, lasting.seats("person")):
        shuffle.lay(table)
    else:
        table.tell_room()


def start(table: Table, peer: Peer, message: said.Start) -> None:
    needs_keeper(table, peer)
    needs_rest(table)
    if not shuffle.have_sealed(table, table.people_here()):
        raise Refusal("not_all_ready")
    if table.lasting.seats("free") and is_aloud(table):
        raise Refusal("nobody_there")  # who talks aloud wants no bots unless asked for
    for seat in table.lasting.seats("free"):
        table.seat_bot(seat, table.opening.level)
    shuffle.lay(table)


def open_seal(table: Table, peer: Peer, message: said.Open) -> None:
    seat = needs_seat(table, peer)
    if not table.lasting.is_opening or not table.lasting.seals[seat]:
        raise Refusal("no_seal")
    shuffle.unseal(table, seat, message.nonce)


def act(table: Table, peer: Peer, message: said.Act) -> None:
    seat = needs_seat(table, peer)
    chair = table.lasting.chairs[seat]
    if message.id in chair.answers:  # said twice: the same answer, and nothing more
        table.out.append((peer, said.Done(message.id)))
        return
    if table.lasting.phase != "playing":
        raise Refusal("not_playing")
    ask = table.lasting.ask_of(seat)
    if ask is None:
        raise Refusal("not_asked")
    if not chair.asked <= message.turn <= table.lasting.turn:
        raise Refusal("late")
    table.present.hurried = False
    table.spend(seat, table.present.thought)
    table.answer(ask, Choice(message.verb, message.value), message.id)
    table.out.insert(0, (peer, said.Done(message.id)))


def hurry(table: Table, peer: Peer, message: said.Hurry) -> None:
    needs_seat(table, peer)
    if not table.is_solo():
        raise Refusal("not_alone")
    table.present.hurried = True


def clock(table: Table, peer: Peer, message: said.Clock) -> None:
    needs_keeper(table, peer)
    turn_clock(table, message.what)


def decide(table: Table, peer: Peer, message: said.Decide) -> None:
    voter = needs_seat(table, peer)
    seat, chair = chair_at(table, message.seat)
    if table.absent() != seat:
        raise Refusal("not_absent")
    fates = table.present.fates
    fates[voter] = (seat, message.fate)
    people = table.people_here()
    votes = sum(fates.get(other) == (seat, message.fate) for other in people)
    if votes * 2 <= len(people):
        table.tell_room()
        return
    table.present.fates = {}
    match message.fate:
        case "bot":
            table.present.vacate(seat)
            table.do(facts.Bot(seat, chair.name, table.opening.level, ""))
        case "end":
            table.do(facts.End())
            table.finish()
        case "wait":
            table.do(facts.StandIn(seat, False))
    table.tell_room()


def leave(table: Table, peer: Peer, message: said.Leave) -> None:
    seat = table.seat_of(peer)
    if seat is None:
        watcher = table.present.watchers.get(peer)
        table.present.forget(peer)
        table.tell(said.Notice("watcher_left", watcher.name if watcher is not None else ""))
    else:
        name = table.lasting.chairs[seat].name
        give_up(table, seat, name)
        table.tell(said.Notice("left", name))
        between.seat_waiting(table)
    table.tell_room()


def needs_chance(table: Table) -> None:
    """Who sits at a fixed deal, and who begins, is part of it."""
    if table.opening.deal:
        raise Refusal("fixed_deal")


def needs_seat(table: Table, peer: Peer) -> Seat:
    seat = table.seat_of(peer)
    if seat is None:
        raise Refusal("only_players")
    return seat


def needs_keeper(table: Table, peer: Peer) -> None:
    if needs_seat(table, peer) != table.keeper():
        raise Refusal("only_keeper")


def needs_rest(table: Table) -> None:
    if table.lasting.phase == "playing":
        raise Refusal("already_playing")
    if table.lasting.is_opening:
        raise Refusal("shuffling")


def chair_at(table: Table, number: int) -> tuple[Seat, Chair]:
    if number >= len(table.lasting.chairs):
        raise Refusal("no_such_seat")
    return Seat(number), table.lasting.chairs[number]


HEARD: dict[type[Message], Callable[[Table, Peer, Any], None]] = {
    said.Bot: bot,
    said.Remove: remove,
    said.Dismiss: dismiss,
    said.Lift: lift,
    said.Keeper: keeper,
    said.Move: move,
    said.Consent: consent,
    said.Wolf: wolf,
    said.Change: change,
    said.Sit: between.sit,
    said.Ready: ready,
    said.Open: open_seal,
    said.Start: start,
    said.Act: act,
    said.Decide: decide,
    said.Hurry: hurry,
    said.Clock: clock,
    said.Leave: leave,
}
"""By message: what handles it at a table. The host itself handles the rest."""
