"""Phrases: what is often said at a table, to be said with one key and read in every language."""

from __future__ import annotations

from typing import Any

from engine.games import GAMES
from moontui.app.screens.base import MoonScreen
from moontui.app.screens.dialogs import Question
from moontui.client.session import Session
from net import messages as said


def phrases(session: Session) -> tuple[str, ...]:
    """What this player may say: what belongs to the game, then what is said at every table. Alone
    with bots there is nobody to talk to, but a claim of the game's own can be tried out."""
    if session.seat is None or session.game not in GAMES:
        return ()
    company = any(
        player.kind == "person" and number != session.seat
        for number, player in enumerate(session.players)
    )
    return (*GAMES[session.game].phrases, *(said.PHRASES if company else ()))


def ask_for_phrase(screen: MoonScreen[Any], session: Session) -> None:
    """Let the player choose one, and say it."""
    words = session.words
    answers = [(key, words.say("phrases", key)) for key in phrases(session)]

    def chosen(key: str | None) -> None:
        if key is not None:
            session.send(said.Phrase(key))

    screen.app.push_screen(Question(words.say("prompt", "phrase"), answers), chosen)
