"""Whom you play against: ten personas, the same in every game, each with a manner it keeps.

A persona is an id that a bot is given when it sits down. The game says what each of them likes, at
every level but the one that plays at random; the name of a seat never decides how it plays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import NamedTuple, Protocol, runtime_checkable

from engine.bots.dial import bot_at
from engine.core import Bot, Game, S

PERSONAS = ("Ada", "Bela", "Cleo", "Dario", "Edda", "Finn", "Greta", "Hugo", "Ines", "Jona")
"""Their ids, which are also their names unless somebody else has that name."""


class Character(NamedTuple):
    """What somebody is like in company, whatever is played."""

    bluff: float
    """How readily it says what need not be so."""
    bold: float
    """How readily it accuses and doubts others."""
    talk: float
    """How readily it speaks up when nobody asked."""


CHARACTERS: dict[str, Character] = {
    "Ada": Character(bluff=0.1, bold=0.8, talk=0.8),
    "Bela": Character(bluff=0.1, bold=0.2, talk=0.3),
    "Cleo": Character(bluff=0.45, bold=0.6, talk=0.6),
    "Dario": Character(bluff=0.17, bold=0.9, talk=0.7),
    "Edda": Character(bluff=0.05, bold=0.4, talk=0.5),
    "Finn": Character(bluff=0.4, bold=0.7, talk=0.9),
    "Greta": Character(bluff=0.07, bold=0.3, talk=0.4),
    "Hugo": Character(bluff=0.24, bold=0.6, talk=0.4),
    "Ines": Character(bluff=0.45, bold=0.4, talk=0.6),
    "Jona": Character(bluff=0.14, bold=0.5, talk=0.5),
}


class Newcomer(NamedTuple):
    """A bot that is about to sit down."""

    persona: str
    name: str


def newcomer(
    personas: Collection[str], names: Iterable[str], order: Sequence[str] = PERSONAS
) -> Newcomer:
    """Who comes to a table next: the first with a persona that no other bot there has, and named
    after it unless somebody already has that name."""
    taken = {name.casefold() for name in names}
    persona = next(one for one in order if one not in personas)
    free = (name for name in (persona, *reversed(PERSONAS)) if name.casefold() not in taken)
    return Newcomer(persona, next(free))


def company(name: str, seats: int, order: Sequence[str] = PERSONAS) -> list[Newcomer]:
    """Who sits at a table for one: the player first, then bots, in the order in which they come."""
    present = [Newcomer("", name)]
    while len(present) < seats:
        personas, names = [one.persona for one in present], [one.name for one in present]
        present.append(newcomer(personas, names, order))
    return present


@runtime_checkable
class Personal(Protocol):
    """A bot that has likings."""

    style: object


def seated(game: Game[S], level: str, rng: Random, persona: str = "") -> Bot[S]:
    """A bot, ready to play: its level says how well, its persona in what manner ("": none).

    Raises `ValueError`, with a sentence, for a level that the game has no bot for and for an
    unknown persona.
    """
    if persona and persona not in PERSONAS:
        raise ValueError(f"There is no persona {persona}.")

    def made(level: str) -> Bot[S]:
        bot = game.bots[level](rng)
        if persona in game.styles and isinstance(bot, Personal):
            bot.style = game.styles[persona]
        return bot

    return bot_at(game, level, made)
