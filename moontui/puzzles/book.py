"""The puzzle book: the player's own mistakes, and when which puzzle comes again.

What was solved comes again after ever longer pauses, what was not comes again tomorrow. The book is
a file of the player's: it is checked when read, never grows without end, and is part of a backup.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from moontui.puzzles.puzzle import Puzzle, shipped
from moontui.words.catalogue import Catalogue
from net.reading import load
from net.security import private_file

PAUSES = (1, 3, 7, 16, 35, 90)
"""Days until a puzzle comes again that was solved once, twice and so on."""
NEW = 3
"""How many puzzles a day are new."""
OWN = 200
"""How many mistakes are kept, the dearest."""
DEAR = 0.08
"""A mistake that cost less is no puzzle."""
LARGEST = 4 * 1024 * 1024
KNOWN = 2_000
LOOKED_AT = 10_000

Day = Annotated[int, Meta(ge=0, le=4_000_000)]
"""As `date.toordinal` counts them."""
Few = Annotated[int, Meta(ge=0, le=1_000_000)]
Word = Annotated[str, Meta(max_length=255)]


class Progress(Struct, frozen=True, array_like=True):
    """How a puzzle went so far."""

    due: Day
    first: Day
    """The day it was first tried."""
    solved: Few = 0
    """How often in a row."""
    tries: Few = 0
    rights: Few = 0


class File(Struct, forbid_unknown_fields=True):
    """What the file says."""

    version: Literal[1] = 1
    own: Annotated[list[Puzzle], Meta(max_length=OWN)] = []
    progress: Annotated[dict[Word, Progress], Meta(max_length=KNOWN)] = {}
    looked: Annotated[list[Word], Meta(max_length=LOOKED_AT)] = []
    """Matches that were searched for mistakes, by their files."""


class Book:
    """A player's puzzles."""

    def __init__(self, data: Path) -> None:
        self.path = data / "puzzles.json"
        self.file = load(self.path, File, File(), LARGEST)
        self.own = [puzzle for puzzle in self.file.own if puzzle.makes_sense()]

    def save(self) -> None:
        """Raises `OSError`."""
        private_file(self.path, msgspec.json.encode(self.file))

    # ── what there is ───────────────────────────────────────────────────────────────────────────

    @property
    def all(self) -> list[Puzzle]:
        """The player's own, the dearest first, then those that come with the program."""
        return [*sorted(self.own, key=lambda puzzle: -puzzle.cost), *shipped()]

    def progress(self, puzzle: Puzzle) -> Progress | None:
        return self.file.progress.get(puzzle.id)

    def today(self, day: int) -> list[Puzzle]:
        """What comes today: what is due, the longest overdue first, then a few new ones."""
        tried = {puzzle.id: known for puzzle in self.all if (known := self.progress(puzzle))}
        due = [puzzle for puzzle in self.all if puzzle.id in tried and tried[puzzle.id].due <= day]
        due.sort(key=lambda puzzle: tried[puzzle.id].due)
        begun = sum(known.first == day for known in tried.values())
        new = [puzzle for puzzle in self.all if puzzle.id not in tried]
        return [*due, *new[: max(0, NEW - begun)]]

    # ── what happens ────────────────────────────────────────────────────────────────────────────

    def answered(self, puzzle: Puzzle, right: bool, day: int) -> Progress:
        """A puzzle was tried. A right answer counts only when it was asked for: whoever tries again
        at once remembers it anyway."""
        before = self.progress(puzzle) or Progress(day, day)
        solved, due = before.solved, before.due
        if not right:
            solved, due = 0, day + 1
        elif before.due <= day:
            solved += 1
            due = day + PAUSES[min(solved, len(PAUSES)) - 1]
        now = Progress(due, before.first, solved, before.tries + 1, before.rights + right)
        known = {**self.file.progress, puzzle.id: now}
        self.file.progress = dict(sorted(known.items(), key=lambda one: one[1].due)[-KNOWN:])
        return now

    def looked_at(self, match: str, found: Iterable[Puzzle]) -> int:
        """A match was searched: keep its mistakes, if they are dear enough; returns how many are
        new."""
        here = {puzzle.id for puzzle in self.own}
        new = [puzzle for puzzle in found if puzzle.cost >= DEAR and puzzle.id not in here]
        self.own = sorted([*self.own, *new], key=lambda puzzle: -puzzle.cost)[:OWN]
        self.file.own = self.own
        self.file.looked = [*self.file.looked, match][-LOOKED_AT:]
        return len([puzzle for puzzle in new if puzzle in self.own])

    def to_look_at(self, matches: Iterable[str]) -> list[str]:
        """The matches that were not searched yet."""
        done = set(self.file.looked)
        return [match for match in matches if match not in done]

    def forget(self, puzzle: Puzzle) -> None:
        """A mistake is not asked about any more."""
        self.own = [other for other in self.own if other.id != puzzle.id]
        self.file.own = self.own
        self.file.progress = {
            name: known for name, known in self.file.progress.items() if name != puzzle.id
        }


def again(words: Catalogue, days: int) -> str:
    """When a puzzle comes again, in words."""
    if days <= 1:
        return words.say("puzzles", "tomorrow")
    return words.say("puzzles", "in_days", days=days)


def merged(here: File, there: File) -> File:
    """Two books as one, as after a move to another machine: of each puzzle, the later news."""
    known = {puzzle.id for puzzle in here.own}
    own = [*here.own, *(puzzle for puzzle in there.own if puzzle.id not in known)]
    progress = dict(there.progress)
    for name, mine in here.progress.items():
        other = progress.get(name)
        progress[name] = mine if other is None or mine.tries >= other.tries else other
    return File(
        1,
        sorted(own, key=lambda puzzle: -puzzle.cost)[:OWN],
        dict([*progress.items()][-KNOWN:]),
        [*dict.fromkeys([*there.looked, *here.looked])][-LOOKED_AT:],
    )
