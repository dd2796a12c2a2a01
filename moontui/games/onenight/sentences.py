"""Ready sentences at the table: whole statements under keys of their own, said only by Enter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from zlib import crc32

from engine.core import Choice, View
from engine.games.onenight.ready import Links, ready
from engine.games.onenight.state import Village

if TYPE_CHECKING:
    from moontui.games.onenight.talk import Phrasing

SAY = "say"
"""The verb of a whole statement. No host knows it: it stands for the choices that say it."""


class Sentences:
    """Statements that were offered, so that what is confirmed is what was read, whatever others
    have said in the meantime."""

    def __init__(self, talk: Phrasing) -> None:
        self.talk = talk
        self.links: dict[int, Links] = {}
        """By number of a statement: the choices that say it."""
        self.told: dict[int, str] = {}
        """By number of a statement: the statement in words, as the table will read it."""
        self.moment: object = None
        self.offered: tuple[Choice, ...] = ()

    def ready(self, view: View[Village]) -> tuple[Choice, ...]:
        """What fits this moment; worked out once."""
        village, ask = view.state, view.ask
        if ask is None or not ask.prompt.startswith("talk_"):
            return ()
        moment = (ask, village.round, len(village.claims), village.taken_back, village.drafts)
        if moment != self.moment:
            self.moment = moment
            self.offered = tuple(self.kept(view, links) for links in ready(view))
        return self.offered

    def kept(self, view: View[Village], links: Links) -> Choice:
        """A statement as one choice."""
        assert view.ask is not None
        number = crc32(repr([tuple(link) for link in links]).encode())
        self.links[number] = links
        self.told[number] = self.talk.plan(view.state, view.ask.seat, links)
        return Choice(SAY, number)

    def spelt(self, choice: Choice) -> Sequence[Choice]:
        """The choices that a choice stands for."""
        return self.links.get(choice.value, ()) if choice.verb == SAY else (choice,)
