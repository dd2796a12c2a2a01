"""What a lesson says: the words of a step, to a wrong answer, and of the choice reviewed."""

from __future__ import annotations

from typing import Literal

from engine.core import Choice
from engine.review import Decision, weigh
from moontui.client.lesson import Course
from moontui.words.teller import Teller
from moontui.words.verdicts import Verdicts

Way = Literal["keys", "touch", "lines"]
"""How somebody chooses: with keys or a thumb in the app, or by typing lines."""
DEEDS = ("pick", "confirm", "help")
"""What is done in another way with keys, a thumb or lines, and so has a sentence for each."""


class Tutor:
    """Puts a lesson into words."""

    def __init__(self, course: Course, teller: Teller, way: Way = "keys") -> None:
        self.course, self.teller, self.way = course, teller, way
        self.words = teller.words

    @property
    def title(self) -> str:
        return self.spoken("title")

    @property
    def text(self) -> str:
        """What the step says now."""
        return self.spoken(self.latest("text"))

    def wrong(self, choice: Choice) -> str:
        """What is said to a choice that is not the one to make now."""
        words, wanted = self.words, self.course.wants
        if wanted is None:
            return words.say("learn", f"enter_{self.way}")
        if words.has("lesson", self.course.step.name, key := self.latest("wrong")):
            return self.spoken(key)
        form = "other" if choice.verb == wanted.verb else "other_verb"
        chosen, right = self.teller.choice(choice), self.teller.choice(wanted)
        return words.say("learn", form, chosen=chosen, wanted=right)

    def latest(self, key: str) -> str:
        """The words of the last beat that has any of this kind."""
        name, beats = self.course.step.name, range(self.course.beat, 0, -1)
        forms = (f"{key}_{number}" for number in beats)
        return next((form for form in forms if self.words.has("lesson", name, form)), key)

    def spoken(self, key: str) -> str:
        """Some words of a step; players are named by the letters of their seats."""
        names = dict(zip("abcdefghij", self.teller.names, strict=False))
        how = {deed: self.words.say("learn", f"{deed}_{self.way}") for deed in DEEDS}
        if self.is_enough and self.way != "lines":
            how["pick"] = self.words.say("learn", f"pick_once_{self.way}")
        return self.words.say("lesson", self.course.step.name, key, **names, **how)

    @property
    def is_enough(self) -> bool:
        """Whether picking the right answer gives it, as it can still be taken back."""
        wanted = self.course.wants
        return wanted is not None and self.teller.at_once(self.course.view(), wanted)

    def review(self, decision: Decision) -> str:
        """A weighed choice, in words."""
        verdicts, words = Verdicts(self.teller, lambda _: self.course.reviewed()[0]), self.words
        if decision.loss > 0:
            return verdicts.point(decision)
        chance = verdicts.percent(round(100 * decision.chance))
        chosen = words.say("review", "chosen", what=verdicts.chosen(decision))
        wins, best = words.say("review", "wins", chance=chance), words.say("review", "was_best")
        return f"{verdicts.when(decision)}. {chosen} {wins} {best}"


def reviewed(course: Course) -> Decision:
    """The choice that is looked at again, weighed. It takes a moment."""
    shown, moment = course.reviewed()
    return weigh(course.game, shown, moment)
