"""What is typed to the table, where it clearly is a statement, can be said as one."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import Choice
from engine.games.onenight.claims import SURE, WOLF
from engine.games.onenight.roles import Role
from moontui.app.widgets.chat import ChatLine
from moontui.app.widgets.panels import Prompt
from moontui.games.onenight.overheard import overheard
from tests.moontui.games.test_onenight import at
from tests.moontui.scenes import NAMES
from tests.moontui.sitting import sitting

NAMED = ["Root", "Ada", "Bela", "Cleo", "Dario"]
ALL = tuple(map(int, Role))
WEREWOLF, SEER, ROBBER = int(Role.WEREWOLF), int(Role.SEER), int(Role.ROBBER)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("so ada has the wolf", [("think", 0), ("seat", 1), ("role", WEREWOLF), ("sure", 1)]),
        ("also hat Ada den Wolf!", [("think", 0), ("seat", 1), ("role", WEREWOLF), ("sure", 1)]),
        ("Maybe Bela is a werewolf", [("think", 0), ("seat", 2), ("role", WEREWOLF), ("sure", 0)]),
        (
            "Cleo muss der Werwolf sein",
            [("think", 0), ("seat", 3), ("role", WEREWOLF), ("sure", 2)],
        ),
        ("I was the seer", [("was", 0), ("role", SEER), ("unsaid", 0)]),
        ("ich war Dorfbewohner", [("was", 0), ("role", int(Role.VILLAGER))]),
        ("i saw ada: seer", [("saw", 0), ("seat", 1), ("role", SEER)]),
        ("ich hab bei Bela den Räuber gesehen", [("saw", 0), ("seat", 2), ("role", ROBBER)]),
        ("I robbed Ada and got seer", [("robbed", 0), ("seat", 1), ("role", SEER)]),
        ("ich habe Ada und Cleo getauscht", [("swapped", 0), ("seat", 1), ("seat", 3)]),
        ("i vote for dario", [("will_vote", 0), ("seat", 4)]),
        ("ich stimme für Bela", [("will_vote", 0), ("seat", 2)]),
        ("I trust Cleo", [("vouch", 0), ("seat", 3)]),
        ("ich vertraue Cleo", [("vouch", 0), ("seat", 3)]),
        ("Ada, are you the wolf?", [("ask", 0), ("seat", 1), ("topic", WOLF)]),
        ("bela, was warst du?", [("ask", 0), ("seat", 2), ("topic", 0)]),
        ("ada and bela cannot both be that", [("both", 0), ("seat", 1), ("seat", 2)]),
        ("Ada und Bela können nicht beide Seherin sein", [("both", 0), ("seat", 1), ("seat", 2)]),
        ("everybody points left", [("circle", 0)]),
        ("alle nach links", [("circle", 0)]),
    ],
)
def test_a_clear_statement_is_understood(typed: str, meant: list[tuple[str, int]]) -> None:
    assert overheard(typed, NAMED, 0, ALL) == meant


@pytest.mark.parametrize(
    "typed",
    [
        "hello everybody",
        "Ada is not the wolf",
        "if Ada is the wolf, we win",
        "Ada or Bela is the wolf",
        "is Ada the wolf?",
        "Ada ist kein Werwolf",
        "wenn Ada der Wolf ist, gewinnen wir",
        "Ada and Bela: one is the wolf",
        "the wolf is among us",
        "Root is the wolf",
        "I was the seer or the robber",
        "",
    ],
)
def test_whatever_is_not_clear_is_only_talk(typed: str) -> None:
    assert overheard(typed, NAMED, 0, ALL) is None


def test_nobody_speaks_of_cards_that_are_not_in_the_set() -> None:
    assert overheard("I was the tanner", NAMED, 0, (WEREWOLF, SEER, ROBBER)) is None


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
async def test_it_is_offered_under_a_key_of_its_own_and_never_said_by_itself(
    by_mouse: bool, tmp_path: Path
) -> None:
    async with sitting(tmp_path, at("talk_opening", 5)) as table:
        line = table.screen.query_one(ChatLine)
        table.screen.on_chat_line_spoken(ChatLine.Spoken(f"so {NAMES[1].lower()} has the wolf"))
        await table.settle()
        assert not line.is_open
        assert table.answer is None
        meant = next(choice for choice in table.keys if choice.verb == "meant")
        assert table.keys[meant] == "="
        await (table.click(Prompt, meant) if by_mouse else table.press("="))
        assert table.answer is None
        assert f"{NAMES[1]} is probably a Werewolf" in table.sentence
        await (table.click(Prompt, "commit") if by_mouse else table.press("enter"))
        assert table.answer == Choice("think")
        wanted = [Choice("seat", 1), Choice("role", WEREWOLF), SURE[1]]
        assert table.session.answers.rest == wanted
