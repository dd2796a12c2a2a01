"""A person who answers as the test says, and remembers what they were asked and told."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Person:
    """An `Asker` with its answers ready; once they run out, it says no."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []
        self.told: list[str] = []

    async def ask(self, question: str, guess: str = "", secret: bool = False) -> str | None:
        self.asked.append(question)
        return self.answers.pop(0) if self.answers else None

    async def choose(
        self, question: str, answers: Sequence[tuple[str, str]], danger: bool = False
    ) -> str | None:
        self.asked.append(question)
        return self.answers.pop(0) if self.answers else None

    async def tell(self, text: str) -> None:
        self.told.append(text)

    async def wait(self, text: str, work: Coroutine[Any, Any, T], patience: float = 5) -> T:
        return await asyncio.wait_for(work, 5)
