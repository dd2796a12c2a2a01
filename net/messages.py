"""Everything ever said between a client and a host.

A message is a map with its name under `t`. What a client says is checked against these types when
it comes in, and nowhere else. docs/protocol.md tells the story around them.
"""

# ruff: noqa: RUF012  # msgspec gives every message a list of its own

from __future__ import annotations

from typing import Annotated, Any, Literal, Union, get_args

from msgspec import Meta

from net.terms import Chatter as Chatter
from net.terms import KnownTerms as KnownTerms
from net.terms import Message as Message
from net.terms import Notebook as Notebook
from net.terms import Terms as Terms
from net.terms import terms_of as terms_of
from net.told import PHRASES as PHRASES
from net.told import Digest, Hex, Nonce, Number, SeatDigits, SeatNumber, TableId, Text, Token, Word
from net.told import Evening as Evening
from net.told import Moving as Moving
from net.told import Played as Played
from net.told import Player as Player
from net.told import Row as Row
from net.told import Score as Score
from net.told import Someone as Someone
from net.told import Succession as Succession
from net.told import Why as Why

VERSION = 4
"""The protocol both sides speak; it changes whenever older peers would misunderstand."""

A_DAY = 24 * 3600.0
Fate = Literal["wait", "bot", "end"]
Phase = Literal["lobby", "playing", "over"]
Kind = Literal["free", "person", "bot"]
KINDS = get_args(Kind)
"""Who can have a seat, as far as this version knows; what a newer host calls something is a word
like any other, and is shown as it is."""


class FromClient(Message, forbid_unknown_fields=True):
    """What clients say; a key that the host does not know is an error."""


class FromHost(Message):
    """What hosts say; a client ignores keys it does not know, since the host may be newer."""


# ── from a client ───────────────────────────────────────────────────────────────────────────────


class Hello(FromClient, tag="hello"):
    """The first words: which protocol I speak, and who I am."""

    version: int
    name: Text


class Tables(FromClient, tag="tables"):
    """Which tables are there?"""


class Create(KnownTerms, FromClient, tag="create", kw_only=True):
    """Open a table and take its first seat."""

    bots: Annotated[int, Meta(ge=0, le=9)] = 0
    password: Text = ""


class Join(FromClient, tag="join"):
    """Come to a table: back to a seat with its token, to any free seat, or to watch."""

    table: TableId
    token: Token = ""
    password: Text = ""
    watch: bool = False


class Pair(FromClient, tag="pair"):
    """I want to move my seat to another machine: give me a code for it."""


class Claim(FromClient, tag="claim"):
    """This code was given to me at my seat: move it to this machine."""

    code: Word


class Allow(FromClient, tag="allow"):
    """Whether whoever has typed my code gets my seat."""

    allow: bool


class Move(FromClient, tag="move"):
    """Let this table move to the machine of the player on a seat, or stay after all; only the
    keeper of the table may say so."""

    seat: SeatNumber
    move: bool = True


class Consent(FromClient, tag="consent"):
    """Whether I agree that the table moves, in the middle of a match: the owner of the new machine
    could look at the cards."""

    agree: bool


class Take(FromClient, tag="take"):
    """My machine takes the table, or does not: it hosts at this port, and its key says so too."""

    take: bool = True
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    certificate: Hex = ""
    signature: Hex = ""


class Page(FromClient, tag="page"):
    """Go on with the journal, from this byte."""

    at: Number


class Prepared(FromClient, tag="prepared"):
    """All of the journal is on my disk: say that the table is mine."""

    digest: Digest


class Follow(FromClient, tag="follow"):
    """Where has this table gone?"""

    table: TableId


class Bot(FromClient, tag="bot"):
    """Put a bot on a free seat; only the keeper of the table may."""

    level: Word = ""


class Remove(FromClient, tag="remove"):
    """Free a seat: send a bot or a player away; only the keeper of the table may."""

    seat: SeatNumber


class Dismiss(FromClient, tag="dismiss"):
    """Send a watcher away; only the keeper of the table may."""

    watcher: Number


class Lift(FromClient, tag="lift"):
    """Let somebody who was sent away come again; only the keeper of the table may."""

    number: Number


class Keeper(FromClient, tag="keeper"):
    """Hand the table over to another player."""

    seat: SeatNumber


class Wolf(FromClient, tag="wolf"):
    """I saw a wolf last, so I begin the first match; said again, it takes that back."""


class Change(KnownTerms, FromClient, tag="change", kw_only=True):
    """Between two matches: let us play this instead. Only the keeper of the table may say so, and
    nothing is dealt before everybody is ready for it. An empty title stands for the old one."""

    players: SeatDigits = ""
    """Whose seats remain theirs, where there are fewer than people; the others watch."""


class Sit(FromClient, tag="sit"):
    """I watch, and would like to sit down: now, or as soon as a match is over and there is room."""

    sit: bool = True


class Ready(FromClient, tag="ready"):
    """I am ready to begin, or to play again; this is my share of the shuffle, sealed."""

    commitment: Digest = ""
    """The host's, as I saw it before I sealed anything."""
    seal: Digest = ""
    ready: bool = True


class Open(FromClient, tag="open"):
    """Everybody's seals lie on the table: this is what is in mine."""

    nonce: Nonce


class Start(FromClient, tag="start"):
    """Begin now: free seats go to bots; only the keeper of the table may."""


class Act(FromClient, tag="act"):
    """My answer to the question of a turn; the id makes saying it twice harmless."""

    turn: Annotated[int, Meta(ge=0, le=2**63 - 1)]
    id: Annotated[int, Meta(ge=0, le=2**63 - 1)]
    verb: Word
    value: Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)] = 0


class Say(FromClient, tag="say"):
    """Something to the table."""

    text: Text


class Phrase(FromClient, tag="phrase"):
    """A set phrase, which everybody reads in their own language."""

    key: Word


class Decide(FromClient, tag="decide"):
    """What should become of an absent player's seat."""

    seat: SeatNumber
    fate: Fate


class Hurry(FromClient, tag="hurry"):
    """Bots need not pause until I am asked again; only a solo player may say so."""


class Clock(FromClient, tag="clock"):
    """As keeper: stop the clock of the talk, let it go on, add a minute, or end the talk."""

    what: Literal["stop", "go", "more", "end"]


class Hint(FromClient, tag="hint"):
    """What would somebody do who remembers everything?"""


class Leave(FromClient, tag="leave"):
    """I give up my seat, or stop watching."""


class CallBack(FromClient, tag="call_back"):
    """Could you reach me as well? I listen at this port, and show the nonce to whoever calls."""

    port: Annotated[int, Meta(ge=1024, le=65535)]
    nonce: Nonce


class Pong(FromClient, tag="pong"):
    """I am still here."""


ANY_FROM_CLIENT: Any = Union[tuple(FromClient.__subclasses__())]  # noqa: UP007  # those above
"""All that a client can say."""


# ── from the host ───────────────────────────────────────────────────────────────────────────────


class Welcome(FromHost, tag="welcome"):
    """The host's first words."""

    version: int
    host: str
    games: list[str]


class TableList(FromHost, tag="table_list"):
    """The tables of this host."""

    rows: list[Row]


class Seated(FromHost, tag="seated"):
    """You sit here now, or watch (no seat). The token brings you back; keep it secret."""

    table: str
    seat: int | None = None
    token: str = ""
    epoch: Number = 0
    """How often the table has moved."""


class Pairing(FromHost, tag="pairing"):
    """The code that brings your seat to another machine: good once, for some seconds."""

    code: str
    seconds: float


class Claimed(FromHost, tag="claimed"):
    """Somebody has typed your code, and gets your seat if you allow it."""

    name: str
    where: str
    """From where, as the host sees it."""


class Handing(FromHost, tag="handing"):
    """Your machine may have the table: this is how much of it there is."""

    epoch: Number
    size: Number
    digest: Digest
    chain: list[Succession] = []
    """How it came here."""


class Part(FromHost, tag="part"):
    """A page of the journal, in base 64."""

    at: Number
    data: str


class Moved(FromHost, tag="moved"):
    """The table is at another host now; believe what is signed, and nothing else."""

    table: TableId
    chain: list[Succession]
    """From host to host, the newest last."""
    address: str = ""
    """Where the last of them was seen; empty: where this was said."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    """0: that of whoever said this."""
    name: str = ""
    """Whose machine it is."""


class Room(Terms, FromHost, tag="room", kw_only=True):
    """All there is to know about a table apart from the game on it."""

    table: str
    phase: Word
    keeper: int | None
    players: list[Player]
    watchers: list[Someone]
    commitment: str
    """SHA-256 of the host's secret for the coming or running shuffle."""
    seals: list[str] = []
    """By seat: what everybody has sealed; none of it changes anymore, and it is time to open."""
    voided: int = 0
    """How many deals were void at this table, since a seal was not opened."""
    given_up: int = 0
    """How many matches were given up at this table."""
    private: bool = False
    absent: int | None = None
    """A seat whose fate the others may decide."""
    sent_away: list[Someone] = []
    """Whom the keeper may let in again."""
    evening: Evening | None = None
    """How everybody has done at this table; None: no match is over yet."""
    moving: Moving | None = None
    """To whose machine the keeper would like to move it; None: it stays."""
    newcomers: list[int] = []
    """Who has sat down since the match that is over: it is shown to them as to those who watch."""


class Update(FromHost, tag="update"):
    """The game as your seat may know it, and what happened since the last update."""

    turn: int
    state: Any
    events: list[Any]
    first: int
    """How many events of this game came before `events`."""
    ask: Any = None
    blocked: list[Any] = []
    waiting: list[Any] = []
    seconds: Annotated[float, Meta(ge=0, le=A_DAY)] | None = None
    """How long the question's window is open."""
    held: Any = None
    """What you have already answered, while it can be changed."""
    answered: Number = 0
    """How many have answered, in a window that ends when all have; in others nobody is told."""
    stopped: bool = False
    """Whether the keeper has stopped the clock."""
    more: bool = False
    """The next message is an update that carries on where these events end."""


class Advice(FromHost, tag="advice"):
    """What your seat could answer to the question of a turn, from what it knows alone."""

    turn: int
    ideas: list[Any]
    """The best first: choices to make in a row, and how likely they are to win the round."""
    hit: Annotated[float, Meta(ge=0, le=1)] = 0.0
    """How likely the best one is to do what it is meant to; 0: unknown."""
    why: list[Why] = []
    """What tells the best one from the next best, what matters most first."""


class Done(FromHost, tag="done"):
    """Your action counts; it will not be lost."""

    id: int


class Refused(FromHost, tag="refused"):
    """That was not done, and nothing has changed; the reason is a message key."""

    why: str
    about: str = ""
    """Which message it answers."""
    id: int | None = None
    detail: str = ""


class Said(FromHost, tag="said"):
    """Somebody said something; a phrase comes as its key. The host says who it was: a player by
    seat, a watcher by number, and without either it is the owner of the host. What bots say beyond
    the phrases comes as a key too, and whom they mean as a seat."""

    name: str
    seat: int | None = None
    text: str = ""
    phrase: str = ""
    watcher: int = 0
    other: int | None = None


class Notice(FromHost, tag="notice"):
    """Something about the table that is not part of the game, as a message key."""

    key: str
    name: str = ""


class CalledBack(FromHost, tag="called_back"):
    """Whether the host could reach you."""

    reached: bool


class Proof(FromHost, tag="proof"):
    """The match is over: the host's secret, so that everybody can check the shuffle."""

    secret: str
    nonces: list[str]
    record: str
    """The whole match as text, which `moontui verify` reads."""
    more: bool = False
    """The next message is a proof that carries on where this record ends."""


class Bye(FromHost, tag="bye"):
    """The host hangs up; the reason is a message key."""

    why: str


class Ping(FromHost, tag="ping"):
    """Are you still there?"""


ANY_FROM_HOST: Any = Union[tuple(FromHost.__subclasses__())]  # noqa: UP007  # those above
"""All that a host can say."""
