"""docs/protocol.md is all it takes to play: a bot that uses none of our code does."""

from __future__ import annotations

import asyncio
import dataclasses
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from engine.games import GAMES
from engine.proof import verify
from engine.record import from_text
from moontui.words.catalogue import Catalogue
from net import messages as said
from tests.net.stranger import Stranger
from tests.net.tables import UNHURRIED, quickly
from tests.net.visitors import eventually, hosting
from tests.test_architecture import OURS, imports

ROUND = {"t": "create", "game": "wolfmoon", "options": {"length": "round"}, "pace": 0, "seats": 3}


def test_the_stranger_knows_nothing_of_ours() -> None:
    modules = imports(Path(__file__).with_name("stranger.py"))
    assert not {module.split(".")[0] for module in modules} & OURS


def test_a_stranger_plays_a_match_against_bots_and_can_check_the_deal(tmp_path: Path) -> None:
    async def play() -> Stranger:
        async with hosting(tmp_path, **UNHURRIED) as house:
            stranger = Stranger("Zoe")
            assert await stranger.play(house.port, ROUND | {"bots": 2, "options": {}})
            return stranger

    assert verify(GAMES, from_text(quickly(play()).record)).shuffle == "sealed"


def test_strangers_play_with_each_other_through_all_windows(tmp_path: Path) -> None:
    async def play() -> list[bool]:
        async with hosting(tmp_path, **UNHURRIED) as house:
            first, *others = (Stranger(name) for name in ("Zoe", "Yan", "Xia"))
            begun = asyncio.create_task(first.play(house.port, ROUND))
            await eventually(lambda: bool(first.seated))
            join = {"t": "join", "table": first.seated["table"]}
            return await asyncio.gather(begun, *(one.play(house.port, join) for one in others))

    assert quickly(play()) == [True, True, True]


def test_a_stranger_who_hung_up_comes_back_with_the_token_and_plays_on(tmp_path: Path) -> None:
    async def play() -> bool:
        async with hosting(tmp_path, **UNHURRIED) as house:
            stranger = Stranger("Zoe", patience=1)
            await stranger.play(house.port, ROUND | {"bots": 2})
            seat = stranger.seated
            stranger.patience = 1_000
            wish = {"t": "join", "table": seat["table"], "token": seat["token"]}
            return await stranger.play(house.port, wish)

    assert quickly(play())


DESCRIPTION = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
KINDS: tuple[Any, ...] = (*get_args(said.ANY_FROM_CLIENT), *get_args(said.ANY_FROM_HOST))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__struct_config__.tag)
def test_the_description_knows_every_message(kind: Any) -> None:
    assert f"`{kind.__struct_config__.tag}" in DESCRIPTION


@pytest.mark.parametrize("kind", [*KINDS, said.Row, said.Player], ids=lambda kind: kind.__name__)
def test_the_description_knows_every_field(kind: Any) -> None:
    in_code = set(re.findall(r"\w+", " ".join(re.findall(r"`[^`]*`", DESCRIPTION))))
    assert set(kind.__struct_fields__) <= in_code


@pytest.mark.parametrize("game", GAMES)
def test_the_description_knows_every_field_of_a_state(game: str) -> None:
    title = f"### The state of {Catalogue('en', game).title}\n"
    section = re.split(r"^##", DESCRIPTION.partition(title)[2], flags=re.MULTILINE)[0]
    fields = {field.name for field in dataclasses.fields(GAMES[game].parts[0])}
    assert fields <= set(re.findall(r"`(\w+)`", section))
