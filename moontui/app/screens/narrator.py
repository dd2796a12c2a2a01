"""The narrator's page: what is said now, the clock of the day, and who says what."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from moontui.app.screens.base import MoonScreen
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.sketch import Sketch
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, paragraph
from moontui.draw.letters import width_of
from moontui.narrator.claims import Claims
from moontui.narrator.evening import Evening
from moontui.narrator.script import Cue, Narration
from moontui.narrator.voice import Voice
from moontui.words.catalogue import Catalogue


class NarratorScreen(MoonScreen[None]):
    """A game with real cards, told by this machine."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "go_on", "narrate_go", id="narrate_go"),
        Binding("plus", "add", "narrate_more", id="narrate_more"),
        Binding("v", "vote", "narrate_vote", id="narrate_vote"),
        Binding("up", "choose(-1)", show=False, id="narrate_up"),
        Binding("down", "choose(1)", show=False, id="narrate_down"),
        Binding("left", "turn(-1)", show=False, id="narrate_before"),
        Binding("right", "turn(1)", show=False, id="narrate_after"),
    ]

    def __init__(self, narration: Narration, talk: int, *, mute: bool) -> None:
        super().__init__()
        self.narration, self.talk, self.mute = narration, talk, mute
        self.claims = Claims(narration.cards, narration.players)
        self.evening = Evening(narration, self.tell, self.show, talk)
        self.voice: Voice | None = None

    @property
    def sentences(self) -> Catalogue:
        """What is said, in the language of the app."""
        return Catalogue(self.words.language, self.narration.game)

    def compose(self) -> ComposeResult:
        yield Page(self)
        yield Keys()

    def on_mount(self) -> None:
        self.voice = Voice(self.words.language, (lambda name: None) if self.mute else None)
        self.begin()

    def begin(self) -> None:
        self.run_worker(self.evening.play(), group="narrator", exclusive=True)

    async def tell(self, cue: Cue) -> None:
        """Say it aloud; where nothing can speak, ring and leave time to read."""
        sentence = self.sentences.say("narrator", cue.key)
        if self.voice is not None and self.voice.name:
            await self.voice.say(sentence)
        else:
            self.app.bell()
            await self.evening.quiet(1.0 + len(sentence) / 14)

    def show(self) -> None:
        for page in self.query(Page):
            page.redraw()

    def action_go_on(self) -> None:
        if self.evening.is_over:
            self.claims = Claims(self.narration.cards, self.narration.players)
            self.evening = Evening(self.narration, self.tell, self.show, self.talk)
            self.begin()
        self.evening.toggle()

    def action_add(self) -> None:
        self.evening.add()

    def action_vote(self) -> None:
        self.evening.end_day()

    def action_turn(self, step: int) -> None:
        if self.evening.left is not None:
            self.claims.turn(step)
            self.show()

    def action_choose(self, step: int) -> None:
        if self.evening.left is not None:
            self.claims.choose((self.claims.chosen + step) % self.claims.players)
            self.show()

    def on_sketch_clicked(self, event: Sketch.Clicked) -> None:
        """A click on a player goes on to the next thing that the player may say to be."""
        if isinstance(event.target, int) and self.evening.left is not None:
            self.claims.choose(event.target)
            self.claims.turn(1)
            self.show()


class Page(Sketch):
    """What the room sees."""

    DEFAULT_CSS = "Page { height: 1fr; }"

    def __init__(self, narrator: NarratorScreen) -> None:
        super().__init__()
        self.narrator = narrator

    def draw(self, width: int, height: int) -> list[Line]:
        if not width or height < 4:
            return [[]]
        words, evening = self.narrator.words, self.narrator.evening
        tools = Easel(self.narrator.moon.look(self.narrator.narration.game))
        sheet = tools.sky(width, height, "narrator", 1)
        head, told, top = heading(evening, self.narrator.sentences), self.told(width), 1
        foot = paragraph(self.foot(words), width - 2, style="dim")
        fits = [
            scale
            for scale in (3, 2, 1)
            if width_of(head, scale) <= width - 4
            and 3 * scale + len(told) + len(foot) + 2 <= height
        ]
        if fits:
            middle = (width - width_of(head, fits[0])) // 2
            sheet.overlay(middle, top, tools.letters(head, scale=fits[0]))
            top += 3 * fits[0] + 1
        for line in told:
            if top < height - len(foot):
                room = sum(cell_len(ink.text) for ink in line)
                sheet.overlay((width - room) // 2, top, [line])
                top += 1
        for row, line in enumerate(foot, height - len(foot)):
            room = sum(cell_len(ink.text) for ink in line)
            sheet.overlay((width - room) // 2, row, [line])
        return sheet.lines

    def told(self, width: int) -> list[Line]:
        """The sentence of the moment, or by day who says what."""
        words, evening = self.narrator.words, self.narrator.evening
        room = min(width - 4, 72)
        if evening.left is not None:
            return [*self.noted(room), *stopped(evening, words, room)]
        key = evening.cue.key if evening.cue is not None else ""
        text = (
            self.narrator.sentences.say("narrator", key) if key else words.say("narrate", "begin")
        )
        lines = paragraph(text, room, style="strong")
        if evening.is_over:
            lines += [[], *paragraph(words.say("narrate", "again"), room, style="gold")]
        return [*lines, *stopped(evening, words, room)]

    def noted(self, room: int) -> list[Line]:
        """Who says to be what, the chosen player marked, and what cannot all be true."""
        words, claims = self.narrator.words, self.narrator.claims
        lines: list[Line] = [[Ink(words.say("narrate", "notes"), "gold")]]
        for player in range(claims.players):
            role = claims.said.get(player)
            said = self.named(role) if role is not None else "…"
            text = words.say("narrate", "claim", number=player + 1, role=said)
            mark = "> " if player == claims.chosen else "  "
            style = "strong" if mark.strip() else ""
            lines.append([Ink(f"{mark}{text}".ljust(30), style, player)])
        for clash in claims.clashes():
            numbers = ", ".join(str(player + 1) for player in clash.players)
            text = words.say(
                "narrate",
                "clash",
                role=self.named(clash.role),
                numbers=numbers,
                count=clash.copies,
            )
            lines += paragraph(text, room, style="bad")
        return [*lines, *paragraph(words.say("narrate", "how"), room, style="dim")]

    def foot(self, words: Catalogue) -> str:
        """The set, and who speaks."""
        voice = self.narrator.voice
        if voice is not None and not voice.name and self.narrator.evening.cue is None:
            return words.say("narrate", "silent")
        counted = sorted(Counter(self.narrator.narration.cards).items())
        named = [self.named(card) + (f" x{count}" if count > 1 else "") for card, count in counted]
        return words.say("narrate", "set", roles=", ".join(named))

    def named(self, card: int) -> str:
        return self.narrator.narration.name(self.narrator.words.language, card)


def heading(evening: Evening, words: Catalogue) -> str:
    """The clock by day, otherwise what time it is."""
    if evening.left is not None:
        return f"{evening.left // 60}:{evening.left % 60:02}"
    large = evening.cue.large if evening.cue is not None else ""
    if not large:
        return words.title.upper()
    return large if large.isdigit() else words.say("narrate", large)


def stopped(evening: Evening, words: Catalogue, room: int) -> list[Line]:
    if evening.goes_on.is_set() or evening.cue is None:
        return []
    return [[], *paragraph(words.say("narrate", "stopped"), room, style="gold")]
