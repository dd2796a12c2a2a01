"""The strips around a board: header, question, log, notebook and the line of keys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from rich.cells import cell_len
from textual.reactive import reactive

from engine.core import Choice
from moontui.app.widgets.board import Zone
from moontui.app.widgets.pad import pad, shown_large
from moontui.app.widgets.sketch import Sketch
from moontui.client.session import Session
from moontui.draw.easel import Easel
from moontui.draw.ink import (
    Ink,
    Line,
    cells,
    crop,
    cut,
    ends,
    fit,
    flow,
    last_sentences,
    paragraph,
    rule,
    wrapped,
)
from moontui.draw.scene import Look, Scene
from moontui.words.chronicle import Chronicle, Entry
from net.lookalikes import turns_lines

LETTERS = 2
"""Rows for choices that stand below ready sentences."""
FEW = 22
"""Rows of a terminal below which none is given away."""


class Header(Zone):
    """The game, the table, how far the game has come, and whether it is the player's turn."""

    title = ""
    banner = ""

    def watch_scene(self, old: Scene | None, new: Scene | None) -> None:
        self.redraw()  # the banner is not part of the scene

    def tell(self, banner: str) -> None:
        """Say something else at the right end."""
        self.banner = banner
        self.redraw()

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        words = scene.look.words
        game = words.title.upper()
        turn = words.say("header", "turn", turn=scene.turn) if scene.turn else ""
        facts = [part for part in (scene.teller.status(scene.view), turn) if part]
        right = [Ink(f" {self.banner} ", "banner")] if self.banner else []
        name = Ink(f" {game}", "strong")
        table = [self.title] if self.title else []
        first, *rest = facts[0].split(", ")  # the last piece is the news, the middle can go
        forms: tuple[Callable[[], Line], ...] = (  # most often the first will do
            lambda: [name, *(Ink(f"   {part}") for part in table + facts)],
            lambda: [name, *(Ink(f"  {part}") for part in table + facts)],
            lambda: [name, *(Ink(f"  {part}") for part in facts)],
            lambda: [Ink(f" {'  '.join(facts)}")],
            lambda: [Ink(f" {facts[0]}")],
            lambda: [Ink(f" {', '.join([first, *rest[1:]])}")],
            lambda: [Ink(f" {first}")],
        )
        for form in forms:
            left = form()
            if cells(left) + cells(right) <= width:
                break
        return [ends(left, right, width)]


def time_left(seconds: int) -> str:
    """A time as a clock shows it."""
    return f"{seconds} s" if seconds < 60 else f"{seconds // 60}:{seconds % 60:02}"


def banner_of(session: Session, left: int, clock: int | None = None) -> str:
    """Whether something is wanted of the player, and how many seconds are left for it, by the
    window or by the player's own clock."""
    words, view, window = session.words, session.view, session.window
    asked = session.is_asked
    if session.lost:
        return words.say("header", "lost")
    if window is not None and session.seconds is not None:
        wanted = asked and window.held and session.held is None
        shown = time_left(left)
        return words.say("header", "window", left=shown) if wanted else shown
    if clock is not None and view is not None:
        key = "clock_runs" if asked else "clock_rests"
        return words.say("header", key, left=time_left(clock))
    if asked:
        return words.say("header", "your_turn")
    return words.say("header", "watching") if view is not None and view.seat is None else ""


class Prompt(Zone):
    """The question, the choices, and in full words what is about to be done."""

    notice = ""
    """A remark to be shown first, until the next key."""
    warning = ""
    """Why the answer needs to be confirmed."""
    foretells = True
    """Whether it says what the picked answer would lead to."""

    def watch_scene(self, old: Scene | None, new: Scene | None) -> None:
        if new is None or old is None or old.view.ask != new.view.ask:
            self.page = 0
        self.redraw()  # what it says depends on more than the scene

    on_board: Collection[Choice] = ()
    """What the board shows large enough for a thumb, on a phone."""
    page = 0
    """Which page of buttons is shown, where not all fit."""

    def draw(self, width: int, height: int) -> list[Line]:
        if self.scene is not None and self.scene.look.size.is_tall:
            return pad(self, self.scene, width)
        lines = super().draw(width, height)
        listed = self.scene is None or not self.scene.teller.ON_BOARD
        return [*lines, []] if listed and len(lines) < 2 else lines

    def ask(self, scene: Scene, board: Iterable[Zone]) -> None:
        """Show what is asked now; what the board shows large needs no button on a phone."""
        self.on_board = shown_large(board) if scene.look.size.is_tall else ()
        self.scene = scene

    def deeds(self) -> list[str]:
        """What Enter would do, in full and in a few words."""
        scene = self.scene
        if scene is None or scene.picked is None or scene.view.ask is None:
            return []
        return [self.sentence(scene, scene.picked), self.in_brief(scene, scene.picked)]

    def turn_page(self) -> None:
        self.page += 1
        self.redraw()

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        ask = scene.view.ask
        if self.notice:
            first: Line = [Ink(" ! ", "bad"), Ink(cut(self.notice, width - 4), "bad")]
        elif ask is None:
            first = [Ink(f"   {cut(scene.teller.waiting(scene.view), width - 4)}", "dim")]
        elif self.warning:
            text = scene.look.words.say("prompt", "risky") if scene.covered else self.warning
            first = [Ink(" ! ", "bad"), Ink(cut(text, width - 4), "bad")]
        elif scene.picked is not None:
            return [*self.about_to(scene, width), *self.choices(scene, width)]
        elif scene.held is not None:
            text = scene.look.words.say("prompt", "held", what=self.sentence(scene, scene.held))
            first = [Ink(" > ", "key"), Ink(cut(text, width - 4), "good")]
        else:
            first = [Ink(" > ", "key"), Ink(cut(self.question(scene), width - 4), "strong")]
            legend = self.legend(scene)
            if legend and cells(first) + cell_len(legend) + 3 <= width:
                first = ends(first, [Ink(f"{legend} ", "dim")], width)
        return [first, *self.choices(scene, width)]

    def legend(self, scene: Scene) -> str:
        """What the numbers behind the choices mean; empty: there are none."""
        words, key = scene.look.words, f"tallies_{scene.notebook}"
        counted = any(tally.startswith(":") for tally in self.tallies(scene).values())
        return words.say("prompt", key) if counted and words.has("prompt", key) else ""

    def sentence(self, scene: Scene, choice: Choice) -> str:
        """What an answer does, in full words, unless the cards are covered."""
        assert scene.view.ask is not None
        if scene.covered and (scene.teller.explain(choice) or choice not in scene.keys):
            return scene.look.words.say("unknown")
        return scene.teller.sentence(scene.view.ask, choice, scene.view)

    def question(self, scene: Scene) -> str:
        assert scene.view.ask is not None
        return scene.teller.prompt(scene.view.ask, scene.view)

    def tallies(self, scene: Scene) -> dict[Choice, str]:
        """What the notebook says about choices."""
        told = scene.notebook != "off" and not scene.covered
        return scene.teller.tallies(scene.view, scene.insight) if told else {}

    def about_to(self, scene: Scene, width: int) -> list[Line]:
        """The sentence that Enter makes true, whole, on as many lines as it needs."""
        assert scene.picked is not None
        sentence, remark = self.sentence(scene, scene.picked), self.remark(scene)
        caution = "" if scene.covered else scene.teller.caution(scene.view, scene.picked)
        enter = [*self.verdict(scene), Ink(" ")]
        room = width - 4 - cells(enter)
        if remark and not self.is_long(scene, remark, width):
            sentence = f"{sentence} {remark}"
        wide = width - 4
        longer = len(wrapped(sentence, max(4, room))) > len(wrapped(sentence, wide))
        if longer and scene.look.size.rows < FEW:
            enter, room = [], wide  # the row of keys says it too, and choices need the room
        sentence, *rest = wrapped(sentence, max(4, room))
        left = [Ink(" > ", "key"), Ink(sentence, "strong", "commit")]
        if caution:
            left.append(Ink(cut(f" {caution}", room - cell_len(sentence)), "bad", "commit"))
        more: list[Line] = [[Ink("   "), Ink(row, "strong", "commit")] for row in rest]
        return [ends(left, enter, width), *more]

    def remark(self, scene: Scene) -> str:
        """What the picked answer would lead to."""
        if scene.picked is None or scene.covered or not self.foretells:
            return ""
        return scene.teller.remark(scene.view, scene.picked)

    def is_long(self, scene: Scene, remark: str, width: int) -> bool:
        """Whether a remark needs a line of its own."""
        assert scene.picked is not None
        said = cell_len(self.sentence(scene, scene.picked)) + cells(self.verdict(scene))
        return said + cell_len(remark) > width - 6

    def verdict(self, scene: Scene) -> Line:
        """What can be done with the picked answer."""
        words = scene.look.words
        return [
            Ink(words.say("prompt", "enter"), "key", "commit"),
            Ink(" "),
            Ink(words.say("prompt", "escape"), "dim", "take_back"),
        ]

    def choices(self, scene: Scene, width: int) -> list[Line]:
        """The choices with their keys, and those that are impossible with the reason."""
        if scene.view.ask is None:
            return []
        tallies = self.tallies(scene)
        ready = [one for one in scene.teller.ready(scene.view) if one in scene.keys]
        listed = [one for one in scene.keys if one.verb not in scene.teller.ON_BOARD]
        pieces = [
            self.chip(scene, choice, scene.keys[choice], tallies.get(choice, ""))
            for choice in listed
            if choice not in ready
        ]
        if ready and len(flow(pieces, width - 2, indent="   ")) > LETTERS:
            pieces = [self.letter(scene, one) for one in listed if one not in ready]
        remark = self.remark(scene)
        alone = bool(remark) and self.is_long(scene, remark, width)
        told = wrapped(remark, width - 5) if alone else []
        if told:
            pieces.insert(0, [Ink(told[-1], "", "commit")])
        if self.warning and not self.notice:
            pieces.insert(0, self.verdict(scene))
        lines: list[Line] = []
        blocked = {} if alone else self.blocked(scene)  # there is no room for everything
        for reason, names in blocked.items():
            text = scene.look.words.say("prompt", "blocked", choice=", ".join(names), why=reason)
            if cell_len(text) < width - 5:
                pieces.append([Ink(text, "dim")])
            else:  # too much for one line
                rows = paragraph(text, width - 5, "dim")
                lines += [[Ink("   "), *row] for row in rows]
        above: list[Line] = [[Ink("   "), Ink(row, "", "commit")] for row in told[:-1]]
        whole = self.ready(scene, ready, width)
        return [*above, *whole, *flow(pieces, width - 2, indent="   "), *lines]

    def ready(self, scene: Scene, ready: Sequence[Choice], width: int) -> list[Line]:
        """Whole answers in two columns; what is too long for one is shown when it is picked."""
        wide = (width - 5) // 2
        shown: list[Line] = []
        for choice in ready:
            style = "pick" if choice == scene.picked else ""
            text = fit(self.in_brief(scene, choice), wide - 4)
            key = Ink(f"[{scene.keys[choice]}] ", style or "key", choice)
            shown.append([key, Ink(text, style, choice)])
        shown += [[]] * (len(shown) % 2)
        rows = zip(shown[::2], shown[1::2], strict=True)
        return [[Ink("   "), *left, Ink("  "), *right] for left, right in rows]

    def blocked(self, scene: Scene) -> dict[str, list[str]]:
        """By reason: what players may look for in vain; nobody expects to aim at themselves."""
        found: dict[str, list[str]] = {}
        for choice, reason in scene.view.blocked:
            if reason != "yourself":
                names = found.setdefault(scene.teller.reason(reason), [])
                names.append(scene.teller.choice(choice))
        return found

    def in_brief(self, scene: Scene, choice: Choice) -> str:
        """A choice in a few words, unless it is about a covered card."""
        hidden = scene.covered and scene.teller.explain(choice)
        return scene.look.words.say("unknown") if hidden else scene.teller.choice(choice)

    def letter(self, scene: Scene, choice: Choice) -> Line:
        """A choice beside ready sentences, where there is room for little more than its key."""
        style = "pick" if choice == scene.picked else ""
        key = Ink(f"{scene.keys[choice]} ", style or "key", choice)
        return [key, Ink(scene.teller.in_brief(choice), style, choice)]

    def chip(self, scene: Scene, choice: Choice, key: str, tally: str) -> Line:
        picked, name = choice == scene.picked, self.in_brief(scene, choice)
        style = "pick" if picked else "good" if choice == scene.held else ""
        if name == key:
            return [Ink(key, style or "key", choice), Ink(tally, style or "dim", choice)]
        return [Ink(f"[{key}] ", style or "key", choice), Ink(name + tally, style, choice)]


class Log(Sketch):
    """The last lines of the chronicle."""

    chronicle: reactive[Chronicle | None] = reactive(None, always_update=True, repaint=False)
    look: Look | None = None
    newest: Entry | None = None
    """The last turn, if hardly anything was said since."""
    back = 0
    """How many lines the view is scrolled back."""

    def __init__(self, title: str = "story", *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.title = title
        """What the heading says, as a message key."""

    def watch_chronicle(self) -> None:
        self.back = 0
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        if self.look is None or self.chronicle is None:
            return []
        turns = (entry for entry in self.chronicle.entries[:-5:-1] if entry.kind == "turn")
        self.newest = next(turns, None)
        tools = Easel(self.look)
        heading = [[Ink(" "), *tools.heading(self.look.words.say("panels", self.title), width - 2)]]
        if height < 3:
            heading = []  # the last line is worth more than the heading
        rows = max(0, height - len(heading))
        if rows == 1 and not self.back:
            return [*heading, *self.in_one_row(width)]
        aim = self.aim(width, height)
        if aim and len(heading) + len(aim) + 2 > height:
            heading = []  # what the story is about heads it as well
        heading, rows = [*heading, *aim], max(0, height - len(heading) - len(aim))
        lines: list[Line] = []
        wanted = rows + self.back
        first: list[Line] = []
        for entry in reversed(self.chronicle.entries):
            first = self.entry(entry, width) if not aim or entry.kind != "aim" else []
            lines = [*first, *lines]
            if len(lines) >= wanted:
                break
        end = len(lines) - min(self.back, max(0, len(lines) - rows))
        shown = lines[max(0, end - rows) : end]
        above = max(0, end - rows)
        if 0 < above < len(first) and entry.kind == "aim":  # half of it would say nothing
            return [*heading, *lines[len(first) : end]]
        if 0 < above < len(first) and entry.kind == "turn":  # its beginning is above
            room = len(first) - above
            shown = [*self.end_of(entry, room, width), *shown[room:]]
        return [*heading, *shown]

    def end_of(self, entry: Entry, rows: int, width: int) -> list[Line]:
        """A turn in the rows that are left for its end: in brief, or its last sentences, which say
        what came of it; if neither is short enough, the beginning of what is."""
        width, mark = width - 5, " "
        told = f"{entry.name}: {entry.text}" if entry.name else entry.text
        if not entry.name or len(wrapped(told, width)) > rows:
            last = last_sentences(entry.story, width, rows)
            told, mark = (last, "…") if len(wrapped(last, width)) <= rows else (told, " ")
        shown = paragraph(told, width, self.tone(entry), most=rows)
        heads = [f"{entry.turn or '':>3}{mark}", *["    "] * rows]
        return [[Ink(head, "faint"), *line] for head, line in zip(heads, shown, strict=False)]

    def aim(self, width: int, height: int) -> list[Line]:
        """What the game is about, which stays above the first turns: others may have theirs before
        the player has read a line."""
        if self.chronicle is None or self.back or not self.chronicle.is_young:
            return []
        entry = next((entry for entry in self.chronicle.entries if entry.kind == "aim"), None)
        lines = self.entry(entry, width) if entry is not None else []
        return lines if height - len(lines) >= 1 and height > 2 else []

    def entry(self, entry: Entry, width: int) -> list[Line]:
        if entry.kind == "round":
            return [[Ink(f" {cut(entry.name, width - 2)}", "gold")]]
        if entry.kind == "note":
            return [[Ink(" ! ", "gold"), *line] for line in paragraph(entry.text, width - 4)]
        if entry.kind == "chat":
            return self.chat(entry, width)
        if not entry.parts:
            return []
        head = f"{entry.turn:>3} " if entry.turn else "    "
        rows = paragraph(entry.story, width - cell_len(head) - 1, self.tone(entry))
        return [
            [Ink(head, "faint"), *rows[0]],
            *([Ink(" " * cell_len(head)), *row] for row in rows[1:]),
        ]

    def in_one_row(self, width: int) -> list[Line]:
        """The newest entry, briefly: half of a sentence would say nothing."""
        told = self.chronicle.entries if self.chronicle is not None else []
        worth = (one for one in reversed(told) if one.parts or one.kind == "round")
        entry = next((one for one in worth if one.kind != "aim"), None)
        if entry is None or entry.kind != "turn":
            return self.entry(entry, width)[:1] if entry is not None else []
        head = f"{entry.turn:>3} " if entry.turn else "    "
        brief = entry.text if cell_len(entry.story) > width - 5 else entry.story
        return [[Ink(head, "faint"), Ink(cut(brief, width - 5))]]

    def chat(self, entry: Entry, width: int) -> list[Line]:
        """What somebody said. Only its first row has the sign and the tag: the others are further
        in, so that no text can look like a line of somebody else."""
        tag = entry.name[: entry.name.find("]") + 1]
        rows = paragraph(f"{entry.name}: {entry.text}", width - 6 - cell_len(tag))
        lines: list[Line] = []
        for row in rows:
            text = "".join(ink.text for ink in row)
            end = f" {tag}" if turns_lines(text) else ""  # so that it cannot move its neighbors
            head = Ink("     " if lines else ' " ', "key")
            lines.append([head, Ink(text + end, "", entry.speaker)])
        return lines

    def tone(self, entry: Entry) -> str:
        """The newest turn is told aloud, older ones more softly."""
        return "" if entry is self.newest else "dim"

    def scroll(self, rows: int) -> None:
        self.back = max(0, self.back + rows)
        self.redraw()

    def on_mouse_scroll_up(self) -> None:
        self.scroll(1)

    def on_mouse_scroll_down(self) -> None:
        self.scroll(-1)


class Notebook(Zone):
    """What the player could keep in mind: cards left, and what is known of the hidden ones."""

    DEFAULT_CSS = "Notebook { height: 1fr; }"

    def draw(self, width: int, height: int) -> list[Line]:
        if not height or self.scene is None:
            return []
        return in_rows(super().draw(width, height), height, self.scene, width)

    def sketch(self, scene: Scene, width: int) -> list[Line]:
        return notebook(scene, width)


def notebook(scene: Scene, width: int) -> list[Line]:
    """A notebook to the right of something: its heading, the card counts, and the rest."""
    words, signs = scene.look.words, scene.look.symbols
    title = words.heard("panels", f"notebook_{scene.notebook}")
    heading: Line = [Ink(signs.join, "rule"), *rule(signs.plain, width - 1, title)]
    notes: list[str] = []
    if scene.covered:
        notes = [words.say("panels", "covered")]
    elif scene.notebook != "off":
        facts = scene.teller.notes(scene.view, scene.insight)
        notes = [*facts[-1:], *facts[:-1]]
    body = [line for note in notes for line in paragraph(note, width - 3)]
    edge = Ink(f"{signs.between} ", "rule")
    return [heading, *([edge, *crop(line, width - 2)] for line in body or [[]])]


def in_rows(lines: list[Line], rows: int, scene: Scene, width: int) -> list[Line]:
    """As much of a notebook as there is room for; a sign in the last line promises more."""
    if len(lines) <= rows:
        edge = lines[1][:1] if lines else []
        return [*lines, *(edge for _ in range(rows - len(lines)))]
    more = scene.look.words.say("panels", "more")
    last = ends(lines[1][:1], [Ink(f" {more}", "key", "notes")], width)  # a row of its own
    return [*lines[: rows - 1], last]
