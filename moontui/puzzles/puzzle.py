"""A puzzle: a position, the chances of its choices, and what tells the best of them apart."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from engine.bots.reasons import AS_GOOD
from engine.core import BACK, Advice, Choice, Idea, Reason
from engine.games import GAMES
from engine.position import LONGEST, BadPosition, Position, opened
from engine.review import THOUGHTS, Decision, agreed

SHIPPED = Path(__file__).with_name("shipped.json")
"""Made by `benchmarks/puzzles.py`, and each solved by hand."""

Name = Annotated[str, Meta(max_length=40, pattern=r"^[a-z0-9-]*\Z")]


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question, and its answer."""

    code: Annotated[str, Meta(max_length=LONGEST)]
    ideas: Annotated[tuple[Idea, ...], Meta(min_length=2, max_length=200)]
    """The best way to go on for each choice, best first."""
    hit: Annotated[float, Meta(ge=0, le=1)] = 0.0
    """How likely the best one is to do what it is meant to; 0: that cannot be said."""
    reasons: Annotated[tuple[Reason, ...], Meta(max_length=8)] = ()
    name: Name = ""
    """What a shipped one is known by; its explanation has this name in the catalogues."""
    chosen: Choice | None = None
    """What the player chose when it really happened."""
    match: Annotated[str, Meta(max_length=255)] = ""
    """In which match that was, as the name of its file."""

    @property
    def id(self) -> str:
        """What progress is remembered by."""
        return self.name or sha256(self.code.encode()).hexdigest()[:16]

    @property
    def best(self) -> Idea:
        return self.ideas[0]

    @property
    def margin(self) -> float:
        """How far the best choice is above the second."""
        return self.ideas[0].chance - self.ideas[1].chance

    def chance(self, choice: Choice) -> float | None:
        """How likely a choice is to win; None: it was not worth a thought."""
        return next((idea.chance for idea in self.ideas if idea.choices[0] == choice), None)

    def is_solved_by(self, choice: Choice) -> bool:
        """Whether a choice is the best, or as good."""
        chance = self.chance(choice)
        return chance is not None and self.best.chance - chance < AS_GOOD

    @property
    def cost(self) -> float:
        """What the player's own choice cost."""
        chance = self.chance(self.chosen) if self.chosen is not None else None
        return 0.0 if chance is None else self.best.chance - chance

    def position(self) -> Position:
        """Raises `BadPosition`: a newer program may play by other rules."""
        return opened(GAMES, self.code)

    def advice(self) -> Advice:
        """The answer, as a hint would give it."""
        return Advice(self.ideas, self.hit, self.reasons)

    def makes_sense(self) -> bool:
        """Whether it can still be asked, and its answers are among the choices."""
        try:
            ask = self.position().view.ask
        except BadPosition:
            return False
        return ask is not None and all(
            idea.choices[:1] and idea.choices[0] in ask.choices for idea in self.ideas
        )


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The puzzles that come with the program, the first ones first."""
    return msgspec.json.decode(SHIPPED.read_bytes(), type=tuple[Puzzle, ...])


def of_code(code: str) -> Puzzle:
    """The puzzle in a friend's code; unless it is one of ours, it is weighed anew, which takes a
    while. Raises `BadPosition`."""
    position = opened(GAMES, code)
    known = next((puzzle for puzzle in shipped() if puzzle.code == position.code), None)
    if known is not None:
        return known
    adviser = position.game.advise
    if adviser is None:
        raise BadPosition("no_game")
    try:
        thoughts = [adviser(position.view, Random(f"puzzle {one}"), None) for one in THOUGHTS]
        advice = agreed(thoughts)
    except Exception as error:  # a position that nobody could think about is none
        raise BadPosition("nonsense") from error
    ideas = onward(advice.ideas)
    if len(ideas) < 2:
        raise BadPosition("nothing")
    return Puzzle(position.code, ideas, advice.hit, advice.reasons)


def of_mistake(position: Position, decision: Decision, match: str) -> Puzzle:
    """The puzzle in a decision that went wrong."""
    return Puzzle(
        position.code,
        onward(decision.ideas),
        decision.hits.best,
        decision.reasons,
        chosen=decision.moment.choice,
        match=match,
    )


def onward(ideas: Iterable[Idea]) -> tuple[Idea, ...]:
    """Ideas without the one to think again, which is always as good as the best."""
    return tuple(idea for idea in ideas if idea.choices[0] != BACK)
