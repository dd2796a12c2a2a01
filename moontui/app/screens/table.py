"""What the lobby and the game have in common: people who talk, and what one can do about them."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from textual.binding import Binding

from moontui.app.aloud import is_aloud
from moontui.app.screens import asides
from moontui.app.screens.base import MoonScreen, binding
from moontui.app.screens.people import ask_about_people
from moontui.app.widgets.chat import ChatLine
from moontui.app.widgets.keys import Keys
from moontui.client.handing import may_hand_on
from moontui.client.session import Session
from moontui.draw.scene import Look
from moontui.draw.size import Size
from net import messages as said

EVENING = (
    binding("J", "sit", "sit"),
    binding("E", "evening", "evening"),
    binding("V", "hand_on", "hand_on", show=False),  # leaving offers it too
    binding("I", "invite", "invite", show=False),
)
"""What can be done at every table that is there for more than one match."""
ASIDES = (binding("A", "narrate", "narrate"), binding("T", "token", "token"))
"""What can be done at tables of some games, or where people talk aloud."""


class TableScreen(MoonScreen[None]):
    """A table, with or without a game on it."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._look: Look | None = None
        self.able: list[bool | None] = []
        """What could be done when the keys were last drawn."""

    @property
    def table_size(self) -> Size:
        """The room there is for the table."""
        return Size.of(*self.app.size)

    @property
    def look(self) -> Look:
        """How the table is drawn: the same thing until it changes, as it is compared often."""
        look = replace(self.moon.look(self.session.game), size=self.table_size)
        if look != self._look:
            self._look = look
        return self._look or look

    @cached_property
    def chat_line(self) -> ChatLine:
        return self.query_one(ChatLine)

    @cached_property
    def deeds_of_keys(self) -> list[str]:
        """What the keys of this screen do, in their order."""
        keys = [one for one in self.BINDINGS if isinstance(one, Binding)]
        return [one.action.partition("(")[0] for one in keys]

    @property
    def talking(self) -> bool:
        return self.is_mounted and self.chat_line.is_open

    def show_keys(self, tall: bool) -> None:
        """Show other keys if something else can be done now; on a phone they say what it is."""
        able = [self.check_action(action, ()) for action in self.deeds_of_keys]
        if able != self.able:
            self.able = able
            self.refresh_bindings()
        elif tall:
            self.query_one(Keys).redraw()

    def remark(self, text: str) -> None:
        """Say that something was done."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("sit", "evening", "hand_on", "invite", "narrate", "token") and self.talking:
            return False
        return may(self.session, action)

    def action_sit(self) -> None:
        """Ask for a seat, or no longer, and say what that means."""
        waits = not self.session.waits
        sit_down(self.session)
        self.remark(self.words.say("result", "watched_waits") if waits else "")

    def action_evening(self) -> None:
        self.moon.open_evening(self.session)

    def action_hand_on(self) -> None:
        self.moon.handing.propose(self.session)

    def action_invite(self) -> None:
        self.moon.open_invitation(self.session)

    def action_narrate(self) -> None:
        """Tell the night aloud from here, or no longer."""
        tells = self.moon.narrating.turn(self.session)
        self.remark(self.words.say("narrate", "tells" if tells else "silent_again"))

    def action_token(self) -> None:
        """Put a token on somebody, for nobody else to see."""
        asides.ask_for_token(self, self.session)

    def action_phrase(self) -> None:
        asides.ask_for_phrase(self, self.session)

    def action_people(self) -> None:
        ask_about_people(self, self.session, self.remark)

    def on_chat_line_spoken(self, event: ChatLine.Spoken) -> None:
        self.session.send(said.Say(event.text))
        view = self.session.view
        if view is not None and (meant := self.session.teller.overhear(view, event.text)):
            self.remark(self.words.say("prompt", "meant", said=meant))

    def action_leave(self) -> None:
        self.moon.ask_to_leave(self.session)


def may(session: Session, action: str) -> bool:
    """Whether something that concerns the evening can be done now."""
    room = session.room
    match action:
        case "sit":
            return room is not None and session.seat is None
        case "evening":
            return room is not None and room.evening is not None and not session.alone
        case "hand_on":
            return may_hand_on(session)
        case "invite":
            return room is not None and not (session.alone or session.deal)
        case "token":
            return session.seat is not None and session.is_on and session.teller.TOKENS
        case "narrate":
            return is_aloud(session)
        case "change":
            resting = room is not None and room.phase != "playing" and not room.seals
            return resting and session.keeps and not (session.alone or session.deal)
    return True


def sit_down(session: Session) -> None:
    """Ask for a seat, now or at the next deal, or no longer."""
    session.send(said.Sit(not session.waits))
