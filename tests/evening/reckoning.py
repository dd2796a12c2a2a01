"""What the records of an evening amount to, counted anew, and not by the program."""

from __future__ import annotations

import re
from pathlib import Path

from moontui.client.records import names_of, players_of, read_record, replay_of

STANDING = re.compile(r"^ *\d+ (\w+) +([-+]?\d+(?:\.\d)?) ", re.MULTILINE)


def scores_in(data: Path) -> dict[str, float]:
    """Wins above the fair share of everybody, by the records that somebody's app has kept."""
    scores: dict[str, float] = {}
    for file in sorted((data / "records").glob("*")):
        record = read_record(file)
        replay = replay_of(record)
        replay.reach(replay.last)
        outcome = replay.game.outcome(replay.state(replay.last))
        assert outcome is not None, f"{file.name} has no end"
        share = len(outcome.winners) / record.seats
        for seat, (name, player) in enumerate(
            zip(names_of(record), players_of(record), strict=True)
        ):
            if player.kind == "person":
                won = seat in outcome.winners
                scores[name] = scores.get(name, 0.0) + won - share
    return {name: round(score, 1) + 0.0 for name, score in scores.items()}


def scores_told(page: str) -> dict[str, float]:
    """The same, as the closing page tells it."""
    return {name: float(score) for name, score in STANDING.findall(page)}


def records_of(data: Path) -> dict[str, bytes]:
    """By name: the records that somebody's app has kept."""
    return {file.name: file.read_bytes() for file in (data / "records").glob("*")}
