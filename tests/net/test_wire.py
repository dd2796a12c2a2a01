"""What is a frame and what is not: a numbered list of cases, and round trips."""

from __future__ import annotations

import tracemalloc
from typing import Any, NamedTuple, get_args

import msgpack
import pytest

from engine.core import Ask, Blocked, Choice, Event, Seat
from net import messages as said
from net.messages import Message
from net.wire import ASKING, TO_CLIENT, TO_HOST, Frames, Malformed, pack, unpack

ACCEPTED = ""
UNFINISHED = "unfinished"
EMPTY = "an empty frame"
TOO_LONG = "a frame too long"
NO_MSGPACK = "not msgpack"
TOO_DEEP = "nested too deeply"
TWICE = "a key twice"
EXTENSION = "an extension type"
NO_MESSAGE = "no such message"

NONCE, SEAL = "0123456789abcdef" * 2, "0123456789abcdef" * 4

FROM_CLIENTS: tuple[Message, ...] = (
    said.Hello(1, "Ada"),
    said.Tables(),
    said.Create(
        "wolfmoon",
        4,
        {"length": "round"},
        "greedy",
        "Ada's",
        watch="none",
        notebook="odds",
        bots=2,
        password="x",
    ),
    said.Join("ab12cd34", "token", "password", True),
    said.Pair(),
    said.Claim("K3-9QF2-7TWM"),
    said.Allow(True),
    said.Move(3, False),
    said.Consent(True),
    said.Take(True, 26666, "00ff", "ff00"),
    said.Page(32 * 1024),
    said.Prepared(SEAL),
    said.Follow("ab12"),
    said.Bot("greedy"),
    said.Remove(3),
    said.Dismiss(7),
    said.Lift(2),
    said.Keeper(9),
    said.Wolf(),
    said.Change("onenight", 5, {"length": "round"}, "easy", clock=True, players="09"),
    said.Sit(False),
    said.Ready(SEAL, SEAL, False),
    said.Open(NONCE),
    said.Start(),
    said.Act(2**63 - 1, 2**63 - 1, "guess", -(2**31)),
    said.Say("Grüße, 狼"),
    said.Phrase("thanks"),
    said.Decide(0, "wait"),
    said.Hurry(),
    said.Clock("more"),
    said.Hint(),
    said.Leave(),
    said.CallBack(65535, NONCE),
    said.Pong(),
)
"""Every message of a client, once."""

WORD = said.Succession("ab12", 2, "ab" * 16, "cd" * 32, "00ff", "ff00")

FROM_HOSTS: tuple[Message, ...] = (
    said.Welcome(1, "Ada's machine", ["wolfmoon"]),
    said.TableList([said.Row("ab12", "Ada's", "wolfmoon", 4, 2, "lobby", True, "none")]),
    said.Seated("ab12", 3, "token", 2),
    said.Pairing("K39QF27TWM", 120.0),
    said.Claimed("Bo", "192.0.2.7"),
    said.Handing(2, 100, SEAL, [WORD]),
    said.Part(0, "bW9vbg=="),
    said.Moved("ab12", [WORD], "192.0.2.7", 26666, "Bo"),
    said.Room(
        "wolfmoon",
        2,
        {"length": "round"},
        "greedy",
        "Ada's",
        table="ab12",
        phase="playing",
        keeper=0,
        players=[
            said.Player("person", "Ada", away=True),
            said.Player("bot", "Bela", level="greedy"),
        ],
        watchers=[said.Someone(1, "Cleo", waits=True)],
        commitment="00" * 32,
        seals=[SEAL, ""],
        voided=2,
        given_up=1,
        absent=0,
        evening=said.Evening(
            2,
            [said.Score("Ada", 2, 1, 0.5, {"wolfmoon": 1})],
            said.Played("wolfmoon", ["Ada", "Bela"], [0], [2, 1]),
        ),
        moving=said.Moving(1, [0]),
    ),
    said.Update(7, {"hands": [[1], [-1]]}, [["draw", 0, None, [-1], 0, None]], 12, seconds=6.5),
    said.Advice(7, [[[["play", 2], ["aim", 1]], 0.25]], 0.5, [said.Why("hit", 1, [7], 0.5, 0.25)]),
    said.Done(2**63 - 1),
    said.Refused("late", "act", 5, "detail"),
    said.Said("Ada", 0, "hello"),
    said.Notice("left", "Ada"),
    said.CalledBack(True),
    said.Proof("11" * 32, [NONCE, ""], '{"game": "wolfmoon"}\n'),
    said.Bye("host_stops"),
    said.Ping(),
)
"""Every message of a host, once."""


WRONG: tuple[Any, ...] = (None, 1.5, b"", [], [0], {"a": {}}, "x" * 2_000)
"""What no field of a client's messages accepts."""


class Case(NamedTuple):
    """Bytes from a client, and what becomes of them."""

    number: int
    title: str
    stream: bytes
    verdict: str


def framed(payload: bytes) -> bytes:
    return len(payload).to_bytes(4, "big") + payload


def plain(value: Any) -> bytes:
    packed: bytes = msgpack.packb(value)
    return framed(packed)


def hello(**fields: Any) -> bytes:
    """A hello in which some fields differ."""
    return plain({"t": "hello", "version": 1, "name": "Ada"} | fields)


def act(**fields: Any) -> bytes:
    return plain({"t": "act", "turn": 1, "id": 1, "verb": "draw"} | fields)


def create(**fields: Any) -> bytes:
    return plain({"t": "create", "game": "wolfmoon", "seats": 4} | fields)


def nested(depth: int) -> bytes:
    """A hello whose name is a list in a list and so on; the map around it is one deep itself."""
    inner = b"\x91" * (depth - 1) + b"\xc0"
    return framed(b"\x83\xa1t\xa5hello\xa7version\x01\xa4name" + inner)


def with_name(raw: bytes) -> bytes:
    """A hello with a name in these very bytes of msgpack."""
    return framed(b"\x83\xa1t\xa5hello\xa7version\x01\xa4name" + raw)


def with_version(raw: bytes) -> bytes:
    """A hello with a version in these very bytes of msgpack."""
    return framed(b"\x83\xa1t\xa5hello\xa4name\xa1a\xa7version" + raw)


def promises(header: bytes) -> bytes:
    """A thousand nested lists or maps, each of which promises to be long."""
    return framed((header * 1_000).ljust(TO_HOST, b"\xc0"))


def padded(size: int) -> bytes:
    """A payload of this many bytes that is msgpack, but not a message."""
    return framed(b"\xdc" + (size - 3).to_bytes(2, "big") + b"\xc0" * (size - 3))


TITLES: tuple[tuple[str, bytes, str], ...] = (
    # lengths
    ("nothing at all", b"", ACCEPTED),
    ("one byte of a length", b"\x00", UNFINISHED),
    ("three bytes of a length", b"\x00\x00\x00", UNFINISHED),
    ("length 0", (0).to_bytes(4, "big"), EMPTY),
    ("length 0, bytes behind it", (0).to_bytes(4, "big") + b"\x80", EMPTY),
    ("length 1, nothing behind it", b"\x00\x00\x00\x01", UNFINISHED),
    ("length 1, an empty map", framed(b"\x80"), NO_MESSAGE),
    ("length 1, nil", framed(b"\xc0"), NO_MESSAGE),
    ("length 1, a byte that msgpack never uses", framed(b"\xc1"), NO_MSGPACK),
    ("the greatest length, nothing behind it", TO_HOST.to_bytes(4, "big"), UNFINISHED),
    ("the greatest length, one byte short", padded(TO_HOST)[:-1], UNFINISHED),
    ("the greatest length, full of nothing", padded(TO_HOST), NO_MSGPACK),
    ("the greatest length and one", (TO_HOST + 1).to_bytes(4, "big"), TOO_LONG),
    ("the greatest length and one, complete", padded(TO_HOST + 1), TOO_LONG),
    ("what only clients may be sent", TO_CLIENT.to_bytes(4, "big"), TOO_LONG),
    ("length 2^24", (2**24).to_bytes(4, "big"), TOO_LONG),
    ("length 2^31 - 1", (2**31 - 1).to_bytes(4, "big"), TOO_LONG),
    ("length 2^31", (2**31).to_bytes(4, "big"), TOO_LONG),
    ("length 2^32 - 1", (2**32 - 1).to_bytes(4, "big"), TOO_LONG),
    ("a little-endian length", len(hello()[4:]).to_bytes(4, "little") + hello()[4:], TOO_LONG),
    ("a request for a web page", b"GET / HTTP/1.1\r\n\r\n", TOO_LONG),
    ("a TLS greeting", bytes.fromhex("16030100f1010000ed0303"), TOO_LONG),
    ("an SSH greeting", b"SSH-2.0-OpenSSH_9.9\r\n", TOO_LONG),
    ("two frames", hello() + hello(), ACCEPTED),
    ("a frame and half a frame", hello() + hello()[:7], UNFINISHED),
    ("a frame and an empty one", hello() + bytes(4), EMPTY),
    # depth
    ("a list where a name should be", nested(2), NO_MESSAGE),
    ("as deep as may be", nested(ASKING.depth), NO_MESSAGE),
    ("one deeper", nested(ASKING.depth + 1), TOO_DEEP),
    ("100 deep", nested(100), TOO_DEEP),
    ("1,000 deep", nested(1_000), TOO_DEEP),
    ("1,025 deep", nested(1_025), TOO_DEEP),
    ("8,000 deep", nested(8_000), TOO_DEEP),
    ("8 lists", framed(b"\x91" * 8 + b"\xc0"), NO_MESSAGE),
    ("9 lists", framed(b"\x91" * 9 + b"\xc0"), TOO_DEEP),
    ("9 maps", framed(b"\x81\xa1a" * 9 + b"\xc0"), TOO_DEEP),
    ("1,000 maps", framed(b"\x81\xa1a" * 1_000 + b"\xc0"), TOO_DEEP),
    ("2,000 maps", framed(b"\x81\xa1a" * 2_000 + b"\xc0"), TOO_DEEP),
    # great promises
    ("a list of 2^32 - 1", framed(b"\xdd\xff\xff\xff\xff"), NO_MSGPACK),
    ("a list of 2^31", framed(b"\xdd\x80\x00\x00\x00"), NO_MSGPACK),
    ("a list of 65,535", framed(b"\xdc\xff\xff"), NO_MSGPACK),
    ("a map of 2^32 - 1", framed(b"\xdf\xff\xff\xff\xff"), NO_MSGPACK),
    ("a map of 65,535", framed(b"\xde\xff\xff"), NO_MSGPACK),
    ("a text of 4 GB", with_name(b"\xdb\xff\xff\xff\xff"), NO_MSGPACK),
    ("a text of 65,535 bytes", with_name(b"\xda\xff\xff"), NO_MSGPACK),
    ("binary of 4 GB", with_name(b"\xc6\xff\xff\xff\xff"), NO_MSGPACK),
    ("an extension of 4 GB", with_name(b"\xc9\xff\xff\xff\xff\x05"), NO_MSGPACK),
    ("1,000 lists of 8,000 in each other", promises(b"\xdc\x1f\x40"), NO_MSGPACK),
    ("1,000 lists of 64 in each other", promises(b"\xdc\x00\x40"), NO_MSGPACK),
    ("1,000 maps of 8,000 in each other", promises(b"\xde\x1f\x40\xa0"), NO_MSGPACK),
    # sizes of lists, maps and texts
    ("a list of 64", plain([0] * 64), NO_MESSAGE),
    ("a list of 65", plain([0] * 65), NO_MSGPACK),
    ("a map of 32", plain({f"k{n}": 0 for n in range(32)}), NO_MESSAGE),
    ("a map of 33", plain({f"k{n}": 0 for n in range(33)}), NO_MSGPACK),
    ("32 options", create(options={f"k{n}": "v" for n in range(32)}), ACCEPTED),
    ("33 options", create(options={f"k{n}": "v" for n in range(33)}), NO_MSGPACK),
    ("a text of 1,024 signs", plain({"t": "say", "text": "a" * 1_024}), ACCEPTED),
    ("a text of 1,025 signs", plain({"t": "say", "text": "a" * 1_025}), NO_MESSAGE),
    ("1,024 signs of two bytes", plain({"t": "say", "text": "ü" * 1_024}), ACCEPTED),
    ("1,024 signs of three bytes", plain({"t": "say", "text": "狼" * 1_024}), NO_MSGPACK),
    ("a text of 2,049 bytes", plain({"t": "say", "text": "a" * 2_049}), NO_MSGPACK),
    ("an empty text", plain({"t": "say", "text": ""}), ACCEPTED),
    ("a key of 2,000 bytes", plain({"t": "tables", "k" * 2_000: 0}), NO_MESSAGE),
    ("a word of 32 signs", act(verb="v" * 32), ACCEPTED),
    ("a word of 33 signs", act(verb="v" * 33), NO_MESSAGE),
    ("a token of 64 signs", plain({"t": "join", "table": "ab12", "token": "x" * 64}), ACCEPTED),
    ("a token of 65 signs", plain({"t": "join", "table": "ab12", "token": "x" * 65}), NO_MESSAGE),
    # kinds of values
    ("NaN", hello(version=float("nan")), NO_MESSAGE),
    ("infinity", hello(version=float("inf")), NO_MESSAGE),
    ("a whole number with a point", hello(version=1.0), NO_MESSAGE),
    ("a short float", with_version(b"\xca\x3f\x80\x00\x00"), NO_MESSAGE),
    ("a float alone", plain(1.5), NO_MESSAGE),
    ("true for a number", hello(version=True), NO_MESSAGE),
    ("nil for a number", hello(version=None), NO_MESSAGE),
    ("a text for a number", hello(version="1"), NO_MESSAGE),
    ("a list for a number", hello(version=[1]), NO_MESSAGE),
    ("a number for a text", hello(name=1), NO_MESSAGE),
    ("nil for a text", hello(name=None), NO_MESSAGE),
    ("a map for a text", hello(name={}), NO_MESSAGE),
    ("binary for a text", hello(name=b"Ada"), NO_MSGPACK),
    ("empty binary for a text", hello(name=b""), NO_MESSAGE),
    ("1 for true", plain({"t": "ready", "seal": SEAL, "ready": 1}), NO_MESSAGE),
    ("a list for a map", create(options=[]), NO_MESSAGE),
    ("a number among the options", create(options={"length": 1}), NO_MESSAGE),
    ("a map among the options", create(options={"length": {}}), NO_MESSAGE),
    ("an empty extension", with_name(b"\xc7\x00\x05"), EXTENSION),
    ("an extension of one byte", with_name(b"\xd4\x05\x00"), NO_MSGPACK),
    ("an extension of 16 bytes", with_name(b"\xd8\x05" + bytes(16)), NO_MSGPACK),
    ("a point in time", with_name(b"\xd6\xff" + bytes(4)), NO_MSGPACK),
    ("a point in time, with nanoseconds", with_name(b"\xd7\xff" + bytes(8)), NO_MSGPACK),
    ("an empty point in time", with_name(b"\xc7\x00\xff"), NO_MSGPACK),
    # keys
    ("the name of the message twice", framed(b"\x82" + b"\xa1t\xa6tables" * 2), TWICE),
    ("a name twice", framed(b"\x84\xa1t\xa5hello\xa7version\x01" + b"\xa4name\xa1a" * 2), TWICE),
    ("an option twice", framed(b"\x82\xa1t\xa6create\xa7options\x82" + b"\xa1a\xa1b" * 2), TWICE),
    ("a number for a key", plain({"t": "tables", 1: 0}), NO_MSGPACK),
    ("nil for a key", plain({"t": "tables", None: 0}), NO_MSGPACK),
    ("true for a key", plain({"t": "tables", True: 0}), NO_MSGPACK),
    ("a list for a key", framed(b"\x82\xa1t\xa6tables\x90\x00"), NO_MSGPACK),
    ("a map for a key", framed(b"\x82\xa1t\xa6tables\x80\x00"), NO_MSGPACK),
    ("empty binary for a key", plain({"t": "tables", b"": 0}), NO_MESSAGE),
    ("a number for an option's key", create(options={1: "a"}), NO_MSGPACK),
    ("an unknown key", hello(admin=True), NO_MESSAGE),
    ("a key of another message", hello(seat=0), NO_MESSAGE),
    ("a key in capitals", plain({"t": "hello", "version": 1, "Name": "Ada"}), NO_MESSAGE),
    ("no name of a message", plain({"version": 1, "name": "Ada"}), NO_MESSAGE),
    ("no version", plain({"t": "hello", "name": "Ada"}), NO_MESSAGE),
    ("no name", plain({"t": "hello", "version": 1}), NO_MESSAGE),
    ("no choice", plain({"t": "act", "turn": 1, "id": 1}), NO_MESSAGE),
    ("no id", plain({"t": "act", "turn": 1, "verb": "draw"}), NO_MESSAGE),
    # names of messages
    ("an unknown message", plain({"t": "shutdown"}), NO_MESSAGE),
    ("a message without a name", plain({"t": ""}), NO_MESSAGE),
    ("a number for a message's name", plain({"t": 1}), NO_MESSAGE),
    ("nil for a message's name", plain({"t": None}), NO_MESSAGE),
    ("what only a host says", plain({"t": "done", "id": 1}), NO_MESSAGE),
    ("a message in a list", plain([{"t": "tables"}]), NO_MESSAGE),
    ("a message as a list", plain(["hello", 1, "Ada"]), NO_MESSAGE),
    ("a text alone", plain("hello"), NO_MESSAGE),
    ("a number alone", plain(1), NO_MESSAGE),
    # numbers out of range
    ("turn -1", act(turn=-1), NO_MESSAGE),
    ("turn 2^63", act(turn=2**63), NO_MESSAGE),
    ("turn 2^64 - 1", act(turn=2**64 - 1), NO_MESSAGE),
    ("id -1", act(id=-1), NO_MESSAGE),
    ("id 2^63", act(id=2**63), NO_MESSAGE),
    ("the greatest value", act(value=2**31 - 1), ACCEPTED),
    ("a greater value", act(value=2**31), NO_MESSAGE),
    ("a value too small", act(value=-(2**31) - 1), NO_MESSAGE),
    ("version 0", hello(version=0), ACCEPTED),
    ("version 2^64 - 1", hello(version=2**64 - 1), ACCEPTED),
    ("version -2^63", hello(version=-(2**63)), ACCEPTED),
    ("seat 10", plain({"t": "remove", "seat": 10}), NO_MESSAGE),
    ("seat -1", plain({"t": "keeper", "seat": -1}), NO_MESSAGE),
    ("no seats", create(seats=0), NO_MESSAGE),
    ("11 seats", create(seats=11), NO_MESSAGE),
    ("10 bots", create(bots=10), NO_MESSAGE),
    ("pace 501", create(pace=501), NO_MESSAGE),
    # words of a list
    ("an unknown watch rule", create(watch="all"), NO_MESSAGE),
    ("an unknown notebook", create(notebook="everything"), NO_MESSAGE),
    ("an unknown fate", plain({"t": "decide", "seat": 0, "fate": "ban"}), NO_MESSAGE),
    ("a table id of three signs", plain({"t": "join", "table": "ab1"}), NO_MESSAGE),
    ("a table id of 17 signs", plain({"t": "join", "table": "a" * 17}), NO_MESSAGE),
    ("a path for a table id", plain({"t": "join", "table": "../../etc"}), NO_MESSAGE),
    ("a nonce of 31 digits", plain({"t": "open", "nonce": "0" * 31}), NO_MESSAGE),
    ("a nonce in capitals", plain({"t": "open", "nonce": "A" * 32}), NO_MESSAGE),
    ("a seal of 32 digits", plain({"t": "ready", "seal": "0" * 32}), NO_MESSAGE),
    ("a seal in capitals", plain({"t": "ready", "seal": "A" * 64}), NO_MESSAGE),
    # bytes that are not text, and ends in the wrong place
    ("a byte that no UTF-8 has", with_name(b"\xa1\xff"), NO_MSGPACK),
    ("half a sign", with_name(b"\xa1\xc3"), NO_MSGPACK),
    ("an overlong sign", with_name(b"\xa2\xc0\xaf"), NO_MSGPACK),
    ("half of a surrogate pair", with_name(b"\xa3\xed\xa0\x80"), NO_MSGPACK),
    ("a sign beyond Unicode", with_name(b"\xa4\xf4\x90\x80\x80"), NO_MSGPACK),
    ("a NUL in a text", hello(name="A\x00a"), ACCEPTED),
    ("a key that is no text", framed(b"\x81\xa1\xff\xc0"), NO_MSGPACK),
    ("a map cut off", framed(hello()[4:-1]), NO_MSGPACK),
    ("a number cut off", framed(b"\xcd\x01"), NO_MSGPACK),
    ("a byte too many", framed(hello()[4:] + b"\xc0"), NO_MSGPACK),
    ("two messages in one frame", framed(hello()[4:] * 2), NO_MSGPACK),
    ("a number longer than it needs to be", with_version(b"\xcf" + bytes(7) + b"\x01"), ACCEPTED),
    ("a text longer than it needs to be", with_name(b"\xdb\x00\x00\x00\x01a"), ACCEPTED),
)

CASES = [Case(number, *title) for number, title in enumerate(TITLES, 1)]


def verdict(stream: bytes, at_once: int = 2 * TO_HOST) -> str:
    """The name of what is wrong with a client's stream that comes a number of bytes at a time;
    empty: all of it was accepted."""
    frames = Frames(TO_HOST)
    try:
        for start in range(0, len(stream), at_once):
            for payload in frames.feed(stream[start : start + at_once]):
                unpack(payload, said.ANY_FROM_CLIENT, ASKING)
            assert len(frames.buffer) < 4 + TO_HOST
    except Malformed as error:
        return str(error).partition(":")[0]
    return UNFINISHED if frames.begun else ACCEPTED


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.number:03} {case.title}")
def test_a_frame_is_accepted_or_refused_by_name(case: Case) -> None:
    assert verdict(case.stream) == case.verdict


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.number:03} {case.title}")
def test_a_frame_that_comes_byte_by_byte_meets_the_same_fate(case: Case) -> None:
    assert verdict(case.stream, at_once=1) == case.verdict


def test_no_case_costs_more_memory_than_a_few_frames() -> None:
    verdict(hello())  # what is made on first use does not count
    tracemalloc.start()
    try:
        for case in CASES:
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            verdict(case.stream)
            _, peak = tracemalloc.get_traced_memory()
            assert peak - before < 1024 * 1024, f"case {case.number:03} {case.title}"
    finally:
        tracemalloc.stop()


def test_a_length_that_may_not_be_is_refused_before_anything_else_comes() -> None:
    frames = Frames(TO_HOST)
    with pytest.raises(Malformed, match=TOO_LONG):
        list(frames.feed(b"\xff\xff\xff\xff"))
    assert len(frames.buffer) == 4


def test_of_a_long_stream_in_pieces_only_the_unfinished_frame_is_kept() -> None:
    stream = pack(said.Say("a" * 1_000)) * 1_000
    frames = Frames(TO_HOST)
    heard = 0
    for start in range(0, len(stream), TO_HOST):
        heard += len(list(frames.feed(stream[start : start + TO_HOST])))
        assert len(frames.buffer) < 4 + TO_HOST
    assert heard == 1_000
    assert not frames.begun


def test_the_examples_name_every_message_once() -> None:
    assert [type(message) for message in FROM_CLIENTS] == list(get_args(said.ANY_FROM_CLIENT))
    assert [type(message) for message in FROM_HOSTS] == list(get_args(said.ANY_FROM_HOST))


@pytest.mark.parametrize("message", FROM_CLIENTS, ids=lambda message: type(message).__name__)
def test_what_a_client_says_arrives_as_it_was_said(message: Message) -> None:
    (payload,) = Frames(TO_HOST).feed(pack(message))
    assert unpack(payload, said.ANY_FROM_CLIENT, ASKING) == message


@pytest.mark.parametrize("message", FROM_HOSTS, ids=lambda message: type(message).__name__)
def test_what_a_host_says_arrives_as_it_was_said(message: Message) -> None:
    (payload,) = Frames(TO_CLIENT).feed(pack(message))
    assert unpack(payload, said.ANY_FROM_HOST) == message


def test_questions_and_events_arrive_as_plain_lists() -> None:
    choice = Choice("guess", 3)
    update = said.Update(
        1,
        None,
        [Event("draw", Seat(0), cards=(-1,))],
        0,
        Ask(Seat(0), "turn", (choice,)),
        [Blocked(choice, "why")],
    )
    (payload,) = Frames(TO_CLIENT).feed(pack(update))
    heard = unpack(payload, said.ANY_FROM_HOST)
    assert heard.events == [["draw", 0, None, [-1], 0, None]]
    assert heard.ask == [0, "turn", [["guess", 3]], "", None, 0]
    assert heard.blocked == [[["guess", 3], "why"]]


@pytest.mark.parametrize("message", FROM_CLIENTS, ids=lambda message: type(message).__name__)
def test_every_part_of_a_message_is_checked(message: Message) -> None:
    """Whatever else is in a field, the message is refused."""
    whole = msgpack.unpackb(pack(message)[4:])
    for key in whole:
        for wrong in WRONG:
            assert verdict(plain(whole | {key: wrong})) == NO_MESSAGE, f"{key}: {wrong!r}"


def test_a_host_cannot_nest_its_way_past_a_client() -> None:
    bottomless = b"\x81\xa1t\xa6update\xa4turn\x01\xa6events\x90\xa5first\x00\xa5state"
    with pytest.raises(Malformed, match=TOO_DEEP):
        unpack(b"\x85" + bottomless[1:] + b"\x91" * 900 + b"\xc0", said.ANY_FROM_HOST)
