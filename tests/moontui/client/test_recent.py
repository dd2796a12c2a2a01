"""Hosts where the player has been are found again, and a damaged list spoils nothing."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from moontui.client.recent import RECENT, RecentHosts


def test_recent_hosts_come_newest_first(tmp_path: Path) -> None:
    hosts = RecentHosts(tmp_path / "new" / "recent.json")
    hosts.add("10.0.0.1", 4000, "Ada")
    hosts.add("10.0.0.2", 4000, "Bo")
    assert [host.name for host in hosts.list()] == ["Bo", "Ada"]


def test_a_host_visited_again_is_not_listed_twice(tmp_path: Path) -> None:
    hosts = RecentHosts(tmp_path / "recent.json")
    for address in ("10.0.0.1", "10.0.0.2", "10.0.0.1"):
        hosts.add(address, 4000, "Ada")
    assert [host.address for host in hosts.list()] == ["10.0.0.1", "10.0.0.2"]


def test_only_so_many_recent_hosts_are_kept(tmp_path: Path) -> None:
    hosts = RecentHosts(tmp_path / "recent.json")
    for port in range(1, 50):
        hosts.add("10.0.0.1", port, "Ada")
    assert [host.port for host in hosts.list()] == list(range(49, 49 - RECENT, -1))


def test_recent_hosts_are_nobody_elses_business(tmp_path: Path) -> None:
    RecentHosts(tmp_path / "recent.json").add("10.0.0.1", 4000, "Ada")
    assert stat.S_IMODE((tmp_path / "recent.json").stat().st_mode) == 0o600


def test_the_name_of_a_recent_host_is_cleaned(tmp_path: Path) -> None:
    hosts = RecentHosts(tmp_path / "recent.json")
    hosts.add("10.0.0.1", 4000, "\x1b[2JAda")
    assert hosts.list()[0].name == "[2JAda"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"{}",
        b"7",
        b"[1]",
        b'["x"]',
        b'[{"address": "10.0.0.1"}]',
        b'[{"address": 5, "port": 4000, "name": "Ada"}]',
        b'[{"address": "10.0.0.1", "port": true, "name": "Ada"}]',
        b'[{"address": "10.0.0.1", "port": 70000, "name": "Ada"}]',
        b'[{"address": "\\u001b[2J", "port": 4000, "name": "Ada"}]',
        b"[" * 100_000,
    ],
    ids=range(12),
)
def test_a_damaged_list_of_recent_hosts_counts_as_empty(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "recent.json").write_bytes(content)
    assert RecentHosts(tmp_path / "recent.json").list() == ()


def test_a_list_that_cannot_be_saved_spoils_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    recent = RecentHosts(tmp_path / "file" / "recent.json")
    recent.add("10.0.0.1", 4000, "Ada")
    assert recent.list() == ()
    assert (tmp_path / "file").read_text() == "in the way"
