"""How the app talks to its terminal, also after it was stopped without being asked."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from textual.drivers.linux_driver import LinuxDriver
from textual.events import Resize
from textual.geometry import Size


class WokenDriver(LinuxDriver):
    """Begins anew when the process goes on. After Ctrl+Z it has let the terminal go before; after
    SIGSTOP it has not, and would read it with a second thread that nobody ends at quitting."""

    def _sigcont_application(self, *given: Any) -> None:
        if self._auto_restart and self._key_thread is not None and self._key_thread.is_alive():
            self.suspend_application_mode()
            self._must_signal_resume = True
        super()._sigcont_application(*given)

    def start_application_mode(self) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGWINCH})
        try:
            super().start_application_mode()  # type: ignore[no-untyped-call]
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGWINCH, self.tell_size)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGWINCH})

    def tell_size(self) -> None:
        """Tell the app how large the terminal is. The loop does this once at a time; a handler of
        signals may be interrupted by the next one, and the older size would be told last."""
        if not self._in_band_window_resize:
            size = Size(*self._get_terminal_size())
            self.send_message(Resize(size, size))
