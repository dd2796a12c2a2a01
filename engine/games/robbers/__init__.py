"""Robbers: tricks without a duty to follow, and hidden teams that the dealt hands decide."""

from __future__ import annotations

from engine.bots.chance import RandomBot
from engine.core import Game, NextRound, Option
from engine.games.robbers import rules, views
from engine.games.robbers.advice import advise
from engine.games.robbers.bot import GreedyBot
from engine.games.robbers.easy import EasyBot
from engine.games.robbers.levels import HardBot, MediumBot
from engine.games.robbers.personas import PERSONAS
from engine.games.robbers.scoring import Account, Tally
from engine.games.robbers.state import Table

ROBBERS: Game[Table] = Game(
    id="robbers",
    version=1,
    seats=range(3, 6),
    options=(
        Option("length", ("match", "round")),
        Option("history", ("last", "all")),
    ),
    setup=rules.setup,
    hide=views.hide,
    fill=views.fill,
    winners=rules.winners,
    parts=(Table, Account, Tally, rules.Deal, rules.PlayCard, rules.Take, NextRound),
    bots={
        "random": RandomBot,
        "greedy": GreedyBot,
        "easy": EasyBot,
        "medium": MediumBot,
        "hard": HardBot,
    },
    styles=PERSONAS,
    advise=advise,
    sides=2,
    phrases=("claim_robber", "claim_werewolf", "claim_traitor"),
)
