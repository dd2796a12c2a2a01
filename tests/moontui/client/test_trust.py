"""Whether a host is the one that was meant is decided once, by its key, and remembered."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from moontui.client.place import HERE, Place
from moontui.client.trust import Changed, Known, KnownHosts, Mistaken, New, Open, decide
from net.security import private_file

PLACE = Place("ana.local", 4747)
KEY, OTHER = bytes(range(16)), bytes(16)


@pytest.fixture
def known(tmp_path: Path) -> KnownHosts:
    return KnownHosts(tmp_path / "moontui" / "hosts.json")


def test_a_host_is_new_at_first(known: KnownHosts) -> None:
    assert decide(PLACE, KEY, known) == New(KEY)


def test_a_host_is_known_once_remembered(known: KnownHosts) -> None:
    known.remember(PLACE, KEY)
    assert decide(Place("ANA.local", 4747), KEY, known) == Known(KEY)


def test_a_host_with_another_key_has_changed(known: KnownHosts) -> None:
    known.remember(PLACE, KEY)
    assert decide(PLACE, OTHER, known) == Changed(OTHER, KEY)


def test_a_host_without_a_key_is_open_to_everybody(known: KnownHosts) -> None:
    assert decide(PLACE, b"", known) == Open()


def test_a_host_that_shows_no_key_any_more_has_changed(known: KnownHosts) -> None:
    known.remember(PLACE, KEY)
    assert decide(PLACE, b"", known) == Changed(b"", KEY)


def test_an_invitation_counts_more_than_what_was_remembered(known: KnownHosts) -> None:
    known.remember(PLACE, OTHER)
    invited = PLACE._replace(pin=KEY)
    assert decide(invited, KEY, known) == Known(KEY)
    assert decide(invited, OTHER, known) == Mistaken(OTHER)
    assert decide(invited, b"", known) == Mistaken(b"")


@pytest.mark.parametrize("place", [HERE, Place("/run/moontui/x.sock", 0, tls=False)])
def test_a_host_of_this_machine_is_known_by_its_socket(known: KnownHosts, place: Place) -> None:
    assert decide(place, b"", known) == Known(b"")


def test_another_port_is_another_host(known: KnownHosts) -> None:
    known.remember(Place("::1", 4747), KEY)
    assert decide(Place("::1", 4748), KEY, known) == New(KEY)


def test_a_changed_host_is_known_once_remembered_again(known: KnownHosts) -> None:
    known.remember(PLACE, KEY)
    known.remember(PLACE, OTHER)
    assert decide(PLACE, OTHER, known) == Known(OTHER)


def test_known_hosts_outlive_the_program(known: KnownHosts) -> None:
    known.remember(PLACE, KEY)
    known.remember(Place("10.0.0.1", 4747), KEY)
    assert decide(PLACE, KEY, KnownHosts(known.path)) == Known(KEY)


def test_known_hosts_are_for_their_owner_alone(known: KnownHosts) -> None:
    known.remember(PLACE, KEY)
    assert stat.S_IMODE(known.path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b"null", b'{"a": 1}', b"\xff\xfe", b"[" * 100_000]
)
def test_damaged_known_hosts_are_set_aside(known: KnownHosts, damage: bytes) -> None:
    private_file(known.path, damage)
    assert decide(PLACE, KEY, known) == New(KEY)
    known.remember(PLACE, KEY)
    assert decide(PLACE, KEY, known) == Known(KEY)
    assert known.path.with_name("hosts.json.damaged").read_bytes() == damage


def test_a_damaged_key_matches_nobody(known: KnownHosts) -> None:
    private_file(known.path, b'{"ana.local:4747": "xyz"}')
    assert isinstance(decide(PLACE, KEY, known), Changed)
