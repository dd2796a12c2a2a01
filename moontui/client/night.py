"""The Night's Deal: one deal, one set of bots and one seat for every date and game, the same for
everybody who plays that night. No server takes part: all of it follows from the date.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from hashlib import sha256
from typing import Any, NamedTuple, Self

from engine.core import Choice, Seat, View
from engine.fixed import Bots, begun, play_on
from engine.games import GAMES, length_for, level_for, seats_for
from engine.play import settings, start
from engine.proof import secret_of
from engine.record import Record

FIRST = date(2026, 1, 1)
"""The first night; it has the number 1."""
MARK = "night"
"""How the text of such a deal begins."""
RIVALS = 100
"""How many bots are tried in the player's seat."""
ME = Seat(0)


class Night(NamedTuple):
    """The deal of one date in one game."""

    date: date
    game: str

    @classmethod
    def of(cls, text: str) -> Self | None:
        """The night that a deal's text names, of the rules as they are here; None: it is none."""
        mark, _, rest = text.partition(" ")
        words = rest.split(" ")
        if mark != MARK or len(words) != 3 or words[1] not in GAMES:
            return None
        try:
            night = cls(date.fromisoformat(words[0]), words[1])
        except ValueError:
            return None
        return night if night.text == text else None

    @property
    def number(self) -> int:
        return (self.date - FIRST).days + 1

    @property
    def rules(self) -> int:
        """The version of the game's rules: other rules make it another deal."""
        return GAMES[self.game].version

    @property
    def text(self) -> str:
        """What decides the deal."""
        return f"{MARK} {self.date.isoformat()} {self.game} {self.rules}"

    @property
    def seats(self) -> int:
        return seats_for(GAMES[self.game])

    @property
    def level(self) -> str:
        return level_for(GAMES[self.game])

    @property
    def options(self) -> dict[str, str]:
        game = GAMES[self.game]
        return settings(game, length_for(game, "round"))

    def record(self, name: str = "") -> Record:
        """The match before its first answer."""
        game, secret = GAMES[self.game], secret_of(self.text)
        return begun(game, secret, self.text, name, self.seats, self.level, self.options)


def week_before(last: date) -> Iterator[date]:
    """The seven nights up to this one."""
    return (last - timedelta(days=back) for back in range(6, -1, -1))


def rival(night: Night, number: int) -> bool:
    """Whether one of the bots that are tried in the player's seat wins. It takes a while."""
    game, record = GAMES[night.game], night.record()
    state = start(game, record.seats, record.seed, record.options)
    others = Bots(game, record.seed, record.levels, record.personas)
    own = Bots(game, sha256(record.seed + f"rival {number}".encode()).digest(), [night.level], [""])

    def choose(shown: View[Any]) -> Choice:
        return (own if shown.seat == ME else others).choose(shown)

    for move, _ in play_on(game, state, choose):
        own.note(move)
        others.note(move)
    outcome = game.outcome(state)
    return outcome is not None and ME in outcome.winners
