"""Advice: what a player could do, how likely it is to win, and what tells it from the next best."""

from __future__ import annotations

from random import Random

from engine.bots.chances import made_true
from engine.bots.reasons import ranked, rival_of
from engine.core import BACK, Advice, Choice, Idea, Reason, View
from engine.games.moonlight.chances import CURVE
from engine.games.moonlight.gains import COUNTED, gains
from engine.games.moonlight.land import FULL
from engine.games.moonlight.levels import HARD
from engine.games.moonlight.reasons import Comparison, of_a_gain, of_a_lone_wolf
from engine.games.moonlight.search import Effort, Search
from engine.games.moonlight.state import Table

EFFORT = HARD._replace(looks=2 * HARD.looks, most=2 * HARD.most)


def advise(
    view: View[Table], rng: Random, chosen: Choice | None = None, effort: Effort = EFFORT
) -> Advice:
    """Weigh the choices of a question by what the seat was told, and by nothing else."""
    ask = view.ask
    assert ask is not None
    if len(ask.choices) == 1:
        return Advice((Idea(ask.choices, 0.0),))
    if ask.prompt in ("lone", "power"):
        counted = gains(ask)
        rival = rival_of(counted, chosen)
        figures = Reason("counted", None, (), counted[0].chance, rival.chance, COUNTED[ask.prompt])
        best, other = (idea.choices[0] for idea in (counted[0], rival))
        changes = (
            of_a_lone_wolf(view.state, ask.seat, best.value, other.value)
            if ask.prompt == "lone"
            else of_a_gain(view.state, ask.seat, best)
        )
        return Advice(tuple(counted), reasons=(*changes, figures))
    search = Search(view, ask, rng, effort)
    ideas = made_true(search.ideas(chosen), CURVE, lateness(view.state))
    reasons: tuple[Reason, ...] = ()
    if len(ideas) > 1:
        rival = rival_of(ideas, chosen)
        reasons = ranked(Comparison(search, ideas[0].choices, rival.choices).reasons())
    if BACK in ask.choices:  # thinking again costs nothing
        ideas = (*ideas, Idea((BACK,), ideas[0].chance))
    return Advice(ideas, reasons=reasons)


def lateness(table: Table) -> float:
    """How much of a round is over: 0 on an empty land, 1 on a full one."""
    return len(table.land) / FULL
