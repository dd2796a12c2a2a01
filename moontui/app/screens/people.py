"""The people at a table: who is there, and what a player can do about them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from moontui.app.screens.base import MoonScreen
from moontui.app.screens.dialogs import QuestionDialog
from moontui.client.people import Person
from moontui.client.session import Session
from net import messages as said

Remark = Callable[[str], None]
"""Where a screen says that something was done."""


def ask_about_people(screen: MoonScreen[Any], session: Session, remark: Remark) -> None:
    """Let the player choose somebody, then what to do about them."""
    people, words = session.others, session.words
    muted = words.say("people", "muted_state")
    answers = [
        (str(number), person.written(words) + (f" ({muted})" if person in session.muted else ""))
        for number, person in enumerate(people)
    ]

    def chosen(answer: str | None) -> None:
        if answer is not None:
            ask_about(screen, session, people[int(answer)], remark)

    screen.app.push_screen(QuestionDialog(words.say("people", "who"), answers), chosen)


def ask_about(screen: MoonScreen[Any], session: Session, person: Person, remark: Remark) -> None:
    """What the player can do about somebody."""
    words = session.words
    if person not in session.others:  # gone in the meantime, or the player, or the host itself
        return
    actions = {
        "unmute" if person in session.muted else "mute": partial(mute, session, person, remark),
        "dismiss": partial(dismiss, screen, session, person),
        "give": partial(give, screen, session, person),
        "lift": partial(session.send, said.Lift(person.number)),
    }
    answers = [
        (key, words.say("people", key)) for key in actions if is_possible(key, session, person)
    ]
    answers.append(("back", words.say("join", "go_back")))

    def chosen(answer: str | None) -> None:
        if answer in actions:
            actions[answer]()

    text = words.say("people", "about", name=person.written(words))
    screen.app.push_screen(QuestionDialog(text, answers), chosen)


def is_possible(action: str, session: Session, person: Person) -> bool:
    """Whether the player may do something about somebody now."""
    playing = session.room is not None and session.room.phase == "playing"
    match action:
        case "mute" | "unmute":
            return person.role != "sent_away"
        case "dismiss":
            seated = person.role == "player"
            return session.keeps and (person.role == "watcher" or (seated and not playing))
        case "give":
            return session.keeps and person.role == "player" and is_person(session, person)
        case "lift":
            return session.keeps and person.role == "sent_away"
    return False


def is_person(session: Session, player: Person) -> bool:
    return session.players[player.number].kind == "person"


def mute(session: Session, person: Person, remark: Remark) -> None:
    """Stop showing what somebody says, or show it again."""
    now = "muted" if session.muted.toggle(person) else "unmuted"
    remark(session.words.say("people", now, name=person.written(session.words)))


def dismiss(screen: MoonScreen[Any], session: Session, person: Person) -> None:
    """Ask somebody to leave, once the keeper is sure."""
    message = (
        said.Dismiss(person.number) if person.role == "watcher" else said.Remove(person.number)
    )
    ask_if_sure(screen, session, "really_remove", person, message)


def give(screen: MoonScreen[Any], session: Session, person: Person) -> None:
    """Hand the table over, once the keeper is sure."""
    ask_if_sure(screen, session, "really_give", person, said.Keeper(person.number))


def ask_if_sure(
    screen: MoonScreen[Any], session: Session, question: str, person: Person, message: said.Message
) -> None:
    words = session.words
    answers = [(key, words.say("lobby", key)) for key in ("no", "yes")]

    def answered(answer: str | None) -> None:
        if answer == "yes":
            session.send(message)

    seated = person.role == "player"
    name = session.name_now(person.number) if seated else person.written(words)
    text = words.say("lobby", question, name=name)
    screen.app.push_screen(QuestionDialog(text, answers), answered)
