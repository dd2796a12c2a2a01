"""A table: who sits where, whose answers count, who is told what. No I/O, no clock.

The host brings messages and lapses of time, one by one, to a copy of the table. First what must not
be lost (the copy's *facts*) goes to disk; then the copy replaces the table, and what it has to say
goes out. If anything fails before that, the copy is thrown away, and nothing has happened. A table
is made of its facts alone: to recover it is to let them happen again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any
from zlib import crc32

from engine.bots.dial import can_play
from engine.bots.personas import newcomer
from engine.core import Ask, Choice, Seat, View
from engine.fixed import guests_of
from engine.play import asks, overdue, views
from engine.proof import commitment
from engine.record import to_text
from net import between, facts, shuffle
from net import messages as said
from net.facts import Fact
from net.lasting import EACH_QUESTION, Lasting, Opening
from net.messages import Message
from net.present import Peer, Present
from net.refusal import Refusal
from net.requests import HEARD
from net.room import room_of
from net.sent_away import was_sent_away
from net.windows import Due, answered_in, courtesy, dues, hand_of, left_of, window_of

GRACE = 30.0
"""How long the table waits for an absent player before a bot stands in."""
WARNINGS = (30, 10)
"""How many seconds before their clock runs out players are warned."""
MISSED_TURNS = 2
WATCHERS = 32
PAGE, PAGE_OF_TEXT = 1000, 32 * 1024
"""How many events, or characters of a record, one message holds: a frame is limited, and a match
need not be."""


class Table:
    """A table of one game, before, during and after matches."""

    __slots__ = ("draw", "entries", "facts", "finished", "lasting", "out", "present")

    def __init__(self, lasting: Lasting, present: Present, draw: Callable[[], bytes]) -> None:
        self.lasting = lasting
        """Changed by facts alone: read here, never written."""
        self.present = present
        self.draw = draw
        """Where secrets come from."""
        self.facts: list[Fact] = []
        """What this copy did that must reach the disk before anybody hears of it."""
        self.entries: list[list[Any]] = []
        """The same with their checksums, as the journal keeps them."""
        self.out: list[tuple[Peer, Message]] = []
        """What is to be sent after that, and to whom."""
        self.finished: list[str] = []
        """Records of the matches that this copy brought to an end."""

    @classmethod
    def opened(cls, opening: Opening, draw: Callable[[], bytes]) -> Table:
        """A table at which nothing has happened yet."""
        return cls(Lasting.of(opening), Present(), draw)

    def copy(self) -> Table:
        return Table(self.lasting.copy(), self.present.copy(), self.draw)

    @property
    def opening(self) -> Opening:
        return self.lasting.opening

    # ── facts ───────────────────────────────────────────────────────────────────────────────────

    def do(self, fact: Fact) -> None:
        """Let a fact happen, and note it for the journal."""
        written = facts.written(fact)
        self.happen(fact, written)
        self.facts.append(fact)
        self.entries.append([self.lasting.check, *written])

    def happen(self, fact: Fact, written: list[Any]) -> None:
        """Let a fact happen: the only way to change what lasts about a table."""
        lasting = self.lasting
        fact.happen(lasting)
        told = f"{lasting.state.seed.hex()} {lasting.state.events[-1]}" if lasting.state else ""
        lasting.check = crc32(f"{json.dumps(written)} {told}".encode(), lasting.check)

    def recall(self, entry: list[Any]) -> None:
        """Let a fact from the journal happen again. Raises `ValueError` if it is not a fact, or if
        it leads elsewhere this time: an entry is missing, or the rules have changed."""
        check, *written = entry
        self.happen(facts.read(written), written)
        if self.lasting.check != check:
            raise ValueError(f"{written} leads elsewhere than it did")

    # ── people ──────────────────────────────────────────────────────────────────────────────────

    def peers(self) -> Iterator[Peer]:
        """Everybody who is connected."""
        return self.present.peers()

    def seated(self, seat: Seat | None = None, token: str = "") -> said.Seated:
        """What somebody is told who sits down, or watches."""
        return said.Seated(self.opening.table, seat, token, self.lasting.epoch)

    def seat_of(self, peer: Peer) -> Seat | None:
        """Where a connection sits."""
        return self.present.seat_of(peer)

    def sit(self, peer: Peer, name: str, token: bytes, marks: tuple[str, ...] = ()) -> Seat:
        """Take a free seat under a new token's digest."""
        if was_sent_away(self.lasting, marks):
            raise Refusal("sent_away")
        if self.opening.deal and self.lasting.used:
            raise Refusal("fixed_deal")
        if self.lasting.phase == "playing":
            raise Refusal("already_playing")
        if self.seat_of(peer) is not None:
            raise Refusal("already_seated")
        seat = between.room_for(self)
        if seat is None:
            raise Refusal("no_free_seat")
        if self.lasting.is_opening:
            raise Refusal("shuffling")
        self.present.forget(peer)  # in case it was watching until now
        self.present.vacate(seat)
        self.do(facts.Sit(seat, name, token.hex()))
        self.present.seated[seat], self.present.marks[seat] = peer, marks
        return seat

    def come_back(
        self,
        peer: Peer,
        seat: Seat,
        token: bytes,
        shown: bytes = b"",
        marks: tuple[str, ...] = (),
    ) -> None:
        """Return to a seat by the token shown, and get a new one; whoever had the seat is told."""
        shown = shown or self.lasting.chairs[seat].token
        self.take_over(peer, marks, facts.Token(seat, token.hex(), shown.hex()), "taken_over")

    def move(self, peer: Peer, seat: Seat, token: bytes, marks: tuple[str, ...]) -> None:
        """Give a seat to another machine of its owner: no token but the new one is any good."""
        self.take_over(peer, marks, facts.Token(seat, token.hex(), ""), "moved")

    def take_over(self, peer: Peer, marks: tuple[str, ...], token: facts.Token, why: str) -> None:
        seat = token.seat
        before, chair = self.present.seated.get(seat), self.lasting.chairs[seat]
        if before is not None and before != peer:
            self.out.append((before, said.Bye(why)))
            self.present.forget(before)
        self.present.forget(peer)  # wherever else it was at this table
        self.do(token)
        self.present.seated[seat], self.present.marks[seat] = peer, marks
        if chair.stand_in:
            self.do(facts.StandIn(seat, False))
        self.present.fates = {}

    def expire(self, peer: Peer) -> None:
        """A player who got a new token a while ago is still there; the old one expires."""
        seat = self.seat_of(peer)
        if seat is not None and self.lasting.chairs[seat].old_token:
            self.do(facts.Expire(seat))

    def watch(self, peer: Peer, name: str, marks: tuple[str, ...] = ()) -> None:
        if was_sent_away(self.lasting, marks):
            raise Refusal("sent_away")
        if self.opening.watch == "none":
            raise Refusal("no_watching")
        if len(self.present.watchers) >= WATCHERS:
            raise Refusal("too_many_watchers")
        self.present.forget(peer)  # in case it was playing until now
        self.present.watch(peer, name, marks)

    def abandoned(self) -> bool:
        """Whether everybody has given up their seat; not so before the first player has come."""
        return self.lasting.used and not self.lasting.seats("person")

    def people_here(self) -> list[Seat]:
        """The seats whose players are there."""
        return [seat for seat in self.lasting.seats("person") if seat in self.present.seated]

    def keeper(self) -> Seat | None:
        """Who looks after the table now: while its keeper is away, the first who is there."""
        kept, here = self.lasting.keeper, self.people_here()
        return here[0] if here and kept not in here else kept

    def absent(self) -> Seat | None:
        """A seat that has missed enough turns for the others to decide about it."""
        if self.lasting.phase != "playing":
            return None
        for seat in self.lasting.seats("person"):
            missed = self.lasting.chairs[seat].missed >= MISSED_TURNS
            if missed and seat not in self.present.seated:
                return seat
        return None

    def seat_bot(self, seat: Seat, level: str) -> None:
        """Put a bot on a seat."""
        if not can_play(self.lasting.game, level):
            raise Refusal("no_such_level")
        personas = {chair.persona for chair in self.lasting.chairs}
        order = guests_of(self.opening.deal)
        persona, name = newcomer(personas, self.lasting.names(), order)
        self.do(facts.Bot(seat, name, level, persona))

    # ── what people say ─────────────────────────────────────────────────────────────────────────

    def hear(self, peer: Peer, message: Message) -> None:
        """Take a message from a connection at this table. Raises `Refusal`."""
        handle = HEARD.get(type(message))
        if handle is None:
            raise Refusal("not_now")
        handle(self, peer, message)

    # ── the match ───────────────────────────────────────────────────────────────────────────────

    @property
    def commitment(self) -> str:
        """What the host has told about the secret of the coming or running shuffle."""
        return commitment(self.lasting.secret)

    def answer(self, ask: Ask, choice: Choice, action: int = -1) -> None:
        """Give an answer, or hold it until the question's window ends."""
        if choice not in ask.choices:
            raise Refusal("illegal")
        window = window_of(self)
        if window is not None and window.held:
            new = ask.seat not in self.lasting.held
            self.do(facts.Hold(ask.seat, action, *choice))
            answered = self.lasting.asked <= self.lasting.held.keys()
            if answered and (window.early or self.is_solo() or not self.people_asked()):
                self.close_window()
            elif new and window.early:
                self.tell_all()  # how many have answered
            return
        self.do(facts.Act(ask.seat, action, *choice))
        self.after_answer()

    def asks_for_advice(self, peer: Peer) -> tuple[int, View[Any]]:
        """The question somebody wants advice on, as their seat sees it. Raises `Refusal`."""
        seat = self.seat_of(peer)
        if seat is None:
            raise Refusal("only_players")
        free = self.is_solo() and not self.opening.deal
        if not (self.opening.hints or free) or self.lasting.game.advise is None:
            raise Refusal("no_hints")
        lasting = self.lasting
        if lasting.phase != "playing" or seat not in lasting.asked:
            raise Refusal("not_asked")
        return lasting.turn, next(views(lasting.game, lasting.state, (seat,)))

    def is_solo(self) -> bool:
        """Whether one person plays alone: then nobody can read anything into a short window."""
        return len(self.lasting.seats("person")) < 2

    def people_asked(self) -> bool:
        """Whether a question is put to people, even if bots stand in for them."""
        return any(self.lasting.chairs[seat].kind == "person" for seat in self.lasting.asked)

    def close_window(self) -> None:
        self.do(facts.Close())
        self.after_answer()

    def after_answer(self) -> None:
        self.tell_all()
        if self.lasting.phase == "over":
            self.finish()

    def finish(self) -> None:
        """A match is over: show the secret, and commit to a new one."""
        self.do(facts.Secret(self.draw().hex()))
        assert self.lasting.last is not None
        self.finished.append(to_text(self.lasting.last))
        self.prove(*self.peers())
        self.tell_room()
        between.seat_waiting(self)

    def prove(self, *peers: Peer) -> None:
        """Show the secret of a finished match, with its record; also to those who come back."""
        last = self.lasting.last
        if self.lasting.phase != "over" or last is None:
            return
        secret, nonces, text = last.secret.hex(), list(last.nonces), to_text(last)
        for begin in range(0, len(text), PAGE_OF_TEXT):
            end = begin + PAGE_OF_TEXT
            page = said.Proof(secret, nonces, text[begin:end], more=end < len(text))
            self.out += [(peer, page) for peer in peers]

    # ── time ────────────────────────────────────────────────────────────────────────────────────

    def due(self) -> list[Due]:
        """What happens if nobody does anything; none of it depends on hidden cards. While no player
        is there, as after a restart, the table waits."""
        lasting = self.lasting
        if not self.people_here():
            return []
        if lasting.phase != "playing":
            return shuffle.due(lasting)
        found = [
            Due("grace", seat, 0, GRACE)  # tied to no turn: it runs on while others play
            for seat in lasting.seats("person")
            if seat not in self.present.seated and not lasting.chairs[seat].stand_in
        ]
        open_asks = asks(lasting.state)
        window = window_of(self)
        if window is not None:
            return [*found, *dues(self, window, open_asks)]
        for ask in open_asks:
            # Not for a person's only possible answer: that there is no other may be a secret.
            late = self.is_late(ask.seat)
            if self.bot_plays(ask.seat) or late:
                found.append(Due("bot", ask.seat, lasting.turn, 0.0 if late else self.pause()))
                break
            if self.opening.clock and ask.window != "rest":
                found += self.clock_of(ask.seat)
        return found

    def clock_of(self, seat: Seat) -> Iterator[Due]:
        """When a player's time is up, and the warnings before it."""
        turn, left = self.lasting.turn, self.lasting.chairs[seat].bank + EACH_QUESTION
        yield Due("clock", seat, turn, left)
        for rest in WARNINGS:
            if left > rest:
                yield Due("warning", seat, turn, left - rest, rest)

    def bot_plays(self, seat: Seat) -> bool:
        chair = self.lasting.chairs[seat]
        return chair.kind == "bot" or chair.stand_in

    def is_late(self, seat: Seat) -> bool:
        """Whether a player's time for the open question is up."""
        return self.present.late.get(seat) == self.lasting.chairs[seat].asked

    def is_due(self, due: Due) -> bool:
        """Whether something that was due still is; it may have come too late."""
        return any(due.key == other.key for other in self.due())

    def spend(self, seat: Seat, seconds: float) -> None:
        """A player has thought for a while; the bank pays for what exceeds a question's share."""
        if self.opening.clock and seconds > EACH_QUESTION:
            left = max(0.0, self.lasting.chairs[seat].bank + EACH_QUESTION - seconds)
            self.do(facts.Bank(seat, round(left, 1)))

    def pause(self) -> float:
        """How long a bot seems to think; depends on table, turn and what all have heard."""
        if self.present.hurried:
            return 0.0
        roll = sha256(f"{self.opening.table} {self.lasting.turn}".encode()).digest()[0] / 255
        return (0.6 + 0.9 * roll + courtesy(self)) * self.opening.pace / 100

    def lapse(self, due: Due) -> None:
        """A window ended, a clock ran out, or nobody came back in time."""
        if not self.is_due(due):
            return
        match due.kind:
            case "window":
                self.close_window()
            case "clock":
                self.time_is_up(due.seat)
            case "warning":
                self.warn(due.seat, due.rest)
            case "grace":
                self.do(facts.StandIn(due.seat, True))
                self.tell_room()
            case "opening":
                shuffle.void(self, shuffle.unopened(self))
            case "bot":
                raise AssertionError("a bot answers with a choice: `bot_answers`")

    def warn(self, seat: Seat, seconds: int) -> None:
        """Tell a player who is there how much time is left."""
        peer = self.present.seated.get(seat)
        if peer is not None:
            self.out.append((peer, said.Notice("clock_left", str(seconds))))

    def time_is_up(self, seat: Seat) -> None:
        """Do what the game says for a player whose time is up, or have a bot answer."""
        chair, ask = self.lasting.chairs[seat], self.lasting.ask_of(seat)
        assert ask is not None
        self.do(facts.Bank(seat, 0.0))
        choice = overdue(self.lasting.state, seat)
        if choice is None:
            self.present.late[seat] = chair.asked
            self.tell(said.Notice("clock_out", chair.name))
        else:
            self.tell(said.Notice("clock_done", chair.name))
            self.answer(ask, choice)

    def bot_answers(self, due: Due, choice: Choice) -> None:
        """A bot answers, for its own seat or an absent player's."""
        ask = self.lasting.ask_of(due.seat)
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
        """All there is to know about the table apart from the game on it."""
        return room_of(self)

    def speaker(self, peer: Peer) -> said.Said | None:
        """Who says something: the name a seat was taken under, whatever its player says now."""
        seat, watcher = self.seat_of(peer), self.present.watchers.get(peer)
        if seat is not None:
            return said.Said(self.lasting.chairs[seat].name, seat)
        return said.Said(watcher.name, watcher=watcher.number) if watcher is not None else None

    def tell_all(self) -> None:
        """Show everybody the game as their seat may know it; to a newcomer, a match that is over is
        somebody else's."""
        seated, late = self.present.seated, self.lasting.newcomers()
        watchers = [*(seated[seat] for seat in late if seat in seated), *self.present.watchers]
        audience: dict[Seat | None, list[Peer]] = {
            seat: [seated[seat]] for seat in sorted(seated) if seat not in late
        }
        if watchers:
            audience[None] = watchers
        self.show_each(audience)

    def show(self, peer: Peer, seat: Seat | None) -> None:
        """Show one connection the game, and what it has not been told yet."""
        self.show_each({None if seat in self.lasting.newcomers() else seat: [peer]})

    def show_each(self, audience: Mapping[Seat | None, Sequence[Peer]]) -> None:
        """Show connections the game as their seat may know it, and what each has not been told."""
        if self.lasting.state is None:
            return
        for shown in views(self.lasting.game, self.lasting.state, audience):
            shown.state.todo, shown.state.events = [], []  # no steps, and no event twice
            for peer in audience[shown.seat]:
                self.show_pages(peer, shown)

    def show_pages(self, peer: Peer, shown: View[Any]) -> None:
        first, last = self.present.told.get(peer, 0), len(self.lasting.state.events)
        self.present.told[peer] = last
        for begin in range(first, max(last, first + 1), PAGE):
            self.out.append((peer, self.update(shown, begin, more=begin + PAGE < last)))

    def held_by(self, seat: Seat | None) -> Choice | None:
        return None if seat is None else self.lasting.held.get(seat)

    def update(self, shown: View[Any], first: int, more: bool) -> said.Update:
        new = self.lasting.state.events[first : first + PAGE]
        window = shown.waiting[0].window if shown.waiting else ""
        return said.Update(
            turn=self.lasting.turn,
            state=shown.state,
            events=[event.told_to(shown.seat) for event in new],
            first=first,
            ask=shown.ask,
            blocked=list(shown.blocked),
            waiting=list(shown.waiting),
            seconds=left_of(self, window),
            held=self.held_by(shown.seat) if shown.ask else None,
            answered=answered_in(self, window),
            stopped=bool(hand_of(self).stopped),
            more=more,
        )
