"""What is done when the system wants this process to end, on every system."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from typing import Any


def on_signals(names: tuple[str, ...], act: Callable[[], Any]) -> None:
    """Do something when one of these signals comes; what a system does not know is left out."""
    loop = asyncio.get_running_loop()
    for number in (getattr(signal, name) for name in names if hasattr(signal, name)):
        try:
            loop.add_signal_handler(number, act)
        except NotImplementedError:  # Windows: its loops know no signals
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(act))
