"""A hostile client hurts only its own line: slow, greedy, deaf, loud, guessing or disguised."""

from __future__ import annotations

import errno
import logging
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import Any
from unicodedata import category

import msgpack
import pytest

from engine.core import Choice
from engine.play import asks
from net import messages as said
from net.limits import Limits
from net.messages import Message
from net.wire import pack, unpack
from tests.net.faulty import FaultyDisk
from tests.net.visitors import ENDLESS, NO_LIMITS, House, Visitor, eventually, hosting

USUAL = Limits()
GARBAGE = b"\x00\x00\x00\x01\xc1"
CLIPBOARD = "\x1b]52;c;cm0gLXJmIH4=\x07"
"""What puts words on a terminal's clipboard."""

HOSTILE_TEXTS = {
    "clipboard": f"a{CLIPBOARD}b",
    "title": "a\x1b]0;owned\x07b",
    "screen": "a\x1b[2J\x1b[Hb",
    "one-byte escape": "a\x9b2Jb",
    "device control": "a\x90q\x9cb",
    "bell and backspace": "a\x07\x08\x08b",
    "line ends": "a\r\nb\x0b\x0c\x85\u2028\u2029c",
    "NUL and DEL": "a\x00\x7fb",
    "turned round": "a\u202eb\u202cc",
    "isolated": "a\u2066b\u2067c\u2068d\u2069e",
    "invisible": "a\u200b\u200c\u200d\u2060\ufeffb",
    "tags": "a\U000e0041\U000e007fb",
    "private and unassigned": "a\ue000\U0010ffff\u0378b",
}
MARKUP = "n[/nope]"

linux_only = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has more than one loopback address"
)


def texts(plain: Any) -> Iterator[str]:
    """Every text in a message."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, list):
        for item in plain:
            yield from texts(item)
    elif isinstance(plain, dict):
        for key, item in plain.items():
            yield key
            yield from texts(item)


def harmful(payload: bytes) -> list[str]:
    """The texts of a frame that could act on a terminal, hide or reorder."""
    unseen = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return [
        text
        for text in texts(msgpack.unpackb(payload))
        if any(category(sign) in unseen for sign in text)
    ]


def state_of(house: House, visitor: Visitor) -> said.Update:
    """What a visitor would be shown now, having seen nothing before."""
    draft = house.table(visitor).copy()
    peer = house.line(visitor).peer
    draft.present.told[peer] = 0
    draft.out = []
    draft.show(peer, draft.seat_of(peer))
    update: said.Update = unpack(pack(draft.out[-1][1])[4:], said.ANY_FROM_HOST)
    return update


# ── at the door ─────────────────────────────────────────────────────────────────────────────────


async def test_who_says_nothing_is_let_go_after_five_seconds(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        stranger = await house.stranger()
        await eventually(lambda: len(house.host.connections.by_peer) == 1)
        house.clock.leap(USUAL.hello + 1)
        assert await stranger.goodbye() == "no_hello"


async def test_nothing_is_done_before_hello(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        stranger = await house.stranger()
        messages = (said.Tables(), said.Create("wolfmoon", 3), said.Join("ab12"), said.Say("hi"))
        stranger.say(*messages)
        for _ in messages:
            assert (await stranger.refusal()).why == "hello_first"
        assert not house.host.tables


@pytest.mark.parametrize(
    ("version", "why"),
    [
        (said.VERSION - 1, "host_is_newer"),
        (said.VERSION + 1, "host_is_older"),
        (-(2**63), "host_is_newer"),
        (2**64 - 1, "host_is_older"),
    ],
)
async def test_a_guest_of_another_version_is_told_who_has_to_update(
    tmp_path: Path, version: int, why: str
) -> None:
    async with hosting(tmp_path) as house:
        stranger = await house.stranger()
        stranger.say(said.Hello(version, "Ada"))
        assert await stranger.goodbye() == why
        assert not any(isinstance(message, said.Welcome) for message in stranger.heard)


@pytest.mark.parametrize("text", HOSTILE_TEXTS.values(), ids=HOSTILE_TEXTS.keys())
async def test_a_name_that_is_not_what_it_seems_is_refused_and_nothing_else_happens(
    tmp_path: Path, text: str
) -> None:
    async with hosting(tmp_path) as house:
        stranger = await house.stranger()
        stranger.say(said.Hello(said.VERSION, text), said.Tables())
        assert (await stranger.refusal()).why == "bad_name"
        assert (await stranger.refusal()).why == "hello_first"
        assert len(stranger.heard) == 2
        assert not house.line(stranger).name


@pytest.mark.parametrize("name", ["", "   ", "x" * 17, "\u0301", "\u3164", "x" * 1_000])
async def test_a_name_that_cannot_be_shown_is_refused(tmp_path: Path, name: str) -> None:
    async with hosting(tmp_path) as house:
        stranger = await house.stranger()
        stranger.say(said.Hello(said.VERSION, name))
        assert (await stranger.refusal()).why == "bad_name"


async def test_a_refused_name_can_be_mended(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        stranger = await house.stranger()
        stranger.say(said.Hello(said.VERSION, CLIPBOARD), said.Hello(said.VERSION, "Ada"))
        await stranger.until(said.Welcome)


async def test_a_name_that_looks_like_markup_is_a_name(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        (guest,) = await house.company(MARKUP)
        assert (await guest.until(said.Room)).players[0].name == MARKUP


async def test_nobody_takes_another_name_in_the_middle_of_an_evening(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        ada, ben = await house.company("Ada", "Ben")
        ben.say(said.Hello(said.VERSION, "Ada"))
        assert (await ben.refusal()).why == "not_now"
        ben.say(said.Say("I am Ada"))
        assert (await ada.until(said.Said)).name == "Ben"


# ── how many ────────────────────────────────────────────────────────────────────────────────────


@linux_only
async def test_one_address_has_a_number_of_lines_and_others_still_come_in(tmp_path: Path) -> None:
    async with hosting(tmp_path, per_address=3) as house:
        for number in range(3):
            await house.guest(f"Ada {number}")
        fourth = await house.stranger()
        assert await fourth.goodbye() == "too_many_from_you"
        await house.guest("Ben", "127.0.0.2")


async def test_a_line_that_ends_makes_room_for_another(tmp_path: Path) -> None:
    async with hosting(tmp_path, per_address=1) as house:
        first = await house.guest("Ada")
        assert await (await house.stranger()).goodbye() == "too_many_from_you"
        await first.hang_up()
        await eventually(lambda: not house.host.connections.by_peer)
        await house.guest("Ada")


async def test_a_full_house_says_so(tmp_path: Path) -> None:
    async with hosting(tmp_path, connections=2) as house:
        await house.guest("Ada")
        await house.guest("Ben")
        assert await (await house.stranger()).goodbye() == "host_full"


async def test_strangers_do_not_take_up_the_room_of_guests(tmp_path: Path) -> None:
    async with hosting(tmp_path, strangers=2) as house:
        ada = await house.guest("Ada")
        strangers = [await house.stranger() for _ in range(2)]
        await eventually(lambda: len(house.host.connections.by_peer) == 3)
        await house.guest("Ben")
        assert await strangers[0].goodbye() == ""
        ada.say(said.Tables())
        await ada.until(said.TableList)


# ── what is no message ──────────────────────────────────────────────────────────────────────────


async def test_one_or_two_frames_that_are_no_messages_are_forgiven(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        guest = await house.guest("Ada")
        for _ in range(2):
            guest.write(GARBAGE)
            assert (await guest.refusal()).why == "malformed"
        guest.say(said.Tables())
        await guest.until(said.TableList)


async def test_the_third_frame_that_is_no_message_ends_the_line(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        guest = await house.guest("Ada")
        guest.write(GARBAGE * 3)
        assert await guest.goodbye() == "malformed"


async def test_a_promise_of_four_gigabytes_ends_the_line_at_once(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        guest = await house.guest("Ada")
        guest.write(b"\xff\xff\xff\xff")
        assert await guest.goodbye() == "malformed"


async def test_a_host_takes_no_longer_lists_than_clients_need(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        guest = await house.guest("Ada")
        payload = msgpack.packb({"t": "tables", "list": [0] * 65})
        guest.write(len(payload).to_bytes(4, "big") + payload)
        assert (await guest.refusal()).detail == "not msgpack: 65 exceeds max_array_len(64)"


async def test_what_comes_after_the_end_of_a_line_is_not_heard(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        stranger = await house.stranger()
        late = pack(said.Hello(said.VERSION, "Ada")) + pack(said.Create("wolfmoon", 3))
        stranger.write(pack(said.Hello(said.VERSION + 1, "Ada")) + late)
        assert await stranger.goodbye() == "host_is_older"
        await eventually(lambda: not house.host.connections.by_peer)
        assert not house.host.tables


async def test_what_strangers_send_cannot_act_on_the_terminal_that_shows_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with hosting(tmp_path) as house:
        guest = await house.guest("Ada")
        payload = msgpack.packb({"t": "tables", f"{CLIPBOARD}\n": 1})
        with caplog.at_level(logging.DEBUG):
            guest.write(len(payload).to_bytes(4, "big") + payload)
            refused = await guest.refusal()
        assert "unknown field" in caplog.text
        (record,) = caplog.records
        assert record.getMessage().isprintable()
        assert refused.detail.isprintable()


# ── slow ────────────────────────────────────────────────────────────────────────────────────────


async def answer_times(house: House, company: list[Visitor], rng: Random) -> list[float]:
    """How long each answer in a game takes from being said to being seen by all."""
    times = []
    while house.table(company[0]).lasting.phase == "playing":
        begun = house.clock.now()
        await house.play(company, rng, answers=1)
        times.append(house.clock.now() - begun)
    return times


async def test_two_hundred_half_open_lines_do_not_slow_an_honest_table_and_are_all_closed(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, per_address=300, strangers=300, **NO_LIMITS) as house:
        company = await house.company("Ada", "Ben", "Cleo")
        await house.deal(company)
        alone = await answer_times(house, company, Random("slowloris"))
        slow = [await house.stranger() for _ in range(200)]
        for visitor in slow:
            visitor.write(b"\x00\x00")
        await house.deal(company)
        beside = await answer_times(house, company, Random("slowloris"))
        assert median(beside) < 10 * median(alone)
        house.clock.leap(USUAL.hello + 1)
        for visitor in slow:
            assert await visitor.goodbye() == "no_hello"


async def test_a_begun_frame_must_be_complete_within_ten_seconds(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        guest = await house.guest("Ada")
        frame = pack(said.Say("a long story"))
        for byte in frame[:3]:
            guest.write(bytes([byte]))  # a byte now and then does not help
            line = house.line(guest)
            heard = line.heard
            await eventually(lambda line=line, heard=heard: line.heard > heard)  # type: ignore[misc]
            house.clock.leap(USUAL.frame / 3 + 0.1)
        assert await guest.goodbye() == "slow_frame"


async def test_who_always_has_half_a_frame_on_the_way_but_goes_on_is_not_slow(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path) as house:
        guest = await house.guest("Ada")
        frame = pack(said.Tables())
        guest.write(frame[:5])
        for _ in range(4):
            guest.write(frame[5:] + frame[:5])
            await guest.until(said.TableList)
            house.clock.leap(USUAL.frame / 2)


async def test_a_silent_line_is_asked_and_then_declared_dead(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        guest = await house.guest("Ada")
        house.clock.leap(USUAL.ping + 1)
        await guest.until(said.Ping)
        await eventually(lambda: house.line(guest).heard > house.clock.now() - 1)  # it said pong
        house.clock.leap(USUAL.dead + 1)
        assert await guest.goodbye() == "silent"


# ── deaf ────────────────────────────────────────────────────────────────────────────────────────

SMALL = 16 * 1024


async def deaf_watcher(house: House, company: list[Visitor]) -> Visitor:
    """Somebody on a narrow line who came to watch, and stopped reading."""
    watcher = await house.guest("Deaf", narrow=True)
    assert company[0].seated is not None
    watcher.say(said.Join(company[0].seated.table, watch=True))
    await watcher.until(said.Seated)
    watcher.be_deaf()
    return watcher


async def deaf_player(house: House, company: list[Visitor]) -> Visitor:
    """Somebody on a narrow line who sat down, and stopped reading."""
    player = await house.guest("Deaf", narrow=True)
    assert company[0].seated is not None
    player.say(said.Join(company[0].seated.table))
    await player.until(said.Seated)
    player.be_deaf()
    return player


async def test_who_never_reads_has_a_short_queue_and_the_others_miss_nothing(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, buffered=SMALL, **NO_LIMITS) as house:
        company = await house.company("Ada", "Ben", "Cleo")
        line = house.line(await deaf_watcher(house, company))
        rng = Random("deaf")
        queues = []
        while line.behind is None:
            await house.deal(company)
            while house.table(company[0]).lasting.phase == "playing":
                await house.play(company, rng, answers=1)
                queues.append(line.writer.transport.get_write_buffer_size())
        assert SMALL / 2 < max(queues) <= SMALL
        for visitor in company:
            turns = [update.turn for update in visitor.heard if isinstance(update, said.Update)]
            assert turns == list(range(1, len(turns) + 1))


async def test_who_reads_again_is_shown_everything_and_nothing_with_a_gap(tmp_path: Path) -> None:
    async with hosting(tmp_path, buffered=SMALL, stalled=ENDLESS, **NO_LIMITS) as house:
        company = await house.company("Ada", "Ben", "Cleo")
        watcher = await deaf_watcher(house, company)
        line = house.line(watcher)
        rng = Random("deaf")
        while line.behind is None or house.table(watcher).lasting.phase != "playing":
            if house.table(watcher).lasting.phase != "playing":
                await house.deal(company)
            await house.play(company, rng, answers=1)
        watcher.listen()
        await eventually(lambda: not line.writer.transport.get_write_buffer_size())
        await house.play(company, rng, answers=1)
        house.clock.leap(USUAL.ping / 3)
        await eventually(lambda: line.behind is None)
        newest = await watcher.turn_after(house.table(watcher).lasting.turn - 1)
        assert newest.state == state_of(house, watcher).state
        updates = [update for update in watcher.heard if isinstance(update, said.Update)]
        for one, other in pairwise(updates):
            assert other.first in (0, one.first + len(one.events))


async def test_who_never_reads_is_let_go_and_keeps_the_seat(tmp_path: Path) -> None:
    async with hosting(tmp_path, buffered=SMALL, **NO_LIMITS) as house:
        (ada,) = await house.company("Ada")
        line = house.line(await deaf_player(house, [ada]))
        while line.behind is None:
            ada.say(said.Ready(ready=False))
            await ada.until(said.Room)
        house.clock.leap(USUAL.stalled + USUAL.ping)
        room = await ada.until(said.Room, lambda room: room.players[1].away)
        assert room.players[1].name == "Deaf"


async def test_a_client_that_does_not_read_its_goodbye_is_gone_all_the_same(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        (ada,) = await house.company("Ada")
        deaf = await deaf_player(house, [ada])
        line = house.line(deaf)
        while line.writer.transport.get_write_buffer_size() < SMALL:
            ada.say(said.Ready(ready=False))
            await ada.until(said.Room)
        deaf.write(b"\xff\xff\xff\xff")
        await eventually(lambda: line.closing)
        assert line.peer in house.host.connections.by_peer
        house.clock.leap(USUAL.stalled + USUAL.ping)
        await eventually(lambda: line.peer not in house.host.connections.by_peer)


# ── loud ────────────────────────────────────────────────────────────────────────────────────────


def is_answer(message: Message) -> bool:
    return isinstance(message, said.Done | said.Said | said.Refused)


async def test_of_a_flood_of_chat_five_lines_are_heard_and_the_rest_refused_by_name(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ada, ben = await house.company("Ada", "Ben")
        ben.say(*(said.Say(f"line {number}") for number in range(500)))
        answers = [await ben.until(Message, is_answer) for _ in range(500)]
        heard = [answer.text for answer in answers if isinstance(answer, said.Said)]
        refused = [answer.why for answer in answers if isinstance(answer, said.Refused)]
        assert heard == [f"line {number}" for number in range(5)]
        assert refused == ["too_much_talk"] * 495
        await ada.until(said.Said, lambda spoken: spoken.text == "line 4")
        house.clock.leap(10)
        ben.say(said.Say("sorry"))
        await ada.until(said.Said, lambda spoken: spoken.text == "sorry")


async def test_every_action_of_a_flood_is_answered_and_one_of_them_counts(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        company = await house.company("Ada", "Ben", "Cleo")
        await house.deal(company)
        table = house.table(company[0])
        ask = asks(table.lasting.state)[0]
        actor = company[ask.seat]
        right = [said.Act(table.lasting.turn, n, *ask.choices[0]) for n in range(100)]
        wrong = [said.Act(table.lasting.turn, n, "shout", 7) for n in range(100, 500)]
        acts = [*right, *wrong, *right, *wrong]
        Random("flood").shuffle(acts)
        actor.say(*acts)
        answers = [await actor.until(Message, is_answer) for _ in acts]
        ids = [answer.id for answer in answers if isinstance(answer, said.Done | said.Refused)]
        done = {answer.id for answer in answers if isinstance(answer, said.Done)}
        assert sorted(ids, key=str) == sorted((act.id for act in acts), key=str)
        assert len(done) == 1
        now = house.table(actor)
        assert now.lasting.moves[0].choice == Choice(*ask.choices[0])
        for visitor in company:
            if visitor.update is None or visitor.update.turn < now.lasting.turn:
                await visitor.turn_after(now.lasting.turn - 1)
            assert visitor.update is not None
            assert visitor.update.state == state_of(house, visitor).state


async def test_a_burst_is_taken_and_what_goes_beyond_it_is_refused_with_its_id(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, rate=0.001) as house:
        (guest,) = await house.company("Ada")
        left = int(house.line(guest).allowance)
        guest.say(*(said.Act(0, number, "draw") for number in range(left + 5)))
        answers = [await guest.refusal() for _ in range(left + 5)]
        whys = {answer.id: answer.why for answer in answers}
        assert [whys.get(number) for number in range(left)] == ["not_playing"] * left
        assert [whys.get(number) for number in range(left, left + 5)] == ["too_fast"] * 5


async def test_who_was_too_fast_may_go_on_after_a_moment(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        guest = await house.guest("Ada")
        guest.say(*[said.Tables()] * 150)
        await guest.until(said.Refused, lambda refused: refused.why == "too_fast")
        house.clock.leap(0.5)
        guest.say(said.Bot())
        await guest.until(said.Refused, lambda refused: refused.about == "bot")
        assert guest.heard[-1] == said.Refused("no_table", "bot")


async def test_two_hundred_refusals_end_the_line(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        guest = await house.guest("Ada")
        guest.say(*[said.Start()] * 300)
        await eventually(lambda: not house.host.connections.by_peer)
        assert len([m for m in guest.heard if isinstance(m, said.Refused)]) <= USUAL.refusals


async def test_a_table_that_is_busy_says_so_and_still_notices_who_hangs_up(tmp_path: Path) -> None:
    disk = FaultyDisk()
    async with hosting(tmp_path, disk, queue=10, **NO_LIMITS) as house:
        ada, ben, cleo = await house.company("Ada", "Ben", "Cleo")

        def full(act: str, path: Path) -> None:
            raise OSError(errno.ENOSPC, "full")

        disk.before = full
        ada.say(said.Keeper(1))
        await cleo.until(said.Notice, lambda notice: notice.key == "disk")
        ada.say(*(said.Act(0, number, "draw") for number in range(20)))
        for number in range(10, 20):
            refused = await ada.refusal()
            assert (refused.why, refused.id) == ("busy", number)
        await ben.hang_up()
        await eventually(lambda: len(house.host.connections.by_peer) == 2)
        disk.before = lambda act, path: None
        house.clock.leap(USUAL.retry)
        await cleo.until(said.Room, lambda room: room.players[1].away)


# ── guessing ────────────────────────────────────────────────────────────────────────────────────


async def test_after_ten_guesses_in_a_minute_an_address_is_refused_for_nothing(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        (ada,) = await house.company("Ada", password="moon")
        assert ada.seated is not None
        table = ada.seated.table
        guest = await house.guest("Mallory")
        begun = house.clock.now()
        for number in range(10):
            guest.say(said.Join(table, password=f"guess {number}"))
            assert (await guest.refusal()).why == "wrong_password"
        checked = house.clock.now() - begun
        begun = house.clock.now()
        for number in range(50):
            guest.say(said.Join(table, password="moon" if number else ""))
            assert (await guest.refusal()).why == "too_many_guesses"
        assert house.clock.now() - begun < checked, "refusals cost as much as looking"
        house.clock.leap(60)
        guest.say(said.Join(table, password="moon"))
        await guest.until(said.Seated)


@linux_only
async def test_from_many_addresses_a_table_takes_sixty_guesses_a_minute(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        ada, ben = await house.company("Ada", "Ben", password="moon")
        assert ada.seated is not None
        assert ben.seated is not None
        table = ada.seated.table
        house.clock.leap(60)  # Ben's own entry no longer counts
        whys = []
        for number in range(7):
            guest = await house.guest("Mallory", f"127.0.1.{number + 1}")
            guest.say(*[said.Join(table, password="wrong")] * 10)
            whys += [(await guest.refusal()).why for _ in range(10)]
        assert whys == ["wrong_password"] * 60 + ["too_many_guesses"] * 10
        await ben.hang_up()
        again = await house.guest("Ben")
        again.say(said.Join(table, ben.seated.token))
        assert (await again.until(said.Seated)).seat == ben.seated.seat


@linux_only
async def test_who_knows_the_password_comes_in_while_somebody_else_guesses(tmp_path: Path) -> None:
    async with hosting(tmp_path, **NO_LIMITS) as house:
        (ada,) = await house.company("Ada", password="moon")
        assert ada.seated is not None
        mallory = await house.guest("Mallory", "127.0.0.2")
        mallory.say(*[said.Join(ada.seated.table, password="wrong")] * 100)
        ben = await house.guest("Ben")
        ben.say(said.Join(ada.seated.table, password="moon"))
        await ben.until(said.Seated)


async def test_a_table_that_closes_while_a_password_is_looked_at_is_no_longer_there(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path) as house:
        (ada,) = await house.company("Ada", password="moon")
        assert ada.seated is not None
        ben = await house.guest("Ben")
        ben.say(said.Tables(), said.Join(ada.seated.table, password="moon"))
        await ben.until(said.TableList)  # the host is checking the password now
        ada.say(said.Leave())
        assert (await ben.refusal()).why == "no_such_table"


# ── disguised ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", HOSTILE_TEXTS.values(), ids=HOSTILE_TEXTS.keys())
async def test_what_others_are_sent_of_a_hostile_text_is_harmless(
    tmp_path: Path, text: str
) -> None:
    async with hosting(tmp_path) as house:
        mallory, ada = await house.company("Mallory", "Ada", title=text)
        watcher = await house.guest("Cleo")
        watcher.say(said.Tables())
        (row,) = (await watcher.until(said.TableList)).rows
        watcher.say(said.Join(row.table, watch=True))
        await watcher.until(said.Room)
        mallory.say(said.Say(text))
        spoken = await ada.until(said.Said)
        await watcher.until(said.Said)
        mallory.say(said.Leave())
        await ada.until(said.Notice)
        for payload in ada.payloads + watcher.payloads:
            assert not harmful(payload)
        assert row.title.startswith("a")
        assert spoken.text.startswith("a")


async def test_a_text_of_nothing_but_escapes_is_not_passed_on(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        (guest,) = await house.company("Ada")
        guest.say(said.Say("\x1b\x9b\u202e\u200b"))
        assert (await guest.refusal()).why == "nothing_said"


async def test_chat_that_looks_like_markup_arrives_as_it_was_typed(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        ada, ben = await house.company("Ada", "Ben")
        ada.say(said.Say("[bold]look[/bold] [@click=app.quit]here[/] {0} %s"))
        assert (await ben.until(said.Said)).text == (
            "[bold]look[/bold] [@click=app.quit]here[/] {0} %s"
        )


async def test_a_long_text_is_cut_to_what_a_line_holds(tmp_path: Path) -> None:
    async with hosting(tmp_path) as house:
        ada, ben = await house.company("Ada", "Ben", title="t" * 1_000)
        ada.say(said.Say("x" * 1_000))
        assert len((await ben.until(said.Said)).text) == 200
        assert ben.room is not None
        assert len(ben.room.title) == 30
