"""The parts of the lobby's screen that are only looked at: heading, sky, options, invitation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from moontui.app.screens.offers import game_name
from moontui.app.widgets.sketch import Sketch
from moontui.client.people import watchers_of
from moontui.client.ways import invitation
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, aimed, cells, cut, ends, flow, paragraph
from moontui.draw.letters import width_of
from moontui.draw.paint import NONE
from moontui.draw.qr import NARROW, qr
from moontui.words.catalogue import capital
from moontui.words.evening import brief
from net.text import clean

if TYPE_CHECKING:
    from moontui.app.screens.lobby import LobbyScreen

LOW = 23
"""Rows below which anything that can be read elsewhere is left out."""


def lobby_of(sketch: Sketch) -> LobbyScreen:
    """The screen that a part belongs to."""
    from moontui.app.screens.lobby import LobbyScreen

    assert isinstance(sketch.screen, LobbyScreen)
    return sketch.screen


class LobbyHead(Sketch):
    """The first line: game, table, how many seats are taken, and who is ready."""

    def draw(self, width: int, height: int) -> list[Line]:
        screen = lobby_of(self)
        room, words = screen.session.room, screen.words
        if room is None:
            return []
        people = [player for player in room.players if player.kind != "free"]
        ready = sum(player.ready or player.kind == "bot" for player in people)
        phase = words.say("lobby", "phase") if room.phase == "lobby" else clean(room.phase, 16)
        seats = words.say("lobby", "seats", taken=len(people), seats=len(room.players))
        told = words.say("lobby", "so_many_ready", ready=ready, count=len(people))
        banner = [Ink(f" {told} ", "banner")]
        game = game_name(screen.moon, room.game).upper()
        left = [Ink(f" {game}", "key")]
        space = width - cells(banner) - cells(left) - 1
        for parts in (
            (screen.session.title, phase, seats),
            (screen.session.title, seats),
            (seats,),
            (f"{len(people)}/{len(room.players)}",),
        ):
            text = "  ".join(parts)
            if cell_len(text) + 2 <= space:
                break
        return [ends([*left, Ink(f"  {cut(text, space - 2)}", "dim")], banner, width)]


class CodeSky(Sketch):
    """The code in big letters in the night sky, to be read out."""

    def draw(self, width: int, height: int) -> list[Line]:
        screen = lobby_of(self)
        room, words = screen.session.room, screen.words
        look = screen.moon.look("")
        rows, scale = (8, 2) if look.size.is_large else (3, 1)
        if room is None or look.size.rows < LOW - 3:
            return []
        tools = Easel(look, room.game)
        sheet = tools.sky(width, rows, screen.session.title, 1 if rows > 4 else 0)
        code = invitation(screen.moon.own, screen.moon.reach.only, screen.session).code
        title = code or game_name(screen.moon, room.game).upper()
        if scale > 1 and width_of(title, scale) > width - 54:
            scale = 1
        x = 2
        if look.size.is_large and look.pictures:
            high = rows - 1
            sheet.overlay(2, 0, tools.moon(2 * high, high, 1.0, risen=True))
            x = 2 * high + 5
        color, shade = look.palette.letters
        shade = shade if scale == 1 and rows > 3 else NONE
        y = 1 if rows > 6 and scale > 1 else 2 if rows > 6 else 0
        if width_of(title, scale) <= width - x:
            sheet.overlay(x, min(y, rows - 3 * scale), tools.letters(title, color, shade, scale))
            x += width_of(title, scale) + 3
        told = [words.say("lobby", key) for key in ("aloud", "type_it", "any_case") if code]
        told = [text for text in told if cell_len(text) < width - x]
        for place, text in enumerate(told):
            sheet.lay(x, place + (1 if rows > 6 else 0), [Ink(text, "" if place else "strong")])
        return sheet.lines


class About(Sketch):
    """What is played here, and how others can join."""

    def draw(self, width: int, height: int) -> list[Line]:
        screen = lobby_of(self)
        app, words, room = screen.moon, screen.words, screen.session.room
        if room is None:
            return []
        look = app.look("")
        tools = Easel(look)
        lines: list[Line] = []
        if look.size.is_large:
            lines.append(tools.heading(words.say("lobby", "table"), width - 1))
        options = " ".join(f"{capital(option)}." for option in screen.options())
        undone = screen.session.deals_undone
        evening = [brief(words, room.evening)] if room.evening is not None else []
        for text in (options, *screen.agreed(), *([undone] if undone else []), *evening):
            lines += [[Ink(" "), *line] for line in paragraph(text, width - 2)]
        if room.watchers:
            watching = words.say("lobby", "watching", names=watchers_of(room))
            lines.append([Ink(" " + cut(watching, width - 2, app.symbols.more), "", "people")])
        trust = paragraph(words.say("lobby", "trust"), width - 2, "dim")
        return lines + [[Ink(" "), *line] for line in trust]


class LinkPicture(Sketch):
    """The link for phones as a picture, where there is room."""

    def draw(self, width: int, height: int) -> list[Line]:
        screen = lobby_of(self)
        link, look, words = screen.link, screen.moon.look(""), screen.words
        if not link or not look.size.is_large:
            return []
        room = screen.app.size.height - 20
        picture = qr(look.palette, look.symbols, link, width - 1, room, NARROW)
        lines: list[Line] = [[Ink(words.say("kiosk", "scan"), "key")]] if picture else []
        lines += [[*line, Ink(" " * max(0, width - cells(line)))] for line in picture]
        return [*lines, []] if lines else []


class Invite(Sketch):
    """How others can join."""

    def draw(self, width: int, height: int) -> list[Line]:
        screen = lobby_of(self)
        app, words, room = screen.moon, screen.words, screen.session.room
        if room is None:
            return []
        look = app.look("")
        found = invitation(app.own, app.reach.only, screen.session)
        lines: list[Line] = []
        if look.size.is_large:
            lines.append(Easel(look).heading(words.say("lobby", "invite"), width - 1))
        command = found.command.split(" ")
        token = aimed(paragraph(command[2], width - 2, "gold"), "copy")
        pieces = [[Ink(" ".join(command[:2]), "strong", "copy")], *token]
        lines += flow(pieces, width - 1, gap=" ")
        place = {"address": found.address, "port": found.port}
        ways = [[Ink(words.say("lobby", "address", **place))]] if found.port else []
        if found.code:
            ways.append([Ink(words.say("lobby", "code", code=found.code), "strong")])
        lines += flow(ways, width - 1)
        if found.key and app.size.height >= LOW:
            told = paragraph(words.say("lobby", "key", key=found.key), width - 2, "dim")
            lines += [[Ink(" "), *line] for line in told]
        return lines


class Status(Sketch):
    """What Enter does now, or why something was not done."""

    notice = ""
    style = "bad"

    def draw(self, width: int, height: int) -> list[Line]:
        screen = lobby_of(self)
        more = screen.moon.symbols.more
        if self.notice:
            text = cut(self.notice, width - 4, more)
            return [[Ink(" ! ", self.style), Ink(text, self.style)]]
        return [
            [
                Ink(" > ", "key"),
                Ink(cut(screen.by_thumb(screen.status()), width - 4, more), "strong", "ready"),
            ]
        ]

    def say(self, notice: str = "", style: str = "bad") -> None:
        self.notice, self.style = notice, style
        self.redraw()
