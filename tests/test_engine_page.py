"""The examples in docs/engine.md run as written, with nothing but the engine."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)


def run(script: str) -> list[str]:
    """What a program with only the engine and the standard library prints."""
    out = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = [{str(ROOT)!r}]\n{script}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return out.stdout.splitlines()


def test_five_lines_play_a_game() -> None:
    lines = [line for line in BLOCKS[0].splitlines() if line and "import" not in line]
    assert len([line for line in lines if not line.startswith((" ", "print"))]) <= 5
    (told,) = run(BLOCKS[0])
    assert re.fullmatch(r"Outcome\(reason='\w+', winners=\(\d,.*\)\)", told)


def test_all_examples_run_in_order() -> None:
    told = run("".join(BLOCKS))
    assert "That is not one of the choices." in told
    assert told[-1].endswith("of winning chance")


def test_the_docstring_of_the_engine_begins_as_the_page_does() -> None:
    import engine

    code = re.sub(r"^    ", "", engine.__doc__ or "", flags=re.MULTILINE)
    assert BLOCKS[0] in code
