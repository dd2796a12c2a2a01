"""One Night: one night of secret swaps, one day of talk, one vote."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

from engine.bots import called
from engine.bots.chance import RandomBot
from engine.core import Deed, Game, NextRound, Option, Window
from engine.games.onenight import day, night, rules, views, vote
from engine.games.onenight.personas import MANNERS
from engine.games.onenight.roles import COPIES, Role
from engine.games.onenight.state import Claim, Village


def counts(role: Role) -> tuple[str, ...]:
    """How many cards of a role a set may have: Masons come in pairs (R32)."""
    numbers = (0, 2) if role == Role.MASON else range(COPIES[role] + 1)
    return ("suggested", *(str(number) for number in numbers))


COURSE = (
    Option("length", ("round", "match")),
    Option("chips", ("5", "3")),
    Option("talk", ("turns", "free")),
    Option("rounds", ("2", "1", "3")),
    Option("lone_wolf", ("on", "off")),
)
CARDS = tuple(Option(rules.option_of(role), counts(role)) for role in Role)
TIMES = (
    Option("night", ("10", "5", "15", "20")),
    Option("day", ("240", "120", "180", "360", "600")),
    Option("vote", ("30", "15", "60")),
)

TOLD = 9.0
"""Seconds in which a narrator can say who opens their eyes, and who closes them."""

ONENIGHT_1: Game[Village] = Game(
    id="onenight",
    version=1,
    seats=range(3, 11),
    options=(*COURSE, Option("minion_hunt", ("off", "on")), *CARDS, *TIMES),
    setup=rules.setup_1,
    hide=views.hide,
    fill=views.fill,
    outcome=rules.outcome,
    points=attrgetter("chips"),
    parts=(
        Village,
        Claim,
        rules.Deal,
        rules.Dawn,
        rules.Count,
        rules.GameEnds,
        NextRound,
        night.Look,
        night.Call,
        night.Wake,
        night.Sleep,
        day.Speak,
        day.Talk,
        day.Discuss,
        vote.Vote,
    ),
    bots={
        "random": RandomBot,
        "gentle": called(f"{__name__}.levels", "gentle"),
        "easy": called(f"{__name__}.levels", "easy"),
        "medium": called(f"{__name__}.levels", "medium"),
        "hard": called(f"{__name__}.levels", "hard"),
    },
    styles=MANNERS,
    written=called(f"{__name__}.written", "written"),
    advise=called(f"{__name__}.advice", "advise"),
    insight=called(f"{__name__}.insight", "insight"),
    turns=("turn", "called", "voted"),
    sides=2,
    fair=called(f"{__name__}.chances", "fair"),
    rivals=Village.opponents,
    deeds={"shot": Deed("struck")},
    allied=0.5,
    windows={
        "look": Window(8.0, early=True, quiet=True, told=TOLD, matters=night.looks),
        "night": Window(10.0, quiet=True, told=TOLD, matters=night.acts),
        "aloud": Window(240.0, early=True, kept=True, option="day"),
        "day": Window(240.0, held=False, pause=0.5),
        "more": Window(60.0, held=False, pause=0.5),
        "vote": Window(30.0, early=True),
    },
)
"""The game by its first rules."""

ONENIGHT_2: Game[Village] = replace(
    ONENIGHT_1,
    version=2,
    options=(
        *COURSE[:2],
        Option("talk", ("turns", "free", "aloud")),
        *COURSE[3:],
        Option("minion", ("sheet", "hunt", "literal")),
        Option("abstain", ("off", "on")),
        Option("set", ("sheet", "lively", "random")),
        *CARDS,
        Option("look", ("8", "5", "15", "30", "off")),
        TIMES[0],
        *(Option(option.key, (*option.values, "off")) for option in TIMES[1:]),
    ),
    setup=rules.setup_2,
    reading=day.reading,
    owing=day.owing,
    aloud=rules.is_aloud,
)
"""The game by its second rules."""

ONENIGHT_3: Game[Village] = replace(ONENIGHT_2, version=3, setup=rules.setup_3)
"""The game by its third rules."""

ONENIGHT_4: Game[Village] = replace(ONENIGHT_2, version=4, setup=rules.setup_4)
"""The game by its fourth rules."""

ONENIGHT: Game[Village] = replace(
    ONENIGHT_2,
    version=5,
    setup=rules.setup,
    older=(ONENIGHT_4, ONENIGHT_3, ONENIGHT_2, ONENIGHT_1),
)
