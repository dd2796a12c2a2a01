"""The night: who learns what, and that nobody else can tell."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core import Choice, Seat
from engine.games.onenight import ONENIGHT
from engine.games.onenight.night import Look, Wake, awake
from engine.games.onenight.roles import Extra, Role
from engine.games.onenight.state import ASLEEP, NONE, Village
from engine.games.onenight.views import knowledge, relive
from engine.games.onenight.worlds import Dream
from engine.play import apply, asks, silence, start, view
from net.present import Peer
from net.wire import pack
from tests.net.canaries import opened, seat_people, twin_of
from tests.scenarios.onenight import dealt, sleep_through


def play_slot(village: Village, rng: Random) -> None:
    """Let everybody answer the open question."""
    question = village.todo[-1]
    assert isinstance(question, Look | Wake)
    for _ in question.missing:
        ask = asks(village)[0]
        apply(village, ask.seat, rng.choice(ask.choices))


# ── the Doppelgänger ────────────────────────────────────────────────────────────────────────────

COPIED: dict[str, tuple[Any, list[tuple[int, ...]], str]] = {
    "werewolf": (None, [(0, 1, 1, 98), (12, 98, 98, 98), (1, 1, 98, 98)], "werewolf"),
    "minion": (None, [(0, 1, 2, 98), (12, 2, 98, 98)], "minion"),
    "mason": (None, [(0, 1, 3, 98), (12, 98, 98, 98), (3, 1, 98, 98)], "mason"),
    "seer": ([2], [(0, 1, 4, 98), (12, 2, 1, 98)], "seer"),
    "robber": (2, [(0, 1, 5, 98), (12, 2, 1, 98)], "werewolf"),
    "troublemaker": ([2, 3], [(0, 1, 6, 98), (12, 2, 3, 98)], "troublemaker"),
    "drunk": ("c1", [(0, 1, 7, 98), (12, 11, 98, 98)], "villager"),
    "insomniac": (None, [(0, 1, 8, 98), (12, 98, 98, 98), (13, 0, 98, 98)], "insomniac"),
    "villager": (None, [(0, 1, 9, 98), (12, 98, 98, 98)], "villager"),
    "tanner": (None, [(0, 1, 10, 98), (12, 98, 98, 98)], "tanner"),
    "hunter": (None, [(0, 1, 11, 98), (12, 98, 98, 98)], "hunter"),
}
"""By the role she copies from seat 1: what she does at once, learns, and counts as."""


@pytest.mark.parametrize("role", COPIED)
def test_the_doppelganger_becomes_what_she_sees(role: str) -> None:
    deed, lines, worth = COPIED[role]
    wolf = "villager" if role == "werewolf" else "werewolf"
    village = dealt(["doppelganger", role, wolf, "hunter"], ["tanner", "villager", "seer"])
    sleep_through(village, {"doppelganger": 1, "copied_action": deed, "drunk": "c0"})
    assert [line for line in village.learnt[0] if line[1] != ASLEEP] == lines
    assert Role(village.counts_as(0)).name.lower() == worth


def test_a_card_that_was_copied_and_robbed_keeps_what_it_copied() -> None:
    village = dealt(["doppelganger", "werewolf", "robber"], ["seer", "villager", "villager"])
    sleep_through(village, {"doppelganger": 1, "robber": 0})
    assert (Role.ROBBER, 0, Role.DOPPELGANGER, NONE) in village.learnt[2]
    assert village.counts_as(2) == Role.WEREWOLF


def test_a_doppelganger_werewolf_is_never_alone() -> None:
    village = dealt(["doppelganger", "werewolf", "villager"], ["seer", "robber", "villager"])
    sleep_through(village, {"doppelganger": 1, "lone_wolf": "c0"})
    assert [lines[2] for lines in village.learnt[:2]] == [(1, 1, 98, 98), (1, 0, 98, 98)]


def test_everybody_looks_at_their_own_card_before_anybody_is_called() -> None:
    village = start(ONENIGHT, 3, bytes(32))
    assert {(ask.prompt, ask.window, len(ask.choices)) for ask in asks(village)} == {
        ("look", "look", 1)
    }
    for seat in village.everyone():
        assert view(ONENIGHT, village, seat).state.dealt[seat] == village.dealt[seat]
        assert not any(event.kind == "called" for event in village.events or ())
        apply(village, seat, Choice("seen"))
    assert isinstance(village.todo[-1], Wake)


def test_a_lone_wolf_knows_that_she_is_alone_before_she_is_asked_about_the_center() -> None:
    village = dealt(["werewolf", "seer", "robber"], ["werewolf", "villager", "villager"])
    for seat in village.everyone():
        apply(village, seat, Choice("look", NONE))
    assert view(ONENIGHT, village, Seat(0)).state.learnt[0] == [(Role.WEREWOLF, NONE, NONE, NONE)]
    assert Choice("center", 11) in asks(village)[0].choices
    assert awake(village, Extra.LONE) == [0]


def test_of_two_werewolves_none_looks_into_the_center() -> None:
    village = dealt(["werewolf", "werewolf", "robber"], ["seer", "villager", "villager"])
    sleep_through(village, {"lone_wolf": "c0"})
    assert village.learnt[0][:2] == [(Role.WEREWOLF, 1, NONE, NONE), (Extra.LONE, *[ASLEEP] * 3)]


# ── silence ─────────────────────────────────────────────────────────────────────────────────────


def test_who_may_and_is_silent_does_nothing() -> None:
    village = dealt(["seer", "robber", "troublemaker"], ["werewolf", "werewolf", "villager"])
    while isinstance(village.todo[-1], Wake):
        for ask in asks(village):
            apply(village, ask.seat, silence(village, ask.seat))
    assert village.cards == village.dealt
    assert (Role.SEER, NONE, NONE, NONE) in village.learnt[0]


def test_a_silent_drunk_takes_any_center_card() -> None:
    taken = set()
    for number in range(40):
        village = dealt(["drunk", "villager", "villager"], ["werewolf", "werewolf", "villager"])
        village.seed = bytes([number]) * 32
        while isinstance(village.todo[-1], Wake):
            for ask in asks(village):
                apply(village, ask.seat, silence(village, ask.seat))
        taken.add(village.learnt[0][-1][1])
    assert taken == {10, 11, 12}


def test_a_silent_doppelganger_looks_at_anybody() -> None:
    looked = set()
    for number in range(40):
        village = dealt(["doppelganger", "villager", "villager"], ["werewolf", "seer", "villager"])
        village.seed = bytes([number]) * 32
        looked.add(silence(village, Seat(0)).value)
    assert looked == {1, 2}


# ── no tells ────────────────────────────────────────────────────────────────────────────────────


def test_sleepers_are_asked_what_the_woken_are_asked() -> None:
    rng = Random(3)
    for seats in (3, 5, 10):
        village = start(ONENIGHT, seats, rng.randbytes(32))
        while isinstance(question := village.todo[-1], Look | Wake):
            shapes = {tuple(choice.verb for choice in ask.choices) for ask in asks(village)}
            assert len(shapes) == 1, question
            play_slot(village, rng)


def frames_to_all(village: Village, first: int) -> list[bytes]:
    """What a host sends every seat when a slot ends."""
    table = opened("onenight", village.seats, {}, Random(0))
    table.lasting.phase, table.lasting.state = "playing", village
    seat_people(table)
    table.present.told = dict.fromkeys(table.peers(), first)
    table.tell_all()
    return [pack(message) for _, message in table.out]


@pytest.mark.parametrize("seats", [3, 6, 10])
def test_everybody_is_sent_as_many_bytes_as_everybody_else(seats: int) -> None:
    rng = Random(seats)
    village = start(ONENIGHT, seats, rng.randbytes(32))
    while isinstance(village.todo[-1], Look | Wake):
        assert village.events is not None
        first = len(village.events)
        play_slot(village, rng)
        if not isinstance(village.todo[-1], Look | Wake):
            break
        frames = frames_to_all(village, first)
        assert len(frames) == seats
        assert len({len(frame) for frame in frames}) == 1


PAIRS = 600


def test_a_night_is_the_same_in_worlds_that_a_seat_cannot_tell_apart() -> None:
    """The bytes, sizes and number of frames to one seat, while others do different things."""
    pairs = seed = 0
    while pairs < PAIRS:
        seed += 1
        pairs += pairs_of_a_night(seed)


def pairs_of_a_night(seed: int) -> int:
    rng = Random(f"night {seed}")
    wishes = {"cards_doppelganger": "1"} if seed % 2 else {}
    village = start(ONENIGHT, rng.choice((3, 4, 5, 6)), rng.randbytes(32), wishes)
    seat = Seat(rng.randrange(village.seats))
    table = opened("onenight", village.seats, {}, rng)
    table.lasting.phase, table.present.seated[seat] = "playing", Peer(1)
    pairs = 0
    while isinstance(village.todo[-1], Look | Wake):
        first = len(village.events or ())
        twin = twin_of(ONENIGHT, village, seat, rng)
        twin.seed = village.seed  # chance that nobody has seen yet
        own = rng.choice(next(ask.choices for ask in asks(village) if ask.seat == seat))
        for world in (village, twin):
            for ask in asks(world):
                apply(world, ask.seat, own if ask.seat == seat else rng.choice(ask.choices))
        if view(ONENIGHT, village, seat).state.learnt == view(ONENIGHT, twin, seat).state.learnt:
            one, other = (frames(table, world, seat, first) for world in (village, twin))
            assert one == other, f"seed {seed}: seat {seat} could tell"
            pairs += 1
    return pairs


def frames(table: Any, world: Village, seat: Seat, first: int) -> list[bytes]:
    """What a host sends one seat in a world, after the events it has been told already."""
    draft = table.copy()
    draft.lasting.state = world
    draft.present.told[Peer(1)] = first
    draft.show(Peer(1), seat)
    return [pack(message) for _, message in draft.out]


# ── imagined nights ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("block", range(4))
def test_an_imagined_night_shows_a_seat_what_it_saw(block: int) -> None:
    for seed in range(block * 10, block * 10 + 10):
        rng = Random(f"imagined {seed}")
        wishes = {"cards_doppelganger": "1"} if seed % 2 else {}
        village = start(ONENIGHT, rng.choice(ONENIGHT.seats), rng.randbytes(32), wishes)
        while isinstance(village.todo[-1], Look | Wake):
            play_slot(village, rng)
        for seat in village.everyone():
            seen = view(ONENIGHT, village, seat).state
            dream = Dream(knowledge(seen, seat), rng)
            world = next(world for world in iter(dream.draw, 0) if world is not None)
            lived = relive(seen, world, rng)
            assert lived.cards == [world.dealt[place] for place in world.late]
            if village.dealt[seat] not in (Role.SEER, Role.WEREWOLF, Role.DOPPELGANGER):
                assert lived.learnt[seat] == village.learnt[seat], f"seed {seed}, seat {seat}"


def test_a_choice_of_the_night_can_be_thought_over_until_its_end() -> None:
    village = dealt(["seer", "robber", "villager"], ["hunter", "villager", "villager"])
    question = village.todo[-1]
    assert isinstance(question, Wake)
    assert question.slot == Role.SEER
    assert {ask.window for ask in asks(village)} == {"night"}
    assert Extra.COPIED not in {ask.number for ask in asks(village)}
    assert Choice("nothing", NONE) in asks(village)[0].choices
