"""Handing a table to another machine, in lines: the keeper names a seat, the others answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from moontui.client.call import Caller
from moontui.client.handing import Asked, asked, may_hand_on, remember, told
from moontui.client.session import Session
from moontui.words.reasons import reason
from net import messages as said
from net.client import Lost
from net.messages import Message
from net.taking import Taker


class LineHanding:
    """The player's part in a move of the table they are at."""

    def __init__(self, session: Session, who: Caller, write: Callable[[str], None]) -> None:
        self.session = session
        self.who = who
        self.write = write
        self.taker = Taker(session.client)
        self.asked: Asked = ""
        self.opening: asyncio.Task[None] | None = None
        self.follows = False
        """Whether the table has moved, and the new host is yet to answer."""

    def tell(self, message: Message) -> None:
        """Say what the player is asked, once."""
        session, words = self.session, self.session.words
        match message:
            case said.Moved():
                self.write(session.news_of_move)
                self.follows = True
            case Lost() if self.follows:  # of the old host: this is the way to the new one
                self.follows = False
                remember(self.who.data, session.client)
            case said.Room():
                wanted = asked(session)
                if wanted and wanted != self.asked:
                    self.write(told(session))
                    self.write(words.say("handing", f"how_to_{wanted}"))
                self.asked = wanted

    def move(self, seat: int | None) -> None:
        """The keeper would like the machine of a seat to have the table."""
        if seat is None:
            self.write(reason(self.session.words, "no_such_seat"))
        elif not may_hand_on(self.session):
            self.write(reason(self.session.words, "not_now"))
        else:
            self.session.send(said.Move(seat))

    def answer(self, word: str) -> None:
        """Take the table, agree that it moves, or rather not."""
        match asked(self.session), word:
            case "take", "take":
                self.opening = asyncio.create_task(self.take())
            case "take", "stay":
                self.taker.decline()
            case "agree", "agree" | "stay":
                self.session.send(said.Consent(word == "agree"))
            case _:
                self.write(reason(self.session.words, "nothing_moves"))

    async def take(self) -> None:
        """Open this machine to the others, and take the table."""
        own = self.who.own
        try:
            local = await own.open_for_others(self.who.settings.name) if own is not None else None
        except (OSError, ValueError):
            self.write(self.session.words.say("handing", "folder_in_use"))
            local = None
        if local is None or local.host is None:
            self.taker.decline()
            return
        if own is not None and own.port:
            local.announce_soon()
        self.taker.agree(local.host)
