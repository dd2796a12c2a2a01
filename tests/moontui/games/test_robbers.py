"""At Robbers' table: every card by key and by mouse, and what is on the screen at any size."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core import Choice, Seat
from engine.games.robbers import ROBBERS
from engine.games.robbers.deck import Card, Role
from engine.play import apply, asks, start, view
from engine.review import moments, shares_won, weigh
from moontui.app.screens.replay import ReplayScreen
from moontui.app.screens.result import ResultScreen
from moontui.app.widgets.peek import Peek
from moontui.client.records import replay_of
from moontui.games.robbers.board import Hand, Seats, TrickZone
from moontui.games.robbers.teller import RobbersTeller
from moontui.plain.solo import bots_for, company, play
from moontui.plain.table import LineTable
from moontui.words.catalogue import LANGUAGES, Catalogue
from net import messages as said
from tests.engine.records import played
from tests.moontui.app.test_pictures import painted
from tests.moontui.desk import desk
from tests.moontui.scenes import ME, NAMES, moment, session_at
from tests.moontui.sitting import Sitting, sitting

SIZES = [(60, 20), (80, 23), (120, 40)]


def asked(seats: int = 5, turns: int = 2, cards: int = 3) -> Any:
    """The first seat has to play, with a given number of cards already in the trick."""
    return moment("play", seats=seats, turns=turns, game="robbers", where=lying(cards))


WHERE: dict[int, Callable[[Any], bool]] = {}


def lying(cards: int) -> Callable[[Any], bool]:
    """The same function for the same number, so that a moment is searched for only once."""
    return WHERE.setdefault(cards, lambda state: len(state.trick) == cards)


def with_nine(state: Any) -> bool:
    """Whether the hand is whole, and has a special card in it."""
    return len(state.hands[ME]) == 9 and Card.KNIFE in state.hands[ME]


def reckoned(seats: int, seed: int = 0, length: str = "match") -> Any:
    """A deal that has just been reckoned up."""
    rng = Random(f"reckoned {seed}")
    state = start(ROBBERS, seats, rng.randbytes(32), {"length": length})
    while state.account is None:
        apply(state, asks(state)[0].seat, rng.choice(asks(state)[0].choices))
    return state


def teller(table: Sitting) -> RobbersTeller:
    tells = table.session.teller
    assert isinstance(tells, RobbersTeller)
    return tells


def wanted(table: Sitting) -> list[str]:
    """What a full table has to show, whatever its size."""
    tells, view_now = teller(table), table.session.view
    assert view_now is not None
    state = view_now.state
    cards = [*state.hands[ME], *state.trick]
    told = [tells.card(card, "short") for card in cards]
    return [*told, *tells.names, tells.lead(state)]


# ── sizes, languages, signs ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_nothing_of_a_full_table_is_cut(
    size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    async with sitting(tmp_path, asked(), size=size, language=language) as table:
        for state in (asked(), asked(4, 1, 2), asked(3, 3, 1)):
            await table.visit(session_at(state, language))
            tells = teller(table)
            missing = [text for text in wanted(table) if text not in table.text]
            assert missing == [], table.text
            stake = tells.stake(table.session.view.state)  # type: ignore[union-attr]
            assert stake in " ".join(table.text.split())
            assert [len(line) for line in table.lines] == [size[0]] * size[1]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_nine_cards_fit_beside_each_other(language: str, tmp_path: Path) -> None:
    state = moment("play", seats=4, game="robbers", where=with_nine)
    async with sitting(tmp_path, state, language=language) as table:
        tells, hand = teller(table), state.hands[ME]
        shown = [" ".join(line.split("│")) for line in table.lines]
        row = next(line for line in shown if all(tells.card(c, "tight") in line for c in hand))
        assert row


async def test_a_terminal_without_signs_gets_letters_and_ascii(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked(), symbols="ascii") as table:
        await table.press("1")
        assert table.text.isascii()


async def test_a_terminal_without_colour_is_sent_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with sitting(tmp_path, asked()) as table:
        await table.press("1")
        for segment in painted(table.app):
            style = segment.style
            colours = (style.color, style.bgcolor) if style is not None else ()
            assert all(c is None or c.is_default for c in colours), segment


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", ROBBERS.seats)
async def test_the_reckoning_is_shown_whole(seats: int, language: str, tmp_path: Path) -> None:
    async with sitting(tmp_path, reckoned(seats), language=language) as table:
        assert isinstance(table.app.screen, ResultScreen)
        result, text = table.app.screen.result, " ".join(table.text.split())
        for told in (result.why, *result.details):
            assert told in text
        for row in result.rows:
            assert {*row.cards.split(), *row.why.split()} <= {*text.split()}


# ── playing ─────────────────────────────────────────────────────────────────────────────────────


async def test_every_card_can_be_played_by_its_key(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        await table.sit(asked())
        for choice in asked().hands[ME]:
            await table.sit(asked())
            await table.press(table.keys[Choice("play", choice)], "enter")
            assert table.answer == Choice("play", choice)


async def test_every_card_can_be_played_by_mouse(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        for card in asked().hands[ME]:
            await table.sit(asked())
            for _ in range(2):
                await table.click(Hand, Choice("play", card))
            assert table.answer == Choice("play", card)


async def test_a_card_that_is_picked_lies_in_the_trick_until_it_is_taken_back(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, asked(4, 1, 2)) as table:
        before = table.text
        await table.press("1")
        assert "would count" in table.text
        await table.press("escape")
        assert table.text == before
        assert table.answer is None


async def test_below_each_card_stands_whether_it_would_lead(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked()) as table:
        row = next(line for line in table.lines if "so far" in line and "In it" not in line)
        assert len(row.replace("so far", "").split()) == len(asked().hands[ME])


async def test_before_the_first_card_the_last_trick_lies_there(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked(4, 3, 0)) as table:
        state, tells = asked(4, 3, 0), teller(table)
        assert "you lead; the last trick was" in table.text
        for card in state.last_trick:
            assert tells.card(card, "short") in table.text
        assert "counted as" in table.text


async def test_the_last_trick_can_be_looked_at_again(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked()) as table:
        await table.press("B")
        assert table.screen.query_one(Peek).display
        assert "The last trick:" in table.text
        assert "took it" in table.text


async def test_covered_cards_are_not_on_the_screen(tmp_path: Path) -> None:
    state = moment("play", seats=4, turns=2, game="robbers", where=lying(2))
    async with sitting(tmp_path, state) as table:
        own = [teller(table).card(card, "short") for card in state.hands[ME]]
        await table.press("P")
        seats = table.screen.query_one(Seats).region
        below = table.lines[seats.bottom :]
        hand = "\n".join(line for line in below if "your hand" in line or "covered" in line)
        assert "covered" in hand
        shown = "\n".join(table.lines[table.screen.query_one(Hand).region.y :])
        assert [name for name in own if f"{name} " in shown] == []


async def test_covered_cards_leave_no_sign_of_the_players_role(tmp_path: Path) -> None:
    state = moment("play", seats=5, turns=3, game="robbers", where=halving)
    async with sitting(tmp_path, state) as table:
        assert "halves you" in table.text
        await table.press("1", "P")
        assert "halves you" not in table.text
        assert "ROBBER," not in table.text


def halving(state: Any) -> bool:
    """Whether something in the trick halves the first seat's points."""
    return Card.WEREWOLF in state.trick and bool(state.roles[ME] == Role.ROBBER)


async def test_a_watcher_sees_the_trick_and_no_hand(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked()) as table:
        await table.visit(session_at(asked(), seat=None))
        assert "You are watching" in table.text
        for card in asked().trick:
            assert teller(table).card(card, "short") in table.text


# ── chips and claims ────────────────────────────────────────────────────────────────────────────


async def test_a_claim_is_said_by_key_and_changes_nothing(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked()) as table:
        await table.press("C", "down", "enter")
        assert table.client.said == [said.Phrase("claim_werewolf")]
        assert table.answer is None


@pytest.mark.parametrize(("language", "word"), [("en", '"Traitor"'), ("de", '"Verräter"')])
async def test_a_claim_stands_beside_its_player_in_the_readers_language(
    language: str, word: str, tmp_path: Path
) -> None:
    async with sitting(tmp_path, asked(), language=language) as table:
        await table.hear(said.Said("Bo", 1, phrase="claim_traitor"))
        row = next(line for line in table.lines if line[1:].startswith("b Bo"))
        assert word in row


async def test_claims_are_forgotten_when_the_next_deal_begins(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked()) as table:
        await table.hear(said.Said("Bo", 1, phrase="claim_traitor"))
        await table.sit(asked(5, 1, 1))
        assert '"Traitor"' not in table.text


async def test_a_chip_stands_beside_whoever_played_a_werewolf(tmp_path: Path) -> None:
    def shown(state: Any) -> bool:
        return bool(state.chips[1] == Role.WEREWOLF)

    state = moment("play", seats=4, turns=2, game="robbers", where=shown)
    async with sitting(tmp_path, state) as table:
        row = next(line for line in table.lines if line[1:].startswith("b Bo"))
        assert "Werewolf" in row


# ── elsewhere ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", ROBBERS.seats)
def test_a_match_in_lines_can_be_played_to_the_end_with_every_command(
    seats: int, language: str
) -> None:
    rng, words = Random(seats), Catalogue(language, "robbers")
    table = start(ROBBERS, seats, seats.to_bytes(32, "big"))
    written: list[str] = []
    bots = tuple(bots_for(ROBBERS, "random", company("Ana", seats), b"secret"))
    lines = LineTable(RobbersTeller(words, NAMES[:seats], ME), words, written.append)
    typed = ["?", "hand", "table", "notes", "last", "log 3", "1", "2", "1", "rules"]
    play(ROBBERS, table, ME, bots, lines, lambda prompt: rng.choice(typed))
    assert written[-1] == words.say("plain", "over")
    assert ROBBERS.outcome(table)


async def test_a_replay_shows_the_hands_of_others_only_when_all_is_open(tmp_path: Path) -> None:
    record = played(name="robbers", level="random")
    async with desk(tmp_path) as table:
        screen = ReplayScreen(replay_of(record), Seat(0))
        await table.open(screen)
        first = screen.replay.state(0).hands[1]
        held = screen.teller.card(max(first)).replace(" ", "")[:4]
        row = next(line for line in table.text().splitlines() if line[1:].startswith("b Bo"))
        assert held not in row
        await table.press("v")
        row = next(line for line in table.text().splitlines() if line[1:].startswith("b Bo"))
        assert "[" in row
        await table.press("end")
        assert screen.here == len(record.moves)


async def test_a_replay_of_five_players_fits_on_the_smallest_full_terminal(tmp_path: Path) -> None:
    record = played(name="robbers", level="random", names=NAMES[:5])
    async with desk(tmp_path, size=(80, 23)) as table:
        await table.open(ReplayScreen(replay_of(record), Seat(0), step=12))
        last, keys = table.text().splitlines()[-2:]
        assert "step 12" in last
        assert "Esc back" in keys


def test_a_review_weighs_the_cards_of_a_deal() -> None:
    record = played(name="robbers", level="random")
    replay = replay_of(record)
    found = list(moments(replay, ME))
    assert [moment.turn for moment in found] == list(range(1, len(found) + 1))
    assert set(shares_won(replay, ME)) == {1}
    last = found[-1]
    decision = weigh(replay.game, replay.view(last.step, ME), last)
    assert decision.loss >= 0


async def test_a_card_in_the_trick_explains_itself(tmp_path: Path) -> None:
    def has_knife(state: Any) -> bool:
        return Card.KNIFE in state.trick

    state = moment("play", seats=4, turns=1, game="robbers", where=has_knife)
    async with sitting(tmp_path, state) as table:
        await table.click(TrickZone, ("card", int(Card.KNIFE)))
        assert "Counts as 0 of the trump suit" in " ".join(table.text.split())


def test_what_is_shown_of_a_table_is_made_of_what_the_seat_was_told() -> None:
    state = asked()
    shown = view(ROBBERS, state, ME)
    session = session_at(state)
    assert session.view is not None
    assert session.view.state.events == shown.state.events
