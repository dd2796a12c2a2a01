"""A kiosk asks nobody: it avoids every danger, and says so when it cannot even begin."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from moontui.app.kiosk import KioskApp, run_kiosk
from moontui.client.place import Place
from moontui.client.settings import Settings
from moontui.client.trust import KnownHosts
from moontui.words.catalogue import Catalogue
from net.messages import Create
from tests.moontui.rooms import SIZE, host, until


def wish(where: str) -> Namespace:
    return Namespace(command="watch", where=where, port=0, no_tls=False, name="", lang="en")


def kiosk(data: Path, where: str) -> KioskApp:
    return KioskApp(Settings(name="Kiosk", named=True, language="en"), data, wish(where))


async def test_a_kiosk_watches_a_table_of_a_new_host(tmp_path: Path) -> None:
    async with host(tmp_path / "host", Create("wolfmoon", 3, title="Night")) as local:
        app = kiosk(tmp_path, f"127.0.0.1:{local.port}")
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: app.session is not None and app.session.room is not None)
            assert app.session is not None
            assert app.session.seat is None
            assert app.session.title == "Night"


async def test_a_kiosk_stays_away_from_a_host_whose_key_has_changed(tmp_path: Path) -> None:
    async with host(tmp_path / "host", Create("wolfmoon", 3)) as local:
        place = Place("127.0.0.1", local.port)
        KnownHosts(tmp_path / "hosts.json").remember(place, b"?" * 16)
        app = kiosk(tmp_path, f"127.0.0.1:{local.port}")
        async with app.run_test(size=SIZE):
            assert not await app.go_and_see(place)
            assert app.session is None
        assert KnownHosts(tmp_path / "hosts.json").key_at(place) == b"?" * 16


@pytest.mark.parametrize(("where", "why"), [("a b", "no_address"), ("MOON-AAAAA-BBBBB", "slip")])
def test_a_kiosk_that_is_sent_nowhere_says_so(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    where: str,
    why: str,
) -> None:
    monkeypatch.setenv("MOONTUI_DATA", str(tmp_path))
    assert run_kiosk(wish(where)) == 1
    assert capsys.readouterr().out == Catalogue("en").say("join", why) + "\n"
