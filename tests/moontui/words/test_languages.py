"""Another language is one folder of words and its name in one line."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import moontui.words
from moontui.words.catalogue import (
    LANGUAGES,
    SHARED,
    Catalogue,
    file_of,
    preferred_language,
    read,
)

ROOT = Path(__file__).parents[3]


def translate(folder: Path, *games: str) -> None:
    """Write a French folder: the English one, with a few words changed to tell them apart."""
    shutil.copytree(ROOT / "moontui" / "words" / "en", folder)
    common = (folder / "common.toml").read_text(encoding="utf-8")
    common = common.replace('language = "English"', 'language = "Français"')
    common = common.replace('over = "The game is over."', 'over = "La partie est finie."')
    (folder / "common.toml").write_text(common, encoding="utf-8")
    for game in games:
        text = file_of("en", game).read_text(encoding="utf-8")
        text = text.replace('title = "Robbers"', 'title = "Voleurs"')
        text = text.replace('"Deal {number}.', '"Donne {number}.')
        (folder / f"{game}.toml").write_text(text, encoding="utf-8")


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """French among the languages, with words for one game."""
    translate(tmp_path / "fr", "robbers")
    monkeypatch.setattr(moontui.words, "__path__", [*moontui.words.__path__, str(tmp_path)])
    yield
    read.cache_clear()


def test_every_language_says_what_it_is_called() -> None:
    names = [Catalogue(language).say("language") for language in LANGUAGES]
    assert names[:2] == ["English", "Deutsch"]
    assert len({*names}) == len(LANGUAGES)


@pytest.mark.usefixtures("french")
def test_a_language_is_a_folder_with_the_words_of_games_in_it() -> None:
    words = Catalogue("fr", "robbers")
    assert words.say("language") == "Français"
    assert words.say("plain", "over") == "La partie est finie."
    assert words.title == "Voleurs"
    assert words.say("events", "round", "they", number=2, seat="Bo") == "Donne 2. Bo deals."


@pytest.mark.usefixtures("french")
def test_a_game_that_nobody_has_translated_speaks_english() -> None:
    words = Catalogue("fr", "onenight")
    assert words.title == "One Night"
    assert words.say("names", "seer") == "Seer"
    assert words.say("plain", "over") == "La partie est finie."


def test_no_game_has_the_name_of_a_catalogue_of_the_program() -> None:
    from moontui.games import FACES

    assert not FACES.keys() & set(SHARED)


def test_a_locale_that_is_none_of_ours_gets_the_first_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert preferred_language() == LANGUAGES[0]


def test_a_folder_and_one_line_are_enough_to_play_in_french(tmp_path: Path) -> None:
    copy = tmp_path / "moontui"
    shutil.copytree(ROOT / "moontui", copy, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("engine", "net"):
        (tmp_path / part).symlink_to(ROOT / part)
    translate(copy / "words" / "fr", "robbers")
    file = copy / "words" / "catalogue.py"
    code = file.read_text(encoding="utf-8")
    line = 'LANGUAGES = ("en", "de")\n'
    assert code.count(line) == 1
    file.write_text(code.replace(line, 'LANGUAGES = ("en", "de", "fr")\n'), encoding="utf-8")
    words = ("solo", "--plain", "--game", "robbers", "--length", "round", "--lang", "fr")
    told = subprocess.run(
        [sys.executable, "-m", "moontui", *words, "--level", "easy"],
        input="1\n" * 100,
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    ).stdout
    assert told.startswith("Voleurs against ")
    assert "Donne 1." in told
    assert told.endswith("La partie est finie.\n")
