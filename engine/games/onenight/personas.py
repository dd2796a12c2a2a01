"""How each persona talks: a manner that it keeps, and a tell for others to learn."""

from __future__ import annotations

from typing import NamedTuple


class Manner(NamedTuple):
    """How a persona talks; it decides between ways that are about equally good."""

    bluff: float = 0.12
    """How often it opens with a false role although it is on the village's side."""
    reserve: float = 0.12
    """How often it keeps a detail back at first."""
    bold: float = 0.5
    """How readily it accuses."""
    curious: float = 0.5
    """How readily it looks at a player instead of the center."""
    talk: float = 0.5
    """How readily it speaks up when nobody asked."""
    tell: str = ""
    """What it does more often when it lies: `hedge`, `brief`, `blame` (before it says who
    it was), `vouch` or `ask`."""


PLAIN = Manner()

MANNERS: dict[str, Manner] = {
    "Ada": Manner(bluff=0.1, reserve=0.11, bold=0.8, talk=0.8, tell="blame"),
    "Bela": Manner(bluff=0.1, reserve=0.5, bold=0.2, curious=0.2, talk=0.3, tell="hedge"),
    "Cleo": Manner(bluff=0.45, reserve=0.27, bold=0.6, talk=0.6, tell="vouch"),
    "Dario": Manner(bluff=0.17, reserve=0.19, bold=0.9, curious=0.9, talk=0.7, tell="ask"),
    "Edda": Manner(bluff=0.05, reserve=0.06, bold=0.4, talk=0.5, tell="brief"),
    "Finn": Manner(bluff=0.4, reserve=0.19, bold=0.7, curious=0.8, talk=0.9, tell="hedge"),
    "Greta": Manner(bluff=0.07, reserve=0.43, bold=0.3, curious=0.3, talk=0.4, tell="ask"),
    "Hugo": Manner(bluff=0.24, reserve=0.11, bold=0.6, talk=0.4, tell="brief"),
    "Ines": Manner(bluff=0.45, reserve=0.35, bold=0.4, curious=0.6, talk=0.6, tell="blame"),
    "Jona": Manner(bluff=0.14, reserve=0.27, bold=0.5, talk=0.5, tell="vouch"),
}
