"""The way to a table: whom to call, whether it is still the same host, and where to sit down.

Every way is a coroutine that asks what it has to, says in one sentence why it goes no further, and
ends when the host's words are heard by a session. No line stays open while the player thinks.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from engine.games import GAMES, level_for, seats_for
from moontui.app.screens.dialogs import Alarm, Dialog, Notice, Question, Waiting, Words
from moontui.client.local_host import House
from moontui.client.nearby import PORT, Offer, rows_of
from moontui.client.reach import Dial, dial_to
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.client import CannotJoin, Client, Tokens
from net.invites import PREFIX, BadInvite, Invite, fingerprint, short_code, typed
from net.recent import RecentHosts, is_place
from net.requests import Refusal
from net.security import FolderInUse
from net.text import CHAT_CELLS, NAME_CELLS, TITLE_CELLS, BadName, clean, name_of
from net.wire import Malformed

if TYPE_CHECKING:
    from moontui.app.app import MoontuiApp
    from moontui.client.session import Session

T = TypeVar("T")

PATIENCE = 6.0
"""How many seconds a host may take to answer."""
UNSEEN = 0.4
"""For how many seconds one waits without being told what for."""
UNFINISHED = 5
"""How many solo games are kept to be gone on with."""


class NoPlace(ValueError):
    """A text that leads nowhere."""


class GivenUp(Exception):
    """The player does not want to wait any longer."""


class Place(NamedTuple):
    """Where a host is, and by which key it must be known."""

    address: str
    port: int = PORT
    tls: bool = True
    pin: bytes = b""
    """Empty: the key it had the last time, or any if it is met for the first time."""

    def __str__(self) -> str:
        address = clean(self.address, 40)
        if not self.port:  # on this machine
            return address or "moontui"
        return f"[{address}]:{self.port}" if ":" in address else f"{address}:{self.port}"


HERE = Place("", 0, tls=False)
"""For visitors: the host behind the doorbell."""


class Own(NamedTuple):
    """A seat of one's own at a table in this process."""

    table: str
    title: str
    game: str
    alone: bool


def go(app: MoontuiApp, way: Coroutine[Any, Any, None]) -> None:
    """Set out, unless one is on the way already."""
    under_way = any(worker.group == "travel" and worker.is_running for worker in app.workers)
    if under_way and not isinstance(app.screen, Dialog):
        way.close()
        return
    app.run_worker(safely(app, way), group="travel", exclusive=True)


async def safely(app: MoontuiApp, way: Coroutine[Any, Any, None]) -> None:
    """Go a way; a disk that refuses ends it with a sentence."""
    try:
        await way
    except OSError as error:
        reason = clean(error.strerror or str(error), CHAT_CELLS)
        await tell(app, app.words.say("join", "no_house", reason=reason))


def sentence(words: Catalogue, why: str, detail: str = "") -> str:
    """Why something was not done; a host may give reasons that nobody knows here."""
    if not words.has("refused", why):
        return words.say("join", "refused")
    return words.say("refused", why, detail=clean(detail, CHAT_CELLS))


def place_of(text: str) -> Place:
    """Where an address or an invitation leads. Raises `BadInvite`, or `NoPlace`."""
    text = text.strip().removeprefix("moontui ").removeprefix("join ").strip()
    if text.startswith("/"):  # the socket of a host on this machine
        return Place(text, 0, tls=False)
    if re.match(rf"{PREFIX}\b", text, re.IGNORECASE):
        invite = Invite.decode(text)
        return Place(invite.address, invite.port, bool(invite.pin), invite.pin)
    if found := re.fullmatch(r"\[(.+)\](?::(\d{1,5}))?", text):
        address, port = found[1], found[2]
    elif text.count(":") == 1:
        address, _, port = text.partition(":")
    else:
        address, port = text, None
    if port is not None and not port.isdecimal():
        raise NoPlace(text)
    place = Place(address.strip(), int(port) if port else PORT)
    if not is_place(place.address, place.port) or not re.fullmatch(r"[\w.:%-]+", place.address):
        raise NoPlace(text)
    return place


def place_at(offer: Offer) -> Place:
    host = offer.host
    return Place(host.address, host.port, host.tls or not host.version)


# ── alone ───────────────────────────────────────────────────────────────────────────────────────


async def play_alone(app: MoontuiApp) -> None:
    """A game against bots, at once."""
    wish = solo_wish(app)
    if app.doorbell is not None:
        await visit(app, HERE, wish=wish)
        if app.session is not None:
            app.session.ready()
        return
    host = await app.alone.open_here()
    tables = [*host.tables.values()]
    unfinished = [task for task in tables if task.table.lasting.phase == "playing"]
    for task in tables:
        if task not in unfinished[-UNFINISHED:]:
            host.close(task.table.opening.table)
    await sit_in_house(app, app.alone, wish)


def solo_wish(app: MoontuiApp) -> said.Create:
    """The game against bots that the player likes."""
    settings = app.settings
    game = GAMES.get(settings.game) or next(iter(GAMES.values()))
    seats = seats_for(game, settings.players)
    return said.Create(
        game.id,
        seats,
        settings.house_rules(game),
        bots=seats - 1,
        level=level_for(game, settings.level),
        notebook=cast("said.Notebook", settings.notebook),
        pace=settings.pace,
        watch="none",
    )


async def go_on(app: MoontuiApp, own: Own) -> None:
    """Back to a table in this process, in solo games or at one's own host."""
    try:
        house = app.alone if own.alone else await opened(app)
    except FolderInUse:  # another window has opened the host by now, and takes the token there
        token = Tokens(app.data / "own-tokens.json").all().get(own.table, "")
        Tokens(app.data / "tokens.json").keep(own.table, token)
        await visit(app, await neighbour(app), own.table)
        return
    if house is None or house.host is None:
        return
    token = Tokens(house.host.data / "own-tokens.json").all().get(own.table, "")
    await sit_in_house(app, house, said.Join(own.table, token))


async def sit_in_house(app: MoontuiApp, house: House, wish: said.Create | said.Join) -> None:
    """Sit down at a host in this process."""
    alone = house is app.alone
    while True:
        client = house.call(app.settings.name)
        try:
            await client.connect()
            await sit(client, wish)
            break
        except Refusal as refusal:
            await client.close()
            await tell(app, sentence(app.words, refusal.why, refusal.detail))
            return
        except CannotJoin as error:
            await client.close()
            if str(error) != "bad_name":
                await tell(app, sentence(app.words, str(error)))
                return
            if not await renamed(app, app.words.say("refused", "bad_name")):
                return
    session = await app.attend(client)
    session.alone = alone
    if alone:
        session.ready()


def own_seats(app: MoontuiApp) -> list[Own]:
    """Where one's own seats in this process are; the newest first."""
    seats = []
    for house, alone in ((app.lan, False), (app.alone, True)):
        if house is None or house.host is None:
            continue
        tokens = Tokens(house.host.data / "own-tokens.json").all()
        for task in reversed(house.host.tables.values()):
            opening, phase = task.table.opening, task.table.lasting.phase
            if opening.table in tokens and (phase == "playing" or not alone):
                seats.append(Own(opening.table, opening.title, opening.game, alone))
    return seats


def left_behind(app: MoontuiApp) -> str:
    """A table of one's own host that is not open now, and where one has a seat."""
    if app.lan is not None and app.lan.host is not None:
        return ""
    tokens = Tokens(app.data / "own-tokens.json").all()
    kept = {file.stem for file in (app.data / "tables").glob("*.journal")}
    return next((table for table in reversed(tokens) if table in kept), "")


# ── to a host ───────────────────────────────────────────────────────────────────────────────────


async def join_by_text(app: MoontuiApp, text: str | None = None, watch: bool = False) -> None:
    """Where an address, an invitation or a short code leads; if there is none, ask for one."""
    words, trouble = app.words, ""
    while True:
        if text is None:
            question = words.say("join", "where")
            asked = Words(f"{trouble} {question}".strip(), most=200)
            text = await app.push_screen_wait(asked)
        if text is None or not text.strip():
            return
        found = app.scout.by_code(typed(text)) if len(text.strip()) == 6 else None
        try:
            place = place_at(Offer(found)) if found is not None else place_of(text)
            break
        except BadInvite:
            trouble = words.say("join", "slip")
        except NoPlace:
            trouble = words.say("join", "no_address")
        text = None
    await visit(app, place, watch=watch)


async def visit(
    app: MoontuiApp,
    place: Place,
    table: str = "",
    watch: bool = False,
    wish: said.Create | None = None,
) -> None:
    """Sit down at a table of a host, or watch it, or open one there."""
    by_account = app.doorbell is None and not place.port  # which names who comes
    if not by_account and not await named(app):
        return
    tokens, password = Tokens(app.data / "tokens.json"), ""
    while True:
        client = await line_to(app, place)
        if client is None:
            return
        try:
            if wish is None and not table:
                rows = await waiting(app, rows_of(client), place)
                table = only_table(rows, tokens)
                if not table:
                    from moontui.app.screens.find import HostScreen

                    await client.close()
                    app.push_screen(HostScreen(place, client.welcome, rows, watch))
                    return
            token = "" if watch else tokens.all().get(table, "")
            join = said.Join(table, token, password, watch) if table else None
            await waiting(app, sit(client, wish or join), place)
            break
        except Refusal as refusal:
            await client.close()
            if refusal.why == "bad_token":
                tokens.forget(table)
            elif refusal.why == "wrong_password":
                answer = await asked_password(app, again=bool(password))
                if answer is None:
                    return
                password = answer
            elif refusal.why in ("no_free_seat", "already_playing") and not watch and table:
                if not await would_watch(app, refusal.why):
                    return
                watch = True
            else:
                await tell(app, sentence(app.words, refusal.why, refusal.detail))
                return
        except CannotJoin as error:
            await client.close()
            await tell(app, sentence(app.words, str(error)))
            return
        except GivenUp:
            await client.close()
            return
        except (OSError, Malformed):
            await client.close()
            await tell(app, app.words.say("join", "no_answer", place=str(place)))
            return
        except BaseException:  # the player went elsewhere
            await client.close()
            raise
    new_key = client.tls and client.pin == b""
    session = await app.attend(client)
    if new_key:
        client.pin = client.seen_pin  # whoever answers later must be the same
        key = fingerprint(client.seen_pin)
        session.chronicle.note(app.words.say("guest", "first_key", fingerprint=key))


def only_table(rows: list[said.Row], tokens: Tokens) -> str:
    """The table that is meant, if there is no doubt: where one has a seat, or the only one."""
    mine = tokens.all()
    seats = [row.table for row in rows if row.table in mine]
    if len(seats) == 1:
        return seats[0]
    return rows[0].table if len(rows) == 1 else ""


async def line_to(app: MoontuiApp, place: Place) -> Client | None:
    """A line to a host that is who it was; None if there is none, and the player knows why."""
    from net.security import KnownHosts

    if (dial := dial_to(app.doorbell, place.address)) is not None:
        return await near_line(app, place, dial)
    words, known = app.words, KnownHosts(app.data / "hosts.json")
    pin = place.pin or known_pin(known, place)
    if not place.tls and not pin and not await goes_on_in_the_open(app, place):
        return None
    tokens = Tokens(app.data / "tokens.json")
    client = Client(
        place.address, place.port, app.settings.name, tokens, place.tls or bool(pin), pin
    )
    while True:
        try:
            welcome = await waiting(app, client.connect(), place)
            break
        except GivenUp:
            await client.close()
            return None
        except CannotJoin as error:
            await client.close()
            if str(error) == "bad_name":
                if not await renamed(app, words.say("refused", "bad_name")):
                    return None
            elif str(error) == "wrong_key" and not place.pin:
                if not await trusts_new_key(app, place, client):
                    return None
                with suppress(OSError):
                    known.remember(place.address, place.port, client.seen_pin)
            else:
                await tell(app, sentence(words, str(error)))
                return None
            pin = place.pin or known_pin(known, place)
            client = Client(place.address, place.port, app.settings.name, tokens, client.tls, pin)
        except (OSError, ValueError, Malformed) as error:
            await client.close()
            if is_plain(error) and not pin and await goes_on_in_the_open(app, place):
                client = Client(place.address, place.port, app.settings.name, tokens, tls=False)
                continue
            if not is_plain(error):
                await tell(app, words.say("join", "no_answer", place=str(place)))
            return None
    if client.tls and known.verdict(place.address, place.port, client.seen_pin) != "known":
        with suppress(OSError):  # then it is new the next time, too
            known.remember(place.address, place.port, client.seen_pin)
    RecentHosts(app.data / "recent.json").add(place.address, place.port, welcome.host)
    return client


async def near_line(app: MoontuiApp, place: Place, dial: Dial) -> Client | None:
    """A line to a host on this machine, which is known by its socket and needs no key."""
    tokens = Tokens(app.data / "tokens.json")
    client = Client(place.address, 0, app.settings.name, tokens, tls=False, dial=dial)
    try:
        await waiting(app, client.connect(), place)
        return client
    except CannotJoin as error:
        await tell(app, sentence(app.words, str(error)))
    except (OSError, ValueError, Malformed):
        await tell(app, app.words.say("join", "no_answer", place=str(place)))
    except GivenUp:
        pass
    await client.close()
    return None


def known_pin(known: Any, place: Place) -> bytes:
    """The key that a host showed the last time; empty: it was never met."""
    from net.security import authority

    kept = known.pins().get(authority(place.address, place.port))
    if kept is None:
        return b""
    try:
        return bytes.fromhex(kept)
    except ValueError:
        return b"?"  # damaged: no key is the same


def is_plain(error: Exception) -> bool:
    """Whether a host was called in cipher that speaks in the open."""
    import ssl

    return isinstance(error, ssl.SSLError)


async def sit(client: Client, wish: said.Create | said.Join | None) -> None:
    """Say where one wants to sit, and hear the answer. Raises `Refusal`."""
    assert wish is not None
    client.send(wish)
    async with asyncio.timeout(PATIENCE):
        async for message in client.messages():
            match message:
                case said.Seated():
                    return
                case said.Refused():
                    raise Refusal(message.why, message.detail)
                case said.Bye():
                    raise Refusal(message.why)
    raise Refusal("hung_up")


# ── one's own host ──────────────────────────────────────────────────────────────────────────────


async def host_table(app: MoontuiApp, wish: said.Create, announced: bool = True) -> None:
    """Open a table at a host in this process; if another process has the folder, at its host."""
    if not await named(app):
        return
    if app.doorbell is not None:
        await visit(app, HERE, wish=wish)
        return
    try:
        house = await opened(app, announced)
    except FolderInUse:
        place = await neighbour(app)
        await visit(app, place, wish=wish)
        return
    if house is not None:
        await sit_in_house(app, house, wish)


async def opened(app: MoontuiApp, announced: bool = True) -> House | None:
    """The host of this process, open to others. Raises `FolderInUse`."""
    from net.security import load_or_make

    if app.lan is not None and app.lan.host is not None:
        return app.lan
    house = House(app.settings.name, app.data)
    try:
        await asyncio.to_thread(load_or_make, app.data)  # a new key takes a while
        try:
            await house.open(port=app.port)
        except FolderInUse:
            raise
        except OSError:
            await house.open(port=0)
    except FolderInUse:
        raise
    except (OSError, ValueError) as error:
        reason = clean(str(error), CHAT_CELLS)
        await tell(app, app.words.say("join", "no_house", reason=reason))
        return None
    app.lan = house
    app.scout.own = (house.code, house.port)
    if announced and app.port:
        app.run_worker(house.announce(), group="announce")
    return house


async def neighbour(app: MoontuiApp) -> Place:
    """The host of another process that has the same folder, and so the same key."""
    from net.security import load_or_make

    identity = await asyncio.to_thread(load_or_make, app.data)
    found = app.scout.by_code(short_code(identity.pin))
    return Place("127.0.0.1", found.port if found is not None else app.port, True, identity.pin)


async def shut_if_empty(app: MoontuiApp) -> None:
    """A host without a table need not stay open."""
    busy = any(worker.group == "travel" and worker.is_running for worker in app.workers)
    house = app.lan
    if busy or house is None or house.host is None or house.host.tables:
        return
    app.lan, app.scout.own = None, ("", 0)
    app.workers.cancel_group(app, "announce")
    await house.close()


def guests(app: MoontuiApp) -> int:
    """How many others are at the tables of this process."""
    host = app.lan.host if app.lan is not None else None
    if host is None:
        return 0
    here = sum(1 for task in host.tables.values() for _ in task.table.peers())
    session = app.session
    own = session is not None and is_own_line(session.client) and not session.alone
    return here - own


def is_own_line(client: Client) -> bool:
    """Whether a line leads to a host in this process."""
    return client.dial is not None and not client.address


# ── questions on the way ────────────────────────────────────────────────────────────────────────


async def tell(app: MoontuiApp, text: str) -> None:
    await app.push_screen_wait(Notice(text))


async def waiting(app: MoontuiApp, work: Coroutine[Any, Any, T], place: Place) -> T:
    """Wait for a host; if it takes long, say so, and let the player give up."""
    task = asyncio.ensure_future(asyncio.wait_for(work, PATIENCE))
    try:
        done, _ = await asyncio.wait({task}, timeout=UNSEEN)
        if not done:
            dialog = Waiting(app.words.say("join", "calling", place=str(place)))

            def give_up(_: str | None) -> None:
                task.cancel()

            app.push_screen(dialog, give_up)
            await asyncio.wait({task})
            if app.screen is dialog:
                dialog.dismiss("")
        if task.cancelled():
            raise GivenUp
        return task.result()
    finally:
        task.cancel()


async def named(app: MoontuiApp) -> bool:
    """Ask for the player's name, before the first time with others."""
    if app.settings.named:
        return True
    return await renamed(app, app.words.say("join", "name"))


async def renamed(app: MoontuiApp, question: str) -> bool:
    """Ask for another name until it is one."""
    settings = app.settings
    guess = clean(settings.name, NAME_CELLS)
    while True:
        answer = await app.push_screen_wait(Words(question, guess, most=40))
        if answer is None:
            return False
        try:
            settings.name = name_of(answer)
        except BadName:
            question, guess = app.words.say("refused", "bad_name"), clean(answer, NAME_CELLS)
            continue
        if app.doorbell is not None and not app.doorbell.claim(settings.name):
            question, guess = app.words.say("doors", "name_used"), ""
            continue
        settings.named = True
        settings.save()
        return True


async def asked_password(app: MoontuiApp, again: bool) -> str | None:
    words = app.words
    question = words.say("guest", "password")
    if again:
        question = f"{words.say('refused', 'wrong_password')} {question}"
    return await app.push_screen_wait(Words(question, secret=True, most=200))


async def would_watch(app: MoontuiApp, why: str) -> bool:
    """There is no seat: would the player rather watch?"""
    words = app.words
    answers = [(key, words.say("join", key)) for key in ("watch", "go_back")]
    question = Question(words.say("join", f"{why}_watch"), answers)
    return await app.push_screen_wait(question) == "watch"


async def trusts_new_key(app: MoontuiApp, place: Place, client: Client) -> bool:
    """The key of a host is not the one it had: whether to go on, which one should not."""
    words = app.words
    text = words.say("join", "changed_key", place=str(place), key=fingerprint(client.seen_pin))
    answers = [(key, words.say("join", key)) for key in ("no_trust", "trust")]
    return await app.push_screen_wait(Alarm(text, answers)) == "trust"


async def goes_on_in_the_open(app: MoontuiApp, place: Place) -> bool:
    """A host without a key can be overheard and mistaken."""
    words = app.words
    answers = [(key, words.say("join", key)) for key in ("no_trust", "in_the_open")]
    question = Alarm(words.say("join", "no_tls", place=str(place)), answers)
    return await app.push_screen_wait(question) == "in_the_open"


# ── from the command line, and to others ────────────────────────────────────────────────────────


def fulfil(app: MoontuiApp) -> None:
    """Go where the player wished to go when starting the app."""
    wish = app.wish
    if name := getattr(wish, "name", ""):
        app.settings.name, app.settings.named = name, True
    match getattr(wish, "command", None):
        case "solo":
            if getattr(wish, "game", None):
                app.settings.choose(GAMES[wish.game])
            for key in ("players", "level", "length"):
                if value := getattr(wish, key, None):
                    setattr(app.settings, key, value)
            go(app, play_alone(app))
        case "join" if wish.where:
            go(app, arrive(app))
        case "watch" if wish.where:
            go(app, arrive(app, watch=True))
        case "join" | "watch" as command:
            from moontui.app.screens.find import FindScreen

            app.push_screen(FindScreen(watch=command == "watch"))


async def arrive(app: MoontuiApp, watch: bool = False) -> None:
    """Where the command line names a place."""
    try:
        place = place_of(app.wish.where)
    except ValueError:
        await join_by_text(app, app.wish.where, watch)
        return
    if app.wish.port and place.port == PORT:
        place = place._replace(port=app.wish.port)
    if app.wish.no_tls:
        place = place._replace(tls=False)
    await visit(app, place, watch=watch)


class Invitation(NamedTuple):
    """What others need to come to the table where one is; what is unknown is empty."""

    address: str
    port: int
    invite: str
    code: str
    key: str
    own: bool
    """Whether the host is this process."""

    @property
    def command(self) -> str:
        place = f"{self.address}:{self.port}" if self.port else self.address
        return f"moontui join {self.invite or place}"


def invitation(app: MoontuiApp, session: Session) -> Invitation:
    """How others come to this table."""
    client, house = session.client, app.lan
    own = house is not None and is_own_line(client)
    if app.doorbell is not None:
        about = app.doorbell.about
        address, port, pin = about["address"], about["port"], bytes.fromhex(about["pin"])
    elif house is not None and own:
        address, port, pin = house.address, house.port, house.pin
    else:
        address, port, pin = client.address, client.port, client.seen_pin
    private = session.room is not None and session.room.private
    try:
        invite = Invite(address, port, pin, private).encode()
    except BadInvite:
        invite = ""  # known by its name only
    code = short_code(pin) if pin else ""
    shown = clean(address, TITLE_CELLS if port else CHAT_CELLS)  # of a path every letter counts
    return Invitation(shown, port, invite, code, fingerprint(pin) if pin else "", own)
