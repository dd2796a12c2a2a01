"""Kiosks for tests, and what becomes of hostile words on one."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from moontui.app.kiosk import KioskApp
from moontui.client.settings import Settings
from tests.moontui.app.test_injection import harmless
from tests.moontui.hostile_host import hostile_host
from tests.moontui.rooms import SIZE, until
from tests.moontui.scenes import moment

SEATS = 6


def wish(where: str, no_tls: bool = False) -> Namespace:
    return Namespace(command="watch", where=where, port=0, no_tls=no_tls, name="", lang="en")


def kiosk(data: Path, where: str, no_tls: bool = False) -> KioskApp:
    return KioskApp(Settings(name="Kiosk", named=True, language="en"), data, wish(where, no_tls))


async def shows_only_letters(data: Path, texts: Sequence[str]) -> int:
    """Let a kiosk watch a host that puts these texts everywhere; returns how many it showed."""
    first = [*texts[:SEATS], *["Ada"] * SEATS][:SEATS]
    async with hostile_host(moment("turn", seats=SEATS), first) as (host, port):
        app = kiosk(data, f"127.0.0.1:{port}", no_tls=True)
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: bool(host.lines))
            for start in range(0, len(texts), SEATS):
                names = [*texts[start : start + SEATS], *texts[:SEATS]][:SEATS]
                mark = f"{start:064x}"
                host.say(*host.news(names, mark))
                await until(pilot, lambda mark=mark: commitment(app) == mark)  # type: ignore[misc]
                harmless(app.screen)
    return len(texts)


def commitment(app: KioskApp) -> str:
    """The last thing that was heard of the table."""
    room = app.session.room if app.session is not None else None
    return room.commitment if room is not None else ""
