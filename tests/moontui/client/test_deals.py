"""A player's own end keeps what it saw of a deal, across a restart, and says what it found."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.record import from_text, to_text
from moontui.client.deals import Deals
from moontui.client.session import Session
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.client import Client
from net.messages import Message
from net.tokens import Tokens
from net.witness import Seen
from tests.net.visitors import NO_LIMITS, House, hosting

ROUND = said.Create("wolfmoon", 3, {"length": "round"}, level="random", bots=2, pace=0)
CHECKED = "Checked: nobody could choose this deal"


async def session(house: House, data: Path, wish: Message) -> Session:
    """Somebody at a table, through the client and the session that the app uses."""
    client = Client("127.0.0.1", house.port, "Ana", Tokens(data / "tokens.json"), tls=False)
    await client.connect()
    client.send(wish)
    async for message in client.messages():
        if isinstance(message, said.Seated):
            break
    return Session(client, lambda game: Catalogue("en", game), data)


async def follow(
    at: Session,
    until: Callable[[Message], bool],
    change: Callable[[Message], Message] = lambda m: m,
) -> None:
    """Play at random until something is heard; what the host says may be changed on the way."""
    rng = Random(1)
    async for message in at.client.messages():
        at.hear(change(message))
        if until(message):
            return
        if at.choices:
            at.act(rng.choice(at.choices))


def is_proof(message: Message) -> bool:
    return isinstance(message, said.Proof)


async def test_when_a_match_ends_the_player_reads_that_the_deal_was_checked(tmp_path: Path) -> None:
    async with hosting(tmp_path / "host", **NO_LIMITS) as house:
        ana = await session(house, tmp_path / "ana", ROUND)
        ana.ready()
        await follow(ana, is_proof)
        assert ana.deal_checked.startswith(CHECKED)
        assert ana.alarm == ""
        await ana.client.close()


async def test_an_app_that_is_started_again_in_the_middle_still_checks_the_deal(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path / "host", **NO_LIMITS) as house:
        before = await session(house, tmp_path / "ana", ROUND)
        before.ready()
        await follow(before, lambda message: isinstance(message, said.Done))
        await before.client.close()
        assert before.client.seated is not None
        table = before.client.seated.table
        token = before.client.seated.token
        ana = await session(house, tmp_path / "ana", said.Join(table, token))
        await follow(ana, is_proof)
        assert ana.deal_checked.startswith(CHECKED)
        await ana.client.close()


async def test_a_host_that_shows_another_record_is_called_out_at_once_and_for_good(
    tmp_path: Path,
) -> None:
    def change(message: Message) -> Message:
        if not isinstance(message, said.Proof):
            return message
        record = from_text(message.record)
        forged = replace(record, moves=record.moves[:-1], end="")
        return said.Proof(message.secret, message.nonces, to_text(forged))

    async with hosting(tmp_path / "host", **NO_LIMITS) as house:
        ana = await session(house, tmp_path / "ana", ROUND)
        ana.ready()
        await follow(ana, is_proof, change)
        assert "WARNING" in ana.alarm
        assert ana.deal_checked == ana.alarm
        assert ana.record is not None, "what convicts the host is kept"
        await ana.client.close()


# ── the file ────────────────────────────────────────────────────────────────────────────────────


def deals_at(path: Path, table: str = "tabl") -> Deals:
    client = Client("127.0.0.1", 0, "Ana", tls=False)
    client.seated = said.Seated(table, 0)
    return Deals(path, client)


def test_deals_are_kept_by_table_for_the_player_alone(tmp_path: Path) -> None:
    deals = deals_at(tmp_path / "deals.json")
    deals.keep(Seen("ab" * 32, nonce="cd" * 16))
    assert deals_at(deals.path).kept() == Seen("ab" * 32, nonce="cd" * 16)
    assert deals_at(deals.path, "other").kept() is None
    assert deals.path.stat().st_mode & 0o777 == 0o600


def test_the_same_table_on_another_host_is_another_table(tmp_path: Path) -> None:
    deals = deals_at(tmp_path / "deals.json")
    deals.keep(Seen("ab" * 32))
    deals.client.seen_pin = b"another key"
    assert deals.kept() is None


def test_only_the_last_tables_are_kept(tmp_path: Path) -> None:
    for number in range(60):
        deals_at(tmp_path / "deals.json", f"t{number}").keep(Seen(f"{number}"))
    kept = list(json.loads((tmp_path / "deals.json").read_text()))
    assert kept == [f"/t{number}" for number in range(10, 60)]


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"/tabl": 7}', '{"/tabl": {"voided": 1e999}}', "[" * 100_000],
    ids=["empty", "a list", "cut off", "a number", "infinite", "deep"],
)
def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "deals.json").write_text(text)
    deals = deals_at(tmp_path / "deals.json")
    assert deals.kept() is None
    deals.keep(Seen("ab" * 32))
    assert deals.kept() == Seen("ab" * 32)
