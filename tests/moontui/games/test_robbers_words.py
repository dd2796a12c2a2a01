"""The words of Robbers fit the board, agree with the cards, and say the same in both languages."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from rich.cells import cell_len

from engine.core import HIDDEN, Advice, Choice, Event, Idea, Seat
from engine.games.robbers import ROBBERS
from engine.games.robbers.deck import ICONS, KINDS, NORMAL, Card, Role, Suit, copies_for, normal
from engine.games.robbers.insight import insight
from engine.games.robbers.scoring import account
from engine.games.robbers.state import Table
from engine.games.robbers.trick import winner
from engine.play import start, view
from moontui.draw.ink import whole_sentences
from moontui.games.robbers.teller import RobbersTeller
from moontui.words.catalogue import LANGUAGES, Catalogue, read

NAMES = ("Ana", "Bo", "Cy", "Di")
PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "robbers.md").read_text(encoding="utf-8")


def teller(language: str = "en", me: int | None = 0) -> RobbersTeller:
    seat = None if me is None else Seat(me)
    return RobbersTeller(Catalogue(language, "robbers"), NAMES, seat)


def dealt(*roles: Role, piles: tuple[tuple[int, ...], ...]) -> Table:
    """A table at which a deal has been reckoned up."""
    table = start(ROBBERS, len(roles), bytes(32))
    table.roles, table.piles = [int(role) for role in roles], [list(pile) for pile in piles]
    table.account = account(table.roles, table.piles)
    return table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", range(KINDS))
def test_every_card_has_names_that_fit_their_places(card: int, language: str) -> None:
    tells = teller(language)
    assert cell_len(tells.card(card, "short")) <= 8
    assert cell_len(tells.card(card, "tight")) <= 5
    assert tells.text(card)


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_of_the_board_fit_their_places(language: str) -> None:
    file = Path("moontui/games/robbers") / f"{language}.toml"
    rows = re.findall(r'^(\w+) = "(.*)" # (\d+)', file.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 10
    assert [(key, text) for key, text, room in rows if cell_len(text) > int(room)] == []


@pytest.mark.parametrize("card", Card, ids=lambda card: card.name.lower())
def test_the_rules_page_says_what_the_card_says(card: Card) -> None:
    key = card.name.lower()
    names = [Catalogue(language, "robbers").say("names", key) for language in LANGUAGES]
    text = Catalogue("en", "robbers").say("texts", key)
    assert f"| **{names[0]}** | {names[1]} | {copies_for(4)[card]} | {text} |" in PAGE


@pytest.mark.parametrize("suit", Suit, ids=lambda suit: suit.name.lower())
def test_the_house_table_is_the_same_in_the_code_and_on_the_rules_page(suit: Suit) -> None:
    icons = [ICONS[normal(suit, rank)] for rank in range(1, 16)]
    row = " | ".join(map(str, [*icons, sum(icons), sum(icons[:12])]))
    assert f"** | {row} |" in PAGE
    assert " ".join(map(str, icons)) in re.sub(" +", " ", teller().section("house"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_page_that_names_its_icons(language: str) -> None:
    pages = {page.card: page for page in teller(language).cards()}
    assert set(pages) == set(range(KINDS))
    assert [page.value for card, page in sorted(pages.items()) if card < NORMAL] == [
        f"+{icons}" for icons in ICONS[:NORMAL]
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_claim_has_a_sentence_and_a_word_on_the_board(language: str) -> None:
    words = read(language, "robbers")
    assert set(words["phrases"]) == set(ROBBERS.phrases)
    assert set(ROBBERS.phrases) <= set(words["board"])


# ── what cards count as ─────────────────────────────────────────────────────────────────────────


def in_trick(*cards: int) -> Table:
    """It is Ana's turn to play, with these cards on the table."""
    table = start(ROBBERS, 4, bytes(32))
    table.leader, table.trick = Seat((4 - len(cards)) % 4), list(cards)
    table.chips = [int(Role.ROBBER)] * 4
    return table


C5, C9, R3, R12 = 4, 8, NORMAL // 2 + 2, NORMAL // 2 + 11


@pytest.mark.parametrize(
    ("cards", "choice", "told"),
    [
        ((C5,), C9, "It is ahead so far."),
        ((C5, R3), C9, "It loses to Di's Robber 3."),
        ((C5, R3), Card.WEREWOLF, "Counts as Robber 4, is ahead so far."),
        ((C5, R12), Card.KNIFE, "Counts as Robber 0, loses to Di's Robber 12."),
        ((Card.TRAITOR,), Card.KNIFE, "Counts as 0 of trumps, is ahead so far."),
    ],
)
def test_a_card_says_what_it_would_come_to(cards: tuple[int, ...], choice: int, told: str) -> None:
    shown = view(ROBBERS, in_trick(*cards), Seat(0))
    assert teller().remark(shown, Choice("play", choice)) == told


def test_as_long_as_only_special_cards_lie_there_the_suit_is_open() -> None:
    table = in_trick(Card.KNIFE, Card.WEREWOLF)
    assert teller().lead(table).startswith("NO SUIT")


def test_what_halves_a_robber_is_said_to_a_robber_and_what_halves_a_wolf_to_a_wolf() -> None:
    table = in_trick(C5, Card.WEREWOLF, Card.KNIFE)
    table.roles = [int(Role.ROBBER), int(Role.WEREWOLF), *[int(Role.ROBBER)] * 2]
    assert "Werewolf (halves you), Knife." in teller(me=0).stake(table)
    assert "Werewolf, Knife (halves you)." in teller(me=1).stake(table)


def test_a_watcher_is_told_of_no_halving() -> None:
    table = view(ROBBERS, in_trick(C5, Card.WEREWOLF), None).state
    assert "halves you" not in teller(me=None).stake(table)


# ── the stage ───────────────────────────────────────────────────────────────────────────────────


def story(*cards: int, first: int = 1) -> list[Event]:
    """Cards played one after another, with the chips that they bring."""
    told = []
    for place, card in enumerate(cards):
        seat = Seat((first + place) % 4)
        told.append(Event("played", seat, cards=(card,)))
        if card == Card.WEREWOLF:
            told.append(Event("chip", seat, number=int(Role.WEREWOLF)))
        if card == Card.TRAITOR:
            told.append(Event("chip", seat, number=int(Role.TRAITOR)))
    return told


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ((C5,), "Bo leads Chest 5: chests lead, robbers are trump."),
        ((C5, C9), "Cy plays Chest 9 and is ahead."),
        ((R12, R3), "Cy plays Robber 3. Bo is still ahead with Robber 12."),
        ((C5, Card.KNIFE), "Cy plays Knife: it counts as Robber 0 and is ahead."),
        ((C5, Card.KNIFE, C9), "Di plays Chest 9. Cy is still ahead with Knife (Robber 0)."),
        ((Card.KNIFE,), "Bo leads Knife. The first normal card will set the suits."),
        (
            (C5, Card.WEREWOLF),
            "Cy shows a WEREWOLF: it counts as Chest 6."
            " It halves whoever takes it, except Werewolves.",
        ),
        (
            (C5, Card.WEREWOLF, R3),
            "Cy shows a WEREWOLF: it counts as Chest 6. Di adds Robber 3.",
        ),
        (
            (Card.TRAITOR,),
            "Bo shows the Traitor: it counts as 16 of suit. Bo plays for the wolves.",
        ),
        ((C5, C9, R3, R12), "You play Robber 12 and are ahead."),
    ],
)
def test_the_stage_tells_what_the_last_card_did(cards: tuple[int, ...], told: str) -> None:
    moment = teller().moment(story(*cards))
    assert moment is not None
    assert moment.text == told


def test_the_stage_tells_who_took_a_trick_and_what_was_in_it() -> None:
    cards = (C5, Card.KNIFE, C9, Card.WEREWOLF)
    took = Event("took", Seat(2), cards=cards, number=1)
    moment = teller().moment([*story(*cards), took])
    assert moment is not None
    assert moment.text == (
        "Cy takes the trick with Knife (Robber 0): chests +5, robbers +0. "
        "With it: Werewolf and Knife."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_single_row_of_eighty_columns_the_stage_tells_a_whole_sentence(language: str) -> None:
    tells = RobbersTeller(Catalogue(language, "robbers"), ("Ana", "Bela", "Cleo", "Dario"), Seat(0))
    room = 77
    for tricks in product((C9, R12, *Card), repeat=3):
        for count in (1, 2, 3):
            moment = tells.moment(story(*tricks[:count]))
            assert moment is not None
            assert cell_len(whole_sentences(moment.text, room, 1)) <= room
        cards = (*tricks, C5)
        took = Event("took", Seat((1 + winner(cards)) % 4), cards=cards, number=1)
        moment = tells.moment([*story(*cards), took])
        assert moment is not None
        assert cell_len(whole_sentences(moment.text, room, 1)) <= room


@pytest.mark.parametrize(
    ("card", "told"),
    [
        (normal(Suit.CHEST, 5), "Chests lead, robbers are trump."),
        (normal(Suit.ROBBER, 5), "Robbers lead, chests are trump."),
        (Card.WEREWOLF, "Counts as 16 of trumps; no suit leads yet."),
    ],
)
def test_whoever_leads_is_told_what_that_means(card: int, told: str) -> None:
    table = start(ROBBERS, 4, bytes(32))
    table.leader = Seat(0)
    shown = view(ROBBERS, table, Seat(0))
    assert teller().remark(shown, Choice("play", card)) == told


def test_before_a_card_is_played_the_stage_has_nothing_to_tell() -> None:
    assert teller().moment([]) is None


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ((C5, R3, C9), "It takes the trick: +5 for you."),
        ((C5, R3, Card.WEREWOLF), "It takes the trick: +2 for you, but you are halved."),
    ],
)
def test_whoever_plays_last_is_told_what_the_trick_brings(
    cards: tuple[int, ...], told: str
) -> None:
    table = in_trick(*cards)
    table.roles = [int(Role.ROBBER)] * 4
    assert teller().remark(view(ROBBERS, table, Seat(0)), Choice("play", R12)) == told


# ── the reckoning ───────────────────────────────────────────────────────────────────────────────


def test_a_seer_that_a_werewolf_has_blinded_is_explained() -> None:
    cards = (C9, Card.SEER, C5, Card.WEREWOLF)
    took = Event("took", Seat(1), cards=cards, number=1)
    assert teller().event(took).endswith("With a Werewolf in the trick the Seer counts 0.")
    took = Event("took", Seat(2), cards=(C9, Card.SEER, C5, C5), number=1)
    assert "counts 0" not in teller().event(took)


def test_every_halving_and_multiplication_is_told() -> None:
    table = dealt(
        Role.ROBBER,
        Role.WEREWOLF,
        Role.ROBBER,
        Role.ROBBER,
        piles=((14, 13, 12, Card.WEREWOLF), (29, Card.KNIFE), (), ()),
    )
    result = teller().result(view(ROBBERS, table, Seat(0)), [])
    assert result is not None
    assert result.rows[0].cards == "robber: 7, half of 15 (Werewolf)"
    assert result.rows[1].cards == "Werewolf: 2, half of 5 (Knife)"
    assert result.details == (
        "Robber team: Ana 7 + Cy 0 + Di 0 = 7, times 1 for those against them = 7.",
        "Werewolf team: Bo 2 = 2, times 3 for those against them = 6.",
    )


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", 'Said of themselves: Ana "robber" (true), Bo "robber" (a lie).'),
        ("de", 'Über sich gesagt: Ana "Räuber" (wahr), Bo "Räuber" (gelogen).'),
    ],
)
def test_a_reckoning_says_which_claims_were_true(language: str, told: str) -> None:
    table = dealt(Role.ROBBER, Role.WEREWOLF, Role.ROBBER, Role.ROBBER, piles=((), (), (), ()))
    claims = {1: "claim_robber", 0: "claim_robber"}
    assert teller(language).judged(view(ROBBERS, table, Seat(0)), claims) == told


def test_no_claim_is_judged_while_a_deal_lasts() -> None:
    table = start(ROBBERS, 4, bytes(32))
    assert teller().judged(view(ROBBERS, table, Seat(0)), {1: "claim_robber"}) == ""


def test_the_card_that_was_not_dealt_is_shown_in_the_end() -> None:
    table = dealt(Role.ROBBER, Role.TRAITOR, Role.ROBBER, piles=((1,), (), ()))
    table.undealt = int(Card.WEREWOLF)
    result = teller().result(view(ROBBERS, table, Seat(0)), [])
    assert result is not None
    assert result.details[-1] == "Not dealt: Werewolf."


def test_while_a_deal_lasts_there_is_no_result() -> None:
    table = start(ROBBERS, 4, bytes(32))
    assert table.undealt == HIDDEN
    assert teller().result(view(ROBBERS, table, Seat(0)), []) is None


# ── hints, notes ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_names_the_card_the_chance_and_the_price_of_the_next_best(language: str) -> None:
    shown = view(ROBBERS, in_trick(C5, R3), Seat(0))
    ideas = (Idea((Choice("play", C9),), 0.61), Idea((Choice("play", R12),), 0.5))
    lines = teller(language).hint(shown, Advice(ideas, 0.4), [Event("round")])
    card, other = (teller(language).card(card) for card in (C9, R12))
    assert card in lines[0]
    assert "60 %" in lines[0]
    assert other in lines[-1]
    assert "11" in lines[-1]


def test_the_notebook_lists_what_was_not_seen() -> None:
    table = start(ROBBERS, 4, bytes(32))
    told = teller().notes(view(ROBBERS, table, Seat(0)))
    assert told[-1] == "cards not seen yet: 27"


def test_odds_of_roles_add_up_with_what_the_players_hand_says() -> None:
    table = start(ROBBERS, 4, bytes(32))
    shown = view(ROBBERS, table, Seat(0))
    odds = insight(shown).odds
    assert abs(odds[0][table.roles[0]] - 1) < 1e-9
    assert all(abs(sum(row) - 1) < 1e-9 for row in odds)


def test_the_log_goes_back_to_the_last_trick_unless_the_table_agreed_otherwise() -> None:
    table = start(ROBBERS, 4, bytes(32))
    assert teller().turns_told(view(ROBBERS, table, Seat(0))) == 2
    table.history = True
    assert teller().turns_told(view(ROBBERS, table, Seat(0))) is None
