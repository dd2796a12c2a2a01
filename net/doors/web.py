"""The browser door: the same app in a page, for whoever has the link.

The page is ours and asks nobody else for anything; the terminal in it is textual-serve's. Behind it
is the same process as behind SSH. Whoever has the link gets two cookies: one that opens the door,
and one that tells this browser from others, so that a reload brings the same seat back.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from contextlib import suppress
from html import escape
from importlib import resources
from pathlib import Path
from textwrap import wrap
from urllib.parse import urlsplit

import segno
from aiohttp import WSCloseCode, WSMsgType, web

from net.costs import first_to_go, household
from net.guests import Guest
from net.reading import read_small
from net.security import digest, new_token, private_file, same
from net.visitors import NoRoom, Visitor, Visitors

log = logging.getLogger("moontui.web")

DOOR, BROWSER = "moontui_door", "moontui_browser"
"""Cookies."""
LEAST = 32
"""How many characters make a secret that nobody can guess."""
A_YEAR = 365 * 24 * 3600
BEHIND = 256 * 1024
"""Bytes on their way to a browser beyond which its process has to wait."""
LONGEST = 64 * 1024
SPARE, SPARE_PER_ADDRESS = 96, 24
"""Connections on top of those of visitors: a browser opens several for every page."""
TURNED_AWAY = 8
"""How many at once are told that there is no room."""
PATIENCE = 5.0
"""Seconds they have to ask for something."""
NARROW = 40
"""Columns of a phone, at least: sentences are broken between words."""
FOCUS, BLUR = b"\x1b[I", b"\x1b[O"
POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'self' 'unsafe-inline'; "
    "font-src 'self'; img-src 'self' data:; connect-src 'self' ws://{host} wss://{host}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""On everything that is sent: nothing is embedded elsewhere or taken for what it is not, and the
link with its token is shown to no other site. The page itself has a policy of its own."""


class WebDoor:
    """Listens for browsers."""

    def __init__(self, visitors: Visitors) -> None:
        self.visitors = visitors
        self.token = kept_token(visitors.host.data / "web" / "token")
        self.turned_away: set[Threshold] = set()
        """Those who are being told that there is no room."""
        self.terminals: set[asyncio.BaseTransport] = set()
        """Connections with a visitor at the other end."""
        self._runner: web.AppRunner | None = None
        self._server: asyncio.Server | None = None

    async def open(self, bind: str = "127.0.0.1", port: int = 0) -> int:
        """Listen; returns the port. Raises `OSError`."""
        app = web.Application(client_max_size=LONGEST)
        static = Path(str(resources.files("textual_serve") / "static"))
        app.add_routes(
            [
                web.get("/", self.page),
                web.get("/ws", self.line),
                web.static("/static", static, show_index=False),
            ]
        )
        app.on_response_prepare.append(add_headers)
        self._runner = web.AppRunner(app, access_log=None, keepalive_timeout=15)
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Threshold(self), bind or None, port)
        return int(self._server.sockets[0].getsockname()[1])

    def no_room(self, address: str) -> str:
        """Why there is no room for one more connection: a message key, or empty. Of those that show
        nobody a terminal, the oldest of the biggest crowd has to go for others."""
        lines = [handler.transport for handler in self.server.connections if handler.transport]
        capacity, home = self.visitors.capacity, household(address)
        near = [line for line in lines if household(address_of(line)) == home]
        if len(near) >= capacity.per_address + SPARE_PER_ADDRESS and not self.let_go(near):
            return "too_many_from_you"
        full = len(lines) >= capacity.visitors + SPARE
        return "too_many_visitors" if full and not self.let_go(lines) else ""

    def let_go(self, lines: list[asyncio.Transport]) -> bool:
        """Make room; False: there is a terminal behind each of them."""
        strangers = [line for line in lines if line not in self.terminals]
        if strangers:
            first_to_go(strangers, lambda line: household(address_of(line))).abort()
        return bool(strangers)

    @property
    def server(self) -> web.Server:
        """The server that answers browsers."""
        assert self._runner is not None
        assert self._runner.server is not None
        return self._runner.server

    async def close(self) -> None:
        """Serve no more pages. Visitors have left already."""
        if self._server is not None:
            self._server.close()
        if self._runner is not None:
            await self._runner.cleanup()

    def link(self, address: str, port: int) -> str:
        """What opens the door."""
        place = f"[{address}]" if ":" in address else address
        return f"http://{place}:{port}/?t={self.token}"

    def keep_link(self, link: str) -> Path:
        """Put the link where only the owner of the host can read it; returns the file."""
        path = self.visitors.host.data / "web" / "link"
        private_file(path, f"{link}\n".encode())
        return path

    # ── pages ───────────────────────────────────────────────────────────────────────────────────

    async def page(self, request: web.Request) -> web.StreamResponse:
        """The page; whoever comes by the link gets the cookies and loses the token in the address
        line, where others might read it."""
        if "t" in request.query:
            if not self.is_token(request.query["t"]):
                return self.refusal(request)
            found = web.Response(status=303, headers={"Location": "/"})
            self.give(found, DOOR, self.token)
            if len(request.cookies.get(BROWSER, "")) < LEAST:
                self.give(found, BROWSER, new_token())
            return found
        if not self.may_come_in(request):
            return self.refusal(request)
        nonce = secrets.token_urlsafe(16)
        policy = POLICY.format(nonce=nonce, host=host_of(request))
        return web.Response(
            text=self.text(language_of(request), nonce),
            content_type="text/html",
            headers={"Content-Security-Policy": policy, "Cache-Control": "no-store"},
        )

    def text(self, language: str, nonce: str) -> str:
        page = (resources.files("net.doors") / "page" / "index.html").read_text(encoding="utf-8")
        for key in ("ended", "again"):
            page = page.replace("{" + key + "}", escape(self.visitors.say(key, language)))
        return page.replace("{nonce}", nonce).replace("{language}", escape(language or "en"))

    def give(self, response: web.Response, cookie: str, value: str) -> None:
        response.set_cookie(cookie, value, max_age=A_YEAR, httponly=True, samesite="Strict")

    def refusal(self, request: web.Request) -> web.Response:
        return web.Response(status=403, text=self.visitors.say("no_token", language_of(request)))

    def may_come_in(self, request: web.Request) -> bool:
        known = len(request.cookies.get(BROWSER, "")) >= LEAST
        return self.is_token(request.cookies.get(DOOR, "")) and known

    def is_token(self, shown: str) -> bool:
        return same(digest(shown), digest(self.token))

    # ── the terminal ────────────────────────────────────────────────────────────────────────────

    async def line(self, request: web.Request) -> web.StreamResponse:
        """A browser's terminal, from its first byte to its last."""
        origin = urlsplit(request.headers.get("Origin", "")).netloc
        if not self.may_come_in(request) or origin != request.host:
            return self.refusal(request)
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=LONGEST)
        await socket.prepare(request)
        screen = Screen(socket)
        language = language_of(request)
        guest = self.guest(request)
        told = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        if language:
            told["LANG"] = f"{language}_{language.upper()}.UTF-8"
        try:
            size = (int(request.query["width"]), int(request.query["height"]))
            screen.width = size[0]
            visitor = await self.visitors.admit(guest, screen, size, told)
        except (KeyError, ValueError):
            await socket.close(code=WSCloseCode.PROTOCOL_ERROR)
            return socket
        except (NoRoom, OSError) as error:
            key = str(error) if isinstance(error, NoRoom) else "no_process"
            screen.close(self.visitors.say(key, language))
            await screen.run(None)
            return socket
        sending = asyncio.create_task(screen.run(visitor))
        transport = request.transport
        assert transport is not None
        self.terminals.add(transport)
        try:
            await self.listen(socket, screen, visitor)
        finally:
            self.terminals.discard(transport)
            visitor.end()
            sending.cancel()
        return socket

    def guest(self, request: web.Request) -> Guest:
        key = f"browser {digest(request.cookies[BROWSER]).hex()}"
        address = address_of(request.transport)
        return Guest("web", key, address, self.visitors.host.book.name_of(key))

    async def listen(self, socket: web.WebSocketResponse, screen: Screen, visitor: Visitor) -> None:
        """Listen to a browser; anything that makes no sense ends the line."""
        async for message in socket:
            if message.type != WSMsgType.TEXT:
                return
            try:
                match json.loads(message.data):
                    case ["stdin", str(typed)]:
                        visitor.feed(typed.encode("utf-8", "replace"))
                    case ["resize", {"width": int(width), "height": int(height)}]:
                        screen.width = width
                        visitor.resize(width, height)
                    case ["ping", str(stamp)]:
                        await socket.send_json(["pong", stamp[:32]])
                    case ["focus"]:
                        visitor.feed(FOCUS)
                    case ["blur"]:
                        visitor.feed(BLUR)
            except (ValueError, RecursionError):
                return
            await screen.may_type.wait()


class Screen:
    """A browser's terminal as a visitor's process sees it."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.width = NARROW
        """How many columns it has."""
        self.may_type = asyncio.Event()
        self.may_type.set()
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()
        self._behind = 0
        self._over = False

    def write(self, data: bytes) -> None:
        if not self._over:
            self._behind += len(data)
            self._waiting.put_nowait(data)

    def hold(self, wait: bool) -> None:
        (self.may_type.clear if wait else self.may_type.set)()

    def close(self, sentence: str) -> None:
        self.may_type.set()
        if sentence:
            lines = wrap(sentence, max(NARROW, self.width) - 2)
            self.write("".join(f"\r\n {line}" for line in [*lines, ""]).encode())
        self.write(b"")
        self._over = True

    async def run(self, visitor: Visitor | None) -> None:
        """Send what there is; a browser that does not read makes only its own process wait."""
        with suppress(ConnectionError):
            while data := await self._waiting.get():
                if visitor is not None and self._behind > BEHIND:
                    visitor.pause()
                await self.socket.send_bytes(data)
                self._behind -= len(data)
                if visitor is not None and self._behind <= BEHIND:
                    visitor.resume()
        await self.socket.close()


class Threshold(asyncio.Protocol):
    """A new connection: it is handed on, or told that there is no room."""

    def __init__(self, door: WebDoor) -> None:
        self.door = door
        self.sentence = ""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        why = self.door.no_room(address_of(transport))
        if not why:
            handler = self.door.server()
            transport.set_protocol(handler)
            handler.connection_made(transport)
        elif len(self.door.turned_away) >= TURNED_AWAY:
            transport.abort()
        else:
            self.sentence = self.door.visitors.say(why, "")
            self.door.turned_away.add(self)
            asyncio.get_running_loop().call_later(PATIENCE, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Whatever was asked for, there is one answer."""
        text = self.sentence.encode()
        head = "HTTP/1.1 503 Service Unavailable", "Content-Type: text/plain; charset=utf-8"
        kept = [f"{name}: {value}" for name, value in HEADERS.items()]
        ends = [f"Content-Length: {len(text)}", "Connection: close", "", ""]
        told = "\r\n".join([*head, *kept, *ends])
        self.transport.write(told.encode() + text)
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.turned_away.discard(self)


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)


def address_of(transport: asyncio.BaseTransport | None) -> str:
    """Where a connection comes from."""
    peer = transport.get_extra_info("peername") if transport is not None else None
    return str(peer[0]).removeprefix("::ffff:") if peer else "?"


def kept_token(path: Path) -> str:
    """What opens the door; it stays the same, so that links keep working."""
    with suppress(OSError, UnicodeDecodeError):
        token = read_small(path).decode("ascii").strip()
        if len(token) >= LEAST:
            return token
    token = secrets.token_urlsafe(24)
    private_file(path, token.encode())
    return token


def host_of(request: web.Request) -> str:
    """The host that the browser asked for, fit for a header."""
    return "".join(sign for sign in request.host if sign.isalnum() or sign in ".:-[]")


def language_of(request: web.Request) -> str:
    wish = request.headers.get("Accept-Language", "")[:2].lower()
    return wish if wish.isalpha() and wish.isascii() else ""


def picture(link: str) -> list[str]:
    """A link as a QR code in half blocks, to be shown dark on light."""
    code = segno.make(link, error="l", micro=False)
    dots = [[bool(dot) for dot in row] for row in code.matrix_iter(border=4)]
    if len(dots) % 2:
        dots.append([False] * len(dots[0]))
    lines = []
    for upper, lower in zip(dots[::2], dots[1::2], strict=True):
        signs = (" ▄▀█"[2 * up + low] for up, low in zip(upper, lower, strict=True))
        lines.append("".join(signs))
    return lines
