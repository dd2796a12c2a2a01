"""What a match of Wolfmoon will be remembered by: exits against all odds, and who guessed well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.core import Choice, Event, Seat
from engine.games.wolfmoon.insight import insight
from engine.replay import Replay
from moontui.games.wolfmoon.ending import Ending
from moontui.words.stories import Remembered, Story

if TYPE_CHECKING:
    from moontui.games.wolfmoon.teller import WolfmoonTeller

EVEN = 0.5
"""How unlucky an exit is that nobody guessed."""
LATER = 0.01
"""How much less unlucky an exit is with every turn that came before it."""


def stories(teller: WolfmoonTeller, replay: Replay) -> Remembered:
    """Every exit, the less likely the better; and how many guesses were right."""
    events = replay.state(replay.last).events
    right = Counter(event.seat for event in events if event.kind == "hit")
    wrong = Counter(event.seat for event in events if event.kind == "missed")
    return Remembered(
        exits=tuple(
            story for first, told in rounds(events) for story in exits(teller, replay, first, told)
        ),
        guesses={seat: (right[seat], right[seat] + wrong[seat]) for seat in right | wrong},
    )


def rounds(events: list[Event]) -> Iterator[tuple[int, list[Event]]]:
    """Each round: where its events begin among all, and the events."""
    begins = [number for number, event in enumerate(events) if event.kind == "round"]
    for begin, end in zip(begins, [*begins[1:], len(events)], strict=True):
        yield begin, events[begin:end]


def exits(
    teller: WolfmoonTeller, replay: Replay, first: int, events: list[Event]
) -> Iterator[Story]:
    """How people went out in one round."""
    for out in Ending(teller, replay.state(replay.last), events).exits():
        told, luck, blow = out.told, EVEN, out.blow
        if blow is not None and blow.kind == "hit":
            place = next(number for number, event in enumerate(events) if event is blow)
            chance = chance_of(replay, first + place, blow)
            luck = 1 - chance
            percent = min(99, max(1, round(100 * chance)))
            told = f"{told} {teller.words.say('stories', 'chance', percent=percent)}"
        yield Story(out.seat, max(0.0, luck - LATER * out.turn), told)


def chance_of(replay: Replay, place: int, hit: Event) -> float:
    """How likely a guess was to be right, for whoever made it; `hit` is its event, at that place
    among all."""
    assert hit.seat is not None
    guess = Choice("guess", hit.number)
    for step in range(replay.step_of(place + 1), 0, -1):
        if replay.record.moves[step - 1] == (hit.seat, guess):
            return insight(replay.view(step - 1, Seat(hit.seat))).tallies.get(guess, EVEN)
    return EVEN
