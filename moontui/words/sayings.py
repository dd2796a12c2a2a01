"""What somebody says by a key, in words: bots have words of their own."""

from __future__ import annotations

from moontui.words.catalogue import Catalogue


def saying(words: Catalogue, persona: str, phrase: str, other: str) -> str:
    """A phrase as somebody of a persona (empty: a person) says it, and to whom; one that only newer
    hosts know is shown as it is."""
    path = ("sayings", persona.lower(), phrase)
    if words.has(*path):
        return words.say(*path, other=other)
    return words.heard("phrases", phrase)
