"""Whether a host is the one that was meant is decided once, by its key, and remembered."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from moontui.client.place import HERE, Place
from moontui.client.trust import (
    HOSTS,
    PLACES,
    Changed,
    Known,
    KnownHosts,
    Met,
    Mistaken,
    New,
    Open,
    decide,
)
from net.invites import short_code
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


@pytest.mark.parametrize(
    "place", [Place("::1", 4748), Place("10.0.0.9", 4747, name="Bo"), Place("ana.example", 1)]
)
def test_a_known_key_raises_no_alarm_wherever_it_is_found(known: KnownHosts, place: Place) -> None:
    known.remember(PLACE, KEY, "Ana")
    known.remember(Place("10.0.0.9", 4747), OTHER, "Cleo")
    assert decide(place, KEY, known) == Known(KEY)


def test_an_unknown_key_under_a_known_name_has_changed(known: KnownHosts) -> None:
    known.remember(PLACE, KEY, "Ana")
    for name in ("Ana", "ANA", "Аnа"):
        place = Place("10.0.0.9", 4747, name=name)
        assert decide(place, OTHER, known) == Changed(OTHER, KEY, "Ana")


def test_an_unknown_key_at_a_known_address_has_changed_unless_it_has_another_name(
    known: KnownHosts,
) -> None:
    known.remember(PLACE, KEY, "Ana")
    assert decide(PLACE, OTHER, known) == Changed(OTHER, KEY)
    assert decide(PLACE._replace(name="Bo"), OTHER, known) == New(OTHER)


def test_a_host_without_a_key_under_a_known_name_has_changed(known: KnownHosts) -> None:
    known.remember(PLACE, KEY, "Ana")
    place = Place("10.0.0.9", 4747, tls=False, name="Ana")
    assert decide(place, b"", known) == Changed(b"", KEY, "Ana")


def test_a_key_ground_to_the_code_of_a_known_host_has_changed(known: KnownHosts) -> None:
    known.remember(PLACE, KEY, "Ana")
    ground = KEY[:3] + bytes([KEY[3] ^ 1]) + OTHER[:12]  # the same first 30 bits, and no more
    assert short_code(ground) == short_code(KEY)
    assert decide(Place("10.0.0.9", 4747, name="Bo"), ground, known) == Changed(ground, KEY, "Ana")


def test_a_typed_code_is_compared_with_the_key_that_answers(known: KnownHosts) -> None:
    known.remember(PLACE, OTHER, "Bo")
    place = PLACE._replace(letters=short_code(KEY))
    assert decide(place, KEY, known) == Changed(KEY, OTHER)
    assert decide(place, OTHER, known) == Mistaken(OTHER)
    assert decide(place, b"", known) == Mistaken(b"")


def test_an_announced_code_that_is_a_lie_is_believed_only_of_strangers(known: KnownHosts) -> None:
    lie = Place("10.0.0.9", 4747, claims=short_code(OTHER))
    assert decide(lie, KEY, known) == Mistaken(KEY)
    known.remember(PLACE, KEY, "Ana")
    assert decide(lie, KEY, known) == Known(KEY)


def test_a_key_that_the_person_took_for_the_old_one_replaces_it(known: KnownHosts) -> None:
    known.remember(PLACE, KEY, "Ana")
    known.remember(PLACE, OTHER, "Ana", instead_of=KEY)
    assert decide(PLACE, KEY, known) == Changed(KEY, OTHER)


def test_two_hosts_of_one_name_are_both_remembered(known: KnownHosts) -> None:
    far = Place("10.0.0.9", 4747, name="Ana")
    known.remember(PLACE, KEY, "Ana")
    known.remember(far, OTHER, "Ana", instead_of=KEY)
    assert decide(PLACE, KEY, known) == Known(KEY)
    assert decide(far, OTHER, known) == Known(OTHER)


def test_known_hosts_of_the_first_version_are_still_known(known: KnownHosts) -> None:
    first = {"ana.local:4747": KEY.hex(), "10.0.0.9:4747": KEY.hex(), "bo:1": OTHER.hex()}
    private_file(known.path, json.dumps(first).encode())
    assert decide(Place("elsewhere", 1), KEY, known) == Known(KEY)
    assert known.key_at(Place("bo", 1)) == OTHER
    known.remember(Place("10.0.0.10", 4747), KEY, "Ana")
    assert json.loads(known.path.read_bytes())["version"] == 2
    assert known.key_at(PLACE) == known.key_at(Place("10.0.0.10", 4747)) == KEY


def test_of_many_hosts_and_places_the_newest_are_remembered(known: KnownHosts) -> None:
    for number in range(PLACES + 1):
        known.remember(Place("10.0.0.1", number + 1), KEY)
    assert len(known.hosts()[0].places) == PLACES
    known.write([Met(f"{number:032x}") for number in range(HOSTS + 1)])
    assert [host.key for host in known.hosts()][-1] == f"{HOSTS:032x}"
    assert len(known.hosts()) == HOSTS


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
    "damage",
    [
        *(b"", b"{", b"[]", b"null", b'{"a": 1}', b"\xff\xfe", b"[" * 100_000),
        *(b'{"version": Infinity, "hosts": []}', b'{"version": 3, "hosts": []}'),
        b'{"version": 2, "hosts": [{"key": "../x"}]}',
    ],
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
