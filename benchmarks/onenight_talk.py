"""What is counted of a day of talk among bots: announcements, questions, answers, and its words."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.core import Event
from engine.games.onenight.claims import ACCUSED, FACTS, ROLE, SAW, announced
from engine.games.onenight.state import NONE, Village
from moontui.games.onenight.talk import Form
from moontui.games.onenight.teller import OneNightTeller
from moontui.words.catalogue import Catalogue

NEAR = 10
"""Within how many lines nothing should be said in the same words."""
REASONED = (*FACTS, "reason", "because")
"""Answers that say more than yes, no or a name."""


@dataclass(slots=True)
class Talk:
    """What has been counted over some days."""

    days: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    spoken: Counter[str] = field(default_factory=Counter)
    """By kind of statement."""
    forms: Counter[Form] = field(default_factory=Counter)
    """By where the words are in the catalogue."""

    def count(self, village: Village, personas: Sequence[str]) -> None:
        """Add a day that is over."""
        counts, events = self.counts, list(village.events or [])
        self.days += 1
        lines = [event for event in events if is_line(event)]
        counts["lines"] += len({(e.kind, e.seat, e.number) for e in lines})
        counts["questions"] += sum(event.kind == "asked" for event in events)
        counts["passes"] += sum(event.kind == "passed" for event in events)
        counts["rows"] += village.seats
        told = {claim.seat for claim in village.live_claims() if claim.kind == "was"}
        counts["empty"] += village.seats - len(told)
        last = announced(village.live_claims(), village.seats)
        counts["announced"] += len(last)
        counts["broken"] += sum(village.votes[seat] != target for seat, target in last.items())
        for topic, kind in replies(events, village.free):
            if kind == "":
                counts["unanswered"] += 1
            if topic not in (ROLE, SAW):  # who asks for a fact is told a fact
                counts["answers"] += 1
                counts["reasoned"] += kind in REASONED
        for event in lines:
            self.spoken[event.kind.removeprefix("said_")] += 1
        self.count_words(lines, personas)

    def count_words(self, lines: Sequence[Event], personas: Sequence[str]) -> None:
        """Have the day told, and look at which wordings were used."""
        names = tuple(personas)
        tells = OneNightTeller(Catalogue("en", "onenight"), names, None, names)
        last: deque[Sequence[Form]] = deque(maxlen=NEAR)
        for event in lines:
            before = len(tells.talk.used)
            tells.event(event)
            used = tells.talk.used[before:]
            for form in used:
                self.counts["again"] += any(form in line for line in last)
            self.forms.update(used or [("events", event.kind)])
            last.append(used)

    def figures(self) -> Iterator[str]:
        counts, days = self.counts, self.days
        yield f"{'lines, questions, announcements, passes per day':<50}" + ", ".join(
            f"{counts[key] / days:.1f}" for key in ("lines", "questions", "announced", "passes")
        )
        for key, of, words in SHARES:
            share = counts[key] / counts[of] if counts[of] else 0.0
            yield f"{words:<50}{share:7.1%} ({counts[key]} of {counts[of]})"
        yield f"{'questions without an answer (0)':<50}{counts['unanswered']:7}"
        form, most = self.forms.most_common(1)[0]
        share = most / sum(self.forms.values())
        yield f"{'the most frequent wording (<= 8 %)':<50}{share:7.1%} ({' '.join(form)})"
        yield f"{'wordings used again within ten lines (0)':<50}{counts['again']:7}"
        said = sum(self.spoken.values())
        yield "said: " + ", ".join(
            f"{kind} {count / said:.0%}" for kind, count in self.spoken.most_common(12)
        )


SHARES = (
    ("broken", "announced", "announced votes that are broken (<= 15 %)"),
    ("reasoned", "answers", "answers with a reason (>= 80 %)"),
    ("empty", "rows", "players whose role nobody was told (0)"),
)


def is_line(event: Event) -> bool:
    return event.kind.startswith("said_") or event.kind in ("asked", "took_back")


def replies(events: Sequence[Event], free: bool) -> Iterator[tuple[int, str]]:
    """By question, in any order: what it was about, and the first kind of claim of the answer, or
    nothing. An accusation is a question as well, if it was the first, and in turns no answer."""
    open_questions: dict[int, deque[int]] = {}
    blamed: set[int] = set()
    number, answered = 0, False
    for event in events:
        if event.kind == "asked" and event.other is not None:
            open_questions.setdefault(event.other, deque()).append(event.number)
        elif event.kind == "refused" and event.seat is not None:
            if waiting := open_questions.get(event.seat):
                yield waiting.popleft(), ""
        elif event.kind.startswith("said_") and event.seat is not None:
            if event.number != number:
                waiting = open_questions.get(event.seat)
                answered = bool(waiting)
                if waiting:
                    yield waiting.popleft(), event.kind.removeprefix("said_")
            number = event.number
            target = blames(event)
            if target != NONE and target not in blamed:
                blamed.add(target)
                if not open_questions.get(target) and (free or not answered):
                    open_questions.setdefault(target, deque()).append(ACCUSED)
    for waiting in open_questions.values():
        for topic in waiting:
            yield topic, ""


def blames(event: Event) -> int:
    """Whom something that was said calls a werewolf, or wants dead."""
    values = event.cards
    if event.kind in ("said_will_vote", "said_reason"):
        return values[0]
    return values[0] if event.kind == "said_think" and values[1] == 1 else NONE
