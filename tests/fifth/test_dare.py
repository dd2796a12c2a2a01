"""A fifth game takes two folders and nothing else: it is hosted, shown, told, kept and replayed."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.games
import moontui.games
from engine.games import GAMES
from engine.proof import verify
from engine.record import from_text
from moontui.app.screens.game import GameScreen
from moontui.app.screens.replay import ReplayScreen
from moontui.app.screens.result import ResultScreen
from moontui.app.widgets.board import Board
from moontui.client.ledger import Ledger
from moontui.client.records import read_record, replay_of
from moontui.games import FACES, playable
from moontui.words.catalogue import LANGUAGES, Catalogue, read
from net import messages as said
from tests.engine.laws import LAWS, may_part, two_worlds
from tests.engine.records import played
from tests.fifth import fifth_game
from tests.moontui.desk import desk
from tests.moontui.rooms import SIZE, host, new_app, reads, until
from tests.moontui.words.test_catalogue import blanks, messages

ROOT = Path(__file__).parents[2]
MATCH = said.Create("dare", 2, bots=1, title="Night", pace=0)
DARES = "1"
"""The key to dare; pressing it again confirms."""


@pytest.fixture
def dare() -> Iterator[None]:
    """Dare among the games."""
    with fifth_game():
        yield


def test_it_is_there_only_while_it_is_put_in() -> None:
    before = (engine.games.__path__[:], moontui.games.__path__[:])
    titles = list(GAMES)
    with fifth_game():
        assert playable() == [*titles, "dare"]
        assert GAMES["dare"].id == "dare"
        assert FACES["dare"].teller().__name__ == "DareTeller"
        assert Catalogue("de", "dare").title == "Mutprobe"
    assert playable() == titles
    assert "dare" not in GAMES
    assert "dare" not in FACES
    assert Catalogue("de").game_called("dare") == "dare"
    assert (engine.games.__path__, moontui.games.__path__) == before
    assert [name for name in sys.modules if "games.dare" in name] == []
    assert not hasattr(engine.games, "dare")
    assert not hasattr(moontui.games, "dare")


@pytest.mark.usefixtures("dare")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_it_keeps_the_laws(law: object, seed: int) -> None:
    assert callable(law)
    law(GAMES["dare"], seed)


@pytest.mark.usefixtures("dare")
@pytest.mark.parametrize("seed", range(20))
def test_its_worlds_part_only_by_what_is_shown(seed: int) -> None:
    for one, other in two_worlds(GAMES["dare"], seed):
        assert may_part(GAMES["dare"], one, other)


@pytest.mark.usefixtures("dare")
@pytest.mark.parametrize("language", LANGUAGES)
def test_its_words_are_the_same_in_every_language(language: str) -> None:
    english, other = messages(read(LANGUAGES[0], "dare")), messages(read(language, "dare"))
    assert english.keys() == other.keys()
    assert [key for key in english if blanks(english[key]) != blanks(other[key])] == []


@pytest.mark.usefixtures("dare")
async def test_it_is_played_in_the_app_to_its_record_and_replay(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = new_app(tmp_path)
    app.settings.choose(GAMES["dare"])
    app.settings.length, app.settings.pace = "round", 0
    async with app.run_test(size=SIZE) as pilot:
        await reads(pilot, "< Dare >")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await reads(pilot, "who dares", "Your number:")
        assert type(app.screen.query_one(Board)).__module__ == "moontui.games.dare.board"
        session = app.session
        assert session is not None
        async with asyncio.timeout(20):
            while session.record is None:  # a key pressed too early does not count
                await pilot.press(DARES)
                await pilot.pause(0.05)
        await until(pilot, lambda: isinstance(app.screen, ResultScreen))
        await reads(pilot, "The highest number of those who dared wins.")
        await pilot.press("v")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await reads(pilot, "who dares")
    (kept,) = Ledger(tmp_path).all()
    verify(GAMES, read_record(tmp_path / "records" / kept.file))
    assert caplog.text == "", "bots have thought, none was at a loss"


@pytest.mark.usefixtures("dare")
async def test_its_rules_and_records_are_read_in_both_languages(tmp_path: Path) -> None:
    record = played(name="dare", length="match")
    for language, name in (("en", "who dares"), ("de", "wer sich traut")):
        async with desk(tmp_path, language=language) as table:
            await table.open(ReplayScreen(replay_of(record)))
            assert name in table.text()


@pytest.mark.usefixtures("dare")
async def test_it_is_played_in_lines_at_the_table_of_a_host(tmp_path: Path) -> None:
    answers = {
        "1  Night: Dare": "1",
        "/ready": "/ready",
        "Do you dare?": "1",
        "Ready for the next round?": "1",
    }
    async with host(tmp_path / "host", MATCH) as house:
        player = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.fifth", "plain", f"127.0.0.1:{house.port}"),
            *("--name", "Ana", "--lang", "en"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "MOONTUI_DATA": str(tmp_path / "guest")},
        )
        assert player.stdin is not None
        assert player.stdout is not None
        heard = []
        async for line in player.stdout:
            heard.append(line.decode())
            for question, answer in answers.items():
                if question in heard[-1]:
                    player.stdin.write(f"{answer}\n".encode())
            if ".moon" in heard[-1]:  # the record is kept
                player.stdin.close()
        assert await player.wait() == 0
    told = "".join(heard)
    assert "You are dealt a " in told
    assert "The match goes to " in told
    (file,) = (tmp_path / "guest" / "records").glob("*.moon")
    verify(GAMES, from_text(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize(("language", "end"), [("en", "The match goes"), ("de", "Das Match geht")])
def test_it_is_played_alone_in_lines(language: str, end: str) -> None:
    words = ("solo", "--plain", "--game", "dare", "--seed", "moon", "--lang", language)
    told = subprocess.run(
        [sys.executable, "-m", "tests.fifth", *words],
        input="1\n" * 100,
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    ).stdout
    assert end in told


def test_the_command_line_does_not_know_it() -> None:
    words = ("solo", "--plain", "--game", "dare")
    run = subprocess.run(
        [sys.executable, "-m", "moontui", *words], capture_output=True, text=True, cwd=ROOT
    )
    assert run.returncode == 2
    assert "invalid choice: 'dare'" in run.stderr
