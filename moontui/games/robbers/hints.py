"""Hints on Robbers, in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.chances import SURE
from engine.core import Choice, Reason
from engine.games.robbers.deck import Role
from moontui.words.hints import Hints, roughly


class RobbersHints(Hints):
    """Puts advice on Robbers into words."""

    CHANCES = frozenset({"takes", "halves", "halved", "halved_you"})
    COUNTS = frozenset({"trick", "solved"})

    def plan(self, choices: Sequence[Choice]) -> str:
        choice = choices[0]
        return (
            self.teller.card(choice.value) if choice.verb == "play" else self.teller.choice(choice)
        )

    def reason(self, reason: Reason) -> str:
        match reason.kind:
            case "trick":
                return self.trick(reason)
            case "later":
                form = "against" if reason.against else "pro"
                card = self.teller.card(reason.cards[0])
                return self.sentence("later", form, card=card, points=self.points(reason.best))
            case "denies":
                return self.denies(reason)
            case "feeds":
                seat, often = self.teller.name(reason.seat), self.often(reason.other)
                form = "sure" if reason.best >= 1 - SURE else "likely"
                return self.sentence(
                    "feeds", form, seat=seat, often=often, chance=roughly(reason.best)
                )
            case "told" if event := self.event(reason.number):
                chip = self.told[reason.number].kind == "chip"
                other = self.rate(reason.other)
                return event if chip else self.sentence("told", event=event, other=other)
            case "told":
                return ""
            case "solved":
                won, less = round(reason.best), round(reason.other)
                form = "same" if won == less else "than"
                return self.sentence("solved", form, best=won, other=less, count=reason.number)
        return self.compared(reason)

    def trick(self, reason: Reason) -> str:
        """What the trick brings, or costs."""
        best, other = round(reason.best), round(reason.other)
        if best == other:
            form = "same"
        elif best * other < 0:
            form = "brings_costs" if best > 0 else "costs_brings"
        else:
            form = "brings" if max(best, other) > 0 else "costs"
        if best == 0 and form != "same":
            form = f"nothing_{'brings' if other > 0 else 'costs'}"
        return self.sentence("trick", form, best=self.points(best), other=abs(other))

    def denies(self, reason: Reason) -> str:
        """Who should not get what lies there."""
        role = Role(reason.cards[0])
        suit = "robber" if role == Role.WEREWOLF else "chest"
        icons = self.words.say(
            "icon_counts", f"{suit}_{'one' if reason.number == 1 else 'many'}", count=reason.number
        )
        return self.sentence(
            "denies",
            "sure" if reason.best >= 1 - SURE else "likely",
            seat=self.teller.name(reason.seat),
            role=self.words.say("a_role", role.name.lower()),
            chance=roughly(reason.best),
            icons=icons,
        )
