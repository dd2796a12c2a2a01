"""What the people at a table are to a player, and what of them is not shown."""

from __future__ import annotations

import pytest

from engine.games.robbers import ROBBERS
from engine.play import start
from moontui.client.people import Muted, Person, named, others
from moontui.client.session import Session
from net import messages as said
from tests.moontui.scenes import moment, room_for, session_at, watching

BO = Person("player", 1, "Bo")


def talk(session: Session) -> list[str]:
    """What was said at a table, as a player reads it."""
    entries = session.chronicle.entries
    return [f"{entry.name}: {entry.text}" for entry in entries if entry.kind == "chat"]


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (said.Said("Bo", 1, "hi"), "[b] Bo: hi"),
        (said.Said("Bo", text="hi", watcher=2), "[watcher w2] Bo: hi"),
        (said.Said("Bo", text="hi"), "[host] Bo: hi"),
        (said.Said("[host] Bo", 1, "hi"), "[b] [host] Bo: hi"),
        (said.Said("דן", 1, "שלום"), "[b] דן b: שלום"),
        (said.Said("דן", text="7", watcher=2), "[watcher w2] דן w2: 7"),
    ],
)
def test_before_everything_said_stands_what_the_speaker_is(message: said.Said, line: str) -> None:
    session = session_at(moment("turn", seats=4))
    session.hear(message)
    assert talk(session) == [line]


def test_a_seat_that_is_not_there_says_nothing() -> None:
    session = session_at(moment("turn", seats=4))
    session.hear(said.Said("Bo", 9, "hi"))
    assert session.ended == "nonsense"


def test_what_a_muted_person_says_is_not_shown_until_they_are_heard_again() -> None:
    session = session_at(moment("turn", seats=4))
    session.muted.toggle(BO)
    session.hear(said.Said("Bo", 1, "boo"))
    session.hear(said.Said("Bo", 1, phrase="hello"))
    assert talk(session) == []
    session.muted.toggle(BO)
    session.hear(said.Said("Bo", 1, "sorry"))
    assert talk(session) == ["[b] Bo: sorry"]


def test_muting_a_player_leaves_a_watcher_of_the_same_name_alone_and_the_host_too() -> None:
    session = session_at(moment("turn", seats=4))
    session.muted.toggle(BO)
    session.hear(said.Said("Bo", text="hi", watcher=1))
    session.hear(said.Said("Bo", text="hi"))
    assert len(talk(session)) == 2


def test_claims_that_belong_to_the_game_are_shown_all_the_same() -> None:
    session = session_at(start(ROBBERS, 4, bytes(32)))
    session.muted.toggle(BO)
    session.hear(said.Said("Bo", 1, phrase="claim_traitor"))
    session.hear(said.Said("Bo", 1, phrase="hello"))
    assert len(talk(session)) == 1
    assert session.claims == {1: "claim_traitor"}


def test_a_muted_watcher_stays_muted_under_a_new_number_and_a_look_alike_name() -> None:
    muted = Muted()
    muted.toggle(Person("watcher", 1, "Eve"))
    assert Person("watcher", 2, "Еvе") in muted  # Cyrillic


def test_somebody_else_on_a_muted_seat_is_heard() -> None:
    muted = Muted()
    muted.toggle(BO)
    assert Person("player", 1, "Zoe") not in muted


def test_the_others_are_people_watchers_and_those_sent_away() -> None:
    gone = [said.Someone(4, "Eve")]
    room = room_for(moment("turn", seats=4), watchers=watching(["Gus"]), sent_away=gone)
    assert [(one.role, one.number) for one in others(room, 0)] == [
        ("player", 1),
        ("player", 3),
        ("watcher", 1),
        ("sent_away", 4),
    ]


@pytest.mark.parametrize("text", ["b", "B", "2", " b "])
def test_a_player_is_named_by_letter_or_number(text: str) -> None:
    assert named(text, [BO, Person("watcher", 2, "Gus")]) == BO


def test_a_watcher_is_named_by_number() -> None:
    gus = Person("watcher", 2, "Gus")
    assert named("w2", [BO, gus]) == gus
    assert named("w3", [BO, gus]) is None
