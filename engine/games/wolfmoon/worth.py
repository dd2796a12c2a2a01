"""How likely each player is to win a round, by the look of the whole table.

Every player still in has a score, the sum of the weights of what speaks for and against them; a
player's chance is the share of their score's exponential. The weights were fitted to rounds that
bots played (benchmarks/fit_wolfmoon.py).
"""

from __future__ import annotations

from math import exp

from engine.core import Seat
from engine.games.wolfmoon.deck import CHARACTERS, VALUE, Card, thirds
from engine.games.wolfmoon.fitted import EARLY, LATE
from engine.games.wolfmoon.rules import final_value
from engine.games.wolfmoon.state import Table

KINDS = len(CHARACTERS)
MORE = (
    "rank_early",
    "rank_late",
    "top_late",
    "safe",
    "active",
    "next",
    "alchemist",
    "servant",
    "beggar_served",
    "wolf_near",
    "traitor_served",
    "vampire_ready",
    "vampire_half",
    "revived",
    "merchant_late",
    "crowd_value",
)
"""What else is weighed, besides which card is held early and late in the round."""
SIZE = 2 * KINDS + len(MORE)


def features(table: Table, seat: Seat, values: dict[Seat, int], late: float) -> dict[int, float]:
    """What speaks for and against a player, by the number of its weight."""
    (card,) = table.hands[seat][:1] or (int(Card.VILLAGER),)
    display = table.displays[seat]
    mine = values[seat]
    others = [value for other, value in values.items() if other != seat]
    below = sum(value < mine for value in others) / len(others) if others else 1.0
    strong = sum(VALUE[played] >= 7 for played in display)
    served = max(others, default=0) in (8, 9)
    wolf_out = Card.WEREWOLF_MOON not in table.moons
    found = {card: 1 - late, KINDS + card: late}
    extra = (
        below * (1 - late),
        below * late,
        float(below == 1.0) * late * late,
        float(table.safe[seat]),
        float(table.active == seat),
        float(table.next_seat(table.active) == seat),
        float(Card.ALCHEMIST in display),
        float(Card.SERVANT in display),
        float(card == Card.BEGGAR_KING and served) * late,
        float(card == Card.WEREWOLF and wolf_out) * late,
        float(card == Card.TRAITOR and wolf_out and wolf_held(table, seat)) * late,
        float(card == Card.VAMPIRE and strong >= 2),
        float(strong >= 2 and card != Card.VAMPIRE),
        float(table.revived == seat),
        float(Card.MERCHANT in display) * late,
        (mine - sum(others) / len(others)) * late / 10 if others else 0.0,
    )
    for number, value in enumerate(extra):
        if value:
            found[2 * KINDS + number] = value
    return found


def wolf_held(table: Table, seat: Seat) -> bool:
    return any(Card.WEREWOLF in table.hands[other] for other in table.remaining() if other != seat)


def standing(table: Table, alive: list[Seat]) -> tuple[dict[Seat, int], float]:
    """What the hands would be worth now, and how late it is: 0 at the deal, 1 with no pile left."""
    values = {seat: final_value(table, seat) if table.hands[seat] else 0 for seat in alive}
    return values, 1 - len(table.pile) / (sum(thirds(table.seats)) + 1)


def chance(table: Table, seat: Seat) -> float:
    """How likely a player is to win the round."""
    if table.ending:
        return 1 / len(table.winners) if seat in table.winners else 0.0
    if table.out[seat]:
        return 0.0
    alive = table.remaining()
    values, late = standing(table, alive)
    own = total = 0.0
    for other in alive:
        weight = exp(score(table, other, values, late))
        total += weight
        if other == seat:
            own = weight
    return own / total


def score(table: Table, seat: Seat, values: dict[Seat, int], late: float) -> float:
    """The weighted sum of what `features` finds; written out, as it is needed often."""
    hand = table.hands[seat]
    card = hand[0] if hand else VILLAGER
    display = table.displays[seat]
    found = EARLY[card] * (1 - late) + LATE[card] * late
    mine = values[seat]
    rivals = len(values) - 1
    if rivals:
        lower = 0
        for value in values.values():
            if value < mine:
                lower += 1
        below = lower / rivals
        mean = (sum(values.values()) - mine) / rivals
        found += RANK_EARLY * below * (1 - late) + RANK_LATE * below * late
        if lower == rivals:
            found += TOP_LATE * late * late
        found += CROWD_VALUE * (mine - mean) * late / 10
    if table.safe[seat]:
        found += SAFE
    if table.active == seat:
        found += ACTIVE
    if table.next_seat(table.active) == seat:
        found += NEXT
    if table.revived == seat:
        found += REVIVED
    if display:
        if ALCHEMIST in display:
            found += ALCHEMIST_LIES
        if SERVANT in display:
            found += SERVANT_LIES
        if MERCHANT in display:
            found += MERCHANT_LATE * late
        strong = 0
        for played in display:
            if VALUE[played] >= 7:
                strong += 1
        if strong >= 2:
            found += VAMPIRE_READY if card == VAMPIRE else VAMPIRE_HALF
    if card in SPECIAL:
        found += special(table, seat, card, values) * late
    return found


def special(table: Table, seat: Seat, card: int, values: dict[Seat, int]) -> float:
    """What the Beggar King, the Werewolf and the Traitor hope for."""
    if card == BEGGAR_KING:
        others = [value for other, value in values.items() if other != seat]
        return BEGGAR_SERVED if max(others, default=0) in (8, 9) else 0.0
    if Card.WEREWOLF_MOON in table.moons:
        return 0.0
    if card == WEREWOLF:
        return WOLF_NEAR
    return TRAITOR_SERVED if wolf_held(table, seat) else 0.0


VILLAGER, BEGGAR_KING, VAMPIRE = int(Card.VILLAGER), int(Card.BEGGAR_KING), int(Card.VAMPIRE)
ALCHEMIST, SERVANT, MERCHANT = int(Card.ALCHEMIST), int(Card.SERVANT), int(Card.MERCHANT)
WEREWOLF, TRAITOR = int(Card.WEREWOLF), int(Card.TRAITOR)
SPECIAL = (BEGGAR_KING, WEREWOLF, TRAITOR)

REST = (
    -0.121, -0.237, 0.897, 0.233, 0.051, 0.092, 0.377, 0.018,
    0.734, 0.647, 1.278, 1.136, 0.215, -0.438, 0.287, -0.320,
)  # fmt: skip
WEIGHTS = (*EARLY, *LATE, *REST)
(
    RANK_EARLY,
    RANK_LATE,
    TOP_LATE,
    SAFE,
    ACTIVE,
    NEXT,
    ALCHEMIST_LIES,
    SERVANT_LIES,
    BEGGAR_SERVED,
    WOLF_NEAR,
    TRAITOR_SERVED,
    VAMPIRE_READY,
    VAMPIRE_HALF,
    REVIVED,
    MERCHANT_LATE,
    CROWD_VALUE,
) = REST
