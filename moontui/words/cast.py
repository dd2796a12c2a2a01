"""What a player plays or has to be, for whoever counts what somebody likes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.core import Event

if TYPE_CHECKING:
    from moontui.words.teller import CardPage


class Cast:
    """The cards or roles that a game's matches are remembered by."""

    CAST: ClassVar[tuple[str, ...]] = ("played",)
    """Kinds of events that say which card a player plays, or which role they have."""

    def cards(self) -> list[CardPage]:
        """A page for every card there is, in the order of the rules."""
        raise NotImplementedError

    @staticmethod
    def cast_of(event: Event) -> int:
        """The card or role that an event of `CAST` tells of."""
        return event.cards[0] if event.cards else event.number

    def cast(self) -> dict[int, str]:
        """By number: the names of the cards or roles that `cast_of` gives."""
        return {page.card: page.name for page in self.cards()}
