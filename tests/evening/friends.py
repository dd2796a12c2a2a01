"""An evening, from the first invitation to the last page, as four friends spend it."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

from tests.doors.browser import browser
from tests.doors.thumb import Thumb
from tests.evening.laptop import ENTER, ESCAPE, Laptop
from tests.net.machines import Lan

TABLE = "Ann's table"
PHONE = (390, 664)
LINK = re.compile(r"http://\S+")
ELSEWHERE = "10.77.0.91"
"""The host's second address."""
A_MATCH = 400.0
"""Seconds for a match."""


class Evening:
    """Ann has the table, Ben comes at once, Cy later, and Dora with a phone."""

    def __init__(self, folder: Path, lan: Lan) -> None:
        self.folder = folder
        self.lan = lan
        homes = [folder / name for name in ("ann", "ben", "cy")]
        self.ann = Laptop("Ann", lan.machines[0], homes[0], (120, 40))
        self.ben = Laptop("Ben", lan.machines[1], homes[1], (80, 24))
        self.cy = Laptop("Cy", lan.machines[2], homes[2], (100, 30))
        self.laptops = [self.ann, self.ben]
        self.dora: Thumb
        self.measured: list[tuple[str, float]] = []
        self.begun = monotonic()
        self._open = AsyncExitStack()

    async def spend(self) -> None:
        try:
            async with self._open:
                await self.first_game()
        except BaseException:
            for one in self.laptops:
                print(f"── {one.name}\n{one.text}", flush=True)
            if hasattr(self, "dora"):
                print(f"── Dora\n{self.dora.seen.text}", flush=True)
            raise
        finally:
            for one in self.laptops:
                one.close()

    def say(self, text: str) -> None:
        print(f"{monotonic() - self.begun:6.1f} s  {text}", flush=True)

    def measure(self, what: str, seconds: float) -> None:
        self.measured.append((what, seconds))
        self.say(f"{what}: {seconds:.1f} s")

    # ── Wolfmoon ────────────────────────────────────────────────────────────────────────────────

    async def first_game(self) -> None:
        await self.invite()
        await self.begin()
        await self.cy_comes_late()
        await self.host_moves_house()
        await self.dora_comes_late()

    async def invite(self) -> None:
        """Ann opens a table, to phones too; Ben finds it."""
        ann, ben = self.ann, self.ben
        ann.start()
        ben.start()
        await ann.sees("New table")
        await ben.sees("New table")
        await ann.press("n")
        await ann.turn("Length", "one round")
        await ann.turn("Phones and SSH too", "yes")
        await ann.choose("Open the table")
        await ann.sees("OF 1 READY")
        self.measure("Ben finds the table", await ben.sees(TABLE))
        await ann.sees("INVITATION", "http://10.77.0.1:8000/")
        ann.picture(self.folder / "1-invitation.png")
        await ann.press(ESCAPE)
        await ben.choose(TABLE)
        await ben.sees("Enter: ready")

    async def begin(self) -> None:
        """All are ready, and somebody starts."""
        await self.ben.press(ENTER)
        await self.ann.sees("Enter: start")
        await self.ann.press(ENTER)
        await self.ann.sees("THE STORY")
        self.say("Wolfmoon begins")
        self.ann.play(2)
        self.ben.play(2)

    async def cy_comes_late(self) -> None:
        cy = self.cy
        self.laptops.append(cy)
        begun = monotonic()
        cy.start()
        await cy.sees(TABLE)
        self.measure(
            "Cy, who comes late, finds the table, from starting the app", monotonic() - begun
        )
        await cy.choose(TABLE)
        await cy.choose("Watch")
        await cy.sees("THE STORY")
        await cy.press("J")
        await asyncio.sleep(1)
        print(cy.text)

    async def host_moves_house(self) -> None:
        """The host's address changes, as it does when somebody changes the Wi-Fi."""
        guests = [self.ben, self.cy]
        begun = monotonic()
        self.ann.moves_to(ELSEWHERE)
        await asyncio.gather(*(one.loses_touch() for one in guests))
        self.measure("the host's address changed: the guests notice", monotonic() - begun)
        await asyncio.gather(*(one.is_back() for one in guests))
        self.measure("and are back at the table", monotonic() - begun)

    async def dora_comes_late(self) -> None:
        """Dora has a phone, and Ann reads out the link again: the address has changed."""
        ann = self.ann
        link = await self.link_of(ann)
        assert ELSEWHERE in link, f"Ann would read out an address that is no more: {link}"
        self.dora = await self.come_by_phone(link)
        await self.sit_down_by_phone()

    async def link_of(self, laptop: Laptop) -> str:
        """The link for phones, as somebody reads it from their screen."""
        await laptop.press("I")
        await laptop.sees("http://")
        found = LINK.search(laptop.text)
        assert found, f"no link:\n{laptop.text}"
        await laptop.press(ESCAPE)
        return found[0]

    async def come_by_phone(self, link: str) -> Thumb:
        machine = self.lan.machines[3]
        tab = await self._open.enter_async_context(
            browser(self.folder / "phone", PHONE, phone=True, seconds=3600, machine=machine)
        )
        thumb = Thumb(tab)
        begun = monotonic()
        await tab.visit(link)
        await thumb.seen.until("table", 60)
        self.measure("first picture on the phone", monotonic() - begun)
        return thumb

    async def sit_down_by_phone(self) -> None:
        dora = self.dora
        await dora.until("Ann", "What is your name?")
        for _ in range("Guest 1".__len__()):
            await dora.tab.press("Backspace")
        for letter in "Dora":
            await dora.tab.press(letter)
        await dora.on("OK")
        await asyncio.sleep(3)
        print(dora.seen.text)
        await dora.on("Watch")
        await asyncio.sleep(3)
        print(dora.seen.text)
        await dora.on("more")
        await asyncio.sleep(3)
        print(dora.seen.text)
