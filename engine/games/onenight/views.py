"""The village as one seat knows it, and the villages that it can imagine behind that."""

from __future__ import annotations

from random import Random

from engine.core import HIDDEN, Choice, Event, Seat
from engine.games.onenight.night import Look, Wake, awake, resolve
from engine.games.onenight.roles import Role
from engine.games.onenight.state import NONE, Village
from engine.games.onenight.vote import Vote, offered
from engine.games.onenight.worlds import Dream, Knowledge, World

TRIES = 20_000


def hide(village: Village, seat: Seat | None) -> Village:
    """A village built from what a seat (None: a spectator) has seen and been told."""
    assert village.events is not None, "without events nobody knows anything"
    seats = village.seats
    told = [event.told_to(seat) for event in village.events[village.round_began :]]
    view = public(village, told)
    if village.ended:
        view.dealt, view.cards = village.dealt[:], village.cards[:]
        view.copied, view.votes = village.copied, village.votes[:]
        view.missed = village.missed
        view.learnt = [lines[:] for lines in village.learnt]
        view.answers = [[] for _ in range(seats)]
        return view
    view.dealt = [HIDDEN] * len(village.dealt)
    view.cards = [HIDDEN] * len(village.cards)
    view.copied = HIDDEN
    view.learnt = [[] for _ in range(seats)]
    view.answers = [[HIDDEN] * len(given) for given in village.answers]
    view.drafts = [[] for _ in range(seats)]
    view.votes = hidden_votes(village)
    if seat is not None:
        view.dealt[seat] = village.dealt[seat]
        if village.dealt[seat] == Role.DOPPELGANGER:
            view.copied = village.copied
        view.learnt[seat] = village.learnt[seat][:]
        view.answers[seat] = village.answers[seat][:]
        view.drafts[seat] = village.drafts[seat][:]
        if village.votes:
            view.votes[seat] = village.votes[seat]
    return view


def public(village: Village, told: list[Event]) -> Village:
    """What the whole table knows."""
    return Village(
        seats=village.seats,
        seed=b"",
        roles=village.roles,
        goal=village.goal,
        lone=village.lone,
        hunt=village.hunt,
        free=village.free,
        rounds=village.rounds,
        round=village.round,
        order=village.order,
        claims=village.claims[:],
        said=village.said,
        talked=village.talked[:],
        taken_back=village.taken_back,
        drafts=[[] for _ in range(village.seats)],
        pending=village.pending[:],
        hurry=village.hurry,
        longer=village.longer,
        dead=village.dead,
        winners=village.winners,
        reasons=village.reasons[:],
        ended=village.ended,
        chips=village.chips[:],
        champions=village.champions,
        todo=village.todo[:],
        events=told,
        version=village.version,
        abstain=village.abstain,
        literal=village.literal,
        aloud=village.aloud,
    )


def hidden_votes(village: Village) -> list[int]:
    """Everybody knows who has voted, but not for whom."""
    vote = village.todo[-1] if village.todo else None
    if not isinstance(vote, Vote):
        return [NONE] * len(village.votes)
    return [NONE if seat in vote.missing else HIDDEN for seat in range(len(village.votes))]


def knowledge(view: Village, seat: Seat | None) -> Knowledge:
    """What a seat knows for certain about the night."""
    order = view.slots()
    if seat is None:
        over = order[: nights_over(view)]
        return Knowledge(view.seats, view.roles, slots=over)
    learnt = tuple(view.learnt[seat])
    return Knowledge(view.seats, view.roles, seat, view.dealt[seat], learnt, order[: len(learnt)])


def nights_over(view: Village) -> int:
    """How many slots of the night are over, as everybody can tell."""
    order = view.slots()
    step = view.todo[-1] if view.todo else None
    if isinstance(step, Look):
        return 0
    return order.index(step.slot) if isinstance(step, Wake) else len(order)


def fill(view: Village, seat: Seat | None, rng: Random) -> Village:
    """A complete village that agrees with everything the seat of a view knows."""
    village = view.copy()
    village.seed = rng.randbytes(32)
    if view.ended:
        return village
    dream = Dream(knowledge(view, seat), rng)
    world = next((world for world in (dream.draw() for _ in range(TRIES)) if world), None)
    assert world is not None, "no world fits what the seat knows"
    lived = relive(view, world, rng)
    if seat is not None:
        lived.learnt[seat] = view.learnt[seat][:]
    village.dealt, village.cards = lived.dealt, lived.cards
    village.copied, village.learnt = lived.copied, lived.learnt
    step = view.todo[-1] if view.todo else None
    for other in view.everyone():
        if other != seat and isinstance(step, Wake):
            guess_answers(village, other, step, rng)
        if other != seat and isinstance(step, Vote) and other not in step.missing:
            village.votes[other] = rng.choice(offered(village, other)).value
    return village


def relive(view: Village, world: World, rng: Random) -> Village:
    """The night of a world, played again as far as it has come: what everybody learned in it."""
    seats = view.seats
    village = Village(seats, b"", roles=view.roles, lone=view.lone, version=view.version)
    village.dealt, village.cards = world.dealt, world.dealt[:]
    village.learnt = [[] for _ in range(seats)]
    for slot in view.slots()[: nights_over(view)]:
        village.answers = [[] for _ in range(seats)]
        for actor in awake(village, slot):
            deed = world.deeds.get(slot)
            if deed is None:
                offered = Wake(slot, 0, ()).offered(village, actor)
                deed = (rng.choice(offered).value, NONE)
            village.answers[actor] = list(deed)
        for other, line in enumerate(resolve(village, slot)):
            village.learnt[other].append(line)
    return village


def guess_answers(village: Village, seat: Seat, step: Wake, rng: Random) -> None:
    """Make up what another seat has named in the open slot."""
    count = len(village.answers[seat])
    village.answers[seat] = []
    for part in range(count):
        question = Wake(step.slot, part, step.missing)
        choices: tuple[Choice, ...] = question.offered(village, seat)
        village.answers[seat].append(rng.choice(choices).value)
