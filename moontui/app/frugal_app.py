"""An app that sends its terminal only what has changed."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from textual import constants, events
from textual.app import App
from textual.driver import Driver
from textual.screen import Screen

from moontui.app.frugal import Shadow


class FrugalApp(App[str]):
    """Keeps a shadow of the terminal, and forgets it whenever the terminal may show anything."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.shadow = Shadow()
        self._disable_tooltips = (
            True  # nothing has one, and every screen would hold a widget for it
        )

    def get_driver_class(self) -> type[Driver]:
        if constants.DRIVER is not None:
            return super().get_driver_class()
        from moontui.app.woken import WokenDriver

        return WokenDriver

    def on_mount(self) -> None:
        self.app_resume_signal.subscribe(self, lambda _: self.action_repaint())

    def on_resize(self, event: events.Resize) -> None:
        self.shadow.forget()  # terminals wrap, cut or clear what they show

    def action_repaint(self) -> None:
        """Paint everything, whatever the terminal shows."""
        self.shadow.forget()
        self.refresh(repaint=True, layout=True)

    def _print_error_renderables(self) -> None:
        """Say what went wrong, tamely: it may quote what a host has sent."""
        from moontui.plain.out import complain

        if report := self.fault():
            complain(*report.split("\n"))

    def fault(self) -> str:
        """What went wrong, if anything, as a report without colors."""
        self.error_console = Console(width=100, color_system=None, markup=False, highlight=False)
        with self.error_console.capture() as report:
            super()._print_error_renderables()
        return report.get().rstrip("\n")

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        if not self.is_headless:
            renderable = self.shadow.changes(renderable, self)
        super()._display(screen, renderable)
