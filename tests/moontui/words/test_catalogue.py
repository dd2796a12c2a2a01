"""Both languages say the same things, and say nothing that nobody wants to hear."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from enum import EnumMeta
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from textual.binding import Binding

from engine.bots.personas import PERSONAS
from engine.bots.talk import OFTEN, WAYS
from engine.games import GAMES
from moontui.words.catalogue import LANGUAGES, SHARED, Catalogue, file_of, read

ROOT = Path(__file__).parents[3]
APP = sorted((ROOT / "moontui").rglob("*.py"))
ALL = [*APP, *sorted((ROOT / "net").rglob("*.py")), *sorted((ROOT / "engine").rglob("*.py"))]
FILES = (*SHARED, *GAMES)
ASKERS = {"say", "heard", "has", "parts"}
"""The methods by which a catalogue is asked."""
SHORTHANDS = {
    ("games/wolfmoon/board.py", "label"): "board",
    ("games/moonlight/board.py", "label"): "board",
    ("games/moonlight/grid.py", "label"): "board",
}
"""Functions that ask for one family of messages, with the key as their second argument."""
LISTED = (
    "pages", "rules", "key_names", "tips", "personas", "sayings", "puzzle_why",
    "commands", "cli_options", "lesson_commands", "lesson", "said", "said_by", "asking", "manner",
)  # fmt: skip
"""Families that are read as a whole, keys of the keyboard, what can be typed (`test_plain`) and
said to the command line (`test_manual`), what lessons say (`test_lesson`), and the many ways in
which bots talk (`test_onenight`)."""
FORMS = "(names|short|tight|you|to_you|night|own_night)"
"""What a variable first key stands for."""
ANYTHING = r"[^.]+"
DECKS = [
    (game, file.stem)
    for game in GAMES
    for file in sorted((ROOT / "engine" / "games" / game).glob("*.py"))
]
"""The modules of all games."""


def messages(tree: Mapping[str, Any], path: str = "") -> dict[str, str]:
    """Every message of a catalogue by its dotted key."""
    found: dict[str, str] = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            found |= messages(value, f"{path}{key}.")
        else:
            found[f"{path}{key}"] = value
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_read_part_by_part_says_what_its_file_does(language: str) -> None:
    for name in FILES:
        whole = tomllib.loads(file_of(language, name).read_text(encoding="utf-8"))
        assert dict(read.__wrapped__(language, name)) == whole


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_no_message_is_missing_and_none_is_too_many(file: str, language: str) -> None:
    assert messages(read(language, file)).keys() == messages(read("en", file)).keys()


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_the_same_in_every_language(file: str, language: str) -> None:
    english, other = messages(read("en", file)), messages(read(language, file))
    unlike = [key for key in english if blanks(other.get(key, "")) != blanks(english[key])]
    assert unlike == []


def blanks(text: str) -> set[str]:
    """What is filled in: a role with or without its article is the same."""
    return {name.removeprefix("a_") for name in re.findall(r"{(\w*)}", text)}


def test_in_german_a_match_is_always_called_a_partie() -> None:
    for file in FILES:
        english, german = messages(read("en", file)), messages(read("de", file))
        called = [key for key, text in english.items() if re.search(r"\bmatch\b", text)]
        assert [key for key in called if "Partie" not in german[key]] == []
        assert [key for key, text in german.items() if re.search(r"\bMatch", text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_of_the_program_stands_in_two_files(language: str) -> None:
    seen: dict[str, str] = {}
    for file in SHARED:
        for key in messages(read(language, file)):
            assert seen.setdefault(key, file) == file, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_can_act_on_a_terminal(language: str) -> None:
    for file in FILES:
        for key, text in messages(read(language, file)).items():
            assert text.replace("\n", "").isprintable(), key


def test_every_message_is_asked_for_somewhere() -> None:
    asked = re.compile("|".join(f"(?:{pattern})" for pattern in sorted(patterns())))
    unused = []
    for file in FILES:
        for key in messages(read("en", file)):
            wanted = asked.fullmatch(key)
            named = all(map(is_named, key.split(".")))
            if key.split(".")[0] not in LISTED and not (wanted and named):
                unused.append(f"{file}: {key}")
    assert unused == []


def is_named(part: str) -> bool:
    """Whether a part of a key appears in the code, whole or in two pieces."""
    words = words_in_code()
    pieces = (part.split("_", n) for n in range(1, part.count("_") + 1))
    return part in words or any(
        "_".join(split[:-1]) in words and (split[-1] in words or split[-1].isdigit())
        for split in pieces
    )


def test_every_message_that_is_asked_for_by_name_is_there() -> None:
    there = {key for file in FILES for key in messages(read("en", file))}
    missing = [
        f"{file.name}: {path}"
        for file in APP
        for how, path in asked_in(file)
        if how == "say" and not re.search(r"[|(\[]", path)
        if path.replace(r"\.", ".") not in there
    ]
    assert missing == []


def test_every_persona_has_words_for_every_occasion() -> None:
    said = {f"{moment}_{way + 1}" for moment in OFTEN for way in range(WAYS.get(moment, 1))}
    spoken = read("en", "sayings")["sayings"]
    assert [*spoken] == [persona.lower() for persona in PERSONAS]
    assert [persona for persona, lines in spoken.items() if lines.keys() != said] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_personas_say_the_same_thing(language: str) -> None:
    lines = [line for who in read(language, "sayings")["sayings"].values() for line in who.values()]
    assert [line for line, times in Counter(lines).items() if times > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_a_name_and_a_tip(language: str) -> None:
    words = Catalogue(language, "wolfmoon")
    names = {binding.description for binding in bindings() if binding.description}
    assert len(names) > 15
    assert [name for name in sorted(names) if not words.has("keys", name)] == []
    assert [name for name in sorted(names) if not words.has("tips", name)] == []


def test_every_name_of_a_key_belongs_to_a_key() -> None:
    names = {name for binding in bindings() for name in (binding.description, binding.id)}
    words = Catalogue("en", "wolfmoon")
    assert set(words.parts("keys")) <= names
    assert set(words.parts("tips")) <= names


def test_every_key_can_be_reassigned() -> None:
    for binding in bindings():
        assert binding.id, binding


# ── what the code asks for ──────────────────────────────────────────────────────────────────────


@cache
def patterns() -> frozenset[str]:
    """Everything that is asked for anywhere, as patterns of dotted keys."""
    return frozenset(
        path + (r"\..*" if how == "parts" else "") for file in APP for how, path in asked_in(file)
    )


def asked_in(file: Path) -> Iterator[tuple[str, str]]:
    name = str(file.relative_to(ROOT / "moontui"))
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        if asks(node):
            how = node.func.attr if isinstance(node.func, ast.Attribute) else "say"
            path = [a for a in node.args if not isinstance(a, ast.Starred)]
            starred = len(path) < len(node.args)
            if in_shorthand(name, path):
                continue
            if path:
                keys = [*map(pattern_of, path)]
                keys[0] = FORMS if keys[0] == ANYTHING else keys[0]
                yield how, r"\.".join(keys) + (r"(\..*)?" if starred else "")
        elif isinstance(node.func, ast.Name) and (name, node.func.id) in SHORTHANDS:
            key = pattern_of(node.args[1])
            key = "|".join(map(re.escape, sorted(texts_of(file)))) if key == ANYTHING else key
            yield "say", rf"{SHORTHANDS[name, node.func.id]}\.({key})"


def asks(node: ast.Call) -> bool:
    if isinstance(node.func, ast.Name):
        return node.func.id == "say"
    return isinstance(node.func, ast.Attribute) and node.func.attr in ASKERS


def in_shorthand(file: str, path: list[ast.expr]) -> bool:
    """Whether this is the one place where a shorthand asks for whatever it is given."""
    families = {family for (where, _), family in SHORTHANDS.items() if where == file}
    match path:
        case [ast.Constant(value=family), ast.Name()]:
            return family in families
    return False


def pattern_of(node: ast.expr) -> str:
    """Which texts an expression may stand for."""
    match node:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.IfExp():
            return f"({pattern_of(node.body)}|{pattern_of(node.orelse)})"
        case ast.BoolOp():
            return "(" + "|".join(map(pattern_of, node.values)) + ")"
        case ast.JoinedStr():
            return "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[^.]*"
                for part in node.values
            )
    return ANYTHING


@cache
def words_in_code() -> frozenset[str]:
    """All texts in the code that a key could be made of."""
    return frozenset().union(*map(texts_of, ALL))


@cache
def texts_of(file: Path) -> frozenset[str]:
    """The texts in a file, including names of cards and of settings."""
    found = set(cards())
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {node.value, node.value.strip("_")}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return frozenset(found)


@cache
def cards() -> frozenset[str]:
    """The names of all cards, roles and the like: the members of the games' enumerations."""
    decks = [import_module(f"engine.games.{game}.{module}") for game, module in DECKS]
    kinds = [kind for deck in decks for kind in vars(deck).values() if isinstance(kind, EnumMeta)]
    return frozenset(member.name.lower() for kind in kinds for member in kind)  # type: ignore[var-annotated]


def bindings() -> list[Binding]:
    """Every binding of the app, of its screens and of its widgets."""
    from textual.dom import DOMNode

    for file in APP:
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        if not name.endswith("__main__"):
            __import__(name)
    found: list[Binding] = []
    todo = [DOMNode]
    while todo:
        kind = todo.pop()
        todo += kind.__subclasses__()
        if kind.__module__.startswith("moontui."):
            own = kind.__dict__.get("BINDINGS", [])
            found += [binding for binding in own if isinstance(binding, Binding)]
    return found
