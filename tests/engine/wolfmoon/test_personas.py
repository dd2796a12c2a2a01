"""Ten players of Wolfmoon: what each likes, where everybody can see it, and what nobody does."""

from __future__ import annotations

from random import Random

import pytest

from engine.bots.personas import PERSONAS, seated
from engine.core import Choice, Event, Seat
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.cards import PASS
from engine.games.wolfmoon.deck import COPIES, DOOMED, VALUE, Card
from engine.games.wolfmoon.personas import LIKINGS, PLAIN, Taste
from engine.games.wolfmoon.rules import CENTER, DRAW
from engine.games.wolfmoon.state import SEATS, Table
from engine.play import advance, asks, start, view
from tests.extent import some

ME, NEXT, ACROSS, BEFORE = SEATS[:4]


def table(*events: Event, **zones: list[list[int]]) -> Table:
    """Four players in the middle of a round."""
    found = start(WOLFMOON, 4, bytes(32), {"length": "round"})
    found.displays = zones.get("displays", [[], [], [], []])
    found.events = [Event("round", ME, number=1), *events]
    return found


def favorite(persona: str, at: Table) -> list[Seat]:
    """Whom somebody would rather aim at."""
    taste = Taste(LIKINGS[persona], at, ME)
    liked = {seat: taste.of([Choice("aim", seat)]) for seat in (NEXT, ACROSS, BEFORE)}
    return [seat for seat, liking in liked.items() if liking == max(liked.values()) > 0]


def likes(persona: str, choice: Choice, rather_than: Choice) -> bool:
    taste = Taste(LIKINGS[persona], table(), ME)
    return taste.of([choice]) > taste.of([rather_than])


def attack(by: Seat, at: Seat) -> tuple[Event, Event]:
    return Event("turn", by), Event("missed", by, at, number=3)


def test_finn_cannot_wait_and_aims_at_whoever_comes_next() -> None:
    assert favorite("Finn", table()) == [NEXT]


def test_bela_aims_at_whoever_had_the_turn_before() -> None:
    assert favorite("Bela", table()) == [BEFORE]


def test_greta_aims_at_whoever_did_something_to_her_last() -> None:
    assert favorite("Greta", table()) == []
    assert favorite("Greta", table(*attack(BEFORE, ME), *attack(ACROSS, ME))) == [ACROSS]


def test_hugo_goes_for_whoever_has_played_the_highest_card() -> None:
    displays: list[list[int]] = [[], [Card.SEER], [Card.THIEF], [Card.WITCH]]
    assert favorite("Hugo", table(displays=displays)) == [ACROSS]


def test_hugo_goes_for_whoever_has_won_most_in_the_first_place() -> None:
    at = table(displays=[[], [], [int(Card.THIEF)], []])
    at.tokens[BEFORE] = 1
    assert favorite("Hugo", at) == [BEFORE]


def test_jona_leaves_the_strong_in_peace() -> None:
    displays: list[list[int]] = [[], [Card.SEER], [Card.THIEF], [Card.WITCH]]
    assert favorite("Jona", table(displays=displays)) == [NEXT]


def test_cleo_aims_at_whoever_the_others_have_left_alone() -> None:
    assert favorite("Cleo", table(*attack(ME, NEXT), *attack(NEXT, BEFORE))) == [ACROSS]


def test_dario_aims_at_whoever_is_likeliest_to_hold_the_werewolf() -> None:
    odds = {NEXT: 0.1, ACROSS: 0.2, BEFORE: 0.1}
    taste = Taste(LIKINGS["Dario"], table(), ME, lambda seat: odds[Seat(seat)])
    assert taste.of([Choice("aim", ACROSS)]) > taste.of([Choice("aim", NEXT)])


def test_ada_would_rather_attack() -> None:
    assert likes("Ada", Choice("play", Card.VILLAGER), Choice("play", Card.SEER))


def test_bela_would_rather_be_safe() -> None:
    assert likes("Bela", Choice("play", Card.BODYGUARD), Choice("play", Card.THIEF))


def test_cleo_keeps_the_higher_card() -> None:
    assert likes("Cleo", Choice("keep", Card.THIEF), Choice("keep", Card.SEER))


def test_ines_would_rather_look_at_the_center_but_not_twice_in_a_row() -> None:
    assert likes("Ines", CENTER, DRAW)
    again = Taste(LIKINGS["Ines"], table(Event("peeked", ME)), ME)
    assert again.of([CENTER]) == again.of([DRAW])


def test_jona_would_rather_do_nothing() -> None:
    assert likes("Jona", PASS, Choice("aim", ACROSS))


def test_edda_plays_what_the_tide_brings() -> None:
    assert LIKINGS["Edda"] == PLAIN


# ── what nobody does ────────────────────────────────────────────────────────────────────────────


def unseen_values(at: Table, seat: Seat) -> set[int]:
    """The values of cards that a seat has not before its eyes."""
    open_cards = [card for zone in (*at.displays, at.gone, at.hands[seat]) for card in zone]
    return {VALUE[kind] for kind, copies in enumerate(COPIES) if open_cards.count(kind) < copies}


@pytest.mark.parametrize("level", ["easy", "greedy", "medium"])
def test_nobody_names_a_value_that_nobody_can_hold_or_lays_down_a_doomed_card(level: str) -> None:
    """Everybody is asked at tables where much lies open."""
    checked = 0
    for seed in range(some(2, 6)):
        at = start(WOLFMOON, 4, Random(seed).randbytes(32), {"length": "round"})
        rng = Random(seed)
        while open_asks := asks(at):
            ask = open_asks[0]
            if ask.prompt in ("guess", "play") and len(ask.choices) > 1:
                shown = view(WOLFMOON, at, ask.seat)
                for persona in PERSONAS:
                    choice = seated(WOLFMOON, level, Random(1), persona).choose(shown)
                    if ask.prompt == "guess":
                        assert choice.value in unseen_values(at, ask.seat), persona
                    elif {other.value for other in ask.choices} - set(DOOMED):
                        assert choice.value not in DOOMED, persona
                    checked += 1
            advance(at, ask.seat, rng.choice(ask.choices))
    assert checked > some(30, 100)
