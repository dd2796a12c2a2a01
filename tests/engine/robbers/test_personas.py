"""Ten players of Robbers: what each likes to lay down, whatever their role."""

from __future__ import annotations

import pytest

from engine.games.robbers import ROBBERS
from engine.games.robbers.deck import Card, Suit, normal
from engine.games.robbers.personas import LIKINGS, PLAIN, taste
from engine.games.robbers.state import Table
from engine.play import start

LOW_CHEST, HIGH_CHEST = normal(Suit.CHEST, 2), normal(Suit.CHEST, 14)
LOW_ROBBER, HIGH_ROBBER = normal(Suit.ROBBER, 2), normal(Suit.ROBBER, 14)


def table(*trick: int) -> Table:
    found = start(ROBBERS, 4, bytes(32))
    found.trick = list(trick)
    return found


def likes(persona: str, card: int, rather_than: int, *trick: int) -> bool:
    at = table(*trick)
    return taste(LIKINGS[persona], at, card) > taste(LIKINGS[persona], at, rather_than)


@pytest.mark.parametrize(
    ("persona", "card", "other", "trick"),
    [
        ("Ada", HIGH_CHEST, LOW_CHEST, (normal(Suit.CHEST, 8),)),
        ("Bela", LOW_CHEST, HIGH_CHEST, (normal(Suit.CHEST, 8),)),
        ("Bela", LOW_CHEST, Card.WEREWOLF, ()),
        ("Cleo", LOW_CHEST, HIGH_CHEST, ()),
        ("Dario", Card.KNIFE, LOW_CHEST, ()),
        ("Finn", HIGH_CHEST, LOW_CHEST, ()),
        ("Greta", LOW_CHEST, LOW_ROBBER, ()),
        ("Hugo", Card.WEREWOLF, LOW_CHEST, ()),
        ("Ines", LOW_ROBBER, LOW_CHEST, ()),
        ("Ines", LOW_ROBBER, LOW_CHEST, (normal(Suit.CHEST, 8),)),
        ("Jona", LOW_CHEST, HIGH_CHEST, ()),
    ],
)
def test_everybody_has_cards_they_would_rather_play(
    persona: str, card: int, other: int, trick: tuple[int, ...]
) -> None:
    assert likes(persona, card, other, *trick)


def test_edda_plays_what_the_tide_brings() -> None:
    assert LIKINGS["Edda"] == PLAIN


@pytest.mark.parametrize("persona", LIKINGS)
def test_what_somebody_likes_does_not_depend_on_their_role(persona: str) -> None:
    at = table()
    before = [taste(LIKINGS[persona], at, card) for card in at.hands[0]]
    at.roles = [2 - role for role in at.roles]
    assert [taste(LIKINGS[persona], at, card) for card in at.hands[0]] == before
