"""A line game alone against bots, in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from engine.bots.personas import Newcomer, seated
from engine.bots.talk import NOTHING, Company, remark
from engine.core import Bot, Choice, Event, Game, Seat, View
from engine.play import apply, asks, view
from engine.record import Move
from moontui.client.people import Person
from moontui.plain.out import ask as read_line
from moontui.plain.table import LineTable, PlayerLeaves
from moontui.words.sayings import saying


def play(
    game: Game[Any],
    state: Any,
    me: Seat,
    bots: Sequence[Bot[Any]],
    lines: LineTable,
    read: Callable[[str], str] = read_line,
    talk: Talk | None = None,
) -> list[Move]:
    """Play to the end, or until the player leaves; returns what everybody answered."""
    moves: list[Move] = []
    lines.tell(event.told_to(me) for event in state.events)
    seat = Seat(len(bots) - 1)
    try:
        while open_asks := asks(state):
            seat = after(seat, [ask.seat for ask in open_asks], len(bots))
            shown = view(game, state, seat)
            choice = ask(lines, shown, read) if seat == me else bots[seat].choose(shown)
            lines.tell(event.told_to(me) for event in apply(state, seat, choice))
            moves.append(Move(seat, choice))
            if talk is not None:
                talk.follow(state.events)
        lines.write(lines.words.say("plain", "over"))
    except (PlayerLeaves, EOFError, KeyboardInterrupt):
        lines.write(lines.words.say("plain", "bye"))
    return moves


class Talk:
    """What bots say besides the game, by the same rules as at a host's table."""

    def __init__(self, game: Game[Any], lines: LineTable, mood: str, salt: str) -> None:
        self.game, self.lines, self.mood, self.salt = game, lines, mood, salt
        self.public: list[Event] = []
        self.claimed: dict[Seat, str] = {}

    def follow(self, events: list[Event]) -> None:
        """Write what a bot says to what has happened, if anything."""
        first = len(self.public)
        new = [event.told_to(None) for event in events[first:]]
        self.public += new
        if any(event.kind == "round" for event in new):
            self.claimed = {}
        teller = self.lines.teller
        company = Company(
            self.game,
            teller.personas,
            self.public,
            NOTHING,
            self.claimed,
            self.mood,
            lambda occasion: Random(f"{self.salt} {len(self.public)} {occasion}").random(),
        )
        said = remark(company, first)
        if said is None:
            return
        if said.phrase in self.game.phrases:
            self.claimed[said.seat] = said.phrase
        words, names = self.lines.words, teller.names
        other = "" if said.other is None else names[said.other]
        text = saying(words, teller.personas[said.seat], said.phrase, other)
        who = Person("player", said.seat, names[said.seat]).written(words)
        self.lines.write(words.say("guest", "said", who=who, text=text))


def after(last: Seat, asked: Sequence[Seat], seats: int) -> Seat:
    """Which of those being asked answers next: one after another around the table."""
    return min(asked, key=lambda seat: (seat - last - 1) % seats)


def ask(lines: LineTable, shown: View[Any], read: Callable[[str], str]) -> Choice:
    """Ask a question until it is answered; one with a single answer answers itself."""
    assert shown.ask is not None
    lines.put(shown)
    if len(shown.ask.choices) == 1:
        only = lines.teller.choice(shown.ask.choices[0])
        lines.write(lines.words.say("plain", "only_choice", choice=only))
        return shown.ask.choices[0]
    while True:
        choice = lines.typed(read(lines.words.say("plain", "prompt")), shown)
        if choice is not None:
            return choice


def bots_for(
    game: Game[Any], level: str, present: Sequence[Newcomer], secret: bytes
) -> Iterator[Bot[Any]]:
    """A bot of a given level for every seat, each with its own randomness."""
    for seat, one in enumerate(present):
        yield seated(game, level, Random(f"{secret.hex()} {seat}"), one.persona)
