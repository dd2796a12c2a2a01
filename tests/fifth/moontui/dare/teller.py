"""Dare in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import HIDDEN, Event, Seat, View
from moontui.words.teller import CardPage, Result, Showing, Teller


class DareTeller(Teller):
    """Tells one player about a game of Dare."""

    def card(self, card: int | None) -> str:
        return self.words.say("unknown") if card is None or card == HIDDEN else str(card)

    def cards(self) -> list[CardPage]:
        text = self.words.say("texts", "number")
        return [CardPage(number, str(number), str(number), 1, text) for number in range(1, 10)]

    def status(self, view: View[Any]) -> str:
        return self.words.say("status", "round", number=view.state.round)

    def hand(self, view: View[Any]) -> list[str]:
        if self.me is None:
            return []
        return [self.words.say("table", "own", number=self.card(view.state.numbers[self.me]))]

    def table(self, view: View[Any]) -> list[str]:
        return [self.seat(view.state, Seat(seat)) for seat in range(view.state.seats)]

    def seat(self, table: Any, seat: Seat) -> str:
        """One player's points, number, and whether they dared."""
        form = "dared" if seat in table.dared else "seat"
        number = self.card(table.numbers[seat])
        values = {"name": self.name(seat), "points": table.points[seat], "number": number}
        return self.words.say("table", form, **values)

    def result(self, view: View[Any], history: Sequence[Event]) -> Result | None:
        table = view.state
        if table.winner is None:
            return None
        over, won = table.points[table.winner] >= table.goal, table.winner == self.me
        which = "match" if over and table.goal > 1 else "round"
        form = f"{which}_{'you' if won else 'they'}"
        rows = tuple(
            Showing(
                Seat(seat),
                cards=self.card(table.numbers[seat]) if seat in table.shown else "",
                won=seat == table.winner,
                score=table.points[seat],
            )
            for seat in range(table.seats)
        )
        return Result(
            headline=self.words.say("result", form, who=self.name(table.winner)),
            why=self.words.say("why", "dare" if table.dared else "still"),
            turning="",
            rows=rows,
            won=won,
            over=over,
        )
