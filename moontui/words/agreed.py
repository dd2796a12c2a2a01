"""What a table has agreed on, in words."""

from __future__ import annotations

from engine.core import Options
from engine.games import GAMES
from moontui.words.catalogue import Catalogue
from moontui.words.names import SEAT_LETTERS
from net.messages import Room, Terms
from net.text import TITLE_CELLS, clean

SEATS_BY_NUMBER = ("start", "dealer")
"""Options whose values are seats, of which a table may have fewer."""


def agreed(words: Catalogue, room: Room) -> list[str]:
    """What everybody at a table should know about it: its rules, then its terms."""
    return [*house_rules(words, room.game, room.options), *terms(words, room)]


def terms(words: Catalogue, room: Room) -> list[str]:
    """Every term of a table that there is something to be said about; what is only usual is not."""
    told = []
    for name in (*Terms.__struct_fields__, "private"):
        value = getattr(room, name)
        if isinstance(value, bool):
            value = "on" if value else "off"
        if words.has("terms", f"{name}_{value}"):
            told.append(words.say("terms", f"{name}_{value}"))
    return told


def house_rules(words: Catalogue, game: str, options: Options) -> list[str]:
    """How long is played, and everything that is not as usual."""
    known = GAMES.get(game)
    usual = {option.key: option.values[0] for option in known.options} if known else {}
    return [
        f"{words.say('options', key, 'name')}: {option_value(words, key, value)}"
        if words.has("options", key, "name")
        else f"{clean(key, 16)}: {clean(value, 16)}"
        for key, value in options.items()
        if key == "length" or usual.get(key) != value
    ]


def option_value(words: Catalogue, option: str, value: str) -> str:
    """A value of a game's option in words."""
    if words.has("options", option, value):
        return words.say("options", option, value)
    if option in SEATS_BY_NUMBER and value.isdecimal() and int(value) < len(SEAT_LETTERS):
        return words.say("new_table", "seat", letter=SEAT_LETTERS[int(value)])
    if words.has("options", option, "brought"):
        return words.say("options", option, "brought")
    return clean(value, TITLE_CELLS)
