"""The lobby of a table."""

from __future__ import annotations

from moontui.screens.base import MoonScreen
from moontui.session import Session
from net.messages import Message


class LobbyScreen(MoonScreen[None]):
    """Who sits where, before a game."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def news(self, message: Message) -> None:
        """The host has said something."""
