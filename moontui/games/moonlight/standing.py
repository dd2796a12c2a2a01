"""Beside the land: how its rows stand, both packs, the moons, and who would win now."""

from __future__ import annotations

from engine.core import HIDDEN, Seat
from engine.games.moonlight.deck import AMBUSHES, VALUE, Power, kind_of
from engine.games.moonlight.state import Table
from engine.games.moonlight.tally import MOON_POINTS
from moontui.app.widgets.board import Zone
from moontui.draw.ink import Ink, Line, aimed, crop, cut, ends, painted
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.games.moonlight.bars import (
    Standing,
    account_of,
    change,
    outlook,
    put_sums,
    standing_rows,
    verdict,
)
from moontui.games.moonlight.land import portrait
from moontui.games.moonlight.lie import Lie, lie_of
from moontui.games.moonlight.parts import (
    easel,
    gained,
    moons,
    pack_of,
    teller_of,
    who,
)
from moontui.games.moonlight.teller import POWER_PAGE

ICON = (12, 4)
"""The picture of a power or a Lone Wolf."""


class Standings(Zone):
    """The rows as bars, the packs as plates, and what it all amounts to."""

    def watch_scene(self, old: Scene | None, new: Scene | None) -> None:
        self.redraw()  # what is picked changes the bars

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        lie = lie_of(scene)
        form = lie.form
        if form.bars:
            return self.below(scene, width)
        if form.right:
            beside = width - form.right - 1
            packs = self.packs(scene, form.right, form.height)
            sheet = Sheet(width, max(form.height, len(packs)))
            if beside < 20:
                self.put_numbers(scene, sheet, lie)
            else:
                self.put_rows(scene, sheet, lie, beside - 2)
            sheet.paste(beside + 1, 0, packs)
        else:
            sheet = Sheet(width, form.height)
            self.put_between(scene, sheet, lie)
        return sheet.lines

    # ── large screens: bars beside the packs ────────────────────────────────────────────────────

    def put_rows(self, scene: Scene, sheet: Sheet, lie: Lie, width: int) -> None:
        """A bar at the height of every row, who has it below, and what would change."""
        size = (width - 9) // 2
        one, two = teller_of(scene).sides()
        sheet.write(4, 0, who(scene, one, size).upper(), "strong")
        sheet.write(7 + size, 0, who(scene, two, size).upper(), "strong")
        for row in standing_rows(scene):
            y = lie.form.edge + (row.line - lie.top) * lie.form.pitch[1] + 1
            if 0 <= row.line - lie.top < lie.form.rows:
                put_sums(scene, sheet, row, 1, y, size)
                sheet.lay(4, y + 1, self.verdict(scene, row, width - 3))
                sheet.lay(4, y + 2, change(scene, row, width - 3))
            else:  # a row that would be new, beyond the window
                sheet.lay(4, 1 if row.line < lie.top else sheet.height - 1, self.new(scene, width))

    def new(self, scene: Scene, width: int) -> Line:
        """A row that there would be only by the picked place."""
        found = [row for row in standing_rows(scene) if row.now is None]
        return change(scene, found[0], width, named=True) if found else []

    def verdict(self, scene: Scene, row: Standing, width: int) -> Line:
        winner = row.now.winner if row.now is not None else None
        style = "dim" if winner is None else "good" if winner == scene.me else "bad"
        return [Ink(cut(verdict(scene, row.now), width), style)]

    def packs(self, scene: Scene, width: int, rows: int) -> list[Line]:
        """Both packs, the moons and the score, with pictures if there is room for them."""
        one, two = teller_of(scene).sides()
        for art in (True, False):
            if art and (not scene.look.pictures or width < ICON[0] + 4 or rows < 20):
                continue
            blocks = [self.plate(scene, two, width, art), self.plate(scene, one, width, art)]
            blocks += [self.moons(scene, width, art), self.now(scene, width)]
            if not gained(scene):
                blocks.append([[Ink(cut(self.shape(scene), width), "dim")]])
            lines = [line for block in blocks for line in block]
            spare = rows - len(lines)
            if spare >= 0 or not art:
                break
        gaps = max(0, min(len(blocks) - 1, spare))
        lines = []
        for number, block in enumerate(blocks):
            lines += [*block, *([[]] if number < gaps else [])]
        return [crop(line, width) for line in lines]

    def plate(self, scene: Scene, seat: Seat, width: int, art: bool) -> list[Line]:
        """One player: name, Mountain, hand, deck, power and Lone Wolves."""
        table: Table = scene.view.state
        lines = [self.name_line(scene, seat, width), [Ink(f" {self.count(scene, seat)}")]]
        if art and seat != scene.me and scene.notebook != "off" and not scene.covered:
            values = self.unseen(table, seat)
            if values:
                lines.append([Ink(f" {cut(scene.label('left', values=values), width - 1)}", "dim")])
        power, pack = table.powers[seat], pack_of(scene.look.palette, seat)
        if power is not None:
            if art:
                faded = 0.5 if table.used[seat] else 0.0
                name = Power(power).name.lower()
                lines += self.picture(scene, name, seat, faded, ("card", POWER_PAGE + power))
            lines.append(self.power(scene, seat, width))
        for card in table.lone[seat]:
            target = ("card", kind_of(card))
            if art:
                face = portrait(scene, card, *ICON, moonlit=False)
                lines += aimed([[Ink("   "), *line] for line in face], target)
            value = Ink(f" {VALUE[card]} ", "strong", target, pack.chip)
            name = f" {scene.label('lone')} {moons(scene, card)}"
            lines.append([Ink(" "), value, Ink(name, "", target)])
        return lines

    def picture(
        self, scene: Scene, name: str, seat: Seat, faded: float, target: object
    ) -> list[Line]:
        pack = pack_of(scene.look.palette, seat)
        art = easel(scene).picture(name, *ICON, pack.tint, faded, pack.mirrored, pack.dyes)
        return aimed([[Ink("   "), *line] for line in art], target)

    def name_line(self, scene: Scene, seat: Seat, width: int) -> Line:
        """A name on the color of its pack, and the parts of the Mountain that were won."""
        table: Table = scene.view.state
        signs, turn = scene.look.symbols, seat == table.active and not table.ending
        name = f"{signs.turn if turn else ' '}{scene.name(seat).upper()}"
        tag = scene.look.words.say("you") if seat == scene.me else ""
        tag = f", {tag}" if tag else ""
        mountain = self.mountain(scene, seat)
        left = cut(name, width - len(tag) - len(mountain) - 2)
        line = ends([Ink(f"{left}{tag}", "strong")], [Ink(f"{mountain} ", "strong")], width)
        pack = pack_of(scene.look.palette, seat)
        return aimed([painted(line, pack.band)], ("seat", int(seat)))[0]

    def mountain(self, scene: Scene, seat: Seat) -> str:
        table: Table = scene.view.state
        signs, won = scene.look.symbols, table.won[seat]
        return signs.shown * won + signs.hidden * (table.goal - won)

    def count(self, scene: Scene, seat: Seat) -> str:
        """How many wolves are in hand and deck; in replays, which."""
        table: Table = scene.view.state
        held = len(table.hands[seat]) + (len(table.lifted) if table.active == seat else 0)
        known = [card for card in table.hands[seat] if card != HIDDEN]
        shown = str(held)
        if seat != scene.me and known:
            shown = " ".join(f"{VALUE[card]}{moons(scene, card)}" for card in known)
        deck = len(table.decks[seat])
        return f"{scene.label('hand')} {shown}  {scene.label('deck')} {deck}"

    def unseen(self, table: Table, seat: Seat) -> str:
        """The values of a pack that nobody has seen this round."""
        return "".join(
            str(VALUE[kind]) * count for kind, count in enumerate(table.unseen(seat)) if count
        )

    def power(self, scene: Scene, seat: Seat, width: int) -> Line:
        table: Table = scene.view.state
        power = table.powers[seat]
        if power is None:
            return []
        used = power in AMBUSHES and table.used[seat]
        state = "used" if used else "ready" if power in AMBUSHES else "always"
        name, told = teller_of(scene).power(power), scene.label(state)
        target = ("card", POWER_PAGE + power)
        text = cut(f" {name}: {told}", width)
        return [Ink(text, "dim" if used else "gold", target)]

    def moons(self, scene: Scene, width: int, art: bool) -> list[Line]:
        """Who shows more moons."""
        one, two = teller_of(scene).sides()
        account, seen = account_of(scene), outlook(scene)
        counts, winner = account.moons, account.moon_winner
        after = seen.after.moons if seen is not None else counts
        head = f"{scene.label('moons')} {counts[one]} : {counts[two]}"
        gain = "" if winner is None else f"{who(scene, winner, 6)} +{MOON_POINTS}"
        tail = self.would(scene, counts, after) or [Ink(f"  {gain}", "dim")]
        lines: list[Line] = [crop([Ink(head, "strong"), *tail], width)]
        if art and any(counts):
            sheet, room = Sheet(width, 2), width // 2 // 4
            for number in range(min(counts[one], room)):
                sheet.overlay(4 * number, 0, easel(scene).moon(4, 2, 1.0, risen=True))
            for number in range(min(counts[two], room)):
                x = width - 4 * (number + 1)
                sheet.overlay(x, 0, easel(scene).moon(4, 2, 1.0, risen=True))
            lines += sheet.lines
        return lines

    def now(self, scene: Scene, width: int) -> list[Line]:
        """What the score would be if the round ended now, and if it ended after this wolf."""
        table: Table = scene.view.state
        if not table.land:
            return []
        one, two = teller_of(scene).sides()
        account, seen = account_of(scene), outlook(scene)
        points = account.points
        after = seen.after.points if seen is not None else points
        head = f"{scene.label('now')} {points[one]} : {points[two]}"
        tail = self.would(scene, points, after)
        lines: list[Line] = [crop([Ink(head, "strong"), *tail], width)]
        lines.append([Ink(cut(self.winner(scene), width), self.mood(scene))])
        return lines

    def would(self, scene: Scene, now: tuple[int, int], then: tuple[int, int]) -> Line:
        """What a pair of numbers would become by the picked place."""
        one, two = teller_of(scene).sides()
        if now == then:
            return []
        return [Ink(f" {scene.look.symbols.turn} {then[one]}:{then[two]}", "gold")]

    def winner(self, scene: Scene) -> str:
        account = account_of(scene)
        name = "" if account.winner is None else who(scene, account.winner)
        to = scene.look.words.say("to_you") if account.winner == scene.me else name
        return scene.label(f"by_{account.reason}", who=name, to=to)

    def mood(self, scene: Scene) -> str:
        winner = account_of(scene).winner
        return "" if winner is None else "good" if winner == scene.me else "bad"

    def shape(self, scene: Scene) -> str:
        table: Table = scene.view.state
        return scene.label(f"shape_{table.shape or 'open'}")

    # ── small screens ───────────────────────────────────────────────────────────────────────────

    def put_numbers(self, scene: Scene, sheet: Sheet, lie: Lie) -> None:
        """The sums of the rows, where there is no room for bars."""
        one, two = teller_of(scene).sides()
        for row in standing_rows(scene):
            if not 0 <= row.line - lie.top < lie.form.rows:
                continue
            y = lie.form.edge + (row.line - lie.top) * lie.form.pitch[1]
            shown = row.then or row.now
            assert shown is not None
            sign = ">" if shown.winner == one else "<" if shown.winner == two else "="
            style = (
                "good" if shown.winner == scene.me else "bad" if shown.winner is not None else ""
            )
            text = f"{shown.sums[one]}{sign}{shown.sums[two]}"
            sheet.write(1, y, text, "key" if row.then is not None else style)
            name = scene.label("tie") if shown.winner is None else who(scene, shown.winner, 6)
            sheet.write(1, y + 1, name, "gold" if row.then is not None else "dim")

    def put_between(self, scene: Scene, sheet: Sheet, lie: Lie) -> None:
        """Bars at the height of their rows, and everything else on the lines between them."""
        width, form = sheet.width - 1, lie.form
        taken = set()
        for number in range(form.rows):
            y = form.edge + number * form.pitch[1] + 1
            taken |= {y, y + 1}
        for row in standing_rows(scene):
            if 0 <= row.line - lie.top < form.rows:
                y = form.edge + (row.line - lie.top) * form.pitch[1] + 1
                put_sums(scene, sheet, row, 1, y, (width - 10) // 2)
                told = change(scene, row, width - 4) or self.verdict(scene, row, width - 4)
                sheet.lay(4, y + 1, told)
        one, two = teller_of(scene).sides()
        lines = [*self.short_plate(scene, two, width), *self.short_plate(scene, one, width)]
        lines += [*self.moons(scene, width, art=False), *self.now(scene, width)]
        lines.append(self.new(scene, width) or [Ink(cut(self.shape(scene), width), "dim")])
        free = [y for y in range(sheet.height) if y not in taken]
        for y, line in zip(free, lines, strict=False):
            sheet.lay(1, y, crop(line, width))

    def below(self, scene: Scene, width: int) -> list[Line]:
        """Below the land, on a narrow screen."""
        one, two = teller_of(scene).sides()
        lines = [*self.short_plate(scene, two, width), *self.short_plate(scene, one, width)]
        half = width // 2
        facts = [*self.moons(scene, half - 1, art=False), [Ink(self.shape(scene), "dim")]]
        for left, right in zip(facts, [*self.now(scene, half), [], []], strict=False):
            lines.append([*crop(left, half - 1), Ink(" "), *right])
        return [line for line in lines if line]

    def short_plate(self, scene: Scene, seat: Seat, width: int) -> list[Line]:
        """One player in two lines."""
        table: Table = scene.view.state
        signs, turn = scene.look.symbols, seat == table.active and not table.ending
        right = f"{self.count(scene, seat)} {self.mountain(scene, seat)} "
        name = cut(scene.name(seat).upper(), max(3, width - len(right) - 2))
        sign = signs.turn if turn else " "
        head = ends([Ink(f"{sign}{name}", "strong")], [Ink(right)], width)
        pack = pack_of(scene.look.palette, seat)
        lines = aimed([painted(head, pack.band)], ("seat", int(seat)))
        lone: Line = []
        for card in table.lone[seat]:
            text = f"{scene.label('lone')} {VALUE[card]}{moons(scene, card)}"
            lone = [Ink(f"{text} ", "dim", ("card", kind_of(card)))]
        power = self.power(scene, seat, width - sum(len(ink.text) for ink in lone))
        return [*lines, ends(power, lone, width)]
