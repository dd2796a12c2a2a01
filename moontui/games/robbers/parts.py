"""What the zones of Robbers' table share: how large things are, and what cards look like."""

from __future__ import annotations

from typing import NamedTuple

from engine.core import HIDDEN, Seat
from engine.games.robbers.deck import (
    NORMAL,
    Card,
    Role,
    Suit,
    hand_size,
    rank_of,
    suit_of,
)
from engine.games.robbers.state import Table
from moontui.app.widgets.board import Zone
from moontui.draw.easel import Easel
from moontui.draw.paint import Paint
from moontui.draw.scene import Look, Scene
from moontui.draw.size import Class, Size
from moontui.draw.symbols import ASCII, Symbols
from moontui.games.robbers.teller import RobbersTeller

GAME = "robbers"
HIGH, MIDDLE = 11, 6
"""From these ranks on, a chest is open, and a robber wears a better hat."""
BANDS = {
    Suit.CHEST: (0x82601C, 3),
    Suit.ROBBER: (0x44639B, 4),
    Card.KNIFE: (0x5A6072, 8),
    Card.SEER: (0x6D56B8, 5),
    Card.TRAITOR: (0xA8522F, 1),
    Card.WEREWOLF: (0xB32634, 9),
}
"""The colors of suits and special cards, and the nearest of the terminal's own."""
ROLES = {
    Role.ROBBER: BANDS[Suit.ROBBER],
    Role.WEREWOLF: BANDS[Card.WEREWOLF],
    Role.TRAITOR: BANDS[Card.TRAITOR],
}
KEYS_AND_QUESTION = 3
"""Rows below the table: the question may have two."""


def easel(scene: Scene) -> Easel:
    return Easel(scene.look, GAME)


def teller_of(scene: Scene) -> RobbersTeller:
    assert isinstance(scene.teller, RobbersTeller)
    return scene.teller


def who(scene: Scene, seat: int) -> str:
    """A player's name, or the word for "you"."""
    return scene.look.words.say("you") if seat == scene.me else scene.name(seat)


# ── cards ───────────────────────────────────────────────────────────────────────────────────────


def picture_of(card: int) -> str:
    """The name of a card's picture: by its rank, or its own."""
    if card >= NORMAL:
        return Card(card).name.lower()
    rank = rank_of(card)
    if suit_of(card) == Suit.CHEST:
        return "chest.open" if rank >= HIGH else "chest"
    return "robber3" if rank >= HIGH else "robber2" if rank >= MIDDLE else "robber1"


def band_of(look: Look, card: int) -> Paint:
    """The color of a card: its suit's, or its own."""
    suit = suit_of(card)
    return look.palette.band(*BANDS[Card(card) if suit is None else suit])


def portrait(look: Look, card: int) -> tuple[str, int]:
    """A card's picture, and the color behind it."""
    return picture_of(card), band_of(look, card).bg


def role_band(look: Look, role: int) -> Paint:
    return look.palette.band(*ROLES[Role(role)])


def sign_of(symbols: Symbols, suit: Suit) -> str:
    """One icon of a suit."""
    return (
        ("$" if symbols is ASCII else "◆")
        if suit == Suit.CHEST
        else ("&" if symbols is ASCII else "☻")
    )


def icons_on(scene: Scene, card: int) -> str:
    """The icons on a card, one sign for each; a dash if there are none."""
    suit, icons = suit_of(card), teller_of(scene).numbers
    if suit is None or not icons[card]:
        return "-"
    return sign_of(scene.look.symbols, suit) * icons[card]


# ── the trick on the table ──────────────────────────────────────────────────────────────────────


class Lying(NamedTuple):
    """The cards to show on the table: those of this trick, or of the last one before the first
    card is played."""

    cards: list[int]
    seats: tuple[Seat, ...]
    """Who plays the first, second, … card."""
    last: bool

    def place(self, seat: int) -> int:
        return self.seats.index(Seat(seat))


def lying(table: Table) -> Lying:
    last = not table.trick and bool(table.last_trick)
    first = table.last_leader if last else table.leader
    seats = tuple(Seat((first + place) % table.seats) for place in range(table.seats))
    return Lying(table.last_trick if last else table.trick, seats, last)


def ghost_of(scene: Scene, table: Table) -> int:
    """The card that the player is about to play, as it would lie in the trick; `HIDDEN`: none."""
    picked = scene.picked
    if picked is None or picked.verb != "play" or scene.covered or lying(table).last:
        return HIDDEN
    return picked.value


# ── how large everything is ─────────────────────────────────────────────────────────────────────


class Form(NamedTuple):
    """How large everything is: columns and rows in cells."""

    trick: tuple[int, int]
    """A card on the table; 0 columns: it has no picture."""
    hand: tuple[int, int]
    """A card in the hand; one row: it has no picture."""
    panel: int = 0
    """Rows of a player's panel; 0: players are rows."""
    facts: int = 0
    """Columns of what is known: beside the table, or beside the players on small screens."""
    stage: int = 1
    gap: int = 0
    """Blank rows around the players."""
    beside: bool = False
    """Whether the story stands beside the hand."""
    per_row: int = 9
    """How many cards of the hand lie side by side."""

    @property
    def table(self) -> int:
        """Rows of a table of wood."""
        return self.trick[1] + 7


BANDS_ONLY = Form((0, 3), (6, 1))
"""Cards without pictures: a name on its color, and words around it."""


def form_for(size: Size, seats: int, rows_below: int = 0, pictures: bool = True) -> Form:
    """How large things are on a screen; without pictures, cards are no higher than their words."""
    form = drawn_form(size, seats, rows_below)
    if pictures:
        return form
    if not form.panel and not size.is_tall:
        return form._replace(trick=BANDS_ONLY.trick, hand=BANDS_ONLY.hand)
    trick, hand = (5, 4) if form.panel else (3, 3)
    return form._replace(trick=(form.trick[0], trick), hand=(form.hand[0], hand))


def drawn_form(size: Size, seats: int, rows_below: int) -> Form:
    five = seats == 5
    match size.kind:
        case Class.S200:
            return Form((24 if five else 30, 18), (20 if five else 15, 12), 5, 52, 3, 1, True)
        case Class.S160:
            return Form((19 if five else 24, 12), (15 if five else 12, 11), 5, 40, 2, 1, True)
        case Class.S120 if size.is_low:
            return Form((13, 5), (11, 8), 4, 33, 1, 0, five)
        case Class.S120:
            return Form((13 if five else 14, 7), (11, 9 if five else 8), 4, 33, 1, 1, five)
        case Class.S80:
            return small(size.rows - rows_below, seats)
        case Class.T40:
            wide = min(9, size.columns // 5 - 1)
            return Form((wide, 5), (wide, 4), stage=2, per_row=5)
    return BANDS_ONLY


def small(rows: int, seats: int) -> Form:
    """At eighty columns: cards are a row lower where rows are scarce."""
    five = seats == 5
    trick, hand, stage = 5, 5, 1
    fates = 0 if five else 1
    spare = rows - 1 - seats - (trick + 2) - 1 - hand - fates - stage - KEYS_AND_QUESTION
    if spare < 0:
        trick, spare = trick - 1, spare + 1
    if spare < 0:
        hand -= 1
    return Form((11 if five else 13, trick), (10 if five else 8, hand), facts=33, stage=stage)


class Part(Zone):
    """A zone of this table. It is told how many rows the screen needs for other things."""

    rows_below = 0

    def form(self, scene: Scene) -> Form:
        look = scene.look
        return form_for(look.size, len(scene.players), self.rows_below, look.pictures)


def full_hand(scene: Scene) -> int:
    """How many cards a hand has at first."""
    return hand_size(len(scene.players))
