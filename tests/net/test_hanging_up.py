"""Whoever stops listening to a host has stopped, whatever the host is saying just then."""

from __future__ import annotations

import asyncio
import socket

import pytest

from net import messages as said
from net.client import Client
from net.wire import pack

STEPS = range(8)
"""How many turns of the event loop after the host's words: they are heard within a few."""


@pytest.mark.parametrize("steps", STEPS)
async def test_a_listener_stops_though_the_host_says_something_in_that_very_moment(
    steps: int,
) -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        client = Client("", 0, "Ada", dial=lambda: ours)
        await client.open()

        async def listen() -> None:
            async for _ in client.messages():
                pass

        listening = asyncio.create_task(listen())
        await asyncio.sleep(0)
        theirs.sendall(pack(said.Ping()))
        for _ in range(steps):
            await asyncio.sleep(0)
        listening.cancel()
        done, _ = await asyncio.wait({listening}, timeout=2)
        await client.close()
        listening.cancel()
        assert done
