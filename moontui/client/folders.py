"""Where moontui keeps things: the system's usual folders, readable only by their owner."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """Tables, records, keys and tokens; `MOONTUI_DATA` names another place."""
    named = os.environ.get("MOONTUI_DATA")
    return Path(named) if named else Path(platformdirs.user_data_dir("moontui", appauthor=False))
