"""Handing a table to another machine, in the app: chosen by its keeper, confirmed by the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moontui.app.screens.dialogs import Alarm, QuestionDialog, Unasked
from moontui.client.handing import Asked, asked, machines, remember, told
from net import messages as said
from net.client import Back, Lost
from net.messages import Message
from net.security import FolderInUse
from net.taking import Taker

if TYPE_CHECKING:
    from moontui.app.app import MoontuiApp
    from moontui.client.session import Session


class HandingDialog(Unasked):
    """Whether to take the table."""


class HandingAlarm(Unasked, Alarm):
    """Whether the table moves although somebody could look at the cards then."""


class Handing:
    """The player's part in a move of the table they are at."""

    def __init__(self, app: MoontuiApp) -> None:
        self.app = app
        self.session: Session | None = None
        self.taker: Taker | None = None
        self.asked: Asked = ""
        """What the player was asked last, and may not have answered yet."""
        self.leaves = False
        """Whether the player wants to quit as soon as the table is elsewhere."""
        self.follows = False
        """Whether the table has moved, and the new host is yet to answer."""

    async def hear(self, session: Session, message: Message) -> None:
        """Go on with a move, by what the host has said; the session takes it in afterwards."""
        if session is not self.session or self.taker is None:
            self.session, self.taker, self.asked = session, Taker(session.client), ""
            self.follows = self.leaves = False
        await self.taker.hear(message)
        match message:
            case said.Moved():
                self.follows = True
            case Lost() if self.follows:  # of the old host: this is the way to the new one
                remember(self.app.data, session.client)
            case said.Notice(key="move_denied" | "move_failed") | said.Refused(about="move"):
                self.leaves = False
            case Back() if self.follows:
                self.follows = False
                if self.leaves:
                    self.app.exit()

    def show(self, session: Session) -> None:
        """Ask the player what there is to ask, once; what is over is not asked any longer."""
        wanted = asked(session)
        if wanted == self.asked:
            return
        self.asked = wanted
        if isinstance(self.app.screen, HandingDialog | HandingAlarm):
            self.app.pop_screen()
        if not wanted:
            return
        if wanted == "take" and not self.app.reach.powers.can_host:
            session.send(said.Take(False))
            return
        words = session.words
        answers = [(key, words.say("handing", f"{wanted}_{key}")) for key in ("no", "yes")]

        def answered(answer: str | None) -> None:
            if session is self.session and asked(session) == wanted:
                self.decide(session, wanted, answer == "yes")

        playing = session.room is not None and session.room.phase == "playing"
        dialog = (HandingAlarm if playing else HandingDialog)(told(session), answers)
        self.app.push_screen(dialog, answered)

    def decide(self, session: Session, wanted: Asked, agrees: bool) -> None:
        assert self.taker is not None
        if wanted == "agree":
            session.send(said.Consent(agrees))
        elif agrees:
            self.app.run_worker(self.take(self.taker), group="handing")
        else:
            self.taker.decline()

    async def take(self, taker: Taker) -> None:
        """Open this machine to the others, and take the table."""
        try:
            local = await self.app.ways.opened()
        except FolderInUse:
            words = self.app.words
            await self.app.ways.asker.tell(words.say("handing", "folder_in_use"))
            local = None
        if local is None or local.host is None:
            taker.decline()
        else:
            taker.agree(local.host)

    def propose(self, session: Session, then_quit: bool = False) -> None:
        """Let the keeper choose the player whose machine has the table from now on."""
        words = session.words
        answers = [(str(seat), session.name_now(seat)) for seat in machines(session)]
        answers.append(("back", words.say("join", "go_back")))

        def chosen(answer: str | None) -> None:
            if answer is not None and answer.isdecimal():
                self.make_sure(session, int(answer), then_quit)

        self.app.push_screen(QuestionDialog(words.say("handing", "who"), answers), chosen)

    def make_sure(self, session: Session, seat: int, then_quit: bool) -> None:
        """Say what it means, and go ahead if that is wanted."""
        words, room = session.words, session.room
        if room is None or seat not in machines(session):
            return
        key = "sure_cards" if room.phase == "playing" else "sure"
        answers = [(answer, words.say("handing", f"sure_{answer}")) for answer in ("no", "yes")]

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self.leaves = then_quit
                session.send(said.Move(seat))

        text = words.say("handing", key, name=session.name_now(seat))
        self.app.push_screen(QuestionDialog(text, answers), answered)
