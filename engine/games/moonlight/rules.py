"""The course of a game: set-up, turns, the end of a round, what both Alphas gain, the match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core import (
    BACK,
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
from engine.games.moonlight.deck import (
    BROAD_HAND,
    DECK,
    HAND,
    LONE,
    OFFERED,
    VALUE,
    Power,
    kind_of,
    owner_of,
    wolf_of,
)
from engine.games.moonlight.land import FULL, covers, empty_places, shape_of, targets
from engine.games.moonlight.state import SEATS, Table
from engine.games.moonlight.tally import tally
from engine.rng import below, shuffle

SHIFT, DRAW = Choice("shift"), Choice("draw")

COVERING = {None: "cover", Power.LEAP: "leap", Power.MIRROR_BITE: "mirror"}
"""By the power that is used: the verb for covering a wolf."""
TOLD = {"put": "put", "cover": "covered", "leap": "leapt", "mirror": "mirrored"}
"""By verb: the event."""


# ── set-up ──────────────────────────────────────────────────────────────────────────────────────


def setup(seats: int, seed: bytes, options: Options) -> Table:
    """A table before its first round; `settle` deals."""
    table = Table(seats, seed, goal=1 if options["length"] == "round" else 2)
    table.last_turn = options["last_turn"] == "on"
    chosen = options["start"]
    table.starter = SEATS[below(table, seats) if chosen == "random" else int(chosen)]
    powers = [int(power) for power in Power]
    shuffle(table, powers)
    table.offer = sorted(powers[:OFFERED])
    do(table, Deal())
    return table


@step
class Deal(Auto[Table]):
    """A round begins: both packs are shuffled, with the Lone Wolves that have joined them."""

    def run(self, table: Table, /) -> None:
        packs = []
        for seat in SEATS:
            deck = [wolf_of(seat, kind) for kind in DECK] + table.lone[seat]
            shuffle(table, deck)
            size = BROAD_HAND if table.powers[seat] == Power.BROAD_PACK else HAND
            packs.append((sorted(deck.pop() for _ in range(size)), deck))
        begin(table, packs)


def begin(table: Table, packs: Sequence[tuple[list[int], list[int]]]) -> None:
    """Begin a round with these hands and decks."""
    table.round += 1
    table.round_began = len(table.events) if table.events is not None else 0
    table.land, table.shape = {}, ""
    table.used = [False, False]
    table.ending, table.account = "", None
    table.emit("round", table.starter, number=table.round)
    for seat, (hand, deck) in zip(SEATS, packs, strict=True):
        table.hands[seat], table.decks[seat] = hand, deck
        table.emit("dealt", seat, cards=tuple(hand), seen_by=(seat,))
    do(table, RoundEnds())
    begin_turn(table, table.starter)


# ── a turn ──────────────────────────────────────────────────────────────────────────────────────


def begin_turn(table: Table, seat: Seat) -> None:
    """Place a wolf and draw; then it is the opponent's turn."""
    table.active = seat
    table.emit("turn", seat)
    do(table, ChooseWolf(seat), Draw(seat), TurnEnds(seat))


@step
class ChooseWolf(Question[Table]):
    """Which wolf to place or, with Shifting Ground at hand, whether to move a pile first."""

    seat: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        choices = wolves(table.hands[self.seat])
        if table.ready(self.seat, Power.SHIFTING_GROUND) and not shift_blocked(table, self.seat):
            choices = (*choices, SHIFT)
        return (Ask(self.seat, "wolf", choices),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        if choice == SHIFT:
            do(table, ChoosePile(self.seat))
        else:
            lift(table, self.seat, choice.value)
            do(table, Place(self.seat, "wolf"))

    def blocked(self, table: Table, /) -> Iterable[Blocked]:
        if table.powers[self.seat] == Power.SHIFTING_GROUND:
            reason = "used" if table.used[self.seat] else shift_blocked(table, self.seat)
            if reason:
                yield Blocked(SHIFT, reason)


@step
class ChooseSecond(Question[Table]):
    """Twin Strike: which second wolf to place, if any."""

    seat: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        return (Ask(self.seat, "twin", (*wolves(table.hands[self.seat]), DRAW)),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        if choice != DRAW:
            lift(table, self.seat, choice.value)
            do(table, Place(self.seat, "twin"))


@step
class ChooseTwo(Question[Table]):
    """Shifting Ground: which 2 to place, once the pile has been moved."""

    seat: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        return (Ask(self.seat, "two", wolves(twos(table, self.seat))),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        lift(table, self.seat, choice.value)
        do(table, Place(self.seat, "two"))


def wolves(hand: Iterable[int]) -> tuple[Choice, ...]:
    """Each kind of wolf once."""
    return tuple(Choice("wolf", kind_of(card)) for card in dict.fromkeys(hand))


def twos(table: Table, seat: Seat) -> list[int]:
    """The wolves of value 2 in a hand."""
    return [card for card in table.hands[seat] if VALUE[card] == 2]


def lift(table: Table, seat: Seat, kind: int) -> None:
    """Take up a wolf; nobody else sees which."""
    card = wolf_of(seat, kind)
    table.hands[seat].remove(card)
    table.lifted.append(card)


@step
class Place(Question[Table]):
    """Where to put the wolf that was taken up."""

    seat: Seat
    why: str
    """The question that is asked again if the wolf is put back: wolf, twin or two."""

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        return (Ask(self.seat, "place", (*places(table, self.seat, table.lifted[0]), BACK)),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        card = table.lifted.pop()
        if choice == BACK:
            table.hands[self.seat] = sorted([*table.hands[self.seat], card])
            do(table, AGAIN[self.why](self.seat))
            return
        if self.why == "twin":
            table.used[self.seat] = True
            table.emit("twin", self.seat)
        put(table, self.seat, card, choice)
        if len(table.land) == FULL:
            end_round(table, "full")
        elif (
            self.why == "wolf"
            and table.ready(self.seat, Power.TWIN_STRIKE)
            and table.hands[self.seat]
        ):
            do(table, ChooseSecond(self.seat))

    def blocked(self, table: Table, /) -> Iterable[Blocked]:
        seen = covers(table.tops(), self.seat, table.lifted[0], ambush(table, self.seat))
        for cell, found in seen.items():
            if found.blocked:
                yield Blocked(Choice("cover", cell), found.blocked)


AGAIN: dict[str, type[ChooseWolf] | type[ChooseSecond] | type[ChooseTwo]] = {
    "wolf": ChooseWolf,
    "twin": ChooseSecond,
    "two": ChooseTwo,
}


def places(table: Table, seat: Seat, card: int) -> tuple[Choice, ...]:
    """Where a wolf may go: empty places, then wolves it may cover, each with its verb."""
    free = [Choice("put", cell) for cell in empty_places(table.land, table.shape)]
    seen = covers(table.tops(), seat, card, ambush(table, seat))
    over = [
        Choice(COVERING[found.power], cell) for cell, found in seen.items() if not found.blocked
    ]
    return (*free, *over)


def ambush(table: Table, seat: Seat) -> tuple[int | None, int | None]:
    """The powers that matter for covering: the seat's own, if it is ready, and the opponent's."""
    return None if table.used[seat] else table.powers[seat], table.powers[1 - seat]


def put(table: Table, seat: Seat, card: int, place: Choice) -> None:
    """Put a wolf down; a power that this uses is turned face down at once."""
    verb, cell = place
    if verb in ("leap", "mirror"):
        table.used[seat] = True
    stack = table.land.setdefault(cell, [])
    told = (card, stack[-1]) if stack else (card,)
    stack.append(card)
    table.emit(TOLD[verb], seat, owner_of(told[-1]) if len(told) > 1 else None, told, cell)
    fix_shape(table)


def fix_shape(table: Table) -> None:
    """The shape is known as soon as the area is four wide or four high."""
    shape = shape_of(table.land, table.shape)
    if shape != table.shape:
        table.shape = shape
        table.emit("shape", number=int(shape[0]))


@step
class Draw(Auto[Table]):
    """The turn's draw; an empty deck gives nothing."""

    seat: Seat

    def run(self, table: Table, /) -> None:
        deck, hand = table.decks[self.seat], table.hands[self.seat]
        if deck:
            table.emit("drew", self.seat, cards=(deck[-1],), seen_by=(self.seat,))
            table.hands[self.seat] = sorted([*hand, deck.pop()])


@step
class TurnEnds(Auto[Table]):
    """The turn passes on. When somebody has run out of wolves, the round ends: once both have had
    the same number of turns, or at once if the table has agreed on that (ruling 18)."""

    seat: Seat

    def run(self, table: Table, /) -> None:
        other = SEATS[1 - self.seat]
        both_have_played = self.seat != table.starter or not table.last_turn
        if both_have_played and not all(table.hands):
            end_round(table, "out")
            return
        if not table.hands[self.seat]:
            table.emit("last_turn", other)
        begin_turn(table, other)


# ── Shifting Ground ─────────────────────────────────────────────────────────────────────────────


def shift_blocked(table: Table, seat: Seat) -> str:
    """Why no pile can be moved now; empty: one can."""
    if not twos(table, seat):
        return "no_two"
    return "" if movable(table) else "nowhere"


def movable(table: Table) -> tuple[int, ...]:
    """Cells whose piles can be moved somewhere."""
    return tuple(
        cell for cell in sorted(table.land) if targets(table.land.keys(), cell, table.shape)
    )


@step
class ChoosePile(Question[Table]):
    """Shifting Ground: which pile to move."""

    seat: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        piles = tuple(Choice("pile", cell) for cell in movable(table))
        return (Ask(self.seat, "pile", (*piles, BACK)),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        if choice == BACK:
            do(table, ChooseWolf(self.seat))
        else:
            do(table, MovePile(self.seat, choice.value))


@step
class MovePile(Question[Table]):
    """Shifting Ground: where the pile goes; then a 2 must be placed."""

    seat: Seat
    cell: int

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        cells = targets(table.land.keys(), self.cell, table.shape)
        choices = (*(Choice("move", cell) for cell in cells), BACK)
        return (Ask(self.seat, "move", choices, number=self.cell),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        if choice == BACK:
            do(table, ChoosePile(self.seat))
            return
        stack = table.land.pop(self.cell)
        table.land[choice.value] = stack
        table.used[self.seat] = True
        owner = owner_of(stack[-1])
        table.emit("lifted", self.seat, owner, (stack[-1],), self.cell)
        table.emit("moved", self.seat, owner, (stack[-1],), choice.value)
        fix_shape(table)
        do(table, ChooseTwo(self.seat))


# ── the end ─────────────────────────────────────────────────────────────────────────────────────


def end_round(table: Table, ending: str) -> None:
    """End the round at once: everything still to happen is dropped, except the scoring."""
    table.ending = ending
    del table.todo[1:]


@step
class RoundEnds(Auto[Table]):
    """The round is counted; the match ends, or both gain something, or the round is replayed."""

    def run(self, table: Table, /) -> None:
        account = table.account = tally(table.tops(), table.powers)
        table.emit(table.ending)
        for seat in SEATS:
            table.emit("scored", seat, number=account.points[seat])
        winner = account.winner
        table.emit(f"won_{account.reason}", winner, number=0 if winner is None else 1 << winner)
        if winner is None:
            table.starter = SEATS[1 - table.starter]
            do(table, NextRound(SEATS), Deal())
            return
        table.won[winner] += 1
        table.emit("mountain", winner, number=table.won[winner])
        if table.won[winner] == table.goal:
            table.champion = winner
            table.emit("match", winner, number=1 << winner)
            return
        table.starter = winner
        loser = SEATS[1 - winner]
        do(table, NextRound(SEATS), ChooseLone(winner), ChoosePower(loser), Deal())


@step
class ChooseLone(Question[Table]):
    """The winner chooses a Lone Wolf to join the pack; everybody sees which."""

    seat: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        return (Ask(self.seat, "lone", LONE_WOLVES),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        card = wolf_of(self.seat, choice.value)
        table.lone[self.seat].append(card)
        table.decks[self.seat].append(card)
        table.emit("lone", self.seat, cards=(card,))


LONE_WOLVES = tuple(Choice("lone", int(kind)) for kind in LONE)


@step
class ChoosePower(Question[Table]):
    """The loser takes one of the remaining Alpha Powers; it is not replaced."""

    seat: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        return (Ask(self.seat, "power", tuple(Choice("power", power) for power in table.offer)),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        table.offer.remove(choice.value)
        table.powers[self.seat] = choice.value
        table.emit("power", self.seat, number=choice.value)


def outcome(table: Table) -> Outcome | None:
    """How the match ended; None while it goes on."""
    if table.champion is None or table.account is None:
        return None
    return Outcome(table.account.reason, (table.champion,))
