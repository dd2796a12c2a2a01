"""The call: the one way to a table, whoever is calling and however they are asked.

Dial, trust, name, password, watch instead?, sit down. Whatever is missing is asked through an
`Asker`; if the call fails, one sentence says why. Nothing is said to a host before it is
trusted, and no line stays open while the person thinks.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Container, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from moontui.client.nearby import rows_of
from moontui.client.place import Place
from moontui.client.reach import NETWORK, Dial, Reach
from moontui.client.recent import RecentHosts
from moontui.client.settings import Settings
from moontui.client.trust import (
    Changed,
    Known,
    KnownHosts,
    Mistaken,
    New,
    Open,
    Verdict,
    decide,
    seats_in,
)
from moontui.words.catalogue import Catalogue
from moontui.words.reasons import reason
from net import messages as said
from net.client import PATIENCE, CannotJoin, Client, Lookout, Way
from net.invites import fingerprint
from net.refusal import Refusal
from net.text import NAME_CELLS, TITLE_CELLS, BadName, clean, name_of
from net.tokens import HERE, Tokens
from net.wire import Malformed

if TYPE_CHECKING:
    from moontui.client.own_tables import OwnTables

T = TypeVar("T")

Request = said.Create | said.Join | said.Claim
"""The ways to ask for a seat."""
FOR_EVER = 1e9
CONFIRM = 65.0
"""Seconds to wait for a yes at the other machine; the host gives up a little earlier."""
ROUGH = (OSError, ValueError, Malformed)
"""The errors raised where something other than one of our hosts answers."""


class GivenUp(Exception):
    """The person does not want to wait any longer."""


class Asker(Protocol):
    """How a person is asked: with dialogs, in lines, or not at all."""

    async def ask(self, question: str, guess: str = "", secret: bool = False) -> str | None:
        """Ask for something to type; None: the person would rather not."""

    async def choose(
        self, question: str, answers: Sequence[tuple[str, str]], danger: bool = False
    ) -> str | None:
        """Offer some answers and return the key of one; in danger, the first is the safe one."""

    async def tell(self, text: str) -> None:
        """Tell the person something."""

    async def wait(self, text: str, work: Coroutine[Any, Any, T], patience: float = PATIENCE) -> T:
        """Wait for a host, and let the person give up. Raises `GivenUp`."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The person calling: a name, the words to ask in, what is remembered, and what is in reach."""

    settings: Settings
    words: Catalogue
    data: Path
    reach: Reach = NETWORK
    patience: float = FOR_EVER
    """For how many seconds to keep trying when the connection is lost: a seat is never given up."""
    lookout: Lookout | None = None
    """Who looks for a host that has moved to another address."""
    way: Callable[[bytes], Way] | None = None
    """How to follow a table to the host with a key."""
    own: OwnTables | None = None
    """Where this machine could take a table; None: it could not."""
    own_tokens: Path | None = None
    """Where seats at a host in this process are kept; None: the host is somebody else's."""

    def at(self, dial: Dial, tokens: Path) -> Caller:
        """The same person, calling a host in this process."""
        return replace(self, reach=replace(self.reach, dial=lambda _: dial), own_tokens=tokens)

    @property
    def tokens(self) -> Tokens:
        if self.own_tokens is not None:
            return Tokens(self.own_tokens, formerly=HERE)
        return seats_in(self.data, is_visitor=self.reach.dial("") is not None)

    @property
    def known(self) -> KnownHosts:
        return KnownHosts(self.data / "hosts.json")


class Wish(NamedTuple):
    """What the person wants at a host: a certain table, a new one, or whichever there is."""

    table: str = ""
    watch: bool = False
    waits: bool = False
    """Whether somebody who watches wants to sit down as soon as there is a seat."""
    create: said.Create | None = None
    claim: str | None = None
    """The pairing code of a seat that is still on another machine; empty: it is yet to be asked."""


WHATEVER = Wish()
"""The table where the person has a seat, or the only one; otherwise all of them are shown."""


class Arrival(NamedTuple):
    """The person sits at a table, or watches it; from now on, listen to the host."""

    client: Client
    trust: Verdict
    nonce: str = ""
    """The share of the shuffle with which to be ready at once; empty: not ready yet."""
    alone: bool = False
    """Whether the table is in this process, for this person alone."""


class HostTables(NamedTuple):
    """The tables of a host that has none, or more than one, to sit down at."""

    place: Place
    host: str
    rows: Sequence[said.Row]
    trust: Verdict
    watch: bool = False
    """Whether the person came to watch."""


async def call(
    place: Place, asker: Asker, who: Caller, wish: Wish = WHATEVER
) -> Arrival | HostTables | None:
    """Lead somebody to a table; None: they did not get there, and know why."""
    way = Call(place, asker, who)
    try:
        if not await way.is_named():
            return None
        if not wish.table and wish.create is None and wish.claim is None:
            tables = await way.look()
            if tables is None:
                return None
            wish = wish._replace(table=only_table(tables.rows, who.tokens.at(way.host)))
            if not wish.table:
                return tables._replace(watch=wish.watch)
        return await way.sit(wish)
    except GivenUp:
        return None


async def look(place: Place, asker: Asker, who: Caller) -> HostTables | None:
    """What there is at a host; None: unknown, and the person has been told why."""
    way = Call(place, asker, who)
    try:
        return await way.look() if await way.is_named() else None
    except GivenUp:
        return None


class Call:
    """A call to one host; whatever the person has agreed to is not asked again."""

    def __init__(self, place: Place, asker: Asker, who: Caller) -> None:
        self.place = place
        self.asker = asker
        self.who = who
        self.words = who.words
        has_key = isinstance(decide(place, b"", who.known), Changed | Mistaken)
        self.tls = place.tls or has_key
        """A host that has shown a key is never called without one."""
        self.host = ""
        """Who answered last, by what its seats are kept under."""
        self.agreed: Verdict | None = None
        """The danger that the person has agreed to."""
        self.trust: Verdict | None = None
        """The verdict on the host when it first answered."""

    # ── the host ────────────────────────────────────────────────────────────────────────────────

    async def look(self) -> HostTables | None:
        """Ask for the tables, and hang up."""
        client = await self.line()
        if client is None:
            return None
        try:
            async with hanging_up(client):
                rows = await self.wait(rows_of(client))
            await client.close()
        except CannotJoin as error:
            await self.tell(reason(self.words, str(error)))
            return None
        except ROUGH:
            await self.tell_no_answer()
            return None
        assert client.welcome is not None
        assert self.trust is not None
        return HostTables(self.place, clean(client.welcome.host, TITLE_CELLS), rows, self.trust)

    async def line(self) -> Client | None:
        """A line to a host that is trusted and knows who is calling; None: there is none."""
        while True:
            if not self.tls and not await self.accepts(self.verdict(b"")):
                return None
            client = self.client()
            try:
                async with hanging_up(client):
                    verdict = self.verdict(await self.wait(client.open()))
                    if isinstance(verdict, Known | New) or verdict == self.agreed:
                        client.pin = client.seen_pin  # whoever answers later must be the same
                        await self.wait(client.hello())
                        self.remember(verdict, client)
                        self.host = client.host
                        return client
                await client.close()
                if not await self.accepts(verdict):
                    return None
            except CannotJoin as error:
                if str(error) != "bad_name":
                    await self.tell(reason(self.words, str(error)))
                    return None
                if not await self.renamed(self.words.say("refused", "bad_name")):
                    return None
            except ssl.SSLError as error:
                if "ALERT" in (error.reason or ""):  # it does encrypt, and refuses
                    await self.tell_no_answer()
                    return None
                self.tls = False  # it answers unencrypted
            except ROUGH:
                await self.tell_no_answer()
                return None

    def client(self) -> Client:
        place, who = self.place, self.who
        dial = who.reach.dial(place.address)
        tls = self.tls and dial is None
        return Client(
            place.address,
            place.port,
            who.settings.name,
            who.tokens,
            tls,
            patience=who.patience,
            dial=dial,
            lookout=who.lookout,
            way=who.way,
        )

    def remember(self, verdict: Verdict, client: Client) -> None:
        """Note who was met where; a failing disk does no harm."""
        self.trust = self.trust or verdict
        if self.place.is_local:
            return
        assert client.welcome is not None
        key, name, known = client.seen_pin, client.welcome.host, self.who.known
        before = verdict.before if isinstance(verdict, Changed) else b""
        if key and not known.knows(key, self.place, name):
            with suppress(OSError):  # then the host will be new next time, too
                known.remember(self.place, key, name, before)
        recent = RecentHosts(self.who.data / "recent.json")
        recent.add(self.place.address, self.place.port, name)

    # ── trust ───────────────────────────────────────────────────────────────────────────────────

    def verdict(self, key: bytes) -> Verdict:
        return decide(self.place, key, self.who.known)

    async def accepts(self, verdict: Verdict) -> bool:
        """Whether to go on; in danger the person decides, and the safe answer is no."""
        place, words = str(self.place), self.words
        match verdict:
            case Known() | New():
                return True
            case _ if verdict == self.agreed:
                return True
            case Mistaken():
                why = "wrong_key" if self.place.pin else "wrong_code"
                await self.asker.tell(words.say("refused", why))
                return False
            case Changed(key=b""):
                await self.asker.tell(words.say("join", "no_key_any_more", place=place))
                return False
            case Changed():
                about = {"place": place, "key": fingerprint(verdict.key), "name": verdict.name}
                text = words.say("join", "copied_name" if verdict.name else "changed_key", **about)
                answers = ("no_trust", "trust")
            case Open():
                text, answers = (
                    words.say("join", "no_tls", place=place),
                    ("no_trust", "in_the_open"),
                )
        choices = [(key, words.say("join", key)) for key in answers]
        if await self.asker.choose(text, choices, danger=True) != answers[1]:
            return False
        self.agreed = verdict
        return True

    # ── the table ───────────────────────────────────────────────────────────────────────────────

    async def sit(self, wish: Wish) -> Arrival | None:
        """Sit down, or watch; ask for whatever that takes."""
        password = ""
        if wish.claim == "" and (wish := await self.with_code(wish)).claim is None:
            return None
        while (client := await self.line()) is not None:
            try:
                async with hanging_up(client):
                    await self.take_seat(client, self.request(wish, password))
                if wish.waits:
                    client.send(said.Sit())
                assert self.trust is not None
                return Arrival(client, self.trust)
            except Refusal as refusal:
                match refusal.why:
                    case "bad_token" if wish.table in self.who.tokens.at(self.host):
                        self.who.tokens.forget(self.host, wish.table)
                    case "wrong_password":
                        answer = await self.asked_password(again=bool(password))
                        if answer is None:
                            return None
                        password = answer
                    case "wrong_pairing":
                        wish = await self.with_code(wish, again=True)
                        if wish.claim is None:
                            return None
                    case "no_free_seat" | "already_playing" if wish.table and not wish.watch:
                        match await self.instead(refusal.why):
                            case "watch" | "play_next" as answer:
                                wish = wish._replace(watch=True, waits=answer == "play_next")
                            case "claim":
                                return await self.sit(Wish(claim=""))
                            case _:
                                return None
                    case _:
                        if refusal.why == "sent_away":
                            self.who.tokens.forget(self.host, wish.table)
                        await self.tell(reason(self.words, refusal.why, refusal.detail))
                        return None
            except CannotJoin as error:
                await self.tell(reason(self.words, str(error)))
                return None
            except ROUGH:
                await self.tell_no_answer()
                return None
        return None

    async def take_seat(self, client: Client, wish: Request) -> None:
        """Wait for the host's answer, or, for a seat that is to move here, for the player's yes at
        the other machine."""
        if isinstance(wish, said.Claim):
            text = self.words.say("pairing", "waiting")
            await self.asker.wait(text, seated(client, wish, CONFIRM), CONFIRM)
        else:
            await self.wait(seated(client, wish))

    def request(self, wish: Wish, password: str) -> Request:
        if wish.claim is not None:
            return said.Claim(wish.claim)
        if wish.create is not None:
            return wish.create
        token = "" if wish.watch else self.who.tokens.at(self.host).get(wish.table, "")
        return said.Join(wish.table, token, password, wish.watch)

    # ── the person ──────────────────────────────────────────────────────────────────────────────

    async def is_named(self) -> bool:
        """Whether the person has a name; it is asked for before they first meet others."""
        by_account = self.place.address.startswith("/")  # the account says who is calling
        if by_account or self.who.own_tokens is not None or self.who.settings.named:
            return True
        return await self.renamed(self.words.say("join", "name"))

    async def renamed(self, question: str) -> bool:
        return await renamed(self.who, self.asker, question)

    async def asked_password(self, again: bool) -> str | None:
        question = self.words.say("guest", "password")
        if again:
            question = f"{self.words.say('refused', 'wrong_password')} {question}"
        return await self.asker.ask(question, secret=True)

    async def with_code(self, wish: Wish, again: bool = False) -> Wish:
        """The same wish with the pairing code that the person types; None: they would rather
        not."""
        question = self.words.say("pairing", "ask")
        if again:
            question = f"{self.words.say('refused', 'wrong_pairing')} {question}"
        answer = await self.asker.ask(question)
        return wish._replace(claim=(answer or "").strip()[:32] or None)

    async def instead(self, why: str) -> str | None:
        """There is no seat: would the person rather watch, for now or for good, or have they one
        elsewhere?"""
        keys = ("play_next", "watch", "claim", "go_back")
        answers = [(key, self.words.say("join", key)) for key in keys]
        return await self.asker.choose(self.words.say("join", f"{why}_watch"), answers)

    async def wait(self, work: Coroutine[Any, Any, T]) -> T:
        return await self.asker.wait(self.words.say("join", "calling", place=str(self.place)), work)

    async def tell(self, text: str) -> None:
        await self.asker.tell(text)

    async def tell_no_answer(self) -> None:
        await self.tell(self.words.say("join", "no_answer", place=str(self.place)))


async def renamed(who: Caller, asker: Asker, question: str) -> bool:
    """Ask for a name until it is a valid one; False: the person would rather not say."""
    settings, words = who.settings, who.words
    guess = clean(settings.name, NAME_CELLS)
    while True:
        answer = await asker.ask(question, guess)
        if answer is None:
            return False
        try:
            settings.name = name_of(answer)
        except BadName:
            question, guess = words.say("refused", "bad_name"), clean(answer, NAME_CELLS)
            continue
        if not who.reach.claim(settings.name):
            question, guess = words.say("doors", "name_used"), ""
            continue
        settings.named = True
        settings.save()
        return True


async def seated(client: Client, wish: Request, patience: float = PATIENCE) -> None:
    """Say where the person wants to sit, and await the answer. Raises `Refusal`."""
    client.send(wish)
    async with asyncio.timeout(patience):
        async for message in client.messages():
            match message:
                case said.Seated():
                    return
                case said.Refused():
                    raise Refusal(message.why, message.detail)
                case said.Bye():
                    raise Refusal(message.why)
                case said.Notice(key="disk"):
                    raise Refusal("disk")
    raise Refusal("hung_up")


def only_table(rows: Sequence[said.Row], mine: Container[str]) -> str:
    """The table that is meant, if that is clear: the one where they have a seat, or the only
    one."""
    seats = [row.table for row in rows if row.table in mine]
    if len(seats) == 1:
        return seats[0]
    return rows[0].table if len(rows) == 1 else ""


@asynccontextmanager
async def hanging_up(client: Client) -> AsyncIterator[None]:
    """Hang up if anything goes wrong, including when the person goes elsewhere."""
    try:
        yield
    except BaseException:
        await client.close()
        raise
