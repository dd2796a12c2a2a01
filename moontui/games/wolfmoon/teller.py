"""Wolfmoon in words: its events, questions, table and what a player knows, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.core import (
    HIDDEN,
    NO_INSIGHT,
    Ask,
    Choice,
    Event,
    Insight,
    Seat,
    View,
    this_round,
)
from engine.games.wolfmoon.cards import AIMED, targets
from engine.games.wolfmoon.deck import (
    CHARACTERS,
    COMPARING,
    COPIES,
    DOOMED,
    VALUE,
    VALUES,
    Card,
    thirds,
)
from engine.games.wolfmoon.insight import by_value, guessable
from engine.games.wolfmoon.kinds import ANY, WOLF, Kinds, numbers_of
from engine.games.wolfmoon.knowledge import Known
from engine.games.wolfmoon.state import Table
from engine.games.wolfmoon.views import unplaced, unseen_cards
from moontui.games.wolfmoon.cardwords import WITHOUT_TARGET, CardWords
from moontui.games.wolfmoon.ending import Ending, chapters
from moontui.games.wolfmoon.hints import CARD_VERBS, WolfmoonHints
from moontui.games.wolfmoon.topics import ASKING, TOPICS
from moontui.words.catalogue import capital
from moontui.words.hints import percent
from moontui.words.moments import MomentKind, MomentPicture
from moontui.words.names import person
from moontui.words.teller import CardPage, Result

FIXED_KEYS = {
    "draw": "a",
    "center": "b",
    "yes": "y",
    "no": "n",
    "ready": "y",
    "show": "s",
    "pass": "-",
}
SIGHTS = ("looked", "compared", "drunkard", "peeked", "watched")
"""Events in which a player sees something in private."""


Odds = list[list[float]]
"""By place, then by kind: how likely the card there is of that kind."""


class WolfmoonTeller(CardWords):
    """Tells one player about a game of Wolfmoon."""

    PLAYS = ("played", "forced", "spied")
    CAUSED = ("forced",)
    MOMENTS: ClassVar[Mapping[str, MomentKind]] = {
        "moon": "moon",
        "out": "out",
        "swapped": "moved",
        "handed": "moved",
        "drunkard": "moved",
        "revived": "saved",
        "safe": "saved",
        "won_wolf": "round",
        "won_last": "round",
        "won_vampire": "round",
        "won_high": "round",
        "won_beggar": "round",
        "match": "match",
    }
    PICTURES: ClassVar[Mapping[str, MomentPicture]] = {
        "out": "out",
        "no_wolf": "moon",
        "won_wolf": "wolf",
    }
    HINTS = WolfmoonHints
    CARD_VERBS = CARD_VERBS
    TOPICS = TOPICS
    KEYS = FIXED_KEYS

    def topic(self, view: View[Table], choice: Choice | None) -> tuple[str, int | str] | None:
        """A question about a card is explained by that card."""
        ask = view.ask
        if (
            ask is not None
            and ask.prompt in ASKING
            and (choice is None or not self.explain(choice))
        ):
            card = ASKING[ask.prompt]
            return ("card", int(ask.number if card is None else card))
        return super().topic(view, choice)

    # ── what happens and what is asked ──────────────────────────────────────────────────────────

    def weighs(self, event: Event) -> bool:
        """To draw the Werewolf is worth the stage of whoever sees it; another's turn at the center
        is all that there is to tell of that turn."""
        drawn = event.kind == "drew" and event.cards[:1] == (Card.WEREWOLF,)
        looks = event.kind == "peeked" and event.seat != self.me
        return drawn or looks or super().weighs(event)

    def card_about(self, great: Event, told: Sequence[Event]) -> int | None:
        """The card that whoever is out laid down, or the Werewolf that has won."""
        if great.kind == "won_wolf":
            return int(Card.WEREWOLF)
        laid = [e.cards[0] for e in told if e.kind == "placed" and e.seat == great.seat]
        return laid[-1] if laid and great.kind == "out" else None

    def about_event(self, event: Event) -> dict[str, object]:
        return {**super().about_event(event), "slot": event.number + 1}

    def about_ask(self, ask: Ask) -> dict[str, object]:
        return {
            **super().about_ask(ask),
            "card": self.card(ask.number),
            "slot": ask.number + 1,
        }

    def about_choice(self, choice: Choice) -> dict[str, object]:
        return {**super().about_choice(choice), "slot": choice.value + 1}

    def about_answer(self, ask: Ask, choice: Choice) -> dict[str, object]:
        return {
            **super().about_answer(ask, choice),
            "asked_card": self.card(ask.number) if 0 <= ask.number < len(Card) else "",
            "slot": (choice.value if choice.verb == "slot" else ask.number) + 1,
        }

    def first_choice(self, ask: Ask, view: View[Table] | None = None) -> Choice | None:
        ordinary = ask.prompt in ("turn", "next_round") or len(ask.choices) == 1
        return ask.choices[0] if ordinary else None

    def key(self, choice: Choice) -> str:
        if choice.verb == "guess":
            return "x" if choice.value == 10 else str(choice.value)
        return super().key(choice)

    def warning(self, view: View[Table], choice: Choice) -> str:
        table, ask = view.state, view.ask
        if ask is None or self.me is None or len(ask.choices) < 2:
            return ""
        if choice.verb == "play" and choice.value in DOOMED:
            return self.words.say("warnings", Card(choice.value).name.lower())
        if ask.prompt != "aim" or choice.verb != "aim":
            return ""
        if choice.value == self.me and ask.number == Card.BOUNTY_HUNTER:
            return (
                self.words.say("warnings", "hunter_self")
                if table.hands[self.me][0] in DOOMED
                else ""
            )
        if ask.number in COMPARING and self._surely_loses(table, ask.number, choice):
            return self.words.say("warnings", "compare_loses", other=self.name(Seat(choice.value)))
        return ""

    def _surely_loses(self, table: Table, card: int, choice: Choice) -> bool:
        """Whether everything a rival may hold beats the player's own card."""
        assert table.known is not None
        assert self.me is not None
        mine = VALUE[table.hands[self.me][0]]
        theirs = [VALUE[kind] for kind in numbers_of(table.known.kinds(choice.value))]
        if card == Card.BARKEEPER:
            return all(value > mine for value in theirs)
        return all(value < mine for value in theirs)

    def caution(self, view: View[Table], choice: Choice) -> str:
        key = self._caution(view.state, view.ask, choice)
        return self.words.say("cautions", key, number=choice.value) if key else ""

    def _caution(self, table: Table, ask: Ask | None, choice: Choice) -> str:
        if ask is None or self.me is None:
            return ""
        holds_wolf = Card.WEREWOLF in table.hands[self.me]
        match choice.verb:
            case "guess":
                unseen = unseen_cards(table, self.me)
                left = sum(unseen[card] for card in CHARACTERS if VALUE[card] == choice.value)
                return "" if left else "no_copy_left"
            case "play" if choice.value in AIMED and not targets(table, self.me, choice.value):
                return WITHOUT_TARGET.get(choice.value, "no_target")
            case "yes" if ask.prompt == "servant" and table.safe[self.me]:
                return "servant_safe"
            case "aim" if holds_wolf and ask.number == Card.THIEF:
                return "wolf_away"
            case "aim" if (
                holds_wolf and ask.prompt == "partner" and self.me in (choice.value, ask.other)
            ):
                return "wolf_away"
        return ""

    def tallies(self, view: View[Table], insight: Insight = NO_INSIGHT) -> dict[Choice, str]:
        """Unseen copies of each value that may be guessed; a dash where it is known to be wrong."""
        if insight.odds is not None:
            return {
                choice: f":{percent(chance)}" if chance else ":-"
                for choice, chance in insight.tallies.items()
            }
        return {choice: f":{copies or '-'}" for choice, copies in guessable(view).items()}

    def result(self, view: View[Table], history: Sequence[Event]) -> Result | None:
        table = view.state
        if not table.ending:
            return None
        over = table.champions is not None
        ending = Ending(self, table, this_round(history))
        return Result(
            headline=self._headline(table),
            why=self.words.say("why", table.ending),
            turning="",
            rows=tuple(ending.showing(Seat(seat)) for seat in range(table.seats)),
            won=self.me in (table.champions or table.winners),
            over=over,
            champions=(table.champions or ()) if table.goal else (),
            chapters=tuple(chapters(self, history)) if over and table.goal else (),
        )

    def _headline(self, table: Table) -> str:
        which = "match" if table.champions is not None and table.goal else "round"
        seats = table.champions or table.winners
        if not seats:
            return self.words.say("result", "nobody")
        who = self.seats(sum(1 << seat for seat in seats), "you")
        return self.words.say("result", f"{which}_{person(seats, self.me)}", who=capital(who))

    def scores(self, view: View[Table]) -> Sequence[int]:
        return view.state.tokens if view.state.goal else ()

    def status(self, view: View[Table]) -> str:
        table = view.state
        form = "match" if table.goal else "single"
        status = self.words.say("status", form, round=table.round, goal=table.goal)
        last = not table.pile and not table.ending
        return f"{status}, {self.words.say('board', 'last_turn')}" if last else status

    def look(self, event: Event) -> str:
        seen = event.kind in SIGHTS and event.seen_by is not None and self.me in event.seen_by
        return self.event(event) if seen else ""

    def explain(self, choice: Choice) -> str:
        return self._text(choice.value) if choice.verb in CARD_VERBS else ""

    # ── what is on the table ────────────────────────────────────────────────────────────────────

    def hand(self, view: View[Table]) -> list[str]:
        hand = view.state.hands[self.me] if self.me is not None else []
        return [f"{self.card(card)}: {self._text(card)}" for card in hand]

    def table(self, view: View[Table]) -> list[str]:
        table = view.state
        _, middle, bottom = thirds(table.seats)
        left = len(table.pile)
        lines = [
            self.words.say(
                "table",
                "pile",
                count=left,
                top=max(0, left - middle - bottom - 1),
                middle=max(0, min(left - bottom, middle)),
                bottom=min(left, bottom),
                aside=len(table.aside),
            ),
            self.words.say(
                "table", "moons", cards=self.card_list(table.moons), gone=self.card_list(table.gone)
            ),
        ]
        known = table.known
        assert known is not None
        slots = [known.card(known.center(slot)) for slot in range(3)]
        center = " ".join(f"[{self.card(card)}]" for card in slots)
        lines.append(self.words.say("table", "center", cards=center))
        return lines + [self._seat(table, Seat(seat)) for seat in range(table.seats)]

    def _seat(self, table: Table, seat: Seat) -> str:
        """One player's row."""
        states = [self.words.say("table", "out" if table.out[seat] else "in")]
        if table.safe[seat]:
            states.append(self.words.say("table", "safe"))
        if table.revived == seat:
            states.append(self.words.say("table", "token"))
        return self.words.say(
            "table",
            "seat",
            seat=self.name(seat) + (f" ({self.words.say('you')})" if seat == self.me else ""),
            state=", ".join(states),
            tokens=table.tokens[seat],
            cards=self.card_list(table.displays[seat]),
        )

    def cards(self) -> list[CardPage]:
        return [
            CardPage(
                card,
                self.words.say("names", card.name.lower()),
                str(VALUE[card]) if card in CHARACTERS else "",
                COPIES[card] if card in CHARACTERS else 1,
                self._text(card),
                self.rulings(card.name.lower()),
            )
            for card in Card
        ]

    def whereabouts(self, view: View[Table], card: int, counting: bool) -> list[str]:
        table, say = view.state, self.words.say
        if card not in CHARACTERS:
            return [say("where", "shown" if card in table.moons else "in_pile")]
        hand = table.hands[self.me] if self.me is not None else []
        lines = [say("where", "hand") for own in hand if own == card]
        for seat in range(table.seats):
            form = "own_display" if seat == self.me else "display"
            name = self.names[seat]
            lines += [say("where", form, seat=name) for c in table.displays[seat] if c == card]
        lines += [say("where", "gone") for gone in table.gone if gone == card]
        known = table.known
        if not counting or known is None:
            return lines
        places = [
            place
            for place in range(known.drawn)
            if place != self.me and known.may_be[place] and known.card(place) == card
        ]
        lines += [say("where", "known", place=self._place(known, place)) for place in places]
        unseen = unseen_cards(table, self.me)[card] - len(places)
        return [*lines, say("where", "unseen", count=unseen)] if unseen > 0 else lines

    # ── what is known ───────────────────────────────────────────────────────────────────────────

    def notes(self, view: View[Table], insight: Insight = NO_INSIGHT) -> list[str]:
        if insight.odds is not None:
            return [*self._chances(view.state, insight.odds), self._unseen(view.state)]
        known = view.state.known
        assert known is not None
        lines = [
            self._fact(known, place)
            for place, kinds in enumerate(known.may_be)
            if kinds not in (0, ANY, ANY & ~WOLF) and known.group[place] == 1 << place
            if place != self.me and not (place == known.drawn and view.state.active == self.me)
        ]
        for group, cards in known.mixed.items():
            told = [self._kinds(kinds) for kinds in cards if kinds not in (ANY, ANY & ~WOLF)]
            if told:
                names = [self._place(known, place) for place in numbers_of(group)]
                places = ", ".join(names[:-1]) + self.words.say("and") + names[-1]
                form = "mixed" if len(told) == len(cards) else "among"
                lines.append(self.words.say("notes", form, places=places, cards=", ".join(told)))
        return [*lines, self._unseen(view.state)]

    def _unseen(self, table: Table) -> str:
        unseen = unplaced(table, self.me)
        counts = Counter(VALUE[card] for card in CHARACTERS for _ in range(unseen[card]))
        rows = "  ".join(f"{value}:{counts[value]}" for value in VALUES)
        return self.words.say("notes", "unseen", counts=rows)

    def _chances(self, table: Table, odds: Odds) -> list[str]:
        """What each hidden place is likely to hold; places with the same odds share a line."""
        rivals = [seat for seat in table.remaining() if seat != self.me]
        places = {str(self.name(seat)): odds[seat] for seat in rivals}
        for slot in range(3):
            row = odds[table.seats + slot]
            if any(row):
                places[self.words.say("notes", "slot", slot=slot + 1)] = row
        together: dict[str, list[str]] = {}
        for name, row in places.items():
            values = by_value(row)
            best = sorted(range(len(values)), key=lambda value: -values[value])[:3]
            text = "  ".join(f"{value} {percent(values[value])}" for value in best if values[value])
            together.setdefault(text, []).append(name)
        lines = [f"{', '.join(names)}: {text}" for text, names in together.items()]
        wolf = self._wolf(table, odds)
        return [*lines, wolf] if wolf else lines

    def _wolf(self, table: Table, odds: Odds) -> str:
        """Where the Werewolf is, unless it is in sight."""
        if not unseen_cards(table, self.me)[Card.WEREWOLF]:
            return ""
        places = [
            (odds[seat][Card.WEREWOLF], self.name(seat))
            for seat in table.remaining()
            if seat != self.me
        ]
        slots = sum(odds[table.seats + slot][Card.WEREWOLF] for slot in range(3))
        places.append((slots, self.words.say("notes", "center")))
        pile = 1 - sum(chance for chance, _ in places)
        places.append((pile, self.words.say("notes", "pile")))
        likely = sorted((place for place in places if place[0] > 0.005), reverse=True)[:3]
        text = "  ".join(f"{name} {percent(chance)}" for chance, name in likely)
        return self.words.say("notes", "wolf", places=text)

    def _fact(self, known: Known, place: int) -> str:
        """What is known about one place."""
        kinds, where = known.kinds(place), self._place(known, place)
        card = known.card(place)
        if card is not None:
            return self.words.say("notes", "card", place=where, card=self.card(card))
        values = {VALUE[kind] for kind in numbers_of(kinds)}
        missing = [str(value) for value in VALUES if value not in values]
        if len(missing) < len(values):
            return self.words.say("notes", "not", place=where, values=", ".join(missing))
        return self.words.say("notes", "one_of", place=where, values=self._kinds(kinds))

    def _kinds(self, kinds: Kinds) -> str:
        """What a card may be, in a few words."""
        if kinds.bit_count() == 1:
            return self.card(kinds.bit_length() - 1)
        values = sorted({VALUE[kind] for kind in numbers_of(kinds)})
        if len(values) > 8:
            return self.words.say("notes", "anything")
        return "/".join(str(value) for value in values)

    def _place(self, known: Known, place: int) -> str:
        if place < known.seats:
            return self.words.say("notes", "hand", seat=self.name(Seat(place)))
        if place == known.drawn:
            return self.words.say("notes", "drawn")
        return self.words.say("notes", "slot", slot=place - known.seats + 1)

    # ── names ───────────────────────────────────────────────────────────────────────────────────

    def card(self, card: int | None) -> str:
        if card is None or card == HIDDEN:
            return self.words.say("unknown")
        name = self.words.say("names", Card(card).name.lower())
        return f"{VALUE[card]} {name}" if card in CHARACTERS else name

    def _text(self, card: int) -> str:
        key = Card(card).name.lower()
        return self.as_agreed("texts", key) or self.words.say("texts", key)
