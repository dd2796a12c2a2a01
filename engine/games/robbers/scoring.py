"""The account of a deal: icons, halving, teams, multipliers, who gets a game point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core import Seat
from engine.games.robbers.deck import ICONS, NORMAL, Card, Role, Suit, suit_of


@dataclass(frozen=True, slots=True)
class Tally:
    """What one player's taken cards are worth."""

    role: int
    icons: int
    """The icons that count for this role: chests, or robbers for a Werewolf."""
    halved: bool
    """Whether a Werewolf card among them (for a Werewolf, a Knife) halves the points."""
    points: int


@dataclass(frozen=True, slots=True)
class Account:
    """A deal added up; in pairs, the robber team comes first."""

    tallies: tuple[Tally, ...]
    """By seat."""
    sums: tuple[int, int]
    factors: tuple[int, int]
    """What each sum is multiplied by: the number of players in the other team."""
    totals: tuple[int, int]
    winners: tuple[Seat, ...]
    """Who gets a game point; nobody if the totals are equal."""


def account(
    roles: Sequence[int], piles: Sequence[Sequence[int]], icons: Sequence[int] = ICONS
) -> Account:
    """Add up a deal, by the roles, the cards that each seat took and the icons on them."""
    tallies = tuple(tally(role, pile, icons) for role, pile in zip(roles, piles, strict=True))
    points = [(in_wolf_team(one.role), one.points) for one in tallies]
    wolves = sum(wolf for wolf, _ in points)
    sums = (sum(p for wolf, p in points if not wolf), sum(p for wolf, p in points if wolf))
    factors = (wolves, len(roles) - wolves)
    totals = (sums[0] * factors[0], sums[1] * factors[1])
    won = [Seat(seat) for seat, (wolf, _) in enumerate(points) if totals[wolf] > totals[not wolf]]
    return Account(tallies, sums, factors, totals, tuple(won))


def tally(role: int, pile: Sequence[int], icons: Sequence[int] = ICONS) -> Tally:
    """Count the cards one player took; halved at most once, then rounded down at once."""
    wolf = role == Role.WEREWOLF
    suit = Suit.ROBBER if wolf else Suit.CHEST
    counted = sum(icons[card] for card in pile if card < NORMAL and suit_of(card) == suit)
    halved = (Card.KNIFE if wolf else Card.WEREWOLF) in pile
    return Tally(role, counted, halved, counted // 2 if halved else counted)


def in_wolf_team(role: int) -> bool:
    """Whether a role belongs to the werewolf team."""
    return role != Role.ROBBER
