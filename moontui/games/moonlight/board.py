"""Moonlight's table: the land as a grid, both packs and their scores, and the player's wolves."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.geometry import Region

from engine.core import HIDDEN, Choice, Event, Seat
from engine.games.moonlight.deck import (
    AMBUSHES,
    LONE,
    MOONS,
    VALUE,
    kind_of,
)
from engine.games.moonlight.land import SIDE
from engine.games.moonlight.state import Table
from engine.games.moonlight.tally import MOON_POINTS, Tally, tally
from moontui.app.widgets.board import Board, Zone
from moontui.draw.ink import (
    Ink,
    Line,
    box,
    cells,
    columns,
    crop,
    cut,
    fit,
    flow,
    paragraph,
    row_of_boxes,
    rule,
)
from moontui.draw.scene import Scene
from moontui.draw.size import Size
from moontui.games.moonlight.grid import (
    Grid,
    Space,
    extent,
    label,
    moons,
    teller_of,
    who,
)
from moontui.games.moonlight.teller import POWER_PAGE, key_of


class Land(Zone):
    """The land, the score of its rows, and both packs; between rounds, what there is to gain."""

    room = Space()

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        prompt = gained(scene)
        if prompt:
            return self.gains(scene, prompt, width)
        grid = Grid(scene, self.room.places(extent(scene).height))
        account = table.account or tally(table.tops(), table.powers)
        lines = grid.lines()
        left = columns(lines, cells(lines[0]), grid.row_sums(account), gap=0)
        size = cells(lines[0]) + 10
        side = self.standing(scene, table, account, width - size - 1)
        return columns(left, size, side)

    def place(self, cell: int) -> Region | None:
        """Where on the screen a place is drawn; None: it is not."""
        scene = self.scene
        if scene is None or not self.size.width:
            return None
        box, (row, column) = extent(scene), divmod(cell, SIDE)
        width, height = self.room.places(box.height)
        if not (box.top <= row <= box.bottom and box.left <= column <= box.right):
            return None
        corner = self.content_region.offset
        x, y = (column - box.left) * (width + 1) + 1, (row - box.top) * (height + 1) + 1
        return Region(corner.x + x, corner.y + y, width, height)

    # ── beside the land ─────────────────────────────────────────────────────────────────────────

    def standing(self, scene: Scene, table: Table, account: Tally, width: int) -> list[Line]:
        """Both packs, the shape, the moons, and who would win if the game ended now."""
        one, two = teller_of(scene).sides()
        lines = [*self.pack(scene, table, two, width), *self.pack(scene, table, one, width)]
        lines.append([Ink(label(scene, f"shape_{table.shape or 'open'}"), "dim")])
        counts, winner = account.moons, account.moon_winner
        gain = "" if winner is None else f"  {who(scene, winner)} +{MOON_POINTS}"
        text = f"{label(scene, 'moons')} {counts[one]} : {counts[two]}{gain}"
        lines.append([Ink(cut(text, width))])
        if not table.land:
            return lines
        points = account.points
        head = f"{label(scene, 'now')} {points[one]} : {points[two]}"
        lines.append([Ink(cut(head, width), "strong")])
        name = "" if account.winner is None else who(scene, account.winner)
        style = "" if account.winner is None else "good" if account.winner == scene.me else "bad"
        lines.append([Ink(cut(label(scene, f"by_{account.reason}", who=name), width), style)])
        return lines

    def pack(self, scene: Scene, table: Table, seat: Seat, width: int) -> list[Line]:
        """One player: name, Mountain, hand, deck, power and Lone Wolves."""
        signs = scene.look.symbols
        turn = seat == table.active and not table.ending
        mark = signs.turn if turn else " "
        mountain = signs.shown * table.won[seat] + signs.hidden * (table.goal - table.won[seat])
        name = fit(scene.name(seat), min(10, width - 8))
        style = "mine" if seat == scene.me else "strong"
        held = len(table.hands[seat]) + (len(table.lifted) if table.active == seat else 0)
        left = len(table.decks[seat])
        lines: list[Line] = [
            [Ink(mark, "gold"), Ink(f"{name} ", style), Ink(mountain, "gold")],
            [Ink(f" {label(scene, 'hand')} {held}  {label(scene, 'deck')} {left}")],
        ]
        known = [card for card in table.hands[seat] if card != HIDDEN]
        if seat != scene.me and known:  # in replays
            faces = " ".join(f"[{VALUE[card]}{moons(scene, card)}]" for card in known)
            lines.append([Ink(cut(f" {faces}", width), "gold")])
        power = table.powers[seat]
        if power is not None:
            state = self.state(scene, table, seat)
            text = f" {teller_of(scene).power(power)}: {state}"
            lines.append([Ink(cut(text, width), "gold", ("card", POWER_PAGE + power))])
        if table.lone[seat]:
            values = ", ".join(f"{VALUE[card]}{moons(scene, card)}" for card in table.lone[seat])
            target = ("card", kind_of(table.lone[seat][0]))
            lines.append([Ink(f" {label(scene, 'lone')} {values}", "dim", target)])
        return lines

    def state(self, scene: Scene, table: Table, seat: Seat) -> str:
        if table.powers[seat] not in AMBUSHES:
            return label(scene, "always")
        return label(scene, "used" if table.used[seat] else "ready")

    # ── between rounds ──────────────────────────────────────────────────────────────────────────

    def gains(self, scene: Scene, prompt: str, width: int) -> list[Line]:
        """What may be chosen between rounds, and what it does; both players see it, one chooses."""
        table: Table = scene.view.state
        values = [int(kind) for kind in LONE] if prompt == "lone" else table.offer
        lines = [rule(scene.look.symbols.plain, width, label(scene, f"choose_{prompt}"))]
        for value in values:
            choice = Choice(prompt, value)
            key = scene.keys.get(choice, "")
            lines += self.gain(scene, choice, f"[{key}] " if key else "", width)
        return lines

    def gain(self, scene: Scene, choice: Choice, key: str, width: int) -> list[Line]:
        picked, signs = choice == scene.picked, scene.look.symbols
        page = choice.value + (POWER_PAGE if choice.verb == "power" else 0)
        target = choice if key else ("card", page)
        name = f"{scene.teller.choice(choice)} "
        title = [Ink(key, "key", target), Ink(name, "pick" if picked else "strong", target)]
        body = [[Ink(" "), *line] for line in paragraph(scene.teller.explain(choice), width - 4)]
        if self.room.height < 23:
            return [[Ink(" "), *title], *([Ink("   "), *line] for line in body)]
        frame = signs.strong if picked else signs.plain
        return box(frame, width, body, title, style="gold" if picked else "rule", target=target)


def gained(scene: Scene) -> str:
    """What is being chosen between rounds: `lone` or `power`; empty: nothing right now."""
    prompts = {ask.prompt for ask in scene.view.waiting}
    return next((prompt for prompt in ("lone", "power") if prompt in prompts), "")


class Wolves(Zone):
    """The player's own hand; the wolf that was picked up stands out."""

    room = Space()

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        table: Table = scene.view.state
        if gained(scene):
            return []
        if scene.me is None:
            return [self.words_instead(scene, "watching", None)]
        if scene.covered:
            return [self.words_instead(scene, "covered", "cover")]
        lifted = table.lifted if table.active == scene.me else []
        cards = sorted([*table.hands[scene.me], *lifted])
        if not cards:
            return [self.words_instead(scene, "no_hand", None)]
        up = lifted[0] if lifted else 0
        if scene.look.cards == "compact" or self.room.folds(extent(scene).height):
            return self.row(scene, cards, up, width)
        size = min(17, (width - len(cards) + 1) // len(cards))
        return row_of_boxes([self.card(scene, card, up, size) for card in cards], " ")

    def words_instead(self, scene: Scene, key: str, target: str | None) -> Line:
        return [Ink(f" {label(scene, key)}", "dim", target)]

    def row(self, scene: Scene, cards: list[int], up: int, width: int) -> list[Line]:
        """One line with all wolves, where rows are scarce."""
        pieces = []
        for card in cards:
            choice = scene.offers("wolf", kind_of(card))
            key = f"[{scene.keys[choice]}]" if choice else ""
            target = choice or ("card", kind_of(card))
            style = "pick" if card == up or (choice and choice == scene.picked) else "strong"
            mark = scene.look.symbols.turn if card == up else ""
            name = f"{mark}{face(scene, card)} "
            pieces.append([Ink(key, "key", target), Ink(name, style, target)])
            up = 0 if card == up else up  # only one of two identical wolves
        head: Line = [Ink(f"{label(scene, 'wolves')} ", "dim")]
        return [crop(line, width) for line in flow([head, *pieces], width)]

    def card(self, scene: Scene, card: int, up: int, width: int) -> list[Line]:
        signs, kind = scene.look.symbols, kind_of(card)
        choice = scene.offers("wolf", kind)
        picked = card == up or (choice is not None and choice == scene.picked)
        key = [Ink(f"[{scene.keys[choice]}]", "key")] if choice is not None else []
        gist = scene.look.words.say("gists", key_of(card))
        body: list[Line] = [
            [Ink(f" {face(scene, card)}", "mine" if picked else "strong")],
            [Ink(f" {cut(gist, width - 3)}", "dim")],
        ]
        frame = signs.strong if picked else signs.faint if up else signs.plain
        style = "gold" if picked else "rule"
        return box(frame, width, body, key, style=style, target=choice or ("card", kind))


def face(scene: Scene, card: int) -> str:
    """A wolf in a few cells: its value, its moons, and whether it is a Lone Wolf."""
    signs = f"{VALUE[card]}{' ' if MOONS[card] else ''}{moons(scene, card)}"
    return f"{signs} {label(scene, 'lone')}" if kind_of(card) in LONE else signs


class MoonlightBoard(Board):
    """The land above, the player's own wolves below."""

    def compose(self) -> ComposeResult:
        yield Land(id="land")
        yield Wolves(id="wolves")

    def make_room(self, size: Size) -> None:
        for zone in (self.query_one(Land), self.query_one(Wolves)):
            zone.room = Space(size.columns, size.rows)
            zone.redraw()

    def journey(self, event: Event) -> tuple[str, Region, Region] | None:
        """A wolf on its way to its place, from the hand or from the other pack."""
        scene = self.scene
        if scene is None or event.kind not in scene.teller.PLAYS:
            return None
        land, hand = self.query_one(Land), self.query_one(Wolves)
        start = hand if event.seat == scene.me else land
        end = land.place(event.number)
        return (f"[{VALUE[event.cards[0]]}]", start.content_region, end) if end else None
