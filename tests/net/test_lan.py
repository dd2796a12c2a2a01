"""Two machines on one LAN find each other."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from net.addresses import address_of, probe
from net.lan.announcement import Announcement
from net.lan.announcer import Announcer
from net.lan.finder import Finder
from net.lan.multicast import mdns_echo
from tests.net.machines import NoMachines, inside, ip, machines

ROOT = Path(__file__).parents[2]
ADA = Announcement("Ada's table", 1, "wolfmoon", 2, 6, "1", False, True, "ABC234")
PORT = 4000
NO_PORT = 9
"""A question port on which nobody answers, for a test that is about multicast alone."""


class Pair(NamedTuple):
    """Two machines."""

    one: str
    other: str


@pytest.fixture
def lan() -> Iterator[Pair]:
    try:
        with machines(2) as lan:
            yield Pair(*lan.machines)
    except NoMachines as reason:
        pytest.skip(str(reason))


@asynccontextmanager
async def machine(namespace: str, role: str, way: str) -> AsyncIterator[Process]:
    """A process on a machine on the LAN; it is gone afterward."""
    process = await asyncio.create_subprocess_exec(
        *inside(namespace, sys.executable, "-m", "tests.net.test_lan", role, way),
        cwd=ROOT,
        stdout=PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def told(process: Process) -> Any:
    """The next thing a process says."""
    assert process.stdout is not None
    async with asyncio.timeout(10):
        return json.loads(await process.stdout.readline())


@pytest.mark.parametrize(("way", "source"), [("multicast", "lan"), ("broadcast", "broadcast")])
async def test_a_host_on_the_lan_is_found_and_goes_when_it_is_killed(
    lan: Pair, way: str, source: str
) -> None:
    async with machine(lan.one, "announce", way) as host:
        assert await told(host) is None
        async with machine(lan.other, "find", way) as guest:
            assert await told(guest) == [["10.77.0.1", ADA.name, source]]
            host.kill()
            assert await told(guest) == []


def link_local(lan: Pair) -> None:
    """Leave the machines nothing but addresses that hold for one link."""
    for number, name in enumerate(lan, 1):
        ip("-n", name, "addr", "flush", "dev", "card")
        ip("-n", name, "addr", "add", f"fe80::77:{number}/64", "dev", "card", "nodad")


async def test_whoever_calls_from_a_link_local_address_can_be_called_back(lan: Pair) -> None:
    link_local(lan)
    async with machine(lan.one, "answer", "back") as host:
        assert await told(host) is None
        async with machine(lan.other, "call", "fe80::77:1%card"):
            assert await told(host) == ["fe80::77:2%card", True]


async def test_a_host_that_has_nothing_but_a_link_local_address_is_found(lan: Pair) -> None:
    link_local(lan)
    async with machine(lan.one, "announce", "multicast") as host:
        assert await told(host) is None
        async with machine(lan.other, "find", "multicast") as guest:
            [[address, _, _]] = await told(guest)
            assert address.startswith("fe80::77:1%")


def cut_off(namespace: str) -> None:
    """Take a machine's whole network away, loopback included."""
    ip("-n", namespace, "link", "del", "card")
    ip("-n", namespace, "link", "set", "lo", "down")
    ip("-n", namespace, "addr", "flush", "dev", "lo")


async def test_where_there_is_no_network_a_machine_does_not_hear_itself(lan: Pair) -> None:
    cut_off(lan.one)
    async with machine(lan.one, "echo", "2") as alone:
        assert await told(alone) is False


async def test_where_there_is_no_network_the_announcer_says_so(lan: Pair) -> None:
    cut_off(lan.one)
    async with machine(lan.one, "announce", "multicast") as host:
        assert "Multicast DNS does not work on this machine" in await told(host)


# ── what runs on the machines ───────────────────────────────────────────────────────────────────


def say(something: object) -> None:
    print(json.dumps(something), flush=True)


async def announce(way: str) -> None:
    """Listen, announce, say how that went, and stay."""
    server = await asyncio.start_server(lambda reader, writer: writer.close(), None, PORT)
    announcer = Announcer(mdns=way == "multicast")
    say(await announcer.start(ADA, PORT))
    await server.serve_forever()


async def find(way: str) -> None:
    """Say what is found, each time it changes."""
    finder = (
        Finder(question_port=NO_PORT, probe_every=0.2)
        if way == "multicast"
        else Finder(mdns=False, probe_every=0.2, ask_every=0.2)
    )
    async with finder:
        while True:
            await finder.changed.wait()
            finder.changed.clear()
            say([[row.address, row.host, row.source] for row in finder.rows()])


async def answer(_way: str) -> None:
    """Say who calls, and whether they can be called back."""

    async def called(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = address_of(writer.get_extra_info("peername"))
        say([address, await probe(address, PORT + 1)])
        writer.close()

    server = await asyncio.start_server(called, None, PORT)
    say(None)
    await server.serve_forever()


async def call(address: str) -> None:
    """Take calls, and call somebody."""
    server = await asyncio.start_server(lambda reader, writer: writer.close(), None, PORT + 1)
    await asyncio.open_connection(address, PORT)
    await server.serve_forever()


async def echo(seconds: str) -> None:
    """Say whether this machine hears itself."""
    say(await mdns_echo(float(seconds)))


if __name__ == "__main__":
    roles = {"announce": announce, "find": find, "echo": echo, "answer": answer, "call": call}
    asyncio.run(roles[sys.argv[1]](sys.argv[2]))
