"""How a journal is laid out in a file: eight bytes of name and format, then checksummed records."""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from typing import Any, BinaryIO, NoReturn
from zlib import crc32

import msgpack

NAME = b"moonjnl"
FORMAT = 1
MAGIC = NAME + bytes([FORMAT])
HEAD = struct.Struct(">II")
FIRM = 1 << 31

LONGEST_ENTRY = 64 * 1024
LONGEST_STROKE = 1024 * 1024
LONGEST_JOURNAL = 64 * 1024 * 1024
FIRM_LENGTH = re.compile(rb"\x80(?:\x00|\x01\x00\x00)")
"""How the length of a firm record begins."""


class NotWritten(ValueError):
    """Something a journal does not accept; it stays as it was."""


class Damaged(ValueError):
    """A file that cannot be trusted; the sentence says what is wrong, and at which byte."""


def read(file: BinaryIO, size: int) -> tuple[bytes, list[Any]]:
    """The good part of a journal and the values in it, the header first. Raises `Damaged`."""
    if size > LONGEST_JOURNAL:
        raise Damaged(f"It is longer than the {LONGEST_JOURNAL:,} bytes of the longest journal.")
    good = bytearray(file.read(len(MAGIC)))
    if good[:-1] == NAME and good != MAGIC:
        raise Damaged(f"It is of format {good[-1]}, and this moontui knows format {FORMAT}.")
    if good != MAGIC:
        raise Damaged("It does not begin like a journal, at byte 0.")
    values: list[Any] = []
    while len(good) < size:
        record = next_record(file)
        if record is None:
            break
        values.append(value_of(record[HEAD.size :], len(good), header=not values))
        good += record
    if not values:
        raise Damaged(f"Its header is cut short or damaged, at byte {len(good)}.")
    if len(good) < size:
        look_behind(file, len(good), size)
    return bytes(good), values


def next_record(file: BinaryIO) -> bytes | None:
    """The record at the file's position; None: it is short or bad."""
    head = file.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    length = HEAD.unpack(head)[0] & ~FIRM
    if not 0 < length <= LONGEST_ENTRY:
        return None
    record = head + file.read(length)
    return record if is_sound(record, length) else None


def is_sound(record: bytes, length: int) -> bool:
    """Whether a record is whole and its checksum is right."""
    sum_of_it = crc32(record[HEAD.size :], crc32(record[:4]))
    return len(record) == HEAD.size + length and HEAD.unpack_from(record)[1] == sum_of_it


def look_behind(file: BinaryIO, start: int, size: int) -> None:
    """Raises `Damaged` if the bad record at `start` is more than a tear in the last stroke."""
    if size - start > LONGEST_STROKE:
        raise Damaged(f"From byte {start} on it is damaged, and too much of it for a torn end.")
    file.seek(start)
    tail = file.read(size - start)
    summed = 0
    for found in FIRM_LENGTH.finditer(tail, 1):
        at = found.start()
        length = int.from_bytes(tail[at : at + 4], "big") & ~FIRM
        record = tail[at : at + HEAD.size + length]
        if length and is_sound(record, length):
            raise Damaged(f"The record at byte {start} is bad, and a good one follows it.")
        summed += len(record)
        if summed > 16 * LONGEST_STROKE:  # somebody made this file to keep the host busy
            raise Damaged(f"From byte {start} on it is damaged, and does not look like a torn end.")


def value_of(payload: bytes, at: int, *, header: bool) -> Any:
    """The value of a record whose checksum is right. Raises `Damaged`."""
    try:
        value = unpack(payload)
    except ValueError as error:
        raise Damaged(f"The record at byte {at} is whole, but no plain value.") from error
    if header and not isinstance(value, dict):
        raise Damaged(f"The header at byte {at} is no map.")
    return value


def frame(payloads: Sequence[bytes], *, firm: bool) -> bytes:
    """Payloads as the records of one stroke.

    In a file that takes its name only once it is on disk, all are firm, since it cannot be torn;
    otherwise only the first is.
    """
    stroke = bytearray()
    for payload in payloads:
        length = len(payload) | (FIRM if firm or not stroke else 0)
        stroke += HEAD.pack(length, crc32(payload, crc32(length.to_bytes(4, "big")))) + payload
    return bytes(stroke)


def pack(entry: object) -> bytes:
    """A list or a map as a payload. Raises `NotWritten` if it could not be read back."""
    try:
        payload: bytes = msgpack.packb(entry)
        unpack(payload)
    except (ValueError, TypeError, OverflowError) as error:
        raise NotWritten(f"A journal takes lists and maps of plain values: {error}") from error
    if len(payload) > LONGEST_ENTRY:
        raise NotWritten(f"{len(payload):,} bytes are too many for one entry.")
    return payload


def unpack(payload: bytes) -> Any:
    """The list or map in a payload, whose length bounds every part. Raises `ValueError`."""
    try:
        value = msgpack.unpackb(
            payload, raw=False, strict_map_key=True, max_ext_len=0, ext_hook=no_extension
        )
    except RecursionError as error:
        raise ValueError("It is too deep.") from error
    if not isinstance(value, list | dict):
        raise ValueError("It is neither a list nor a map.")
    return value


def no_extension(code: int, data: bytes) -> NoReturn:
    raise ValueError("It holds an extension type.")
