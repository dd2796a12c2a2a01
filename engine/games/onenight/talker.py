"""A bot that plays One Night: it imagines worlds, talks, listens, and votes."""

from __future__ import annotations

from collections import OrderedDict
from random import Random
from typing import Any

from engine.core import BACK, Choice, Seat, View
from engine.games.onenight.ballot import ballot, favorite, word_given
from engine.games.onenight.claims import DONE, PROMISES, can_say
from engine.games.onenight.day import LISTEN, MORE_TIME, MOST_STATEMENTS, NOBODY, REFUSE, VOTE_NOW
from engine.games.onenight.mind import Depth, Mind
from engine.games.onenight.night import LOOK, NOTHING
from engine.games.onenight.personas import PLAIN, Manner
from engine.games.onenight.speech import PASS, Speaker, Speech
from engine.games.onenight.state import CENTER, Village

PLANS: OrderedDict[Any, Speech] = OrderedDict()
"""The last plan, keyed by everything it rests on: a statement is spelled out link by link."""
KEPT_PLANS = 64
TALKATIVE = 5
"""After how many statements in free talk a bot has said enough, and announces its vote."""
WONDER = 0.65
"""How often it then asks a question."""


class Talker:
    """Plays by what its seat may know, as deeply as it thinks and in its own manner."""

    def __init__(self, rng: Random, depth: Depth, manner: Manner = PLAIN) -> None:
        self.rng, self.depth, self.manner = rng, depth, manner

    def choose(self, view: View[Village], /) -> Choice:
        ask = view.ask
        assert ask is not None
        if len(ask.choices) == 1:
            return ask.choices[0]
        if ask.window == "night":
            return self.act(ask.choices)
        if ask.prompt == "vote":
            return self.vote(view.state, ask.seat)
        if ask.prompt == "talk_free":
            return self.chime_in(view.state, ask.seat, ask.choices)
        phase = ask.prompt.removeprefix("talk_")
        return self.spell(view.state, ask.seat, phase, ask.number, ask.choices)

    # ── night ───────────────────────────────────────────────────────────────────────────────────

    def act(self, choices: tuple[Choice, ...]) -> Choice:
        """Do something, preferably with players rather than the center."""
        busy = [choice for choice in choices if choice not in (NOTHING, LOOK)]
        idle = self.rng.random() < 0.03 and not self.depth.foresight
        if not busy or idle:
            return choices[-1]
        players = [choice for choice in busy if choice.value < CENTER]
        center = [choice for choice in busy if choice.value >= CENTER]
        if players and center:
            busy = players if self.rng.random() < 0.3 + 0.6 * self.manner.curious else center
        return self.rng.choice(busy)

    # ── day ─────────────────────────────────────────────────────────────────────────────────────

    def spell(
        self, village: Village, seat: Seat, phase: str, topic: int, choices: tuple[Choice, ...]
    ) -> Choice:
        """The next link of what the seat wants to say."""
        draft = village.drafts[seat]
        links = self.plan(village, seat, phase, topic).links
        if links[: len(draft)] == draft:
            wanted = Choice(*links[len(draft)]) if len(links) > len(draft) else DONE
            if wanted in choices:
                return wanted
        return BACK if draft else choices[-1]

    def plan(self, village: Village, seat: Seat, phase: str, topic: int) -> Speech:
        """What to say; the same until it has been said."""
        key = (
            self.depth,
            self.manner,
            seat,
            phase,
            topic,
            village.dealt[seat],
            tuple(village.learnt[seat]),
            tuple(village.claims),
            village.taken_back,
            village.order,
            len(village.todo),
        )
        if key not in PLANS:
            speech = self.make_up(village, seat, phase, topic)
            fits = len(speech.links) == 1 or can_say(village, seat, speech.links)
            PLANS[key] = speech if fits else PASS
            while len(PLANS) > KEPT_PLANS:
                PLANS.popitem(last=False)
        return PLANS[key]

    def make_up(self, village: Village, seat: Seat, phase: str, topic: int) -> Speech:
        speaker = Speaker(Mind(village, seat, self.depth), self.manner)
        match phase:
            case "opening" | "late" if speaker.mind.said("was") is not None:
                return speaker.statement()  # who was accused before has opened up already
            case "opening":
                return speaker.open_up(may_pass=True)
            case "late":
                return speaker.open_up()
            case "question":
                return speaker.question()
            case "answer":
                return speaker.answer(topic)
        return speaker.statement(last=phase == "last")

    def chime_in(self, village: Village, seat: Seat, choices: tuple[Choice, ...]) -> Choice:
        """In free talk: answer, say or ask something, or listen."""
        asker, topic = village.pending[seat]
        draft = village.drafts[seat]
        if (asker, topic) != NOBODY:
            choice = self.spell(village, seat, "answer", topic, choices)
            return choice if choice != LISTEN or draft else REFUSE
        if draft:
            if len(draft) > 1 and draft[0][0] == "ask" and village.pending[draft[1][1]] != NOBODY:
                return BACK  # somebody else was quicker: one question at a time
            phase = "question" if draft[0][0] == "ask" else self.phase(village, seat)
            return self.spell(village, seat, phase, topic, choices)
        if village.longer and MORE_TIME in choices:
            return MORE_TIME
        if village.hurry and VOTE_NOW in choices and village.talked[seat] >= 2:
            return VOTE_NOW
        if not self.speaks_up(village, seat):
            return LISTEN
        phase = "question" if self.wonders(village, seat) else self.phase(village, seat)
        if self.plan(village, seat, phase, 0) == PASS:
            return LISTEN
        return self.spell(village, seat, phase, 0, choices)

    def speaks_up(self, village: Village, seat: Seat) -> bool:
        """Whether a bot has something to say without being asked: whoever has said least so far
        comes first, and everybody has a last word."""
        if owes_a_role(village, seat):
            return True
        last = next((claim.seat for claim in reversed(village.claims)), None)
        talked, phase = village.talked, self.phase(village, seat)
        if last == seat or phase == "done":
            return False
        fewest = min(talked)
        first = next(other for other in village.order if talked[other] == fewest)
        if first == seat or talked[seat] >= TALKATIVE:
            return True
        readiness = 0.5 if not talked[seat] else 0.1
        return mood(village, seat, "speaks") <= readiness + 0.4 * self.manner.talk

    def phase(self, village: Village, seat: Seat) -> str:
        """Where a seat stands in free talk; whoever would break their word by now has another."""
        phase = free_phase(village, seat)
        if phase != "done" or village.talked[seat] >= MOST_STATEMENTS:
            return phase
        mind = Mind(village, seat, self.depth)
        return "done" if favorite(ballot(mind)).value == word_given(mind) else "last"

    def wonders(self, village: Village, seat: Seat) -> bool:
        """Whether a bot asks a question rather than say something: only who has said something,
        and nobody who still owes another answer."""
        if free_phase(village, seat) != "statement" or owes_a_role(village, seat):
            return False
        if not village.talked[seat]:
            return False
        if mood(village, seat, "wonders") > WONDER:
            return False
        links = self.plan(village, seat, "question", 0).links
        return len(links) > 1 and village.pending[links[1][1]] == NOBODY

    # ── vote ────────────────────────────────────────────────────────────────────────────────────

    def vote(self, village: Village, seat: Seat) -> Choice:
        """The vote for which most speaks; between equals, any."""
        scores = ballot(Mind(village, seat, self.depth))
        best = max(scores.values())
        return self.rng.choice([vote for vote, score in scores.items() if score >= best - 1e-9])


def owes_a_role(village: Village, seat: Seat) -> bool:
    """Whether a seat has taken back what it said it was, and not said anything instead."""
    numbers = {c.number for c in village.claims if c.seat == seat and c.kind == "was"}
    return bool(numbers) and numbers <= {*village.taken_back}


def free_phase(village: Village, seat: Seat) -> str:
    """Where a seat stands in free talk: it has something to say, then a last word, then none."""
    if village.talked[seat] < TALKATIVE:
        return "statement"
    mine = (c for c in village.live_claims() if c.seat == seat)
    announced = any(claim.kind in PROMISES for claim in mine)
    spent = village.talked[seat] >= MOST_STATEMENTS
    return "done" if announced or spent else "last"


def mood(village: Village, seat: Seat, about: str) -> float:
    """How a seat feels about something, the same until somebody speaks."""
    talked = sum(village.talked)
    return Random(f"{about} {seat} {talked} {village.round} {village.order}").random()
