"""Deals played out in mind, in bare numbers: quick and plain, but everybody for their own team.

A player here knows the roles of an imagined deal and their own hand, not the others' hands: a card
is judged by who is likely to take the trick, by what it adds to that pile, and by what it could
still be good for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.games.robbers.deck import ICONS, KINDS, NORMAL, RANKS, Card, Role

WEREWOLF: Final = int(Card.WEREWOLF)
KNIFE: Final = int(Card.KNIFE)
SEER: Final = int(Card.SEER)
WOLF_ROLE: Final = int(Role.WEREWOLF)
TRUMP: Final = 32
"""How far a trump is above a card of the led suit, in one number."""
SIXTEEN: Final = TRUMP + 16


class Icons(NamedTuple):
    """The icons on the cards, by what they count for."""

    chests: tuple[int, ...]
    loot: tuple[int, ...]
    """By card: its icons that count for Werewolves."""
    counting: tuple[tuple[int, ...], ...]
    """By role: the icons that count."""


@lru_cache(64)
def icons_of(icons: tuple[int, ...]) -> Icons:
    """The icons of a table, sorted by what they count for."""
    chests = tuple(icons[card] if card < RANKS else 0 for card in range(KINDS))
    loot = tuple(icons[card] if RANKS <= card < NORMAL else 0 for card in range(KINDS))
    return Icons(chests, loot, (chests, loot, chests))


HOUSE_ICONS: Final = icons_of(ICONS)
HARM: Final = (WEREWOLF, KNIFE, WEREWOLF)
"""By role: the card that halves."""


def strengths(led: int) -> tuple[int, ...]:
    """By card: its strength in a trick of this suit (-1: still open); a Werewolf's depends on the
    trick."""
    normal = [
        card % RANKS + 1 + (TRUMP if led >= 0 and card // RANKS != led else 0)
        for card in range(NORMAL)
    ]
    return (*normal, TRUMP, 0, 16, SIXTEEN)


STRENGTH: Final = (strengths(0), strengths(1), strengths(-1))
"""By led suit, the last for an open one."""


def holding(strength: int) -> float:
    """How likely one later player is to leave a card of this strength in the lead: hardly ever if
    it is of the led suit, as any trump beats it."""
    return 0.02 if strength < TRUMP else min(0.98, 0.62 + 0.025 * (strength - TRUMP))


HOLDS: Final = tuple(
    tuple(holding(strength) ** after for strength in range(2 * TRUMP)) for after in range(5)
)
"""By players still to come, then by strength: how likely a card is to stay in the lead."""
KEEP: Final = (*(0.22 * max(0, card % RANKS - 8) for card in range(NORMAL)), 1.4, 2.1, 0.8, 1.5)
"""By card: what keeping it for later is worth, in points. Found, like `holding`, by letting players
with different numbers play against each other."""
RISK: Final = 1.5
"""Points that a player may still take, and lose half of, when a trick halves them."""


class Trick(NamedTuple):
    """A trick as numbers."""

    played: int = 0
    led: int = -1
    """The led suit; -1: open."""
    previous: int = 0
    """The strength of the card played last; the Seer has none."""
    best: int = -1
    """The strength of the strongest card; the Seer has none."""
    taker: int = -1
    """Whose card that is."""
    wolf: int = 0
    """Whether a Werewolf lies in it."""
    knife: int = 0
    seer: int = -1
    """Who played the Seer."""
    chests: int = 0
    loot: int = 0


def lay(trick: Trick, seat: int, card: int, icons: Icons = HOUSE_ICONS) -> Trick:
    """The trick with one more card."""
    played, led, previous, best, taker, wolf, knife, seer, chests, loot = trick
    if card < NORMAL:
        if led < 0:
            led = card // RANKS
        previous = STRENGTH[led][card]
        chests += icons.chests[card]
        loot += icons.loot[card]
    elif card == WEREWOLF:
        previous = previous + 1 if played else SIXTEEN
        wolf = 1
    else:
        previous = STRENGTH[-1][card]
        if card == SEER:
            seer = seat
        elif card == KNIFE:
            knife = 1
    if previous >= best:
        best, taker = previous, seat
    return Trick(played + 1, led, previous, best, taker, wolf, knife, seer, chests, loot)


NO_TRICK: Final = Trick()


class Position:
    """A deal in progress, as numbers: who holds what, what was taken, what lies in the trick."""

    __slots__ = ("factors", "halved", "hands", "icons", "points", "roles", "seats", "trick", "turn")

    def __init__(
        self,
        roles: Sequence[int],
        hands: list[list[int]],
        piles: Sequence[Trick],
        trick: Trick,
        turn: int,
        icons: Icons = HOUSE_ICONS,
    ) -> None:
        self.seats = len(roles)
        self.roles = roles
        self.hands = hands
        wolves = sum(role != 0 for role in roles)
        self.factors = [self.seats - wolves if role else wolves for role in roles]
        """By seat: what its points are multiplied by."""
        self.points = [
            pile.loot if role == WOLF_ROLE else pile.chests
            for role, pile in zip(roles, piles, strict=True)
        ]
        """By seat: the icons taken that count for its role."""
        self.halved = [
            pile.knife if role == WOLF_ROLE else pile.wolf
            for role, pile in zip(roles, piles, strict=True)
        ]
        self.trick = trick
        self.turn = turn
        self.icons = icons


def margin(
    roles: Sequence[int], factors: Sequence[int], points: Sequence[int], halved: Sequence[int]
) -> int:
    """By how much the robber team is ahead."""
    ahead = 0
    for role, factor, icons, half in zip(roles, factors, points, halved, strict=True):
        worth = factor * (icons >> half)
        ahead += -worth if role else worth
    return ahead


def play_out(position: Position, card: int) -> int:
    """Play a card, then the deal to its end; returns by how much the robber team is ahead."""
    seats, roles, factors = position.seats, position.roles, position.factors
    hands = [hand[:] for hand in position.hands]
    points, halved = position.points[:], position.halved[:]
    played, led, previous, best, taker, wolf, knife, seer, chests, loot = position.trick
    turn, icons = position.turn, position.icons
    all_chests, all_loot, _ = icons
    while True:
        hands[turn].remove(card)
        if card < NORMAL:  # as in `lay`, without another call
            if led < 0:
                led = card // RANKS
            previous = STRENGTH[led][card]
            chests += all_chests[card]
            loot += all_loot[card]
        elif card == WEREWOLF:
            previous = previous + 1 if played else SIXTEEN
            wolf = 1
        else:
            previous = STRENGTH[-1][card]
            if card == SEER:
                seer = turn
            elif card == KNIFE:
                knife = 1
        if previous >= best:
            best, taker = previous, turn
        played += 1
        turn = turn + 1 if turn + 1 < seats else 0
        if played == seats:
            turn = taker if wolf or seer < 0 else seer
            if roles[turn] == WOLF_ROLE:
                points[turn] += loot
                halved[turn] |= knife
            else:
                points[turn] += chests
                halved[turn] |= wolf
            if not hands[turn]:
                return margin(roles, factors, points, halved)
            played = wolf = knife = chests = loot = previous = 0
            led = best = taker = seer = -1
        hand = hands[turn]
        if len(hand) == 1:
            card = hand[0]
        else:
            trick = (played, led, previous, best, taker, wolf, knife, seer, chests, loot)
            card = pick(hand, turn, trick, roles, factors, points, halved, icons)


def taken_after(position: Position, card: int) -> tuple[int, list[int], list[int]]:
    """Who takes the trick if a card is played now, and by seat what everybody's taken icons then
    are and whether they are halved."""
    seat, icons = position.turn, position.icons
    trick = lay(position.trick, seat, card, icons)
    points, halved = position.points[:], position.halved[:]
    while trick.played < position.seats:
        seat = (seat + 1) % position.seats
        hand = position.hands[seat]
        card = pick(hand, seat, trick, position.roles, position.factors, points, halved, icons)
        trick = lay(trick, seat, card, icons)
    taker = trick.taker if trick.wolf or trick.seer < 0 else trick.seer
    wolf = position.roles[taker] == WOLF_ROLE
    points[taker] += trick.loot if wolf else trick.chests
    halved[taker] |= trick.knife if wolf else trick.wolf
    return taker, points, halved


Numbers = tuple[int, int, int, int, int, int, int, int, int, int]
"""A `Trick` as a bare tuple."""


def pick(
    hand: Sequence[int],
    me: int,
    trick: Numbers,
    roles: Sequence[int],
    factors: Sequence[int],
    points: Sequence[int],
    halved: Sequence[int],
    icons: Icons = HOUSE_ICONS,
) -> int:
    """The card that seems best for the seat's team in this trick."""
    values = appraise(hand, me, trick, roles, factors, points, halved, icons)
    return hand[values.index(max(values))]


def appraise(
    cards: Sequence[int],
    me: int,
    trick: Numbers,
    roles: Sequence[int],
    factors: Sequence[int],
    points: Sequence[int],
    halved: Sequence[int],
    icons: Icons = HOUSE_ICONS,
) -> list[float]:
    """What each card seems to be worth to the seat's team if it is played now, in points."""
    played, led, previous, best, taker, wolf, knife, seer, chests, loot = trick
    seats = len(roles)
    after = seats - played - 1
    holds, strength = HOLDS[after], STRENGTH[led]
    role = roles[me]
    side = role != 0
    # What the trick is worth to me, to whoever leads it, and to those who come later.
    all_chests, all_loot, counting = icons
    my_icons, my_harm = counting[role], HARM[role]
    scale = factors[me] * (0.5 if halved[me] else 1.0)
    my_loss = 0.0 if halved[me] else factors[me] * (0.5 * points[me] + RISK)
    mine = scale * (loot if role == WOLF_ROLE else chests)
    if knife if role == WOLF_ROLE else wolf:
        mine -= my_loss
    seer_leads = seer >= 0 and not wolf
    their_icons, their_harm = my_icons, my_harm
    theirs = their_scale = their_loss = lead_holds = 0.0
    if played:
        leader = seer if seer_leads else taker
        other = roles[leader]
        weight = factors[leader] if (other != 0) == side else -factors[leader]
        their_icons, their_harm = counting[other], HARM[other]
        their_scale = weight * (0.5 if halved[leader] else 1.0)
        their_loss = 0.0 if halved[leader] else weight * (0.5 * points[leader] + RISK)
        theirs = their_scale * (loot if other == WOLF_ROLE else chests)
        if knife if other == WOLF_ROLE else wolf:
            theirs -= their_loss
        lead_holds = holds[SIXTEEN if seer_leads else best]
    later_chests = later_loot = 0.0
    seat = me
    for _ in range(after):
        seat = seat + 1 if seat + 1 < seats else 0
        other = roles[seat]
        weight = factors[seat] if (other != 0) == side else -factors[seat]
        if other == WOLF_ROLE:
            later_loot += weight / after
        else:
            later_chests += weight / after
    later = later_chests * chests + later_loot * loot
    found = []
    for card in cards:
        if card == WEREWOLF:
            power = previous + 1 if played else SIXTEEN
            takes = power >= best
        elif card == SEER:
            power, takes = SIXTEEN, not wolf
        else:
            power = strength[card]
            takes = power >= best and not seer_leads
        if takes:
            chance = holds[power]
            value = chance * (mine + (scale * my_icons[card] if card != my_harm else -my_loss))
        else:
            chance = lead_holds
            value = chance * (
                theirs + (their_scale * their_icons[card] if card != their_harm else -their_loss)
            )
        if after:
            value += (1.0 - chance) * (
                later + later_chests * all_chests[card] + later_loot * all_loot[card]
            )
        found.append(value - KEEP[card])
    return found
