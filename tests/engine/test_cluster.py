"""The arena on a Dask cluster counts what it counts in one process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.arena import BATCH, Contest, batches
from engine.games.wolfmoon import WOLFMOON
from moontui.commands.cluster import engine_hash
from tests.test_architecture import ROOT

distributed: Any = pytest.importorskip(
    "distributed", reason="the arena on a cluster needs moontui[cluster]"
)

CONTEST = Contest(WOLFMOON, ("greedy", "random", "random"), 7, {"length": "round"})


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster


def test_a_cluster_and_one_process_find_the_same_figures(cluster: Any) -> None:
    deals = BATCH + 3
    alone = [batch.shares for batch in batches(CONTEST, deals)]
    with distributed.Client(cluster) as client:
        executor = client.get_executor(pure=False)
        assert [batch.shares for batch in batches(CONTEST, deals, executor)] == alone


def arena(*more: str) -> dict[str, Any]:
    """What the command prints, except for the times."""
    bots = ("--bots", "greedy,random,random", "--rounds", "90", "--seed", "7", "--json")
    command = [sys.executable, "-m", "moontui", "arena", *bots, *more]
    found: dict[str, Any] = json.loads(subprocess.check_output(command, timeout=60, text=True))
    for place in (found, *found["rows"]):
        for key in ("seconds", "ms_p50", "ms_p95"):
            place.pop(key, None)
    return found


def test_the_command_plays_on_a_cluster(cluster: Any) -> None:
    assert arena("--dask", cluster.scheduler_address) == arena("--jobs", "1")


def test_where_no_cluster_is_the_command_says_so() -> None:
    command = [sys.executable, "-m", "moontui", "arena", "--bots", "random,random,random"]
    found = subprocess.run(
        [*command, "--dask", "tcp://127.0.0.1:1"],
        env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"},
        capture_output=True,
        timeout=60,
        text=True,
    )
    assert found.returncode == 2
    assert found.stderr.splitlines()[-1] == "There is no Dask cluster at tcp://127.0.0.1:1."


@contextmanager
def stranger(scheduler: str, folder: Path) -> Iterator[None]:
    """A worker whose engine differs from ours by one line."""
    for part in ("engine", "net", "moontui"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "engine" / "rng.py").open("a", encoding="utf-8") as file:
        file.write("# another rule\n")
    worker = subprocess.Popen(
        [*(sys.executable, "-m", "distributed.cli.dask_worker", scheduler), "--no-dashboard"],
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        worker.terminate()
        worker.wait()


def test_a_worker_with_another_engine_does_not_play(tmp_path: Path) -> None:
    with distributed.LocalCluster(
        n_workers=0, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        command = [sys.executable, "-m", "moontui", "arena", "--rounds", "8", "--dask", address]
        with stranger(address, tmp_path), distributed.Client(cluster) as client:
            client.wait_for_workers(1, timeout=60)
            (theirs,) = client.run(engine_hash).values()
            assert theirs != engine_hash()
            found = subprocess.run(command, capture_output=True, timeout=120, text=True)
            assert found.returncode == 2
            refused, why = found.stderr.splitlines()[-2:]
            assert refused.endswith("has another engine, and does not play.")
            assert why == "The cluster has no worker with the same engine as here."
            cluster.scale(1)
            client.wait_for_workers(2, timeout=60)
            found = subprocess.run(command, capture_output=True, timeout=120, text=True)
            assert found.returncode == 0
            assert "has another engine, and does not play." in found.stderr
            assert "2 deals x 4 seats" in found.stdout
