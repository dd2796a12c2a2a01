"""The verdict: who dies by the votes, who wins by the cards as they then lie, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core import Seat
from engine.games.onenight.roles import Role, is_wolf_side
from engine.games.onenight.state import NONE


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a game ended."""

    dead: tuple[Seat, ...]
    """In the order of deaths."""
    shots: tuple[tuple[Seat, Seat], ...]
    """Which Hunter took whom along."""
    winners: tuple[Seat, ...]
    ending: str
    """Whose game it was: village, wolves, tanner, both (village and tanner) or nobody."""
    reasons: tuple[str, ...]
    """By seat: the message key that says why it won or lost."""


def judge(
    roles: Sequence[int], votes: Sequence[int], hunt: bool = False, literal: bool = False
) -> Verdict:
    """What these votes lead to if the players' cards count as these roles; the last two say how a
    Minion fares among no werewolves (R22)."""
    dead, shots = deaths(roles, votes)
    seats = range(len(roles))
    fallen = {roles[seat] for seat in dead}
    wolf = Role.WEREWOLF in roles
    tanner = Role.TANNER in fallen
    if wolf:
        village = Role.WEREWOLF in fallen
        wolves = not village and not tanner
    else:
        village = not dead or (hunt and Role.MINION in fallen)
        others = any(role != Role.MINION for role in fallen)
        wolves = others and not village and (literal or not tanner)
    why = Why(dead, wolf, village, wolves, tanner)
    reasons = tuple(why.of(Seat(seat), roles[seat]) for seat in seats)
    winners = tuple(Seat(seat) for seat in seats if reasons[seat].startswith("won"))
    ending = "both" if village and tanner else "tanner" if tanner else ""
    if not ending:
        ending = "village" if village else "wolves" if wolves and winners else "nobody"
    return Verdict(dead, shots, winners, ending, reasons)


def deaths(
    roles: Sequence[int], votes: Sequence[int]
) -> tuple[tuple[Seat, ...], tuple[tuple[Seat, Seat], ...]]:
    """Who dies: everybody with the most votes, if that is more than one vote (R28); then Hunters
    shoot (R14)."""
    count = [sum(vote == seat for vote in votes) for seat in range(len(roles))]
    most = max(count)
    dead = [Seat(seat) for seat, got in enumerate(count) if got == most and most > 1]
    shots: list[tuple[Seat, Seat]] = []
    for seat in dead:  # the list grows as we go: a shot Hunter shoots too
        target = votes[seat]
        if roles[seat] == Role.HUNTER and target != NONE:
            shots.append((seat, Seat(target)))
            if target not in dead:
                dead.append(Seat(target))
    return tuple(dead), tuple(shots)


@dataclass(frozen=True, slots=True)
class Why:
    """Why somebody won or lost."""

    dead: tuple[Seat, ...]
    wolf: bool
    village: bool
    wolves: bool
    tanner: bool

    def of(self, seat: Seat, role: int) -> str:
        if role == Role.TANNER:
            return "won_tanner_died" if seat in self.dead else "lost_tanner_lives"
        if is_wolf_side(role):
            return self.of_wolf(role)
        if self.village:
            if self.wolf:
                return "won_wolf_died"
            return "won_minion_died" if self.dead else "won_nobody_died"
        if self.wolf:
            return "lost_wolf_lives"
        return "lost_innocent_died"

    def of_wolf(self, role: int) -> str:
        if self.wolves:
            if role == Role.MINION and not self.wolf:
                return "won_minion_alone"
            return "won_wolf_lives"
        if self.wolf and self.village:
            return "lost_wolf_died"
        if self.tanner:
            return "lost_to_tanner"
        return "lost_minion_alone"
