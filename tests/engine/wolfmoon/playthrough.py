"""One round as a text that shows, after each answer, what every seat knows; reviewed like prose.

`python -m tests.engine.wolfmoon.playthrough` rewrites playthrough.txt.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from engine.core import HIDDEN, Choice, Event, Seat
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.deck import VALUE, VALUES, Card
from engine.games.wolfmoon.greedy import GreedyBot
from engine.games.wolfmoon.kinds import ANY, WOLF, numbers_of
from engine.games.wolfmoon.knowledge import Known
from engine.games.wolfmoon.state import Table
from engine.play import apply, asks, start, view

FILE = Path(__file__).with_name("playthrough.txt")
NAMES = ("Ana", "Bo", "Cy")
SEED = 229


def playthrough() -> str:
    """A round of three greedy bots, told in full and as each of them knows it."""
    table = start(WOLFMOON, len(NAMES), SEED.to_bytes(32, "big"), {"length": "round"})
    bots = [GreedyBot(Random(seat)) for seat in range(len(NAMES))]
    assert table.events is not None
    lines = [
        "Wolfmoon, one round of three greedy bots, and what each seat and the whole table know of",
        "hidden cards beyond the obvious. A line of knowledge is repeated only when it changes.",
        "",
    ]
    known: dict[str, str] = {}
    lines += tell(table, table.events, known)
    while open_asks := asks(table):
        (ask,) = open_asks
        choice = bots[ask.seat].choose(view(WOLFMOON, table, ask.seat))
        lines += ["", f"{NAMES[ask.seat]}, asked {ask.prompt}: {answer(choice)}"]
        lines += tell(table, apply(table, ask.seat, choice), known)
    return "\n".join(lines) + "\n"


def answer(choice: Choice) -> str:
    match choice.verb:
        case "aim":
            return f"aim {NAMES[choice.value]}"
        case "play" | "take" | "keep":
            return f"{choice.verb} {name(choice.value)}"
        case "guess" | "slot":
            return f"{choice.verb} {choice.value}"
    return choice.verb


def tell(table: Table, events: list[Event], known: dict[str, str]) -> list[str]:
    """What happened, how it looks, and what everybody knows now."""
    lines = [f"  {sentence(event)}" for event in events]
    lines.append(f"    table   {layout(table)}")
    for seat in (Seat(0), Seat(1), Seat(2), None):
        mind = view(WOLFMOON, table, seat).state.known
        assert mind is not None
        label = "all" if seat is None else NAMES[seat]
        facts = ", ".join(beliefs(mind)) or "nothing"
        if known.get(label) != facts:
            lines.append(f"    {label:4}knows {facts}")
        known[label] = facts
    return lines


def sentence(event: Event) -> str:
    words = [event.kind]
    words += [NAMES[seat] for seat in (event.seat, event.other) if seat is not None]
    words += [name(card) for card in event.cards]
    if event.number:
        words.append(str(event.number))
    if event.seen_by is not None and event.cards:
        words.append(f"(seen by {' and '.join(NAMES[seat] for seat in event.seen_by)})")
    return " ".join(words)


def layout(table: Table) -> str:
    hands = [
        f"{NAMES[seat]} {'out' if table.out[seat] else cards(table.hands[seat])}"
        f"{' SAFE' if table.safe[seat] else ''} / {cards(table.displays[seat])}"
        for seat in range(table.seats)
    ]
    return f"{'; '.join(hands)}; center {cards(table.center)}; pile {len(table.pile)}"


def cards(zone: list[int]) -> str:
    return " ".join(name(card) for card in zone) or "-"


def name(card: int) -> str:
    return "?" if card == HIDDEN else Card(card).name.title().replace("_", "")


def beliefs(known: Known) -> list[str]:
    """Everything known beyond the obvious, which is that a hidden card may be anything."""
    facts = []
    for place, kinds in enumerate(known.may_be):
        if kinds and known.group[place] == 1 << place and kinds not in (ANY, ANY & ~WOLF):
            facts.append(f"{where(known, place)} {what(kinds)}")
    for group, mixed in known.mixed.items():
        places = " and ".join(where(known, place) for place in numbers_of(group))
        facts.append(f"{places} hold {' and '.join(what(kinds) for kinds in mixed)}")
    return facts


def where(known: Known, place: int) -> str:
    if place < known.seats:
        return NAMES[place]
    return "drawn" if place == known.drawn else f"slot{place - known.seats}"


def what(kinds: int) -> str:
    """A set of kinds in a few words."""
    if kinds.bit_count() == 1:
        return name(kinds.bit_length() - 1)
    values = {VALUE[kind] for kind in numbers_of(kinds)}
    missing = [str(value) for value in VALUES if value not in values and value != 10]
    wolf = " or Werewolf" if kinds & WOLF else ""
    if not missing:
        return f"anyone{wolf}"
    if len(missing) < 6:
        return f"not {'/'.join(missing)}"
    return "/".join(str(value) for value in sorted(values))


if __name__ == "__main__":
    FILE.write_text(playthrough(), encoding="utf-8")
    print(f"wrote {FILE.name}")
