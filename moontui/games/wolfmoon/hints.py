"""Hints on Wolfmoon, in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.chances import SURE
from engine.core import Choice, Reason, Seat
from engine.games.wolfmoon.deck import Card
from moontui.words.hints import Hints

CARD_VERBS = ("play", "take", "keep")


class WolfmoonHints(Hints):
    """Puts advice on Wolfmoon into words."""

    CHANCES = frozenset(
        {"out", "fewer", "backfire", "hit", "highest", "keep", "slots", "shared"}
    ) | {f"won_{ending}" for ending in ("last", "high", "wolf", "vampire", "beggar")}

    def plan(self, choices: Sequence[Choice]) -> str:
        told, teller = "", self.teller
        for number, choice in enumerate(choices):
            is_aim = choice.verb == "aim"
            form = self.aim_form(choices[:number]) if is_aim else choice.verb
            if not told and form in ("aim", "partner"):
                form = {"aim": "choose", "partner": "with"}[form]
            own = is_aim and choice.value == teller.me and form != "revive"
            gap = "" if not told else " " if form == "partner" else ", "
            told += gap + self.words.say(
                "hint_steps",
                f"{form}_you" if own else form,
                card=teller.card(choice.value) if choice.verb in CARD_VERBS else "",
                target=teller.name(Seat(choice.value)) if is_aim else "",
                number=choice.value,
                slot=choice.value + 1,
            )
        return told

    def event(self, number: int) -> str:
        told = super().event(number)
        if told and number and self.told[number].kind == "tied":  # of what, is told before it
            told = f"{super().event(number - 1)} {told}"
        return told

    def aim_form(self, before: Sequence[Choice]) -> str:
        """What it means to name a player now."""
        ask = self.view.ask
        played = [choice.value for choice in before if choice.verb == "play"]
        if ask is not None and ask.prompt == "aim":
            played.append(ask.number)
        if ask is not None and ask.prompt == "partner":
            return "partner"
        if Card.PICKPOCKET in played:
            return "partner" if any(choice.verb == "aim" for choice in before) else "swap"
        return "revive" if Card.WITCH in played else "aim"

    def reason(self, reason: Reason) -> str:
        cards = [self.teller.card(card) for card in reason.cards]
        match reason.kind:
            case "hit":
                return self.hit(reason)
            case "out" | "fewer":
                return self.compared(reason, f"{reason.kind}_end" if reason.number else reason.kind)
            case "seen":
                key = "seen_many" if reason.number.bit_count() > 1 else "seen"
                who = self.teller.seats(reason.number, "you")
                return self.compared(reason, key, who=who, card=cards[0])
            case "keep":
                return self.compared(reason, one=cards[0], two=cards[1])
            case "likes":
                one, two = cards[::-1] if reason.against else cards
                return self.sentence("likes", one=one, two=two)
            case "unseen":
                form = "one" if reason.number == 1 else "many"
                return self.sentence("unseen", form, count=reason.number, value=reason.cards[0])
            case "told" if event := self.event(reason.number):
                return self.sentence("told", event=event, other=self.rate(reason.other))
            case "learn":
                seat = self.teller.name(reason.seat)
                return self.sentence("learn", seat=seat, best=self.often(reason.best))
            case "idle" | "center":
                form = "some" if reason.best > SURE else "none"
                return self.sentence(reason.kind, form, best=self.often(reason.best))
        return self.compared(reason)

    def hit(self, reason: Reason) -> str:
        """Who would be out at once: the target of each plan, or anybody."""
        one = reason.seat
        two = Seat(reason.number - 1) if reason.number else None
        if one is None and two is None:
            return self.compared(reason, "hit_any")
        key = "hit_whom" if None not in (one, two) and one != two else "hit"
        first = self.teller.name(two if one is None else one)
        return self.compared(reason, key, seat=first, whom=self.teller.name(two))
