"""How each persona talks: a manner that it keeps, and a tell for others to learn."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.bots.personas import CHARACTERS

SMALL, PLAYFUL, MOST_POSING = 5, 1.3, 0.9
"""Up to how many players are a small company, how much more readily people pose there, and how
often at the most, so that nobody always does."""


class Manner(NamedTuple):
    """How a persona talks; it decides between ways that are about equally good."""

    bluff: float = 0.12
    """How often it opens with a false role although it is on the village's side."""
    reserve: float = 0.12
    """How often it keeps a detail back at first."""
    wait: float = 0.5
    """How often it listens for another round before it tells more."""
    bold: float = 0.5
    """How readily it accuses."""
    curious: float = 0.5
    """How readily it looks at a player instead of the center."""
    talk: float = 0.5
    """How readily it speaks up when nobody asked."""
    tell: str = ""
    """What it does more often when it lies: `hedge`, `brief`, `blame` (before it says who
    it was), `vouch` or `ask`."""

    def poses(self, seats: int) -> float:
        """How often it poses as a Villager at a table: more often in a small company, where
        everything would soon be told otherwise."""
        return min(MOST_POSING, PLAYFUL * self.bluff) if seats <= SMALL else self.bluff


PLAIN = Manner()
FRANK = Manner(bluff=0.0, reserve=0.0, wait=0.0)
"""As one would advise somebody to talk: a villager says at once what the village needs."""


POSING, WAITING = 1.9, 0.9
"""How much more readily everybody poses here than elsewhere, and how often they wait: what comes
out late turns a day around."""


def manner(persona: str, **own: Any) -> Manner:
    """How a persona talks here: as in any company, and what is particular to this game."""
    usual = CHARACTERS[persona]
    bluff = POSING * usual.bluff
    return Manner(bold=usual.bold, talk=usual.talk, bluff=bluff, wait=WAITING, **own)


MANNERS: dict[str, Manner] = {
    "Ada": manner("Ada", reserve=0.22, tell="blame"),
    "Bela": manner("Bela", reserve=0.9, curious=0.2, tell="hedge"),
    "Cleo": manner("Cleo", reserve=0.54, tell="vouch"),
    "Dario": manner("Dario", reserve=0.38, curious=0.9, tell="ask"),
    "Edda": manner("Edda", reserve=0.02, tell="brief"),
    "Finn": manner("Finn", reserve=0.38, curious=0.8, tell="hedge"),
    "Greta": manner("Greta", reserve=0.86, curious=0.3, tell="ask"),
    "Hugo": manner("Hugo", reserve=0.04, tell="brief"),
    "Ines": manner("Ines", reserve=0.7, curious=0.6, tell="blame"),
    "Jona": manner("Jona", reserve=0.54, tell="vouch"),
}
