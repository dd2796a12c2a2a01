"""A review in words: what was chosen, what would have been better, and what that cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.core import Ask, Choice, View
from engine.review import LEAST_LOSS, Decision
from moontui.words.teller import Teller

LEADING = ("draw", "center", "slot")
"""What is done only for the sake of the choice after it."""


def hundredths_lost(loss: float) -> int:
    """What a choice cost, in points; what is too little to count is not rounded up to what is."""
    return max(0, round(100 * loss) if loss >= LEAST_LOSS else int(100 * loss))


class Verdicts:
    """Puts weighed decisions into sentences, in the words of a game's teller."""

    def __init__(self, teller: Teller, view_at: Callable[[int], View[Any]]) -> None:
        self.teller = teller
        self.view_at = view_at
        """The game before a step, as the player knew it."""
        self.words = teller.words

    def point(self, decision: Decision) -> str:
        """A turning point, in one sentence."""
        return self.words.say(
            "review",
            "point",
            when=self.when(decision),
            what=self.chosen(decision),
            better=self.better(decision),
            best=self.percent(round(100 * decision.best)),
            chance=self.percent(round(100 * decision.chance)),
        )

    def when(self, decision: Decision) -> str:
        moment = decision.moment
        return self.words.say("review", "moment", round=moment.round, turn=moment.turn)

    def chosen(self, decision: Decision) -> str:
        return self.likely(decision, decision.done, decision.hits.chosen)

    def deed(self, decision: Decision) -> str:
        """What was done, in a few words."""
        return self.likely(decision, decision.done, 0.0)

    def better(self, decision: Decision) -> str:
        return self.likely(decision, decision.plan, decision.hits.best)

    def likely(self, decision: Decision, plan: Sequence[tuple[Ask, Choice]], hit: float) -> str:
        """A sequence of choices, and how likely it is to do what it is meant to do."""
        view = self.view_at(decision.moment.step)
        whole = self.teller.whole(view, [choice for _, choice in plan])
        told = (
            [whole]
            if whole
            else [
                self.teller.sentence(ask, choice)
                for number, (ask, choice) in enumerate(plan)
                if not named_again(choice, plan[number + 1 :])
            ]
        )
        what = " ".join(told).removesuffix(".")
        if not hit:
            return what
        hundredths = 100 if hit > 1 - 1e-9 else min(99, max(1, round(100 * hit)))
        return self.words.say("review", "hit", what=what, chance=self.percent(hundredths))

    def points_of(self, count: int) -> str:
        """A chance in hundredths."""
        words = self.words
        if count == 1:
            return words.say("review", "one_point")
        return words.say("review", "some_points", count=count)

    def decimal(self, number: float) -> str:
        whole, tenths = divmod(round(10 * number), 10)
        return self.words.say("review", "decimal", whole=whole, tenths=tenths)

    def percent(self, number: int) -> str:
        return self.words.say("review", "percent", number=number)


def named_again(choice: Choice, rest: Sequence[tuple[Ask, Choice]]) -> bool:
    """Whether what comes next says as much: it names the card that is played here or the place that
    is looked at, or plays the card that is drawn."""
    if not rest:
        return False
    return choice.verb in LEADING or (choice.verb == "play" and rest[0][0].number == choice.value)
