"""What bots say besides the game: about what everybody saw and heard, each in a manner of its own.

What is said is decided by public events, by who the bots are, and by chance that is everybody's to
work out: a number made of the table's name, the turn and the occasion. Nothing here is given a hand
or a view, so nothing that is said can tell anything about one. Clients have the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.bots.personas import CHARACTERS
from engine.core import Event, Game, Seat

MOODS: dict[str, float] = {"off": 0.0, "some": 0.3, "lively": 1.0}
"""By what a table has agreed on: how much bots talk."""
OFTEN: dict[str, float] = {
    "hello": 0.3,
    "struck_me": 0.7,
    "struck": 0.4,
    "missed_me": 0.4,
    "won": 0.7,
    "lost": 0.3,
    "unmasked": 0.5,
    "grudge": 0.8,
    "envy": 0.5,
    "doubt": 1.0,
}
"""By occasion: how likely the most talkative of a lively table is to remark on it."""
WAYS: dict[str, int] = {"struck_me": 2, "struck": 2, "missed_me": 2, "won": 2, "lost": 2}
"""By occasion: in how many ways each persona can say it, if not in one."""

Chance = Callable[[str], float]
"""A number from 0 to 1 for an occasion, the same whenever and wherever it is asked for."""


class Remark(NamedTuple):
    """Something that a bot says."""

    seat: Seat
    phrase: str
    """A message key."""
    other: Seat | None = None
    """To whom."""


class Memory(NamedTuple):
    """What everybody at a table remembers of an evening's earlier rounds and matches."""

    struck: Mapping[Seat, Seat] = {}
    """By seat: who struck whoever sits there last."""
    winners: tuple[Seat, ...] = ()
    """Who won the last round."""

    def without(self, seat: Seat) -> Memory:
        """What is left when somebody goes: nobody holds anything against a newcomer."""
        kept = {one: other for one, other in self.struck.items() if seat not in (one, other)}
        return Memory(kept, tuple(winner for winner in self.winners if winner != seat))


NOTHING = Memory()


def remembered(memory: Memory, game: Game[Any], events: Iterable[Event]) -> Memory:
    """What is remembered after some more events."""
    struck, winners = dict(memory.struck), memory.winners
    for event in events:
        if event.kind.startswith("won_"):
            winners = winners_of(event)
        struck |= {
            to: by for kind, by, to in deeds_in(game, event) if kind == "struck" and to is not None
        }
    return Memory(struck, winners)


class Company(NamedTuple):
    """What everybody at a table knows, and how talkative its bots are meant to be."""

    game: Game[Any]
    personas: Sequence[str]
    """By seat; empty: a person, or nobody who talks."""
    events: Sequence[Event]
    """The match so far, as a watcher is told of it."""
    memory: Memory
    claimed: Mapping[Seat, str]
    """By seat: what was last said there of the game's phrases, in this round."""
    mood: str
    chance: Chance


def remark(company: Company, first: int) -> Remark | None:
    """What a bot says after the events from the first new one on; of several who would like to, the
    one that wants to most."""
    personas, chance, mood = company.personas, company.chance, MOODS[company.mood]
    wishes: list[tuple[float, Remark]] = []
    for moment, seat, other in occasions(company, first):
        often = mood * OFTEN[moment] * CHARACTERS[personas[seat]].talk
        roll = chance(f"{moment} {seat}")
        if roll < often:
            way = 1 + int(chance(f"way {moment} {seat}") * WAYS.get(moment, 1))
            wishes.append((roll / often, Remark(seat, f"{moment}_{way}", other)))
    for seat, phrase, often in claims(company, first):
        roll = chance(f"{phrase} {seat}")
        if roll < mood * often and seat not in company.claimed:
            wishes.append((roll / often, Remark(seat, phrase)))
    return min(wishes, key=lambda wish: wish[0])[1] if wishes else None


def doubt(company: Company, speaker: Seat) -> Remark | None:
    """What a bot says to what somebody claims: the first who does not believe it."""
    game, mood = company.game, MOODS[company.mood]
    if game.talk is None:
        return None
    doubtful = game.talk.doubtful(company.events, company.claimed, speaker)
    for seat, persona in enumerate(company.personas):
        if persona and seat != speaker:
            often = mood * OFTEN["doubt"] * CHARACTERS[persona].bold * doubtful
            if company.chance(f"doubt {seat} {speaker}") < often:
                return Remark(Seat(seat), "doubt_1", speaker)
    return None


Occasion = tuple[str, Seat, Seat | None]
"""What it is, who may speak, and about whom."""


def occasions(company: Company, first: int) -> Iterator[Occasion]:
    """What new events give bots to talk about."""
    game, personas, events = company.game, company.personas, company.events
    bots = [Seat(seat) for seat, persona in enumerate(personas) if persona]
    for number in range(first, len(events)):
        event = events[number]
        if event.kind == "round":
            yield from reminders(bots, remembered(company.memory, game, events[:number]))
            if event.number == 1:
                yield from (("hello", seat, None) for seat in bots)
        elif event.kind.startswith("won_"):
            winners = winners_of(event)
            for seat in bots:
                if seat in winners:
                    yield "won", seat, None
                elif winners:
                    yield "lost", seat, winners[0]
        for kind, by, to in deeds_in(game, event):
            yield from about_deed(bots, kind, by, to)


def reminders(bots: Sequence[Seat], memory: Memory) -> Iterator[Occasion]:
    """What bots remember of earlier rounds when another begins."""
    for seat in bots:
        if (other := memory.struck.get(seat)) is not None and other != seat:
            yield "grudge", seat, other
        if memory.winners and seat not in memory.winners:
            yield "envy", seat, memory.winners[0]


def about_deed(bots: Sequence[Seat], kind: str, by: Seat, to: Seat | None) -> Iterator[Occasion]:
    for seat in bots:
        if kind == "unmasked" and seat != by:
            yield "unmasked", seat, by
        elif kind in ("struck", "missed") and seat == to and seat != by:
            yield f"{kind}_me", seat, by
        elif kind == "struck" and seat == by and seat != to:
            yield "struck", seat, to


def claims(company: Company, first: int) -> Iterator[tuple[Seat, str, float]]:
    """What bots may say about who they are, and how likely they are to."""
    game, personas, events = company.game, company.personas, company.events
    if game.talk is None:
        return
    for number in range(first, len(events)):
        for seat, persona in enumerate(personas):
            if persona:
                character = CHARACTERS[persona]
                often = game.talk.claims(events[: number + 1], Seat(seat), character.bluff)
                for phrase, likely in often.items():
                    yield Seat(seat), phrase, likely * character.talk


def deeds_in(game: Game[Any], event: Event) -> Iterator[tuple[str, Seat, Seat | None]]:
    """What an event says that somebody did: what, who, and to whom."""
    deed = game.deeds.get(event.kind)
    if deed is None or event.seat is None:
        return
    if not deed.passive:
        yield deed.kind, event.seat, event.other
    elif event.other is not None:
        yield deed.kind, event.other, event.seat


def winners_of(event: Event) -> tuple[Seat, ...]:
    """The seats named by an event that ends a round."""
    return tuple(
        Seat(seat) for seat in range(event.number.bit_length()) if event.number >> seat & 1
    )
