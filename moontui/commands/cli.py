"""The command line: what to play, with whom, in which language."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from engine.games import GAMES, LEVELS
from engine.proof import verify
from engine.record import BadRecord
from moontui.client.folders import data_folder
from moontui.client.place import PORT
from moontui.client.records import read_record
from moontui.games import playable
from moontui.plain.out import complain, say, watch_over
from moontui.words.catalogue import LANGUAGES, Catalogue, preferred_language
from moontui.words.reasons import proved_in_words
from net.text import tame


def main(arguments: Sequence[str] | None = None) -> int:
    """Run moontui; without arguments, open the app on its first screen."""
    watch_over()
    wish = parser().parse_args(arguments)
    words = Catalogue(wish.lang or preferred_language())
    if wish.version:
        return print_version()
    try:
        return COMMANDS[wish.command or "app"](wish, words)
    except ValueError as error:
        complain(str(error))
        return 2
    except KeyboardInterrupt:
        return 130


def print_version() -> int:
    from importlib.metadata import version  # it is slow to load, and most people never ask

    say(f"moontui {version('moontui')}")
    return 0


class Parser(argparse.ArgumentParser):
    """Quotes what was typed, or pasted, tamely."""

    def error(self, message: str) -> NoReturn:
        super().error(tame(message))


def parser() -> argparse.ArgumentParser:
    words = Catalogue(preferred_language())
    top = Parser(prog="moontui", description=words.say("cli", "description"))
    top.set_defaults(game=None, players=None, level=None, length=None, seed=None)
    top.add_argument("--lang", choices=LANGUAGES, help=words.say("cli", "lang"))
    still = words.say("cli", "still")
    top.add_argument("--reduced-motion", action="store_true", help=still)
    top.add_argument("--version", action="store_true", help=words.say("cli", "version"))
    commands = top.add_subparsers(dest="command")

    def command(name: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=words.say("cli", name))
        language = words.say("cli", "lang")
        sub.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=language)
        if name in ("solo", "join", "watch"):
            flag, kept = "--reduced-motion", argparse.SUPPRESS
            sub.add_argument(flag, action="store_true", default=kept, help=still)
        return sub

    alone = command("solo")
    alone.add_argument("--plain", action="store_true", help=words.say("cli", "lines"))
    alone.add_argument("--game", choices=sorted(playable()))
    alone.add_argument("--players", type=int, metavar="N", help="how many play, including you")
    alone.add_argument("--level", choices=LEVELS)
    alone.add_argument("--length", choices=("match", "round"))
    alone.add_argument("--seed", metavar="TEXT", help="the same text deals the same cards")

    serve = command("host")
    serve.add_argument("--name", default="", help="the host's name")
    serve.add_argument("--port", type=int, default=PORT, metavar="N", help="0: any free port")
    serve.add_argument("--bind", default="", metavar="ADDRESS", help="listen only on this address")
    serve.add_argument("--data", type=Path, metavar="FOLDER", help="where games are kept")
    serve.add_argument(
        "--no-tls", action="store_true", help="no encryption: anybody can read along"
    )
    serve.add_argument("--game", choices=sorted(GAMES), default="", help="open a table right away")
    serve.add_argument("--players", type=int, metavar="N")
    serve.add_argument("--bots", type=int, default=0, metavar="N")
    serve.add_argument("--level", choices=LEVELS)
    serve.add_argument("--clock", action="store_true", help="20 s a question, plus two minutes")
    serve.add_argument("--tables", type=int, default=32, metavar="N", help="at most this many")

    add_doors(serve)

    for name in ("join", "watch", "plain"):
        guest = command(name)
        place = "an address, an invitation or a socket"
        guest.add_argument("where", nargs="?", default="", help=place)
        guest.add_argument("--name", default="", help="your name")
        guest.add_argument("--port", type=int, default=PORT, metavar="N")
        guest.add_argument("--no-tls", action="store_true")

        if name != "watch":
            pair = guest.add_argument("--pair", nargs="?", const="", default=None, metavar="CODE")
            pair.help = words.say("cli", "pair")
        if name == "watch":
            guest.add_argument("--kiosk", action="store_true", help=words.say("cli", "kiosk"))
            guest.add_argument("--link", default="", metavar="URL", help=words.say("cli", "link"))

    found = command("tables")
    found.add_argument("--json", action="store_true")
    found.add_argument("--seconds", type=float, default=2.5, metavar="S")

    command("doctor").add_argument("--port", type=int, default=PORT, metavar="N")
    command("verify").add_argument("file", type=Path)

    owner = command("admin")
    owner.epilog = words.say("admin", "commands")
    owner.formatter_class = argparse.RawDescriptionHelpFormatter
    owner.add_argument("--data", type=Path, metavar="FOLDER", help="where the host keeps its games")
    owner.add_argument("--json", action="store_true")
    owner.add_argument("words", nargs="*", metavar="WORD", help="see below")

    many = command("arena")
    many.add_argument("--game", choices=sorted(GAMES), default=next(iter(GAMES)))
    many.add_argument("--bots", default="", metavar="A,B,…", help="greedy against random")
    many.add_argument("--rounds", type=int, default=1000, metavar="N")
    many.add_argument("--length", choices=("round", "match"), default="round", help="of each game")
    many.add_argument("--seed", type=int, default=0, metavar="N")
    many.add_argument("--jobs", type=int, default=0, metavar="N", help="processes; 0: all cores")
    many.add_argument("--sprt", action="store_true", help="stop as soon as it is clear")
    many.add_argument("--json", action="store_true")
    many.add_argument("--dask", default="", metavar="ADDRESS", help="a cluster to play on")
    return top


def add_doors(serve: argparse.ArgumentParser) -> None:
    """Ways in other than the port."""
    add = serve.add_argument_group("doors").add_argument
    add("--ssh", type=int, metavar="PORT", help="for anybody with ssh, nothing installed")
    add("--ssh-password", default="", metavar="FILE|prompt", help="a password for newcomers")
    add("--web", type=int, metavar="PORT", help="for browsers, by a link with a token")
    add("--web-bind", default="127.0.0.1", metavar="ADDRESS", help="0.0.0.0: for others too")
    add("--visitors", type=int, default=32, metavar="N", help="at most, by ssh and browser")
    add("--visitors-per-address", type=int, default=8, metavar="N")
    add("--idle", type=float, default=30.0, metavar="MINUTES", help="when idle visitors must go")
    add("--socket-dir", type=Path, metavar="FOLDER", help="where local accounts find the host")
    add("--socket-group", default="", metavar="GROUP", help="let this group in too")
    add("--no-socket", action="store_true", help="keep other accounts here out")


def app(wish: argparse.Namespace, words: Catalogue) -> int:
    """The app, on its first screen or where the player wants to go; a poor terminal gets lines."""
    if poor := poor_terminal():
        say(words.say("cli", poor))
        return solo_in_lines(wish, words)
    from moontui.app.start import run_app

    return run_app(wish)


def poor_terminal() -> str:
    """Why the app cannot be shown here: a message key, or empty."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "no_terminal"
    return "dumb_terminal" if os.environ.get("TERM", "dumb") in ("dumb", "unknown") else ""


def solo(wish: argparse.Namespace, words: Catalogue) -> int:
    """A game against bots."""
    return solo_in_lines(wish, words) if wish.plain else app(wish, words)


def solo_in_lines(wish: argparse.Namespace, words: Catalogue) -> int:
    """A line game against bots."""
    from moontui.commands.solo import run_solo

    return run_solo(wish, words, data_folder())


def join(wish: argparse.Namespace, words: Catalogue) -> int:
    """Go to somebody's table, to play or to watch; a poor terminal gets lines."""
    if poor := poor_terminal():
        say(words.say("cli", poor))
        return plain(wish, words)
    if wish.command == "watch" and wish.kiosk:
        from moontui.app.kiosk import run_kiosk

        return run_kiosk(wish)
    from moontui.app.start import run_app

    return run_app(wish)


def host(wish: argparse.Namespace, words: Catalogue) -> int:
    """Host tables until told to stop."""
    from moontui.commands.host import run_host

    return asyncio.run(run_host(wish, words, wish.data or data_folder()))


def admin(wish: argparse.Namespace, words: Catalogue) -> int:
    """Look after a host that runs here."""
    from moontui.commands.admin import run_admin

    return run_admin(wish, words, wish.data or data_folder())


def plain(wish: argparse.Namespace, words: Catalogue) -> int:
    """Be a guest at somebody's table, in lines."""
    from moontui.commands.plain import visit

    return asyncio.run(visit(wish, words, data_folder()))


def tables(wish: argparse.Namespace, words: Catalogue) -> int:
    """List the hosts that are found."""
    from moontui.commands.tables import list_hosts

    return asyncio.run(list_hosts(wish, words, data_folder()))


def doctor(wish: argparse.Namespace, words: Catalogue) -> int:
    """Say what could be wrong on this machine, and what to do about it."""
    from moontui.commands.doctor import examine

    return asyncio.run(examine(words, data_folder(), wish.port))


def check(wish: argparse.Namespace, words: Catalogue) -> int:
    """Deal and replay the record of a match."""
    try:
        say(*proved_in_words(words, verify(GAMES, read_record(wish.file))))
    except BadRecord as error:
        complain(str(error))
        return 2 if isinstance(error.__cause__, OSError) else 1
    return 0


def arena(wish: argparse.Namespace, words: Catalogue) -> int:
    """Bots against bots, many times."""
    from moontui.commands.arena import hold

    return hold(wish)


COMMANDS: dict[str, Callable[[argparse.Namespace, Catalogue], int]] = {
    "app": app,
    "solo": solo,
    "join": join,
    "watch": join,
    "host": host,
    "admin": admin,
    "plain": plain,
    "tables": tables,
    "doctor": doctor,
    "verify": check,
    "arena": arena,
}
