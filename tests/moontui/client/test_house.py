"""A player who owns the printed game can write its numbers down, and a table plays with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import Option
from engine.games import GAMES
from engine.games.robbers.icons import CHEST_ICONS, ROBBER_ICONS, as_option
from moontui.client.house import file_for, is_broken, values_of
from moontui.client.settings import Settings
from moontui.client.ways import solo_wish

ROBBERS = GAMES["robbers"]
ICONS = next(option for option in ROBBERS.options if option.key == "icons")
FIVES = (5,) * 15
GOOD = f"chests {' '.join('5' * 15)}\nrobbers {' '.join(map(str, ROBBER_ICONS))}\n"
OWN = as_option(FIVES, ROBBER_ICONS)


def test_without_a_file_there_is_only_the_house_table(tmp_path: Path) -> None:
    assert values_of(ROBBERS, ICONS, tmp_path) == ("house",)
    assert not is_broken(ROBBERS, ICONS, tmp_path)


def test_a_file_in_the_data_folder_is_another_value_of_the_option(tmp_path: Path) -> None:
    (tmp_path / "robbers-icons.txt").write_text(GOOD)
    assert values_of(ROBBERS, ICONS, tmp_path) == ("house", OWN)


@pytest.mark.parametrize("text", ["", "chests 1 2 3", "\0" * 20, "chests " + "7 " * 15])
def test_a_file_that_cannot_be_used_is_broken_and_not_offered(text: str, tmp_path: Path) -> None:
    file_for(ROBBERS, ICONS, tmp_path).write_text(text)
    assert values_of(ROBBERS, ICONS, tmp_path) == ("house",)
    assert is_broken(ROBBERS, ICONS, tmp_path)


def test_a_file_that_is_no_text_or_no_file_is_broken(tmp_path: Path) -> None:
    file = file_for(ROBBERS, ICONS, tmp_path)
    file.write_bytes(b"\xff\xfe chests")
    assert is_broken(ROBBERS, ICONS, tmp_path)
    file.unlink()
    file.mkdir()
    assert is_broken(ROBBERS, ICONS, tmp_path)


def test_options_that_are_not_read_from_files_look_for_none(tmp_path: Path) -> None:
    (tmp_path / "robbers-length.txt").write_text("chests")
    length = Option("length", ("match", "round"))
    assert values_of(ROBBERS, length, tmp_path) == ("match", "round")


def solo(folder: Path) -> dict[str, str]:
    """What a game alone is played with, if the numbers were chosen at some time."""
    settings = Settings(name="Ana", game="robbers", path=folder / "settings.json")
    settings.options["robbers.icons"] = OWN
    return dict(solo_wish(settings).options)


def test_a_game_alone_is_played_with_the_numbers_as_long_as_the_file_has_them(
    tmp_path: Path,
) -> None:
    file = file_for(ROBBERS, ICONS, tmp_path)
    file.write_text(GOOD)
    assert solo(tmp_path)["icons"] == OWN
    file.write_text(GOOD.replace("5", str(CHEST_ICONS[1])))
    assert "icons" not in solo(tmp_path)
