"""This machine tells a table's night aloud: a kiosk, or a player's terminal that volunteers.

It goes by what everybody at the table is told, and says sentences of the catalogue only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from moontui.app.aloud import is_aloud
from moontui.games import FACES
from moontui.narrator.room import Room
from moontui.narrator.script import Cue
from moontui.narrator.voice import Voice
from moontui.words.catalogue import Catalogue

if TYPE_CHECKING:
    from moontui.app.app import MoontuiApp
    from moontui.client.session import Session


class Narrating:
    """The narrator of a table, on or off."""

    def __init__(self, app: MoontuiApp) -> None:
        self.app = app
        self.on = False
        self.voice: Voice | None = None
        self.room = Room(self.tell)
        self.game = ""
        self.moment: object = None
        """What was last told of."""

    def turn(self, session: Session) -> bool:
        """Volunteer, or no longer; returns which."""
        self.on, self.moment = not self.on, None
        self.room.cues.clear()
        if self.on:
            self.hear(session)
        return self.on

    def hear(self, session: Session) -> None:
        """Tell what has just begun, if nobody has yet."""
        cued = FACES[session.game].room if session.game in FACES else None
        view = session.view
        if not self.on or cued is None or view is None or not is_aloud(session):
            return
        asked = next(iter(view.waiting), None)
        over = any(event.kind == "voted" for event in session.news)
        window = (asked.window, asked.prompt, asked.number) if asked is not None else ()
        moment = (session.room.table if session.room is not None else "", window, over)
        if moment == self.moment:
            return
        self.moment, self.game = moment, session.game
        self.room.add(cued()(view.state.roles, asked, session.options, over))
        self.app.run_worker(self.room.talk(), group="narrator")

    async def tell(self, cue: Cue) -> None:
        """Say it aloud; where nothing can speak, ring and leave time to read."""
        language = self.app.words.language
        if self.voice is None:
            self.voice = Voice(language)
        sentence = Catalogue(language, self.game).say("room", cue.key)
        if self.app.session is None:  # nobody is there anymore
            return
        table = self.app.table_screen()
        if table is not None and table.is_mounted:
            table.remark(sentence)
        if self.voice.name:
            await self.voice.say(sentence)
        else:
            self.app.bell()
            await self.room.sleep(1.0 + len(sentence) / 14)
