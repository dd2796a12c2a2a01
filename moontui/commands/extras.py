"""What to type for a part that is not installed, by the way in which moontui was."""

from __future__ import annotations

import sys
from pathlib import Path

ALL = "'moontui[ssh,web]'"
"""Both doors at once: whoever opens one will want the other."""


def way_to_doors(prefix: Path | None = None) -> str:
    """A line for the terminal. Each installer leaves a mark of its own in the environment."""
    here = prefix or Path(sys.prefix)
    if (here / "uv-receipt.toml").exists():
        return f"uv tool install {ALL}"
    if (here / "pipx_metadata.json").exists():
        return f"pipx install --force {ALL}"
    if any(part.startswith(("archive-v", "environments-v")) for part in here.parts):
        return f"uvx --from {ALL} moontui"  # an environment that uv has only lent
    if (here.parent / "hatch_build.py").exists():
        return "make setup"  # in a clone
    return f"{here / 'bin' / 'pip'} install {ALL}"
