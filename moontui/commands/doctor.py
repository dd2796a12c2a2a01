"""`moontui doctor [HOST]`: what keeps people from finding or reaching a table, and what to type."""

from __future__ import annotations

import argparse
import platform
import socket
from collections.abc import AsyncIterator
from importlib.metadata import version
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from moontui.client.checkup import (
    broadcast_echo,
    firewall,
    has_answered,
    host_at,
    is_found,
    is_near,
    is_there,
    knock,
    port_by_question,
    reaches_back,
)
from moontui.client.nearby import place_of, spelt, usual_finder
from moontui.client.place import PORT, NoPlace, Place, parse
from moontui.client.trust import Changed, KnownHosts, Mistaken, decide
from moontui.plain.out import complain, explain
from moontui.words.catalogue import Catalogue
from net.addresses import local_addresses
from net.client import CannotJoin
from net.invites import BadInvite, short_code
from net.lan.multicast import mdns_echo
from net.messages import VERSION
from net.security import BadKey, load_or_make, private_file
from net.text import TITLE_CELLS, clean

PARTS = ("moontui", "msgpack", "msgspec", "zeroconf", "cryptography")
LOOK = 3.0
"""Seconds for which a host is looked for by its key."""


class Finding(NamedTuple):
    """Something that was checked."""

    text: str
    fine: bool
    told: str
    """The same with neither names nor places, for strangers."""


def finding(words: Catalogue, key: str, fine: bool = True, **values: object) -> Finding:
    """What a message key says; of its values, strangers are told numbers only."""
    told = {name: one if isinstance(one, int) else "…" for name, one in values.items()}
    return Finding(words.say("doctor", key, **values), fine, words.say("doctor", key, **told))


async def run_doctor(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Print what was found, with advice; returns 1 if something is wrong."""
    found = findings(words, data, wish.port)
    if wish.where:
        try:
            known = KnownHosts(data / "hosts.json")
            found = way_to(words, parse(wish.where, wish.port), known)
        except (BadInvite, NoPlace):
            complain(words.say("doctor", "no_place", text=clean(wish.where, TITLE_CELLS)))
            return 2
    seen = []
    async for one in found:
        explain(one.text)
        seen.append(one)
    if wish.report is not None:
        from moontui.commands.report import write_report

        told = [(one.told, one.fine) for one in seen]
        return write_report(wish.report, words, data, told)
    return int(not all(one.fine for one in seen))


# ── this machine ────────────────────────────────────────────────────────────────────────────────


async def findings(words: Catalogue, data: Path, port: int) -> AsyncIterator[Finding]:
    """What was found on this machine, one at a time: some checks take seconds."""

    def told(fine: bool, good: str, bad: str, **values: object) -> Finding:
        return finding(words, good if fine else bad, fine, **values)

    parts = ", ".join(f"{part} {version(part)}" for part in PARTS)
    versions = words.say("doctor", "versions", python=platform.python_version(), parts=parts)
    yield Finding(versions, True, told=versions)
    yield finding(words, "protocol", version=VERSION)
    yield told(writable(data), "data", "no_data", folder=data)
    addresses = local_addresses()
    others = [address for address in addresses if not ip_address(address).is_loopback]
    fine, key, about = await port_state(addresses, data, port)
    yield finding(words, key, fine, port=port, **about)
    yield told(bool(others), "addresses", "no_addresses", list=", ".join(others or addresses))
    if not others:
        return  # without a network, nothing else can be found out about it
    yield told(await mdns_echo(5.0), "mdns", "no_mdns")
    yield told(await broadcast_echo(), "broadcast", "no_broadcast")
    if name := firewall():
        yield finding(words, name, port=port)
    yield finding(words, "ask_there", place=str(Place(others[0], port)))


async def port_state(
    addresses: list[str], data: Path, port: int
) -> tuple[bool, str, dict[str, object]]:
    """Who is at the port: nobody, this player's host, another one, or another program."""
    for address in sorted(addresses, key=lambda address: not address.startswith("127.")):
        if await knock(address, port, 1.0) != "open":
            continue
        heard = await host_at(Place(address, port))
        if heard.trouble == "unreachable":
            return False, "port_taken", {}
        about: dict[str, object] = {"host": clean(heard.host, TITLE_CELLS)}
        about["tables"] = len(heard.rows)
        own = heard.key != b"" and heard.key == own_key(data)
        return True, "port_own" if own else "port_host", about
    with socket.socket() as trial:
        try:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as a host does
            trial.bind(("", port))
        except OSError:
            return False, "port_taken", {}
    return True, "port_free", {}


def own_key(data: Path) -> bytes:
    """The key of this player's hosts; empty: there never was one."""
    try:
        return load_or_make(data).pin if (data / "identity").exists() else b""
    except (BadKey, OSError):
        return b""


def writable(data: Path) -> bool:
    """Whether games can be saved where they should be."""
    try:
        private_file(data / ".doctor", b"")
        (data / ".doctor").unlink()
    except OSError:
        return False
    return True


# ── the way to a host ───────────────────────────────────────────────────────────────────────────


async def way_to(words: Catalogue, place: Place, known: KnownHosts) -> AsyncIterator[Finding]:
    """What was found out about the way to a host, and back from there."""

    def told(key: str, fine: bool = True, **values: object) -> Finding:
        about = {"place": str(place), "address": place.address, "port": place.port}
        return finding(words, key, fine, **about | values)

    if place.code:
        there = await by_code(place.code, known)
        if there is None and await knock(place.address, place.port) == "no_name":
            yield told("no_code", False, code=place.code)
            return
        place = there or place
    trouble, about = await obstacle(place)
    heard = await host_at(place) if not trouble else None
    if heard is not None and heard.trouble:
        newer_or_older = heard.trouble in ("host_is_newer", "host_is_older")
        trouble = heard.trouble if newer_or_older else "not_moontui"
    if heard is not None and not trouble:
        match decide(place, heard.key, known):
            case Mistaken():
                trouble = "other_key"
            case Changed():
                trouble = "changed_key"
    if trouble or heard is None:
        yield told(trouble, False, **about)
        if place.pin and (there := await by_code(short_code(place.pin), known)) is not None:
            yield told("found_there", False, there=str(there))
        return
    place = place._replace(tls=bool(heard.key))
    yield told("there", host=clean(heard.host, TITLE_CELLS), tables=len(heard.rows))
    yield told(await listed(place))
    match await reaches_back(place, PORT):
        case True:
            yield told("both_ways")
        case False:
            yield told("own_firewall", False, own=PORT)
        case None:
            yield told("not_called")
    yield told("join_it")


async def by_code(code: str, known: KnownHosts) -> Place | None:
    """Where the host with a code is, in this network; None: it is not found."""
    async with usual_finder(()) as finder:
        try:
            found = await spelt(code, finder.rows, known, LOOK)
        except CannotJoin:
            return None
    return place_of(found)._replace(letters=code) if found is not None else None


async def obstacle(place: Place) -> tuple[str, dict[str, object]]:
    """Why nobody gets as far as a place, and what is known about it; empty: there is no obstacle.
    A host that hears a question, and no call, is behind a firewall, or at another port."""
    address, before = place.address, has_answered(place.address)
    taken = await knock(address, place.port)
    if taken in ("open", "no_name"):
        return "" if taken == "open" else taken, {}
    others = [one for one in local_addresses() if not ip_address(one).is_loopback]
    if taken != "refused" and not others:
        return "link_down", {}
    named = await port_by_question(address)
    if named == place.port:
        return "their_firewall", {}
    if named:
        return "other_port", {"named": named}
    if taken == "refused":
        return taken, {}
    if is_near(address) is False:
        return "elsewhere", {"own": others[0]}
    match await is_there(address, before, taken):
        case True:
            return "all_closed", {}
        case False:
            return "nobody_there", {}
    return taken, {}


async def listed(place: Place) -> str:
    """How a host turns up on this machine by itself: a message key."""
    by_multicast = await is_found(place, "lan")
    by_broadcast = by_multicast or await is_found(place, "broadcast")
    return "by_multicast" if by_multicast else "by_broadcast" if by_broadcast else "not_listed"
