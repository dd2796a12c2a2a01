"""A program in the arena: whatever it does wrong costs it that answer, and is counted."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

from engine.arena import Place
from engine.core import Choice, Event, Outcome, View
from moontui.programs.lines import choice_of, hello, over, question
from moontui.programs.process import Command, Program, Trouble

GIVEN_UP = 10
"""After how many faults in a row a program is not asked again in its batch."""


@dataclass(frozen=True, slots=True)
class Invited:
    """A program that may come to the arena; every batch calls it in anew."""

    command: Command
    seconds: float

    @contextmanager
    def __call__(self) -> Iterator[Contestant]:
        with asyncio.Runner() as runner:
            program = Program(self.command, self.seconds)
            try:
                yield Contestant(program, runner)
            finally:
                runner.run(program.end())


class Contestant:
    """A program that sits in one seat after another; a `Guest` of the arena."""

    def __init__(self, program: Program, runner: asyncio.Runner) -> None:
        self.program = program
        self.runner = runner
        self.place: Place | None = None
        self.story: list[Event] = []
        """All that its seat was told in this game."""
        self.heard: int | None = None
        """How much of that the program knows; None: not even that the game has begun."""
        self.in_a_row = 0
        """How many faults there were since its last answer."""
        self.times: list[float] = []
        self.faults: dict[str, int] = {}
        self.answers = 0

    def sit(self, place: Place) -> None:
        self.place, self.story, self.heard = place, [], None

    def choose(self, view: View[Any], told: Sequence[Event], rng: Random) -> Choice:
        """What the program answers; if it does not, any choice, as likely as any other."""
        assert view.ask is not None
        self.answers += 1
        self.story += told
        if self.in_a_row >= GIVEN_UP:
            self.fault("given up")
            return rng.choice(view.ask.choices)
        begun = perf_counter()
        try:
            choice = self.runner.run(self.answer(view))
        except Trouble as trouble:
            self.fault(trouble.kind)
            self.in_a_row += 1
            return rng.choice(view.ask.choices)
        self.in_a_row = 0
        if len(view.ask.choices) > 1:
            self.times.append(perf_counter() - begun)
        return choice

    async def answer(self, view: View[Any]) -> Choice:
        assert view.ask is not None
        if not self.program.runs:
            await self.program.start()
            self.heard = None
        if self.heard is None:
            assert self.place is not None
            game, seats, seat, options, chance = self.place
            await self.program.tell(hello(game, seats, seat, options, chance))
            self.heard = 0
        news, self.heard = self.story[self.heard :], len(self.story)
        said = await self.program.ask(question(view, news, self.program.seconds))
        choice = choice_of(said, view.ask)
        if choice is None:
            raise Trouble("wrong")
        return choice

    def rise(self, outcome: Outcome | None, told: Sequence[Event]) -> None:
        """Tell it how the game ended, if it knows that there was one."""
        if self.heard is not None and self.program.runs:
            news = [*self.story[self.heard :], *told]
            try:
                self.runner.run(self.program.tell(over(outcome, news)))
            except Trouble:
                return  # which shows with the next question

    def fault(self, kind: str) -> None:
        self.faults[kind] = self.faults.get(kind, 0) + 1
