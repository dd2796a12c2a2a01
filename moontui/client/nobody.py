"""An asker with nobody to ask, as in a kiosk: the answer to every question is no."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from net.client import PATIENCE

T = TypeVar("T")


class Nobody:
    """An `Asker` that avoids every danger except the one agreed to beforehand."""

    def __init__(self, in_the_open: bool = False) -> None:
        self.in_the_open = in_the_open
        """Whether a host without a key is acceptable."""

    async def ask(self, question: str, guess: str = "", secret: bool = False) -> str | None:
        return None

    async def choose(
        self, question: str, answers: Sequence[tuple[str, str]], danger: bool = False
    ) -> str | None:
        agreed = self.in_the_open and any(key == "in_the_open" for key, _ in answers)
        return "in_the_open" if agreed else None

    async def tell(self, text: str) -> None:
        pass

    async def wait(self, text: str, work: Coroutine[Any, Any, T], patience: float = PATIENCE) -> T:
        async with asyncio.timeout(patience):
            return await work
