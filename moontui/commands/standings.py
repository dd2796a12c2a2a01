"""`moontui standings` and `moontui motd`: how everybody has done at this house, long or short."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from moontui.client.house_book import Entry, by_game, entries, of_last_night, overall
from moontui.plain.out import say
from moontui.words.catalogue import Catalogue
from moontui.words.evening import above, called
from net.told import Score


def run_standings(wish: argparse.Namespace, words: Catalogue, data: Path) -> int:
    """Print how everybody has done, for people or for programs."""
    book = entries(data)
    if wish.json:
        say(json.dumps(for_programs(book), ensure_ascii=False))
        return 0
    if not book:
        say(words.say("standings", "nothing"))
        return 1
    nights = len({entry.day for entry in book})
    say(words.say("standings", "all", matches=len(book), nights=nights))
    say(*(line_of(words, score) for score in overall(book)))
    for game, scores in by_game(book).items():
        say("", words.game_called(game))
        say(*(line_of(words, score) for score in scores))
    say("", words.say("evening", "fair"))
    return 0


def run_motd(words: Catalogue, data: Path) -> int:
    """Print one line for whoever logs in; nothing if nothing was played."""
    book = entries(data, quickly=True)
    if not book:
        return 0
    last, all_nights = of_last_night(book), overall(book)
    about = {
        "matches": len(book),
        "best": in_front(all_nights),
        "above": above(all_nights[0]),
        "day": last[0].day.isoformat(),
        "count": len(last),
        "winner": in_front(overall(last)),
    }
    say(words.say("standings", "motd", **about))
    return 0


def in_front(scores: list[Score]) -> str:
    """Whoever is best, or all who are level in front."""
    return ", ".join(called(one) for one in scores if above(one) == above(scores[0]))


def line_of(words: Catalogue, score: Score) -> str:
    figures = words.say("evening", "won_of", wins=score.wins, games=score.games)
    return f"  {called(score):16} {above(score):>6}  {figures}"


def for_programs(book: list[Entry]) -> dict[str, object]:
    """The same as plain data."""

    def plain(scores: list[Score]) -> list[dict[str, object]]:
        return [
            {"name": one.name, "games": one.games, "wins": one.wins, "above": one.above}
            for one in scores
        ]

    games = {game: plain(scores) for game, scores in by_game(book).items()}
    return {"matches": len(book), "all": plain(overall(book)), "games": games}
