"""`moontui`, and `python -m moontui`."""

import signal
import sys
from pathlib import Path


def leave_out_this_folder() -> None:
    """`python -m` looks for modules in the current folder first. A file `engine.py` that lies there
    is not ours, and is not run."""
    first = Path(sys.path[0]).resolve()
    if first == Path.cwd() and first != Path(__file__).resolve().parents[1]:
        del sys.path[0]


def run() -> int:
    """Run moontui; Ctrl-C while it loads just ends it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from moontui.commands.cli import main

    signal.signal(signal.SIGINT, signal.default_int_handler)
    return main()


if __name__ == "__main__":
    leave_out_this_folder()
    raise SystemExit(run())
