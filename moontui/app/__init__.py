"""The Textual app: its screens, its widgets, and the ways into it."""

import gc

gc.set_threshold(1_000_000, 10, 100)  # until there is something to see: what is loaded stays


def look_for_garbage() -> None:
    """From now on; but much is loaded that stays, and looking for garbage in it is slow."""
    gc.set_threshold(20_000, 10, 100)
