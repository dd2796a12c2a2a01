"""A lesson in lines: the same steps as in the app, one sentence after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core import View
from moontui.client.lesson import Course
from moontui.client.lesson_words import Tutor, reviewed
from moontui.plain.table import LineTable, PlayerLeaves, means


class LineLesson:
    """Leads somebody who types through a lesson."""

    def __init__(
        self,
        course: Course,
        lines: LineTable,
        read: Callable[[str], str],
        note: Callable[[], None],
    ) -> None:
        self.course, self.lines, self.read = course, lines, read
        self.note = note
        """Keeps how far the player is."""
        self.tutor = Tutor(course, lines.teller, "lines")
        self.words, self.write = lines.words, lines.write
        lines.foretells = False  # in words that come later
        self.told = len(course.told)
        """How many events the player has heard of."""
        self.said = ""
        """What the tutor said last."""
        self.step = -1

    def run(self) -> bool:
        """Run to the end, or until the player leaves; returns whether a real game is wanted."""
        try:
            while not (self.course.is_last and self.is_through()):
                self.listen()
        except (PlayerLeaves, EOFError, KeyboardInterrupt):
            if not self.course.is_closing:
                self.write(self.words.say("learn", "kept"))
            return False
        return True

    def is_through(self) -> bool:
        """Say the last words; returns whether the player goes on to a real game. Raises
        `PlayerLeaves`, `EOFError`."""
        self.speak()
        typed = self.read(self.words.say("learn", "ready"))
        if means(self.words, "quit", typed):
            raise PlayerLeaves
        return not self.moved(typed)

    def listen(self) -> None:
        """Say what is to be done, and take what is typed."""
        self.speak()
        course, shown = self.course, self.course.view()
        if course.wants is None:
            self.go_on(self.read(self.words.say("learn", "prompt_enter")), shown)
            return
        self.lines.put(shown)
        self.answer(self.read(self.words.say("learn", "prompt")), shown)

    def speak(self) -> None:
        """Whatever the tutor has not said yet."""
        course, tutor = self.course, self.tutor
        if course.number != self.step:
            self.step, self.said = course.number, ""
            self.note()
            number, length = course.number + 1, course.lesson.length
            about = {"number": number, "length": length, "title": tutor.title}
            self.write("")
            self.write(
                tutor.title if course.is_closing else self.words.say("learn", "step", **about)
            )
        if tutor.text != self.said:
            self.said = tutor.text
            self.write(self.said)
            if course.step.name == "review":
                self.write(tutor.review(reviewed(course)))

    def go_on(self, typed: str, shown: View[Any]) -> None:
        if self.moved(typed):
            return
        if not typed.strip():
            self.course.go_on()
            self.catch_up()
        elif typed.split()[0].lower() in self.lines.commands:
            self.lines.typed(typed, shown)
        else:
            self.write(self.words.say("learn", "enter_lines"))

    def answer(self, typed: str, shown: View[Any]) -> None:
        if self.moved(typed):
            return
        choice = self.lines.typed(typed, shown)
        if choice is None:
            return
        if self.course.answer(choice):
            self.catch_up()
        else:
            self.write(self.tutor.wrong(choice))

    def moved(self, typed: str) -> bool:
        """Whether a step was taken back or passed over."""
        if means(self.words, "undo", typed, "lesson_commands"):
            self.course.undo()
        elif means(self.words, "skip", typed, "lesson_commands"):
            self.course.skip()
        else:
            return False
        self.told, self.step = len(self.course.told), -1
        return True

    def catch_up(self) -> None:
        """Tell what has happened in the meantime."""
        events = self.course.told
        self.lines.tell(events[self.told :])
        self.told = len(events)
