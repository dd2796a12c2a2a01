"""Between two matches: what is played next, who makes room, and who sits down.

The keeper proposes, and nobody is bound by it: all are asked anew whether they are ready.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.bots.dial import can_play
from engine.core import Seat
from engine.games import GAMES, level_for
from engine.play import settings
from net import facts
from net import messages as said
from net.present import Peer
from net.refusal import Refusal
from net.security import digest
from net.text import TITLE_CELLS, clean

if TYPE_CHECKING:
    from net.table import Table


def checked(wish: said.KnownTerms, version: int | None = None) -> dict[str, Any]:
    """What a wish says of the game, as a table may be opened with it; a match that goes on is
    played by the rules of then. Raises `Refusal`."""
    game = GAMES.get(wish.game)
    if game is not None and version is not None:
        game = game.under(version)
    if game is None:
        raise Refusal("no_such_game")
    if wish.seats not in game.seats:
        raise Refusal("wrong_seats", f"{game.seats[0]}-{game.seats[-1]}")
    if wish.level and not can_play(game, wish.level):
        raise Refusal("no_such_level")
    try:
        options = settings(game, wish.options)
    except ValueError as error:
        raise Refusal("bad_option", str(error)) from error
    level = wish.level or level_for(game)
    return said.terms_of(wish) | {"options": options, "level": level, "version": game.version}


# ── another game ────────────────────────────────────────────────────────────────────────────────


def change(table: Table, name: str, wish: said.Change) -> None:
    """Play something else from now on. Raises `Refusal`."""
    if wish.deal or table.opening.deal:
        raise Refusal("fixed_deal")
    terms = checked(wish) | {"title": clean(wish.title, TITLE_CELLS) or table.opening.title}
    kept = who_stays(table, wish)
    for seat in table.lasting.seats("person"):
        if seat not in kept:
            stand_up(table, seat)
    before = {seat: table.present.seated.get(seat) for seat in kept}
    marks = {seat: table.present.marks.get(seat, ()) for seat in kept}
    table.do(facts.Terms(terms, kept))
    table.do(facts.Secret(table.draw().hex()))
    present = table.present
    present.rest()
    present.seated = {Seat(new): peer for new, old in enumerate(kept) if (peer := before[old])}
    present.marks = {Seat(new): marks[old] for new, old in enumerate(kept)}
    for new, old in enumerate(kept):
        chair, peer = table.lasting.chairs[new], before[old]
        if chair.kind == "bot" and not can_play(table.lasting.game, chair.level):
            table.do(facts.Bot(Seat(new), chair.name, table.opening.level, chair.persona))
        elif peer is not None and new != old:
            show_seat(table, peer, Seat(new))
    table.tell(said.Notice("proposed", name))
    seat_waiting(table)
    table.tell_room()


def who_stays(table: Table, wish: said.Change) -> list[Seat]:
    """The seats that are kept: people, then as many bots as there is room for. Raises `Refusal`."""
    lasting = table.lasting
    people = lasting.seats("person")
    if wish.players and len(people) > wish.seats:
        people = [seat for seat in people if str(int(seat)) in wish.players]
        if table.opening.watch == "none":
            raise Refusal("no_watching")
    if len(people) > wish.seats or not people:
        raise Refusal("too_many_people", str(wish.seats))
    bots = lasting.seats("bot")[: wish.seats - len(people)]
    return sorted([*people, *bots])


def stand_up(table: Table, seat: Seat) -> None:
    """A player gives up the seat, and watches."""
    chair, peer = table.lasting.chairs[seat], table.present.seated.get(seat)
    marks = table.present.marks.get(seat, ())
    table.present.vacate(seat)
    table.do(facts.Free(seat))
    if peer is not None:
        table.present.watch(peer, chair.name, marks)
        table.out.append((peer, table.seated()))


def show_seat(table: Table, peer: Peer, seat: Seat) -> None:
    """Tell a player about another seat than before, with another token."""
    token = table.draw().hex()
    shown = table.lasting.chairs[seat].token
    table.do(facts.Token(seat, digest(token).hex(), shown.hex()))
    table.out.append((peer, table.seated(seat, token)))


# ── sitting down ────────────────────────────────────────────────────────────────────────────────


def room_for(table: Table) -> Seat | None:
    """The seat of whoever comes next: a free one, or the last bot's; None: all are people's."""
    lasting = table.lasting
    free = lasting.seats("free")
    if free:
        return free[0]
    bots = lasting.seats("bot") if lasting.bots_yield else []
    return bots[-1] if bots else None


def sit(table: Table, peer: Peer, message: said.Sit) -> None:
    """A watcher wants to sit down, now or as soon as possible; said twice, it is the same."""
    if table.seat_of(peer) is not None:
        table.out.append((peer, table.room()))
        return
    if peer not in table.present.watchers:
        raise Refusal("no_table")
    waiting = [other for other in table.present.waiting if other != peer]
    table.present.waiting = [*waiting, peer] if message.sit else waiting
    seat_waiting(table)
    table.tell_room()


def seat_waiting(table: Table) -> None:
    """Whoever waits for a seat gets one, in the order of asking, while there is room."""
    lasting, present = table.lasting, table.present
    while present.waiting and room_for(table) is not None:
        if lasting.phase == "playing" or lasting.is_opening:
            return
        peer = present.waiting[0]
        watcher, token = present.watchers[peer], table.draw().hex()
        seat = table.sit(peer, watcher.name, digest(token), watcher.marks)
        table.out.append((peer, table.seated(seat, token)))
        table.tell_room()
        table.show(peer, seat)
        table.prove(peer)
