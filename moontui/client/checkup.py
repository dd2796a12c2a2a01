"""What can be found out about the way between this machine and a host, without a word to people."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from errno import ECONNREFUSED
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path
from typing import Literal

from moontui.client.nearby import Heard, tables_of
from moontui.client.place import Place
from net import messages as said
from net.addresses import broadcast_addresses, ipv4_masks
from net.client import Client
from net.lan.finder import Finder
from net.lan.questions import NONCE, QUESTION_PORT, Ear, Peer, question, read_answer

Knock = Literal["open", "refused", "silent", "unreachable", "no_name"]
"""What becomes of a connection: taken, turned down, never answered, not sent; no such address."""
NOBODY = 9
"""A port at which no host answers questions."""
ARP = Path("/proc/net/arp")
"""Which machines of the own networks answer at all, as far as Linux knows."""
FORGOTTEN = 9.0
"""Seconds after which Linux doubts that a machine is there that answers nothing, in most cases."""


async def knock(address: str, port: int, seconds: float = 3.0) -> Knock:
    """Try to connect."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(seconds):
            await loop.getaddrinfo(address, port)
    except (OSError, UnicodeError):  # nobody who knows names may answer at all
        return "no_name"
    try:
        async with asyncio.timeout(seconds):
            _, writer = await asyncio.open_connection(address, port)
    except TimeoutError:
        return "silent"
    except OSError as error:
        # Several addresses of one name failed in several ways, if there is no number.
        return "refused" if error.errno in (ECONNREFUSED, None) else "unreachable"
    writer.close()
    return "open"


def is_near(address: str) -> bool | None:
    """Whether an address belongs to one of this machine's networks; None: that is not known."""
    masks = {own: mask for own, mask in ipv4_masks().items() if not own.startswith("127.")}
    try:
        there = IPv4Address(address)
    except ValueError:
        return None
    networks = [IPv4Network(f"{own}/{mask}", strict=False) for own, mask in masks.items()]
    return any(there in network for network in networks) if networks else None


async def is_there(address: str, before: bool | None, taken: Knock) -> bool | None:
    """Whether there is a machine at an address that took no call just now: no firewall keeps it
    from saying that the address is its own. Linux asks for that when it calls, unless it knew
    before: then it takes a while to doubt it. None: unknown."""
    if before and taken == "silent":
        until = asyncio.get_running_loop().time() + FORGOTTEN
        while has_answered(address):
            if asyncio.get_running_loop().time() > until:
                return None
            await asyncio.sleep(0.2)
    return has_answered(address)


def has_answered(address: str) -> bool | None:
    """Whether a machine of the own networks has said where it is, if it was asked."""
    try:
        lines = ARP.read_text(encoding="ascii", errors="replace").splitlines()[1:]
    except OSError:
        return None
    flags = [int(line.split()[2], 16) for line in lines if line.split()[:1] == [address]]
    return any(flag & 0x2 for flag in flags) if flags else None  # ATF_COM


async def host_at(place: Place) -> Heard:
    """What a host says at a place, with a key or without."""
    heard = await tables_of(place)
    if heard.trouble == "unreachable" and not heard.key:
        return await tables_of(place._replace(tls=False))
    return heard


async def port_by_question(address: str, seconds: float = 1.5) -> int:
    """The port that a host names if it is asked by UDP; 0: it does not answer."""
    nonce = secrets.token_bytes(NONCE)
    answered: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def hear(data: bytes, peer: Peer) -> None:
        told = read_answer(data)
        if told is not None and told[0] == nonce and not answered.done():
            answered.set_result(told[1])

    try:
        ear = await Ear.open(hear)
    except OSError:
        return 0
    try:
        ear.say(question(nonce), (address, QUESTION_PORT))
        async with asyncio.timeout(seconds):
            return await answered
    except (OSError, TimeoutError):
        return 0
    finally:
        await ear.close()


async def broadcast_echo(seconds: float = 1.0) -> bool:
    """Whether a broadcast of this machine comes back to it from each of its networks."""
    mark = secrets.token_bytes(NONCE)
    heard: set[str] = set()
    all_heard = asyncio.Event()
    networks = [wide for wide in await asyncio.to_thread(broadcast_addresses) if wide[:4] != "127."]

    def hear(data: bytes, peer: Peer) -> None:
        if data.startswith(mark):
            heard.add(data[len(mark) :].decode(errors="replace"))
            if heard.issuperset(networks):
                all_heard.set()

    if not networks:
        return False
    try:
        ear, mouth = await Ear.open(hear), await Ear.open(lambda *_: None)
    except OSError:
        return False
    try:
        for wide in networks:
            mouth.say(mark + wide.encode(), (wide, ear.port))
        async with asyncio.timeout(seconds):
            await all_heard.wait()
        return True
    except (OSError, TimeoutError):
        return False
    finally:
        await ear.close()
        await mouth.close()


async def is_found(place: Place, by: Literal["lan", "broadcast"], seconds: float = 3.0) -> bool:
    """Whether a host turns up by itself in one of two ways."""
    looks = Finder(question_port=NOBODY) if by == "lan" else Finder(mdns=False)
    async with looks as finder:
        try:
            async with asyncio.timeout(seconds):
                while not any(
                    (row.address, row.port) == (place.address, place.port) for row in finder.rows()
                ):
                    await finder.changed.wait()
                    finder.changed.clear()
        except TimeoutError:
            return False
    return True


async def reaches_back(place: Place, port: int, seconds: float = 6.0) -> bool | None:
    """Whether a host reaches this machine at a port; None: it would not try."""
    nonce = secrets.token_hex(16)
    client = Client(place.address, place.port, "moontui", tls=place.tls, patience=0)
    try:
        async with asyncio.timeout(seconds), showing(nonce, port) as found:
            await client.connect()
            client.send(said.CallBack(found, nonce))
            async for message in client.messages():
                if isinstance(message, said.CalledBack):
                    return message.reached
                if isinstance(message, said.Refused | said.Bye):
                    return None
    except (OSError, ValueError):
        return None
    finally:
        await client.close()
    return None


@asynccontextmanager
async def showing(nonce: str, port: int) -> AsyncIterator[int]:
    """Show a nonce to whoever calls at a port, or at another if that is taken; yields which."""

    async def show(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(nonce.encode())
        writer.close()

    line = listening(port)
    server = await asyncio.start_server(show, sock=line)
    try:
        yield int(line.getsockname()[1])
    finally:
        server.close()


def listening(port: int) -> socket.socket:
    """A socket for calls at any address of this machine, at a port or, if it is taken, another."""
    both = socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if both else socket.AF_INET
    try:
        return socket.create_server(("", port), family=family, dualstack_ipv6=both)
    except OSError:
        return socket.create_server(("", 0), family=family, dualstack_ipv6=both)


def firewall() -> str:
    """The firewall that is switched on here, as far as everybody may know; empty: none is seen."""
    try:
        if "ENABLED=yes" in Path("/etc/ufw/ufw.conf").read_text(encoding="utf-8").splitlines():
            return "ufw"
    except (OSError, ValueError):
        pass
    service = Path("/sys/fs/cgroup/system.slice/firewalld.service")
    return "firewalld" if service.is_dir() else ""
