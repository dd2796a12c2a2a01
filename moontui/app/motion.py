"""Motion: what moves on a screen, one thing after another, in a few frames; any key ends it.

Nothing is told by motion alone: story and stage say it before anything moves. How many frames there
are follows from what moves and from the way to the terminal, never from a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from textual.timer import Timer
from textual.widget import Widget

FAR = (1.0,)
"""The frames of most things where bytes have a long way to go: they are simply there."""


def nothing() -> None:
    """What most things do once they rest."""


class Motion(NamedTuple):
    """Something that moves, and then rests."""

    seconds: float
    steps: int
    """In how many frames: at most ten in a second."""
    show: Callable[[float], None]
    """Draws it: 0 is before it moves, 1 when it is there."""
    end: Callable[[], None] = nothing
    """Leaves the screen as if nothing had moved."""
    rest: float = 0.0
    """How many seconds it is then seen there."""
    far: tuple[float, ...] = FAR
    """Its frames where bytes have a long way to go."""

    def frames(self, far: bool) -> tuple[float, ...]:
        """How far it has got in each frame; in the first it has not begun."""
        if far:
            return self.far
        return tuple(step / self.steps for step in range(self.steps + 1))


class Motions:
    """All that moves on one screen: one thing at a time."""

    def __init__(self, screen: Widget) -> None:
        self.screen = screen
        self.left: list[Motion] = []
        """What has not come to rest."""
        self.course: Iterator[float] = iter(())
        self.timer: Timer | None = None

    def play(self, motions: Sequence[Motion], far: bool = False) -> None:
        """Let things move, each when the one before it rests; whatever still moved is there."""
        self.finish()
        self.left = list(motions)
        self.course = self.run(far)
        self.step()

    def run(self, far: bool) -> Iterator[float]:
        """Draw frame after frame; yields for how long each of them stays."""
        for motion in self.left:
            motion.show(motion.frames(far)[0])
        while self.left:
            motion = self.left[0]
            frames = motion.frames(far)
            for share in frames[1:]:
                yield motion.seconds / (len(frames) - 1)
                motion.show(share)
            if motion.rest:
                yield motion.rest
            self.left.pop(0).end()

    def step(self) -> None:
        """Draw the next frame."""
        pause = next(self.course, None)
        self.timer = None if pause is None else self.wait(pause)

    def wait(self, pause: float) -> Timer:
        return self.screen.set_timer(pause, self.step)

    def finish(self) -> bool:
        """Let everything be where it goes; returns whether anything still moved."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        left, self.left, self.course = self.left, [], iter(())
        for motion in left:
            motion.show(1.0)
            motion.end()
        return bool(left)
