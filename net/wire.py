"""Frames: four bytes of length, then one message in msgpack; all else is refused by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, NoReturn

import msgpack
import msgspec

TO_HOST = 8 * 1024
TO_CLIENT = 64 * 1024


class Bounds(NamedTuple):
    """What a message may hold. A header of three bytes may promise thousands of entries, and room
    is made for them before they come: nested promises would cost megabytes for a few bytes."""

    depth: int
    map: int
    array: int
    text: int
    """In bytes."""
    numbers: bool = False
    """Whether keys may be numbers, as in what a seat knows."""


ASKING = Bounds(depth=8, map=32, array=64, text=2048)
"""From a client, which has little to say."""
TELLING = Bounds(depth=32, map=256, array=1024, text=TO_CLIENT, numbers=True)
"""From a host, which tells whole games, a page at a time."""


class Malformed(ValueError):
    """Bytes that are not a message; the text is the name of what is wrong."""


def pack(message: msgspec.Struct) -> bytes:
    """A message as a frame."""
    payload = ENCODER.encode(message)
    return len(payload).to_bytes(4, "big") + payload


def unpack(payload: bytes, kind: Any, bounds: Bounds = TELLING) -> Any:
    """The message in a frame's payload, of one of the kinds. Raises `Malformed`.

    It is read twice: `msgpack` checks the bounds, `msgspec` the types.
    """
    try:
        plain = msgpack.unpackb(
            payload,
            strict_map_key=not bounds.numbers,
            max_str_len=bounds.text,
            max_bin_len=0,
            max_array_len=bounds.array,
            max_map_len=bounds.map,
            max_ext_len=0,
            object_pairs_hook=unique,
            ext_hook=no_extension,
        )
    except Malformed:
        raise
    except (msgpack.StackError, RecursionError) as error:
        raise Malformed("nested too deeply") from error
    except (ValueError, msgpack.UnpackException) as error:
        raise Malformed(f"not msgpack: {error}") from error
    check_depth(plain, bounds.depth)
    try:
        return decoder(kind).decode(payload)
    except msgspec.DecodeError as error:
        raise Malformed(f"no such message: {error}") from error


ENCODER = msgspec.msgpack.Encoder()


@cache
def decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)


def unique(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """A map whose keys differ."""
    try:
        fields = dict(pairs)
    except TypeError as error:
        raise Malformed("a list for a key") from error
    if len(fields) < len(pairs):
        raise Malformed("a key twice")
    return fields


def no_extension(code: int, data: bytes) -> NoReturn:
    raise Malformed("an extension type")


def check_depth(plain: Any, left: int) -> None:
    if isinstance(plain, dict):
        plain = plain.values()
    elif not isinstance(plain, list):
        return
    if not left:
        raise Malformed("nested too deeply")
    for item in plain:
        check_depth(item, left - 1)


class Frames:
    """Cuts a stream of bytes into frames."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The payloads that are complete now. Raises `Malformed` at a forbidden length."""
        self.buffer += data
        while len(self.buffer) >= 4:
            size = int.from_bytes(self.buffer[:4], "big")
            if size == 0:
                raise Malformed("an empty frame")
            if size > self.limit:
                raise Malformed("a frame too long")
            if len(self.buffer) < 4 + size:
                return
            payload = bytes(self.buffer[4 : 4 + size])
            del self.buffer[: 4 + size]
            yield payload

    @property
    def begun(self) -> bool:
        """Whether part of a frame is waiting for the rest."""
        return bool(self.buffer)
