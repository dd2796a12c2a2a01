"""A night told in one room: the same words and pauses whoever is awake, by what all may know."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.core import Ask, Choice
from engine.games.onenight import ONENIGHT
from engine.games.onenight.roles import Role, slots_of
from engine.games.onenight.state import Village
from engine.play import apply, asks, start
from moontui.app.screens.stage import StageGame
from moontui.games.onenight.narration import room
from moontui.narrator.room import Room
from moontui.narrator.script import Cue
from moontui.words.catalogue import LANGUAGES, Catalogue
from tests.extent import some
from tests.moontui.app.test_pictures import picture
from tests.moontui.scenes import ME, session_at, update_for
from tests.moontui.sitting import sitting

ALOUD = {"talk": "aloud", "set": "lively", "night": "15"}


def nights(village: Village) -> list[Ask]:
    """What is asked from the look at one's card to the vote, everybody answering at random."""
    rng, asked = Random(3), []
    while open_asks := asks(village):
        asked.append(open_asks[0])
        for ask in open_asks:
            apply(village, ask.seat, rng.choice(ask.choices))
    return asked


@pytest.mark.parametrize("seats", some([5], [3, 5, 7, 10]))
def test_every_call_is_followed_by_the_same_pause(seats: int) -> None:
    village = start(ONENIGHT, seats, bytes([seats]) * 32, {**ALOUD, "cards_doppelganger": "1"})
    cues = [cue for ask in nights(village) for cue in room(village.roles, ask, ALOUD, False)]
    called = [cue for cue in cues if cue.key.startswith(("wake_", "second"))]
    assert {cue.pause for cue in called} == {15.0}
    woken = [cue.key for cue in cues if cue.key.startswith("wake_")]
    assert len(woken) == len(slots_of(village.roles, lone=True))
    assert [key.replace("wake_", "sleep_") for key in woken] == [
        cue.key for cue in cues if cue.key.startswith("sleep_")
    ]


def test_the_voice_says_the_same_in_all_worlds() -> None:
    said = set()
    for seed in range(6):
        village = start(ONENIGHT, 5, bytes([seed]) * 32, ALOUD)
        said.add(
            tuple(cue for a in nights(village) for cue in room(village.roles, a, ALOUD, False))
        )
    assert len(said) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_words_for_all_that_is_said_in_a_room(language: str) -> None:
    words = Catalogue(language, "onenight")
    everything = tuple(map(int, Role))
    for slot in slots_of(everything, lone=True):
        for prompt in ("night", "night_second"):
            for cue in room(everything, Ask(ME, prompt, (), "night", None, slot), ALOUD, False):
                assert words.say("room", cue.key).endswith((".", "!"))
    others = [Ask(ME, "", (), window) for window in ("look", "aloud", "vote")]
    for cue in (c for ask in others for c in room(everything, ask, ALOUD, False)):
        assert words.say("room", cue.key)
    assert [cue.key for cue in room((), None, {}, True)] == ["three", "two", "one", "now"]


async def test_one_sentence_is_said_after_another_with_its_pause() -> None:
    told: list[str | float] = []

    async def tell(cue: Cue) -> None:
        told.append(cue.key)

    async def sleep(seconds: float) -> None:
        told.append(seconds)

    teller = Room(tell, sleep)
    teller.add([Cue("wake_seer", 5.0), Cue("sleep_seer", 0.0)])
    teller.add([Cue("wake_robber", 5.0)])
    await teller.talk()
    assert told == ["wake_seer", 5.0, "sleep_seer", 0.0, "wake_robber", 5.0]


async def test_who_is_far_behind_says_only_what_is_new() -> None:
    told: list[str] = []

    async def tell(cue: Cue) -> None:
        told.append(cue.key)

    async def sleep(seconds: float) -> None:
        pass

    teller = Room(tell, sleep)
    for number in range(7):
        teller.add([Cue(f"{number}", 0.0)])
    await teller.talk()
    assert told == ["5", "6"]


async def test_a_kiosk_shows_the_same_cells_and_says_the_same_words_in_both_worlds(
    tmp_path: Path,
) -> None:
    village = start(ONENIGHT, 5, bytes(32), ALOUD)
    for ask in asks(village):
        apply(village, ask.seat, Choice("seen"))
    other = village.copy()
    other.dealt, other.cards = village.dealt[::-1], village.cards[::-1]
    seen: list[list[str]] = []
    for world in (village, other):
        async with sitting(tmp_path, size=(120, 40)) as table:
            session = session_at(world, seat=None, options=ALOUD)
            said: list[str] = []

            async def tell(cue: Cue, said: list[str] = said) -> None:
                said.append(cue.key)

            async def sleep(seconds: float, said: list[str] = said) -> None:
                said.append(f"{seconds}")

            narrating = table.app.narrating
            narrating.on, narrating.room = True, Room(tell, sleep)
            table.app.session = session
            await table.app.push_screen(StageGame(session))
            update = update_for(world, seat=None, turn=session.turn + 1)
            session.hear(update)
            table.app.follow(session, update)
            await table.app.workers.wait_for_complete(
                [worker for worker in table.app.workers if worker.group == "narrator"]
            )
            await table.settle()
            seen.append([picture(table.app), *said])
    assert seen[0] == seen[1]
    assert seen[0][1:3] == ["wake_werewolf", "15.0"]
