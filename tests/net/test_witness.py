"""A client believes no host: what it saw of a deal is compared with what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as changed

from engine.core import Choice, Seat
from engine.games import GAMES, seats_for
from engine.play import settings
from engine.proof import commitment, end_of, seal_of, seed_of
from engine.record import Move, Record
from net import messages as said
from net.messages import Message
from net.witness import Account, Seen, Witness
from tests.net.tables import Parlour, attend

OTHER = bytes(32)
"""A secret that nobody was told of."""


class Table:
    """A table with an honest host, and one seat that is told what a dishonest one would say."""

    def __init__(self, seat: int | None = 0) -> None:
        self.parlour = Parlour("Ana", "Bo", "Cy")
        peer = self.parlour.watch("Wanda") if seat is None else self.parlour.people[seat]
        self.peer, self.seat = peer, None if seat is None else Seat(seat)
        self.kept: list[Seen] = []
        self.sent: list[Message] = []

    def witness(self, kept: Seen | None = None) -> Witness:
        return Witness(self.sent.append, kept, self.kept.append)

    def deal(self) -> None:
        self.parlour.deal()

    def told(self) -> list[Message]:
        """All that the honest host said to the seat, up to now."""
        return self.parlour.heard[self.peer]

    def tell(self, witness: Witness, *messages: Message) -> None:
        for message in messages:
            attend(witness, message, self.seat)


def lobby(table: Table) -> said.Room:
    return table.parlour.last(table.peer, said.Room)


def laid(table: Table, witness: Witness) -> said.Room:
    """The room in which all seals lie on the table, this witness's among them."""
    room = lobby(table)
    seals = [seal_of(room.commitment, seat, f"{seat:032x}") for seat in range(3)]
    if table.seat is not None:
        seals[table.seat] = seal_of(room.commitment, table.seat, witness.seen.nonce)
    return changed(room, seals=seals)


def ready() -> tuple[Table, Witness]:
    """Ana has sealed her number."""
    table = Table()
    witness = table.witness()
    table.tell(witness, lobby(table))
    witness.ready()
    return table, witness


def opened(table: Table) -> bool:
    return any(isinstance(message, said.Open) for message in table.sent)


# ── before the cards are dealt ──────────────────────────────────────────────────────────────────


def test_a_client_opens_once_its_seal_lies_among_the_others_and_all_is_written_down() -> None:
    table, witness = ready()
    assert not opened(table)
    room = laid(table, witness)
    table.tell(witness, room)
    assert table.sent[-1] == said.Open(witness.seen.nonce)
    assert table.kept[-1].seals == room.seals
    assert witness.accusation == ""


def test_it_opens_once_however_often_the_room_is_described() -> None:
    table, witness = ready()
    table.tell(witness, *[laid(table, witness)] * 3)
    assert sum(isinstance(message, said.Open) for message in table.sent) == 1


def test_who_is_ready_before_the_host_has_spoken_seals_when_it_has() -> None:
    table = Table()
    witness = table.witness()
    witness.ready("ab" * 16)
    assert table.sent == []
    room = lobby(table)
    table.tell(witness, room)
    assert table.sent == [said.Ready(room.commitment, seal_of(room.commitment, 0, "ab" * 16))]


def other_secret(room: said.Room) -> said.Room:
    return changed(room, commitment=commitment(OTHER))


def other_seal(seat: int) -> Callable[[said.Room], said.Room]:
    def change(room: said.Room) -> said.Room:
        seals = [*room.seals[:seat], "00" * 32, *room.seals[seat + 1 :]]
        return changed(room, seals=seals)

    return change


def left_out(room: said.Room) -> said.Room:
    return changed(room, seals=["", *room.seals[1:]])


@pytest.mark.parametrize(
    ("change", "why"),
    [(other_secret, "other_secret"), (other_seal(0), "not_my_seal"), (left_out, "not_my_seal")],
    ids=["another secret", "another seal", "none"],
)
def test_a_host_that_changes_what_a_player_sealed_is_caught_and_told_nothing(
    change: Callable[[said.Room], said.Room], why: str
) -> None:
    table, witness = ready()
    table.tell(witness, change(laid(table, witness)))
    assert (witness.accusation, opened(table)) == (why, False)


def test_a_host_that_shows_other_seals_later_is_caught() -> None:
    for later in ("lobby", "playing"):
        table, witness = ready()
        room = laid(table, witness)
        table.tell(witness, room, changed(other_seal(2)(room), phase=later))
        assert witness.accusation == "other_seals"


def test_a_host_that_deals_before_it_has_shown_the_seals_is_caught() -> None:
    table, witness = ready()
    table.tell(witness, changed(laid(table, witness), phase="playing"))
    assert witness.accusation == "other_seals"


def test_a_host_that_shuffles_again_without_counting_is_caught() -> None:
    for again in (other_secret, lambda room: room):
        table, witness = ready()
        room = laid(table, witness)
        table.tell(witness, room, changed(again(room), seals=[]))
        assert witness.accusation == "uncounted"


def test_a_host_that_counts_a_void_deal_is_not_accused_and_gets_another_seal() -> None:
    table, witness = ready()
    room, nonce = laid(table, witness), witness.seen.nonce
    players = [changed_player(room.players[0]), *room.players[1:]]
    void = changed(other_secret(room), seals=[], voided=1, players=players)
    table.tell(witness, room, void)
    assert witness.accusation == ""
    again = table.sent[-1]
    assert isinstance(again, said.Ready)
    assert again.commitment == void.commitment
    assert witness.seen.nonce != nonce


def changed_player(player: said.Player) -> said.Player:
    return said.Player(player.kind, player.name, ready=True)


def test_a_count_that_goes_down_is_noticed() -> None:
    table, witness = ready()
    table.tell(witness, changed(lobby(table), voided=2))
    witness.ready()
    witness.seen.voided = 2
    table.tell(witness, changed(lobby(table), voided=1))
    assert witness.accusation == "uncounted"


def test_a_client_that_was_away_accuses_nobody_of_what_it_has_missed() -> None:
    table, witness = ready()
    room = laid(table, witness)
    table.tell(witness, room)
    witness.lost()
    table.tell(witness, changed(other_secret(room), phase="playing", seals=["", *room.seals[1:]]))
    assert witness.accusation == ""


# ── when the match is over ──────────────────────────────────────────────────────────────────────


def played(game: str = "wolfmoon") -> Parlour:
    """A match among people, and a watcher who was there before it began."""
    options = {"length": "round"} if game == "wolfmoon" else {}
    names = [f"P{number}" for number in range(seats_for(GAMES[game]))]
    parlour = Parlour(*names, game=game, options=options, version=GAMES[game].version)
    parlour.watch("Wanda")
    parlour.deal()
    parlour.play_out()
    return parlour


@pytest.mark.parametrize("game", GAMES)
def test_every_player_and_watcher_of_an_honest_host_finds_nothing_wrong(game: str) -> None:
    parlour = played(game)
    found = [(witness.verdict, witness.accusation) for witness in parlour.witnesses.values()]
    assert found == [("mine", "")] * len(parlour.people) + [("seen", "")]


def test_a_second_match_at_the_same_table_is_checked_like_the_first() -> None:
    parlour = played()
    parlour.deal()
    parlour.play_out()
    assert {witness.verdict for witness in parlour.witnesses.values()} == {"mine", "seen"}
    assert {witness.accusation for witness in parlour.witnesses.values()} == {""}


def test_who_came_to_watch_in_the_middle_says_so() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.deal()
    parlour.go_on()
    late = parlour.watch("Wanda")
    parlour.play_out()
    assert (parlour.witnesses[late].verdict, parlour.witnesses[late].accusation) == ("late", "")


def test_an_app_that_was_closed_in_the_middle_checks_the_deal_from_what_it_kept() -> None:
    table = Table()
    before = table.parlour.witnesses[table.peer]
    before.keep = table.kept.append
    table.deal()
    table.parlour.go_on()
    table.parlour.drop(table.peer)
    again = Witness(print, table.kept[-1])
    table.parlour.back(0, again)
    table.parlour.play_out()
    assert (again.verdict, again.accusation) == ("mine", "")


def test_a_host_that_tells_another_story_to_who_comes_back_is_caught() -> None:
    table = Table()
    before = table.parlour.witnesses[table.peer]
    before.keep = table.kept.append
    table.deal()
    room, update = (table.parlour.last(table.peer, kind) for kind in (said.Room, said.Update))
    assert isinstance(update, said.Update)
    for returned in (before, Witness(print, table.kept[-1])):
        returned.lost()
        table.tell(returned, room, changed(update, first=0, events=update.events[:-1]))
        assert returned.accusation == "told_otherwise"


# ── a record that does not agree ────────────────────────────────────────────────────────────────


class Patient(Witness):
    """Somebody who looks at the record later, when a test has changed it."""

    def check(self, record: Record) -> None:
        self.shown = record

    def check_now(self, record: Record) -> str:
        super().check(record)
        return self.accusation


def ended() -> tuple[Patient, Record]:
    """Ana has followed a match to its end; the record is what an honest host shows."""
    parlour = Parlour("Ana", "Bo", "Cy")
    ana = Patient(print)
    parlour.people[0] = parlour.back(0, ana)
    parlour.deal()
    parlour.play_out()
    return ana, ana.shown


def dealt_anew(record: Record, **changes: Any) -> Record:
    """A record that is sound in itself, of another deal, given up before the first answer."""
    other = replace(record, **changes)
    promised = commitment(other.secret)
    seals = tuple(
        seal_of(promised, seat, nonce) if nonce else "" for seat, nonce in enumerate(other.nonces)
    )
    seed = seed_of(other.secret, other.nonces)
    return replace(other, commitment=promised, seals=seals, seed=seed, moves=(), end="")


def test_the_record_of_an_honest_host_agrees() -> None:
    ana, record = ended()
    assert ana.check_now(record) == ""
    assert ana.verdict == "mine"


def swapped_number(record: Record) -> Record:
    return dealt_anew(record, nonces=(*record.nonces[:2], "ab" * 16))


def swapped_secret(record: Record) -> Record:
    return dealt_anew(record, secret=OTHER)


def unsealed(record: Record) -> Record:
    return replace(record, seals=())


def other_options(record: Record) -> Record:
    return replace(record, options=record.options | {"start": "2"})


def opened_reviews(record: Record) -> Record:
    return replace(record, open_review=True)


def fewer_voids(record: Record) -> Record:
    return replace(record, voided=record.voided + 1)


def another_end(record: Record) -> Record:
    return replace(record, end=end_of(record.names))


def another_answer(record: Record) -> Record:
    moves = (*record.moves[:-1], Move(record.moves[-1].seat, Choice("dance")))
    return replace(record, moves=moves)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (swapped_number, "told_otherwise"),
        (swapped_secret, "told_otherwise"),
        (unsealed, "other_seals"),
        (fewer_voids, "uncounted"),
        (another_end, "wrong_end"),
        (another_answer, "illegal"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_record_that_does_not_agree_with_what_was_seen_is_found(
    change: Callable[[Record], Record], why: str
) -> None:
    ana, record = ended()
    assert ana.check_now(change(record)) == why


def test_a_host_that_does_not_know_a_newer_option_plays_as_it_usually_is() -> None:
    ana, record = ended()
    older = {key: value for key, value in record.options.items() if key != "winner_begins"}
    assert older != record.options
    assert (ana.check_now(replace(record, options=older)), ana.verdict) == ("", "mine")


def test_each_check_stands_even_if_the_story_is_the_same() -> None:
    for change, why in (
        (swapped_number, "other_seals"),
        (swapped_secret, "other_secret"),
        (other_options, "other_terms"),
        (opened_reviews, "other_terms"),
    ):
        ana, record = ended()
        ana.account = Account()  # as if nothing had been told
        assert ana.check_now(replace(change(record), moves=(), end="")) == why


@pytest.mark.parametrize("chosen", range(2))
def test_of_two_clients_who_are_shown_different_seals_one_finds_out(chosen: int) -> None:
    """The host shows Ana and Bo another seal of Cy's each, and opens the one that suits it."""
    parlour = Parlour("Ana", "Bo", "Cy")
    ana, bo = clients = [parlour.witnesses[peer] for peer in parlour.people[:2]]
    for client in clients:
        client.ready()
    nonces, promised = (ana.seen.nonce, bo.seen.nonce), parlour.table.commitment
    for seat, client in enumerate(clients):
        opened = enumerate((*nonces, f"{seat:032x}"))
        seals = [seal_of(promised, number, nonce) for number, nonce in opened]
        room = parlour.last(parlour.people[seat], said.Room)
        attend(client, changed(room, seals=seals), Seat(seat))
    assert (ana.accusation, bo.accusation) == ("", "")
    record = shell(parlour.table.lasting.secret, (*nonces, f"{chosen:032x}"))
    for client in clients:
        client.check(record)
    assert [client.accusation for client in clients] == [
        "" if seat == chosen else "other_seals" for seat in range(2)
    ]


def shell(secret: bytes, nonces: tuple[str, ...]) -> Record:
    """A record that is sound in itself, of a match that was given up before the first answer."""
    game, names = GAMES["wolfmoon"], ("Ana", "Bo", "Cy")
    options = settings(game, {"length": "round"})
    given_up = Record(game.id, game.version, 3, options, names, b"", secret=secret, nonces=nonces)
    return dealt_anew(given_up)
