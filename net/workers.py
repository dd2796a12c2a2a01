"""Processes of a host's own, which leave Ctrl-C to the host: it ends them when it is ready."""

from __future__ import annotations

import signal
from multiprocessing.context import SpawnContext, SpawnProcess


class Worker(SpawnProcess):
    """A new process that no Ctrl-C reaches, not even while it loads."""

    def start(self) -> None:
        if not hasattr(signal, "pthread_sigmask"):  # Windows: they hear Ctrl-C, and end by it
            super().start()
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            super().start()  # which passes on what is blocked
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Workers(SpawnContext):
    """Where such processes come from."""

    Process = Worker
