"""Advice rests on what a seat was told and nothing else, and says what it rests on."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from engine.bots.reasons import ranked
from engine.core import Advice, Choice, Idea, Seat, View
from engine.games.wolfmoon import WOLFMOON
from engine.games.wolfmoon.advice import EFFORT, advise
from engine.games.wolfmoon.deck import DOOMED, VALUE, VALUES, Card
from engine.games.wolfmoon.kinds import OF_VALUE
from engine.games.wolfmoon.levels import HARD, weigh
from engine.games.wolfmoon.personas import PLAIN
from engine.games.wolfmoon.reasons import UNSURE, Comparison, chance_of
from engine.games.wolfmoon.rules import CENTER
from engine.games.wolfmoon.search import near, think
from engine.games.wolfmoon.state import Table
from engine.play import apply, asks, start, view
from tests.extent import some

ME = Seat(0)


@cache
def questions(seed: int, seats: int = 4) -> list[View[Table]]:
    """What the first seat is asked in a round of greedy bots, with more than one answer."""
    rng = Random(f"advice {seed}")
    state = start(WOLFMOON, seats, rng.randbytes(32), {"length": "round"})
    bot = WOLFMOON.bots["greedy"](rng)
    found = []
    while asked := asks(state):
        shown = view(WOLFMOON, state, asked[0].seat)
        if asked[0].seat == ME and len(asked[0].choices) > 1:
            found.append(shown)
        apply(state, asked[0].seat, bot.choose(shown))
    return found


@cache
def advised(seed: int) -> list[tuple[View[Table], Advice]]:
    """The same questions with the advice on each."""
    return [(shown, advise(shown, Random(1))) for shown in questions(seed)]


@pytest.mark.parametrize("seed", range(some(1, 2)))
def test_there_is_advice_on_every_question(seed: int) -> None:
    for shown, advice in advised(seed):
        assert shown.ask is not None
        assert advice.ideas[0].choices[0] in shown.ask.choices
        chances = [idea.chance for idea in advice.ideas]
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in chances)


@pytest.mark.parametrize("seed", range(some(1, 2)))
def test_in_two_worlds_that_a_seat_cannot_tell_apart_the_advice_is_the_same(seed: int) -> None:
    for number, (shown, advice) in [*enumerate(advised(seed))][:: some(2, 1)]:
        other = WOLFMOON.fill(shown.state, ME, Random(number))
        again = view(WOLFMOON, other, ME)
        assert again.ask == shown.ask
        assert advise(again, Random(1)) == advice, f"question {number}"


def test_what_was_only_tried_on_some_tables_is_not_called_certain() -> None:
    for shown in questions(5):
        if not near(shown.state):
            assert all(0 < idea.chance < 1 for idea in advise(shown, Random(1)).ideas)


def test_there_is_always_something_to_compare_with() -> None:
    """Even a card that eliminates whoever plays it is weighed, where there is one other."""
    for seed in range(some(1, 6)):
        for _, advice in advised(seed):
            assert len(advice.ideas) > 1


def test_a_choice_that_was_made_is_always_weighed() -> None:
    for shown in questions(7)[: some(4, 99)]:
        assert shown.ask is not None
        for choice in shown.ask.choices:
            advice: Advice = advise(shown, Random(1), choice)
            assert choice in [idea.choices[0] for idea in advice.ideas]


def test_a_guess_that_missed_is_a_reason_for_another_one() -> None:
    shown = next(shown for seed in range(50) for shown in questions(seed) if misses(shown))
    told = shown.state.events
    assert told is not None
    number = misses(shown)[-1]
    target = told[number].other
    assert target is not None
    compared = comparison(shown)
    belief = compared.search.belief
    likeliest = max(VALUES, key=lambda value: chance_of(belief, target, [value]))
    hit = chance_of(belief, target, [likeliest])
    assert compared.unaware_of(number, told, target, [likeliest]) < hit


def comparison(shown: View[Table]) -> Comparison:
    """The two best ideas on a question."""
    search = think(shown, Random(1), EFFORT)
    one, two, *_ = search.ideas(shown.ask.choices[0] if shown.ask else None)
    return Comparison(search, one, two)


@pytest.mark.parametrize("seed", range(some(1, 3)))
def test_what_tells_two_plans_apart_adds_up_to_what_the_worse_one_costs(seed: int) -> None:
    for shown in questions(seed):
        search = think(shown, Random(1), EFFORT)
        ideas = search.ideas()
        if len(ideas) > 1 and CENTER not in (ideas[0].choices[0], ideas[1].choices[0]):
            parts = Comparison(search, ideas[0], ideas[1]).parts
            cost = ideas[0].chance - ideas[1].chance
            doubt = 0.5 / EFFORT.worlds  # what no sample shows is not held impossible
            assert sum(parts.values()) == pytest.approx(cost, abs=1.001 * doubt)


def test_a_choice_that_puts_the_player_out_is_told_as_that() -> None:
    """Laying the Mayor or the Werewolf is never worth a thought, but why that is so is said."""
    shown = next(
        shown
        for seed in range(50)
        for shown in questions(seed)
        if shown.ask is not None
        and shown.ask.prompt == "play"
        and len({choice.value for choice in shown.ask.choices} & set(DOOMED)) == 1
    )
    (reason, *_) = advise(shown, Random(1)).reasons
    assert (reason.kind, reason.against) == ("backfire", False)
    assert (reason.best, reason.other) == pytest.approx((0.0, 1.0))


def test_reasons_compare_with_the_choice_that_was_asked_about() -> None:
    for shown in questions(7)[: some(4, 99)]:
        assert shown.ask is not None
        ideas = advise(shown, Random(1)).ideas
        for idea in ideas[1:3]:
            asked = advise(shown, Random(1), idea.choices[0])
            search = think(shown, Random(1), EFFORT)
            rival = next(
                i for i in search.ideas(idea.choices[0]) if i.choices[0] == idea.choices[0]
            )
            compared = Comparison(search, asked.ideas[0], rival)
            assert asked.reasons == ranked(compared.reasons())


@pytest.mark.parametrize(("chance", "reckoned"), [(1.0, 1.0), (0.6, UNSURE)])
def test_what_all_imagined_tables_show_is_certain_only_if_the_plan_is(
    chance: float, reckoned: float
) -> None:
    search = think(questions(0)[0], Random(1), EFFORT)
    best, other, *_ = search.ideas()
    compared = Comparison(search, best._replace(chance=chance), other)
    assert compared.reckoned(lambda _: 1.0) == pytest.approx((reckoned, UNSURE))


@pytest.mark.parametrize("share", [0.0, 0.2])
def test_a_greater_risk_never_speaks_for_a_choice(
    share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever became of the seat where it was not out."""
    compared = comparison(questions(0)[0])
    monkeypatch.setattr(compared, "both", lambda _: (0.1 + share, 0.1))
    monkeypatch.setattr(compared, "backfire", lambda: (0.0, 0.0))
    compared.parts["out"] = 0.03
    weight, _ = compared.risk()
    assert (weight < 0) == (share > 0)


def test_what_changed_a_chance_so_little_that_nobody_reads_it_is_not_told() -> None:
    shown = next(shown for seed in range(50) for shown in questions(seed) if misses(shown))
    told = shown.state.events
    assert told is not None
    target = told[misses(shown)[-1]].other
    assert target is not None
    compared = comparison(shown)
    for value in VALUES:
        now = chance_of(compared.search.belief, target, [value])
        for without, _ in compared.evidence(target, [value]):
            assert round(20 * without) < round(20 * now)


def test_who_is_out_by_a_card_that_was_dug_out_is_whom_it_is_played_at() -> None:
    compared = comparison(questions(0)[0])
    me = compared.me
    owner, target, *_ = (seat for seat in range(4) if seat != me)
    hunter = Card.BOUNTY_HUNTER
    dug = Choice("aim", owner), Choice("take", hunter), Choice("play", hunter)
    compared.plans = (*dug, Choice("aim", target)), (Choice("aim", me),)
    assert compared.victim(0)[0] == target


@pytest.mark.parametrize("kind", ["center", "idle"])
def test_a_higher_card_in_the_center_speaks_for_a_look_if_it_is_likely(kind: str) -> None:
    compared = comparison(next(s for s in questions(0) if s.ask and s.ask.prompt == "turn"))
    looks, draws = (CENTER,), (Choice("draw"),)
    compared.plans = (looks, draws) if kind == "center" else (draws, looks)
    for chance, speaks_for_a_look in ((0.9, True), (0.2, False)):
        compared.higher_in = lambda *_, found=chance: found  # type: ignore[method-assign]
        ((weight, reason),) = compared.center()
        assert (reason.kind, reason.best) == (kind, chance)
        assert (weight > 0) == (speaks_for_a_look is (kind == "center"))


def test_a_card_that_is_known_to_lie_elsewhere_is_not_told_as_unseen() -> None:
    """Two cards have the value 8, and the first rival is known to hold the Schemer."""
    shown = next(s for s in questions(5) if s.ask and s.ask.prompt == "aim")
    assert shown.state.known is not None
    assert shown.state.known.card(Seat(1)) == Card.SCHEMER
    compared = comparison(shown)
    compared.plans = (Choice("aim", 2), Choice("guess", 8)), (Choice("aim", 3), Choice("guess", 0))
    (told,) = (reason for _, reason in compared.hits() if reason.kind == "unseen")
    assert (told.seat, told.cards, told.number) == (2, (8,), 1)


def test_a_guess_that_hits_less_often_is_not_praised_for_its_unseen_cards() -> None:
    compared = comparison(next(s for s in questions(5) if s.ask and s.ask.prompt == "aim"))
    target, belief = Seat(2), compared.search.belief
    likely = {value: chance_of(belief, target, [value]) for value in VALUES}
    often = max(likely, key=likely.__getitem__)
    seldom = min((value for value in VALUES if likely[value]), key=likely.__getitem__)
    guesses = [(Choice("aim", target), Choice("guess", value)) for value in (seldom, often)]
    for plans, praised in ((guesses, False), (guesses[::-1], True)):
        compared.plans = plans[0], plans[1]
        assert ("unseen" in [reason.kind for _, reason in compared.hits()]) == praised


def test_a_player_is_not_told_that_they_have_seen_their_own_card() -> None:
    """As after a swap with somebody whose card one had seen before."""
    for shown in (s for s in questions(0) if s.ask and s.ask.prompt == "play"):
        first, drawn = (Choice("play", card) for card in shown.state.hands[ME])
        search = think(shown, Random(1), EFFORT)
        for row in search.witnesses.knows:
            row[ME] = True
        compared = Comparison(search, Idea((first,), 0.5), Idea((drawn,), 0.5))
        others = [seat for seat in shown.state.remaining() if seat != ME]
        if compared.known():
            assert compared.known() == others
            return
    raise AssertionError("no card was ever kept that could have been seen")


def test_who_takes_the_cards_of_the_center_is_not_said_to_keep_the_other_one() -> None:
    watchman = Choice("play", Card.NIGHT_WATCHMAN)
    shown = next(s for s in questions(1) if s.ask and watchman in s.ask.choices)
    search = think(shown, Random(1), EFFORT)
    one, two = (idea for idea in search.ideas(watchman)[:2])
    for best, other in ((one, two), (two, one)):
        compared = Comparison(search, best, other)
        assert not any(reason.cards for _, reason in compared.kept())


def misses(shown: View[Table]) -> list[int]:
    """Guesses at rivals that missed, where the card is still the same."""
    known, told = shown.state.known, shown.state.events
    assert known is not None
    assert told is not None
    return [
        number
        for number, event in enumerate(told)
        if event.kind == "missed"
        and event.other not in (None, ME)
        and known.card(event.other) is None
        if not known.kinds(event.other) & OF_VALUE[event.number]
        if shown.state.hands[event.other] and not shown.state.out[event.other]
    ]


def test_the_card_that_a_rival_is_known_to_hold_is_said() -> None:
    for seed in range(200):
        for shown in questions(seed):
            assert shown.ask is not None
            known = shown.state.known
            assert known is not None
            if shown.ask.prompt == "guess" and shown.ask.other is not None:
                card = known.card(shown.ask.other)
                if card is not None:
                    value = VALUE[card]
                    advice = advise(shown, Random(1))
                    assert advice.ideas[0].choices[0] == Choice("guess", value)
                    assert advice.hit == pytest.approx(1)
                    assert "unseen" not in [reason.kind for reason in advice.reasons]
                    return
    raise AssertionError("nobody ever knew a card")


def test_a_look_into_the_center_costs_the_same_in_a_hint_as_for_the_bot() -> None:
    """Both value plans alike: if it cost everything, neither would ever go there."""
    dear = replace(HARD, center=1.0)
    asked = [shown for shown in questions(3) if shown.ask and CENTER in shown.ask.choices][:6]
    assert asked
    for shown in asked:
        assert shown.ask is not None
        drawing = Choice("draw") in shown.ask.choices
        assert (weigh(shown, Random(1), dear, PLAIN) == CENTER) == (not drawing)
        assert (advise(shown, Random(2), None, dear).ideas[0].choices[0] == CENTER) == (not drawing)


def test_a_slot_where_a_higher_card_is_less_likely_is_not_praised_for_it() -> None:
    """Who has looked at the first slot before knows whether the card there is higher."""
    state = start(WOLFMOON, 3, bytes(32), {"length": "round"})
    bot, looks = WOLFMOON.bots["greedy"](Random(1)), 0
    while looks < 2 or asks(state)[0].prompt != "slot":
        ask = asks(state)[0]
        looking = ask.seat == ME and ask.prompt in ("turn", "slot", "keep")
        looks += looking and ask.prompt == "turn"
        shown = view(WOLFMOON, state, ask.seat)
        first = CENTER if ask.prompt == "turn" else ask.choices[0]
        apply(state, ask.seat, first if looking else bot.choose(shown))
    search = think(view(WOLFMOON, state, ME), Random(1), EFFORT)
    known, other = (Idea((Choice("slot", slot),), 0.5) for slot in (0, 1))
    for best, rival in ((known, other), (other, known)):
        ((weight, reason),) = Comparison(search, best, rival).center()
        assert (weight > 0) == (reason.best > reason.other)
