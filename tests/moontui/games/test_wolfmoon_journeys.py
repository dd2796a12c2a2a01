"""Cards that fly over Wolfmoon's table: from where to where, and which of them are open."""

from __future__ import annotations

import pytest

from engine.core import HIDDEN, Event, Seat
from engine.games.wolfmoon.deck import Card
from moontui.games.wolfmoon.journeys import Journey, Spot, journey

ADA, BO = Seat(0), Seat(1)
SEER, MOON = int(Card.SEER), int(Card.SITTING_WOLF)
PILE, ASIDE, SLOT = Spot("pile"), Spot("aside"), Spot("slot", 2)
AT_ADA, AT_BO = Spot("seat", ADA), Spot("seat", BO)


@pytest.mark.parametrize(
    ("event", "way"),
    [
        (Event("drew", ADA, None, (SEER,), 0, (ADA,)), (SEER, PILE, AT_ADA)),
        (Event("drew", ADA, None, (HIDDEN,), 0, (ADA,)), (HIDDEN, PILE, AT_ADA)),
        (Event("drew_aside", ADA, None, (SEER,), 0, (ADA,)), (SEER, ASIDE, AT_ADA)),
        (Event("played", ADA, None, (SEER,)), (SEER, AT_ADA, Spot("display", ADA))),
        (Event("peeked", ADA, None, (SEER,), 2, (ADA,)), (SEER, SLOT, AT_ADA)),
        (Event("returned", ADA, None, (SEER,), 2, (ADA,)), (SEER, AT_ADA, SLOT)),
        (Event("swapped", ADA, BO), (HIDDEN, AT_ADA, AT_BO)),
        (Event("handed", ADA, BO, (SEER,), 0, (ADA, BO)), (SEER, AT_ADA, AT_BO)),
        (Event("took", ADA, BO, (SEER,)), (SEER, Spot("display", BO), AT_ADA)),
        (Event("looked", ADA, BO, (SEER,), 0, (ADA, BO)), (SEER, AT_BO, AT_ADA)),
        (Event("moon", ADA, None, (MOON,)), (MOON, PILE, Spot("moon", MOON))),
    ],
    ids=lambda value: value.kind if isinstance(value, Event) else "",
)
def test_a_card_flies_from_where_it_was_to_where_it_goes(
    event: Event, way: tuple[int, Spot, Spot]
) -> None:
    assert journey(event, 3) == Journey(*way)


@pytest.mark.parametrize(
    "event",
    [
        Event("dealt", ADA, None, (SEER,), 0, (ADA,)),
        Event("placed", ADA, None, (SEER,)),
        Event("got", ADA, None, (SEER,), 0, (ADA,)),
        Event("final", ADA, None, (SEER,), 2),
        Event("compared", ADA, BO, (SEER, SEER), 0, (ADA, BO)),
        Event("watchman_kept", ADA, None, (SEER,), 0, (ADA,)),
        Event("drunkard", ADA, None, (SEER, SEER), 3, (ADA,)),
        Event("missed", ADA, BO, (), 7),
        Event("turn", ADA),
    ],
    ids=lambda event: event.kind,
)
def test_nothing_flies_where_no_card_goes_or_many_do(event: Event) -> None:
    assert journey(event, 3) is None
