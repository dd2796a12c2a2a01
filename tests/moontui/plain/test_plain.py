"""The line game: it can be played to the end, and nothing that is typed can break it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from engine.bots.personas import company
from engine.core import Choice, Event, Seat
from engine.fixed import Bots
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.state import Table
from engine.play import apply, settle, start, view
from moontui.commands.cli import main
from moontui.commands.tables import asked, tables_in_words
from moontui.games.wolfmoon.teller import WolfmoonTeller
from moontui.plain.client import table_lines
from moontui.plain.solo import Talk, play
from moontui.plain.table import LineTable, in_english
from moontui.words.catalogue import LANGUAGES, Catalogue
from net.lan.announcement import Found
from net.messages import Create
from tests.moontui.rooms import host
from tests.net.tables import Parlour
from tests.scenarios.wolfmoon import given

NAMES = ("Ana", "Bo", "Cy", "Di", "Eli", "Fay")


def line_game(table: Table, read: Callable[[str], str], language: str = "en") -> list[str]:
    """Play a table in lines as seat 0; returns what was written."""
    words = Catalogue(language, "wolfmoon")
    written: list[str] = []
    personas = [one.persona for one in company("Ana", table.seats)]
    bots = Bots(WOLFMOON, b"secret", ["greedy"] * table.seats, personas)
    teller = WolfmoonTeller(words, NAMES[: table.seats], Seat(0))
    play(WOLFMOON, table, Seat(0), bots, LineTable(teller, words, written.append), read)
    return written


def typing(*lines: str) -> Callable[[str], str]:
    """A player who types these lines and then leaves."""
    feed: Iterator[str] = iter(lines)

    def read(prompt: str) -> str:
        try:
            return next(feed)
        except StopIteration:
            raise EOFError from None

    return read


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("seed", range(6))
def test_a_match_can_be_played_to_the_end_with_every_command(seed: int, language: str) -> None:
    rng = Random(seed)
    table = start(WOLFMOON, 3 + seed % 4, seed.to_bytes(32, "big"))

    def read(prompt: str) -> str:
        return rng.choice(["?", "hand", "table", "notes", "log 3", "1", "2", "3", "rules"])

    written = line_game(table, read, language)
    assert written[-1] == Catalogue(language, "wolfmoon").say("plain", "over")
    assert WOLFMOON.outcome(table)


def test_a_question_lists_its_choices_by_number() -> None:
    table = given("P0 TR; P1 SE; P2 NW; pile VI,..")
    written = line_game(table, typing("1", "2"))
    assert written[-4:-1] == ["Whose card do you guess?", "  1  Bo", "  2  Cy"]


def test_a_question_with_one_answer_answers_itself() -> None:
    table = given("P0 TR; P1 SE; P2* NW; pile VI,..")
    written = line_game(table, typing("1", "2"))
    assert "You have only one choice: Bo." in written
    assert "1 Villager: which value does Bo hold?" in written


def test_help_says_what_is_not_possible_and_why() -> None:
    table = given("P0 TR; P1 SE; P2* NW; P3 GI; pile VI,..")
    written = line_game(table, typing("1", "2", "?"))
    assert "  not possible: Cy, protected until their next turn" in written
    assert "  not possible: yourself, not on yourself" in written


@pytest.mark.parametrize(
    "text",
    ["0", "3", "-1", "99999999999999999999", "00001", "", " ", "x", "1 2", "²", "\x1b[2J", "\x00"],
)
def test_what_is_no_choice_gets_one_sentence_and_changes_nothing(text: str) -> None:
    table = given("P0 TR; P1 SE; P2 NW; pile VI,..")
    before = table.copy()
    written = line_game(table, typing(text))
    assert table == before
    assert written[-2].startswith("There is no choice")
    assert written[-2].isprintable()


def test_a_player_is_told_only_what_the_seat_may_know() -> None:
    table = given("P0 TR; P1 MA; P2 NW; pile SE,..")
    written = line_game(table, typing("1", "1", "1", "q"))
    assert not any("Mayor" in line for line in written)
    table = given("P0 TR; P1 MA; P2 NW; pile SE,..")
    written = line_game(table, typing("1", "2", "1", "notes"))
    assert "You see Bo's hand: 9 Mayor." in written


def test_the_command_plays_the_same_game_for_the_same_seed() -> None:
    def run() -> str:
        return subprocess.run(
            [sys.executable, "-m", "moontui", "solo", "--seed", "moon", "--lang", "en"],
            input="1\n" * 2_000,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    first = run()
    assert first == run()
    assert "The match goes to" in first
    assert first.endswith("The game is over.\n")


@pytest.mark.parametrize("name", ["Robin", "ada"])
def test_the_bots_of_a_line_game_are_those_that_the_app_seats(name: str) -> None:
    parlour = Parlour(name, seats=4)
    parlour.deal()
    players = parlour.table.room().players
    assert [(player.persona, player.name) for player in players] == company(name, 4)


def test_bots_of_a_line_game_like_what_their_personas_like() -> None:
    personas = [one.persona for one in company("Robin", 3)]
    bots = Bots(WOLFMOON, b"secret", ["medium"] * 3, personas)
    styles = [getattr(bots.at(Seat(seat)), "style", None) for seat in range(3)]
    assert styles[1:] == [WOLFMOON.styles["Ada"], WOLFMOON.styles["Bela"]]


@pytest.mark.parametrize(
    ("mood", "speakers"), [("lively", {"[b] Ada", "[c] Bela"}), ("off", set())]
)
def test_bots_of_a_line_game_talk_as_much_as_they_are_meant_to(
    mood: str, speakers: set[str]
) -> None:
    written: list[str] = []
    words = Catalogue("en", "wolfmoon")
    personas = ["", "Ada", "Bela"]
    lines = LineTable(WolfmoonTeller(words, NAMES[:3], Seat(0), personas), words, written.append)
    lines.teller.names = ["Robin", "Ada", "Bela"]
    talk, story = Talk(WOLFMOON, lines, mood, "moon"), [Event("round", Seat(0), number=1)]
    for by in (1, 2) * 30:
        story.append(Event("out", Seat(by), Seat(3 - by)))
        talk.follow(story)
    assert {line.partition(":")[0] for line in written} == speakers


def test_the_command_names_them() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "moontui", "solo", "--plain", "--seed", "moon", "--lang", "en"],
        input="q\n",
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert told.startswith("Wolfmoon against Edda, Dario, Ines.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_can_be_typed_comes_from_the_catalogues(language: str) -> None:
    words = Catalogue(language, "wolfmoon")
    spoken = [words.say("commands", key).split()[0] for key in words.parts("commands")]
    english = [Catalogue("en").say("commands", key).split()[0] for key in words.parts("commands")]
    for command in {*spoken, *english}:
        written = line_game(given("P0 TR; P1 SE; P2 NW; pile VI,.."), typing(command), language)
        assert words.say("plain", "not_a_choice", text=command, most=2) not in written


def test_another_language_needs_words_and_no_code() -> None:
    class French(Catalogue):
        def say(self, *path: str, **values: object) -> str:
            return "règles" if path == ("commands", "rules") else super().say(*path, **values)

    written: list[str] = []
    words = French("en", "wolfmoon")
    lines = LineTable(WolfmoonTeller(words, NAMES[:3], Seat(0)), words, written.append)
    shown = view(WOLFMOON, given("P0 TR; P1 SE; P2 NW; pile VI,.."), Seat(0))
    for command in ("règles", "rules"):
        assert lines.typed(command, shown) is None
    assert written[: len(written) // 2] == written[len(written) // 2 :]
    assert not any("règles" in line for line in written)


def test_the_command_says_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("moontui ")


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        (0, "no table yet"),
        (1, "One Night, 2 of 5 seats taken"),
        (3, "3 tables; One Night, 2 of 5 seats taken"),
    ],
)
def test_a_host_is_listed_with_what_it_plays(tables: int, words: str) -> None:
    host = Found("Moon", "", 0, tables, "onenight", 2, 5, "1", False, True, "", "local")
    assert tables_in_words(host, Catalogue("en")) == words


async def test_a_host_that_was_met_before_is_asked_for_its_tables(tmp_path: Path) -> None:
    async with host(tmp_path, Create("onenight", 5, title="Night")) as house:
        met = Found("", "127.0.0.1", house.port, 0, "", 0, 0, "", False, False, "", "recent")
        row, heard = await asked(met)
        assert tables_in_words(row, Catalogue("en")) == "One Night, 0 of 5 seats taken"
        (line,) = table_lines(Catalogue("en"), heard.rows)
        assert line == "1  Night: One Night, 0 of 5 seats, open"


async def test_a_host_that_does_not_answer_is_not_said_to_have_no_table() -> None:
    silent = Found("", "127.0.0.1", 1, 0, "", 0, 0, "", False, False, "", "recent")
    assert "did not say" in tables_in_words((await asked(silent))[0], Catalogue("en"))


def test_a_wrong_number_of_players_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["solo", "--players", "9"]) == 2
    assert capsys.readouterr().err == "Wolfmoon seats 3 to 6 players, not 9.\n"


def test_the_arena_says_how_a_bot_fares(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--bots", "greedy,random,random,random", "--rounds", "20"]) == 0
    assert "greedy, random, random, random · 5 deals x 4 seats" in capsys.readouterr().out


def test_in_lines_too_a_card_without_a_target_says_what_will_come_of_it() -> None:
    words, written = Catalogue("en", "wolfmoon"), list[str]()
    lines = LineTable(WolfmoonTeller(words, NAMES[:3], Seat(0)), words, written.append)
    table = given("P0 SE; P1* VI; P2* ME; pile TH,..")
    settle(table)
    apply(table, Seat(0), Choice("draw"))
    lines.put(view(WOLFMOON, table, Seat(0)))
    thief = next(line for line in written if "Thief" in line)
    assert thief.endswith("There is nobody to swap with. You still take another turn.")


# ── what begins with a slash ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_with_a_slash_means_two_things(language: str) -> None:
    words = Catalogue(language)
    names = words.parts("slash")
    for name in names:
        word = words.say("slash", name)
        assert in_english(words, f"/{word}") == f"/{name}"
        assert in_english(words, f"/{name}") == f"/{name}"


def test_a_line_with_a_slash_is_understood_in_german_and_in_english() -> None:
    words = Catalogue("de")
    for line in ("/Neu wolfmoon 4 3 privat uhr", "/new wolfmoon 4 3 private clock"):
        assert in_english(words, line) == "/new wolfmoon 4 3 private clock"


def test_what_is_to_be_said_is_never_translated() -> None:
    assert in_english(Catalogue("de"), "/sag bereit  ja") == "/say bereit  ja"
    assert in_english(Catalogue("de"), "bereit") == "bereit"


def test_every_word_with_a_slash_that_is_told_can_be_typed() -> None:
    for language in LANGUAGES:
        words = Catalogue(language)
        known = {words.say("slash", name) for name in words.parts("slash")}
        told = re.findall(r"(?<![\w/])/(\w+)", words.say("guest", "help"))
        assert told, language
        assert set(told) <= known, language


def test_a_line_game_begins_with_what_it_is_about_and_does_not_repeat_it() -> None:
    words = Catalogue("en", "wolfmoon")
    written: list[str] = []
    line_table = LineTable(WolfmoonTeller(words, NAMES[:3], Seat(0)), words, written.append)
    line_table.tell([Event("round", Seat(1), number=1), Event("round", Seat(2), number=2)])
    assert written == [words.say("aim"), "Round 1. Bo begins.", "Round 2. Cy begins."]


def test_a_card_comes_with_its_text_the_first_time_it_is_offered() -> None:
    table = given("P0 TR; P1 SE; P2 NW; pile VI,..")
    written = line_game(table, typing("1", "hand"))
    offered = written.index("  2  1 Villager")
    assert written[offered + 1] == "     Name a value: if it is the target's card, they are out."


def test_after_a_game_there_may_be_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MOONTUI_DATA", str(tmp_path))
    monkeypatch.setattr("moontui.commands.solo.sys", Terminal)
    answers = iter(["y", "n"])

    def read(prompt: str) -> str:
        return next(answers) if "Another one?" in prompt else "1"

    monkeypatch.setattr("builtins.input", read)
    wish = ["solo", "--plain", "--game", "moonlight", "--length", "round", "--lang", "en"]
    assert main([*wish, "--seed", "x", "--level", "random"]) == 0
    told = capsys.readouterr().out
    assert told.count("The game is over.") == 2


class Terminal:
    """What the line game asks of a terminal."""

    class stdin:  # noqa: N801  # as in sys
        isatty = staticmethod(lambda: True)

    stdout = stdin
