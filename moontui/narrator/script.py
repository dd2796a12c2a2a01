"""What a narrator says, in which order and with which pauses: by the set alone, never by a deal."""

from __future__ import annotations

from dataclasses import dataclass

from moontui.words.catalogue import Catalogue

BREATH = 2.0
"""Seconds between a sentence and the next."""


@dataclass(frozen=True)
class Cue:
    """A sentence, a message key under `narrator`, and how long it is quiet after it."""

    key: str
    pause: float = BREATH
    large: str = ""
    """What the page shows in large letters: a message key under `narrate`, or a number."""


@dataclass(frozen=True)
class Narration:
    """A game that can be told aloud, with the cards that are played with."""

    game: str
    cards: tuple[int, ...]
    players: int
    keys: dict[int, str]
    """By card: the message key of its name."""
    night: tuple[Cue, ...]
    vote: tuple[Cue, ...]
    """From the end of the talk to the end of the game."""

    def name(self, language: str, card: int) -> str:
        return Catalogue(language, self.game).say("names", self.keys[card])


class NoSuchSet(ValueError):
    """Nobody can play with these cards; the text is a message key and what it is about."""

    def __init__(self, why: str, about: str = "") -> None:
        super().__init__(why)
        self.why, self.about = why, about
