"""Tests of the doors: real clients, real processes, real sockets. Windows has no doors."""

import pytest

pytest.importorskip("fcntl", reason="the doors need Unix")
