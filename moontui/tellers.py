"""What a game must be able to say of itself, so that words are enough to play it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from engine.core import Advice, Ask, Choice, Event, Seat, View
from moontui.words import Catalogue


class Showing(NamedTuple):
    """What the end of a round shows of one player."""

    seat: Seat
    cards: str = ""
    """In words; empty: they stay hidden."""
    value: int | None = None
    out: bool = False
    won: bool = False
    score: int = 0


class Result(NamedTuple):
    """How a round ended, in words."""

    headline: str
    why: str
    turning: str
    """Where it turned; empty: nobody could say."""
    rows: tuple[Showing, ...]
    won: bool
    over: bool
    """Whether the match is over as well."""


class CardPage(NamedTuple):
    """All that there is to say of a card."""

    card: int
    name: str
    value: str
    """What is printed on it; empty: nothing."""
    copies: int
    text: str
    rulings: tuple[str, ...] = ()
    """Answers to what players ask; those that begin with `CONTESTED` could be seen differently."""


CONTESTED = "≈"


class Teller(Protocol):
    """Puts a game into words for one player."""

    words: Catalogue
    names: Sequence[str]
    me: Seat | None

    def event(self, event: Event) -> str:
        """What happened, in a sentence; empty: not worth one."""
        ...

    def brief(self, event: Event) -> str:
        """What happened, as a part of the line that tells of a turn."""
        ...

    def prompt(self, ask: Ask) -> str:
        """What is asked."""
        ...

    def choice(self, choice: Choice) -> str:
        """What a choice does, in a few words."""
        ...

    def sentence(self, ask: Ask, choice: Choice) -> str:
        """What will be done, said in full before it is."""
        ...

    def first_choice(self, ask: Ask) -> Choice | None:
        """The ordinary answer, which Enter gives at once; None: there is none."""
        ...

    def key(self, choice: Choice) -> str:
        """The key that always means this choice; empty: its number in the list."""
        ...

    def warning(self, view: View[Any], choice: Choice) -> str:
        """Why one should think twice; empty: nothing speaks against it."""
        ...

    def caution(self, view: View[Any], choice: Choice) -> str:
        """What one might not have thought of; empty: nothing."""
        ...

    def odds(self, view: View[Any], history: Sequence[Event]) -> Any:
        """How likely what is, by counting all that fits what the seat was told. It takes a while;
        whatever it returns is for `notes` and `tallies`."""
        ...

    def tallies(self, view: View[Any], odds: Any = None) -> dict[Choice, str]:
        """What a notebook has to say about choices, in few cells: copies unseen, or a chance."""
        ...

    def hint(self, view: View[Any], advice: Advice, history: Sequence[Event]) -> list[str]:
        """What could be done, how likely it works, why, and what the next best would cost."""
        ...

    def result(self, view: View[Any], history: Sequence[Event]) -> Result | None:
        """How the round ended; None while it goes on."""
        ...

    def waiting(self, view: View[Any]) -> str:
        """Whom the table waits for, and what for."""
        ...

    def status(self, view: View[Any]) -> str:
        """Where the game stands, in a few words."""
        ...

    def look(self, event: Event) -> str:
        """What the player alone has just seen; empty: nothing."""
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

    def notes(self, view: View[Any], odds: Any = None) -> list[str]:
        """What the player knows of hidden cards, or may think of them; the last line counts."""
        ...

    def rules(self) -> list[str]:
        """All cards with their texts."""
        ...

    def cards(self) -> list[CardPage]:
        """A page for every card there is, by value."""
        ...

    def whereabouts(self, view: View[Any], card: int, counting: bool) -> list[str]:
        """Where the copies of a card are, as far as the player knows. Without counting, only those
        that lie open and the own ones are told."""
        ...


def teller_for(game: str, words: Catalogue, names: Sequence[str], me: Seat | None) -> Teller:
    """Who tells of a game."""
    from moontui.wolfmoon import WolfmoonTeller

    tellers: dict[str, type[WolfmoonTeller]] = {"wolfmoon": WolfmoonTeller}
    return tellers[game](words, names, me)


def this_round(history: Sequence[Event]) -> Sequence[Event]:
    """What was told since the round began."""
    for number in range(len(history) - 1, -1, -1):
        if history[number].kind == "round":
            return history[number:]
    return history
