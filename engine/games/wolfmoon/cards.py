"""What each card does.

Every character has one function of its name, in order of value, and its docstring is the text of
the card. What happens when a card is played is in `EFFECTS`, what it does to the player it is aimed
at in `AIMED`; both tables are at the end. Cards that act from a hand or a display at another time
(Merchant, Spy, Alchemist, ...) are called from the place where that time comes. R-numbers are the
rulings in docs/rules/wolfmoon.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.core import Ask, Auto, Blocked, Choice, Question, Seat, do, step
from engine.games.wolfmoon.deck import (
    ACCUSED,
    CHARACTERS,
    COMPARING,
    DOOMED,
    FIRST_MOON,
    VALUE,
    VALUES,
    Card,
)
from engine.games.wolfmoon.state import SEATS, Table
from engine.rng import shuffle

SERVANT = Card.SERVANT  # looked for at the end of every turn, and an enum is slow to search

PASS = Choice("pass")
YES, NO = Choice("yes"), Choice("no")
AIM = tuple(Choice("aim", seat) for seat in SEATS)
GUESS = tuple(Choice("guess", value) for value in VALUES)
PLAY = tuple(Choice("play", card) for card in CHARACTERS)
TAKE = tuple(Choice("take", card) for card in CHARACTERS)
KEEP = tuple(Choice("keep", card) for card in CHARACTERS)


@step
class PlayCard(Question[Table]):
    """Which of two cards to play."""

    seat: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        held, drawn = table.hands[self.seat]
        choices = (PLAY[held], PLAY[drawn]) if held != drawn else (PLAY[held],)
        return (Ask(self.seat, "play", choices),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        card = choice.value
        table.hands[self.seat].remove(card)
        table.displays[self.seat].append(card)
        table.emit("played", self.seat, None, (card,))
        if card in EFFECTS:
            EFFECTS[card](table, self.seat)
        if card in AIMED:
            aim(table, self.seat, card)


# ── drawing, and the Moons ──────────────────────────────────────────────────────────────────────


def draw(table: Table, seat: Seat) -> int:
    """Draw the top card of the pile, else one set aside. Returns it; a Moon is laid out instead."""
    from_pile = bool(table.pile)
    card = table.pile.pop() if from_pile else table.aside.pop(0)
    if card < FIRST_MOON:
        table.hands[seat].append(card)
        table.emit("drew" if from_pile else "drew_aside", seat, None, (card,), 0, (seat,))
    else:
        table.moons.append(card)
        table.emit("moon", seat, cards=(card,))
        if card == Card.WEREWOLF_MOON:
            werewolf_moon(table)
    return card


def draw_anew(table: Table, seat: Seat) -> bool:
    """Draw a character to replace a hand card, showing any Moons on the way.

    These give nobody another turn (R23), but the third may end the round first. Returns whether
    there was a character.
    """
    while (table.pile or table.aside) and not table.ending:
        if draw(table, seat) < FIRST_MOON:
            return True
    return False


def werewolf_moon(table: Table) -> None:
    """The third Moon: whoever holds the Werewolf wins. If nobody does, it is just another Moon."""
    wolves = [seat for seat in table.remaining() if Card.WEREWOLF in table.hands[seat]]
    if wolves:
        table.end_round("wolf", wolves + traitor(table))
    else:
        table.emit("no_wolf")


# ── aiming ──────────────────────────────────────────────────────────────────────────────────────


def aim(table: Table, seat: Seat, card: int) -> None:
    """Ask whom a card is for; with no legal target it has no effect (R5)."""
    if targets(table, seat, card):
        do(table, Aim(seat, card))
    else:
        table.emit("no_effect", seat, cards=(card,))


def targets(table: Table, seat: Seat, card: int) -> list[Seat]:
    """Whom a seat may aim a card at (R6, R30)."""
    special = TARGETS.get(card)
    return special(table, seat) if special else table.rivals(seat)


def anyone(table: Table, seat: Seat) -> list[Seat]:
    """All unprotected others, and the seat itself."""
    return sorted([*table.rivals(seat), seat])


def anyone_agreed(table: Table, seat: Seat) -> list[Seat]:
    """The same, without the seat itself if the table plays with others only (R6)."""
    return table.rivals(seat) if table.others_only else anyone(table, seat)


@step
class Aim(Question[Table]):
    """Whom the card just played is for."""

    seat: Seat
    card: int

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        aims = [AIM[target] for target in targets(table, self.seat, self.card)]
        if self.may_pass(table):
            aims.append(PASS)
        return (Ask(self.seat, "aim", tuple(aims), "", None, self.card),)

    def may_pass(self, table: Table) -> bool:
        match self.card:
            case Card.BOUNTY_HUNTER:  # nobody is forced to hunt themselves (R66)
                return not table.rivals(self.seat)
            case card:
                return card in COMPARING

    def chosen(self, table: Table, choice: Choice, /) -> None:
        if choice == PASS:
            table.emit("declined", self.seat, cards=(self.card,))
        else:
            AIMED[self.card](table, self.seat, SEATS[choice.value])

    def blocked(self, table: Table, /) -> Iterable[Blocked]:
        legal = targets(table, self.seat, self.card)
        for other in SEATS[: table.seats]:
            if other not in legal:
                yield Blocked(AIM[other], why_not(table, self.seat, other, self.card))


def why_not(table: Table, seat: Seat, other: Seat, card: int) -> str:
    """The message key that says why a seat is not a target."""
    if card == Card.WITCH:
        return "not_out"
    if other != seat and table.safe[other]:
        return "safe"
    if card == Card.GRAVEDIGGER:
        return "nothing_to_take"
    return "yourself" if other == seat else "out"


# ── being eliminated ────────────────────────────────────────────────────────────────────────────


@step
class Eliminate(Auto[Table]):
    """A player is about to be eliminated, by another player's card or by their own (R38, R39)."""

    victim: Seat
    by: Seat
    spied: bool = False
    """Hit by a Spy: the hand card goes to the Spy's owner instead of the display."""

    def run(self, table: Table, /) -> None:
        if table.out[self.victim]:
            return
        if alchemist(table, self.victim, self.by, self.spied):
            if not self.spied:
                table.emit("cornered", self.victim, self.by)
            do(table, AlchemistMaySave(self.victim, self.by, self.spied))
        else:
            fall(table, self.victim, self.by, self.spied)


@step
class AlchemistMaySave(Question[Table]):
    """Whether the Alchemist leaves the game in its owner's place."""

    seat: Seat
    by: Seat
    spied: bool

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        return (Ask(self.seat, "alchemist", (YES, NO), "", self.by),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        if choice == NO:
            fall(table, self.seat, self.by, self.spied)
            return
        lay_down(table, self.seat, self.by if self.spied else None)
        leave(table, self.seat, Card.ALCHEMIST)
        draw_anew(table, self.seat)


def fall(table: Table, victim: Seat, by: Seat, spied: bool) -> None:
    """Leave the round, and take along anybody the Schemer takes along."""
    scheming = by != victim and Card.SCHEMER in table.hands[victim]
    lay_down(table, victim, by if spied else None)
    table.out[victim] = True
    table.safe[victim] = False
    table.emit("out", victim, by)
    if scheming:
        schemer(table, victim, by)


def lay_down(table: Table, seat: Seat, spy: Seat | None) -> None:
    """Place the hand face up in its seat's display, without effect; or give it to a Spy (R7,
    R47)."""
    for card in table.hands[seat]:
        if spy is None:
            table.displays[seat].append(card)
            table.emit("placed", seat, cards=(card,))
        else:
            table.hands[spy].append(card)
            table.emit("handed", seat, spy, (card,), seen_by=(seat, spy))
    table.hands[seat].clear()


def leave(table: Table, seat: Seat, card: Card) -> None:
    """A card leaves the game from a display."""
    table.displays[seat].remove(card)
    table.gone.append(int(card))
    table.emit("left", seat, cards=(int(card),))


# ── value 0 ─────────────────────────────────────────────────────────────────────────────────────


def assassin(table: Table, seat: Seat, target: Seat) -> None:
    """Name a value: if it is the target's card, they are out. You may try twice."""
    do(table, Guess(seat, target, int(Card.ASSASSIN)))


@step
class Guess(Question[Table]):
    """Which value the target holds, for the Assassin and the Villager."""

    seat: Seat
    target: Seat
    card: int

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        return (Ask(self.seat, "guess", GUESS, "", self.target, self.card),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        if hits(table, self.seat, self.target, choice.value):
            return
        if self.card == Card.ASSASSIN:
            do(table, GuessAgain(self.seat, self.target, choice.value))
        else:
            spy_window(table, self.seat, self.target)


@step
class GuessAgain(Question[Table]):
    """The Assassin's second try, at the same target; it may be waived."""

    seat: Seat
    target: Seat
    wrong: int

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        others = GUESS[: self.wrong] + GUESS[self.wrong + 1 :]
        return (Ask(self.seat, "guess_again", (*others, PASS), "", self.target, self.wrong),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        if choice == PASS:
            table.emit("declined", self.seat, self.target, (int(Card.ASSASSIN),))
        elif hits(table, self.seat, self.target, choice.value):
            return
        spy_window(table, self.seat, self.target)

    def blocked(self, table: Table, /) -> Iterable[Blocked]:
        yield Blocked(GUESS[self.wrong], "was_wrong")


def hits(table: Table, seat: Seat, target: Seat, value: int) -> bool:
    """Name a value at a target; a hit eliminates."""
    hit = table.value_in_hand(target) == value
    table.emit("hit" if hit else "missed", seat, target, (), value)
    if hit:
        do(table, Eliminate(target, by=seat))
    return hit


def beggar_king(table: Table, values: dict[Seat, int]) -> Seat | None:
    """In hand when values are compared, you alone win if anyone shows an 8 or a 9."""
    if not any(value in (8, 9) for value in values.values()):
        return None
    return next((seat for seat in values if Card.BEGGAR_KING in table.hands[seat]), None)


# ── value 1 ─────────────────────────────────────────────────────────────────────────────────────


def villager(table: Table, seat: Seat, target: Seat) -> None:
    """Name a value: if it is the target's card, they are out."""
    do(table, Guess(seat, target, int(Card.VILLAGER)))


def drunkard(table: Table, seat: Seat) -> None:
    """Look at all hands, yours too; they are shuffled and dealt again."""
    drinkers = anyone(table, seat)
    cards = [table.hands[drinker][0] for drinker in drinkers]
    bits = sum(1 << drinker for drinker in drinkers)
    table.emit("drunkard", seat, cards=tuple(cards), number=bits, seen_by=(seat,))
    shuffle(table, cards)
    for drinker, card in zip(drinkers, cards, strict=True):
        table.hands[drinker][0] = card
        table.emit("redealt", drinker, cards=(card,), seen_by=(drinker,))


def servant(table: Table, seat: Seat) -> bool:
    """In your display, it may leave the game at the end of your turn to give you another turn."""
    return SERVANT in table.displays[seat]


@step
class ServantMayLeave(Question[Table]):
    """Whether to give up the Servant for another turn; asked before `TurnPasses`."""

    seat: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        return (Ask(self.seat, "servant", (YES, NO)),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        if choice == YES:
            leave(table, self.seat, Card.SERVANT)
            table.extra += 1


# ── value 2 ─────────────────────────────────────────────────────────────────────────────────────


def seer(table: Table, seat: Seat, target: Seat) -> None:
    """Look at another player's hand in secret."""
    table.emit("looked", seat, target, tuple(table.hands[target]), seen_by=(seat, target))


def tax_collector(table: Table, seat: Seat, target: Seat) -> None:
    """A target who holds a 0 or a 1 is out."""
    accuse(table, seat, target, Card.TAX_COLLECTOR)


def inquisitor(table: Table, seat: Seat, target: Seat) -> None:
    """A target who holds a 9 or a 10 is out."""
    accuse(table, seat, target, Card.INQUISITOR)


def accuse(table: Table, seat: Seat, target: Seat, card: Card) -> None:
    """Ask a target for certain values; the answer is true and public (R56)."""
    caught = table.value_in_hand(target) in ACCUSED[card]
    table.emit("caught" if caught else "cleared", seat, target, (int(card),))
    if caught:
        do(table, Eliminate(target, by=seat))


def vampire(table: Table, seat: Seat) -> None:
    """With two cards of 7 or more in your display, playing it wins at once."""
    if sum(VALUE[card] >= 7 for card in table.displays[seat]) >= 2:
        table.end_round("vampire", [seat])


# ── value 3 ─────────────────────────────────────────────────────────────────────────────────────


def barkeeper(table: Table, seat: Seat, target: Seat) -> None:
    """You may compare hands with another player in secret: the lower one is out."""
    compare(table, seat, target, Card.BARKEEPER)


def girl(table: Table, seat: Seat, target: Seat) -> None:
    """You may compare hands with another player in secret: the higher one is out."""
    compare(table, seat, target, Card.GIRL)


def compare(table: Table, seat: Seat, target: Seat, card: Card) -> None:
    """Both see both hands; a tie harms nobody (R59)."""
    cards = (table.hands[seat][0], table.hands[target][0])
    table.emit("compared", seat, target, cards, seen_by=(seat, target))
    own, other = VALUE[cards[0]], VALUE[cards[1]]
    if own == other:
        table.emit("tied", seat, target)
        return
    target_loses = (other < own) == (card == Card.BARKEEPER)
    loser, winner = (target, seat) if target_loses else (seat, target)
    table.emit("lost", loser, winner, (int(card),))
    do(table, Eliminate(loser, by=seat))


def merchant(table: Table, seat: Seat) -> int:
    """In your display when values are compared, it adds 2 to yours."""
    return 2 if Card.MERCHANT in table.displays[seat] else 0


def night_watchman(table: Table, seat: Seat) -> None:
    """Take the three center cards, keep one of four, shuffle three back."""
    table.emit("watched", seat, cards=tuple(table.center), seen_by=(seat,))
    do(table, KeepOneOfFour(seat))


@step
class KeepOneOfFour(Question[Table]):
    """Which card the Night Watchman keeps."""

    seat: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        cards = sorted({*table.hands[self.seat], *table.center})
        return (Ask(self.seat, "watchman", tuple([KEEP[card] for card in cards])),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        cards = [*table.hands[self.seat], *table.center]
        cards.remove(choice.value)
        shuffle(table, cards)
        table.hands[self.seat] = [choice.value]
        table.center = cards
        table.emit("watchman_kept", self.seat, cards=(choice.value,), seen_by=(self.seat,))


# ── value 4 ─────────────────────────────────────────────────────────────────────────────────────


def frankenstein(table: Table, seat: Seat) -> int:
    """In hand when values are compared, it is worth your display's lowest plus highest value."""
    values = [VALUE[card] for card in table.displays[seat]]
    return min(values) + max(values) if values else 0


def witch(table: Table, seat: Seat, target: Seat) -> None:
    """Someone who is out draws a card and is back. If they win, the Witch's owner wins too."""
    table.emit("revived", seat, target)
    if draw_anew(table, target):  # a Moon on the way counted the token where it lay (R24)
        table.out[target] = False
        table.revived = target


def fallen(table: Table, seat: Seat) -> list[Seat]:
    """Whom a Witch may bring back."""
    return [other for other in SEATS[: table.seats] if table.out[other]] if table.can_draw() else []


def bodyguard(table: Table, seat: Seat) -> None:
    """No other player's card can touch you until your next turn."""
    table.safe[seat] = True
    table.emit("safe", seat)


# ── value 5 ─────────────────────────────────────────────────────────────────────────────────────


def traitor(table: Table) -> list[Seat]:
    """In hand when the Werewolf wins by the third Moon, you win too."""
    return [seat for seat in table.remaining() if Card.TRAITOR in table.hands[seat]]


def bounty_hunter(table: Table, seat: Seat, target: Seat) -> None:
    """A player, even you, must play their hand and draw a new card. Most effects do not apply."""
    (card,) = table.hands[target]
    table.hands[target].clear()
    table.displays[target].append(card)
    table.emit("forced", target, seat, (card,))
    match card:  # what still works (R63)
        case Card.VAMPIRE | Card.BODYGUARD | Card.MAYOR | Card.WEREWOLF:
            EFFECTS[card](table, target)
    if table.ending or card in DOOMED:
        return
    if not draw_anew(table, target) and not table.ending:
        do(table, Eliminate(target, by=seat))  # R64


# ── value 6 ─────────────────────────────────────────────────────────────────────────────────────


def gravedigger(table: Table, seat: Seat, target: Seat) -> None:
    """Take a card from a display, but not the Werewolf. Then play one of your two cards."""
    do(table, TakeFromDisplay(seat, target))


def robbed(table: Table, seat: Seat) -> list[Seat]:
    """Whose display holds something to take."""
    return [other for other in SEATS[: table.seats] if loot(table, seat, other)]


def loot(table: Table, seat: Seat, target: Seat) -> list[int]:
    """What a Gravedigger may take from a display; never itself, or it would loop (R67, R69)."""
    if table.safe[target] and target != seat:
        return []
    spared = {Card.WEREWOLF, Card.GRAVEDIGGER} if target == seat else {Card.WEREWOLF}
    return sorted({card for card in table.displays[target] if card not in spared})


@step
class TakeFromDisplay(Question[Table]):
    """Which card the Gravedigger takes."""

    seat: Seat
    target: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        cards = tuple([TAKE[card] for card in loot(table, self.seat, self.target)])
        return (Ask(self.seat, "take", cards, "", self.target),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        table.displays[self.target].remove(choice.value)
        table.hands[self.seat].append(choice.value)
        table.emit("took", self.seat, self.target, (choice.value,))
        do(table, PlayCard(self.seat))


def pickpocket(table: Table, seat: Seat, target: Seat) -> None:
    """Two players of your choice, even you, swap hands."""
    do(table, PickPartner(seat, target))


@step
class PickPartner(Question[Table]):
    """With whom the first player swaps hands."""

    seat: Seat
    first: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        others = [other for other in pair(table, self.seat) if other != self.first]
        aims = tuple([AIM[other] for other in others])
        return (Ask(self.seat, "partner", aims, "", self.first),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        swap_hands(table, self.first, SEATS[choice.value])

    def blocked(self, table: Table, /) -> Iterable[Blocked]:
        legal = pair(table, self.seat)
        for other in SEATS[: table.seats]:
            if other == self.first:
                yield Blocked(AIM[other], "already_named")
            elif other not in legal:
                yield Blocked(AIM[other], why_not(table, self.seat, other, Card.PICKPOCKET))


def pair(table: Table, seat: Seat) -> list[Seat]:
    """Who may be one of the two that swap; one alone cannot (R62)."""
    either = anyone_agreed(table, seat)
    return either if len(either) > 1 else []


def swap_hands(table: Table, one: Seat, other: Seat) -> None:
    """Two players exchange hands; each sees the card they got."""
    hands = table.hands
    hands[one], hands[other] = hands[other], hands[one]
    table.emit("swapped", one, other)
    for seat in (one, other):
        table.emit("got", seat, cards=tuple(hands[seat]), seen_by=(seat,))


# ── value 7 ─────────────────────────────────────────────────────────────────────────────────────


def spy(table: Table, seat: Seat, attacker: Seat) -> None:
    """If an Assassin or Villager misses you, you may show it: they are out, you get their card."""
    table.hands[seat].remove(Card.SPY)
    table.displays[seat].append(int(Card.SPY))
    table.emit("spied", seat, attacker, (int(Card.SPY),))
    do(table, Eliminate(attacker, by=seat, spied=True))


def spy_window(table: Table, attacker: Seat, target: Seat) -> None:
    """Ask every target of a failed attack, Spy or not, unless the Spy lies face up (R46, R94)."""
    if table.owner(Card.SPY) is None:
        do(table, SpyMayAnswer(target, attacker))


@step
class SpyMayAnswer(Question[Table]):
    """Whether the target of a failed attack shows the Spy."""

    seat: Seat
    attacker: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        holds = Card.SPY in table.hands[self.seat]
        choices = (PASS, Choice("show")) if holds else (PASS,)
        return (Ask(self.seat, "spy", choices, "reaction", self.attacker),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        if choice != PASS:
            spy(table, self.seat, self.attacker)


def thief(table: Table, seat: Seat, target: Seat) -> None:
    """Swap hands with another player, then take another turn."""
    swap_hands(table, seat, target)


def another_turn(table: Table, seat: Seat) -> None:
    """The Thief's other half, which works without anybody to swap with (R61)."""
    table.extra += 1


# ── value 8 ─────────────────────────────────────────────────────────────────────────────────────


def alchemist(table: Table, victim: Seat, by: Seat, spied: bool) -> bool:
    """In your display, it may leave the game if another's card would eliminate you; draw a card."""
    doomed = any(card in table.hands[victim] for card in DOOMED)
    return (
        by != victim
        and Card.ALCHEMIST in table.displays[victim]
        and table.can_draw()
        and (spied or not doomed)  # laying down Mayor or Werewolf would eliminate anyway (R40)
    )


def schemer(table: Table, victim: Seat, by: Seat) -> None:
    """In hand when another's card eliminates you, they are out too."""
    do(table, Eliminate(by, by=victim))


# ── values 9 and 10 ─────────────────────────────────────────────────────────────────────────────


def mayor(table: Table, seat: Seat) -> None:
    """However it comes into your display, you are out."""
    do(table, Eliminate(seat, by=seat))


def werewolf(table: Table, seat: Seat) -> None:
    """However it comes into your display, you are out. In hand at the third Moon, you win."""
    do(table, Eliminate(seat, by=seat))


EFFECTS: dict[int, Callable[[Table, Seat], None]] = {
    Card.DRUNKARD: drunkard,
    Card.VAMPIRE: vampire,
    Card.NIGHT_WATCHMAN: night_watchman,
    Card.BODYGUARD: bodyguard,
    Card.THIEF: another_turn,
    Card.MAYOR: mayor,
    Card.WEREWOLF: werewolf,
}
"""What playing a card does by itself."""

AIMED: dict[int, Callable[[Table, Seat, Seat], None]] = {
    Card.ASSASSIN: assassin,
    Card.VILLAGER: villager,
    Card.SEER: seer,
    Card.TAX_COLLECTOR: tax_collector,
    Card.INQUISITOR: inquisitor,
    Card.BARKEEPER: barkeeper,
    Card.GIRL: girl,
    Card.WITCH: witch,
    Card.BOUNTY_HUNTER: bounty_hunter,
    Card.GRAVEDIGGER: gravedigger,
    Card.PICKPOCKET: pickpocket,
    Card.THIEF: thief,
}
"""What playing a card does to the player it is aimed at."""

TARGETS: dict[int, Callable[[Table, Seat], list[Seat]]] = {
    Card.WITCH: fallen,
    Card.BOUNTY_HUNTER: anyone_agreed,
    Card.GRAVEDIGGER: robbed,
    Card.PICKPOCKET: pair,
}
"""Whom a card may be aimed at, where that is not simply an unprotected other."""
