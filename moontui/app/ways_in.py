"""More ways in: from the app, a player opens a table to phones and to terminals with SSH alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moontui.app.screens.dialogs import NoticeDialog, QuestionDialog
from moontui.client.own_tables import is_own_line

if TYPE_CHECKING:
    from moontui.app.app import MoontuiApp
    from moontui.client.own_tables import Doors
    from moontui.client.session import Session


def may_open(app: MoontuiApp, session: Session) -> bool:
    """Whether the table is at the player's own host, which others can reach."""
    own = app.own.open_to_others is not None and is_own_line(session.client)
    return own and not session.alone and app.reach.powers.can_host


def doors_to(app: MoontuiApp, session: Session) -> Doors | None:
    """The open doors to a table; one that has moved elsewhere is not behind the own doors."""
    return app.own.doors if is_own_line(session.client) else None


def link_to(app: MoontuiApp, session: Session) -> str:
    """Where phones find a table; empty: nowhere, as far as is known here."""
    doors = doors_to(app, session)
    if doors is not None:
        return doors.link
    return app.reach.link if is_own_line(session.client) else ""


def ask(app: MoontuiApp, session: Session) -> None:
    """Open the doors if the player still wants to, knowing that the page is not encrypted; if they
    are open, say again how others come in."""
    if app.own.doors is not None:
        show(app, session)
        return
    words = session.words
    answers = [(key, words.say("ways_in", key)) for key in ("no", "yes")]

    def answered(answer: str | None) -> None:
        if answer == "yes":
            app.run_worker(open_doors(app, session), group="doors", exclusive=True)

    app.push_screen(QuestionDialog(words.say("ways_in", "question"), answers), answered)


async def open_doors(app: MoontuiApp, session: Session) -> None:
    """Open them, and say how others come in, or why not."""
    from moontui.commands.doors import Doors, Shut, widely

    local, words = app.own.open_to_others, session.words
    if local is None or app.own.doors is not None:
        return
    doors = Doors(local, widely(), words)
    doors.shows_link = True
    try:
        await doors.open_widely()
    except Shut as reason:
        app.push_screen(NoticeDialog(str(reason)))
        return
    app.own.doors = doors
    if (table := app.table_screen()) is not None:
        table.retell()
    show(app, session)


def show(app: MoontuiApp, session: Session) -> None:
    """Say how others come in, large enough to be read out."""
    if app.own.doors is not None:
        app.open_invitation(session)
