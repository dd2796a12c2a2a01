"""A place is read once, in the same way everywhere, from whatever a person types or pastes."""

from __future__ import annotations

import pytest

from moontui.client.place import PORT, NoPlace, Place, parse
from net.invites import BadInvite, Invite

INVITE = Invite("192.0.2.7", 4000, bytes(16), private=False).encode()
INVITED = Place("192.0.2.7", 4000, True, bytes(16))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("192.0.2.7", Place("192.0.2.7")),
        ("192.0.2.7:4000", Place("192.0.2.7", 4000)),
        ("rowan.local", Place("rowan.local")),
        (" rowan.local:4000 ", Place("rowan.local", 4000)),
        ("2001:db8::7", Place("2001:db8::7")),
        ("[2001:db8::7]", Place("2001:db8::7")),
        ("[2001:db8::7]:4000", Place("2001:db8::7", 4000)),
        ("fe80::1%eth0", Place("fe80::1%eth0")),
        ("/run/moontui/x.sock", Place("/run/moontui/x.sock", 0, tls=False)),
        ("moontui join rowan:4000", Place("rowan", 4000)),
        ("moontui join /run/moontui/x.sock", Place("/run/moontui/x.sock", 0, tls=False)),
        ("$ moontui watch [::1]:4000", Place("::1", 4000)),
    ],
)
def test_an_address_is_understood(text: str, place: Place) -> None:
    assert parse(text) == place


@pytest.mark.parametrize(
    "text",
    [
        INVITE,
        INVITE.lower(),
        INVITE.replace("-", " "),
        INVITE.replace("-", ""),
        f"{INVITE}.",
        f"moontui join {INVITE}",
        f"moontui plain {INVITE}",
    ],
)
def test_an_invitation_is_understood_however_it_is_written(text: str) -> None:
    assert parse(text) == INVITED


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("moonbase.local", Place("moonbase.local")),
        ("moon:26666", Place("moon", 26666)),
        ("moon", Place("moon")),
        ("moon-base", Place("moon-base")),
        ("Moon-base-one.example.org:4000", Place("Moon-base-one.example.org", 4000)),
    ],
)
def test_a_host_may_be_called_after_the_moon(text: str, place: Place) -> None:
    assert parse(text) == place


@pytest.mark.parametrize("text", ["MOON-AAAAA-BBBBB", INVITE[:-1], INVITE.replace("Y", "X")])
def test_an_invitation_with_a_typo_is_told_apart(text: str) -> None:
    with pytest.raises(BadInvite):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "a b", "rowan:port", "rowan:99999", "rowan:0", "rowan:", "[::1]x", "[rowan]:4000"),
        *("a:b:c", "192.0.2.256", "192.0.2", "\x1b[2J", "http://rowan", "rowan..local"),
    ],
)
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(NoPlace):
        parse(text)


def test_a_port_that_is_not_named_is_the_one_that_was_asked_for() -> None:
    assert [parse(text, 4000).port for text in ("rowan", "rowan:5000")] == [4000, 5000]
    assert parse("rowan").port == PORT


@pytest.mark.parametrize(("text", "code"), [("k3v9qa", "K3V9QA"), ("KOV9QI", "K0V9Q1")])
def test_six_letters_may_be_a_code_and_may_be_a_name(text: str, code: str) -> None:
    assert parse(text) == Place(text, code=code)


@pytest.mark.parametrize("text", ["rowan", "rowans.", "k3-v9qa", "K3V9QU"])
def test_what_no_host_could_have_as_its_code_is_none(text: str) -> None:
    assert not parse(text).code


@pytest.mark.parametrize("text", ["rowan:4000", "[2001:db8::7]:4000", "/run/moontui/x.sock"])
def test_a_place_in_words_leads_there_again(text: str) -> None:
    assert str(parse(text)) == text
