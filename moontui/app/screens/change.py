"""What a table plays next: between two matches its keeper proposes another game, or other terms."""

from __future__ import annotations

from typing import Any

from engine.core import Game
from engine.games import GAMES, level_for, seats_for
from moontui.app.screens.new_table import CHOSEN_TERMS, Knob, KnobScreen, term_knob, wish_of
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

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        players = enumerate(self.session.players)
        return [seat for seat, player in players if player.kind == "person"]

    def made(self, game: Game[Any] | None = None) -> list[Knob]:
        room = self.session.room
        assert room is not None
        same = game is None or game.id == room.game
        game = game or self.last_game
        wished = len(self.session.players) if same else max(len(self.people), 4)
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
        if len(self.people) > game.seats[0]:
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
        if len(self.people) > wish.seats:
            wish.players = "".join(map(str, self.chosen(wish.seats)))
        return wish

    def chosen(self, seats: int) -> list[int]:
        """Who plays, if not everybody can."""
        room = self.session.room
        standing = room.evening.scores if room is not None and room.evening is not None else []
        ranks = {score.name: rank for rank, score in enumerate(standing)}

        def order(seat: int) -> int:
            return ranks.get(self.session.players[seat].name, len(ranks))

        people = sorted(self.people, key=order) if self.value("who") == BEST else self.people
        return sorted(people[:seats])

    def go(self) -> None:
        self.session.send(self.wish())
        self.action_back()


def as_knob(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
