"""The arena on a Dask cluster: only workers with the very same engine may play."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import engine
from moontui.plain.out import complain


def engine_hash() -> str:
    """What the sources of the engine are, here or wherever this is run."""
    whole = sha256()
    for folder in map(Path, engine.__path__):
        for file in sorted(folder.rglob("*.py")):
            whole.update(f"{file.relative_to(folder).as_posix()}\n".encode())
            whole.update(sha256(file.read_bytes()).digest())
    return whole.hexdigest()


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of a cluster. Raises `ValueError`, with a sentence, if none can be used."""
    try:
        from distributed import Client
    except ImportError:
        raise ValueError("--dask needs the package distributed: moontui[cluster].") from None
    try:
        client = Client(address)
    except OSError:
        raise ValueError(f"There is no Dask cluster at {address}.") from None
    with client:
        yield client.get_executor(pure=False, workers=alike(client))


def alike(client: Any) -> list[str]:
    """The workers whose engine is ours; the others are named, and do not play."""
    ours = engine_hash()
    found: dict[str, object] = client.run(engine_hash, on_error="return")
    for worker, theirs in found.items():
        if theirs != ours:
            complain(f"The worker {worker} has another engine, and does not play.")
    workers = [worker for worker, theirs in found.items() if theirs == ours]
    if not workers:
        raise ValueError("The cluster has no worker with the same engine as here.")
    return workers
