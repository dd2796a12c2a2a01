"""A place: where a host is, read once from whatever a person types or pastes.

rowan.local   rowan.local:4000   192.0.2.7:4000   2001:db8::7   [2001:db8::7]:4000
MOON-…        the six letters of a code           /run/moontui/x.sock
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address
from typing import NamedTuple

from net.invites import LETTERS, PREFIX, Invite, typed
from net.text import clean

PORT = 26666
"""Where a host listens unless it is told otherwise."""
CODE = 6
"""How many letters a code has."""
TORN = 10
"""This many letters after `MOON-` make an invitation, even one with a typo; fewer may be a name."""

COMMAND = re.compile(r"^\W*moontui\s+(?:join|watch|plain)\s+", re.IGNORECASE)
INVITATION = re.compile(rf"^{PREFIX}[\W_]*(?=(?P<rest>.*))", re.IGNORECASE | re.DOTALL)
NAME = re.compile(r"[\w-]+(?:\.[\w-]+)*\.?")


class NoPlace(ValueError):
    """A text that leads nowhere."""


class Place(NamedTuple):
    """Where a host is, and the key it must be known by."""

    address: str
    port: int = PORT
    tls: bool = True
    pin: bytes = b""
    """Empty: the key it had last time, or any key if it is met for the first time."""
    code: str = ""
    """The same text, if it could also be the code of a host nearby."""
    letters: str = ""
    """The code that its key must have, as a person has typed it."""
    claims: str = ""
    """The code that it is announced with."""
    name: str = ""
    """What a host is called that announces itself here; empty: nobody has said so."""

    @property
    def is_local(self) -> bool:
        """Whether no network is involved: a socket of this machine, or of this process."""
        return not self.port

    @property
    def authority(self) -> str:
        """Address and port as one text; host names ignore case."""
        return f"{self.address.lower()}:{self.port}"

    def __str__(self) -> str:
        address = clean(self.address, 255 if self.is_local else 40)
        if self.is_local:
            return address or "moontui"
        return f"[{address}]:{self.port}" if ":" in address else f"{address}:{self.port}"


HERE = Place("", 0, tls=False)
"""The host in this process, or, for visitors, the one that started it."""


def parse(text: str, port: int = PORT) -> Place:
    """Where a text leads; the port is for texts without one. Raises `BadInvite`, `NoPlace`."""
    text = COMMAND.sub("", text.strip()).strip()
    if text.startswith("/"):  # case matters in a path
        return Place(text, 0, tls=False)
    if is_invitation(text):
        invite = Invite.decode(text)
        return Place(invite.address, invite.port, bool(invite.pin), invite.pin)
    address, number = split(text, port)
    if not is_address(address, number) or not is_sound(address):
        raise NoPlace(text)
    return Place(address, number, code=code_of(text))


def is_invitation(text: str) -> bool:
    """Whether a text is meant as an invitation; a host may well be called `moon` or `moon-base`."""
    found = INVITATION.match(text)
    if found is None or re.search(r"[.:]\w", text):
        return False
    return bool(re.search(r"\s", text)) or len(typed(found["rest"])) >= TORN


def split(text: str, port: int) -> tuple[str, int]:
    """An address, and the port after it if there is one. Raises `NoPlace`."""
    if found := re.fullmatch(r"\[([^\]]*:[^\]]*)\](?::(\d{1,5}))?", text):
        return found[1], int(found[2]) if found[2] else port
    if text.count(":") != 1:
        return text, port
    address, _, number = text.partition(":")
    if not re.fullmatch(r"[0-9]{1,5}", number):
        raise NoPlace(text)
    return address, int(number)


def is_sound(address: str) -> bool:
    """Whether this is an address, or could be the name of a host."""
    try:
        if ":" in address:
            return bool(IPv6Address(address))
        if re.fullmatch(r"[0-9.]+", address):
            return bool(IPv4Address(address))
    except ValueError:
        return False
    return NAME.fullmatch(address) is not None


def is_address(address: object, port: object) -> bool:
    """Whether this can be an address and a port, and harms nobody who reads it."""
    return (
        isinstance(address, str)
        and address == clean(address, 255) != ""
        and type(port) is int
        and 0 < port < 65536
    )


def code_of(text: str) -> str:
    """The code that a text may be; empty: it is not one."""
    letters = typed(text)
    return letters if len(text) == len(letters) == CODE and set(letters) <= set(LETTERS) else ""
