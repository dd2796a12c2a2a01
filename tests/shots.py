"""`make shots`: what players see, written from real games into screenshots/."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "screenshots"
GAMES = {"line-game.txt": ("en", "moon"), "line-game-de.txt": ("de", "mond")}
TYPED = ["1", "1", "?", "2", "1", "hand", "table", "notes", "1", "1", "1", "log 5", "q"]


def line_game(language: str, seed: str) -> str:
    """A line game as it stands on the screen, with what was typed."""
    command = ["solo", "--lang", language, "--seed", seed, "--length", "round"]
    shown = subprocess.run(
        [sys.executable, "-m", "moontui", *command],
        input="\n".join(TYPED),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for typed in TYPED:  # a terminal echoes what is typed; a pipe does not
        shown = shown.replace("\n> ", f"\n\x00 {typed}\n", 1)
    return f"$ moontui {' '.join(command)}\n{shown}".replace("\x00", ">")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, (language, seed) in GAMES.items():
        (FOLDER / file).write_text(line_game(language, seed), encoding="utf-8")
        print(f"wrote screenshots/{file}")
