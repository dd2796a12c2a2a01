"""The course of a game: set-up, turns, the end of a round and of the match."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import (
    Ask,
    Auto,
    Blocked,
    Choice,
    NextRound,
    Options,
    Outcome,
    Question,
    Seat,
    do,
    step,
)
from engine.games.wolfmoon.cards import (
    KEEP,
    PlayCard,
    ServantMayLeave,
    beggar_king,
    draw,
    frankenstein,
    merchant,
    servant,
)
from engine.games.wolfmoon.deck import DECK, FIRST_MOON, VALUE, Card, thirds
from engine.games.wolfmoon.state import SEATS, Table
from engine.rng import below, shuffle

DRAW, CENTER = Choice("draw"), Choice("center")
SLOTS = tuple(Choice("slot", slot) for slot in range(3))


# ── set-up ──────────────────────────────────────────────────────────────────────────────────────


def setup(seats: int, seed: bytes, options: Options) -> Table:
    """A table before its first round; `settle` deals."""
    tokens = 0 if options["length"] == "round" else 3 if seats <= 4 else 2
    table = Table(seats, seed, goal=tokens, reveal=options["reveal"] == "all", starter=SEATS[0])
    chosen = options["start"]
    starter = below(table, seats) if chosen == "random" else int(chosen)
    if starter >= seats:
        raise ValueError(f"Seat {starter} cannot start: there are seats 0 to {seats - 1}.")
    table.starter = SEATS[starter]
    table.others_only = options["others_only"] == "on"
    table.winner_begins = options["winner_begins"] == "on"
    table.tokens = [0] * seats
    do(table, Deal())
    return table


@step
class Deal(Auto[Table]):
    """A round begins: everything is shuffled and dealt again."""

    def run(self, table: Table, /) -> None:
        deck = [kind for kind in DECK if kind != Card.WEREWOLF]
        shuffle(table, deck)
        aside = [deck.pop(), deck.pop()]
        hands = [[deck.pop()] for _ in range(table.seats)]
        center = [deck.pop(), deck.pop(), deck.pop()]
        begin(table, hands, center, aside, build_pile(table, deck))


def begin(
    table: Table, hands: list[list[int]], center: list[int], aside: list[int], pile: list[int]
) -> None:
    """Begin a round with these cards dealt."""
    seats = table.seats
    table.round += 1
    table.round_began = len(table.events) if table.events is not None else 0
    table.minds = {}
    table.hands, table.center, table.aside, table.pile = hands, center, aside, pile
    table.displays = [[] for _ in range(seats)]
    table.gone, table.moons = [], []
    table.out, table.safe = [False] * seats, [False] * seats
    table.revived, table.extra = None, 0
    table.ending, table.winners = "", ()
    table.emit("round", table.starter, number=table.round)
    for seat in SEATS[:seats]:
        table.emit("dealt", seat, cards=tuple(hands[seat]), seen_by=(seat,))
    do(table, RoundEnds())
    begin_turn(table, table.starter)


def build_pile(table: Table, deck: list[int]) -> list[int]:
    """The pile from the bottom: two parts with a Moon, the Sitting Wolf, the Werewolf's part."""
    top, middle, bottom = thirds(table.seats)
    low = deck[: bottom - 1]
    mid = deck[bottom - 1 : bottom + middle - 2]
    high = deck[bottom + middle - 2 :]
    low.insert(below(table, bottom), int(Card.WEREWOLF_MOON))
    mid.insert(below(table, middle), int(Card.HOWLING_WOLF))
    high.insert(below(table, top), int(Card.WEREWOLF))
    return [*low, *mid, int(Card.SITTING_WOLF), *high]


# ── a turn ──────────────────────────────────────────────────────────────────────────────────────


def begin_turn(table: Table, seat: Seat) -> None:
    """A turn of any kind begins; the seat's protection ends (R34)."""
    table.active = seat
    table.safe[seat] = False
    table.emit("turn", seat)
    do(table, *TURN[seat])


@step
class ChooseAction(Question[Table]):
    """Action A, draw and play, or action B, exchange with the center."""

    seat: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        choices = (DRAW, CENTER) if table.pile or table.aside else (CENTER,)
        return (Ask(self.seat, "turn", choices),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        if choice == CENTER:
            do(table, ChooseSlot(self.seat))
        elif draw(table, self.seat) < FIRST_MOON:
            do(table, PlayCard(self.seat))
        elif not table.ending:
            table.extra += 1  # a Moon makes up for the draw with another turn (R16)

    def blocked(self, table: Table, /) -> Iterable[Blocked]:
        if not table.pile and not table.aside:
            yield Blocked(DRAW, "nothing_to_draw")


@step
class ChooseSlot(Question[Table]):
    """Which of the three center cards to look at."""

    seat: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        return (Ask(self.seat, "slot", SLOTS),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        slot = choice.value
        table.emit("peeked", self.seat, None, (table.center[slot],), slot, (self.seat,))
        do(table, KeepOneOfTwo(self.seat, slot))


@step
class KeepOneOfTwo(Question[Table]):
    """Which card to keep; the other goes into the same slot (R13)."""

    seat: Seat
    slot: int

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        own, other = table.hands[self.seat][0], table.center[self.slot]
        choices = (KEEP[own], KEEP[other]) if own != other else (KEEP[own],)
        return (Ask(self.seat, "keep", choices, "", None, self.slot),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        hand = table.hands[self.seat]
        if choice.value != hand[0]:
            hand[0], table.center[self.slot] = table.center[self.slot], hand[0]
        returned = (table.center[self.slot],)
        table.emit("returned", self.seat, None, returned, self.slot, (self.seat,))


@step
class TurnEnds(Auto[Table]):
    """The end of a turn: is anyone left, does the Servant leave, who is next."""

    seat: Seat

    def run(self, table: Table, /) -> None:
        if table.out.count(False) < 2:
            table.end_round("last" if False in table.out else "none", table.remaining())
            return
        if table.out[self.seat]:
            table.extra = 0
        elif not table.extra and servant(table, self.seat):
            do(table, ServantMayLeave(self.seat), TurnPasses(self.seat))
            return
        pass_turn(table, self.seat)


@step
class TurnPasses(Auto[Table]):
    """The turn passes on, once the Servant has been asked."""

    seat: Seat

    def run(self, table: Table, /) -> None:
        pass_turn(table, self.seat)


def pass_turn(table: Table, seat: Seat) -> None:
    """Another turn for the same seat, else the next one's; if the pile is empty, the comparison."""
    if table.extra:
        table.extra -= 1
        begin_turn(table, seat)
    elif table.pile:
        begin_turn(table, table.next_seat(seat))
    else:
        compare_all(table)


# ── the end ─────────────────────────────────────────────────────────────────────────────────────


def compare_all(table: Table) -> None:
    """All remaining players show their hands: the highest value wins, unless the Beggar King
    does."""
    values = {seat: final_value(table, seat) for seat in table.remaining()}
    for seat, value in values.items():
        table.emit("final", seat, cards=tuple(table.hands[seat]), number=value)
    beggar = beggar_king(table, values)
    if beggar is not None:
        table.end_round("beggar", [beggar])
    else:
        highest = max(values.values())
        table.end_round("high", [seat for seat, value in values.items() if value == highest])


def final_value(table: Table, seat: Seat) -> int:
    """What a hand is worth in the final comparison (R82 to R84)."""
    (card,) = table.hands[seat]
    own = frankenstein(table, seat) if card == Card.FRANKENSTEIN else VALUE[card]
    return own + merchant(table, seat)


@step
class RoundEnds(Auto[Table]):
    """The round is over: each winner gets a Moon token, and the match ends or goes on."""

    def run(self, table: Table, /) -> None:
        reveal(table)
        bits = sum(1 << seat for seat in table.winners)
        table.emit("won_" + table.ending, number=bits)
        for seat in table.winners:
            table.tokens[seat] += 1
            if table.goal:
                table.emit("token", seat, number=table.tokens[seat])
        if not table.goal:
            table.champions = table.winners
            return
        table.champions = match_winners(table)
        if table.champions is not None:
            table.emit("match", number=sum(1 << seat for seat in table.champions))
        else:
            table.starter = next_starter(table)
            do(table, NextRound(SEATS[: table.seats]), Deal())


def next_starter(table: Table) -> Seat:
    """Who begins the next round (R90). Of several winners it is the first, counted from the seat
    whose turn it would be otherwise; after a round without a winner it is that seat."""
    following = [SEATS[(table.starter + step) % table.seats] for step in range(1, table.seats + 1)]
    if table.winner_begins and table.winners:
        return next(seat for seat in following if seat in table.winners)
    return following[0]


def match_winners(table: Table) -> tuple[Seat, ...] | None:
    """Who has enough Moon tokens; several win together (R91)."""
    champions = [seat for seat in SEATS[: table.seats] if table.tokens[seat] >= table.goal]
    return tuple(champions) or None


def reveal(table: Table) -> None:
    """Show what the end of a round shows, or everything if the table's options say so (R96)."""
    shown = {Card.WEREWOLF, Card.TRAITOR} if table.ending == "wolf" else set()
    for seat in table.remaining():
        hand = table.hands[seat]  # empty when a hunted Vampire has just won
        if hand and (table.reveal or shown & set(hand)):
            table.emit("revealed", seat, cards=tuple(hand))
    if table.reveal:
        table.emit("revealed_center", cards=tuple(table.center))
        table.emit("revealed_aside", cards=tuple(table.aside))
        table.emit("revealed_pile", cards=tuple(reversed(table.pile)))


def outcome(table: Table) -> Outcome | None:
    """How the match ended; None while it goes on."""
    return None if table.champions is None else Outcome(table.ending, table.champions)


TURN = tuple((ChooseAction(seat), TurnEnds(seat)) for seat in SEATS)
"""By seat: the steps of a turn, made only once, as every turn needs them."""
