"""At Robbers' table: every card by key and by mouse, and what is on the screen at any size."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.geometry import Region

from engine.core import Choice, Seat
from engine.fixed import Bots
from engine.games.robbers import ROBBERS
from engine.games.robbers.deck import Card, Role
from engine.games.robbers.trick import would_lead
from engine.games.robbers.views import unseen_cards
from engine.play import apply, asks, start, view
from engine.review import moments, shares_won, weigh
from moontui.app.screens.replay import ReplayScreen
from moontui.app.screens.result import ResultScreen
from moontui.app.widgets.board import Trip
from moontui.app.widgets.flight import Flight
from moontui.app.widgets.panels import Log
from moontui.app.widgets.peek import Peek
from moontui.app.widgets.reader import Reader
from moontui.app.widgets.sketch import Sketch
from moontui.client.records import replay_of
from moontui.draw.ink import Ink, words_of
from moontui.games.robbers.board import RobbersBoard
from moontui.games.robbers.cards import title_of
from moontui.games.robbers.facts import Facts
from moontui.games.robbers.hand import Hand
from moontui.games.robbers.teller import RobbersTeller
from moontui.games.robbers.trick import TrickZone
from moontui.plain.solo import play
from moontui.plain.table import LineTable
from moontui.words.catalogue import LANGUAGES, Catalogue
from net import messages as said
from tests.engine.records import played
from tests.extent import some
from tests.moontui.app.test_pictures import painted, picture
from tests.moontui.desk import desk
from tests.moontui.scenes import ME, NAMES, moment, session_at, until, update_for
from tests.moontui.sitting import Sitting, sitting
from tests.moontui.sizes import LOOKS, SIZES, named

FEW_SIZES = [(60, 20), (80, 23), (120, 40)]


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


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.upper()))


def drawn(table: Sitting, zone: type[Sketch]) -> str:
    """What the words of a part of the screen are, without its pictures."""
    return "\n".join(words_of(table.screen.query_one(zone).lines()))


def on_card(table: Sitting, card: int, width: int) -> set[str]:
    """What must stand on a card: its suit and rank, or its name, however short."""
    scene = table.screen.scene()
    assert scene is not None
    return words("".join(title_of(scene, card, width)))


def stands_in(table: Sitting, card: int, shown: set[str]) -> bool:
    """Whether a card is named, at whatever length."""
    return any(on_card(table, card, width) <= shown for width in (8, 12))


def row_of(table: Sitting, seat: str) -> str:
    """The row of a player on a small screen."""
    return next(line for line in table.lines if line[2:].startswith(seat))


# ── sizes, languages, signs ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("size", "language"), LOOKS, ids=named)
async def test_nothing_of_a_full_table_is_cut(
    size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    async with sitting(tmp_path, asked(), size=size, language=language) as table:
        for state in (asked(), asked(4, 1, 2), asked(3, 3, 1)):
            await table.visit(session_at(state, language))
            tells, shown = teller(table), words(table.text)
            stake = tells.stake_of(state, last=False)
            assert stake is not None
            told = [stake.leads, *stake.harm, tells.lead(state), *tells.names]
            assert words(" ".join([*told, str(stake.chests), str(stake.robbers)])) <= shown
            for zone, cards in ((Hand, state.hands[ME]), (TrickZone, state.trick)):
                held = words(drawn(table, zone))
                assert [card for card in cards if not stands_in(table, card, held)] == []
            assert [len(line) for line in table.lines] == [size[0]] * size[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pictures", [True, False], ids=["drawn", "in-words"])
async def test_nine_cards_fit_beside_each_other(
    pictures: bool, language: str, tmp_path: Path
) -> None:
    state = moment("play", seats=4, game="robbers", where=with_nine)
    async with sitting(tmp_path, state, language=language, pictures=pictures) as table:
        tells, hand = teller(table), state.hands[ME]
        names = [tells.card(card, "tight").upper() for card in hand]
        rows = [line.upper() for line in drawn(table, Hand).splitlines()]
        assert any(all(name in row for name in names) for row in rows), table.text


@pytest.mark.parametrize("size", FEW_SIZES, ids=named)
async def test_cards_keep_their_places_while_the_hand_grows_smaller(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with sitting(tmp_path, asked(4, 1, 2), size=size) as table:
        first = table.screen.query_one(Hand).region_of(Choice("play", asked(4, 1, 2).hands[ME][0]))
        await table.sit(asked(4, 5, 2))
        later = table.screen.query_one(Hand).region_of(Choice("play", asked(4, 5, 2).hands[ME][0]))
        assert first is not None
        assert later is not None
        assert first.offset == later.offset


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


async def test_the_last_trick_is_seen_before_the_points_are_counted(tmp_path: Path) -> None:
    async with sitting(tmp_path, reckoned(4, seed=1, length="round")) as table:
        assert "took it." in table.text
        assert "DEAL OVER" not in table.text
        await table.press("enter")
        assert "DEAL OVER" in table.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", ROBBERS.seats)
async def test_the_reckoning_is_shown_whole(seats: int, language: str, tmp_path: Path) -> None:
    async with sitting(tmp_path, reckoned(seats), language=language) as table:
        await table.press("space")
        assert isinstance(table.app.screen, ResultScreen)
        result, text = table.app.screen.result, " ".join(table.text.split())
        for told in (result.why, *result.details):
            assert told in text
        for row in result.rows:
            assert {*row.cards.split(), *row.why.split()} <= {*text.split()}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_reckoning_with_every_claim_is_shown_whole(language: str, tmp_path: Path) -> None:
    async with sitting(tmp_path, asked(5), language=language) as table:
        for seat in range(5):
            await table.hear(said.Said(NAMES[seat], seat, phrase="claim_werewolf"))
        claims = table.session.claims
        await table.sit(reckoned(5))
        table.session.claims = claims
        await table.press("space")
        assert isinstance(table.app.screen, ResultScreen)
        assert table.session.view is not None
        told = table.session.teller.judged(table.session.view, claims)
        assert told.count("Werewolf") + told.count("Werwolf") == 5
        assert told in " ".join(table.text.split())


# ── playing ─────────────────────────────────────────────────────────────────────────────────────


async def test_every_card_can_be_played_by_its_key(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        await table.sit(asked())
        for choice in asked().hands[ME]:
            await table.sit(asked())
            await table.press(table.keys[Choice("play", choice)], "enter")
            assert table.answer == Choice("play", choice)


async def test_a_key_that_means_nothing_is_answered(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked(5, 4, 3)) as table:
        await table.press("9")
        assert "9 does nothing here" in table.sentence
        assert table.answer is None
        await table.press("1")
        assert "does nothing" not in table.text


async def test_every_card_can_be_played_by_mouse(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        for card in asked().hands[ME]:
            await table.sit(asked())
            for _ in range(2):
                await table.click(Hand, Choice("play", card))
            assert table.answer == Choice("play", card)


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_a_card_that_is_picked_lies_in_the_trick_until_it_is_taken_back(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with sitting(tmp_path, asked(4, 1, 2), size=size) as table:
        before, trick = table.text, table.screen.query_one(TrickZone)
        picked = next(choice for choice, key in table.keys.items() if key == "1")
        assert trick.region_of(picked) is None
        await table.press("1")
        assert trick.region_of(picked) is not None
        assert drawn(table, TrickZone).count("= ") == 3
        await table.press("escape")
        assert table.text == before
        assert table.answer is None


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_on_each_card_stands_whether_it_would_lead(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with sitting(tmp_path, asked(), size=size) as table:
        rows = drawn(table, Hand).splitlines()
        hand = " ".join(row for row in rows if not row.startswith("▌"))  # the stage
        told = re.findall("ahead|loses", hand)
        assert len(told) == len(asked().hands[ME])


async def test_of_a_picked_card_the_table_says_whether_it_would_lead(tmp_path: Path) -> None:
    state = asked()
    leads = [card for card in state.hands[ME] if would_lead(state.trick, card)]
    async with sitting(tmp_path, state) as table:
        assert "is ahead." in drawn(table, TrickZone)
        await table.press(table.keys[Choice("play", leads[0])])
        shown = drawn(table, TrickZone)
        assert "Yours is ahead." in shown
        assert shown.count("is ahead.") == 1


async def test_until_the_first_card_the_stage_tells_the_aim(tmp_path: Path) -> None:
    first = moment("play", seats=4, game="robbers", where=lambda state: not any(state.piles))
    first = first.copy()
    first.trick, first.leader = [], ME
    first.events = [event for event in first.events if event.kind != "played"]
    async with sitting(tmp_path, first) as table:
        assert "Aim: robbers collect chest icons" in drawn(table, Hand)


async def test_of_whoever_plays_last_a_card_takes_the_trick_or_loses(tmp_path: Path) -> None:
    def decides(state: Any) -> bool:
        return len(state.trick) == 3 and any(would_lead(state.trick, c) for c in state.hands[ME])

    state = moment("play", seats=4, game="robbers", where=decides)
    async with sitting(tmp_path, state) as table:
        hand = drawn(table, Hand)
        assert "takes" in hand
        assert "ahead" not in hand.replace("is ahead", "").replace("still ahead", "")


async def test_before_the_first_card_the_last_trick_lies_there(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked(4, 3, 0)) as table:
        shown = drawn(table, TrickZone)
        assert "YOU LEAD." in shown
        assert "THE LAST TRICK:" in shown
        assert "took it" in shown
        for card in asked(4, 3, 0).last_trick:
            assert on_card(table, card, 8) <= words(shown)


async def test_of_two_cards_alike_only_one_is_lifted(tmp_path: Path) -> None:
    def twice(state: Any) -> bool:
        return bool(state.hands[ME].count(Card.KNIFE) == 2)

    state = moment("play", seats=5, game="robbers", where=twice)
    async with sitting(tmp_path, state, size=(120, 40)) as table:
        await table.press(table.keys[Choice("play", int(Card.KNIFE))])
        rows = [line for line in drawn(table, Hand).splitlines() if "KNIFE" in line]
        assert [row.count("KNIFE") for row in rows] == [1, 1]


async def test_the_last_trick_can_be_looked_at_again(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked()) as table:
        await table.press("B")
        assert table.screen.query_one(Peek).display
        assert "The last trick:" in table.text
        assert "took it" in table.text


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_covered_cards_are_not_on_the_screen(size: tuple[int, int], tmp_path: Path) -> None:
    state = moment("play", seats=4, turns=2, game="robbers", where=lying(2))
    async with sitting(tmp_path, state, size=size) as table:
        await table.press("1", "P")
        hand = drawn(table, Hand)
        assert "covered" in hand
        body = "\n".join(hand.splitlines()[1:-3])
        for card in state.hands[ME]:
            assert not on_card(table, card, 8) <= words(body)


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_two_hands_that_nobody_can_tell_apart_look_the_same_covered(
    size: tuple[int, int], tmp_path: Path
) -> None:
    state = moment("play", seats=4, turns=1, game="robbers", where=lying(2))
    other = state.copy()
    other.hands[ME], other.hands[1] = other.hands[1], other.hands[ME]
    other.roles[ME], other.roles[1] = other.roles[1], other.roles[ME]
    async with sitting(tmp_path, state, size=size) as table:
        await table.press("P")
        one = picture(table.app)
        await table.sit(other)
        assert picture(table.app) == one


async def test_covered_cards_leave_no_sign_of_the_players_role(tmp_path: Path) -> None:
    state = moment("play", seats=5, turns=3, game="robbers", where=halving)
    for size in FEW_SIZES:
        async with sitting(tmp_path, state, size=size) as table:
            assert words("halves you") <= words(table.text)
            assert " ROBBER " in table.text
            await table.press("1", "P")
            assert "HALVES" not in words(table.text)
            assert " ROBBER " not in table.text


def halving(state: Any) -> bool:
    """Whether something in the trick halves the first seat's points."""
    return Card.WEREWOLF in state.trick and bool(state.roles[ME] == Role.ROBBER)


async def test_a_watcher_sees_the_trick_and_no_hand(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked()) as table:
        await table.visit(session_at(asked(), seat=None))
        assert "You are watching" in table.text
        for card in asked().trick:
            assert on_card(table, card, 8) <= words(drawn(table, TrickZone))


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
        assert word in row_of(table, "b BO")


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
        assert "WEREWOLF" in row_of(table, "b BO")


@pytest.mark.parametrize("size", FEW_SIZES, ids=named)
async def test_a_chip_leaves_room_for_a_claim(size: tuple[int, int], tmp_path: Path) -> None:
    state = moment("play", seats=4, turns=2, game="robbers", where=bo_showed)
    async with sitting(tmp_path, state, size=size) as table:
        await table.hear(said.Said("Bo", 1, phrase="claim_robber"))
        assert "WEREWOLF" in table.text
        assert '"R"' in table.text or '"robber"' in table.text


def bo_showed(state: Any) -> bool:
    return bool(state.chips[1] == Role.WEREWOLF)


# ── motion ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", ROBBERS.seats)
@pytest.mark.parametrize("size", some([(80, 23)], [(60, 46), *FEW_SIZES]), ids=named)
async def test_a_card_lands_where_it_lies_afterwards(
    size: tuple[int, int], seats: int, tmp_path: Path
) -> None:
    rng = Random(f"landing {seats}")
    state: Any = start(ROBBERS, seats, rng.randbytes(32))
    async with sitting(tmp_path, state, size=size) as table:
        board, landed = table.screen.query_one(RobbersBoard), 0
        for _ in range(2 * seats + 1):
            told = len(state.events)
            apply(state, asks(state)[0].seat, rng.choice(asks(state)[0].choices))
            play = state.events[told]
            journey = board.journey(play)
            await table.hear(update_for(state, first=told, turn=table.session.turn + 1))
            lies = table.screen.query_one(TrickZone).region_of(("card", play.cards[0]))
            assert journey is not None
            assert lies is not None
            if (state.trick or state.last_trick).count(play.cards[0]) == 1:  # else it has a twin
                assert journey.end.offset == lies.offset, table.text
                landed += 1
        assert landed > seats


async def test_a_card_is_seen_where_it_lands(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked()) as table:
        flight, there = table.screen.query_one(Flight), Region(40, 9, 1, 1)
        table.screen.motion.play([flight.of(Trip([[Ink(" C 9 ")]], Region(2, 2, 1, 1), there))])
        await until(table.pilot, lambda: flight.region.offset == there.offset)
        assert flight.display


# ── the story and the stage ─────────────────────────────────────────────────────────────────────


async def test_the_stage_says_who_took_the_trick_when_the_next_one_has_begun(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, asked(4, 3, 0)) as table:
        moment_now = table.session.moment
        assert moment_now is not None
        assert moment_now.text.startswith("You take the trick with ")
        assert moment_now.text in drawn(table, Hand)


async def test_the_story_keeps_the_tricks_of_earlier_deals(tmp_path: Path) -> None:
    def second(state: Any) -> bool:
        return bool(state.deal == 2 and len(state.piles[0]) // 4 > 1)

    state = moment("play", seats=4, turns=5, game="robbers", where=second)
    async with sitting(tmp_path, state) as table:
        entries = table.session.told.entries
        turns = [entry.turn for entry in entries if entry.kind == "turn" and entry.turn]
        assert turns[:9] == list(range(1, 10))
        assert len(turns) == 9 + 2


async def test_a_single_row_of_the_story_is_a_whole_line(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked(3, 3, 0)) as table:
        log = table.screen.query_one(Log)
        assert log.size.height == 1
        latest = [entry for entry in table.session.told.entries if entry.parts][-1]
        assert latest.text in "".join(ink.text for ink in log.lines()[0])


async def test_what_nobody_has_seen_is_listed_by_rank(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked()) as table:
        state, shown = table.session.view.state, drawn(table, Facts)  # type: ignore[union-attr]
        chests = next(line for line in shown.splitlines() if line.startswith("C"))
        listed = [int(rank) for rank in re.findall("..", chests[1:]) if rank.strip().isdigit()]
        unseen = unseen_cards(state, ME)
        assert listed == [card + 1 for card in unseen if card < 15]


# ── elsewhere ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", ROBBERS.seats)
def test_a_match_in_lines_can_be_played_to_the_end_with_every_command(
    seats: int, language: str
) -> None:
    rng, words = Random(seats), Catalogue(language, "robbers")
    table = start(ROBBERS, seats, seats.to_bytes(32, "big"))
    written: list[str] = []
    bots = Bots(ROBBERS, b"secret", ["random"] * seats, [""] * seats)
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
        row = next(line for line in table.text().splitlines() if line[2:].startswith("b BO"))
        assert held not in row
        await table.press("v")
        row = next(line for line in table.text().splitlines() if line[2:].startswith("b BO"))
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
        page = table.app.screen.query_one(Reader).lines()
        assert "Counts as 0 of the trump suit" in " ".join(" ".join(words_of(page)).split())


def test_what_is_shown_of_a_table_is_made_of_what_the_seat_was_told() -> None:
    state = asked()
    shown = view(ROBBERS, state, ME)
    session = session_at(state)
    assert session.view is not None
    assert session.view.state.events == shown.state.events


@pytest.mark.parametrize("size", [(80, 23), (120, 40)])
async def test_a_strict_table_counts_nothing_and_shows_no_closed_trick(
    size: tuple[int, int], tmp_path: Path
) -> None:
    state = asked(4, 3, 2).copy()
    state.strict = True
    async with sitting(tmp_path, state, size=size) as table:
        seen = table.text
        assert "STRICT: NO COUNTS" in seen
        assert "NOT SEEN YET" not in seen
        assert ("tricks ?" if size[0] > 80 else "took ?") in seen
        teller, view = table.session.teller, table.session.view
        assert view is not None
        assert teller.look_back(view) == []
        assert teller.turns_told(view) == 1
        assert teller.notes(view)[-1] == "A strict table: nothing is counted."
        card = view.state.hands[0][0]
        assert teller.whereabouts(view, card, counting=True) == [teller.words.say("where", "hand")]
