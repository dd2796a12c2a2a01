"""How a round of Wolfmoon ended: who won and by what, and how each of the others lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.core import Event, Seat
from engine.games.wolfmoon.deck import VALUE, Card
from engine.games.wolfmoon.state import Table
from moontui.words.teller import Chapter, Showing

if TYPE_CHECKING:
    from moontui.games.wolfmoon.teller import WolfmoonTeller

BLOWS = ("hit", "caught", "spied", "lost", "forced")
"""Events that put somebody out."""
FALLING = ("lost", "forced")
"""Those that are told of whoever falls, not of who strikes."""
BEARERS = {"wolf": Card.WEREWOLF, "vampire": Card.VAMPIRE, "beggar": Card.BEGGAR_KING}
"""By ending: the card that won."""


class Exit(NamedTuple):
    """Somebody's end in a round."""

    seat: Seat
    turn: int
    blow: Event | None
    """What put them out; None: a card of their own, or somebody who went too."""
    told: str


class Ending:
    """The end of one round, from the events that a player was told."""

    def __init__(self, teller: WolfmoonTeller, table: Table, events: Sequence[Event]) -> None:
        self.teller = teller
        self.words = teller.words
        self.table = table
        self.events = events
        self.shown: dict[int, tuple[int, ...]] = {}
        self.values: dict[int, int] = {}
        for event in events:
            if event.kind in ("final", "revealed") and event.seat is not None:
                self.shown[event.seat] = event.cards
                if event.kind == "final":
                    self.values[event.seat] = event.number
        if teller.me is not None and table.hands[teller.me]:
            self.shown.setdefault(teller.me, tuple(table.hands[teller.me]))

    def showing(self, seat: Seat) -> Showing:
        """What the end of a round reveals about one player."""
        table, cards = self.table, self.shown.get(seat, ())
        won = seat in table.winners
        by = self.won_by(seat) if won else ""
        return Showing(
            seat,
            cards=self.teller.card_list(cards) if cards else "",
            value=self.values.get(seat),
            out=table.out[seat],
            won=won,
            score=table.tokens[seat],
            why=self.victory(seat, by) if won else self.defeat(seat),
            face=self.face(seat, by),
        )

    # ── who won ─────────────────────────────────────────────────────────────────────────────────

    def won_by(self, seat: Seat) -> str:
        """What a winner won by: the ending itself, the Traitor, or the Witch."""
        table, cards = self.table, self.shown.get(seat, ())
        match table.ending:
            case "wolf":
                own = Card.WEREWOLF in cards
                return "wolf" if own else "traitor" if Card.TRAITOR in cards else "witch"
            case "last":
                return "witch" if table.out[seat] else "last"
            case "vampire":
                return "vampire" if seat == table.active else "witch"
            case "high":
                highest = max(self.values.values())
                return "high" if self.values.get(seat) == highest else "witch"
        return table.ending

    def victory(self, seat: Seat, by: str) -> str:
        if by == "witch":
            revived = self.table.revived
            form = "witch_you" if revived == self.teller.me else "witch"
            return self.words.say("fate", form, who=self.teller.name(revived))
        return self.words.say("fate", by, sum=self.sum(seat))

    def face(self, seat: Seat, by: str) -> str:
        """The picture of the card that decided it; else of the one that was held."""
        card = {"traitor": Card.TRAITOR, "witch": Card.WITCH, **BEARERS}.get(by)
        if card is None and self.shown.get(seat):
            card = Card(self.shown[seat][0])
        return card.name.lower() if card is not None else ""

    def sum(self, seat: Seat) -> str:
        """What a hand was worth, with what was added to it."""
        worth, cards = self.values.get(seat), self.shown.get(seat, ())
        if worth is None or not cards:
            return ""
        more = worth - VALUE[cards[0]]
        return f"{VALUE[cards[0]]} + {more} = {worth}" if more else str(worth)

    # ── who did not ─────────────────────────────────────────────────────────────────────────────

    def defeat(self, seat: Seat) -> str:
        """How somebody lost the round."""
        if self.table.out[seat]:
            return self.exit_of(seat)
        if self.table.ending == "wolf":
            return self.words.say("fate", "no_wolf")
        if seat in self.values:
            return self.words.say("fate", "lower", sum=self.sum(seat))
        return self.words.say("fate", "too_late")

    def exit_of(self, seat: Seat) -> str:
        """How somebody was eliminated, for the last time."""
        told = [out.told for out in self.exits() if out.seat == seat]
        return told[-1] if told else ""

    def exits(self) -> Iterator[Exit]:
        """Everybody who was eliminated, one after another."""
        turn, blows = 0, dict[Seat, Event]()
        for event in self.events:
            if event.kind == "turn":
                turn += 1
                blows.clear()
            elif event.kind in BLOWS:
                victim = event.seat if event.kind in FALLING else event.other
                if victim is not None:
                    blows[victim] = event
            elif event.kind == "out" and event.seat is not None:
                blow = blows.pop(event.seat, None)
                yield Exit(event.seat, turn, blow, self.put_out(event, blow, turn))

    def put_out(self, out: Event, blow: Event | None, turn: int) -> str:
        """By whom and by what somebody went out."""
        if blow is not None and blow.kind == "forced" and blow.other == out.seat:
            by, kind = out.seat, "own"
        elif blow is not None:
            by = blow.other if blow.kind in FALLING else blow.seat
            kind = blow.kind
        else:
            by = out.other
            kind = "own" if by in (None, out.seat) else "schemer"
        card = self.teller.card(blow.cards[0]) if blow is not None and blow.cards else ""
        number = blow.number if blow is not None else 0
        form = "you" if (out.seat if kind == "own" else by) == self.teller.me else "they"
        who = self.teller.name(by)
        return self.words.say("exits", kind, form, turn=turn, who=who, card=card, number=number)


def chapters(teller: WolfmoonTeller, history: Sequence[Event]) -> list[Chapter]:
    """The rounds of a match: who won each, and by what."""
    told: list[Chapter] = []
    final: dict[int, tuple[int, ...]] = {}
    for event in history:
        if event.kind == "round":
            final = {}
        elif event.kind == "final" and event.seat is not None:
            final[event.seat] = event.cards
        elif event.kind.startswith("won_"):
            ending = event.kind.removeprefix("won_")
            seats = tuple(
                Seat(seat) for seat in range(event.number.bit_length()) if event.number >> seat & 1
            )
            card = BEARERS.get(ending)
            if card is None and seats and final.get(seats[0]):
                card = Card(final[seats[0]][0])
            face = card.name.lower() if card is not None else ""
            told.append(Chapter(seats, teller.words.say("chapter", ending), face))
    return told
