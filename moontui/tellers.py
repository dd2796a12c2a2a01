"""What a game must be able to say of itself, so that lines of text are enough to play it."""

from __future__ import annotations

from typing import Any, Protocol

from engine.core import Ask, Choice, Event, View


class Teller(Protocol):
    """Puts a game into words for one player."""

    def event(self, event: Event) -> str:
        """What happened, in a sentence; empty: not worth one."""
        ...

    def prompt(self, ask: Ask) -> str:
        """What is asked."""
        ...

    def choice(self, choice: Choice) -> str:
        """What a choice does, in a few words."""
        ...

    def reason(self, key: str) -> str:
        """Why a choice is not on offer."""
        ...

    def explain(self, choice: Choice) -> str:
        """The text of the card a choice is about; empty: it is about none."""
        ...

    def hand(self, view: View[Any]) -> list[str]:
        """The own cards, a line each."""
        ...

    def table(self, view: View[Any]) -> list[str]:
        """Everything that lies open."""
        ...

    def notes(self, view: View[Any]) -> list[str]:
        """What the player knows of hidden cards."""
        ...

    def rules(self) -> list[str]:
        """All cards with their texts."""
        ...
