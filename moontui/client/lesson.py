"""A lesson: a game's first round, dealt and played as a file says, one instruction at a time.

A lesson is data (`lesson.toml` in the folder of a game's face): a deal, and steps. What a step says
is in the game's catalogue, under `[lesson.STEP]`. The table is a real one. Only what bots answer is
written down, and so is the one answer that the player is to find.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

import msgspec

from engine.core import Ask, Choice, Event, Game, Seat, View, Written
from engine.games import GAMES
from engine.play import apply, lay, view
from engine.record import Move
from engine.review import Moment
from moontui.client.lessons import FILE, keep, step_reached
from moontui.client.settings import Settings
from moontui.games import FACES
from net.reading import read_small

ME = Seat(0)
CLOSING = ("review", "real")
"""The steps that every lesson ends with: a choice, looked at again, and an invitation."""

Word = Annotated[str, msgspec.Meta(max_length=200)]


class Page(msgspec.Struct, forbid_unknown_fields=True):
    """A step as written."""

    name: Word
    show: list[Word] = []
    """Parts of the table that are shown from now on."""
    do: list[Word] = []
    """One beat after another: what happens until the player has to answer, or to press Enter."""
    read: bool = False
    """Whether there is still something to read when all has been done."""


class Script(msgspec.Struct, forbid_unknown_fields=True):
    """A lesson as written."""

    seats: Annotated[int, msgspec.Meta(ge=2, le=10)]
    review: Word
    """The step whose first choice is looked at again."""
    deal: dict[Word, Any]
    step: Annotated[list[Page], msgspec.Meta(min_length=1, max_length=50)]
    options: dict[Word, Word] = {}


class Step(NamedTuple):
    """One thing to learn."""

    name: str
    show: tuple[str, ...] = ()
    beats: tuple[tuple[Move, ...], ...] = ()
    read: bool = True


class Lesson(NamedTuple):
    """A game's lesson."""

    game: Game[Any]
    script: Script
    steps: tuple[Step, ...]

    @property
    def length(self) -> int:
        """How many steps are about the game itself."""
        return len(self.steps) - len(CLOSING)

    def begin(self) -> Any:
        """The table before the first step."""
        return lay(self.game, self.script.seats, self.script.options, self.script.deal)


def lesson_of(name: str) -> Lesson:
    """The lesson of a game that has one. Raises `ValueError` if it makes no sense."""
    text = read_small(FACES.folders[name] / FILE).decode()
    script = msgspec.convert(tomllib.loads(text), Script)
    game = GAMES[name]
    assert game.written is not None
    written = game.written()
    steps = [
        Step(
            page.name,
            tuple(page.show),
            tuple(tuple(moves(written, beat)) for beat in page.do),
            page.read or not page.do,
        )
        for page in script.step
    ]
    return Lesson(game, script, (*steps, *map(Step, CLOSING)))


def moves(written: Written, beat: str) -> Iterator[Move]:
    """The answers of a beat: `2: draw, play VI, aim 3, guess 7; 3: pass`."""
    for part in beat.split(";"):
        seat, _, choices = part.partition(":")
        for choice in choices.split(","):
            verb, _, value = choice.strip().partition(" ")
            known = written.codes.get(value)
            yield Move(Seat(int(seat)), Choice(verb, int(value or 0) if known is None else known))


# ── learning ────────────────────────────────────────────────────────────────────────────────────


class Course:
    """Somebody who learns: how far they are, and the table as it is then."""

    def __init__(self, lesson: Lesson, step: int = 0) -> None:
        self.lesson, self.game = lesson, lesson.game
        self.go_to(step)

    def go_to(self, step: int) -> None:
        """The table at the beginning of a step: everything before it is played again."""
        self.number = max(0, min(step, len(self.lesson.steps) - 1))
        self.beat = 0
        """How many beats of the step are over."""
        self.made = 0
        """How many answers of the next one were given."""
        self.state = self.lesson.begin()
        for past in self.lesson.steps[: self.number]:
            for beat in past.beats:
                for move in beat:
                    apply(self.state, *move)

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number]

    @property
    def is_closing(self) -> bool:
        """Whether all that is about the game itself has been learnt."""
        return self.number >= self.lesson.length

    @property
    def is_last(self) -> bool:
        return self.number == len(self.lesson.steps) - 1

    @property
    def has_begun(self) -> bool:
        """Whether anything can be taken back."""
        return bool(self.number or self.beat or self.made)

    @property
    def shown(self) -> set[str]:
        """The parts of the table that were explained so far."""
        return {part for step in self.lesson.steps[: self.number + 1] for part in step.show}

    @property
    def taught(self) -> set[str]:
        """The verbs that the player has used so far, or is to use in this step."""
        steps = self.lesson.steps[: self.number + 1]
        made = [move for step in steps for beat in step.beats for move in beat]
        return {move.choice.verb for move in made if move.seat == ME}

    @property
    def next(self) -> Move | None:
        """The next answer of this step, whoever gives it."""
        beats = self.step.beats
        return beats[self.beat][self.made] if self.beat < len(beats) else None

    @property
    def wants(self) -> Choice | None:
        """What the player is to answer; None: there is something to read, or to watch."""
        move = self.next
        if move is None or move.seat != ME:
            return None
        ask = view(self.game, self.state, ME).ask
        assert ask is not None
        return move.choice if self.is_waited_for(ask) else None

    def is_waited_for(self, ask: Ask) -> bool:
        """Whether a host would wait for somebody who plays alone: not where nothing can be done."""
        window = self.game.windows.get(ask.window)
        if window is not None and window.matters is not None:
            return window.matters(self.state, ask)
        return not ask.window or len(ask.choices) > 1

    def view(self) -> View[Any]:
        """The table as the player sees it; nothing is on offer that was not taught yet."""
        shown = view(self.game, self.state, ME)
        if shown.ask is None or self.wants is None:
            return replace(shown, ask=None, blocked=())
        taught = self.taught
        choices = tuple(choice for choice in shown.ask.choices if choice.verb in taught)
        blocked = tuple(one for one in shown.blocked if one.choice.verb in taught)
        return replace(shown, ask=shown.ask._replace(choices=choices), blocked=blocked)

    @property
    def told(self) -> list[Event]:
        """What the player has been told so far."""
        return [event.told_to(ME) for event in self.state.events]

    # ── going on ────────────────────────────────────────────────────────────────────────────────

    def answer(self, choice: Choice) -> bool:
        """Give the player's answer; returns whether it was the right one. Otherwise nothing has
        changed."""
        if choice != self.wants:
            return False
        self.make()
        self.watch()
        return True

    def go_on(self) -> None:
        """What has been read has been read: watch the next beat, or begin the next step."""
        if self.wants is not None:
            return
        if self.next is None:
            self.begin_next()
        else:
            self.make()
            self.watch()

    def make(self) -> None:
        """Give the next answer."""
        move = self.next
        assert move is not None
        apply(self.state, *move)
        self.made += 1
        if self.made == len(self.step.beats[self.beat]):
            self.beat, self.made = self.beat + 1, 0

    def watch(self) -> None:
        """Let the rest of a beat happen, as far as nobody has to be asked."""
        while self.made and self.wants is None:
            self.make()
        if self.next is None and not self.step.read:
            self.begin_next()

    def begin_next(self) -> None:
        if not self.is_last:
            self.number, self.beat, self.made = self.number + 1, 0, 0

    def skip(self) -> None:
        """The next step, as if this one had been done."""
        if not self.is_last:
            self.go_to(self.number + 1)

    def undo(self) -> None:
        """Back to the beginning of this step, or from there to the step before."""
        self.go_to(self.number if self.beat or self.made else self.number - 1)

    def reviewed(self) -> tuple[View[Any], Moment]:
        """The choice that is looked at again at the end, as the player saw the table then."""
        names = [step.name for step in self.lesson.steps]
        course = Course(self.lesson, names.index(self.lesson.script.review))
        while course.wants is None:
            course.go_on()
        turns = sum(event.kind in self.game.turns for event in course.state.events)
        shown, choice = view(self.game, course.state, ME), course.wants
        return shown, Moment(0, 1, turns, choice, forced=tuple(course.rest_of_play()))

    def rest_of_play(self) -> Iterator[tuple[Ask, Choice]]:
        """Give the player's answer, and what belongs to it: until something has happened."""
        told = len(self.state.events)
        self.make()
        while len(self.state.events) == told and (move := self.next) is not None:
            ask = view(self.game, self.state, ME).ask
            if ask is None or move.seat != ME:
                return
            yield ask, move.choice
            self.make()


def resumed(settings: Settings, name: str) -> Course:
    """The lesson of a game, from where the player left it."""
    return Course(lesson_of(name), step_reached(settings, name))


def keep_place(settings: Settings, course: Course) -> None:
    """Note how far the player is."""
    keep(settings, course.game.id, None if course.is_closing else course.number)
