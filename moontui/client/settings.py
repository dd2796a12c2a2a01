"""What a player has set: name, language, colors, signals, keys; kept in a file of its own."""

from __future__ import annotations

import getpass
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any

import msgspec

from engine.bots.dial import dial_of
from engine.core import Game
from engine.games import GAMES, level_for, seats_for
from moontui.client.house import values_of
from moontui.draw.themes import THEMES
from moontui.words.agreed import SEATS_BY_NUMBER
from moontui.words.catalogue import LANGUAGES, capital, preferred_language
from net.reading import load
from net.security import private_file
from net.text import NAME_CELLS, clean

CHOICES: dict[str, tuple[Any, ...]] = {
    "language": LANGUAGES,
    "theme": (*THEMES, "terminal"),
    "symbols": ("unicode", "ascii"),
    "cards": ("boxed", "compact"),
    "pictures": (True, False),
    "moments": ("screen", "stage"),
    "motion": (True, False),
    "pace": (100, 200, 50, 0),
    "keys": ("careful", "quick"),
    "bell": (True, False),
    "title": (True, False),
    "chat_bell": (False, True),
    "covered": (False, True),
}
"""By setting: its possible values, the usual one first."""

Short = Annotated[str, msgspec.Meta(max_length=200)]
KINDS: dict[type, Any] = {
    bool: bool,
    int: Annotated[int, msgspec.Meta(ge=0, le=1000)],
    str: Short,
    dict: Annotated[dict[Short, Short], msgspec.Meta(max_length=500)],
}
"""By type: what a setting may be at most."""


@dataclass(slots=True)
class Settings:
    """All that a player can set, with a guess for whatever is not set yet."""

    name: str = ""
    named: bool = False
    """Whether the player has chosen a name."""
    language: str = ""
    theme: str = "moon"
    symbols: str = "unicode"
    cards: str = "boxed"
    pictures: bool = True
    moments: str = "screen"
    """Whether a great moment takes the whole screen, or only the stage."""
    motion: bool = True
    pace: int = 100
    """How long bots pause in solo games, in percent."""
    keys: str = "careful"
    bell: bool = True
    title: bool = True
    chat_bell: bool = False
    covered: bool = False
    keymap: dict[str, str] = field(default_factory=dict)
    """By binding: the keys it has instead of its defaults."""
    game: str = next(iter(GAMES))
    """The solo game: what is played, with how many, against whom and how long."""
    players: int = 4
    level: str = ""
    """Empty: bots match the player."""
    aim: str = "usual"
    """How often the player wants to win against bots that match."""
    matched: dict[str, str] = field(default_factory=dict)
    """By game: how strong those bots are (`strength.py`)."""
    length: str = "match"
    """Empty: this game has no choice of length."""
    notebook: str = "counts"
    """What the notebook tells in solo games."""
    chatter: str = "some"
    """How much bots talk in solo games."""
    played: dict[str, str] = field(default_factory=dict)
    """By game: with how many, against whom and how long it was played last."""
    options: dict[str, str] = field(default_factory=dict)
    """By game and option, joined by a dot: the house rules for playing alone."""
    lessons: dict[str, str] = field(default_factory=dict)
    """By game: the step of its lesson that comes next, and whether it was done (`lesson.py`)."""
    path: Path | None = None
    """Where they are saved; None: nowhere."""

    @classmethod
    def load(cls, path: Path) -> Settings:
        """Settings saved before; any that make no sense are guessed anew."""
        settings = cls(path=path)
        settings.take(load(path, dict[str, Any], {}))
        if not settings.name:
            settings.name = guessed_name()
        settings.language = settings.language or preferred_language()
        return settings

    def take(self, kept: dict[str, Any]) -> None:
        """Adopt whatever is of the right kind."""
        for name in {entry.name for entry in fields(self)} & set(kept) - {"path"}:
            try:
                value = msgspec.convert(kept[name], KINDS[type(getattr(self, name))])
            except msgspec.ValidationError:
                continue
            if value in CHOICES.get(name, (value,)):
                setattr(self, name, value)
        self.name = clean(self.name, NAME_CELLS)
        self.players = min(10, max(2, self.players))

    def choose(self, game: Game[Any]) -> None:
        """Switch to another game, as it was played last or as is usual there."""
        self.played[self.game] = f"{self.players} {self.level or '-'} {self.length or '-'}"
        last = (self.played.get(game.id, "").split() + ["-"] * 3)[:3]
        lengths = next((option.values for option in game.options if option.key == "length"), ())
        self.game = game.id
        self.players = seats_for(game, int(last[0]) if last[0].isdecimal() else None)
        matched = "" if len(dial_of(game)) > 1 else level_for(game)
        self.level = last[1] if last[1] in game.bots else matched
        self.length = last[2] if last[2] in lengths else next(iter(lengths), "")

    def house_rules(self, game: Game[Any]) -> dict[str, str]:
        """The options of a game played alone, as far as they have been chosen."""
        chosen = {
            option.key: self.options.get(f"{game.id}.{option.key}") for option in game.options
        }
        chosen["length"] = self.length
        for key in SEATS_BY_NUMBER:
            seat = chosen.get(key) or ""
            if seat.isdecimal() and int(seat) >= seats_for(game, self.players):
                del chosen[key]  # nobody sits there
        folder = self.path.parent if self.path is not None else None
        return {
            option.key: value
            for option in game.options
            if (value := chosen.get(option.key)) is not None
            and value in values_of(game, option, folder)
        }

    def save(self) -> None:
        """Save them; a failing disk does no harm."""
        if self.path is not None:
            with suppress(OSError):
                private_file(self.path, self.text())

    def plain(self) -> dict[str, Any]:
        """All of them, as they are saved."""
        kept = asdict(self)
        del kept["path"]
        return kept

    def text(self) -> bytes:
        return json.dumps(self.plain(), ensure_ascii=False, indent=1).encode()


def guessed_name() -> str:
    """The name of the account, written as a person's name."""
    try:
        account = getpass.getuser()
    except (OSError, KeyError):
        account = ""
    guess = clean(os.environ.get("MOONTUI_NAME", "") or account, NAME_CELLS)
    return capital(guess) or "Guest"
