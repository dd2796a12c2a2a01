"""Asides: what is asked at a table besides the game: a phrase to say, an absent player's fate."""

from __future__ import annotations

from typing import Any, cast

from engine.games import GAMES
from moontui.app.screens.base import MoonScreen
from moontui.app.screens.dialogs import QuestionDialog
from moontui.client.session import Session
from net import messages as said


def phrases(session: Session) -> tuple[str, ...]:
    """What this player may say: the game's own phrases, then those for every table. Alone with bots
    there is nobody to talk to, but the game's own claims can still be tried out."""
    if session.seat is None or session.game not in GAMES:
        return ()
    company = any(
        player.kind == "person" and number != session.seat
        for number, player in enumerate(session.players)
    )
    return (*GAMES[session.game].phrases, *(said.PHRASES if company else ()))


def ask_for_phrase(screen: MoonScreen[Any], session: Session) -> None:
    """Let the player choose a phrase, and say it."""
    words = session.words
    answers = [(key, words.say("phrases", key)) for key in phrases(session)]

    def chosen(key: str | None) -> None:
        if key is not None:
            session.send(said.Phrase(key))

    screen.app.push_screen(QuestionDialog(words.say("prompt", "phrase"), answers), chosen)


def ask_for_fate(screen: MoonScreen[Any], session: Session) -> None:
    """Let the player vote on the seat of somebody who is away."""
    room, words = session.room, session.words
    if room is None or room.absent is None:
        return
    seat = room.absent
    fates = [(fate, words.say("absence", fate)) for fate in ("wait", "bot", "end")]
    text = words.say("absence", "question", name=session.names[seat])

    def decided(fate: str | None) -> None:
        if fate is not None:
            session.send(said.Decide(seat, cast("said.Fate", fate)))

    screen.app.push_screen(QuestionDialog(text, fates), decided)
