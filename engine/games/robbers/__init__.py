"""Robbers: tricks in which nobody must follow suit, and hidden teams decided by the dealt hands."""

from __future__ import annotations

from operator import attrgetter

from engine.bots import called
from engine.bots.chance import RandomBot
from engine.core import DealtSides, Deed, Game, NextRound, Option, TableTalk
from engine.games.robbers import rules, talk, views
from engine.games.robbers.icons import HOUSE, from_option, read_icons
from engine.games.robbers.personas import LIKINGS
from engine.games.robbers.scoring import Account, Tally
from engine.games.robbers.state import Table

ROBBERS: Game[Table] = Game(
    id="robbers",
    version=1,
    seats=range(3, 6),
    options=(
        Option("length", ("match", "round")),
        Option("dealer", ("random", "0", "1", "2", "3", "4")),
        Option("history", ("last", "all", "strict")),
        Option("icons", (HOUSE,), from_option, read_icons),
    ),
    setup=rules.setup,
    hide=views.hide,
    fill=views.fill,
    outcome=rules.outcome,
    points=attrgetter("points"),
    parts=(Table, Account, Tally, rules.Deal, rules.PlayCard, rules.Take, NextRound),
    bots={
        "random": RandomBot,
        "greedy": called(f"{__name__}.greedy", "GreedyBot"),
        "gentle": called(f"{__name__}.easy", "GentleBot"),
        "easy": called(f"{__name__}.easy", "EasyBot"),
        "medium": called(f"{__name__}.levels", "medium"),
        "hard": called(f"{__name__}.levels", "hard"),
    },
    styles=LIKINGS,
    dealt_sides=DealtSides(("robbers", "wolves"), rules.side_of),
    written=called(f"{__name__}.written", "written"),
    advise=called(f"{__name__}.advice", "advise"),
    insight=called(f"{__name__}.insight", "insight"),
    turns=("trick",),
    sides=2,
    fair=called(f"{__name__}.chances", "fair"),
    rivals=Table.opponents,
    allied=0.4,
    phrases=("claim_robber", "claim_werewolf", "claim_traitor"),
    deeds={"chip": Deed("unmasked")},
    talk=TableTalk(talk.claims, talk.doubtful),
)
