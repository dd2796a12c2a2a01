"""What a card says about its player: a little, as everybody likes to take tricks.

Some plays go with some roles: taking what counts for oneself, minding the card that halves, giving
icons to a partner, leading what the others want. The weights were fitted to deals among bots that
think (`benchmarks.robbers_habits`), whose plays give away next to nothing. They are small, and no
play is ever held impossible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.core import Event, Seat
from engine.games.robbers.deck import Card, Role
from engine.games.robbers.playout import HOUSE_ICONS, KNIFE, NO_TRICK, Icons, Trick, lay
from engine.games.robbers.trick import would_lead

WOLF = int(Role.WEREWOLF)


class Habits(NamedTuple):
    """How much likelier a play makes the roles it goes with, as logarithms."""

    lead: float = 0.0
    """Leading an icon that counts for oneself rather than one that does not."""
    take: float = 0.0
    """Taking the lead in a trick, for each icon in it that counts, less those that do not."""
    harm: float = 0.0
    """Taking the lead in a trick that has the card that halves oneself."""
    gift: float = 0.0
    """Giving a partner an icon that counts for them, or a rival none."""
    knife: float = 0.0
    """Giving a Knife to a Werewolf who is a partner, or none to a rival."""


READ = Habits(lead=-0.066, take=0.033, harm=-0.12, gift=0.05, knife=-0.1)


class Play(NamedTuple):
    """A card that somebody played, and the trick it was played to."""

    number: int
    """The number of the event."""
    seat: int
    card: int
    trick: Trick
    leader: int
    """Whose card was the strongest before."""
    takes: bool
    last: bool
    """Whether it completed the trick."""
    icons: Icons = HOUSE_ICONS
    """The icons on the cards of this table."""


def plays_of(
    seats: int, events: Sequence[Event], me: Seat | None, icons: Icons = HOUSE_ICONS
) -> Iterator[Play]:
    """The plays of others that do not show a role by themselves."""
    trick, cards = NO_TRICK, list[int]()
    for number, event in enumerate(events):
        if event.kind == "trick":
            trick, cards = NO_TRICK, []
        elif event.kind == "played" and event.seat is not None:
            card = event.cards[0]
            if event.seat != me and card < Card.TRAITOR:
                leader = trick.taker if trick.wolf or trick.seer < 0 else trick.seer
                takes, last = would_lead(cards, card), len(cards) == seats - 1
                yield Play(number, event.seat, card, trick, leader, takes, last, icons)
            trick = lay(trick, event.seat, card, icons)
            cards.append(card)


def leaning(play: Play, roles: Sequence[int], habits: Habits) -> float:
    """How much a play speaks for these roles, as a logarithm."""
    role, card, trick = roles[play.seat], play.card, play.trick
    chests, loot, counting = play.icons
    own = counting[role][card]
    if not trick.played:
        return habits.lead * (2 * own - chests[card] - loot[card])
    wolf = role == WOLF
    spare = trick.loot - trick.chests if wolf else trick.chests - trick.loot
    if play.takes:
        return habits.take * spare + habits.harm * (trick.knife if wolf else trick.wolf)
    other = roles[play.leader]
    side = 1 if (other != 0) == (role != 0) else -1
    told = habits.gift * side * counting[other][card] if play.last else 0.0
    if card == KNIFE and other == WOLF:
        told += habits.knife * side
    return told
