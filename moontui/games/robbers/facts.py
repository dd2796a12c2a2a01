"""What a player can know at Robbers' table: what is in the trick, which cards nobody has seen, and
who has turned out to be who."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.robbers.deck import NORMAL, Role, Suit, deck_for, normal, rank_of
from engine.games.robbers.state import Table
from engine.games.robbers.trick import would_lead
from engine.games.robbers.views import unseen_cards
from moontui.draw.ink import Ink, Line, aimed, cells, crop, cut, ends, paragraph
from moontui.draw.paint import Paint, mix
from moontui.draw.scene import Scene
from moontui.games.robbers.parts import (
    BANDS,
    Form,
    Part,
    easel,
    ghost_of,
    lying,
    teller_of,
)
from moontui.games.robbers.trick import icons_told

LEAST = 4
"""Rows that the cards nobody has seen need."""


class Facts(Part):
    """Beside the table on large screens; on small ones only the cards that nobody has seen."""

    def watch_scene(self, old: Scene | None, new: Scene | None) -> None:
        self.redraw()  # what is picked would take the trick, or not

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        form = self.form(scene)
        if form.panel:
            return self.column(scene, table, form, width)
        if teller_of(scene).all_open(table):
            return []
        lines = self.unseen(scene, table, width)
        if scene.look.size.is_tall:
            return lines
        if not scene.covered and scene.insight.odds is not None:
            lines += self.wrapped(self.shown(scene, table), width - 1, "")
        return shortened(scene, lines, max(table.seats, LEAST), width)

    def column(self, scene: Scene, table: Table, form: Form, width: int) -> list[Line]:
        """All of it, one below the other; blank rows between if there is room."""
        blocks = [self.trick(scene, table, width - 1)]
        if not teller_of(scene).all_open(table):
            blocks.append(self.unseen(scene, table, width))
            if not scene.covered:
                blocks.append(self.who_is_who(scene, table, width - 1))
        rows = form.table
        spare = rows - sum(map(len, blocks))
        lines: list[Line] = []
        for block in blocks:
            if lines and spare > 0:
                lines.append([])
                spare -= 1
            lines += block
        return shortened(scene, [*lines, *([] for _ in range(spare))], rows, width)

    # ── the trick ───────────────────────────────────────────────────────────────────────────────

    def trick(self, scene: Scene, table: Table, width: int) -> list[Line]:
        """Who leads so far, what the picked card would do, what there is to take, who is left."""
        teller, trick = teller_of(scene), lying(table)
        key = "last_heading" if trick.last else "trick_heading"
        lines = [easel(scene).heading(scene.label(key), width)]
        stake = teller.stake_of(table, trick.last, scene.covered)
        if stake is None:
            return [*lines, *self.wrapped([teller.opening(table)], width, "dim")]
        lines += self.wrapped([stake.led], width, "")
        card = ghost_of(scene, table)
        if card >= 0 and scene.view.ask is not None and table.trick:
            leads = would_lead(table.trick, card)
            told = scene.label("yours_leads" if leads else "yours_loses")
            lines += self.wrapped([told], width, "good" if leads else "dim")
        icons = icons_told(scene, stake)
        told = ", ".join([scene.label("in_it", icons=icons), *stake.harm])
        lines += self.wrapped([f"{told}."], width, "bad" if stake.hurts else "strong")
        if not trick.last and scene.me is not None and table.account is None:
            lines += self.wrapped(teller.still_to_play(table), width, "dim")
        return lines

    # ── cards that nobody has seen ──────────────────────────────────────────────────────────────

    def unseen(self, scene: Scene, table: Table, width: int) -> list[Line]:
        """The ranks of both suits that may still come, and the special cards."""
        tools = easel(scene)
        if scene.covered or scene.notebook == "off":
            key = "covered" if scene.covered else "notebook_off"
            return [tools.heading(scene.look.words.say("panels", key), width - 1)]
        if table.account is not None:
            return []
        if table.strict:
            return [tools.heading(scene.label("strict_heading"), width - 1)]
        cards = unseen_cards(table, scene.me)
        lines = [tools.heading(scene.label("unseen_heading"), width - 1, str(len(cards)))]
        lines += [self.ranks(scene, table, suit, set(cards)) for suit in Suit]
        return aimed([*lines, *self.specials(scene, table, cards, width - 1)], "notes")

    def specials(self, scene: Scene, table: Table, cards: Sequence[int], width: int) -> list[Line]:
        """The special cards that may still come; where there is one row, by the names that fit."""
        teller = teller_of(scene)
        if self.form(scene).panel:
            return paragraph(teller.specials_of(cards) or "-", width, most=2)
        over = scene.label("aside") if self.is_one_over(table) else ""  # no room for a sentence
        forms = (teller.specials_of(cards, form) for form in ("names", "tight"))
        told = [", ".join(filter(None, (names, over))) or "-" for names in forms]
        return [[Ink(cut(next((t for t in told if cells([Ink(t)]) <= width), told[-1]), width))]]

    def ranks(self, scene: Scene, table: Table, suit: Suit, cards: set[int]) -> Line:
        """The ranks of a suit: those that may still come on its color, the others as dots."""
        look = scene.look
        color, ansi = BANDS[suit]
        sign = look.words.say("suit_signs", suit.name.lower())
        line = [Ink(sign, "dim")]
        highest = max(rank_of(card) for card in deck_for(table.seats) if card < NORMAL)
        for rank in range(1, highest + 1):
            if normal(suit, rank) not in cards:
                line.append(Ink(f" {look.symbols.dot}", "faint"))
                continue
            paint = look.palette.band(color, ansi)
            if look.palette.colored and rank % 2:
                paint = Paint(paint.fg, mix(color, look.palette.night, 0.3))
            line.append(Ink(f"{rank:>2}", "strong", paint=paint))
        return line

    # ── who is who ──────────────────────────────────────────────────────────────────────────────

    def who_is_who(self, scene: Scene, table: Table, width: int) -> list[Line]:
        if table.account is not None or scene.notebook == "off":
            return []
        lines = [easel(scene).heading(scene.label("who_heading"), width)]
        told = self.shown(scene, table)
        mine = scene.me is not None and table.chips[scene.me] != Role.ROBBER
        nobody = scene.label("nobody_else_shown" if mine else "nobody_shown")
        return [*lines, *self.wrapped(told or [nobody], width, "dim")]

    def shown(self, scene: Scene, table: Table) -> list[str]:
        """What is certain or likely about the others, and that a card is missing."""
        if scene.notebook == "off" or table.account is not None:
            return []
        told = teller_of(scene).who_is_who(table, scene.insight)
        return [*told, *([scene.label("one_aside")] if self.is_one_over(table) else [])]

    def is_one_over(self, table: Table) -> bool:
        """Whether a card was left over when the others were dealt."""
        return bool(len(deck_for(table.seats)) % table.seats)

    def wrapped(self, texts: list[str], width: int, style: str) -> list[Line]:
        return [line for text in texts if text for line in paragraph(text, width, style)]


def shortened(scene: Scene, lines: list[Line], rows: int, width: int) -> list[Line]:
    """As many lines as there is room for; the last one says if there is more."""
    if len(lines) <= rows:
        return [*lines, *([] for _ in range(rows - len(lines)))]
    more = Ink(f" {scene.look.words.say('panels', 'more')}", "key", "notes")
    return [*lines[: rows - 1], ends(crop(lines[rows - 1], width), [more], width - 1)]
