"""One Night's table: the order of the night, the grid of claims, and the truth at the end."""

from __future__ import annotations

from textual.app import ComposeResult

from engine.core import HIDDEN, Seat
from engine.games.onenight.contradictions import clashes, latest, marks
from engine.games.onenight.hindsight import is_lie
from engine.games.onenight.roles import slots_of
from engine.games.onenight.state import Claim, Village
from moontui.app.widgets.board import Board, Zone
from moontui.draw.ink import Ink, Line, cells, columns, crop, cut, fit, flow, paragraph, rule
from moontui.draw.scene import Scene
from moontui.draw.size import Size
from moontui.games.onenight.ending import percent
from moontui.games.onenight.teller import OneNightTeller
from moontui.words.names import SEAT_LETTERS

NIGHT = ("night", "night_second")
WIDE = 110
"""From this many columns, the notebook is shown beside the log."""
TALL = 28
"""From this many rows, more findings are shown."""
LOW, MANY = 23, 7
"""With fewer rows and more players than these, only the grid and the question are shown."""
DEEDS = ("saw", "robbed", "swapped", "took", "copied", "woke")
"""What the grid lists as done or seen."""


def label(scene: Scene, key: str, **values: object) -> str:
    return scene.look.words.say("board", key, **values)


def teller_of(scene: Scene) -> OneNightTeller:
    assert isinstance(scene.teller, OneNightTeller)
    return scene.teller


def is_night(scene: Scene) -> bool:
    waiting = scene.view.waiting
    return bool(waiting) and waiting[0].prompt in NIGHT


class CardSet(Zone):
    """Which cards are in the set, known to all."""

    rows = 23

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        village: Village = scene.view.state
        if crowded(village, self.rows) and not is_night(scene):
            return []
        head = Ink(f"{scene.look.words.say('worth_knowing', 'set')} ", "strong")
        for form in ("names", "short"):
            names = teller_of(scene).set_of_cards(village.roles, form)
            pieces: list[Line] = [[head], *([Ink(name)] for name in names)]
            lines = flow(pieces, width)
            if len(lines) == 1:
                break
        return lines


def crowded(village: Village, rows: int) -> bool:
    """Whether there is room only for the grid and the question."""
    return rows < LOW and village.seats > MANY


class Night(Zone):
    """Who is called when, and what the player may do or has seen."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        if not is_night(scene):
            return []
        village: Village = scene.view.state
        left = self.order(scene, village)
        size = 24
        right = self.own(scene, village, width - size - 2)
        head = [
            Ink(fit_rule(scene, label(scene, "order"), size), "rule"),
            Ink(scene.look.symbols.join, "rule"),
            *rule(scene.look.symbols.plain, width - size - 1, self.title(scene, village)),
        ]
        edge = Ink(f"{scene.look.symbols.between} ", "rule")
        rows = max(len(left), len(right))
        right = [[edge, *line] for line in (*right, *([] for _ in range(rows - len(right))))]
        return [head, *columns(left, size, right, gap=0)]

    def order(self, scene: Scene, village: Village) -> list[Line]:
        teller, signs = teller_of(scene), scene.look.symbols
        now = scene.view.waiting[0].number
        lines: list[Line] = []
        passed = True
        for slot in slots_of(village.roles):
            passed = passed and slot != now
            mark = signs.turn if slot == now else signs.yes if passed else " "
            style = "strong" if slot == now else "dim" if passed else ""
            lines.append([Ink(f" {mark} ", "gold"), Ink(teller.slot(slot), style)])
        return lines

    def title(self, scene: Scene, village: Village) -> str:
        if scene.me is None or scene.covered or village.dealt[scene.me] == HIDDEN:
            return ""
        role = teller_of(scene).card(village.dealt[scene.me]).upper()
        return label(scene, "your_card", role=role)

    def own(self, scene: Scene, village: Village, width: int) -> list[Line]:
        """The player's own card, and what the night has shown so far."""
        if scene.me is None or village.dealt[scene.me] == HIDDEN:
            return [[Ink(label(scene, "asleep_all"), "dim")]]
        if scene.covered:
            return [[Ink(label(scene, "covered"), "dim")]]
        teller = teller_of(scene)
        lines = paragraph(teller.text(village.dealt[scene.me]), width - 1)
        for told in teller.night_log(scene.view)[1:]:
            lines += paragraph(told, width - 1, "good")
        return [*lines, [], *paragraph(label(scene, "dream"), width - 1, "dim")]


def fit_rule(scene: Scene, title: str, width: int) -> str:
    return rule(scene.look.symbols.plain, width, title)[0].text


class Grid(Zone):
    """Who claims to have been what and done what, and whose claims clash; at the end, the truth."""

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        village: Village = scene.view.state
        if is_night(scene):
            return []
        sizes = self.sizes(scene, width)
        lines = [self.heading(scene, village, sizes, width)]
        clashing = marks(village)
        lines += [
            crop(self.row(scene, village, seat, sizes, clashing[seat]), width)
            for seat in village.everyone()
        ]
        if village.ended:
            cards = ", ".join(teller_of(scene).card(c) for c in village.cards[village.seats :])
            lines.append([Ink(f" {label(scene, 'center_after', cards=cards)}", "dim")])
        return lines

    def sizes(self, scene: Scene, width: int) -> tuple[int, int, int, int]:
        """Widths of seat, role, deeds and the rest."""
        seat = 17 if width >= 78 else 12
        role = 13
        rest = 28 if scene.view.state.ended else 15
        return seat, role, max(10, width - seat - role - rest - 4), rest

    def heading(
        self, scene: Scene, village: Village, sizes: tuple[int, int, int, int], width: int
    ) -> Line:
        keys = ("seat", "was", "did", "truth" if village.ended else "now")
        signs = scene.look.symbols
        text = ""
        for key, size in zip(keys, sizes, strict=True):
            cell = fit_rule(scene, cut(label(scene, key), size - 4), size)
            text += cell + (signs.join if key != keys[-1] else "")
        across = signs.plain.across
        return [Ink(cut(text, width) + across * (width - cells([Ink(text)])), "rule")]

    def row(
        self,
        scene: Scene,
        village: Village,
        seat: Seat,
        sizes: tuple[int, int, int, int],
        clashing: set[int],
    ) -> Line:
        teller = teller_of(scene)
        choice = scene.offers("vote", seat) or scene.offers("seat", seat)
        target = choice or ("seat", int(seat))
        picked = choice is not None and choice in (scene.picked, scene.held)
        edge = Ink(scene.look.symbols.between, "rule")
        live = village.live_claims()
        was = latest(live, seat, "was")
        role = teller.card(was.values[0], "short") if was is not None else label(scene, "nobody")
        lied = village.ended and was is not None and is_lie(village, was)
        deeds = self.deeds(scene, live, seat)
        return [
            *self.who(scene, village, seat, sizes[0], "pick" if picked else "", target),
            edge,
            Ink(fit(role, sizes[1]), "bad" if lied else "", target),
            edge,
            Ink(fit(deeds, sizes[2]), "", target),
            edge,
            *self.rest(scene, village, seat, clashing, sizes[3], target),
        ]

    def who(
        self, scene: Scene, village: Village, seat: Seat, width: int, style: str, target: object
    ) -> Line:
        asked = any(ask.seat == seat for ask in scene.view.waiting) and not village.ended
        mark = scene.look.symbols.turn if asked and not village.free else " "
        if village.ended and seat in village.winners:
            mark = scene.look.symbols.token
        tag = self.tag(scene, seat)
        name = fit(scene.name(seat), width - 3 - cells([Ink(tag)]) - (1 if tag else 0))
        own = style or ("mine" if seat == scene.me else "")
        return [
            Ink(mark, "gold", target),
            Ink(f"{SEAT_LETTERS[seat]} ", style or "key", target),
            Ink(name, own, target),
            Ink(f" {tag}" if tag else "", "dim", target),
        ]

    def tag(self, scene: Scene, seat: Seat) -> str:
        player = scene.players[seat]
        if seat == scene.me:
            return scene.look.words.say("you")
        if player.away or player.stand_in:
            return label(scene, "away")
        return label(scene, "bot") if player.kind == "bot" else ""

    def deeds(self, scene: Scene, live: list[Claim], seat: Seat) -> str:
        """What a player claims to have done and seen, the latest of each kind."""
        found = [latest(live, seat, kind) for kind in DEEDS]
        talk = teller_of(scene).talk
        return ", ".join(talk.deed(claim) for claim in found if claim is not None) or "-"

    def rest(
        self,
        scene: Scene,
        village: Village,
        seat: Seat,
        clashing: set[int],
        width: int,
        target: object,
    ) -> Line:
        """By day, what a player claims to be now and their planned vote; at the end, the truth."""
        teller = teller_of(scene)
        if village.ended:
            dealt = teller.card(village.dealt[seat], "short")
            now = teller.card(village.counts_as(seat), "short")
            text = now if dealt == now else f"{dealt} {scene.look.symbols.turn} {now}"
            style = "dim" if seat in village.dead else ""
            dead = f" {label(scene, 'died')}" if seat in village.dead else ""
            return [Ink(cut(text, width - len(dead)), style), Ink(dead, "bad")]
        live = village.live_claims()
        now_claim, vote = latest(live, seat, "now"), latest(live, seat, "will_vote")
        text = teller.card(now_claim.values[0], "short") if now_claim is not None else ""
        if not text and vote is not None:
            text = label(scene, "votes", who=scene.name(vote.values[0]))
        letters = "".join(SEAT_LETTERS[other] for other in sorted(clashing))
        mark = f" x{letters}" if letters else ""
        return [
            Ink(fit(text, width - len(mark)), "", target),
            Ink(mark, "bad", target),
        ]


class Findings(Zone):
    """Why claims cannot all be true, and what follows from them, where the table allows it."""

    rows = 23

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        village: Village = scene.view.state
        if is_night(scene) or village.ended or scene.notebook == "off" or scene.covered:
            return []
        if crowded(village, self.rows):
            return []
        most = 3 if self.rows >= TALL else 1 if village.seats > MANY else 2
        teller = teller_of(scene)
        speaker = {claim.number: claim.seat for claim in village.claims}
        pairs = {frozenset(speaker[n] for n in clash.numbers): clash for clash in clashes(village)}
        lines: list[Line] = []
        for clash in list(pairs.values())[-most:]:
            text = cut(teller.clash(village, clash), width - 4)
            lines.append([Ink(" x ", "bad"), Ink(text)])
        odds = scene.insight.odds
        if odds is not None and scene.notebook == "odds":
            told = ", ".join(
                f"{scene.name(seat)} {percent(odds.suspicion[seat])}"
                for seat in sorted(village.everyone(), key=lambda s: -odds.suspicion[s])
            )
            lines.append([Ink(cut(f" ? {told}", width - 1), "dim", "notes")])
        return lines or [[Ink(f"   {label(scene, 'no_clash')}", "dim")]]


class OneNightBoard(Board):
    """The set, the night or the grid, and the contradictions."""

    def compose(self) -> ComposeResult:
        yield CardSet()
        yield Night()
        yield Grid()
        yield Findings()

    def make_room(self, size: Size) -> None:
        self.notes_on_board = size.columns < WIDE
        for zone in (self.query_one(CardSet), self.query_one(Findings)):
            zone.rows = size.rows
            zone.redraw()
