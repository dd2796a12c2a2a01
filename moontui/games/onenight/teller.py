"""One Night in words: the night, the talk, the vote, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.core import (
    BACK,
    HIDDEN,
    NO_INSIGHT,
    Ask,
    Choice,
    Event,
    Insight,
    View,
)
from engine.games.onenight import ONENIGHT
from engine.games.onenight.claims import ACCUSED, DETAIL, WOLF, follow
from engine.games.onenight.contradictions import Clash, clashes
from engine.games.onenight.deductions import KINDS, target_of
from engine.games.onenight.night import wakes
from engine.games.onenight.notes import Notes
from engine.games.onenight.roles import COPIES, Extra, Role, warnings
from engine.games.onenight.rules import roles_for, verdict_on
from engine.games.onenight.state import CENTER, NONE, Village
from engine.play import settings
from moontui.games.onenight.ending import Ending, percent
from moontui.games.onenight.hints import OneNightHints
from moontui.games.onenight.nightwords import NightWords, call_of, calls_of
from moontui.games.onenight.sentences import WHOLE, Sentences
from moontui.games.onenight.talk import Phrasing, closed
from moontui.words.catalogue import capital
from moontui.words.teller import CardPage, Result, Teller

TALK = ("seat", "role", "center", "pair", "claim", "sure", "topic")
"""Verbs of the links in a statement."""


class OneNightTeller(Teller):
    """Tells one player about a game of One Night."""

    HINTS = OneNightHints
    TURNS = ONENIGHT.turns
    PLAYS = ()
    CAST = ("dealt",)
    TOPICS: ClassVar[Mapping[str, str]] = {
        "look": "night",
        "night": "night",
        "asleep": "night",
        "talk_opening": "day",
        "talk_late": "day",
        "talk_statement": "day",
        "talk_question": "day",
        "talk_answer": "day",
        "talk_last": "day",
        "talk_free": "day",
        "aloud": "day",
        "vote": "vote",
        "next_round": "match",
    }
    CARD_VERBS = ("role",)
    SEAT_VERBS = ("seat", "vote")
    TOKENS = True
    KEYS: ClassVar[Mapping[str, str]] = {
        "was": "w",
        "saw": "s",
        "swapped": "o",
        "robbed": "r",
        "took": "k",
        "copied": "c",
        "woke": "u",
        "now": "n",
        "think": "t",
        "vouch": "f",
        "will_vote": "v",
        "because": "b",
        "circle": "i",
        "both": "p",
        "deny": "d",
        "meant": "=",
        "ask": "q",
        "take_back": "z",
        "enough": "y",
        "clock_stop": "s",
        "clock_go": "s",
        "clock_more": "m",
        "clock_end": "v",
        "ready": "y",
        "seen": "y",
        "pass": "-",
        "refuse": "-",
        "listen": "l",
        "nothing": "-",
        "abstain": "-",
        "unsaid": ".",
        "done": ".",
        "back": "x",
        "vote_now": "!",
        "more_time": "+",
    }

    def __init__(self, *settings: Any) -> None:
        super().__init__(*settings)
        self.talk = Phrasing(self)
        self.nights = NightWords(self)
        self.sentences = Sentences(self.talk)
        self.last_role = 0
        """The number of the last statement told that began with a role: what its speaker did with
        it has the same number."""

    # ── cards ───────────────────────────────────────────────────────────────────────────────────

    def card(self, card: int | None, form: str = "names") -> str:
        if card is None or card == HIDDEN or card not in COPIES:
            return self.words.say("unknown")
        return self.talk.role(card, form)

    def cards(self) -> list[CardPage]:
        return [
            CardPage(
                int(role),
                self.card(role),
                "",
                COPIES[role],
                f"{self.text(role)} {self.side(role)}",
                self.rulings(role.name.lower()),
            )
            for role in Role
        ]

    def text(self, role: int) -> str:
        key = Role(role).name.lower()
        return self.as_agreed("texts", key) or self.words.say("texts", key)

    def side(self, role: int) -> str:
        team = self.words.say("teams", Role(role).name.lower())
        return self.words.say("side", team=team)

    def slot(self, slot: int) -> str:
        """Who is called in a slot of the night."""
        if slot in COPIES:
            return self.words.say("slots", Role(slot).name.lower())
        return self.words.say("slots", Extra(slot).name.lower())

    def set_of_cards(self, roles: Sequence[int], form: str = "names") -> list[str]:
        """The cards of the set, each with its number."""
        return [
            self.card(role, form) + (f" x{count}" if count > 1 else "")
            for role, count in sorted(Counter(roles).items())
        ]

    # ── what happens ────────────────────────────────────────────────────────────────────────────

    def brief(self, event: Event) -> str:
        if event.kind.startswith("said_"):
            return self.told(event, "brief")
        return super().brief(event)

    def told(self, event: Event, form: str) -> str:
        brief = form.startswith("brief")
        if event.kind == "day":
            self.talk.dawn()
        if event.kind.startswith("said_"):
            kind = event.kind.removeprefix("said_")
            assert event.seat is not None
            said = self.talk.statement(event.seat, event.number, kind, event.cards)
            key = "brief" if brief else "they"
            if kind != "was" and event.number == self.last_role:
                return said if brief else closed(f"{capital(said)}.")
            if kind == "was":
                self.last_role = event.number
            who = capital(self.who(event.seat))
            about = {"seat": who, "number": event.number, "said": said if brief else capital(said)}
            return closed(self.words.say("events", "said", key, **about))
        if event.kind in ("learnt", "did"):
            return self.nights.learnt(event)
        return super().told(event, form)

    def form(self, event: Event) -> str:
        first = event.kind == "day" and event.cards[0] == self.me
        return "you" if first else super().form(event)

    def about_event(self, event: Event) -> dict[str, object]:
        about = super().about_event(event)
        match event.kind:
            case "called" | "missed":
                about["slot"] = self.slot(event.number)
            case "asked":
                assert event.seat is not None
                assert event.other is not None
                about["topic"] = self.talk.question(event.seat, event.other, event.number)
            case "day":
                about["seat"] = self.names[event.cards[0]]
            case "voted":
                about["votes"] = self.votes(event.cards)
            case "shown":
                dealt, now, worth = event.cards
                about |= {"dealt": self.card(dealt), "now": self.now(now, worth)}
            case "shown_center":
                about["cards"] = self.card_list(event.cards[:3])
            case "died":
                about["card"] = self.now(*event.cards)
        return about

    def now(self, face: int, worth: int) -> str:
        """A card, with what it counts as if that differs."""
        if face == worth:
            return self.card(face)
        return self.words.say("worth", card=self.card(face), worth=self.card(worth))

    def votes(self, votes: Sequence[int]) -> str:
        nobody = self.words.say("nobody")
        return ", ".join(
            f"{self.names[seat]}: {self.names[vote] if vote < CENTER else nobody}"
            for seat, vote in enumerate(votes)
        )

    def heading(self, event: Event) -> str:
        if event.kind == "called":
            return self.slot(event.number)
        return self.words.say("status", "vote") if event.kind == "voted" else super().heading(event)

    # ── what is asked ───────────────────────────────────────────────────────────────────────────

    def prompt(self, ask: Ask, view: View[Village] | None = None) -> str:
        say = self.words.say
        if ask.prompt in ("night", "night_second"):
            return self.night_prompt(ask, view)
        draft = view.state.drafts[ask.seat] if view is not None and view.state.drafts else []
        if draft:
            kind, count = draft[0][0], len(draft) - 1
            if kind == "was" and count:
                kind, count = DETAIL[draft[1][1]], count - 1
                kind = "woke_as" if kind == "now" else kind
            assert view is not None
            so_far = self.talk.so_far(view.state, ask.seat)
            return f"{so_far} …  {say('links', f'{kind}_{min(count, 2)}')}"
        asker, topic = NONE, 0
        if ask.prompt == "talk_answer" and ask.other is not None:
            asker, topic = ask.other, ask.number
        elif ask.prompt == "talk_free" and view is not None:
            asker, topic = view.state.pending[ask.seat]
        if asker == NONE:
            return super().prompt(ask)
        if topic == ACCUSED and view is not None and asked_by(view, asker) == WOLF:
            topic = WOLF
        if topic == ACCUSED:
            return say("prompts", "talk_accused", other=self.names[asker])
        told = say("topics", f"topic_{topic}")
        return say("prompts", "talk_answer", other=self.names[asker], topic=told)

    def night_prompt(self, ask: Ask, view: View[Village] | None) -> str:
        slot = self.slot(ask.number)
        if view is not None and not self.is_awake(view, ask):
            key = "asleep" if ask.prompt == "night" else "still_asleep"
            key = "eyes_closed" if view.state.aloud else key
            return self.words.say("prompts", key, slot=slot)
        key = Role(ask.number).name.lower() if ask.number in COPIES else "at_once"
        if ask.number == Extra.LONE:
            key = "lone"
        elif ask.number == Role.WEREWOLF and len(ask.choices) > 1:  # by the first rules
            key = "werewolf_or_lone"
        if ask.number == Extra.COPIED and view is not None and view.state.copied in COPIES:
            copied = Role(view.state.copied)
            key = copied.name.lower() if copied in DETAIL else key
        if ask.prompt == "night_second":
            key = "second"
        return self.words.say("wakes", key, slot=slot)

    def is_awake(self, view: View[Village], ask: Ask) -> bool:
        """Whether a slot of the night is the player's own."""
        return wakes(view.state, ask)

    def about_choice(self, choice: Choice) -> dict[str, object]:
        about = super().about_choice(choice)
        match choice.verb:
            case "center" | "pair":
                about["place"] = self.talk.place(choice.value)
            case "deduction":
                kind, about_whom = KINDS[choice.value // 100], target_of(choice.value)
                names = {"x": self.names[about_whom], "a": self.names[choice.value % 10]}
                about["sentence"] = self.words.say("deductions", kind, **names)
            case "sure":
                about["degree"] = self.words.say("degrees", f"sure_{choice.value}")
            case "topic":
                about["topic"] = self.words.say("topics", f"topic_{choice.value}")
        return about

    def choice(self, choice: Choice) -> str:
        return self.sentences.told[choice.value] if choice.verb in WHOLE else super().choice(choice)

    def ready(self, view: View[Village]) -> Sequence[Choice]:
        return self.sentences.ready(view)

    def overhear(self, view: View[Village], text: str) -> str:
        return self.sentences.hear(view, text)

    def spelt(self, choice: Choice) -> Sequence[Choice]:
        return self.sentences.spelt(choice)

    def sentence(self, ask: Ask, choice: Choice, view: View[Village] | None = None) -> str:
        if choice.verb in WHOLE:
            return self.choice(choice)
        if ask.prompt.startswith("talk_") and view is not None:
            return self.talk.plan(view.state, ask.seat, (choice,))
        if ask.prompt == "vote":
            return super().sentence(ask, choice)
        if ask.window == "night" and view is not None and not self.is_awake(view, ask):
            return self.night_prompt(ask, view)
        if ask.window == "look":
            return self.prompt(ask)
        if ask.window == "night":
            return self.nights.plan(ask, choice, view)
        return self.choice(choice)

    def whole(self, view: View[Village], choices: Sequence[Choice]) -> str:
        ask, said = view.ask, list(choices)
        if ask is None or not ask.prompt.startswith("talk_"):
            return ""
        while BACK in said[:-1]:
            said = said[said.index(BACK) + 1 :]
        return self.talk.plan(view.state, ask.seat, said)

    def first_choice(self, ask: Ask, view: View[Village] | None = None) -> Choice | None:
        asleep = ask.window == "night" and view is not None and not self.is_awake(view, ask)
        only = len(ask.choices) == 1 and ask.prompt != "aloud"
        return ask.choices[-1] if asleep or only else None

    def at_once(self, view: View[Village], choice: Choice) -> bool:
        """A link of a statement can be taken back, as long as it is not the last one; so can what
        the keeper does to the clock, apart from its end."""
        if choice.verb in ("clock_stop", "clock_go", "clock_more"):
            return True
        ask, me = view.ask, self.me
        if choice.verb in WHOLE or ask is None or me is None or not ask.prompt.startswith("talk_"):
            return False
        draft = [*view.state.drafts[me], (choice.verb, choice.value)]
        if choice == BACK:
            return True
        starts = choice.verb in TALK or not view.state.drafts[me]
        return starts and choice.verb not in NO_LINK and bool(follow(view.state, me, draft))

    # ── hints and odds ──────────────────────────────────────────────────────────────────────────

    def clash(self, village: Village, clash: Clash, numbered: bool = True) -> str:
        """Why claims cannot all be true."""
        speaker = {claim.number: claim.seat for claim in village.claims}
        told = [
            f"{self.names[speaker[n]]} #{n}" if numbered else self.names[speaker[n]]
            for n in clash.numbers
        ]
        who = self.together(list(dict.fromkeys(told)))
        copies = village.roles.count(clash.role)
        center = clash.place - village.seats
        place = clash.place if center < 0 else CENTER + center
        if len({speaker[n] for n in clash.numbers}) == 1 and not numbered:
            return self.words.say("clashes", "alone", who=who)
        once = clash.reason == "copies" and copies == 1
        return self.words.say(
            "clashes",
            "once" if once else clash.reason,
            who=who,
            all=self.words.say("clashes", "both" if len(clash.numbers) == 2 else "all"),
            role=self.card(clash.role),
            count=copies,
            place=self.talk.place(place),
        )

    def agreed(self, seats: int, options: Mapping[str, str]) -> list[str]:
        try:
            house = settings(ONENIGHT, options)
        except ValueError:  # a table of the first rules, or of a newer host
            return []
        if house["set"] == "random":
            return [self.words.say("table", "random")]
        try:
            roles = roles_for(seats, house)
        except ValueError:
            return [self.words.say("table", "no_set", seats=seats, cards=seats + 3)]
        cards = ", ".join(self.set_of_cards(roles))
        odd = [self.words.say("oddities", key) for key in warnings(roles)]
        return [self.words.say("table", "set", cards=cards), *odd]

    def notes(self, view: View[Village], insight: Insight = NO_INSIGHT) -> list[str]:
        village: Village = view.state
        lines = [self.clash(village, clash) for clash in clashes(village)]
        if not village.ended:
            lines = (lines or [self.words.say("board", "no_clash")]) + self.unclaimed(village)
        lines += [self.words.say("oddities", key) for key in warnings(village.roles)]
        odds: Notes | None = insight.odds
        if odds is not None:
            suspects = sorted(range(village.seats), key=lambda seat: -odds.suspicion[seat])
            told = ", ".join(
                f"{self.names[seat]} {percent(odds.suspicion[seat])}" for seat in suspects
            )
            lines.append(self.words.say("notes", "suspicion", told=told))
            lines.append(self.words.say("notes", "peace", chance=percent(odds.peace)))
            counts = {"deals": odds.deals, "trusting": odds.trusting}
            lines.append(self.words.say("notes", "deals", **counts))
        return lines

    def unclaimed(self, village: Village) -> list[str]:
        """The cards of the set that nobody claims to have been dealt."""
        said = [claim.values[0] for claim in village.live_claims() if claim.kind == "was"]
        rest = [*(Counter(village.roles) - Counter(said)).elements()]
        if not said:
            return []
        return [self.words.say("notes", "unclaimed", cards=", ".join(self.set_of_cards(rest)))]

    def tallies(self, view: View[Village], insight: Insight = NO_INSIGHT) -> dict[Choice, str]:
        return {choice: f" {percent(chance)}" for choice, chance in insight.tallies.items()}

    def look_back(self, view: View[Village]) -> list[str]:
        return self.nights.log(view)

    # ── the state of play ───────────────────────────────────────────────────────────────────────

    def scores(self, view: View[Village]) -> Sequence[int]:
        return view.state.chips if view.state.goal else ()

    def status(self, view: View[Village]) -> str:
        village, say = view.state, self.words.say
        if village.ended or not view.waiting:
            return say("status", "over")
        asked = view.waiting[0]
        if asked.prompt == "look":
            return say("status", "look")
        if asked.prompt in ("night", "night_second"):
            order = calls_of(village)
            number = order.index(call_of(asked.number)) + 1
            return say(
                "status", "night", number=number, slots=len(order), slot=self.slot(asked.number)
            )
        if asked.prompt == "vote":
            count = village.seats - len(view.waiting)
            if not count:  # answers are held until all are in: nobody is told how many there are
                return say("status", "vote_all")
            return say("status", "voting", count=count, seats=village.seats)
        if asked.prompt == "aloud":
            return say("status", "aloud")
        if village.free:
            return say("status", "free", hurry=len(village.hurry), longer=len(village.longer))
        return say("status", asked.prompt)

    def hand(self, view: View[Village]) -> list[str]:
        log = self.nights.log(view)
        if not log or self.me is None:
            return []
        return [f"{log[0]} {self.text(view.state.dealt[self.me])}", *log[1:]]

    def table(self, view: View[Village]) -> list[str]:
        village = view.state
        lines = [self.words.say("table", "set", cards=", ".join(self.set_of_cards(village.roles)))]
        for seat in range(village.seats):
            said = [c for c in village.live_claims() if c.seat == seat]
            told = [f"#{c.number} {self.talk.claim(c.kind, c.values)}" for c in said]
            told += filter(None, [self.talk.before(village, seat)])
            silent = self.words.say("table", "silent")
            lines.append(f"{self.names[seat]}: {'; '.join(told) or silent}")
        return lines

    # ── the end ─────────────────────────────────────────────────────────────────────────────────

    def result(self, view: View[Village], history: Sequence[Event]) -> Result | None:
        return Ending(self, view.state).result()

    def deaths(self, village: Village) -> str:
        """Who died, and of what."""
        return Ending(self, village).deaths()

    def verdict(self, village: Village) -> tuple[str, str]:
        """Whose game it was, in a few words, and how it went for the player in a sentence."""
        say = self.words.say
        headline = say("verdict", verdict_on(village).ending)
        if self.me is None:
            return headline, ""
        dealt, now = village.dealt[self.me], village.counts_as(self.me)
        form = "stayed" if dealt == village.cards[self.me] else "became"
        side = "won" if self.me in village.winners else "lost"
        roles = {"dealt": self.talk.a_role(dealt), "now": self.talk.a_role(now)}
        return headline, say("verdict", f"{form}_{side}", **roles)


def asked_by(view: View[Village], asker: int) -> int:
    """What a player was last asked by another; nothing: NONE."""
    told = reversed(view.state.events or ())
    asked = (event for event in told if event.kind == "asked" and event.other == view.seat)
    return next((event.number for event in asked if event.seat == asker), NONE)


NO_LINK = ("pass", "refuse", "listen", "vote_now", "more_time", "done", "unsaid", "nothing")
"""Verbs that end a statement, or are not part of one."""
