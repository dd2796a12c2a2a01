"""The sky over One Night: a moon that crosses it at night, the sun by day, dusk and the bell."""

from __future__ import annotations

from dataclasses import replace

from engine.games.onenight.rules import verdict_on
from engine.games.onenight.state import Village
from moontui.app.widgets.board import Zone
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, aimed, cells, cut, paragraph
from moontui.draw.letters import width_of
from moontui.draw.moons import moon
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.draw.size import Class, Size
from moontui.games.onenight.nightwords import calls_of
from moontui.games.onenight.parts import (
    FEW,
    GAME,
    Phase,
    big,
    easel,
    phase_of,
    skies,
    slot_now,
    teller_of,
)

SUN = (0xFFF6C8, 0xF2C860)
BELLS = ((26, 11), (24, 6), (12, 3))
"""Columns and rows of the bell, from the largest to the smallest."""
DISCS = {Class.S200: (20, 10), Class.S160: (16, 8), Class.S120: (10, 5), Class.T40: (6, 3)}
"""By class of size: how large the moon is at night; (4, 2) where it is not listed."""


def rows_for(size: Size, phase: Phase, seats: int) -> int:
    """How many rows the sky has."""
    low = size.is_low
    match size.kind:
        case Class.S200:
            return {"night": 13, "day": 5, "vote": 14, "over": 12}[phase]
        case Class.S160:
            return {"night": 11, "day": 4, "vote": 12, "over": 10}[phase]
        case Class.S120:
            few = seats <= FEW
            vote = 8 if low else 12
            over = 4 if low else 9 if few else 8
            return {"night": 6 if low else 7, "day": 2 if low else 3, "vote": vote, "over": over}[
                phase
            ]
        case Class.S80:
            return {"night": 3, "day": 0, "vote": 4 if seats <= FEW else 2, "over": 4}[phase]
        case Class.T40:
            return {"night": 4, "day": 3, "vote": 4, "over": 4}[phase]
    return {"night": 2, "day": 0, "vote": 1, "over": 1}[phase]


class Sky(Zone):
    """What time it is, for everybody alike."""

    stage: Phase | None = None
    """What is shown; None: whatever the game has come to."""
    count = 0
    """What is counted down before the arms come up: 3, 2, 1; 0: nothing."""
    left = 0.0
    """Seconds until the open window ends."""
    whole = 0.0
    """How many there were when it began, as far as anybody noticed."""

    def tick(self, left: float, begun: bool) -> None:
        """A second is over; the moon or the sun goes on."""
        self.left, self.whole = left, left if begun else max(left, self.whole)
        self.redraw()

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        phase = self.stage or phase_of(scene)
        village: Village = scene.view.state
        rows = rows_for(scene.look.size, phase, village.seats)
        if not rows:
            return []
        palette = skies(scene.look.palette, phase)
        tools = Easel(replace(scene.look, palette=palette), GAME)
        if rows == 1:  # the horizon is too light for words
            sheet = Sheet(width, rows)
        else:
            sheet = tools.sky(width, rows, "".join(scene.teller.names), 1 if rows > 2 else 0)
        match phase:
            case "night":
                self.night(scene, sheet)
            case "day":
                self.day(scene, village, sheet)
            case "vote":
                self.bell(scene, sheet)
            case "over":
                self.headline(scene, sheet)
        return aimed(sheet.lines, ("zone", "sky"))

    def passed(self) -> float | None:
        """How much of the open window is over, from 0 to 1; None: there is no clock."""
        if not self.whole:
            return None
        return min(1.0, max(0.0, 1 - self.left / self.whole))

    def night(self, scene: Scene, sheet: Sheet) -> None:
        """The moon crosses the sky while a role is called; without a clock, once in a night."""
        village: Village = scene.view.state
        order, now = calls_of(village), slot_now(scene)
        number = order.index(now) if now is not None else 0
        share = self.passed()
        share = (number + 0.5) / len(order) if share is None else share
        wide, high = DISCS.get(scene.look.size.kind, (4, 2))
        high = min(high, sheet.height)
        if scene.look.pictures:
            disc = easel(scene).moon(wide, high, 0.8)
            sheet.overlay(round(share * (sheet.width - wide - 2)) + 1, 0, disc)
        else:
            sign = scene.look.symbols.token
            sheet.write(round(share * (sheet.width - 3)) + 1, 0, sign, "gold")
        if village.aloud and now is not None:
            self.call(scene, sheet, teller_of(scene).slot(now).upper())

    def call(self, scene: Scene, sheet: Sheet, name: str) -> None:
        """Who is called, so large that the whole room can read it."""
        if sheet.height > 4 and width_of(name) <= sheet.width - 4:
            sheet.overlay((sheet.width - width_of(name)) // 2, 1, big(scene, name))

    def day(self, scene: Scene, village: Village, sheet: Sheet) -> None:
        """The sun sinks towards the vote as the talk goes on."""
        turns = sum(event.kind == "turn" for event in village.events or ())
        whole = village.seats * (2 + 2 * village.rounds)
        share = self.passed() if village.free else min(1.0, turns / whole)
        look, high = scene.look, min(sheet.height, 4)
        wide = 2 * high
        if look.pictures and high > 1:
            x = round((0.3 + 0.62 * (share or 0.0)) * (sheet.width - wide))
            disc = moon(look.palette, look.symbols, wide, high, 1.0, True, "", SUN)
            sheet.overlay(x, 0, disc)
        told = cut(self.of_day(scene, village), sheet.width - 2)
        sheet.write(1, 0, told, "strong")

    def of_day(self, scene: Scene, village: Village) -> str:
        """Who speaks, or how many want to vote."""
        if village.free:
            need = village.seats // 2 + 1
            return scene.label("hurry", count=len(village.hurry), need=need)
        if scene.view.ask is not None:
            return scene.label("you_speak")
        return teller_of(scene).waiting(scene.view) if scene.view.waiting else ""

    def bell(self, scene: Scene, sheet: Sheet) -> None:
        """The bell rings: everybody points."""
        look = scene.look
        high = sheet.height - 1
        title = "  ".join("321"[: 4 - self.count]) if self.count else scene.label("bell")
        x = 2
        if look.pictures and high >= 3:
            wide, high = next(size for size in BELLS if size[1] <= high)
            sheet.overlay(6 if high > 3 else 3, 0, easel(scene).picture("bell", wide, high))
            x = 40 if high > 3 else 18
        if sheet.height >= 8 and width_of(title) <= sheet.width - x - 2:
            y = 1 if sheet.height < 10 else 2
            sheet.overlay(x, y, big(scene, title))
            sheet.write(x, y + 4, scene.label("points"), "key")
            for row, line in enumerate(paragraph(self.of_vote(scene), sheet.width - x - 4)):
                sheet.lay(x, y + 5 + row, line)
        else:
            title = scene.label("points")
            if self.count:
                title = f"{title}  {' '.join('321'[: 4 - self.count])}"
            elif sheet.height == 1:
                title = f"{title}  {self.have_voted(scene)}".rstrip()
            sheet.write(x, 0, cut(title, sheet.width - x - 1), "key")
            if sheet.height > 1:
                most = sheet.height - (2 if sheet.height > 2 else 1)  # not on the roofs
                told = paragraph(self.of_vote(scene), sheet.width - x - 2, most=most)
                for row, line in enumerate(told):
                    sheet.lay(x, 1 + row, line)

    def of_vote(self, scene: Scene) -> str:
        if scene.view.state.ended:
            return scene.label("arms_together" if scene.view.state.aloud else "arms_up")
        told = scene.label("voted" if scene.held is not None else "not_voted")
        return " ".join(filter(None, (self.have_voted(scene), told)))

    def have_voted(self, scene: Scene) -> str:
        """How many have; who they are shows only when the arms come up."""
        if not scene.answered:
            return ""
        seats = scene.view.state.seats
        return scene.label("have_voted", count=scene.answered, all=seats)

    def headline(self, scene: Scene, sheet: Sheet) -> None:
        """Who won, in big letters before the rising sun."""
        look = scene.look
        title, brief, told = headline_of(scene)
        title = title if width_of(title) <= sheet.width - 2 else brief
        fits = sheet.height >= 4 and width_of(title) <= sheet.width - 2
        if look.pictures and sheet.height >= 8:
            high = sheet.height - 4
            disc = moon(look.palette, look.symbols, 2 * high + 6, high + 3, 1.0, True, "", SUN)
            sheet.overlay((sheet.width - 2 * high - 6) // 2, 5, disc[: high - 2])
        if fits:
            x, y = (sheet.width - width_of(title)) // 2, 1 if sheet.height > 4 else 0
            sheet.overlay(x, y, big(scene, title, 0xFFF6DC))
            if sheet.height == 4:
                return
        else:
            line = [Ink(f" {title} ", "strong", paint=look.palette.chip)]
            sheet.put(1, 0, line)
            if sheet.height == 1:
                at = len(title) + 4
                if cells([Ink(told)]) < sheet.width - at:  # it is told below as well
                    sheet.write(at, 0, told, "")


def headline_of(scene: Scene) -> tuple[str, str, str]:
    """Whose game it was, in a few words and in fewer, and how it went for the player."""
    teller, village = teller_of(scene), scene.view.state
    headline, told = teller.verdict(village)
    brief = teller.words.say("verdict_brief", verdict_on(village).ending)
    return headline, brief, told
