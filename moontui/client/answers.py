"""A player's answers: one at a time, also where one stands for several, and the keeper's clock."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from engine.core import Choice
from net import messages as said

if TYPE_CHECKING:
    from moontui.client.session import Session

CLOCK: dict[str, Literal["stop", "go", "more", "end"]] = {
    "clock_stop": "stop",
    "clock_go": "go",
    "clock_more": "more",
    "clock_end": "end",
}
"""By verb: what the keeper of a table may do to a clock, as the host is told."""


class Answers:
    """What goes from a player to the host."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.rest: list[Choice] = []
        """What is still to be said of an answer of several choices."""
        self.asked_for = ""
        """What the last answer was given to."""

    @property
    def keepers(self) -> tuple[Choice, ...]:
        """What the keeper of the table may do to the clock that runs."""
        session = self.session
        window = session.window
        if window is None or not window.kept or not session.keeps:
            return ()
        clock = ("clock_go" if session.frozen else "clock_stop", "clock_more")
        verbs = (*(clock if session.seconds is not None else ()), "clock_end")
        return tuple(Choice(verb) for verb in verbs)

    def act(self, choice: Choice) -> int:
        """Give an answer, or turn the clock; see `Session.act`."""
        if choice.verb in CLOCK:
            self.session.send(said.Clock(CLOCK[choice.verb]))
            return -1
        self.rest = [*self.session.teller.spelt(choice)]
        return self.give(self.rest.pop(0)) if self.rest else -1

    def go_on(self) -> None:
        """Go on with an answer of several choices, as long as the host still asks for it."""
        view = self.session.view
        if self.rest and self.rest[0] in self.session.choices:
            self.give(self.rest.pop(0))
        elif view is None or self.asked_for not in {ask.prompt for ask in view.waiting}:
            self.rest = []

    def give(self, choice: Choice) -> int:
        """Give one answer; while a window holds answers, the player may change it."""
        session = self.session
        assert session.view is not None
        self.asked_for = session.view.ask.prompt if session.view.ask is not None else ""
        action = session.client.act(session.turn, choice)
        if session.window is not None and session.window.held:
            session.held = choice
        else:
            session.view = replace(session.view, ask=None)
        return action
