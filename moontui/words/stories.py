"""Stories: what a match, and an evening, will be remembered by, told once all cards are open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.core import Seat


class Story(NamedTuple):
    """Something that somebody did, or that happened to them, told to everybody alike."""

    seat: Seat
    weight: float
    """How much of a story it is, from 0 to 1: the best of an evening may come from any game."""
    text: str
    face: str = ""
    """The picture of the card that it is about; empty: their own face."""


class Remembered(NamedTuple):
    """What one match adds to the closing page of an evening."""

    lies: tuple[Story, ...] = ()
    exits: tuple[Story, ...] = ()
    guesses: Mapping[Seat, tuple[int, int]] = {}
    """By seat: how many guesses at something hidden were right, and of how many."""


class Tale(NamedTuple):
    """The best story of its kind."""

    kind: str
    """A message key: `lie` or `exit`."""
    game: str
    name: str
    seat: Seat
    weight: float
    text: str
    face: str


class Guesser(NamedTuple):
    """How well somebody guessed at what was hidden."""

    name: str
    right: int
    of: int


class Closing(NamedTuple):
    """What is told of an evening apart from its score."""

    tales: tuple[Tale, ...] = ()
    guesser: Guesser | None = None
    """Who guessed best; None: nobody was right."""
