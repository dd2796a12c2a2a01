"""Robbers in words: its cards, tricks and roles, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple

from engine.core import HIDDEN, NO_INSIGHT, Choice, Event, Insight, Seat, View
from engine.games.robbers import ROBBERS
from engine.games.robbers.deck import (
    ICONS,
    NORMAL,
    Card,
    Role,
    Suit,
    copies_for,
    deck_for,
    hand_size,
    rank_of,
    suit_of,
)
from engine.games.robbers.state import Table
from engine.games.robbers.trick import (
    Counts,
    counts_as,
    led_suit,
    suit_counted,
    winner,
)
from engine.games.robbers.views import unseen_cards
from moontui.games.robbers.hints import RobbersHints
from moontui.games.robbers.house import icons_for, told_table
from moontui.games.robbers.moments import moment_of
from moontui.games.robbers.reckoning import judged, reckoned
from moontui.words.catalogue import capital
from moontui.words.hints import percent
from moontui.words.moments import Moment
from moontui.words.teller import CardPage, Result, Teller

Odds = list[list[float]]
"""By seat: how likely the player there is a robber, a Werewolf, or the Traitor."""

UNCOUNTED = "?"
FULL = 4
"""A number of players at which no card is left out."""


class Stake(NamedTuple):
    """What there is to be taken with a trick."""

    leads: str
    """Who leads so far, or took it."""
    led: str
    """The same, and with what."""
    chests: int
    robbers: int
    """How many icons of each kind are in it."""
    harm: tuple[str, ...]
    """The cards in it that halve somebody's points."""
    hurts: bool
    """Whether one of them would halve the player's own."""


def hurts(card: int, role: int) -> bool:
    """Whether a card halves the points of a role that takes it; nobody knows for a hidden one."""
    if role == HIDDEN:
        return False
    return card == (Card.KNIFE if role == Role.WEREWOLF else Card.WEREWOLF)


class RobbersTeller(Teller):
    """Tells one player about a game of Robbers."""

    TOPICS: ClassVar[Mapping[str, str]] = {"play": "trick", "next_round": "match"}
    HINTS = RobbersHints
    TURNS = ROBBERS.turns
    ON_BOARD = ("play",)
    CAST = ("role",)

    # ── cards and roles ─────────────────────────────────────────────────────────────────────────

    def card(self, card: int | None, form: str = "names") -> str:
        if card is None or card == HIDDEN:
            return self.words.say("unknown")
        if card >= NORMAL:
            return self.words.say(form, Card(card).name.lower())
        suit = suit_of(card)
        assert suit is not None
        return self.words.say(form, suit.name.lower(), rank=rank_of(card))

    def cast(self) -> dict[int, str]:
        return {int(role): capital(self.words.say("roles", role.name.lower())) for role in Role}

    def icons(self, card: int) -> str:
        """The icons on a card, written as a sum; empty if it has none."""
        return f"+{self.numbers[card]}" if self.numbers[card] else ""

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """By card: how many icons it has at this table."""
        return icons_for(self.options)

    def role(self, role: int) -> str:
        return self.words.say("roles", Role(role).name.lower())

    def counted(self, cards: Sequence[int], counts: Counts, short: bool = False) -> str:
        """What a card in a trick counts as now."""
        suit = suit_counted(cards, counts)
        form = "trump" if counts.trump else "led"
        if suit is not None:
            form = suit.name.lower()
        if short:
            return self.words.say("counted_short", form, rank=counts.rank)
        return self.words.say("counted", form, rank=counts.rank)

    def named(self, cards: Sequence[int], place: int) -> str:
        """A card of a trick; a special one with what it counts as now."""
        counted = self.counted(cards, counts_as(cards)[place])
        return counted if cards[place] < NORMAL else f"{self.card(cards[place])} ({counted})"

    def cards(self) -> list[CardPage]:
        specials = [int(card) for card in reversed(Card)]
        return [self._page(card) for card in (*specials, *range(NORMAL))]

    def _page(self, card: int) -> CardPage:
        if card >= NORMAL:
            key = Card(card).name.lower()
            copies = copies_for(FULL)[card]
            return CardPage(card, self.card(card), "", copies, self.text(card), self.rulings(key))
        rank = self.words.say("ranks", "high" if rank_of(card) > 12 else "all")
        house = self.numbers == ICONS
        source = self.words.say("house", "from_house" if house else "from_table")
        icons = self.icons(card) or "+0"
        return CardPage(card, self.card(card), icons, 1, self.text(card), (rank, source))

    def text(self, card: int) -> str:
        suit = suit_of(card)
        key = suit.name.lower() if suit is not None else Card(card).name.lower()
        return self.words.say("texts", key, icons=self.numbers[card])

    def explain(self, choice: Choice) -> str:
        return self.text(choice.value) if choice.verb == "play" else ""

    def section(self, key: str) -> str:
        return told_table(self.words, self.numbers) if key == "house" else super().section(key)

    def whereabouts(self, view: View[Table], card: int, counting: bool) -> list[str]:
        table, say = view.state, self.words.say
        hand = table.hands[self.me] if self.me is not None else []
        lines = [say("where", "hand") for own in hand if own == card]
        lines += [say("where", "trick") for played in table.trick if played == card]
        lines += [say("where", "last") for played in table.last_trick if played == card]
        if table.undealt == card:
            lines.append(say("where", "undealt"))
        if card not in deck_for(table.seats):
            return [say("where", "left_out")]
        if not counting or table.strict or table.account is not None:
            return lines
        unseen = unseen_cards(table, self.me).count(card)
        taken = copies_for(table.seats)[card] - unseen - len(lines)
        lines += [say("where", "taken") for _ in range(taken)]
        return [*lines, say("where", "unseen", count=unseen)] if unseen else lines

    # ── what happens and what is asked ──────────────────────────────────────────────────────────

    def about_event(self, event: Event) -> dict[str, object]:
        about = super().about_event(event)
        if event.kind in ("chip", "role"):
            about["role"] = self.words.say("a_role", Role(event.number).name.lower())
        if event.kind == "took":
            best = winner(event.cards)
            chests, robbers = self._worth(event.cards)
            about["best"] = self.named(event.cards, best)
            about["short"] = self.card(event.cards[best], "short")
            about["haul"] = self.words.say("trick", "worth", chests=chests, robbers=robbers)
        if event.kind == "played":
            about["short"] = self.card(event.cards[0], "short")
        return about

    def event(self, event: Event) -> str:
        """What else was in a trick, and who would have taken it may be a surprise: a Werewolf in it
        blinds the Seer."""
        told = [super().event(event)]
        if event.kind == "took" and (harm := self._harm(event.cards)):
            told.append(self.words.say("trick", "with_it", harm=self.together(harm)))
        if event.kind == "took" and {Card.SEER, Card.WEREWOLF} <= {*event.cards}:
            told.append(self.words.say("trick", "blind"))
        return " ".join(told)

    def moment(self, story: Sequence[Event]) -> Moment | None:
        return moment_of(self, story)

    def about_choice(self, choice: Choice) -> dict[str, object]:
        icons = self.icons(choice.value) if choice.verb == "play" else ""
        return {**super().about_choice(choice), "icons": f" {icons}" if icons else ""}

    def heading(self, event: Event) -> str:
        return ""  # a trick is everybody's

    def remark(self, view: View[Table], choice: Choice) -> str:
        """What a card would count as, and whether it would be the strongest so far; for the first
        one, which suits it sets."""
        table, card = view.state, choice.value
        if choice.verb != "play":
            return ""
        if not table.trick:
            return self._led_by(card)
        cards = [*table.trick, card]
        best = winner(cards)
        leads = best == len(table.trick)
        takes = leads and len(cards) == table.seats
        form = "takes" if takes else "leads" if leads else "loses"
        told = self.words.say(
            "remarks",
            form if card < NORMAL else f"counted_{form}",
            counted=self.counted(cards, counts_as(cards)[-1]),
            seat="" if leads else self.name(table.seat_at(best)),
            card=self.card(cards[best]),
        )
        return f"{told} {self._gain(table, cards)}" if takes else told

    def _led_by(self, card: int) -> str:
        """What it means to lead a card."""
        suit = suit_of(card)
        if suit is not None:
            return self.words.say("remarks", f"leads_{suit.name.lower()}")
        counted = self.counted([card], counts_as([card])[0])
        return self.words.say("remarks", "leads_special", counted=counted)

    def _gain(self, table: Table, cards: Sequence[int]) -> str:
        """What taking a trick brings to the player's own role."""
        assert self.me is not None
        role = table.roles[self.me]
        gained = self._worth(cards)[Suit.ROBBER if role == Role.WEREWOLF else Suit.CHEST]
        half = any(hurts(card, role) for card in cards)
        return self.words.say("remarks", "gain_halved" if half else "gain", icons=gained)

    def caution(self, view: View[Table], choice: Choice) -> str:
        """Whether a card would reveal the player's role."""
        table, card = view.state, choice.value
        if choice.verb != "play" or self.me is None:
            return ""
        if card == Card.WEREWOLF and table.chips[self.me] != Role.WEREWOLF:
            return self.words.say("cautions", "shows_werewolf")
        if card == Card.TRAITOR and table.chips[self.me] == Role.ROBBER:
            return self.words.say("cautions", "shows_traitor")
        return ""

    # ── the table ───────────────────────────────────────────────────────────────────────────────

    def scores(self, view: View[Table]) -> Sequence[int]:
        return view.state.points

    def status(self, view: View[Table]) -> str:
        table = view.state
        deal = self.words.say("status", "deal", deal=table.deal, deals=table.deals)
        if table.account is not None:
            return deal
        number, whole = table.trick_number(), hand_size(table.seats)
        trick = self.words.say("status", "trick", trick=number, tricks=whole)
        return f"{deal}, {trick}" if table.deals > 1 else trick

    def lead(self, table: Table) -> str:
        """Which suit is led, and which is trump."""
        if not table.trick:
            form = "you_lead_off" if table.leader == self.me else "leads_off"
            return self.words.say("trick", form, seat=self.name(table.leader))
        led = led_suit(table.trick)
        return self.words.say("trick", "open" if led is None else f"led_{led.name.lower()}")

    def opening(self, table: Table) -> str:
        """What can be said before the first card of a deal."""
        form = "you_open" if table.leader == self.me else "they_open"
        return self.words.say("trick", form, seat=self.name(table.leader))

    def stake(self, table: Table, last: bool = False, covered: bool = False) -> str:
        """Who would take the trick, or took the last one, and what is in it; while covered, without
        what that would mean for the player's own role."""
        stake = self.stake_of(table, last, covered)
        return "" if stake is None else f"{stake.leads} {self._in_it(stake)}"

    def stake_of(self, table: Table, last: bool = False, covered: bool = False) -> Stake | None:
        """The same in pieces; None: there is no card to be taken."""
        cards = table.last_trick if last else table.trick
        if not cards:
            return None
        first, best = (table.last_leader if last else table.leader), winner(cards)
        taker = Seat((first + best) % table.seats)
        who = "you" if taker == self.me else "they"
        form = f"{who}_took" if last else f"{who}_lead"
        counted = self.named(cards, best)
        mine = table.roles[self.me] if self.me is not None and not covered else HIDDEN
        chests, robbers = self._worth(cards)
        return Stake(
            self.words.say("trick", form, seat=self.name(taker)),
            self.words.say("takers", form, seat=self.name(taker), card=counted),
            chests,
            robbers,
            tuple(self._harm(cards, mine)),
            any(hurts(card, mine) for card in cards),
        )

    def _worth(self, cards: Sequence[int]) -> tuple[int, int]:
        """The chest icons and the robber icons on cards."""
        chests, robbers = (
            sum(self.numbers[card] for card in cards if suit_of(card) == suit) for suit in Suit
        )
        return chests, robbers

    def _in_it(self, stake: Stake) -> str:
        """What somebody who takes these cards gets."""
        told = self.words.say("trick", "icons", chests=stake.chests, robbers=stake.robbers)
        return f"{', '.join([told, *stake.harm])}."

    def _harm(self, cards: Sequence[int], role: int = HIDDEN) -> list[str]:
        """What in a trick halves points, and whether those of a role."""
        found = []
        for card in (Card.WEREWOLF, Card.KNIFE):
            if card in cards:
                form = f"{card.name.lower()}_you" if hurts(card, role) else card.name.lower()
                found.append(self.words.say("trick", form))
        return found

    def still_to_play(self, table: Table) -> list[str]:
        """Who plays to this trick after the player; nothing once the player has played."""
        if self.me is None or not table.trick:
            return []
        place = (self.me - table.leader) % table.seats
        if place < len(table.trick):
            return []
        after = [table.seat_at(number) for number in range(place + 1, table.seats)]
        if not after:
            return [self.words.say("trick", "you_are_last")]
        return [self.words.say("trick", "after_you", who=self.together(self._names(after)))]

    def _names(self, seats: Iterable[Seat]) -> list[str]:
        return [self.names[seat] for seat in seats]

    def hand(self, view: View[Table]) -> list[str]:
        if self.me is None:
            return []
        role, hand = self.own_role(view.state), view.state.hands[self.me]
        cards = [f"{self.choice(Choice('play', card))}: {self.text(card)}" for card in hand]
        return [f"{capital(role)}.", *cards]

    def own_role(self, table: Table) -> str:
        """The player's role, and what counts for it."""
        return self.words.say("you_are", self.role_key(table))

    def role_key(self, table: Table) -> str:
        """The player's role as messages are named by it."""
        assert self.me is not None
        return Role(table.roles[self.me]).name.lower()

    def table(self, view: View[Table]) -> list[str]:
        table = view.state
        lines = [self.lead(table)]
        for place, (card, counts) in enumerate(
            zip(table.trick, counts_as(table.trick), strict=True)
        ):
            seat, counted = table.seat_at(place), self.counted(table.trick, counts)
            lines.append(
                self.words.say(
                    "table", "card", seat=self.name(seat), card=self.card(card), counted=counted
                )
            )
        if stake := self.stake(table):
            lines.append(stake)
        return lines + [self._seat(table, Seat(seat)) for seat in range(table.seats)]

    def _seat(self, table: Table, seat: Seat) -> str:
        chip = self.chip(table, seat)
        return self.words.say(
            "table",
            "seat",
            seat=self.name(seat) + (f" ({self.words.say('you')})" if seat == self.me else ""),
            points=table.points[seat],
            tricks=self.taken(table, seat),
            hand=len(table.hands[seat]),
            chip=f", {chip}" if chip else "",
        )

    def taken(self, table: Table, seat: Seat) -> str:
        """How many tricks a seat has taken; a strict table leaves that to memory."""
        closed = table.strict and table.account is None
        return UNCOUNTED if closed else str(table.tricks_taken(seat))

    def chip(self, table: Table, seat: Seat) -> str:
        """What a chip says about a seat; empty: there is none."""
        chip = table.chips[seat] if table.chips else Role.ROBBER
        return self.role(chip) if chip != Role.ROBBER else ""

    def all_open(self, table: Table) -> bool:
        """Whether the other hands are open, as a replay may show them."""
        others = (hand for seat, hand in enumerate(table.hands) if seat != self.me)
        return any(card != HIDDEN for hand in others for card in hand)

    def look_back(self, view: View[Table]) -> list[str]:
        table = view.state
        if not table.last_trick:
            return []
        best = winner(table.last_trick)
        seats = [Seat((table.last_leader + place) % table.seats) for place in range(table.seats)]
        counts = counts_as(table.last_trick)
        lines = [self.words.say("trick", "last")]
        for place, card in enumerate(table.last_trick):
            form = "last_best" if place == best else "last_card"
            counted = self.counted(table.last_trick, counts[place])
            values = {"seat": self.name(seats[place]), "card": self.card(card), "counted": counted}
            lines.append(self.words.say("trick", form, **values))
        return lines

    def turns_told(self, view: View[Table]) -> int | None:
        table = view.state
        if table.history or table.account is not None:
            return None
        return 1 if table.strict and table.trick else 2

    # ── what is known ───────────────────────────────────────────────────────────────────────────

    def notes(self, view: View[Table], insight: Insight = NO_INSIGHT) -> list[str]:
        table = view.state
        if table.account is not None or not table.events or self.all_open(table):
            return []
        told = self.who_is_who(table, insight)
        if table.strict:
            return [*told, self.words.say("notes", "strict")]
        count, *unseen = self._unseen(table)
        return [*unseen, *told, count] if insight.odds is None else [*told, *unseen, count]

    def who_is_who(self, table: Table, insight: Insight = NO_INSIGHT) -> list[str]:
        """What is known about everybody's role: the odds where the table allows them, else what
        chips say."""
        if insight.odds is None or table.strict:
            return self._shown(table)
        return self._chances(table, insight.odds)

    def _shown(self, table: Table) -> list[str]:
        """What chips say for certain."""
        lines = []
        for seat in range(table.seats):
            if seat != self.me and table.chips[seat] != Role.ROBBER:
                form = Role(table.chips[seat]).name.lower()
                lines.append(self.words.say("notes", form, seat=self.names[seat]))
        return lines

    def _chances(self, table: Table, odds: Odds) -> list[str]:
        """How likely everybody is to have each role, and what the signs mean."""
        lines = []
        for seat in range(table.seats):
            if seat != self.me:
                likely = [(chance, role) for role, chance in enumerate(odds[seat]) if chance > 5e-3]
                told = "  ".join(
                    f"{self._sign(role)} {percent(chance)}"
                    for chance, role in sorted(likely, reverse=True)
                )
                lines.append(f"{self.names[seat]}: {told}")
        legend = ", ".join(f"{self._sign(role)} {self.role(role)}" for role in Role)
        return [*lines, legend]

    def _sign(self, role: int) -> str:
        return self.words.say("role_signs", Role(role).name.lower())

    def _unseen(self, table: Table) -> list[str]:
        """The cards neither played nor in the player's own hand; the first line is their count."""
        unseen = unseen_cards(table, self.me)
        lines = [self.words.say("notes", "unseen", count=len(unseen))]
        for suit in Suit:
            ranks = [str(rank_of(card)) for card in unseen if suit_of(card) == suit]
            if ranks:
                lines.append(self.words.say("notes", suit.name.lower(), ranks=" ".join(ranks)))
        specials = self.specials_of(unseen)
        return [*lines, specials] if specials else lines

    def specials_of(self, cards: Sequence[int], form: str = "names") -> str:
        """The special cards among some, those that are there twice marked."""
        told = [
            self.card(card, form) + (" x2" if cards.count(card) > 1 else "")
            for card in dict.fromkeys(cards)
            if card >= NORMAL
        ]
        return ", ".join(told)

    def result(self, view: View[Table], history: Sequence[Event]) -> Result | None:
        account = view.state.account
        return None if account is None else reckoned(self, view.state, account)

    def judged(self, view: View[Table], claims: Mapping[int, str]) -> str:
        return judged(self, view.state.account, claims)
