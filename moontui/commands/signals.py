"""What the system and this process tell each other: that it shall end, and that it is ready."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any


def on_signals(names: tuple[str, ...], act: Callable[[], Any]) -> None:
    """Do something when one of these signals comes; what a system does not know is left out."""
    loop = asyncio.get_running_loop()
    for number in (getattr(signal, name) for name in names if hasattr(signal, name)):
        try:
            loop.add_signal_handler(number, act)
        except NotImplementedError:  # Windows: its loops know no signals
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(act))


def say_ready() -> None:
    """Tell whoever started this process as a service that it does its work now, as systemd asks
    for; then `systemctl start` ends when a host answers, and not before."""
    place = os.environ.pop("NOTIFY_SOCKET", "")  # whatever is started from here is not the service
    if place and hasattr(socket, "AF_UNIX"):
        address = f"\0{place[1:]}" if place.startswith("@") else place
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(b"READY=1", address)
