"""What bots say about their roles: a guise that suits them, true or not.

A claim is drawn from what everybody has seen and from who says it, never from the hand: it is true
as often as chance makes it, so that nobody can read a bot's role from its words, and nobody from
its silence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core import Event, Seat, this_round
from engine.games.robbers.deck import Role

TRICKS = (2, 3, 5)
"""The tricks at whose beginning somebody may say who they are."""
ONCE = 0.35
"""How likely the most talkative is to do so then."""
WOLVES = 2
"""How many Werewolves there can be."""
USUAL = 0.35
"""How doubtful a claim is that nothing speaks against."""


def chips(events: Sequence[Event]) -> dict[Seat, int]:
    """By seat: the role that a chip shows in this deal."""
    return {
        event.seat: event.number
        for event in this_round(events)
        if event.kind == "chip" and event.seat is not None
    }


def claims(events: Sequence[Event], seat: Seat, bluff: float) -> Mapping[str, float]:
    """How likely a seat is to say which role it has, at the beginning of some tricks. Whoever has
    shown a Werewolf has nothing left to say, and whoever has shown the Traitor is no robber."""
    last = events[-1]
    shown = chips(events).get(seat, Role.ROBBER)
    if last.kind != "trick" or last.number not in TRICKS or shown == Role.WEREWOLF:
        return {}
    if shown == Role.TRAITOR:
        return {"claim_traitor": ONCE}
    return {
        "claim_robber": ONCE * (1 - bluff),
        "claim_werewolf": ONCE * bluff * 0.6,
        "claim_traitor": ONCE * bluff * 0.4,
    }


def doubtful(events: Sequence[Event], claimed: Mapping[Seat, str], seat: Seat) -> float:
    """How doubtful a claim is: impossible if the chips or too many others speak against it."""
    shown, claim = chips(events), claimed.get(seat, "")
    own = shown.get(seat, Role.ROBBER)
    others = [role for other, role in shown.items() if other != seat]
    also = sum(other != seat and said == claim for other, said in claimed.items())
    match claim:
        case "claim_robber":
            return 1.0 if own != Role.ROBBER else USUAL
        case "claim_traitor":
            return 1.0 if own == Role.WEREWOLF or Role.TRAITOR in others or also else USUAL
        case "claim_werewolf":
            return 1.0 if max(others.count(Role.WEREWOLF), also) >= WOLVES else USUAL
    return 0.0
