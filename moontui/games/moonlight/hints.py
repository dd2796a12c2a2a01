"""Hints on Moonlight, in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import TYPE_CHECKING, cast

from engine.bots.chances import SURE
from engine.core import Advice, Choice, Idea, Reason
from engine.games.moonlight.belief import SHELTERS
from engine.games.moonlight.rules import COVERING
from engine.games.moonlight.state import SEATS
from moontui.words.hints import Hints

if TYPE_CHECKING:
    from moontui.games.moonlight.teller import MoonlightTeller

STANDINGS = {1: "mine", 0: "tied", -1: "theirs"}
GOES_ON = (*COVERING.values(), "put", "move")
"""Verbs that go on with what the choice before has begun."""


class MoonlightHints(Hints):
    """Puts advice on Moonlight into words."""

    CHANCES = frozenset({"cover", "prey"})
    COUNTS = frozenset({"ahead", "reply", "hunters", "quarry"})

    def lines(self, advice: Advice) -> list[str]:
        real = tuple(idea for idea in advice.ideas if idea.choices[0].verb != "back")
        return super().lines(advice._replace(ideas=real))

    def outlook(self, best: Idea) -> str:
        gain = best.choices[0].verb in ("lone", "power")
        return "gain" if gain else super().outlook(best)

    def plan(self, choices: Sequence[Choice]) -> str:
        told = ""
        for choice in choices:
            form = "only_draw" if choice.verb == "draw" and not told else choice.verb
            step = self.words.say("hint_steps", form, **self.teller.about_choice(choice))
            gap = "" if not told else " " if choice.verb in GOES_ON else ", "
            told += gap + step
        return told

    def reason(self, reason: Reason) -> str:
        match reason.kind:
            case "row" | "moons":
                best, other = self.standing(reason, 0), self.standing(reason, 2)
                return self.sentence(reason.kind, row=reason.number, best=best, other=other)
            case "ends":
                return self.sentence("ends", one=reason.cards[0], two=reason.cards[1])
            case "cover" if reason.best <= SURE:
                return self.sentence("uncovered")
            case "cover":
                return self.compared(reason, seat=self.rival)
            case "shelter":
                return self.sentence("shelter", SHELTERS[reason.number])
            case "reply":
                return self.reply(reason)
            case "covers":
                return self.sentence(
                    "covers", seat=self.rival, card=self.teller.card(reason.cards[0])
                )
            case "corner":
                return self.sentence("corner", value=reason.number)
            case "ahead":
                best, other = (
                    f"{round(n):+d}" if round(n) else "0" for n in (reason.best, reason.other)
                )
                return self.sentence(
                    "ahead", "same" if best == other else "than", best=best, other=other
                )
            case "saves":
                form = "against" if reason.against else "pro"
                return self.sentence("saves", form, power=self.speaker.power(reason.cards[0]))
            case "ties" | "dens":
                form = "one" if reason.number == 1 else "many"
                return self.sentence(reason.kind, form, count=reason.number)
            case "song":
                return self.sentence("song", one=reason.cards[0], two=reason.cards[1])
            case "mirror":
                card = self.teller.card(reason.cards[0])
                return self.sentence("mirror", seat=self.rival, card=card)
            case "hunters" | "quarry":
                one, two = round(reason.best), round(reason.other)
                return self.sentence(reason.kind, seat=self.rival, one=one, two=two)
            case "counted":
                off = ceil(100 * 0.98 / sqrt(reason.number))  # 95 % of such counts are that close
                return self.sentence("counted", count=reason.number, off=off)
        return self.compared(reason)

    @property
    def speaker(self) -> MoonlightTeller:
        return cast("MoonlightTeller", self.teller)

    @property
    def rival(self) -> str:
        return self.teller.name(SEATS[1 - (self.teller.me or 0)])

    def standing(self, reason: Reason, first: int) -> str:
        """Whose a row or the moons are with one of the plans, by how much."""
        one, two = reason.cards[first : first + 2]
        sign = round(reason.other if first else reason.best)
        key = "empty" if reason.kind == "row" and not one + two else STANDINGS[sign]
        return self.words.say("standings", key, one=one, two=two)

    def reply(self, reason: Reason) -> str:
        """What the rival's best reply changes."""
        best, other = max(0, round(reason.best)), max(0, round(reason.other))
        if best == other:
            return self.sentence("reply", "same", best=self.points(best))
        form = "nothing" if not best else "than"
        return self.sentence("reply", form, best=self.points(best), other=other)
