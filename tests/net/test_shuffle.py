"""Nobody can choose a deal: all are bound before anything is known, and who backs out is named."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core import Seat
from engine.games import GAMES
from engine.games.onenight.roles import Role
from engine.play import start
from engine.proof import seal_of, seed_of, verify
from engine.record import from_text
from net import messages as said
from net import witness
from net.present import Peer
from net.shuffle import OPENING
from tests.net.tables import Parlour
from tests.net.visitors import NO_LIMITS, House, Visitor, hosting

SEATS = 4
MALLORY = SEATS - 1


def is_wanted(seed: bytes) -> bool:
    """What Mallory, on the last seat, dreams of: the only Werewolf at the table, who knows the
    Seer. About one deal in thirty is like that."""
    dealt = start(GAMES["onenight"], SEATS, seed).dealt[:SEATS]
    return dealt[0] == Role.SEER and [s for s in range(SEATS) if dealt[s] == Role.WEREWOLF] == [3]


class Plot:
    """Mallory owns the host, reads all that it knows, and is the last to seal and to open."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"plot {seed}")
        people = ("Ana", "Bo", "Cy", "Mallory")
        self.parlour = Parlour(*people, seed=seed, game="onenight", options={}, version=1)
        self.honest, self.mallory = self.parlour.people[:MALLORY], self.parlour.people[MALLORY]
        del self.parlour.witnesses[self.mallory]
        self.nonces = [self.rng.randbytes(16).hex() for _ in self.honest]
        for peer, nonce in zip(self.honest, self.nonces, strict=True):
            self.parlour.ready(peer, nonce)

    def seal(self, nonce: str) -> None:
        """Mallory seals; all seals are laid on the table, and the others open theirs."""
        promised = self.parlour.table.commitment
        seal = seal_of(promised, MALLORY, nonce)
        self.parlour.say(self.mallory, said.Ready(promised, seal))

    def deal_with(self, others: list[str], nonce: str) -> bytes:
        return seed_of(self.parlour.table.lasting.secret, [*others, nonce])

    @property
    def known(self) -> str:
        """All that a host has in its memory, on its disk and has sent."""
        table = self.parlour.table
        return repr((table.lasting, table.present, self.parlour.facts, self.parlour.heard))


# ── before there were seals ─────────────────────────────────────────────────────────────────────


def test_without_seals_the_last_player_and_the_host_choose_a_deal_in_some_tens_of_tries() -> None:
    rng, tries = Random(1), []
    for _ in range(20):
        secret, others = rng.randbytes(32), [rng.randbytes(16).hex() for _ in range(MALLORY)]
        tries.append(
            next(
                n
                for n in count(1)
                if is_wanted(seed_of(secret, [*others, rng.randbytes(16).hex()]))
            )
        )
    assert sum(tries) / len(tries) < 100


# ── with seals ──────────────────────────────────────────────────────────────────────────────────


def test_before_the_last_player_is_bound_a_host_knows_no_number_of_the_others() -> None:
    plot = Plot(0)
    assert not any(nonce in plot.known for nonce in plot.nonces)
    plot.seal("ab" * 16)
    assert all(nonce in plot.known for nonce in plot.nonces)


def deals_as_wanted(first: int, plots: int) -> int:
    """How often Mallory gets what is wanted by sealing the number that is best against numbers of
    the others that Mallory can only imagine."""
    wanted = 0
    for seed in range(first, first + plots):
        plot, rng = Plot(seed), Random(f"guess {seed}")
        guess = [rng.randbytes(16).hex() for _ in plot.nonces]
        own = (rng.randbytes(16).hex() for _ in count())
        best = next(nonce for nonce in own if is_wanted(plot.deal_with(guess, nonce)))
        plot.seal(best)
        plot.parlour.say(plot.mallory, said.Open(best))
        wanted += is_wanted(seed_of(*dealt_from(plot.parlour)))
    return wanted


def test_choosing_a_number_before_it_is_sealed_chooses_nothing() -> None:
    assert deals_as_wanted(0, plots=40) <= 5  # by chance, one in thirty


def dealt_from(parlour: Parlour) -> tuple[bytes, tuple[str, ...]]:
    assert parlour.table.lasting.phase == "playing"
    return parlour.table.lasting.secret, parlour.table.lasting.nonces


def test_another_number_than_the_sealed_one_is_never_dealt_from() -> None:
    plot = Plot(2)
    plot.seal("ab" * 16)
    better = next(
        nonce
        for nonce in (plot.rng.randbytes(16).hex() for _ in count())
        if is_wanted(plot.deal_with(plot.nonces, nonce))
    )
    secret = plot.parlour.table.lasting.secret
    plot.parlour.say(plot.mallory, said.Open(better))
    assert plot.parlour.table.lasting.phase == "lobby"
    assert plot.parlour.table.lasting.secret != secret


def test_who_opens_only_what_pleases_is_named_each_time_and_everybody_sees_the_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plot = Plot(3)
    monkeypatch.setattr(witness, "new_nonce", lambda: plot.rng.randbytes(16).hex())
    parlour, refusals = plot.parlour, 0
    while parlour.table.lasting.phase != "playing":
        nonce = plot.rng.randbytes(16).hex()
        plot.seal(nonce)
        opened = parlour.table.present.opened
        seed = plot.deal_with([opened[Seat(seat)] for seat in range(MALLORY)], nonce)
        if is_wanted(seed):
            parlour.say(plot.mallory, said.Open(nonce))
        else:
            parlour.lapse("opening")
            refusals += 1
    assert refusals > 3
    for peer in plot.honest:
        named = [m.name for m in parlour.heard[peer] if m == said.Notice("not_opened", "Mallory")]
        assert len(named) == refusals == parlour.last(peer, said.Room).voided
        assert parlour.witnesses[peer].accusation == ""
    assert parlour.table.lasting.record().voided == refusals


# ── opening, and not opening ────────────────────────────────────────────────────────────────────


def sealed(*silent: int, watchers: int = 0) -> Parlour:
    """Ana, Bo and Cy have sealed; on these seats nobody opens."""
    parlour = Parlour("Ana", "Bo", "Cy")
    for number in range(watchers):
        parlour.watch(f"W{number}")
    for seat in silent:
        stubborn(parlour, parlour.people[seat])
    for peer in parlour.people:
        parlour.ready(peer)
    return parlour


def stubborn(parlour: Parlour, peer: Peer) -> None:
    """From now on, somebody seals and does not open."""
    send = parlour.witnesses[peer].send

    def speak(message: Any) -> None:
        if not isinstance(message, said.Open):
            send(message)

    parlour.witnesses[peer].send = speak


def test_cards_are_dealt_once_all_have_opened_and_not_before() -> None:
    parlour = sealed(1)
    assert parlour.table.lasting.state is None
    parlour.say(parlour.people[1], said.Open(parlour.witnesses[parlour.people[1]].seen.nonce))
    assert parlour.table.lasting.phase == "playing"


def test_a_seal_that_is_not_opened_in_time_voids_the_deal_and_names_the_seat() -> None:
    parlour = sealed(1, watchers=1)
    before = parlour.table.commitment
    parlour.lapse("opening")
    for peer in parlour.heard:
        assert said.Notice("not_opened", "Bo") in parlour.heard[peer]
        room = parlour.last(peer, said.Room)
        assert (room.phase, room.seals, room.voided) == ("lobby", [], 1)
        assert room.commitment != before


def test_after_a_void_deal_the_others_are_still_ready_and_have_sealed_again() -> None:
    parlour = sealed(1)
    parlour.lapse("opening")
    ready = [player.ready for player in parlour.last(parlour.people[0], said.Room).players]
    assert ready == [True, False, True]
    assert parlour.table.present.seals.keys() == {0, 2}
    parlour.witnesses[parlour.people[1]].send = lambda message: parlour.said.append(
        (parlour.people[1], message)
    )
    parlour.ready(parlour.people[1])
    assert parlour.table.lasting.phase == "playing"


def test_numbers_of_a_void_deal_are_not_used_again() -> None:
    parlour = sealed(1)
    nonces = [parlour.witnesses[peer].seen.nonce for peer in parlour.people]
    parlour.lapse("opening")
    again = [parlour.witnesses[peer].seen.nonce for peer in (parlour.people[0], parlour.people[2])]
    assert not set(again) & set(nonces)


def test_who_leaves_instead_of_opening_voids_the_deal_and_is_named() -> None:
    parlour = sealed(1)
    parlour.say(parlour.people[1], said.Leave())
    assert said.Notice("not_opened", "Bo") in parlour.heard[parlour.people[0]]
    assert (parlour.table.lasting.phase, parlour.table.lasting.voided) == ("lobby", 1)


def test_who_loses_the_line_before_opening_opens_when_back() -> None:
    parlour = sealed(1)
    bo = parlour.witnesses[parlour.people[1]]
    parlour.drop(parlour.people[1])
    parlour.back(1, bo)
    assert parlour.table.lasting.phase == "playing"
    assert bo.accusation == ""


def test_who_has_opened_and_loses_the_line_is_dealt_in() -> None:
    parlour = sealed(1)
    parlour.drop(parlour.people[0])
    parlour.say(parlour.people[1], said.Open(parlour.witnesses[parlour.people[1]].seen.nonce))
    assert parlour.table.lasting.phase == "playing"
    assert all(parlour.table.lasting.nonces)


def test_after_a_match_seals_are_opened_over_the_result_and_a_void_deal_leaves_it_there() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.deal()
    parlour.play_out()
    last = parlour.table.lasting.last
    stubborn(parlour, parlour.people[2])
    for peer in parlour.people:
        parlour.ready(peer)
    parlour.lapse("opening")
    assert (parlour.table.lasting.phase, parlour.table.lasting.last) == ("over", last)


@pytest.mark.parametrize(
    "message",
    [said.Ready("0" * 64, "0" * 64), said.Start(), said.Bot(), said.Remove(2)],
    ids=lambda message: type(message).__name__,
)
def test_while_seals_are_opened_nothing_else_is_changed(message: Any) -> None:
    parlour = sealed(1)
    assert parlour.say(parlour.people[0], message) == "shuffling"


def test_nothing_is_opened_that_does_not_lie_on_the_table() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    assert parlour.say(parlour.people[0], said.Open("0" * 32)) == "no_seal"
    assert parlour.say(parlour.people[0], said.Ready(parlour.table.commitment)) == "no_seal"


def test_a_seal_for_another_secret_waits_until_its_owner_has_seen_this_one() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    del parlour.witnesses[parlour.people[0]]
    parlour.say(parlour.people[0], said.Ready("0" * 64, "0" * 64))
    for peer in parlour.people[1:]:
        parlour.ready(peer)
    assert parlour.last(parlour.people[1], said.Room).players[0].ready
    assert not parlour.table.lasting.seals


def test_a_player_who_is_away_when_the_others_begin_adds_nothing_and_voids_nothing() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    cy = parlour.witnesses[parlour.people[2]]
    parlour.drop(parlour.people[2])
    for peer in parlour.people[:2]:
        parlour.ready(peer)
    parlour.say(parlour.people[0], said.Start())
    assert parlour.table.lasting.nonces[2] == ""
    parlour.back(2, cy)
    parlour.play_out()
    assert (cy.verdict, cy.accusation) == ("late", "")


# ── counting ────────────────────────────────────────────────────────────────────────────────────


def test_a_match_that_is_given_up_is_counted_at_the_table_and_in_the_next_record() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.deal()
    parlour.drop(parlour.people[0])
    parlour.lapse("grace")
    while parlour.table.absent() is None:
        parlour.go_on()
    for peer in parlour.people[1:]:
        parlour.say(peer, said.Decide(0, "end"))
    bo = parlour.witnesses[parlour.people[1]]
    assert (bo.verdict, bo.accusation) == ("mine", "")
    given_up = verify(GAMES, from_text(parlour.last(parlour.people[1], said.Proof).record))
    assert (given_up.finished, given_up.given_up) == (False, 0)
    assert parlour.last(parlour.people[1], said.Room).given_up == 1
    parlour.people[0] = parlour.back(0)
    parlour.deal()
    parlour.play_out()
    proved = verify(GAMES, from_text(parlour.last(parlour.people[1], said.Proof).record))
    assert (proved.finished, proved.given_up) == (True, 1)


def test_a_match_that_is_over_cannot_be_given_up() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.deal()
    parlour.drop(parlour.people[0])
    parlour.lapse("grace")
    while parlour.table.absent() is None:
        parlour.go_on()
    parlour.play_out()
    for peer in parlour.people[1:]:
        assert parlour.say(peer, said.Decide(0, "end")) == "not_absent"
    assert verify(GAMES, parlour.table.lasting.last or parlour.table.lasting.record()).finished


# ── a host that is killed meanwhile ─────────────────────────────────────────────────────────────


async def back(house: House, before: Visitor) -> Visitor:
    """Somebody returns to a seat, who remembers what was sealed."""
    assert before.seated is not None
    again = await house.guest("Back")
    again.witness, before.witness.send = before.witness, again.say
    again.witness.lost()
    again.say(said.Join(before.seated.table, before.seated.token))
    return again


async def seal_and_kill(folder: Path) -> list[Visitor]:
    """Ana has opened her seal, Bo has not, and the host is gone."""
    async with hosting(folder, **NO_LIMITS) as house:
        ana, bo = await house.company("Ana", "Bo", bots=1)
        await ana.ready("1" * 32)
        await bo.ready("2" * 32)
        await ana.until(said.Room, lambda room: bool(room.seals))
        await ana.settled()
        assert house.table(ana).present.opened.keys() == {0}
        return [ana, bo]


async def test_a_host_killed_while_seals_are_opened_goes_on_where_it_was(tmp_path: Path) -> None:
    company = await seal_and_kill(tmp_path)
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana, bo = [await back(house, before) for before in company]
        await ana.until(said.Room, lambda room: bool(room.seals))
        await bo.until(said.Update)
        await ana.until(said.Update)
        assert house.table(ana).lasting.nonces == ("1" * 32, "2" * 32, "")
        assert [visitor.witness.accusation for visitor in (ana, bo)] == ["", ""]


async def test_if_somebody_does_not_come_back_after_that_the_deal_is_void(tmp_path: Path) -> None:
    company = await seal_and_kill(tmp_path)
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana = await back(house, company[0])
        await ana.until(said.Room, lambda room: bool(room.seals))
        await ana.settled()
        house.clock.leap(OPENING)
        assert (await ana.until(said.Notice)).name == "Bo"
        room = await ana.until(said.Room, lambda room: room.voided == 1)
        assert room.players[0].ready
        assert ana.witness.accusation == ""
