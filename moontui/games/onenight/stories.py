"""What a match of One Night will be remembered by: lies that held, and who died without guilt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.core import Seat
from engine.games.onenight.hindsight import best_lie, is_lie
from engine.games.onenight.moments import knew
from engine.games.onenight.roles import Role, is_wolf_side
from engine.games.onenight.state import Village
from engine.replay import Replay
from moontui.games.onenight.ending import PICTURES, change
from moontui.words.catalogue import capital
from moontui.words.stories import Remembered, Story

if TYPE_CHECKING:
    from moontui.games.onenight.teller import OneNightTeller

UNAWARE, HONEST = 0.95, 0.7
"""How unlucky it is to die a werewolf without knowing, or though every word was true."""


def stories(teller: OneNightTeller, replay: Replay) -> Remembered:
    """The lies, the deaths and the votes of all games of a match."""
    lies: list[Story] = []
    exits: list[Story] = []
    guesses: dict[Seat, tuple[int, int]] = {}
    for village in endings(replay):
        lies += lie(teller, village)
        exits += deaths(teller, village)
        for seat, hit in votes(village):
            right, all_of_them = guesses.get(seat, (0, 0))
            guesses[seat] = (right + hit, all_of_them + 1)
    return Remembered(tuple(lies), tuple(exits), guesses)


def endings(replay: Replay) -> Iterator[Village]:
    """The village at the end of each game."""
    ended = False
    for step in range(replay.last + 1):
        village: Village = replay.state(step)
        if village.ended and village.reasons and not ended:
            yield village
        ended = village.ended


def lie(teller: OneNightTeller, village: Village) -> Iterator[Story]:
    """The lie that was believed most, if one was."""
    best = best_lie(village)
    if best is None:
        return
    role = village.dealt[best.speaker]
    claims = [claim for claim in village.claims if claim.number == best.number]
    told = teller.words.say(
        "stories",
        "lie",
        said=capital(", ".join(teller.talk.claim(claim.kind, claim.values) for claim in claims)),
        role=teller.card(role),
        **change(teller.words, best.before, best.after),
    )
    yield Story(best.speaker, 1 - best.after / best.before, told, picture_of(role))


def deaths(teller: OneNightTeller, village: Village) -> Iterator[Story]:
    """Who of the village died and had not lied."""
    for seat in village.dead:
        lied = any(claim.seat == seat and is_lie(village, claim) for claim in village.claims)
        dealt, final = village.dealt[seat], village.counts_as(seat)
        if is_wolf_side(dealt) or Role.TANNER in (dealt, final) or lied:
            continue
        if village.votes.count(seat) < 2:  # a Hunter's shot
            continue
        turned = final == Role.WEREWOLF
        if turned and knew(village, seat):
            continue
        told = teller.words.say(
            "stories",
            "unaware" if turned else "honest",
            role=teller.card(dealt),
            count=village.votes.count(seat),
        )
        yield Story(seat, UNAWARE if turned else HONEST, told, picture_of(dealt))


def votes(village: Village) -> Iterator[tuple[Seat, bool]]:
    """Who of the village voted while a werewolf was there, and whether for one."""
    final = [village.counts_as(seat) for seat in village.everyone()]
    for seat in village.everyone():
        target = village.votes[seat]
        if Role.WEREWOLF in final and not is_wolf_side(final[seat]) and final[seat] != Role.TANNER:
            yield seat, target in village.everyone() and final[target] == Role.WEREWOLF


def picture_of(role: int) -> str:
    return PICTURES.get(role, Role(role).name.lower())
