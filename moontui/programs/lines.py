"""What is said to a program, and what it may answer: one line of JSON each. See
docs/outside-bots.md."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

import msgspec

from engine.core import Ask, Choice, Event, Game, Options, Outcome, Seat, View

VERSION = 1
"""Changes whenever programs that know an older version would misunderstand."""
LONGEST = 4096
"""Bytes in a program's line; an answer takes a few."""


def hello(game: Game[Any], seats: int, seat: Seat, options: Options, chance: int) -> bytes:
    """The first line of every match: what is played, and where the program sits."""
    return line(
        t="hello",
        version=VERSION,
        game=game.id,
        rules=game.version,
        seats=seats,
        seat=seat,
        options=dict(options),
        chance=chance,
    )


def question(view: View[Any], told: Sequence[Event], seconds: float) -> bytes:
    """A question, with what the seat was told since the last one, and all that it may know."""
    ask = view.ask
    assert ask is not None
    state = copy(view.state)
    state.todo, state.events = [], []  # no steps, and no event twice
    return line(
        t="question",
        count=len(ask.choices),
        prompt=ask.prompt,
        choices=ask.choices,
        other=ask.other,
        number=ask.number,
        window=ask.window,
        seconds=round(seconds, 3),
        blocked=view.blocked,
        waiting=view.waiting,
        events=told,
        view=state,
    )


def over(outcome: Outcome | None, told: Sequence[Event]) -> bytes:
    """The last line of a match; a match that was abandoned has no reason and no winners."""
    reason, winners = outcome or ("", ())
    return line(t="over", reason=reason, winners=winners, events=told)


def line(**fields: Any) -> bytes:
    return msgspec.json.encode(fields) + b"\n"


def choice_of(answer: bytes, ask: Ask) -> Choice | None:
    """The choice that a line means: its number, counted from 0, or itself; None: none of them."""
    try:
        meant = msgspec.json.decode(answer)
    except (ValueError, RecursionError):
        return None
    if type(meant) is int:
        return ask.choices[meant] if 0 <= meant < len(ask.choices) else None
    if type(meant) is not list or [*map(type, meant)] not in ([str], [str, int]):
        return None
    choice = Choice(*meant)
    return choice if choice in ask.choices else None
