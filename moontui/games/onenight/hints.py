"""Hints on One Night, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from engine.bots.chances import SURE
from engine.bots.reasons import AS_GOOD, rival_of
from engine.core import BACK, Advice, Choice, Reason
from engine.games.onenight.claims import said_by
from engine.games.onenight.contradictions import clashes
from engine.games.onenight.state import Village
from moontui.games.onenight.talk import closed
from moontui.words.hints import Hints, roughly

if TYPE_CHECKING:
    from moontui.games.onenight.teller import OneNightTeller


PLAIN = (
    *("pack", "correct", "truth", "listen", "enough", "answered", "scapegoat", "steady"),
    *("silent", "undecided", "groundless", "disputed"),
)
"""Kinds of reasons that are sentences without figures."""


class OneNightHints(Hints):
    """Puts advice on One Night into words."""

    CHANCES = frozenset({"own", "theirs"})

    def lines(self, advice: Advice) -> list[str]:
        ask, say = self.view.ask, self.words.say
        best, *others = advice.ideas
        if ask is None or ask.window == "night":
            asleep = any(reason.kind == "asleep" for reason in advice.reasons)
            facts = [self.known(reason) for reason in advice.reasons]
            return [say("hint", "asleep" if asleep else "night"), *filter(None, facts)]
        if ask.prompt != "vote":
            return [self.statement(best.choices), *self.why(advice.reasons)]
        name = self.plan(best.choices)
        lines = [say("hint", "vote", choice=name, chance=roughly(best.chance))]
        if advice.hit:
            lines.append(say("hint", "hit", name=name, chance=roughly(advice.hit)))
        rival = rival_of(advice.ideas, None) if others else best
        cost, other = best.chance - rival.chance, self.plan(rival.choices)
        form = "as_good" if cost < AS_GOOD else "else"
        lines += self.why(advice.reasons)
        if rival is not best:
            lines.append(say("hint", form, plan=other, points=max(1, round(100 * cost))))
        return lines

    def statement(self, choices: Sequence[Choice]) -> str:
        """What could be said, or asked."""
        ask = self.view.ask
        assert ask is not None
        links = said_by(self.view.state, ask.seat, choices)
        about = dict(links)
        if not links or links[0][0] in ("pass", "refuse", "listen"):
            return self.words.say("hint", "pass")
        if links[0][0] == "ask" and {"seat", "topic"} <= about.keys():
            topic = self.teller.choice(Choice("topic", about["topic"]))
            return self.words.say("hint", "ask", seat=self.teller.names[about["seat"]], topic=topic)
        return closed(self.words.say("hint", "say", statement=self.plan(choices)))

    def plan(self, choices: Sequence[Choice]) -> str:
        ask = self.view.ask
        assert ask is not None
        if ask.prompt == "vote":
            return self.teller.choice(choices[0])
        village: Village = self.view.state
        if choices[0] == BACK:
            village, choices = village.copy(), choices[1:]
            village.drafts[ask.seat] = []
        return self.speaker.talk.plan(village, ask.seat, choices)

    @property
    def speaker(self) -> OneNightTeller:
        return cast("OneNightTeller", self.teller)

    def reason(self, reason: Reason) -> str:
        names = self.teller.names
        seat = self.teller.name(reason.seat)
        match reason.kind:
            case "claim":
                return self.claim(reason)
            case "clash":
                return self.speaker.clash(self.view.state, clashes(self.view.state)[reason.number])
            case "bait" | "lure":
                best, other = self.share(reason.best), self.share(reason.other)
                return self.sentence(reason.kind, seat=seat, best=best, other=other)
            case "calls" | "public" | "tanner":
                calls = reason.kind == "calls"
                best, other = (
                    str(round(number)) if calls else self.share(number)
                    for number in (reason.best, reason.other)
                )
                whom = names[reason.cards[0]]
                return self.sentence(reason.kind, seat=seat, whom=whom, best=best, other=other)
            case "vague":
                role = self.speaker.talk.a_role(reason.cards[0])
                return self.sentence("vague", seat=seat, role=role)
            case kind if kind in PLAIN:
                return self.sentence(kind, seat=seat)
            case "turned":
                now = "wolf" if reason.best > 0.5 else "other"
                return self.sentence("turned", now, best=self.often(reason.best))
            case "look":
                best, other = self.often(reason.best), self.share(reason.other)
                return self.sentence("look", best=best, other=other)
            case "story":
                role = self.speaker.talk.a_role(reason.cards[0])
                return self.compared(reason, role=role)
            case "asleep":
                return ""
            case "calm":
                form = "alone" if reason.other <= SURE else "than"
                best, other = self.often(reason.best), self.often(reason.other)
                return self.sentence("calm", form, seat=seat, best=best, other=other)
            case "peace" | "prior" | "suspect" | "doubted" | "lull" | "faint":
                return self.sentence(reason.kind, seat=seat, best=self.often(reason.best))
        return self.compared(reason, seat=seat)

    def claim(self, reason: Reason) -> str:
        """What somebody said, and what it did to somebody's suspicion."""
        talk, target = self.speaker.talk, self.teller.names[reason.cards[0]]
        said = [c for c in self.view.state.live_claims() if c.number == reason.number]
        return self.sentence(
            "claim",
            seat=self.teller.name(reason.seat),
            number=reason.number,
            said=", ".join(talk.claim(claim.kind, claim.values) for claim in said),
            target=target,
            best=self.share(reason.best),
            other=self.share(reason.other),
        )

    def share(self, chance: float) -> str:
        """A chance as a share, in the middle of a sentence."""
        return self.rate(chance) if SURE < chance < 1 - SURE else roughly(chance)
