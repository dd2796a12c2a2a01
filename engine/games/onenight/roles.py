"""The roles of One Night: how many cards there are, who wakes when, and which set to play with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import IntEnum


class Role(IntEnum):
    """The face of a card; those that wake come first, in the order of the night."""

    DOPPELGANGER = 0
    WEREWOLF = 1
    MINION = 2
    MASON = 3
    SEER = 4
    ROBBER = 5
    TROUBLEMAKER = 6
    DRUNK = 7
    INSOMNIAC = 8
    VILLAGER = 9
    TANNER = 10
    HUNTER = 11


COPIES: dict[Role, int] = {
    Role.DOPPELGANGER: 1,
    Role.WEREWOLF: 2,
    Role.MINION: 1,
    Role.MASON: 2,
    Role.SEER: 1,
    Role.ROBBER: 1,
    Role.TROUBLEMAKER: 1,
    Role.DRUNK: 1,
    Role.INSOMNIAC: 1,
    Role.VILLAGER: 3,
    Role.TANNER: 1,
    Role.HUNTER: 1,
}
"""How many cards of each role there are."""


class Extra(IntEnum):
    """Slots of the night that belong to no single role."""

    COPIED = 12
    """What the Doppelgänger's new role does at once."""
    COPIED_INSOMNIAC = 13
    """Her look at the end, if she copied the Insomniac."""
    LONE = 14
    """A werewolf who has seen that she is alone may look at a center card (R37)."""


SLOTS = (0, Extra.COPIED, 1, Extra.LONE, 2, 3, 4, 5, 6, 7, 8, Extra.COPIED_INSOMNIAC)
"""All slots in the order of the night."""

ACTS_AT_ONCE = (Role.SEER, Role.ROBBER, Role.TROUBLEMAKER, Role.DRUNK)
"""Roles that the Doppelgänger, if she copied one, acts out in a slot of her own (R7)."""


def slots_of(roles: Sequence[int], lone: bool = False) -> tuple[int, ...]:
    """The slots of a night: every role in the set is called, wherever its card lies (R33); a lone
    werewolf has one of her own."""
    present: set[int] = {*roles}
    if Role.DOPPELGANGER in present:
        present.add(Extra.COPIED)
        if Role.INSOMNIAC in present:
            present.add(Extra.COPIED_INSOMNIAC)
    if lone and Role.WEREWOLF in present:
        present.add(Extra.LONE)
    return tuple(int(slot) for slot in SLOTS if slot in present)


def parts_of(slot: int, roles: Sequence[int]) -> int:
    """How many questions a slot has: a player who swaps two cards names one after the other."""
    if slot == Role.TROUBLEMAKER:
        return 2
    return 2 if slot == Extra.COPIED and Role.TROUBLEMAKER in roles else 1


def is_wolf_side(role: int) -> bool:
    """Whether a card is on the werewolves' team."""
    return role in (Role.WEREWOLF, Role.MINION)


def side_of(role: int) -> str:
    """Whose team a card is on."""
    return "tanner" if role == Role.TANNER else "wolves" if is_wolf_side(role) else "village"


# ── sets ────────────────────────────────────────────────────────────────────────────────────────

W, S, R, T = Role.WEREWOLF, Role.SEER, Role.ROBBER, Role.TROUBLEMAKER
V, D, N = Role.VILLAGER, Role.DRUNK, Role.INSOMNIAC

Sets = Mapping[int, tuple[Role, ...]]
"""By number of players: a set to play with."""

SHEET: Sets = {
    3: (W, W, S, R, T, V),
    4: (W, W, S, R, T, V, V),
    5: (W, W, S, R, T, V, V, V),
}
"""By number of players: the set on the rule sheet."""

LIVELY_2: dict[int, tuple[Role, ...]] = {
    3: (W, W, S, R, T, V),
    4: (W, W, S, R, T, V, V),
    5: (W, W, S, R, T, D, N, V),
    6: (W, W, S, R, T, D, N, V, V),
    7: (W, W, Role.MASON, Role.MASON, S, R, T, D, N, V),
    8: (W, W, Role.MINION, S, R, T, D, N, V, V, Role.HUNTER),
    9: (W, W, Role.MINION, Role.MASON, Role.MASON, S, R, T, D, N, V, Role.TANNER),
    10: (W, W, Role.MINION, Role.MASON, Role.MASON, S, R, T, D, N, V, Role.TANNER, Role.HUNTER),
}
"""By number of players: a set in which much happens, by the rules before the third version."""

LIVELY_3: Sets = LIVELY_2 | {
    5: (W, W, S, R, T, N, V, V),
    7: (W, W, S, R, T, D, N, V, V, V),
    10: (W, W, Role.MINION, Role.MASON, Role.MASON, S, R, T, D, N, V, V, Role.HUNTER),
}
"""The same by the third version."""

LIVELY_4: dict[int, tuple[Role, ...]] = LIVELY_2 | {
    5: (W, W, S, R, T, V, V, Role.TANNER),
    6: (W, W, S, R, T, N, V, V, Role.TANNER),
    7: (W, W, S, R, T, N, V, V, Role.TANNER, Role.HUNTER),
    8: (W, W, S, R, T, D, N, V, V, Role.TANNER, Role.HUNTER),
    9: (W, W, S, R, T, D, N, V, V, V, Role.TANNER, Role.HUNTER),
    10: (W, W, Role.MASON, Role.MASON, S, R, T, D, N, V, V, Role.TANNER, Role.HUNTER),
}
"""The same by the fourth version."""

LIVELY: Sets = LIVELY_4 | {
    5: (W, W, S, T, V, V, V, Role.TANNER),
    7: (W, W, Role.MINION, S, R, T, N, V, V, V),
    10: (W, W, Role.MINION, Role.MASON, Role.MASON, S, R, T, D, N, V, V, Role.TANNER),
}
"""The same today: village and werewolves win about equally often, hardly a day goes by without a
contradiction, as a Tanner or a Minion lies too, and every other day has two suspects who are alike.
For three and four, the one on the sheet."""

BAG = tuple(role for role, copies in COPIES.items() for _ in range(copies))
"""All cards there are."""

SPARE = (V, V, V, Role.HUNTER, N, D, Role.TANNER, Role.MINION, T, R, S, W, W)
"""What is added first where a choice leaves room, and what goes first where it needs room."""


def choose_roles(
    seats: int, wishes: Mapping[Role, int], suggested: Sequence[Role] = ()
) -> tuple[int, ...]:
    """The set for this many players: what is wished for, and otherwise what is suggested.

    Raises `ValueError`, with a sentence for the player, when there is no such set.
    """
    size = seats + 3
    wished = wished_for(seats, wishes)
    rest = suggested or LIVELY[seats]
    chosen = wished + [role for role in rest if role not in wishes]
    for role in [*SPARE, Role.DOPPELGANGER, Role.MASON, Role.MASON]:
        if len(chosen) <= size:
            break
        if role in chosen and role not in wishes:
            chosen.remove(role)
    if chosen.count(Role.MASON) == 1:  # both or none (R32)
        chosen.remove(Role.MASON)
    for role in (*SPARE, Role.MASON, Role.DOPPELGANGER):
        copies = 2 if role == Role.MASON else 1
        free = COPIES[role] - chosen.count(role)
        if len(chosen) + copies <= size and role not in wishes and copies <= free:
            chosen += [role] * copies
    if len(chosen) != size:
        raise ValueError(f"{seats} players need {size} cards; these choices leave {len(chosen)}.")
    return tuple(sorted(int(role) for role in chosen))


def wished_for(seats: int, wishes: Mapping[Role, int]) -> list[Role]:
    """The cards that a table insists on. Raises `ValueError`, if those are too many."""
    wished = [role for role, count in wishes.items() for _ in range(count)]
    if len(wished) > seats + 3:
        raise ValueError(f"{seats} players need {seats + 3} cards, not {len(wished)}.")
    return wished


def drawn_from(bag: Sequence[Role], seats: int, wishes: Mapping[Role, int]) -> tuple[int, ...]:
    """A set drawn from a shuffled bag: Masons in pairs, and at least one werewolf (R39), unless
    other wishes were made. Raises `ValueError` when there is no such set."""
    size, chosen = seats + 3, wished_for(seats, wishes)
    rest = [role for role in bag if role not in wishes]
    if W in rest and len(chosen) < size:  # she comes first, the others as they are drawn
        rest.remove(W)
        chosen.append(W)
    for role in rest:
        pair = 2 if role == Role.MASON else 1
        if len(chosen) + pair <= size and not (pair == 2 and role in chosen):
            chosen += [role] * pair
    if len(chosen) != size:
        raise ValueError(f"{seats} players need {size} cards; these choices leave {len(chosen)}.")
    return tuple(sorted(int(role) for role in chosen))


def warnings(roles: Sequence[int]) -> tuple[str, ...]:
    """Message keys of what is odd about a set, though it can be played (R32)."""
    count = Counter(roles)
    found = []
    if not count[W]:
        found.append("no_werewolf")
    if count[N] and not count[R] and not count[T]:
        found.append("idle_insomniac")
    if count[Role.MINION] and not count[W]:
        found.append("lonely_minion")
    if not any(count[role] for role in (S, R, T, D, N, Role.DOPPELGANGER, Role.MASON)):
        found.append("nobody_knows")
    return tuple(found)
