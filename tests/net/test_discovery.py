"""Tables are found when they exist, listed once, and nothing false gets further than a row."""

from __future__ import annotations

import asyncio
import secrets
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from random import Random

import pytest

from net.addresses import best_first, local_addresses, probe
from net.lan.announcement import SEATS, TABLES, Announcement, Found
from net.lan.announcer import Announcer
from net.lan.finder import ROWS, ROWS_PER_ADDRESS, Finder
from net.lan.multicast import mdns_echo
from net.lan.questions import ANSWER, DATAGRAM, NONCE, answer, question, read_answer
from net.text import TITLE_CELLS, clean

ADA = Announcement("Ada's table", 1, "wolfmoon", 2, 6, "1", False, True, "ABC234")


async def until(finder: Finder, wanted: Callable[[list[Found]], bool]) -> list[Found]:
    """The rows, as soon as they are as wanted."""
    async with asyncio.timeout(10):
        while not wanted(finder.rows()):
            finder.changed.clear()
            await finder.changed.wait()
    return finder.rows()


def quiet(
    *recent: tuple[str, int], ask: Callable[[str], bool] = bool, probe_every: float = 60.0
) -> Finder:
    """A finder that hears only what a test tells it, and is told which addresses answer."""

    async def look(address: str, port: int, timeout: float) -> bool:
        return ask(address)

    return Finder(
        recent, probe=look, probe_every=probe_every, question_port=free_port(), mdns=False
    )


def free_port() -> int:
    """A UDP port that nobody uses."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@asynccontextmanager
async def listening(address: str = "0.0.0.0") -> AsyncIterator[asyncio.Server]:
    """Somebody who accepts connections."""

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with await asyncio.start_server(hang_up, address, 0) as server:
        yield server


def port_of(server: asyncio.Server) -> int:
    return int(server.sockets[0].getsockname()[1])


def garbage(rng: Random) -> bytes | None:
    """What a stranger may put into a record."""
    return rng.choice(
        [
            None,
            b"",
            rng.randbytes(rng.randrange(256)),
            b"\x1b]0;gotcha\x07\x1b[2J",
            "‮evil‬\u200b".encode(),
            "é".encode()[:1],
            "a\u0301\u0302\u0303\u0304".encode() * 20,
            b"[/bold] [link=x]",
            b"%d" % rng.randrange(-5, 10**6),
            b"9" * 200,
            "٣".encode(),
            b"1_0",
            b"1",
            b"ABC234",
        ]
    )


def hostile(seed: int) -> dict[bytes, bytes | None]:
    """A record that is wrong in some places, or everywhere."""
    rng = Random(seed)
    record: dict[bytes, bytes | None] = dict(ADA.to_txt())
    for key in list(record):
        if rng.random() < rng.choice([0.2, 0.9]):
            record[key] = garbage(rng)
        if rng.random() < 0.1:
            del record[key]
    record[rng.randbytes(9)] = garbage(rng)
    return record


# ── announcements ───────────────────────────────────────────────────────────────────────────────


def test_an_announcement_arrives_as_it_was_sent() -> None:
    assert Announcement.from_txt(ADA.to_txt()) == ADA


def test_a_hostile_record_is_dropped_or_made_harmless() -> None:
    kept = 0
    for seed in range(200):
        told = Announcement.from_txt(hostile(seed))
        if told is not None:
            kept += 1
            for words in (told.name, told.game, told.version, told.code):
                assert words == clean(words, TITLE_CELLS), f"seed {seed}"
            assert 0 <= told.taken <= told.seats <= SEATS, f"seed {seed}"
            assert 0 <= told.tables <= TABLES, f"seed {seed}"
    assert 0 < kept < 200


@pytest.mark.parametrize("key", [b"name", b"tables", b"taken", b"seats", b"version"])
def test_a_record_that_lacks_something_is_dropped(key: bytes) -> None:
    record = ADA.to_txt()
    del record[key]
    assert Announcement.from_txt(record) is None


@pytest.mark.parametrize("code", [b"ABC23", b"ABC2345", b"AB\x1b234", "ÄBC23".encode()])
def test_a_code_that_cannot_be_one_spoils_the_record(code: bytes) -> None:
    assert Announcement.from_txt({**ADA.to_txt(), b"code": code}) is None


def test_numbers_too_large_are_taken_for_the_largest() -> None:
    told = Announcement.from_txt({**ADA.to_txt(), b"seats": b"4000", b"tables": b"999"})
    assert told == replace(ADA, seats=SEATS, tables=TABLES)


def test_the_longest_announcement_fits_into_one_datagram() -> None:
    long = "🐺\u0301\u0302" * 40
    told = Announcement(long, TABLES, long, SEATS, SEATS, long, True, True, "ABC234")
    assert len(answer(bytes(NONCE), told, 65535)) <= DATAGRAM


def test_a_mutated_answer_is_dropped_or_made_harmless() -> None:
    good = answer(bytes(NONCE), ADA, 4000)
    for seed in range(200):
        rng = Random(seed)
        bad = bytearray(good[: rng.randrange(len(good) + 1)] + rng.randbytes(rng.randrange(9)))
        for _ in range(rng.randrange(9)):
            if bad:
                bad[rng.randrange(len(bad))] = rng.randrange(256)
        told = read_answer(bytes(bad))
        if told is not None:
            assert told[2].name == clean(told[2].name, TITLE_CELLS), f"seed {seed}"


# ── the list ────────────────────────────────────────────────────────────────────────────────────


async def test_false_records_fill_no_more_than_the_list() -> None:
    async with quiet() as finder:
        for seed in range(200):
            finder.hear(f"false-{seed}", [f"10.0.0.{seed}"], 1 + seed, hostile(seed))
        for seed in range(200):
            finder.hear(f"like-{seed}", [f"10.0.1.{seed}"], 4000, {**ADA.to_txt(), b"code": b""})
        rows = await until(finder, lambda rows: len(rows) >= ROWS)
        assert len(rows) == ROWS


async def test_one_machine_cannot_fill_the_list() -> None:
    async with quiet() as finder:
        for port in range(1, 100):
            record = {**ADA.to_txt(), b"code": b"%06d" % port}
            finder.hear(f"crowd-{port}", ["10.0.0.1"], port, record)
        finder.hear("late", ["10.0.0.2"], 4000, ADA.to_txt())
        rows = await until(finder, lambda rows: any(row.address == "10.0.0.2" for row in rows))
        assert len(rows) == ROWS_PER_ADDRESS + 1


async def test_a_record_is_not_listed_while_its_address_refuses() -> None:
    async with quiet(ask=lambda address: address == "10.0.0.2") as finder:
        finder.hear("gone", ["10.0.0.1"], 4000, ADA.to_txt())
        finder.hear("here", ["10.0.0.2"], 4000, ADA.to_txt())
        rows = await until(finder, bool)
        assert [row.address for row in rows] == ["10.0.0.2"]


async def test_a_host_that_dies_disappears() -> None:
    async with listening("127.0.0.1") as server:
        finder = Finder(
            [("127.0.0.1", port_of(server))],
            probe_every=0.05,
            question_port=free_port(),
            mdns=False,
        )
        async with finder:
            await until(finder, bool)
            server.close()
            assert await until(finder, lambda rows: not rows) == []


async def test_a_host_that_comes_back_is_listed_again() -> None:
    up = {"10.0.0.1"}
    async with quiet(ask=up.__contains__, probe_every=0.01) as finder:
        finder.hear("ada", ["10.0.0.1"], 4000, ADA.to_txt())
        await until(finder, bool)
        up.clear()
        await until(finder, lambda rows: not rows)
        up.add("10.0.0.1")
        assert await until(finder, bool)


async def test_a_row_follows_what_its_host_announces() -> None:
    async with quiet() as finder:
        finder.hear("ada", ["10.0.0.1"], 4000, ADA.to_txt())
        await until(finder, bool)
        finder.hear("ada", ["10.0.0.1"], 4000, replace(ADA, taken=3).to_txt())
        assert [row.seats_taken for row in finder.rows()] == [3]


async def test_a_place_known_in_several_ways_is_one_row() -> None:
    async with quiet(("10.0.0.1", 4000)) as finder:
        await until(finder, bool)
        finder.hear("ada", ["fd00::1", "10.0.0.1"], 4000, ADA.to_txt())
        rows = await until(finder, lambda rows: rows[0].source == "lan")
        assert len(rows) == 1


async def test_a_host_is_listed_by_its_ipv4_address_if_that_answers() -> None:
    async with quiet() as finder:
        finder.hear("ada", ["fd00::1", "10.0.0.1"], 4000, ADA.to_txt())
        assert [row.address for row in await until(finder, bool)] == ["10.0.0.1"]


async def test_a_host_is_listed_by_ipv6_if_nothing_else_answers() -> None:
    async with quiet(ask=lambda address: ":" in address) as finder:
        finder.hear("ada", ["10.0.0.1", "fe80::1%3"], 4000, ADA.to_txt())
        assert [row.address for row in await until(finder, bool)] == ["fe80::1%3"]


async def test_a_copied_announcement_hides_nobody() -> None:
    async with quiet(("10.0.0.7", 4000)) as finder:
        await until(finder, bool)
        finder.hear("mallory", ["10.0.0.1", "10.0.0.7"], 4000, ADA.to_txt())
        rows = await until(finder, lambda rows: len(rows) > 1)
        assert [row.address for row in rows] == ["10.0.0.1", "10.0.0.7"]


async def test_a_false_code_for_a_place_does_not_replace_the_true_one() -> None:
    async with quiet() as finder:
        finder.hear("mallory", ["10.0.0.7"], 4000, {**ADA.to_txt(), b"code": b"MMMMMM"})
        await until(finder, bool)
        finder.hear("ada", ["10.0.0.7"], 4000, ADA.to_txt())
        rows = await until(finder, lambda rows: len(rows) > 1)
        assert [row.code for row in rows] == ["MMMMMM", ADA.code]


async def test_a_record_cannot_hide_another_by_claiming_its_address() -> None:
    async with quiet() as finder:
        mallory = {**ADA.to_txt(), b"code": b"MMMMMM"}
        finder.hear("mallory", ["10.0.0.1", "10.0.0.7"], 4000, mallory)
        await until(finder, bool)
        finder.hear("ada", ["10.0.0.7"], 4000, ADA.to_txt())
        assert len(await until(finder, lambda rows: len(rows) > 1)) == 2


async def test_no_more_than_eight_probes_are_under_way() -> None:
    at_work, most, full = 0, 0, asyncio.Event()

    async def slow(address: str, port: int, timeout: float) -> bool:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        if at_work == 8:
            full.set()
        await full.wait()
        at_work -= 1
        return True

    recent = [(f"10.0.0.{n}", 4000) for n in range(40)]
    async with Finder(recent, probe=slow, question_port=free_port(), mdns=False) as finder:
        await until(finder, lambda rows: len(rows) == 40)
    assert most == 8


def test_addresses_that_lead_nowhere_are_not_tried() -> None:
    claimed = ["224.0.0.1", "0.0.0.0", "::", "255.255.255.255", "fe80::1", "ff02::1", "x", ""]
    assert best_first(claimed, []) == ()


def test_near_addresses_are_tried_before_far_ones() -> None:
    claimed = ["172.17.0.1", "fd00::9", "203.0.113.5", "192.168.1.20"]
    tried = best_first(claimed, ["192.168.1.7", "127.0.0.1"])
    assert (tried[0], tried[-1]) == ("192.168.1.20", "fd00::9")


# ── questions by broadcast ──────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def announced(
    told: Announcement, port: int, question_port: int, *, mdns: bool = False
) -> AsyncIterator[Announcer]:
    """A host that is announced, by broadcast only unless told otherwise."""
    announcer = Announcer(question_port=question_port, mdns=mdns)
    try:
        assert await announcer.start(told, port) is None
        yield announcer
    finally:
        await announcer.stop()


async def test_a_host_on_this_machine_answers_the_question() -> None:
    ask = free_port()
    async with (
        listening() as server,
        announced(ADA, port_of(server), ask),
        Finder(question_port=ask, mdns=False) as finder,
    ):
        row = (await until(finder, bool))[0]
        assert (row.host, row.source, row.port) == (ADA.name, "broadcast", port_of(server))


async def test_an_answer_tells_of_the_last_update() -> None:
    ask = free_port()
    async with listening() as server, announced(ADA, port_of(server), ask) as announcer:
        await announcer.update(replace(ADA, taken=5))
        async with Finder(question_port=ask, mdns=False) as finder:
            assert (await until(finder, bool))[0].seats_taken == 5


async def test_an_announcer_whose_question_port_is_taken_does_without() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("0.0.0.0", 0))
        async with announced(ADA, 4000, taken.getsockname()[1]) as announcer:
            await announcer.update(replace(ADA, taken=3))


@contextmanager
def asking(address: str) -> Iterator[socket.socket]:
    """A guest at one of this machine's own addresses."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.setblocking(False)
        try:
            sock.bind((address, 0))
        except OSError as error:
            pytest.skip(f"this machine has no second loopback address: {error}")
        yield sock


async def receive(sock: socket.socket) -> bytes:
    async with asyncio.timeout(5):
        return await asyncio.get_running_loop().sock_recv(sock, 2048)


async def test_who_asks_too_often_is_not_answered_each_time() -> None:
    ask = free_port()
    async with announced(ADA, 4000, ask):
        with asking("127.0.0.1") as greedy, asking("127.0.0.2") as other:
            for _ in range(20):
                greedy.sendto(question(bytes(NONCE)), ("127.0.0.1", ask))
            other.sendto(question(bytes(NONCE)), ("127.0.0.1", ask))
            await receive(other)  # by now all that came before has been dealt with
            answers = [greedy.recv(2048) for _ in range(5)]
            assert all(read_answer(told) for told in answers)
            with pytest.raises(BlockingIOError):
                greedy.recv(2048)


async def test_a_question_shorter_than_an_answer_is_ignored() -> None:
    ask = free_port()
    async with announced(ADA, 4000, ask):
        with asking("127.0.0.1") as guest:
            guest.sendto(question(b"s" * NONCE)[:-1], ("127.0.0.1", ask))
            guest.sendto(question(b"l" * NONCE), ("127.0.0.1", ask))
            told = read_answer(await receive(guest))
            assert told == (b"l" * NONCE, 4000, ADA)


async def test_an_answer_nobody_asked_for_is_not_listed() -> None:
    ask = free_port()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sly:
        sly.setblocking(False)
        sly.bind(("127.0.0.1", ask))
        async with listening() as server, Finder(question_port=ask, mdns=False) as finder:
            async with asyncio.timeout(5):
                asked, guest = await asyncio.get_running_loop().sock_recvfrom(sly, 2048)
            nonce = asked[len(ANSWER) :][:NONCE]
            sly.sendto(answer(b"x" * NONCE, replace(ADA, name="Mallory"), port_of(server)), guest)
            sly.sendto(answer(nonce, ADA, port_of(server)), guest)
            assert [row.host for row in await until(finder, bool)] == [ADA.name]


# ── multicast ───────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def multicast() -> None:
    if not asyncio.run(mdns_echo(8)):
        pytest.skip("multicast is impossible here: this machine does not hear itself")


def someone() -> Announcement:
    """A host unlike any other that may be on this network."""
    return replace(ADA, code=secrets.token_hex(3).upper())


def is_there(told: Announcement) -> Callable[[list[Found]], bool]:
    return lambda rows: any(
        (row.code, row.seats_taken, row.source) == (told.code, told.taken, "lan") for row in rows
    )


@pytest.mark.usefixtures("multicast")
async def test_an_announced_host_is_found() -> None:
    told = someone()
    async with (
        listening() as server,
        announced(told, port_of(server), free_port(), mdns=True),
        Finder(question_port=free_port()) as finder,
    ):
        rows = await until(finder, is_there(told))
        assert [row.port for row in rows if row.code == told.code] == [port_of(server)]


@pytest.mark.usefixtures("multicast")
async def test_a_finder_sees_seats_being_taken() -> None:
    told = someone()
    async with (
        listening() as server,
        announced(told, port_of(server), free_port(), mdns=True) as announcer,
        Finder(question_port=free_port()) as finder,
    ):
        await until(finder, is_there(told))
        await announcer.update(replace(told, taken=6))
        await until(finder, is_there(replace(told, taken=6)))


@pytest.mark.usefixtures("multicast")
async def test_a_finder_sees_a_seat_taken_and_left_again_at_once() -> None:
    told = someone()
    async with (
        listening() as server,
        announced(told, port_of(server), free_port(), mdns=True) as announcer,
        Finder(question_port=free_port()) as finder,
    ):
        await until(finder, is_there(told))
        for taken in (3, 2, 3, 2):
            await announcer.update(replace(told, taken=taken))
            await until(finder, is_there(replace(told, taken=taken)))


@pytest.mark.usefixtures("multicast")
async def test_a_host_that_says_goodbye_goes_at_once() -> None:
    told = someone()
    async with listening() as server, Finder(question_port=free_port()) as finder:
        async with announced(told, port_of(server), free_port(), mdns=True):
            await until(finder, is_there(told))
        await until(finder, lambda rows: not is_there(told)(rows))


@pytest.mark.usefixtures("multicast")
async def test_two_hosts_of_one_name_and_code_are_two_rows() -> None:
    told = someone()
    async with (
        listening() as one,
        listening() as other,
        announced(told, port_of(one), free_port(), mdns=True),
        announced(told, port_of(other), free_port(), mdns=True),
        Finder(question_port=free_port()) as finder,
    ):
        both = {port_of(one), port_of(other)}
        await until(finder, lambda rows: {r.port for r in rows if r.code == told.code} == both)


def test_zeroconf_is_not_imported_before_it_is_used() -> None:
    script = "import sys, net.lan.finder, net.lan.announcer; sys.exit('zeroconf' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


# ── this machine ────────────────────────────────────────────────────────────────────────────────


def test_loopback_comes_last_of_this_machines_addresses() -> None:
    loops = [address in ("127.0.0.1", "::1") for address in local_addresses()]
    assert loops == sorted(loops)


def test_this_machines_addresses_can_be_listened_at() -> None:
    addresses = local_addresses()
    assert addresses
    for address in addresses:
        family, kind, protocol, _, place = socket.getaddrinfo(
            address, 0, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST
        )[0]
        with socket.socket(family, kind, protocol) as sock:
            sock.bind(place)


async def test_a_probe_finds_a_listener() -> None:
    async with listening("127.0.0.1") as server:
        assert await probe("127.0.0.1", port_of(server), 5)


async def test_a_probe_of_a_closed_port_fails() -> None:
    async with listening("127.0.0.1") as server:
        port = port_of(server)
    assert not await probe("127.0.0.1", port, 5)


@pytest.mark.parametrize("address", ["", "fe80::1%nowhere", "256.1.1.1", "a" * 300, "a\0b"])
async def test_a_probe_of_nonsense_fails(address: str) -> None:
    assert not await probe(address, 1, 0.2)


@pytest.mark.parametrize("port", [-1, 0, 65536])
async def test_a_probe_of_an_impossible_port_fails(port: int) -> None:
    assert not await probe("127.0.0.1", port, 0.2)
