"""Wolfmoon: hold one card, guess the others', and mind the Werewolf when the third Moon rises."""

from __future__ import annotations

from operator import attrgetter

from engine.bots import called
from engine.bots.chance import RandomBot
from engine.core import Deed, Game, NextRound, Option, Window
from engine.games.wolfmoon import cards, rules, views
from engine.games.wolfmoon.knowledge import Known
from engine.games.wolfmoon.personas import LIKINGS
from engine.games.wolfmoon.state import Table

WOLFMOON: Game[Table] = Game(
    id="wolfmoon",
    version=1,
    seats=range(3, 7),
    options=(
        Option("length", ("match", "round")),
        Option("start", ("random", "0", "1", "2", "3", "4", "5")),
        Option("reveal", ("rules", "all")),
        Option("others_only", ("off", "on")),
        Option("winner_begins", ("off", "on")),
    ),
    setup=rules.setup,
    hide=views.hide,
    fill=views.fill,
    outcome=rules.outcome,
    points=attrgetter("tokens"),
    parts=(
        Table,
        Known,
        rules.Deal,
        rules.ChooseAction,
        rules.ChooseSlot,
        rules.KeepOneOfTwo,
        rules.TurnEnds,
        rules.TurnPasses,
        rules.RoundEnds,
        NextRound,
        cards.PlayCard,
        cards.Aim,
        cards.Eliminate,
        cards.AlchemistMaySave,
        cards.Guess,
        cards.GuessAgain,
        cards.ServantMayLeave,
        cards.KeepOneOfFour,
        cards.TakeFromDisplay,
        cards.PickPartner,
        cards.SpyMayAnswer,
    ),
    bots={
        "random": RandomBot,
        "greedy": called(f"{__name__}.greedy", "GreedyBot"),
        "gentle": called(f"{__name__}.gentle", "GentleBot"),
        "easy": called(f"{__name__}.easy", "EasyBot"),
        "medium": called(f"{__name__}.levels", "medium"),
        "hard": called(f"{__name__}.levels", "hard"),
    },
    styles=LIKINGS,
    forecasts=called(f"{__name__}.forecasts", "forecasts"),
    advise=called(f"{__name__}.advice", "advise"),
    insight=called(f"{__name__}.insight", "insight"),
    shuffle_unseen=views.shuffle_pile,
    rivals=Table.still_against,
    guesses={"hit": True, "missed": False},
    windows={"reaction": Window(6.0)},
    written=called(f"{__name__}.written", "written"),
    deeds={"out": Deed("struck", passive=True), "missed": Deed("missed")},
    verdicts={
        "hit": False,
        "missed": False,
        "caught": False,
        "cleared": False,
        "tied": False,
        "lost": True,
        "drew": False,
        "moon": False,
        "no_wolf": False,
        "cornered": False,  # who holds Mayor or Werewolf is not asked, and lays it down (R40)
    },
)
