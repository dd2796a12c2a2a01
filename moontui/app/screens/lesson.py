"""A lesson in the app: the real table, as far as it has been explained, below an instruction."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from engine.core import Choice
from engine.review import Decision
from moontui.app.screens.base import binding
from moontui.app.screens.game import GameScreen
from moontui.app.widgets.board import Zone
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.lower import Lower
from moontui.app.widgets.panels import Header
from moontui.app.widgets.paper import ROWS, Paper
from moontui.app.widgets.sketch import Sketch
from moontui.client.lesson import keep_place
from moontui.client.lesson_line import LessonLine
from moontui.client.lesson_words import Tutor, Way, reviewed
from moontui.client.session import Session
from moontui.draw.scene import Scene
from moontui.draw.size import Size
from moontui.words.chronicle import Chronicle

LATER = {"chat", "phrase", "look_back", "hurry", "hint", "result", "decide", "cover", "people"}
"""What a table offers and a lesson does not."""


class LessonScreen(GameScreen):
    """A table at which only one answer is right at a time, and every step can be taken back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *GameScreen.BINDINGS,  # again, as the line of keys follows those of a screen's own class
        binding("full_stop", "skip", "skip_step"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        assert isinstance(session.client, LessonLine)
        self.line = session.client
        self.course = session.client.course
        self.decision: Decision | None = None
        """The choice that is looked at again at the end, once it has been weighed."""

    def compose(self) -> ComposeResult:
        yield Paper(self.course, lambda: self.peeking)
        yield from super().compose()

    def on_mount(self) -> None:
        """Besides what any table does: Textual calls its handler as well."""
        self.query_one(Header).display = False
        self.prompt.foretells = False  # in words that come later

    @property
    def paper(self) -> Paper:
        return self.query_one(Paper)

    @property
    def tutor(self) -> Tutor:
        return Tutor(self.course, self.session.teller, self.way)

    @property
    def way(self) -> Way:
        """How the player chooses: on a phone there are no keys."""
        return "touch" if self.table_size.is_tall else "keys"

    @property
    def table_size(self) -> Size:
        columns, rows = self.app.size
        return Size.of(columns, rows - ROWS + 1)  # the header makes room for a row of the paper

    @property
    def chronicle(self) -> Chronicle:
        """What it is all about is taught step by step."""
        return super().chronicle.without_aim()

    def scene(self) -> Scene | None:
        scene, counted = super().scene(), "notebook" in self.course.shown
        return replace(scene, counted=counted) if scene is not None else None

    # ── what is shown ───────────────────────────────────────────────────────────────────────────

    def show_all(self) -> None:
        super().show_all()
        self.uncover()
        if self.decision is not None:
            self.paper.review = self.tutor.review(self.decision)
        self.paper.show(self.look, self.tutor)
        self.query_one(Keys).redraw()

    def uncover(self) -> None:
        """Show what was explained so far, and nothing else."""
        shown = {part: name_of(part) in self.course.shown for part in self.parts()}
        shown[self.prompt] = self.course.wants is not None
        changed = [part for part, is_shown in shown.items() if part.visible != is_shown]
        for part in changed:
            part.visible = shown[part]
        if changed:  # Textual forgets to paint over a part that goes as it is drawn anew
            self.refresh()

    def parts(self) -> list[Sketch]:
        """The parts of the table that a lesson shows one after another."""
        lower = self.query_one(Lower)
        return [*self.board.query(Zone), *lower.zones, lower.story]

    def go_on(self) -> None:
        self.paper.notice = ""
        super().go_on()
        if self.picked != self.course.wants:  # whatever is usual here, it is not the right answer
            self.picked = None
            self.show_choice()
        keep_place(self.moon.settings, self.course)
        if self.course.step.name == "review" and self.decision is None:
            self.run_worker(self.weigh(), group="review", exclusive=True)

    async def weigh(self) -> None:
        """Look at a choice again, beside everything else."""
        self.decision = await asyncio.to_thread(reviewed, self.course)
        self.show_all()

    def show_result(self) -> None:
        """The last step says who has won."""

    def remark(self, text: str) -> None:
        self.paper.notice = text
        self.show_choice()
        self.paper.redraw()

    # ── keys ────────────────────────────────────────────────────────────────────────────────────

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "commit":
                return self.peeking or self.course.wants is None or self.picked is not None
            case "take_back":
                return self.peeking or self.course.has_begun
            case "skip":
                return not self.course.is_last
            case "notebook" | "log":
                return action in self.course.shown
        return action not in LATER and super().check_action(action, parameters)

    def key_name(self, name: str) -> str:
        reading = name == "commit" and self.course.wants is None and not self.peeking
        return super().key_name("go_on" if reading else name)

    def on_key(self, event: events.Key) -> None:
        """Answer a key while there is nothing to choose; otherwise the table does."""
        if self.course.wants is None and event.is_printable:
            event.prevent_default()
            self.remark(self.session.words.say("learn", f"enter_{self.way}"))

    def is_right(self, choice: Choice | None) -> bool:
        """Whether this is the answer to give now; to any other there is something to say."""
        if choice is None or choice == self.course.wants:
            return True
        self.peek.close()
        self.remark(self.tutor.wrong(choice))
        return False

    def pick(self, choice: Choice, by_key: bool = False) -> None:
        if choice in self.keys and self.is_right(choice):
            self.paper.notice = ""
            super().pick(choice, by_key)
            self.paper.redraw()

    def action_commit(self) -> None:
        if self.peeking or self.course.wants is not None:
            if self.peeking or self.is_right(self.picked):
                super().action_commit()
        elif self.course.is_last:
            self.moon.go_home()
            self.moon.play_gently(self.course.game.id)
        else:
            self.line.go_on()

    def action_take_back(self) -> None:
        if self.peeking:
            self.peek.close()
        else:
            self.line.undo()

    def action_skip(self) -> None:
        self.peek.close()
        self.line.skip()

    def action_leave(self) -> None:
        """Go; the lesson goes on from here another time."""
        self.moon.go_home()
        self.moon.run_worker(self.moon.part())


def name_of(part: Sketch) -> str:
    """What a lesson calls a part of the table."""
    return part.id or type(part).__name__.lower()
