"""Ready sentences at the table: whole statements under keys of their own, said only by Enter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from zlib import crc32

from engine.core import Choice, View
from engine.games.onenight.claims import can_say
from engine.games.onenight.ready import Links, ready
from engine.games.onenight.state import Village
from moontui.games.onenight.overheard import overheard

if TYPE_CHECKING:
    from moontui.games.onenight.talk import Phrasing

SAY, MEANT = WHOLE = ("say", "meant")
"""Verbs of whole statements: one that is ready, and what the player has typed. No host knows them:
they stand for the choices that say it."""


class Sentences:
    """Statements that were offered, so that what is confirmed is what was read, whatever others
    have said in the meantime."""

    def __init__(self, talk: Phrasing) -> None:
        self.talk = talk
        self.links: dict[int, Links] = {}
        """By number of a statement: the choices that say it."""
        self.told: dict[int, str] = {}
        """By number of a statement: the statement in words, as the table will read it."""
        self.meant: Links = ()
        """What the player has typed in the chat, as a statement."""
        self.moment: object = None
        self.offered: tuple[Choice, ...] = ()

    def ready(self, view: View[Village]) -> tuple[Choice, ...]:
        """What fits this moment; worked out once."""
        village, ask = view.state, view.ask
        if ask is None or not ask.prompt.startswith("talk_"):
            return ()
        said = (len(village.claims), village.taken_back, village.drafts)
        moment = (ask, village.round, *said, self.meant)
        if moment != self.moment:
            self.moment = moment
            found = [self.kept(view, links) for links in ready(view)]
            if self.meant and not village.drafts[ask.seat] and self.meant[0] in ask.choices:
                found += [self.kept(view, self.meant, MEANT)]
            self.offered = tuple(found)
        return self.offered

    def hear(self, view: View[Village], text: str) -> str:
        """Take in what the player has typed; returns it as the statement that is on offer from now
        on, empty: it is none."""
        village, seat = view.state, self.talk.teller.me
        if seat is None or not village.drafts or village.ended or village.aloud:
            return ""
        draft = overheard(text, self.talk.teller.names, seat, village.roles)
        if draft is None or not can_say(village, seat, draft):
            return ""
        self.meant = tuple(Choice(*link) for link in draft)
        return self.talk.whole(village, seat, draft)

    def kept(self, view: View[Village], links: Links, verb: str = SAY) -> Choice:
        """A statement as one choice."""
        assert view.ask is not None
        number = crc32(repr([tuple(link) for link in links]).encode())
        self.links[number] = links
        self.told[number] = self.talk.plan(view.state, view.ask.seat, links)
        return Choice(verb, number)

    def spelt(self, choice: Choice) -> Sequence[Choice]:
        """The choices that a choice stands for."""
        if choice.verb == MEANT:
            self.meant = ()  # said once
        return self.links.get(choice.value, ()) if choice.verb in WHOLE else (choice,)
