"""Hints in words: what could be done, what speaks for it, and what the next best would cost."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from engine.bots.chances import SURE
from engine.bots.reasons import AS_GOOD, distinct, rival_of
from engine.core import Advice, Choice, Event, Idea, Reason, View, this_round
from moontui.words.catalogue import capital

if TYPE_CHECKING:
    from moontui.words.teller import Teller

RARE = 0.025
"""What comes less often than this rounds to nothing, and still may come."""


class Hints:
    """Puts the advice on one question into words; what a reason says, each game words itself."""

    CHANCES: ClassVar[frozenset[str]] = frozenset()
    """Kinds of reasons whose figures are two chances, one for each of the choices compared."""
    COUNTS: ClassVar[frozenset[str]] = frozenset()
    """The same in whole numbers."""

    def __init__(self, teller: Teller, view: View[Any], history: Sequence[Event]) -> None:
        self.teller, self.view = teller, view
        self.words = teller.words
        self.told = this_round(history)

    def lines(self, advice: Advice) -> list[str]:
        """The best idea, what is as good, why, and what would cost something."""
        best, others = advice.ideas[0], distinct(advice.ideas)
        plan = self.plan(best.choices)
        if len(advice.ideas) == 1:
            return [self.words.say("hint", "only", plan=plan)]
        form, chance = self.outlook(best), roughly(best.chance)
        lines = [self.words.say("hint", form, plan=capital(plan), chance=chance)]
        if not others:  # the same in another order
            return lines
        rival = rival_of(advice.ideas, None)
        cost = best.chance - rival.chance
        if best.chance - others[0].chance < AS_GOOD:
            every = self.view.ask is None or len(advice.ideas) >= len(self.view.ask.choices)
            alike = every and cost < AS_GOOD and form == "move"
            plan = self.plan(others[0].choices)
            lines.append(self.words.say("hint", "alike" if alike else "as_good", plan=plan))
        lines += self.why(advice.reasons)
        if cost >= AS_GOOD:
            plan, points = self.plan(rival.choices), max(1, round(100 * cost))
            lines.append(self.words.say("hint", "else", plan=plan, points=points))
        return lines

    def outlook(self, best: Idea) -> str:
        """How to speak of a chance to win: certainty is said in words."""
        return "lost" if best.chance <= SURE else "wins" if best.chance >= 1 - SURE else "move"

    def why(self, reasons: Sequence[Reason]) -> list[str]:
        """What speaks for the best idea, what against it, and what is the same either way."""
        found: dict[str, list[str]] = {"why": [], "against": [], "even": []}
        for reason in reasons:
            if sentence := self.known(reason):
                side = "against" if reason.against else "why"
                found["even" if self.is_even(reason) else side].append(sentence)
        return [
            " ".join(told)
            if form == "even"
            else self.words.say("hint", form, reasons=" ".join(told))
            for form, told in found.items()
            if told
        ]

    def is_even(self, reason: Reason) -> bool:
        """Whether a figure is as good as the same either way: good to know, but no reason."""
        best, other = reason.best, reason.other
        if reason.kind in self.COUNTS:
            return round(best) == round(other)
        return reason.kind in self.CHANCES and self.often(best) == self.often(other)

    def plan(self, choices: Sequence[Choice]) -> str:
        """A sequence of choices, in a few words."""
        raise NotImplementedError

    def known(self, reason: Reason) -> str:
        """A reason as a sentence; empty: only a newer host knows what it means."""
        with suppress(LookupError, ValueError):
            return self.reason(reason)
        return ""

    def reason(self, reason: Reason) -> str:
        """A reason as a sentence; empty: there are no words for it."""
        raise NotImplementedError

    # ── words for numbers ───────────────────────────────────────────────────────────────────────

    def compared(self, reason: Reason, key: str = "", **values: object) -> str:
        """The sentence for two chances: they differ or not, or only one of them is any."""
        key, (best, other) = key or reason.kind, (reason.best, reason.other)
        form = "same" if self.often(best) == self.often(other) else "than"
        if form == "than" and min(best, other) <= SURE:
            alone = "only" if other <= SURE else "none"
            form = alone if self.words.has("reasons", key, alone) else form
        often, rate = self.often(other), self.rate(other)
        return self.sentence(key, form, best=self.often(best), other=rate, often=often, **values)

    def sentence(self, *path: str, **values: object) -> str:
        """A sentence of a reason, if there are words for it."""
        known = self.words.has("reasons", *path)
        return self.words.say("reasons", *path, **values) if known else ""

    def often(self, chance: float) -> str:
        """How often something happens, at the end of a sentence."""
        return self.words.say("often", degree(chance), chance=roughly(chance))

    def rate(self, chance: float) -> str:
        """The same in short."""
        return self.words.say("rate", degree(chance), chance=roughly(chance))

    def points(self, count: float) -> str:
        """Some points, without a sign."""
        number = round(abs(count))
        return self.words.say("hint_points", "one" if number == 1 else "many", count=number)

    def event(self, number: int) -> str:
        """What happened then; empty: nobody was told."""
        return self.teller.event(self.told[number]) if number < len(self.told) else ""


def degree(chance: float) -> str:
    """The message key for a chance: what is not certain is never said to be."""
    if chance <= SURE or chance >= 1 - SURE:
        return "never" if chance <= SURE else "always"
    if not RARE <= chance <= 1 - RARE:
        return "hardly" if chance < RARE else "nearly"
    return "some"


def roughly(chance: float) -> str:
    """A chance rounded to a twentieth: nobody knows it more precisely than that, unless it is
    certain or nearly so."""
    if not SURE < chance < 1 - SURE:
        return f"{round(100 * chance)} %"
    return f"{min(99, max(1, 5 * round(20 * chance)))} %"


def percent(chance: float) -> str:
    """A chance in two or three cells; what is not certain is never said to be."""
    least, most = (1, 99) if SURE < chance < 1 - SURE else (0, 100)
    return f"{min(most, max(least, round(100 * chance)))}%"
