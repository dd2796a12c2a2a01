"""Every way to a table that a player can take: alone, to others, or with a table of one's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from msgspec.structs import replace

from engine.bots.personas import company
from engine.bots.strength import MATCH
from engine.core import Game, Options, Seat
from engine.games import GAMES, length_for, seats_for
from engine.proof import UNSHARED
from engine.record import Record, branched
from moontui.client.call import (
    WHATEVER,
    Arrival,
    Asker,
    Caller,
    GivenUp,
    HostTables,
    Wish,
    call,
    renamed,
)
from moontui.client.lesson import resumed
from moontui.client.lesson_line import LessonLine
from moontui.client.lessons import has_lesson
from moontui.client.local_host import LocalHost
from moontui.client.nearby import Scout, local, own_addresses, place_of, spelt
from moontui.client.night import Night
from moontui.client.own_tables import OwnSeat, OwnTables, is_own_line, own_seats
from moontui.client.place import HERE, PORT, NoPlace, Place, parse
from moontui.client.settings import Settings
from moontui.client.strength import level_meant
from moontui.client.trust import Known
from moontui.games import first_playable
from moontui.words.reasons import no_place, reason
from net import messages as said
from net.client import CannotJoin
from net.invites import BadInvite, Invite, fingerprint, short_code
from net.played_on import Continuation
from net.security import FolderInUse
from net.text import CHAT_CELLS, TITLE_CELLS, clean
from net.witness import new_nonce

if TYPE_CHECKING:
    from moontui.client.session import Session

Destination = Arrival | HostTables | None
"""Where a way led; None: nowhere, and the player knows why."""


GENTLE = "gentle"
LOOK = 2.5
"""How many seconds a host may take to be found by its code."""


class Ways:
    """Leads a player to tables; asks what it must, and says in one sentence why it cannot."""

    def __init__(
        self, caller: Callable[[], Caller], asker: Asker, own: OwnTables, scout: Scout
    ) -> None:
        self.caller = caller
        """The person going, as of now: name and language may change."""
        self.asker = asker
        self.own = own
        self.scout = scout

    # ── alone ───────────────────────────────────────────────────────────────────────────────────

    async def alone(self, wish: said.Create) -> Destination:
        """A game against bots, at once."""
        nonce = UNSHARED if wish.deal else new_nonce()
        if not self.caller().reach.powers.can_host:
            outcome = await self.visit(HERE, Wish(create=wish))
            return outcome._replace(nonce=nonce) if isinstance(outcome, Arrival) else outcome
        await self.own.open_alone()
        return await self.sit_alone(Wish(create=wish), nonce)

    async def night(self, night: Night) -> Destination:
        """A Night's Deal: the first try, from where it was left, or practice."""
        first = self.own.nights.of(night)
        if first is not None and first.table and self.own.has_night(first.table):
            return await self.sit_alone(Wish(first.table), UNSHARED)
        return await self.alone(nights_wish(self.caller().settings, night))

    async def play_on(self, record: Record, seat: Seat, step: int) -> Destination:
        """A game against bots that goes on from a moment of a record, from one of its seats."""
        settings, game = self.caller().settings, GAMES[record.game]
        usual = level_meant(settings, game, settings.level or MATCH)
        levels = tuple(
            (level or usual).partition("+")[0]  # whoever plays on is not matched: it is no match
            for level in (*record.levels, *[""] * record.seats)[: record.seats]
        )
        await self.own.open_alone()
        assert self.own.alone.host is not None
        where = Continuation(branched(record, step), seat, settings.name, levels)
        self.own.alone.host.play_on_next(where)
        wish = against_bots(settings, game, record.seats, levels[seat], record.options)
        return await self.sit_alone(Wish(create=wish), UNSHARED)

    async def learn(self, name: str) -> Destination:
        """The lesson of a game, in this process; one without a lesson leads nowhere."""
        who = self.caller()
        if not has_lesson(name):
            await self.asker.tell(who.words.say("learn", "none", game=who.words.game_called(name)))
            return None
        course = resumed(who.settings, name)
        line = LessonLine(course, company(who.settings.name, course.lesson.script.seats))
        line.begin()
        return Arrival(line, Known(b""), alone=True)

    async def sit_alone(self, wish: Wish, nonce: str) -> Destination:
        outcome = await self.at_own(self.own.alone, wish)
        if isinstance(outcome, Arrival):
            return outcome._replace(nonce=nonce, alone=True)
        return outcome

    async def at_own(self, local: LocalHost, wish: Wish) -> Destination:
        """Sit down at a host in this process."""
        who = self.caller().at(local.dial, local.own_tokens)
        return await call(HERE, self.asker, who, wish)

    async def back(self, seat: OwnSeat) -> Destination:
        """Go back to a table in this process."""
        if seat.alone:
            return await self.sit_alone(Wish(seat.table), new_nonce())
        try:
            local = await self.opened()
        except FolderInUse:  # another window has opened the host by now, so take the token there
            token = own_seats(self.own.data / "own-tokens.json").get(seat.table, "")
            place = await self.neighbour()
            self.caller().tokens.keep(place.pin.hex(), seat.table, token)
            return await self.visit(place, Wish(seat.table))
        return await self.at_own(local, Wish(seat.table)) if local is not None else None

    # ── to others ───────────────────────────────────────────────────────────────────────────────

    async def join(
        self,
        text: str | None = None,
        wish: Wish = WHATEVER,
        port: int = PORT,
        tls: bool = True,
    ) -> Destination:
        """Go where an address, an invitation or a code leads; without a text, ask for one."""
        words, trouble = self.caller().words, ""
        while True:
            if text is None:
                text = await self.asker.ask(f"{trouble} {words.say('join', 'where')}".strip())
            if text is None or not text.strip():
                return None
            try:
                place = parse(text, port)
                break
            except (BadInvite, NoPlace) as error:
                trouble, text = no_place(words, error), None
        return await self.visit(place if tls else place._replace(tls=bool(place.pin)), wish)

    async def visit(self, place: Place, wish: Wish = WHATEVER) -> Destination:
        """Sit down at a host's table, or watch it, or open one there."""
        who = self.caller()
        try:
            place = await self.by_code(place, who) if place.code else place
        except CannotJoin as error:
            await self.asker.tell(reason(who.words, str(error)))
            return None
        except GivenUp:
            return None
        return await call(place, self.asker, who, wish)

    async def by_code(self, place: Place, who: Caller) -> Place:
        """The place of the host whose key has this code; if nobody nearby claims to have it, the
        text is taken for a host name. Raises `CannotJoin`, `GivenUp`."""
        search = spelt(place.code, self.scout.found, who.known, LOOK)
        text = who.words.say("join", "calling", place=place.code)
        found = await self.asker.wait(text, search)
        return place if found is None else place_of(found)._replace(letters=place.code)

    # ── a table of one's own ────────────────────────────────────────────────────────────────────

    async def host(self, wish: said.Create, announced: bool = True) -> Destination:
        """Open a table at a host in this process, or in another process which has the folder."""
        who = self.caller()
        if not who.settings.named and not await renamed(
            who, self.asker, who.words.say("join", "name")
        ):
            return None
        if not who.reach.powers.can_host:
            return await self.visit(HERE, Wish(create=wish))
        try:
            local = await self.opened(announced)
        except FolderInUse:
            return await self.visit(await self.neighbour(), Wish(create=wish))
        return await self.at_own(local, Wish(create=wish)) if local is not None else None

    async def opened(self, announced: bool = True) -> LocalHost | None:
        """The host of this process, open to others. Raises `FolderInUse`."""
        who = self.caller()
        was_open = self.own.open_to_others is not None
        try:
            local = await self.own.open_for_others(who.settings.name)
        except FolderInUse:
            raise
        except (OSError, ValueError) as error:
            sentence = who.words.say("join", "no_host", reason=clean(str(error), CHAT_CELLS))
            await self.asker.tell(sentence)
            return None
        self.scout.own = (local.code, local.port)
        if announced and self.own.port and not was_open:
            local.announce_soon()
        return local

    async def neighbour(self) -> Place:
        """The host of another process that has the same folder, and therefore the same key."""
        from net.security import load_or_make

        identity = await asyncio.to_thread(load_or_make, self.own.data)
        code = short_code(identity.pin)
        near = [host for host in self.scout.found() if local(host.address, own_addresses())]
        port = next((host.port for host in near if host.code == code), self.own.port)
        return Place("127.0.0.1", port, True, identity.pin)

    async def close_if_empty(self) -> None:
        """Close the player's own host if it has no tables."""
        if await self.own.close_if_empty():
            self.scout.own = ("", 0)


def solo_wish(settings: Settings) -> said.Create:
    """The game against bots that the player prefers."""
    game = GAMES[first_playable(settings.game)]
    rules = settings.house_rules(game)
    return against_bots(settings, game, settings.players, settings.level or MATCH, rules)


def solo_as_told(
    settings: Settings, name: str, players: int | None, level: str, length: str, deal: str
) -> said.Create:
    """The game against bots that the command line describes, whatever was played before, so that
    the same command deals the same cards everywhere."""
    game = GAMES[first_playable(name)]
    wish = against_bots(settings, game, players, level, length_for(game, length))
    return replace(wish, deal=deal, hints=True)


def nights_wish(settings: Settings, night: Night) -> said.Create:
    """The table of a Night's Deal, where nobody helps."""
    game = GAMES[night.game]
    wish = against_bots(settings, game, night.seats, night.level, night.options)
    return replace(wish, deal=night.text)


def first_wish(settings: Settings, game: Game[Any]) -> said.Create:
    """The first game after a lesson: a short one, against bots that make it easy."""
    return against_bots(settings, game, None, GENTLE, length_for(game, "round"))


def against_bots(
    settings: Settings, game: Game[Any], players: int | None, level: str, options: Options
) -> said.Create:
    """A table for one person, where bots have all the other seats."""
    seats = seats_for(game, players)
    return said.Create(
        game.id,
        seats,
        dict(options),
        bots=seats - 1,
        level=level_meant(settings, game, level),
        notebook=cast("said.Notebook", settings.notebook),
        chatter=cast("said.Chatter", settings.chatter),
        pace=settings.pace,
        watch="none",
    )


class Invitation(NamedTuple):
    """What others need to come to this table; whatever is unknown is empty."""

    address: str
    port: int
    invite: str
    code: str
    key: str

    @property
    def command(self) -> str:
        return f"moontui join {self.invite or Place(self.address, self.port)}"


def invitation(own: OwnTables, only: Place | None, session: Session) -> Invitation:
    """How others come to this table; visitors point to the host to which they came, unless the
    table has moved from there."""
    client, local = session.client, own.lan
    if only is not None and is_own_line(client):
        address, port, pin = only.address, only.port, only.pin
    elif local is not None and is_own_line(client):
        address, port, pin = local.address, local.told_port, local.pin
    else:
        address, port, pin = client.address, client.port, client.seen_pin
    private = session.room is not None and session.room.private
    invite = ""
    with suppress(BadInvite):  # known by its name only
        invite = Invite(address, port, pin, private).encode()
    shown = clean(address, TITLE_CELLS if port else CHAT_CELLS)  # every letter of a path counts
    code, key = (short_code(pin), fingerprint(pin)) if pin else ("", "")
    return Invitation(shown, port, invite, code, key)
