"""The browser door: who may open it, and a real browser in front of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import segno
from aiohttp import ClientSession, CookieJar

from net.doors.web import picture
from tests.doors.browser import PROGRAM, browser
from tests.doors.house import PATIENCE, House, eventually, house
from tests.doors.seen import Seen

SHOT = Path(__file__).parents[2] / "screenshots" / "browser-sideways.png"


async def answered(here: House, path: str, **more: str) -> tuple[int, str]:
    async with (
        ClientSession(cookie_jar=CookieJar(unsafe=True)) as session,
        session.get(f"http://127.0.0.1:{here.web_port}{path}", headers=more) as answer,
    ):
        return answer.status, await answer.text()


async def test_the_page_opens_by_its_link_only(tmp_path: Path) -> None:
    async with house(tmp_path, web=True) as here:
        token = here.web.token
        assert (tmp_path / "web" / "token").stat().st_mode & 0o777 == 0o600
        for path in ("/", "/?t=", f"/?t={token[:-1]}", "/?t=%ff%00", "/ws?width=80&height=24"):
            status, text = await answered(here, path)
            assert (status, "full link" in text) == (403, True), path
        status, text = await answered(here, f"/?t={token}")
        assert status == 200
        assert "textual-terminal" in text
        assert "http://" not in text.replace("http://127.0.0.1", "")
        assert "https://" not in text
        assert "{" not in text.partition("<style")[0]
        status, text = await answered(here, f"/?t={token}", **{"Accept-Language": "de"})
        assert 'lang="de"' in text


async def test_whatever_a_browser_is_sent_stays_what_and_where_it_is(tmp_path: Path) -> None:
    async with house(tmp_path, web=True) as here, ClientSession() as session:
        link = here.web.link("127.0.0.1", here.web_port)
        for place in (link, link.partition("?")[0], link.replace("/?", "/static/x?")):
            async with session.get(place, allow_redirects=False) as answer:
                assert answer.headers["Referrer-Policy"] == "no-referrer", place
                assert answer.headers["X-Content-Type-Options"] == "nosniff", place
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"], place
                assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], place


async def test_a_page_of_somebody_else_cannot_use_the_cookies(tmp_path: Path) -> None:
    async with house(tmp_path, web=True) as here:
        link = f"127.0.0.1:{here.web_port}"
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            await session.get(f"http://{link}/?t={here.web.token}")
            cookies = {cookie.key: cookie for cookie in session.cookie_jar}
            assert all(cookie["httponly"] for cookie in cookies.values())
            assert {cookie["samesite"] for cookie in cookies.values()} == {"Strict"}
            async with session.get(
                f"http://{link}/ws?width=80&height=24", headers={"Origin": "http://evil.example"}
            ) as answer:
                assert answer.status == 403


async def test_what_makes_no_sense_ends_the_line(tmp_path: Path) -> None:
    async with house(tmp_path, web=True) as here:
        link = f"127.0.0.1:{here.web_port}"
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            await session.get(f"http://{link}/?t={here.web.token}")
            line = await session.ws_connect(
                f"ws://{link}/ws?width=80&height=24", headers={"Origin": f"http://{link}"}
            )
            await eventually(lambda: bool(here.visitors.here))
            await line.send_str('["resize", {"width": 99999999, "height": -5}]')
            await line.send_str('["stdin", 5]')
            await line.send_str("[" * 5000)
            await eventually(lambda: not here.visitors.here and not here.processes(), 6.0)


@pytest.mark.skipif(not PROGRAM, reason="there is no browser (Debian: apt install chromium)")
async def test_a_browser_plays(tmp_path: Path) -> None:
    async with (
        house(tmp_path / "host", web=True) as here,
        browser(tmp_path / "browser", (844, 390)) as tab,  # a phone held sideways
    ):
        seen = Seen(tab)
        table = here.host.tables[await here.table(seats=3, bots=2, options=FIRST)]
        await tab.visit(here.web.link("127.0.0.1", here.web_port))
        await seen.until("Settings")
        await seen.until("Night")
        async with asyncio.timeout(PATIENCE):
            while "What is your name?" not in seen.text:  # the page may not take clicks yet
                await tab.click(*await seen.place("Night"))
                await asyncio.sleep(1.0)
        async with asyncio.timeout(PATIENCE):
            while table.table.lasting.phase != "playing":  # OK to the name, then start
                await tab.press("Enter")
                await asyncio.sleep(1.0)
        assert table.table.lasting.chairs[0].name == "Guest 1"
        for _ in range(40):
            await asyncio.sleep(0.4)
            if table.table.lasting.phase != "playing" or table.table.lasting.state.displays[0]:
                break
            if "draw a card" not in seen.text:  # which is what Enter does first
                await tab.press("ArrowRight")
            await tab.press("Enter")
        assert table.table.lasting.state.displays[0], f"no card was played:\n{seen.text}"
        await asyncio.sleep(0.5)
        await tab.picture(tmp_path / "sideways.png")
        assert (tmp_path / "sideways.png").stat().st_size > 5_000
        if not SHOT.exists():
            SHOT.write_bytes((tmp_path / "sideways.png").read_bytes())
        assert [url for url in tab.asked if not is_here(url, here.web_port)] == []
        assert [text for text in tab.complaints if "WebGL" not in text] == []

        await tab.say("Page.reload")
        await seen.until("Back to your seat")
    await eventually(lambda: here.processes() == [], 6.0)


FIRST = {"length": "round", "start": "0"}


def is_here(url: str, port: int) -> bool:
    return url.startswith((f"http://127.0.0.1:{port}/", f"ws://127.0.0.1:{port}/", "data:"))


def test_a_link_is_drawn_as_a_picture_of_squares() -> None:
    link = "http://192.0.2.7:8000/?t=jOIhweYRa-rakSccCfq8nSKyIuhGV_nN"
    lines = picture(link)
    halves = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = [[halves[sign][half] for sign in line] for line in lines for half in (0, 1)]
    dots = [list(row) for row in segno.make(link, error="l", micro=False).matrix]
    inner = [row[4:-4] for row in rows[4 : 4 + len(dots)]]
    assert inner == dots
    assert len(lines) < 23
