"""A player's own clock at a timed table, beside the host's: it tells when the time is short."""

from __future__ import annotations

from moontui.client.session import Session
from net.lasting import BANK, EACH_QUESTION
from net.messages import Message, Notice

LONGEST = 6
"""Digits that no clock has."""
EARLY = 2
"""Before this turn nobody has spent any of it."""


class Stopwatch:
    """Runs while the player is asked. The host's is the one that counts: whenever it says how much
    is left, this one follows. Who comes back in the middle of a game waits for that."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.bank: float | None = None
        """Seconds left beyond those of each question; None: the host has not said yet."""
        self.turn = -1
        """The turn of the open question; -1: none is."""
        self.since = 0.0

    def follow(self, now: float) -> None:
        """A question was asked, or answered."""
        session = self.session
        if self.bank is None and session.chronicle.turn < EARLY:
            self.bank = BANK
        if session.turn == self.turn and session.is_asked:
            return
        if self.turn >= 0 and self.bank is not None:
            self.bank = max(0.0, self.bank - max(0.0, now - self.since - EACH_QUESTION))
        self.turn, self.since = session.turn if session.is_asked else -1, now

    def hear(self, message: Message, now: float) -> None:
        """The host may say how much is left."""
        if not isinstance(message, Notice) or message.key != "clock_left":
            return
        if message.name.isdecimal() and len(message.name) < LONGEST:
            self.bank = max(0.0, int(message.name) + now - self.since - EACH_QUESTION)

    def left(self, now: float) -> int | None:
        """Seconds left, as far as anybody here knows; None: nobody does, or there is no clock."""
        room = self.session.room
        if self.bank is None or room is None or not room.clock or self.session.seat is None:
            return None
        spent = now - self.since if self.turn >= 0 else 0.0
        return max(0, round(self.bank + EACH_QUESTION - spent))
