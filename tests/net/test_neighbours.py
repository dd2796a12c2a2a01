"""Which machines around this one are asked, once somebody has typed a code."""

from __future__ import annotations

import pytest

from net.addresses import NEIGHBOURS, neighbours_of


def test_in_a_home_network_everybody_else_is_asked_the_nearest_first() -> None:
    around = neighbours_of("192.168.1.20", "255.255.255.0")
    assert len(around) == 253
    assert set(around[:2]) == {"192.168.1.19", "192.168.1.21"}
    assert "192.168.1.20" not in around
    assert "192.168.1.255" not in around


def test_a_small_network_ends_where_it_ends() -> None:
    assert sorted(neighbours_of("10.0.0.1", "255.255.255.252")) == ["10.0.0.2"]


def test_in_a_large_network_only_the_nearest_are_asked() -> None:
    around = neighbours_of("10.20.30.40", "255.0.0.0")
    assert len(around) == NEIGHBOURS
    assert all(one.startswith("10.20.") for one in around)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "127.0.0.1", "169.254.1.1", "100.64.0.1", "192.0.2.7", "203.0.113.5"]
)
def test_no_other_network_than_a_private_one_is_asked(address: str) -> None:
    assert neighbours_of(address, "255.255.255.0") == []
