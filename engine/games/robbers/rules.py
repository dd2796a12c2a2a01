"""The course of a game: deal, tricks, the reckoning, and as many deals as players.

What is told: `round` a deal begins (dealer, its number), `dealt` (a hand, to its owner), `trick`
somebody leads (its number), `played`, `chip` (a role), `took` (the cards in play order, the trick's
number); at the end `undealt`, for each seat `role` and `tally` (the cards taken, their points),
`won_robbers`, `won_wolves` or `won_nobody` (seats as bits), `point`, and finally `match`.

Saying who you are has no effect on anything, so it is not a step of the game: it belongs in the
chat.
"""

from __future__ import annotations

from engine.core import (
    HIDDEN,
    Ask,
    Auto,
    Choice,
    NextRound,
    Options,
    Outcome,
    Question,
    Seat,
    do,
    step,
)
from engine.games.robbers.deck import (
    KINDS,
    NORMAL,
    Card,
    Role,
    deck_for,
    hand_size,
    icons_by_card,
    rank_of,
    role_of,
)
from engine.games.robbers.scoring import Account, account, in_wolf_team
from engine.games.robbers.state import SEATS, Table
from engine.games.robbers.trick import winner
from engine.rng import below, shuffle

PLAY = tuple(Choice("play", card) for card in range(KINDS))
CHIPS = {Card.WEREWOLF: Role.WEREWOLF, Card.TRAITOR: Role.TRAITOR}
"""Cards that show a role when they are played."""


def setup(seats: int, seed: bytes, options: Options) -> Table:
    """A table before its first deal; `settle` deals."""
    deals = 1 if options["length"] == "round" else seats
    table = Table(seats, seed, deals, options["history"] == "all", dealer=SEATS[0])
    table.strict = options["history"] == "strict"
    table.icons = icons_by_card(options["icons"])
    chosen = options["dealer"]
    dealer = below(table, seats) if chosen == "random" else int(chosen)
    if dealer >= seats:
        raise ValueError(f"Seat {dealer} cannot deal: there are seats 0 to {seats - 1}.")
    table.dealer = SEATS[dealer]
    table.points = [0] * seats
    do(table, Deal())
    return table


@step
class Deal(Auto[Table]):
    """A deal begins: all cards are shuffled and dealt, and everybody gets a role."""

    def run(self, table: Table, /) -> None:
        cards = list(deck_for(table.seats))
        shuffle(table, cards)
        size = hand_size(table.seats)
        hands = [sorted(cards[size * seat : size * (seat + 1)]) for seat in range(table.seats)]
        undealt = cards[-1] if len(cards) > size * table.seats else HIDDEN
        table.round_began = len(table.events) if table.events is not None else 0
        begin(table, hands, undealt)


def begin(table: Table, hands: list[list[int]], undealt: int) -> None:
    """Begin a deal with these hands."""
    seats = table.seats
    table.deal += 1
    table.hands, table.undealt = hands, undealt
    table.roles = [int(role_of(hand)) for hand in hands]
    table.chips = [int(Role.ROBBER)] * seats
    table.piles = [[] for _ in range(seats)]
    table.trick, table.last_trick, table.account = [], [], None
    table.emit("round", table.dealer, number=table.deal)
    for seat in SEATS[:seats]:
        table.emit("dealt", seat, cards=tuple(hands[seat]), seen_by=(seat,))
    lead(table, next_seat(table, table.dealer))


def next_seat(table: Table, seat: Seat) -> Seat:
    """The seat to the left."""
    return SEATS[(seat + 1) % table.seats]


def lead(table: Table, seat: Seat) -> None:
    """A trick begins."""
    table.leader, table.trick = seat, []
    table.emit("trick", seat, number=table.trick_number())
    do(table, PlayCard(seat))


@step
class PlayCard(Question[Table]):
    """Which card to play: any will do, as nobody has to follow suit."""

    seat: Seat

    def asks(self, table: Table, /) -> tuple[Ask, ...]:
        hand = dict.fromkeys(table.hands[self.seat])
        return (Ask(self.seat, "play", tuple(PLAY[card] for card in hand)),)

    def chosen(self, table: Table, choice: Choice, /) -> None:
        card, seat = choice.value, self.seat
        table.hands[seat].remove(card)
        table.trick.append(card)
        table.emit("played", seat, cards=(card,))
        if card >= Card.TRAITOR:
            show_chip(table, seat, CHIPS[Card(card)])
        do(table, PlayCard(next_seat(table, seat)) if len(table.trick) < table.seats else Take())

    def overdue(self, table: Table, seat: Seat, /) -> Choice:
        """The lowest normal card, else the special card that gives least away."""
        return PLAY[min(table.hands[seat], key=lowest_first)]


def lowest_first(card: int) -> tuple[int, int]:
    """Normal cards by rank, then the special ones."""
    return (rank_of(card), card) if card < NORMAL else (KINDS, card)


def show_chip(table: Table, seat: Seat, role: Role) -> None:
    """Put a chip in front of a seat; a Werewolf's covers a Traitor's and is never covered."""
    if table.chips[seat] != Role.WEREWOLF:
        table.chips[seat] = int(role)
        table.emit("chip", seat, number=role)


@step
class Take(Auto[Table]):
    """The strongest card takes the trick, and its player leads the next one."""

    def run(self, table: Table, /) -> None:
        taker = table.seat_at(winner(table.trick))
        table.emit("took", taker, cards=tuple(table.trick), number=table.trick_number())
        table.piles[taker] += table.trick
        table.last_leader, table.last_trick = table.leader, table.trick
        if table.hands[taker]:
            lead(table, taker)
        else:
            table.trick = []
            reckon(table)


def reckon(table: Table) -> None:
    """Everything is shown and added up; each player of the winning team gets a game point."""
    if table.undealt != HIDDEN:
        table.emit("undealt", cards=(table.undealt,))
    table.account = result = account(table.roles, table.piles, table.icons)
    for seat, tally in zip(SEATS, result.tallies, strict=False):
        table.emit("role", seat, number=tally.role)
        table.emit("tally", seat, cards=tuple(table.piles[seat]), number=tally.points)
    table.emit("won_" + side(result), number=bits(result.winners))
    for seat in result.winners:
        table.points[seat] += 1
        if table.deals > 1:
            table.emit("point", seat, number=table.points[seat])
    if table.deals == 1:
        table.champions = result.winners
    elif table.deal == table.deals:
        most = max(table.points)
        table.champions = tuple(seat for seat in SEATS[: table.seats] if table.points[seat] == most)
        table.emit("match", number=bits(table.champions))
    else:
        table.dealer = next_seat(table, table.dealer)
        do(table, NextRound(SEATS[: table.seats]), Deal())


def side(result: Account) -> str:
    """Which team won a deal."""
    robbers, wolves = result.totals
    return "robbers" if robbers > wolves else "wolves" if wolves > robbers else "nobody"


def bits(seats: tuple[Seat, ...]) -> int:
    """Seats as one number."""
    return sum(1 << seat for seat in seats)


def side_of(table: Table, seat: Seat) -> str:
    """The team that a seat was dealt into."""
    return "wolves" if in_wolf_team(table.roles[seat]) else "robbers"


def outcome(table: Table) -> Outcome | None:
    """How the match ended; None while it goes on."""
    if table.champions is None or table.account is None:
        return None
    return Outcome(side(table.account), table.champions)
