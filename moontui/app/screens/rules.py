"""The rules and every card, shown over whatever screen the player was on."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from moontui.app.screens.base import Heading, MoonScreen, binding
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.reader import Block, Reader
from moontui.app.widgets.rows import Row, Rows
from moontui.app.widgets.search_list import Findable, SearchList
from moontui.client.lessons import has_lesson
from moontui.client.session import Session
from moontui.draw.easel import Easel
from moontui.draw.ink import Ink, Line, cells, paragraph
from moontui.draw.scene import Look
from moontui.draw.size import Class
from moontui.games import FACES, first_playable, playable
from moontui.words.catalogue import Catalogue
from moontui.words.teller import CONTESTED, CardPage, Teller, teller_for

KEYS_PAGE = ("page", "keys")


class RulesScreen(MoonScreen[None]):
    """Sections of the rules and cards on one side, their text on the other."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("pagedown", "turn(1)", "page_on", priority=True),
        binding("pageup", "turn(-1)", "page_back", show=False, priority=True),
        binding("tab,shift+tab", "other_side", "other_side", show=False),
    ]

    DEFAULT_CSS = """
    RulesScreen {
        & > #sides { height: 1fr; layout: horizontal; }
        & SearchList { width: 30; border-right: solid $secondary; }
        & > #sides.-narrow { layout: vertical; }
        & > #sides.-narrow SearchList {
            width: 1fr; height: 8; border-right: none; border-bottom: solid $secondary;
        }
        &.-plain SearchList { border-right: ascii $secondary; }
        &.-plain > #sides.-narrow SearchList {
            border-right: none; border-bottom: ascii $secondary;
        }
    }
    """

    def __init__(
        self,
        card: int | None = None,
        session: Session | None = None,
        page: str = "",
        game: str = "",
        rule: str = "",
    ) -> None:
        super().__init__()
        self.session = session
        self.game = session.game if session is not None else game
        self.first = (
            ("card", card)
            if card is not None
            else ("rule", rule)
            if rule
            else ("page", page)
            if page
            else None
        )
        """What is shown at first."""

    def compose(self) -> ComposeResult:
        yield Heading("rules")
        with Container(id="sides"):
            yield SearchList(one_click=True)
            yield Reader()
        yield Keys()

    def on_mount(self) -> None:
        wishes = (self.moon.session.game if self.moon.session else "", self.moon.settings.game)
        if self.session is None:
            self.game = first_playable(self.game, *wishes)
        self.make_room()
        self.tell()
        if self.first is not None:
            self.finder.put_cursor(self.first)
        self.finder.focus()
        self.read()

    # ── parts ───────────────────────────────────────────────────────────────────────────────────

    @property
    def finder(self) -> SearchList:
        return self.query_one(SearchList)

    @property
    def reader(self) -> Reader:
        return self.query_one(Reader)

    @property
    def catalogue(self) -> Catalogue:
        return self.moon.words_for(self.game)

    @property
    def teller(self) -> Teller:
        if self.session is not None and self.session.view is not None:
            return self.session.teller
        here = self.session or self.moon.session
        options = here.options if here is not None and here.game == self.game else None
        return teller_for(self.game, self.catalogue, (), None, (), options)

    def tell(self) -> None:
        """Write the list, in the words of the language and the game."""
        words = self.catalogue
        self.query_one(Heading).say(words.title)
        finder = self.finder
        finder.hint = words.say("finder", "hint")
        finder.nothing = words.say("finder", "nothing")
        finder.mentions = words.say("finder", "mentions")
        finder.fill([*self.sections(words), *self.cards(words), *self.games(words)])

    def sections(self, words: Catalogue) -> list[Findable]:
        entries = [heading_row(words.say("rules_screen", "sections"))]
        for key in words.parts("rules"):
            name = words.say("rules", key, "heading")
            text = self.teller.section(key)
            entries.append(Findable(Row([Ink(name)], ("rule", key)), name, text))
        for key in words.parts("pages"):
            name = words.say("pages", key, "heading")
            entries.append(
                Findable(Row([Ink(name)], ("page", key)), name, words.say("pages", key, "text"))
            )
        if has_lesson(self.game) and self.moon.session is None:
            name = words.say("learn", "rules_row")
            entries.append(Findable(Row([Ink(name)], ("learn", self.game)), name))
        return entries

    def cards(self, words: Catalogue) -> list[Findable]:
        entries = [heading_row(words.say("rules_screen", "cards"))]
        for page in self.teller.cards():
            copies = f" x{page.copies}" if page.copies > 1 else ""
            line = [Ink(f"{page.value:>2} ", "key"), Ink(page.name), Ink(copies, "dim")]
            entries.append(
                Findable(
                    Row(line, ("card", page.card)),
                    f"{page.value} {page.name}",
                    " ".join((page.text, *page.rulings)),
                )
            )
        return entries

    def games(self, words: Catalogue) -> list[Findable]:
        """Rows that lead to the rules of other games."""
        others = [game for game in playable() if game != self.game and self.session is None]
        if not others:
            return []
        entries = [heading_row(words.say("rules_screen", "games"))]
        for game in others:
            name = self.moon.words_for(game).title
            entries.append(Findable(Row([Ink(name)], ("game", game)), name))
        return entries

    # ── the page ────────────────────────────────────────────────────────────────────────────────

    def read(self, keep: bool = False) -> None:
        """Show the page for the row the cursor is on."""
        match self.finder.value:
            case ("rule", str(key)):
                heading = self.catalogue.say("rules", key, "heading")
                blocks = self.section(heading, self.teller.section(key))
            case ("page", str(key)):
                words = self.catalogue
                heading = words.say("pages", key, "heading")
                blocks = self.section(heading, words.say("pages", key, "text"))
                if key == KEYS_PAGE[1]:
                    blocks += self.keys_below()
            case ("card", int(card)):
                page = next(page for page in self.teller.cards() if page.card == card)
                blocks = self.card(page)
            case ("learn", _):
                words = self.catalogue
                blocks = self.section(words.say("learn", "rules_row"), words.say("learn", "about"))
            case _:
                blocks = []
        self.reader.read(blocks, keep)

    def section(self, heading: str, text: str) -> list[Block]:
        blocks = [Block(heading, "mine")]
        for line in text.strip().splitlines():
            blocks += [Block(""), self.ruling(line, False)]
        return blocks + (self.legend() if CONTESTED in text else [])

    def legend(self) -> list[Block]:
        """What the mark of contested points means."""
        mark = self.moon.symbols.contested
        return [Block(""), Block(self.catalogue.say("rules_screen", "contested", mark=mark), "dim")]

    def ruling(self, text: str, listed: bool = True) -> Block:
        """A paragraph; one that could be read differently is marked."""
        signs = self.moon.symbols
        if text.startswith(CONTESTED):
            return Block(text.removeprefix(CONTESTED).strip(), "", signs.contested, 2)
        text = text.replace(CONTESTED, signs.contested)
        return Block(text, "", "-" if listed else "", 2 if listed else 0)

    def card(self, page: CardPage) -> list[Block]:
        words = self.catalogue
        name = f"{page.value} {page.name}" if page.value else page.name
        value = words.say("rules_screen", "value", value=page.value) if page.value else ""
        copies = words.say(
            "rules_screen", "copies" if page.copies > 1 else "one_copy", count=page.copies
        )
        facts = ", ".join(fact for fact in (value, copies) if fact)
        look = self.moon.look(self.game)
        blocks = [
            Block(name, "mine"),
            Block(facts, "dim"),
            Block(page.text, drawn=lambda width: large_card(look, self.game, page, width)),
            *self.now(page.card),
            *self.whereabouts(page.card),
        ]
        blocks += [Block(""), Block(words.say("rules_screen", "rulings"), "rule")]
        blocks += [self.ruling(ruling) for ruling in page.rulings]
        contested = any(ruling.startswith(CONTESTED) for ruling in page.rulings)
        return blocks + (self.legend() if contested else [])

    def now(self, card: int) -> list[Block]:
        """What it would do if it were played now, as far as there is something to say."""
        session = self.session
        view = session.view if session is not None else None
        hidden = getattr(self.moon.table_screen(), "covered", False)
        if session is None or view is None or view.ask is None or hidden:
            return []
        teller, told = session.teller, list[str]()
        for choice in view.ask.choices:
            if choice.verb in teller.CARD_VERBS and choice.value == card:
                told.append(teller.sentence(view.ask, choice, view))
                told += [teller.remark(view, choice), teller.caution(view, choice)]
                told.append(teller.warning(view, choice))
        told = list(dict.fromkeys(text for text in told if text))
        if not told:
            return []
        title = Block(self.catalogue.say("rules_screen", "now"), "rule")
        return [Block(""), title, *(Block(text, "", "-", 2) for text in told)]

    def whereabouts(self, card: int) -> list[Block]:
        """Where the copies are, as far as this seat knows."""
        session, words = self.session, self.catalogue
        if session is None or session.view is None:
            return []
        heading = [Block(""), Block(words.say("rules_screen", "where"), "rule")]
        if getattr(self.moon.table_screen(), "covered", False):
            return [*heading, Block(words.say("panels", "covered"), "dim")]
        counting = session.room is not None and session.room.notebook != "off"
        lines = session.teller.whereabouts(session.view, card, counting)
        lines = lines or [words.say("where", "nowhere")]
        return [*heading, *(Block(line, "", "-", 2) for line in lines)]

    def keys_below(self) -> list[Block]:
        """The keys of the screen from which help was opened."""
        stack, words = self.app.screen_stack, self.words
        below = stack[stack.index(self) - 1]
        found: dict[str, tuple[list[str], str]] = {}
        for active in below.active_bindings.values():
            bound = active.binding
            name = bound.description or bound.id or ""
            if words.has("tips", name):
                keys, _ = found.setdefault(bound.action, ([], words.say("tips", name)))
                keys.append(self.app.get_key_display(bound))
        blocks = [Block("")]
        for keys, tip in found.values():
            blocks.append(Block(tip, "", " ".join(dict.fromkeys(keys)), 14))
        return blocks

    # ── events ──────────────────────────────────────────────────────────────────────────────────

    def make_room(self) -> None:
        self.query_one("#sides").set_class(self.app.size.width < 76, "-narrow")
        self.set_class(self.moon.settings.symbols == "ascii", "-plain")

    def on_resize(self, event: events.Resize) -> None:
        self.make_room()

    def retell(self) -> None:
        self.make_room()
        self.tell()
        self.read(keep=True)
        super().retell()

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self.read()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        match event.value:
            case ("learn", str(game)):
                self.moon.go_home()
                self.moon.learn(game)
            case ("game", str(game)):
                self.game = game
                self.tell()
                self.read()
            case _ if self.reader.is_mounted:
                self.action_other_side()

    def action_turn(self, pages: int) -> None:
        self.reader.action_scroll_text(pages * self.reader.page)

    def action_other_side(self) -> None:
        (self.finder if self.reader.has_focus else self.reader).focus()

    def action_help(self) -> None:
        """Do nothing: the player is already here."""


def large_card(look: Look, game: str, page: CardPage, width: int) -> list[Line]:
    """A card as it lies in the hand, large: its picture, its value and its text."""
    portray = FACES[game].portrait
    tools = Easel(look, game)
    wide, art = min(width, 74), list[Line]()
    paint = look.palette.chip
    if portray is not None:
        name, tint = portray()(look, page.card)
        large = look.size.is_large
        roomy = wide >= 40 and look.size.kind >= Class.S80
        size = (28, 9) if large and wide >= 60 else (18, 6) if roomy else (12, 4)
        if look.pictures:
            art = tools.picture(name, *size, tint if look.palette.colored else 0)
        if tint >= 0 and look.palette.colored:
            paint = look.palette.band(tint, 4)
    room = wide - (cells(art[0]) if art else 0) - 3
    text = paragraph(page.text, room)
    rows: list[Line] = [[], *text] if len(text) < len(art) else text
    card = tools.paper_card(wide, page.value, page.name.upper(), paint, art, rows, beside=True)
    return [[Ink(" "), *line] for line in card]


def heading_row(text: str) -> Findable:
    return Findable(Row([Ink(text, "rule")]))
