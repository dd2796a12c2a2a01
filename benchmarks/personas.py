"""Ten people told apart by what everybody at the table saw them do, and how strong each is.

Bots with personas play rounds against each other. From some of the rounds a naive Bayes classifier
learns how often each persona does what; then it is shown fifty other rounds of somebody and names
them. `--strength` plays the same deals once with a persona and once with a plain bot in its place.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count
from math import log
from random import Random
from typing import Any

from engine.arena import mean_and_margin
from engine.bots.personas import PERSONAS, seated
from engine.core import Ask, Choice, Game, Seat, this_round
from engine.games import GAMES, length_for, seats_for
from engine.games.moonlight.deck import MOONS, VALUE
from engine.games.moonlight.land import box_of
from engine.games.robbers.deck import ICONS, NORMAL, rank_of, suit_of
from engine.games.robbers.trick import would_lead
from engine.games.wolfmoon.deck import VALUE as PRINTED
from engine.games.wolfmoon.personas import ATTACKS, FAVORITES, SHELTERS, TRADES
from engine.play import advance, asks, start, view

Trait = tuple[str, Any]
"""Something that somebody did: on which occasion, and which of the things to do there."""
Traits = Counter[Trait]
LUCKS = range(1, 3)
"""How often a deal is played by the plain bot that all are compared with."""


# ── what everybody sees ─────────────────────────────────────────────────────────────────────────


def of_wolfmoon(table: Any, ask: Ask, choice: Choice) -> Iterator[Trait]:
    me, rivals = ask.seat, [seat for seat in table.remaining() if seat != ask.seat]
    match choice.verb:
        case "draw" | "center":
            yield "turn", choice.verb
        case "slot":
            yield "slot", choice.value
        case "guess" | "pass":
            yield ask.prompt, choice.value // 3 if choice.verb == "guess" else None
        case "play":
            card = choice.value
            yield "play", (card in ATTACKS, card in SHELTERS, card in TRADES)
            yield "value", PRINTED[card] // 3
        case "aim" if choice.value != me and len(rivals) > 1:
            for name, found in FAVORITES.items():
                favorites = found(table, me, rivals, this_round(table.events))
                if favorites:
                    yield f"aim {name}", choice.value in favorites


def of_robbers(table: Any, ask: Ask, choice: Choice) -> Iterator[Trait]:
    card, trick = choice.value, table.trick
    special = card if card >= NORMAL else 0
    where = "leads" if not trick else "ends" if len(trick) == table.seats - 1 else "follows"
    part = min(2, table.trick_number() // 3)
    yield f"{where} {part}", special or (suit_of(card), rank_of(card) // 4)
    yield f"{where} special", special
    if trick:
        yield f"{where} takes", would_lead(trick, card)
        yield f"{where} icons", ICONS[card]
    else:
        yield "suit", special or suit_of(card)


def of_moonlight(table: Any, ask: Ask, choice: Choice) -> Iterator[Trait]:
    match choice.verb:
        case "wolf":
            part = min(3, len(table.land) // 3)
            yield f"value {part}", VALUE[choice.value]
            yield "moon", MOONS[choice.value]
        case "put" if table.land:
            box, grown = box_of(table.land), box_of((*table.land, choice.value))
            yield "place", place_of(box, grown, choice.value)
            yield "beside", beside(table, ask.seat, choice.value)
        case _:
            pass
    if ask.prompt == "place":
        yield "covers", choice.verb


def place_of(box: Any, grown: Any, cell: int) -> str:
    """Which way a wolf makes the land grow, if it does."""
    if grown == box:
        return "corner" if cell in box.corners() else "inside"
    ways = (
        ("up", grown.top < box.top),
        ("down", grown.bottom > box.bottom),
        ("left", grown.left < box.left),
        ("right", grown.right > box.right),
    )
    return next(way for way, grows in ways if grows)


def beside(table: Any, me: Seat, cell: int) -> str:
    """Whose wolves a place touches."""
    tops = table.tops()
    owners = {tops[cell + step] // 16 for step in (-11, -1, 1, 11) if cell + step in tops}
    return "both" if len(owners) == 2 else "own" if me in owners else "theirs"


SEEN: Mapping[str, Callable[[Any, Ask, Choice], Iterable[Trait]]] = {
    "wolfmoon": of_wolfmoon,
    "robbers": of_robbers,
    "moonlight": of_moonlight,
}


# ── rounds ──────────────────────────────────────────────────────────────────────────────────────


def play(
    game: Game[Any],
    levels: Sequence[str],
    who: Sequence[str],
    deal: str,
    seen: Sequence[Traits] = (),
    luck: int = 0,
) -> tuple[Seat, ...]:
    """One round of a deal, with one of many lucks of the bots; notes what each seat is seen to do,
    and returns the winners."""
    state = start(game, len(who), sha256(deal.encode()).digest(), length_for(game, "round"))
    for move in count():
        open_asks = asks(state)
        if not open_asks:
            break
        ask = open_asks[0]
        bot = seated(
            game, levels[ask.seat], Random(f"{deal} {luck} {ask.seat} {move}"), who[ask.seat]
        )
        choice = bot.choose(view(game, state, ask.seat))
        if seen and len(ask.choices) > 1:
            seen[ask.seat].update(SEEN[game.id](state, ask, choice))
        advance(state, ask.seat, choice)
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.winners


def watched(game: Game[Any], level: str, rounds: int, key: str) -> dict[str, list[Traits]]:
    """By persona: what it was seen to do in each of so many rounds with others."""
    seen: dict[str, list[Traits]] = {persona: [] for persona in PERSONAS}
    seats = seats_for(game)
    number = 0
    while wanting := [persona for persona in PERSONAS if len(seen[persona]) < rounds]:
        rng = Random(f"{key} {number}")
        chosen = rng.sample(wanting, min(seats, len(wanting)))
        rest = [persona for persona in PERSONAS if persona not in chosen]
        who = rng.sample([*chosen, *rng.sample(rest, seats - len(chosen))], seats)
        traits = [Traits() for _ in who]
        play(game, [level] * seats, who, f"{key} {number}", traits)
        for persona, found in zip(who, traits, strict=True):
            seen[persona].append(found)
        number += 1
    return seen


# ── who was it? ─────────────────────────────────────────────────────────────────────────────────


class Classifier:
    """Naive Bayes: how likely each persona is to do what, on each occasion."""

    def __init__(self, known: Mapping[str, Iterable[Traits]]) -> None:
        self.sums = {persona: sum(traits, Traits()) for persona, traits in known.items()}
        self.things = sum(self.sums.values(), Traits()).keys()
        self.kinds = Counter(occasion for occasion, _ in self.things)
        self.chances = {persona: self.fit(total) for persona, total in self.sums.items()}

    def fit(self, total: Traits) -> dict[Trait, float]:
        """The logarithms of chances; nothing is impossible."""
        often: Counter[str] = Counter()
        for (occasion, _), times in total.items():
            often[occasion] += times
        return {
            trait: log((total[trait] + 1) / (often[trait[0]] + self.kinds[trait[0]]))
            for trait in self.things
        }

    def name(self, traits: Traits) -> str:
        """Whose rounds these most likely were."""
        return max(
            PERSONAS,
            key=lambda persona: sum(
                times * self.chances[persona][trait]
                for trait, times in traits.items()
                if trait in self.things
            ),
        )


def tell_apart(game: Game[Any], level: str, training: int, samples: int, rounds: int) -> None:
    """Print how often each persona is named, and whom it is taken for otherwise."""
    classifier = Classifier(watched(game, level, training, "training"))
    shown = watched(game, level, samples * rounds, "test")
    right = 0
    for persona, found in shown.items():
        named = Counter(
            classifier.name(sum(found[first : first + rounds], Traits()))
            for first in range(0, samples * rounds, rounds)
        )
        right += named[persona]
        others = ", ".join(f"{who} {times}" for who, times in named.items() if who != persona)
        print(f"  {persona:6} {named[persona]:3} of {samples}   {others}", flush=True)
    share = right / samples / len(PERSONAS)
    print(f"{game.id}, {level}: {share:.0%} of {samples * len(PERSONAS)} times {rounds} rounds")


# ── who is stronger? ────────────────────────────────────────────────────────────────────────────


def share(winners: Sequence[Seat], seat: int) -> float:
    return 1 / len(winners) if seat in winners else 0.0


def strength(game: Game[Any], level: str, rival: str, deals: int, personas: Sequence[str]) -> None:
    """Print what each persona wins more or less than a plain bot does in its place, on the same
    deals against the same rivals. All are compared with the same plain bot, whose own luck is
    evened out by playing each deal several times."""
    seats = seats_for(game)

    def wins(persona: str, deal: int, luck: int = 0) -> float:
        place = deal % seats
        who, levels = [""] * seats, [rival] * seats
        who[place], levels[place] = persona, level
        return share(play(game, levels, who, f"strength {deal}", luck=luck), place)

    plain = [sum(wins("", deal, luck) for luck in LUCKS) / len(LUCKS) for deal in range(deals)]
    mean = sum(plain) / deals
    print(f"{game.id}: plain {level} against {rival} wins {mean:.1%} of {deals} deals", flush=True)
    for persona in personas:
        gains = [wins(persona, deal) - plain[deal] for deal in range(deals)]
        mean, margin = mean_and_margin(gains)
        print(f"  {persona:6} {100 * mean:+.1f} ±{100 * margin:.1f} points", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="wolfmoon", choices=list(SEEN))
    parser.add_argument("--level", default="medium")
    parser.add_argument("--training", type=int, default=300, help="rounds to learn each persona")
    parser.add_argument("--samples", type=int, default=10, help="times that each is shown")
    parser.add_argument("--rounds", type=int, default=50, help="rounds that are shown each time")
    parser.add_argument("--strength", type=int, default=0, help="compare on so many deals instead")
    parser.add_argument("--rival", default="greedy", help="against which level then")
    parser.add_argument("--persona", choices=PERSONAS, action="append", help="only this one")
    wish = parser.parse_args()
    game = GAMES[wish.game]
    if wish.strength:
        strength(game, wish.level, wish.rival, wish.strength, wish.persona or PERSONAS)
    else:
        tell_apart(game, wish.level, wish.training, wish.samples, wish.rounds)


if __name__ == "__main__":
    main()
