"""A program at somebody's table: it is ready, it answers, and it is started again if it fails."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from engine.core import Ask, Choice, Event, Outcome, View
from engine.games import GAMES
from engine.play import settings
from moontui.client.session import Session
from moontui.programs.lines import choice_of, hello, over, question
from moontui.programs.process import Program, Trouble
from moontui.words.names import SEAT_LETTERS
from moontui.words.reasons import reason
from net import messages as said
from net.client import Back
from net.messages import Message
from net.text import tame

PATIENCE = 3
"""How often in a row a program may fail before its seat is left."""
BREATH = 0.06
"""Seconds between two answers: a host listens to twenty messages a second."""
SHOWN = 60
"""How much is shown of a line that was no answer."""


@dataclass(slots=True)
class Count:
    """What has happened so far."""

    matches: int = 0
    rounds: int = 0
    answers: int = 0
    refused: int = 0
    failures: int = 0


class ProgramSeat:
    """A seat that a program plays: the host on one side, the program on the other."""

    def __init__(
        self, session: Session, program: Program, write: Callable[[str], None], matches: int = 0
    ) -> None:
        self.session = session
        self.program = program
        self.write = write
        self.matches = matches
        """After how many the program leaves; 0: it stays."""
        self.count = Count()
        self.chance = secrets.randbits(32)
        self.view: View[Any] | None = None
        """The newest that the host has shown, if it came after what was answered last."""
        self.acted: int | None = None
        """The answer that the host has not yet confirmed."""
        self.is_back = False
        """Whether the line was lost since then, and what was missed is told already."""
        self.stirred = asyncio.Event()
        """Set when there may be something to say to the program."""
        self.ended: list[Outcome | None] = []
        """How matches ended of which the program has not been told."""
        self.heard: int | None = None
        """How much of the story the program knows; None: not even that there is one."""
        self.proved: set[str] = set()
        """The secrets of the matches that are over: a host may show them again."""
        self.rounds_before = 0
        """How many rounds those matches had."""
        self.ready_for = ""
        """The commitment of the shuffle for which the program has said that it is ready."""
        self.next_word = 0.0
        """When the host will listen again."""

    def say(self, *path: str, **values: object) -> None:
        self.write(self.session.words.say(*path, **values))

    async def play(self) -> bool:
        """Play until the host hangs up or enough matches are over; returns whether all was well."""
        seat = self.session.seat
        assert seat is not None
        self.say("program", "seated", seat=SEAT_LETTERS[seat])
        both = [asyncio.create_task(self.hear_host()), asyncio.create_task(self.attend())]
        try:
            done, _ = await asyncio.wait(both, return_when="FIRST_COMPLETED")
            return all(task.result() for task in done)
        except Trouble:
            self.say("program", "gives_up", times=PATIENCE)
            return False
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
            for outcome in self.ended:
                await self.tell_over(outcome)
            await self.program.end()
            await self.session.client.close()
            self.say("program", "count", **asdict(self.count))

    # ── the host ────────────────────────────────────────────────────────────────────────────────

    async def hear_host(self) -> bool:
        session = self.session
        async for message in session.client.messages():
            session.hear(message)
            if session.ended:
                self.write(reason(session.words, session.ended))
                return False
            if session.alarm:
                self.write(session.alarm)
                session.alarm = ""
            self.take_in(message)
            self.stirred.set()
            if isinstance(message, said.Room) and self.is_enough():
                session.leave()
                return True
        return False

    def take_in(self, message: Message) -> None:
        session = self.session
        match message:
            case said.Room():
                if message.phase != "playing":
                    self.view = None
                self.get_ready(message)
            case said.Update():
                if message.first == 0:
                    self.heard = None
                self.count.rounds = self.rounds_before + rounds_in(session.history)
                self.view = session.view
            case said.Done() if message.id == self.acted:
                self.acted = None
                if not self.is_back:
                    self.view = None  # it was shown before this answer
                self.is_back = False
            case said.Refused() if message.id is not None and message.id == self.acted:
                self.acted = None
                session.held = None
                self.count.refused += 1
                self.write(reason(session.words, message.why, message.detail))
            case said.Proof() if message.secret not in self.proved:
                self.proved.add(message.secret)
                self.count.matches += 1
                self.rounds_before = self.count.rounds
                self.tell_result()
            case Back():
                self.is_back = True

    def get_ready(self, room: said.Room) -> None:
        """Say once for every shuffle that the program would like to play."""
        resting = room.phase != "playing" and not room.seals and not self.is_enough()
        if resting and self.ready_for != room.commitment:
            self.ready_for = room.commitment
            self.session.ready()

    def is_enough(self) -> bool:
        return bool(self.matches) and self.count.matches >= self.matches

    # ── the program ─────────────────────────────────────────────────────────────────────────────

    async def attend(self) -> bool:
        """Say to the program what there is to say, one thing after the other. Raises `Trouble`."""
        while True:
            await self.stirred.wait()
            self.stirred.clear()
            if self.ended:
                await self.tell_over(self.ended.pop(0))
            elif self.view is not None and self.is_asked(self.view):
                await self.answer(self.view)
            else:
                continue
            self.stirred.set()  # there may be more by now

    def is_asked(self, view: View[Any]) -> bool:
        """Whether a question is open that was not answered."""
        return view.ask is not None and self.acted is None and self.session.held is None

    async def answer(self, view: View[Any]) -> None:
        """Have the program answer a question, and pass it on if it is still open then."""
        assert view.ask is not None
        choice = await self.chosen(view, view.ask)
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self.next_word - loop.time())
        now = self.view.ask if self.view is not None else None
        if now is None or now.prompt != view.ask.prompt or choice not in now.choices:
            return  # the question is gone
        self.next_word = loop.time() + BREATH
        self.acted = self.session.act(choice)
        self.count.answers += 1

    async def chosen(self, view: View[Any], ask: Ask) -> Choice:
        """What the program answers, at the last of several tries. Raises `Trouble`."""
        for last in range(PATIENCE):
            try:
                return await self.tried(view, ask)
            except Trouble as trouble:
                self.count.failures += 1
                seconds = f"{self.program.seconds:g}"
                self.say("program", trouble.kind, seconds=seconds, words=trouble.words)
                await self.program.end()
                if last == PATIENCE - 1:
                    raise
        raise AssertionError("it either answers or fails")

    async def tried(self, view: View[Any], ask: Ask) -> Choice:
        if not self.program.runs:
            await self.program.start()
            self.heard = None
        if self.heard is None:
            await self.program.tell(self.hello())
            self.heard = 0
        seconds, window = self.program.seconds, self.session.seconds
        left = seconds if window is None else min(seconds, window)
        answer = await self.program.ask(question(view, self.news(), left))
        choice = choice_of(answer, ask)
        if choice is None:
            raise Trouble("wrong", tame(answer.decode("utf-8", "replace").strip())[:SHOWN])
        return choice

    def hello(self) -> bytes:
        session = self.session
        assert session.room is not None
        assert session.seat is not None
        game, room = GAMES[session.game], session.room
        options = settings(game, room.options)
        return hello(game, room.seats, session.seat, options, self.chance)

    def news(self) -> list[Event]:
        """What the program has not heard yet."""
        assert self.heard is not None
        news, self.heard = self.session.history[self.heard :], len(self.session.history)
        return news

    def tell_result(self) -> None:
        """Say how a match ended, to the person here and to the program."""
        session, count = self.session, self.count
        outcome = GAMES[session.game].outcome(session.view.state) if session.view else None
        names = [session.names[seat] for seat in (outcome.winners if outcome else ())]
        self.say("program", "match", number=count.matches, winners=", ".join(names) or "–")
        self.ended.append(outcome)

    async def tell_over(self, outcome: Outcome | None) -> None:
        """Tell the program how a match ended, if it knows that there was one."""
        if self.heard is None or not self.program.runs:
            return
        with suppress(Trouble):  # it is started again for the next question
            await self.program.tell(over(outcome, self.news()))
        self.heard = None


def rounds_in(history: Sequence[Event]) -> int:
    """How many rounds of a match are over."""
    return sum(event.kind.startswith("won_") for event in history)
