"""However much is said on a LAN, a guest keeps little of it and still finds the honest host."""

from __future__ import annotations

import pytest

from tests.net.floods import NoLan, mdns_flood, udp_flood


@pytest.mark.parametrize("seed", range(2))
async def test_crafted_answers_by_udp_hide_nobody(seed: int) -> None:
    await udp_flood(seed, 1_000)


@pytest.mark.parametrize("seed", range(2))
async def test_a_flood_of_multicast_dns_from_its_own_port_hides_nobody(seed: int) -> None:
    try:
        await mdns_flood(seed, 1_000)
    except NoLan as trouble:
        pytest.skip(f"there is no multicast DNS to flood: {trouble}")
