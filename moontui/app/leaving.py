"""Leaving a table, for a while, for good, or to go on at another machine; and leaving the app."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moontui.app.screens.dialogs import Alarm, NoticeDialog, QuestionDialog, Unasked
from moontui.client.handing import may_hand_on
from moontui.client.own_tables import is_own_line
from moontui.commands.signals import on_signals
from net import messages as said
from net.invites import code_in_groups
from net.text import NAME_CELLS, TITLE_CELLS, clean

if TYPE_CHECKING:
    from moontui.app.app import MoontuiApp
    from moontui.client.night import Night
    from moontui.client.session import Session


def can_move(session: Session | None) -> bool:
    """Whether the player has a seat that another machine could reach."""
    return session is not None and session.seat is not None and not session.alone


def show(app: MoontuiApp, session: Session, message: said.Pairing | said.Claimed) -> None:
    """Show the code, or ask whether whoever typed it gets the seat."""
    words = session.words
    if isinstance(message, said.Pairing):
        from moontui.client.ways import invitation

        code = code_in_groups(message.code)
        way = f"{invitation(app.own, app.reach.only, session).command} --pair {code}"
        app.push_screen(NoticeDialog(words.say("pairing", "code", code=code, way=way)))
        return
    name, where = clean(message.name, NAME_CELLS), clean(message.where, TITLE_CELLS)
    answers = [(key, words.say("pairing", key)) for key in ("deny", "allow")]

    def answered(answer: str | None) -> None:
        session.send(said.Allow(answer == "allow"))

    text = words.say("pairing", "claimed", name=name, where=where)
    app.push_screen(ClaimAlarm(text, answers), answered)


class ClaimAlarm(Unasked, Alarm):
    """Whether somebody gets the player's seat."""


class QuitDialog(QuestionDialog):
    """Whether to quit although others are here."""


def quit_app(app: MoontuiApp) -> None:
    """Quit; if others are at the player's own tables, or play elsewhere through this machine, ask
    first, and only once."""
    asked = isinstance(app.screen, QuitDialog)
    followers = app.own.doors.followers if app.own.doors is not None else []
    guests = app.own.guests(app.session)
    if asked or not (guests or followers):
        app.exit()
        return
    words = app.words
    session = app.session
    names = ", ".join(clean(name, NAME_CELLS) for name in followers)
    text = words.say("home", "quit_guests" if guests else "quit_followers", names=names)
    goes_on = session is not None and is_own_line(session.client) and may_hand_on(session)
    keys = ("stay", "hand_on", "quit") if goes_on else ("stay", "quit")
    answers = [(key, words.say("home", key)) for key in keys]

    def answered(answer: str | None) -> None:
        if answer == "quit":
            app.exit()
        elif answer == "hand_on" and session is not None:
            app.handing.propose(session, then_quit=True)

    app.push_screen(QuitDialog(text, answers), answered)


def set_out(app: MoontuiApp) -> None:
    """Open the host again if a table was on its way to it, since others may be waiting there; and
    ask the player before the app ends, also if the machine tells it to. Told twice, it does."""
    if not app.reach.powers.can_host:
        return
    if app.own.arriving():
        app.run_worker(app.ways.opened(), group="handing", exit_on_error=False)
    if not app.is_headless:
        on_signals(("SIGTERM",), lambda: quit_app(app))


def to_the_night(app: MoontuiApp, night: Night) -> None:
    """Leave the table of a Night's Deal that is over, and see what became of it."""
    app.leave_table()
    app.open_night(night)


def ask(app: MoontuiApp, session: Session) -> None:
    """Leave a table: for good, or to come back later, or from elsewhere. Whoever watches has no
    seat that could be kept, and is asked nothing; if they have played, there is a good night."""
    words = session.words
    if session.seat is None:
        session.leave()
        app.leave_table()
        if had_an_evening(session) and has_played(session):
            app.open_evening(session)
        return
    choices = ["stay", "later" if session.alone else "away", "leave"]
    if can_move(session):
        choices.append("pair")
    if may_hand_on(session):
        choices.append("hand_on")
    answers = [(choice, words.say("leaving", choice)) for choice in choices]

    def answered(answer: str | None) -> None:
        if answer == "pair":
            session.send(said.Pair())
        if answer == "hand_on":
            app.handing.propose(session)
        if answer not in ("away", "later", "leave"):
            return
        if answer == "leave":
            session.leave()
        app.leave_table()
        if answer == "leave" and had_an_evening(session):
            app.open_evening(session)

    app.push_screen(QuestionDialog(words.say("leaving", "question"), answers), answered)


def had_an_evening(session: Session) -> bool:
    """Whether there was more than one match with others, so that there is a good night to say."""
    evening = session.room.evening if session.room is not None else None
    return evening is not None and evening.matches > 1 and not session.alone


def has_played(session: Session) -> bool:
    """Whether the player has a part in the score of the evening."""
    evening = session.room.evening if session.room is not None else None
    return evening is not None and session.client.name in {one.name for one in evening.scores}
