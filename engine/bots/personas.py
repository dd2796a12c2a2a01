"""Whom you play against: ten personas, the same in every game, each with a manner it keeps.

A persona is an id that a bot is given when it sits down. The game says what each of them likes, and
only bots that think have likings; the name of a seat never decides how it plays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random
from typing import NamedTuple, Protocol, runtime_checkable

from engine.core import Bot, Game, S

PERSONAS = ("Ada", "Bela", "Cleo", "Dario", "Edda", "Finn", "Greta", "Hugo", "Ines", "Jona")
"""Their ids, which are also their names unless somebody else has that name."""


class Newcomer(NamedTuple):
    """A bot that is about to sit down."""

    persona: str
    name: str


def newcomer(personas: Collection[str], names: Iterable[str]) -> Newcomer:
    """Who comes to a table next: with a persona that no other bot there has, and named after it
    unless somebody already has that name."""
    taken = {name.casefold() for name in names}
    persona = next(one for one in PERSONAS if one not in personas)
    free = (name for name in (persona, *reversed(PERSONAS)) if name.casefold() not in taken)
    return Newcomer(persona, next(free))


@runtime_checkable
class Personal(Protocol):
    """A bot that has likings."""

    style: object


def seated(game: Game[S], level: str, rng: Random, persona: str = "") -> Bot[S]:
    """A bot, ready to play: its level says how well, its persona in what manner ("": none).

    Raises `ValueError`, with a sentence, for a level that the game has no bot for and for an
    unknown persona.
    """
    if level not in game.bots:
        raise ValueError(f"{game.id.capitalize()} has no {level} bot.")
    if persona and persona not in PERSONAS:
        raise ValueError(f"There is no persona {persona}.")
    bot = game.bots[level](rng)
    if persona in game.styles and isinstance(bot, Personal):
        bot.style = game.styles[persona]
    return bot
