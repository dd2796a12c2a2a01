"""`moontui`, and `python -m moontui`."""

import signal


def run() -> int:
    """Run moontui; Ctrl-C while it loads just ends it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from moontui.commands.cli import main

    signal.signal(signal.SIGINT, signal.default_int_handler)
    return main()


if __name__ == "__main__":
    raise SystemExit(run())
