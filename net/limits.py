"""What anybody may cost a host, in one place.

Every cost has somebody who pays for it (`net/costs.py`): a seat, a guest whom a door knows, or an
address. Those who came without being known pay first, and whoever sits at a table never pays for
others who share the address.
"""

from __future__ import annotations

from dataclasses import dataclass

Rate = tuple[int, float]
"""So many times within so many seconds."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may cost, and all of them together."""

    # ── lines ──
    connections: int = 256
    per_address: int = 16
    """From one address, not counting those at a seat."""
    strangers: int = 64
    """Connections that have not said hello yet; when there are more, the first to go is the oldest
    of the address that has the most."""
    turned_away: int = 8
    """How many at once are told that there is no room, where telling them takes a handshake."""
    calls: Rate = (40, 10.0)
    """Connections taken from one address; more are closed before they cost a handshake."""
    callbacks: Rate = (6, 60.0)
    """How often one address is called back, to see whether it can be reached."""
    hello: float = 5.0
    frame: float = 10.0
    """Seconds within which a frame, once begun, must be complete."""
    ping: float = 6.0
    dead: float = 18.0
    buffered: int = 256 * 1024
    stalled: float = 10.0

    # ── words ──
    rate: float = 20.0
    """Frames a second on one line."""
    burst: float = 40.0
    frames_of_address: Rate = (120, 2.0)
    """Frames from all lines of an address that are at no seat."""
    refusals: int = 200
    malformed: int = 3
    chat: Rate = (5, 10.0)
    """Lines from one seat, one guest, or one watcher's connection."""
    chat_of_address: Rate = (10, 10.0)
    """Lines from all watchers of an address."""
    hints: Rate = (20, 60.0)
    """For one seat."""

    # ── tables ──
    tables: int = 32
    """At which somebody is, or was a moment ago."""
    tables_of_guest: int = 4
    """How many one guest whom a door knows may have opened, dormant ones included."""
    tables_of_address: int = 8
    """The same for an address."""
    openings: Rate = (12, 60.0)
    """Tables opened by one guest, or from one address."""
    wakings: Rate = (12, 60.0)
    """Dormant tables that one guest, or one address, may have brought back without a token."""
    deserted: float = 60.0
    """Seconds after which a table with nobody at it becomes dormant."""
    dormant: int = 512
    """Tables that wait on the disk alone; of more, one of whoever opened the most is forgotten."""
    finished: int = 128
    """The same for tables whose game is over, so that they push out none in the middle of one."""
    idle: float = 30 * 60.0
    """Seconds after which a table with nobody at it, and no game on, is cleared away."""
    forsaken: float = 24 * 3600.0
    """The same for a table in the middle of a game."""
    queue: int = 256
    retry: float = 5.0
    """Seconds between attempts to write to a full disk."""
    old_token: float = 60.0
    asleep: float = 5.0
    """Seconds without a look at the clock that mean the host slept: they do not count."""
