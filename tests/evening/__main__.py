"""`make evening`: friends with three laptops and a phone, and whatever can go wrong on a LAN.

Wolfmoon, One Night, and a final of the best two in Moonlight. Two friends come late and one leaves;
the host's address changes, the host is killed and started again, and the table moves to another
laptop in the middle of a game. Everything is done with keys and touches. Said are the seconds that
people had to wait; pictures and everybody's files stay in a folder.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import mkdtemp

from tests.doors.browser import PROGRAM
from tests.evening.friends import Evening
from tests.net.machines import NoMachines, machines
from tests.painter import CannotPaint, fonts


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.evening", description=__doc__)
    parser.add_argument("--folder", type=Path, help="where pictures and files are kept")
    wish = parser.parse_args()
    if not PROGRAM:
        print("No evening: there is no browser for the phone (Debian: apt install chromium).")
        return 0
    try:
        fonts()
        with machines(4) as lan:
            folder = Path(mkdtemp(prefix="evening-", dir=wish.folder))
            asyncio.run(Evening(folder, lan).spend())
    except NoMachines as reason:
        print(f"No evening: {reason}.")
        return 0
    except CannotPaint as reason:
        print(reason)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
