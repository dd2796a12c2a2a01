"""The people at a table: what they are, how they are written, and who is not listened to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from moontui.words.catalogue import Catalogue
from moontui.words.names import SEAT_LETTERS
from net import messages as said
from net.lookalikes import skeleton, turns_lines
from net.text import NAME_CELLS, TITLE_CELLS, clean

Role = Literal["player", "watcher", "host", "sent_away"]


class Person(NamedTuple):
    """Somebody, as the host tells of them and not as they call themselves."""

    role: Role
    number: int
    """A player's seat, or the number the table gave to somebody without one."""
    name: str

    @property
    def mark(self) -> str:
        """Short for who it is: a seat's letter, or a watcher's number."""
        match self.role:
            case "player":
                return SEAT_LETTERS[self.number]
            case "watcher":
                return f"w{self.number}"
        return ""

    def tag(self, words: Catalogue) -> str:
        """What comes before everything they say. No name can pass for it, since a name never comes
        first."""
        return f"[{words.say('people', self.role, mark=self.mark)}]"

    @property
    def called(self) -> str:
        """The name, for after the mark; one from right to left ends with it too (`fenced`)."""
        return f"{self.name} {self.mark}" if self.mark and turns_lines(self.name) else self.name

    def written(self, words: Catalogue) -> str:
        """The tag and the name."""
        role = (
            "" if self.mark or not turns_lines(self.name) else f" {words.say('people', self.role)}"
        )
        return f"{self.tag(words)} {self.called}{role}"


def speaker(message: said.Said, seats: int) -> Person:
    """Who says something. Raises `ValueError` if the host names a seat that is not there."""
    if message.seat is not None:
        if not 0 <= message.seat < min(seats or len(SEAT_LETTERS), len(SEAT_LETTERS)):
            raise ValueError(f"seat {message.seat} of {seats}")
        return Person("player", message.seat, clean(message.name, NAME_CELLS))
    if message.watcher:
        return Person("watcher", message.watcher, clean(message.name, NAME_CELLS))
    return Person("host", 0, clean(message.name, TITLE_CELLS))


def others(room: said.Room | None, me: int | None) -> list[Person]:
    """Everybody else at a table: players, bots that talk, watchers, and those sent away."""
    if room is None:
        return []
    found = [
        Person("player", seat, clean(player.name, NAME_CELLS))
        for seat, player in enumerate(room.players)
        if (player.kind == "person" or player.persona) and seat != me
    ]
    lists: dict[Role, list[said.Someone]] = {"watcher": room.watchers, "sent_away": room.sent_away}
    for role, people in lists.items():
        found += [Person(role, one.number, clean(one.name, NAME_CELLS)) for one in people]
    return found


def watchers_of(room: said.Room, most: int = 8) -> str:
    """Who watches, each by number and name."""
    people = [one for one in others(room, None) if one.role == "watcher"]
    return ", ".join(f"{one.mark} {one.called}" for one in people[:most])


def named(text: str, people: list[Person]) -> Person | None:
    """Whom a typed word means: a seat by letter or number, a watcher by `w` and a number."""
    word = text.strip().lower()
    for person in people:
        marks = {person.mark}
        if person.role == "player":
            marks.add(str(person.number + 1))
        if word and word in marks:
            return person
    return None


@dataclass(slots=True)
class Muted:
    """Whom the player does not listen to at a table: a name on a seat, or among the watchers.
    Somebody else who takes the seat is heard; a watcher who returns under the same name is not."""

    marks: set[tuple[str, int, str]] = field(default_factory=set)

    def __contains__(self, person: Person) -> bool:
        return mark_of(person) in self.marks

    def toggle(self, person: Person) -> bool:
        """Stop listening to somebody, or listen again; returns whether they are muted now."""
        self.marks ^= {mark_of(person)}
        return person in self


def mark_of(person: Person) -> tuple[str, int, str]:
    seat = person.number if person.role == "player" else 0
    return person.role, seat, skeleton(person.name)
