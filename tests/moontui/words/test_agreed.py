"""What a table has agreed on is told, and rules and cards are told as that table plays them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.games import GAMES
from engine.games.robbers.icons import from_option
from moontui.app.screens.new_table import CHOSEN_TERMS, values_of_term
from moontui.words.agreed import house_rules, terms
from moontui.words.catalogue import LANGUAGES, Catalogue
from moontui.words.teller import CONTESTED, CardPage, Teller, teller_for
from net.messages import Room

ONES = "1" * 15 + "/" + "0" * 15


def teller(game: str, language: str = "en", **options: str) -> Teller:
    return teller_for(game, Catalogue(language, game), ["Ana", "Bo"], None, (), options)


def page(told: Teller, name: str) -> CardPage:
    return next(page for page in told.cards() if page.name == name)


def contested(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(CONTESTED)]


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# ── what differs from the usual ─────────────────────────────────────────────────────────────────


def test_every_option_of_every_game_has_a_name_a_tip_and_words_for_its_values(
    language: str,
) -> None:
    for game in GAMES.values():
        words = Catalogue(language, game.id)
        for option in game.options:
            assert words.has("options", option.key, "name"), option
            assert words.has("options", option.key, "tip"), option
            named = [value for value in option.values if not value.isdecimal()]
            shared = ("suggested",)  # of many options, said once for all of them
            for value in named:
                assert words.has("options", option.key, value) or value in shared, (option, value)


def test_a_table_with_usual_options_tells_only_how_long_it_plays() -> None:
    usual = {option.key: option.values[0] for option in GAMES["robbers"].options}
    assert house_rules(Catalogue("en", "robbers"), "robbers", usual) == ["Length: a match"]


def test_a_table_that_plays_with_the_icons_of_a_printed_game_says_so() -> None:
    told = house_rules(Catalogue("en", "robbers"), "robbers", {"icons": ONES})
    assert told == ["Icons: printed game"]


def test_a_named_dealer_is_told_as_a_seat() -> None:
    told = house_rules(Catalogue("en", "robbers"), "robbers", {"dealer": "1"})
    assert told == ["First dealer: seat b"]


def room(**agreed_on: Any) -> Room:
    some = {"table": "abcd", "phase": "lobby", "keeper": 0, "players": [], "watchers": []}
    return msgspec.convert(
        some | {"t": "room", "game": "robbers", "seats": 4, "commitment": ""} | agreed_on, Room
    )


def test_a_table_tells_its_terms_and_not_what_is_only_usual() -> None:
    words = Catalogue("en", "robbers")
    assert terms(words, room()) == ["anyone may watch", "notebook: counts", "no clock"]
    other = room(hints=True, clock=True, chatter="off", private=True)
    assert {"with a clock", "hints for everybody", "bots are silent", "with a password"} < {
        *terms(words, other)
    }


def test_a_term_that_only_a_newer_host_knows_is_not_told_as_another() -> None:
    told = terms(Catalogue("en", "robbers"), room(watch="friends", notebook="minds"))
    assert told == ["no clock"]


def test_every_value_a_term_can_be_chosen_to_have_has_a_name(language: str) -> None:
    words = Catalogue(language)
    for name in CHOSEN_TERMS:
        assert words.has("knobs", name, "name"), name
        assert words.has("knobs", name, "tip"), name
        for value in {*values_of_term(name)} - {"off", "on"}:  # these two are said once for all
            assert words.has("knobs", name, value), (name, value)


# ── Wolfmoon ────────────────────────────────────────────────────────────────────────────────────


def test_with_others_only_pickpocket_and_bounty_hunter_do_not_say_even_you() -> None:
    usual, other = (teller("wolfmoon", others_only=value) for value in ("off", "on"))
    for name in ("Pickpocket", "Bounty Hunter"):
        assert "even you" in page(usual, name).text
        assert "even you" not in page(other, name).text


def test_the_rules_say_who_begins_the_next_round_as_the_table_plays_it() -> None:
    usual, other = (teller("wolfmoon", winner_begins=value) for value in ("off", "on"))
    assert "The next player clockwise begins it." in usual.section("match")
    assert "the winner begins it" in other.section("match")


@pytest.mark.parametrize("game", ["wolfmoon", "moonlight"])
def test_the_rules_say_that_whoever_saw_a_wolf_last_begins(game: str) -> None:
    assert "Whoever saw a wolf last begins" in teller(game).section("setup")


# ── Robbers ─────────────────────────────────────────────────────────────────────────────────────


def test_the_rules_name_the_tricks_that_may_be_seen_again_at_this_table() -> None:
    told = {
        way: teller("robbers", history=way).section("piles") for way in ("last", "all", "strict")
    }
    assert "the last trick again, but at no other" in told["last"]
    assert "every trick of the deal" in told["all"]
    assert "closed as soon as the next one is led" in told["strict"]
    assert all("at no other" not in told[way] for way in ("all", "strict"))


def test_that_the_last_trick_stays_open_is_marked_as_contested(language: str) -> None:
    assert len(contested(teller("robbers", language).section("piles"))) == 1


def test_the_rules_and_the_cards_say_whose_numbers_of_icons_count() -> None:
    usual, other = teller("robbers"), teller("robbers", icons=ONES)
    assert "These numbers are ours" in usual.section("house")
    assert "printed game" in other.section("house")
    assert [page(told, "Chest 15").value for told in (usual, other)] == ["+5", "+1"]
    assert "our house table" in page(usual, "Chest 15").rulings[-1]
    assert "printed game" in page(other, "Chest 15").rulings[-1]


def test_the_table_of_icons_in_the_rules_is_the_one_that_is_played_with() -> None:
    lines = teller("robbers", icons=ONES).section("house").splitlines()
    rows = [tuple(map(int, line.split()[1:])) for line in lines if line.startswith(("Ch", "Ro"))]
    assert rows == list(from_option(ONES))


def test_icons_that_no_host_could_have_played_with_are_told_as_the_house_table() -> None:
    assert teller("robbers", icons="9/9").section("house") == teller("robbers").section("house")


# ── Moonlight ───────────────────────────────────────────────────────────────────────────────────


def test_a_five_does_not_claim_that_only_a_six_covers_it(language: str) -> None:
    told = teller("moonlight", language)
    five = next(page for page in told.cards() if page.name in ("Wolf 5",))
    bite = Catalogue(language, "moonlight").say("names", "mirror_bite")
    assert bite in five.text
    assert all(bite in ruling for ruling in five.rulings)


def test_the_last_turn_is_marked_as_contested_and_told_as_the_table_plays_it(language: str) -> None:
    usual, other = (teller("moonlight", language, last_turn=value) for value in ("on", "off"))
    assert usual.section("end") != other.section("end")
    assert [len(contested(told.section("end"))) for told in (usual, other)] == [1, 1]


def test_every_power_says_that_its_name_is_ours(language: str) -> None:
    told = teller("moonlight", language)
    ours = Catalogue(language, "moonlight").say("page", "named_here")
    assert sum(ours in page.rulings for page in told.cards()) == 8


# ── One Night ───────────────────────────────────────────────────────────────────────────────────


def test_a_werewolf_who_may_not_look_is_not_told_that_she_may() -> None:
    usual, other = (teller("onenight", lone_wolf=value) for value in ("on", "off"))
    told = [
        " ".join((page(t, "Werewolf").text, *page(t, "Werewolf").rulings)) for t in (usual, other)
    ]
    assert "may look at a center card" in told[0]
    assert "may look" not in told[1]


def test_the_tanner_does_not_win_alone_and_nobody_is_sure_to_be_voted_out() -> None:
    told = teller("onenight")
    assert "alone" not in page(told, "Tanner").text
    assert "nobody" in told.section("aim").splitlines()[1]
