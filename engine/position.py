"""A position: all that a seat knows when it is asked something, as a code that can be pasted.

`MOONP-` and then, in letters, digits, `-` and `_`, these bytes:

    version 1 | the first bytes of a hash 4 | what the seat knows, compressed

It is made of the seat's view and of nothing else, so it says nothing that the seat could not know:
in two worlds that a seat cannot tell apart, its position has the same code. Whoever opens one lets
the game imagine a world behind it, and looks at that from the seat: only what then looks exactly
the same is a position of this game. So nothing in a code needs to be believed.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from engine.core import Game, Options, Seat, View
from engine.plain import fits, from_plain, to_plain
from engine.play import settings, view
from engine.record import NUMBER, SEATS, a_number, a_text

PREFIX = "MOONP-"
VERSION = 1
LONGEST = 6_000
"""No code has more letters; most have about six hundred."""
UNPACKED = 64 * 1024
"""No position is longer."""
CHECK = 4
"""How many bytes guard against slips."""
USUAL = (
    b'{"Village":[{"Table":[,{"bytes":""},{"tuple":[]},null,[{"RoundEnds":[]},{"TurnEnds":[0]},'
    b'true,false,-1,-1,-1,-1,-1,{"event":["round",0,null,{"tuple":[]},1,null]},'
    b'{"event":["dealt",0,null,{"tuple":[-1]},0,{"tuple":[1]}]},'
    b'{"event":["drew",1,null,{"tuple":[-1]},0,{"tuple":[2]}]},'
    b'{"event":["turn",2,null,{"tuple":[]},0,null]},{"event":["played",3,null,{"tuple":[6]},0,null]'
)
"""What positions often hold: codes are shorter if the packer knows it. It belongs to version 1."""


class BadPosition(ValueError):
    """A code that no position can be made of: a message key says why."""


@dataclass(frozen=True, slots=True)
class Position:
    """A question, and all that the seat knows to whom it is put."""

    game: Game[Any]
    options: Options
    view: View[Any]

    @property
    def seat(self) -> Seat:
        assert self.view.seat is not None
        return self.view.seat

    @property
    def seats(self) -> int:
        return int(self.view.state.seats)

    @property
    def code(self) -> str:
        """The position in letters; the same whenever the seat knows the same."""
        usual = settings(self.game, {})
        other = {key: value for key, value in self.options.items() if value != usual[key]}
        known = to_plain(self.view.state)
        whole = [self.game.id, self.game.version, dict(sorted(other.items())), self.seat, known]
        text = json.dumps(whole, separators=(",", ":"), ensure_ascii=False).encode()
        packer = zlib.compressobj(9, wbits=-15, zdict=USUAL)
        packed = packer.compress(text) + packer.flush()
        body = bytes([VERSION]) + check_of(packed) + packed
        return PREFIX + urlsafe_b64encode(body).decode().rstrip("=")


def position_of(game: Game[Any], options: Options, seen: View[Any]) -> Position:
    """The position of a seat that is asked something."""
    assert seen.ask is not None, "nothing is asked of the seat"
    return Position(game, settings(game, options), seen)


def opened(games: Mapping[str, Game[Any]], code: str) -> Position:
    """The position that a code stands for, whoever made it. Raises `BadPosition`."""
    game, version, options, seat, known = unpacked(code)
    try:
        if a_text(game) not in games:
            raise BadPosition("no_game")
        found = games[game].under(a_number(version, 0, NUMBER))
        if found is None:
            raise BadPosition("other_rules")
        agreed = settings(found, {a_text(key): a_text(value) for key, value in options.items()})
        here = Seat(a_number(seat, 0, SEATS - 1))
        seen = looked_at(found, known, here)
    except BadPosition:
        raise
    except Exception as error:  # whatever a game trips over, this is none of its positions
        raise BadPosition("nonsense") from error
    return Position(found, agreed, seen)


def unpacked(code: str) -> tuple[Any, Any, Any, Any, Any]:
    """What a code says, as plain data within bounds. Raises `BadPosition`."""
    if len(code) > LONGEST:
        raise BadPosition("too_long")
    letters = "".join(code.split())
    if not letters.upper().startswith(PREFIX):
        raise BadPosition("no_code")
    letters = letters[len(PREFIX) :]
    try:
        body = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except ValueError as error:
        raise BadPosition("slip") from error
    if not body or urlsafe_b64encode(body).decode().rstrip("=") != letters:
        raise BadPosition("slip")
    if body[0] != VERSION:
        raise BadPosition("newer")
    packed = body[1 + CHECK :]
    if check_of(packed) != body[1 : 1 + CHECK]:
        raise BadPosition("slip")
    unpacker = zlib.decompressobj(wbits=-15, zdict=USUAL)
    try:
        text = unpacker.decompress(packed, UNPACKED)
        if not unpacker.eof or unpacker.unused_data:
            raise BadPosition("too_long" if unpacker.unconsumed_tail else "nonsense")
        game, version, options, seat, known = json.loads(text)
        check_bounds(known)
        return game, version, dict(options), seat, known
    except BadPosition:
        raise
    except (zlib.error, ValueError, TypeError, RecursionError) as error:
        raise BadPosition("nonsense") from error


def looked_at(game: Game[Any], known: Any, seat: Seat) -> View[Any]:
    """What the seat sees in a world that is imagined behind plain data: exactly that data, or it is
    no position. Raises `BadPosition`, or whatever the game trips over."""
    state = from_plain(game, known)
    if not fits(state, game.parts[0]) or state.seats not in game.seats or seat >= state.seats:
        raise BadPosition("nonsense")
    seen = view(game, game.fill(state, seat, Random(0)), seat)
    if to_plain(seen.state) != known or seen.ask is None or len(seen.ask.choices) < 2:
        raise BadPosition("nonsense")
    return seen


def check_bounds(plain: Any) -> None:
    """Whether data has no number or text that is larger than any of ours. Raises `ValueError`."""
    match plain:
        case bool() | None:
            pass
        case int():
            a_number(plain, -NUMBER, NUMBER)
        case str():
            a_text(plain)
        case list():
            for item in plain:
                check_bounds(item)
        case dict():
            for item in plain.values():
                check_bounds(item)
        case _:
            raise ValueError("not plain data")


def check_of(packed: bytes) -> bytes:
    return sha256(b"moontui position" + packed).digest()[:CHECK]
