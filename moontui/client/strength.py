"""Bots that match a player: how strong they are is kept in the settings, and moved by results."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.bots.dial import STEPS, dial_of, is_point, levels_of
from engine.bots.strength import AIMS, FIRST, LEAST, MATCH, Strength, after, wanted, within
from engine.core import Game, Seat
from engine.games import GAMES, level_for
from moontui.client.settings import Settings
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.text import clean

if TYPE_CHECKING:
    from moontui.client.session import Session


class Moved(NamedTuple):
    """What a finished game has changed."""

    before: str
    after: str
    """Levels of the bots, then and next."""


# ── what is kept ────────────────────────────────────────────────────────────────────────────────


def strength_of(settings: Settings, game: Game[Any]) -> Strength:
    """How strong bots are for this player; whatever makes no sense is forgotten."""
    kept = settings.matched.get(game.id, "").split()
    try:
        place, games, stride, won = float(kept[0]), int(kept[1]), float(kept[2]), kept[3] == "won"
    except (ValueError, IndexError):
        return Strength()
    if not (isfinite(place) and isfinite(stride)) or games < 1:
        return Strength()
    return Strength(within(game, place), games, min(max(LEAST, stride), FIRST), won)


def keep(settings: Settings, game: Game[Any], now: Strength) -> None:
    result = "won" if now.won else "lost"
    settings.matched[game.id] = f"{now.place:.3f} {now.games} {now.stride:.3f} {result}"
    settings.save()


def played(settings: Settings, game: Game[Any], seats: int, won: bool) -> Moved:
    """Take in the result of a game against bots that match the player."""
    before = strength_of(settings, game)
    now = after(game, before, won, wanted(game, seats, aim_of(settings)))
    keep(settings, game, now)
    return Moved(before.level(game), now.level(game))


def aim_of(settings: Settings) -> str:
    return settings.aim if settings.aim in AIMS else next(iter(AIMS))


# ── what it means ───────────────────────────────────────────────────────────────────────────────


def level_meant(settings: Settings, game: Game[Any], wish: str) -> str:
    """The level that bots have if a player wishes for this one."""
    if wish == MATCH and len(dial_of(game)) > 1:
        return strength_of(settings, game).level(game)
    return level_for(game, wish)


def wishes_of(game: Game[Any]) -> list[str]:
    """What a player may wish for, first what is usual alone."""
    return [*([MATCH] if len(dial_of(game)) > 1 else []), *levels_of(game)]


def level_name(words: Catalogue, level: str) -> str:
    """What a level is called; a point between two is called after the lower one."""
    lower, _, steps = level.partition("+")
    if not words.has("levels", lower):
        return clean(level, 16)
    name = words.say("levels", lower)
    if not (is_point(level) and steps.isascii() and steps.isdecimal() and len(steps) < 3):
        return name if lower == level else clean(level, 16)
    share = int(steps)
    return words.say("levels", "between", level=name, share=share * 100 // STEPS) if share else name


def explained(words: Catalogue, settings: Settings, game: Game[Any], seats: int) -> str:
    """What bots that match the player would be like now, and what moves them."""
    now = strength_of(settings, game)
    share = round(100 * wanted(game, seats, aim_of(settings)))
    level = level_name(words, now.level(game))
    return words.say("matching", "now", share=share, level=level, games=now.games)


def told(words: Catalogue, moved: Moved) -> str:
    """What a finished game has changed, in words."""
    if moved.before == moved.after:
        return words.say("matching", "same", level=level_name(words, moved.after))
    before, now = level_name(words, moved.before), level_name(words, moved.after)
    return words.say("matching", "moved", before=before, after=now)


# ── at a table ──────────────────────────────────────────────────────────────────────────────────


def finished(settings: Settings, session: Session) -> Moved | None:
    """If the host has just told the end of a game in which bots match the only player, take in the
    result."""
    if not session.just_over or session.seat is None or not is_matched(session):
        return None
    assert session.view is not None
    game = GAMES[session.game]
    outcome = game.outcome(session.view.state)
    assert outcome is not None
    return played(settings, game, len(session.players), session.seat in outcome.winners)


def is_matched(session: Session) -> bool:
    """Whether the player sits alone among bots that match."""
    others = [player for seat, player in enumerate(session.players) if seat != session.seat]
    return all(player.kind == "bot" and is_point(player.level) for player in others)


def change_bots(session: Session, level: str) -> None:
    """Give every bot at the table another level, before the next match."""
    for seat, player in enumerate(session.players):
        if player.kind == "bot" and player.level != level:
            session.send(said.Remove(Seat(seat)))
            session.send(said.Bot(level))
