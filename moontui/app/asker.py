"""How the app asks a player on the way to a table: with dialogs over the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from moontui.app.screens.dialogs import Alarm, NoticeDialog, QuestionDialog, Waiting, Words
from moontui.client.call import GivenUp
from net.client import PATIENCE

if TYPE_CHECKING:
    from moontui.app.app import MoontuiApp

T = TypeVar("T")

UNSEEN = 0.4
"""How many seconds to wait before saying what the wait is for."""
MOST = 200
"""How many characters an answer may have; an invitation has 76."""


class Dialogs:
    """An `Asker` with dialogs."""

    def __init__(self, app: MoontuiApp) -> None:
        self.app = app

    async def ask(self, question: str, guess: str = "", secret: bool = False) -> str | None:
        return await self.app.push_screen_wait(Words(question, guess, secret, MOST))

    async def choose(
        self, question: str, answers: Sequence[tuple[str, str]], danger: bool = False
    ) -> str | None:
        dialog = Alarm(question, answers) if danger else QuestionDialog(question, answers)
        return await self.app.push_screen_wait(dialog)

    async def tell(self, text: str) -> None:
        await self.app.push_screen_wait(NoticeDialog(text))

    async def wait(self, text: str, work: Coroutine[Any, Any, T], patience: float = PATIENCE) -> T:
        """Wait; if it takes long, say so, and let the player give up."""

        async def patiently() -> T:
            async with asyncio.timeout(patience):
                return await work

        task = asyncio.create_task(patiently())
        try:
            done, _ = await asyncio.wait({task}, timeout=UNSEEN)
            if not done:
                dialog = Waiting(text)

                def give_up(_: str | None) -> None:
                    task.cancel()

                self.app.push_screen(dialog, give_up)
                await asyncio.wait({task})
                if self.app.screen is dialog:
                    dialog.dismiss("")
            if task.cancelled():
                raise GivenUp
            return task.result()
        finally:
            task.cancel()
