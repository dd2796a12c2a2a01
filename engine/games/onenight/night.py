"""The night: every role in the set is called, everybody names a place, then all learn something.

Sleepers are asked the same as those who wake, and are told something of the same size; so neither
the questions nor the answers nor their number give away who did what.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from engine.core import Ask, Auto, Choice, Question, Seat, do, step
from engine.games.onenight.roles import (
    ACTS_AT_ONCE,
    Extra,
    Role,
    parts_of,
)
from engine.games.onenight.state import ASLEEP, CENTER, NONE, PAIR, PAIRS, SEATS, Learnt, Village

NOTHING, LOOK = Choice("nothing", NONE), Choice("look", NONE)
SEEN = Choice("seen")
MISSED = "missed"
"""The verb of silence at night: nobody chooses it."""
CENTERS = tuple(Choice("center", CENTER + number) for number in range(3))
CENTER_PAIRS = tuple(Choice("pair", PAIR + number) for number in range(3))
ALONE = (int(Role.WEREWOLF), NONE, NONE, NONE)
"""What a werewolf learns who is alone."""


def fall(village: Village) -> None:
    """Put all steps of the night next."""
    first = [Look(village.everyone())] if village.version > 1 else []
    do(village, *first, *(Call(slot) for slot in village.slots()))


@step
class Look(Question[Village]):
    """Everybody looks at their own card before anybody is called (R36); nothing else is asked."""

    missing: tuple[Seat, ...]

    def asks(self, village: Village, /) -> tuple[Ask, ...]:
        return tuple(Ask(seat, "look", (SEEN,), "look") for seat in self.missing)

    def answer(self, village: Village, seat: Seat, choice: Choice, /) -> None:
        village.todo.pop()
        missing = tuple(other for other in self.missing if other != seat)
        if missing:
            do(village, Look(missing))


@step
class Call(Auto[Village]):
    """A role is called."""

    slot: int

    def run(self, village: Village, /) -> None:
        village.emit("called", number=self.slot)
        village.answers = [[] for _ in range(village.seats)]
        parts = range(parts_of(self.slot, village.roles))
        everyone = village.everyone()
        do(village, *(Wake(self.slot, part, everyone) for part in parts), Sleep(self.slot))


@step
class Wake(Question[Village]):
    """Everybody names a place, at the same time; it counts for those whom the slot wakes."""

    slot: int
    part: int
    missing: tuple[Seat, ...]

    def asks(self, village: Village, /) -> tuple[Ask, ...]:
        prompt = "night" if self.part == 0 else "night_second"
        return tuple(
            Ask(seat, prompt, self.offered(village, seat), "night", None, self.slot)
            for seat in self.missing
        )

    def offered(self, village: Village, seat: Seat) -> tuple[Choice, ...]:
        others = village.others(seat)
        if self.part:  # one less, whatever was named first: lists of one length tell nothing
            named = village.answers[seat][0]
            others.remove(Seat(named) if named < CENTER else others[-1])
        seats = tuple(Choice("seat", other) for other in others)
        act = self.slot
        if act == Extra.COPIED:
            is_awake = seat in awake(village, Extra.COPIED) and village.copied in ACTS_AT_ONCE
            act = village.copied if is_awake else Role.ROBBER
        match act:
            case Role.DOPPELGANGER:
                return seats
            case Role.SEER:
                return (*seats, *CENTER_PAIRS, NOTHING)
            case Role.ROBBER | Role.TROUBLEMAKER:
                return (*seats, NOTHING)
            case Role.DRUNK:
                return CENTERS if self.part == 0 else (*seats, NOTHING)
            case Role.WEREWOLF if village.lone and village.version == 1:
                return (*CENTERS, NOTHING)
            case Extra.LONE:
                return (*CENTERS, NOTHING)
        return (LOOK,)

    def answer(self, village: Village, seat: Seat, choice: Choice, /) -> None:
        village.todo.pop()
        if choice.verb == MISSED and could_act(village, seat, self.slot):
            note = (seat, self.slot)
            village.missed = (*(one for one in village.missed if one != note), note)
        village.answers[seat].append(choice.value)
        missing = tuple(other for other in self.missing if other != seat)
        if missing:
            do(village, Wake(self.slot, self.part, missing))

    def default(self, village: Village, seat: Seat, /) -> Choice:
        """Players who may act, do not; those who must, take what chance gives (R3, R19). Since the
        second version of the rules, silence where there was a choice is noted as such."""
        offered = self.offered(village, seat)
        choice = offered[-1]
        if choice not in (NOTHING, LOOK):
            roll = sha256(b"silence" + village.seed + bytes([seat])).digest()
            choice = offered[int.from_bytes(roll[:8], "big") % len(offered)]
        if village.version == 1 or len(offered) == 1:
            return choice
        return Choice(MISSED, choice.value)


@step
class Sleep(Auto[Village]):
    """A slot is over: what was chosen happens, and everybody is told something of the same size."""

    slot: int

    def run(self, village: Village, /) -> None:
        lines = resolve(village, self.slot)
        for seat, line in zip(village.everyone(), lines, strict=True):
            village.learnt[seat].append(line)
            village.emit("learnt", seat, None, line[1:], self.slot, (seat,))
        village.answers = [[] for _ in range(village.seats)]


def wakes(village: Village, ask: Ask) -> bool:
    """Whether an answer at night counts for anything."""
    return ask.seat in awake(village, ask.number)


def acts(village: Village, ask: Ask) -> bool:
    """Whether it does, and there is something to choose."""
    return len(ask.choices) > 1 and wakes(village, ask)


def could_act(village: Village, seat: Seat, slot: int) -> bool:
    """Whether somebody whom a slot wakes has anything to choose in it."""
    idle = slot == Extra.COPIED and village.copied not in ACTS_AT_ONCE
    return seat in awake(village, slot) and not idle


def looks(village: Village, ask: Ask) -> bool:
    """Nobody who plays alone loses sight of their card before they want to."""
    return True


def awake(village: Village, slot: int) -> list[Seat]:
    """Whom a slot wakes: by the dealt card (R1), and by what the Doppelgänger copied."""
    if slot == Extra.LONE:
        return [seat for seat in village.everyone() if ALONE in village.learnt[seat]]
    found = []
    for seat in village.everyone():
        role = village.dealt[seat]
        if role == Role.DOPPELGANGER:
            wakes = (
                slot in (Role.DOPPELGANGER, Extra.COPIED)
                or (slot in (Role.WEREWOLF, Role.MASON) and village.copied == slot)
                or (slot == Extra.COPIED_INSOMNIAC and village.copied == Role.INSOMNIAC)
            )
        else:
            wakes = role == slot
        if wakes:
            found.append(seat)
    return found


def resolve(village: Village, slot: int) -> list[Learnt]:
    """Carry out a slot; returns what each seat learns."""
    lines: list[Learnt] = [(slot, ASLEEP, ASLEEP, ASLEEP)] * village.seats
    for seat in awake(village, slot):
        lines[seat] = (slot, *act(village, seat, slot))
    return lines


def act(village: Village, seat: Seat, slot: int) -> tuple[int, int, int]:
    """What a player who is awake does and learns."""
    places = [place for place in village.answers[seat] if place != NONE]
    match slot:
        case Role.DOPPELGANGER:
            village.copied = village.cards[places[0]]
            return places[0], village.copied, NONE
        case Role.WEREWOLF | Extra.LONE:
            return howl(village, seat, places)
        case Role.MINION:
            return three(awake(village, Role.WEREWOLF))
        case Role.MASON:
            return three(other for other in awake(village, Role.MASON) if other != seat)
        case Role.INSOMNIAC | Extra.COPIED_INSOMNIAC:
            return village.cards[seat], NONE, NONE
        case Extra.COPIED:
            return act_at_once(village, seat, places)
    return DEEDS[slot](village, seat, places)


def howl(village: Village, seat: Seat, places: list[int]) -> tuple[int, int, int]:
    """Werewolves see each other; a single one may see a center card instead (R9, R15)."""
    pack = [other for other in awake(village, Role.WEREWOLF) if other != seat]
    if pack or not village.lone or not places:
        return three(pack)
    return NONE, places[0], village.cards[village.index(places[0])]


def act_at_once(village: Village, seat: Seat, places: list[int]) -> tuple[int, int, int]:
    """The Doppelgänger does what she copied, or sees the werewolves as a Minion (R7, R10)."""
    if village.copied == Role.MINION:
        return three(s for s in village.everyone() if village.dealt[s] == Role.WEREWOLF)
    if village.copied in ACTS_AT_ONCE:
        if village.copied != Role.TROUBLEMAKER:
            places = places[:1] if village.answers[seat][0] != NONE else []
        return DEEDS[village.copied](village, seat, places)
    return NONE, NONE, NONE


def seer(village: Village, seat: Seat, places: list[int]) -> tuple[int, int, int]:
    """Look at another player's card, or at two in the center, or at nothing."""
    if not places:
        return NONE, NONE, NONE
    if places[0] < PAIR:
        return places[0], village.cards[places[0]], NONE
    one, two = PAIRS[places[0] - PAIR]
    center = village.cards[village.seats :]
    return places[0], center[one], center[two]


def robber(village: Village, seat: Seat, places: list[int]) -> tuple[int, int, int]:
    """Exchange cards with another player and look at the new one, or do nothing."""
    if not places:
        return NONE, NONE, NONE
    swap(village, seat, places[0])
    return places[0], village.cards[seat], NONE


def troublemaker(village: Village, seat: Seat, places: list[int]) -> tuple[int, int, int]:
    """Exchange the cards of two others without looking, or do nothing."""
    if len(places) < 2:
        return NONE, NONE, NONE
    swap(village, places[0], places[1])
    return min(places), max(places), NONE


def drunk(village: Village, seat: Seat, places: list[int]) -> tuple[int, int, int]:
    """Exchange one's own card with one in the center, without looking."""
    swap(village, seat, places[0])
    return places[0], NONE, NONE


def swap(village: Village, one: int, other: int) -> None:
    """Exchange the cards that now lie at two places (R2)."""
    a, b = village.index(one), village.index(other)
    cards = village.cards
    cards[a], cards[b] = cards[b], cards[a]


def three(seats: Iterable[int]) -> tuple[int, int, int]:
    """Up to three seats, as a line of fixed length."""
    found = [*seats, NONE, NONE, NONE]
    return found[0], found[1], found[2]


DEEDS = {
    int(Role.SEER): seer,
    int(Role.ROBBER): robber,
    int(Role.TROUBLEMAKER): troublemaker,
    int(Role.DRUNK): drunk,
}
"""By role: what it does at night."""
assert len(SEATS) <= CENTER
