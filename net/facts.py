"""Facts: what can happen to a table for good, each in one way, whether now or out of a journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core import Choice, Seat
from engine.play import apply, asks, silence, start
from engine.proof import seed_of
from engine.record import Move
from net.seats import BANK, Chair

if TYPE_CHECKING:
    from net.table import Table

KEPT_ANSWERS = 32


def secret(table: Table, secret: str) -> None:
    if table.phase == "over":
        table.last = table.record()
    table.secret = bytes.fromhex(secret)


def sit(table: Table, seat: int, name: str, token: str) -> None:
    table.chairs[seat] = Chair("person", name, token=bytes.fromhex(token))
    table.used = True
    if table.keeper is None:
        table.keeper = Seat(seat)


def token(table: Table, seat: int, token: str, shown: str) -> None:
    """The token that was shown is the one the player has, until the new one has arrived."""
    chair = table.chairs[seat]
    chair.old_token, chair.token = bytes.fromhex(shown), bytes.fromhex(token)


def expire(table: Table, seat: int) -> None:
    table.chairs[seat].old_token = b""


def bot(table: Table, seat: int, name: str, level: str) -> None:
    table.chairs[seat] = Chair("bot", name, level, asked=table.chairs[seat].asked)
    pass_on(table, seat)


def free(table: Table, seat: int) -> None:
    table.chairs[seat] = Chair()
    pass_on(table, seat)


def pass_on(table: Table, seat: int) -> None:
    """Whoever kept the table is gone: the next person keeps it."""
    if table.keeper == seat:
        people = [Seat(n) for n, chair in enumerate(table.chairs) if chair.kind == "person"]
        table.keeper = people[0] if people else None


def keeper(table: Table, seat: int) -> None:
    table.keeper = Seat(seat)


def begin(table: Table, nonces: list[str]) -> None:
    for chair in table.chairs:
        chair.nonce, chair.ready, chair.missed, chair.bank = "", False, 0, BANK
    table.nonces = tuple(nonces)
    seed = seed_of(table.secret, nonces)
    table.state = start(table.game, len(table.chairs), seed, table.opening.options)
    table.phase, table.turn, table.moves, table.held = "playing", table.turn + 1, [], {}
    table.window = ""
    table.told = dict.fromkeys(table.told, 0)
    table.open = set()
    note_questions(table, None)


def act(table: Table, seat: int, action: int, verb: str, value: int) -> None:
    if misses(table, Seat(seat)):
        table.chairs[seat].missed += 1
    give(table, Seat(seat), Choice(verb, value))
    remember(table, seat, action)


def misses(table: Table, seat: Seat) -> bool:
    """Whether an absent player misses a turn: the first answer in a row that was a choice."""
    ask = table.ask_of(seat)
    begins = not table.moves or table.moves[-1].seat != seat
    return table.chairs[seat].stand_in and begins and ask is not None and len(ask.choices) > 1


def give(table: Table, seat: Seat, choice: Choice) -> None:
    apply(table.state, seat, choice)
    table.moves.append(Move(seat, choice))
    table.turn += 1
    note_questions(table, seat)
    if not asks(table.state):
        table.phase = "over"


def hold(table: Table, seat: int, action: int, verb: str, value: int) -> None:
    table.held[Seat(seat)] = Choice(verb, value)
    remember(table, seat, action)


def close(table: Table) -> None:
    """A window ends: the answers held are given in the order of seats, silence with them; an answer
    to a question that another one has settled is not needed any more."""
    for asked in asks(table.state):
        ask = table.ask_of(asked.seat)
        if ask is None or (ask.prompt, ask.window) != (asked.prompt, asked.window):
            continue
        choice = table.held.get(ask.seat)
        if choice not in ask.choices:
            choice = silence(table.state, ask.seat)
        give(table, ask.seat, choice)
    table.held, table.opened = {}, table.turn


def stand_in(table: Table, seat: int, stands: bool) -> None:
    table.chairs[seat].stand_in = stands
    table.chairs[seat].missed = 0


def bank(table: Table, seat: int, seconds: float) -> None:
    table.chairs[seat].bank = seconds


def end(table: Table) -> None:
    table.phase = "over"


def lobby(table: Table) -> None:
    table.phase, table.state, table.moves, table.held = "lobby", None, [], {}


def remember(table: Table, seat: int, action: int) -> None:
    if action < 0:
        return
    answers = table.chairs[seat].answers
    answers[action] = ""
    while len(answers) > KEPT_ANSWERS:
        del answers[next(iter(answers))]


def note_questions(table: Table, actor: Seat | None) -> None:
    """A question that was open before and still is keeps the turn in which it was put, and so does
    a window."""
    open_asks = asks(table.state)
    for ask in open_asks:
        chair = table.chairs[ask.seat]
        if ask.seat == actor or ask.seat not in table.open:
            chair.asked, chair.late = table.turn, False
    table.open = {ask.seat for ask in open_asks}
    window = open_asks[0].window if open_asks else ""
    if window != table.window:
        table.window, table.opened = window, table.turn


FACTS: dict[str, Callable[..., None]] = {
    "secret": secret,
    "sit": sit,
    "token": token,
    "expire": expire,
    "bot": bot,
    "free": free,
    "keeper": keeper,
    "begin": begin,
    "act": act,
    "hold": hold,
    "close": close,
    "stand_in": stand_in,
    "bank": bank,
    "end": end,
    "lobby": lobby,
}
"""By verb: how a fact happens."""
