"""The house table of icons: numbers of ours, as the rules name only their range, 0 to 5.

Whoever has the printed cards writes their numbers here; nothing else has to change. By suit, from
rank 1 to rank 15. Special cards have none.
"""

from __future__ import annotations

from typing import Final

CHEST_ICONS: Final = (0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5)
ROBBER_ICONS: Final = (0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5)
