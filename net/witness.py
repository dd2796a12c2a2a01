"""A witness: what one end of a line saw of a deal and gave to it, compared with what comes of it.

A host is not believed. Before anything is opened, its commitment and everybody's seals are written
down; when the match is over, its record must agree with every word of that. Whatever no honest host
does is an accusation, by a message key, which stays.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from hashlib import sha256

from msgspec import Struct

from engine.core import Event, Seat
from engine.games import GAMES
from engine.play import settings
from engine.proof import replayed, seal_of
from engine.record import BadRecord, Record, game_of
from net import messages as said
from net.messages import Message

UNKNOWN = ("other_rules", "no_game")
"""What makes a record impossible to check here, and accuses nobody."""


def new_nonce() -> str:
    """A share of the shuffle that nobody can guess."""
    return secrets.token_hex(16)


class Seen(Struct, omit_defaults=True):
    """What was seen of a deal before it was made; little enough to be kept on a disk."""

    commitment: str = ""
    game: str = ""
    options: dict[str, str] = {}
    nonce: str = ""
    """What this player sealed; empty: nothing, as those who watch."""
    seals: list[str] = []
    early: bool = False
    """Whether the seals were seen before anything was dealt from them."""
    voided: int = 0
    given_up: int = 0
    open_review: bool = False
    dealt: bool = False
    events: int = 0
    told: str = ""
    """How many events came with the deal, and their digest."""
    proved: bool = False
    """Whether the match is over, and the host has shown its secret."""


class Account:
    """A story as it is told, kept as a digest."""

    def __init__(self, events: Sequence[Event] = ()) -> None:
        self.events = 0
        self.digest = sha256()
        self.go_on(events)

    def go_on(self, events: Sequence[Event]) -> None:
        self.events += len(events)
        for event in events:
            self.digest.update(json.dumps(event).encode())

    @property
    def told(self) -> str:
        return self.digest.hexdigest()


class Witness:
    """Seals, opens and remembers for a player; for those who watch it only remembers."""

    def __init__(
        self,
        send: Callable[[Message], None],
        kept: Seen | None = None,
        keep: Callable[[Seen], None] = lambda seen: None,
    ) -> None:
        self.send = send
        self.keep = keep
        self.seen = kept or Seen()
        self.room: said.Room | None = None
        self.seat: Seat | None = None
        self.account = Account()
        self.account_of = ""
        """The commitment of the match that is being told."""
        self.wish = ""
        """A nonce to seal as soon as the host has committed itself; empty: none."""
        self.is_ready = False
        """Whether this player has said so since the line was last connected."""
        self.opened = ""
        """The commitment of the shuffle for which the seal was opened since then."""
        self.steady = False
        """Whether nothing that the host said can have been missed."""
        self.accusation = ""
        """What the host did that no honest host does: a message key."""
        self.verdict = ""
        """What was found when the match was over: a message key."""

    @property
    def part(self) -> Seat | None:
        """The seat in the match that is on the table; None: somebody else had it then, and whoever
        has sat down since only watched."""
        late = self.room.newcomers if self.room is not None else ()
        return None if self.seat in late else self.seat

    def accuse(self, why: str) -> None:
        self.accusation = self.accusation or why

    # ── from the player ─────────────────────────────────────────────────────────────────────────

    def ready(self, nonce: str = "") -> None:
        """Seal a nonce for the coming shuffle, and say that the player is ready."""
        self.wish = nonce or new_nonce()
        if self.room is None:
            return  # not before the host has committed itself
        resting = self.room.phase != "playing" and not self.room.seals
        if self.seat is None or not resting:  # which the host may say
            self.send(said.Ready(self.room.commitment, self.sealed(self.room, self.wish)))
            self.wish = ""
            return
        self.seal(self.room)

    def not_ready(self) -> None:
        self.wish, self.is_ready = "", False
        self.send(said.Ready(ready=False))

    def seal(self, room: said.Room) -> None:
        seen = self.seen
        if seen.commitment != room.commitment or not seen.nonce or seen.seals:
            self.look_at(room, self.wish or new_nonce())
        elif seen.options != room.options:  # agreed on before the seal was laid down again
            seen.options = room.options
            self.keep(seen)
        self.wish, self.is_ready = "", True
        self.send(said.Ready(room.commitment, self.sealed(room, self.seen.nonce)))

    def sealed(self, room: said.Room, nonce: str) -> str:
        return seal_of(room.commitment, self.seat or 0, nonce)

    # ── from the host ───────────────────────────────────────────────────────────────────────────

    def lost(self) -> None:
        """The line is dead, and much may happen until it is back."""
        self.steady = self.is_ready = False
        self.opened = ""

    def look(self, room: said.Room, seat: Seat | None) -> None:
        """Compare what the host says about the shuffle with what it said before."""
        self.room, self.seat = room, seat
        if room.voided < self.seen.voided or room.given_up < self.seen.given_up:
            self.accuse("uncounted")
        if room.phase == "playing":
            self.see_deal(room)
        elif room.seals:
            self.see_seals(room)
        else:
            self.see_rest(room)
        self.steady = True

    def see_rest(self, room: said.Room) -> None:
        """No cards are dealt, and nothing is being opened; whoever is ready has sealed a nonce."""
        seen = self.seen
        if self.steady and seen.seals and not seen.dealt and room.voided <= seen.voided:
            self.accuse("uncounted")  # the seals lay on the table, and nothing came of them
        ready = self.seat is not None and room.players[self.seat].ready
        if self.wish or (ready and not (seen.commitment == room.commitment and seen.nonce)):
            self.seal(room)

    def see_seals(self, room: said.Room) -> None:
        """All seals lie on the table: open this player's, once all of them are written down."""
        seen, mine = self.seen, room.seals[self.seat] if self.seat is not None else ""
        self.wish = ""
        if seen.commitment != room.commitment:
            if mine and self.steady:
                self.accuse("other_secret")  # nothing was sealed for this one
            else:
                self.look_at(room, "", early=True)
            return
        if seen.seals not in ([], room.seals):
            self.accuse("other_seals")
            return
        if mine != (self.sealed(room, seen.nonce) if seen.nonce else ""):
            if mine or self.is_ready:
                self.accuse("not_my_seal")
                return
            seen.nonce = ""  # others begin without a player who was away
        seen.seals, seen.early = room.seals, True
        self.keep(seen)
        if seen.nonce and self.opened != room.commitment and self.seat is not None:
            self.opened = room.commitment
            if not room.players[self.seat].opened:
                self.send(said.Open(seen.nonce))

    def see_deal(self, room: said.Room) -> None:
        """The cards are dealt."""
        seen, self.wish, self.is_ready = self.seen, "", False
        if seen.commitment != room.commitment:
            if self.steady and seen.nonce and not seen.proved:
                self.accuse("other_secret")
                return
            self.look_at(room, "")  # it began while nobody looked from here
        elif seen.seals != room.seals:
            if seen.seals or (self.steady and seen.nonce):
                self.accuse("other_seals")
                return
            seen.seals, seen.nonce = room.seals, ""
        if not self.seen.dealt:
            self.seen.dealt = True
            self.keep(self.seen)

    def look_at(self, room: said.Room, nonce: str, early: bool = False) -> None:
        """Write down what is promised for another shuffle."""
        self.seen = Seen(
            commitment=room.commitment,
            game=room.game,
            options=room.options,
            nonce=nonce,
            seals=room.seals,
            early=early,
            voided=room.voided,
            given_up=room.given_up,
            open_review=room.open_review,
        )
        self.keep(self.seen)

    def hear(self, first: int, events: Sequence[Event]) -> None:
        """Follow the story. When it is told again from the beginning, it must be the same story."""
        seen = self.seen
        playing = self.room is not None and self.room.phase == "playing"
        if first == 0:
            before, self.account = self.account, Account()
            if playing and seen.told and Account(events[: seen.events]).told != seen.told:
                self.accuse("told_otherwise")
            same = playing and self.account_of == seen.commitment
            if same and Account(events[: before.events]).told != before.told:
                self.accuse("told_otherwise")
        self.account.go_on(events)
        if playing:
            self.account_of = seen.commitment
            if not seen.told:
                seen.events, seen.told = self.account.events, self.account.told
                self.keep(seen)

    # ── when the match is over ──────────────────────────────────────────────────────────────────

    def check(self, record: Record) -> None:
        """Compare the record of the match with all that was seen of it."""
        try:
            self.verdict = self.examine(record)
        except BadRecord as bad:
            self.verdict = "unknown"
            if bad.why not in UNKNOWN:
                self.accuse(bad.why)

    def examine(self, record: Record) -> str:
        """What can be said of a record from here. Raises `BadRecord`."""
        proved, state = replayed(GAMES, record)
        seen = self.seen
        events = [event.told_to(self.part) for event in state.events]
        if self.account.events and Account(events).told != self.account.told:
            raise BadRecord("The record tells of another match.", "told_otherwise")
        if seen.commitment != record.commitment:
            if self.steady and seen.nonce and seen.dealt and not seen.proved:
                raise BadRecord("The record is of another shuffle.", "other_secret")
            return "late"
        if seen.seals != list(record.seals):
            raise BadRecord("The record has other seals.", "other_seals")
        if seen.nonce and (self.part is None or record.nonces[self.part] != seen.nonce):
            raise BadRecord("The record has another number of mine.", "not_my_seal")
        game = game_of(GAMES, record)  # an older host leaves out options that it does not know
        agreed, played = settings(game, seen.options), settings(game, record.options)
        secretly_open = record.open_review and not seen.open_review
        if (seen.game, agreed) != (record.game, played) or secretly_open:
            raise BadRecord("The record is of another game.", "other_terms")
        if (seen.voided, seen.given_up) != (proved.voided, proved.given_up):
            raise BadRecord("The record counts other deals.", "uncounted")
        seen.proved = True
        self.keep(seen)
        if proved.shuffle != "sealed":
            return proved.shuffle
        return "mine" if seen.nonce else "seen" if seen.early else "late"
