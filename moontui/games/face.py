"""A face: all that people see of a game apart from its words, each part loaded when needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the first screen needs none of these, and a plain client needs no Textual
    from engine.replay import Replay
    from moontui.app.widgets.board import Board
    from moontui.draw.ink import Line
    from moontui.draw.scene import Look
    from moontui.narrator.script import Cue, Narration
    from moontui.words.stories import Remembered
    from moontui.words.teller import Teller


@dataclass(frozen=True, slots=True)
class Face:
    """How one game presents itself. Its words are beside it, one file for each language."""

    teller: Callable[[], type[Teller]]
    board: Callable[[], type[Board]] | None = None
    """None: the plain board, which draws what the teller says."""
    portrait: Callable[[], Callable[[Look, int], tuple[str, int]]] | None = None
    """Names the picture of a card, and the color behind it; None: cards have none."""
    sample: Callable[[], Callable[..., list[Line]]] | None = None
    """Draws a piece of its table for the settings; None: another game does."""
    narration: Callable[[], Callable[[str, int, float], Narration]] | None = None
    """How it is told aloud to a table with real cards, with a typed set, so many players, and so
    many seconds for each; None: nobody needs a narrator."""
    stories: Callable[[], Callable[[Teller, Replay], Remembered]] | None = None
    """What a match that is over will be remembered by, told by a teller who sits nowhere; None:
    nothing in particular."""
    room: Callable[[], Callable[..., tuple[Cue, ...]]] | None = None
    """What is said aloud in a room where people play on their own screens, when something begins:
    by the cards, what all are asked, the options, and whether the votes are open. None: nothing."""


def later(module: str, name: str) -> Callable[[], Any]:
    """What a module has under a name, loaded when it is first called."""
    return partial(fetch, module, name)


def fetch(module: str, name: str) -> Any:
    return getattr(import_module(module), name)
