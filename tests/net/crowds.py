"""Crowds at a host: a thousand lines at once, and dozens of watchers who read too slowly."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from net import messages as said
from net.wire import pack
from tests.net.visitors import ENDLESS, NO_LIMITS, House, Visitor, eventually, hosting

NEAR = 10
"""How many of a crowd come from one address."""
SMALL = 16 * 1024
"""What a host keeps for somebody who does not read, where it is to run out soon."""
LULL = 40
"""How many answers a slow reader misses at a time, on average."""


def address(number: int) -> str:
    """Where somebody in a crowd comes from: this machine has many addresses of its own."""
    return f"127.0.{1 + number // NEAR // 200}.{1 + number // NEAR % 200}"


async def crowd(folder: Path, seed: int, lines: int, room: int = 256) -> Counter[str]:
    """So many lines at once, to a host with room for some of them, next to an honest table.

    The table misses nothing, the host keeps to its limits, and nothing is left of anybody who has
    gone. Returns what became of the crowd.
    """
    rng = Random(f"crowd {seed}")
    limits: dict[str, Any] = NO_LIMITS | {"connections": room, "strangers": room // 4}
    async with hosting(folder, **limits) as house:
        company = await house.company("Ada", "Ben", "Cleo")
        await house.deal(company)
        came = [await arrive(house, number, rng) for number in range(lines)]
        most = len(house.host.connections.by_peer)
        await house.play(company, rng)
        for visitor in company:
            turns = [update.turn for update in visitor.heard if isinstance(update, said.Update)]
            assert turns == list(range(1, len(turns) + 1)), f"seed {seed}: a turn was missed"
        assert lines // 8 < most <= room, f"seed {seed}: {most} lines were open"
        for visitor in came:
            await visitor.hang_up()
        peers = house.host.connections.by_peer
        await eventually(lambda: len(peers) == len(company))
        assert not house.host.connections.turned_away
    return Counter({"lines at once": lines, "of them open": most})


async def arrive(house: House, number: int, rng: Random) -> Visitor:
    """One of a crowd: who is silent, greets and waits, greets and asks, or talks nonsense."""
    visitor = await house.stranger(address(number))
    hello = pack(said.Hello(said.VERSION, f"Guest {number}"))
    visitor.write(
        rng.choice(
            (
                b"",
                hello[:7],
                hello,
                hello + pack(said.Tables()),
                hello + pack(said.Say("hello?")),
                rng.randbytes(20),
            )
        )
    )
    return visitor


async def everybody_gets_in(folder: Path, lines: int) -> int:
    """A host with room for all of a crowd serves all of it; returns how many were answered."""
    limits: dict[str, Any] = NO_LIMITS | {"connections": lines + 1, "strangers": lines + 1}
    async with hosting(folder, **limits) as house:
        guests = [await house.guest(f"Guest {n}", address(n)) for n in range(lines)]
        for guest in guests:
            guest.say(said.Tables())
        for guest in guests:
            await guest.until(said.TableList)
        return len(house.host.connections.by_peer)


async def slow_readers(folder: Path, seed: int, readers: int, answers: int) -> Counter[str]:
    """Watchers on narrow lines who read now and then, while three people play.

    What waits for each of them stays small, the players miss nothing, and in the end all who read
    again see the table as it is. Returns how often somebody fell behind.
    """
    rng = Random(f"slow {seed}")
    async with hosting(folder, buffered=SMALL, stalled=ENDLESS, **NO_LIMITS) as house:
        company = await house.company("Ada", "Ben", "Cleo")
        slow = [await slow_watcher(house, company[0], number) for number in range(readers)]
        lines = [house.line(watcher) for watcher in slow]
        behind = 0
        for _ in range(answers):
            if house.table(company[0]).lasting.phase != "playing":
                await house.deal(company)
            before = [line.behind is not None for line in lines]
            await house.play(company, rng, answers=1)
            for watcher, line, was in zip(slow, lines, before, strict=True):
                assert line.writer.transport.get_write_buffer_size() <= SMALL, f"seed {seed}"
                behind += line.behind is not None and not was
                watcher.listen() if rng.random() < 1 / LULL else watcher.be_deaf()
        for visitor in company:
            turns = [update.turn for update in visitor.heard if isinstance(update, said.Update)]
            assert turns == list(range(1, len(turns) + 1)), f"seed {seed}: a turn was missed"
        for watcher, line in zip(slow, lines, strict=True):
            watcher.listen()
            await see_it_again(house, watcher, lambda line=line: line.behind is None)
    return Counter({"slow readers": readers, "times behind": behind})


async def slow_watcher(house: House, keeper: Visitor, number: int) -> Visitor:
    watcher = await house.guest(f"Slow {number}", address(number), narrow=True)
    assert keeper.seated is not None
    watcher.say(said.Join(keeper.seated.table, watch=True))
    await watcher.until(said.Seated)
    watcher.be_deaf()
    return watcher


async def see_it_again(house: House, watcher: Visitor, caught_up: Any) -> None:
    """Read on until the newest turn is there; the host looks after slow readers now and then."""
    turn = house.table(watcher).lasting.turn
    while not caught_up() or watcher.update is None or watcher.update.turn < turn:
        house.clock.leap(house.host.limits.ping)
        message = await watcher.hear()
        assert message is not None, "a watcher who reads again was let go"
