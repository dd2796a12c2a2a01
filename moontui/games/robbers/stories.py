"""What a match of Robbers will be remembered by: Werewolves whom nobody knew for long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.core import Event
from engine.games.robbers.deck import Role
from engine.replay import Replay
from moontui.words.stories import Remembered, Story

if TYPE_CHECKING:
    from moontui.games.robbers.teller import RobbersTeller

LOST, WON = 0.5, 0.9
"""How good a disguise is that lasts to the end, for wolves who lose, and for those who win."""


def stories(teller: RobbersTeller, replay: Replay) -> Remembered:
    """Every Werewolf who played on for a while before the others knew."""
    deals: list[list[Event]] = []
    for event in replay.state(replay.last).events:
        if event.kind == "round":
            deals.append([])
        if deals:
            deals[-1].append(event)
    return Remembered(lies=tuple(story for deal in deals for story in disguises(teller, deal)))


def disguises(teller: RobbersTeller, deal: list[Event]) -> Iterator[Story]:
    """The Werewolves of a deal that was added up, and when each of them had to show it."""
    tricks = sum(event.kind == "took" for event in deal)
    won = any(event.kind == "won_wolves" for event in deal)
    for wolf in [event for event in deal if event.kind == "role"]:
        if wolf.number != Role.WEREWOLF or wolf.seat is None:
            continue
        hidden = hidden_for(deal, wolf)
        told = teller.words.say(
            "stories",
            "hidden_won" if won else "hidden",
            trick=min(hidden + 1, tricks),
            tricks=tricks,
        )
        if hidden:
            yield Story(wolf.seat, (WON if won else LOST) * hidden / tricks, told)


def hidden_for(deal: list[Event], wolf: Event) -> int:
    """How many tricks were taken before a Werewolf had to lay down the chip."""
    taken = 0
    for event in deal:
        if event.kind == "chip" and (event.seat, event.number) == (wolf.seat, Role.WEREWOLF):
            break
        taken += event.kind == "took"
    return taken
