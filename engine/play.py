"""How any game is played: start it, see what it asks, answer, and look at it from a seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.core import (
    Ask,
    Auto,
    Choice,
    Event,
    Game,
    IllegalChoice,
    Options,
    Question,
    S,
    Seat,
    State,
    View,
)


def start(game: Game[S], seats: int, seed: bytes, options: Options | None = None) -> S:
    """Set a game up and play on to its first question.

    Raises `ValueError`, with a sentence for the player, when the game cannot be set up like that.
    """
    if seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        wanted = str(least) if least == most else f"{least} to {most}"
        raise ValueError(f"{game.id.capitalize()} seats {wanted} players, not {seats}.")
    if len(seed) != 32:
        raise ValueError(f"A seed is 32 bytes, not {len(seed)}.")
    state = game.setup(seats, seed, settings(game, options or {}))
    settle(state)
    return state


def lay(game: Game[S], seats: int, options: Options, zones: Mapping[str, Any]) -> S:
    """A game with the cards dealt as written, at its first question.

    Raises `ValueError`, with a sentence, when the game cannot be set up like that.
    """
    if game.written is None:
        raise ValueError(f"{game.id.capitalize()} cannot be written down.")
    state: S = game.written().lay(seats, settings(game, options), zones)
    settle(state)
    return state


def settings(game: Game[Any], given: Mapping[str, str]) -> dict[str, str]:
    """All options of a game, the given ones checked, the others at their defaults."""
    known = {option.key: option for option in game.options}
    for key, value in given.items():
        if key not in known:
            raise ValueError(f"{game.id.capitalize()} has no option {key}.")
        values, check = known[key].values, known[key].check
        if value in values:
            continue
        if check is None:
            raise ValueError(f"Option {key} must be one of {', '.join(values)}, not {value}.")
        check(value)
    return {key: given.get(key, option.values[0]) for key, option in known.items()}


def asks(state: State) -> tuple[Ask, ...]:
    """The questions the table is waiting on; none: the game is over."""
    if not state.todo:
        return ()
    question: Any = state.todo[-1]  # all steps that ask nothing have been run
    asked: tuple[Ask, ...] = question.asks(state)
    return asked


def apply(state: State, seat: Seat, choice: Choice) -> list[Event]:
    """Answer for a seat and play on to the next question; returns what happened. What its silence
    means is an answer too, even where nobody may choose it: records hold it.

    Raises `IllegalChoice` with the state untouched.
    """
    ask = next((ask for ask in asks(state) if ask.seat == seat), None)
    if ask is None:
        raise IllegalChoice("It is not your turn to answer.")
    if choice not in ask.choices and choice != silence(state, seat):
        raise IllegalChoice("That is not one of the choices.")
    before = len(state.events) if state.events is not None else 0
    advance(state, seat, choice)
    return state.events[before:] if state.events is not None else []


def advance(state: State, seat: Seat, choice: Choice) -> None:
    """`apply` without the checks, for callers that chose from the list."""
    todo = state.todo
    question: Any = todo[-1]
    question.answer(state, seat, choice)
    while todo and isinstance(step := todo[-1], Auto):  # as in `settle`, without another call
        todo.pop()
        step.run(state)


def settle(state: State) -> None:
    """Run the steps that need nobody."""
    todo = state.todo
    while todo and isinstance(step := todo[-1], Auto):
        todo.pop()
        step.run(state)


def silence(state: State, seat: Seat) -> Choice:
    """What a seat's silence means when the window of its question ends."""
    question: Any = state.todo[-1]
    default: Choice = question.default(state, seat)
    return default


def in_order(
    state: State, asked: Sequence[Ask], held: Mapping[Seat, Choice]
) -> Iterator[tuple[Seat, Choice]]:
    """The answers to questions that were asked together, one by one as they are given: silence
    among them, and those left out that an earlier one has settled."""
    for before in asked:
        ask = next((ask for ask in asks(state) if ask.seat == before.seat), None)
        if ask is None or (ask.prompt, ask.window) != (before.prompt, before.window):
            continue
        choice = held.get(ask.seat)
        yield ask.seat, choice if choice in ask.choices else silence(state, ask.seat)


def overdue(state: State, seat: Seat) -> Choice | None:
    """What is done for a seat whose time is up; None: a bot answers for it."""
    question: Any = state.todo[-1]
    choice: Choice | None = question.overdue(state, seat)
    return choice


def view(game: Game[S], state: S, seat: Seat | None) -> View[S]:
    """The game as one seat (None: a spectator) may know it."""
    return next(views(game, state, (seat,)))


def views(game: Game[S], state: S, seats: Iterable[Seat | None]) -> Iterator[View[S]]:
    """The game as each of these seats may know it; what the table waits for is worked out once."""
    open_asks = asks(state)
    waiting = tuple(ask._replace(choices=()) for ask in open_asks)
    for seat in seats:
        own = next((ask for ask in open_asks if ask.seat == seat), None)
        step = state.todo[-1] if own is not None else None
        blocked = tuple(step.blocked(state)) if isinstance(step, Question) else ()
        yield View(seat, game.hide(state, seat), own, blocked, waiting)
