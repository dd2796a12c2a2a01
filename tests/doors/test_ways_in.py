"""From the app a table is opened to phones and to SSH, at the usual ports or at others."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from moontui.app import ways_in
from moontui.app.screens.invitation import InvitationScreen
from moontui.app.screens.lobby import LobbyScreen
from moontui.commands import doors
from net.messages import Create
from tests.moontui.rooms import SIZE, new_app, reads, until


async def test_the_host_lets_phones_and_ssh_in_after_a_warning_and_guests_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "is_possible", lambda: False)  # nobody comes here
    taken = socket.create_server(("127.0.0.1", 0))
    nearby = doors.widely()
    nearby.ssh, nearby.web = 0, taken.getsockname()[1]
    nearby.bind = nearby.web_bind = "127.0.0.1"
    monkeypatch.setattr(doors, "widely", lambda: nearby)
    app = new_app(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        app.go(app.ways.host(Create("wolfmoon", 4), announced=False))
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await pilot.press("p")
        await reads(pilot, "not encrypted", "> No")
        assert app.own.doors is None
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, InvitationScreen))
        await reads(pilot, "ssh -p", "http://localhost:")
        await pilot.press("escape", "p")
        await reads(pilot, "ssh -p")
        assert app.session is not None
        assert ways_in.may_open(app, app.session)
        app.session.client.address = "192.0.2.7"
        assert not ways_in.may_open(app, app.session), "at somebody else's host"
    taken.close()
