"""How a game of One Night ended: who won and why, what was true, and who was fooled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core import Seat
from engine.games.onenight.hindsight import best_lie, fooled, is_lie
from engine.games.onenight.moments import course, irony, one_vote, slip
from engine.games.onenight.roles import Role, is_wolf_side
from engine.games.onenight.state import Claim, Village
from moontui.words.catalogue import Catalogue, capital
from moontui.words.teller import Result, Showing

if TYPE_CHECKING:
    from moontui.games.onenight.teller import OneNightTeller

PICTURES = {int(Role.DRUNK): "drunkard"}
"""Roles that share the picture of another game's card."""
MANY = 7
"""With more players than this, the end is told in fewer words."""


def percent(chance: float) -> str:
    """A chance in two or three cells; what is not certain is never said to be."""
    return f"{hundredths(chance)}%"


def hundredths(chance: float) -> int:
    return min(99, max(1, round(100 * chance)))


def change(words: Catalogue, before: float, after: float) -> dict[str, str]:
    """How a chance changed, as a sentence tells it."""
    told = {"before": before, "after": after}
    return {
        name: words.say("review", "percent", number=hundredths(chance))
        for name, chance in told.items()
    }


class Ending:
    """The end of one game, in the words of a teller."""

    def __init__(self, teller: OneNightTeller, village: Village) -> None:
        self.teller = teller
        self.words = teller.words
        self.village = village

    def result(self) -> Result | None:
        """All there is to say; None while the game goes on."""
        if not self.village.ended or not self.village.reasons:
            return None
        over = self.village.champions is not None
        winners = (
            (self.village.champions or ()) if over and self.village.goal else self.village.winners
        )
        return Result(
            headline=self.headline(winners, over),
            why=self.deaths(),
            turning=self.fooled(),
            rows=tuple(self.showing(Seat(seat)) for seat in range(self.village.seats)),
            won=self.teller.me in winners,
            over=over,
            details=tuple(
                [*self.lies(), *(f"{label}: {told}" for label, told in self.moments())]
                if self.village.seats <= MANY
                else ()
            ),
            champions=(self.village.champions or ()) if self.village.goal else (),
            side=self.teller.verdict(self.village)[0],
        )

    def headline(self, winners: Sequence[Seat], over: bool) -> str:
        if not winners:
            return self.words.say("result", "nobody")
        form = (
            "you"
            if tuple(winners) == (self.teller.me,)
            else "they"
            if len(winners) == 1
            else "together"
        )
        which = "match" if over and self.village.goal else "round"
        who = self.teller.seats(sum(1 << seat for seat in winners), "you")
        return self.words.say("result", f"{which}_{form}", who=capital(who))

    def deaths(self) -> str:
        """Who died, and of what."""
        if not self.village.dead:
            return self.words.say("deaths", "nobody")
        most = max(self.village.votes.count(seat) for seat in self.village.everyone())
        voted = [
            self.teller.names[seat]
            for seat in self.village.dead
            if self.village.votes.count(seat) == most
        ]
        shot = [
            self.teller.names[seat]
            for seat in self.village.dead
            if self.village.votes.count(seat) < most
        ]
        form = "voted" if len(voted) == 1 else "tied"
        told = self.words.say("deaths", form, names=self.teller.together(voted), count=most)
        if shot:
            told += " " + self.words.say("deaths", "shot", names=self.teller.together(shot))
        return told

    def fooled(self) -> str:
        """Where the player was fooled most."""
        if self.teller.me is None or is_wolf_side(self.village.dealt[self.teller.me]):
            return ""  # anyone who knows the werewolves is fooled by nobody
        turn = fooled(self.village, self.teller.me)
        if turn is None:
            return ""
        return self.words.say(
            "hindsight",
            "fooled",
            number=turn.number,
            speaker=self.teller.names[turn.speaker],
            about=self.teller.names[turn.about],
            **change(self.words, turn.before, turn.after),
        )

    def showing(self, seat: Seat) -> Showing:
        """One player: what they were dealt, what they have now, and why they won or lost."""
        now = self.teller.now(self.village.cards[seat], self.village.counts_as(seat))
        dealt = self.teller.card(self.village.dealt[seat])
        same = self.village.dealt[seat] == self.village.cards[seat]
        cards = now if same else self.words.say("result", "became", dealt=dealt, now=now)
        if seat in self.village.dead:
            cards = f"{cards} {self.words.say('result', 'dead')}"
        score = self.village.chips[seat] if self.village.goal else 0
        card = self.village.cards[seat]
        return Showing(
            seat,
            cards=cards,
            won=seat in self.village.winners,
            score=score,
            why=self.words.say("fate", self.village.reasons[seat]),
            face=PICTURES.get(card, Role(card).name.lower()),
        )

    def reasons(self) -> list[str]:
        """Why each player won or lost, all who did so alike together."""
        lines = []
        for reason in dict.fromkeys(self.village.reasons):
            names = [
                name
                for name, its in zip(self.teller.names, self.village.reasons, strict=True)
                if its == reason
            ]
            why = self.words.say("fate", reason)
            side = "won" if reason.startswith("won") else "lost"
            who = self.teller.together(names)
            lines.append(self.words.say("hindsight", side, names=who, why=why))
        return lines

    def lies(self) -> list[str]:
        """Which lies were told: about roles, and by those who told their own, about the night."""
        say, lines = self.words.say, list[str]()
        false = [claim for claim in self.village.claims if is_lie(self.village, claim)]
        posers = {claim.seat for claim in false if claim.kind == "was"}
        lies = [claim for claim in false if claim.kind == "was" or claim.seat not in posers]
        if lies:
            told = ", ".join(dict.fromkeys(self.lie(claim) for claim in lies))
            lines.append(say("hindsight", "lies", told=told))
        best = best_lie(self.village)
        if best is not None:
            figures = change(self.words, best.before, best.after)
            name = self.teller.names[best.speaker]
            lines.append(say("hindsight", "best", number=best.number, name=name, **figures))
        return lines

    def moments(self) -> list[tuple[str, str]]:
        """What people will talk about, each with its name: the slip, the irony, the one vote."""
        missed = " ".join(self.missed())
        found = {
            "missed": missed,
            "slip": self.slip(),
            "irony": self.irony(),
            "one_vote": self.one_vote(),
        }
        return [(self.words.say("moments", key), told) for key, told in found.items() if told]

    def missed(self) -> list[str]:
        """Who was called at night and did not answer."""
        return [
            self.words.say(
                "moments", "missed_slot", name=self.teller.names[seat], slot=self.teller.slot(slot)
            )
            for seat, slot in self.village.missed
        ]

    def slip(self) -> str:
        """With which words somebody gave themselves away."""
        swing = slip(self.village)
        if swing is None:
            return ""
        claims = [claim for claim in self.village.claims if claim.number == swing.number]
        return self.words.say(
            "moments",
            "gave_away",
            name=self.teller.names[swing.speaker],
            number=swing.number,
            said=", ".join(self.teller.talk.claim(c.kind, c.values) for c in claims),
            **change(self.words, swing.before, swing.after),
        )

    def irony(self) -> str:
        found = irony(self.village)
        if found is None:
            return ""
        other = self.teller.names[found.other] if found.other is not None else ""
        key = found.kind if other or found.kind != "kept_faith" else "kept_faith_center"
        return self.words.say("moments", key, name=self.teller.names[found.seat], other=other)

    def one_vote(self) -> str:
        """Who could have changed it alone, and how."""
        turn = one_vote(self.village, self.teller.me)
        if turn is None:
            return ""
        mine = turn.seat == self.teller.me
        key = ("you" if mine else "they") + ("_as_said" if turn.announced else "")
        return self.words.say(
            "moments",
            key,
            name=self.teller.names[turn.seat],
            other=self.teller.names[turn.target],
            would=self.words.say("moments", "would", turn.ending),
        )

    def course(self) -> list[tuple[Seat, tuple[float, ...]]]:
        """How much the player suspected each werewolf, statement by statement; nothing for those
        who knew them, or only watched."""
        me, village = self.teller.me, self.village
        if me is None or is_wolf_side(village.dealt[me]):
            return []
        wolves = [s for s in village.others(me) if village.counts_as(s) == Role.WEREWOLF]
        return [(wolf, steps) for wolf in wolves if (steps := course(village, me, wolf))]

    def lie(self, claim: Claim) -> str:
        role = claim.kind == "was"
        what = self.teller.card(claim.values[0]) if role else self.teller.talk.deed(claim, "names")
        form = "lie_withdrawn" if claim.number in self.village.taken_back else "lie"
        return self.words.say("hindsight", form, name=self.teller.names[claim.seat], what=what)
