"""The arena on a Dask cluster counts what it counts in one process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from engine.arena import BATCH, Contest, batches
from engine.games.wolfmoon import WOLFMOON

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
