"""Moonlight in words: its events, questions, land and points, line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import ClassVar

from engine.core import HIDDEN, NO_INSIGHT, Ask, Choice, Event, Insight, Seat, View
from engine.games.moonlight.deck import (
    AMBUSHES,
    COPIES,
    CORNER,
    KINDS,
    LONE,
    VALUE,
    Power,
    Wolf,
    kind_of,
    owner_of,
    wolf_of,
)
from engine.games.moonlight.land import FULL, SIDE, box_of
from engine.games.moonlight.prospect import Prospect, prospect
from engine.games.moonlight.state import SEATS, Table
from engine.games.moonlight.tally import MOON_POINTS, Row, Tally, tally
from moontui.games.moonlight.hints import MoonlightHints
from moontui.words.catalogue import capital
from moontui.words.hints import percent, roughly
from moontui.words.teller import CardPage, Result, Showing, Teller

POWER_PAGE = 32
"""What to add to a power to get the number of its page, which comes after all cards."""
PLACING = ("put", "cover", "leap", "mirror")
CELL_VERBS = (*PLACING, "pile", "move")
"""Verbs of choices whose value is a place."""
WOLF_VERBS = ("wolf", "lone")


def place_name(cell: int) -> str:
    """A place as players call it: F6 is where the first wolf lies."""
    row, column = divmod(cell, SIDE)
    return f"{ascii_uppercase[column]}{row + 1}"


class MoonlightTeller(Teller):
    """Tells one player about a game of Moonlight."""

    PLAYS = ("put", "covered", "leapt", "mirrored")
    CAST = PLAYS
    TOPICS: ClassVar[Mapping[str, str]] = {
        "wolf": "turn",
        "twin": "powers",
        "two": "turn",
        "place": "land",
        "put": "land",
        "cover": "covering",
        "pile": "turn",
        "move": "powers",
        "lone": "between",
        "power": "powers",
        "next_round": "between",
    }
    HINTS = MoonlightHints
    CARD_VERBS = WOLF_VERBS
    SEAT_VERBS = ()
    LETTERED = CELL_VERBS
    AT_ONCE = ("wolf", "shift", "pile", "back")
    ON_BOARD = (*CELL_VERBS, "wolf", "lone", "power")
    KEYS = {"ready": "y", "back": "-", "shift": "s", "draw": "d"}  # noqa: RUF012

    # ── what happens and what is asked ──────────────────────────────────────────────────────────

    def about_event(self, event: Event) -> dict[str, object]:
        cards = [card for card in event.cards if card != HIDDEN]
        return {
            **super().about_event(event),
            "under": self.card(cards[1]) if len(cards) > 1 else "",
            "place": place_name(event.number) if event.number < SIDE * SIDE else "",
            "power": self.power(event.number) if event.kind == "power" else "",
        }

    def about_ask(self, ask: Ask) -> dict[str, object]:
        return {**super().about_ask(ask), "place": place_name(ask.number)}

    def about_choice(self, choice: Choice) -> dict[str, object]:
        return {
            **super().about_choice(choice),
            "place": place_name(choice.value) if choice.verb in CELL_VERBS else "",
            "power": self.power(choice.value) if choice.verb == "power" else "",
        }

    def first_choice(self, ask: Ask, view: View[Table] | None = None) -> Choice | None:
        """The only place there is: taking a move back is never offered first."""
        real = [choice for choice in ask.choices if choice.verb != "back"]
        return real[0] if len(real) == 1 and real[0].verb not in self.AT_ONCE else None

    def explain(self, choice: Choice) -> str:
        if choice.verb in WOLF_VERBS:
            return self._text(choice.value)
        return self._text(POWER_PAGE + choice.value) if choice.verb == "power" else ""

    def topic(self, view: View[Table], choice: Choice | None) -> tuple[str, int | str] | None:
        if choice is not None and choice.verb == "power":
            return ("card", POWER_PAGE + choice.value)
        return super().topic(view, choice)

    def remark(self, view: View[Table], choice: Choice) -> str:
        if view.ask is None or self.me is None or choice.verb not in PLACING:
            return ""
        found = self._changes(view.state, prospect(view.state, self.me, (choice,)))
        text = ", ".join(found)
        return f"{capital(text)}." if text else ""

    def _changes(self, table: Table, seen: Prospect) -> list[str]:
        """What a placement would change, in a few words each."""
        assert self.me is not None
        say, me, other = self.words.say, self.me, SEATS[1 - self.me]
        after = seen.after
        if len(set(table.land) | set(seen.cells)) == FULL:
            points = after.points
            return [say("remarks", "ends", one=points[me], two=points[other])]
        rows = {row.line: row for row in seen.before.rows}
        lines = {cell // SIDE for cell in seen.cells}
        found = []
        for row in after.rows:
            was = rows[row.line].winner if row.line in rows else None
            if row.winner != was or row.line in lines:
                found.append(self._row_change(row, was))
        if after.moon_winner != seen.before.moon_winner:
            form = "moons_won" if after.moon_winner == me else "moons_lost"
            if me in (after.moon_winner, seen.before.moon_winner):
                found.append(say("remarks", form))
        if seen.cells:
            found += self._corner(table, seen.cells[-1], seen.card)
            safe = f"safe_{seen.shelter}" if seen.shelter else "safe"
            risk = say("remarks", "risk", chance=roughly(seen.risk))
            found.append(risk if seen.risk else say("remarks", safe))
        return found

    def _corner(self, table: Table, cell: int, card: int) -> list[str]:
        """That a wolf is worth more on the corner where it would lie."""
        on_corner = cell in box_of({*table.land, cell}).corners()
        if not on_corner or CORNER[card] == VALUE[card]:
            return []
        return [self.words.say("remarks", "corner", value=CORNER[card])]

    def _row_change(self, row: Row, was: Seat | None) -> str:
        assert self.me is not None
        one, two = row.sums[self.me], row.sums[1 - self.me]
        if row.winner is None:
            form = "row_tie"
        elif row.winner == was:
            form = "row_kept"
        else:
            form = "row_won" if row.winner == self.me else "row_lost"
        return self.words.say("remarks", form, row=row.line + 1, one=one, two=two)

    # ── hints and odds ──────────────────────────────────────────────────────────────────────────

    def notes(self, view: View[Table], insight: Insight = NO_INSIGHT) -> list[str]:
        table, say = view.state, self.words.say
        lines = []
        if self.me is not None and insight.odds is not None:
            holds, risks = insight.odds
            told = "  ".join(f"{self.card(kind)} {percent(holds[kind])}" for kind in sorted(holds))
            lines.append(say("notes", "holds", seat=self.name(SEATS[1 - self.me]), odds=told))
            dangers = [
                f"{self.card(table.land[cell][-1])} {place_name(cell)} {percent(chance)}"
                for chance, cell in sorted(((risks[cell], cell) for cell in risks), reverse=True)
                if chance
            ]
            if dangers:
                lines.append(say("notes", "risk", wolves=", ".join(dangers)))
        lines += self.look_back(view)
        seats = [seat for seat in SEATS if seat != self.me]
        return [*lines, " ".join(self._unseen(table, seat) for seat in seats)]

    def look_back(self, view: View[Table]) -> list[str]:
        """Every pile of more than one card, from the top."""
        table = view.state
        return [
            self.words.say("notes", "stack", place=place_name(cell), stack=self.stack(table, cell))
            for cell in sorted(table.land)
            if len(table.land[cell]) > 1
        ]

    def _unseen(self, table: Table, seat: Seat) -> str:
        counts = [0] * 7
        for kind, count in enumerate(table.unseen(seat)):
            counts[VALUE[kind]] += count
        told = "  ".join(f"{value}:{counts[value]}" for value in range(1, 7) if counts[value])
        return self.words.say("notes", "unseen", seat=self.name(seat), counts=told or "-")

    def stack(self, table: Table, cell: int) -> str:
        """The cards of a pile from the top, with their owners."""
        return ", ".join(self.owned(card) for card in reversed(table.land[cell]))

    def owned(self, card: int) -> str:
        """A wolf and its owner."""
        owner = owner_of(card)
        name = self.words.say("you") if owner == self.me else self.name(owner)
        return self.words.say("table", "wolf", seat=name, card=self.card(card))

    # ── the state of play ───────────────────────────────────────────────────────────────────────

    def sides(self) -> tuple[Seat, Seat]:
        """Who is named first and who second: the player before the other."""
        first = self.me if self.me is not None else SEATS[0]
        return first, SEATS[1 - first]

    def scores(self, view: View[Table]) -> Sequence[int]:
        return view.state.won

    def status(self, view: View[Table]) -> str:
        table, (one, two) = view.state, self.sides()
        form = "match" if table.goal > 1 else "single"
        won = table.won
        return self.words.say("status", form, round=table.round, mine=won[one], theirs=won[two])

    def result(self, view: View[Table], history: Sequence[Event]) -> Result | None:
        table, account = view.state, view.state.account
        gains = any(ask.prompt in ("lone", "power") for ask in view.waiting)
        if account is None or gains:
            return None
        winner = account.winner
        return Result(
            headline=self._headline(table, winner),
            why=capital(
                self.words.say(
                    "why",
                    account.reason,
                    winners=self.seats(0 if winner is None else 1 << winner, "to_you"),
                    most=max(account.points),
                    least=min(account.points),
                )
            ),
            turning="",
            rows=tuple(self._showing(table, account, seat) for seat in SEATS),
            won=self.me is not None and winner == self.me,
            over=table.champion is not None,
            details=tuple(self.account(account)),
            champions=() if table.champion is None or table.goal < 2 else (table.champion,),
        )

    def _headline(self, table: Table, winner: Seat | None) -> str:
        if winner is None:
            return self.words.say("result", "nobody")
        which = "match" if table.champion is not None and table.goal > 1 else "round"
        form = "you" if winner == self.me else "they"
        return self.words.say("result", f"{which}_{form}", who=self.name(winner))

    def _showing(self, table: Table, account: Tally, seat: Seat) -> Showing:
        points, cards = account.points[seat], account.cards[seat]
        key = "shown_tie" if is_tied(account) else "shown"
        shown = self.words.say("result", key, points=points, cards=cards)
        return Showing(seat, cards=shown, won=seat == account.winner, score=table.won[seat])

    def account(self, account: Tally) -> list[str]:
        """How the points came about, one line each."""
        say, (one, two) = self.words.say, self.sides()
        lines = []
        for row in account.rows:
            form = "tie" if row.winner is None else "stubborn" if row.stubborn else "won"
            told = self._won(row.winner, form, row.cards + row.bonus)
            sums = row.sums
            line = say("tally", "row", row=row.line + 1, one=sums[one], two=sums[two], winner=told)
            lines.append(line)
        moons = account.moons
        form = "moons_tie" if account.moon_winner is None else "won"
        told = self._won(account.moon_winner, form, MOON_POINTS)
        lines.append(say("tally", "moons", one=moons[one], two=moons[two], winner=told))
        points, cards = account.points, account.cards
        return [
            *lines,
            say(
                "tally",
                "points_tie" if is_tied(account) else "points",
                one=points[one],
                two=points[two],
                cards_one=cards[one],
                cards_two=cards[two],
            ),
        ]

    def _won(self, winner: Seat | None, form: str, points: int) -> str:
        seat = self.seats(0 if winner is None else 1 << winner, "to_you")
        return self.words.say("tally", form, seat=seat, points=points)

    # ── what is on the table ────────────────────────────────────────────────────────────────────

    def hand(self, view: View[Table]) -> list[str]:
        if self.me is None:
            return []
        table = view.state
        cards = [*(table.lifted if table.active == self.me else ()), *table.hands[self.me]]
        return [f"{self.card(card)}: {self._text(kind_of(card))}" for card in cards]

    def table(self, view: View[Table]) -> list[str]:
        table, say = view.state, self.words.say
        one, two = self.sides()
        lines = [self._seat(table, seat) for seat in (two, one)]
        if table.offer and table.goal > 1:
            powers = ", ".join(self.power(power) for power in table.offer)
            lines.append(say("table", "offer", powers=powers))
        if not table.land:
            return [*lines, say("table", "empty")]
        box = box_of(table.land)
        for line in range(box.top, box.bottom + 1):
            cells = [cell for cell in sorted(table.land) if cell // SIDE == line]
            wolves = "; ".join(
                say("table", "row", place=place_name(cell), wolves=self.stack(table, cell))
                for cell in cells
            )
            lines.append(wolves)
        lines.append(say("table", f"shape_{table.shape or 'open'}"))
        lines.append(say("table", "head", one=self.name(one), two=self.name(two)))
        return lines + self.account(tally(table.tops(), table.powers))

    def _seat(self, table: Table, seat: Seat) -> str:
        """One player's line."""
        say, power = self.words.say, table.powers[seat]
        lone = self.card_list(table.lone[seat])
        return say(
            "table",
            "seat",
            seat=self.name(seat) + (f" ({say('you')})" if seat == self.me else ""),
            hand=len(table.hands[seat]) + (len(table.lifted) if table.active == seat else 0),
            deck=len(table.decks[seat]),
            won=table.won[seat],
            power=""
            if power is None
            else say("table", "power", power=self.power(power), state=self.state(table, seat)),
            lone=say("table", "lone", cards=lone) if table.lone[seat] else "",
        )

    def state(self, table: Table, seat: Seat) -> str:
        """Whether a seat's power can be used."""
        if table.powers[seat] not in AMBUSHES:
            return self.words.say("table", "always")
        return self.words.say("table", "used" if table.used[seat] else "ready")

    # ── cards ───────────────────────────────────────────────────────────────────────────────────

    def card(self, card: int | None) -> str:
        if card is None or card == HIDDEN:
            return self.words.say("unknown")
        return self.words.say("names", key_of(card))

    @staticmethod
    def cast_of(event: Event) -> int:
        return kind_of(event.cards[0])

    def power(self, power: int) -> str:
        return self.card(POWER_PAGE + power)

    def cards(self) -> list[CardPage]:
        pages = [
            CardPage(
                int(kind),
                self.card(kind) if kind in LONE else self.words.say("titles", key_of(kind)),
                "",
                COPIES[kind] or 1,
                self._text(kind),
                self._rulings(kind),
            )
            for kind in KINDS
        ]
        named = self.words.say("page", "named_here")
        for power in Power:
            number = POWER_PAGE + power
            rulings = (*self._rulings(number), named)
            pages.append(CardPage(number, self.card(number), "", 1, self._text(number), rulings))
        return pages

    def whereabouts(self, view: View[Table], card: int, counting: bool) -> list[str]:
        table, say = view.state, self.words.say
        if card >= POWER_PAGE:
            power = card - POWER_PAGE
            owners = [seat for seat in SEATS if table.powers[seat] == power]
            lines = [say("where", "owner", seat=self.name(seat)) for seat in owners]
            return lines + ([say("where", "on_offer")] if power in table.offer else [])
        lines = []
        if self.me is not None:
            own = [*table.hands[self.me], *(table.lifted if table.active == self.me else ())]
            lines = [say("where", "hand") for held in own if held == wolf_of(self.me, card)]
        for cell in sorted(table.land):
            stack = table.land[cell]
            for lying in stack:
                if kind_of(lying) == card:
                    lines.append(self._lies(cell, lying, lying is stack[-1]))
        if counting:
            for seat in SEATS:
                count = table.unseen(seat)[card]
                if seat != self.me and count:
                    lines.append(say("where", "unseen", seat=self.name(seat), count=count))
        return lines

    def _lies(self, cell: int, card: int, visible: bool) -> str:
        mine, place = owner_of(card) == self.me, place_name(cell)
        form = "yours" if mine else "theirs"
        if not visible:
            form = "hidden" if mine else "hidden_theirs"
        return self.words.say("where", form, seat=self.name(owner_of(card)), place=place)

    def _text(self, card: int) -> str:
        return self.words.say("texts", key_of(card))

    def _rulings(self, card: int) -> tuple[str, ...]:
        return self.rulings(key_of(card))


def key_of(card: int) -> str:
    """The key of the words about a card: a wolf of either pack, or a power."""
    kind = Power(card - POWER_PAGE) if card >= POWER_PAGE else Wolf(kind_of(card))
    return kind.name.lower()


def is_tied(account: Tally) -> bool:
    """Whether the cards taken have to decide."""
    return account.points[0] == account.points[1]
