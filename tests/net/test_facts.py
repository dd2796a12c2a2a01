"""Only facts change what lasts about a table, and facts are read as they were written."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from engine.core import Seat
from net import facts
from net.facts import Fact
from net.host import Host
from net.journal import Journals
from net.lasting import Lasting
from tests.net.tables import Parlour, opening

NET = Path(facts.__file__).parent
TOKEN = "ab" * 32
FACTS: tuple[Fact, ...] = (
    facts.Secret(TOKEN),
    facts.Sit(Seat(0), "Ana", TOKEN),
    facts.Token(Seat(0), TOKEN, TOKEN),
    facts.Expire(Seat(0)),
    facts.Bot(Seat(1), "Bela", "greedy", "Bela"),
    facts.Free(Seat(1)),
    facts.Keep(Seat(0)),
    facts.Wolf(Seat(1)),
    facts.SendAway(1, "Bo", ["192.0.2.7"], [TOKEN]),
    facts.Lift(1),
    facts.Seal([TOKEN, ""]),
    facts.Void(TOKEN),
    facts.Given(TOKEN, "ab" * 10, [(Seat(0), "draw", 0)]),
    facts.Begin(["00" * 16, ""]),
    facts.Act(Seat(0), 7, "draw", 0),
    facts.Hold(Seat(0), -1, "pass", 0),
    facts.Close(),
    facts.StandIn(Seat(0), True),
    facts.Bank(Seat(0), 12.5),
    facts.End(),
    facts.Lobby(),
    facts.Moved(2, Seat(0)),
    facts.Terms({"game": "moonlight", "seats": 2, "options": {}, "version": 1}, [Seat(0)]),
)
"""Every fact, once."""


def test_every_fact_is_here() -> None:
    assert [type(fact) for fact in FACTS] == list(get_args(facts.ANY_FACT))


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: type(fact).__name__)
def test_a_fact_is_read_as_it_was_written(fact: Fact) -> None:
    plain = facts.written(fact)
    assert plain[0] == type(fact).__struct_config__.tag
    assert facts.read(plain) == fact


@pytest.mark.parametrize(
    "plain",
    [[], ["dance", 1], ["sit", "0", "Ana", TOKEN], ["free"], ["end", 1]],
    ids=str,
)
def test_what_is_no_fact_is_not_read(plain: list[Any]) -> None:
    with pytest.raises(ValueError, match=r"Expected|Invalid"):
        facts.read(plain)


# ── nobody else writes ──────────────────────────────────────────────────────────────────────────

CHANGES = {"append", "extend", "insert", "pop", "remove", "clear", "update", "setdefault", "sort"}


def written_to(tree: ast.AST) -> Iterator[ast.expr]:
    """Everything that some code assigns to, deletes, or changes by a call."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                for target in targets:
                    yield from target.elts if isinstance(target, ast.Tuple) else (target,)
            case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
                yield target
            case ast.Call(func=ast.Attribute(value=changed, attr=attr)) if attr in CHANGES:
                yield changed


def lies_in_what_lasts(target: ast.expr) -> bool:
    """Whether something is part of what lasts, judging by the name that it always has."""
    node: ast.AST = target
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
        name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
        if name == "lasting":
            return True
    return False


@pytest.mark.parametrize("path", sorted(NET.rglob("*.py")), ids=lambda path: path.stem)
def test_only_facts_write_what_lasts(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    written = [ast.unparse(target) for target in written_to(tree) if lies_in_what_lasts(target)]
    check = ["lasting.check"] if path.stem == "table" else []
    assert written == check or path.stem == "facts"


def test_a_copy_of_what_lasts_goes_its_own_way() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.deal()
    before = parlour.table.lasting.copy()
    draft = parlour.table.copy()
    draft.do(facts.End())
    draft.do(facts.Free(Seat(2)))
    assert parlour.table.lasting == before != draft.lasting
    assert before.copy() == before != Lasting.of(parlour.table.opening)


# ── what is not known ───────────────────────────────────────────────────────────────────────────


async def set_aside(folder: Path, header: dict[str, Any], *entries: list[Any]) -> str:
    """What the report says about a journal that a host could not resume."""
    with Journals(folder / "tables") as journals:
        await journals.commit(journals.create("moon1234", header), entries)
    host = Host("Base", folder)
    host.tables.recover()
    assert not host.tables
    await host.stop()
    return (folder / "tables/set-aside/moon1234.journal.1.txt").read_text()


@pytest.mark.parametrize(
    ("more", "entry", "why"),
    [
        ({}, [0, "dance", 1], "dance"),
        ({"encore": True}, [], "encore"),
        ({"seats": "four"}, [], "seats"),
        ({"version": 999}, [], "rules 999"),
        ({"game": "chess"}, [], "chess"),
    ],
)
def test_a_journal_with_something_unknown_is_set_aside_with_what_to_do(
    more: dict[str, Any], entry: list[Any], why: str, tmp_path: Path
) -> None:
    header = opening(3).header() | more
    report = asyncio.run(set_aside(tmp_path, header, *([entry] if entry else [])))
    assert why in report
    assert "start the moontui that wrote it, or delete it" in report
