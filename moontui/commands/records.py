"""`moontui records`: saved matches for people and for programs, brought in, or drawn."""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path
from typing import Any

from engine.core import Seat
from engine.record import BadRecord
from moontui.client.ledger import Ledger, Summary
from moontui.client.records import bring_in, read_record, replay_of, seat_of
from moontui.client.results import Telling
from moontui.client.settings import Settings
from moontui.client.statistics import Statistics, Tally, seat_in, statistics
from moontui.plain.out import complain, say
from moontui.words.catalogue import Catalogue
from net.security import private_file


def run_records(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """List what was played, or do something about one match."""
    name = Settings.load(data / "settings.json").name
    try:
        if wish.add is not None:
            say(words.say("records", "brought_in", file=bring_in(wish.add, data, name).name))
        elif wish.svg is not None:
            draw(wish, words, data)
        else:
            tell(Ledger(data).all(), name, words, wish.json)
    except BadRecord as error:
        complain(words.say("bad_record", error.why))
        return 1
    except OSError as error:
        complain(f"{error.filename or ''}: {error.strerror or error}")
        return 2
    return 0


def tell(matches: list[Summary], name: str, words: Catalogue, for_programs: bool) -> None:
    """Print all matches."""
    if for_programs:
        figures = [in_figures(one) for one in statistics(matches, name).values()]
        whole = {"matches": [in_plain(one, name) for one in matches], "statistics": figures}
        say(*json.dumps(whole, ensure_ascii=False, indent=1).split("\n"))
        return
    for one in matches:
        told = Telling(Catalogue(words.language, one.game), one, seat_in(one, name))
        result = f"{told.mine}. " if told.mine else ""
        say(f"{one.file}  {told.whole[0]} {result}{' '.join(told.whole[1:])}".rstrip())
    if not matches:
        say(words.say("records", "none"))


def in_plain(one: Summary, name: str) -> dict[str, Any]:
    """A match for programs."""
    mine = seat_in(one, name)
    return {
        "file": one.file,
        "when": round(one.when),
        "game": one.game,
        "length": one.length,
        "names": one.names,
        "people": one.people,
        "levels": one.levels,
        "seat": mine,
        "rounds": one.rounds,
        "answers": one.answers,
        "finished": one.finished,
        "winners": one.winners,
        "won": mine in one.winners if mine is not None and one.finished else None,
        "reason": one.reason,
        "wrong": one.why,
    }


def in_figures(found: Statistics) -> dict[str, Any]:
    """The statistics of a game for programs."""

    def pair(tally: Tally) -> dict[str, int]:
        return {"played": tally.played, "won": tally.won}

    return {
        "game": found.game,
        **pair(found.all),
        "by_lot": round(found.luck, 2),
        "levels": {level: pair(tally) for level, tally in found.levels.items()},
        "seats": {seats: pair(tally) for seats, tally in sorted(found.seats.items())},
        "streak": found.streak,
        "longest": found.longest,
        "beaten_by": dict(found.rivals.most_common()),
        "guesses": {"right": found.right, "wrong": found.wrong},
    }


def draw(wish: argparse.Namespace, words: Catalogue, data: Path) -> None:
    """Write a scene of a match as SVG: of the newest one, or of one that is named. Raises
    `BadRecord`, or `OSError`."""
    from moontui.app.picture import picture

    replay = replay_of(read_record(chosen(wish.file, data)))
    replay.reach(replay.last)
    settings = Settings.load(data / "settings.json")
    settings.language = words.language
    seat = Seat(seat_of(replay.record, settings.name))
    text = asyncio.run(picture(settings, data, replay, seat, wish.turning))
    private_file(wish.svg, text.encode())
    say(words.say("records", "drawn", file=wish.svg))


def chosen(file: Path | None, data: Path) -> Path:
    """The file of a match: a path, or the name of one that is listed; none: the newest."""
    if file is None:
        newest = next(iter(Ledger(data).files()), None)
        if newest is None:
            raise BadRecord("No match has been saved yet.", "nothing")
        return data / "records" / newest.file
    listed = data / "records" / file.name
    return listed if not file.exists() and listed.exists() else file
