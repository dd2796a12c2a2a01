"""Invitations survive being typed, and say in one sentence when they did not."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import IPv4Address, IPv6Address
from random import Random

import pytest

from net.invites import (
    LETTERS,
    BadInvite,
    Invite,
    crc,
    fingerprint,
    short_code,
    spell,
    typed,
)

PIN = bytes(range(100, 116))
AT_HOME = Invite("192.168.1.17", 4747, PIN, private=True)
EXAMPLES = (
    AT_HOME,
    Invite("10.0.0.1", 1, b"", private=False),
    Invite("2001:db8::17", 65535, PIN, private=False),
    Invite("fe80::1", 4747, b"", private=True),
)


def random_invite(rng: Random) -> Invite:
    wide = rng.random() < 0.5
    return Invite(
        str(IPv6Address(rng.randbytes(16)) if wide else IPv4Address(rng.randbytes(4))),
        rng.randint(1, 65535),
        rng.randbytes(16) if rng.random() < 0.5 else b"",
        rng.random() < 0.5,
    )


def test_a_thousand_invitations_come_back_as_they_were() -> None:
    rng = Random(1)
    for _ in range(1000):
        invite = random_invite(rng)
        assert Invite.decode(invite.encode()) == invite


def test_an_invitation_to_the_lan_has_forty_letters_in_groups_of_five() -> None:
    moon, *groups = AT_HOME.encode().split("-")
    assert moon == "MOON"
    assert [len(group) for group in groups] == [5] * 8


def test_an_invitation_is_the_same_for_ever() -> None:
    text = "MOON-2V0AG-08H2A-5P8SB-6CXM6-JTKBD-HPPWV-VGE5S-7706Q"
    assert AT_HOME.encode() == text


@pytest.mark.parametrize("invite", EXAMPLES, ids=lambda invite: invite.address)
def test_every_flipped_bit_is_found(invite: Invite) -> None:
    payload = invite.payload()
    for bit in range(len(payload) * 8):
        flipped = bytearray(payload)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(BadInvite):
            Invite.decode("MOON" + spell(bytes(flipped)))


@pytest.mark.parametrize("invite", EXAMPLES, ids=lambda invite: invite.address)
def test_every_wrong_letter_is_found(invite: Invite) -> None:
    letters = spell(invite.payload())
    for at, right in enumerate(letters):
        for wrong in set(LETTERS) - {right}:
            with pytest.raises(BadInvite):
                Invite.decode("MOON" + letters[:at] + wrong + letters[at + 1 :])


@pytest.mark.parametrize("invite", EXAMPLES, ids=lambda invite: invite.address)
def test_two_neighbours_in_the_wrong_order_are_found(invite: Invite) -> None:
    letters = spell(invite.payload())
    for at in range(len(letters) - 1):
        one, other = letters[at], letters[at + 1]
        if one != other:
            with pytest.raises(BadInvite):
                Invite.decode("MOON" + letters[:at] + other + one + letters[at + 2 :])


@pytest.mark.parametrize("invite", EXAMPLES, ids=lambda invite: invite.address)
def test_a_missing_letter_is_found(invite: Invite) -> None:
    letters = spell(invite.payload())
    for at in range(len(letters)):
        with pytest.raises(BadInvite):
            Invite.decode("MOON" + letters[:at] + letters[at + 1 :])


@pytest.mark.parametrize("invite", EXAMPLES, ids=lambda invite: invite.address)
def test_an_added_letter_is_found(invite: Invite) -> None:
    letters = spell(invite.payload())
    for at in range(len(letters) + 1):
        with pytest.raises(BadInvite):
            Invite.decode("MOON" + letters[:at] + "0" + letters[at:])


@pytest.mark.parametrize(
    "text",
    [
        AT_HOME.encode().lower(),
        AT_HOME.encode().replace("-", ""),
        AT_HOME.encode().replace("-", " "),
        AT_HOME.encode().replace("-", " – "),
        f"  <{AT_HOME.encode()}>.\n",
        AT_HOME.encode().replace("0", "O"),
        AT_HOME.encode().replace("0", "o"),
        AT_HOME.encode().replace("-2V", "\n2v\u200b"),
    ],
)
def test_an_invitation_may_be_typed_as_one_likes(text: str) -> None:
    assert Invite.decode(text) == AT_HOME


@pytest.mark.parametrize("slip", ["I", "i", "L", "l"])
def test_a_one_may_be_typed_as_a_letter(slip: str) -> None:
    invite = Invite("10.0.0.1", 4747, b"", private=False)
    assert invite.encode() == "MOON-20500-0012A-5K4X8"
    assert Invite.decode(invite.encode().replace("1", slip)) == invite


@pytest.mark.parametrize(
    "text",
    [
        "",
        "MOON",
        "MOON-",
        "MOON-0",
        "MOON-UUUUU",
        "MOON-ÄÖÜ",
        "MOON-１２３",
        "192.168.1.17:4747",
        "MOON-" + "0" * 40,
        "MOON-" + "0" * 1_000_000,
        AT_HOME.encode().removeprefix("MOON-"),
        AT_HOME.encode() + AT_HOME.encode(),
    ],
    ids=lambda text: text[:12],
)
def test_what_is_no_invitation_is_refused(text: str) -> None:
    with pytest.raises(BadInvite):
        Invite.decode(text)


def test_a_slip_is_told_in_one_sentence() -> None:
    with pytest.raises(BadInvite, match=r"^This invitation has a typo: compare it .*\.$"):
        Invite.decode(AT_HOME.encode().replace("2V0AG", "2V0AH"))


@pytest.mark.parametrize("first", [0x00, 0x18, 0x20, 0xF2])
def test_an_invitation_of_another_version_is_refused_as_such(first: int) -> None:
    body = bytes([first]) + AT_HOME.payload()[1:-2]
    with pytest.raises(BadInvite, match="made by a newer moontui"):
        Invite.decode("MOON" + spell(body + crc(body)))


def test_an_invitation_to_no_port_is_refused() -> None:
    body = bytes([0x10, 10, 0, 0, 1, 0, 0])
    with pytest.raises(BadInvite, match="from 1 to 65535, not 0"):
        Invite.decode("MOON" + spell(body + crc(body)))


@pytest.mark.parametrize(
    ("invite", "reason"),
    [
        (replace(AT_HOME, address="ana.local"), "needs an address, not 'ana.local'"),
        (replace(AT_HOME, address="fe80::1%eth0"), "means nothing on another machine"),
        (replace(AT_HOME, port=0), "not 0"),
        (replace(AT_HOME, port=65536), "not 65536"),
        (replace(AT_HOME, pin=b"short"), "has 16 bytes, not 5"),
    ],
)
def test_an_invitation_that_leads_nowhere_is_not_made(invite: Invite, reason: str) -> None:
    with pytest.raises(BadInvite, match=reason):
        invite.encode()


def test_a_fingerprint_comes_in_groups_that_can_be_compared() -> None:
    assert fingerprint(PIN) == "6465 6667 6869 6A6B 6C6D 6E6F 7071 7273"


def test_the_short_code_is_the_first_thirty_bits_of_the_pin() -> None:
    bits = "".join(f"{LETTERS.index(letter):05b}" for letter in short_code(PIN))
    assert int(bits, 2) == int.from_bytes(PIN[:4]) >> 2


def test_a_short_code_is_known_however_it_is_typed() -> None:
    assert typed(" oL2-345") == short_code(bytes.fromhex("00443214") + bytes(12))
