"""One Night told aloud: the night of a set, whoever holds which card, and the vote; to a table with
real cards, or to people in one room at a table of ours."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import Ask, Options
from engine.games.onenight.roles import COPIES, LIVELY, Extra, Role, parts_of, slots_of
from moontui.narrator.script import Cue, Narration, NoSuchSet
from moontui.words.catalogue import LANGUAGES, Catalogue

LOOK = 8.0
"""Seconds to look at one's own card."""
VOTE = (
    Cue("time", large="vote"),
    Cue("three", 1.0, "3"),
    Cue("two", 1.0, "2"),
    Cue("one", 1.0, "1"),
    Cue("now", large="vote"),
    Cue("reveal", 0.0, "vote"),
)


def narration(text: str, players: int, seconds: float) -> Narration:
    """The narration of a set. Raises `NoSuchSet`."""
    roles = read_set(text, players)
    keys = {int(role): role.name.lower() for role in Role}
    return Narration("onenight", roles, len(roles) - 3, keys, night(roles, seconds), VOTE)


def night(roles: tuple[int, ...], seconds: float) -> tuple[Cue, ...]:
    """Every role in the set is called, and has the same time, wherever its card lies."""
    cues = [Cue("look", LOOK, "night"), Cue("close", large="night")]
    for slot in slots_of(roles):
        name = (Extra(slot) if slot >= Extra.COPIED else Role(slot)).name.lower()
        cues += [Cue(f"wake_{name}", seconds, "night"), Cue(f"sleep_{name}", large="night")]
    return (*cues, Cue("morning", large="day"))


def room(roles: Sequence[int], asked: Ask | None, options: Options, over: bool) -> tuple[Cue, ...]:
    """What is said when something begins at a table of ours: by the set and by what all are asked,
    so that it is the same whoever is awake. Every call is followed by the same pause."""
    if over:
        return tuple(Cue(key, 0.0) for key in ("three", "two", "one", "now"))
    match asked.window if asked is not None else "":
        case "look":
            return (Cue("look", 0.0),)
        case "aloud":
            return (Cue("morning", 0.0),)
        case "vote":
            return (Cue("vote", 0.0),)
        case "night":
            assert asked is not None
            return call(roles, asked, float(options.get("night", "10")))
    return ()


def call(roles: Sequence[int], asked: Ask, seconds: float) -> tuple[Cue, ...]:
    """Who opens their eyes and, after the pause, closes them; a second choice has a pause of its
    own."""
    slot, second = asked.number, asked.prompt == "night_second"
    name = (Extra(slot) if slot >= Extra.COPIED else Role(slot)).name.lower()
    wake = Cue("second" if second else f"wake_{name}", seconds)
    if parts_of(slot, roles) > 1 and not second:
        return wake, Cue("hold", 0.0)
    return wake, Cue(f"sleep_{name}", 0.0)


def read_set(text: str, players: int) -> tuple[int, ...]:
    """The set that somebody has typed, cards with commas between them; empty: the one that is
    suggested for so many players. Raises `NoSuchSet`."""
    if not text.strip():
        if players not in LIVELY:
            raise NoSuchSet("players")
        return tuple(sorted(map(int, LIVELY[players])))
    names, found = role_names(), []
    for word in text.split(","):
        role = names.get(word.strip().casefold())
        if role is None:
            raise NoSuchSet("no_role", word.strip())
        found.append(role)
    if len(found) - 3 not in LIVELY:
        raise NoSuchSet("size", str(len(found)))
    for role in set(found):
        if found.count(role) > COPIES[role]:
            raise NoSuchSet("copies", role.name.lower())
    if found.count(Role.MASON) == 1:
        raise NoSuchSet("masons")
    return tuple(sorted(map(int, found)))


def role_names() -> dict[str, Role]:
    """What the roles are called, in every language and in programs."""
    found = {role.name.lower(): role for role in Role}
    for language in LANGUAGES:
        names = Catalogue(language, "onenight")
        found |= {names.say("names", role.name.lower()).casefold(): role for role in Role}
    return found
