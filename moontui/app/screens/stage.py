"""The kiosk's screens: a table as a stage for the whole room, before a game and during it."""

from __future__ import annotations

from textual.app import ComposeResult

from moontui.app.screens.game import GameScreen
from moontui.app.screens.lobby import LobbyScreen
from moontui.app.widgets.big_stage import BigStage
from moontui.app.widgets.chat import ChatLine
from moontui.app.widgets.flight import Flight
from moontui.app.widgets.foyer_stage import FoyerStage
from moontui.app.widgets.keys import Keys
from moontui.app.widgets.lower import Lower
from moontui.app.widgets.panels import Header, Prompt
from moontui.app.widgets.sketch import Sketch
from moontui.client.session import Session
from moontui.draw.ink import Ink, Line, paragraph
from moontui.draw.scene import Scene
from moontui.games import board_for
from moontui.words.evening import brief
from net.messages import Message

BEFORE = 8
"""How many turns back the stage may tell."""


class Tonight(Sketch):
    """The score of the evening in a line or two, below a table that needs all the rest."""

    DEFAULT_CSS = "Tonight { height: auto; max-height: 2; display: none; }"
    text = ""

    def draw(self, width: int, height: int) -> list[Line]:
        lines = paragraph(self.text, width - 4, "gold") if self.text else []
        return [[Ink("  "), *line] for line in lines]


class StageGame(GameScreen):
    """A game without a question: the table above, and below it the last card for the room, unless
    the table needs all there is."""

    DEFAULT_CSS = """
    StageGame {
        & > Lower, & > Prompt, & > Peek { display: none; }
        & Board Stage { display: none !important; }
        &.-whole > Lower, &.-whole > Prompt, &.-whole > Tonight { display: block; }
        &.-whole > BigStage { display: none; }
    }
    """

    def compose(self) -> ComposeResult:
        board = board_for(self.session.game)
        self.set_class(board.table_is_lower, "-whole")
        yield Header(id="header")
        yield board
        yield BigStage()
        yield Lower(board)
        yield Prompt(id="prompt")
        yield Tonight()
        yield Keys()
        yield ChatLine()
        yield Flight()
        yield self.peek

    def show_game(self, scene: Scene) -> None:
        super().show_game(scene)
        stage = self.query_one(BigStage)
        told = [entry for entry in self.chronicle.entries if entry.kind == "turn" and entry.parts]
        moment = scene.moment
        shown = (moment.apart or moment.text).partition(". ")[0] if moment is not None else ""
        stage.before = [
            entry.story
            for entry in told[-BEFORE:-1]
            if not shown or shown not in " ".join(entry.sentences)
        ]
        room = self.session.room
        evening = room.evening if room is not None else None
        stage.evening = brief(self.words, evening) if evening is not None else ""
        tonight = self.query_one(Tonight)
        if tonight.text != stage.evening:
            tonight.text = stage.evening
            tonight.redraw()
        stage.said = self.commentary()
        stage.scene = scene

    def show_result(self) -> None:
        super().show_result()
        self.call_after_refresh(self.make_way)

    def make_way(self) -> None:
        """Tell nothing where a result stands."""
        kept = self.board.kept_in_view() if self.session.result is not None else None
        columns = kept.right if kept is not None else 0
        stage = self.query_one(BigStage)
        if stage.in_view != columns:
            stage.in_view = columns
            stage.redraw()

    def commentary(self) -> str:
        """What was said last; empty: somebody has had a turn since."""
        last = next(reversed(self.chronicle.entries), None)
        if last is None or last.kind != "chat":
            return ""
        return self.words.say("kiosk", "said", name=last.name, text=last.text)


class StageLobby(LobbyScreen):
    """A table before a game, with the way in for everybody who sees it."""

    def __init__(self, session: Session, link: str = "") -> None:
        super().__init__(session)
        self.told = link

    def compose(self) -> ComposeResult:
        yield FoyerStage()
        yield Keys()
        yield ChatLine()

    @property
    def link(self) -> str:
        return self.told

    def furnish(self) -> None:
        self.show_all()

    def rearrange(self) -> None:
        self.show_all()

    def retell(self) -> None:
        self.show_all()

    def show_all(self) -> None:
        self.query_one(FoyerStage).redraw()

    def news(self, message: Message) -> None:
        self.show_all()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return False  # nobody is at the keys
