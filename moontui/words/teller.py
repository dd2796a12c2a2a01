"""What a game must be able to say about itself, so that words are enough to play it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from engine.core import (
    BACK,
    HIDDEN,
    NO_INSIGHT,
    Advice,
    Ask,
    Choice,
    Event,
    Insight,
    Options,
    Reason,
    Seat,
    View,
)
from moontui.games import FACES
from moontui.words.cast import Cast
from moontui.words.catalogue import Catalogue, capital
from moontui.words.hints import Hints
from moontui.words.moments import Moment, MomentKind, MomentPicture, moment_of
from moontui.words.names import SEAT_LETTERS
from moontui.words.prose import prose
from moontui.words.ready import Ready


class Showing(NamedTuple):
    """What the end of a round reveals about one player."""

    seat: Seat
    cards: str = ""
    """In words; empty: they stay hidden."""
    value: int | None = None
    out: bool = False
    won: bool = False
    score: int = 0
    why: str = ""
    """Why they won or lost, in a few words without a subject; empty: the result says it."""
    face: str = ""
    """The picture of the card that tells most about it; empty: their own face."""


class Chapter(NamedTuple):
    """A round of a match that is over."""

    winners: tuple[Seat, ...]
    why: str
    face: str = ""
    """The picture of the card that won it; empty: the winner's own face."""


class Result(NamedTuple):
    """How a round ended, in words."""

    headline: str
    why: str
    turning: str
    """Where it turned; empty: nobody could say."""
    rows: tuple[Showing, ...]
    won: bool
    over: bool
    """Whether the match is over as well."""
    details: tuple[str, ...] = ()
    """How it was scored, one line each."""
    champions: tuple[Seat, ...] = ()
    """Who has won a match of several rounds; empty: it goes on, or was one round."""
    chapters: tuple[Chapter, ...] = ()
    """The rounds of that match, if the game tells them."""
    side: str = ""
    """Which side has won, for where there is no room for all the winners' names."""


class Again(NamedTuple):
    """That somebody has another turn."""

    brief: str
    whole: str
    """In a sentence that says why."""
    short: str
    """In a sentence that follows the reason."""


class CardPage(NamedTuple):
    """All there is to say about a card."""

    card: int
    name: str
    value: str
    """What is printed on it; empty: nothing."""
    copies: int
    text: str
    rulings: tuple[str, ...] = ()
    """Answers to what players ask; those that begin with `CONTESTED` could be read differently."""


CONTESTED = "≈"


class Teller(Cast, Ready):
    """Puts a game into words for one player. What a game's catalogue can say by itself is said
    here; each game has a teller of its own that says the rest."""

    HINTS: ClassVar[type[Hints] | None] = None
    """How advice is put into words; None: there is none."""
    TURNS: ClassVar[tuple[str, ...]] = ("turn",)
    """Kinds of events that begin a turn of their seat, with a line of its own in the log."""
    MOMENTS: ClassVar[Mapping[str, MomentKind]] = {}
    """Kinds of events that matter more than others, and how."""
    PICTURES: ClassVar[Mapping[str, MomentPicture]] = {}
    """Kinds of events with a headline, and what is drawn behind it."""
    PLAYS: ClassVar[tuple[str, ...]] = ("played",)
    """Kinds of events that lay a card open for its effect."""
    CAUSED: ClassVar[tuple[str, ...]] = ()
    """Those of them that another card makes happen."""
    CARD_VERBS: ClassVar[tuple[str, ...]] = ("play",)
    """Verbs of choices whose value is a card."""
    SEAT_VERBS: ClassVar[tuple[str, ...]] = ("aim",)
    """Verbs of choices whose value is a seat; its letter is the key."""
    LETTERED: ClassVar[tuple[str, ...]] = ()
    """Verbs of choices whose keys are letters, in the order of the list, and never numbers."""
    AT_ONCE: ClassVar[tuple[str, ...]] = ()
    """Verbs of choices that can be taken back later, so that nobody needs to be sure of them."""
    ON_BOARD: ClassVar[tuple[str, ...]] = ()
    """Verbs of choices that the board shows with their keys, so that no list needs to name them."""
    TOPICS: ClassVar[Mapping[str, str]] = {}
    """By question, verb of a choice, or place on the board: the section of the rules about it."""
    KEYS: ClassVar[Mapping[str, str]] = {"yes": "y", "no": "n", "ready": "y", "pass": "-"}
    """By verb: the key that always means it."""

    def __init__(
        self,
        words: Catalogue,
        names: Sequence[str],
        me: Seat | None,
        personas: Sequence[str] = (),
        options: Options | None = None,
    ) -> None:
        self.words = words
        self.names = names
        self.me = me
        self.personas = personas
        """By seat: the manner in which a bot talks; empty, or no such seat: none in particular."""
        self.options = options or {}
        """What the table has agreed on, by option; one that is not there has its default."""

    # ── what happens ────────────────────────────────────────────────────────────────────────────

    def event(self, event: Event) -> str:
        """What happened, in a sentence; empty: not worth one."""
        return self.told(event, self.form(event))

    def brief(self, event: Event) -> str:
        """What happened, as a part of the line that tells of a turn."""
        forms = ["brief"]
        if event.seat == self.me is not None:  # whoever watches has no seat
            forms.insert(0, "brief_you")
        elif event.other == self.me is not None:
            forms.insert(0, "brief_at_you")
        for form in forms:
            if self.words.has("events", event.kind, form):
                return self.told(event, form)
        return self.event(event)

    def told(self, event: Event, form: str) -> str:
        """One form of the sentence about an event."""
        if not self.words.has("events", event.kind, "they"):
            return self.words.heard("events", event.kind)
        return self.words.say("events", event.kind, form, **self.about_event(event))

    def form(self, event: Event) -> str:
        """Which form of the sentence is for this player."""
        if event.seat == self.me is not None and self.words.has("events", event.kind, "you"):
            return "you"
        if event.other == self.me is not None and self.words.has("events", event.kind, "at_you"):
            return "at_you"
        return "they"

    def about_event(self, event: Event) -> dict[str, object]:
        """What can be named in a sentence about an event."""
        cards = [card for card in event.cards if card != HIDDEN]
        return {
            "seat": self.name(event.seat),
            "other": self.name(event.other),
            "card": self.card(cards[0]) if cards else "",
            "cards": self.card_list(cards),
            "number": event.number,
            "seats": self.seats(event.number, "you"),
            "to_seats": self.seats(event.number, "to_you"),
        }

    def heading(self, event: Event) -> str:
        """Whose line in the log an event begins; empty: everybody's."""
        return self.name(event.seat) if event.seat != self.me else capital(self.words.say("you"))

    def again(self, before: Sequence[Event], turn: Event) -> Again | None:
        """That a turn is another one of the player who had the one before; None: it is not, or that
        is nothing special in this game."""
        return None

    def tale(self, sentences: Sequence[str]) -> str:
        """Sentences about one turn as somebody would tell them."""
        say = self.words.say
        subjects = [*self.names, capital(say("you"))]
        return prose(sentences, subjects, say("and"), say("that_card"), say("using"))

    def aim(self) -> str:
        """What it is all about, for somebody who has read no rules; empty: nobody has said."""
        return self.words.say("aim") if self.words.has("aim") else ""

    def look(self, event: Event) -> str:
        """What only the player has just seen; empty: nothing."""
        return ""

    def seen_cards(self, event: Event) -> list[tuple[str, int]]:
        """The cards that only the player has just seen, and what stands below each; empty: words
        are enough."""
        return []

    def seen(self, event: Event) -> str:
        """What was seen, where the cards themselves are shown beside it."""
        if self.words.has("events", event.kind, "seen"):
            return self.told(event, "seen")
        return self.look(event)

    def kind_of(self, event: Event) -> MomentKind:
        """How much an event matters to this player."""
        kind = self.MOMENTS.get(event.kind, "play")
        if kind == "moved" and self.me not in (event.seat, event.other):
            return "play"
        if kind == "play" and event.other == self.me and self.me is not None:
            return "aimed"
        return kind

    def weighs(self, event: Event) -> bool:
        """Whether an event is worth the stage, even without a card that was played."""
        return event.kind in self.MOMENTS

    def moment(self, story: Sequence[Event]) -> Moment | None:
        """What the events of a turn so far amount to; None: nothing worth the stage."""
        return moment_of(self, story)

    def card_about(self, great: Event, told: Sequence[Event]) -> int | None:
        """The open card that a headline is about; None: there is none."""
        return None

    def headline(self, event: Event) -> str:
        """What an event puts over the whole screen, in a few words; empty: it does not."""
        forms = ("headline_you", "headline") if event.seat == self.me else ("headline",)
        for form in forms:
            if self.words.has("events", event.kind, form):
                return self.told(event, form)
        return ""

    def who(self, seat: Seat | None) -> str:
        """Somebody in a headline."""
        return self.words.say("you") if seat is not None and seat == self.me else self.name(seat)

    # ── what is asked ───────────────────────────────────────────────────────────────────────────

    def prompt(self, ask: Ask, view: View[Any] | None = None) -> str:
        """What is asked; with the view, also what the question follows from."""
        mine = f"{ask.prompt}_you"
        own = ask.other == self.me and self.words.has("prompts", mine)
        return self.words.heard("prompts", mine if own else ask.prompt, **self.about_ask(ask))

    def about_ask(self, ask: Ask) -> dict[str, object]:
        """What can be named in a question."""
        return {"other": self.name(ask.other), "number": ask.number}

    def choice(self, choice: Choice) -> str:
        """What a choice does, in a few words."""
        return self.words.heard("choices", choice.verb, **self.about_choice(choice))

    def in_brief(self, choice: Choice) -> str:
        """The same in as few words as there are."""
        brief = self.words.has("brief", choice.verb)
        return self.words.say("brief", choice.verb) if brief else self.choice(choice)

    def sentence(self, ask: Ask, choice: Choice, view: View[Any] | None = None) -> str:
        """What will be done, said in full beforehand; with the view, as a whole."""
        prompt = f"{ask.prompt}_you" if ask.other == self.me else ask.prompt
        if not self.words.has("sentences", prompt, choice.verb):
            prompt = ask.prompt
        own = choice.verb in self.SEAT_VERBS and choice.value == self.me
        verb = f"{choice.verb}_you" if own else choice.verb
        if not self.words.has("sentences", prompt, verb):
            verb = choice.verb
        return self.words.say("sentences", prompt, verb, **self.about_answer(ask, choice))

    def whole(self, view: View[Any], choices: Sequence[Choice]) -> str:
        """Choices that together say one thing; empty: each has a sentence of its own."""
        return ""

    def about_answer(self, ask: Ask, choice: Choice) -> dict[str, object]:
        """What can be named in the sentence about an answer."""
        other = self.target(ask.other) if ask.other is not None else ""
        return {**self.about_choice(choice), "other": other}

    def about_choice(self, choice: Choice) -> dict[str, object]:
        """What can be named in a choice."""
        return {
            "card": self.card(choice.value) if choice.verb in self.CARD_VERBS else "",
            "target": self.target(choice.value) if choice.verb in self.SEAT_VERBS else "",
            "number": choice.value,
        }

    def first_choice(self, ask: Ask, view: View[Any] | None = None) -> Choice | None:
        """The ordinary answer, which Enter gives at once; None: there is none."""
        return ask.choices[0] if len(ask.choices) == 1 else None

    def at_once(self, view: View[Any], choice: Choice) -> bool:
        """Whether one key is enough for a choice, since it can be taken back afterwards."""
        return choice.verb in self.AT_ONCE

    def way_back(self, view: View[Any]) -> Choice | None:
        """The choice that abandons what was begun; None: nothing was."""
        return BACK if view.ask is not None and BACK in view.ask.choices else None

    def key(self, choice: Choice) -> str:
        """The key that always means this choice; empty: its number in the list."""
        if choice.verb in self.SEAT_VERBS:
            return SEAT_LETTERS[choice.value]
        return self.KEYS.get(choice.verb, "")

    def reason(self, key: str) -> str:
        """Why a choice is not on offer."""
        return self.words.heard("blocked", key)

    def warning(self, view: View[Any], choice: Choice) -> str:
        """Why to think twice; empty: nothing speaks against it."""
        return ""

    def remark(self, view: View[Any], choice: Choice) -> str:
        """What a choice would lead to as things are; empty: nothing worth saying."""
        return ""

    def caution(self, view: View[Any], choice: Choice) -> str:
        """What the player might not have thought of; empty: nothing."""
        return ""

    def explain(self, choice: Choice) -> str:
        """The text of the card a choice is about; empty: it is about none."""
        return ""

    def topic(self, view: View[Any], choice: Choice | None) -> tuple[str, int | str] | None:
        """What help is about now: a card, or a section of the rules; None: the rules as such."""
        if choice is not None and self.explain(choice):
            return ("card", choice.value)
        for key in (choice.verb if choice is not None else "", view.ask.prompt if view.ask else ""):
            if key in self.TOPICS:
                return ("rule", self.TOPICS[key])
        return None

    def waiting(self, view: View[Any]) -> str:
        """Who the table is waiting for, and what for."""
        if not view.waiting:
            return ""
        who = self.together([self.name(ask.seat) for ask in view.waiting])
        return self.words.heard("waits", view.waiting[0].prompt, who=who)

    def agreed(self, seats: int, options: Mapping[str, str]) -> list[str]:
        """What the house options amount to before the game; empty: no more than they say."""
        return []

    # ── hints and odds ──────────────────────────────────────────────────────────────────────────

    def tallies(self, view: View[Any], insight: Insight = NO_INSIGHT) -> dict[Choice, str]:
        """What a notebook says about choices, in a few cells: copies unseen, or a chance."""
        return {}

    def notes(self, view: View[Any], insight: Insight = NO_INSIGHT) -> list[str]:
        """What the player knows or may infer about hidden cards; the last line counts cards."""
        return []

    def hint(self, view: View[Any], advice: Advice, history: Sequence[Event]) -> list[str]:
        """What could be done, how likely it is to win, why, and what the next best would cost."""
        return self.HINTS(self, view, history).lines(advice) if self.HINTS is not None else []

    def why(
        self, view: View[Any], reasons: Sequence[Reason], history: Sequence[Event]
    ) -> list[str]:
        """What tells the best idea from another one."""
        return self.HINTS(self, view, history).why(reasons) if self.HINTS is not None else []

    def look_back(self, view: View[Any]) -> list[str]:
        """What the player may look at again on demand, such as the last trick; empty: nothing."""
        return []

    def turns_told(self, view: View[Any]) -> int | None:
        """How many turns back the log may tell; None: all of them."""
        return None

    # ── the state of play ───────────────────────────────────────────────────────────────────────

    def status(self, view: View[Any]) -> str:
        """How far the game has come, in a few words."""
        raise NotImplementedError

    def result(self, view: View[Any], history: Sequence[Event]) -> Result | None:
        """How the round ended; None while it goes on."""
        raise NotImplementedError

    def judged(self, view: View[Any], claims: Mapping[int, str]) -> str:
        """Whether what players said about themselves in the round was true; empty: nobody said
        anything, or it has not come out yet."""
        return ""

    def scores(self, view: View[Any]) -> Sequence[int]:
        """By seat: what has been won of the match so far; empty: nothing is counted."""
        return ()

    def hand(self, view: View[Any]) -> list[str]:
        """The player's own cards, one line each."""
        raise NotImplementedError

    def table(self, view: View[Any]) -> list[str]:
        """Everything that lies open."""
        raise NotImplementedError

    # ── cards ───────────────────────────────────────────────────────────────────────────────────

    def card(self, card: int | None) -> str:
        """A card by its name; a hidden one has none."""
        raise NotImplementedError

    def rules(self) -> list[str]:
        """All cards with their texts."""
        pages = self.cards()
        return [f"{page.copies} x {self.card(page.card)}: {page.text}" for page in pages]

    def section(self, key: str) -> str:
        """A section of the rules; a game may have numbers to fill in."""
        return self.as_agreed("rules", key) or self.words.say("rules", key, "text")

    def rulings(self, key: str) -> tuple[str, ...]:
        """Answers to what players ask about a card."""
        told = self.as_agreed("rulings", key) or self.words.say("rulings", key)
        return tuple(told.strip().splitlines())

    def as_agreed(self, part: str, key: str) -> str:
        """Words about a rule or a card, where what the table has agreed on makes them different;
        empty: the usual ones hold."""
        for option, value in self.options.items():
            if self.words.has("if", f"{option}_{value}", part, key):
                return self.words.say("if", f"{option}_{value}", part, key)
        return ""

    def whereabouts(self, view: View[Any], card: int, counting: bool) -> list[str]:
        """Where the copies of a card are, as far as the player knows. Without counting, only open
        cards and the player's own are included."""
        return []

    def card_list(self, cards: Iterable[int]) -> str:
        return ", ".join(self.card(card) for card in cards) or self.words.say("plain", "empty")

    # ── names ───────────────────────────────────────────────────────────────────────────────────

    def name(self, seat: Seat | None) -> str:
        return "" if seat is None else self.names[seat]

    def target(self, seat: int) -> str:
        return self.words.say("yourself") if seat == self.me else self.names[seat]

    def seats(self, bits: int, you: str) -> str:
        """Players from a set of bits; the player as `you` in the case that the sentence needs."""
        names = [
            self.words.say(you) if seat == self.me else self.names[seat]
            for seat in range(len(self.names))
            if bits >> seat & 1
        ]
        return self.together(names) or self.words.say("nobody")

    def together(self, names: Sequence[str]) -> str:
        """Names in a row, the last two joined by a word."""
        if len(names) < 2:
            return "".join(names)
        return ", ".join(names[:-1]) + self.words.say("and") + names[-1]


def teller_for(
    game: str,
    words: Catalogue,
    names: Sequence[str],
    me: Seat | None,
    personas: Sequence[str] = (),
    options: Options | None = None,
) -> Teller:
    """The teller for a game that is on the shelf."""
    return FACES[game].teller()(words, names, me, personas, options)
