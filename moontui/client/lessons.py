"""Which games have lessons, and how far the player is with each: kept in the settings."""

from __future__ import annotations

from moontui.client.settings import Settings
from moontui.games import FACES

FILE = "lesson.toml"
"""A lesson, in the folder of a game's face."""
DONE = "done"


def has_lesson(game: str) -> bool:
    return game in FACES and (FACES.folders[game] / FILE).is_file()


def is_done(settings: Settings, game: str) -> bool:
    """Whether the player has been through the lesson of a game."""
    return DONE in settings.lessons.get(game, "").split()


def step_reached(settings: Settings, game: str) -> int:
    """The step with which the player goes on."""
    kept = settings.lessons.get(game, "").split()
    return next((int(word) for word in kept if word.isdecimal() and len(word) < 3), 0)


def keep(settings: Settings, game: str, step: int | None) -> None:
    """Note the step at which the player is; None: the lesson is done, and begins anew if it is
    opened again."""
    done = [DONE] if step is None or is_done(settings, game) else []
    noted = " ".join(done if step is None else [*done, str(step)])
    if settings.lessons.get(game) != noted:
        settings.lessons[game] = noted
        settings.save()
