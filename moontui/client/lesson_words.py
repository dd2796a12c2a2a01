"""What a lesson says: the words of a step, of a wrong answer, and of the choice that is reviewed."""

from __future__ import annotations

from engine.core import Choice
from engine.review import Decision, weigh
from moontui.client.lesson import Course
from moontui.words.teller import Teller
from moontui.words.verdicts import Verdicts


def title(course: Course, teller: Teller) -> str:
    return spoken(course, teller, "title")


def text(course: Course, teller: Teller) -> str:
    """What the step says now."""
    return spoken(course, teller, latest(course, teller, "text"))


def wrong(course: Course, teller: Teller, choice: Choice) -> str:
    """What is said to a choice that is not the one to make now."""
    words, wanted = teller.words, course.wants
    if wanted is None:
        return words.say("learn", "enter")
    if words.has("lesson", course.step.name, key := latest(course, teller, "wrong")):
        return spoken(course, teller, key)
    form = "other" if choice.verb == wanted.verb else "other_verb"
    return words.say("learn", form, chosen=teller.choice(choice), wanted=teller.choice(wanted))


def latest(course: Course, teller: Teller, key: str) -> str:
    """The words of the last beat that has any of this kind."""
    words, name = teller.words, course.step.name
    beats = (f"{key}_{number}" for number in range(course.beat, 0, -1))
    return next((form for form in beats if words.has("lesson", name, form)), key)


def spoken(course: Course, teller: Teller, key: str) -> str:
    """Some words of a step; players are named by the letters of their seats."""
    names = dict(zip("abcdefghij", teller.names, strict=False))
    return teller.words.say("lesson", course.step.name, key, game=teller.words.title, **names)


def reviewed(course: Course) -> Decision:
    """The choice that is looked at again, weighed. It takes a moment."""
    shown, moment = course.reviewed()
    return weigh(course.game, shown, moment)


def review(decision: Decision, teller: Teller) -> str:
    """A weighed choice, in words."""
    verdicts = Verdicts(teller)
    if decision.loss > 0:
        return verdicts.point(decision)
    words, chance = teller.words, verdicts.percent(round(100 * decision.chance))
    chosen = words.say("review", "chosen", what=verdicts.chosen(decision))
    wins, best = words.say("review", "wins", chance=chance), words.say("review", "was_best")
    return f"{verdicts.when(decision)}. {chosen} {wins} {best}"
