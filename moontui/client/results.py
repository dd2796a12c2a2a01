"""Saved matches in words: who won, and by what; with whom, and for how long."""

from __future__ import annotations

from datetime import datetime

from moontui.client.ledger import Summary
from moontui.client.statistics import MIXED, PEOPLE, UNSAID
from moontui.words.catalogue import Catalogue, capital
from moontui.words.names import told_apart
from net.text import CHAT_CELLS, NAME_CELLS, clean


class Telling:
    """Puts the summary of a match into words, as somebody at one of its seats would say it."""

    def __init__(self, words: Catalogue, one: Summary, seat: int | None) -> None:
        """The words are those of its game."""
        self.words, self.one, self.seat = words, one, seat
        self.names = told_apart([clean(name, NAME_CELLS) or "?" for name in one.names])

    @property
    def when(self) -> str:
        return minute(self.one.when)

    @property
    def game(self) -> str:
        return self.words.game_called(self.one.game)

    @property
    def kind(self) -> str:
        """The game, and how long it was meant to be."""
        length = f"length_{self.one.length}"
        parts = [self.game]
        if self.words.has("records", length):
            parts.append(self.words.say("records", length))
        if self.one.played_on:
            parts.append(self.words.say("play_on", "mark"))
        return ", ".join(parts)

    @property
    def mine(self) -> str:
        """What came of it for the player, in a word; empty: nothing, or nobody knows yet."""
        if not self.one.finished or self.seat is None:
            return ""
        return self.words.say("records", "won" if self.seat in self.one.winners else "lost")

    @property
    def others(self) -> str:
        """Everybody but the player."""
        return ", ".join(name for seat, name in enumerate(self.names) if seat != self.seat)

    @property
    def why(self) -> str:
        """What decided it, in a word."""
        words, one = self.words, self.one
        if one.why:
            return words.heard("bad_record", one.why)
        if not one.read:
            return ""
        if not one.finished:
            return words.say("records", "given_up")
        return words.heard("won", one.reason)

    @property
    def winners(self) -> str:
        names = [self.names[seat] for seat in self.one.winners]
        return ", ".join(names) or self.words.say("nobody")

    @property
    def ending(self) -> str:
        """By what it was won, and by whom, unless by the player alone; and whether it is no match
        of its own."""
        if self.one.played_on:
            return f"{self.words.say('play_on', 'mark')}: {self.ended_by}"
        return self.ended_by

    @property
    def ended_by(self) -> str:
        if not self.one.finished or self.one.winners == (self.seat,):
            return self.why
        return f"{self.why}: {self.winners}"

    @property
    def extent(self) -> str:
        """How long it was."""
        words, one = self.words, self.one
        rounds = "one_round" if one.rounds == 1 else "rounds"
        parts = [words.say("records", rounds, count=one.rounds)]
        parts.append(words.say("records", "answers", count=one.answers))
        return ", ".join(parts)

    @property
    def whole(self) -> list[str]:
        """All of it, in sentences."""
        one, words = self.one, self.words
        if one.why:
            return [f"{self.when}  {self.why}"]
        told = [f"{self.when}  {self.kind}: {', '.join(self.names)}."]
        if one.finished:
            told.append(
                f"{words.say('records', 'winners', names=self.winners)} {capital(self.why)}."
            )
        elif one.read:
            told.append(f"{capital(self.why)}.")
        if one.read:
            told[-1] += f" {self.extent}."
        return told

    def searched(self) -> str:
        """What it is found by."""
        one = self.one
        parts = (self.when, self.kind, self.mine, *self.names, self.why, one.game, *one.levels)
        return " ".join(parts)


def minute(when: float) -> str:
    """A time, to the minute, as it was here."""
    try:
        return datetime.fromtimestamp(when).strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):
        return "?"


def level_called(words: Catalogue, level: str) -> str:
    """How good opponents were, in a word."""
    if level in (PEOPLE, MIXED, UNSAID):
        return words.say("statistics", level)
    return words.say("levels", level) if words.has("levels", level) else clean(level, CHAT_CELLS)
