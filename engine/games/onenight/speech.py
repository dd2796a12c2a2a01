"""Speech: what a bot says by day, as whole statements that are then spelled out link by link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from engine.core import Seat
from engine.games.onenight.ballot import FAINT, LIKELY, bait, ballot, favorite, word_given
from engine.games.onenight.claims import (
    ACCUSED,
    DETAIL,
    FACTS,
    GROUNDS,
    JUDGEMENTS,
    ROLE,
    SAW,
    SUSPECT,
    WHY,
    accused,
    concluded,
    draft_of,
    pointable,
)
from engine.games.onenight.contradictions import cannot_both_be, clashes, marks, pins
from engine.games.onenight.day import Speak
from engine.games.onenight.deductions import TELLING, Deduction, restless
from engine.games.onenight.lies import cover, detail_for, gain_of_another_story
from engine.games.onenight.listeners import table_doubts
from engine.games.onenight.mind import Mind
from engine.games.onenight.personas import Manner
from engine.games.onenight.reading import TANNER, VILLAGE, WOLF
from engine.games.onenight.roles import Role
from engine.games.onenight.state import NONE, Claim

Links = list[tuple[str, int]]


class Speech(NamedTuple):
    """A statement, and whether it is meant as a lie."""

    links: Links
    lie: bool = False


PASS = Speech([("pass", 0)])
REFUSE = Speech([("refuse", 0)])
SOLID = (Role.ROBBER, Role.TROUBLEMAKER, Role.SEER, Role.INSOMNIAC, Role.DRUNK, Role.HUNTER)
"""Roles that may pose as a Villager at first, to see what others say."""

LISTEN = 0.6
"""How often somebody who needs a story lets all others open first."""
CHANGE = 0.3
"""How much better another story must be before a speaker takes back the first."""
OTHERWISE = 0.1
"""How much more suspect somebody must be before a speaker turns to them."""
DENY = 0.05
"""How often the least bold just deny an accusation, although they have something to say."""
CALM = 0.3
"""How likely there must be no werewolf at all before somebody says so."""
ENOUGH, ENOUGH_ALONE = 2, 1
"""How many may say the same before it is left out, unless as an answer, and how often somebody may
refuse to answer; and how many that nobody confirms a story, which is soon said of everybody."""
PATIENCE = 4
"""How many answers somebody gives before others leave them alone; a refusal counts for two."""
AGAIN = 0.15
"""The same, if somebody else has already said so."""


def tell(claims: Sequence[Claim], lie: bool = False) -> Speech:
    return Speech(draft_of(claims), lie)


class Speaker:
    """Somebody with a mind and a manner."""

    def __init__(self, mind: Mind, manner: Manner) -> None:
        self.mind = mind
        self.manner = manner
        self.roll = mind.temper.random
        self.lying = mind.side != VILLAGE or any(mind.is_false(claim) for claim in mind.mine)

    def claim(self, kind: str, *values: int) -> Claim:
        return Claim(0, self.mind.seat, kind, values)

    # ── one's own night ─────────────────────────────────────────────────────────────────────────

    def open_up(self, may_pass: bool = False) -> Speech:
        """The first thing to say: one's own night, or a story."""
        mind, manner = self.mind, self.manner
        if may_pass and (blame := self.blame_first()) is not None:
            return blame
        if may_pass and self.would_rather_listen():
            return PASS
        if mind.side != VILLAGE:
            story = cover(mind, bold=manner.bold)
            if manner.tell == "brief" and self.roll() < 0.8:
                story = story[:1]
            return tell(story, lie=any(mind.is_false(claim) for claim in story))
        claimed = [mind.role_of(other) for other in mind.others()].count(Role.VILLAGER)
        free = claimed < mind.village.roles.count(Role.VILLAGER)
        bluffs = mind.known.dealt in SOLID and free and Role.VILLAGER not in mind.withdrawn()
        if bluffs and self.roll() < manner.poses(mind.village.seats):
            return tell([self.claim("was", int(Role.VILLAGER))], lie=True)
        if self.roll() < manner.reserve:
            return tell(mind.truths[:1])
        return tell(self.whole_truth())

    def would_rather_listen(self) -> bool:
        """Whether to let others open first: some like to, and whoever needs a story should hear
        which cards are still free, unless most have already spoken."""
        mind = self.mind
        likes = self.manner.reserve / 2
        if mind.side == WOLF and mind.depth.foresight:
            silent = sum(mind.role_of(other) is None for other in mind.others())
            likes += LISTEN * silent / len(mind.others())
        return self.roll() < likes

    def whole_truth(self) -> list[Claim]:
        """The dealt card with its main detail."""
        truths = self.mind.truths
        kind = DETAIL.get(truths[0].values[0])
        return [truths[0], *(truth for truth in truths[1:2] if truth.kind == kind)]

    def more_of_it(self) -> Speech | None:
        """What is still untold of one's own night, or of the story."""
        mind = self.mind
        role = mind.said("was")
        if role is None:
            return None
        if mind.is_false(role):
            kind = DETAIL.get(role.values[0])
            if kind is None or mind.said(kind) is not None:
                return None
            detail = detail_for(mind, role.values[0])
            return tell([detail], lie=True) if detail is not None else None
        rest = [claim for claim in mind.untold() if claim.kind != "was"]
        if mind.side == VILLAGE and rest:
            return tell(rest[:1])
        kind = DETAIL.get(role.values[0])
        if mind.side == VILLAGE or kind is None or mind.said(kind) is not None:
            return None
        detail = detail_for(mind, role.values[0])  # who became a werewolf tells it otherwise
        return tell([detail], lie=True) if detail is not None else None

    def correct(self) -> Speech | None:
        """Take back a bluff; what is said instead comes next."""
        mind = self.mind
        false = [claim for claim in mind.mine if claim.kind == "was" and mind.is_false(claim)]
        if mind.side != VILLAGE or not false or self.has_taken_back():
            return None
        return Speech([("take_back", 0), ("claim", false[0].number)])

    def another_story(self) -> Speech | None:
        """A werewolf takes back its story for one that listeners would rather believe."""
        mind, role = self.mind, self.mind.said("was")
        numbers = {claim.number for claim in mind.mine if claim.kind in FACTS}
        if mind.side != WOLF or not mind.depth.foresight or len(numbers) != 1:
            return None
        if role is None or self.has_taken_back():
            return None
        if gain_of_another_story(mind) < CHANGE:
            return None
        return Speech([("take_back", 0), ("claim", numbers.pop())], lie=True)

    def has_taken_back(self) -> bool:
        """Whether something was already taken back, which is done once per game."""
        return any(claim.number in self.mind.village.taken_back for claim in self.all_mine())

    def all_mine(self) -> list[Claim]:
        return [claim for claim in self.mind.village.claims if claim.seat == self.mind.seat]

    # ── opinions ────────────────────────────────────────────────────────────────────────────────

    def statement(self, last: bool = False) -> Speech:
        """A statement in the middle of the day."""
        mind = self.mind
        if mind.said("was") is None:
            return self.open_up()
        first = self.correct() or self.more_of_it()
        if first is not None and not (self.has_time() and self.roll() < self.manner.wait):
            return first
        if first is None and not last and (other := self.another_story()) is not None:
            return other  # not with the last word: nobody could ask about it
        calm = self.calm(last)
        if last and calm and mind.side == VILLAGE:
            return calm[0]  # perhaps once more: a name would sound like an accusation
        options = calm + self.opinions(last)
        return next((speech for speech in options if not self.said_before(speech)), PASS)

    def blame_first(self) -> Speech | None:
        """Some like to blame somebody before they say who they were, above all if they lie."""
        likes = (0.65 if self.mind.side != VILLAGE else 0.1) * (self.manner.tell == "blame")
        if self.roll() >= likes:
            return None
        blame = self.claim("think", self.target(), int(Role.WEREWOLF), 0)
        return tell([blame], lie=self.mind.side != VILLAGE)

    def has_time(self) -> bool:
        """Whether there will be another turn before the last word."""
        seat = self.mind.seat
        return any(
            isinstance(step, Speak) and (step.seat, step.phase) == (seat, "statement")
            for step in self.mind.village.todo[:-1]
        )

    def opinions(self, last: bool, asked: bool = False) -> list[Speech]:
        """What could be said about others, best first; numbers of statements only if asked why."""
        mind, manner = self.mind, self.manner
        target = self.target()
        chance = mind.suspicion[target] if mind.side == VILLAGE else 0.5
        sure = 2 if chance > 0.75 else 1 if chance > 0.45 else 0
        lying = mind.side != VILLAGE
        if lying and manner.tell == "hedge":
            sure = 0
        blame = tell([self.claim("think", target, int(Role.WEREWOLF), sure)], lie=lying)
        vote = tell([self.claim("will_vote", self.vote() if last else target)], lie=lying)
        found = [vote, blame] if last else [blame, vote]
        conclusion = self.conclusion(target)
        if conclusion is not None:
            found.insert(int(last), conclusion)
        elif asked and (reasons := self.reasons(target)):
            found.insert(1, tell([self.claim("because", *reasons)], lie=lying))
        trusted = self.trusted()
        if trusted is not None:
            vouch = tell([self.claim("vouch", trusted)], lie=lying)
            eager = (manner.tell == "vouch" and lying) or self.roll() < 0.25
            found.insert(0 if eager and not last else len(found), vouch)
        if not last and (tanner := self.tanner()) is not None:
            found.insert(0, tanner)
        quiet = chance < FAINT and self.roll() > manner.bold
        return [PASS, *found] if quiet and not last else found

    def tanner(self) -> Speech | None:
        """A warning of somebody who was accused and rather wants to die: whoever does not vote for
        a liar should say why."""
        mind, seat = self.mind, bait(self.mind)
        warned = [c for c in mind.live if c.kind == "think" and c.values[:2] == (seat, Role.TANNER)]
        if mind.side != VILLAGE or seat is None or len(warned) >= ENOUGH:
            return None
        sure = int(mind.tanners()[seat] > LIKELY)
        return tell([self.claim("think", seat, int(Role.TANNER), sure)])

    def vote(self) -> int:
        """Whom to announce a vote for with the last word: whom one would vote for now."""
        if self.mind.village.version == 1:
            return self.target()
        return favorite(ballot(self.mind)).value

    def target(self) -> int:
        """Whom to accuse: the seat's own suspect, or somebody whom others would accuse too."""
        mind = self.mind
        if mind.side == VILLAGE:
            return self.stay_with(mind.suspect(), mind.suspicion, mind.others())
        vouched = {claim.values[0] for claim in self.all_mine() if claim.kind == "vouch"}
        rest = [other for other in mind.others() if other not in mind.pack] or mind.others()
        rest = [other for other in rest if other not in vouched] or rest
        if not mind.depth.foresight:
            return mind.temper.choice(rest)
        odds = table_doubts(mind)
        if mind.side == TANNER:
            return min(rest, key=lambda seat: (odds[seat], seat))
        odds = [one - two for one, two in zip(odds, mind.tanners(), strict=True)]
        return self.stay_with(max(rest, key=lambda seat: (odds[seat], -seat)), odds, rest)

    def stay_with(self, best: int, odds: Sequence[float], rest: Sequence[int]) -> int:
        """Whom to suspect: somebody else than before only if something new was said, and makes a
        difference."""
        before = next((c for c in reversed(self.all_mine()) if accused(c) in rest), None)
        if before is None or accused(before) == best:
            return best
        news = any(c.number > before.number and c.kind in FACTS for c in self.mind.village.claims)
        return best if news and odds[best] - odds[accused(before)] > OTHERWISE else accused(before)

    def conclusion(self, target: int, again: bool = False) -> Speech | None:
        """What speaks most against somebody, of all that can be concluded aloud, by how far those
        are trusted who say so; nobody says the same twice, unless asked for it."""
        mind = self.mind
        speaker = {claim.number: int(claim.seat) for claim in mind.village.claims}
        doubts = mind.suspicion if mind.side == VILLAGE else mind.public().suspicion()
        told = [claim for claim in mind.village.claims if claim.kind == "reason"]
        said = {claim.values for claim in told if claim.seat == mind.seat}
        heard = {claim.values for claim in told}
        best, weight = None, 0.0
        for found in concluded(mind.village):
            times = sum(claim.values == found.values() for claim in told)
            enough = ENOUGH_ALONE if found.kind == "alone" else ENOUGH
            stale = found.values() in said or times >= enough
            if found.target != target or (stale and not again):
                continue
            if found.kind in ("rival", "phantom") and found.three == mind.seat:
                continue  # who holds that card has better to say
            if not self.fits_own_story(found):
                continue
            witnesses = {speaker[number] for number in found.numbers} - {target, mind.seat}
            trust = prod(1 - doubts[witness] for witness in witnesses) * TELLING[found.kind]
            trust *= AGAIN if found.values() in heard else 1.0
            trust *= AGAIN if found.values() in said else 1.0
            if trust > weight:
                best, weight = found.code, trust
        if best is None:
            return None
        return Speech([("because", 0), ("deduction", best)], lie=mind.side != VILLAGE)

    def fits_own_story(self, found: Deduction) -> bool:
        """Whether somebody can say that and still mean what they have said about their own night:
        nobody believes what contradicts it, or itself."""
        village, facts = self.mind.village, [c for c in self.mind.live if c.kind in FACTS]
        former, believed = self.former_story(), {*found.believed()}
        own = {claim.number for claim in facts if claim.seat == self.mind.seat} - former
        if former & believed:
            return False
        theirs = believed - own
        said = [pin for pin in pins(village) if pin.number in own | believed]
        heard = [pin for pin in said if pin.number in theirs]
        if any(cannot_both_be(one, two, village.roles) for one in said for two in heard):
            return False
        if any(pin.number in own and pin.place == found.liar for pin in said):
            return False  # who has seen that card has better to say
        witnesses = {claim.seat for claim in facts if claim.number in theirs}
        told = {claim.number for claim in facts if claim.seat in witnesses}
        doubts = [{*clash.numbers} for clash in clashes(village)]
        doubts += [{*one.numbers} for one in restless(facts, village.roles)]
        return not any(
            (own & both and told & both) or (len(believed & both) > 1 and theirs & both)
            for both in doubts
        )

    def former_story(self) -> set[int]:
        """What the seat has said about its night before it said that it was something else."""
        mine, last = self.mind.mine, self.mind.said("was")
        if last is None:
            return set()
        roles = [claim for claim in mine if claim.kind == "was"]
        since = min(claim.number for claim in roles if claim.values == last.values)
        return {claim.number for claim in mine if claim.kind in FACTS and claim.number < since}

    def calm(self, last: bool) -> list[Speech]:
        """That nobody is a werewolf and all should point left: who believes it says so, whoever has
        accused somebody only if it is clear; in the end, all who will point left for that and not
        for whoever sits there; and so does a werewolf at times who would be believed."""
        mind = self.mind
        if mind.village.version == 1:
            return []
        left = (mind.seat + 1) % mind.village.seats
        if mind.side != VILLAGE:
            sure = mind.side == WOLF and last and mind.public().peace() > CALM
        elif last:
            sure = self.vote() == left and mind.cloud.peace() > mind.suspicion[left]
        else:
            turned = OTHERWISE if self.accused() - {NONE} else 0.0
            likeliest = mind.suspicion[mind.suspect()]
            sure = mind.cloud.peace() > max(CALM, likeliest + turned)
        return [Speech([("circle", 0)], lie=mind.side != VILLAGE)] if sure else []

    def trusted(self) -> int | None:
        """Somebody to vouch for."""
        mind = self.mind
        if mind.side == WOLF and mind.pack and self.roll() < 0.4:
            return mind.pack[0] if mind.pack[0] not in self.accused() else None
        against = self.accused() | self.opponents()
        rest = [other for other in mind.others() if other not in against]
        calm = min(rest, key=lambda seat: (mind.suspicion[seat], seat), default=None)
        return calm if calm is not None and mind.suspicion[calm] < 0.08 else None

    def opponents(self) -> set[int]:
        """Everybody who says what cannot be true if this seat's own words are."""
        speaker = {claim.number: int(claim.seat) for claim in self.mind.village.claims}
        own = {claim.number for claim in self.mind.mine}
        against = [clash.numbers for clash in clashes(self.mind.village)]
        return {speaker[number] for both in against if own & {*both} for number in both}

    def accused(self) -> set[int]:
        """Everybody this seat has spoken against, and so would not vouch for."""
        return {accused(claim) for claim in self.all_mine()}

    def reasons(self, target: int) -> tuple[int, ...]:
        """Statements that speak against a player: those that clash with what the player said."""
        village = self.mind.village
        speaker = {claim.number: claim.seat for claim in village.claims}
        allowed = pointable(village)
        for clash in clashes(village):
            if target in {speaker[number] for number in clash.numbers}:
                numbers = [number for number in clash.numbers if number in allowed]
                if len(numbers) >= 2:
                    return tuple(numbers[:2])
        return ()

    def said_before(self, speech: Speech) -> bool:
        """Whether the same was said already, taken back or not."""
        links = speech.links
        if links[0][0] == "pass" or links[-1][0] == "deduction":
            return False  # a conclusion was found to be new
        kind, values = links[0][0], tuple(value for _, value in links[1:])
        if kind == "will_vote":  # whoever has changed their mind may come back to the first
            return values[0] == word_given(self.mind)
        depth = 2 if kind == "think" else len(values)
        return any(
            claim.kind == kind and claim.values[:depth] == values[:depth]
            for claim in self.all_mine()
        )

    # ── questions and answers ───────────────────────────────────────────────────────────────────

    def refusals(self, seat: int) -> int:
        """How often somebody has refused to answer."""
        told = self.mind.village.events or ()
        return sum(event.kind == "refused" and event.seat == seat for event in told)

    def question(self) -> Speech:
        """Whom to ask, and what: what would change a belief, and nobody what they have said. Nobody
        is pressed for a detail who may still tell it, by people who wait themselves: what comes out
        late turns a day around."""
        mind = self.mind
        silent = [other for other in mind.others() if mind.role_of(other) is None]
        silent = [other for other in silent if self.refusals(other) < ENOUGH]
        if silent:
            return ask(mind.temper.choice(silent), ROLE)
        vague = [] if self.has_time() and self.manner.wait else mind.others()
        for other in mind.temper.sample(vague, len(vague)):
            kind = DETAIL.get(mind.role_of(other) or 0)
            said = [claim.kind for claim in mind.live if claim.seat == other]
            evades = said.count("was") > 1  # who was asked already, and told no more than that
            if kind is not None and kind not in said and not evades:
                return ask(other, SAW)
        asks = 0.7 + 0.5 * self.manner.talk
        if self.manner.tell == "ask":
            asks = 1.0 if self.lying else 0.5
        if self.roll() > asks:
            return PASS
        return self.curious_about()

    def curious_about(self) -> Speech:
        """Whom to ask for a suspect, or for a reason: the own suspect first; and who is
        contradicted for the role, which a bluffer may take back then."""
        mind, target = self.mind, self.target()
        replies = Counter(claim.seat for claim in mind.live if claim.reply)
        tried = {other: replies[Seat(other)] + 2 * self.refusals(other) for other in mind.others()}
        fresh = [other for other in mind.others() if tried[other] < PATIENCE]
        rest = sorted(fresh, key=lambda seat: (seat != target, -mind.suspicion[seat]))
        judges = {claim.seat for claim in mind.live if claim.kind in JUDGEMENTS}
        reasoners = {claim.seat for claim in mind.live if claim.kind in GROUNDS}
        evasive = Counter(c.seat for c in mind.live if c.reply and c.kind in JUDGEMENTS)
        for other in rest:
            if other not in judges | reasoners:
                return ask(other, SUSPECT)
            if other not in reasoners and evasive[Seat(other)] < ENOUGH:
                return ask(other, WHY)
        repeated = Counter(claim.seat for claim in mind.live if claim.kind == "was")
        doubted = {seat for seat, against in marks(mind.village).items() if against}
        for other in rest:
            if other in doubted and repeated[Seat(other)] < 2:
                return ask(other, ROLE)
        return ask(target, WHY) if target in fresh and self.roll() < self.manner.bold else PASS

    def answer(self, topic: int) -> Speech:
        """What to answer."""
        mind = self.mind
        role = mind.said("was")
        if role is None and topic in (ROLE, SAW, ACCUSED):
            return self.open_up()
        if topic == ROLE and role is not None:
            if mind.side == VILLAGE and mind.is_false(role):
                # Said twice, a bluff could not be taken back: only one statement can.
                return tell(self.whole_truth())
            detail = mind.said(DETAIL.get(role.values[0], ""))
            story = [self.claim("was", role.values[0]), *([detail] if detail is not None else [])]
            return tell(story, lie=any(mind.is_false(claim) for claim in story))
        if topic == SAW and role is not None:
            more = self.more_of_it()
            if more is not None and more.links[0][0] != "was":
                return more
            mine = next((c for c in mind.mine if c.kind in FACTS and c.kind != "was"), role)
            return tell([mine], lie=mind.is_false(mine))
        if topic == ACCUSED:
            return self.defence()
        conclusion = self.conclusion(self.target(), again=True)
        if conclusion is not None:
            return conclusion
        kinds = (*JUDGEMENTS, "because") if topic == WHY else JUDGEMENTS
        options = [s for s in self.opinions(last=False, asked=True) if s.links[0][0] in kinds]
        options.sort(key=lambda s: s.links[0][0] != "because")
        fresh = [speech for speech in options if not self.said_before(speech)]
        return fresh[0] if fresh else options[0] if options else REFUSE

    def defence(self) -> Speech:
        """What to say to an accusation: tell one's night, point at somebody else, or deny it."""
        more = self.more_of_it()
        if more is not None and more.links[0][0] != "was":
            return more
        curt = self.roll() < DENY * (1 - self.manner.bold)
        counter = None if curt else self.conclusion(self.target(), again=True)
        return counter or Speech([("deny", 0)], lie=self.mind.side != VILLAGE)


def ask(seat: int, topic: int) -> Speech:
    return Speech([("ask", 0), ("seat", seat), ("topic", topic)])
