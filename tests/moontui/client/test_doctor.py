"""The doctor names what keeps two machines apart, and contradicts itself nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from moontui.client.checkup import broadcast_echo, knock, reaches_back
from moontui.client.place import Place
from moontui.client.trust import KnownHosts
from moontui.commands import doctor
from moontui.commands.doctor import Finding, findings, port_state, way_to
from moontui.words.catalogue import Catalogue
from tests.moontui.rooms import host

HERE = "127.0.0.1"
WORDS = Catalogue("en")


async def test_the_own_host_is_told_from_anothers_and_from_another_program(tmp_path: Path) -> None:
    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with host(tmp_path / "own") as house:
        assert (await port_state([HERE], tmp_path / "own", house.port))[:2] == (True, "port_own")
        assert (await port_state([HERE], tmp_path, house.port))[:2] == (True, "port_host")
    async with await asyncio.start_server(hang_up, HERE, 0) as server:
        port = server.sockets[0].getsockname()[1]
        assert await port_state([HERE], tmp_path, port) == (False, "port_taken", {})


async def test_without_a_network_nothing_is_claimed_about_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "local_addresses", lambda: [HERE])
    found = await all_of(findings(WORDS, tmp_path, 1))
    assert not found[-1].fine
    assert "in no network" in found[-1].text
    assert not any("multicast" in finding.text.lower() for finding in found)


async def test_a_host_says_whether_it_reaches_whoever_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "listed", the_list)
    async with host(tmp_path) as house:
        place = Place(HERE, house.port)
        assert await reaches_back(place, 0)
        told = [
            finding.text
            for finding in await all_of(way_to(WORDS, place, KnownHosts(tmp_path / "hosts.json")))
        ]
    assert told[0] == f"Rowan answers at {place}. Tables: 0."
    assert told[-1].endswith(f"Type: moontui join {place}")


async def test_a_firewall_is_told_from_a_host_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = Place(HERE, 1)
    assert await knock(*closed[:2]) == "refused"
    for answers, advice in ((0, "moontui host --port 1"), (1, "ufw allow 1/tcp"), (7, f"{HERE}:7")):

        async def named(address: str, answers: int = answers) -> int:
            return answers

        monkeypatch.setattr(doctor, "port_by_question", named)
        (finding,) = await all_of(way_to(WORDS, closed, KnownHosts(tmp_path)))
        assert not finding.fine
        assert advice in finding.text


async def test_a_broadcast_needs_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moontui.client.checkup.broadcast_addresses", lambda: [HERE])
    assert not await broadcast_echo(0.01)


async def the_list(place: Place) -> str:
    return "not_listed"


async def all_of(found: AsyncIterator[Finding]) -> list[Finding]:
    return [finding async for finding in found]
