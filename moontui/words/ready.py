"""Ready answers: what a player can give with one key that is more than one choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from engine.core import Choice, View


class Ready:
    """Answers that a game has ready for its players."""

    TOKENS: ClassVar[bool] = False
    """Whether players put tokens on each other, to remember whom they trust."""

    def ready(self, view: View[Any]) -> Sequence[Choice]:
        """Whole answers that fit the moment, each as one choice, which stands for several."""
        return ()

    def overhear(self, view: View[Any], text: str) -> str:
        """Understand what the player has typed to the table; returns the answer that it could be,
        in words, which is ready from then on. Empty: it is only talk."""
        return ""

    def spelt(self, choice: Choice) -> Sequence[Choice]:
        """The choices that one choice stands for; none: it stands for nothing anymore."""
        return (choice,)
