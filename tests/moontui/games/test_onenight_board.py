"""The table of One Night as it is drawn: the night, the claims, the arms and the cards' ways."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.core import Choice, Event, Seat
from engine.games.onenight import ONENIGHT
from engine.games.onenight.night import LOOK
from engine.games.onenight.roles import Role
from engine.games.onenight.state import Claim, Village
from engine.play import apply, asks, start, view
from moontui.app.app import MoontuiApp
from moontui.app.screens.finale import FinaleScreen
from moontui.app.screens.result import ResultScreen
from moontui.app.widgets.honours import Honours
from moontui.draw.ink import cells, words_of
from moontui.draw.keys import keys_of
from moontui.draw.paint import contrast
from moontui.draw.palette import CREAM
from moontui.draw.pictures import has
from moontui.draw.scene import Look, Scene
from moontui.draw.sheet import Sheet
from moontui.draw.size import Size
from moontui.games.onenight.arms import draw_vote
from moontui.games.onenight.day import draw_day
from moontui.games.onenight.middle import Middle
from moontui.games.onenight.night import draw_night
from moontui.games.onenight.nightwords import calls_of
from moontui.games.onenight.parts import COLORS, GAME, aims, picture_of
from moontui.games.onenight.reveal import draw_reveal
from moontui.games.onenight.sky import Sky
from moontui.games.onenight.teller import OneNightTeller
from moontui.games.onenight.ways import deeds_of, moves_of
from moontui.words.catalogue import Catalogue
from net import messages as said
from tests.engine.onenight.days import morning
from tests.extent import some
from tests.moontui.app.test_pictures import picture
from tests.moontui.games.test_onenight import ENDS, at, ended
from tests.moontui.moving import cells as cells_of
from tests.moontui.scenes import ME, NAMES, session_at
from tests.moontui.sitting import Sitting, sitting
from tests.moontui.sizes import LOOKS, SIZES, named
from tests.net.canaries import twin_of

BELOW = 7
"""Rows around the middle of the table: header, question and keys."""
COPYING = {"cards_doppelganger": "1", "cards_robber": "1", "set": "lively"}


def scene_of(village: Village, size: tuple[int, int], language: str = "en") -> Scene:
    """A village as its first seat sees it on a screen of this size."""
    words = Catalogue(language, "onenight")
    teller = OneNightTeller(words, NAMES[: village.seats], ME)
    shown = view(ONENIGHT, village, ME)
    players = tuple(said.Player("person", name) for name in teller.names)
    look = Look(words, size=Size.of(*size))
    return Scene(look, teller, shown, players, keys=keys_of(teller, shown))


def drawn(
    draw: Callable[[Scene, Sheet], None], village: Village, size: tuple[int, int], language: str
) -> str:
    """What a part of the table says, on one line."""
    sheet = Sheet(size[0], size[1] - BELOW)
    draw(scene_of(village, size, language), sheet)
    assert {cells(line) for line in sheet.lines} == {size[0]}
    return " ".join(" ".join(words_of(sheet.lines)).replace("▌", " ").split())


@cache
def copied(seed: int) -> Village:
    """A game that is over, with a Doppelgänger in the set."""
    rng = Random(f"copied {seed}")
    village = start(ONENIGHT, 5, rng.randbytes(32), COPYING)
    while questions := asks(village):
        choices = [c for c in questions[0].choices if c.verb not in ENDS]
        apply(village, questions[0].seat, rng.choice(choices or questions[0].choices))
    return village


# ── all sizes, three to ten players ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("size", "language"), LOOKS, ids=named)
@pytest.mark.parametrize("seats", some([3, 7, 10], [3, 5, 6, 7, 10]))
def test_every_player_is_named_by_day_in_the_vote_and_at_the_end(
    seats: int, size: tuple[int, int], language: str
) -> None:
    for draw, village in (
        (draw_day, at("talk_statement", seats)),
        (draw_vote, at("vote", seats)),
        (draw_reveal, ended(seats)),
    ):
        told = drawn(draw, village, size, language)
        for name in NAMES[:seats]:
            assert name.upper() in told, (draw.__name__, told)


@pytest.mark.parametrize(("size", "language"), LOOKS, ids=named)
@pytest.mark.parametrize("seats", [3, 5, 7, 10])
def test_the_night_names_everybody_who_is_called_and_the_own_card(
    seats: int, size: tuple[int, int], language: str
) -> None:
    village = at("night", seats, int(Role.SEER))
    told = drawn(draw_night, village, size, language)
    words = Catalogue(language, "onenight")
    teller = OneNightTeller(words, NAMES[:seats], ME)
    wanted = [teller.slot(slot) for slot in calls_of(village)]
    wanted += [name.upper() for name in NAMES[1:seats]]
    for text in (*wanted, teller.card(Role.SEER).upper()):
        assert text in told


@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("seats", [5, 10])
def test_everybodys_vote_is_shown(seats: int, size: tuple[int, int]) -> None:
    village = ended(seats)
    sheet = Sheet(size[0], size[1] - BELOW)
    draw_vote(scene_of(village, size), sheet)
    told = " ".join(words_of(sheet.lines))
    for vote in set(village.votes) - {98}:
        assert told.count(NAMES[vote].upper()) > 1, told  # once as a voter, then as a target


@pytest.mark.parametrize("seat", [ME, None], ids=["player", "watcher"])
@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_the_vote_tells_everybody_how_many_have_chosen(
    size: tuple[int, int], seat: Seat | None, tmp_path: Path
) -> None:
    async with sitting(tmp_path, size=size) as table:
        session = session_at(at("vote", 5), seat=seat)
        await table.visit(session)
        assert "of 5 have" not in table.text
        session.answered = 3
        table.screen.show_all()
        await table.settle()
        assert "3 of 5 have chosen." in " ".join(table.text.split())


# ── the night hides who is awake ────────────────────────────────────────────────────────────────


def other_world(village: Village) -> Village:
    """The same village, but the cards of the others and of the center lie elsewhere."""
    other = village.copy()
    other.dealt = [village.dealt[ME], *reversed(village.dealt[1:])]
    other.cards = [village.cards[ME], *reversed(village.cards[1:])]
    return other


async def test_in_worlds_a_seat_cannot_tell_apart_every_cell_of_the_night_is_the_same(
    tmp_path: Path,
) -> None:
    village = at("night", 5, int(Role.VILLAGER))
    other = other_world(village)
    assert other.dealt != village.dealt
    frames: list[list[str]] = []
    for world in (village, other):
        async with sitting(tmp_path, world, size=(120, 40)) as table:
            seen: list[str] = []
            for left in (8.0, 5.0, 0.0):
                table.screen.query_one(Sky).tick(left, begun=left == 8.0)
                await table.settle()
                seen.append(picture(table.app))
            frames.append(seen)
    assert frames[0] == frames[1]
    assert len(set(frames[0])) == 3  # the moon has moved


async def test_a_covered_card_looks_the_same_whatever_it_is(tmp_path: Path) -> None:
    shown: set[str] = set()
    village = at("night", 5, int(Role.VILLAGER))
    for role in (Role.VILLAGER, Role.INSOMNIAC, Role.DRUNK):  # all asleep when the wolves wake
        world = village.copy()
        place = world.dealt.index(role)
        for cards in (world.dealt, world.cards):
            cards[ME], cards[place] = cards[place], cards[ME]
        async with sitting(tmp_path, world, size=(120, 40)) as table:
            await table.press("P")
            shown.add(picture(table.app))
    assert len(shown) == 1


@pytest.mark.parametrize("seats", [5, 7, 10])
@pytest.mark.parametrize(("language", "told"), [("en", "first said"), ("de", "erst hieß es")])
def test_a_role_that_was_taken_back_is_not_forgotten(language: str, told: str, seats: int) -> None:
    village = at("talk_statement", seats).copy()
    finn = Seat(2)
    village.claims = [Claim(1, finn, "was", (Role.SEER,)), Claim(2, finn, "was", (Role.ROBBER,))]
    assert told not in drawn(draw_day, village, (120, 40), language)
    village.taken_back = (1,)
    assert told in drawn(draw_day, village, (120, 40), language)
    assert told in drawn(draw_day, village, (80, 23), language)


@pytest.mark.parametrize("size", [(80, 23), (120, 40)])
async def test_in_a_crowd_players_read_their_own_night_unless_it_is_covered(
    size: tuple[int, int], tmp_path: Path
) -> None:
    village = at("talk_statement", 7, int(Role.TROUBLEMAKER))
    async with sitting(tmp_path, village, size=size) as table:
        assert "You were dealt Troublemaker. You swapped " in table.text
        await table.press("P")
        assert "You were dealt" not in table.text


async def test_two_seats_differ_only_in_their_own_card(tmp_path: Path) -> None:
    """Everything above the own card is the same for a Villager and for a Drunk who sleeps."""
    skies: list[object] = []
    village = at("night", 5, int(Role.VILLAGER))
    for role in (Role.VILLAGER, Role.DRUNK):
        world = village.copy()
        place = world.dealt.index(role)
        for cards in (world.dealt, world.cards):
            cards[ME], cards[place] = cards[place], cards[ME]
        async with sitting(tmp_path, world, size=(120, 40)) as table:
            middle = table.screen.query_one(Middle)
            own = min(
                row for _, _, row, ink in middle.places() if ink.target == ("card", int(role))
            )
            skies.append((table.screen.query_one(Sky).lines(), middle.lines()[:own]))
    assert skies[0] == skies[1]


# ── by day ──────────────────────────────────────────────────────────────────────────────────────


async def test_who_points_at_whom_is_shown_where_they_sit(tmp_path: Path) -> None:
    village = at("talk_statement", 10).copy()
    village.claims = [Claim(1, Seat(3), "will_vote", (4,)), Claim(2, Seat(5), "will_vote", (4,))]
    async with sitting(tmp_path, village, size=(120, 40)) as table:
        assert table.text.count("points at ──▸ Eli") == 2
        row = next(line for line in table.lines if "e  ELI" in line)
        assert "▼▼" in row


async def test_a_contradiction_is_told_to_its_end(tmp_path: Path) -> None:
    village = at("talk_statement", 4).copy()
    villager = int(Role.VILLAGER)
    assert village.roles.count(villager) == 2
    village.claims = [Claim(seat, Seat(seat), "was", (villager,)) for seat in (1, 2, 3)]
    village.said = 3
    people = [said.Player("person", name) for name in ("Anna", "Dorothea", "Leonhard", "Rosalind")]
    async with sitting(tmp_path, size=(120, 40), language="de") as table:
        await table.sit(village, players=people)
        told = " ".join(" ".join(line[:76] for line in table.lines).split())
        assert "können nicht alle recht haben: Dorfbewohner gibt es nur 2-mal" in told


def test_whoever_calls_for_peace_is_shown_to_point_left_unless_they_said_otherwise_since() -> None:
    village = morning()
    village.claims = [
        Claim(1, Seat(1), "will_vote", (0,)),
        Claim(2, Seat(1), "circle", ()),
        Claim(3, Seat(4), "circle", ()),
        Claim(4, Seat(4), "will_vote", (1,)),
    ]
    assert aims(village) == {1: 2, 4: 1}


async def test_a_claimed_face_is_marked_as_a_claim(tmp_path: Path) -> None:
    village = at("talk_statement", 5).copy()
    village.claims = [Claim(1, Seat(3), "was", (int(Role.SEER),))]
    async with sitting(tmp_path, village, size=(120, 40)) as table:
        marks = [
            ink
            for _, _, _, ink in table.screen.query_one(Middle).places()
            if ink.text == "?" and ink.paint is not None
        ]
        assert len(marks) == 1


def test_two_choices_never_share_a_key() -> None:
    for talk in ("free", "turns"):
        rng = Random(talk)
        village = start(ONENIGHT, 5, rng.randbytes(32), {"talk": talk, **COPYING})
        while questions := asks(village):
            ask = rng.choice(questions)
            shown = view(ONENIGHT, village, ask.seat)
            teller = OneNightTeller(Catalogue("en", "onenight"), NAMES[:5], ask.seat)
            keys = list(keys_of(teller, shown).values())
            assert len(set(keys)) == len(keys), ask
            apply(village, ask.seat, rng.choice(ask.choices))


def test_what_can_be_said_keeps_its_key_all_game() -> None:
    rng = Random("keys")
    village = start(ONENIGHT, 5, rng.randbytes(32), {"talk": "free"})
    found: dict[Choice, set[str]] = {}
    while questions := asks(village):
        ask = rng.choice(questions)
        shown = view(ONENIGHT, village, ask.seat)
        if ask.prompt == "talk_free" and not village.drafts[ask.seat]:
            teller = OneNightTeller(Catalogue("en", "onenight"), NAMES[:5], ask.seat)
            for choice in ask.choices:
                key = keys_of(teller, shown)[choice]
                found.setdefault(choice, set()).add(key)
        apply(village, ask.seat, rng.choice(ask.choices))
    assert found[Choice("ask")] == {"q"}
    assert all(len(keys) == 1 for keys in found.values())


# ── the end ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
async def test_the_arms_come_up_then_the_cards_are_turned_then_comes_the_result(
    by_mouse: bool, tmp_path: Path
) -> None:
    async def go_on(table: Sitting) -> None:
        if by_mouse:
            await table.pilot.click(Middle)
        else:
            await table.press("space")
        await table.settle()

    async with sitting(tmp_path, ended(5)) as table:
        assert isinstance(table.app.screen, FinaleScreen)
        assert "EVERYBODY POINTS" in table.text
        await go_on(table)
        assert "in the end" in table.text
        await go_on(table)
        assert isinstance(table.app.screen, ResultScreen)


@pytest.mark.parametrize("attended", [True, False])
async def test_keys_are_named_only_where_somebody_may_press_them(
    attended: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MoontuiApp, "ATTENDED", attended)
    async with sitting(tmp_path, ended(5)) as table:
        assert isinstance(table.app.screen, FinaleScreen)
        assert ("Any key" in table.text) == attended


async def test_arms_come_up_one_by_one_and_a_key_raises_all_of_them(tmp_path: Path) -> None:
    async with sitting(tmp_path, ended(10), motion=True) as table:
        screen = table.app.screen
        assert isinstance(screen, FinaleScreen)
        before = screen.frame
        screen.tick()
        assert screen.frame == before + 1
        assert not screen.stopped
        await table.press("space")
        assert screen.frame == 13  # after a count from three
        screen.tick()
        assert screen.frame == 13  # the cards wait for a key


async def test_the_night_is_told_deed_by_deed_and_once_more_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moontui.app.screens.finale.SECONDS", 3600.0)  # a frame when asked for
    village = ended(5)
    async with sitting(tmp_path, village, motion=True, size=(120, 40)) as table:
        screen = table.app.screen
        assert isinstance(screen, FinaleScreen)
        screen.show(screen.finale.stops[0] + 1)
        await table.settle()
        first = deeds_of(village)[0]
        assert f"{NAMES[first.actor]}: " in table.text
        assert "DIES" not in table.text
        await table.press("space")
        assert screen.frame == screen.finale.stops[-1]
        await table.press("v")
        assert screen.frame == screen.finale.stops[0] + 1


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_in_worlds_a_seat_cannot_tell_apart_every_cell_of_the_end_is_the_same(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "moontui.app.screens.finale.SECONDS", 3600.0
    )  # a frame when it is asked for
    village = ended(5)
    other = twin_of(ONENIGHT, village, ME, Random("twin"))
    assert other.events != village.events  # nobody is told what the others saw at night
    frames: list[list[tuple[str, ...]]] = []
    for world in (village, other):
        async with sitting(tmp_path, world, size=size, motion=True) as table:
            screen = table.app.screen
            assert isinstance(screen, FinaleScreen)
            seen = []
            for frame in range(screen.finale.stops[-1] + 1):
                screen.show(frame)
                await table.settle()
                seen.append(cells_of(table))
            frames.append(seen)
    assert frames[0] == frames[1]
    counted, cards = 3, 1
    assert len(set(frames[0])) == counted + village.seats + 1 + len(deeds_of(village)) + cards


async def test_whoever_watches_needs_no_key_for_the_end(tmp_path: Path) -> None:
    village = ended(5)
    async with sitting(tmp_path, village) as table:
        await table.press("space", "space", "escape")
        await table.visit(session_at(village, seat=None))
        screen = table.app.screen
        assert isinstance(screen, FinaleScreen)
        for _ in range(2):
            screen.go_on()
        await table.settle()
        assert isinstance(table.app.screen, ResultScreen)


async def test_the_next_game_does_not_wait_for_somebody_who_is_still_looking(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, ended(5)) as table:
        looking = table.app.screen
        assert isinstance(looking, FinaleScreen)
        await table.sit(at("night", 5))
        assert table.app.screen is table.screen


async def test_what_is_confirmed_is_what_the_table_reads(tmp_path: Path) -> None:
    village = at("talk_opening", 5).copy()
    village.drafts[ME] = [("was", 0), ("role", int(Role.TROUBLEMAKER)), ("seat", 1)]
    async with sitting(tmp_path, village, size=(60, 20)) as table:
        await table.press("c")
        told = " ".join(table.text.split())
        assert "I was the Troublemaker, I swapped" in told
        assert "Bo and Cy" in told


def test_a_sleeper_is_told_that_a_second_question_is_a_second_one() -> None:
    village = at("night_second", 5, int(Role.VILLAGER))
    shown = view(ONENIGHT, village, ME)
    teller = OneNightTeller(Catalogue("en", "onenight"), NAMES[:5], ME)
    assert shown.ask is not None
    assert "second choice" in teller.prompt(shown.ask, shown)


async def test_what_a_sleeper_names_is_not_framed_on_the_table(tmp_path: Path) -> None:
    village = at("night", 5, int(Role.VILLAGER)).copy()
    for seat in village.everyone():
        apply(village, seat, LOOK)  # for other wolves; whether one is alone, Enter says nothing of
    async with sitting(tmp_path, village, size=(120, 40)) as table:
        before = table.screen.query_one(Middle).lines()
        await table.press("1")
        assert table.screen.picked is not None
        assert table.screen.query_one(Middle).lines() == before


def test_a_role_and_what_was_done_with_it_are_told_as_one_statement() -> None:
    teller = OneNightTeller(Catalogue("en", "onenight"), NAMES[:5], ME)
    events = [
        Event("said_was", Seat(1), None, (int(Role.SEER),), 7),
        Event("said_saw", Seat(1), None, (2, int(Role.DRUNK)), 7),
    ]
    for _ in range(2):  # told again, it is told the same
        first, second = (teller.event(event) for event in events)
        assert first.startswith("Bo (#7)")
        assert "Bo (#7)" not in second


def test_a_broken_announcement_is_marked() -> None:
    village = ended(5).copy()
    village.votes = [1, 0, 0, 0, 0]
    village.claims = [Claim(1, Seat(2), "will_vote", (0,)), Claim(2, Seat(3), "will_vote", (4,))]
    village.taken_back = ()
    told = drawn(draw_vote, village, (80, 23), "en")
    assert "✓ as said" in told
    assert "said Eli ✗" in told


def test_whoever_did_not_vote_is_told() -> None:
    village = ended(5).copy()
    village.votes = [1, 98, 1, 1, 1]
    assert "Did not vote: Bo." in drawn(draw_vote, village, (80, 23), "en")


@pytest.mark.parametrize("seed", range(12))
def test_the_ways_lead_from_the_cards_dealt_to_those_that_lie_there(seed: int) -> None:
    village = copied(seed)
    moves = moves_of(village)
    assert list(moves[-1].after if moves else village.dealt) == village.cards


def test_every_move_of_a_card_is_told_where_it_happened() -> None:
    village = next(v for v in map(copied, range(40)) if moved_by(v, Role.ROBBER))
    move = next(m for m in moves_of(village) if m.role == Role.ROBBER)
    told = drawn(draw_reveal, village, (120, 40), "en")
    robber, victim = (NAMES[place] for place in move.places)
    assert f"robs {victim}" in told
    assert f"{robber} robs" in told


def moved_by(village: Village, role: Role) -> bool:
    return any(move.role == role and move.slot == role for move in moves_of(village))


@pytest.mark.parametrize(("size", "language"), LOOKS, ids=named)
def test_what_a_doppelgangers_card_counts_as_is_told_whole(
    size: tuple[int, int], language: str
) -> None:
    village = next(v for v in map(copied, range(40)) if copy_at_a_seat(v) is not None)
    seat = copy_at_a_seat(village)
    assert seat is not None
    words = Catalogue(language, "onenight")
    role = words.say("names", Role(village.counts_as(seat)).name.lower())
    told = words.say("board", "copy_counts", who=NAMES[seat], role=role)
    assert told in drawn(draw_reveal, village, size, language)


@pytest.mark.parametrize(("size", "language"), LOOKS, ids=named)
def test_the_result_tells_whole_what_a_doppelganger_was_in_the_end(
    size: tuple[int, int], language: str
) -> None:
    ends = [v for v in map(copied, range(40)) if copy_at_a_seat(v) is not None]
    for village in (*ends[:3], next(v for v in ends if copy_at_a_seat(v) in v.winners)):
        scene = scene_of(village, size, language)
        result = scene.teller.result(scene.view, village.events or ())
        assert result is not None
        page = Honours(scene.look, GAME, result, NAMES, scene.players, ME).page([], [], *size)
        told = [ink.text for line in page for ink in line if ink.style not in ("dim", "key")]
        seat = copy_at_a_seat(village)
        assert seat is not None
        for word in result.rows[seat].cards.split():
            assert word in " ".join(told), size


def test_where_many_win_the_big_letters_name_their_side() -> None:
    village = next(one for one in (ended(10, seed) for seed in range(20)) if len(one.winners) > 4)
    scene = scene_of(village, (120, 40))
    result = scene.teller.result(scene.view, ())
    assert result is not None
    honours = Honours(scene.look, GAME, result, NAMES, scene.players, ME)
    assert honours.title(100, 2)[0] == result.side != ""


def copy_at_a_seat(village: Village) -> Seat | None:
    """Where the Doppelgänger's card lies, if it lies with a player and counts as something else."""
    found = [s for s in village.everyone() if village.counts_as(s) != village.cards[s]]
    return found[0] if found else None


def test_the_headline_says_whose_game_it_was_and_how_it_went_for_the_player() -> None:
    village = ended(5)
    teller = OneNightTeller(Catalogue("en", "onenight"), NAMES[:5], ME)
    headline, own = teller.verdict(village)
    assert headline in ("The village wins", "The werewolves win", "Nobody wins")
    assert own.endswith("you win." if ME in village.winners else "you lose.")


# ── pictures ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("role", Role)
def test_every_role_has_a_picture_and_a_color_on_which_its_name_can_be_read(role: Role) -> None:
    assert has(GAME, picture_of(role))
    assert contrast(COLORS[role][0], CREAM) >= 4.5


@pytest.mark.parametrize("size", [(49, 37), (43, 46), (40, 32)], ids=str)
@pytest.mark.parametrize("language", ["en", "de"])
async def test_in_a_crowd_the_smallest_phone_shows_the_own_card_at_night(
    size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    village = at("night", 10, int(Role.SEER))
    async with sitting(tmp_path, village, size=size, language=language) as table:
        assert {"en": "SEER", "de": "SEHERIN"}[language] in table.text
