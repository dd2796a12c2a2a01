"""`moontui records`: what was played, for people, for programs, and as a picture."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.record import to_text
from moontui.client.ledger import Ledger
from moontui.commands.cli import main
from tests.engine.records import NAMES, played
from tests.moontui.desk import keep

RECORD = played()


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ana's folder, with one match in it."""
    monkeypatch.setenv("MOONTUI_DATA", str(tmp_path))
    monkeypatch.setenv("MOONTUI_NAME", "Ana")
    keep(tmp_path, RECORD)
    return tmp_path


@pytest.mark.usefixtures("data")
def test_matches_are_listed_with_their_results(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "records"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert "Wolfmoon, one round: Ana, Bo, Cy, Di." in line
    assert "Won: " in line


def test_programs_get_the_same_as_json(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["records", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (one,) = Ledger(data).all()
    (match,) = told["matches"]
    assert (match["names"], match["winners"]) == ([*NAMES], [*one.winners])
    assert match["won"] is (0 in one.winners)
    assert told["statistics"][0]["played"] == 1


def test_a_match_is_brought_in(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = data / "given.txt"
    given.write_text(to_text(played("other")))
    assert main(["--lang", "en", "records", "--add", str(given)]) == 0
    assert len(Ledger(data).all()) == 2
    given.write_text("nothing")
    assert main(["--lang", "en", "records", "--add", str(given)]) == 1
    assert capsys.readouterr().err == "This record is damaged and cannot be read.\n"


def test_the_last_scene_is_drawn_with_everybody_in_it(data: Path) -> None:
    assert main(["--lang", "en", "records", "--svg", str(data / "scene.svg")]) == 0
    drawn = ElementTree.parse(data / "scene.svg")
    text = "".join(drawn.getroot().itertext()).replace("\xa0", " ")
    assert all(name.upper() in text for name in NAMES)
    assert "the end" in text
    assert "url(http" not in (data / "scene.svg").read_text(), "a picture calls nobody"
