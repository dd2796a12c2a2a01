"""Prose: what one person does in a row is told in one breath, and not as a list of sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

MOST = 3
"""How many deeds one sentence tells at most."""


class Deed(NamedTuple):
    """A sentence, taken apart."""

    subject: str
    """Who; empty: it begins with something else."""
    rest: str
    """What they do, without a full stop."""
    stop: str

    @property
    def goes_on(self) -> bool:
        """Whether another deed can follow in the same sentence: nothing in this one is a sentence
        of its own, and it does not end on a shout."""
        return (
            bool(self.subject) and self.stop == "." and not any(sign in self.rest for sign in ":;,")
        )


def prose(
    sentences: Sequence[str], subjects: Sequence[str], also: str, again: str, using: str
) -> str:
    """Sentences as a text. `also` joins two deeds, `again` stands for a card just named, and what
    is done `using` it goes without saying."""
    runs: list[list[Deed]] = []
    for sentence in sentences:
        deed = taken_apart(sentence, subjects, also)
        last = runs[-1] if runs else []
        joins = last and deed.subject == last[-1].subject and last[-1].goes_on
        if joins and len(last) < MOST:
            last.append(deed)
        else:
            runs.append([deed])
    return " ".join(told(run, also, again, using) for run in runs)


def taken_apart(sentence: str, subjects: Sequence[str], also: str) -> Deed:
    """What two do together begins with neither of them alone."""
    begins = [
        name
        for name in subjects
        if name and sentence.startswith(f"{name} ") and not sentence.startswith(f"{name}{also}")
    ]
    subject = max(begins, key=len, default="")
    rest = sentence.removeprefix(f"{subject} ") if subject else sentence
    return Deed(subject, rest[:-1], rest[-1:])


def told(run: Sequence[Deed], also: str, again: str, using: str) -> str:
    """Deeds of one person as one sentence."""
    rests = [run[0].rest]
    for before, deed in pairwise(run):
        verb, _, what = deed.rest.partition(" ")
        named = before.rest.partition(" ")[2]
        same = what and what == named
        rests.append(f"{verb} {again}" if same else deed.rest.replace(f"{using}{named}:", ":"))
    if len(rests) > 1 and also not in rests[-1]:
        rests[-2:] = [f"{rests[-2]}{also}{rests[-1]}"]
    text = ", ".join(rests)
    head = f"{run[0].subject} " if run[0].subject else ""
    return f"{head}{text}{run[-1].stop}"
