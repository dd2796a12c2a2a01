"""The vote: everybody points at another player at the same time."""

from __future__ import annotations

from engine.core import Ask, Choice, Question, Seat, do, step
from engine.games.onenight.state import NONE, Village

ABSTAIN = Choice("abstain", NONE)


@step
class Vote(Question[Village]):
    """Put to all at once; the step knows who is missing, not who was named."""

    missing: tuple[Seat, ...]

    def asks(self, village: Village, /) -> tuple[Ask, ...]:
        return tuple(Ask(seat, "vote", offered(village, seat), "vote") for seat in self.missing)

    def answer(self, village: Village, seat: Seat, choice: Choice, /) -> None:
        village.todo.pop()
        village.votes[seat] = choice.value
        missing = tuple(other for other in self.missing if other != seat)
        if missing:
            do(village, Vote(missing))

    def default(self, village: Village, seat: Seat, /) -> Choice:
        """A missing vote is no vote (R27)."""
        return ABSTAIN


def offered(village: Village, seat: Seat) -> tuple[Choice, ...]:
    """Everybody else; and nobody, if the table has agreed to that."""
    others = tuple(Choice("vote", other) for other in village.others(seat))
    return (*others, ABSTAIN) if village.abstain else others
