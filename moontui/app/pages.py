"""The app's way to the screens that can be opened from everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.css.query import NoMatches

from moontui.app.looks import Looks

if TYPE_CHECKING:
    from moontui.client.session import Session
    from moontui.words.chronicle import Chronicle


class Pages(Looks):
    """Opens screens that are read rather than played; each is loaded when it is first wanted."""

    def _handle_exception(self, error: Exception) -> None:
        """If the app ends while a screen is being set up, parts of it never come: let them be."""
        if self.is_running or not isinstance(error, NoMatches):
            super()._handle_exception(error)

    def open_help(self, game: str) -> None:
        """Explain the keys of the screen in front, beside the rules of the game it is about."""
        from moontui.app.screens.rules import RulesScreen

        self.push_screen(RulesScreen(page="keys", game=game))

    def open_rules(self, session: Session | None = None, rule: str = "") -> None:
        from moontui.app.screens.rules import RulesScreen

        self.push_screen(RulesScreen(session=session, rule=rule))

    def open_card(self, session: Session | None, card: int) -> None:
        from moontui.app.screens.rules import RulesScreen

        self.push_screen(RulesScreen(card=card, session=session))

    def open_log(self, session: Session, chronicle: Callable[[], Chronicle]) -> None:
        from moontui.app.screens.log import LogScreen

        self.push_screen(LogScreen(chronicle, session.title))

    def open_evening(self, session: Session) -> None:
        from moontui.app.screens.evening import EveningScreen

        self.push_screen(EveningScreen(session))

    def open_invitation(self, session: Session) -> None:
        from moontui.app.screens.invitation import InvitationScreen

        self.push_screen(InvitationScreen(session))

    def open_change(self, session: Session) -> None:
        from moontui.app.screens.change import ChangeScreen

        self.push_screen(ChangeScreen(session))

    def open_settings(self) -> None:
        from moontui.app.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    def open_puzzles(self, code: str = "") -> None:
        from moontui.app.screens.puzzles import PuzzlesScreen

        self.push_screen(PuzzlesScreen(code))

    def open_records(self) -> None:
        from moontui.app.screens.records import RecordsScreen

        self.push_screen(RecordsScreen())
