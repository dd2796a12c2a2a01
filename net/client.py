"""A player's end of the line: it connects, reconnects by itself, and acts only once."""

from __future__ import annotations

import asyncio
import secrets
import socket
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext, suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec

from engine.core import Advice, Ask, Blocked, Choice, Event, Game, Idea, Reason, Seat, View
from net import messages as said
from net.addresses import is_ip, is_ours
from net.messages import Message
from net.tokens import Tokens, host_name
from net.wire import TO_CLIENT, Frames, Malformed, pack, unpack

PASSING = ("host_stops", "silent", "slow_frame", "table_moved", "arriving")
"""Why a host hangs up on somebody who is welcome to come back."""
PATIENCE = 6.0
"""How many seconds a host may take to answer."""
FINAL = ("host_is_newer", "host_is_older")
"""Why a host refuses somebody who need not ask again."""
FORGED = "forged_move"
"""Why nobody follows a host: it cannot prove where its table has gone."""
AT_HAND = 60.0
"""For how many seconds a host on this machine is tried again: it is there, or it is over."""
AROUND = 4.0
"""Seconds after which others nearby are asked whether they know where a table has gone."""
A_FEW, BRIEFLY = 3, 2.0
"""In how many other places a lost host is looked for at a time, and for how many seconds each."""
GLANCE = 1.0
"""Seconds between two looks at the own end of a silent line."""
PAGES = 64
"""In how many parts a host may tell something; no honest host needs that many."""


class CannotJoin(ConnectionError):
    """There is no way in; the text is a message key."""


class Lost(Message, tag="lost"):
    """Said by the client itself: the connection is lost, and it tries again."""


class Seeking(Message, tag="seeking"):
    """Said by the client itself: it is still trying."""

    seconds: float
    """For how long the connection has been lost."""


class Back(Message, tag="back"):
    """Said by the client itself: it has reconnected."""


Places = Callable[[], Iterable[tuple[str, int]]]
"""Addresses and ports where a host may be."""
Lookout = Callable[[bytes], AbstractAsyncContextManager[Places]]
"""Looks out for the host with a key, or for everybody, from when it is entered until it is left."""
Way = tuple[Callable[[], socket.socket] | None, Tokens | None]
"""How to call a host, if it needs no network, and where seats at it are kept."""


NOWHERE: AbstractAsyncContextManager[Places] = nullcontext(tuple)


@dataclass(slots=True)
class Client:
    """One player's connection to a host."""

    address: str
    port: int
    name: str
    tokens: Tokens | None = None
    tls: bool = True
    pin: bytes = b""
    """What the host's key must be; empty: any key will do, and `seen_pin` notes it."""
    patience: float = 60.0
    """For how many seconds to try to reconnect."""
    dial: Callable[[], socket.socket] | None = None
    """How to reach a host on this machine; None: at its address."""
    lookout: Lookout | None = None
    """Who looks for the host if it is not where it was; None: nobody."""
    way: Callable[[bytes], Way] | None = None
    """How to get to the host with a key to which a table has moved; None: over the network."""
    silence: float = 12.0
    """Seconds of silence after which the line counts as lost; a host pings after 8 at most."""
    seen_pin: bytes = b""
    round_trip: float = 0.0
    """How many seconds the host took to answer the hello."""
    welcome: said.Welcome | None = None
    seated: said.Seated | None = None
    _reader: asyncio.StreamReader | None = None
    _writer: asyncio.StreamWriter | None = None
    _frames: Frames = field(default_factory=lambda: Frames(TO_CLIENT))
    _unanswered: dict[int, said.Act] = field(default_factory=dict)
    _sought: said.Join | None = None
    """The table that this player wants to join, until the host has answered."""
    _waits: bool = False
    """Whether somebody who watches wants to sit down as soon as there is a seat."""
    _pages: list[said.Update | said.Proof] = field(default_factory=list)
    """The parts of a long message that have come so far."""
    _closed: bool = False

    async def connect(self) -> said.Welcome:
        """Connect and say hello. Raises `CannotJoin`, with a message key, or `OSError`."""
        await self.open()
        return await self.hello()

    async def open(self, patience: float = PATIENCE) -> bytes:
        """Connect and see who answers, without a word. Returns the host's key, empty if it shows
        none. Raises `CannotJoin` if it is not the key it must be, or `OSError`."""
        if self._writer is not None:
            self._writer.close()
        async with asyncio.timeout(patience):
            self._reader, self._writer = await self._call()
        self._check_pin()
        return self.seen_pin

    @property
    def host(self) -> str:
        """What the host is known by; whatever is kept for one host is never shown to another."""
        return host_name(self.address, self.port, self.seen_pin, self.dial is not None)

    async def hello(self) -> said.Welcome:
        """Say who is calling. Raises `CannotJoin`, with a message key, or `OSError`."""
        self._frames = Frames(TO_CLIENT)
        self._pages.clear()
        self._write(said.Hello(said.VERSION, self.name))
        said_at = asyncio.get_running_loop().time()
        async with asyncio.timeout(PATIENCE):
            async for message in self._read():
                if isinstance(message, said.Welcome):
                    self.welcome = message
                    self.round_trip = asyncio.get_running_loop().time() - said_at
                    return message
                if isinstance(message, said.Refused | said.Bye):
                    raise CannotJoin(message.why)
        raise CannotJoin("hung_up")

    async def _call(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self.dial is not None:
            return await asyncio.open_connection(sock=self.dial(), limit=TO_CLIENT * 2)
        context = None
        if self.tls:
            from net.security import client_context

            context = client_context()
        return await asyncio.open_connection(
            self.address, self.port, ssl=context, limit=TO_CLIENT * 2
        )

    def _check_pin(self) -> None:
        """Before the first byte is sent: is this the host that was meant?"""
        if not self.tls or self.dial is not None:
            return
        from net.security import pin_of, same

        assert self._writer is not None
        shown = pin_of(self._writer.get_extra_info("ssl_object"))
        if self.pin and not same(self.pin, shown):
            self._writer.close()
            raise CannotJoin("wrong_key")
        self.seen_pin = shown

    def send(self, message: Message) -> None:
        """Say something; an action is repeated after each reconnect until it is answered."""
        if isinstance(message, said.Act):
            self._unanswered[message.id] = message
        if isinstance(message, said.Join):
            self._sought = message
        if isinstance(message, said.Sit):
            self._waits = message.sit
        self._write(message)

    def act(self, turn: int, choice: Choice) -> int:
        """Answer the question of a turn; returns the id of the action."""
        action = secrets.randbits(62)
        self.send(said.Act(turn, action, choice.verb, choice.value))
        return action

    def _write(self, message: Message) -> None:
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(pack(message))

    async def messages(self) -> AsyncIterator[Message]:
        """All that the host says, across reconnects; ends when the host or the player hangs up."""
        while not self._closed:
            try:
                async for part in self._read():
                    message = self._put_together(part)
                    if message is None:
                        continue
                    self._note(message)
                    if not isinstance(message, said.Ping):
                        yield message
                    if isinstance(message, said.Bye) and message.why not in PASSING:
                        return
                    if isinstance(message, said.Moved):
                        why_not = self.go_after(message)
                        if why_not:
                            yield said.Bye(why_not)
                            return
                        break
            except (OSError, ssl.SSLError, Malformed, asyncio.IncompleteReadError):
                pass
            if self._closed:
                return
            yield Lost()
            async with aclosing(self._come_back()) as tries:
                async for news in tries:
                    yield news
                    if isinstance(news, said.Bye):
                        return

    async def _read(self) -> AsyncIterator[Message]:
        assert self._reader is not None
        data = b""  # what came with the last words is in the buffer already
        while True:
            for payload in self._frames.feed(data):
                yield unpack(payload, said.ANY_FROM_HOST)
            data = await self._hear(self._reader)
            if not data:
                return

    async def _hear(self, reader: asyncio.StreamReader) -> bytes:
        """The next bytes; none: the line is dead. A machine that has another address now hears no
        more over its old lines, and nothing tells it so. Raises `TimeoutError` after a silence."""
        left = self.silence
        while left > GLANCE:
            with suppress(TimeoutError):
                async with asyncio.timeout(GLANCE):
                    return await reader.read(TO_CLIENT)
            left -= GLANCE
            if self._writer is None or not is_ours(self._writer.get_extra_info("sockname")):
                return b""
        async with asyncio.timeout(left):
            return await reader.read(TO_CLIENT)

    def _put_together(self, message: Message) -> Message | None:
        """The whole of what is told in parts, once the last is there; None before."""
        if not isinstance(message, said.Update | said.Proof):
            self._pages.clear()  # the rest was lost, and all of it will come again
            return message
        if not self._pages and not message.more:
            return message
        self._pages.append(message)
        if len(self._pages) > PAGES:
            raise Malformed("a story without an end")
        if message.more:
            return None
        pages, self._pages = self._pages, []
        return joined(pages)

    def _note(self, message: Message) -> None:
        """Keep what is needed to come back."""
        match message:
            case said.Ping():
                self._write(said.Pong())
            case said.Seated():
                self.seated, self._sought = message, None
                self._waits = self._waits and message.seat is None
                self.pin = self.pin or self.seen_pin  # whoever answers later must be the same
                if self.tokens is not None and message.token:
                    with suppress(OSError):  # the seat is taken all the same
                        self.tokens.keep(self.host, message.table, message.token, message.epoch)
            case said.Bye(why="moved"):
                self.forget_seat()
            case said.Refused(about="join"):
                self._sought = None
            case said.Done() | said.Refused() if message.id is not None:
                self._unanswered.pop(message.id, None)

    def forget_seat(self) -> None:
        """The seat is not this player's any more, or not on this machine."""
        if self.tokens is not None and self.seated is not None:
            with suppress(OSError):
                self.tokens.forget(self.host, self.seated.table)

    # ── a table that has moved ──────────────────────────────────────────────────────────────────

    async def follow(self, table: str) -> said.Moved | said.Refused | None:
        """Ask a host where a table has gone; None: it does not say. Raises `OSError`."""
        self._write(said.Follow(table))
        async with asyncio.timeout(PATIENCE):
            async for message in self._read():
                if isinstance(message, said.Moved | said.Refused):
                    return message
        return None

    def go_after(self, word: said.Moved, where: tuple[str, int] = ("", 0)) -> str:
        """Turn to the host that has the table now, with the seat, if the host known so far has
        signed for it; returns why not. Then nothing changes, and nobody is shown anything. The word
        may be passed on by anybody, at some place."""
        from net.succession import followed, signed_by

        table = self._table
        if word.table != table or not word.chain:
            return FORGED
        known = self.pin or self.seen_pin
        if self.dial is not None:  # the machine vouches for this line, which has no key
            known = signed_by(word.chain[-1])
        found = followed(word.chain, table, known, self._epoch(table)) if known else None
        if found is None:
            return FORGED
        way = self.way(found[0]) if self.way is not None else (None, self.tokens)
        before = self.address if self.dial is None else ""
        self._move(table, *found, way)
        if self.dial is None:
            told = word.address if is_ip(word.address) else ""
            self.address = told or where[0] or before or "127.0.0.1"
            self.port = word.port or where[1] or self.port
        return ""

    @property
    def _table(self) -> str:
        """Where this player sits, or wants to."""
        wanted = self.seated or self._sought
        return wanted.table if wanted is not None else ""

    def _epoch(self, table: str) -> int:
        """How often a table has moved, as far as is known here."""
        kept = self.tokens.epoch(self.host, table) if self.tokens is not None else 0
        return max(kept, self.seated.epoch if self.seated is not None else 0)

    def _move(self, table: str, pin: bytes, epoch: int, way: Way) -> None:
        """The seat belongs to another key from now on, and to no one else's."""
        token = self.seated.token if self.seated is not None else ""
        if self.tokens is not None:
            token = token or self.tokens.at(self.host).get(table, "")
        before, old = self.tokens, self.host
        self.dial, self.tokens = way
        self.tls, self.pin, self.seen_pin = True, pin, pin
        if self.dial is not None:
            self.address, self.port, self.tls, self.pin, self.seen_pin = "", 0, False, b"", b""
        if self.tokens is not None and self.tokens.epoch(self.host, table) >= epoch:
            token = self.tokens.at(self.host).get(table, token)  # it has given another since
        with suppress(OSError):  # the seat is taken all the same
            if token and self.tokens is not None:
                self.tokens.keep(self.host, table, token, epoch)
            if before is not None:
                before.forget(old, table)
        if self.seated is not None:
            self.seated = msgspec.structs.replace(self.seated, token=token, epoch=epoch)

    async def _come_back(self) -> AsyncGenerator[Seeking | Back | said.Bye]:
        """Try until it works or patience ends, and say from time to time that it goes on. The host
        may have another address by now: it is known by its key, wherever it is found."""
        loop = asyncio.get_running_loop()
        lost_at, pause = loop.time(), 0.1
        wanders = self.lookout is not None and self.pin and self.dial is None
        near, far = (
            (self.lookout(self.pin), self.lookout(b""))
            if self.lookout and wanders
            else (NOWHERE, NOWHERE)
        )
        async with near as places, far as everybody:
            patience = self.patience if self.dial is None else min(self.patience, AT_HAND)
            while (seconds := loop.time() - lost_at) < patience and not self._closed:
                try:
                    await self._reach(places())
                except CannotJoin as error:
                    if str(error) in FINAL:
                        yield said.Bye(str(error))
                        return
                except (OSError, ssl.SSLError, TimeoutError, Malformed):
                    pass
                else:
                    self._sit_down_again()
                    yield Back()
                    return
                yield Seeking(seconds)
                if seconds > AROUND and await self._ask_around(everybody()):
                    pause = 0.1
                await asyncio.sleep(pause)
                pause = min(pause * 1.6, 3.0)
        yield said.Bye("unreachable")

    async def _reach(self, places: Iterable[tuple[str, int]]) -> None:
        """Connect at one of some places, or else where the host was. Raises like `connect` for that
        one. Whoever claims to be the host in many places and never answers costs little time."""
        before = (self.address, self.port)
        others = sorted({*places} - {before}, key=lambda _: secrets.randbits(32))
        for place in others[:A_FEW]:
            self.address, self.port = place
            try:
                await self.open(BRIEFLY)
                await self.hello()
                return
            except (OSError, ssl.SSLError, TimeoutError, Malformed):
                self.address, self.port = before
        await self.connect()

    async def _ask_around(self, places: Iterable[tuple[str, int]]) -> bool:
        """The host may be gone for good, and its table elsewhere: whoever is nearby and has it can
        prove that. Whether somebody did."""
        if self.seated is None:
            return False
        for place in sorted({*places}, key=lambda _: secrets.randbits(32))[:A_FEW]:
            other = Client(*place, self.name)
            try:
                await other.open(BRIEFLY)
                await other.hello()
                word = await other.follow(self.seated.table)
            except (OSError, ssl.SSLError, TimeoutError, Malformed):
                continue
            finally:
                await other.close()
            if isinstance(word, said.Moved) and not self.go_after(word, place):
                return True
        return False

    def _sit_down_again(self) -> None:
        """Take the seat, and repeat what was not answered."""
        if self.seated is not None:
            watch = self.seated.seat is None
            self._write(said.Join(self.seated.table, self.seated.token, watch=watch))
            if watch and self._waits:
                self._write(said.Sit())
        elif self._sought is not None:
            self._write(self._sought)
        for act in self._unanswered.values():
            self._write(act)

    async def close(self) -> None:
        """Hang up."""
        self._closed = True
        if self._writer is not None:
            self._writer.close()


def joined(pages: list[said.Update | said.Proof]) -> Message:
    """One message put together from its parts; whatever is not in parts is as in the last."""
    updates = [page for page in pages if isinstance(page, said.Update)]
    proofs = [page for page in pages if isinstance(page, said.Proof)]
    if updates and proofs:
        raise Malformed("parts of two things")
    if proofs:
        record = "".join(page.record for page in proofs)
        return msgspec.structs.replace(proofs[-1], record=record)
    events = [event for page in updates for event in page.events]
    return msgspec.structs.replace(updates[-1], events=events, first=updates[0].first)


def view_of(game: Game[Any], seat: Seat | None, update: said.Update) -> View[Any]:
    """The view that an update carries, as the bots and boards know it."""
    return View(
        seat,
        msgspec.convert(update.state, game.parts[0], str_keys=True),
        None if update.ask is None else ask_of(update.ask),
        tuple(Blocked(Choice(*choice), reason) for choice, reason in update.blocked),
        tuple(ask_of(ask) for ask in update.waiting),
    )


def ask_of(plain: list[Any]) -> Ask:
    seat, prompt, choices, window, other, number = plain
    return Ask(seat, prompt, tuple(Choice(*c) for c in choices), window, other, number)


def advice_of(message: said.Advice) -> Advice:
    """Advice as it was given."""
    ideas = (Idea(tuple(Choice(*c) for c in choices), chance) for choices, chance in message.ideas)
    return Advice(tuple(ideas), message.hit, tuple(map(reason_of, message.why)))


def reason_of(why: said.Why) -> Reason:
    seat = None if why.seat is None else Seat(why.seat)
    cards = tuple(why.cards)
    return Reason(why.kind, seat, cards, why.best, why.other, why.number, why.against)


def event_of(plain: list[Any]) -> Event:
    kind, seat, other, cards, number, seen_by = plain
    return Event(
        kind, seat, other, tuple(cards), number, None if seen_by is None else tuple(seen_by)
    )
