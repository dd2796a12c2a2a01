"""Laws that every game obeys, as functions of a game and a seed; see test_laws and the campaign."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import product
from random import Random
from typing import Any

from msgspec.msgpack import encode

from engine.bots.personas import PERSONAS, seated
from engine.bots.talk import NOTHING, Company, Remark, doubt, remark
from engine.core import HIDDEN, Choice, Event, Game, IllegalChoice, Option, Seat, State
from engine.games import length_for
from engine.plain import from_plain, to_plain
from engine.play import advance, apply, asks, start, view
from engine.record import Record, from_text, replay, to_text

CAP = 200_000
"""More answers than any game of random players takes; a match of One Night with free talk can take
20,000."""
BROUGHT = {"icons": f"{'012345' * 2}555/{'543210' * 2}000"}
"""By option: a value that no game has by itself."""


def new_game(game: Game[Any], seed: int) -> tuple[Any, Random]:
    """A game whose seats and options follow from the seed."""
    rng = Random(f"{game.id} {seed}")
    seats = rng.choice(game.seats)
    options = {option.key: rng.choice(values_of(option)) for option in game.options}
    if seed % 3:
        options |= length_for(game, "round")  # a match is more of the same, and takes long
    try:
        return start(game, seats, rng.randbytes(32), options), rng
    except ValueError:  # these options do not go together; the defaults do
        return start(game, seats, rng.randbytes(32)), rng


def values_of(option: Option) -> tuple[str, ...]:
    """The values of an option, and one that a table brings along where that is allowed."""
    return option.values if option.check is None else (*option.values, BROUGHT[option.key])


def walk(state: Any, rng: Random) -> Iterator[tuple[Seat, Choice]]:
    """Random play: yields each answer just before it is given."""
    for _ in range(CAP):
        open_asks = asks(state)
        if not open_asks:
            return
        ask = rng.choice(open_asks)
        choice = rng.choice(ask.choices)
        yield ask.seat, choice
        advance(state, ask.seat, choice)
    raise AssertionError(f"no end after {CAP} answers")


def moments(state: Any, rng: Random, share: float) -> Iterator[None]:
    """Random play that stops at a share of its moments, fewer and fewer the longer it lasts."""
    for number, _ in enumerate(walk(state, rng)):
        if rng.random() < share * 100 / (100 + number):
            yield


def everyone(state: Any) -> list[Seat | None]:
    return [*(Seat(seat) for seat in range(state.seats)), None]


def as_bytes(value: Any) -> bytes:
    return json.dumps(to_plain(value)).encode()


def seen(game: Game[Any], state: Any, seat: Seat | None) -> bytes:
    """All that a seat is shown, byte for byte, as a host would write it."""
    shown = view(game, state, seat)
    return encode([shown.state, shown.ask, shown.blocked, shown.waiting])


def it_ends(game: Game[Any], seed: int) -> None:
    state, rng = new_game(game, seed)
    for _ in walk(state, rng):
        assert game.outcome(state) is None
    outcome = game.outcome(state)
    assert outcome is not None
    ends = [event.kind for event in state.events if event.kind.startswith("won_")]
    assert ends[-1:] in ([], [f"won_{outcome.reason}"])


def imagining_and_hiding_again_shows_the_same(game: Game[Any], seed: int) -> None:
    state, rng = new_game(game, seed)
    for _ in moments(state, rng, 0.1):
        for seat in everyone(state):
            shown = view(game, state, seat)
            imagined = game.fill(shown.state, seat, rng)
            assert seen(game, imagined, seat) == seen(game, state, seat)


def two_worlds(game: Game[Any], seed: int, pairs: int = 5) -> Iterator[tuple[Event, Event]]:
    """Two games that differ only in what one seat may not know, played the same way.

    As long as the seat is told the same, it must be shown the same, byte for byte. Yields how two
    worlds part: the first two events that differ, as the seat was told of them.
    """
    state, rng = new_game(game, seed)
    seat = rng.choice(everyone(state))
    twin: Any = None
    for actor, choice in walk(state, rng):
        if twin is None and pairs and rng.random() < 0.3:
            twin = game.fill(view(game, state, seat).state, seat, rng)
            pairs -= 1
        if twin is None:
            continue
        assert seen(game, state, seat) == seen(game, twin, seat)
        offered = next(ask.choices for ask in asks(twin) if ask.seat == actor)
        if choice not in offered:
            twin = None  # somebody else chose by a card that is not there in the twin
            continue
        here, there = told(state.copy(), actor, choice, seat), told(twin, actor, choice, seat)
        if here != there:
            yield next((a, b) for a, b in zip(here, there, strict=False) if a != b)
            twin = None


def may_part(game: Game[Any], one: Event, other: Event) -> bool:
    """Whether two events may differ: by a verdict, by cards that the seat was shown, and what
    these are worth, or by a verdict here and cards that are laid open there."""
    verdicts = {one.kind, other.kind} & game.verdicts.keys()
    if len(verdicts) == 1 and one.kind != other.kind:
        laid = other if one.kind in verdicts else one
        return bool(laid.cards) and HIDDEN not in laid.cards
    if {one.kind, other.kind} <= game.verdicts.keys() and (
        one.kind != other.kind or game.verdicts[one.kind]
    ):
        return True
    shown = one.cards != other.cards and HIDDEN not in one.cards + other.cards
    return shown and one._replace(cards=(), number=0) == other._replace(cards=(), number=0)


def told(state: Any, actor: Seat, choice: Choice, seat: Seat | None) -> list[Event]:
    """What a seat is told when somebody answers."""
    return [event.told_to(seat) for event in apply(state, actor, choice)]


def an_imagined_world_can_be_played_on(game: Game[Any], seed: int) -> None:
    state, rng = new_game(game, seed)
    for _ in moments(state, rng, 0.02):
        seat = rng.choice(everyone(state))
        imagined = game.fill(view(game, state, seat).state, seat, rng)
        for actor, _ in walk(imagined, rng):
            view(game, imagined, actor)
        assert game.outcome(imagined) is not None


def a_copy_goes_its_own_way(game: Game[Any], seed: int) -> None:
    state, rng = new_game(game, seed)
    for _ in moments(state, rng, 0.05):
        before = as_bytes(state)
        twin = state.copy()
        assert twin == state
        for _ in walk(twin, rng):
            pass
        assert as_bytes(state) == before


def an_illegal_choice_changes_nothing(game: Game[Any], seed: int) -> None:
    state, rng = new_game(game, seed)
    verbs = {"", "draw", "vote"}
    for _, choice in walk(state, rng):
        verbs.add(choice.verb)
        before = state.copy()
        seat = Seat(rng.randrange(-1, state.seats + 1))
        wrong = Choice(rng.choice(sorted(verbs)), rng.randrange(-2, 40))
        if any(ask.seat == seat and wrong in ask.choices for ask in asks(state)):
            continue
        try:
            apply(state, seat, wrong)
        except IllegalChoice:
            assert state == before
        else:
            raise AssertionError(f"{wrong} of seat {seat} was taken")


def plain_data_makes_the_same_state(game: Game[Any], seed: int) -> None:
    state, rng = new_game(game, seed)
    for _ in moments(state, rng, 0.1):
        again = from_plain(game, json.loads(as_bytes(state)))
        assert again == state
        shown = view(game, state, Seat(0)).state
        assert from_plain(game, json.loads(as_bytes(shown))) == shown


def a_record_replays_to_the_same_game_and_events(game: Game[Any], seed: int) -> None:
    rng = Random(f"{game.id} {seed}")
    seats, dice = rng.choice(game.seats), rng.randbytes(32)
    names = tuple(f"Player {seat}" for seat in range(seats))
    record = Record(game.id, game.version, seats, {}, names, dice)
    state = start(game, seats, dice)
    for seat, choice in walk(state, rng):
        record = record.then(seat, choice)
    again = from_text(to_text(record))
    assert again == record
    assert replay(game, again) == state


def nothing_happens_by_looking(game: Game[Any], seed: int) -> None:
    """A game goes the same way whether or not it is looked at."""
    state, rng = new_game(game, seed)
    blind: State = state.copy()
    for seat, choice in walk(state, rng):
        for looker in everyone(state):
            view(game, state, looker)
        advance(blind, seat, choice)
    assert blind == state


def bots_choose_by_what_they_see(game: Game[Any], seed: int) -> None:
    """In two worlds that a seat cannot tell apart, the same chance leads to the same choice."""
    state, rng = new_game(game, seed)
    for number, (seat, _) in enumerate(walk(state, rng)):
        if rng.random() < 2 / (100 + number):  # less often the longer it lasts
            shown = view(game, state, seat)
            twin = view(game, game.fill(shown.state, seat, rng), seat)
            for level, persona in product(game.bots, ("", rng.choice(PERSONAS))):
                chosen = seated(game, level, Random(number), persona).choose(shown)
                assert shown.ask is not None
                assert chosen in shown.ask.choices, (level, persona)
                again = seated(game, level, Random(number), persona).choose(twin)
                assert again == chosen, (level, persona)


def bots_talk_about_what_everybody_saw(game: Game[Any], seed: int) -> None:
    """Told all that happened, every hidden card of it, bots say what they say when they are told
    what a watcher is: so they say the same in all worlds that look alike to a watcher."""
    state, rng = new_game(game, seed)
    personas = rng.sample(PERSONAS, state.seats)
    first = 0
    for _ in moments(state, rng, 0.3):
        public = [event.told_to(None) for event in state.events]
        assert talk_of(game, personas, state.events, first) == talk_of(
            game, personas, public, first
        )
        first = len(public)


def talk_of(
    game: Game[Any], personas: list[str], events: list[Event], first: int
) -> list[Remark | None]:
    """All that might be said at a lively table after some events, and to what is claimed."""
    spoken: list[Remark | None] = []
    for number in range(8):
        rolls = partial(roll, number)
        claimed = {Seat(0): game.phrases[number % len(game.phrases)]} if game.phrases else {}
        company = Company(game, personas, events, NOTHING, claimed, "lively", rolls)
        spoken += [remark(company, first), doubt(company, Seat(0))]
    return spoken


def roll(number: int, occasion: str) -> float:
    """A chance for an occasion; small ones, so that much is said."""
    return Random(f"{number} {occasion}").random() / 4


LAWS = (
    it_ends,
    imagining_and_hiding_again_shows_the_same,
    an_imagined_world_can_be_played_on,
    a_copy_goes_its_own_way,
    an_illegal_choice_changes_nothing,
    plain_data_makes_the_same_state,
    a_record_replays_to_the_same_game_and_events,
    nothing_happens_by_looking,
    bots_choose_by_what_they_see,
    bots_talk_about_what_everybody_saw,
)
