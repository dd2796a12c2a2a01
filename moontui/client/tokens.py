"""Tokens that a player puts on others, for nobody but himself: who is verified, who is doubtful."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from moontui.client.session import Session

KINDS = ("", "verified", "doubtful")
"""In the order in which one comes after the other."""


class Tokens:
    """They lie there until the round is over, also for whoever leaves the table and returns."""

    def __init__(self) -> None:
        self.rounds: dict[tuple[str, int], dict[int, str]] = {}
        """By match and round: which token lies where. A match is known by the host's promise."""

    def of(self, session: Session) -> dict[int, str]:
        """By seat: the tokens of the round that is played."""
        return self.rounds.get(self.round_of(session), {})

    def turn(self, session: Session, seat: int) -> None:
        """Put another token on a seat, or take it away."""
        now = self.of(session)
        kind = KINDS[(KINDS.index(now.get(seat, "")) + 1) % len(KINDS)]
        here = {self.round_of(session): {**now, seat: kind}}
        self.rounds = here  # nobody returns to an earlier round

    def round_of(self, session: Session) -> tuple[str, int]:
        rounds = sum(event.kind == "round" for event in session.history)
        return (session.room.commitment if session.room is not None else "", rounds)
