"""A scene: all that a board draws, as one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.core import NO_INSIGHT, Choice, Event, Insight, Seat, View
from moontui.draw.palette import PALETTES, Palette
from moontui.draw.size import SMALL, Size
from moontui.draw.symbols import UNICODE, Symbols
from moontui.words.catalogue import Catalogue

if TYPE_CHECKING:
    from moontui.words.moments import Moment
    from moontui.words.teller import Teller
    from net.messages import Player

NIGHT = PALETTES["moon"]


@dataclass(frozen=True, slots=True)
class Look:
    """How things are said and drawn for this player."""

    words: Catalogue
    symbols: Symbols = UNICODE
    cards: str = "boxed"
    palette: Palette = NIGHT
    pictures: bool = True
    """Whether there are pictures; without them, words stand in the same places."""
    size: Size = SMALL


@dataclass(frozen=True, slots=True)
class Scene:
    """The game as one seat knows it, and how far the player has got with an answer."""

    look: Look
    teller: Teller
    view: View[Any]
    players: tuple[Player, ...]
    turn: int = 0
    keys: Mapping[Choice, str] = field(default_factory=dict)
    picked: Choice | None = None
    """What the player is about to answer."""
    held: Choice | None = None
    """What the player has already answered, as long as the answer can be changed."""
    answered: int = 0
    """How many have answered a question that was put to all at once; 0: none, or nobody is told."""
    tokens: Mapping[int, str] = field(default_factory=dict)
    """By seat: the token that the player has put there, for nobody else."""
    frozen: bool = False
    """Whether the keeper of the table has stopped the clock."""
    covered: bool = False
    """Whether the player's own cards are hidden from people looking over their shoulder."""
    notebook: str = "counts"
    counted: bool = True
    """Whether the board itself may count what nobody has seen yet: in a lesson that comes late."""
    insight: Insight = NO_INSIGHT
    """What can be inferred about the hidden cards, where the table allows such hints."""
    claims: Mapping[int, str] = field(default_factory=dict)
    """By seat: which of the game's usual phrases was said there, as a message key."""
    last: Event | None = None
    """The last card that was played, and by whom."""
    moment: Moment | None = None
    """The last thing that mattered."""

    @property
    def me(self) -> Seat | None:
        return self.view.seat

    def name(self, seat: int) -> str:
        return self.teller.names[seat]

    def label(self, key: str, **values: object) -> str:
        """A word on the board, as this game says it."""
        return self.look.words.say("board", key, **values)

    @property
    def covered_note(self) -> str:
        """That the cards are covered, and how they are seen: with a finger, or by a key."""
        return self.label("covered_touch" if self.look.size.is_tall else "covered")

    def tag(self, seat: int) -> str:
        """Who somebody is, besides the name."""
        player = self.players[seat]
        if seat == self.me:
            return self.look.words.say("you")
        if player.away or player.stand_in:
            return self.label("away")
        return self.label("bot") if player.kind == "bot" else ""

    def offers(self, verb: str, value: int) -> Choice | None:
        """The choice with this verb and value, if it is on offer now."""
        choice = Choice(verb, value)
        return choice if choice in self.keys else None
