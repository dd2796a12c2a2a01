"""The command line: what to play, with whom, in which language."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from typing import NoReturn

from engine.bots.dial import LEVELS
from engine.bots.strength import MATCH
from engine.games import GAMES
from engine.proof import verify
from engine.record import BadRecord
from moontui.client.folders import data_folder
from moontui.client.place import PORT
from moontui.client.records import read_record
from moontui.games import playable
from moontui.plain.log_book import keeping_book
from moontui.plain.out import POOR, complain, say, watch_over
from moontui.words.catalogue import LANGUAGES, Catalogue, preferred_language
from moontui.words.reasons import proved_in_words
from net.text import tame


def main(arguments: Sequence[str] | None = None) -> int:
    """Run moontui; without arguments, open the app on its first screen."""
    watch_over()
    given = sys.argv[1:] if arguments is None else arguments
    wish = parser(language_of(given)).parse_args(given)
    words = Catalogue(wish.lang or preferred_language())
    if wish.version:
        from moontui.commands.versions import print_versions

        return print_versions(as_json=wish.as_json)
    hosting = wish.command == "host" and not wish.check
    with keeping_book((hosting and wish.data) or data_folder()):
        try:
            return COMMANDS[wish.command or "app"](wish, words)
        except ValueError as error:
            complain(str(error))
            return 2
        except KeyboardInterrupt:
            return 130


def language_of(arguments: Sequence[str]) -> str:
    """The language that is asked for, which the help is told in, too; empty: none is."""
    said = " ".join(arguments).replace("--lang=", "--lang ").split()
    return next((one for flag, one in pairwise(said) if flag == "--lang" and one in LANGUAGES), "")


class Parser(argparse.ArgumentParser):
    """Quotes what was typed, or pasted, tamely."""

    def error(self, message: str) -> NoReturn:
        super().error(tame(message))


GROUPS = {
    "play": ("solo", "daily", "learn", "puzzles", "puzzle"),
    "meet": ("join", "watch", "plain", "tables"),
    "host": ("host", "narrate", "admin", "doctor"),
    "keep": ("records", "verify", "standings", "motd", "backup", "restore"),
    "programs": ("bot", "arena"),
}
"""The commands by what they are for."""


def listing(words: Catalogue) -> str:
    """All commands by use, for the help."""
    lines = []
    for group, names in GROUPS.items():
        lines += [f"{words.say('cli_groups', group)}:"]
        for name in names:
            lines += wrap(
                words.say("cli", name),
                78,
                initial_indent=f"  {name:10}",
                subsequent_indent=12 * " ",
            )
        lines.append("")
    return "\n".join([*lines, words.say("cli", "more")])


def parser(language: str = "") -> argparse.ArgumentParser:
    words = Catalogue(language or preferred_language())
    top = Parser(
        prog="moontui",
        usage=words.say("cli", "usage"),
        description=words.say("cli", "description"),
        epilog=listing(words),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.set_defaults(game=None, players=None, level=None, length=None, seed=None)
    top.add_argument("--lang", choices=LANGUAGES, help=words.say("cli", "lang"))
    still = words.say("cli", "still")
    top.add_argument("--reduced-motion", action="store_true", help=still)
    top.add_argument("--version", action="store_true", help=words.say("cli", "version"))
    top.add_argument("--json", action="store_true", dest="as_json", help=words.say("cli", "json"))
    commands = top.add_subparsers(dest="command", prog=top.prog, help=argparse.SUPPRESS)

    def command(name: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, description=words.say("cli", name))
        language = words.say("cli", "lang")
        sub.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=language)
        if name in ("solo", "daily", "learn", "join", "watch"):
            flag, kept = "--reduced-motion", argparse.SUPPRESS
            sub.add_argument(flag, action="store_true", default=kept, help=still)
        return sub

    alone = command("solo")
    alone.add_argument("--plain", action="store_true", help=words.say("cli", "lines"))
    alone.add_argument("--resume", action="store_true", help=words.say("cli", "resume"))
    alone.add_argument("--game", choices=sorted(playable()))
    alone.add_argument("--players", type=int, metavar="N")
    alone.add_argument("--level", choices=(MATCH, *LEVELS))
    alone.add_argument("--length", choices=("match", "round"))
    alone.add_argument("--seed", metavar="TEXT")

    tonight = command("daily")
    tonight.add_argument("game", nargs="?", choices=sorted(playable()), default=None)
    tonight.add_argument("--date", metavar="YYYY-MM-DD", help=words.say("cli", "date"))
    tonight.add_argument("--plain", action="store_true", help=words.say("cli", "lines"))
    lesson = command("learn")
    lesson.add_argument("--plain", action="store_true", help=words.say("cli", "lines"))
    lesson.add_argument("game", nargs="?", choices=sorted(playable()))

    serve = command("host")
    serve.add_argument("--name", default="")
    serve.add_argument("--port", type=int, default=PORT, metavar="N")
    serve.add_argument("--bind", default="", metavar="ADDRESS")
    serve.add_argument("--data", type=Path, metavar="FOLDER")
    serve.add_argument("--no-tls", action="store_true")
    serve.add_argument("--game", choices=sorted(GAMES), default="")
    serve.add_argument("--players", type=int, metavar="N")
    serve.add_argument("--bots", type=int, default=0, metavar="N")
    serve.add_argument("--level", choices=LEVELS)
    serve.add_argument("--clock", action="store_true")
    serve.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    serve.add_argument("--tables", type=int, default=32, metavar="N")
    serve.add_argument("--check", action="store_true", help=words.say("cli", "check"))

    add_doors(serve, words)

    room = command("narrate")
    room.add_argument("--set", default="", metavar="CARD,…", help=words.say("cli", "narrate_set"))
    room.add_argument("--players", type=int, default=5, metavar="N")
    room.add_argument("--minutes", type=float, default=5.0, metavar="N")
    room.add_argument("--each", type=float, default=10.0, metavar="S")
    room.add_argument("--mute", action="store_true", help=words.say("cli", "mute"))
    room.add_argument("--plain", action="store_true", help=words.say("cli", "lines"))

    for name in ("join", "watch", "plain"):
        guest = command(name)
        guest.add_argument("where", nargs="?", default="")
        guest.add_argument("--name", default="")
        guest.add_argument("--port", type=int, default=PORT, metavar="N")
        guest.add_argument("--no-tls", action="store_true")

        if name != "watch":
            guest.add_argument("--pair", nargs="?", const="", default=None, metavar="CODE")
        if name == "watch":
            guest.add_argument("--kiosk", action="store_true", help=words.say("cli", "kiosk"))
            guest.add_argument("--mute", action="store_true", help=words.say("cli", "mute"))
            guest.add_argument("--link", default="", metavar="URL", help=words.say("cli", "link"))

    add_bot(command("bot"), words)

    found = command("tables")
    found.add_argument("--json", action="store_true")
    found.add_argument("--seconds", type=float, default=2.5, metavar="S")

    asked = command("doctor")
    asked.add_argument("where", nargs="?", default="", help=words.say("cli", "doctor_where"))
    asked.add_argument("--port", type=int, default=PORT, metavar="N")
    asked.add_argument("--report", nargs="?", type=Path, const=Path(), metavar="FILE")
    command("verify").add_argument("file", type=Path)

    add_records(command("records"), words)
    command("standings").add_argument("--json", action="store_true")
    command("motd")

    add_puzzles(command("puzzles"), command("puzzle"), words)

    saved = command("backup")
    saved.add_argument("file", type=Path, nargs="?", metavar="FILE")
    brought = command("restore")
    brought.add_argument("file", type=Path, metavar="FILE")
    brought.add_argument("--settings", choices=("keep", "take"), default="")

    owner = command("admin")
    owner.epilog = words.say("admin", "commands")
    owner.formatter_class = argparse.RawDescriptionHelpFormatter
    owner.add_argument("--data", type=Path, metavar="FOLDER")
    owner.add_argument("--json", action="store_true")
    owner.add_argument("words", nargs="*", metavar="WORD")

    add_arena(command("arena"))
    for name, sub in commands.choices.items():
        describe(name, sub, words)
    return top


def describe(command: str, sub: argparse.ArgumentParser, words: Catalogue) -> None:
    """Say what each option does that has not been told so far; some do another thing elsewhere."""
    for action in sub._actions:
        if action.help is None:
            own = f"{command}_{action.dest}"
            known = own if words.has("cli_options", own) else action.dest
            action.help = words.say("cli_options", known)


def add_records(listed: argparse.ArgumentParser, words: Catalogue) -> None:
    """What is done with saved matches."""
    add = listed.add_argument
    add("--json", action="store_true")
    add("--add", type=Path, metavar="FILE", help=words.say("cli", "add"))
    add("--svg", type=Path, metavar="FILE", help=words.say("cli", "svg"))
    add("--turning", action="store_true", help=words.say("cli", "turning"))
    add("file", type=Path, nargs="?", metavar="MATCH", help=words.say("cli", "match"))


def add_puzzles(
    listed: argparse.ArgumentParser, one: argparse.ArgumentParser, words: Catalogue
) -> None:
    """What is done with puzzles."""
    listed.add_argument("--find", action="store_true", help=words.say("cli", "find"))
    one.add_argument("code", metavar="MOONP-…", help=words.say("cli", "code"))
    for command in (listed, one):
        command.add_argument("--plain", action="store_true", help=words.say("cli", "lines"))


def add_doors(serve: argparse.ArgumentParser, words: Catalogue) -> None:
    """Ways in other than the port."""
    add = serve.add_argument_group(words.say("cli", "doors")).add_argument
    add("--public", default="", metavar="ADDRESS[:PORT]")
    add("--ssh", type=int, metavar="PORT")
    add("--ssh-password", default="", metavar="FILE|prompt")
    add("--web", type=int, metavar="PORT")
    add("--web-bind", default="127.0.0.1", metavar="ADDRESS")
    add("--visitors", type=int, default=32, metavar="N")
    add("--visitors-per-address", type=int, default=8, metavar="N")
    add("--idle", type=float, default=30.0, metavar="MINUTES")
    add("--socket-dir", type=Path, metavar="FOLDER")
    add("--socket-group", default="", metavar="GROUP")
    add("--no-socket", action="store_true")


def add_bot(guest: argparse.ArgumentParser, words: Catalogue) -> None:
    """Where a program goes, and what it may do there."""
    add = guest.add_argument
    add("where", nargs="?", default="")
    add("--exec", required=True, metavar="CMD")
    add("--table", default="", metavar="TABLE")
    add("--name", default="")
    add("--seconds", type=float, default=10.0, metavar="S")
    add("--matches", type=int, default=0, metavar="N")
    add("--port", type=int, default=PORT, metavar="N")
    add("--no-tls", action="store_true")
    own = guest.add_argument_group(words.say("cli", "own_table"))
    own.add_argument("--game", choices=sorted(GAMES), default="")
    own.add_argument("--players", type=int, metavar="N")
    own.add_argument("--level", choices=LEVELS)
    own.add_argument("--length", choices=("match", "round"))


def add_arena(many: argparse.ArgumentParser) -> None:
    """What bots play against each other, and what is reported."""
    add = many.add_argument
    add("--game", choices=sorted(GAMES), default=next(iter(GAMES)))
    add("--bots", default="", metavar="A,B,…")
    add("--seats", type=int, metavar="N")
    add("--rounds", type=int, metavar="N")
    add("--length", choices=("round", "match"), default="round")
    add("--seed", type=int, default=0, metavar="N")
    add("--against", default="", metavar="BOT")
    add("--gate", action="store_true")
    add("--teams", action="store_true")
    add("--sprt", action="store_true")
    add("--seconds", type=float, default=10.0, metavar="S")
    add("--json", nargs="?", const="-", default="", metavar="FILE")
    add("--jobs", type=int, default=0, metavar="N")
    add("--dask", default="", metavar="ADDRESS")


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
    return "dumb_terminal" if os.environ.get("TERM", "dumb") in POOR else ""


def solo(wish: argparse.Namespace, words: Catalogue) -> int:
    """A game against bots."""
    return solo_in_lines(wish, words) if wish.plain else app(wish, words)


def daily(wish: argparse.Namespace, words: Catalogue) -> int:
    """The Night's Deal; a poor terminal gets lines."""
    from moontui.commands.daily import chosen_night, run_daily

    poor = "" if wish.plain else poor_terminal()
    if poor:
        say(words.say("cli", poor))
    if wish.plain or poor:
        return run_daily(wish, words, data_folder())
    from moontui.app.start import run_app
    from moontui.client.settings import Settings

    wish.night = chosen_night(wish, words, Settings.load(data_folder() / "settings.json"))
    return run_app(wish)


def solo_in_lines(wish: argparse.Namespace, words: Catalogue) -> int:
    """A line game against bots."""
    from moontui.commands.solo import run_solo

    return run_solo(wish, words, data_folder())


def learn(wish: argparse.Namespace, words: Catalogue) -> int:
    """The lesson of a game; a poor terminal gets lines."""
    if not wish.plain and not (poor := poor_terminal()):
        from moontui.app.start import run_app

        return run_app(wish)
    if not wish.plain:
        say(words.say("cli", poor))
    from moontui.commands.learn import run_lesson

    return run_lesson(wish, words, data_folder())


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
    """Host tables until told to stop, or ask whether a host does."""
    if wish.check:
        from moontui.commands.admin import run_check

        return run_check(words, wish.data or data_folder())
    from moontui.commands.host import run_host

    return asyncio.run(run_host(wish, words, wish.data or data_folder()))


def narrate(wish: argparse.Namespace, words: Catalogue) -> int:
    """One Night for a table with real cards; a poor terminal gets lines."""
    from moontui.commands.narrate import run_narrator

    return run_narrator(wish, words, lines=wish.plain or bool(poor_terminal()))


def admin(wish: argparse.Namespace, words: Catalogue) -> int:
    """Look after a host that runs here."""
    from moontui.commands.admin import run_admin

    return run_admin(wish, words, wish.data or data_folder())


def plain(wish: argparse.Namespace, words: Catalogue) -> int:
    """Be a guest at somebody's table, in lines."""
    from moontui.commands.plain import visit

    return asyncio.run(visit(wish, words, data_folder()))


def bot(wish: argparse.Namespace, words: Catalogue) -> int:
    """Let a program play at somebody's table."""
    from moontui.commands.bot import run_bot

    return asyncio.run(run_bot(wish, words, data_folder()))


def tables(wish: argparse.Namespace, words: Catalogue) -> int:
    """List the hosts that are found."""
    from moontui.commands.tables import list_hosts

    return asyncio.run(list_hosts(wish, words, data_folder()))


def doctor(wish: argparse.Namespace, words: Catalogue) -> int:
    """Say what could be wrong on this machine, and what to do about it."""
    from moontui.commands.doctor import run_doctor

    return asyncio.run(run_doctor(wish, words, data_folder()))


def check(wish: argparse.Namespace, words: Catalogue) -> int:
    """Deal and replay the record of a match."""
    try:
        say(*proved_in_words(words, verify(GAMES, read_record(wish.file))))
    except BadRecord as error:
        complain(str(error))
        return 2 if isinstance(error.__cause__, OSError) else 1
    return 0


def records(wish: argparse.Namespace, words: Catalogue) -> int:
    """What was played."""
    from moontui.commands.records import run_records

    return run_records(wish, words, data_folder())


def standings(wish: argparse.Namespace, words: Catalogue) -> int:
    """How everybody has done at this house."""
    from moontui.commands.standings import run_motd, run_standings

    if wish.command == "motd":
        return run_motd(words, data_folder())
    return run_standings(wish, words, data_folder())


def puzzles(wish: argparse.Namespace, words: Catalogue) -> int:
    """Your move, what now?"""
    if wish.plain or getattr(wish, "find", False) or poor_terminal():
        from moontui.commands.puzzles import run_puzzles

        return run_puzzles(wish, words, data_folder())
    from moontui.app.start import run_app

    return run_app(wish)


def backup(wish: argparse.Namespace, words: Catalogue) -> int:
    """Everything of the player's into one file."""
    from moontui.commands.backup import run_backup

    return run_backup(wish, words, data_folder())


def restore(wish: argparse.Namespace, words: Catalogue) -> int:
    """And out of it again."""
    from moontui.commands.backup import run_restore

    return run_restore(wish, words, data_folder())


def arena(wish: argparse.Namespace, words: Catalogue) -> int:
    """Bots against bots, many times."""
    from moontui.commands.arena import hold

    return hold(wish)


COMMANDS: dict[str, Callable[[argparse.Namespace, Catalogue], int]] = {
    "app": app,
    "solo": solo,
    "daily": daily,
    "learn": learn,
    "join": join,
    "watch": join,
    "host": host,
    "narrate": narrate,
    "admin": admin,
    "plain": plain,
    "bot": bot,
    "tables": tables,
    "doctor": doctor,
    "verify": check,
    "records": records,
    "standings": standings,
    "motd": standings,
    "puzzles": puzzles,
    "puzzle": puzzles,
    "backup": backup,
    "restore": restore,
    "arena": arena,
}
