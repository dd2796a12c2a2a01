"""A table: who sits where, whose answers count, who is told what. No I/O, no clock.

The host brings messages and lapses of time, one after the other, to a copy of the table. What the
copy has to say goes out, and what must not be lost (its *facts*) is on the disk, before the copy
takes the table's chair. If anything fails on the way the copy is thrown away, and nothing happened.
A table is made of its facts alone: recovering it is letting them happen again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any
from zlib import crc32

from engine.core import Ask, Choice, Game, Seat, View
from engine.games import GAMES
from engine.play import asks, overdue, settings, views
from engine.proof import commitment, end_of, seed_of
from engine.record import Move, Record, to_text
from net import messages as said
from net.facts import FACTS, KEPT_ANSWERS
from net.messages import Message
from net.requests import HEARD
from net.seats import BANK, EACH_QUESTION, Chair, Opening, Peer, Refusal, player
from net.windows import Due, dues, left_of, window_of

__all__ = [
    "BANK",
    "EACH_QUESTION",
    "GRACE",
    "KEPT_ANSWERS",
    "WATCHERS",
    "Chair",
    "Due",
    "Fact",
    "Opening",
    "Peer",
    "Refusal",
    "Table",
]

Fact = list[Any]
"""Something that must not be lost, as plain data: a verb and its operands."""

BOT_NAMES = ("Ada", "Bela", "Cleo", "Dario", "Edda", "Finn", "Greta", "Hugo", "Ines", "Jona")
GRACE = 30.0
"""How long the table waits for an absent player before a bot sits in."""
WARNINGS = (30.0, 10.0)
MISSED_TURNS = 2
WATCHERS = 32
PAGE, PAGE_OF_TEXT = 1000, 32 * 1024
"""How many events, or characters of a record, one message holds: a frame has an end, a match may
not have one."""


class Table:
    """A table of one game, before, during and after matches."""

    def __init__(self, opening: Opening, draw: Callable[[], bytes]) -> None:
        self.opening = opening
        self.draw = draw
        """Where secrets come from."""
        self.game: Game[Any] = GAMES[opening.game]
        self.chairs = [Chair() for _ in range(opening.seats)]
        self.watchers: dict[Peer, str] = {}
        self.keeper: Seat | None = None
        self.phase = "lobby"
        self.used = False
        """Whether anybody has ever sat here."""
        self.secret = b""
        self.nonces: tuple[str, ...] = ()
        """By seat: what went into the shuffle of the match; stays when a player leaves."""
        self.last: Record | None = None
        """The last match that came to an end."""
        self.state: Any = None
        self.turn = 0
        self.thought = 0.0
        """For how many seconds the question has been open, as the host tells."""
        self.hurried = False
        """Whether bots do without their pauses until a person is asked."""
        self.moves: list[Move] = []
        self.held: dict[Seat, Choice] = {}
        """By seat: an answer that counts when the window ends."""
        self.window = ""
        """The name of the window that is open; empty: none is."""
        self.opened = 0
        """The turn in which it was opened."""
        self.passed = (0, 0.0)
        """For how many seconds the window of a turn has been open, as the host tells."""
        self.told: dict[Peer, int] = {}
        """By connection: how many events it has been told."""
        self.fates: dict[Seat, tuple[int, str]] = {}
        """By voter: an absent player's seat, and what should become of it."""
        self.open: set[Seat] = set()
        """The seats that are asked something."""
        self.check = 0
        """A sum over all facts so far and where they led."""
        self.entries: list[list[Any]] = []
        """The facts with their check, as the journal keeps them."""
        self.facts: list[Fact] = []
        """What this copy did that must reach the disk before anybody hears of it."""
        self.out: list[tuple[Peer, Message]] = []
        """What is to be sent then, and to whom."""
        self.finished: list[str] = []
        """Records of matches that this copy brought to an end."""

    def copy(self) -> Table:
        twin = object.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.chairs = [chair.copy() for chair in self.chairs]
        twin.watchers = self.watchers.copy()
        twin.state = None if self.state is None else self.state.copy()
        twin.moves = self.moves.copy()
        twin.held = self.held.copy()
        twin.told = self.told.copy()
        twin.fates = self.fates.copy()
        twin.open = self.open.copy()
        twin.facts, twin.out, twin.finished = [], [], []
        twin.entries = []
        return twin

    # ── facts ───────────────────────────────────────────────────────────────────────────────────

    def do(self, *fact: Any) -> None:
        """Let a fact happen, and note it for the journal."""
        self.happen(list(fact))
        self.facts.append(list(fact))
        self.entries.append([self.check, *fact])

    def happen(self, fact: Fact) -> None:
        """Let a fact happen: the only way in which what lasts about a table changes."""
        verb, *operands = fact
        FACTS[verb](self, *operands)
        told = f"{self.state.seed.hex()} {self.state.events[-1]}" if self.state else ""
        self.check = crc32(f"{json.dumps(fact)} {told}".encode(), self.check)

    def recall(self, entry: list[Any]) -> None:
        """Let a fact of the journal happen again. Raises `ValueError` if it leads elsewhere than
        it did: an entry is missing, or the rules are not the same."""
        check, *fact = entry
        self.happen(fact)
        if self.check != check:
            raise ValueError(f"{fact} leads elsewhere than it did")

    # ── people ──────────────────────────────────────────────────────────────────────────────────

    def seat_of(self, peer: Peer) -> Seat | None:
        """Where a connection sits."""
        return next((Seat(n) for n, chair in enumerate(self.chairs) if chair.peer == peer), None)

    def peers(self) -> Iterator[Peer]:
        """Everybody who is connected."""
        yield from (chair.peer for chair in self.chairs if chair.peer is not None)
        yield from self.watchers

    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)

    def sit(self, peer: Peer, name: str, token: bytes) -> Seat:
        """Take a free seat under a new token's digest."""
        if self.phase == "playing":
            raise Refusal("already_playing")
        if self.seat_of(peer) is not None:
            raise Refusal("already_seated")
        free = next((n for n, chair in enumerate(self.chairs) if chair.kind == "free"), None)
        if free is None:
            raise Refusal("no_free_seat")
        self.forget(peer)  # whoever watched until now
        self.do("sit", free, name, token.hex())
        self.chairs[free].peer = peer
        return Seat(free)

    def come_back(self, peer: Peer, seat: Seat, token: bytes, shown: bytes = b"") -> None:
        """Return to a seat by the token shown, and under a new one; who had it before is told."""
        chair = self.chairs[seat]
        if chair.peer is not None and chair.peer != peer:
            self.out.append((chair.peer, said.Bye("taken_over")))
            self.forget(chair.peer)
        self.forget(peer)  # wherever else at this table it was
        self.do("token", seat, token.hex(), (shown or chair.token).hex())
        chair.peer = peer
        if chair.stand_in:
            self.do("stand_in", seat, False)
        self.fates = {}

    def expire(self, peer: Peer) -> None:
        """A player is still there who got a new token a while ago; the old one is good no more."""
        seat = self.seat_of(peer)
        if seat is not None and self.chairs[seat].old_token:
            self.do("expire", seat)

    def watch(self, peer: Peer, name: str) -> None:
        if self.opening.watch == "none":
            raise Refusal("no_watching")
        if len(self.watchers) >= WATCHERS:
            raise Refusal("too_many_watchers")
        self.forget(peer)  # whoever sat here until now
        self.watchers[peer] = name

    def forget(self, peer: Peer) -> None:
        """A connection is gone; a seat stays its owner's."""
        self.told.pop(peer, None)
        self.watchers.pop(peer, None)
        seat = self.seat_of(peer)
        if seat is not None:
            self.chairs[seat].peer = None
            self.chairs[seat].ready = False

    def abandoned(self) -> bool:
        """Whether all people have given up their seats; before the first one came it is not."""
        return self.used and not any(chair.kind == "person" for chair in self.chairs)

    def present(self) -> list[Seat]:
        """The seats whose players are there."""
        return [Seat(n) for n, p in enumerate(self.chairs) if p.kind == "person" and p.peer]

    def absent(self) -> Seat | None:
        """A seat that has missed so many turns that the others may decide about it."""
        for number, chair in enumerate(self.chairs):
            if chair.kind == "person" and chair.peer is None and chair.missed >= MISSED_TURNS:
                return Seat(number)
        return None

    def seat_bot(self, seat: int, level: str) -> None:
        """Put a bot on a seat, under a name that nobody has yet."""
        if level not in self.game.bots:
            raise Refusal("no_such_level")
        taken = {name.casefold() for name in self.names()}
        name = next(name for name in BOT_NAMES if name.casefold() not in taken)
        self.do("bot", seat, name, level)

    # ── what people say ─────────────────────────────────────────────────────────────────────────

    def hear(self, peer: Peer, message: Message) -> None:
        """Take a message from a connection that is at this table. Raises `Refusal`."""
        handle = HEARD.get(type(message))
        if handle is None:
            raise Refusal("not_now")
        handle(self, peer, message)

    # ── the match ───────────────────────────────────────────────────────────────────────────────

    def begin(self) -> None:
        """Deal: the seed is made of the secret committed to and every player's nonce."""
        if self.phase == "over":
            self.do("lobby")
        nonces = [chair.nonce if chair.kind == "person" else "" for chair in self.chairs]
        self.do("begin", nonces)
        self.tell_room()
        self.tell_all()

    def ask_of(self, seat: Seat) -> Ask | None:
        return next((ask for ask in asks(self.state) if ask.seat == seat), None)

    def answer(self, ask: Ask, choice: Choice, action: int = -1) -> None:
        """Give an answer, or hold it until the window of the question ends."""
        if choice not in ask.choices:
            raise Refusal("illegal")
        window = window_of(self)
        if window is not None and window.held:
            self.do("hold", ask.seat, action, *choice)
            answered = all(other.seat in self.held for other in asks(self.state))
            if answered and (window.early or self.is_solo() or not self.people_asked()):
                self.close_window()
            return
        self.do("act", ask.seat, action, *choice)
        self.after_answer()

    def asks_for_advice(self, peer: Peer) -> tuple[int, View[Any]]:
        """The question of somebody who asks for advice, as the seat sees it. Raises `Refusal`."""
        seat = self.seat_of(peer)
        if seat is None:
            raise Refusal("only_players")
        if not (self.opening.hints or self.is_solo()) or self.game.advise is None:
            raise Refusal("no_hints")
        if self.phase != "playing" or self.ask_of(seat) is None:
            raise Refusal("not_asked")
        return self.turn, next(views(self.game, self.state, (seat,)))

    def is_solo(self) -> bool:
        """Whether one person plays alone: then nobody could read anything into a short window."""
        return sum(chair.kind == "person" for chair in self.chairs) < 2

    def people_asked(self) -> bool:
        """Whether a question is put to people, whether or not a bot sits in for them."""
        return any(self.chairs[ask.seat].kind == "person" for ask in asks(self.state))

    def close_window(self) -> None:
        self.do("close")
        self.after_answer()

    def after_answer(self) -> None:
        self.tell_all()
        if self.phase == "over":
            self.finish()

    def finish(self) -> None:
        """A match is over: show the secret, and commit to a new one."""
        self.do("secret", self.draw().hex())
        assert self.last is not None
        self.finished.append(to_text(self.last))
        self.prove(*self.peers())
        self.tell_room()

    def prove(self, *peers: Peer) -> None:
        """Show the secret of a match that is over, with its record; also to who comes back then."""
        if self.phase != "over" or self.last is None:
            return
        secret, nonces, text = self.last.secret.hex(), list(self.last.nonces), to_text(self.last)
        for begin in range(0, len(text), PAGE_OF_TEXT):
            end = begin + PAGE_OF_TEXT
            page = said.Proof(secret, nonces, text[begin:end], more=end < len(text))
            self.out += [(peer, page) for peer in peers]

    def record(self) -> Record:
        """The match as it was played, with all that proves it."""
        over = not asks(self.state)
        return Record(
            self.game.id,
            self.game.version,
            len(self.chairs),
            settings(self.game, self.opening.options),
            self.names(),
            seed_of(self.secret, self.nonces),
            tuple(self.moves),
            commitment(self.secret),
            self.secret if self.phase == "over" else b"",
            self.nonces,
            end_of(self.state) if over else "",
        )

    # ── time ────────────────────────────────────────────────────────────────────────────────────

    def due(self) -> list[Due]:
        """What happens if nobody does anything; nothing in it depends on hidden cards. While no
        player is there, as after a restart, the table waits."""
        if self.phase != "playing" or not self.present():
            return []
        found = [
            Due("grace", Seat(number), 0, GRACE)  # of no turn: it runs on while others play
            for number, chair in enumerate(self.chairs)
            if chair.kind == "person" and chair.peer is None and not chair.stand_in
        ]
        open_asks = asks(self.state)
        window = window_of(self)
        if window is not None:
            return [*found, *dues(self, window, open_asks)]
        for ask in open_asks:
            chair = self.chairs[ask.seat]
            # Not for the only answer of a person: that there was no other may be a secret.
            if self.bot_plays(ask.seat) or chair.late:
                pause = 0.0 if chair.late else self.pause()
                found.append(Due("bot", ask.seat, self.turn, pause))
                break
            if self.opening.clock and ask.window != "rest":
                left = chair.bank + EACH_QUESTION
                found.append(Due("clock", ask.seat, self.turn, left))
                found += [
                    Due(f"warning {rest:.0f}", ask.seat, self.turn, left - rest)
                    for rest in WARNINGS
                    if left > rest
                ]
        return found

    def bot_plays(self, seat: Seat) -> bool:
        return self.chairs[seat].kind == "bot" or self.chairs[seat].stand_in

    def is_due(self, due: Due) -> bool:
        """Whether something that was due still is; it may have come too late."""
        return any(due[:3] == other[:3] for other in self.due())

    def spend(self, seat: Seat, seconds: float) -> None:
        """A player has thought for so long; what goes beyond a question's share is the bank's."""
        chair = self.chairs[seat]
        if self.opening.clock and seconds > EACH_QUESTION:
            left = max(0.0, chair.bank + EACH_QUESTION - seconds)
            self.do("bank", seat, round(left, 1))

    def pause(self) -> float:
        """How long a bot seems to think: by table and turn alone."""
        if self.hurried:
            return 0.0
        roll = sha256(f"{self.opening.table} {self.turn}".encode()).digest()[0] / 255
        return (0.6 + 0.9 * roll) * self.opening.pace / 100

    def lapse(self, due: Due) -> None:
        """A window ended, a clock ran out, or nobody came back in time."""
        if not self.is_due(due):
            return
        if due.kind == "window":
            self.close_window()
        elif due.kind == "clock":
            self.time_is_up(due.seat)
        elif due.kind.startswith("warning"):
            peer = self.chairs[due.seat].peer
            if peer is not None:
                self.out.append((peer, said.Notice("clock_left", due.kind.split()[1])))
        elif due.kind == "grace":
            self.do("stand_in", due.seat, True)
            self.tell_room()

    def time_is_up(self, seat: Seat) -> None:
        """What the game says is done for a player whose time is up, else a bot answers."""
        chair, ask = self.chairs[seat], self.ask_of(seat)
        assert ask is not None
        self.do("bank", seat, 0.0)
        choice = overdue(self.state, seat)
        if choice is None:
            chair.late = True
            self.tell(said.Notice("clock_out", chair.name))
        else:
            self.tell(said.Notice("clock_done", chair.name))
            self.answer(ask, choice)

    def bot_answers(self, due: Due, choice: Choice) -> None:
        """A bot answers for a seat, its own or an absent player's."""
        ask = self.ask_of(due.seat)
        if ask is None or not self.is_due(due):
            return
        self.answer(ask, choice)
        if self.absent() is not None:
            self.tell_room()

    # ── telling ─────────────────────────────────────────────────────────────────────────────────

    def tell(self, message: Message) -> None:
        """Say something to everybody."""
        self.out += [(peer, message) for peer in self.peers()]

    def tell_room(self) -> None:
        self.tell(self.room())

    def room(self) -> said.Room:
        """All there is to know of the table besides the game on it."""
        return said.Room(
            table=self.opening.table,
            title=self.opening.title,
            game=self.opening.game,
            options=self.opening.options,
            phase=self.phase,  # type: ignore[arg-type]  # one of three words, by construction
            keeper=self.keeper,
            players=[player(chair) for chair in self.chairs],
            watchers=list(self.watchers.values()),
            commitment=commitment(self.secret),
            notebook=self.opening.notebook,
            watch=self.opening.watch,
            private=bool(self.opening.password),
            clock=self.opening.clock,
            absent=self.absent(),
            hints=self.opening.hints,
        )

    def row(self) -> said.Row:
        """The table in a list of tables."""
        return said.Row(
            table=self.opening.table,
            title=self.opening.title,
            game=self.opening.game,
            seats=len(self.chairs),
            taken=sum(chair.kind != "free" for chair in self.chairs),
            phase=self.phase,
            private=bool(self.opening.password),
            watch=self.opening.watch,
        )

    def tell_all(self) -> None:
        """Show everybody the game as their seat may know it."""
        audience: dict[Seat | None, list[Peer]] = {
            Seat(n): [chair.peer] for n, chair in enumerate(self.chairs) if chair.peer is not None
        }
        if self.watchers:
            audience[None] = list(self.watchers)
        self.show_each(audience)

    def show(self, peer: Peer, seat: Seat | None) -> None:
        """Show one connection the game, and what it has not been told yet."""
        self.show_each({seat: [peer]})

    def show_each(self, audience: Mapping[Seat | None, Sequence[Peer]]) -> None:
        """Show connections the game as their seat may know it, and what each has not been told."""
        if self.state is None:
            return
        for shown in views(self.game, self.state, audience):
            shown.state.todo, shown.state.events = [], []  # no steps, and no event twice
            for peer in audience[shown.seat]:
                self.show_pages(peer, shown)

    def show_pages(self, peer: Peer, shown: View[Any]) -> None:
        first, last = self.told.get(peer, 0), len(self.state.events)
        self.told[peer] = last
        for begin in range(first, max(last, first + 1), PAGE):
            self.out.append((peer, self.update(shown, begin, more=begin + PAGE < last)))

    def update(self, shown: View[Any], first: int, more: bool) -> said.Update:
        new = self.state.events[first : first + PAGE]
        window = shown.waiting[0].window if shown.waiting else ""
        return said.Update(
            turn=self.turn,
            state=shown.state,
            events=[event.told_to(shown.seat) for event in new],
            first=first,
            ask=shown.ask,
            blocked=list(shown.blocked),
            waiting=list(shown.waiting),
            seconds=left_of(self, window),
            held=self.held.get(shown.seat) if shown.ask and shown.seat is not None else None,
            more=more,
        )
