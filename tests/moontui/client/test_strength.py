"""Bots that match a player: kept with the settings, told openly, moved by finished games alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.bots.strength import MATCH, Strength
from engine.games import GAMES
from moontui.client.settings import Settings
from moontui.client.strength import (
    Moved,
    change_bots,
    explained,
    finished,
    is_matched,
    level_meant,
    level_name,
    played,
    strength_of,
    told,
)
from moontui.client.ways import solo_wish
from moontui.commands.cli import main
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.messages import Message
from tests.moontui.client.test_deals import follow, is_proof, session
from tests.net.visitors import NO_LIMITS, hosting

WOLFMOON = GAMES["wolfmoon"]
ROUND = said.Create("wolfmoon", 3, {"length": "round"}, level="gentle+0", bots=2, pace=0)


def test_the_first_game_ever_is_against_gentle_bots() -> None:
    assert solo_wish(Settings()).level == "gentle+0"


def test_a_level_that_was_chosen_stays(tmp_path: Path) -> None:
    assert solo_wish(Settings(level="hard")).level == "hard"


def test_how_strong_they_are_is_kept_for_each_game(tmp_path: Path) -> None:
    settings = Settings(path=tmp_path / "settings.json")
    moved = played(settings, WOLFMOON, 4, won=True)
    kept = Settings.load(tmp_path / "settings.json")
    assert strength_of(kept, WOLFMOON).level(WOLFMOON) == moved.after != moved.before
    assert strength_of(kept, GAMES["robbers"]) == Strength()


@pytest.mark.parametrize(
    "kept", ["", "x", "nan 1 1.0 won", "inf 1 1.0 won", "1.0", "1.0 -4 1.0 won", "1 2 3"]
)
def test_nonsense_in_the_file_begins_anew(kept: str) -> None:
    assert strength_of(Settings(matched={"wolfmoon": kept}), WOLFMOON) == Strength()


def test_a_place_beyond_the_dial_is_its_end() -> None:
    kept = Settings(matched={"wolfmoon": "77.0 4 9.0 won"})
    assert strength_of(kept, WOLFMOON).level(WOLFMOON) == "hard+0"


def test_only_a_wish_for_matching_bots_is_turned_into_a_point() -> None:
    assert level_meant(Settings(), WOLFMOON, MATCH) == "gentle+0"
    assert level_meant(Settings(), WOLFMOON, "easy") == "easy"
    assert level_meant(Settings(), WOLFMOON, "") == "medium"


@pytest.mark.parametrize(
    ("language", "level", "name"),
    [
        ("en", "easy+40", "easy +40 %"),
        ("de", "easy+40", "leicht +40 %"),
        ("en", "easy+0", "easy"),
        ("en", "easy+4000", "easy+4000"),
        ("en", "wise", "wise"),
    ],
)
def test_a_point_is_called_after_the_level_below(language: str, level: str, name: str) -> None:
    assert level_name(Catalogue(language), level) == name


def test_the_player_is_told_what_moves_the_bots_and_where_they_stand() -> None:
    settings = Settings(matched={"wolfmoon": "1.400 7 0.400 won"})
    text = explained(Catalogue("en"), settings, WOLFMOON, 4)
    assert "33 %" in text
    assert "easy +40 %" in text
    assert "7" in text


async def test_the_end_of_a_match_counts_once(tmp_path: Path) -> None:
    settings = Settings(path=tmp_path / "settings.json")
    moves: list[Moved] = []

    def heard(message: Message) -> bool:
        moved = finished(settings, ana)
        moves.extend([moved] if moved is not None else [])
        return is_proof(message)

    async with hosting(tmp_path / "host", **NO_LIMITS) as house:
        ana = await session(house, tmp_path / "ana", ROUND)
        ana.ready()
        await follow(ana, heard)
        assert ana.is_over
        assert strength_of(settings, WOLFMOON).games == len(moves) == 1
        await ana.client.close()


async def test_the_next_match_is_against_the_bots_that_the_last_one_earned(tmp_path: Path) -> None:
    async with hosting(tmp_path / "host", **NO_LIMITS) as house:
        ana = await session(house, tmp_path / "ana", ROUND)
        names = []
        ana.ready()
        await follow(ana, is_proof)
        names.append(ana.names)
        change_bots(ana, "easy+40")
        ana.ready()
        await follow(ana, lambda message: isinstance(message, said.Update))
        assert [player.level for player in ana.players] == ["", "easy+40", "easy+40"]
        assert ana.names == names[0], "they are the same persons"
        assert is_matched(ana)
        await ana.client.close()


async def test_a_game_against_bots_of_a_chosen_level_does_not_count(tmp_path: Path) -> None:
    settings = Settings()
    wish = said.Create("wolfmoon", 3, {"length": "round"}, level="gentle", bots=2, pace=0)
    async with hosting(tmp_path / "host", **NO_LIMITS) as house:
        ana = await session(house, tmp_path / "ana", wish)
        ana.ready()
        await follow(ana, lambda message: finished(settings, ana) is not None or is_proof(message))
        assert settings.matched == {}
        await ana.client.close()


@pytest.mark.parametrize("level", [(), ("--level", "match")], ids=str)
def test_in_lines_it_is_told_before_and_after_and_the_result_is_kept(
    level: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("MOONTUI_DATA", str(tmp_path))
    monkeypatch.setattr("builtins.input", lambda prompt="": "1")
    main(["solo", "--plain", "--lang", "en", *level, "--length", "round"])
    out = capsys.readouterr().out
    assert "until you win about 33 % of games. Now: gentle; games counted: 0." in out
    assert "Matched bots: gentle" in out
    assert strength_of(Settings.load(tmp_path / "settings.json"), WOLFMOON).games == 1


def test_it_is_told_what_a_game_has_changed() -> None:
    words = Catalogue("en")
    assert (
        told(words, Moved("gentle+0", "easy+40"))
        == "Matched bots: gentle this time, easy +40 % next time."
    )
    assert (
        told(words, Moved("gentle+0", "gentle+0"))
        == "Matched bots: gentle, and the same next time."
    )
