"""How the app talks to its terminal, also after it was stopped without being asked."""

from __future__ import annotations

from typing import Any

from textual.drivers.linux_driver import LinuxDriver


class WokenDriver(LinuxDriver):
    """Begins anew when the process goes on. After Ctrl+Z it has let the terminal go before; after
    SIGSTOP it has not, and would read it with a second thread that nobody ends at quitting."""

    def _sigcont_application(self, *given: Any) -> None:
        if self._auto_restart and self._key_thread is not None and self._key_thread.is_alive():
            self.suspend_application_mode()
            self._must_signal_resume = True
        super()._sigcont_application(*given)
