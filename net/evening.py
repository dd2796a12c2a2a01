"""The evening at a table: all matches played there, of whatever game, and how everybody has done.

To be fair between games, a match is worth the same in each: whoever wins gets what the others pay.
A winner gets one minus the fair share, everybody else loses the fair share, and that is how many
won of how many seats. To win alone against four is worth 0.8; to win with three others against one
is worth 0.2, and the one loses 0.8. Whoever is as good as the others stands at zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from net import messages as said
from net.messages import Kind

MATCHES = 200
"""How many matches a table remembers; the first are the first to be forgotten."""
TOLD = 16
"""How many people are told of, the best."""
MEANS_SOMETHING = 2
"""Points from which it says something how close a match was."""


class Seated(NamedTuple):
    """Who had a seat when the cards were dealt."""

    kind: Kind
    name: str


class Match(NamedTuple):
    """A match that came to its end."""

    game: str
    seats: tuple[Seated, ...]
    winners: tuple[int, ...]
    points: tuple[int, ...] = ()
    """By seat; none: the game does not count any."""

    @property
    def share(self) -> float:
        """How much of a win everybody would have had by lot."""
        return len(self.winners) / len(self.seats)

    @property
    def lead(self) -> float | None:
        """By how much of the winners' points it was won; None: that would say nothing."""
        best = [self.points[seat] for seat in self.winners if seat < len(self.points)]
        others = [p for seat, p in enumerate(self.points) if seat not in self.winners]
        if not best or not others or max(best) < MEANS_SOMETHING:
            return None
        return (max(best) - max(others)) / max(best)


def standings(matches: Iterable[Match]) -> list[said.Score]:
    """How all people have done, the best first; those who are gone stay in it."""
    found: dict[str, said.Score] = {}
    for match in matches:
        for seat, (kind, name) in enumerate(match.seats):
            if kind != "person":
                continue
            score = found.setdefault(name, said.Score(name))
            won = seat in match.winners
            score.games += 1
            score.wins += won
            score.above += won - match.share
            if won:
                score.by_game[match.game] = score.by_game.get(match.game, 0) + 1
    for score in found.values():
        score.above = round(score.above, 2) + 0.0  # no minus in front of zero
    return sorted(found.values(), key=lambda score: (-score.above, -score.wins, score.name))


def told(matches: Sequence[Match]) -> said.Evening | None:
    """What everybody is told about the evening; None: nothing has been played yet."""
    if not matches:
        return None
    close = closest(matches)
    return said.Evening(
        matches=len(matches),
        scores=standings(matches)[:TOLD],
        closest=None
        if close is None
        else said.Played(
            close.game,
            [seated.name for seated in close.seats],
            list(close.winners),
            list(close.points),
        ),
    )


def closest(matches: Iterable[Match]) -> Match | None:
    """The match that was won by least, the last one of several; None: none says anything."""
    told = [(lead, match) for match in matches if (lead := match.lead) is not None]
    least = min((lead for lead, _ in told), default=0.0)
    return next((match for lead, match in reversed(told) if lead == least), None)
