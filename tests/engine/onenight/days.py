"""Days for tests: a village after its night, and people who say things in it."""

from __future__ import annotations

from engine.core import Choice, Seat
from engine.games.onenight import ONENIGHT
from engine.games.onenight.day import Speak
from engine.games.onenight.night import Look, Wake
from engine.games.onenight.state import Village
from engine.play import apply, asks, start

FIVE = ["seer", "robber", "werewolf", "troublemaker", "villager"]
CENTER = ["werewolf", "villager", "villager"]


def morning(seats: int = 5, seed: int = 0, **options: str) -> Village:
    """A village whose night is over; everybody did nothing."""
    village = start(ONENIGHT, seats, bytes([seed]) * 32, options)
    sleep(village)
    return village


def sleep(village: Village) -> None:
    """Let the night pass; everybody does nothing."""
    while isinstance(village.todo[-1], Look | Wake):
        for ask in asks(village):
            apply(village, ask.seat, ask.choices[-1])


def say(village: Village, seat: int, *links: tuple[str, int] | str) -> None:
    """Let a seat say something, link by link."""
    for link in links:
        verb, value = link if isinstance(link, tuple) else (link, 0)
        apply(village, Seat(seat), Choice(verb, value))


def speaker(village: Village) -> Seat:
    """Whose turn it is."""
    return asks(village)[0].seat


def skip_to(village: Village, phase: str) -> Seat:
    """Let everybody pass until the next turn of that kind; whose it is."""
    while True:
        step = village.todo[-1]
        assert isinstance(step, Speak)
        if step.phase == phase:
            return step.seat
        say(village, step.seat, "refuse" if step.phase == "answer" else "pass")
