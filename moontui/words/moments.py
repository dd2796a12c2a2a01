"""Moments: what just happened and matters, in a headline and in sentences with a subject."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.core import Seat

MomentPicture = Literal["out", "moon", "wolf"]
"""What is drawn over the whole screen: somebody falls, a Moon climbs, alone or with a wolf."""
MomentKind = Literal["play", "aimed", "moved", "saved", "moon", "out", "round", "match"]


class Moment(NamedTuple):
    """Something that happened, as one player may know it."""

    kind: MomentKind
    weight: int
    """A weightier moment stays on the stage until the player's next turn."""
    actors: tuple[str, ...]
    """Who, with what, at whom: in this order, as many as there are."""
    text: str
    """All of it in sentences."""
    seat: Seat | None = None
    card: int | None = None
    """The card that did it, if one did."""
    headline: str = ""
    """In big letters over the whole screen; empty: the stage is enough."""
    picture: MomentPicture = "moon"
    """What is drawn there."""
    about: int | None = None
    """The card that it is about, if everybody sees one: that of whoever is out, or the Werewolf."""


WEIGHTS: dict[MomentKind, int] = {
    "play": 1,
    "saved": 2,
    "aimed": 3,
    "moved": 4,
    "moon": 5,
    "out": 5,
    "round": 6,
    "match": 7,
}
