"""Frames that no client would send, for the decoder alone and for a real host in every phase.

Half of them are real frames with some bytes changed; half are put together from the words of the
protocol, and some are valid. Much of what a host is told is valid, but at the wrong time or place.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args

import msgpack

from net import messages as said
from net.connections import Connection
from net.messages import Message
from net.table import Table
from net.wire import ASKING, TO_HOST, Frames, Malformed, pack, unpack
from net.witness import Witness
from tests.engine.laws import as_bytes
from tests.net.faulty import FaultyDisk
from tests.net.visitors import NO_LIMITS, House, Visitor, hosting

KINDS: tuple[Any, ...] = get_args(said.ANY_FROM_CLIENT)
NONCE, SEAL = "0123456789abcdef" * 2, "0123456789abcdef" * 4

PLAUSIBLE: dict[str, tuple[Any, ...]] = {
    "version": (said.VERSION,),
    "name": ("Mallory", "Ada", "n[/nope]", "\x1b[2J"),
    "game": ("wolfmoon", "chess"),
    "seats": (3, 4, 6, 10),
    "options": ({}, {"length": "round"}, {"length": "never"}),
    "bots": (0, 1, 9),
    "level": ("", "greedy", "perfect"),
    "title": ("", "A table", "\u202etable"),
    "password": ("", "", "", "", "", "", "", "moon"),  # a host takes its time over each
    "watch": ("none", "public", True, False),
    "notebook": ("off", "counts", "odds"),
    "clock": (True, False),
    "pace": (0, 100, 500),
    "hints": (False,),
    "open_review": (True, False),
    "chatter": ("off", "some", "lively"),
    "deal": ("", "", "moon", "\x1b[2J", "x" * 1_000),
    "table": ("ab12", "zz99zz99"),
    "token": ("", "x" * 43),
    "seat": (0, 1, 2, 9),
    "nonce": (NONCE, "f" * 32),
    "port": (0, 1_023, 1_024, 65_535, 65_536),
    "seal": ("", SEAL, "f" * 64),
    "commitment": ("", SEAL),
    "ready": (True, False),
    "turn": (0, 1, 2, 3),
    "id": (0, 1, 2**63 - 1),
    "verb": ("draw", "pass", "play", "guess", "aim", "A", "B"),
    "value": (0, 1, 2, 5, -1, 99),
    "text": ("hello", "", "\x1b]52;c;aGk=\x07", "x" * 1_000),
    "key": ("hello", "thanks", "nothing"),
    "fate": ("wait", "bot", "end"),
    "what": ("stop", "go", "more", "end"),
    "watcher": (0, 1, 2, 99),
    "number": (0, 1, 2, 99),
    "code": ("K39QF27TWM", "", "\x1b[2J"),
    "allow": (True, False),
    "players": ("", "0", "01", "9" * 10),
    "sit": (True, False),
    "agree": (True, False),
    "move": (True, False),
    "take": (True, False),
    "certificate": ("", "00", "f" * 1_200, "zz"),
    "signature": ("", "00", "f" * 144),
    "at": (0, 1, 2**31 - 1),
    "digest": ("", SEAL),
}
"""By field: values that a client might send."""

RUBBISH: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**31,
    2**63,
    2**64 - 1,
    -(2**63),
    0.5,
    float("nan"),
    float("-inf"),
    "",
    "t",
    "\x00",
    "\u202e",
    "x" * 3_000,
    b"",
    b"\xff" * 40,
    [],
    [[[]]],
    {},
    {"t": "hello"},
    {"": {"": {"": []}}},
    [0] * 200,
    {f"k{number}": 0 for number in range(100)},
    msgpack.ExtType(5, b""),
    msgpack.ExtType(5, b"x"),
    msgpack.Timestamp(0),
)


DEPTHS = (*(0,) * 20, 1, 20, 2_000)
"""How deeply a message may be nested in other things."""


def real(rng: Random, hints: dict[str, tuple[Any, ...]]) -> dict[Any, Any]:
    """A message with plausible values."""
    kind = rng.choice(KINDS)
    known = PLAUSIBLE | hints
    fields = {name: rng.choice(known[name]) for name in kind.__struct_fields__}
    return {"t": kind.__struct_config__.tag} | fields


def built(rng: Random, hints: dict[str, tuple[Any, ...]]) -> bytes:
    """A payload put together from the words of the protocol: parts of it are missing, superfluous,
    or of the wrong kind."""
    message = real(rng, hints)
    for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
        key = rng.choice((*message, *PLAUSIBLE, "", 0, b"", "x" * 100))
        match rng.randrange(3):
            case 0:
                message.pop(key, None)
            case 1:
                message[key] = rng.choice(RUBBISH)
            case 2:
                message[key] = rng.choice((PLAUSIBLE | hints).get(str(key), RUBBISH))
    shells = rng.choice((b"\x91", b"\x81\xa1t"))  # wrapped in a list of one, or a map of one
    packed: bytes = shells * rng.choice(DEPTHS) + msgpack.packb(message)
    if packed[0] in range(0x81, 0x8F) and rng.random() < 0.05:  # a small map, and a key once more
        packed = bytes([packed[0] + 1]) + packed[1:] + msgpack.packb("t") + packed[3:]
    return packed


def mutated(rng: Random, hints: dict[str, tuple[Any, ...]]) -> bytes:
    """The payload of a real frame with some bytes changed."""
    data = bytearray(msgpack.packb(real(rng, hints)))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        rng.choice(MUTATIONS)(rng, data)
    return bytes(data)


def flip(rng: Random, data: bytearray) -> None:
    if data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def overwrite(rng: Random, data: bytearray) -> None:
    """Put in a byte that begins something, or is the greatest of its kind."""
    if data:
        data[rng.randrange(len(data))] = rng.choice(b"\x00\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xff")


def begin(rng: Random, data: bytearray) -> None:
    """Put in the header of something longer."""
    where = rng.randint(0, len(data))
    length = rng.choice((b"", b"\x01", b"\xff", b"\x00\x00", b"\xff\xff", b"\xff" * 4, b"\x7f" * 8))
    data[where:where] = bytes([rng.randrange(0xC0, 0xE0)]) + length


def cut(rng: Random, data: bytearray) -> None:
    start = rng.randint(0, len(data))
    del data[start : start + rng.choice((1, 1, 2, 5, 100))]


def repeat(rng: Random, data: bytearray) -> None:
    start = rng.randint(0, len(data))
    part = data[start : start + rng.choice((1, 4, 16))]
    data[start:start] = part * rng.choice((1, 1, 2, 50))


def append(rng: Random, data: bytearray) -> None:
    data += rng.randbytes(rng.choice((1, 1, 4, 40)))


MUTATIONS: tuple[Callable[[Random, bytearray], None], ...] = (
    flip,
    flip,
    overwrite,
    begin,
    cut,
    repeat,
    append,
)


def payload(rng: Random, hints: dict[str, tuple[Any, ...]], sense: float = 0.0) -> bytes:
    """The payload of a frame, which makes sense with this chance, though not always here."""
    if rng.random() < sense:
        packed: bytes = msgpack.packb(real(rng, hints))
        return packed
    make = rng.choice((built, mutated))
    return make(rng, hints)[:TO_HOST] or b"\xc0"


# ── against the decoder ─────────────────────────────────────────────────────────────────────────


def fuzz(seed: int, count: int) -> Counter[str]:
    """Decode this many frames; returns how many were accepted, or refused under which name.

    Raises `AssertionError` with the frame when it has any other result.
    """
    rng = Random(f"frames {seed}")
    found: Counter[str] = Counter()
    for number in range(count):
        data = payload(rng, {})
        length = len(data)
        if rng.random() < 0.05:
            length = rng.choice((0, 1, length - 1, length + 1, TO_HOST, TO_HOST + 1, 2**32 - 1))
        stream = length.to_bytes(4, "big") + data
        try:
            found[verdict(stream, rng)] += 1
        except Exception as error:
            raise AssertionError(f"seed {seed}, frame {number}: {stream.hex()}") from error
    return found


def verdict(stream: bytes, rng: Random) -> str:
    """What becomes of a stream that comes in two pieces; what is accepted is the same when packed
    and unpacked again."""
    frames = Frames(TO_HOST)
    cut_at = rng.randint(0, len(stream))
    try:
        for piece in (stream[:cut_at], stream[cut_at:]):
            for whole in frames.feed(piece):
                message = unpack(whole, said.ANY_FROM_CLIENT, ASKING)
                assert unpack(pack(message)[4:], said.ANY_FROM_CLIENT, ASKING) == message
            assert len(frames.buffer) < 4 + TO_HOST
    except Malformed as error:
        return str(error).partition(":")[0]
    return "unfinished" if frames.begun else "accepted"


# ── against a host ──────────────────────────────────────────────────────────────────────────────

PHASES = ("lobby", "playing", "over")


async def fuzz_host(folder: Path, phase: str, seed: int, count: int) -> Counter[str]:
    """Let a player at a real host send this many frames to a table in a phase.

    Raises `AssertionError` when a refused frame changed something, when anything reached another
    table, when that table cannot play on, or when the host logged a fault of its own.
    """
    rng = Random(f"{phase} {seed}")
    found: Counter[str] = Counter()
    complaints = Complaints(logging.ERROR)
    logging.getLogger().addHandler(complaints)
    try:
        room: dict[str, Any] = {"connections": 10_000, "per_address": 10_000, "tables": 10_000}
        async with hosting(folder, FaultyDisk(), **NO_LIMITS | room) as house:
            honest = await company_in(house, phase, rng, ("Ada", "Ben", "Cleo"))
            kept = fingerprint(house.table(honest[0]))
            scene = await set_scene(house, phase, rng)
            known = Fingerprints()
            for number in range(count):
                data = payload(rng, hints(house, scene.mallory), sense=0.6)
                try:
                    found[await say_it(house, scene, data, known)] += 1
                except Exception as error:
                    raise AssertionError(
                        f"{phase}, seed {seed}, frame {number}: {data.hex()}"
                    ) from error
                if not await still_there(house, scene, phase):
                    scene = await set_scene(house, phase, rng)
            assert fingerprint(house.table(honest[0])) == kept, "another table was changed"
            if phase != "playing":
                await house.deal(honest)
            await house.play(honest, rng)
            assert house.table(honest[0]).lasting.phase == "over", "an honest table cannot play on"
    finally:
        logging.getLogger().removeHandler(complaints)
    assert not complaints.lines, f"{phase}, seed {seed}: {complaints.lines}"
    return found


class Complaints(logging.Handler):
    """What a host would not log if all was well."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class Scene(NamedTuple):
    """A table at which one of the players sends garbage."""

    table: str
    mallory: Visitor
    line: Connection
    others: list[Visitor]
    keeps: bool
    """Whether Mallory keeps the table."""


async def set_scene(house: House, phase: str, rng: Random) -> Scene:
    """Mallory keeps the table, or is the last to sit down there."""
    keeps = rng.random() < 0.5
    names = ("Mallory", "Dora", "Emil") if keeps else ("Dora", "Emil", "Mallory")
    company = await company_in(house, phase, rng, names)
    mallory = company.pop(names.index("Mallory"))
    assert mallory.seated is not None
    await mallory.settled()
    mallory.witness = Witness(lambda message: None)  # garbage is all that Mallory sends
    return Scene(mallory.seated.table, mallory, house.line(mallory), company, keeps)


async def company_in(
    house: House, phase: str, rng: Random, names: tuple[str, ...]
) -> list[Visitor]:
    """Three players at a new table, in a phase in which nothing is about to happen by itself."""
    company = await house.company(*names)
    if phase == "lobby":
        return company
    await house.deal(company)
    await house.play(company, rng, answers=1_000 if phase == "over" else 3)
    while house.table(company[0]).due():
        await house.play(company, rng, answers=1)
    if house.table(company[0]).lasting.phase != phase:
        return await company_in(house, phase, rng, names)
    return company


def hints(house: House, mallory: Visitor) -> dict[str, tuple[Any, ...]]:
    """What somebody who sits there knows, and what others know."""
    assert mallory.seated is not None
    found: dict[str, tuple[Any, ...]] = {
        "table": (mallory.seated.table, *house.host.tables, "ab12"),
        "token": (mallory.seated.token, "", "x" * 43),
    }
    if mallory.room is not None:
        found["commitment"] = (mallory.room.commitment, "")
    if mallory.update is not None:
        turn = mallory.update.turn
        found["turn"] = (turn - 1, turn, turn, turn, turn + 1)
        for verb, value in mallory.update.ask[2] if mallory.update.ask else ():
            found["verb"] = (*found.get("verb", ()), verb)
            found["value"] = (*found.get("value", ()), value)
    return found


async def say_it(house: House, scene: Scene, data: bytes, known: Fingerprints) -> str:
    """Send a frame and wait until the host is done with it; returns what came of it."""
    table = house.host.tables[scene.table].table
    kept = known.of(table)
    mallory = scene.mallory
    said_before = len(mallory.heard)
    mallory.write(len(data).to_bytes(4, "big") + data)
    try:
        await mallory.settled()
    except AssertionError:
        return "hung up"
    answers = mallory.heard[said_before:-1]
    refused = next((answer for answer in answers if isinstance(answer, said.Refused)), None)
    if refused is None:
        return f"accepted {tag_of(data)}"
    assert house.host.tables[scene.table].table is table, f"{refused} and yet something changed"
    assert fingerprint(table) == kept, f"{refused} and yet something changed"
    return f"refused: {refused.why}"


def tag_of(data: bytes) -> str:
    message: Message = unpack(data, said.ANY_FROM_CLIENT, ASKING)
    return str(message.__struct_config__.tag)


async def still_there(house: House, scene: Scene, phase: str) -> bool:
    """Whether all are still at the table in its phase, perhaps after letting Mallory in again."""
    task = house.host.tables.get(scene.table)
    if task is None or task.table.lasting.phase != phase or task.table.due() or scene.line.closing:
        return False
    if task.table.seat_of(scene.line.peer) is None:
        scene.mallory.say(said.Join(scene.table))
        await scene.mallory.settled()
    seat = task.table.seat_of(scene.line.peer)
    if seat is None or len(task.table.present.seated) < task.table.opening.seats:
        return False
    if scene.keeps and task.table.lasting.keeper != seat:
        for other in scene.others:  # one of them keeps it now
            other.say(said.Keeper(seat))
            await other.settled()
    return True


class Fingerprints:
    """The fingerprint of the last table looked at, as it was then."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.kept = b""

    def of(self, table: Table) -> bytes:
        if table is not self.table:
            self.table, self.kept = table, fingerprint(table)
        return self.kept


def fingerprint(table: Table) -> bytes:
    """Everything about a table except who is watching."""
    lasting, present = table.lasting, table.present
    return as_bytes(
        [
            [
                lasting.phase,
                lasting.keeper,
                lasting.turn,
                lasting.secret.hex(),
                [*lasting.seals, lasting.voided, lasting.given_up],
                table.opening.title,
            ],
            [repr(chair) for chair in lasting.chairs],
            [repr(move) for move in lasting.moves],
            repr((lasting.held, sorted(lasting.asked))),
            repr((present.seated, present.seals, present.opened, present.late, present.fates)),
            sorted(present.ready),
            lasting.state,
        ]
    )
