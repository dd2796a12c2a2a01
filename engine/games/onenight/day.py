"""The day: who may speak when, what is said, and how the talk ends.

In turns, everybody opens, then come rounds of a statement and a question each, then a last word.
In free talk, all may speak at any time until everybody listens, most want to vote, or time is up.
Where people sit in one room, they talk aloud, and nothing of it is heard here.
"""

from __future__ import annotations

from engine.core import BACK, Ask, Choice, Question, Seat, do, step
from engine.games.onenight.claims import (
    ACCUSED,
    NEWER,
    OPINIONS,
    ROLE,
    SAW,
    SUSPECT,
    WOLF,
    accusations,
    accused,
    claims_in,
    follow,
    own_numbers,
    pointable,
    sayable,
)
from engine.games.onenight.state import NONE, Village
from engine.games.onenight.vote import Vote
from engine.rng import shuffle

PASS, REFUSE, LISTEN = Choice("pass"), Choice("refuse"), Choice("listen")
VOTE_NOW, MORE_TIME = Choice("vote_now"), Choice("more_time")
ENOUGH = Choice("enough")
MOST_STATEMENTS = 8
"""How often a seat may speak in free talk: it must end some time."""
MOST_EXTENSIONS = 3
NOBODY = (NONE, NONE)
A_PIECE, LONG = 0.35, 8
"""Seconds to read a piece of a statement, and how many pieces are waited for at most."""


def dawn(village: Village) -> None:
    """The day begins: who speaks when, and the vote at its end."""
    seats = village.seats
    order = list(village.everyone())
    shuffle(village, order)
    village.order = tuple(order)
    village.claims, village.said, village.taken_back = [], 0, ()
    village.talked = [0] * seats
    village.drafts = [[] for _ in range(seats)]
    village.pending = [NOBODY] * seats
    village.hurry = village.longer = ()
    village.votes = [NONE] * seats
    village.emit("day", cards=tuple(order))
    do(village, Vote(village.everyone()))
    if village.aloud:
        do(village, Discuss(village.everyone()))
        return
    if village.free:
        do(village, Talk(village.everyone()))
        return
    steps = [Speak(seat, "opening") for seat in order]
    for _ in range(village.rounds):
        steps += [Speak(seat, phase) for seat in order for phase in ("statement", "question")]
    steps += [Speak(seat, "last") for seat in order]
    do(village, *steps)


def menu(village: Village, seat: Seat, phase: str, topic: int = 0) -> tuple[Choice, ...]:
    """How a statement may begin."""
    if phase == "question":
        return Choice("ask"), PASS
    facts = sayable(village)
    opinions = tuple(kind for kind in OPINIONS if kind != "because" or pointable(village))
    if phase == "answer":
        newer = village.version > 1  # a suspect has a reason, and a Villager's night was short
        kinds = {
            ROLE: ("was",),
            SAW: facts if newer else facts[1:],
            SUSPECT: opinions if newer else opinions[:-1],
            ACCUSED: ("deny", *facts, *opinions),
        }.get(topic, opinions)
        return (*(Choice(kind) for kind in kinds), REFUSE)
    kinds = (*facts, *opinions, *(NEWER if village.version > 1 else ()))
    if own_numbers(village, seat):
        kinds += ("take_back",)
    if phase == "free":
        if village.pending[seat][1] == ACCUSED:
            kinds = ("deny", *kinds)
        return free_menu(village, seat, kinds)
    ends = () if phase in ("opening", "late") or seat in village.hurry else (VOTE_NOW,)
    return (*(Choice(kind) for kind in kinds), *ends, PASS)


def free_menu(village: Village, seat: Seat, kinds: tuple[str, ...]) -> tuple[Choice, ...]:
    """In free talk, a player may also ask, and call for the vote or for more time."""
    owes = village.version > 1 and village.pending[seat] != NOBODY
    if village.talked[seat] >= MOST_STATEMENTS and not owes:
        kinds = ()
    else:
        kinds += ("ask",)
    wishes = [] if seat in village.hurry else [VOTE_NOW]
    wishes += [] if seat in village.longer else [MORE_TIME]
    refuse = (REFUSE,) if village.pending[seat] != NOBODY else ()
    return (*(Choice(kind) for kind in kinds), *wishes, *refuse, LISTEN)


@step
class Speak(Question[Village]):
    """One seat's turn to say something, link by link."""

    seat: Seat
    phase: str
    """opening, late (after a pass), statement, question, answer or last."""
    other: Seat | None = None
    """Whose question is answered."""
    topic: int = 0

    def asks(self, village: Village, /) -> tuple[Ask, ...]:
        draft = village.drafts[self.seat]
        offered = (
            (*follow(village, self.seat, draft), BACK)
            if draft
            else menu(village, self.seat, self.phase, self.topic)
        )
        return (Ask(self.seat, "talk_" + self.phase, offered, "", self.other, self.topic),)

    def answer(self, village: Village, seat: Seat, choice: Choice, /) -> None:
        if choice in (PASS, REFUSE, VOTE_NOW):
            village.todo.pop()
            self.say_nothing(village, choice)
            return
        if link(village, seat, choice):
            village.todo.pop()
            self.speak(village)

    def say_nothing(self, village: Village, choice: Choice) -> None:
        """Pass, refuse to answer, or call for the vote."""
        if choice == VOTE_NOW:
            wish_for_vote(village, self.seat)
            return
        village.emit("turn", self.seat)
        village.emit("refused" if choice == REFUSE else "passed", self.seat, self.other)
        if choice == PASS and self.phase == "opening":  # once: the seat then speaks last
            place = len(village.todo)
            while isinstance(village.todo[place - 1], Speak) and (
                village.todo[place - 1].phase in ("opening", "late")  # type: ignore[attr-defined]
            ):
                place -= 1
            village.todo.insert(place, Speak(self.seat, "late"))

    def speak(self, village: Village) -> None:
        before = len(village.claims)
        kind, target, topic = say(village, self.seat, reply=self.phase == "answer")
        blamed = blamed_by(village, before)
        if blamed is not None and self.phase != "answer":
            do(village, Speak(blamed, "answer", self.seat, ACCUSED))
        if kind == "ask":
            do(village, Speak(Seat(target), "answer", self.seat, answered_as(topic)))
        elif kind == "take_back":  # and what is said instead
            do(village, self)

    def default(self, village: Village, seat: Seat, /) -> Choice:
        return self.asks(village)[0].choices[-1]


@step
class Talk(Question[Village]):
    """All may speak; those who listen are asked again when something new has been said."""

    asked: tuple[Seat, ...]
    part: int = 0
    """How often the time has been extended."""

    def asks(self, village: Village, /) -> tuple[Ask, ...]:
        window = "more" if self.part else "day"
        return tuple(
            Ask(seat, "talk_free", self.offered(village, seat), window) for seat in self.asked
        )

    def offered(self, village: Village, seat: Seat) -> tuple[Choice, ...]:
        draft = village.drafts[seat]
        if draft:
            return (*follow(village, seat, draft), BACK, LISTEN)
        return menu(village, seat, "free")

    def answer(self, village: Village, seat: Seat, choice: Choice, /) -> None:
        if choice == VOTE_NOW:
            if not wish_for_vote(village, seat) and village.version > 1:
                self.go_on(village, village.everyone())  # whoever listens may join in
        elif choice == MORE_TIME:
            village.longer = (*village.longer, seat)
            village.emit("turn", seat)
            village.emit("more_time", seat, number=len(village.longer))
        elif choice == LISTEN:
            village.drafts[seat] = []
            self.go_on(village, tuple(other for other in self.asked if other != seat))
        elif choice == REFUSE:
            village.emit("turn", seat)
            village.emit("refused", seat, Seat(village.pending[seat][0]))
            village.pending[seat] = NOBODY
        elif link(village, seat, choice):
            self.speak(village, seat)

    def speak(self, village: Village, seat: Seat) -> None:
        village.talked[seat] += 1
        before = len(village.claims)
        kind, target, topic = say(village, seat, reply=village.pending[seat] != NOBODY)
        if kind == "ask":
            village.pending[target] = (seat, answered_as(topic))
        elif kind != "take_back":
            village.pending[seat] = NOBODY
        blamed = blamed_by(village, before)
        if blamed is not None and village.pending[blamed] == NOBODY:
            village.pending[blamed] = (seat, ACCUSED)
        self.go_on(village, village.everyone())

    def go_on(self, village: Village, asked: tuple[Seat, ...]) -> None:
        village.todo.pop()
        if asked:
            do(village, Talk(asked, self.part))
        elif len(village.longer) * 2 > village.seats and self.part < MOST_EXTENSIONS:
            village.longer = ()
            village.emit("extended", number=self.part + 1)
            do(village, Talk(village.everyone(), self.part + 1))

    def default(self, village: Village, seat: Seat, /) -> Choice:
        return LISTEN


@step
class Discuss(Question[Village]):
    """People talk aloud in one room; here they only say that they have talked enough."""

    missing: tuple[Seat, ...]

    def asks(self, village: Village, /) -> tuple[Ask, ...]:
        return tuple(Ask(seat, "aloud", (ENOUGH,), "aloud") for seat in self.missing)

    def answer(self, village: Village, seat: Seat, choice: Choice, /) -> None:
        village.todo.pop()
        missing = tuple(other for other in self.missing if other != seat)
        if missing:
            do(village, Discuss(missing))


def reading(village: Village) -> float:
    """How long it takes to read what was said last: so much for each piece of it."""
    last = village.said
    pieces = [1 + len(claim.values) for claim in village.claims if claim.number == last]
    return A_PIECE * min(LONG, sum(pieces))


def owing(village: Village) -> list[Seat]:
    """Who was asked or accused and has not answered."""
    return [Seat(seat) for seat, asked in enumerate(village.pending) if asked != NOBODY]


def link(village: Village, seat: Seat, choice: Choice) -> bool:
    """Add a link to a statement; returns whether it is complete."""
    draft = village.drafts[seat]
    if choice == BACK:
        draft.clear()
        return False
    draft.append((choice.verb, choice.value))
    return not follow(village, seat, draft)


def say(village: Village, seat: Seat, reply: bool) -> tuple[str, int, int]:
    """Say what a seat has in mind; returns its kind, whom it asks, and what about."""
    draft = village.drafts[seat]
    village.drafts[seat] = []
    village.emit("turn", seat)
    kind = draft[0][0]
    if kind == "ask":
        target, topic = draft[1][1], draft[2][1]
        village.emit("asked", seat, Seat(target), number=topic)
        return kind, target, topic
    if kind == "take_back":
        number = draft[1][1]
        village.taken_back = (*village.taken_back, number)
        village.emit("took_back", seat, number=number)
        return kind, NONE, NONE
    found = claims_in(village, seat, draft, reply)
    village.said += 1
    village.claims += found
    for claim in found:
        village.emit("said_" + claim.kind, seat, None, claim.values, claim.number)
    return kind, NONE, NONE


def answered_as(topic: int) -> int:
    """What has to be answered: "are you the werewolf?" is an accusation like any other."""
    return ACCUSED if topic == WOLF else topic


def blamed_by(village: Village, before: int) -> Seat | None:
    """Who has just been accused for the first time, and has to say something to that; there were
    so many claims before."""
    if village.version == 1:
        return None
    for claim in village.claims[before:]:
        blamed = accused(claim)
        if blamed != NONE and len(accusations(village, Seat(blamed))) == 1:
            return Seat(blamed)
    return None


def wish_for_vote(village: Village, seat: Seat) -> bool:
    """Somebody wants to vote now; returns whether most do, which ends the talk."""
    village.hurry = (*village.hurry, seat)
    village.emit("turn", seat)
    village.emit("vote_now", seat, number=len(village.hurry))
    if len(village.hurry) * 2 <= village.seats:
        return False
    while not isinstance(village.todo[-1], Vote):
        village.todo.pop()
    village.drafts = [[] for _ in range(village.seats)]
    village.emit("talk_ended")
    return True
