"""One Night's scenarios: nights as dealt and acted, votes as cast; formats in `failures`.

`kind` night: `seats` and `center` as dealt, `actions` of the dealt roles (a seat, `c0` to `c2`, a
list of two, or null) lead to `told` per seat, `faces`, `counts_as` and `center_after`. `kind` vote:
`roles` are what the final cards count as, `votes` by seat lead to `dead` and `winners`.
"""

from __future__ import annotations

from typing import Any

from engine.core import Ask, Choice, Seat, do
from engine.games.onenight import ONENIGHT
from engine.games.onenight.day import dawn
from engine.games.onenight.night import SEEN, Look, Wake, awake
from engine.games.onenight.roles import Extra, Role
from engine.games.onenight.rules import Count, GameEnds, begin
from engine.games.onenight.state import ASLEEP, CENTER, NONE, PAIR, PAIRS, Learnt, Village
from engine.games.onenight.vote import Vote
from engine.games.onenight.written import ROLES
from engine.play import apply, asks, settings, settle

WORDS = {number: name for name, number in ROLES.items()}
SEED = bytes(32)


def failures(scenario: dict[str, Any]) -> list[str]:
    """What went differently from what the scenario expects."""
    return NIGHTS_AND_VOTES[scenario["kind"]](scenario)


def dealt(seats: list[str], center: list[str], **options: str) -> Village:
    """A village with the cards dealt this way, as the first role is called."""
    cards = [ROLES[name] for name in (*seats, *center)]
    house = settings(ONENIGHT, options)
    village = Village(
        len(seats),
        SEED,
        roles=tuple(sorted(cards)),
        lone=house["lone_wolf"] == "on",
        chips=[0] * len(seats),
        version=2,
    )
    begin(village, cards)
    settle(village)
    look(village)
    return village


def look(village: Village) -> None:
    """Let everybody look at their own card."""
    while isinstance(village.todo[-1], Look):
        apply(village, asks(village)[0].seat, SEEN)


# ── nights ──────────────────────────────────────────────────────────────────────────────────────


def night(scenario: dict[str, Any]) -> list[str]:
    """Play a night and compare what came of it."""
    village = dealt(scenario["seats"], scenario["center"])
    sleep_through(village, scenario["actions"])
    wrong = compare("told", told(village), scenario["told"])
    seats = [village.cards[seat] for seat in village.everyone()]
    wrong += compare("faces", [WORDS[card] for card in seats], scenario["faces"])
    worth = [WORDS[village.counts_as(seat)] for seat in village.everyone()]
    wrong += compare("counts_as", worth, scenario["counts_as"])
    center = [WORDS[card] for card in village.cards[village.seats :]]
    return wrong + compare("center_after", center, scenario["center_after"])


def sleep_through(village: Village, actions: dict[str, Any]) -> None:
    """Answer everything that the night asks: actions for those who act, anything for sleepers."""
    while isinstance(step := village.todo[-1], Wake):
        ask = asks(village)[0]
        if ask.seat in awake(village, step.slot):
            choice = chosen(ask, step, deed(village, step.slot, actions))
        else:
            choice = ask.choices[-1]
        apply(village, ask.seat, choice)


def deed(village: Village, slot: int, actions: dict[str, Any]) -> Any:
    """What the scenario says is done in a slot."""
    if slot == Extra.COPIED:
        return actions.get("copied_action")
    if slot == Extra.LONE:
        return actions.get("lone_wolf")
    return actions.get(WORDS.get(slot, ""))


def chosen(ask: Ask, step: Wake, said: Any) -> Choice:
    """The choice that an action stands for; raises `ValueError` if it is not on offer."""
    named = places(said)
    if step.part >= len(named):
        return ask.choices[-1]
    for choice in ask.choices:
        if choice.value == named[step.part]:
            return choice
    raise ValueError(f"{said} is not on offer in part {step.part} of slot {step.slot}")


def places(said: Any) -> list[int]:
    """What an action names, part by part; two center cards count as one part."""
    if said is None:
        return []
    items = [place(item) for item in (said if isinstance(said, list) else [said])]
    if len(items) == 2 and all(item >= CENTER for item in items):
        return [PAIR + PAIRS.index(tuple(sorted(item - CENTER for item in items)))]
    return items


def place(item: Any) -> int:
    """A seat number, or a center card such as `c1`."""
    return CENTER + int(item[1:]) if isinstance(item, str) else int(item)


def told(village: Village) -> dict[str, list[list[Any]]]:
    """What each seat learned, in the words of the scenarios."""
    found = {}
    for seat in village.everyone():
        lines = [item for line in village.learnt[seat] for item in in_words(village, seat, line)]
        if lines:
            found[str(seat)] = sorted(lines, key=str)
    return found


def in_words(village: Village, seat: Seat, line: Learnt) -> list[list[Any]]:
    slot, one, two, three = line
    if one == ASLEEP:
        return []
    act = slot
    if slot == Extra.COPIED:
        act = village.copied
    match act:
        case Role.DOPPELGANGER:
            return [[one, WORDS[two]]]
        case Role.WEREWOLF if slot == Extra.COPIED:
            return []
        case Extra.LONE:
            return [[f"c{two - CENTER}", WORDS[three]]] if two != NONE else []
        case Role.WEREWOLF | Role.MINION:
            return [["wolves", [seat for seat in (one, two, three) if seat != NONE]]]
        case Role.MASON if slot != Extra.COPIED:
            return [["masons", [seat for seat in (one, two, three) if seat != NONE]]]
        case Role.SEER if one >= PAIR and one != NONE:
            first, second = PAIRS[one - PAIR]
            return [[f"c{first}", WORDS[two]], [f"c{second}", WORDS[three]]]
        case Role.SEER if one != NONE:
            return [[one, WORDS[two]]]
        case Role.ROBBER if one != NONE:
            return [["me", WORDS[two]]]
        case Role.INSOMNIAC | Extra.COPIED_INSOMNIAC if slot != Extra.COPIED:
            return [["me", WORDS[one]]]
    return []


# ── votes ───────────────────────────────────────────────────────────────────────────────────────


def vote(scenario: dict[str, Any]) -> list[str]:
    """Cast the votes and compare who died and who won."""
    roles = [ROLES[name] for name in scenario["roles"]]
    village = Village(len(roles), SEED, roles=tuple(sorted(roles)), chips=[0] * len(roles))
    begin(village, [*roles, *[int(Role.VILLAGER)] * 3])
    village.todo = []
    do(village, Count(), GameEnds())
    dawn(village)
    while not isinstance(village.todo[-1], Vote):
        village.todo.pop()
    for seat, target in enumerate(scenario["votes"]):
        choice = Choice("abstain", NONE) if target is None else Choice("vote", target)
        apply(village, Seat(seat), choice)
    wrong = compare("dead", sorted(village.dead), sorted(scenario["dead"]))
    return wrong + compare("winners", list(village.winners), sorted(scenario["winners"]))


def compare(what: str, saw: Any, expected: Any) -> list[str]:
    """A line if something is not as expected; what was told counts in any order."""
    if what == "told":
        expected = {seat: sorted(lines, key=str) for seat, lines in expected.items() if lines}
    return [] if saw == expected else [f"{what}: expected {expected}, saw {saw}"]


NIGHTS_AND_VOTES = {"night": night, "vote": vote}
