"""The command line: what to play, with whom, in which language."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from hashlib import sha256

from engine.arena import one_against_all
from engine.core import Seat
from engine.games import GAMES
from engine.play import start
from moontui.plain import LineTable
from moontui.solo import bots_for, play
from moontui.wolfmoon import WolfmoonTeller
from moontui.words import LANGUAGES, Catalogue, preferred_language

NAMES = ("Ana", "Bo", "Cy", "Di", "Eli", "Fay")
ME = Seat(0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run moontui; without arguments, play a game against bots."""
    wish = parser().parse_args(arguments)
    try:
        return arena(wish) if wish.command == "arena" else solo(wish)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2


def parser() -> argparse.ArgumentParser:
    words = Catalogue(preferred_language(), "wolfmoon")
    top = argparse.ArgumentParser(prog="moontui", description=words.say("cli", "description"))
    commands = top.add_subparsers(dest="command")
    top.set_defaults(
        game="wolfmoon", players=4, level="greedy", length="match", lang=None, seed=None
    )

    alone = commands.add_parser("solo", help=words.say("cli", "solo"))
    alone.add_argument("--plain", action="store_true", help="lines of text (the only way for now)")
    alone.add_argument("--game", choices=sorted(GAMES), default="wolfmoon")
    alone.add_argument("--players", type=int, default=4, metavar="N", help="3 to 6, you among them")
    alone.add_argument("--level", choices=sorted(GAMES["wolfmoon"].bots), default="greedy")
    alone.add_argument("--length", choices=("match", "round"), default="match")
    alone.add_argument("--lang", choices=LANGUAGES, help="language; by default that of the system")
    alone.add_argument("--seed", metavar="TEXT", help="the same text deals the same cards")

    many = commands.add_parser("arena", help=words.say("cli", "arena"))
    many.add_argument("game", choices=sorted(GAMES))
    many.add_argument("bot", choices=sorted(GAMES["wolfmoon"].bots))
    many.add_argument("--against", choices=sorted(GAMES["wolfmoon"].bots), default="random")
    many.add_argument("--seats", type=int, default=4, metavar="N")
    many.add_argument("--deals", type=int, default=250, metavar="N")
    many.add_argument("--seed", type=int, default=0, metavar="N")
    return top


def solo(wish: argparse.Namespace) -> int:
    """A line game against bots, on the real engine."""
    game = GAMES[wish.game]
    seed = sha256(wish.seed.encode()).digest() if wish.seed else secrets.token_bytes(32)
    state = start(game, wish.players, seed, {"length": wish.length})
    words = Catalogue(wish.lang or preferred_language(), game.id)
    names = NAMES[: wish.players]
    bots = tuple(bots_for(game, wish.level, wish.players, sha256(b"bots" + seed).digest()))
    title = words.say("title")
    print(words.say("plain", "welcome", title=title, bots=", ".join(names[1:]), seat=1))
    lines = LineTable(WolfmoonTeller(words, names, ME), words, print)
    play(game, state, ME, bots, lines)
    return 0


def arena(wish: argparse.Namespace) -> int:
    """One bot against a table of others, many times."""
    if wish.deals < 1:
        raise ValueError("The arena needs at least one deal.")
    share = one_against_all(
        GAMES[wish.game],
        wish.bot,
        wish.against,
        seats=wish.seats,
        deals=wish.deals,
        seed=wish.seed,
        options={"length": "round"},
    )
    print(
        f"{wish.bot} against {wish.seats - 1} {wish.against}, {share.deals:,} deals "
        f"from each seat: {share}; fair {1 / wish.seats:.1%}"
    )
    return 0
