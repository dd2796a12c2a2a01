"""Blurs what would take too long to tell apart, without ever excluding the truth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import exp, factorial, fsum, log

from engine.games.wolfmoon.counting import At, Token
from engine.games.wolfmoon.deck import CHARACTERS

FEW_WAYS = 24
"""How many ways to lay out tokens are told apart; if there are more, some are blurred."""


def ways(tokens: Sequence[Token | None], parts: int) -> list[tuple[float, At]]:
    """The different orders of tokens, with their shares, when this many parts are to be laid out.
    If there are too many, only rotations are told apart, in which every token comes to every place,
    and the rest is blurred."""
    count = factorial(len(tokens))
    if count <= FEW_WAYS:
        found: dict[At, float] = {}
        for order in permutations(tokens):
            found[order] = found.get(order, 0.0) + 1 / count
        if len(found) <= max(FEW_WAYS // parts, 2):
            return [(share, order) for order, share in found.items()]
    size = len(tokens)
    turned = [(1 / count, (*tokens[by:], *tokens[:by])) for by in range(size)]
    known = [token for token in tokens if token is not None]
    mean = mean_of([(1.0, token) for token in known])
    total = exp(fsum(log(fsum(token)) for token in known) / size) / fsum(mean)
    blurred = tuple([chance * total for chance in mean])  # as heavy as those it replaces
    return [*turned, (1 - size / count, (blurred,) * size)]


def blur(parts: Sequence[tuple[float, At]]) -> At:
    """One part that allows whatever these allow."""
    at: list[Token | None] = []
    for place in range(len(parts[0][1])):
        tokens = [(weight, at[place]) for weight, at in parts]
        known = [(weight, token) for weight, token in tokens if token is not None]
        at.append(mean_of(known) if known else None)
    return tuple(at)


def mean_of(tokens: Sequence[tuple[float, Token]]) -> Token:
    """The weighted mean of tokens, each counted as the chances that its weights stand for."""
    total = [0.0] * len(CHARACTERS)
    for weight, token in tokens:
        scale = weight / fsum(token)
        for kind, chance in enumerate(token):
            total[kind] += chance * scale
    most = max(total)
    return tuple([chance / most for chance in total])
