"""The closing page of an evening: its best stories, told from the records that were kept of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from engine.core import Seat
from engine.record import BadRecord, Record
from moontui.client.house_book import night_of
from moontui.client.ledger import Ledger
from moontui.client.records import names_of, players_of, read_record, replay_of
from moontui.games import FACES
from moontui.words.catalogue import Catalogue
from moontui.words.stories import Closing, Guesser, Remembered, Tale
from moontui.words.teller import teller_for
from net.told import Evening

MATCHES = 60
"""How many matches are looked into, the newest."""


def closing_of(
    words_for: Callable[[str], Catalogue], data: Path, kept: Iterable[Path], evening: Evening
) -> Closing:
    """All of it. It takes a while, as every match is played again."""
    tales: list[Tale] = []
    guesses: dict[str, tuple[int, int]] = {}
    for file in records_of(data, kept, evening)[:MATCHES]:
        try:
            record = read_record(file)
            found = remembered(words_for, record)
        except BadRecord:
            continue
        names = people_in(record)
        for kind, told in (("lie", found.lies), ("exit", found.exits)):
            tales += [
                Tale(kind, record.game, names[one.seat], one.seat, one.weight, one.text, one.face)
                for one in told
                if one.seat in names
            ]
        for seat, (right, of) in found.guesses.items():
            if seat in names:
                before = guesses.get(names[seat], (0, 0))
                guesses[names[seat]] = (before[0] + right, before[1] + of)
    best = [
        max(some, key=lambda tale: tale.weight)
        for kind in ("lie", "exit")
        if (some := [tale for tale in tales if tale.kind == kind])
    ]
    return Closing(tuple(best), best_guesser(guesses))


def best_guesser(guesses: dict[str, tuple[int, int]]) -> Guesser | None:
    """Whoever was right most often; of several, who needed fewer guesses."""
    ranked = sorted(guesses, key=lambda name: (-guesses[name][0], guesses[name][1], name))
    if not ranked or not guesses[ranked[0]][0]:
        return None
    return Guesser(ranked[0], *guesses[ranked[0]])


def records_of(data: Path, kept: Iterable[Path], evening: Evening) -> list[Path]:
    """The matches of an evening, the newest first: those that were told in this session, and those
    that the same people have played in the same night, as somebody may have gone and come back."""
    ledger, here, told = Ledger(data), set(kept), {score.name for score in evening.scores}
    matches = [one for one in ledger.files() if not one.played_on]
    tonight = night_of(matches[0].when) if matches else None
    found = []
    for one in matches:
        if night_of(one.when) != tonight:
            break
        file = ledger.records / one.file
        people = {one.names[seat] for seat in one.people if seat < len(one.names)}
        if file in here or (len(people) > 1 and people <= told):
            found.append(file)
    return found


def remembered(words_for: Callable[[str], Catalogue], record: Record) -> Remembered:
    """What one match adds. Raises `BadRecord`."""
    face = FACES.get(record.game)
    if face is None or face.stories is None:
        return Remembered()
    replay = replay_of(record)
    replay.reach(replay.last)
    if replay.broken:
        raise BadRecord("The record cannot be followed to its end.")
    players = players_of(record)
    teller = teller_for(
        record.game,
        words_for(record.game),
        [player.name for player in players],
        None,
        [player.persona for player in players],
        record.options,
    )
    return face.stories()(teller, replay)


def people_in(record: Record) -> dict[Seat, str]:
    """By seat: the people who played, by the names that an evening counts them under."""
    names = names_of(record)
    return {
        Seat(seat): names[seat]
        for seat, player in enumerate(players_of(record))
        if player.kind == "person"
    }
