"""What is around the app: the player's own tables, other people's, and how each is found.

Most of it is loaded when it is first wanted, so that the first screen comes sooner.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from moontui.app.pages import Pages
from moontui.client.own_tables import OwnTables
from moontui.client.people import Muted
from moontui.client.reach import Reach
from moontui.client.settings import Settings

if TYPE_CHECKING:
    from moontui.client.nearby import NewFinder, Offer, Scout
    from moontui.client.nights import Evening
    from net.lan.announcement import Found


class Surroundings(Pages):
    """An app that knows where it is."""

    def __init__(
        self, settings: Settings, data: Path, port: int, reach: Reach, new_finder: NewFinder | None
    ) -> None:
        super().__init__(settings)
        self.data = data
        self.reach = reach
        self.own = OwnTables(data, port)
        self.muted: dict[str, Muted] = {}
        """By table: whom the player does not listen to."""
        self.new_finder = new_finder
        """Who looks for hosts, if not the usual one."""
        self.neighbours: Callable[[], list[Found]] = list
        """The hosts on this machine."""

    @cached_property
    def evening(self) -> Evening:
        """Notes how the player's Night's Deals begin and end."""
        from moontui.client.nights import Evening

        return Evening(self.data)

    @cached_property
    def scout(self) -> Scout:
        """Looks for other people's tables."""
        from moontui.client.nearby import Scout, usual_finder

        finder = self.new_finder or usual_finder
        scout = Scout(self.data, self.tell_offers, finder, self.reach.dial)
        scout.neighbours = self.neighbours
        return scout

    @property
    def offers(self) -> list[Offer]:
        """The tables found so far."""
        return self.scout.offers if "scout" in vars(self) else []

    def tell_offers(self) -> None:
        """The list of tables found has changed."""
        raise NotImplementedError
