"""Asides: what is asked at a table besides the game: a phrase to say, an absent player's fate."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from textual import events

from engine.core import Choice, Insight
from engine.games import GAMES
from moontui.app.screens.base import MoonScreen
from moontui.app.screens.dialogs import QuestionDialog
from moontui.app.screens.moment import MomentScreen
from moontui.client.session import Session
from moontui.draw.scene import Scene
from moontui.draw.size import Size
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.client import advice_of

if TYPE_CHECKING:
    from moontui.app.app import MoontuiApp


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


def ask_for_token(screen: MoonScreen[Any], session: Session) -> None:
    """Let the player choose whom to put a token on, or take it from; nobody else hears of it."""
    words, tokens = session.words, screen.moon.tokens
    now = tokens.of(session)
    answers = [
        (str(seat), words.say("tokens", now.get(seat) or "none", name=name))
        for seat, name in enumerate(session.names)
        if seat != session.seat
    ]

    def chosen(seat: str | None) -> None:
        if seat is not None:
            tokens.turn(session, int(seat))
            screen.retell()

    screen.app.push_screen(QuestionDialog(words.say("tokens", "question"), answers), chosen)


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


def show_great_moment(table: MoonScreen[None], session: Session, then: Callable[[], None]) -> bool:
    """An elimination or the third Moon takes the screen, once, if the player likes that, and gives
    it back to a question that does not wait; returns whether it does."""
    moment, shown = session.great_moment(), table.app.screen
    hurried = session.is_asked and session.window is not None
    if hurried and isinstance(shown, MomentScreen):
        shown.dismiss_once()
    wanted = table.moon.settings.moments == "screen" and shown is table and not hurried
    if moment is None or not wanted:
        return False
    look, watching = table.moon.look(session.game), session.seat is None
    screen = MomentScreen(look, session.game, moment, watching)
    table.app.push_screen(screen, lambda _: then())
    return True


def is_sent(session: Session, choice: Choice, sure: bool, by_key: bool) -> bool:
    """Whether a choice that was picked is sent at once. A key never says a whole sentence: it shows
    it, and Enter says it."""
    view = session.view
    if view is None or (by_key and choice in session.teller.ready(view)):
        return False
    return sure or session.teller.at_once(view, choice)


def left(session: Session, seconds: float) -> float:
    """How many seconds are left of a window: those that are, unless its clock stands still."""
    return (session.seconds or 0.0) if session.frozen else seconds


def stray(screen: MoonScreen[Any], session: Session, event: events.Key) -> str:
    """What to say about a key that does nothing now; empty: nothing, nobody is waiting for one."""
    view, teller, words = session.view, session.teller, session.words
    character = event.character or ""
    if view is None or not session.is_asked or event.key in screen.active_bindings:
        return ""
    if event.key == "enter":
        return words.say("prompt", "choose_first")
    if not character.isprintable():
        return ""
    for choice, reason in view.blocked:
        if teller.key(choice) == character:
            name, why = teller.choice(choice), teller.reason(reason)
            return words.say("prompt", "not_now", choice=name, why=why)
    name = words.say("key_names", "space") if character == " " else character
    return words.say("prompt", "no_key", key=name)


def open_topic(
    screen: MoonScreen[Any], session: Session, topic: tuple[str, int | str] | None
) -> None:
    """Explain a card, a section of the rules, or a place on the board; None: the rules as such."""
    sections = session.teller.TOPICS
    match topic:
        case ("card", int(card)):
            screen.moon.open_card(session, card)
        case ("rule", str(rule)):
            screen.moon.open_rules(session, rule)
        case ("zone", str(place)) | (str(place), int()):
            screen.moon.open_rules(session, sections.get(place, ""))
        case _:
            screen.moon.open_rules(session)


def notes_of(scene: Scene | None, words: Catalogue) -> list[str]:
    """The whole notebook: beside the story there may be no room for it."""
    if scene is None or scene.covered or scene.notebook == "off":
        covered = scene is not None and scene.covered
        return [words.say("panels", "covered" if covered else "notebook_off")]
    return scene.teller.notes(scene.view, scene.insight)


def hint_of(session: Session, advice: said.Advice) -> tuple[list[str], Sequence[Choice]]:
    """Advice in words, and what it names; empty if it is not about the question that is open."""
    if session.view is None or advice.turn != session.turn or not session.is_asked:
        return [], ()
    given = advice_of(advice)
    named = given.ideas[0].choices if given.ideas else ()
    return session.teller.hint(session.view, given, session.history), named


async def insight_of(session: Session) -> Insight | None:
    """The odds as they are now, worked out beside everything else; None: the game knows none."""
    view, reckon = session.view, GAMES[session.game].insight
    return None if view is None or reckon is None else await asyncio.to_thread(reckon, view)


def absence_of(session: Session, message: said.Message) -> str:
    """What to say when somebody has been away for a long time: the others may decide."""
    if not isinstance(message, said.Room) or message.absent is None:
        return ""
    return session.words.say("absence", "hint", name=session.names[message.absent])


def memories_of(session: Session) -> list[str]:
    """What may be looked at again."""
    return session.teller.look_back(session.view) if session.view is not None else []


def starts_covered(app: MoontuiApp, session: Session) -> bool:
    """Whether the cards are covered at first: as the player likes it; on a visitor's phone among
    other people, who sit beside them, always, until they are touched."""
    people = sum(player.kind == "person" for player in session.players)
    phone = Size.of(*app.size).is_tall and not app.reach.powers.can_host
    return app.settings.covered or (phone and people > 1 and session.seat is not None)
