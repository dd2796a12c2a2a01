"""Writes docs/reference.md: every word of every game, from the glossaries and the code; and the
table of cards on the rules page of Wolfmoon, from the deck and the catalogues.

`python -m tests.reference` (or `make reference`) rewrites both.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.bots.dial import levels_of
from engine.core import Game
from engine.games import GAMES
from engine.games.wolfmoon.deck import FACES, Card
from engine.glossary import Glossary
from moontui.words.catalogue import Catalogue

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "reference.md"
RULES = DOCS / "rules" / "wolfmoon.md"
CARDS = "| Value | Name | German | Copies | Text |\n|---|---|---|---|---|\n"
"""The head of the table of cards."""
HEAD = """# Reference

All the words that the games use: what happens (events), what is asked (prompts), what is answered
(verbs), and the house options. This page is made from the code by `make reference`; a test checks
that it is complete. How to use the words is in [engine.md](engine.md), how they travel in
[protocol.md](protocol.md).

An event is `kind, seat, other, cards, number, seen_by`; a question is `seat, prompt, choices,
window, other, number`; an answer is a verb and a value. A card that a seat may not see is -1. A set
of seats is a number with a bit for each: 5 means seats 0 and 2. Fields that a row leaves empty are
not used.

Between rounds everybody is asked in the window `rest`, which has no clock. Two kinds of events mean
the same in every game: `round` begins a round, and a kind that begins with `won_` ends it. The rest
of that word is the `reason` of an `Outcome`.
"""


def glossary_of(name: str) -> Glossary:
    """The glossary of a game."""
    glossary: Glossary = import_module(f"engine.games.{name}.glossary").GLOSSARY
    return glossary


def page() -> str:
    """The whole page."""
    return HEAD + "".join(section(GAMES[name], glossary_of(name)) for name in GAMES)


def section(game: Game[Any], words: Glossary) -> str:
    """What one game speaks."""
    parts = [f"\n## {game.id.capitalize()}\n", *numbers(words.numbers), *facts(game)]
    parts += table(
        "Events",
        ("kind", "what happened", "seat", "other", "cards", "number", "who sees the cards"),
        ((f"`{kind}`", *told) for kind, told in words.events.items()),
    )
    parts += table(
        "Prompts",
        ("prompt", "what is asked", "other", "number"),
        ((f"`{prompt}`", *asked) for prompt, asked in words.prompts.items()),
    )
    parts += table(
        "Verbs",
        ("verb", "what it answers", "value"),
        ((f"`{verb}`", *answered) for verb, answered in words.verbs.items()),
    )
    values = {option.key: ", ".join(map(code, option.values)) for option in game.options}
    parts += table(
        "Options",
        ("option", "what it says", "values, the default first"),
        ((f"`{key}`", means, values[key]) for key, means in words.options.items()),
    )
    parts += pairs("Blocked choices", ("reason", "why"), words.reasons)
    parts += pairs("Windows", ("window", "what for"), words.windows)
    parts += pairs("Phrases", ("phrase", "what it says"), words.phrases)
    return "\n".join(parts)


def facts(game: Game[Any]) -> list[str]:
    """Seats, levels, and what its insight consists of."""
    lines = [
        f"Seats: {game.seats[0]} to {game.seats[-1]}. Levels: {', '.join(levels_of(game))}.\n"
        if len(game.seats) > 1
        else f"Seats: {game.seats[0]}. Levels: {', '.join(levels_of(game))}.\n"
    ]
    insight = import_module(f"engine.games.{game.id}.insight").insight
    told = inspect.cleandoc(insight.__doc__ or "").replace("\n", " ")
    return [*lines, f"Insight: {told}\n"]


def numbers(meanings: Mapping[str, Mapping[int, str]]) -> list[str]:
    """What numbers mean, a line for each list."""
    return [
        f"{what.capitalize()}: {', '.join(f'{n} {name}' for n, name in names.items())}.\n"
        for what, names in meanings.items()
    ]


def table(title: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    """A table, without the columns that say nothing."""
    whole = [heads, *rows]
    used = [n for n in range(len(heads)) if n < 2 or any(row[n] for row in whole[1:])]
    lines = ["| " + " | ".join(row[n] for n in used) + " |" for row in whole]
    lines.insert(1, "|" + "---|" * len(used))
    return [f"### {title}\n", *lines, ""]


def pairs(title: str, heads: tuple[str, str], words: Mapping[str, str]) -> list[str]:
    """A table of two columns; none if there is nothing to say."""
    if not words:
        return []
    return table(title, heads, ((f"`{key}`", means) for key, means in words.items()))


def code(value: str) -> str:
    return f"`{value}`"


def with_cards(rules: str) -> str:
    """The rules page of Wolfmoon, its table of cards written anew."""
    before, head, rest = rules.partition(CARDS)
    assert head, "the rules page has no table of cards"
    after = rest[rest.index("\n\n") + 1 :]
    return before + head + "".join(map(card_row, FACES)) + after


def card_row(card: Card) -> str:
    english, german = (Catalogue(language, "wolfmoon") for language in ("en", "de"))
    key, face = card.name.lower(), FACES[card]
    names = (f"**{english.say('names', key)}**", german.say("names", key))
    row = (str(face.value), *names, str(face.copies), english.say("texts", key))
    return f"| {' | '.join(row)} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    RULES.write_text(with_cards(RULES.read_text(encoding="utf-8")), encoding="utf-8")
