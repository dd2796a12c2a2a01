"""Luck and choice: what of a result came from the cards, from others and from one's own choices."""

from __future__ import annotations

from typing import NamedTuple

from engine.review import Summary
from moontui.app.widgets.curve import luck_bars
from moontui.app.widgets.reader import Block
from moontui.draw.scene import Look
from moontui.words.catalogue import Catalogue
from moontui.words.verdicts import Verdicts

GOLD, GREEN, BLUE = 0xC9A24A, 0x7FB069, 0x8FB8FF
"""The bars of cards, others and choice."""


class Luck(NamedTuple):
    """How a result is split up for somebody to read."""

    words: Catalogue
    verdicts: Verdicts
    look: Look
    known: bool
    """Whether the choices of all the others are weighed."""

    def told(self, total: Summary) -> list[Block]:
        """Cards, others and choice: bars, a sentence each, and what they add up to. Until all the
        others are weighed, what they gave is counted with the cards."""
        known = self.known
        fair, won, cost = (round(100 * part) for part in (total.fair, total.won, total.lost))
        given = round(100 * total.given) if known else 0
        cards = won - fair + cost - given
        blocks = [self.bars(cards, given, cost), self.choice_block(total, cost)]
        if known:
            blocks += [self.gave("others", given), self.gave("cards", cards)]
        else:
            blocks.append(self.gave("rest", cards))
        words, percent = self.words, self.verdicts.percent
        parts = {"fair": percent(fair), "won": percent(won), "lost": signed(-cost)}
        if known:
            told = words.say("review", "sum", cards=signed(cards), given=signed(given), **parts)
        else:
            told = words.say("review", "sum_yet", rest=signed(cards), **parts)
        return [*blocks, Block(told, "dim")]

    def choice_block(self, total: Summary, cost: int) -> Block:
        """What the seat's own choices cost."""
        words = self.words
        form = "one_round" if total.rounds == 1 else "rounds"
        told = words.say(
            "review",
            "choice" if cost > 0 else "choice_none",
            lost=self.verdicts.points_of(cost),
            each=self.verdicts.decimal(100 * total.lost * total.rounds / max(1, total.decisions)),
            decisions=total.decisions,
            rounds=words.say("review", form, count=total.rounds),
        )
        return Block(told, "strong")

    def gave(self, what: str, points: int) -> Block:
        """What others or cards gave the seat, or cost it."""
        form = "good" if points > 0 else "bad" if points < 0 else "none"
        told = self.words.say(
            "review", f"{what}_{form}", points=self.verdicts.points_of(abs(points))
        )
        return Block(told, "strong")

    def bars(self, cards: int, given: int, cost: int) -> Block:
        """Cards, others and choice from a middle line: together they are the change of the
        chance."""
        look, words = self.look, self.words
        parts = [("cards_bar", cards, GOLD), ("others_bar", given, GREEN)]
        if not self.known:
            parts = [("rest_bar", cards, GOLD)]
        parts.append(("choice_bar", -cost, BLUE))
        told = [(words.say("review", key), number, color) for key, number, color in parts]
        text = ", ".join(f"{name} {number:+}" for name, number, _ in told)
        return Block(text, drawn=lambda width: luck_bars(look, told, width))


def signed(points: int) -> str:
    """A change of the chance, in hundredths."""
    return f"{points:+}" if points else "0"
