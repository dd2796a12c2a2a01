"""What mattered last in a match, kept while the host tells of it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import Event, Seat
from moontui.words.moments import Moment
from moontui.words.teller import Teller


class Moments:
    """The last moment of a match: it stays until a weightier one comes, or until the player's next
    turn."""

    def __init__(self) -> None:
        self.latest: Moment | None = None
        self.story: list[Event] = []
        """The events that it tells of."""

    def note(
        self, teller: Teller, seat: Seat | None, history: Sequence[Event], told: Sequence[Event]
    ) -> None:
        """Take in what was told last, which ends the history. What ends a turn is told together
        with the next one's beginning."""
        turns = (*teller.TURNS, "round")
        story = begun(history[: len(history) - len(told)], turns)
        for event in told:
            if event.kind not in turns:
                story.append(event)
                continue
            self.keep(teller, [*story, event] if teller.again(story, event) else story)
            story = [event]
            if event.kind == "round":
                self.latest = None
            elif event.seat == seat and self.latest:
                self.latest = self.latest._replace(weight=0)
        self.keep(teller, story)

    def keep(self, teller: Teller, story: list[Event]) -> None:
        """A turn, as far as it has got, may have brought a moment."""
        moment = teller.moment(story)
        if moment is not None and (self.latest is None or moment.weight >= self.latest.weight):
            self.latest, self.story = moment, list(story)


def begun(history: Sequence[Event], turns: Sequence[str]) -> list[Event]:
    """What has happened so far in a turn that goes on, from its beginning."""
    story: list[Event] = []
    for event in reversed(history):
        story.insert(0, event)
        if event.kind in turns:
            break
    return story
