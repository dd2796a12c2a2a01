"""What happened at the table, a line for every turn, with what was said in between."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from copy import copy
from dataclasses import dataclass, field

from engine.core import Event
from moontui.words.teller import Teller


@dataclass(slots=True)
class Entry:
    """A line of the chronicle."""

    turn: int
    """Counted within the round; 0: between turns."""
    name: str
    parts: list[str] = field(default_factory=list)
    kind: str = "turn"
    """`turn`, `round` for a heading, `aim` for what the game is about, `note`, or `chat`."""
    events: int = 0
    """How many events had been told before it."""
    sentences: list[str] = field(default_factory=list)
    """The same in whole sentences."""
    tale: str = ""
    """Those sentences as one text, for whoever reads it as a story."""
    speaker: Hashable = None
    """Who said it; a click on it is about them."""

    @property
    def text(self) -> str:
        return ", ".join(self.parts)

    @property
    def story(self) -> str:
        return self.tale or self.text


class Chronicle:
    """The course of one match, as told to one player."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.turn = 0
        self.heard = 0
        self.now: list[Event] = []
        """The last turn of this round as far as it has got, from its beginning."""
        self.is_young = True
        """Whether the player has not had a whole turn yet, and so may not know what it is about."""
        self.is_own = False
        """Whether this turn is the player's, or everybody's; whoever watches has the first."""

    def hear(self, teller: Teller, events: Iterable[Event]) -> None:
        """Continue with what has happened since."""
        for event in events:
            self.heard += 1
            if event.kind == "round":
                self.turn, self.now = 0, []
                if event.number == 1 and (aim := teller.aim()):
                    self.entries.append(Entry(0, "", [aim], "aim", self.heard))
                self.begin(teller.event(event), "round")
            elif event.kind in teller.TURNS:
                self.turn += 1
                self.is_young = self.is_young and not self.is_own
                self.is_own = teller.me in (None, event.seat) or not teller.heading(event)
                self.begin(teller.heading(event), "turn")
                if again := teller.again(self.now, event):
                    self.tell(teller, again.brief, again.whole)
                self.now = [event]
            else:
                self.now.append(event)
                if brief := teller.brief(event):
                    self.tell(teller, brief, teller.event(event))

    def tell(self, teller: Teller, brief: str, sentence: str) -> None:
        entry = self.latest()
        entry.parts.append(brief)
        entry.sentences.append(sentence)
        entry.tale = teller.tale(entry.sentences)

    def begin(self, name: str, kind: str) -> None:
        self.entries.append(Entry(self.turn, name, kind=kind, events=self.heard))

    def latest(self) -> Entry:
        """The line being written; chat does not interrupt it."""
        for entry in reversed(self.entries):
            if entry.kind == "turn":
                return entry
            if entry.kind == "round":
                break
        self.entries.append(Entry(0, "", events=self.heard))
        return self.entries[-1]

    def say(self, name: str, text: str, speaker: Hashable = None) -> None:
        """Somebody said something."""
        self.entries.append(Entry(self.turn, name, [text], "chat", self.heard, speaker=speaker))

    def note(self, text: str) -> None:
        """Something about the table that is not part of the game."""
        self.entries.append(Entry(self.turn, "", [text], "note", self.heard))

    def shortened(self, turns: int) -> Chronicle:
        """The same with only the last few turns of this round; earlier rounds are known to all, and
        what was said stays."""
        short = copy(self)
        rounds = [place for place, entry in enumerate(self.entries) if entry.kind == "round"]
        now = self.entries[rounds[-1] :] if rounds else self.entries
        told = [entry for entry in now if entry.kind == "turn" and entry.turn]
        dropped = {id(entry) for entry in told[: max(0, len(told) - turns)]}
        short.entries = [entry for entry in self.entries if id(entry) not in dropped]
        return short

    def without_aim(self) -> Chronicle:
        """The same for somebody who is told elsewhere what it is all about."""
        short = copy(self)
        short.entries = [entry for entry in self.entries if entry.kind != "aim"]
        return short

    def retold(self, teller: Teller, history: list[Event]) -> Chronicle:
        """The same in other words; what people said stays as it was said."""
        again = Chronicle()
        for entry in self.entries:
            if entry.kind in ("chat", "note"):
                again.hear(teller, history[again.heard : entry.events])
                again.entries.append(entry)
        again.hear(teller, history[again.heard :])
        return again
