"""From the command line to the app, and out again when the terminal is gone."""

from __future__ import annotations

import argparse
import os
import select
import threading

from moontui.app.app import MoontuiApp
from moontui.client.folders import data_folder
from moontui.client.reach import neighbours
from moontui.client.settings import Settings
from moontui.plain.out import note

PATIENCE = 3.0
"""How long the app may take to say goodbye once its terminal is gone."""


def run_app(wish: argparse.Namespace) -> int:
    """Run the app until the player leaves."""
    data = data_folder()
    settings = Settings.load(data / "settings.json")
    if wish.lang:
        settings.language = wish.lang
    app = MoontuiApp(settings, data, wish)
    app.neighbours = neighbours
    watch_terminal(app)
    return run_to_its_end(app)


def run_to_its_end(app: MoontuiApp) -> int:
    """Run an app; an error that ends it is printed by Textual, and also written down."""
    app.run()
    if app._exception is not None:
        note(app._exception)
    return app.return_code or 0


def watch_terminal(app: MoontuiApp, its_parent: bool = True) -> None:
    """End the process soon after its terminal is gone, or its parent: nobody else would."""

    if not hasattr(select, "poll"):  # Windows ends its processes with their window
        return

    def watch() -> None:
        parent = os.getppid()
        poll = select.poll()
        poll.register(0, select.POLLHUP | select.POLLERR)
        while True:
            hung_up = any(what & (select.POLLHUP | select.POLLERR) for _, what in poll.poll(1000))
            if hung_up or (its_parent and os.getppid() != parent):
                break
        app.call_later(app.exit)
        threading.Event().wait(PATIENCE)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
