"""People can defend themselves: who is sent away stays away, and chat says who is talking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from net import messages as said
from net.guests import Guest
from net.sent_away import marks_of
from tests.net.tables import Parlour
from tests.net.visitors import NO_LIMITS, House, Visitor, eventually, hosting

NEAR, FAR = "127.0.0.1", "127.0.0.9"
"""Two addresses of people who come by the port."""


def owner_of(house: House) -> Any:
    """The door of the host's owner."""
    admin = pytest.importorskip("net.doors.admin", reason="the doors need Unix")
    return admin.AdminDoor(house.host, None, lambda: None)


def table_of(visitor: Visitor) -> str:
    assert visitor.seated is not None
    return visitor.seated.table


async def watcher(house: House, at: Visitor, name: str, address: str = FAR) -> Visitor:
    """Somebody who watches where somebody else plays."""
    guest = await house.guest(name, address=address)
    guest.say(said.Join(table_of(at), watch=True))
    await guest.until(said.Room)
    return guest


def sent_away(visitor: Visitor) -> said.Someone:
    assert visitor.room is not None
    return visitor.room.sent_away[0]


# ── watchers ────────────────────────────────────────────────────────────────────────────────────


async def test_a_watcher_who_was_sent_away_stays_away_until_the_keeper_says_so(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        (ana,) = await house.company("Ana")
        eve = await watcher(house, ana, "Eve")
        await ana.until(said.Room, lambda room: bool(room.watchers))
        ana.say(said.Dismiss(1))
        assert await eve.goodbye() == "removed"
        again = await house.guest("Eva", address=FAR)
        for wish in (said.Join(table_of(ana), watch=True), said.Join(table_of(ana))):
            again.say(wish)
            assert (await again.refusal()).why == "sent_away"
        await ana.until(said.Room, lambda room: bool(room.sent_away))
        assert sent_away(ana).name == "Eve"
        ana.say(said.Lift(sent_away(ana).number))
        await ana.until(said.Room, lambda room: not room.sent_away)
        again.say(said.Join(table_of(ana), watch=True))
        assert (await again.until(said.Seated)).seat is None


def test_only_the_keeper_sends_watchers_away_and_lets_them_in_again() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    wanda = parlour.watch("Wanda")
    for peer in (parlour.people[1], wanda):
        assert parlour.say(peer, said.Dismiss(1)) in ("only_keeper", "only_players")
        assert parlour.say(peer, said.Lift(1)) in ("only_keeper", "only_players")
    assert parlour.say(parlour.people[0], said.Dismiss(7)) == "no_such_watcher"
    assert parlour.say(parlour.people[0], said.Lift(1)) == "not_sent_away"


def test_watchers_can_be_sent_away_in_the_middle_of_a_game() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    wanda = parlour.watch("Wanda")
    parlour.deal()
    assert parlour.say(parlour.people[0], said.Dismiss(1)) == ""
    assert parlour.heard[wanda][-1] == said.Bye("removed")


def test_a_watchers_number_is_never_somebody_elses() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    first = parlour.watch("Wanda")
    parlour.drop(first)
    parlour.watch("Walt")
    assert parlour.say(parlour.people[0], said.Dismiss(1)) == "no_such_watcher"


# ── players ─────────────────────────────────────────────────────────────────────────────────────


async def test_the_token_of_a_player_who_was_sent_away_is_void_from_everywhere(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana, bo = await house.company("Ana", "Bo")
        assert bo.seated is not None
        ana.say(said.Remove(1))
        await bo.goodbye()
        again = await house.guest("Bo", address=FAR)
        again.say(said.Join(table_of(ana), bo.seated.token))
        assert (await again.refusal()).why == "sent_away"


async def test_a_player_who_was_sent_away_does_not_sit_down_under_another_name(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        (ana,) = await house.company("Ana")
        bo = await house.guest("Bo", address=FAR)
        bo.say(said.Join(table_of(ana)))
        await bo.until(said.Seated)
        ana.say(said.Remove(1))
        await bo.goodbye()
        again = await house.guest("Zoe", address=FAR)
        again.say(said.Join(table_of(ana)))
        assert (await again.refusal()).why == "sent_away"


async def test_who_shares_an_address_with_somebody_sent_away_keeps_their_own_seat(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana, bo = await house.company("Ana", "Bo")
        assert ana.seated is not None
        ana.say(said.Remove(1))
        await bo.goodbye()
        again = await house.guest("Ana")
        again.say(said.Join(table_of(ana), ana.seated.token))
        assert (await again.until(said.Seated)).seat == 0


def test_who_was_sent_away_is_still_away_after_a_restart() -> None:
    parlour = Parlour("Ana", "Bo", "Cy")
    parlour.say(parlour.people[0], said.Remove(1))
    assert parlour.recovered().lasting.away == parlour.table.lasting.away != ()


def test_a_bot_that_is_sent_away_is_nobody_to_remember() -> None:
    parlour = Parlour("Ana", seats=3)
    parlour.say(parlour.people[0], said.Bot())
    parlour.say(parlour.people[0], said.Remove(1))
    assert parlour.table.lasting.away == ()


async def test_whom_the_owner_kicks_loses_the_seat_and_the_keeper_can_lift_it(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana, bo = await house.company("Ana", "Bo")
        assert bo.seated is not None
        owner_of(house).answer("kick Bo")
        assert await bo.goodbye() == "kicked"
        again = await house.guest("Bo", address=FAR)
        again.say(said.Join(table_of(ana), bo.seated.token))
        assert (await again.refusal()).why == "sent_away"
        await ana.until(said.Room, lambda room: bool(room.sent_away))
        ana.say(said.Lift(sent_away(ana).number))
        await ana.until(said.Room, lambda room: not room.sent_away)
        again.say(said.Join(table_of(ana)))
        assert (await again.until(said.Seated)).seat == 1


async def test_a_table_that_the_owner_closes_is_gone_and_everybody_hears_it(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana, bo = await house.company("Ana", "Bo")
        door = owner_of(house)
        assert door.answer("close nosuch11") == {"wrong": "no_such_table"}
        assert door.answer(f"close {table_of(ana)}") == {"done": "closed", "count": 2}
        assert [await ana.goodbye(), await bo.goodbye()] == ["table_closed"] * 2
        assert not house.host.tables
        await eventually(lambda: not list((tmp_path / "tables").glob("*.journal")))


# ── what somebody is known by ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("address", "guest", "marks"),
    [
        ("192.0.2.7", None, {"192.0.2.7"}),
        ("::ffff:192.0.2.7", None, {"192.0.2.7"}),
        ("2001:db8:1:2:3::4", None, {"2001:db8:1:2::/64"}),
        ("fe80::1%eth0", None, {"fe80::/64"}),
        ("192.0.2.7", Guest("ssh", "SHA256:abc", "192.0.2.7"), {"key", "192.0.2.7"}),
        ("127.0.0.1", Guest("web", "cookie", "127.0.0.1"), {"key"}),  # behind a tunnel
        ("local", Guest("unix", "ada", "local"), {"key"}),
    ],
)
def test_somebody_is_known_by_key_and_by_household(
    address: str, guest: Guest | None, marks: set[str]
) -> None:
    key = guest.id if guest is not None else ""
    assert {"key" if mark == key else mark for mark in marks_of(address, guest)} == marks


# ── who is talking ──────────────────────────────────────────────────────────────────────────────


async def test_the_host_says_of_everything_said_who_said_it(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana, bo = await house.company("Ana", "Bo")
        twin = await watcher(house, ana, "Bo")
        for speaker in (bo, twin):
            speaker.say(said.Say("hi"))
        heard = [await ana.until(said.Said) for _ in range(2)]
        assert sorted((one.seat, one.watcher) for one in heard if one.seat is not None) == [(1, 0)]
        assert [one.watcher for one in heard if one.seat is None] == [1]
        owner_of(house).answer("announce bed time")
        announced = await ana.until(said.Said)
        assert (announced.seat, announced.watcher) == (None, 0)


async def test_who_comes_back_under_another_name_talks_under_the_first(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ana, bo = await house.company("Ana", "Bo")
        assert bo.seated is not None
        masked = await house.guest("Ana")
        masked.say(said.Join(table_of(bo), bo.seated.token), said.Say("I am Ana"))
        assert (await ana.until(said.Said)).name == "Bo"
