"""One Night on the screen and in lines: night, claims, vote and hindsight, at every size."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.bots.personas import PERSONAS
from engine.core import BACK, Advice, Choice, Event, Idea, Seat
from engine.fixed import Bots
from engine.games.onenight import ONENIGHT, ONENIGHT_2
from engine.games.onenight.contradictions import clashes
from engine.games.onenight.deductions import KINDS, Deduction
from engine.games.onenight.insight import insight
from engine.games.onenight.night import Wake, awake
from engine.games.onenight.roles import Role
from engine.games.onenight.state import NONE, PAIR, Claim, Village
from engine.games.onenight.vote import Vote
from engine.play import apply, asks, start, view
from moontui.app.screens.replay import ReplayScreen
from moontui.app.screens.result import ResultScreen
from moontui.app.widgets.panels import Prompt
from moontui.draw.size import Size
from moontui.games.onenight.ending import Ending
from moontui.games.onenight.middle import Middle
from moontui.games.onenight.talk import WAYS
from moontui.games.onenight.teller import OneNightTeller
from moontui.games.onenight.turning import Turn, turn_of
from moontui.plain.solo import play
from moontui.plain.table import LineTable
from moontui.words.catalogue import LANGUAGES, Catalogue
from moontui.words.names import SEAT_LETTERS
from moontui.words.teller import teller_for
from tests.engine.onenight.days import morning, say
from tests.engine.records import played
from tests.extent import some
from tests.moontui.app.test_pictures import painted
from tests.moontui.desk import desk
from tests.moontui.scenes import ME, NAMES, session_at, update_for
from tests.moontui.sitting import Sitting, sitting
from tests.moontui.sizes import LOOKS, named

SHOWN = 20
"""As much of a ready sentence as everybody sees before it is picked."""
ENDS = ("back", "unsaid", "take_back", "vote_now", "pass", "refuse")
EARLIER = ONENIGHT_2
"""The game by the rules before these, whose lively sets have more kinds of cards to look at."""


@cache
def at(prompt: str, seats: int = 5, role: int = -1, seed: int = 0, **options: str) -> Village:
    """A village in which the first seat is asked this, whatever others have said before."""
    for number in range(seed, 400):
        rng = Random(f"{prompt} {number}")
        village = start(EARLIER, seats, rng.randbytes(32), {"set": "lively", **options})
        if role >= 0 and village.dealt[ME] != role:
            continue
        while questions := asks(village):
            mine = next((ask for ask in questions if ask.seat == ME), None)
            if mine is not None and mine.prompt == prompt and fits(village, role):
                return village
            ask = mine if mine is not None else questions[0]
            choices = [choice for choice in ask.choices if choice.verb not in ENDS]
            apply(village, ask.seat, rng.choice(choices or ask.choices))
    raise AssertionError(f"nobody was ever asked {prompt}")


def fits(village: Village, role: int) -> bool:
    """At night: whether the first seat is awake, if the requested role is one that wakes."""
    step = village.todo[-1]
    sleeps = role in (-1, Role.VILLAGER)
    return not isinstance(step, Wake) or sleeps or ME in awake(village, step.slot)


@cache
def ended(seats: int, seed: int = 0) -> Village:
    """A game that is over."""
    rng = Random(f"ended {seed}")
    village = start(EARLIER, seats, rng.randbytes(32), {"set": "lively"})
    while questions := asks(village):
        choices = [c for c in questions[0].choices if c.verb not in ENDS]
        apply(village, questions[0].seat, rng.choice(choices or questions[0].choices))
    return village


def teller(table: Sitting) -> OneNightTeller:
    tells = table.session.teller
    assert isinstance(tells, OneNightTeller)
    return tells


def missing(table: Sitting) -> list[str]:
    """What should be on the screen of a table but is not."""
    view_now, tells = table.session.view, teller(table)
    assert view_now is not None
    text = " ".join(table.text.replace("│", " ").replace("▌", " ").split())
    wanted = []
    if view_now.ask is not None and not Size.of(*table.app.size).is_tall:  # which has buttons
        ready = tells.ready(view_now)
        whole = [f"[{key}] {tells.choice(choice)}" for choice, key in table.keys.items()]
        brief = [f"{key} {tells.in_brief(choice)}" for choice, key in table.keys.items()]
        wanted = [
            long[:SHOWN] if choice in ready else short if short in text else long
            for choice, long, short in zip(table.keys, whole, brief, strict=True)
        ]
    if view_now.waiting and view_now.waiting[0].prompt.startswith("night"):
        wanted += [tells.slot(slot) for slot in dict.fromkeys(view_now.state.roles) if slot < 9]
    else:
        names = enumerate(tells.names)
        wanted += [f"{SEAT_LETTERS[seat]} {name.upper()}" for seat, name in names]
    return [item for item in wanted if item not in text]


# ── sizes, languages, signs ─────────────────────────────────────────────────────────────────────

MOMENTS: tuple[Callable[[], Village], ...] = (
    lambda: at("night", 10, int(Role.SEER)),
    lambda: at("night", 10),
    lambda: at("talk_opening", 10),
    lambda: at("talk_statement", 10),
    lambda: at("talk_question", 7),
    lambda: at("vote", 10),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_have_words_for_every_question(language: str) -> None:
    words = Catalogue(language, "onenight")
    assert [one for one in words.parts("topics") if not words.has("asking", one, "way_1")] == []


@pytest.mark.parametrize(("size", "language"), LOOKS, ids=named)
async def test_nothing_of_a_table_of_ten_is_cut(
    size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    async with sitting(tmp_path, at("vote", 10), size=size, language=language) as table:
        for state in MOMENTS:
            await table.visit(session_at(state(), language))
            assert missing(table) == [], table.text
            assert [len(line) for line in table.lines] == [size[0]] * size[1]


async def test_a_terminal_without_signs_gets_ascii(tmp_path: Path) -> None:
    async with sitting(tmp_path, at("talk_statement", 10), symbols="ascii") as table:
        assert table.text.replace("ä", "a").isascii()
        await table.sit(at("night", 10))
        assert table.text.replace("ä", "a").isascii()


async def test_a_terminal_without_colour_is_sent_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with sitting(tmp_path, at("talk_statement", 10)) as table:
        for segment in painted(table.app):
            style = segment.style
            colours = (style.color, style.bgcolor) if style is not None else ()
            assert all(c is None or c.is_default for c in colours), segment


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", some([10], [3, 5, 10]))
async def test_the_end_is_told_whole(seats: int, language: str, tmp_path: Path) -> None:
    async with sitting(tmp_path, ended(seats), language=language) as table:
        await table.press("space", "space")
        screen = table.app.screen
        assert isinstance(screen, ResultScreen)
        text = " ".join(table.text.split())
        assert screen.result.why in text
        for row in screen.result.rows:
            assert {*row.cards.split(), *row.why.split()} <= {*text.split()}
        assert screen.words.say("result", "rematch") in text


# ── night ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_sleeper_needs_one_key(tmp_path: Path) -> None:
    async with sitting(tmp_path, at("night", 5, int(Role.VILLAGER))) as table:
        assert "you are asleep" in table.text
        await table.press("enter")
        assert table.answer == table.choices[-1]


async def test_whoever_is_awake_chooses(tmp_path: Path) -> None:
    async with sitting(tmp_path, at("night", 5, int(Role.SEER))) as table:
        assert "you are asleep" not in table.text
        await table.press("c", "enter")
        assert table.answer == Choice("seat", 2)


async def test_a_players_night_can_be_read_again_by_day(tmp_path: Path) -> None:
    async with sitting(tmp_path, at("talk_opening", 5, int(Role.SEER))) as table:
        await table.press("B")
        assert "You were dealt Seer." in table.text
        assert "Seer:" in table.text


async def test_a_covered_card_is_hidden_from_onlookers(tmp_path: Path) -> None:
    async with sitting(tmp_path, at("night", 5, int(Role.SEER))) as table:
        await table.press("P")
        assert "SEER" not in table.text
        assert "May look at one player" not in table.text


async def test_a_watcher_sees_the_order_of_the_night_and_no_card(tmp_path: Path) -> None:
    village = at("night", 5, int(Role.SEER))
    async with sitting(tmp_path, village) as table:
        await table.visit(session_at(village, seat=None))
        assert "Troublemaker" in table.text
        assert "May look at one player" not in table.text
        assert "You are watching." in table.text


# ── day ─────────────────────────────────────────────────────────────────────────────────────────


async def say_by(table: Sitting, village: Village, by_mouse: bool, *links: Choice) -> None:
    """Say something link by link, as a host would continue; the last link needs Enter."""
    for number, choice in enumerate(links):
        last = number == len(links) - 1
        if by_mouse:
            for _ in range(2 if last else 1):
                await table.click(Prompt, choice)
        else:
            await table.press(table.keys[choice])
            if last:
                await table.press("enter")
        assert table.answer == choice
        apply(village, ME, choice)
        await table.hear(update_for(village, turn=table.session.turn + 1))


ROBBED = (Choice("was"), Choice("role", 5), Choice("seat", 2), Choice("role", 9))


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
async def test_a_statement_is_made_by_keys_alone_and_by_mouse_alone(
    by_mouse: bool, tmp_path: Path
) -> None:
    village = at("talk_opening", 5).copy()
    async with sitting(tmp_path, village) as table:
        await say_by(table, village, by_mouse, *ROBBED)
        claims = [claim for claim in village.claims if claim.seat == ME]
        assert [claim.kind for claim in claims] == ["was", "robbed"]
        row = next(line for line in table.lines if "a ANA" in line)
        assert "Robber" in row
        assert "robbed Cy: Villager" in row


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
async def test_a_ready_sentence_is_shown_by_its_key_and_said_by_enter_alone(
    by_mouse: bool, tmp_path: Path
) -> None:
    village = at("talk_opening", 5).copy()
    async with sitting(tmp_path, village) as table:
        first = next(iter(table.keys))
        sentence = table.session.teller.choice(first)
        if by_mouse:
            await table.click(Prompt, first)
        else:
            await table.press("1", "1")  # however often: the key only shows it
        assert f"> {sentence}" in " ".join(table.text.split())
        assert table.client.said == []
        await (table.click(Prompt, "commit") if by_mouse else table.press("enter"))
        while not any(claim.seat == ME for claim in village.claims):
            assert table.answer is not None
            apply(village, ME, table.answer)
            await table.hear(update_for(village, turn=table.session.turn + 1))
        story = table.session.chronicle.entries[-1].story
        assert sentence.replace(",", ".") in story


async def test_what_others_say_meanwhile_does_not_change_a_ready_sentence_that_is_shown(
    tmp_path: Path,
) -> None:
    village = at("talk_free", 5, talk="free").copy()
    async with sitting(tmp_path, village) as table:
        await table.press("1")
        picked = table.screen.picked
        assert picked is not None
        links = table.session.teller.spelt(picked)
        other = next(ask.seat for ask in asks(village) if ask.seat != ME)
        say(village, other, "vouch", ("seat", int(ME)))
        await table.hear(update_for(village, turn=table.session.turn + 1))
        assert table.screen.picked == picked
        assert table.session.teller.spelt(picked) == links


async def test_a_token_on_somebody_lies_there_for_the_player_alone(tmp_path: Path) -> None:
    village = at("talk_opening", 5)
    async with sitting(tmp_path, village) as table:
        await table.press("T", "enter")
        assert "b BO✓" in table.text
        assert table.client.said == []
        await table.visit(session_at(village))  # whoever leaves and returns finds it there
        assert "b BO✓" in table.text
        await table.press("T", "enter")
        assert "b BO?" in table.text
        await table.press("P")
        assert "b BO?" not in table.text


async def test_escape_gives_up_a_statement_half_way(tmp_path: Path) -> None:
    village = at("talk_opening", 5).copy()
    async with sitting(tmp_path, village) as table:
        await say_by(table, village, False, Choice("was"), Choice("role", 5))
        table.client.said.clear()
        await table.press("escape", "escape")
        assert table.answer == Choice("back")


async def test_clashing_claims_are_marked_and_explained(tmp_path: Path) -> None:
    village = at("talk_statement", 5).copy()
    seer = int(Role.SEER)
    village.claims = [Claim(1, Seat(3), "was", (seer,))]
    village.said = 1
    async with sitting(tmp_path, village) as table:
        await say_by(table, village, False, Choice("was"), Choice("role", seer), Choice("unsaid"))
        assert "cannot both be right: the set has only one Seer" in table.text
        row = next(line for line in table.lines if "a ANA" in line)
        assert "✗d" in row


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
async def test_a_vote_is_cast_in_the_grid_or_by_its_letter(by_mouse: bool, tmp_path: Path) -> None:
    async with sitting(tmp_path, at("vote", 5)) as table:
        if by_mouse:
            await table.click(Middle, Choice("vote", 3))
            await table.click(Middle, Choice("vote", 3))
        else:
            await table.press("d", "enter")
        assert table.answer == Choice("vote", 3)


def test_in_lines_too_enter_is_enough_for_a_sleeper() -> None:
    village = at("night", role=int(Role.VILLAGER))
    words = Catalogue("en", "onenight")
    lines = LineTable(OneNightTeller(words, NAMES[:5], ME), words, print)
    shown = view(ONENIGHT, village, ME)
    assert shown.ask is not None
    assert lines.typed("\n", shown) == shown.ask.choices[-1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("role", [Role.SEER, Role.ROBBER, Role.TROUBLEMAKER], ids=lambda r: r.name)
def test_everything_that_can_be_done_at_night_has_a_sentence(role: Role, language: str) -> None:
    village = at("night", role=int(role))
    tells = OneNightTeller(Catalogue(language, "onenight"), NAMES[:5], ME)
    shown = view(ONENIGHT, village, ME)
    assert shown.ask is not None
    assert {choice.verb for choice in shown.ask.choices} >= {"seat", "nothing"}
    assert all(tells.sentence(shown.ask, choice, shown) for choice in shown.ask.choices)


def test_ones_own_night_is_told_as_ones_own_story() -> None:
    tells = OneNightTeller(Catalogue("en", "onenight"), NAMES[:5], ME)
    robbed = (1, int(Role.SEER), NONE)
    mine = Event("learnt", ME, cards=robbed, number=int(Role.ROBBER))
    did = Event("did", Seat(1), cards=(0, *robbed[1:]), number=int(Role.ROBBER))
    assert tells.nights.learnt(mine).startswith("You robbed ")
    assert tells.nights.learnt(did).startswith(f"{NAMES[1]}: robbed ")


def test_what_a_player_is_about_to_say_is_shown_as_a_sentence() -> None:
    village = morning()
    seat = village.order[0]
    tells = OneNightTeller(Catalogue("en", "onenight"), ("Lea", "Bo", "Cy", "Di", "Eli"), seat)
    links = [("was", 0), ("role", Role.TROUBLEMAKER), ("seat", village.order[1])]
    say(village, seat, *links)
    shown = view(ONENIGHT, village, seat)
    assert shown.ask is not None
    one, two = (tells.names[other] for other in village.order[1:3])
    told = tells.sentence(shown.ask, Choice("seat", village.order[2]), shown)
    assert told.startswith("I was the Troublemaker, ")
    assert tells.sentence(shown.ask, BACK, shown) == "start over"
    assert {one, two} <= set(told.replace(",", "").replace(".", "").split())


def test_a_question_is_confirmed_in_the_words_in_which_it_is_asked() -> None:
    village = at("talk_question").copy()
    tells = OneNightTeller(Catalogue("en", "onenight"), NAMES[:5], ME)
    say(village, ME, "ask", ("seat", 1))
    shown = view(ONENIGHT, village, ME)
    assert shown.ask is not None
    assert tells.sentence(shown.ask, Choice("topic", 0), shown) == "Bo, what were you?"


def test_what_a_person_says_is_what_they_chose_word_for_word() -> None:
    tells = OneNightTeller(Catalogue("en", "onenight"), ("Jo", "Bo"), Seat(0), ("", "Ada"))
    said = {tells.talk.statement(0, number, "will_vote", (1,)) for number in range(12)}
    assert said == {"I will vote for Bo"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_says_whose_words_made_it_change_suspects(language: str) -> None:
    bots = ("Ada", "Bela", "Cleo", "Dario")
    tells = OneNightTeller(Catalogue(language, "onenight"), bots, None, bots)
    tells.talk.statement(0, 1, "think", (1, int(Role.WEREWOLF), 1))
    tells.talk.statement(2, 2, "will_vote", (3,))
    joined = tells.talk.statement(0, 3, "will_vote", (3,))
    assert all(name in joined for name in ("Bela", "Cleo", "Dario"))
    back = tells.talk.statement(0, 4, "will_vote", (1,))
    assert "Dario" in back
    assert "Cleo" not in back


def test_a_conclusion_convinces_rather_than_votes_that_were_announced() -> None:
    said = [
        Claim(1, Seat(0), "think", (1, int(Role.WEREWOLF), 1)),
        Claim(2, Seat(2), "will_vote", (3,)),
        Claim(3, Seat(4), "reason", (3, *[NONE] * 5)),
    ]
    assert turn_of(said, Claim(4, Seat(0), "will_vote", (3,))) == Turn("convinced", 1, 4)
    assert turn_of(said, Claim(4, Seat(0), "will_vote", (1,))) is None


def test_nobody_is_let_go_because_of_their_own_words() -> None:
    said = [
        Claim(1, Seat(0), "think", (1, int(Role.WEREWOLF), 1)),
        Claim(2, Seat(1), "reason", (3, *[NONE] * 5)),
    ]
    assert turn_of(said, Claim(3, Seat(0), "will_vote", (3,))) == Turn("turned", 1)


def test_what_was_said_yesterday_changes_no_vote_today() -> None:
    bots = ("Ada", "Bela", "Cleo", "Dario")
    tells = OneNightTeller(Catalogue("en", "onenight"), bots, None, bots)
    tells.event(Event("said_think", Seat(0), cards=(1, int(Role.WEREWOLF), 1), number=1))
    tells.event(Event("day", cards=(0, 1, 2, 3)))
    assert "Bela" not in tells.event(Event("said_will_vote", Seat(0), cards=(3,), number=2))


def test_a_player_is_told_what_they_said_and_did_as_you() -> None:
    village = morning()
    tells = OneNightTeller(Catalogue("en", "onenight"), NAMES[:5], village.order[0])
    say(village, village.order[0], "was", ("role", Role.VILLAGER))
    assert village.events is not None
    story = [tells.event(event) for event in village.events]
    assert "Day breaks. You speak first." in story
    assert "You (#1): I was a Villager." in story


def test_a_lie_that_was_taken_back_is_told_as_one() -> None:
    village = ended(5, 2).copy()
    liar = next(seat for seat in village.everyone() if village.dealt[seat] != Role.VILLAGER)
    village.claims, village.taken_back = [Claim(1, liar, "was", (int(Role.VILLAGER),))], (1,)
    tells = OneNightTeller(Catalogue("en", "onenight"), NAMES[:5], ME)
    assert f"{NAMES[liar]} (Villager, taken back)" in Ending(tells, village).lies()[0]


def test_who_told_their_role_and_lied_about_the_night_is_told_to_have_lied() -> None:
    village, speaker = ended(5, 2).copy(), Seat(0)
    village.taken_back = ()
    village.claims = [
        Claim(1, speaker, "was", (village.dealt[speaker],)),
        Claim(2, speaker, "saw", (1, int(Role.MINION))),
    ]
    tells = OneNightTeller(Catalogue("en", "onenight"), NAMES[:5], ME)
    assert f"Lied: {NAMES[speaker]} ({NAMES[1]}: Minion)." in Ending(tells, village).lies()


def test_whoever_is_one_of_too_many_counts_themselves_in() -> None:
    """Four say Villager, of which there are three."""
    tells = OneNightTeller(Catalogue("en", "onenight"), ("Lea", "Bo", "Cy", "Di", "Eli"), ME)
    crowd = Deduction("crowd", 1, 2, 3, 4, role=Role.VILLAGER).values()
    told = tells.talk.claim("reason", crowd, seat=0)
    assert told.startswith("Cy, Di, Eli and Bo all say Villager: with 3 such cards")
    told = tells.talk.claim("reason", crowd, seat=3)
    assert told == "I was a Villager, so one of Cy, Eli and Bo was not, and I doubt Bo"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_everything_that_can_be_concluded_has_a_few_words_in_a_list(
    kind: str, language: str
) -> None:
    names = ("Lea", "Bo", "Cy", "Di", "Eli")
    tells = OneNightTeller(Catalogue(language, "onenight"), names, ME)
    assert tells.choice(Choice("deduction", 100 * KINDS.index(kind) + 12)).startswith("Bo")


def test_a_contradiction_about_the_center_names_the_card_it_is_about() -> None:
    village = morning()
    seen = [(PAIR + 2, Role.VILLAGER, Role.ROBBER), (PAIR + 1, Role.VILLAGER, Role.SEER)]
    village.claims = [Claim(n, Seat(n), "saw", cards) for n, cards in enumerate(seen, 1)]
    tells = OneNightTeller(Catalogue("en", "onenight"), ("Lea", "Bo", "Cy", "Di", "Eli"), ME)
    (clash,) = [one for one in clashes(village) if one.reason == "card"]
    assert "center 3 has only one card" in tells.clash(village, clash)


def test_the_notebook_counts_the_cards_that_nobody_claims() -> None:
    village = morning(set="lively", cards_robber="1")
    tells = OneNightTeller(Catalogue("en", "onenight"), ("Lea", "Bo", "Cy", "Di", "Eli"), ME)
    assert tells.notes(view(ONENIGHT, village, ME)) == ["No contradictions."]
    for seat, role in zip(village.order, (4, 5, 6, 9), strict=False):
        say(village, seat, "was", ("role", role), *(["unsaid"] if role != 9 else []))
    lines = tells.notes(view(ONENIGHT, village, ME))
    assert lines[0] == "No contradictions."
    assert lines[1].startswith("Nobody claims to have been: Werewolf x2, Villager, Tanner.")


async def test_odds_are_told_where_the_table_allows_them(tmp_path: Path) -> None:
    village = at("vote", 5)
    async with sitting(tmp_path, village) as table:
        tells = teller(table)
        shown = view(ONENIGHT, village, ME)
        lines = " ".join(tells.notes(shown, insight(shown)))
        assert "Werewolf now:" in lines
        assert "Deals that fit what you saw" in lines
        assert "Werewolf now:" not in " ".join(tells.notes(shown))


def test_a_hint_by_day_is_a_statement_and_what_it_does_to_suspicion() -> None:
    village = at("talk_statement", 5)
    tells = OneNightTeller(Catalogue("en", "onenight"), NAMES[:5], ME)
    shown = view(ONENIGHT, village, ME)
    assert ONENIGHT.advise is not None
    told = tells.hint(shown, ONENIGHT.advise(shown, Random(0), None), village.events or [])
    assert told[0].startswith("You could say:")
    assert "for a werewolf" in " ".join(told[1:])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_to_take_something_back_ends_with_one_full_stop(language: str) -> None:
    village = at("talk_statement", 5)
    tells = OneNightTeller(Catalogue(language, "onenight"), NAMES[:5], ME)
    shown = view(ONENIGHT, village, ME)
    take_back = Advice((Idea((Choice("take_back"), Choice("claim", 1)), 0.5),))
    (line,) = tells.hint(shown, take_back, village.events or [])
    assert "#1" in line
    assert line.endswith(".")
    assert not line.endswith("..")


# ── in words ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_claim_has_words_and_never_the_same_ones_twice_in_a_row(language: str) -> None:
    village = ended(7, 2)
    tells = OneNightTeller(Catalogue(language, "onenight"), NAMES[:7], ME)
    for claim in village.claims:
        ways = {tells.talk.claim(claim.kind, claim.values, way) for way in range(3)}
        assert len(ways) == 3


def test_bots_have_manners_of_their_own() -> None:
    tells = OneNightTeller(Catalogue("en", "onenight"), ("Jo", "Bo"), Seat(0), ("Ada", ""))
    ada = {tells.talk.statement(0, number, "was", (9,)) for number in range(12)}
    assert any(said.startswith("Write this down") for said in ada)


def test_what_follows_an_opening_begins_as_german_sentences_do() -> None:
    tells = OneNightTeller(Catalogue("de", "onenight"), ("Jo", "Bo"), Seat(0), ("Ines", ""))
    said = {tells.talk.statement(0, number, "was", (9,)) for number in range(40)}
    assert any(line.startswith("Beruhigt euch alle: Ich ") for line in said)


def test_ten_bots_in_a_row_say_the_same_in_ten_ways() -> None:
    tells = OneNightTeller(Catalogue("en", "onenight"), PERSONAS, None, PERSONAS)
    said = [tells.talk.statement(seat, 2 * seat + 1, "will_vote", (0,)) for seat in range(8)]
    asked = [tells.talk.question(seat, 9, 3) for seat in range(5)]
    assert len({*said}) == 8
    assert len({*asked}) == 5
    assert tells.talk.statement(0, 1, "will_vote", (0,)) == said[0]  # told again, it is the same


def test_a_person_with_a_bots_name_has_no_manner_of_a_bot() -> None:
    tells = OneNightTeller(Catalogue("en", "onenight"), ("Ada", "Bela"), Seat(0), ("", ""))
    ada = {tells.talk.statement(0, number, "was", (9,)) for number in range(12)}
    assert not any(said.startswith("Write this down") for said in ada)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 5])
def test_a_game_in_lines_can_be_played_to_the_end_with_every_command(
    seats: int, language: str
) -> None:
    rng, words = Random(seats), Catalogue(language, "onenight")
    village = start(ONENIGHT, seats, seats.to_bytes(32, "big"))
    written: list[str] = []
    bots = Bots(ONENIGHT, b"secret", ["random"] * seats, [""] * seats)
    lines = LineTable(OneNightTeller(words, NAMES[:seats], ME), words, written.append)
    typed = ["?", "hand", "table", "notes", "last", "log 3", "1", "2", "1", "3", "rules"]
    play(ONENIGHT, village, ME, bots, lines, lambda prompt: rng.choice(typed))
    assert written[-1] == words.say("plain", "over")
    assert ONENIGHT.outcome(village) is not None


async def test_a_replay_of_a_game_can_be_walked_through(tmp_path: Path) -> None:
    from moontui.client.records import replay_of

    record = played(name="onenight", level="random")
    async with desk(tmp_path) as table:
        screen = ReplayScreen(replay_of(record), Seat(0))
        await table.open(screen)
        assert "Everybody sits in the same dark" in table.text()
        await table.press("end")
        assert screen.here == len(record.moves)


def test_the_vote_is_a_question_to_all() -> None:
    assert isinstance(at("vote", 5).todo[-1], Vote)


def test_before_the_game_everybody_reads_the_set_and_what_is_odd_about_it() -> None:
    teller = OneNightTeller(Catalogue("en", "onenight"), ("Ana", "Bo", "Cy"), ME)
    told = teller.agreed(3, {"cards_werewolf": "0", "cards_minion": "1"})
    assert told[0].startswith("The set: ")
    assert "There is no Werewolf in this set." in told
    assert teller.agreed(3, {"cards_werewolf": "many"}) == []
    wishes = {"cards_werewolf": "2", "cards_mason": "2", "cards_villager": "3"}
    assert teller.agreed(3, wishes) == ["There is no such set: 3 players need 6 cards."]


def test_whoever_watches_is_not_told_that_they_speak_first() -> None:
    told = teller_for("onenight", Catalogue("en", "onenight"), ("Ana", "Bo", "Cy"), None)
    assert told.event(Event("day", cards=(1,))) == "Day breaks. Bo speaks first."


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_moved_a_card_and_says_so_is_never_the_object_of_the_sentence(language: str) -> None:
    """The speaker is named as `I` there, wherever another name would stand."""
    words = Catalogue(language, "onenight")
    behind = re.compile(r"\b(ask|by|from|of|to|with|bei|durch|fragt|für|mit|von|zu) @")
    names = ("x", "y", "a", "all", "others", "count", "more", "role", "a_role", "other", "b_role")
    named = dict.fromkeys(names, "X") | {"b": "@"}
    keys = [
        (kind + own, f"way_{way}") for kind in KINDS for own in ("", "_own") for way in range(WAYS)
    ]
    ways = [words.say("said", *key, **named) for key in keys if words.has("said", *key)]
    assert any("@" in way for way in ways)
    assert not [way for way in ways if behind.search(way)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_concluded_or_asked_can_be_put_in_five_ways(language: str) -> None:
    """With fewer, ten players use one of them again before ten lines have passed."""
    words = Catalogue(language, "onenight")
    said = [("said", kind + own) for kind in KINDS for own in ("", "_own")]
    asked = [("asking", f"topic_{topic}") for topic in range(6)]
    spoken = [key for key in (*said, *asked) if words.has(*key, "way_1")]
    assert len(spoken) > len(KINDS)
    assert not [key for key in spoken if not words.has(*key, "way_5")]
