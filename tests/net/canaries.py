"""What no frame may tell: looked for in whole games, and in worlds that differ only in that."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from engine.core import Game, Seat
from engine.games import GAMES, length_for
from engine.play import apply, asks, view
from engine.proof import seal_of, seed_of
from net import facts
from net import messages as said
from net.lasting import Chair, Opening
from net.messages import Message
from net.present import Peer
from net.refusal import Refusal
from net.security import digest
from net.table import Table
from net.windows import Due
from net.wire import TO_CLIENT, pack
from tests.engine.laws import everyone, new_game, told, walk

LOOKED_FOR = 8
"""This many cards in the order of the pile are no coincidence."""
WATCHER = Peer(99)


def opened(game: str, seats: int, options: dict[str, str], rng: Random) -> Table:
    """A table as a host opens it."""
    opening = Opening(
        table="canaries",
        game=game,
        version=GAMES[game].version,
        seats=seats,
        options=options,
        title="Canaries",
        level="random",
    )
    return Table.opened(opening, lambda: rng.randbytes(32))


def seat_people(table: Table) -> None:
    """A person on every seat, all of them there."""
    for number in range(table.opening.seats):
        table.lasting.chairs[number] = Chair("person")
        table.present.seated[Seat(number)] = Peer(number + 1)


# ── in whole games ──────────────────────────────────────────────────────────────────────────────


def spellings(secret: bytes) -> set[bytes]:
    """A secret as it might appear in a frame."""
    return {secret, secret.hex().encode(), b64encode(secret).rstrip(b"=")}


def pile_of(table: Table) -> set[bytes]:
    """The order of the cards still to come, as far as it is long enough to be recognized."""
    pile = [int(card) for card in getattr(table.lasting.state, "pile", ())]
    if len(pile) < LOOKED_FOR:
        return set()
    parts = (pile[-LOOKED_FOR:], pile[:LOOKED_FOR])
    return {bytes(part) for part in parts} | {bytes(part[::-1]) for part in parts}


class Watchman:
    """Plays a match at a table of people, bots and a watcher, and checks all that is said."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"canaries {seed}")
        rng = self.rng
        game = GAMES[list(GAMES)[seed % len(GAMES)]]
        options = dict(length_for(game, "round"))
        self.table = opened(game.id, rng.choice(game.seats), options, rng)
        seats = range(1, len(self.table.lasting.chairs) + 1)
        self.tokens = {Peer(number): rng.randbytes(24).hex() for number in seats}
        self.secrets: set[bytes] = set()
        """What nobody may hear now, in all spellings."""
        self.frames = 0

    def play(self) -> int:
        """Two matches in a row; returns how many frames were checked."""
        self.change(lambda draft: draft.do(facts.Secret(draft.draw().hex())))
        people = list(self.tokens)[: self.rng.randrange(2, len(self.tokens) + 1)]
        for peer in people:
            self.change(lambda draft, p=peer: self.sit(draft, p))
        self.change(lambda draft: draft.watch(WATCHER, "Wanda"))
        for _ in range(2):
            for number, peer in enumerate(people):
                promised, nonce = self.table.commitment, f"{number:032x}"
                ready = said.Ready(promised, seal_of(promised, number, nonce))
                self.change(lambda draft, p=peer, r=ready: draft.hear(p, r))
            if not self.table.lasting.is_opening:
                self.change(lambda draft: draft.hear(people[0], said.Start()))
            for number, peer in enumerate(people):
                unsealed = said.Open(f"{number:032x}")
                self.change(lambda draft, p=peer, u=unsealed: draft.hear(p, u))
            while self.table.lasting.phase == "playing":
                self.answer()
        return self.frames

    def sit(self, draft: Table, peer: Peer) -> None:
        token = self.tokens[peer]
        seat = draft.sit(peer, f"Player {peer}", digest(token))
        draft.out.append((peer, said.Seated("canaries", seat, token)))
        draft.tell_room()

    def answer(self) -> None:
        """Somebody answers, or a window closes, or somebody drops out and comes back."""
        rng, table = self.rng, self.table
        ask = rng.choice(asks(table.lasting.state))
        choice = rng.choice(ask.choices)
        peer = table.present.seated.get(ask.seat)
        due = Due("bot", ask.seat, table.lasting.turn, 0.0)
        if peer is None:
            self.change(lambda draft: draft.bot_answers(due, choice))
        else:
            act = said.Act(table.lasting.turn, rng.getrandbits(62), *choice)
            self.change(lambda draft: draft.hear(peer, act))
        for due in self.table.due():
            if due.kind == "window":
                self.change(lambda draft, d=due: draft.lapse(d))
        if rng.random() < 0.1:
            self.change(
                lambda draft: (draft.present.told.pop(WATCHER, None), draft.show(WATCHER, None))
            )

    def change(self, work: Any) -> None:
        """Do something as a host does, and check every frame that comes of it."""
        draft = self.table.copy()
        work(draft)
        over = draft.lasting.phase == "over"
        self.secrets = spellings(draft.lasting.secret) | {
            spelling for token in self.tokens.values() for spelling in spellings(digest(token))
        }
        if draft.lasting.state is not None and not over:
            self.secrets |= spellings(seed_of(draft.lasting.secret, draft.lasting.nonces))
            self.secrets |= spellings(draft.lasting.state.seed)
        self.table = draft
        for peer, message in draft.out:
            self.look_at(peer, message)

    def look_at(self, peer: Peer, message: Message) -> None:
        frame = pack(message)
        self.frames += 1
        others = {token.encode() for owner, token in self.tokens.items() if owner != peer}
        for canary in self.secrets | others | pile_of(self.table):
            assert canary not in frame, f"{type(message).__name__} to {peer} tells {canary!r}"
        assert len(frame) <= 4 + TO_CLIENT


# ── in two worlds ───────────────────────────────────────────────────────────────────────────────

PEER = Peer(1)


def shown(table: Table, state: Any, seat: Seat | None, first: int) -> bytes:
    """All that a seat is sent about a state, after the events it has been told already."""
    draft = table.copy()
    draft.lasting.state = state
    if seat is not None:
        draft.present.seated[seat] = PEER
    else:
        draft.present.watch(PEER, "Wanda", ())
    draft.present.told[PEER] = first
    draft.show(PEER, seat)
    draft.tell_room()
    return b"".join(pack(message) for peer, message in draft.out if peer == PEER)


def awaited(table: Table, state: Any, seat: Seat | None, first: int) -> list[Due]:
    """What will happen at a table of people if nobody does anything, and when."""
    draft = table.copy()
    draft.lasting.state = state
    seat_people(draft)
    return draft.due()


Look = Callable[[Table, Any, Seat | None, int], Any]


def refusal(table: Table, state: Any, seat: Seat, act: said.Act) -> str:
    """Why an action is refused, if it is."""
    draft = table.copy()
    draft.lasting.state = state.copy()
    draft.lasting.cast = draft.lasting.people()
    draft.present.seated[seat] = PEER
    try:
        draft.hear(PEER, act)
    except Refusal as refused:
        return f"{refused.why} {refused.detail}"
    return "done"


def twin_of(game: Game[Any], state: Any, seat: Seat | None, rng: Random) -> Any:
    """A world that differs from a state in what a seat does not know, and has the same past."""
    twin = game.fill(view(game, state, seat).state, seat, rng)
    past = getattr(state, "round_began", 0)
    twin.events = state.events[:past] + twin.events
    if past:
        twin.round_began = past
    return twin


def pairs_of_worlds(game: Game[Any], seed: int, look: Look = shown) -> Iterator[int]:
    """Worlds that one seat cannot tell apart, played the same way; yields how many looks were the
    same before each pair parted.

    Raises `AssertionError` when a seat that was told the same could see a difference.
    """
    state, rng = new_game(game, seed)
    seat = rng.choice(everyone(state))
    table = opened(game.id, state.seats, {}, rng)
    table.lasting.phase = "playing"
    twin: Any = None
    first = same = 0
    for actor, choice in walk(state, rng):
        table.lasting.turn += 1
        if twin is None and rng.random() < 0.3:
            twin = twin_of(game, state, seat, rng)
            same = 0
        if twin is None:
            first = len(state.events)
            continue
        one, other = look(table, state, seat, first), look(table, twin, seat, first)
        assert one == other, (
            f"{game.id}, seed {seed}, turn {table.lasting.turn}: seat {seat} could tell"
        )
        same += 1
        first = len(state.events)
        if seat is not None:
            wild = said.Act(
                table.lasting.turn, 1, rng.choice((choice.verb, "draw")), rng.randrange(-1, 30)
            )
            assert refusal(table, state, seat, wild) == refusal(table, twin, seat, wild)
        offered = next(ask.choices for ask in asks(twin) if ask.seat == actor)
        if choice not in offered or told(state.copy(), actor, choice, seat) != [
            event.told_to(seat) for event in apply(twin, actor, choice)
        ]:
            yield same
            twin = None
    if twin is not None:
        yield same


def alike(game: Game[Any], count: int, look: Look = shown, first_seed: int = 0) -> int:
    """Play this many pairs of worlds; returns how often they were looked at and were the same."""
    looks = pairs = 0
    seed = first_seed
    while pairs < count:
        for same in pairs_of_worlds(game, seed, look):
            pairs += 1
            looks += same
        seed += 1
    return looks
