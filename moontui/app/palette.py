"""The command palette: everything that a key does right now, by name."""

from __future__ import annotations

from textual.command import CommandList, CommandPalette


class Palette(CommandPalette):
    """Textual's palette, which also survives keys pressed before its list is laid out."""

    def _action_command_list(self, action: str) -> None:
        if self.query_one(CommandList).scrollable_content_region.height:
            super()._action_command_list(action)
