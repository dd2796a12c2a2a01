"""Hints in words: reasons that compare choices, in whole sentences of both languages."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from engine.bots.reasons import AS_GOOD, rival_of
from engine.core import Advice, Choice, Idea, Reason, Seat, View
from engine.games import GAMES
from engine.play import apply, asks, start, view
from moontui.games.onenight.hints import PLAIN
from moontui.words.catalogue import LANGUAGES, Catalogue
from moontui.words.teller import Teller, teller_for
from tests.extent import some

NAMES = ("Ana", "Bo", "Cy", "Di", "Eva")
SEATS = {"wolfmoon": 4, "robbers": 4, "moonlight": 2, "onenight": 5}


@cache
def advised(game: str) -> list[tuple[View[Any], Advice]]:
    """Every few questions of a game among bots, with the advice on them."""
    rules, rng = GAMES[game], Random(f"hints {game}")
    state = start(rules, SEATS[game], rng.randbytes(32), {})
    bot = rules.bots["easy"](rng)
    found: list[tuple[View[Any], Advice]] = []
    for number in range(400):
        asked = asks(state)
        if not asked or len(found) == some(6, 60):
            break
        shown = view(rules, state, asked[0].seat)
        if number % 6 == 0 and len(asked[0].choices) > 1:
            assert rules.advise is not None
            found.append((shown, rules.advise(shown, Random(1), None)))
        apply(state, asked[0].seat, bot.choose(shown))
    return found


def teller(game: str, language: str, seat: Seat | None) -> Teller:
    return teller_for(game, Catalogue(language, game), NAMES[: SEATS[game]], seat)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_a_whole_sentence(language: str, game: str) -> None:
    for shown, advice in advised(game):
        told = teller(game, language, shown.seat)
        for reason in advice.reasons:
            sentences = " ".join(told.why(shown, [reason], shown.state.events))
            if reason.kind != "asleep":  # that is the whole hint
                assert sentences.endswith((".", "?")), reason
                assert sentences.partition(": ")[2][:1].isupper() or sentences[:1].isupper()


@pytest.mark.parametrize("game", GAMES)
def test_no_hint_quotes_the_text_of_a_card(game: str) -> None:
    for shown, advice in advised(game):
        told = teller(game, "en", shown.seat)
        hint = " ".join(told.hint(shown, advice, shown.state.events))
        assert not [page.name for page in told.cards() if page.text in hint]


@pytest.mark.parametrize("game", ["wolfmoon", "robbers", "moonlight"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_else_could_be_done_is_named_with_its_price(language: str, game: str) -> None:
    for shown, advice in advised(game):
        told = teller(game, language, shown.seat)
        lines = told.hint(shown, advice, shown.state.events)
        rival = rival_of(advice.ideas, None)
        cost = advice.ideas[0].chance - rival.chance
        if cost >= AS_GOOD:
            assert f" {max(1, round(100 * cost))} " in lines[-1]


def test_where_everything_is_as_good_it_is_said_so() -> None:
    shown, _ = advised("robbers")[0]
    assert shown.ask is not None
    ideas = tuple(Idea((choice,), 0.5) for choice in shown.ask.choices)
    told = teller("robbers", "en", shown.seat)
    assert "hardly any difference" in " ".join(told.hint(shown, Advice(ideas), shown.state.events))
    worse = (*ideas[:-1], ideas[-1]._replace(chance=0.4))
    assert "difference" not in " ".join(told.hint(shown, Advice(worse), shown.state.events))


@pytest.mark.parametrize("game", GAMES)
def test_a_reason_that_only_a_newer_host_knows_is_left_out(game: str) -> None:
    shown, _ = advised(game)[0]
    odd = [Reason("eclipse", Seat(1), (4,)), Reason("row", Seat(77), (99999,)), Reason("told")]
    told = teller(game, "en", shown.seat)
    assert all(line.startswith("Why: ") for line in told.why(shown, odd[:2], []))
    assert told.why(shown, odd[:1], []) == []


def test_a_chance_that_is_not_certain_is_never_said_to_be() -> None:
    shown, _ = advised("wolfmoon")[0]
    told = teller("wolfmoon", "en", shown.seat)
    rare = Reason("out", None, (), 0.001, 0.999)
    (line,) = told.why(shown, [rare], [])
    assert "less than 3 %" in line
    assert "more than 97 %" in line
    (line,) = told.why(shown, [Reason("backfire", None, (), 0.0, 1.0)], [])
    assert line == "Why: The other choice puts you out yourself for certain."


def test_what_speaks_against_the_best_idea_is_said_apart() -> None:
    shown, _ = advised("wolfmoon")[0]
    told = teller("wolfmoon", "en", shown.seat)
    reasons = [Reason("fewer", None, (), 0.5, 0.2), Reason("out", None, (), 0.3, 0.1, 0, True)]
    why, against = told.why(shown, reasons, [])
    assert why == (
        "Why: Somebody else is out before your next turn about 50 % of the time, otherwise 20 %."
    )
    assert against == (
        "Against it: You are out before your next turn about 30 % of the time, otherwise 10 %."
    )


@pytest.mark.parametrize("against", [False, True])
def test_what_is_the_same_either_way_is_no_reason(against: bool) -> None:
    shown, _ = advised("wolfmoon")[0]
    told = teller("wolfmoon", "en", shown.seat)
    even = Reason("out", None, (), 0.1, 0.1, 0, against)
    assert told.why(shown, [even], []) == [
        "You are out before your next turn about 10 % of the time, either way."
    ]


def test_points_that_differ_are_a_reason() -> None:
    shown, _ = advised("robbers")[0]
    told = teller("robbers", "en", shown.seat)
    (line,) = told.why(shown, [Reason("trick", None, (), 2.0, 5.0, 0, True)], [])
    assert line == "Against it: This trick brings your team about 2 points, otherwise 5."


@pytest.mark.parametrize(("language", "told"), [("en", "does not halve you"), ("de", "nicht")])
def test_what_a_card_certainly_does_not_do_is_told_in_plain_words(language: str, told: str) -> None:
    shown, _ = advised("robbers")[0]
    never = Reason("halved_you", None, (), 0.0, 1.0)
    (line,) = teller("robbers", language, shown.seat).why(shown, [never], [])
    assert told in line
    assert "0 %" not in line


def test_a_plan_in_another_order_is_not_another_plan() -> None:
    one, two = Choice("aim", 1), Choice("aim", 2)
    ideas = (Idea((one, two), 0.5), Idea((two, one), 0.5), Idea((Choice("aim", 3), one), 0.4))
    assert rival_of(ideas, None) == ideas[2]


@pytest.mark.parametrize(("rounds", "off"), [(60, 13), (2500, 2)])
def test_the_more_rounds_a_gain_was_counted_over_the_less_it_may_be_off(
    rounds: int, off: int
) -> None:
    shown, _ = advised("moonlight")[0]
    found = Reason("counted", best=0.6, other=0.5, number=rounds)
    (line,) = teller("moonlight", "en", shown.seat).why(shown, [found], [])
    assert line.endswith(f"off by {off} in 100.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_certain_is_a_whole_sentence_in_one_night(language: str) -> None:
    shown, _ = advised("onenight")[0]
    told = teller("onenight", language, shown.seat)
    one, two = Seat(1), Seat(2)
    for kind in ("bait", "lure", "public", "tanner", "look", "calm"):
        (line,) = told.why(shown, [Reason(kind, one, (two,), 1.0, 0.0)], [])
        assert not any(odd in line for odd in ("with never", "with for", "zu nie", "zu sicher")), (
            line
        )
    assert "Bo" not in line, "nobody is a main suspect of whom it is certain that they are none"


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_words_for_reasons_without_figures(language: str) -> None:
    shown, _ = advised("onenight")[0]
    told = teller("onenight", language, shown.seat)
    said = [told.why(shown, [Reason(kind, Seat(1))], []) for kind in PLAIN]
    assert all(said)
    assert len({line for (line,) in said}) == len(PLAIN)
