"""Find a table: everything that answers nearby, and what to do if nothing does."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from moontui.app.screens.base import Heading, MoonScreen, Text, binding
from moontui.app.screens.offers import heading_line, offer_line
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.rows import Row, Rows
from moontui.client.call import HostTables, Wish
from moontui.client.nearby import Offer, tables_of
from moontui.client.place import PORT
from moontui.draw.ink import Ink
from net.lan.announcement import Found
from net.text import clean

AGAIN = 5.0
"""Seconds after which hosts are asked for their tables again."""
SOON = 1.5
"""Seconds without a table after which the player is told why."""


class FindScreen(MoonScreen[None]):
    """All tables nearby, live."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("w", "watch", "watch"),
        binding("m", "claim", "claim"),
        binding("c", "code", "by_code"),
        binding("d", "doctor", "doctor"),
        binding("n", "new_table", "new_table"),
    ]

    DEFAULT_CSS = """
    FindScreen {
        & > Rows { height: 1fr; }
        & > #advice { height: auto; margin: 1 0; }
    }
    """

    def __init__(self, watch: bool = False) -> None:
        super().__init__()
        self.watches = watch
        """Whether Enter watches instead of sitting down."""
        self.offers: dict[object, Offer] = {}
        self.waited = False

    def compose(self) -> ComposeResult:
        yield Heading("find")
        yield Rows()
        yield Text(id="advice", style="dim")
        yield Keys()

    def on_mount(self) -> None:
        self.show_offers()
        self.query_one(Rows).focus()
        self.set_timer(SOON, self.wait_no_longer)
        self.set_interval(AGAIN, self.look_again)

    def wait_no_longer(self) -> None:
        self.waited = True
        self.show_offers()

    def look_again(self) -> None:
        if self.app.screen is self:
            self.moon.scout.ask_around(anew=True)

    # ── rows ────────────────────────────────────────────────────────────────────────────────────

    def show_offers(self) -> None:
        if not self.query(Rows):
            return
        app, words, rows = self.moon, self.words, self.query_one(Rows)
        width = max(40, self.app.size.width - 4)
        before = rows.value
        self.offers = {offer.key: offer for offer in app.scout.offers}
        lines = [Row(offer_line(app, offer, width), key) for key, offer in self.offers.items()]
        if isinstance(before, tuple) and before not in self.offers:
            lines.append(Row([Ink(words.say("home", "gone"), "dim")], before))
        head = [Row(heading_line(words, width))] if lines else []
        rows.show([*head, *lines])
        rows.display = bool(lines)
        if lines and self.focused is None:
            rows.focus()
        self.query_one("#advice", Text).tell(*self.advice())
        self.refresh_bindings()

    def advice(self) -> list[str]:
        """Why nothing is found, and what to do about it."""
        words = self.words
        if self.offers:
            return []
        if not self.waited:
            return [words.say("find", "looking")]
        trouble = clean(self.moon.scout.trouble, 200)
        why = [words.say("find", "why"), *([trouble] if trouble else [])]
        return [words.say("find", "nothing"), "", *why, "", words.say("find", "way_out")]

    def on_resize(self) -> None:
        self.show_offers()

    def retell(self) -> None:
        self.show_offers()
        super().retell()

    # ── ways ────────────────────────────────────────────────────────────────────────────────────

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("watch", "claim"):
            return self.is_mounted and self.query_one(Rows).value in self.offers
        return action not in ("code", "doctor") or self.moon.reach.powers.can_dial

    def on_rows_moved(self) -> None:
        self.refresh_bindings()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        self.visit(event.value, self.watches)

    def action_watch(self) -> None:
        self.visit(self.query_one(Rows).value, watch=True)

    def action_claim(self) -> None:
        offer = self.offers.get(self.query_one(Rows).value)
        if offer is not None:
            self.moon.go(self.moon.ways.visit(offer.place, Wish(claim="")))

    def visit(self, value: object, watch: bool) -> None:
        offer = self.offers.get(value)
        if offer is not None:
            table = offer.table.table if offer.table is not None else ""
            self.moon.go(self.moon.ways.visit(offer.place, Wish(table, watch)))

    def action_code(self) -> None:
        self.moon.go(self.moon.ways.join(wish=Wish(watch=self.watches)))

    def action_doctor(self) -> None:
        self.app.push_screen(DoctorScreen())

    def action_new_table(self) -> None:
        from moontui.app.screens.new_table import NewTableScreen

        self.app.push_screen(NewTableScreen())


class HostScreen(MoonScreen[None]):
    """The tables of one host, and a way to open another."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("w", "watch", "watch"),
        binding("m", "claim", "claim"),
        binding("n", "new_table", "new_table"),
    ]

    def __init__(self, tables: HostTables) -> None:
        super().__init__()
        self.place = tables.place
        self.host = tables.host
        self.tables = tables.rows
        self.watches = tables.watch

    def compose(self) -> ComposeResult:
        yield Heading("host", self.host)
        yield Rows()
        yield Keys()

    def on_mount(self) -> None:
        self.show_rows()
        self.query_one(Rows).focus()
        self.set_interval(AGAIN, self.look_again)

    def show_rows(self) -> None:
        words, width = self.words, max(40, self.app.size.width - 4)
        place = self.place
        where = (self.host, place.address, place.port)
        host = Found(*where, 0, "", 0, 0, "1", False, place.tls, "", "typed")
        rows = [
            Row(offer_line(self.moon, Offer(host, table), width), ("table", table.table))
            for table in self.tables
        ]
        head = Row(heading_line(words, width))
        empty = Row([Ink(words.say("find", "no_tables"), "dim")])
        new = Row([Ink(words.say("find", "new_here"), "strong")], "new")
        self.query_one(Rows).show([*([head, *rows] if rows else [empty]), Row([]), new])

    def look_again(self) -> None:
        if self.app.screen is self:
            self.run_worker(self.ask(), exclusive=True)

    async def ask(self) -> None:
        heard = await tables_of(self.place, self.moon.reach.dial(self.place.address))
        if not heard.trouble:
            self.tables = heard.rows
            self.show_rows()

    def retell(self) -> None:
        self.show_rows()
        super().retell()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "watch":
            return self.is_mounted and isinstance(self.query_one(Rows).value, tuple)
        return True

    def on_rows_moved(self) -> None:
        self.refresh_bindings()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        self.visit(event.value, self.watches)

    def action_watch(self) -> None:
        self.visit(self.query_one(Rows).value, watch=True)

    def action_claim(self) -> None:
        self.moon.go(self.moon.ways.visit(self.place, Wish(claim="")))

    def action_new_table(self) -> None:
        from moontui.app.screens.new_table import NewTableScreen

        self.app.push_screen(NewTableScreen(self.place))

    def visit(self, value: object, watch: bool) -> None:
        match value:
            case "new":
                self.action_new_table()
            case ("table", str(table)):
                self.moon.go(self.moon.ways.visit(self.place, Wish(table, watch)))


class DoctorScreen(MoonScreen[None]):
    """What this machine finds wrong with itself."""

    def compose(self) -> ComposeResult:
        yield Heading("doctor")
        yield Text(id="findings")
        yield Keys()

    def on_mount(self) -> None:
        self.query_one(Text).tell(self.words.say("find", "examining"))
        self.run_worker(self.examine())

    async def examine(self) -> None:
        from moontui.commands.doctor import findings

        lines: list[str] = []
        port = self.moon.own.port or PORT
        async for finding in findings(self.words, self.moon.data, port):
            lines += [finding.text, ""]
            self.query_one(Text).tell(*lines, self.words.say("find", "examining"))
        self.query_one(Text).tell(*lines)
