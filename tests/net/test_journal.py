"""What was acknowledged is found again, whatever happens to the disk; damage is noticed."""

from __future__ import annotations

import asyncio
import errno
import os
import struct
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest

from net.journal import DiskTrouble, Journals, NotWritten, Recovered, SetAside
from net.journal_format import FIRM, LONGEST_ENTRY, LONGEST_JOURNAL, LONGEST_STROKE, MAGIC
from tests.net.faulty import FaultyDisk

FOLDER = Path("/journals")
FILE = FOLDER / "moon.journal"
CRASHES = ("killed", "lost", "torn", "reordered", "flipped")
HEADER = {"game": "wolfmoon", "rules": 1, "secret": bytes(32)}

Strokes = list[list[Any]]


def strokes_of(rng: Random) -> Strokes:
    """What a small game commits: one to three entries at a time, with bytes of all kinds."""
    number = count(1)
    extras: list[Any] = [b"", rng.randbytes(9), "Zoë", {}, None]
    return [
        [
            [next(number), rng.randrange(6), rng.getrandbits(64), ["aim", rng.randrange(99)], extra]
            for extra in rng.sample(extras, rng.randint(1, 3))
        ]
        for _ in range(rng.randint(2, 6))
    ]


def entries_of(strokes: Strokes) -> list[Any]:
    return [entry for stroke in strokes for entry in stroke]


async def play(disk: FaultyDisk, strokes: Strokes, acked: list[Any]) -> None:
    """Commit stroke by stroke, and note what is acknowledged."""
    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        for stroke in strokes:
            await journals.commit(journal, stroke)
            acked += stroke


async def one_turn() -> None:
    """Let the loop go round once, so that what was called begins."""
    await asyncio.sleep(0)


def found(disk: FaultyDisk) -> tuple[list[Recovered], list[SetAside]]:
    with Journals(FOLDER, disk) as journals:
        return journals.recover()


def found_in(data: bytes) -> Recovered | None:
    """What a journal made of these bytes holds; None: it is set aside."""
    disk = FaultyDisk()
    disk.put(FILE, data)
    recovered, aside = found(disk)
    assert len(recovered) + len(aside) == 1
    return recovered[0] if recovered else None


def found_of(disk: FaultyDisk, table: str = "moon") -> list[Any]:
    """The entries of one table, as a new host finds them on a copy of the disk."""
    recovered, aside = found(disk.after("killed", Random(0)))
    assert not aside
    return next((one.entries for one in recovered if one.table == table), [])


def refuse(act: str, error: int = errno.EIO, times: int = 1) -> Callable[[str, Path], None]:
    """A disk's fault: the next acts of one kind are refused."""
    left = [times]

    def before(done: str, path: Path) -> None:
        if done == act and left[0]:
            left[0] -= 1
            raise OSError(error, os.strerror(error))

    return before


async def written(strokes: Strokes) -> tuple[bytes, list[tuple[int, int]]]:
    """A journal's bytes; and after each commit, its length and how many entries it had."""
    disk = FaultyDisk()
    marks = []
    entries = 0
    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        for stroke in strokes:
            await journals.commit(journal, stroke)
            entries += len(stroke)
            marks.append((len(disk.files[FILE].seen), entries))
    return bytes(disk.files[FILE].seen), marks


def record(payload: bytes, flag: int = FIRM) -> bytes:
    """One record, built by hand from the description of the format."""
    length = struct.pack(">I", len(payload) | flag)
    return length + struct.pack(">I", crc32(length + payload)) + payload


# ── on disk and back ────────────────────────────────────────────────────────────────────────────


async def test_what_was_committed_is_found_again(tmp_path: Path) -> None:
    strokes = strokes_of(Random(1))
    with Journals(tmp_path / "journals") as journals:
        journal = journals.create("moon", HEADER)
        for stroke in strokes:
            await journals.commit(journal, stroke)
    with Journals(tmp_path / "journals") as journals:
        assert journals.recover() == ([Recovered("moon", HEADER, entries_of(strokes), False)], [])


async def test_a_recovered_journal_is_written_on(tmp_path: Path) -> None:
    for number in range(4):
        with Journals(tmp_path) as journals:
            recovered, _ = journals.recover()
            journal = journals.resume("moon") if recovered else journals.create("moon", HEADER)
            await journals.commit(journal, [[number, "draw"]])
            await journals.commit(journal, [[number, "play"]])
    with Journals(tmp_path) as journals:
        (again,), _ = journals.recover()
    assert again.entries == [[n, verb] for n in range(4) for verb in ("draw", "play")]


async def test_the_file_is_as_its_description_says() -> None:
    data, _ = await written([[[1], [2]], [[3], [4]]])
    header = data[8 : 8 + 8 + struct.unpack_from(">I", data, 8)[0] - FIRM]
    entries = [
        record(b"\x91\x01"),
        record(b"\x91\x02"),
        record(b"\x91\x03"),
        record(b"\x91\x04", 0),
    ]
    assert data == MAGIC + header + b"".join(entries)


async def test_only_the_hosts_own_user_may_read_a_journal(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "journals"
    with Journals(folder) as journals:
        await journals.commit(journals.create("moon", HEADER), [[1]])
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "moon.journal").stat().st_mode & 0o777 == 0o600


async def test_a_new_journal_is_on_disk_by_name_when_its_first_commit_returns() -> None:
    disk = FaultyDisk()
    with Journals(FOLDER, disk) as journals:
        await journals.commit(journals.create("moon", HEADER), [])
        lost = disk.after("lost", Random(0))
    assert found(lost) == ([Recovered("moon", HEADER, [], False)], [])


async def test_append_only_buffers() -> None:
    disk = FaultyDisk()
    with Journals(FOLDER, disk) as journals:
        journals.create("moon", HEADER).append([[1], [2]])
        assert not disk.acts


async def test_what_was_appended_is_written_with_the_next_commit() -> None:
    disk = FaultyDisk()
    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        journal.append([[1]])
        await journals.commit(journal, [[2]])
    assert found_of(disk) == [[1], [2]]


async def test_a_finished_table_is_removed_and_its_id_is_free_again() -> None:
    disk = FaultyDisk()
    with Journals(FOLDER, disk) as journals:
        await journals.commit(journals.create("moon", HEADER), [[1]])
        journals.remove("moon")
        assert not disk.files
        await journals.commit(journals.create("moon", HEADER), [[2]])
    assert found_of(disk) == [[2]]


async def test_a_table_that_is_being_written_is_not_removed() -> None:
    with Journals(FOLDER, FaultyDisk()) as journals:
        commit = asyncio.ensure_future(journals.commit(journals.create("moon", HEADER), [[1]]))
        await one_turn()
        with pytest.raises(NotWritten, match="still being written"):
            journals.remove("moon")
        await commit


# ── refused on the way in ───────────────────────────────────────────────────────────────────────


NO_TABLES = """
abc|aaaaaaaaaaaaaaaaa|Moon|mo on|../moon|/etc/moon|moon/x|moon.|moön|-moon|٤٤٤٤|set-aside
"""


@pytest.mark.parametrize("name", ["", "moon\n", "moon\0", "\x1b[2J", *NO_TABLES.strip().split("|")])
def test_a_name_that_is_no_table_id_is_refused(name: str) -> None:
    with Journals(FOLDER, FaultyDisk()) as journals:
        with pytest.raises(NotWritten, match="no table id"):
            journals.create(name, HEADER)
        with pytest.raises(NotWritten, match="no table id"):
            journals.remove(name)


async def test_a_table_id_is_given_once() -> None:
    disk = FaultyDisk()
    disk.put(FOLDER / "late.journal", b"not read yet")
    with Journals(FOLDER, disk) as journals:
        journals.create("moon", HEADER)
        for taken in ("moon", "late"):
            with pytest.raises(NotWritten, match="has a journal already"):
                journals.create(taken, HEADER)


def nest(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(1, id="number"),
        pytest.param("text", id="text"),
        pytest.param(None, id="nothing"),
        pytest.param({1: 2}, id="number as key"),
        pytest.param([{2: 1}], id="number as key within"),
        pytest.param([object()], id="object"),
        pytest.param([{1, 2}], id="set"),
        pytest.param([2**64], id="65 bits"),
        pytest.param(["\udc80"], id="half a character"),
        pytest.param(nest(5000), id="too deep"),
        pytest.param([bytes(LONGEST_ENTRY)], id="too long"),
    ],
)
async def test_an_entry_that_could_not_be_read_back_is_refused(entry: object) -> None:
    disk = FaultyDisk()
    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        with pytest.raises(NotWritten):
            await journals.commit(journal, [["good"], entry])
        await journals.commit(journal, [["next"]])
    assert found_of(disk) == [["next"]]


async def test_the_longest_entry_is_read_back() -> None:
    disk = FaultyDisk()
    entry = [bytes(LONGEST_ENTRY - 6)]
    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        await journals.commit(journal, [])
        await journals.commit(journal, [entry])
        await journals.commit(journal, [[1]])
    assert found_of(disk) == [entry, [1]]


async def test_a_commit_longer_than_a_stroke_is_refused() -> None:
    with Journals(FOLDER, FaultyDisk()) as journals:
        journal = journals.create("moon", HEADER)
        with pytest.raises(NotWritten, match="too many for one commit"):
            await journals.commit(journal, [[bytes(60_000)]] * 18)


async def test_a_journal_that_is_full_refuses_rather_than_grow_out_of_recovery() -> None:
    disk = FaultyDisk()
    most = record(b"\x91\xc5\xff\x00" + bytes(0xFF00))
    disk.put(FILE, MAGIC + record(b"\x80") + most * ((LONGEST_JOURNAL - 100_000) // len(most)))
    with Journals(FOLDER, disk) as journals:
        journals.recover()
        journal = journals.resume("moon")
        with pytest.raises(NotWritten, match="is full"):
            await journals.commit(journal, [[bytes(60_000)]] * 3)
        await journals.commit(journal, [["and yet"]])


# ── many at once ────────────────────────────────────────────────────────────────────────────────


async def test_commits_of_one_table_that_wait_together_are_flushed_once() -> None:
    disk = FaultyDisk()
    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        await journals.commit(journal, [])
        disk.acts.clear()
        await asyncio.gather(*(journals.commit(journal, [[n]]) for n in range(100)))
    assert disk.acts["flush"] == 1
    assert found_of(disk) == [[n] for n in range(100)]


async def test_all_tables_that_wait_are_written_before_the_first_is_flushed() -> None:
    disk = FaultyDisk()
    tables = [f"table{n}" for n in range(8)]
    with Journals(FOLDER, disk) as journals:
        opened = [journals.create(table, HEADER) for table in tables]
        await asyncio.gather(*(journals.commit(journal, []) for journal in opened))
        acts: list[str] = []
        disk.before = lambda act, path: acts.append(act)
        await asyncio.gather(*(journals.commit(one, [[n]]) for n in range(9) for one in opened))
    assert acts == ["write"] * 16 + ["flush"] * 8


async def test_commits_that_come_during_a_pass_share_the_next_one() -> None:
    disk = FaultyDisk()
    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        late: list[asyncio.Future[None]] = []

        async def commit_late() -> None:
            late.extend(asyncio.ensure_future(journals.commit(journal, [[n]])) for n in range(50))

        loop = asyncio.get_running_loop()
        during = iter([lambda: asyncio.run_coroutine_threadsafe(commit_late(), loop).result(5)])
        disk.before = lambda act, path: next(during, lambda: None)()
        await journals.commit(journal, [["first"]])
        await asyncio.gather(*late)
    assert disk.acts["flush"] == 2
    assert found_of(disk) == [["first"], *([n] for n in range(50))]


async def test_commits_longer_than_a_stroke_together_are_all_written() -> None:
    disk = FaultyDisk()
    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        entry = bytes(60_000)
        await asyncio.gather(*(journals.commit(journal, [[n, entry]] * 5) for n in range(10)))
    assert [n for n, _ in found_of(disk)] == [n for n in range(10) for _ in range(5)]


async def test_who_is_cancelled_while_waiting_disturbs_nobody() -> None:
    disk = FaultyDisk()
    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        gone = asyncio.ensure_future(journals.commit(journal, [["gone"]]))
        await one_turn()
        gone.cancel()
        await journals.commit(journal, [["here"]])
    assert found_of(disk) == [["gone"], ["here"]]


async def test_a_commit_that_the_writer_has_not_begun_is_refused_on_closing() -> None:
    with Journals(FOLDER, FaultyDisk()) as journals:
        journal = journals.create("moon", HEADER)
        late = asyncio.ensure_future(journals.commit(journal, [[1]]))
        await one_turn()
    with pytest.raises(NotWritten, match="closes its journals"):
        await late
    with pytest.raises(NotWritten, match="is closed"):
        await journals.commit(journal, [[1]])


# ── crashes ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", range(50))
async def test_a_journal_cut_at_any_byte_holds_what_was_acknowledged_by_then(seed: int) -> None:
    strokes = strokes_of(Random(seed))
    entries = entries_of(strokes)
    data, marks = await written(strokes)
    assert found_in(data) == Recovered("moon", HEADER, entries, False)
    for length in range(len(data)):
        acked = max((n for end, n in marks if end <= length), default=0)
        journal = found_in(data[:length])
        if journal is None:
            assert acked == 0, f"cut at byte {length}"
            continue
        assert len(journal.entries) >= acked, f"cut at byte {length}"
        assert journal.entries == entries[: len(journal.entries)], f"cut at byte {length}"


@pytest.mark.parametrize("seed", range(50))
async def test_a_flipped_bit_is_always_found(seed: int) -> None:
    rng = Random(seed)
    strokes = strokes_of(rng)
    entries = entries_of(strokes)
    data, marks = await written(strokes)
    last_stroke = marks[-2][0]
    for bit in sorted(rng.sample(range(8 * len(data)), 300)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        journal = found_in(bytes(flipped))
        if bit // 8 < last_stroke:
            assert journal is None, f"bit {bit} of a firm part"
            continue
        assert journal is not None
        assert journal.torn, f"bit {bit}"
        assert marks[-2][1] <= len(journal.entries) < len(entries), f"bit {bit}"
        assert journal.entries == entries[: len(journal.entries)], f"bit {bit}"


def expect(entries: list[Any], crashes: list[tuple[int, FaultyDisk]]) -> None:
    """On every disk the first entries are found, and at least as many as were acknowledged."""
    for number, (acked, disk) in enumerate(crashes):
        recovered, aside = found(disk)
        assert not aside, f"crash {number}"
        kept = recovered[0].entries if recovered else []
        assert kept == entries[: len(kept)], f"crash {number}"
        assert len(kept) >= acked, f"crash {number}"


@pytest.mark.parametrize("seed", range(50))
async def test_a_crash_at_any_act_leaves_all_that_was_acknowledged(seed: int) -> None:
    rng = Random(seed)
    strokes = strokes_of(rng)
    entries = entries_of(strokes)
    disk = FaultyDisk()
    acked: list[Any] = []
    crashes: list[tuple[int, FaultyDisk]] = []

    def before(act: str, path: Path) -> None:
        crashes.extend((len(acked), disk.after(crash, rng)) for crash in CRASHES)

    disk.before = before
    await play(disk, strokes, acked)
    assert len(crashes) > 3 * len(CRASHES) * len(strokes)
    expect(entries, crashes)


async def test_a_stroke_with_a_hole_in_it_is_a_tear_and_no_damage() -> None:
    data, marks = await written([[[1]], [[2], [3], [4]]])
    start = marks[0][0]
    hole = data[:start] + bytes(10) + data[start + 10 :]
    assert found_in(hole) == Recovered("moon", HEADER, [[1]], True)


def test_a_torn_end_is_cut_off_the_file() -> None:
    disk = FaultyDisk()
    good = MAGIC + record(b"\x80") + record(b"\x91\x01")
    disk.put(FILE, good + record(b"\x91\x02")[:-1])
    assert found(disk) == ([Recovered("moon", {}, [[1]], True)], [])
    assert disk.files[FILE].flushed == good


def test_a_torn_end_that_cannot_be_cut_off_is_passed_over() -> None:
    disk = FaultyDisk()
    disk.put(FILE, MAGIC + record(b"\x80") + record(b"\x91\x01") + b"torn")
    disk.before = refuse("cut", errno.EROFS)
    assert found(disk) == ([Recovered("moon", {}, [[1]], True)], [])


async def test_a_crash_after_recovery_finds_the_same() -> None:
    strokes = strokes_of(Random(3))
    data, _ = await written(strokes)
    disk = FaultyDisk()
    disk.put(FILE, data[:-1])
    (first,), _ = found(disk)
    (second,), _ = found(disk.after("lost", Random(0)))
    assert second == first._replace(torn=False)


def test_what_was_being_written_anew_is_swept_away() -> None:
    disk = FaultyDisk()
    disk.put(FOLDER / "moon.journal.new", MAGIC + record(b"\x80"))
    assert found(disk) == ([], [])
    assert not disk.files


# ── a disk that refuses ─────────────────────────────────────────────────────────────────────────


async def insist(journals: Journals, table: str, strokes: Strokes, heard: list[str]) -> None:
    """Commit stroke by stroke, each until the disk takes it."""
    journal = journals.journals.get(table) or journals.create(table, HEADER)
    for stroke in strokes:
        for _ in range(50):
            try:
                await journals.commit(journal, stroke)
                break
            except DiskTrouble as trouble:
                heard.append(str(trouble))
        else:
            raise AssertionError("the disk never took it")


def faults(acts: int, times: int, error: int) -> Iterator[Callable[[str, Path], None]]:
    """Disks that refuse table moon from the n-th act on, a number of times, for every n."""
    for first in range(acts):
        done = count()

        def before(act: str, path: Path, first: int = first, done: Iterator[int] = done) -> None:
            if not path.name.startswith("late") and first <= next(done) < first + times:
                raise OSError(error, os.strerror(error))

        yield before


FAULTS = [(errno.ENOSPC, 1), (errno.EIO, 1), (errno.EIO, 2), (errno.EIO, 3), (errno.EROFS, 7)]


@pytest.mark.parametrize(
    ("seed", "error", "times"), [(seed, *FAULTS[seed % len(FAULTS)]) for seed in range(20)]
)
async def test_a_fault_at_any_act_loses_nothing_and_doubles_nothing(
    seed: int, error: int, times: int
) -> None:
    strokes = strokes_of(Random(seed))
    clean = FaultyDisk()
    await play(clean, strokes, [])
    for before in faults(clean.acts.total(), times, error):
        disk = FaultyDisk()
        heard: list[str] = []
        quiet: list[str] = []
        with Journals(FOLDER, disk) as journals:
            await insist(journals, "late", [[]], quiet)
            disk.before = before
            await asyncio.gather(
                insist(journals, "moon", strokes, heard), insist(journals, "late", strokes, quiet)
            )
        assert heard, "no fault was met"
        assert not quiet, "the fault of one table troubled another"
        assert found_of(disk) == entries_of(strokes)
        assert found_of(disk, "late") == entries_of(strokes)


@pytest.mark.parametrize("crash", CRASHES)
@pytest.mark.parametrize("seed", range(10))
async def test_what_was_refused_is_not_found_after_a_crash(seed: int, crash: str) -> None:
    rng = Random(seed)
    strokes = strokes_of(rng)
    clean = FaultyDisk()
    await play(clean, strokes, [])
    for before in faults(clean.acts.total(), 1, errno.EIO):
        disk = FaultyDisk()
        disk.before = before
        acked: list[Any] = []
        with pytest.raises(DiskTrouble):
            await play(disk, strokes, acked)
        recovered, aside = found(disk.after(crash, rng))
        assert not aside
        assert (recovered[0].entries if recovered else []) == acked


@pytest.mark.parametrize("seed", range(10))
async def test_a_power_cut_amid_faults_leaves_all_that_was_acknowledged(seed: int) -> None:
    rng = Random(seed)
    strokes = strokes_of(rng)
    entries = entries_of(strokes)
    disk = FaultyDisk()
    acked: list[Any] = []
    crashes: list[tuple[int, FaultyDisk]] = []

    def before(act: str, path: Path) -> None:
        crashes.extend((len(acked), disk.after(crash, rng)) for crash in CRASHES)
        if rng.random() < 0.2:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    disk.before = before
    with Journals(FOLDER, disk) as journals:
        for stroke in strokes:
            await insist(journals, "moon", [stroke], [])
            acked += stroke
    expect(entries, crashes)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (errno.ENOSPC, "The host's disk is full; nothing is lost."),
        (errno.EDQUOT, "The host's disk is full; nothing is lost."),
        (errno.EROFS, "The host's disk can only be read; nothing is lost."),
        (errno.EIO, "The host's disk fails; nothing is lost."),
    ],
)
async def test_disk_trouble_is_told_in_a_sentence(error: int, sentence: str) -> None:
    disk = FaultyDisk()
    disk.before = refuse("write", error)
    with Journals(FOLDER, disk) as journals, pytest.raises(DiskTrouble) as trouble:
        await journals.commit(journals.create("moon", HEADER), [[1]])
    assert str(trouble.value) == sentence
    assert trouble.value.errno == error


async def test_after_a_failed_flush_the_journal_is_written_anew() -> None:
    disk = FaultyDisk()
    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        await journals.commit(journal, [[1]])
        disk.before = refuse("flush")
        with pytest.raises(DiskTrouble):
            await journals.commit(journal, [[2]])
        disk.acts.clear()
        await journals.commit(journal, [[2]])
    assert disk.acts == {"create": 1, "write": 2, "flush": 1, "rename": 1, "flush folder": 1}
    assert found_of(disk) == [[1], [2]]


async def test_a_refused_commit_takes_no_room_in_the_journal() -> None:
    disk = FaultyDisk()
    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        disk.before = refuse("write", errno.ENOSPC)
        with pytest.raises(DiskTrouble):
            await journals.commit(journal, [[1]])
        await journals.commit(journal, [[1]])
        assert journal.length == len(disk.files[FILE].seen)


async def test_a_full_disk_gets_the_space_of_a_failed_attempt_back() -> None:
    disk = FaultyDisk()
    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        disk.before = refuse("write", errno.ENOSPC)
        with pytest.raises(DiskTrouble):
            await journals.commit(journal, [[1]])
        assert not disk.files


async def test_commits_behind_a_refused_one_are_refused_with_it() -> None:
    disk = FaultyDisk()
    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        behind: list[asyncio.Future[None]] = []

        async def commit_behind() -> None:
            behind.append(asyncio.ensure_future(journals.commit(journal, [[2]])))

        loop = asyncio.get_running_loop()
        fault = refuse("flush")

        def before(act: str, path: Path) -> None:
            if not behind:
                asyncio.run_coroutine_threadsafe(commit_behind(), loop).result(5)
            fault(act, path)

        disk.before = before
        with pytest.raises(DiskTrouble):
            await journals.commit(journal, [[1]])
        with pytest.raises(DiskTrouble):
            await asyncio.wait_for(behind[0], 5)
    assert not disk.files


async def test_what_was_only_appended_survives_the_trouble_of_a_commit() -> None:
    disk = FaultyDisk()
    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        journal.append([["appended"]])
        disk.before = refuse("write")
        with pytest.raises(DiskTrouble):
            await journals.commit(journal, [["refused"]])
        await journals.commit(journal, [["taken"]])
    assert found_of(disk) == [["appended"], ["taken"]]


async def test_what_was_refused_is_cut_off_on_closing_if_not_before() -> None:
    disk = FaultyDisk()
    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        await journals.commit(journal, [[1]])
        troubles = iter([refuse("flush"), refuse("cut")])
        now = [next(troubles)]

        def before(act: str, path: Path) -> None:
            try:
                now[0](act, path)
            except OSError:
                now[0] = next(troubles, refuse("nothing"))
                raise

        disk.before = before
        with pytest.raises(DiskTrouble):
            await journals.commit(journal, [[2]])
        assert found_of(disk) == [[1], [2]]
    assert found_of(disk) == [[1]]


async def test_a_broken_file_layer_is_heard_of_and_hangs_nobody() -> None:
    disk = FaultyDisk()

    def before(act: str, path: Path) -> None:
        if act == "flush":
            raise NotImplementedError("no flush here")

    with Journals(FOLDER, disk) as journals:
        journal = journals.create("moon", HEADER)
        disk.before = before
        with pytest.raises(NotImplementedError):
            await journals.commit(journal, [[1]])
        disk.before = refuse("nothing")
        await journals.commit(journal, [[1]])
    assert found_of(disk) == [[1]]


def test_a_folder_that_cannot_be_made_is_disk_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DiskTrouble):
        Journals(tmp_path / "file" / "journals")


# ── damaged files ───────────────────────────────────────────────────────────────────────────────

GOOD = MAGIC + record(b"\x80") + record(b"\x91\x01") + record(b"\x91\x02")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "It does not begin like a journal, at byte 0."),
        (MAGIC[:5], "It does not begin like a journal, at byte 0."),
        (b"\x7fELF" + bytes(99), "It does not begin like a journal, at byte 0."),
        (bytes(4096), "It does not begin like a journal, at byte 0."),
        (MAGIC, "Its header is cut short or damaged, at byte 8."),
        (MAGIC + record(b"\x80")[:-1], "Its header is cut short or damaged, at byte 8."),
        (MAGIC + bytes(64), "Its header is cut short or damaged, at byte 8."),
        (MAGIC[:-1] + b"\x02" + GOOD[8:], "It is of format 2, and this moontui knows format 1."),
        (MAGIC + record(b"\x91\x01"), "The header at byte 8 is no map."),
        (GOOD[:20] + b"?" + GOOD[21:], "The record at byte 17 is bad, and a good one follows it."),
        (GOOD + record(b"\xc1"), "The record at byte 37 is whole, but no plain value."),
        (GOOD + record(b"\x01"), "The record at byte 37 is whole, but no plain value."),
        (GOOD + record(b"\x91"), "The record at byte 37 is whole, but no plain value."),
        (GOOD + record(b"\x90\x90"), "The record at byte 37 is whole, but no plain value."),
        (GOOD + record(b"\x91\xc7\x00\x05"), "The record at byte 37 is whole, but no plain value."),
        (GOOD + record(b"\x91" * 9000), "The record at byte 37 is whole, but no plain value."),
        (GOOD + record(b"\xdd\xff\xff\xff\xff"), "The record at byte 37 is whole, but no plain"),
        (
            GOOD + bytes(LONGEST_STROKE + 1),
            "From byte 37 on it is damaged, and too much of it for a torn end.",
        ),
        (
            GOOD + b"\x80\x00\xff\xff" * (LONGEST_STROKE // 4),
            "From byte 37 on it is damaged, and does not look like a torn end.",
        ),
    ],
    ids=range(19),
)
def test_a_damaged_file_is_set_aside_and_the_report_says_why(
    data: bytes, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "moon.journal").write_bytes(data)
    with Journals(tmp_path) as journals:
        recovered, (aside,) = journals.recover()
    assert not recovered
    assert aside.path == tmp_path / "set-aside" / "moon.journal.1"
    assert aside.path.read_bytes() == data
    assert reason in (tmp_path / "set-aside" / "moon.journal.1.txt").read_text()


def spoil(folder: Path, rng: Random) -> Iterator[str]:
    """Fill a folder with 200 files that no host should trust; yields their names."""
    whole = MAGIC + b"".join(
        record(p) for p in [b"\x80", *(b"\x91" + bytes([n]) for n in range(99))]
    )
    kinds: Sequence[Callable[[], bytes]] = [
        lambda: whole[: rng.randrange(17)],
        lambda: whole[:17] + rng.randbytes(rng.randrange(1, 200)) + whole[17:],
        lambda: bytes(rng.randrange(5000)),
        lambda: rng.randbytes(rng.randrange(5000)),
        lambda: MAGIC + rng.randbytes(rng.randrange(5000)),
        lambda: bytes([*whole[:50], whole[50] ^ 1 << rng.randrange(8), *whole[51:]]),
        lambda: whole[: rng.randrange(20, 500, 10)] + whole[rng.randrange(521, 800, 10) :],
        lambda: b'{"format": "moontui record 1"}\n' * rng.randrange(99),
        lambda: MAGIC[:-1] + bytes([rng.randrange(2, 256)]) + whole[8:],
    ]
    for number in range(190):
        name = f"bad{number:03}.journal"
        (folder / name).write_bytes(kinds[number % len(kinds)]())
        yield name
    for number, size in enumerate((LONGEST_JOURNAL + 1, 1 << 30)):
        name = f"huge{number}.journal"
        with (folder / name).open("wb") as file:
            file.write(whole)
            file.truncate(size)
        yield name
    for name in ("NOTES.journal", "notes.txt", ".journal", "x" * 250, "\x1b[2J.journal", "moon"):
        (folder / name).write_bytes(whole)
        yield name
    (folder / "link.journal").symlink_to(folder / "bad000.journal")
    os.mkfifo(folder / "pipe.journal")
    (folder / "room.journal").mkdir()
    yield from ("link.journal", "pipe.journal", "room.journal")


async def test_two_hundred_bad_files_do_not_keep_a_good_one_from_being_read(tmp_path: Path) -> None:
    with Journals(tmp_path) as journals:
        await asyncio.gather(
            *(journals.commit(journals.create(f"good{n}", HEADER), [[n]]) for n in range(5))
        )
    names = set(spoil(tmp_path, Random(18)))
    with Journals(tmp_path) as journals:
        recovered, aside = journals.recover()
    assert recovered == [Recovered(f"good{n}", HEADER, [[n]], False) for n in range(5)]
    assert len(aside) == len(names) > 200
    for one in aside:
        assert one.path is not None
        assert one.path.is_symlink() or one.path.exists()
        assert one.reason in one.path.with_name(one.path.name + ".txt").read_text()
    assert not names & {path.name for path in tmp_path.iterdir()}


def test_a_second_bad_file_of_a_name_does_not_replace_the_first(tmp_path: Path) -> None:
    for text in ("first", "second"):
        (tmp_path / "moon.journal").write_text(text)
        with Journals(tmp_path) as journals:
            journals.recover()
    assert (tmp_path / "set-aside" / "moon.journal.1").read_text() == "first"
    assert (tmp_path / "set-aside" / "moon.journal.2").read_text() == "second"


async def test_a_journal_that_is_whole_but_makes_no_sense_is_set_aside_on_request(
    tmp_path: Path,
) -> None:
    (tmp_path / "moon.journal").write_bytes(GOOD)
    with Journals(tmp_path) as journals:
        journals.recover()
        aside = journals.set_aside("moon", "Nobody sits there.")
        assert aside.path is not None
        assert aside.path.read_bytes() == GOOD
        with pytest.raises(NotWritten, match="no journal of table moon"):
            journals.resume("moon")


def test_a_bad_file_that_cannot_be_moved_is_left_alone() -> None:
    disk = FaultyDisk()
    disk.put(FILE, b"damaged")
    disk.put(FOLDER / "late.journal", GOOD)
    disk.before = refuse("rename", errno.EROFS)
    recovered, aside = found(disk)
    assert [one.table for one in recovered] == ["late"]
    assert aside == [SetAside("moon.journal", "It does not begin like a journal, at byte 0.", None)]
    assert bytes(disk.files[FILE].seen) == b"damaged"
