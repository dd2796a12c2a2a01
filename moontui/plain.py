"""The line game: one sentence per event, numbered choices, nothing else on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from engine.core import Bot, Choice, Event, Game, Seat, View
from engine.play import apply, asks, view
from moontui.tellers import Teller
from moontui.words import Catalogue


class Leave(Exception):
    """The player leaves the table."""


class LineGame:
    """One person at a table of bots, in lines of text."""

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        me: Seat,
        bots: Sequence[Bot[Any]],
        teller: Teller,
        words: Catalogue,
        *,
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
    ) -> None:
        self.game = game
        self.state = state
        self.me = me
        self.bots = bots
        self.teller = teller
        self.words = words
        self.read = read
        self.write = write
        self.log: list[str] = []
        self.commands: dict[str, Callable[[View[Any], str], None]] = {
            **dict.fromkeys(("hand", "h"), self.show_hand),
            **dict.fromkeys(("table", "tisch", "t"), self.show_table),
            **dict.fromkeys(("notes", "notizen", "n"), self.show_notes),
            **dict.fromkeys(("rules", "regeln", "r"), self.show_rules),
            **dict.fromkeys(("log", "l"), self.show_log),
            "?": self.show_help,
            **dict.fromkeys(("q", "quit", "exit", "ende"), self.leave),
        }

    def play(self) -> None:
        """Play to the end, or until the player leaves."""
        self.tell(self.state.events)
        try:
            while open_asks := asks(self.state):
                mine = next((ask for ask in open_asks if ask.seat == self.me), None)
                seat = open_asks[0].seat if mine is None else self.me
                shown = view(self.game, self.state, seat)
                choice = self.bots[seat].choose(shown) if mine is None else self.ask(shown)
                self.tell(apply(self.state, seat, choice))
            self.write(self.words.say("plain", "over"))
        except (Leave, EOFError, KeyboardInterrupt):
            self.write(self.words.say("plain", "bye"))

    def tell(self, events: list[Event]) -> None:
        """Say what happened, as far as the player is told."""
        for event in events:
            sentence = self.teller.event(event.told_to(self.me))
            if sentence:
                self.log.append(sentence)
                self.write(sentence)

    def ask(self, shown: View[Any]) -> Choice:
        """Put a question until it is answered; a question with one answer answers itself."""
        assert shown.ask is not None
        choices = shown.ask.choices
        self.put(shown)
        if len(choices) == 1:
            only = self.teller.choice(choices[0])
            self.write(self.words.say("plain", "only_choice", choice=only))
            return choices[0]
        while True:
            text = self.read(self.words.say("plain", "prompt")).strip().lower()
            number = int(text) if text.isdecimal() and len(text) < 5 else 0
            if 1 <= number <= len(choices):
                return choices[number - 1]
            word, _, rest = text.partition(" ")
            if word in self.commands:
                self.commands[word](shown, rest)
            else:
                wrong = self.words.say(
                    "plain", "not_a_choice", text=printable(text), most=len(choices)
                )
                self.write(wrong)

    def put(self, shown: View[Any]) -> None:
        assert shown.ask is not None
        self.write(self.teller.prompt(shown.ask))
        for number, choice in enumerate(shown.ask.choices, 1):
            self.write(f"  {number}  {self.teller.choice(choice)}")

    # ── what can be typed besides ───────────────────────────────────────────────────────────────

    def show_help(self, shown: View[Any], rest: str) -> None:
        assert shown.ask is not None
        self.write(self.words.say("plain", "help").strip("\n"))
        self.put(shown)
        for choice in shown.ask.choices:
            if text := self.teller.explain(choice):
                self.write(f"  {self.teller.choice(choice)}: {text}")
        for choice, reason in shown.blocked:
            name = self.teller.choice(choice)
            why = self.teller.reason(reason)
            self.write(f"  {self.words.say('plain', 'blocked', choice=name, reason=why)}")

    def show_hand(self, shown: View[Any], rest: str) -> None:
        self.show(self.teller.hand(shown))

    def show_table(self, shown: View[Any], rest: str) -> None:
        self.show(self.teller.table(shown))

    def show_notes(self, shown: View[Any], rest: str) -> None:
        self.show(self.teller.notes(shown))

    def show_rules(self, shown: View[Any], rest: str) -> None:
        self.show(self.teller.rules())

    def show_log(self, shown: View[Any], rest: str) -> None:
        count = int(rest) if rest.isdecimal() and len(rest) < 5 else 10
        self.show(self.log[-count:] if count else [])

    def show(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.write(f"  {line}")

    def leave(self, shown: View[Any], rest: str) -> None:
        raise Leave


def printable(text: str) -> str:
    """What a player typed, short and without anything that could act on a terminal."""
    return "".join(char for char in text if char.isprintable())[:20]


def bots_for(game: Game[Any], level: str, seats: int, secret: bytes) -> Iterator[Bot[Any]]:
    """A bot of a level for every seat, each with a chance of its own."""
    for seat in range(seats):
        yield game.bots[level](Random(f"{secret.hex()} {seat}"))
