"""A glossary: what every event, question and choice of a game means, for those who write bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple


class Told(NamedTuple):
    """A kind of event. An empty field is not used."""

    means: str
    seat: str = ""
    other: str = ""
    cards: str = ""
    number: str = ""
    seen: str = ""
    """Who sees the cards; empty: everybody."""


class Asked(NamedTuple):
    """A prompt: what is asked. An empty field is not used."""

    means: str
    other: str = ""
    number: str = ""


class Answered(NamedTuple):
    """A verb: what is answered."""

    means: str
    value: str = ""
    """What the operand is; empty: there is none, and it is 0."""


@dataclass(frozen=True, slots=True)
class Glossary:
    """All the words of a game that leave the engine: no bot, client or record has to guess."""

    numbers: Mapping[str, Mapping[int, str]]
    """By what is numbered: what the numbers mean."""
    events: Mapping[str, Told]
    prompts: Mapping[str, Asked]
    verbs: Mapping[str, Answered]
    options: Mapping[str, str]
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Why a choice is blocked."""
    windows: Mapping[str, str] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)


def named(kinds: Iterable[IntEnum]) -> dict[int, str]:
    """Numbers, with the names that the code has for them."""
    return {int(kind): kind.name.replace("_", " ").title() for kind in kinds}


# ── what all games share ────────────────────────────────────────────────────────────────────────

MATCH = Told("The match is over.", number="the seats that won it, a bit for each")
LENGTH = "a whole `match`, or a single `round`"
BETWEEN_ROUNDS = {"next_round": Asked("Everybody, between rounds: ready for the next one?")}
READY = {"ready": Answered("begin the next round, once everybody is ready")}
