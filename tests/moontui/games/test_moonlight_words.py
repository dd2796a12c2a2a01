"""Moonlight in words: whole games are told, asked, explained and reviewed in both languages."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from wcwidth import wcswidth

from engine.core import Choice, Seat, View
from engine.games.moonlight import MOONLIGHT
from engine.games.moonlight.advice import advise
from engine.games.moonlight.deck import KINDS, VALUE, Power
from engine.games.moonlight.insight import insight
from engine.games.moonlight.rules import DRAW
from engine.games.moonlight.state import SEATS
from engine.play import apply, asks, start, view
from engine.review import moments, weigh
from moontui.app.screens.replay import ReplayScreen
from moontui.client.records import replay_of
from moontui.games.moonlight.hints import MoonlightHints
from moontui.games.moonlight.teller import MoonlightTeller
from moontui.plain.table import LineTable
from moontui.words.catalogue import LANGUAGES, Catalogue, read
from tests.engine.moonlight.arrange import A, at, dealt, play, table, wolf
from tests.engine.moonlight.fuzz import PAIRS, new_round
from tests.engine.records import played
from tests.moontui.desk import desk, keep

NAMES = ("Ana", "Bo")
ROOM = {
    "me": 2,
    "you": 3,
    "hand": 5,
    "deck": 5,
    "over": 3,
    "ready": 9,
    "used": 9,
    "always": 9,
    "moons": 6,
    "now": 6,
    "tie": 7,
    "lone": 6,
    "lone_wolf": 13,
}
"""By label of the board: how many cells there is room for."""


def teller(language: str = "en", me: Seat | None = A) -> MoonlightTeller:
    return MoonlightTeller(Catalogue(language, "moonlight"), NAMES, me)


def tell_all(told: MoonlightTeller, shown: View[Any]) -> list[str]:
    """Everything that a teller can say about a view."""
    said = [told.status(shown), told.waiting(shown), *told.table(shown), *told.hand(shown)]
    said += told.notes(shown, insight(shown))
    if shown.ask is not None:
        said.append(told.prompt(shown.ask))
        for choice in shown.ask.choices:
            said += [told.choice(choice), told.sentence(shown.ask, choice)]
            said += [told.remark(shown, choice), told.explain(choice)]
        for blocked in shown.blocked:
            said += [told.choice(blocked.choice), told.reason(blocked.reason)]
    result = told.result(shown, [])
    if result is not None:
        said += [result.headline, result.why, *result.details]
    return said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(0, len(PAIRS), 9))
def test_there_are_words_for_all_that_happens(seed: int, language: str) -> None:
    state, rng = new_round(seed)
    tellers = [teller(language, me) for me in (*SEATS, None)]
    while (open_asks := asks(state)) and state.account is None:
        for told in tellers:
            for sentence in tell_all(told, view(MOONLIGHT, state, told.me)):
                assert "{" not in sentence
        ask = open_asks[0]
        for event in apply(state, ask.seat, rng.choice(ask.choices)):
            for told in tellers:
                assert "{" not in told.event(event.told_to(told.me))
                assert "{" not in told.brief(event.told_to(told.me))


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_and_gists_fit_into_their_places(language: str) -> None:
    catalogue = read(language, "moonlight")
    for key, room in ROOM.items():
        assert 0 < wcswidth(catalogue["board"][key]) <= room, key
    for key, text in catalogue["gists"].items():
        assert wcswidth(text) <= 14, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_wolf_and_power_has_a_page(language: str) -> None:
    pages = teller(language).cards()
    assert len(pages) == len(KINDS) + len(Power)
    assert len({page.card for page in pages}) == len(pages)
    assert all(page.name and page.text and page.rulings for page in pages)


def test_a_placement_is_told_with_what_it_changes() -> None:
    position = dealt("B4 A2", "A1 B2", hands=("3 4 5", "3 3m 1"))
    play(position, wolf("3"))
    remark = teller().remark(view(MOONLIGHT, position, A), at("put", 2, 0))
    assert remark.startswith("Takes row 6, 5 : 4, ")
    assert "may be covered" in remark


def test_a_packs_only_wolf_in_sight_is_not_said_to_be_safe_for_good() -> None:
    position = dealt("B4 B2", hands=("3 4 5", "3 3m 1"))
    play(position, wolf("3"))
    remark = teller().remark(view(MOONLIGHT, position, A), at("put", 2, 0))
    assert "cannot be covered while it is your only wolf in sight" in remark
    assert "nothing left" not in remark


def test_a_hint_on_a_packs_first_wolf_does_not_call_it_safe_for_good() -> None:
    shown = view(MOONLIGHT, dealt("B4 B2", hands=("5 4m 4", "3 3m 1")), A)
    for choice in shown.ask.choices if shown.ask else ():
        hint = " ".join(teller().hint(shown, advise(shown, Random(1), choice), []))
        assert "Nothing left can cover" not in hint


def test_a_placement_that_ends_the_round_says_how() -> None:
    position = dealt("A3 B3 B3 A1", "B2 A3m B2m A4", "A3 B4 B1 .", hands=("4m 2", "3m 5"))
    play(position, wolf("4m"))
    remark = teller().remark(view(MOONLIGHT, position, A), at("put", 3, 2))
    assert remark == "Ends the round: 8 : 0."


def test_a_hint_names_the_wolf_the_place_and_what_it_brings() -> None:
    position = dealt("A3 B3 B3 A1", "B2 A3m B2m A4", "A3 B4 B1 .", hands=("4m 2", "3m 5"))
    shown = view(MOONLIGHT, position, A)
    lines = teller().hint(shown, advise(shown, Random(1), None), [])
    assert lines[0].startswith("Moon 4 on I8. That wins the round for certain.")
    assert lines[2] == "Why: It ends the round at 8 : 0."


def test_a_plan_of_several_steps_is_easy_to_read() -> None:
    shown = view(MOONLIGHT, dealt("B4 A2", hands=("5 3 4", "3 3m 1")), A)
    hints = MoonlightHints(teller(), shown, [])
    twice = [wolf("5"), at("cover", 0, 0), wolf("3"), at("put", 2, 0)]
    assert hints.plan(twice) == "5 over the wolf on F6, 3 on H6"
    assert hints.plan([wolf("5"), at("put", 2, 0), DRAW]) == "5 on H6, then draw"
    assert hints.plan([DRAW]) == "draw, without a second wolf"


@pytest.mark.parametrize("prompt", ["lone", "power"])
def test_a_hint_about_gains_says_what_it_rests_on(prompt: str) -> None:
    state, rng = start(MOONLIGHT, 2, bytes(32)), Random(5)
    while asks(state)[0].prompt != prompt:
        ask = asks(state)[0]
        apply(state, ask.seat, rng.choice(ask.choices))
    seat = asks(state)[0].seat
    shown = view(MOONLIGHT, state, seat)
    lines = teller(me=seat).hint(shown, advise(shown, Random(1), None), [])
    assert "you win about" in lines[0]
    assert lines[1].startswith("Why: ")


def test_where_a_wolf_is_and_who_has_a_power() -> None:
    position = table("B1/A2 A3", powers=(None, "leap"))
    shown, told = view(MOONLIGHT, position, A), teller()
    assert told.whereabouts(shown, 1, False) == ["Bo's lies under another card, on F6."]
    assert told.whereabouts(shown, 3, False) == ["In your hand.", "Yours lies on F6."]
    assert told.whereabouts(shown, 32 + Power.LEAP, False) == ["Bo has it."]


# ── the line game, replays, reviews ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_can_be_played_in_lines(language: str) -> None:
    words = Catalogue(language, "moonlight")
    written: list[str] = []
    lines = LineTable(teller(language), words, written.append)
    state, rng = start(MOONLIGHT, 2, bytes(32)), Random(2)
    while open_asks := asks(state):
        ask = open_asks[0]
        choice: Choice | None = rng.choice(ask.choices)
        if ask.seat == A:
            shown = view(MOONLIGHT, state, A)
            lines.put(shown)
            for command in ("?", "hand", "table", "notes"):
                assert lines.typed(command, shown) is None
            choice = lines.typed(str(1 + rng.randrange(len(ask.choices))), shown)
        assert choice is not None
        lines.tell(event.told_to(A) for event in apply(state, ask.seat, choice))
    assert words.say("names", "five") in " ".join(written)
    assert any("F6" in line for line in written)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_match_can_be_watched_again(language: str, tmp_path: Path) -> None:
    record = played(names=NAMES, name="moonlight", length="match")
    file = keep(tmp_path, record, "moonlight-1")
    async with desk(tmp_path, language=language) as app:
        app.app.open_replay(file)
        await app.pilot.pause()
        assert isinstance(app.app.screen, ReplayScreen)
        for _ in range(6):
            await app.press("right")
        land = app.app.screen.view().state.land
        assert land
        for stack in land.values():
            assert f" {VALUE[stack[-1]]} " in app.text()


def test_a_review_weighs_every_decision() -> None:
    record = played(names=NAMES, name="moonlight")
    replay = replay_of(record)
    found = list(moments(replay, A))
    assert len(found) > 5
    for one in found[:6]:
        shown = replay.view(one.step, A)
        decision = weigh(replay.game, shown, one)
        assert 0 <= decision.chance <= decision.best <= 1
        assert decision.plan
