"""The narrator goes by the set: the same sentences and the same pauses whoever holds which card."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games.onenight.roles import LIVELY, Role, slots_of
from moontui.games.onenight.narration import narration, night, read_set
from moontui.narrator.claims import Claims
from moontui.narrator.evening import Evening
from moontui.narrator.script import Cue, NoSuchSet
from moontui.narrator.voice import VOICES, Voice
from moontui.words.catalogue import LANGUAGES, Catalogue


@pytest.mark.parametrize("players", LIVELY)
def test_every_role_of_the_set_is_called_for_the_same_time(players: int) -> None:
    cues = night(tuple(map(int, LIVELY[players])), 9.0)
    called = [cue for cue in cues if cue.key.startswith("wake_")]
    assert len(called) == len(slots_of(LIVELY[players]))
    assert {cue.pause for cue in called} == {9.0}
    assert len({cue.pause for cue in cues if cue.key.startswith("sleep_")}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_words_for_every_sentence(language: str) -> None:
    words, told = Catalogue(language, "onenight"), narration("", 5, 1.0)
    for cue in (*night(tuple(map(int, Role)), 1.0), *told.vote):
        assert words.say("narrator", cue.key).endswith((".", "!", "?"))


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("seer,seer,villager,villager,villager,werewolf", "copies"),
        ("werewolf", "size"),
        ("wolf,seer", "no_role"),
        ("mason,seer,villager,villager,villager,werewolf", "masons"),
    ],
)
def test_a_set_that_nobody_can_play_is_refused(typed: str, why: str) -> None:
    with pytest.raises(NoSuchSet) as refused:
        read_set(typed, 5)
    assert refused.value.why == why


def test_cards_are_known_by_their_names_in_every_language() -> None:
    typed = "Werwolf, Seherin, robber, Unruhestifterin, villager, VILLAGER"
    assert len(read_set(typed, 0)) == 6


async def told(act: str = "") -> tuple[list[Cue], list[float]]:
    """What is said in a game, and how long it is quiet in between; something may be done by day."""
    said: list[Cue] = []
    pauses: list[float] = []
    done: list[str] = []

    async def tell(cue: Cue) -> None:
        said.append(cue)

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if act and not done and evening.left == 3:
            done.append(act)
            getattr(evening, act)()

    evening = Evening(narration("", 3, 1.0), tell, lambda: None, 5, sleep)
    evening.toggle()
    await evening.play()
    return said, pauses


async def test_an_evening_goes_from_the_cards_to_the_arms() -> None:
    said, _ = await told()
    assert said[0].key == "look"
    assert [cue.key for cue in said[-6:]] == ["time", "three", "two", "one", "now", "reveal"]


async def test_a_minute_can_be_added_and_the_talk_be_ended() -> None:
    (_, usual), (_, longer) = await told(), await told("add")
    assert sum(longer) == pytest.approx(sum(usual) + 60)
    (_, ended) = await told("end_day")
    assert sum(ended) < sum(usual)


async def test_a_sentence_reaches_a_voice_on_its_standard_input_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = tmp_path / "heard"
    command = ("sh", "-c", f'cat > "{heard}"; echo "$#" >> "{heard}"', "voice")
    monkeypatch.setitem(VOICES, "espeak-ng", {"en": command})
    await Voice("en", lambda name: name == "espeak-ng").say("Seer, $(reboot); close your eyes.")
    assert heard.read_text() == "Seer, $(reboot); close your eyes.\n0\n"


async def test_without_a_program_that_speaks_it_is_quiet() -> None:
    voice = Voice("en", lambda name: None)
    await voice.say("Nobody hears this.")
    assert voice.name == ""


def test_more_who_say_to_be_the_seer_than_there_are_seers_clash() -> None:
    claims = Claims(read_set("", 5), 5)
    claims.said = {0: Role.SEER, 3: Role.SEER, 1: Role.TROUBLEMAKER}
    (clash,) = claims.clashes()
    assert (clash.role, clash.players, clash.copies) == (Role.SEER, (0, 3), 1)
