"""The Textual app: its screens, its widgets, and the ways into it."""

import gc

gc.set_threshold(20_000, 10, 100)  # as much is loaded that stays: looking for garbage in it is slow
