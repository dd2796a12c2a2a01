"""The line game: one sentence per event, numbered choices, nothing else on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.core import Choice, Event, View
from moontui.words.catalogue import LANGUAGES, Catalogue
from moontui.words.teller import Teller


class PlayerLeaves(Exception):
    """The player leaves the table."""


class LineTable:
    """A table in lines of text: tells what happens, asks questions, understands answers."""

    def __init__(self, teller: Teller, words: Catalogue, write: Callable[[str], None]) -> None:
        self.teller = teller
        self.words = words
        self.write = write
        self.log: list[str] = []
        self.explained: set[str] = set()
        """Texts of cards that the player has read."""
        self.now: list[Event] = []
        """The last turn of this round as far as it has got, from its beginning."""
        self.foretells = True
        """Whether it says what an answer would lead to."""
        actions = {
            "hand": self.show_hand,
            "table": self.show_table,
            "notes": self.show_notes,
            "rules": self.show_rules,
            "last": self.show_last,
            "log": self.show_log,
            "help": self.show_help,
            "quit": self.leave,
        }
        self.commands: dict[str, Callable[[View[Any], str], None]] = {
            word: action for name, action in actions.items() for word in spellings(words, name)
        }

    def tell(self, events: Iterable[Event]) -> None:
        """Say what happened; these are the events the player is told."""
        for event in events:
            sentence = self.teller.event(event)
            if event.kind == "round":
                self.now = []
                if event.number == 1 and (aim := self.teller.aim()):
                    self.write(aim)
            elif event.kind in self.teller.TURNS:
                if again := self.teller.again(self.now, event):
                    sentence = again.whole
                self.now = []
            self.now.append(event)
            if sentence:
                self.log.append(sentence)
                self.write(sentence)

    def put(self, shown: View[Any]) -> None:
        """Ask the question of a view, with its choices numbered; a card that is new to the player
        comes with its text."""
        assert shown.ask is not None
        self.write(self.teller.prompt(shown.ask, shown))
        for number, choice in enumerate(shown.ask.choices, 1):
            remark = self.teller.remark(shown, choice) if self.foretells else ""
            told = (remark, self.teller.caution(shown, choice))
            about, text = " ".join(filter(None, told)), self.teller.choice(choice)
            self.write(f"  {number}  {text}: {about}" if about else f"  {number}  {text}")
            card = self.teller.explain(choice)
            if card and card not in self.explained:
                self.explained.add(card)
                self.write(f"     {card}")

    def typed(self, text: str, shown: View[Any]) -> Choice | None:
        """What a typed line answers; None: it was a command, or made no sense."""
        text = text.strip().lower()
        choices = shown.ask.choices if shown.ask is not None else ()
        number = int(text) if text.isdecimal() and len(text) < 5 else 0
        if 1 <= number <= len(choices):
            return choices[number - 1]
        if not text and shown.ask is not None and shown.ask.window:  # in a hurry, Enter will do
            first = self.teller.first_choice(shown.ask, shown)
            if first is not None:
                return first
        word, _, rest = text.partition(" ")
        if word in self.commands:
            self.commands[word](shown, rest)
        elif choices:
            named = printable(text)
            self.write(self.words.say("plain", "not_a_choice", text=named, most=len(choices)))
        else:
            self.write(self.words.say("plain", "not_asked"))
        return None

    # ── what can be typed besides ───────────────────────────────────────────────────────────────

    def show_help(self, shown: View[Any], rest: str) -> None:
        by_lines(self.words.say("plain", "help"), self.write)
        if shown.ask is None:
            return
        self.explained.update(map(self.teller.explain, shown.ask.choices))  # they come below
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

    def show_last(self, shown: View[Any], rest: str) -> None:
        lines = self.teller.look_back(shown)
        self.show(lines or [self.words.say("plain", "nothing_to_see")])

    def show_rules(self, shown: View[Any], rest: str) -> None:
        self.show(self.teller.rules())

    def show_log(self, shown: View[Any], rest: str) -> None:
        count = int(rest) if rest.isdecimal() and len(rest) < 5 else 10
        self.show(self.log[-count:] if count else [])

    def show(self, lines: Sequence[str]) -> None:
        for line in "\n".join(lines).split("\n"):
            self.write(f"  {line}")

    def leave(self, shown: View[Any], rest: str) -> None:
        raise PlayerLeaves


def spellings(words: Catalogue, command: str, part: str = "commands") -> set[str]:
    """What can be typed for a command, in the player's language and in English."""
    catalogues = (Catalogue(LANGUAGES[0]), words)
    return {word for said in catalogues for word in said.say(part, command).split()}


def in_english(words: Catalogue, line: str) -> str:
    """A line that begins with a slash, with the player's own words for what can be done there put
    into English, in which they always work; text that is to be said stays as it is."""
    known = {words.say("slash", name): name for name in Catalogue(LANGUAGES[0]).parts("slash")}
    word, *rest = line.removeprefix("/").split(" ", 1)
    word = known.get(word.casefold(), word)
    if word == "new" and rest:
        rest = [" ".join(known.get(part.casefold(), part) for part in rest[0].split())]
    return " ".join(["/" + word, *rest]) if line.startswith("/") else line


def means(words: Catalogue, command: str, line: str, part: str = "commands") -> bool:
    """Whether a typed line is a command."""
    return line.strip().lower() in spellings(words, command, part)


def by_lines(text: str, write: Callable[[str], None]) -> None:
    """Write a text of our own, line by line."""
    for line in text.strip("\n").split("\n"):
        write(line)


def printable(text: str) -> str:
    """What a player typed, shortened and without anything that could act on a terminal."""
    return "".join(char for char in text if char.isprintable())[:20]
