"""A real browser, told what to do through its own debugging port."""

from __future__ import annotations

import asyncio
import base64
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

PROGRAM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)


class Browser:
    """One tab."""

    def __init__(self, line: ClientWebSocketResponse) -> None:
        self.line = line
        self.asked: list[str] = []
        """Every address that the page has requested."""
        self.complaints: list[str] = []
        self._numbers = count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for message in self.line:
            told = message.json()
            if "id" in told:
                self._answers.pop(told["id"]).set_result(told.get("result", told.get("error")))
                continue
            about = told.get("params", {})
            match told["method"]:
                case "Network.requestWillBeSent":
                    self.asked.append(about["request"]["url"])
                case "Network.webSocketCreated":
                    self.asked.append(about["url"])
                case "Log.entryAdded":
                    self.complaints.append(about["entry"]["text"])
                case "Runtime.exceptionThrown":
                    self.complaints.append(str(about["exceptionDetails"]))

    async def say(self, method: str, **about: Any) -> Any:
        number = next(self._numbers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self.line.send_json({"id": number, "method": method, "params": about})
        return await asyncio.wait_for(self._answers[number], 20)

    async def visit(self, address: str) -> None:
        for part in ("Page", "Network", "Log", "Runtime"):
            await self.say(f"{part}.enable")
        await self.say("Page.navigate", url=address)

    async def value(self, script: str) -> Any:
        told = await self.say("Runtime.evaluate", expression=script, returnByValue=True)
        return told["result"].get("value")

    async def press(self, key: str) -> None:
        code = {"Enter": 13, "ArrowRight": 39}.get(key, 0)
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        about = {"key": key, "windowsVirtualKeyCode": code}
        down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
        await self.say("Input.dispatchKeyEvent", **down, **about)
        await self.say("Input.dispatchKeyEvent", type="keyUp", **about)

    async def click(self, x: float, y: float) -> None:
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = "none" if kind == "mouseMoved" else "left"
            await self.say(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1
            )

    async def tap(self, x: float, y: float) -> None:
        """Touch the page with a finger."""
        points = [{"x": x, "y": y}]
        await self.say("Input.dispatchTouchEvent", type="touchStart", touchPoints=points)
        await self.say("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def picture(self, file: Path) -> None:
        told = await self.say("Page.captureScreenshot", format="png")
        file.write_bytes(base64.b64decode(told["data"]))


@asynccontextmanager
async def browser(
    folder: Path,
    size: tuple[int, int] = (1000, 600),
    phone: bool = False,
    seconds: float = 120.0,
) -> AsyncIterator[Browser]:
    """A browser without a window, which keeps everything in one folder; on a phone, it has no mouse
    and no keyboard."""
    process = await asyncio.create_subprocess_exec(
        PROGRAM,
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-dev-shm-usage",
        "--remote-debugging-port=0",
        f"--window-size={size[0]},{size[1]}",
        *(["--force-device-scale-factor=2"] if phone else []),
        f"--user-data-dir={folder}",
        "about:blank",
        stderr=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        async with ClientSession() as session, asyncio.timeout(seconds):
            told = folder / "DevToolsActivePort"
            while not told.exists() or "\n" not in told.read_text():
                await asyncio.sleep(0.1)
            port = told.read_text().split()[0]
            tabs: list[Any] = []
            while not tabs:
                async with session.get(f"http://127.0.0.1:{port}/json") as answer:
                    tabs = [tab for tab in await answer.json() if tab["type"] == "page"]
            address = tabs[0]["webSocketDebuggerUrl"]
            async with session.ws_connect(address, max_msg_size=0) as line:
                tab = Browser(line)
                metrics = {"width": size[0], "height": size[1]}
                await tab.say(
                    "Emulation.setDeviceMetricsOverride",
                    **metrics,
                    deviceScaleFactor=0 if phone else 1,  # 0: as it is
                    mobile=phone,
                )
                if phone:
                    await tab.say("Emulation.setTouchEmulationEnabled", enabled=True)
                yield tab
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
