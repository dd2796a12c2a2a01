"""An evening, from the first invitation to the last page, as four friends spend it."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

from tests.doors.browser import browser
from tests.doors.thumb import Thumb
from tests.evening.laptop import ENTER, ESCAPE, QUIT, Laptop
from tests.evening.reckoning import records_of, scores_in, scores_told
from tests.net.machines import Lan, block_mdns

TABLE = "Ann's table"
PHONE = (390, 664)
CODE = re.compile(r"code ([0-9A-Z]{6})")
LINK = re.compile(r"http://\S+\?t=")
ELSEWHERE = "10.77.0.91"
"""The host's second address."""
ACCUSED = "did not deal as promised"
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
        screen = ("watch", "--kiosk", "--mute")
        self.kiosk = Laptop("Kiosk", lan.machines[3], folder / "kiosk", (120, 40), *screen)
        self.laptops = [self.ann, self.ben]
        self.dora: Thumb
        self.code = ""
        self.measured: list[tuple[str, float]] = []
        self.begun = monotonic()
        self._open = AsyncExitStack()

    async def spend(self) -> None:
        try:
            async with self._open:
                await self.first_game()
                await self.second_game()
                await self.third_game()
                await self.good_night()
        except BaseException:
            for one in self.laptops:
                print(f"── {one.name}\n{one.text}", flush=True)
            if hasattr(self, "dora"):
                print(f"── Dora\n{self.dora.seen.text}", flush=True)
            raise
        finally:
            for one in (*self.laptops, self.kiosk):
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
        await self.host_is_killed()
        await self.play_to_the_end("Wolfmoon", self.ann, self.ben)

    async def invite(self) -> None:
        """Ann opens a table, to phones too; Ben finds it."""
        ann, ben = self.ann, self.ben
        ann.start()
        ben.start()
        await ann.sees("New table")
        await ben.sees("New table")
        await ann.press("n")
        await ann.turn("Seats", "6")  # a round among fewer may be over before friends are here
        await ann.turn("Length", "one round")
        await ann.turn("Phones and SSH too", "yes")
        await ann.choose("Open the table")
        await ann.sees("OF 1 READY")
        self.measure("Ben finds the table", await ben.sees(TABLE))
        await ann.sees("INVITATION", "http://10.77.0.1:8000/")
        await ann.picture(self.folder / "1-invitation.png")
        await ann.press(ESCAPE)
        self.kiosk.start()
        await ben.choose(TABLE)
        await ben.sees("Enter: ready")
        await self.kiosk.sees("2 of 6 seats")
        await self.kiosk.picture(self.folder / "1-kiosk.png")
        found = CODE.search(ben.text)
        assert found, f"no code:\n{ben.text}"
        self.code = found[1]

    async def begin(self) -> None:
        """Both are ready; bots have the free seats. They play a little."""
        await self.ben.press(ENTER)
        await self.ann.sees("Enter: start")
        await self.ann.press(ENTER)
        await self.ann.sees("THE STORY")
        self.say("Wolfmoon begins")
        await self.play_a_little()

    async def play_a_little(self) -> None:
        """Whoever is asked first answers once."""
        self.ann.play(1)
        self.ben.play(1)
        await asyncio.wait(
            [one.hands for one in (self.ann, self.ben) if one.hands is not None],
            return_when=asyncio.FIRST_COMPLETED,
        )
        await self.ann.rest()
        await self.ben.rest()
        assert not self.ann.over, "the round was over too soon: try again"

    async def cy_comes_late(self) -> None:
        """Cy's machine blocks multicast DNS; Ben reads out the code."""
        cy = self.cy
        self.laptops.append(cy)
        blocked = block_mdns(cy.machine)
        cy.start()
        await cy.sees("Join by address or code")
        await cy.press("c")
        await cy.sees("OK")
        await cy.press(self.code.lower(), 0.5)
        begun = monotonic()
        await cy.press(ENTER, 0.0)
        await cy.sees("Watch, and sit down")
        how = "with mDNS blocked" if blocked else "(mDNS could not be blocked: there is no nft)"
        self.measure(f"Cy, who is late, comes by the code alone, {how}", monotonic() - begun)
        await cy.choose("Watch, and sit down")
        await cy.sees("THE STORY", "WATCHING")

    async def host_moves_house(self) -> None:
        """The host's address changes, as it does when somebody changes the Wi-Fi."""
        begun = monotonic()
        self.ann.moves_to(ELSEWHERE)
        await self.guests_return("the host's address changed", begun, self.ben, self.cy)
        await self.play_a_little()

    async def guests_return(self, why: str, begun: float, *guests: Laptop) -> None:
        """Wait until all have lost the host and are back."""
        await asyncio.gather(*(one.loses_touch() for one in guests))
        self.measure(f"{why}: the guests notice", monotonic() - begun)
        await asyncio.gather(*(one.is_back() for one in guests))
        self.measure("and are back at the table", monotonic() - begun)

    async def dora_comes_late(self) -> None:
        """Dora has a phone, and Ann reads out the link again: the address has changed."""
        link = await self.link_of(self.ann)
        assert ELSEWHERE in link, f"Ann would read out an address that is no more: {link}"
        machine = self.lan.machines[3]
        tab = await self._open.enter_async_context(
            browser(self.folder / "phone", PHONE, phone=True, seconds=3600, machine=machine)
        )
        self.dora = dora = Thumb(tab)
        await self.open_page(link)
        await dora.until(TABLE[:8], "What is your name?")
        await self.say_name()
        await dora.until("OK", "Watch, and sit down")
        await dora.until("Watch, and sit down", "THE STORY")
        await dora.tab.picture(self.folder / "2-phone-watches.png")

    async def say_name(self) -> None:
        """Dora types her name, as a phone's keyboard does."""
        await asyncio.sleep(1.0)
        for _ in "Guest 1":
            await self.dora.tab.press("Backspace")
        await self.dora.tab.say("Input.insertText", text="Dora")
        await self.dora.seen.until("  Dora  ")

    async def open_page(self, link: str) -> None:
        """Dora opens the link, and sees a table."""
        begun = monotonic()
        await self.dora.tab.visit(link)
        await self.dora.seen.until(TABLE[:8], 60)
        self.measure("first picture on the phone", monotonic() - begun)

    async def link_of(self, laptop: Laptop) -> str:
        """The link for phones: the address as it is shown, and the token, which the picture has."""
        await laptop.press("I")
        await laptop.sees("http://")
        found = LINK.search(laptop.text)
        assert found, f"no link:\n{laptop.text}"
        await laptop.press(ESCAPE)
        return found[0] + (laptop.data / "web" / "token").read_text().strip()

    async def host_is_killed(self) -> None:
        """The battery of Ann's laptop is empty; she plugs it in and starts the app again."""
        ann = self.ann
        begun = monotonic()
        ann.kill()
        await asyncio.gather(self.ben.loses_touch(), self.cy.loses_touch())
        self.measure("the host was killed: the guests notice", monotonic() - begun)
        again = monotonic()
        ann.start()
        await ann.choose("Reopen your own table")
        await ann.sees("THE STORY")
        self.measure("Ann is back at her table, from starting the app", monotonic() - again)
        await asyncio.gather(self.ben.is_back(), self.cy.is_back())
        self.measure("and so are the guests", monotonic() - again)
        link = await self.open_doors(ann)
        assert ELSEWHERE in link
        await self.open_page(link)
        await self.dora.until(TABLE[:8], "Watch, and sit down")
        await self.dora.until("Watch, and sit down", "THE STORY")

    async def open_doors(self, laptop: Laptop) -> str:
        """Open the doors from the invitation, in the middle of a game."""
        await laptop.press("I")
        await laptop.sees("INVITATION")
        await laptop.press("p")
        await laptop.choose("Open both")
        await laptop.sees("http://")
        await laptop.press(ESCAPE)
        return await self.link_of(laptop)

    async def play_to_the_end(self, game: str, *players: Laptop) -> None:
        for one in players:
            one.play()
        begun = monotonic()
        await asyncio.gather(*(one.sees_the_end(A_MATCH) for one in players))
        for text in (self.dora.seen.text, *(one.text for one in self.laptops)):
            assert ACCUSED not in text, f"an honest host is accused:\n{text}"
        self.say(f"{game} is over after {monotonic() - begun:.0f} s")

    # ── One Night ───────────────────────────────────────────────────────────────────────────────

    async def second_game(self) -> None:
        await self.propose(self.ann, "One Night", Seats="4")
        await self.all_are_ready(self.ann, self.ben, self.cy)
        self.say("One Night begins, with all four")
        self.dora.play()
        for one in self.laptops:
            one.play()
        await self.cy.sees("DAY", seconds=A_MATCH)
        for one in self.laptops:
            await one.rest()
        await self.dora.rest()
        await asyncio.sleep(2.0)
        await self.table_moves()

    async def propose(self, keeper: Laptop, game: str, **terms: str) -> None:
        """The keeper proposes another game from the result of the last one."""
        await keeper.press("o")
        await keeper.turn("Game", game)
        for name, value in terms.items():
            await keeper.turn(name, value)
        await keeper.choose("Propose it")

    async def all_are_ready(self, keeper: Laptop, *guests: Laptop) -> None:
        await self.dora.until("Ready", "ready.")
        for one in guests:
            await one.sees("Enter: ready")
            await one.press(ENTER)
        await keeper.sees("Enter: start")
        await keeper.press(ENTER)
        await keeper.sees("Q leave")

    async def table_moves(self) -> None:
        """Ann has to go soon, and hands the table to Ben's laptop in the middle of the day."""
        ann, ben, cy, dora = self.ann, self.ben, self.cy, self.dora
        await ann.press("V")
        await ann.choose("Ben")
        await ann.choose("Move it")
        await ben.sees("Take the table")
        await ben.picture(self.folder / "3-ben-is-asked.png")
        await dora.tab.picture(self.folder / "3-dora-is-asked.png")
        await cy.choose("I agree")
        while "I agree" in dora.seen.text:
            await asyncio.sleep(1.0)  # to read it
            await dora.on("I agree")
        begun = monotonic()
        await ben.choose("Take the table")
        await asyncio.gather(*(one.sees("at Ben's machine") for one in (ann, cy)))
        self.measure("the table moved: Ann and Cy have followed", monotonic() - begun)
        await dora.seen.until("at Ben's machine")
        self.measure("and so has Dora's phone, by Ann's page", monotonic() - begun)
        await self.kiosk.sees("DAY")
        await self.kiosk.is_back()
        self.measure("and so has the big screen", monotonic() - begun)
        await dora.tab.picture(self.folder / "4-dora-has-followed.png")
        await self.kiosk.picture(self.folder / "4-kiosk.png")
        dora.play()
        await self.play_to_the_end("One Night", *self.laptops)
        await dora.seen.until("lay again", 60)

    # ── the final ───────────────────────────────────────────────────────────────────────────────

    async def third_game(self) -> None:
        """Cy goes home, and the best two of those who are left play Moonlight."""
        await self.cy.press("Q")
        await self.cy.choose("Leave for good")
        await self.cy.sees("2 games")
        await self.cy.picture(self.folder / "5-cy-goes.png")
        await self.propose(self.ben, "Moonlight", Length="one round")
        await self.ben.sees("MOONLIGHT", "0 OF 2 READY")
        best = re.findall(r"\b[ab] (Ann|Ben|Dora)\b", self.ben.text)
        if "Ann" in best:
            await self.ann.sees("Enter: ready")
            await self.ann.press(ENTER)
        if "Dora" in best:
            await self.dora.until("Ready", "ready.", "hand 3")
        if "Ben" in best:  # who is the last to be ready; without him the others begin
            await self.ben.sees("Enter: start")
            await self.ben.press(ENTER)
        await self.ben.sees("MOONLIGHT", "hand 3")
        self.say(f"the final begins: Moonlight, {' against '.join(best)}")
        if "Dora" in best:
            self.dora.play()
        self.finalists = [one for one in (self.ann, self.ben) if one.name in best]
        await self.play_to_the_end("Moonlight", *self.finalists)
        await self.kiosk.picture(self.folder / "6-kiosk.png")

    async def ann_goes(self) -> None:
        """Dora's page is still Ann's, who is asked before she quits; Dora is told where to go."""
        ann, dora = self.ann, self.dora
        if "3 games" in ann.text:
            await ann.press(ESCAPE)
        await ann.press(QUIT)
        await ann.sees("If you quit", "Dora")
        await ann.picture(self.folder / "8-ann-goes.png")
        begun = monotonic()
        await ann.choose("Quit")
        await dora.seen.until("This machine stops", 60)
        self.measure("Ann has quit: Dora's page says where the table is", monotonic() - begun)
        await dora.tab.picture(self.folder / "8-dora-is-told.png")

    async def good_night(self) -> None:
        """The closing page is right, and everybody has the same records."""
        one = self.finalists[0]
        await one.press("E")
        await one.sees("3 games")
        await one.press("t")
        await one.sees("Kept in")
        await one.press("p")
        await one.sees("picture of this page")
        await one.picture(self.folder / "7-good-night.png")
        (page,) = (one.data / "evenings").glob("*.txt")
        told, counted = scores_told(page.read_text()), scores_in(one.data)
        self.say(f"the closing page tells {told}")
        assert {name: counted[name] for name in told if name != "Dora"} == {
            name: score for name, score in told.items() if name != "Dora"
        }, f"the records amount to {counted}"
        mine, yours = records_of(self.ann.data), records_of(self.ben.data)
        both = mine.keys() & yours.keys()
        assert len(both) >= 2, "they remember different matches"
        assert all(mine[name] == yours[name] for name in both), "they remember them differently"
        self.say(f"{len(both)} records, the same at Ann's and Ben's")
        await self.ann_goes()
        print("\nSeconds that people waited:")
        for what, seconds in self.measured:
            print(f"{seconds:6.1f}  {what}")
        print(f"Pictures and everybody's files are in {self.folder}.")
