"""A puzzle in words: who sits at the table, how likely each choice was to win, and why."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from engine.bots.personas import newcomer
from engine.core import Choice, Event, Seat, View
from engine.position import Position
from engine.review import chance_of
from moontui.puzzles.puzzle import Puzzle
from moontui.words.catalogue import Catalogue
from moontui.words.chronicle import Chronicle
from moontui.words.teller import Teller, teller_for
from net.messages import Player

SHOWN = 5
"""How many choices are shown with their odds, besides the player's own."""


class Odds(NamedTuple):
    """A choice, and how likely it is to win."""

    text: str
    chance: float
    is_best: bool
    is_chosen: bool

    @property
    def share(self) -> str:
        return f"{round(100 * self.chance)} %"


class Telling:
    """Tells a position, and the answer once it is known, to a player at its seat."""

    def __init__(self, position: Position, words: Catalogue, name: str) -> None:
        """The words are those of its game."""
        self.position, self.words = position, words
        self.players = company(position, name)
        names = [player.name for player in self.players]
        personas = [player.persona for player in self.players]
        self.teller: Teller = teller_for(
            position.game.id, words, names, position.seat, personas, position.options
        )

    @property
    def view(self) -> View[Any]:
        return self.position.view

    @cached_property
    def chronicle(self) -> Chronicle:
        """What has happened, beginning with what the seat was dealt: everybody remembers that."""
        told, events = Chronicle(), self.view.state.events
        dealt = next((n for n, event in enumerate(events, 1) if self.is_untold(event)), 0)
        told.hear(self.teller, events[:dealt])
        if dealt:
            cards = self.teller.card_list(events[dealt - 1].cards)
            told.note(self.words.say("puzzle", "dealt", cards=cards))
        told.hear(self.teller, events[dealt:])
        return told

    def is_untold(self, event: Event) -> bool:
        """Whether an event says what the seat was dealt, and the story does not."""
        own = event.kind == "dealt" and event.seat == self.position.seat
        return own and event.shown_to(event.seat) and not self.teller.brief(event)

    def choice(self, choice: Choice) -> str:
        """A choice as a sentence without its period."""
        ask = self.view.ask
        assert ask is not None
        return self.teller.sentence(ask, choice, self.view).removesuffix(".")

    def plan(self, puzzle: Puzzle) -> str:
        """The best that can be done, in a few words."""
        hints = self.teller.HINTS
        if hints is None:
            return self.choice(puzzle.best.choices[0])
        return hints(self.teller, self.view, self.position.view.state.events).plan(
            puzzle.best.choices
        )

    def odds(self, puzzle: Puzzle, chosen: Choice | None) -> list[Odds]:
        """The choices that were weighed, best first: the first few, and the player's own."""
        advice = puzzle.advice()
        first = [idea.choices[0] for idea in puzzle.ideas]
        shown = first[:SHOWN] + [choice for choice in first[SHOWN:] if choice == chosen]
        return [
            Odds(self.choice(choice), chance_of(advice, choice), not number, choice == chosen)
            for number, choice in enumerate(shown)
        ]

    def rest(self, puzzle: Puzzle, chosen: Choice | None) -> str:
        """How likely all other choices are to win; empty: there are none."""
        others = [idea for idea in puzzle.ideas[SHOWN:] if idea.choices[0] != chosen]
        if not others:
            return ""
        most = round(100 * others[0].chance)
        return self.words.say("puzzle", "rest", count=len(others), most=most)

    def verdict(self, puzzle: Puzzle, chosen: Choice) -> str:
        """What became of an answer."""
        words, best = self.words, self.plan(puzzle)
        if puzzle.best.choices[0] == chosen:
            return words.say("puzzle", "right", plan=best)
        if puzzle.is_solved_by(chosen):
            return words.say("puzzle", "as_good", plan=best)
        chance = puzzle.chance(chosen)
        if chance is None:
            return words.say("puzzle", "unthought", plan=best)
        points = max(1, round(100 * (puzzle.best.chance - chance)))
        return words.say("puzzle", "wrong", plan=best, points=points)

    def why(self, puzzle: Puzzle) -> list[str]:
        """What makes the best choice best: as a person explains it, and as a hint would."""
        words = self.words
        told = []
        if puzzle.name and words.has("puzzle_why", puzzle.name):
            names = {f"p{seat}": name for seat, name in enumerate(self.teller.names)}
            told.append(words.say("puzzle_why", puzzle.name, **names))
        view = self.view
        return told + self.teller.why(view, puzzle.reasons, self.position.view.state.events)

    def then(self, puzzle: Puzzle) -> str:
        """What the player chose when it really happened; empty: it was somebody else's."""
        if puzzle.chosen is None:
            return ""
        return self.words.say("puzzle", "then", what=self.choice(puzzle.chosen))


def company(position: Position, name: str) -> list[Player]:
    """Who sits at the table: the player, and others by the names of the bots. A position does not
    say who they were."""
    seats = [Seat(seat) for seat in range(position.seats)]
    found: list[Player] = []
    taken = [name]
    for seat in seats:
        if seat == position.seat:
            found.append(Player("person", name))
            continue
        other = newcomer([one.persona for one in found], taken)
        taken.append(other.name)
        found.append(Player("bot", other.name, persona=other.persona))
    return found
