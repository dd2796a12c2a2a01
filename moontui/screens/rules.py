"""The rules and every card."""

from __future__ import annotations

from moontui.screens.base import MoonScreen
from moontui.session import Session


class RulesScreen(MoonScreen[None]):
    """The rules."""

    def __init__(self, card: int | None = None, session: Session | None = None) -> None:
        super().__init__()
