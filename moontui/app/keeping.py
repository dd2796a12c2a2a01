"""Everything of the player's into one file and back again, asked for in dialogs."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from moontui.app.screens.dialogs import NoticeDialog, QuestionDialog, Words
from moontui.client import backup
from net.security import private_file

if TYPE_CHECKING:
    from moontui.app.app import MoontuiApp

PATH = 400
"""The longest path that can be typed."""


def ask_for_backup(app: MoontuiApp) -> None:
    """Ask where to put everything, and put it there."""

    def answered(typed: str | None) -> None:
        if typed and typed.strip():
            app.run_worker(save(app, typed.strip()))

    usual = f"~/moontui-{date.today():%Y-%m-%d}.backup"
    app.push_screen(Words(app.words.say("backup", "where"), usual, most=PATH), answered)


async def save(app: MoontuiApp, typed: str) -> None:
    words = app.words
    app.settings.save()  # those that were only guessed so far go along
    try:
        whole = await asyncio.to_thread(backup.gathered, app.data)
        await asyncio.to_thread(backup.write, whole, Path(typed).expanduser())
    except (OSError, RuntimeError, ValueError) as error:  # also a home that nobody has, or a NUL
        text = words.say("backup", "not_written", file=typed, why=reason(error))
    else:
        counts = [len(part) for part in (whole.matches, whole.hosts, whole.seats)]
        named = dict(zip(("matches", "hosts", "seats"), counts, strict=True))
        text = words.say("backup", "written", file=typed, **named)
        text = f"{text} {words.say('backup', 'secret')}"
    app.push_screen(NoticeDialog(text))


def ask_for_restore(app: MoontuiApp) -> None:
    """Ask for a file, and what to do about settings; then merge what is in it."""
    words = app.words

    def answered(typed: str | None) -> None:
        if not (typed and typed.strip()):
            return
        answers = [(key, words.say("backup", f"settings_{key}")) for key in ("keep", "take")]

        def decided(which: str | None) -> None:
            if which is not None:
                app.run_worker(bring_back(app, typed.strip(), which == "take"))

        app.push_screen(QuestionDialog(words.say("backup", "settings"), answers), decided)

    app.push_screen(Words(words.say("backup", "which"), most=PATH), answered)


async def bring_back(app: MoontuiApp, typed: str, take_settings: bool) -> None:
    words = app.words
    try:
        whole = await asyncio.to_thread(backup.read, Path(typed).expanduser())
        done = await asyncio.to_thread(backup.restore, app.data, whole, take_settings)
    except backup.BadBackup as bad:
        text = words.say("backup", str(bad), file=typed)
    except (OSError, RuntimeError, ValueError) as error:
        text = words.say("backup", "not_restored", file=typed, why=reason(error))
    else:
        if take_settings:
            app.settings.take(dict(whole.settings))
            app.apply_settings()
        counts = {"matches": done.matches, "hosts": done.hosts, "seats": done.seats}
        text = words.say("backup", "restored", **counts)
    app.push_screen(NoticeDialog(text))


def ask_for_picture(app: MoontuiApp, game: str) -> None:
    """Ask where to put a picture of what is on the screen now, and put it there."""
    from moontui.app.picture import without_font

    words = app.words
    drawn = without_font(app.export_screenshot(title=words.game_called(game)))

    def answered(typed: str | None) -> None:
        if not (typed and typed.strip()):
            return
        try:
            private_file(Path(typed.strip()).expanduser(), drawn.encode())
        except (OSError, RuntimeError, ValueError) as error:
            text = words.say("backup", "not_written", file=typed, why=reason(error))
        else:
            text = words.say("records", "drawn", file=typed)
        app.push_screen(NoticeDialog(text))

    app.push_screen(Words(words.say("records", "draw"), f"~/{game}.svg", most=PATH), answered)


def reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)
