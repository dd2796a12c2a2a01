"""What a contest in the arena came to: all figures as plain data, and as a table for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.arena import (
    Batch,
    Contest,
    edges,
    is_worse,
    mean_and_margin,
    paired,
    share_of,
    verdict,
)
from engine.calibration import added_up

WIDEST = 30
"""Cells for the name of a bot."""


def summed(contest: Contest, played: Sequence[Batch], seconds: float) -> dict[str, Any]:
    """All figures of a contest; apart from times, they depend on the contest alone."""
    shares = [won for batch in played for won in batch.shares]
    rows = side_rows(contest, shares) if contest.teams else seat_rows(contest, shares)
    for row in rows:
        players = [n for n, name in enumerate(contest.players) if name == row["bot"]]
        row.update(thoughts(played, players), **times(played, players))
    first = edges(contest, shares, contest.bots[0], None) if not contest.teams else []
    return {
        "game": contest.game.id,
        "bots": list(contest.bots),
        "seats": contest.seats,
        "seed": contest.seed,
        "deals": len(shares),
        "rounds": len(shares) * games_of(contest),
        "fair": 1 / contest.seats if not contest.teams else None,
        "endless": sum(batch.endless for batch in played),
        "verdict": verdict(first),
        "against": against(contest, shares) if contest.rival else None,
        "programs": [conduct(contest, played, name) for name in contest.guests],
        "seconds": seconds,
        "rows": rows,
    }


def games_of(contest: Contest) -> int:
    """How many games of a deal the first bot plays."""
    return len(side_names(contest)) if contest.teams else contest.seats


def side_names(contest: Contest) -> tuple[str, ...]:
    sides = contest.game.dealt_sides
    return sides.names if sides is not None else ()


def seat_rows(contest: Contest, shares: list[list[float]]) -> list[dict[str, Any]]:
    """What one seat of each bot won."""
    first, rows = contest.bots[0], []
    for name in dict.fromkeys(contest.bots):
        share = share_of(contest, shares, name)
        row: dict[str, Any] = {"bot": name, "share": share.share, "margin": share.margin}
        row |= {"side": "", "fair": 1 / contest.seats}
        gain, margin = mean_and_margin(edges(contest, shares, first, name))
        other = name != first
        row |= {"first_gains": gain if other else None, "gains_margin": margin if other else None}
        rows.append(row)
    return rows


def side_rows(contest: Contest, shares: list[list[float]]) -> list[dict[str, Any]]:
    """What the first bot won with each side; fair is what the second wins with it against
    itself."""
    rows, sides = [], side_names(contest)
    for number, side in enumerate(sides):
        won = [row[number] for row in shares]
        fair = [row[len(sides) + number] for row in shares]
        share, margin = mean_and_margin(won)
        gain, gains_margin = mean_and_margin([a - b for a, b in zip(won, fair, strict=True)])
        row: dict[str, Any] = {"bot": contest.bots[0], "share": share, "margin": margin}
        row |= {"side": side, "fair": sum(fair) / len(fair)}
        rows.append(row | {"first_gains": gain, "gains_margin": gains_margin})
    return rows


def against(contest: Contest, shares: list[list[float]]) -> dict[str, Any]:
    """How the first bot fares in pairs: the same deals, seats and others, with and without it."""
    differences = paired(contest, shares)
    gain, margin = mean_and_margin(differences)
    share, share_margin = mean_and_margin([won[contest.seats] for won in shares])
    return {
        "bot": contest.rival,
        "share": share,
        "margin": share_margin,
        "pairs": len(shares) * contest.seats,
        "first_gains": gain,
        "gains_margin": margin,
        "verdict": verdict(differences),
        "worse": is_worse(differences),
    }


def thoughts(played: Sequence[Batch], players: Sequence[int]) -> dict[str, Any]:
    """How good the thoughts of a bot were, if it has any and the game can tell."""
    mind = added_up(batch.minds[player] for batch in played for player in players)
    if not mind.hands:
        return {"bits": None, "calibration": None, "impossible": None}
    return {
        "bits": mind.mean_bits,
        "calibration": mind.error,
        "impossible": mind.impossible,
    }


def conduct(contest: Contest, played: Sequence[Batch], name: str) -> dict[str, Any]:
    """How often a program was asked, and what went wrong."""
    faults: dict[str, int] = {}
    for batch in played:
        for player, counts in zip(contest.players, batch.faults, strict=True):
            for kind, count in counts.items() if player == name else ():
                faults[kind] = faults.get(kind, 0) + count
    return {"bot": name, "answers": faults.pop("answers", 0), "faults": faults}


def times(played: Sequence[Batch], players: Sequence[int]) -> dict[str, Any]:
    """Milliseconds for a real choice: of the processor, for programs of the clock on the wall."""
    all_times = sorted(t for batch in played for player in players for t in batch.moves[player])
    if not all_times:
        return {"ms_p50": 0.0, "ms_p95": 0.0}
    middle, late = all_times[len(all_times) // 2], all_times[len(all_times) * 95 // 100]
    return {"ms_p50": 1000 * middle, "ms_p95": 1000 * late}


# ── for people ──────────────────────────────────────────────────────────────────────────────────


def table(summary: dict[str, Any], processes: str) -> str:
    """The figures, for people to read."""
    rows = summary["rows"]
    names = {id(row): called(row) for row in rows}
    width = max(len("bot"), *map(len, names.values())) + 2
    thinks = any(row["bits"] is not None for row in rows)
    lines = [
        f"{summary['game'].capitalize()}: {', '.join(map(short, summary['bots']))} · "
        f"{summary['deals']:,} deals x {games(summary)} · "
        f"seed {summary['seed']} · {processes} · {duration(summary['seconds'])}",
        f"{'bot':<{width}}{'wins':>6}  {'95 % interval':<16}{'fair':>6}  {'first gains':<14}"
        + (f"{'bits':>5}{'cal.':>7}{'zero':>5}" if thinks else "")
        + f"{'ms p50':>8}{'p95':>8}",
    ]
    for row in rows:
        low, high = max(0, row["share"] - row["margin"]), min(1, row["share"] + row["margin"])
        lines.append(
            f"{names[id(row)]:<{width}}{row['share']:>6.1%}  {f'{low:.1%} to {high:.1%}':<16}"
            f"{row['fair']:>6.1%}  {points(row):<14}"
            + (minded(row) if thinks else "")
            + f"{row['ms_p50']:>8.1f}{row['ms_p95']:>8.1f}"
        )
    return "\n".join([*lines, *remarks(summary)])


def remarks(summary: dict[str, Any]) -> list[str]:
    """What has to be said besides."""
    first, lines = short(summary["bots"][0]), [*map(answered, summary["programs"])]
    if summary["endless"]:
        lines.append(f"{summary['endless']} rounds had no end and were given up.")
    if summary["verdict"] and summary["against"] is None:
        said = "gains two points" if summary["verdict"] == "H1" else "gains nothing"
        lines.append(f"{summary['verdict']}: {first} {said} over its fair share.")
    if pair := summary["against"]:
        lines.append(
            f"{first} against {short(pair['bot'])} in {pair['pairs']:,} pairs: {points(pair)}"
            f" points (in its place that wins {pair['share']:.1%} ±{100 * pair['margin']:.1f})"
            + (f", {pair['verdict']}." if pair["verdict"] else ".")
        )
    return lines


def answered(program: dict[str, Any]) -> str:
    """What a program did, and what was done for it."""
    faults = ", ".join(f"{count:,} {kind}" for kind, count in sorted(program["faults"].items()))
    text = f"{short(program['bot'])}: {program['answers']:,} questions"
    if not faults:
        return f"{text}, all answered."
    return f"{text}; {faults}, each replaced by a choice at random."


def called(row: dict[str, Any]) -> str:
    return f"{short(row['bot'])} as {row['side']}" if row["side"] else short(row["bot"])


def short(name: str) -> str:
    """A bot's name, or enough of it."""
    return name if len(name) <= WIDEST else f"{name[: WIDEST - 1]}…"


def games(summary: dict[str, Any]) -> str:
    if summary["fair"] is None:
        return f"both sides, {summary['seats']} seats"
    return f"{summary['seats']} seats" + (", paired" if summary["against"] else "")


def points(row: dict[str, Any]) -> str:
    """A difference in points."""
    if row["first_gains"] is None:
        return ""
    return f"{100 * row['first_gains']:+.1f} ±{100 * row['gains_margin']:.1f}"


def minded(row: dict[str, Any]) -> str:
    if row["bits"] is None:
        return f"{'–':>5}{'–':>7}{'–':>5}"
    return f"{row['bits']:>5.2f}{row['calibration']:>7.3f}{row['impossible']:>5}"


def duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
