"""The words of Wolfmoon fit the board, and both languages say the same."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from typing import Any

import pytest
from wcwidth import wcswidth

from engine.core import HIDDEN, Choice, Event, Seat
from engine.games import GAMES
from engine.games.wolfmoon.cards import AIMED
from engine.games.wolfmoon.deck import Card, thirds
from engine.games.wolfmoon.written import CODES
from engine.play import apply, settle, view
from moontui.games.wolfmoon.ending import Ending
from moontui.games.wolfmoon.hints import WolfmoonHints
from moontui.games.wolfmoon.teller import WolfmoonTeller
from moontui.plain.table import LineTable
from moontui.words.catalogue import LANGUAGES, Catalogue, read
from moontui.words.chronicle import Chronicle
from moontui.words.teller import teller_for
from tests.moontui.scenes import ME, finished, moment
from tests.scenarios.wolfmoon import given

CARDS = [card.name.lower() for card in Card]
ENDINGS = ("wolf", "last", "vampire", "high", "beggar", "none")
PLACEHOLDERS = {
    "events": {"seat", "other", "card", "cards", "number", "slot", "seats", "to_seats"}
    | {"one", "two", "why"},
    "by_card": {"seat", "other", "card"},
    "aims": {"target"},
    "sentences": {"card", "kept", "target", "other", "number", "slot", "asked_card", "why"},
    "why": set(),
    "fate": {"who", "sum"},
    "exits": {"turn", "who", "number", "card"},
    "chapter": set(),
    "warnings": {"other"},
    "cautions": {"number"},
}
SENTENCES = {  # every choice of every question
    "turn": {"draw", "center"},
    "slot": {"slot"},
    "keep": {"keep"},
    "play": {"play"},
    "aim": {"aim", "pass"},
    "guess": {"guess"},
    "guess_again": {"guess", "pass"},
    "partner": {"aim"},
    "take": {"take"},
    "watchman": {"keep"},
    "servant": {"yes", "no"},
    "alchemist": {"yes", "no"},
    "spy": {"show", "pass"},
    "next_round": {"ready"},
}
ROOM = {  # cells that a label of the board may take
    "pile": 6,
    "sitting_wolf": 8,
    "howling_wolf": 8,
    "werewolf_moon": 7,
    "center": 6,
    "aside": 8,
    "gone": 6,
    "witch_token": 13,
    "seat": 8,
    "moons": 5,
    "display": 10,
    "you": 3,
    "bot": 4,
    "away": 4,
    "in": 3,
    "safe": 5,
    "out": 4,
    "last_turn": 12,
    "hand": 6,
}

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


def table(language: str, name: str) -> dict[str, Any]:
    found = read(language, "wolfmoon")[name]
    assert isinstance(found, dict)
    return found


def texts(tree: Mapping[str, Any], path: str = "") -> dict[str, str]:
    """Every message of a table by its dotted key."""
    found: dict[str, str] = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            found |= texts(value, f"{path}{key}.")
        else:
            assert isinstance(value, str), f"{path}{key}"
            found[f"{path}{key}"] = value
    return found


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


@pytest.mark.parametrize("name", PLACEHOLDERS)
def test_only_known_placeholders_are_used(language: str, name: str) -> None:
    for key, text in texts(table(language, name)).items():
        assert placeholders(text) <= PLACEHOLDERS[name], key


def test_the_languages_have_the_same_keys_placeholders_and_lines(language: str) -> None:
    english, other = (texts(read(one, "wolfmoon")) for one in ("en", language))
    assert other.keys() == english.keys()
    for key, text in other.items():
        assert placeholders(text) == placeholders(english[key]), key
        assert text.count("\n") == english[key].count("\n"), key
        assert bool(text) == bool(english[key]), key


@pytest.mark.parametrize(("form", "room"), [("short", 10), ("tight", 5)])
def test_short_names_fit_and_differ(language: str, form: str, room: int) -> None:
    names = table(language, form)
    assert list(names) == CARDS
    assert len({name.casefold() for name in names.values()}) == len(CARDS)
    for name in names.values():
        assert 0 < wcswidth(name) <= room, name
        assert form == "short" or " " not in name


def test_every_card_text_fits_into_a_card_box(language: str) -> None:
    gists = table(language, "gists")
    assert list(gists) == CARDS
    for card, text in gists.items():
        assert wcswidth(text) <= 46, card
        assert len(textwrap.wrap(text, 23)) <= 2, card
        assert text.endswith("."), card


def test_every_event_has_a_piece_for_the_log(language: str) -> None:
    for kind, forms in table(language, "events").items():
        assert "brief" in forms, kind
        for form, text in forms.items():
            if form.startswith("brief"):
                assert not text.endswith("."), f"{kind}.{form}"
                assert wcswidth(re.sub(r"{\w+}", "", text)) <= 30, f"{kind}.{form}"


def test_a_piece_that_belongs_to_somebody_else_names_them(language: str) -> None:
    events = table(language, "events")
    for kind in ("out", "placed", "forced", "spied", "safe", "swapped", "final"):
        assert "{seat}" in events[kind]["brief"], kind
        assert "{seat}" not in events[kind]["brief_you"], kind


def test_what_nobody_else_may_see_is_in_no_piece_for_all(language: str) -> None:
    hidden = ("drew", "drew_aside", "dealt", "redealt", "got", "looked", "compared", "handed")
    for kind in (*hidden, "watched", "watchman_kept", "peeked", "returned", "drunkard"):
        brief = table(language, "events")[kind]["brief"]
        assert not placeholders(brief) & {"card", "cards"}, kind


def test_there_is_a_sentence_for_every_choice_of_every_question(language: str) -> None:
    sentences = table(language, "sentences")
    for prompt, verbs in SENTENCES.items():
        assert verbs <= sentences[prompt].keys(), prompt
    for key, text in texts(sentences).items():
        assert text.endswith("."), key
    assert table(language, "prompts").keys() == sentences.keys()
    assert table(language, "waits").keys() == SENTENCES.keys()


def test_every_card_that_is_aimed_asks_in_words_of_its_own(language: str) -> None:
    aims = table(language, "aims")
    assert aims.keys() == {Card(card).name.lower() for card in AIMED}
    for card, words in aims.items():
        assert {"ask", "aim"} <= words.keys(), card


@pytest.mark.parametrize(
    ("done", "giver"),
    [
        ([Event("moon", Seat(1), cards=(int(Card.HOWLING_WOLF),))], "moon"),
        ([Event("played", Seat(1), cards=(int(Card.THIEF),))], "thief"),
        (
            [
                Event("played", Seat(1), cards=(int(Card.SEER),)),
                Event("left", Seat(1), cards=(int(Card.SERVANT),)),
            ],
            "servant",
        ),
    ],
)
def test_another_turn_is_told_with_what_gives_it(
    language: str, done: list[Event], giver: str
) -> None:
    words = Catalogue(language, "wolfmoon")
    teller = teller_for("wolfmoon", words, ["Ana", "Bo"], Seat(0))
    turn, why = Event("turn", Seat(1)), words.say("gifts", giver)
    again = {
        "en": f"Bo goes again thanks to {why}.",
        "de": f"Bo hat durch {why} noch einen Zug.",
    }[language]
    chronicle, written = Chronicle(), list[str]()
    chronicle.hear(teller, [turn, *done, turn])
    LineTable(teller, words, written.append).tell([turn, *done, turn])
    stage = teller.moment([turn, *done, turn])
    assert stage is not None
    assert chronicle.entries[-1].story == written[-1] == again
    assert stage.more == written[-1].replace(
        {"en": f" thanks to {why}", "de": f" durch {why}"}[language], ""
    )


def test_a_moon_that_replaces_a_hand_gives_nobody_another_turn(language: str) -> None:
    teller = teller_for("wolfmoon", Catalogue(language, "wolfmoon"), ["Ana", "Bo"], Seat(0))
    moon = Event("moon", Seat(1), cards=(int(Card.HOWLING_WOLF),))
    assert teller.again([Event("turn", Seat(1)), moon], Event("turn", Seat(0))) is None


def test_who_must_play_a_card_is_told_whose_bounty_hunter_made_them(language: str) -> None:
    teller = teller_for("wolfmoon", Catalogue(language, "wolfmoon"), ["Ana", "Bo"], Seat(0))
    hunted = [
        Event("played", Seat(1), cards=(int(Card.BOUNTY_HUNTER),)),
        Event("forced", Seat(0), Seat(1), cards=(int(Card.VILLAGER),)),
    ]
    told = teller.moment(hunted)
    assert told is not None
    assert (told.seat, told.card) == (Seat(1), Card.BOUNTY_HUNTER)
    assert told.text.startswith(teller.event(hunted[0]))


def test_a_moon_is_not_lost_behind_the_card_that_is_drawn_after_it(language: str) -> None:
    teller = teller_for("wolfmoon", Catalogue(language, "wolfmoon"), ["Ana", "Bo"], Seat(0))
    moon = Event("moon", Seat(1), cards=(int(Card.HOWLING_WOLF),))
    told = teller.moment([moon, Event("drew", Seat(1), cards=(HIDDEN,))])
    assert told is not None
    assert told.text == teller.event(moon)


def test_to_draw_the_werewolf_is_a_moment_of_whoever_sees_it_alone(language: str) -> None:
    words = Catalogue(language, "wolfmoon")
    drawn = Event("drew", Seat(0), cards=(int(Card.WEREWOLF),), seen_by=(Seat(0),))
    mine = teller_for("wolfmoon", words, ["Ana", "Bo"], Seat(0)).moment([drawn])
    theirs = teller_for("wolfmoon", words, ["Ana", "Bo"], Seat(1))
    assert mine is not None
    assert mine.card == Card.WEREWOLF
    assert theirs.moment([drawn.told_to(Seat(1))]) is None


def test_a_turn_at_the_center_says_that_one_of_two_cards_was_kept(language: str) -> None:
    teller = teller_for("wolfmoon", Catalogue(language, "wolfmoon"), ["Ana", "Bo"], Seat(0))
    returned = Event("returned", Seat(1), cards=(HIDDEN,))
    chronicle = Chronicle()
    chronicle.hear(teller, [Event("turn", Seat(1)), returned])
    assert chronicle.entries[-1].story == teller.event(returned) != ""


def test_a_card_to_be_played_is_named_with_the_one_that_stays(language: str) -> None:
    state = moment("play", choices=2)
    shown = view(GAMES["wolfmoon"], state, ME)
    assert shown.ask is not None
    teller = teller_for("wolfmoon", Catalogue(language, "wolfmoon"), ["Ana"] * state.seats, ME)
    for choice, other in zip(shown.ask.choices, reversed(shown.ask.choices), strict=True):
        sentence = teller.sentence(shown.ask, choice, shown)
        assert sentence.index(teller.card(choice.value)) < sentence.index(teller.card(other.value))


def test_the_labels_of_the_board_fit(language: str) -> None:
    labels = table(language, "board")
    for key, room in ROOM.items():
        assert 0 < wcswidth(labels[key]) <= room, key
    assert len({labels[key] for key in ("in", "safe", "out", "away")}) == 4


MOONS = ("sitting_wolf", "howling_wolf", "werewolf_moon")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_pile_fits_into_80_columns(language: str, seats: int) -> None:
    labels = table(language, "board")
    beside = 80 // 3 - 6 - 3
    for moon, size in zip(MOONS, thirds(seats), strict=True):
        assert wcswidth(labels[f"{moon}_soon"]) <= beside
        assert wcswidth(labels[f"{moon}_name"]) <= beside
        assert size + 1 + len(f"{size}/{size}") <= beside


def test_warnings_ask_and_cautions_do_not(language: str) -> None:
    warnings, cautions = table(language, "warnings"), table(language, "cautions")
    assert warnings.keys() == {"mayor", "werewolf", "compare_loses", "hunter_self"}
    assert {"no_copy_left", "no_target", "servant_safe", "wolf_away"} < cautions.keys()
    assert all(text.endswith("?") for text in warnings.values())
    assert all(text.endswith(".") for text in cautions.values())


@pytest.mark.parametrize(
    ("card", "written", "caution"),
    [
        ("TH", "P0 SE; P1* VI; P2* ME; pile TH,..", "thief_alone"),
        ("WI", "P0 SE; P1 VI; P2 ME; pile WI,..", "nobody_out"),
        ("GD", "P0 SE; P1 VI; P2 ME; pile GD,..", "nothing_to_take"),
        ("PP", "P0 SE; P1* VI; P2* ME; pile PP,..", "no_target"),
        ("VI", "P0 SE; P1* GI; P2* ME; pile VI,..", "no_target"),
        ("TH", "P0 SE; P1 VI; P2 ME; pile TH,..", ""),
        ("WI", "P0 SE; P1x -; P2 ME; P3 VI; pile WI,..", ""),
        ("GD", "P0 SE; P1 VI / ME; P2 GI; pile GD,..", ""),
    ],
)
def test_a_card_without_a_target_says_beforehand_what_will_come_of_it(
    card: str, written: str, caution: str, language: str
) -> None:
    state = given(written)
    settle(state)
    apply(state, ME, Choice("draw"))
    shown = view(GAMES["wolfmoon"], state, ME)
    words = Catalogue(language, "wolfmoon")
    teller = teller_for("wolfmoon", words, ["Ana", "Bo", "Cy", "Di"], ME)
    said = words.say("cautions", caution) if caution else ""
    assert teller.caution(shown, Choice("play", int(CODES[card]))) == said


def test_a_thief_with_nobody_to_swap_with_is_not_said_to_be_without_effect(language: str) -> None:
    promise = {"en": "You still take another turn.", "de": "Noch einen Zug hast du trotzdem."}
    assert table(language, "cautions")["thief_alone"].endswith(promise[language])


def test_every_ending_is_explained(language: str) -> None:
    assert table(language, "why").keys() == set(ENDINGS)
    assert table(language, "chapter").keys() == set(ENDINGS)


def test_the_rules_have_short_sections_of_short_paragraphs(language: str) -> None:
    rules = table(language, "rules")
    assert 8 <= len(rules) <= 12
    for name, section in rules.items():
        assert section.keys() == {"heading", "text"}, name
        assert 0 < wcswidth(section["heading"]) <= 30, name
        paragraphs = section["text"].splitlines()
        assert 1 <= len(paragraphs) <= 6, name
        for paragraph in paragraphs:
            assert 0 < len(paragraph) <= 320, paragraph
            assert paragraph[-1] in ".:", paragraph


def test_every_card_has_one_to_six_rulings(language: str) -> None:
    rulings = table(language, "rulings")
    assert list(rulings) == CARDS
    for card, text in rulings.items():
        lines = text.splitlines()
        assert 1 <= len(lines) <= 6, card
        for line in lines:
            assert 0 < len(line) <= 180, line
            assert line.endswith("."), line
            assert "≈" not in line.removeprefix("≈ "), line


def test_contested_rulings_are_marked_in_both_languages_alike(language: str) -> None:
    for name in ("rules", "rulings"):
        english, other = (texts(table(one, name)) for one in ("en", language))
        for key, text in other.items():
            marks = [line.startswith("≈ ") for line in text.splitlines()]
            assert marks == [line.startswith("≈ ") for line in english[key].splitlines()], key


def test_a_comparison_with_covered_cards_names_none_of_them(language: str) -> None:
    covered = Event("compared", Seat(0), Seat(1), (HIDDEN, HIDDEN))
    teller = teller_for("wolfmoon", Catalogue(language, "wolfmoon"), ["Ana", "Bo"], Seat(0))
    assert "Ana" in teller.event(covered)
    assert "Bo" in teller.event(covered)


TOGETHER = {
    "en": ("You and Bo win the round together.", "Ana and Bo win the round together."),
    "de": ("Du und Bo gewinnt die Runde gemeinsam.", "Ana und Bo gewinnen die Runde gemeinsam."),
}


def test_those_who_win_together_are_named_as_a_sentence_begins(language: str) -> None:
    mine, others = TOGETHER[language]
    state = finished("high")
    state.winners = (Seat(0), Seat(1))
    state.champions = None
    for seat, told in ((Seat(0), mine), (Seat(2), others)):
        names = ["Ana", "Bo", "Cy", "Di"]
        teller = teller_for("wolfmoon", Catalogue(language, "wolfmoon"), names, seat)
        result = teller.result(view(GAMES["wolfmoon"], state, seat), state.events)
        assert result is not None
        assert result.headline == told


def test_whoever_is_out_by_a_card_of_their_own_is_told_so_as_you(language: str) -> None:
    table, out = finished("high"), Event("out", Seat(0))
    names = ["Ana", "Bo", "Cy", "Di"]
    words = Catalogue(language, "wolfmoon")
    told = [
        Ending(WolfmoonTeller(words, names, seat), table, ()).put_out(out, None, 4)
        for seat in (Seat(0), Seat(1))
    ]
    own = {"en": ("your own card", "their own card"), "de": ("deine eigene", "die eigene")}
    assert own[language][0] in told[0]
    assert own[language][1] in told[1]


def test_whoever_had_to_play_the_mayor_is_out_by_the_bounty_hunter(language: str) -> None:
    table, hunter, mayor = finished("high"), Seat(1), (int(Card.MAYOR),)
    forced, out = Event("forced", Seat(0), hunter, mayor), Event("out", Seat(0))
    words = Catalogue(language, "wolfmoon")
    teller = WolfmoonTeller(words, ["Ana", "Bo", "Cy", "Di"], Seat(0))
    card = teller.card(Card.MAYOR)

    def told(*events: Event) -> str:
        return Ending(teller, table, (Event("turn", hunter), *events)).exit_of(Seat(0))

    assert told(forced, out) == words.say("exits", "forced", "they", turn=1, who="Bo", card=card)
    assert told(forced, Event("turn", Seat(0)), out) == words.say("exits", "own", "you", turn=2)


def test_a_hint_says_that_the_witch_brings_somebody_back(language: str) -> None:
    state = moment("play", seats=4)
    shown = view(GAMES["wolfmoon"], state, ME)
    words = Catalogue(language, "wolfmoon")
    hints = WolfmoonHints(WolfmoonTeller(words, ["Ana", "Bo", "Cy", "Di"], ME), shown, ())
    aim = Choice("aim", 1)
    back = words.say("hint_steps", "revive", target="Bo")
    assert hints.plan([Choice("play", Card.WITCH), aim]).endswith(back)
    assert not hints.plan([Choice("play", Card.SEER), aim]).endswith(back)


def test_a_hint_says_whose_hands_the_pickpocket_swaps(language: str) -> None:
    shown = view(GAMES["wolfmoon"], moment("play", seats=4), ME)
    teller = WolfmoonTeller(Catalogue(language, "wolfmoon"), ["Ana", "Bo", "Cy", "Di"], ME)
    plan = [Choice("play", Card.PICKPOCKET), Choice("aim", ME), Choice("aim", 1)]
    told = {
        "en": "play 6 Pickpocket, swap your hand with Bo's",
        "de": "spiel 6 Taschenspieler, tausch deine Hand mit der von Bo",
    }
    assert WolfmoonHints(teller, shown, ()).plan(plan) == told[language]
    chosen = {"en": "choose Cy, take 5 Traitor", "de": "wähl Cy, nimm 5 Verräter"}
    dig = [Choice("aim", 2), Choice("take", Card.TRAITOR)]
    assert WolfmoonHints(teller, shown, ()).plan(dig) == chosen[language]
