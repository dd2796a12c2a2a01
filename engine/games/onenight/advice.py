"""Advice: how a hard thinker would speak or vote, and how likely that is to hit a werewolf."""

from __future__ import annotations

from random import Random

from engine.core import Advice, Choice, Idea, View
from engine.games.onenight.belief import VILLAGE
from engine.games.onenight.levels import HARD
from engine.games.onenight.mind import Mind
from engine.games.onenight.notes import WORLDS
from engine.games.onenight.state import Village
from engine.games.onenight.talker import Talker

DEPTH = HARD._replace(worlds=WORLDS)
"""It thinks a little longer than a bot, and has no manner of its own."""


def advise(view: View[Village], rng: Random, chosen: Choice | None = None) -> Advice:
    """Weigh the choices of a question by what the seat was told, and by nothing else."""
    ask = view.ask
    assert ask is not None
    if len(ask.choices) == 1 or ask.window == "night":
        return Advice(tuple(Idea((choice,), 0.0) for choice in ask.choices))
    mind = Mind(view.state, ask.seat, DEPTH)
    if ask.prompt == "vote":
        return on_the_vote(mind, ask.choices)
    adviser = Talker(rng, DEPTH)
    best = adviser.choose(view)
    draft = len(view.state.drafts[ask.seat])
    phase = "statement" if ask.prompt == "talk_free" else ask.prompt.removeprefix("talk_")
    links = adviser.plan(view.state, ask.seat, phase, ask.number).links
    rest = tuple(Choice(*link) for link in links[draft:])
    first = Idea(rest if rest and rest[0] == best else (best,), 0.0)
    others = [c for c in (chosen,) if c is not None and c != best]
    suspect = mind.suspect()
    return Advice(
        (first, *(Idea((choice,), 0.0) for choice in others)),
        mind.suspicion[suspect],
        evidence_against(view.state, suspect),
    )


def on_the_vote(mind: Mind, choices: tuple[Choice, ...]) -> Advice:
    """For the village: how likely each player is a werewolf; for others: how likely each is to die
    in a werewolf's place."""
    odds = mind.suspicion if mind.side == VILLAGE else mind.public().suspicion()
    spared = () if mind.side == VILLAGE else mind.pack
    chances = {
        c: 0.0 if c.verb == "abstain" or c.value in spared else odds[c.value] for c in choices
    }
    ideas = [Idea((choice,), chance) for choice, chance in chances.items()]
    ideas.sort(key=lambda idea: -idea.chance)
    best = ideas[0]
    return Advice(tuple(ideas), best.chance, evidence_against(mind.village, best.choices[0].value))


def evidence_against(village: Village, seat: int) -> tuple[int, ...]:
    """Numbers of the events in which somebody else claimed to know something about a seat."""
    found = [
        number
        for number, event in enumerate(village.events or ())
        if event.kind in ("said_saw", "said_robbed", "said_swapped", "said_was")
        and (event.seat == seat if event.kind == "said_was" else seat in event.cards[:2])
    ]
    return tuple(found[-3:])
