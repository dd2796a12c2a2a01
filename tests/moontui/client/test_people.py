"""What the people at a table are to a player, and what of them is not shown."""

from __future__ import annotations

import pytest

from engine.games.robbers import ROBBERS
from engine.play import start
from moontui.client.people import Muted, Person, named, others
from moontui.client.session import Session
from net import messages as said
from tests.moontui.scenes import carried, moment, played_out, room_for, session_at, watching

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


def with_ada(*spoken: said.Said) -> Session:
    """A table at which Ada, a bot, sits across and has said something."""
    session = session_at(state := moment("turn", seats=4))
    players = room_for(state).players
    players[2] = said.Player("bot", "Cy", level="medium", persona="Ada")
    session.hear(room_for(state, players=players))
    for message in spoken:
        session.hear(message)
    return session


def test_a_bot_has_words_of_its_own_and_says_whom_it_means() -> None:
    session = with_ada(said.Said("Cy", 2, phrase="struck_me_1", other=1))
    assert talk(session) == ["[c] Cy: Sparks! You got me, Bo."]


def test_a_phrase_is_the_same_from_everybody() -> None:
    assert talk(with_ada(said.Said("Cy", 2, phrase="hello"))) == ["[c] Cy: Hello!"]


def test_what_only_a_newer_host_has_bots_say_is_shown_as_it_is() -> None:
    assert talk(with_ada(said.Said("Cy", 2, phrase="yodel_1"))) == ["[c] Cy: yodel_1"]


def test_a_bot_that_means_nobody_at_the_table_is_heard_all_the_same() -> None:
    spoken = talk(with_ada(said.Said("Cy", 2, phrase="struck_me_1", other=99)))
    assert spoken == ["[c] Cy: Sparks! You got me, ."]


def test_a_bot_that_talks_can_be_muted() -> None:
    session = with_ada()
    cy = next(person for person in session.others if person.number == 2)
    session.muted.toggle(cy)
    session.hear(said.Said("Cy", 2, phrase="struck_me_1", other=1))
    assert talk(session) == []


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


@pytest.mark.parametrize("newcomer", [said.Player("free"), said.Player("person", "Zoe")])
def test_who_leaves_after_a_match_keeps_the_name_in_it(newcomer: said.Player) -> None:
    state = played_out()
    session = session_at(state, phase="playing")
    players = [*session.players]
    session.hear(carried(room_for(state, players=[players[0], newcomer, *players[2:]])))
    assert session.names == [player.name for player in players]
    assert session.name_now(1) == newcomer.name
    assert session.teller.names == session.names
