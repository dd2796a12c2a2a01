"""Those who were sent away from a table: how they are known when they come again.

A key that a door has checked says who somebody is, and a Unix account does so even better. Whoever
comes without one is known by address, as are all who share it, and by the tokens of the seats they
had. A new address and a new key are a new person: no host can tell that they are not.
"""

from __future__ import annotations

from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING

from engine.core import Seat
from net import facts, shuffle
from net import messages as said
from net.guests import Guest
from net.lasting import Lasting
from net.present import Peer
from net.security import same

if TYPE_CHECKING:
    from net.table import Table


def marks_of(address: str, guest: Guest | None = None) -> tuple[str, ...]:
    """What somebody is known by. Behind a tunnel all come from this machine itself, and its
    accounts share it too: there an address says nothing about those whom a door knows."""
    if guest is None:
        return (network_of(address),)
    if guest.way == "unix" or is_here(address):
        return (guest.id,)
    return guest.id, network_of(address)


def network_of(address: str) -> str:
    """An address, or for IPv6 the network that is one household's."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return str(ip) if ip.version == 4 else str(ip_network((ip, 64), strict=False))


def is_here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return True


def was_sent_away(lasting: Lasting, marks: tuple[str, ...]) -> bool:
    """Whether somebody known by one of these marks had to go."""
    return any(mark in gone.marks for gone in lasting.away for mark in marks)


def had_to_go(lasting: Lasting, token: bytes) -> bool:
    """Whether a token, by its digest, was that of somebody who had to go."""
    return any(same(token, void) for gone in lasting.away for void in gone.tokens)


def send_watcher(table: Table, peer: Peer, why: str) -> None:
    """A watcher has to go."""
    watcher = table.present.watchers[peer]
    table.out.append((peer, said.Bye(why)))
    table.present.forget(peer)
    remember(table, watcher.name, watcher.marks)
    table.tell(said.Notice("watcher_removed", watcher.name))
    table.tell_room()


def send_player(table: Table, seat: Seat, why: str) -> None:
    """A player has to go; the seat is free, or a bot's if a game is on. Their token is void."""
    chair, peer = table.lasting.chairs[seat], table.present.seated.get(seat)
    marks = table.present.marks.get(seat, ())
    if peer is not None:
        table.out.append((peer, said.Bye(why)))
    give_up(table, seat, chair.name)
    remember(table, chair.name, marks, chair.token, chair.old_token)
    table.tell(said.Notice("removed", chair.name))
    table.tell_room()


def remember(table: Table, name: str, marks: tuple[str, ...], *tokens: bytes) -> None:
    number = 1 + max((gone.number for gone in table.lasting.away), default=0)
    void = [token.hex() for token in tokens if token]
    table.do(facts.SendAway(number, name, list(marks), void))


def give_up(table: Table, seat: Seat, name: str) -> None:
    """Leave a seat for good, to a bot if a game is on; somebody still there keeps the table."""
    kept = seat == table.lasting.keeper
    table.present.vacate(seat)
    if table.lasting.phase == "playing":
        table.do(facts.Bot(seat, name, table.opening.level, ""))
    else:
        table.do(facts.Free(seat))
        if table.lasting.is_opening and table.lasting.seals[seat]:
            shuffle.void(table, [seat], name)
    here = table.people_here()
    if kept and here and table.lasting.keeper not in here:
        table.do(facts.Keep(here[0]))


def kick(table: Table, peer: Peer, why: str) -> None:
    """The owner of the host sends somebody away, whatever they do here."""
    seat = table.seat_of(peer)
    if seat is not None:
        send_player(table, seat, why)
    elif peer in table.present.watchers:
        send_watcher(table, peer, why)
