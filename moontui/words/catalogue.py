"""The words of a language: catalogues of messages, looked up by key."""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import moontui.words
from moontui.games import FACES
from moontui.words.pages import Pages
from net.text import CHAT_CELLS, clean

LANGUAGES = ("en", "de")
"""The languages there are, a folder each beside this file; the first is the fallback."""

SHARED = (
    "tables",
    "app",
    "common",
    "books",
    "review",
    "puzzles",
    "doors",
    "sayings",
    "learn",
    "narrator",
)
"""Catalogues that every game needs: the program, the game's screen, the way to a table, what there
is to read and to set, the review of a match, puzzles, the doors of a host, what bots say,
lessons, and the narrator."""


class Catalogue:
    """What a language says about the program and one game, if any; a game may word something
    differently from the program. Files are read when first needed: the first screen needs few of
    them."""

    def __init__(self, language: str, game: str = "") -> None:
        self.language = language
        self.game = game
        self.files = (game, *SHARED) if game in FACES else SHARED
        self._found: dict[tuple[str, ...], Any] = {}

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.game_called(self.game)

    def game_called(self, game: str) -> str:
        """What a game is called here; one unknown here keeps the name it came with."""
        return title_of(self.language, game) if game in FACES else clean(game, 16)

    def has(self, *path: str) -> bool:
        """Whether there is a message under these keys."""
        return isinstance(self._find(path), str)

    def say(self, *path: str, **values: object) -> str:
        """The message under these keys, with its placeholders filled in."""
        message = self._find(path)
        assert isinstance(message, str), f"there are no words for {'.'.join(path)}"
        return message.format_map(values) if values else message.format()

    def heard(self, part: str, key: str, **values: object) -> str:
        """The message for a key that came from a host; one that only newer hosts know is shown as
        it is, with whatever came along."""
        if self.has(part, key):
            return self.say(part, key, **values)
        return clean(" ".join((key, *map(str, values.values()))), CHAT_CELLS)

    def parts_of(self, file: str, *path: str) -> list[str]:
        """The same, in one file alone."""
        return list(entry(read(self.language, file), path) or ())

    def parts(self, *path: str) -> list[str]:
        """What there is under these keys, in the order of the files; a game's own come first."""
        found = (entry(read(self.language, name), path) for name in self.files)
        return [key for part in found if isinstance(part, Mapping) for key in part]

    def _find(self, path: tuple[str, ...]) -> Any:
        if path not in self._found:
            entries = (entry(read(self.language, name), path) for name in self.files)
            self._found[path] = next((found for found in entries if found is not None), None)
        return self._found[path]


def entry(messages: Mapping[str, Any], path: tuple[str, ...]) -> Any:
    """The entry under these keys; None: there is none."""
    found: Any = messages
    for key in path:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def capital(text: str) -> str:
    """A text with its first letter as at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


@cache
def read(language: str, name: str) -> Mapping[str, Any]:
    """A catalogue, as written in its file."""
    return Pages(file_of(language, name).read_text(encoding="utf-8"))


def title_of(language: str, game: str) -> str:
    """What a game is called."""
    return str(read(language, game)["title"])


def file_of(language: str, name: str) -> Path:
    """Where a catalogue is. A game has its words in its own folder; a language may bring those for
    a game that does not speak it, and an untranslated game speaks our first language."""
    shared = [Path(place) / language / f"{name}.toml" for place in moontui.words.__path__]
    if name in SHARED:
        return next(filter(Path.is_file, shared))
    own = FACES.folders[name]
    files = (own / f"{language}.toml", *shared, own / f"{LANGUAGES[0]}.toml")
    return next(filter(Path.is_file, files))


def preferred_language() -> str:
    """The language of the player's locale, if it is one of ours, else the first."""
    named = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    wish = next((text for text in named if text), locale.getlocale()[0] or "")
    return wish[:2] if wish[:2] in LANGUAGES else LANGUAGES[0]
