"""The parts know each other in one direction only: moontui, net, engine, standard library."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.games import GAMES
from moontui.words.catalogue import LANGUAGES, title_of

ROOT = Path(__file__).parents[1]
OURS = {"engine", "net", "moontui", "tests", "benchmarks"}
FILES = sorted(
    file for part in ("engine", "net", "moontui") for file in (ROOT / part).rglob("*.py")
)


@cache
def nodes(file: Path) -> list[ast.AST]:
    """All that a module is made of."""
    return list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


@cache
def imports(file: Path) -> set[str]:
    """The modules a file imports, dotted."""
    found = set()
    for node in nodes(file):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} imports by a relative name"
            found.add(node.module or "")
    return found


def name(file: Path) -> str:
    return str(file.relative_to(ROOT))


@pytest.mark.parametrize("file", sorted((ROOT / "engine").rglob("*.py")), ids=name)
def test_the_engine_imports_the_standard_library_only(file: Path) -> None:
    foreign = {
        module for module in imports(file) if module.split(".")[0] not in sys.stdlib_module_names
    }
    assert {module.split(".")[0] for module in foreign} <= {"engine"}


def test_nothing_looks_back() -> None:
    for file in FILES:
        part = file.relative_to(ROOT).parts[0]
        allowed = {
            "engine": {"engine"},
            "net": {"net", "engine"},
            "moontui": {"moontui", "net", "engine"},
        }
        used = {module.split(".")[0] for module in imports(file)} & OURS
        assert used <= allowed[part], f"{name(file)} imports {used - allowed[part]}"


ROOMS = {
    "words": {"words", "games"},
    "draw": {"words", "draw", "games"},
    "puzzles": {"words", "games", "puzzles"},
    "client": {"words", "games", "draw", "client", "puzzles"},
    "plain": {"words", "games", "client", "plain"},
    "programs": {"words", "games", "client", "programs"},
}
"""By room of moontui: which rooms it knows. The app and the commands may know them all."""


@pytest.mark.parametrize("room", ROOMS)
def test_the_rooms_of_moontui_know_each_other_in_one_direction(room: str) -> None:
    for file in (ROOT / "moontui" / room).rglob("*.py"):
        used = {module.split(".")[1] for module in imports(file) if module.startswith("moontui.")}
        assert used <= ROOMS[room], f"{name(file)} imports {used - ROOMS[room]}"


def test_textual_is_for_the_app_and_for_what_it_draws() -> None:
    for file in FILES:
        if {"textual", "rich"} & {module.split(".")[0] for module in imports(file)}:
            is_board = name(file).startswith("moontui/games/") and file.stem == "board"
            assert is_board or name(file).startswith(("moontui/app/", "moontui/draw/")), name(file)


def test_a_line_game_runs_without_textual() -> None:
    script = (
        "import sys; import moontui.commands.plain, moontui.commands.solo, moontui.client.ways;"
        "print({'textual', 'rich'} & set(sys.modules))"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "set()"


def test_the_first_screen_loads_nothing_of_the_way_to_a_table() -> None:
    script = (
        "import sys; import moontui.app.app, moontui.app.screens.home;"
        "later = {'moontui.client.ways', 'moontui.client.session', 'net.requests', 'net.host'};"
        "print(later & set(sys.modules))"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "set()"


def printed(node: ast.AST) -> bool:
    """Whether code puts something on a terminal, or hands somebody else what does."""
    match node:
        case ast.Name("print" | "input" | "breakpoint"):
            return True
        case ast.Attribute(ast.Attribute(ast.Name("sys"), "stdout" | "stderr"), part):
            return part != "isatty"
        case ast.Attribute(ast.Name("getpass"), part):
            return part == "getpass"
        case ast.Attribute(ast.Name("logging"), part):
            return part in ("basicConfig", "StreamHandler")
        case ast.Attribute(ast.Name("traceback"), part):
            return part.startswith("print_")
    return False


def test_one_module_prints() -> None:
    printing = {name(file) for file in FILES if any(map(printed, nodes(file)))}
    assert printing == {"moontui/plain/out.py"}


def test_no_module_is_too_long_to_be_held_in_the_head() -> None:
    for file in FILES:
        if file.name != "cards.py":  # one function per card, and there are many
            assert len(file.read_text(encoding="utf-8").splitlines()) <= 500, name(file)


@pytest.mark.parametrize("part", ["engine", "moontui"])
def test_a_game_never_imports_another_game(part: str) -> None:
    games = ROOT / part / "games"
    for file in games.glob("*/**/*.py"):
        own = {file.relative_to(games).parts[0], "face"}
        others = [m for m in imports(file) if m.startswith(("engine.games.", "moontui.games."))]
        assert all(module.split(".")[2] in own for module in others), name(file)


def test_no_code_but_its_own_names_a_game() -> None:
    for file in FILES:
        own = [folder.name for folder in file.parents if folder.parent.name == "games"]
        named = {
            node.value
            for node in nodes(file)
            if isinstance(node, ast.Constant) and node.value in list(GAMES)
        }
        assert own or not named, f"{name(file)} names {named}"


def test_no_words_but_its_own_name_a_game() -> None:
    titles = {title_of(language, game) for language in LANGUAGES for game in GAMES}
    for file in (ROOT / "moontui" / "words").rglob("*.toml"):
        text = file.read_text(encoding="utf-8")
        assert not [title for title in titles if title in text], name(file)


def test_general_parts_know_no_game() -> None:
    engine = ROOT / "engine"
    front_door = engine / "__init__.py"  # names the shelf, and loads it when asked for
    for file in {*engine.glob("*.py"), *(engine / "bots").glob("*.py")} - {front_door}:
        assert not [m for m in imports(file) if m.startswith("engine.games")], name(file)


def test_the_engine_runs_without_anything_else() -> None:
    script = (
        "import sys; import engine.games, engine.arena, engine.review, engine.match;"
        "print(sorted({m.split('.')[0] for m in sys.modules} - set(sys.stdlib_module_names)"
        " - {'engine', '__main__', '__mp_main__'}))"
    )
    out = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, {str(ROOT)!r}); {script}",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert out.stdout.strip() == "[]"


def test_the_front_door_of_the_engine_loads_nothing_before_it_is_asked() -> None:
    script = "import sys, engine; print([m for m in sys.modules if m.startswith('engine.')])"
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_known_without_loading_its_bots(game: str) -> None:
    script = f"import sys, engine.games.{game}; print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    bots = {"advice", "bot", "bots", "easy", "levels", "mind", "search", "speech", "thoughts"}
    assert not {module for module in out.stdout.split() if module.split(".")[-1] in bots} - {
        "engine.bots"
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_of_a_game_can_be_called(game: str) -> None:
    rng = Random(0)
    for level, make in GAMES[game].bots.items():
        assert hasattr(make(rng), "choose"), level


def test_views_are_made_in_one_place() -> None:
    makers = {
        name(file)
        for file in FILES
        for node in nodes(file)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "View"
    }
    # A client makes the view it was sent; it has nothing else to make one from.
    assert makers == {"engine/play.py", "net/client.py"}


def test_no_code_uses_the_clock_or_global_chance_in_the_engine() -> None:
    for file in (ROOT / "engine").rglob("*.py"):
        used = imports(file)
        assert not used & {"time", "datetime", "secrets", "asyncio", "threading"}, name(file)
        text = file.read_text(encoding="utf-8")
        assert "import random" not in text, f"{name(file)} uses the global random numbers"


def test_each_door_brings_its_own_library() -> None:
    homes = {
        "asyncssh": "net/doors/ssh",
        "aiohttp": "net/doors/web",
        "textual_serve": "net/doors/web",
        "segno": "net/doors/web",
    }
    for file in FILES:
        for module in imports(file):
            home = homes.get(module.split(".")[0], "")
            assert name(file).startswith(home), f"{name(file)} imports {module}"


def test_doors_that_nobody_asks_for_are_not_loaded() -> None:
    script = (
        "import sys; import moontui.app.start, moontui.app.visitor_app;"
        "import moontui.commands.host, moontui.commands.admin;"
        "print(sorted({'asyncssh', 'aiohttp', 'textual_serve', 'segno', 'zeroconf', 'cryptography'}"
        " & set(sys.modules)))"
    )
    out = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert out.stdout.strip() == "[]"
