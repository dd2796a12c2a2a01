"""Run files of scenarios: a line per failure, and last how many passed."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.scenarios import failures, load


def main(files: list[str]) -> int:
    if not files:
        print("usage: python -m tests.scenarios FILE.json ...", file=sys.stderr)
        return 2
    passed = failed = 0
    for scenario in (scenario for file in files for scenario in load(Path(file))):
        wrong = failures(scenario)
        for line in wrong:
            print(f"{scenario.get('id', '?')}: {line}")
        failed += bool(wrong)
        passed += not wrong
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
