"""Wolfmoon's scenarios: `given` a table, `do` what is written, `expect` what comes of it.

Given: `P1 SE / AL,ME` hand and display; `P1*` protected, `P1x` out, `P1w` with the Witch token;
`pile`, `center`, `aside` (whatever is not named is any other character); `act P2` whose turn it is.

Do: `A VI>P1=9` draw, play, aim, guess; `A!M1` draw that Moon; `B c0 keep X` the center;
`GD<P1.VI then ...` take and play; `DR deal P0=X,..` and `NW keep X center ..` fix the luck;
`P1 spy`, `P1 alch`, `servant` and `nospy`, `noalch`, `noservant` answer; `!step` must be refused.

The questions must match exactly: each one asked must be listed, and each one listed must be asked.
Only the neutral window, in which the target of a failed attack has nothing to show, is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from itertools import zip_longest
from typing import Any, Final

from engine.core import Ask, Choice, IllegalChoice, Seat, do
from engine.games.wolfmoon.deck import CHARACTERS, COPIES
from engine.games.wolfmoon.rules import RoundEnds, begin_turn, final_value
from engine.games.wolfmoon.state import SEATS, Table
from engine.games.wolfmoon.written import CODES
from engine.play import apply, asks

NAMES: Final = {int(card): code for code, card in CODES.items()}
TRIES: Final = 20_000
"""How many seeds are tried for the luck a scenario asks for; six hands can fall in 720 ways."""


class Refused(Exception):
    """The engine does not play it that way."""


class Unreadable(Exception):
    """The notation is not understood."""


def failures(scenario: dict[str, Any]) -> list[str]:
    """What went differently from what the scenario expects."""
    try:
        table = given(scenario["given"])
        for step in items(scenario["do"]):
            perform(table, step)
        pass_neutral_windows(table)
        wanted = items(scenario["expect"])
        return [wrong for item in wanted for wrong in check(table, item)] + unlisted(table, wanted)
    except Refused as refusal:
        return [str(refusal)]
    except Unreadable as error:
        return [f"cannot read {error}"]


def items(text: str) -> list[str]:
    return [item.strip() for item in text.split(";") if item.strip()]


def cards(text: str) -> list[int]:
    """`SE,AL` as cards; `-` is none."""
    text = text.strip()
    return [] if text == "-" else [card(code) for code in text.split(",")]


def card(code: str) -> int:
    if code.strip() not in CODES:
        raise Unreadable(f"card {code.strip()}")
    return int(CODES[code.strip()])


def codes(zone: list[int]) -> str:
    return ",".join(NAMES[card] for card in zone) or "-"


def seats(text: str) -> list[Seat]:
    """`P0,P2` as seats; `-` is none."""
    return [] if text.strip() == "-" else [seat(name) for name in text.split(",")]


def seat(name: str) -> Seat:
    if not re.fullmatch(r"P\d", name.strip()):
        raise Unreadable(f"seat {name}")
    return Seat(int(name.strip()[1:]))


# ── given ───────────────────────────────────────────────────────────────────────────────────────


def given(text: str) -> Table:
    """A table as written, before the active seat's turn; cards not named are left out."""
    players: dict[int, tuple[str, list[int], list[int]]] = {}
    zones: dict[str, str] = {}
    for item in items(text):
        if player := re.fullmatch(r"P(\d)([*xw]*)(?:\s+([\w,-]+))?\s*(?:/\s*(.+))?", item):
            number, marks, hand, display = player.groups()
            players[int(number)] = marks, cards(hand or "-"), cards(display or "-")
        elif zone := re.fullmatch(r"(pile|center|aside|act|moons|removed)\s+(.+)", item):
            zones[zone[1]] = zone[2]
        else:
            raise Unreadable(item)
    size = max(players) + 1
    table = Table(size, seed(0), goal=0, reveal=False, starter=Seat(0), round=1)
    rows = [players[number] for number in range(size)]
    table.hands = [hand for _, hand, _ in rows]
    table.displays = [display for _, _, display in rows]
    table.out = ["x" in marks for marks, _, _ in rows]
    table.safe = ["*" in marks for marks, _, _ in rows]
    table.revived = next((SEATS[n] for n, (marks, _, _) in players.items() if "w" in marks), None)
    table.tokens = [0] * size
    table.moons = cards(zones.get("moons", "-"))
    table.gone = cards(zones.get("removed", "-"))
    lay_out(table, zones)
    announce(table)
    do(table, RoundEnds())
    begin_turn(table, seat(zones.get("act", "P0")))
    return table


def lay_out(table: Table, zones: dict[str, str]) -> None:
    """Lay out center, aside and pile; unnamed cards are any other character but the Werewolf."""
    written = {
        zone: cards(",".join(code for code in text.split(",") if code.strip() != "..") or "-")
        for zone, text in zones.items()
        if zone in ("pile", "center", "aside")
    }
    spare = [kind for kind in CHARACTERS[:-1] for _ in range(COPIES[kind])]
    for zone in (*table.hands, *table.displays, table.gone, *written.values()):
        for used in zone:
            if used in spare:
                spare.remove(used)
    center = written.get("center", [])
    table.center = center + [spare.pop() for _ in range(3 - len(center))]
    aside = written.get("aside", [])
    if ".." in zones.get("aside", ".."):
        aside = aside + [spare.pop() for _ in range(2 - len(aside))]
    table.aside = aside
    pile = written.get("pile", [])
    if "pile" not in zones or ".." in zones["pile"]:
        pile = pile + spare[::-1]
    table.pile = pile[::-1]


def announce(table: Table) -> None:
    """Tell every seat the card it holds, so that it knows what it would know."""
    table.emit("round", table.starter, number=1)
    for holder in SEATS[: table.seats]:
        for held in table.hands[holder]:
            table.emit("dealt", holder, cards=(held,), seen_by=(holder,))


def seed(number: int) -> bytes:
    return sha256(f"scenario {number}".encode()).digest()


# ── do ──────────────────────────────────────────────────────────────────────────────────────────


def perform(table: Table, step: str) -> None:
    """Do one written step; raises `Refused` where the engine plays differently."""
    pass_neutral_windows(table)
    if not step.startswith("!"):
        STEPS[kind_of(step)](table, step)
    elif not is_refused(table.copy(), step[1:].strip()):
        raise Refused(f"expected {step[1:]} to be refused, saw it done")


def is_refused(table: Table, step: str) -> bool:
    """Whether the engine refuses a step, or asks for more than is written."""
    try:
        STEPS[kind_of(step)](table, step)
    except Refused:
        return True
    pending = asks(table)
    return bool(pending) and pending[0].prompt in UNFINISHED


UNFINISHED: Final = {"play", "aim", "guess", "guess_again", "partner", "take", "watchman", "keep"}
"""Questions that belong to a step itself: if one of them is left open, it was not complete."""


def kind_of(step: str) -> str:
    word = step.split()[0]
    if step.startswith("A!"):
        return "A!"
    if word in ("A", "B"):
        return word
    if re.fullmatch(r"(P\d\s+)?(no)?(spy|alch|servant)", step):
        return "answer"
    if step[:2] in CODES:  # a play alone, after the draw
        return "A"
    raise Unreadable(step)


def pass_neutral_windows(table: Table) -> None:
    while (pending := asks(table)) and pending[0].prompt == "spy" and len(pending[0].choices) == 1:
        apply(table, pending[0].seat, pending[0].choices[0])


def answer(table: Table, prompt: str, choice: Choice, who: Seat | None = None) -> None:
    """Answer the question that must be open now; the engine itself refuses a wrong choice."""
    pending = asks(table)
    if not pending or pending[0].prompt != prompt or (who is not None and pending[0].seat != who):
        wanted = prompt if who is None else f"{prompt} asked of P{who}"
        raise Refused(f"expected the question {wanted}, saw {describe(pending)}")
    before = table.copy()
    try:
        apply(table, pending[0].seat, choice)
    except IllegalChoice:
        assert table == before, "a refused choice changed the table"
        raise Refused(
            f"expected {choice.verb} {choice.value} to be on offer at the question {prompt}, "
            f"saw {sorted(set(pending[0].choices))}"
        ) from None


def describe(pending: tuple[Ask, ...]) -> str:
    return ", ".join(f"{ask.prompt} asked of P{ask.seat}" for ask in pending) or "no question"


def action_a(table: Table, step: str) -> None:
    answer(table, "turn", Choice("draw"))
    play(table, step if step[:2] in CODES else step[1:].strip())


def draw_moon(table: Table, step: str) -> None:
    moon = card(step[2:].strip())
    shown = len(table.moons)
    answer(table, "turn", Choice("draw"))
    if table.moons[shown:] != [moon]:
        raise Refused(f"expected {step}, saw the Moons {codes(table.moons)}")


def action_b(table: Table, step: str) -> None:
    match = re.fullmatch(r"B\s+c(\d)\s+keep\s+(\w\w)", step)
    if not match:
        raise Unreadable(step)
    answer(table, "turn", Choice("center"))
    answer(table, "slot", Choice("slot", int(match[1])))
    answer(table, "keep", Choice("keep", card(match[2])))


def give_answer(table: Table, step: str) -> None:
    *who, word = step.split()
    asked = seat(who[0]) if who else None
    agreed = not word.startswith("no")
    match word.removeprefix("no"):
        case "spy":
            answer(table, "spy", Choice("show") if agreed else Choice("pass"), asked)
        case "alch":
            answer(table, "alchemist", Choice("yes" if agreed else "no"), asked)
        case _:
            answer(table, "servant", Choice("yes" if agreed else "no"), asked)


STEPS: Final[dict[str, Callable[[Table, str], None]]] = {
    "A": action_a,
    "A!": draw_moon,
    "B": action_b,
    "answer": give_answer,
}


def play(table: Table, spec: str) -> None:
    """Play a card as written: `VI>P1=9`, `PP>P0,P1`, `BA>pass`, `GD<P1.VI then ..`."""
    code, rest = spec[:2], spec[2:].strip()
    choice = Choice("play", card(code))
    if code == "DR" and rest.startswith("deal"):
        wanted = dict(pair.strip().split("=") for pair in rest[4:].split(","))
        fall_so(
            table, lambda trial: answer(trial, "play", choice), lambda trial: dealt(trial, wanted)
        )
        return
    answer(table, "play", choice)
    if code == "NW" and rest:
        keep_of_four(table, rest)
    elif rest.startswith("<"):
        take, _, then = rest[1:].partition(" then ")
        owner, _, taken = take.partition(".")
        answer(table, "aim", Choice("aim", seat(owner)))
        answer(table, "take", Choice("take", card(taken)))
        if then:
            play(table, then.strip())
    elif rest.startswith(">"):
        aim_at(table, code, rest[1:])
    elif not rest:
        lapse(table, code)
    else:
        raise Unreadable(spec)


def aim_at(table: Table, code: str, spec: str) -> None:
    target, _, guesses = spec.partition("=")
    if target.strip() == "pass":
        answer(table, "aim", Choice("pass"))
        return
    for prompt, name in zip_longest(("aim", "partner"), target.split(",")):
        if name is not None:
            answer(table, prompt or "a third player", Choice("aim", seat(name)))
    for prompt, guess in zip_longest(("guess", "guess_again"), guesses.split(",")):
        if guess == "-":
            answer(table, prompt or "a third guess", Choice("pass"))
        elif guess:
            answer(table, prompt or "a third guess", Choice("guess", int(guess)))


def lapse(table: Table, code: str) -> None:
    """A card without a target: nobody is asked, or a Bounty Hunter may stay idle."""
    pending = asks(table)
    if code == "BH" and pending and pending[0].prompt == "aim":
        answer(table, "aim", Choice("pass"))


def keep_of_four(table: Table, rest: str) -> None:
    match = re.fullmatch(r"keep\s+(\w\w)(?:\s+center\s+([\w,\s]+))?", rest)
    if not match:
        raise Unreadable(rest)
    choice = Choice("keep", card(match[1]))
    order = cards(match[2]) if match[2] else None
    fall_so(
        table,
        lambda trial: answer(trial, "watchman", choice),
        lambda trial: order is None or trial.center == order,
    )


def dealt(table: Table, wanted: dict[str, str]) -> bool:
    """Whether exactly these seats took part in a Drunkard, and got these cards."""
    assert table.events is not None
    took_part = next(event for event in reversed(table.events) if event.kind == "drunkard").number
    named = {seat(name): card(code) for name, code in wanted.items()}
    if took_part != sum(1 << drinker for drinker in named):
        raise Refused(f"expected the seats {sorted(named)} to take part, saw {took_part:b}")
    return all(table.hands[drinker] == [card] for drinker, card in named.items())


def fall_so(table: Table, act: Callable[[Table], None], fell: Callable[[Table], bool]) -> None:
    """Act with a seed under which chance falls as written."""
    for number in range(TRIES):
        trial = table.copy()
        trial.seed = seed(number)
        act(trial)
        if fell(trial):
            table.seed = seed(number)
            act(table)
            return
    raise Refused(f"expected a chance that {TRIES} seeds did not bring")


# ── expect ──────────────────────────────────────────────────────────────────────────────────────


def check(table: Table, item: str) -> list[str]:
    """What an expectation finds wrong."""
    seen = saw(table, item.split())
    return [] if plain(item) == plain(seen) else [f"expected {item}, saw {seen}"]


def plain(item: str) -> list[str]:
    """An expectation without blanks after commas, and lists without order where none matters."""
    words = re.sub(r"\s*,\s*", ",", item).split()
    if words[0] in ("removed", "win"):
        words[1:2] = [",".join(sorted(words[1].split(",")))] if words[1:] else []
    return words


def saw(table: Table, words: list[str]) -> str:
    """What the table shows about the subject of an expectation, in the same notation."""
    match words:
        case [who, "in" | "out"]:
            return f"{who} {'out' if table.out[seat(who)] else 'in'}"
        case [who, "prot" | "unprot"]:
            return f"{who} {'prot' if table.safe[seat(who)] else 'unprot'}"
        case [who, "hand", *_]:
            return f"{who} hand {codes(table.hands[seat(who)])}"
        case [who, "disp", *_]:
            return f"{who} disp {codes(table.displays[seat(who)])}"
        case ["value", who, _]:
            return f"value {who} {final_value(table, seat(who))}"
        case ["turn", _]:
            pending = asks(table)
            turn = bool(pending) and pending[0].prompt == "turn"
            return f"turn P{pending[0].seat}" if turn else describe(pending)
        case ["win", *_]:
            who = ",".join(f"P{winner}" for winner in table.winners) or "-"
            return f"win {who} by {table.ending.upper()}" if table.ending else "no end"
        case ["removed", *_]:
            return f"removed {codes(table.gone)}"
        case ["moons", *_]:
            return f"moons {codes(table.moons)}"
        case ["token", _]:
            return "token -" if table.revived is None else f"token P{table.revived}"
        case ["center", *_]:
            return f"center {codes(table.center)}"
        case ["aside" | "pile" as zone, what, *_]:
            lies = table.aside if zone == "aside" else table.pile[::-1]
            return f"{zone} {len(lies) if what.isdigit() else codes(lies)}"
    raise Unreadable(" ".join(words))


def unlisted(table: Table, wanted: list[str]) -> list[str]:
    """A question left open that is neither listed nor the beginning of a turn."""
    pending = asks(table)
    if (
        not pending
        or pending[0].prompt == "turn"
        or any(item.startswith("turn") for item in wanted)
    ):
        return []
    return [f"expected no more questions, saw {describe(pending)}"]
