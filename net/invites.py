"""An invitation: where a table is and which key it is known by, in letters to be read aloud.

`MOON-` and then, in groups of five letters, these bytes:

    version and flags 1 | address 4 or 16 | port 2 | pin of the host 16, or none | CRC-16 2

The CRC catches any typo in one letter or in two adjacent ones before anybody connects anywhere.
"""

from __future__ import annotations

from binascii import crc_hqx
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

PREFIX = "MOON"
PIN_BYTES = 16
PAIRING = 10
"""How many letters a pairing code has."""
LONGEST = 500
"""How much of a typed text is looked at; an invitation has 76 characters at most."""

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U: whoever reads or hears a 1 or a 0 as a letter is understood."""
SLIPS = str.maketrans("ILO", "110")

VERSION = 0x10
WIDE, PINNED, PRIVATE = 1, 2, 4  # flags: an IPv6 address, a pin, a table with a password


class BadInvite(ValueError):
    """An invitation that cannot be used; the sentence is fit to be shown to a player."""


@dataclass(frozen=True, slots=True)
class Invite:
    """All it takes to get to a table."""

    address: str
    """An IPv4 or IPv6 address, not a name."""
    port: int
    pin: bytes
    """What the host's certificate is known by; empty: the host runs without TLS."""
    private: bool
    """The host asks for a password."""

    def encode(self) -> str:
        """The invitation as text. Raises `BadInvite` if no table can be reached with it."""
        letters = spell(self.payload())
        groups = (letters[at : at + 5] for at in range(0, len(letters), 5))
        return "-".join((PREFIX, *groups))

    def payload(self) -> bytes:
        """The invitation as bytes, the CRC at the end."""
        try:
            address = ip_address(self.address)
        except ValueError as error:
            raise BadInvite(f"An invitation needs an address, not {self.address!r}.") from error
        wide = isinstance(address, IPv6Address)
        if "%" in self.address:  # the name of a network card, which means nothing elsewhere
            raise BadInvite(f"The address {self.address} means nothing on another machine.")
        if not 0 < self.port < 2**16:
            raise BadInvite(f"A port is a number from 1 to 65535, not {self.port}.")
        if len(self.pin) not in (0, PIN_BYTES):
            raise BadInvite(f"The pin of a host has {PIN_BYTES} bytes, not {len(self.pin)}.")
        flags = WIDE * wide | PINNED * bool(self.pin) | PRIVATE * self.private
        body = bytes([VERSION | flags]) + address.packed + self.port.to_bytes(2) + self.pin
        return body + crc(body)

    @classmethod
    def decode(cls, text: str) -> Invite:
        """The invitation that was typed, in whatever case and spacing. Raises `BadInvite`."""
        letters = typed(text[:LONGEST])
        prefix = typed(PREFIX)
        if not letters.startswith(prefix):
            raise BadInvite("An invitation starts with MOON.")
        letters = letters.removeprefix(prefix)
        payload = unspell(letters)
        body, check = payload[:-2], payload[-2:]
        if not body or crc(body) != check:
            raise BadInvite(SLIP)
        flags = body[0] ^ VERSION
        if flags & ~(WIDE | PINNED | PRIVATE):
            raise BadInvite("This invitation was made by a newer moontui.")
        end = 17 if flags & WIDE else 5
        if len(body) != end + 2 + (PIN_BYTES if flags & PINNED else 0):
            raise BadInvite(SLIP)
        invite = cls(
            str(ip_address(body[1:end])),
            int.from_bytes(body[end : end + 2]),
            body[end + 2 :],
            bool(flags & PRIVATE),
        )
        if spell(invite.payload()) != letters:
            raise BadInvite(SLIP)
        return invite


def fingerprint(pin: bytes) -> str:
    """A pin for two people to compare: `3F2A 91C0 ...`"""
    return pin.hex(" ", -2).upper()


def short_code(pin: bytes) -> str:
    """Six letters to find a table by; they do not prove that it is the right one."""
    return spell(pin)[:6]


def code_in_groups(code: str) -> str:
    """A pairing code as it is shown: `K3-9QF2-7TWM`. Anything that is not one is made harmless."""
    code = typed(code)[:PAIRING]
    return "-".join(filter(None, (code[:2], code[2:6], code[6:])))


def typed(text: str) -> str:
    """The letters of a typed code, without blanks, dashes and what a chat adds to them, and with
    0, O, 1, I and L as they were meant."""
    return "".join(filter(str.isalnum, text.upper())).translate(SLIPS)


def spell(data: bytes) -> str:
    """Bytes as letters, five bits each; the last is filled up with zeros."""
    bits = "".join(f"{byte:08b}" for byte in data)
    fives = (bits[at : at + 5].ljust(5, "0") for at in range(0, len(bits), 5))
    return "".join(LETTERS[int(five, 2)] for five in fives)


def unspell(letters: str) -> bytes:
    """The whole bytes that letters spell. Raises `BadInvite` for a letter that is not ours."""
    try:
        bits = "".join(f"{LETTERS.index(letter):05b}" for letter in letters)
    except ValueError as error:
        raise BadInvite(SLIP) from error
    return bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8))


def crc(body: bytes) -> bytes:
    return crc_hqx(body, 0xFFFF).to_bytes(2)


SLIP = "This invitation has a typo: compare it letter by letter with the one you were sent."
