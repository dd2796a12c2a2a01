"""Named moments of real games, for the tests of screens, for pictures and for measuring."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Self

from engine.core import Choice, Event, Game, Seat, this_round
from engine.games import GAMES, length_for, level_for
from engine.play import apply, asks, start, view
from moontui.app.app import MoontuiApp
from moontui.app.screens.game import GameScreen
from moontui.client.session import Session
from moontui.client.settings import Settings
from moontui.games import FACES
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.client import Client
from net.lan.finder import Finder
from net.messages import Message
from net.wire import pack, unpack
from net.witness import Witness

ME = Seat(0)
NAMES = ("Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")


class Listener(Client):
    """A line with nobody at the other end; it keeps what would have been said."""

    __slots__ = ("said",)

    def __init__(self) -> None:
        super().__init__("", 0, NAMES[0], tls=False)
        self.said: list[Message] = []
        self.seated = said.Seated("tabl", ME)

    def send(self, message: Message) -> None:
        self.said.append(message)

    @property
    def answer(self) -> Choice | None:
        """The last answer that was given."""
        acts = [message for message in self.said if isinstance(message, said.Act)]
        return Choice(acts[-1].verb, acts[-1].value) if acts else None


@cache
def moment(
    prompt: str,
    seats: int = 4,
    turns: int = 0,
    choices: int = 1,
    length: str = "match",
    game: str = "wolfmoon",
    where: Callable[[Any], bool] = lambda state: True,
) -> Any:
    """A state in which the first seat is asked this, after at least this many turns of a round,
    with at least this many choices, and where something holds; bots play, the first seat at
    random."""
    played = GAMES[game]
    for seed in range(2000):
        rng = Random(f"{prompt} {seed}")
        state = start(played, seats, rng.randbytes(32), length_for(played, length))
        bot = played.bots[level_for(played, "greedy")](rng)
        while questions := asks(state):
            ask = questions[0]
            mine = next((ask for ask in questions if ask.seat == ME), None)
            if mine is not None and mine.prompt == prompt and len(mine.choices) >= choices:
                told = this_round(state.events)
                if sum(
                    event.kind in FACES[game].teller().TURNS for event in told
                ) >= turns and where(state):
                    return state
            if ask.seat == ME:
                apply(state, ME, rng.choice(ask.choices))
            else:
                apply(state, ask.seat, bot.choose(view(played, state, ask.seat)))
    raise AssertionError(f"nobody was ever asked {prompt}")


@cache
def holding(card: int) -> Callable[[Any], bool]:
    """Whether the first seat has a card in its hand."""
    return lambda state: card in state.hands[ME]


@cache
def finished(ending: str, seats: int = 4, length: str = "round") -> Any:
    """A state after a round that ended in this way."""
    game = GAMES["wolfmoon"]
    for seed in range(2000):
        rng = Random(f"{ending} {seed}")
        state = start(game, seats, rng.randbytes(32), {"length": length})
        while (questions := asks(state)) and not state.ending:
            apply(state, questions[0].seat, rng.choice(questions[0].choices))
        if state.ending == ending:
            return state
    raise AssertionError(f"no round ever ended with {ending}")


@cache
def played_out(game: str = "wolfmoon", seats: int = 4, where: Callable[[Any], bool] = bool) -> Any:
    """A match that is over, played by bots, where something holds."""
    played = GAMES[game]
    for seed in range(200):
        rng = Random(f"match {seed}")
        state = start(played, seats, rng.randbytes(32), length_for(played, "match"))
        bot = played.bots[level_for(played, "greedy")](rng)
        while questions := asks(state):
            seat = questions[0].seat
            apply(state, seat, bot.choose(view(played, state, seat)))
        if where(state):
            return state
    raise AssertionError(f"no match of {game} ever ended like this")


def game_of(state: Any) -> Game[Any]:
    """The game that a state belongs to."""
    return next(game for game in GAMES.values() if isinstance(state, game.parts[0]))


def watching(names: Sequence[str]) -> list[said.Someone]:
    """Watchers of these names."""
    return [said.Someone(number, name) for number, name in enumerate(names, 1)]


def room_for(state: Any, **changes: Any) -> said.Room:
    """The room of a table where a person plays against bots and people."""
    people = [
        said.Player("bot" if seat % 3 == 2 else "person", NAMES[seat], level="greedy")
        for seat in range(state.seats)
    ]
    told: dict[str, Any] = {
        "table": "tabl",
        "title": "Rowan's table",
        "game": game_of(state).id,
        "seats": state.seats,
        "options": {"length": "match"},
        "phase": "playing" if asks(state) else "over",
        "keeper": 0,
        "players": people,
        "watchers": [],
        "commitment": "00" * 32,
        "notebook": "counts",
        "watch": "public",
    }
    return said.Room(**told | changes)


class Credulous(Witness):
    """Believes every story: tests put tables into positions to which no game has led."""

    def hear(self, first: int, events: Sequence[Event]) -> None:
        pass


def session_at(
    state: Any, language: str = "en", seat: Seat | None = ME, news: int = 0, **room: Any
) -> Session:
    """A player's session in the middle of a game, told in the wire's own words; the last events may
    be told as news."""
    client = Listener()
    client.seated = said.Seated("tabl", seat)
    session = Session(client, lambda game: Catalogue(language, game), Path("/dev/null/nowhere"))
    session.witness = Credulous(client.send)
    session.hear(carried(room_for(state, **room)))
    session.hear(update_for(state, seat, last=len(state.events) - news))
    if news:
        session.hear(update_for(state, seat, first=len(state.events) - news))
    return session


def update_for(
    state: Any, seat: Seat | None = ME, first: int = 0, last: int | None = None, turn: int = 7
) -> Message:
    """What the host tells a seat about a state, from one event to another."""
    shown = view(game_of(state), state, seat)
    shown.state.todo, shown.state.events = [], []
    events = [event.told_to(seat) for event in state.events[first:last]]
    ask, blocked = shown.ask, list(shown.blocked)
    return carried(
        said.Update(turn, shown.state, events, first, ask, blocked, list(shown.waiting), 6.0)
    )


def carried(message: Message) -> Message:
    """A message as it arrives at the other end."""
    found: Message = unpack(pack(message)[4:], said.ANY_FROM_HOST)
    return found


class Deaf(Finder):
    """A finder that hears nobody: tables are tested without a network."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        pass


def app_with(tmp_path: Path, **settings: Any) -> MoontuiApp:
    """An app whose settings are not those of this machine."""
    chosen: dict[str, Any] = {"name": "Ana", "named": True, "language": "en", "motion": False}
    app = MoontuiApp(Settings(**chosen | settings), tmp_path, new_finder=Deaf, port=0)
    app.scout.neighbours = list  # nor are this machine's hosts looked for
    return app


async def show(app: MoontuiApp, session: Session) -> GameScreen:
    """Put a session's table on the screen."""
    app.session = session
    session.words_for = app.words_for
    session.retell()
    screen = GameScreen(session)
    await app.push_screen(screen)
    return screen


def drawn(app: MoontuiApp) -> list[str]:
    """What is on the screen, line by line."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


async def until(pilot: Any, holds: Callable[[], bool], seconds: float = 20.0) -> None:
    """Let the app run until something holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            await pilot.pause(0.01)
