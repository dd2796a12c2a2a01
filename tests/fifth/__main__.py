"""moontui with a fifth game: `python -m tests.fifth solo --plain --game dare`."""

from __future__ import annotations

import sys

from moontui.commands.cli import main
from tests.fifth import fifth_game

if __name__ == "__main__":
    with fifth_game():
        sys.exit(main(sys.argv[1:]))
