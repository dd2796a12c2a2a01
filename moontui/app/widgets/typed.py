"""A line to type in, where what is deleted and what is typed stay in the order of the keys."""

from __future__ import annotations

from textual import events
from textual.widgets import Input


class Typed(Input):
    """An input that deletes at once. Otherwise a deletion, which is a binding, is overtaken by the
    letters after it, as when a phone's keyboard takes back a word and puts another in its place."""

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "backspace":
            event.stop()
            event.prevent_default()
            self.action_delete_left()
            return
        await super()._on_key(event)
