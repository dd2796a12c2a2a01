"""A player's place at a table: what the host has said so far, kept for the screens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from engine.core import Choice, Event, Seat, View, Window, this_round
from engine.games import GAMES
from engine.proof import UNSHARED
from engine.record import BadRecord, file_name, from_text, to_text
from moontui.client.answers import Answers
from moontui.client.deals import Deals
from moontui.client.moments import Moments
from moontui.client.people import Muted, Person, others, speaker
from moontui.client.sense import UnknownGame, check
from moontui.words.catalogue import Catalogue
from moontui.words.chronicle import Chronicle
from moontui.words.moments import Moment
from moontui.words.names import told_apart
from moontui.words.reasons import accusation
from moontui.words.sayings import saying
from moontui.words.teller import Result, Teller, teller_for
from net import messages as said
from net.client import PASSING, Back, Client, Lost, Seeking, event_of, view_of
from net.messages import Message
from net.security import private_file
from net.text import CHAT_CELLS, NAME_CELLS, TITLE_CELLS, clean
from net.witness import Witness

SOON = 5.0
"""Seconds without a connection after which it is told for how long."""
KEPT = 100
"""How many matches of one session are saved: no host fills the disk."""

UNREADABLE = (ValueError, TypeError, LookupError, AssertionError, msgspec.ValidationError)
"""The errors raised when a host says what no host of this version would."""


FOR_GOOD = ("removed", "kicked", "banned", "table_closed")
"""Why a host hangs up on somebody whose seat is then no longer theirs."""


class Session:
    """All that a host has said to one player, and the player's words to the host: the same for the
    app and for the line game."""

    def __init__(self, client: Client, words_for: Callable[[str], Catalogue], data: Path) -> None:
        self.client = client
        self.words_for = words_for
        self.records = data / "records"
        deals = Deals(data / "deals.json", client)
        self.witness = Witness(client.send, deals.kept(), deals.keep)
        self.alarm = ""
        """What the host did that no honest host does, until the player has been told."""
        self.alarmed = False
        self.rows: list[said.Row] = []
        """The tables of this host."""
        self.room: said.Room | None = None
        self.played: tuple[said.Player, ...] = ()
        """Who sat at the table while the match on it was played."""
        self.view: View[Any] | None = None
        self.turn = 0
        self.seconds: float | None = None
        """How many seconds the window had left at the last update; None: none is open."""
        self.frozen = False
        """Whether the keeper of the table has stopped that clock."""
        self.held: Choice | None = None
        """What the player has answered in a window that is still open."""
        self.answers = Answers(self)
        self.answered = 0
        """How many have answered in it, as far as everybody may know."""
        self.news: list[Event] = []
        """What the last update told."""
        self.chronicle = Chronicle()
        self.history: list[Event] = []
        self.moments = Moments()
        self.claims: dict[int, str] = {}
        """By seat: the last of the game's phrases said there in this round."""
        self.lost = False
        self.lost_for = 0.0
        """Seconds for which the connection has been lost, as far as is known."""
        self.stopped = False
        """Whether the host has said that it stops; it may come back."""
        self.ended = ""
        """Why it is over: a message key."""
        self.record: Path | None = None
        """Where the last match was saved."""
        self.kept: set[Path] = set()
        """Where all matches of this session were saved."""
        self._named: tuple[tuple[said.Player, ...], list[str]] | None = None
        self._teller: Teller | None = None
        self.muted = Muted()
        self.alone = False
        """Whether this is a game against bots in this process."""
        self.just_over = False
        """Whether the last message told the end of a match."""
        self.moved = ""
        """What that changed for the player, in words."""
        self.news_of_move = ""
        """Where the table has gone, until the player is there and told."""

    @property
    def seat(self) -> Seat | None:
        seated = self.client.seated
        return None if seated is None or seated.seat is None else Seat(seated.seat)

    @property
    def part(self) -> Seat | None:
        """The player's seat in what is on the table; None: somebody else had it, or the player
        watches."""
        late = self.room.newcomers if self.room is not None else ()
        return None if self.seat in late else self.seat

    @property
    def words(self) -> Catalogue:
        return self.words_for(self.game)

    @property
    def game(self) -> str:
        """What is played at the table; empty: the player is at none."""
        return self.room.game if self.room is not None else ""

    @property
    def title(self) -> str:
        return clean(self.room.title, TITLE_CELLS) if self.room is not None else ""

    @property
    def players(self) -> tuple[said.Player, ...]:
        return tuple(self.room.players) if self.room is not None else ()

    @property
    def cast(self) -> tuple[said.Player, ...]:
        """Who plays, or played, what is on the table: after a match, whoever leaves takes no name
        out of it, and a newcomer is not written into it."""
        over = self.room is not None and self.room.phase == "over"
        return self.played if over and len(self.played) == len(self.players) else self.players

    @property
    def names(self) -> list[str]:
        """The names of the cast; cleaned once each time they change."""
        cast = self.cast
        if self._named is None or self._named[0] != cast:
            self._named = (cast, told_apart([clean(one.name, NAME_CELLS) for one in cast]))
        return self._named[1]

    def name_now(self, seat: int) -> str:
        """Who sits at a seat now."""
        name = self.players[seat].name
        return self.names[seat] if name == self.cast[seat].name else clean(name, NAME_CELLS)

    @property
    def teller(self) -> Teller:
        words, names, seat = self.words, self.names, self.part
        told = self._teller
        if told is None or told.words is not words or told.names is not names or told.me != seat:
            self._teller = told = teller_for(
                self.game, words, names, seat, self.personas, self.options
            )
        return told

    @property
    def personas(self) -> list[str]:
        """By seat: the manner in which a bot plays and talks."""
        return [player.persona for player in self.cast]

    @property
    def options(self) -> dict[str, str]:
        """What has been agreed on about the rules."""
        return self.room.options if self.room is not None else {}

    @property
    def deal(self) -> str:
        """The text that decides the deal; empty: chance does."""
        return self.room.deal if self.room is not None else ""

    @property
    def keeps(self) -> bool:
        """Whether the player keeps the table."""
        return self.room is not None and self.seat is not None and self.room.keeper == self.seat

    @property
    def waits(self) -> bool:
        """Whether the player watches, and sits down as soon as there is a seat: a host tells of
        nobody else under this name."""
        watchers = self.room.watchers if self.room is not None and self.seat is None else ()
        return any(one.waits and one.name == self.client.name for one in watchers)

    @property
    def is_asked(self) -> bool:
        return self.view is not None and self.view.ask is not None

    @property
    def is_on(self) -> bool:
        """Whether a match lies on the table that goes on."""
        return self.view is not None and bool(self.view.waiting)

    @property
    def is_over(self) -> bool:
        """Whether the match on the table has come to its end."""
        game = GAMES.get(self.game)
        return bool(game and self.view and game.outcome(self.view.state))

    @property
    def window(self) -> Window | None:
        """The window that is open; None: the table waits for as long as it takes."""
        waiting = self.view.waiting if self.view is not None else ()
        return GAMES[self.game].windows.get(waiting[0].window) if waiting else None

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What is on offer; nothing if no question is open."""
        ask = self.view.ask if self.view is not None else None
        return ask.choices if ask is not None else ()

    @property
    def way_back(self) -> Choice | None:
        """The choice that abandons what the player has begun; None: nothing was."""
        return self.teller.way_back(self.view) if self.view is not None else None

    @property
    def last_play(self) -> Event | None:
        """The last card that was played in this round."""
        told = reversed(this_round(self.history))
        return next((event for event in told if event.kind in self.teller.PLAYS), None)

    @property
    def told(self) -> Chronicle:
        """What happened, as far back as the player may still be told."""
        return self.shortened(self.chronicle)

    @property
    def told_to_all(self) -> Chronicle:
        """The same, as everybody at the table saw it."""
        seen = [event.told_to(None) for event in self.history]
        return self.shortened(self.chronicle.retold(self.stranger, seen))

    @property
    def stranger(self) -> Teller:
        """Tells what everybody at the table knows."""
        return teller_for(self.game, self.words, self.names, None, self.personas, self.options)

    @property
    def moment(self) -> Moment | None:
        """The last thing that mattered."""
        return self.moments.latest

    @property
    def moment_for_all(self) -> Moment | None:
        """What matters of the present turn, as everybody at the table saw it."""
        return self.stranger.moment([event.told_to(None) for event in self.moments.story])

    @property
    def result(self) -> Result | None:
        """How the round ended, and which claims were true; None while it goes on."""
        result = self.teller.result(self.view, self.history) if self.view is not None else None
        if result is None or self.view is None:
            return None
        judged = self.teller.judged(self.view, self.claims)
        return result._replace(details=(*result.details, judged)) if judged else result

    def shortened(self, told: Chronicle) -> Chronicle:
        turns = self.teller.turns_told(self.view) if self.view is not None else None
        return told if turns is None else told.shortened(turns)

    # ── from the host ───────────────────────────────────────────────────────────────────────────

    def hear(self, message: Message) -> None:
        """Take in what the host says; if that makes no sense, the session is over."""
        self.just_over = False
        try:
            self.take_in(message)
            self.raise_alarm()
        except UnknownGame:
            self.ended = "unknown_game"
        except UNREADABLE:
            self.ended = "nonsense"

    def take_in(self, message: Message) -> None:
        match message:
            case said.TableList():
                self.rows = message.rows
            case said.Seated():
                self.view = None
            case said.Room():
                check(message, self.seat)
                if message.game != self.game:
                    self.put_away()
                self.room = message
                self.witness.look(message, self.seat)
                if message.phase == "playing":
                    self.played = self.players
                if message.phase == "lobby":
                    self.view = None
            case said.Update():
                self.update(message)
            case said.Refused():
                self.answers.rest = []
            case said.Said():
                self.listen(message)
            case said.Notice():
                self.chronicle.note(self.noticed(message))
            case said.Moved():
                name = clean(message.name, NAME_CELLS)
                self.news_of_move = self.words.say("handing", "moved", name=name)
            case said.Proof():
                self.keep_proof(message)
            case said.Bye() if message.why in PASSING:
                self.stopped = message.why == "host_stops"
            case said.Bye():
                self.ended = message.why
                if message.why in FOR_GOOD:
                    self.client.forget_seat()
            case Lost():
                self.lost = True
                self.witness.lost()
            case Seeking():
                self.lost_for = message.seconds
            case Back():
                self.lost, self.lost_for, self.stopped = False, 0.0, False
                if self.news_of_move and self.view is None:
                    self.chronicle.note(self.news_of_move)
                    self.news_of_move = ""

    def put_away(self) -> None:
        """Another game is played from now on, and the last one cannot be told in its words."""
        self.view, self.moments = None, Moments()
        self.history, self.news, self.claims = [], [], {}

    @property
    def outage(self) -> str:
        """What is said while there is no connection; empty: there is one."""
        if not self.lost:
            return ""
        if self.stopped:
            return self.words.say("guest", "stopped")
        if self.lost_for < SOON:
            return self.words.say("guest", "lost")
        return self.words.say("guest", "seeking", seconds=round(self.lost_for))

    def listen(self, message: said.Said) -> None:
        """Take in what somebody says, unless the player does not want to hear it."""
        if self.is_muted(message):
            return
        person = self.speaker(message)
        self.chronicle.say(person.written(self.words), self.spoken(message), person)
        if message.seat is not None and self.is_claim(message):
            self.claims = {**self.claims, message.seat: message.phrase}

    def speaker(self, message: said.Said) -> Person:
        """Who says something. Raises `ValueError` for a seat that is not there."""
        return speaker(message, len(self.players))

    def is_claim(self, message: said.Said) -> bool:
        """Whether something that is said belongs to the game, so that everybody has to hear it."""
        game = GAMES.get(self.game)
        return game is not None and message.phrase in game.phrases

    def is_muted(self, message: said.Said) -> bool:
        return self.speaker(message) in self.muted and not self.is_claim(message)

    @property
    def others(self) -> list[Person]:
        """Everybody else at the table, and those who were sent away."""
        return others(self.room, self.seat)

    def spoken(self, message: said.Said) -> str:
        if message.phrase:
            return self.phrased(message)
        return clean(message.text, CHAT_CELLS)

    def phrased(self, message: said.Said) -> str:
        """A phrase in words."""
        persona = at(self.personas, message.seat)
        return saying(self.words, persona, message.phrase, at(self.names, message.other))

    def noticed(self, message: said.Notice) -> str:
        """A notice in words; one that only a newer host knows is shown as it is."""
        return self.words.heard("notices", message.key, name=clean(message.name, NAME_CELLS))

    def update(self, update: said.Update) -> None:
        """The game has moved on."""
        if self.room is None:
            return
        if update.first == 0:
            self.chronicle, self.history = Chronicle(), []
        if update.turn != self.turn:
            self.held = None
        if update.held is not None and self.held is None:  # answered before the connection was lost
            self.held = Choice(*update.held)
        was_over = self.is_over
        self.view = view_of(GAMES[self.room.game], self.part, update)
        self.just_over = bool(update.first) and self.is_over and not was_over
        self.moved = self.moved if self.is_over else ""
        self.turn, self.seconds = update.turn, update.seconds
        self.answered, self.frozen = update.answered, update.stopped
        told = [event_of(event) for event in update.events]
        self.news = told if update.first else []  # a returning player hears it all, not as news
        self.history += told
        self.witness.hear(update.first, told)
        self.view.state.events = list(this_round(self.history))  # which the host told before
        self.chronicle.hear(self.teller, told)
        if self.news_of_move:  # after what was told before, which is told again
            self.chronicle.note(self.news_of_move)
            self.news_of_move = ""
        self.moments.note(self.teller, self.part, self.history, told)
        if any(event.kind == "round" for event in told):
            self.claims = {}
        self.answers.go_on()

    def great_moment(self) -> Moment | None:
        """What has just happened, if it is worth the whole screen."""
        if not any(self.teller.headline(event) for event in self.news):
            return None
        return self.moment if self.moment is not None and self.moment.headline else None

    def keep_proof(self, proof: said.Proof) -> None:
        """Check the record of a finished match, and save it, so that everybody else can."""
        try:
            record = from_text(proof.record)
        except BadRecord as bad:
            self.witness.accuse(bad.why)
            return
        if not (self.alone and record.origin):  # which a player knows who has played on alone
            self.witness.check(record)
        try:
            file = self.records / file_name(record)
            if file not in self.kept and len(self.kept) < KEPT:
                private_file(file, to_text(record).encode())
                self.kept.add(file)
        except OSError:
            return  # the match is over all the same
        self.record = file if file in self.kept else None

    def raise_alarm(self) -> None:
        """If the host has been caught, everybody here will hear of it, once."""
        if self.witness.accusation and not self.alarmed:
            self.alarmed = True
            self.alarm = self.deal_checked
            self.chronicle.note(self.alarm)

    @property
    def deal_checked(self) -> str:
        """What this end of the line found out about the deal, in one sentence; empty: nothing yet,
        or nothing that somebody who plays alone would want to hear."""
        words, found = self.words, self.witness
        if found.accusation:
            return accusation(words, found.accusation)
        if self.alone or found.verdict in ("", "alone"):
            return ""
        return words.say("deal", found.verdict)

    @property
    def deals_undone(self) -> str:
        """How many deals came to nothing at this table; empty: none."""
        room = self.room
        if room is None or not (room.voided or room.given_up):
            return ""
        return self.words.say("deal", "undone", voided=room.voided, given_up=room.given_up)

    def retell(self) -> None:
        """Tell everything again, in another language."""
        self.chronicle = self.chronicle.retold(self.teller, self.history)

    # ── to the host ─────────────────────────────────────────────────────────────────────────────

    def act(self, choice: Choice) -> int:
        """Answer; a choice that stands for several is given one by one. Returns the id of the
        action, by which the host will say what came of it; -1: nothing was answered."""
        return self.answers.act(choice)

    def ready(self, ready: bool = True, nonce: str = "") -> None:
        """Say that the player is ready, or no longer is; with a share of the shuffle."""
        if ready:
            self.witness.ready(nonce or (UNSHARED if self.deal else ""))
        else:
            self.witness.not_ready()

    def send(self, message: Message) -> None:
        self.client.send(message)

    def leave(self) -> None:
        """Give the seat up for good."""
        self.client.send(said.Leave())
        self.client.forget_seat()


def at(texts: list[str], seat: int | None) -> str:
    """The text of a seat; empty: a host has named a seat that is not there."""
    return texts[seat] if seat is not None and 0 <= seat < len(texts) else ""
