"""What a table plays next: between two matches its keeper proposes another game, or other terms."""

from __future__ import annotations

from typing import Any

from engine.core import Game
from engine.games import GAMES, level_for, seats_for
from moontui.app.screens.new_table import CHOSEN_TERMS, Knob, KnobScreen, term_knob, wish_of
from moontui.client.proposal import people_at, players_for
from moontui.client.session import Session
from moontui.client.strength import level_meant, wishes_of
from moontui.words.agreed import SEATS_BY_NUMBER
from net import messages as said

BEST, SEATED = "best", "seated"
"""Who plays where there are more people than seats: the best of the evening, or the first seats."""


class ChangeScreen(KnobScreen):
    """The terms of the table, which its keeper can change."""

    HEADING = "change"
    FIRST = "propose"
    INTRO = "intro_change"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    @property
    def last_game(self) -> Game[Any]:
        return GAMES[self.session.game]

    def made(self, game: Game[Any] | None = None) -> list[Knob]:
        room = self.session.room
        assert room is not None
        same = game is None or game.id == room.game
        game = game or self.last_game
        people = len(people_at(self.session))
        wished = len(self.session.players) if same else max(people, 4)
        seats = seats_for(game, wished)
        levels = wishes_of(game)
        level = room.level if same and room.level in levels else level_for(game)
        knobs = [
            *self.game_knob(game.id),
            Knob("seats", [str(number) for number in game.seats], str(seats)),
            Knob("level", levels, level),
            *(
                self.option_knob(game, option, room.options.get(option.key, "") if same else "")
                for option in game.options
            ),
            *(term_knob(name, as_knob(getattr(room, name))) for name in CHOSEN_TERMS),
        ]
        if people > game.seats[0]:
            knobs.append(Knob("who", (BEST, SEATED), BEST))
        return knobs

    def turned(self, knob: Knob) -> None:
        if knob.key == "game":
            self.knobs = self.made(GAMES[knob.value])
        seats = self.knob("seats")
        for first in filter(None, map(self.knob, SEATS_BY_NUMBER)):
            seat = int(first.value) if first.value.isdecimal() else -1
            if seats is not None and seat >= int(seats.value):
                first.value = first.values[0]

    def wish(self) -> said.Change:
        wish = wish_of(self.game, self.knobs, said.Change)
        wish.level = level_meant(self.moon.settings, self.game, wish.level)
        wish.players = players_for(self.session, wish.seats, self.value("who") != SEATED)
        return wish

    def go(self) -> None:
        self.session.send(self.wish())
        self.action_back()


def as_knob(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
