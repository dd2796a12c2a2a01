"""How the tests run: while one waits another works, and garbage collection takes little time."""

from __future__ import annotations

import gc
import os

import pytest

from tests.once import SHELF

OUTSIDE = {
    *("COLORTERM", "NO_COLOR", "TEXTUAL_ANIMATIONS", "SSH_CONNECTION"),
    *("LC_ALL", "LC_MESSAGES", "MOONTUI_NAME", "MOONTUI_SOCKETS"),
}
"""What whoever runs the tests may have told their programs; screens look the same here anyway."""
for name in OUTSIDE & set(os.environ):
    del os.environ[name]
os.environ |= {"TERM": "xterm", "LANG": "C.UTF-8"}


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Three more workers than cores: many tests wait for processes, the network or a disk."""
    return (os.cpu_count() or 1) + 3


def pytest_collection_finish(session: pytest.Session) -> None:
    """What is loaded by now lives to the end; searching it for garbage took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 10, 10)


@pytest.fixture(scope="session", autouse=True)
def folder_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What commands keep goes where no player keeps anything."""
    os.environ["MOONTUI_DATA"] = str(tmp_path_factory.mktemp("data"))
    if "PYTEST_XDIST_WORKER" in os.environ:
        os.environ[SHELF] = str(tmp_path_factory.getbasetemp().parent)
