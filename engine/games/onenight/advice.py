"""Advice: how a hard thinker would speak or vote, how likely it is to win, and why."""

from __future__ import annotations

from random import Random

from engine.bots.chances import Curve, made_true
from engine.bots.reasons import ranked, rival_of
from engine.core import BACK, Advice, Choice, Idea, View
from engine.games.onenight.ballot import ballot, favorite, squeezed, tide
from engine.games.onenight.chances import BESIDE_A_TANNER, NIGHT, OTHERS, VILLAGERS
from engine.games.onenight.levels import HARD
from engine.games.onenight.mind import Depth, Mind
from engine.games.onenight.notes import WORLDS
from engine.games.onenight.personas import FRANK
from engine.games.onenight.reading import VILLAGE
from engine.games.onenight.reasons import by_night, on_a_statement, on_a_vote
from engine.games.onenight.roles import Role
from engine.games.onenight.state import Village
from engine.games.onenight.talker import Talker

DEPTH = HARD._replace(worlds=WORLDS)
"""It thinks a little longer than a bot, and has no manner of its own."""
VOTE = 2
"""How many times longer it thinks about a vote."""


def advise(
    view: View[Village], rng: Random, chosen: Choice | None = None, depth: Depth = DEPTH
) -> Advice:
    """Weigh the choices of a question by what the seat was told, and by nothing else."""
    ask = view.ask
    assert ask is not None
    if len(ask.choices) == 1:
        return Advice(tuple(Idea((choice,), NIGHT) for choice in ask.choices))
    if ask.prompt == "vote":
        longer = depth._replace(worlds=VOTE * depth.worlds)
        return on_the_vote(Mind(view.state, ask.seat, longer), ask.choices, chosen)
    mind = Mind(view.state, ask.seat, depth)
    if ask.window == "night":
        ideas = tuple(Idea((choice,), NIGHT) for choice in ask.choices)
        return Advice(ideas, reasons=by_night(mind, ask.number))
    adviser = Talker(rng, depth, FRANK)
    best = adviser.choose(view)
    draft = len(view.state.drafts[ask.seat])
    phase = "statement" if ask.prompt == "talk_free" else ask.prompt.removeprefix("talk_")
    links = adviser.plan(view.state, ask.seat, phase, ask.number).links
    rest = tuple(Choice(*link) for link in links[draft:])
    if best == BACK:  # what was begun is not what should be said
        rest = (BACK, *(Choice(*link) for link in links))
    chance = chance_of(mind)  # what a statement changes, nobody knows
    first = Idea(rest if rest and rest[0] == best else (best,), chance)
    others = [c for c in (chosen,) if c is not None and c != best]
    return Advice(
        (first, *(Idea((choice,), chance) for choice in others)),
        mind.suspicion[mind.suspect()],
        ranked(on_a_statement(mind, first.choices)),
    )


def on_the_vote(mind: Mind, choices: tuple[Choice, ...], chosen: Choice | None) -> Advice:
    """All votes in the order in which a hard bot likes them. `hit` is how likely the best is to hit
    a werewolf, if that is what the seat wants; `asked_hit` the same of the chosen one."""
    scores = ballot(mind)
    liked = sorted(choices, key=lambda choice: -scores.get(choice, 0.0))
    found = [Idea((choice,), squeezed(scores.get(choice, 0.0))) for choice in liked]
    ideas = made_true(found, curve_of(mind), tide(mind, liked[0].value))
    best, other = ideas[0].choices[0], rival_of(ideas, chosen).choices[0]
    hunting = mind.side == VILLAGE and mind.suspicion[best.value] >= mind.cloud.peace()
    odds = mind.suspicion if mind.side == VILLAGE else mind.public().suspicion()
    return Advice(
        ideas,
        mind.suspicion[best.value] if hunting else 0.0,
        ranked(on_a_vote(mind, odds, best, other)),
        mind.suspicion[chosen.value] if chosen is not None and mind.side == VILLAGE else 0.0,
    )


def chance_of(mind: Mind) -> float:
    """How likely a seat's side is to win if it votes for whom most speaks."""
    scores = ballot(mind)
    best = favorite(scores)
    return curve_of(mind).true(squeezed(scores[best]), tide(mind, best.value))


def curve_of(mind: Mind) -> Curve:
    """How chances come true for the seat's side, at a table with such a set."""
    tanner = Role.TANNER in mind.village.roles
    villagers, others = BESIDE_A_TANNER if tanner else (VILLAGERS, OTHERS)
    return villagers if mind.side == VILLAGE else others
