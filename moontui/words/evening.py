"""The evening at a table in words: how everybody has done in all its games, and what was close."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from moontui.words.catalogue import Catalogue
from moontui.words.stories import Closing
from net.text import NAME_CELLS, TITLE_CELLS, clean
from net.told import Evening, Played, Score

MOST = 999.0
"""No honest score is larger."""


def above(score: Score) -> str:
    """Wins above the fair share, with a sign."""
    value = max(-MOST, min(MOST, score.above))
    text = f"{value:+.1f}"
    return "0" if float(text) == 0 else text


def called(score: Score) -> str:
    return clean(score.name, NAME_CELLS)


def brief(words: Catalogue, evening: Evening) -> str:
    """The score in one sentence."""
    standing = ", ".join(f"{called(score)} {above(score)}" for score in evening.scores)
    key = "brief_one" if evening.matches == 1 else "brief"
    return words.say("evening", key, count=evening.matches, standing=standing)


def games_of(evening: Evening) -> list[str]:
    """All games that somebody has won, as they come."""
    return list(dict.fromkeys(game for score in evening.scores for game in score.by_game))


def winner(words: Catalogue, evening: Evening) -> str:
    """Who is ahead, and of whom."""
    scores = evening.scores
    if not scores:
        return ""
    best = [called(score) for score in scores if score.above == scores[0].above]
    if len(best) > 1:
        return words.say("evening", "level", names=", ".join(best))
    if len(scores) == 1:
        return words.say("evening", "alone", name=best[0], above=above(scores[0]))
    return words.say("evening", "ahead", name=best[0], other=called(scores[1]))


def close_one(words: Catalogue, played: Played | None) -> str:
    """The closest match in points; empty: none was close."""
    if played is None or len(played.points) != len(played.names):
        return ""
    names = [clean(name, NAME_CELLS) for name in played.names]
    order = sorted(range(len(names)), key=lambda seat: -played.points[seat])
    points = ", ".join(f"{names[seat]} {played.points[seat]}" for seat in order)
    return f"{words.game_called(played.game)}: {points}."


class Memory(NamedTuple):
    """Something of an evening that is told on its last page."""

    label: str
    who: str
    """Whom it is about, and in which game; empty: the text says it."""
    text: str = ""
    game: str = ""
    face: str = ""
    """Of that game: the picture that goes with it."""
    seat: int = 0


def memories(words: Catalogue, evening: Evening, closing: Closing) -> list[Memory]:
    """Everything that is told apart from the score."""
    found = [
        Memory(
            words.say("evening", tale.kind),
            words.say("evening", "by", name=tale.name, game=words.game_called(tale.game)),
            tale.text,
            tale.game,
            tale.face,
            tale.seat,
        )
        for tale in closing.tales
    ]
    if close := close_one(words, evening.closest):
        assert evening.closest is not None
        found.append(Memory(words.say("evening", "close"), "", close, evening.closest.game))
    if closing.guesser is not None:
        told = words.say("evening", "guessed", **closing.guesser._asdict())
        found.append(Memory(words.say("evening", "guesser"), told))
    return found


def as_text(
    words: Catalogue, evening: Evening, title: str, day: date, closing: Closing
) -> list[str]:
    """The closing page as lines to keep."""
    about = {"title": clean(title, TITLE_CELLS), "day": day.isoformat()}
    lines = [words.say("evening", "of", **about), winner(words, evening), ""]
    for rank, score in enumerate(evening.scores, 1):
        won = ", ".join(
            f"{words.game_called(game)} {score.by_game[game]}"
            for game in games_of(evening)
            if game in score.by_game
        )
        figures = words.say("evening", "won_of", wins=score.wins, games=score.games)
        lines.append(f"{rank:2} {called(score):16} {above(score):>5}  {figures}  {won}".rstrip())
    told = [
        f"{memory.label}: {'. '.join(part for part in (memory.who, memory.text) if part)}"
        for memory in memories(words, evening, closing)
    ]
    return [*lines, "", *told, words.say("evening", "fair")]
