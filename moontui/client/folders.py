"""Where moontui keeps things: folders of the system, readable by their owner only."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """Tables, records, keys and tokens; `MOONTUI_DATA` names another place."""
    named = os.environ.get("MOONTUI_DATA")
    return Path(named) if named else Path(platformdirs.user_data_dir("moontui", appauthor=False))
