"""The reckoning of a deal of Robbers in words, with every halving and multiplication."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.core import HIDDEN, Seat
from engine.games.robbers.deck import Card, Role
from engine.games.robbers.scoring import Account, in_wolf_team
from engine.games.robbers.state import Table
from moontui.words.catalogue import capital
from moontui.words.teller import Result, Showing

if TYPE_CHECKING:
    from moontui.games.robbers.teller import RobbersTeller


def reckoned(teller: RobbersTeller, table: Table, account: Account) -> Result:
    """How a deal ended, and the match too if it was the last deal."""
    over = table.champions is not None
    return Result(
        headline=headline(teller, table, account),
        why=why(teller, account),
        turning="",
        rows=tuple(showing(teller, table, account, Seat(seat)) for seat in range(table.seats)),
        won=teller.me in ((table.champions or ()) if over else account.winners),
        over=over,
        details=(*teams(teller, account), *left_over(teller, table)),
        champions=(table.champions or ()) if table.deals > 1 else (),
    )


def headline(teller: RobbersTeller, table: Table, account: Account) -> str:
    match_ends = table.champions is not None and table.deals > 1
    seats = (table.champions or ()) if match_ends else account.winners
    if not seats:
        return teller.words.say("result", "nobody")
    form = "you" if seats == (teller.me,) else "they" if len(seats) == 1 else "together"
    which = "match" if match_ends else "round"
    who = teller.seats(sum(1 << seat for seat in seats), "you")
    return teller.words.say("result", f"{which}_{form}", who=capital(who))


def why(teller: RobbersTeller, account: Account) -> str:
    robbers, wolves = account.totals
    form = "robbers" if robbers > wolves else "wolves" if wolves > robbers else "tied"
    more, less = max(robbers, wolves), min(robbers, wolves)
    return teller.words.say("why", form, more=more, less=less)


def showing(teller: RobbersTeller, table: Table, account: Account, seat: Seat) -> Showing:
    """One player's role and points, and what halved them."""
    tally = account.tallies[seat]
    by = Card.KNIFE if tally.role == Role.WEREWOLF else Card.WEREWOLF
    told = teller.words.say(
        "reckoning",
        "halved" if tally.halved else "whole",
        role=teller.role(tally.role),
        icons=tally.icons,
        points=tally.points,
        by=teller.card(by),
    )
    won, wolf = seat in account.winners, in_wolf_team(tally.role)
    mine, theirs = account.totals[wolf], account.totals[not wolf]
    team = "wolves" if wolf else "robbers"
    return Showing(
        seat,
        cards=told,
        won=won,
        score=table.points[seat],
        why=teller.words.say("fate", team, mine=mine, theirs=theirs),
        face=Role(tally.role).name.lower(),
    )


def judged(teller: RobbersTeller, account: Account | None, claims: Mapping[int, str]) -> str:
    """Who said what about themselves in the deal, and whether it was true."""
    if account is None:
        return ""
    told = [
        teller.words.say(
            "reckoning",
            "true"
            if claim == f"claim_{Role(account.tallies[seat].role).name.lower()}"
            else "false",
            name=teller.names[seat],
            claim=teller.words.say("board", claim),
        )
        for seat, claim in sorted(claims.items())
        if seat < len(account.tallies) and teller.words.has("board", claim)
    ]
    return teller.words.say("reckoning", "claims", claims=", ".join(told)) if told else ""


def teams(teller: RobbersTeller, account: Account) -> list[str]:
    """The sum of each team, and what multiplies it."""
    lines = []
    for wolf, team in ((False, "robbers"), (True, "wolves")):
        members = [
            f"{teller.names[seat]} {tally.points}"
            for seat, tally in enumerate(account.tallies)
            if in_wolf_team(tally.role) == wolf
        ]
        lines.append(
            teller.words.say(
                "reckoning",
                team,
                parts=" + ".join(members),
                sum=account.sums[wolf],
                factor=account.factors[wolf],
                total=account.totals[wolf],
            )
        )
    return lines


def left_over(teller: RobbersTeller, table: Table) -> list[str]:
    """The card that was not dealt, if there was one."""
    if table.undealt == HIDDEN:
        return []
    return [teller.words.say("reckoning", "undealt", card=teller.card(table.undealt))]
