"""A real browser, told what to do through a pair of pipes; it may be on another machine."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from tests.net.machines import inside

PROGRAM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)


SIZE_ASKED = re.compile(r"[?&]width=(\d+)&height=(\d+)")
SIZE_SAID = re.compile(r'"width": *(\d+), *"height": *(\d+)')
"""How a page says how large its terminal is: when it calls, and whenever that changes."""
BINARY = 2
"""The kind of frame in which a page's terminal is sent what it shows."""
AT_3_AND_4 = """
import fcntl, os, sys
ear, mouth = (fcntl.fcntl(int(word), fcntl.F_DUPFD, 5) for word in sys.argv[1:3])
os.dup2(ear, 3)
os.dup2(mouth, 4)
os.execvp(sys.argv[3], sys.argv[3:])
"""
"""Start a program where a browser expects the pipes: whatever else was there has made way."""
LARGEST = 1 << 26
"""Bytes of the largest message: a picture."""


class Browser:
    """One tab."""

    def __init__(self, reader: asyncio.StreamReader, pen: int) -> None:
        self.reader = reader
        self.pen = pen
        self.session: dict[str, str] = {}
        """Which tab is meant; empty: the browser itself."""
        self.asked: list[str] = []
        """Every address that the page has requested."""
        self.complaints: list[str] = []
        self.drawn: Callable[[bytes], object] = len
        """Who hears what the page's terminal is sent."""
        self.resized: Callable[[int, int], object] = max
        """Who hears how many columns and rows it has."""
        self._numbers = count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with suppress(asyncio.IncompleteReadError):
            while True:
                told = json.loads((await self.reader.readuntil(b"\0"))[:-1])
                if "id" in told:
                    answer = self._answers.pop(told["id"])
                    if not answer.done():  # nobody waits for it any longer
                        answer.set_result(told.get("result", told.get("error")))
                else:
                    self._note(told["method"], told.get("params", {}))

    def _note(self, method: str, about: dict[str, Any]) -> None:
        match method:
            case "Network.requestWillBeSent":
                self.asked.append(about["request"]["url"])
            case "Network.webSocketCreated":
                self.asked.append(about["url"])
                self.measured(SIZE_ASKED.findall(about["url"]))
            case "Network.webSocketFrameSent":
                self.measured(SIZE_SAID.findall(about["response"]["payloadData"]))
            case "Network.webSocketFrameReceived" if about["response"]["opcode"] == BINARY:
                self.drawn(base64.b64decode(about["response"]["payloadData"]))
            case "Log.entryAdded":
                self.complaints.append(about["entry"]["text"])
            case "Runtime.exceptionThrown":
                self.complaints.append(str(about["exceptionDetails"]))

    def measured(self, sizes: list[tuple[str, str]]) -> None:
        for width, height in sizes:
            self.resized(int(width), int(height))

    async def say(self, method: str, **about: Any) -> Any:
        number = next(self._numbers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        told = {"id": number, "method": method, "params": about, **self.session}
        os.write(self.pen, json.dumps(told).encode() + b"\0")
        return await asyncio.wait_for(self._answers[number], 20)

    async def visit(self, address: str) -> None:
        for part in ("Page", "Network", "Log", "Runtime"):
            await self.say(f"{part}.enable")
        await self.say("Page.navigate", url=address)

    async def value(self, script: str) -> Any:
        told = await self.say("Runtime.evaluate", expression=script, returnByValue=True)
        return told["result"].get("value")

    async def press(self, key: str) -> None:
        code = {"Backspace": 8, "Enter": 13, "ArrowRight": 39}.get(key, 0)
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
    machine: str = "",
) -> AsyncIterator[Browser]:
    """A browser without a window, which keeps everything in one folder; on a phone, it has no mouse
    and no keyboard. It may run on another machine of a LAN."""
    theirs, pen = os.pipe()
    ear, mouth = os.pipe()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", AT_3_AND_4, str(theirs), str(mouth)),
        *inside(machine, PROGRAM),
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-dev-shm-usage",
        "--remote-debugging-pipe",
        f"--window-size={size[0]},{size[1]}",
        *(["--force-device-scale-factor=2"] if phone else []),
        f"--user-data-dir={folder}",
        "about:blank",
        stderr=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        pass_fds=(theirs, mouth),
    )
    os.close(theirs)
    os.close(mouth)
    try:
        async with asyncio.timeout(seconds):
            reader = asyncio.StreamReader(LARGEST)
            protocol = asyncio.StreamReaderProtocol(reader)
            loop = asyncio.get_running_loop()
            line, _ = await loop.connect_read_pipe(lambda: protocol, os.fdopen(ear, "rb", 0))
            yield await first_tab(Browser(reader, pen), size, phone)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        line.close()
        os.close(pen)


async def first_tab(tab: Browser, size: tuple[int, int], phone: bool) -> Browser:
    """The browser's first tab, as large as is wanted."""
    tabs: list[Any] = []
    while not tabs:
        told = await tab.say("Target.getTargets")
        tabs = [one for one in told["targetInfos"] if one["type"] == "page"]
    told = await tab.say("Target.attachToTarget", targetId=tabs[0]["targetId"], flatten=True)
    tab.session = {"sessionId": told["sessionId"]}
    scale = 0 if phone else 1  # 0: as it is
    about = {"width": size[0], "height": size[1], "deviceScaleFactor": scale, "mobile": phone}
    await tab.say("Emulation.setDeviceMetricsOverride", **about)
    if phone:
        await tab.say("Emulation.setTouchEmulationEnabled", enabled=True)
    return tab
