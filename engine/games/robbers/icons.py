"""The house table of icons: our own numbers, as the rules give only their range, 0 to 5.

If you have the printed cards, write their numbers here; nothing else has to change. By suit, from
rank 1 to rank 15. Special cards have no icons.
"""

from __future__ import annotations

from typing import Final

CHEST_ICONS: Final = (0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5)
ROBBER_ICONS: Final = (0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5)
