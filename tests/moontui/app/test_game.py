"""At Wolfmoon's table: every question by key and by mouse, and what is on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from engine.core import Choice, Window
from engine.games import GAMES
from engine.games.wolfmoon.deck import Card
from engine.play import view
from moontui.app.screens.dialogs import NoticeDialog
from moontui.app.screens.game import GUARD
from moontui.app.screens.result import ResultLines, ResultScreen
from moontui.app.screens.rules import RulesScreen
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.panels import Header, Log, Prompt
from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import words_of
from moontui.draw.keys import SEAT_LETTERS
from moontui.games.wolfmoon.hand import Hand
from moontui.games.wolfmoon.middle import Center
from moontui.games.wolfmoon.seats import Displays
from moontui.games.wolfmoon.sky import Pile
from moontui.words.catalogue import LANGUAGES, Catalogue
from net import messages as said
from net.client import Back, Lost
from tests.extent import some
from tests.moontui import bidi
from tests.moontui.scenes import (
    ME,
    NAMES,
    finished,
    holding,
    moment,
    room_for,
    session_at,
    until,
    update_for,
)
from tests.moontui.sitting import Sitting, sitting

ON_THE_BOARD: dict[str, type[Sketch]] = {
    "draw": Pile,
    "center": Center,
    "slot": Center,
    "keep": Hand,
    "play": Hand,
    "aim": Displays,
    "take": Displays,
}
"""By the verb of a choice: the part of the board where it can be clicked as well."""

QUESTIONS: dict[str, dict[str, Any]] = {
    "turn": {},
    "slot": {},
    "keep": {},
    "play": {},
    "aim": {"choices": 3},
    "guess": {},
    "guess_again": {},
    "partner": {},
    "take": {"choices": 3},
    "watchman": {},
    "servant": {},
    "alchemist": {},
    "spy": {"choices": 2},
}
"""Every question that leaves a choice, with what it takes for it to be asked."""

ENDINGS = ("wolf", "last", "vampire", "high", "beggar", "none")


def asked(prompt: str) -> Any:
    return moment(prompt, **QUESTIONS[prompt])


def last_harmless(table: Sitting) -> Choice:
    """The last choice that needs no confirmation."""
    shown = table.session.view
    assert shown is not None
    teller = table.session.teller
    return next(c for c in reversed(table.choices) if not teller.warning(shown, c))


def said_of(table: Sitting, choice: Choice) -> str:
    shown = table.session.view
    assert shown is not None
    assert shown.ask is not None
    return table.session.teller.sentence(shown.ask, choice, shown)


# ── answers by key ──────────────────────────────────────────────────────────────────────────────


async def test_a_key_says_the_whole_sentence_and_enter_makes_it_true(tmp_path: Path) -> None:
    async with sitting(tmp_path, size=(120, 40)) as table:
        for prompt in QUESTIONS:
            await table.sit(asked(prompt))
            choice = last_harmless(table)
            sentence = said_of(table, choice)
            await table.press(table.keys[choice])
            assert sentence in table.sentence, prompt
            assert table.answer is None, prompt
            await table.press("enter")
            assert table.answer == choice, prompt


async def test_the_same_key_again_answers_as_enter_does(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        for prompt in QUESTIONS:
            await table.sit(asked(prompt))
            choice = last_harmless(table)
            key = table.keys[choice]
            await table.press(key, key)
            assert table.answer == choice, prompt


async def test_escape_takes_back_what_was_picked(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        for prompt in QUESTIONS:
            await table.sit(asked(prompt))
            await table.press(table.keys[last_harmless(table)], "escape")
            assert table.screen.picked is None, prompt
            shown = table.session.view
            assert shown is not None
            assert shown.ask is not None
            assert table.session.teller.prompt(shown.ask) in table.sentence
            await table.press("enter")
            assert table.answer is None, prompt


async def test_nothing_is_picked_beforehand_but_the_ordinary_turn(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        for prompt in QUESTIONS:
            await table.sit(asked(prompt))
            await table.press("enter")
            assert table.answer == (Choice("draw") if prompt == "turn" else None), prompt


async def test_an_only_answer_is_picked_already(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("spy", choices=1)) as table:
        await table.press("enter")
        assert table.answer == Choice("pass")


async def test_enter_is_ready_for_the_next_round(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("next_round")) as table:
        assert isinstance(table.app.screen, ResultScreen)
        await table.press("enter")
        assert table.answer == Choice("ready")


async def test_with_quick_keys_one_key_answers(tmp_path: Path) -> None:
    async with sitting(tmp_path, keys="quick") as table:
        for prompt in QUESTIONS:
            await table.sit(asked(prompt))
            choice = last_harmless(table)
            await table.press(table.keys[choice])
            assert table.answer == choice, prompt


async def test_arrows_walk_through_the_answers(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("guess")) as table:
        await table.press("right", "right", "left", "down", "enter")
        assert table.answer == Choice("guess", 1)


async def test_keys_pressed_for_the_question_before_are_no_answer(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("turn")) as table:
        table.clock.now = table.screen.asked_at + GUARD - 0.01
        await table.press("b", "enter")
        assert table.answer is None
        table.clock.now = table.screen.asked_at + GUARD
        await table.press("b", "enter")
        assert table.answer == Choice("center")


async def test_a_key_that_means_nothing_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("play")) as table:
        before = table.lines
        await table.press("z", "9", "x", "A", "full_stop")
        changed = [line for line, old in zip(table.lines, before, strict=True) if line != old]
        assert [line for line in changed if "does nothing here" not in line] == []
        assert table.screen.picked is None
        assert table.client.said == []


async def test_seats_keep_their_letters_whatever_is_asked(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        for prompt in ("aim", "partner"):
            await table.sit(asked(prompt))
            for choice, key in table.keys.items():
                if choice.verb == "aim":
                    assert key == SEAT_LETTERS[choice.value]
                    name = f" {NAMES[choice.value].upper()}"
                    row = next(line for line in table.lines if name in line)
                    assert row[2] == key


async def test_values_keep_their_digits_and_ten_is_x(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("guess")) as table:
        keys = {choice.value: key for choice, key in table.keys.items()}
        assert keys == {value: str(value) for value in range(10)} | {10: "x"}


# ── answers by mouse ────────────────────────────────────────────────────────────────────────────


async def test_a_click_on_a_choice_picks_it_and_a_second_one_answers(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        for prompt in QUESTIONS:
            await table.sit(asked(prompt))
            if prompt == "turn":
                await table.press("escape")
            choice = last_harmless(table)
            await table.click(Prompt, choice)
            assert table.answer is None, prompt
            await table.click(Prompt, choice)
            assert table.answer == choice, prompt


async def test_cards_seats_slots_and_piles_can_be_clicked(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        for prompt in ("turn", "slot", "keep", "play", "aim", "partner", "take", "watchman"):
            await table.sit(asked(prompt))
            for choice in table.choices[-2:]:
                if choice.verb in ON_THE_BOARD and choice != table.screen.picked:
                    await table.click(ON_THE_BOARD[choice.verb], choice)
                    assert table.screen.picked == choice, prompt
                    assert table.answer is None


@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
async def test_boards_of_other_sizes_can_be_clicked_too(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with sitting(tmp_path, size=size) as table:
        for prompt in ("turn", "slot", "play", "aim", "take"):
            await table.sit(asked(prompt))
            choice = next(c for c in reversed(table.choices) if c.verb in ON_THE_BOARD)
            await table.click(ON_THE_BOARD[choice.verb], choice)
            assert table.screen.picked == choice, prompt


async def test_a_click_on_enter_answers_and_one_on_escape_takes_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("slot")) as table:
        await table.click(Center, Choice("slot", 1))
        await table.click(Prompt, "take_back")
        assert table.screen.picked is None
        await table.click(Center, Choice("slot", 2))
        await table.click(Prompt, "commit")
        assert table.answer == Choice("slot", 2)


async def test_a_click_on_any_card_explains_it(tmp_path: Path) -> None:
    state = moment("turn", turns=8)
    async with sitting(tmp_path, state) as table:
        await table.click(Hand, ("card", state.hands[ME][0]))
        assert isinstance(table.app.screen, RulesScreen)
        assert Card(state.hands[ME][0]).name.split("_")[0].title() in table.text


async def test_a_name_in_the_line_of_keys_can_be_clicked(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("turn")) as table:
        await table.click(Keys, (table.screen, "cover"))
        assert table.screen.covered


# ── what is said beside the question ────────────────────────────────────────────────────────────


async def test_what_cannot_be_chosen_stands_there_with_its_reason(tmp_path: Path) -> None:
    reasons: set[str] = set()
    async with sitting(tmp_path, size=(120, 40)) as table:
        for state in (asked("guess_again"), asked("partner"), *blocked_aims()):
            await table.sit(state)
            shown = table.session.view
            assert shown is not None
            for choice, reason in shown.blocked:
                if reason != "yourself":
                    reasons.add(reason)
                    teller = table.session.teller
                    row = "\n".join(table.lines[-6:])
                    assert teller.choice(choice) in row
                    assert teller.reason(reason) in row
    assert reasons >= {"safe", "out", "was_wrong", "already_named"}


def blocked_aims() -> list[Any]:
    """Questions about a target: one where somebody is SAFE, one where somebody is out."""

    def reason(wanted: str) -> Any:
        return lambda state: any(
            reason == wanted for _, reason in view(GAMES["wolfmoon"], state, ME).blocked
        )

    return [moment("aim", where=reason("safe")), moment("aim", where=reason("out"))]


@pytest.mark.parametrize("card", [Card.MAYOR, Card.WEREWOLF])
async def test_a_play_that_loses_is_asked_twice(card: Card, tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("play", choices=2, where=holding(card))) as table:
        choice = Choice("play", card)
        key = table.keys[choice]
        await table.press(key, "enter")
        assert table.answer is None
        assert "eliminates you" in table.sentence
        await table.press("enter")
        assert table.answer == choice


async def test_quick_keys_ask_twice_too_before_a_play_that_loses(tmp_path: Path) -> None:
    state = moment("play", choices=2, where=holding(Card.MAYOR))
    async with sitting(tmp_path, state, keys="quick") as table:
        key = table.keys[Choice("play", Card.MAYOR)]
        await table.press(key)
        assert table.answer is None
        await table.press(key)
        assert table.answer == Choice("play", Card.MAYOR)


async def test_escape_withdraws_from_a_play_that_loses(tmp_path: Path) -> None:
    state = moment("play", choices=2, where=holding(Card.WEREWOLF))
    async with sitting(tmp_path, state) as table:
        await table.press(table.keys[Choice("play", Card.WEREWOLF)], "enter", "escape", "enter")
        assert table.answer is None
        assert "eliminates you" not in table.text


async def test_a_late_answer_is_refused_in_one_sentence_until_the_next_key(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("slot")) as table:
        view_before = table.session.view
        await table.hear(said.Refused("late"))
        assert "That question has already been answered." in table.sentence
        assert table.session.view is view_before
        await table.press("z")
        assert "That question has already been answered." not in table.text


async def test_every_refusal_is_a_sentence_in_every_language(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("slot")) as table:
        for language in LANGUAGES:
            table.app.settings.language = language
            for why in Catalogue(language, "wolfmoon").parts("refused"):
                table.screen.news(said.Refused(why, detail="3 to 6"))
                assert table.screen.prompt.notice.endswith((".", "6")), why


async def test_a_lost_connection_is_shown_until_it_is_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("turn")) as table:
        await table.hear(Lost())
        assert "RECONNECTING" in table.lines[0]
        await table.hear(Back())
        assert "RECONNECTING" not in table.text


async def test_while_others_think_the_question_names_them(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("aim")) as table:
        await table.visit(session_at(asked("aim"), seat=None))
        assert f"{NAMES[0]} chooses a target." in table.text
        assert "WATCHING" in table.lines[0]
        await table.press("J")
        assert "You sit down when the next game begins." in table.text


async def test_an_answer_in_a_window_can_be_changed_until_it_ends(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("spy", choices=2)) as table:
        first, second = table.choices
        await table.press(table.keys[first], "enter")
        assert table.answer == first
        assert "You can still change it." in table.text
        await table.press(table.keys[second], "enter")
        assert table.answer == second


async def test_whoever_comes_back_sees_what_was_answered_before(tmp_path: Path) -> None:
    state = moment("spy", choices=2)
    async with sitting(tmp_path, state) as table:
        given = table.choices[0]
        update = update_for(state, turn=table.session.turn + 1)
        assert isinstance(update, said.Update)
        update.held = [*given]
        await table.hear(update)
        assert "You can still change it." in table.text
        assert table.session.held == given


async def test_what_others_do_in_a_free_window_does_not_unpick_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = cast("dict[str, Window]", GAMES["wolfmoon"].windows)
    monkeypatch.setitem(windows, "reaction", Window(60.0, held=False))
    state = moment("spy", choices=2)
    async with sitting(tmp_path, state) as table:
        choice = table.choices[1]
        await table.press(table.keys[choice])
        await table.hear(update_for(state, turn=8))
        assert table.screen.picked == choice
        await table.hear(update_for(asked("aim"), turn=9))
        assert table.screen.picked != choice


async def test_a_window_counts_down_in_the_header(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("spy")) as table:
        table.screen.tick()
        assert table.screen.query_one(Header).banner == "5 s TO ANSWER"
        table.clock.now += 2
        table.screen.tick()
        await table.settle()
        assert "3 s TO ANSWER" in table.lines[0]


async def test_what_only_the_player_has_seen_is_shown_and_closed_by_enter(tmp_path: Path) -> None:
    state = asked("keep")
    async with sitting(tmp_path) as table:
        await table.visit(session_at(state, news=1))
        assert "You see" in table.text
        await table.press("enter")
        assert table.answer is None
        assert not table.screen.peeking


async def test_coming_back_to_a_seat_shows_no_old_sights(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("turn", turns=12)) as table:
        assert not table.screen.peeking


async def test_a_new_question_forgets_what_was_picked_for_the_old_one(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("slot")) as table:
        await table.press("2")
        state = asked("keep")
        await table.hear(update_for(state, first=len(state.events), turn=8))
        assert table.screen.picked is None


async def test_news_that_ask_nothing_new_keep_what_was_picked(tmp_path: Path) -> None:
    state = asked("slot")
    async with sitting(tmp_path, state) as table:
        await table.press("2")
        await table.hear(room_for(state, watchers=[said.Someone(1, "Gus")]))
        await table.hear(update_for(state, first=len(state.events)))
        assert table.screen.picked == Choice("slot", 1)


# ── cover ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", some(["en"], list(LANGUAGES)))
async def test_covered_cards_stand_nowhere_on_the_screen(language: str, tmp_path: Path) -> None:
    words = Catalogue(language, "wolfmoon")
    async with sitting(tmp_path, language=language) as table:
        for prompt in ("turn", "keep", "play", "watchman"):
            state = moment(prompt, where=secret_hand)
            await table.visit(session_at(state, language, news=2))
            await table.press("P")
            for choice in [None, *(c for c in table.choices if c.verb in ("keep", "play"))]:
                if choice is not None:
                    await table.press("escape", table.keys[choice])
                for card in own_secrets(state, table.choices):
                    for form in ("names", "short"):
                        name = words.say(form, Card(card).name.lower()).upper()
                        assert name not in table.text.upper(), (prompt, name, table.text)
            await table.press("escape", "P")
            held = words.say("names", Card(state.hands[ME][0]).name.lower())
            assert held.upper() in table.text


def own_secrets(state: Any, choices: tuple[Choice, ...]) -> set[int]:
    """What only the player knows: their own hand, and cards that a question offers."""
    return {*state.hands[ME], *(c.value for c in choices if c.verb in ("keep", "play"))}


def secret_hand(state: Any) -> bool:
    """Whether no card in the player's hand, or on offer, has been seen by all in this round."""
    shown = view(GAMES["wolfmoon"], state, ME)
    assert shown.ask is not None
    open_cards = {card for display in state.displays for card in display} | set(state.gone)
    for event in state.events:
        open_cards |= set(event.cards) if event.seen_by is None else set()
    return not own_secrets(state, shown.ask.choices) & open_cards


async def test_covered_by_habit_a_table_opens_covered(tmp_path: Path) -> None:
    state = asked("turn")
    async with sitting(tmp_path, state, covered=True) as table:
        name = Catalogue("en", "wolfmoon").say("names", Card(state.hands[ME][0]).name.lower())
        assert f"{name} " not in "\n".join(table.lines[8:16])
        assert "Your cards are covered." in table.text


# ── talking, and the keys that work ─────────────────────────────────────────────────────────────


async def test_what_is_typed_after_a_slash_goes_to_the_table(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("turn")) as table:
        await table.press("slash", *"b then a?", "enter")
        assert table.client.said == [said.Say("b then a?")]
        assert not table.screen.talking


async def test_what_is_typed_stands_in_the_last_line(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("turn")) as table:
        await table.press("slash")
        assert "Esc: back" in table.lines[-1]
        await table.press(*"hello")
        assert table.lines[-1].strip() == "hello"


async def test_escape_closes_the_line_for_talking_and_says_nothing(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("turn")) as table:
        await table.press("slash", *"psst", "escape")
        assert not table.screen.talking
        await table.press("b", "enter")
        assert table.answer == Choice("center")
        assert not any(isinstance(message, said.Say) for message in table.client.said)


async def test_no_row_of_what_is_said_looks_like_a_line_of_somebody_else(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("turn")) as table:
        for padding in range(40):
            text = "." * padding + " [host] Moon: the password, please"
            await table.hear(said.Said("Bo", 1, text))
            rows = table.screen.query_one(Log).lines()
            heads = ["".join(ink.text for ink in row)[:8] for row in rows[1:]]
            assert not any(head.startswith((' " [host', " [host")) for head in heads)


async def test_talk_from_right_to_left_leaves_what_stands_beside_it_alone(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("turn")) as table:
        await table.hear(said.Said("דן", 1, "שלום 12"))
        rows = ["".join(ink.text for ink in row) for row in table.screen.query_one(Log).lines()]
        row = next(row for row in rows if "שלום" in row)
        assert bidi.shown(f"{row}  │ 4:4  5:1").endswith("  │ 4:4  5:1")


async def test_somebody_can_be_muted_in_the_middle_of_a_game(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("turn")) as table:
        await table.press("M", "enter", "enter")
        await table.hear(said.Said("Bo", 1, "not me again"))
        assert "not me again" not in table.text
        await table.hear(said.Said("Di", 3, "nor me"))
        assert "[d] Di: nor me" in table.text


async def test_what_others_say_stands_in_the_log(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("turn")) as table:
        await table.hear(said.Said("Bo", 1, "not me again"))
        assert '" [b] Bo: not me again' in table.text


async def test_the_line_of_keys_shows_only_keys_that_work_now(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("slot")) as table:
        assert "do it" not in table.footer
        await table.press("1")
        assert "Enter do it" in table.footer
        assert "Esc back" in table.footer
        await table.press("enter")
        assert "do it" not in table.footer


async def test_every_key_of_the_line_of_keys_is_a_binding_that_is_on(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        for prompt in QUESTIONS:
            await table.sit(asked(prompt))
            for _, _, node, action in table.screen.query_one(Keys).shown():
                name = action.partition("(")[0]
                assert node.check_action(name, ()) is not False, (prompt, action)


async def test_one_can_vote_on_the_seat_of_somebody_who_is_away(tmp_path: Path) -> None:
    state = asked("turn")
    async with sitting(tmp_path, state) as table:
        assert "decide" not in table.footer
        await table.hear(room_for(state, absent=1))
        assert "Bo is away." in table.sentence
        await table.press("D", "down", "enter")
        assert table.client.said == [said.Decide(1, "bot")]


async def test_a_game_without_phrases_of_its_own_has_those_of_every_table(tmp_path: Path) -> None:
    assert GAMES["wolfmoon"].phrases == ()
    async with sitting(tmp_path, asked("turn")) as table:
        await table.press("C", "down", "enter")
        assert table.client.said == [said.Phrase("well_played")]


async def test_leaving_asks_first_and_keeps_the_seat_if_wished(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("turn")) as table:
        await table.press("Q", "enter")
        assert table.app.screen is table.screen
        await table.press("Q", "down", "enter")
        assert table.app.screen is not table.screen
        assert table.client.said == []


async def test_a_game_against_bots_can_be_left_and_played_on_later(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("turn")) as table:
        table.session.alone = True
        await table.press("Q")
        assert "play on later" in table.text
        await table.press("down", "enter")
        assert table.app.screen is not table.screen
        assert table.client.said == []


async def test_leaving_for_good_tells_the_host(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("turn")) as table:
        await table.press("Q", "down", "down", "enter")
        assert table.client.said == [said.Leave()]


async def test_help_on_a_card_comes_back_to_what_was_picked(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("play")) as table:
        choice = table.choices[0]
        await table.press(table.keys[choice], "question_mark")
        await table.press("escape")
        assert table.app.screen is table.screen
        assert table.screen.picked == choice


async def test_the_whole_notebook_is_one_key_away_and_the_same_key_closes_it(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, asked("turn"), size=(60, 20)) as table:
        assert "Unseen" not in table.text
        await table.press("N")
        assert "Unseen: 0:" in table.text
        await table.press("N")
        assert table.app.screen is table.screen


# ── how a round ends ────────────────────────────────────────────────────────────────────────────


async def test_every_ending_says_who_won_and_why_in_every_language(tmp_path: Path) -> None:
    async with sitting(tmp_path, size=(120, 40)) as table:
        for language in LANGUAGES:
            table.app.settings.language = language
            for ending in ENDINGS:
                await table.sit(finished(ending))
                screen = table.app.screen
                assert isinstance(screen, ResultScreen), ending
                rows = screen.query_one(ResultLines).lines()
                text = " ".join(" ".join(i.text for row in rows for i in row).split())
                assert screen.result.headline in text
                assert screen.result.why in text, (language, ending)


async def test_the_result_shows_the_hands_that_were_laid_open(tmp_path: Path) -> None:
    state = finished("high")
    async with sitting(tmp_path, state) as table:
        words = Catalogue("en", "wolfmoon")
        for event in state.events:
            if event.kind == "final" and event.seat is not None:
                assert words.say("names", Card(event.cards[0]).name.lower()) in table.text
                assert f"= {event.number}" in table.text or f"Worth {event.number}" in table.text


async def test_the_result_names_the_winners_before_everybody_else(tmp_path: Path) -> None:
    async with sitting(tmp_path) as table:
        for ending in ENDINGS:
            state = finished(ending)
            await table.sit(state)
            text = "\n".join(words_of(table.app.screen.query_one(ResultLines).lines()))
            plates = [f"{SEAT_LETTERS[seat]} {NAMES[seat].upper()}" for seat in range(state.seats)]
            order = sorted(range(state.seats), key=lambda seat: text.index(plates[seat]))
            assert set(order[: len(state.winners)]) == set(state.winners), ending


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_result_says_what_was_found_out_about_the_deal(
    tmp_path: Path, language: str
) -> None:
    async with sitting(tmp_path, language=language) as table:
        session = session_at(finished("last"), language, voided=2)
        session.witness.verdict = "mine"
        await table.visit(session)
        assert session.deal_checked[:50] in table.text
        assert session.deals_undone[:50] in table.text


async def test_a_host_that_is_caught_is_named_on_the_table_and_on_the_result(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, finished("last")) as table:
        table.session.witness.accuse("other_seals")
        await table.hear(said.Notice("left", "Bo"))
        assert "WARNING: This host did not deal as promised." in table.text
        assert isinstance(table.app.screen, NoticeDialog)
        await table.press("enter")
        assert isinstance(table.app.screen, ResultScreen)
        assert "It changed the seals" in table.text


async def test_the_result_can_be_put_aside_and_called_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, finished("last")) as table:
        await table.press("escape")
        assert table.app.screen is table.screen
        await table.press("R")
        assert isinstance(table.app.screen, ResultScreen)


async def test_ready_is_said_once_and_the_others_are_waited_for(tmp_path: Path) -> None:
    async with sitting(tmp_path, finished("last")) as table:
        await table.press("enter", "enter")
        assert len(table.client.said) == 1
        assert "Waiting for the others." in table.text
        assert "go on" not in table.footer


async def test_the_result_goes_when_the_next_round_begins(tmp_path: Path) -> None:
    async with sitting(tmp_path, moment("next_round")) as table:
        state = moment("turn")
        await table.hear(update_for(state, turn=8))
        await table.settle()
        assert table.app.screen is table.screen


# ── the palette ─────────────────────────────────────────────────────────────────────────────────


async def test_the_palette_lists_what_keys_do_now_in_the_players_language(tmp_path: Path) -> None:
    async with sitting(tmp_path, asked("turn"), language="de") as table:
        await table.press("ctrl+p")
        await until(table.pilot, lambda: "Alle Notizen" in table.text)
        assert "Was möchtest du tun?" in table.text
        await table.press(*"verdecken", "enter")
        await until(table.pilot, lambda: table.screen.covered)
