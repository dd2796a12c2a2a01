"""The line to a lesson: a table in this very process, which speaks as a host does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

from engine.bots.personas import Newcomer
from engine.core import Choice
from moontui.client.lesson import ME, Course
from net import messages as said
from net.client import Client
from net.messages import Message

TABLE = "lesson"
"""The table, and its phase: nothing is dealt here that would have to be proved, and a story that is
told again may be another one."""


class LessonLine(Client):
    """A seat in a lesson. Screens and sessions cannot tell it from a seat at a host's table."""

    def __init__(self, course: Course, present: Sequence[Newcomer]) -> None:
        super().__init__("", 0, present[ME].name, tls=False)
        self.course = course
        self.present = present
        self.seated = said.Seated(TABLE, ME)
        self.turn = 0
        self.told = 0
        """How many events the player has heard of."""
        self.line: asyncio.Queue[Message | None] = asyncio.Queue()

    def begin(self) -> None:
        """Describe the table, and the game on it."""
        self.line.put_nowait(self.room())
        self.tell(anew=True)

    def room(self) -> said.Room:
        script = self.course.lesson.script
        players = [
            said.Player("bot" if one.persona else "person", one.name, persona=one.persona)
            for one in self.present
        ]
        return said.Room(
            table=TABLE, game=self.course.game.id, seats=script.seats, options=script.options,
            phase=TABLE, keeper=ME, players=players, watchers=[], commitment="",
            watch="none", notebook="counts",
        )  # fmt: skip

    def tell(self, anew: bool = False) -> None:
        """Tell what has happened; anew: the whole story, as something was taken back or skipped."""
        shown, events = self.course.view(), self.course.told
        first = 0 if anew else self.told
        self.turn, self.told = self.turn + 1, len(events)
        shown.state.todo, shown.state.events = [], []
        blocked, waiting = list(shown.blocked), list(shown.waiting)
        self.line.put_nowait(
            said.Update(self.turn, shown.state, events[first:], first, shown.ask, blocked, waiting)
        )

    # ── what the player does ────────────────────────────────────────────────────────────────────

    def act(self, turn: int, choice: Choice) -> int:
        """Answer; anything but the right answer changes nothing."""
        self.course.answer(choice)
        self.tell()
        return 0

    def go_on(self) -> None:
        self.course.go_on()
        self.tell()

    def undo(self) -> None:
        self.course.undo()
        self.tell(anew=True)

    def skip(self) -> None:
        self.course.skip()
        self.tell(anew=True)

    # ── as a client ─────────────────────────────────────────────────────────────────────────────

    def send(self, message: Message) -> None:
        """Nobody listens: there is nobody to talk to."""

    async def messages(self) -> AsyncIterator[Message]:
        while (message := await self.line.get()) is not None:
            yield message

    async def close(self) -> None:
        self.line.put_nowait(None)
