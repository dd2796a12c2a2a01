"""Whether the moment of a bot's answer tells anything about its hand: measured, with real bots.

`python -m tests.net.tells` plays at a real host, at pace 0, and says how well the time between a
question and the bot's answer separates hands: 0.5 is not at all, 1 is perfectly.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, cast

from engine.core import Window
from engine.games import GAMES
from engine.games.wolfmoon.deck import Card
from engine.play import asks, start
from engine.proof import seed_of
from net import messages as said
from net.client import ask_of
from net.host import Host
from net.limits import Limits
from net.table import Table
from net.wire import pack
from net.witness import Witness
from tests.net.visitors import NO_LIMITS, Clock, House, Visitor

TELLING = Card.GRAVEDIGGER
"""With this card in hand a bot has much more to think about."""
SEATS, PEOPLE = 4, 2
ROUND: dict[str, Any] = {"options": {"length": "round"}, "pace": 0, "level": "medium"}


@dataclass(slots=True)
class Sample:
    """A bot's answer: how long it took, and what nobody else knew."""

    seconds: float
    telling: bool
    choices: int


@dataclass(slots=True)
class Observer:
    """Plays at a table with another person and bots, and looks at the clock."""

    house: House
    company: list[Visitor]
    samples: list[Sample] = field(default_factory=list)

    @property
    def table(self) -> Table:
        return self.house.table(self.company[0])

    async def play(self, enough: int, rng: Random) -> None:
        while len(self.samples) < enough:
            if self.table.lasting.phase != "playing":
                for visitor in self.company:  # nobody is ready before they know that it is over
                    if visitor.room is not None and visitor.room.phase == "playing":
                        await visitor.until(said.Room, lambda room: room.phase == "over")
                await self.house.deal(self.company)
            await self.look_on(rng)

    async def look_on(self, rng: Random) -> None:
        """One question: people answer at once, and a bot is waited for."""
        loop, table = asyncio.get_running_loop(), self.table
        turn, (ask, *others) = table.lasting.turn, asks(table.lasting.state)
        is_bot = table.bot_plays(ask.seat) and not others and not ask.window
        hand, asked = hand_of(table, ask.seat), loop.time()
        for visitor in self.company:
            mine = visitor.update.ask if visitor.update is not None else None
            if mine is not None and table.lasting.turn == turn:
                choice = rng.choice(ask_of(mine).choices)
                visitor.say(said.Act(turn, next(visitor.numbers), *choice))
        await self.company[0].turn_after(turn)
        if is_bot:
            self.samples.append(Sample(loop.time() - asked, TELLING in hand, len(ask.choices)))
        for visitor in self.company[1:]:
            await visitor.turn_after(turn)


def draw_telling(rng: Random) -> bytes:
    """A secret from which, every other time, a bot is dealt the card that is looked for: by chance
    alone it is rare. The nonces are those of `House.deal`."""
    nonces = [f"{seat:032x}" if seat < PEOPLE else "" for seat in range(SEATS)]
    game, wanted = GAMES["wolfmoon"], rng.random() < 0.5
    while True:
        secret = rng.randbytes(32)
        state = start(game, SEATS, seed_of(secret, nonces), ROUND["options"])
        dealt = [card for hand in state.hands[PEOPLE:] for card in hand]
        if not wanted or TELLING in dealt:
            return secret


def hand_of(table: Table, seat: int) -> list[Any]:
    return list(table.lasting.state.hands[seat])


def play_again(witness: Witness, room: said.Room) -> None:
    """Be ready whenever no game is on."""
    seat, resting = witness.seat, room.phase != "playing" and not room.seals
    if seat is not None and resting and not room.players[seat].ready:
        witness.ready("0" * 32)


async def keep_thinking(visitor: Visitor, rng: Random) -> None:
    """Play alone against bots, game after game, only to keep them busy."""
    answered = -1
    await visitor.ready("0" * 32)
    while (message := await visitor.hear()) is not None:
        if isinstance(message, said.Room):
            play_again(visitor.witness, message)
        elif isinstance(message, said.Update) and message.ask and message.turn != answered:
            answered = message.turn
            choice = rng.choice(ask_of(message.ask).choices)
            visitor.write(pack(said.Act(answered, next(visitor.numbers), *choice)))


async def samples(folder: Path, tables: int, busy: int, answers: int) -> list[Sample]:
    """Answers of bots at some tables of two people, while bots think at others."""
    windows = cast("dict[str, Window]", GAMES["wolfmoon"].windows)
    windows["reaction"] = Window(0.0)  # nobody has to wait for what is not measured
    limits = NO_LIMITS | {"tables": 1_000, "connections": 5_000, "per_address": 5_000}
    host = Host("Moon", folder, limits=Limits(**limits))
    house = House(host, await host.start("127.0.0.1"), Clock())
    host.draw = partial(draw_telling, Random("tells"))
    load = []
    try:
        async with house.guests:
            for number in range(busy):
                (solo,) = await house.company(f"S{number}", seats=4, bots=3, **ROUND)
                load.append(asyncio.create_task(keep_thinking(solo, Random(number))))
            observers = [
                Observer(
                    house,
                    await house.company("Ada", "Ben", seats=SEATS, bots=SEATS - PEOPLE, **ROUND),
                )
                for _ in range(tables)
            ]
            each = answers // tables
            plays = (one.play(each, Random(n)) for n, one in enumerate(observers))
            await asyncio.gather(*plays)
            return [sample for one in observers for sample in one.samples]
    finally:
        for task in load:
            task.cancel()
        await host.stop()


def auc(positive: list[float], negative: list[float]) -> float:
    """How often a positive is the greater one of a pair; ties count half."""
    below = sorted(negative)
    wins = sum(bisect_left(below, one) + bisect_right(below, one) for one in positive)
    return wins / (2 * len(positive) * len(negative))


def verdicts(found: list[Sample]) -> Iterator[tuple[str, float, float, int]]:
    """How well time tells hands apart, with the error to expect by chance."""
    middle = median(sample.choices for sample in found)
    for name, marks in (
        (f"a {TELLING.name.title()} in hand", [sample.telling for sample in found]),
        ("many choices", [sample.choices > middle for sample in found]),
    ):
        marked = list(zip(found, marks, strict=True))
        positive = [sample.seconds for sample, mark in marked if mark]
        negative = [sample.seconds for sample, mark in marked if not mark]
        error = (1 / 12 * (1 / len(positive) + 1 / len(negative))) ** 0.5
        yield name, auc(positive, negative), error, len(positive)


def main(answers: int = 6_000) -> int:
    logging.disable()
    for busy in (0, 64):
        with TemporaryDirectory() as folder:
            found = asyncio.run(samples(Path(folder), 12, busy, answers))
        for name, share, error, count in verdicts(found):
            print(
                f"{busy} other tables thinking, {len(found):,} answers, {count:,} with {name}: "
                f"AUC {share:.3f} ± {1.96 * error:.3f}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
