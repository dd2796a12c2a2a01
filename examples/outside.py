"""A program that plays any game: `moontui bot --exec "python3 examples/outside.py"`.

It reads lines of JSON, answers every question with the number of a choice, and knows a little about
Wolfmoon: it plays the lower of two cards, and names a value that is not certainly wrong.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

VALUES = [0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 10]
"""What the cards of Wolfmoon are worth, by number."""


def likes(verb: str, value: int, asked: dict[str, Any]) -> float:
    """How much the program would like to answer that."""
    if verb == "play":
        return -VALUES[value]
    if verb == "keep":
        return VALUES[value]
    if verb == "guess":
        kinds: int = asked["view"]["known"]["may_be"][asked["other"]]  # a bit for each card
        return sum(kinds >> card & 1 for card, worth in enumerate(VALUES) if worth == value)
    return -1.0 if verb in ("pass", "center") else 0.0


def answer(game: str, asked: dict[str, Any], luck: random.Random) -> int:
    """The number of the choice it likes best, any one of several."""
    choices = [(verb, value) for verb, value in asked["choices"]]
    if game != "wolfmoon":
        return luck.randrange(len(choices))
    worth = [likes(verb, value, asked) for verb, value in choices]
    best = [number for number, liking in enumerate(worth) if liking == max(worth)]
    return luck.choice(best)


game, luck = "", random.Random()
for line in sys.stdin:
    heard = json.loads(line)
    match heard["t"]:
        case "hello":
            game, luck = heard["game"], random.Random(heard["chance"])
        case "question":
            print(answer(game, heard, luck), flush=True)
