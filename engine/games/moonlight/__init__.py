"""Moonlight: two packs of wolves fight for a land of twelve places, row by row."""

from __future__ import annotations

from operator import attrgetter

from engine.bots import called
from engine.bots.chance import RandomBot
from engine.core import Deed, Game, NextRound, Option
from engine.games.moonlight import rules, tally, views
from engine.games.moonlight.personas import LIKINGS
from engine.games.moonlight.state import Table

MOONLIGHT: Game[Table] = Game(
    id="moonlight",
    version=1,
    seats=range(2, 3),
    options=(
        Option("length", ("match", "round")),
        Option("start", ("random", "0", "1")),
        Option("last_turn", ("on", "off")),
    ),
    setup=rules.setup,
    hide=views.hide,
    fill=views.fill,
    outcome=rules.outcome,
    points=attrgetter("won"),
    parts=(
        Table,
        tally.Tally,
        tally.Row,
        rules.Deal,
        rules.ChooseWolf,
        rules.ChooseSecond,
        rules.ChooseTwo,
        rules.Place,
        rules.Draw,
        rules.TurnEnds,
        rules.ChoosePile,
        rules.MovePile,
        rules.RoundEnds,
        NextRound,
        rules.ChooseLone,
        rules.ChoosePower,
    ),
    bots={
        "random": RandomBot,
        "gentle": called(f"{__name__}.greedy", "GentleBot"),
        "easy": called(f"{__name__}.greedy", "EasyBot"),
        "greedy": called(f"{__name__}.greedy", "GreedyBot"),
        "steady": called(f"{__name__}.levels", "steady"),
        "medium": called(f"{__name__}.levels", "medium"),
        "hard": called(f"{__name__}.levels", "hard"),
    },
    styles=LIKINGS,
    written=called(f"{__name__}.written", "written"),
    advise=called(f"{__name__}.advice", "advise"),
    insight=called(f"{__name__}.insight", "insight"),
    shuffle_unseen=views.shuffle_decks,
    deeds={kind: Deed("struck") for kind in ("covered", "leapt", "mirrored")},
)
