"""The night of One Night in words: what a player does, sees, and may read again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.core import HIDDEN, Ask, Choice, Event, Seat, View
from engine.games.onenight.claims import DETAIL
from engine.games.onenight.night import MISSED
from engine.games.onenight.roles import COPIES, Extra, Role
from engine.games.onenight.state import ASLEEP, CENTER, NONE, PAIR, PAIRS, Learnt, Village

if TYPE_CHECKING:
    from moontui.games.onenight.teller import OneNightTeller


def calls_of(village: Village) -> list[int]:
    """Who is called in the night; a lone werewolf is not called again, but stays awake."""
    return [slot for slot in village.slots() if slot != Extra.LONE]


def call_of(slot: int) -> int:
    """As whose call a slot counts."""
    return int(Role.WEREWOLF) if slot == Extra.LONE else slot


class NightWords:
    """Puts what happens in the dark into words."""

    def __init__(self, teller: OneNightTeller) -> None:
        self.teller = teller
        self.words = teller.words
        self.copies: dict[Seat | None, int] = {}
        """By seat: what the Doppelgänger there copied, as far as the player was told."""

    def learnt(self, event: Event) -> str:
        """What a seat saw or did in a slot; empty: it slept, or this player may not know."""
        if HIDDEN in event.cards or event.cards[0] == ASLEEP or event.seat is None:
            return ""
        mine = event.kind != "did" and event.seat == self.teller.me
        told = "own_night" if mine else "night"
        seen = self.line((event.number, *event.cards[:3]), event.seat, told)  # type: ignore[arg-type]
        if event.kind == "did":
            return self.words.say(
                "events", "did", "they", seat=self.teller.name(event.seat), what=seen
            )
        return seen

    def line(self, line: Learnt, seat: Seat | None, told: str = "night") -> str:
        """One line of a night log, in words: behind a name, or as the player's own story."""
        slot, one, two, three = line
        say = self.words.say
        others = [place for place in (one, two, three) if place < CENTER]
        match slot:
            case Role.DOPPELGANGER:
                self.copies[seat] = two
                return say(
                    told, "copied", place=self.teller.talk.place(one), role=self.teller.card(two)
                )
            case Role.WEREWOLF if one == NONE and two != NONE:
                return say(
                    told, "lone", place=self.teller.talk.place(two), role=self.teller.card(three)
                )
            case Role.WEREWOLF:
                return say(
                    told, "pack" if others else "alone", names=self.teller.talk.names(others)
                )
            case Extra.LONE if two != NONE:
                place, role = self.teller.talk.place(two), self.teller.card(three)
                return say(told, "saw", place=place, role=role)
            case Role.MINION:
                form = "wolves" if others else "no_wolves"
                return say(told, form, names=self.teller.talk.names(others))
            case Role.MASON:
                form = "masons" if others else "no_masons"
                return say(told, form, names=self.teller.talk.names(others))
            case Role.INSOMNIAC | Extra.COPIED_INSOMNIAC:
                return say(told, "looked", role=self.teller.card(one))
            case Extra.COPIED if self.copies.get(seat) == Role.MINION:
                form = "wolves" if others else "no_wolves"
                return say(told, form, names=self.teller.talk.names(others))
            case Extra.COPIED:
                return self.deed((self.copies.get(seat, slot), one, two, three), told)
        return self.deed(line, told)

    def deed(self, line: Learnt, told: str = "night") -> str:
        """A look or a swap."""
        slot, one, two, three = line
        say = self.words.say
        if one == NONE:
            return say(told, "nothing")
        if slot == Role.DRUNK:
            return say(told, "took", place=self.teller.talk.place(one))
        if one >= PAIR:
            first, second = PAIRS[one - PAIR]
            faces = {"role": self.teller.card(two), "other": self.teller.card(three)}
            return say(told, "pair", one=first + 1, two=second + 1, **faces)
        if slot == Role.TROUBLEMAKER:
            return say(told, "swapped", names=self.teller.talk.names((one, two)))
        key = "saw" if slot == Role.SEER else "robbed"
        return say(told, key, place=self.teller.talk.place(one), role=self.teller.card(two))

    def plan(self, ask: Ask, choice: Choice, view: View[Village] | None) -> str:
        """What the player is about to do at night, in full."""
        role = ask.number
        if role == Extra.COPIED and view is not None and view.state.copied in COPIES:
            role = view.state.copied
        key = Role(role).name.lower() if role in DETAIL else "look"
        key = "lone" if role == Extra.LONE else key
        if choice.verb in ("nothing", "look", MISSED):  # no place is meant
            return self.words.say("at_night", choice.verb)
        if ask.prompt == "night_second":
            key = "second"
        if not self.words.has("at_night", key):
            return f"{self.teller.slot(ask.number)}: {self.teller.choice(choice)}."
        return self.words.say("at_night", key, place=self.teller.talk.place(choice.value))

    def log(self, view: View[Village]) -> list[str]:
        """What the player saw and did at night; it may be read again, unlike the cards (R34)."""
        village = view.state
        if (dealt := self.dealt(village)) is None:
            return []
        return [
            dealt,
            *(f"{self.teller.slot(line[0])}: {told}" for line, told in self.own(village)),
        ]

    def story(self, village: Village) -> str:
        """The same in a few sentences."""
        dealt = self.dealt(village)
        told = (sentence for _, sentence in self.own(village, "own_night"))
        return "" if dealt is None else " ".join([dealt, *told])

    def dealt(self, village: Village) -> str | None:
        """Which card the player was dealt; None: there is none to tell of."""
        me = self.teller.me
        if me is None or not village.dealt or village.dealt[me] == HIDDEN:
            return None
        return self.words.say("night", "dealt", role=self.teller.card(village.dealt[me]))

    def own(self, village: Village, told: str = "night") -> Iterator[tuple[Learnt, str]]:
        """What the player was awake for, each with its words."""
        me = self.teller.me
        for line in village.learnt[me] if me is not None else ():
            if line[1] != ASLEEP:
                yield line, self.line(line, me, told)
