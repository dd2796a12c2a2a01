"""A replay: a record seen again, step by step."""

from __future__ import annotations

from typing import Any

from engine.core import Ask, Event, Game, Seat, View
from engine.play import asks, view
from engine.record import BadRecord, Record, steps


class Replay:
    """A match seen again. Step n is the table after n answers; each is worked out when needed."""

    def __init__(self, game: Game[Any], record: Record) -> None:
        """Raises `BadRecord` when the game cannot even begin."""
        self.game, self.record = game, record
        self.steps = steps(game, record)
        """What is still to be worked out."""
        self.states: list[Any] = [next(self.steps)]
        self.last = len(record.moves)
        """How far the record can be followed: up to the first answer that makes no sense."""
        self.broken = False

    def reach(self, step: int) -> int:
        """Work out everything up to a step; returns that step, or the last one the record has."""
        while len(self.states) <= min(step, self.last):
            try:
                self.states.append(next(self.steps))
            except BadRecord:
                self.last, self.broken = len(self.states) - 1, True
        return max(0, min(step, self.last))

    def state(self, step: int) -> Any:
        return self.states[self.reach(step)]

    def view(self, step: int, seat: Seat) -> View[Any]:
        """The table as a seat saw it."""
        return view(self.game, self.state(step), seat)

    def told(self, step: int, seat: Seat, since: int = -1) -> list[Event]:
        """What a seat was told up to a step, or since another one."""
        heard = self.state(step).events
        before = len(self.state(since).events) if since >= 0 else 0
        return [event.told_to(seat) for event in heard[before:]]

    def step_of(self, events: int) -> int:
        """The first step, of those worked out, by which this many events had been told."""
        for step, state in enumerate(self.states):
            if len(state.events) >= events:
                return step
        return len(self.states) - 1

    def ask_before(self, step: int) -> Ask:
        """The question whose answer led to a step."""
        move = self.record.moves[step - 1]
        return next(ask for ask in asks(self.state(step - 1)) if ask.seat == move.seat)

    def begins_round(self, step: int) -> bool:
        """Whether a round begins with this step."""
        if step == 0:
            return True
        before = len(self.state(step - 1).events)
        return any(event.kind == "round" for event in self.state(step).events[before:])

    def next_round(self, step: int) -> int:
        """The step that begins the next round, or the end."""
        step += 1
        while self.reach(step) == step and not self.begins_round(step):
            step += 1
        return self.reach(step)

    def round_before(self, step: int) -> int:
        """The step that begins this round, or the round before."""
        step -= 1
        while step > 0 and not self.begins_round(step):
            step -= 1
        return max(0, step)
