"""The manual page, and what shells offer at a press of Tab, from the command line's definition."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from typing import NamedTuple

from moontui.commands.cli import GROUPS, parser
from moontui.words.catalogue import Catalogue

WORDS = Catalogue("en")
SYSTEM = {
    "MOONTUI_DATA": "the folder for settings, games and records, instead of the system's usual one",
    "MOONTUI_SOCKETS": "another folder to look for hosts on this machine",
    "NO_COLOR": "if set, nothing is colored",
    "SSH_CONNECTION": "if set, less moves, as the line may be slow",
}


WORD = re.compile(r"^(\S.*?) {2,}(\S.*)$", re.M)
"""A line of the words below a command's help."""


class Option(NamedTuple):
    """Something that can be said after a command."""

    flags: tuple[str, ...]
    value: str
    """What follows it; empty: nothing does."""
    choices: tuple[str, ...]
    is_file: bool
    help: str


class Command(NamedTuple):
    """A command with all that can be said after it; the first of all has no name."""

    name: str
    help: str
    options: tuple[Option, ...]
    words: tuple[tuple[str, str], ...] = ()
    """What its first word may be, and what that does."""


def commands() -> Iterator[Command]:
    """All commands in the order of the help."""
    top = parser("en")
    (subs,) = (one for one in top._actions if isinstance(one, argparse._SubParsersAction))
    yield Command("", top.description or "", options_of(top))
    for names in GROUPS.values():
        for name in names:
            one = subs.choices[name]
            words = tuple(WORD.findall(one.epilog or ""))
            first = tuple(said.split()[0] for said, _ in words)
            yield Command(name, WORDS.say("cli", name), options_of(one, first), words)


def options_of(command: argparse.ArgumentParser, words: tuple[str, ...] = ()) -> tuple[Option, ...]:
    """All of them; where words are listed below its help, one of those comes first."""
    return tuple(
        Option(
            tuple(action.option_strings),
            "" if action.nargs == 0 else value_of(action),
            tuple(map(str, action.choices or (() if action.option_strings else words))),
            bool(re.search("FILE|FOLDER|MATCH", value_of(action))),
            re.sub(r"%\(.*?\)s", "", action.help or ""),
        )
        for action in command._actions
        if not isinstance(action, argparse._SubParsersAction) and action.help != argparse.SUPPRESS
    )


def value_of(action: argparse.Action) -> str:
    if action.choices:
        return "|".join(map(str, action.choices))
    shown = action.metavar if isinstance(action.metavar, str) else ""
    return shown or action.dest.upper()


# ── the manual page ─────────────────────────────────────────────────────────────────────────────


def manual(version: str) -> str:
    """moontui(1), as troff."""
    top, *others = commands()
    by_name = {command.name: command for command in others}
    known = {option.flags for option in top.options if option.flags[0] != "--json"}
    lines = [
        f'.TH MOONTUI 1 "" "moontui {version}" "Games"',
        ".SH NAME",
        f"moontui \\- {plain(WORDS.say('cli', 'name'))}",
        ".SH SYNOPSIS",
        ".B moontui",
        "[\\fIoption\\fR ...] [\\fIcommand\\fR [\\fIoption\\fR ...]]",
        ".SH DESCRIPTION",
        plain(WORDS.say("cli", "about")),
        ".SH OPTIONS",
        *entries(top.options),
        ".SH COMMANDS",
        plain(WORDS.say("cli", "everywhere")),
    ]
    for group, names in GROUPS.items():
        lines.append(f".SS {plain(WORDS.say('cli_groups', group))}")
        for name in names:
            lines += [".TP", f"\\fBmoontui {name}\\fR", plain(by_name[name].help)]
            own = entries(tuple(o for o in by_name[name].options if o.flags not in known))
            for words, meaning in by_name[name].words:
                own += [".TP", f"\\fB{plain(words)}\\fR", plain(meaning)]
            lines += [".RS", *own, ".RE"] if own else []
    lines.append(".SH ENVIRONMENT")
    for name, meaning in SYSTEM.items():
        lines += [".TP", f"\\fB{name}\\fR", plain(meaning)]
    lines += [".SH EXIT STATUS", plain(WORDS.say("cli", "status"))]
    return "\n".join(lines) + "\n"


def entries(options: tuple[Option, ...]) -> list[str]:
    """One paragraph for every option."""
    found = []
    for option in options:
        flags = ", ".join(f"\\fB{plain(flag)}\\fR" for flag in option.flags)
        value = f"\\fI{plain(option.value)}\\fR" if option.value else ""
        found += [".TP", f"{flags} {value}".strip(), plain(option.help) or "\\&"]
    return found


def plain(text: str) -> str:
    """Text that troff takes as it is."""
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe


# ── shells ──────────────────────────────────────────────────────────────────────────────────────


def for_bash() -> str:
    """What bash loads when Tab is first pressed after `moontui`."""
    top, *others = commands()
    cases = []
    for command in (*others, top):
        flags = " ".join(flag for option in command.options for flag in option.flags)
        names = " ".join(choice for o in command.options if not o.flags for choice in o.choices)
        more = " ".join(one.name for one in others) if command is top else names
        cases.append(f'        {command.name or "*"}) words="{" ".join((more, flags)).strip()}" ;;')
    moments: dict[str, list[str]] = {}  # by what is offered: after which command and flag
    for command in (top, *others):
        for option in command.options:
            if option.value and option.flags:
                moments.setdefault(offer(option), []).extend(
                    f'"{command.name} {flag}"' for flag in option.flags
                )
    valued = [f"        {'|'.join(after)}) {found} return ;;" for found, after in moments.items()]
    return "\n".join(
        (
            "# Completions of moontui for bash.",
            "_moontui() {",
            '    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"',
            '    local command="" words="" i',
            f'    local known=" {" ".join(one.name for one in others)} "',
            "    for ((i = 1; i < COMP_CWORD; i++)); do",
            "        local word=${COMP_WORDS[i]}",
            '        [[ "$known" == *" $word "* ]] && command=$word && break',
            "    done",
            '    case "$command $prev" in',
            *valued,
            "    esac",
            '    case "$command" in',
            *cases,
            "    esac",
            '    COMPREPLY=($(compgen -W "$words" -- "$cur"))',
            "}",
            "complete -o default -F _moontui moontui",
            "",
        )
    )


def offer(option: Option) -> str:
    """What bash offers after an option: its choices, files, or nothing."""
    if not option.choices and not option.is_file:
        return ""
    known = f'-W "{" ".join(option.choices)}"' if option.choices else "-f"
    return f'COMPREPLY=($(compgen {known} -- "$cur"));'


def for_zsh() -> str:
    """The same for zsh."""
    top, *others = commands()
    lines = ["#compdef moontui", "", "_moontui() {", "    local -a commands", "    commands=("]
    lines += [f"        {single(f'{one.name}:{one.help}')}" for one in others]
    lines += ["    )", "    local curcontext=$curcontext state line", "    _arguments -C \\"]
    lines += [f"        {single(spec)} \\" for option in top.options for spec in specs(option)]
    lines += ["        '1: :->command' '*:: :->rest'", "    case $state in"]
    lines += ["        command) _describe command commands ;;", "        rest) case $words[1] in"]
    for one in others:
        found = " ".join(single(spec) for option in one.options for spec in specs(option))
        lines.append(f"            {one.name}) _arguments {found} ;;")
    return "\n".join([*lines, "        esac ;;", "    esac", "}", "", '_moontui "$@"', ""])


def specs(option: Option) -> Iterator[str]:
    """How zsh's `_arguments` wants an option to be described."""
    value = f"({' '.join(option.choices)})" if option.choices else "_files" * option.is_file
    told = re.sub(r"([\[\]:])", r"\\\1", option.help)
    for flag in option.flags:
        yield f"{flag}[{told}]" + (f":{option.value.split('|')[0]}:{value}" if option.value else "")
    if not option.flags:
        yield f"*:{told or option.value.split('|')[0]}:{value}"


def for_fish() -> str:
    """The same for fish."""
    top, *others = commands()
    lines = ["# Completions of moontui for fish.", "complete -c moontui -f"]
    for one in others:
        rule = "-n __fish_use_subcommand"
        lines.append(f"complete -c moontui {rule} -a {one.name} -d {single(one.help)}")
    for one in (top, *others):
        seen = f"-n '__fish_seen_subcommand_from {one.name}'"
        seen = seen if one.name else "-n __fish_use_subcommand"
        for said, meaning in one.words:
            lines.append(f"complete -c moontui {seen} -a {said.split()[0]} -d {single(meaning)}")
        for option in one.options:
            if one.words and not option.flags:
                continue  # told just before, each with its meaning
            words = [f"-l {flag[2:]}" for flag in option.flags if flag.startswith("--")]
            words += [f"-s {flag[1:]}" for flag in option.flags if not flag.startswith("--")]
            needs = "-r -F" if option.is_file else "-x"
            words += [needs] * bool(option.value and option.flags)
            words += [f"-a '{' '.join(option.choices)}'"] * bool(option.choices)
            words += ["-F"] * (option.is_file and not option.flags)
            if words:
                told = f"-d {single(option.help)}" if option.help else ""
                lines.append(
                    " ".join(f"complete -c moontui {seen} {' '.join(words)} {told}".split())
                )
    return "\n".join([*lines, ""])


def single(text: str) -> str:
    """Text as one word of a shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def shared_files(version: str) -> dict[str, str]:
    """Everything by where systems expect it, below `share`."""
    return {
        "man/man1/moontui.1": manual(version),
        "bash-completion/completions/moontui": for_bash(),
        "zsh/site-functions/_moontui": for_zsh(),
        "fish/vendor_completions.d/moontui.fish": for_fish(),
    }
