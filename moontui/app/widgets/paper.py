"""The paper of a lesson: the number of a step, one instruction, and a word about a wrong key."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len

from moontui.app.widgets.sketch import Sketch
from moontui.client.lesson import Course
from moontui.client.lesson_words import Tutor
from moontui.draw.ink import Ink, Line, cells, crop, cut, ends, painted, wrapped
from moontui.draw.scene import Look

ROWS = 4
"""The rows it has at least: so the table below stays where it is."""


class Paper(Sketch):
    """Above the table; it says what to do next, and nothing that comes later."""

    DEFAULT_CSS = "Paper { height: auto; }"

    notice = ""
    """An answer to the last key, if it was a wrong one."""
    review = ""
    """What the review says of a choice, once it is known."""

    def __init__(self, course: Course, is_covered: Callable[[], bool]) -> None:
        super().__init__()
        self.course = course
        self.is_covered = is_covered
        """Whether Enter does something else just now: it closes what lies over the table."""
        self.look: Look | None = None
        self.tutor: Tutor | None = None

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.redraw())

    def show(self, look: Look, tutor: Tutor) -> None:
        self.look, self.tutor = look, tutor
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        if self.look is None or self.tutor is None:
            return [[]] * ROWS
        palette = self.look.palette
        text = self.tutor.text
        if self.course.step.name == "review":
            text = f"{text} {self.review or self.look.words.say('learn', 'weighing')}"
        lines: list[Line] = [[Ink("   "), Ink(row)] for row in wrapped(text, width - 5)]
        if self.notice:
            rows = wrapped(self.notice, width - 5)
            lines += [
                [Ink("   " if n else " ! ", "strong"), Ink(r, "strong")] for n, r in enumerate(rows)
            ]
        lines += [[]] * (ROWS - 1 - len(lines))
        if self.course.wants is None and not self.is_covered():
            lines = self.with_enter(lines, width)
        on_paper = [painted(crop(line, width), palette.paper) for line in lines]
        return [self.heading(self.look, self.tutor, width), *on_paper]

    def with_enter(self, lines: list[Line], width: int) -> list[Line]:
        """Say how it goes on, at the end of the last row or below it."""
        assert self.look is not None
        assert self.tutor is not None
        key = f"{'play' if self.course.is_last else 'next'}_{self.tutor.way}"
        enter = Ink(
            f" {self.look.words.say('learn', key)} ", "strong", "commit", self.look.palette.chip
        )
        if cells(lines[-1]) + cells([enter]) + 2 > width:
            lines = [*lines, []]
        return [*lines[:-1], ends(lines[-1], [enter, Ink(" ")], width)]

    def heading(self, look: Look, tutor: Tutor, width: int) -> Line:
        """The step's number and name, and how far it is."""
        course, words = self.course, look.words
        number = str(course.number + 1) if not course.is_closing else look.symbols.star
        told = tutor.title.upper()
        left = [Ink(f" {number:>2} ", "strong", None, look.palette.chip), Ink(f" {told}", "strong")]
        right = [Ink(f"{words.say('learn', 'heading', game=words.title)}  "), *self.dots(look)]
        if cells(left) + cells(right) > width - 2:
            right = self.dots(look)
        if cells(left) + cells(right) > width - 2:
            right = [Ink(f"{min(course.number + 1, course.lesson.length)}/{course.lesson.length} ")]
        room = width - cells(right) - cell_len(f" {number:>2} ") - 2
        left[-1] = Ink(f" {cut(told, room)}", "strong")
        return [*ends(left, right, width)]

    def dots(self, look: Look) -> Line:
        """A dot for every step: done, or still to come."""
        course, signs = self.course, look.symbols
        length = course.lesson.length
        done = min(course.number + (not course.is_closing), length)
        return [
            Ink(signs.shown * done, "gold"),
            Ink(f"{signs.hidden * (length - done)} ", "dim"),
        ]
