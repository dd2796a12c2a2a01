"""The question on a phone: what is asked, and a button for everything that the board has no large
place for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.core import Choice
from moontui.app.widgets.sketch import Sketch
from moontui.draw.ink import Ink, Line, cut, paragraph
from moontui.draw.scene import Scene
from moontui.draw.touch import HIGH, Button, grid, page_of

if TYPE_CHECKING:
    from moontui.app.widgets.panels import Prompt

TURN, COVER = "turn_page", "cover"
"""What buttons are about that show more of them, or the covered cards."""
LONG = 40
"""Cells of a ready sentence that stand on its button; all of it is shown when that is picked."""
WIDE = 5
"""Columns that a thumb needs."""
MARK = 3
"""Columns before the question."""


def pad(prompt: Prompt, scene: Scene, width: int) -> list[Line]:
    """The question and the buttons."""
    buttons = buttons_of(prompt, scene)
    turn = Button(scene.look.words.say("prompt", "more"), TURN, scene.look.symbols.more)
    shown = page_of(buttons, width, scene.look.size.pad, prompt.page, turn)
    return [*told(prompt, scene, width), *grid(scene.look, shown, width, scene.look.size.pad)]


def told(prompt: Prompt, scene: Scene, width: int) -> list[Line]:
    """What is asked, what was remarked, and what would follow from the picked answer."""
    words, teller, ask = scene.look.words, scene.teller, scene.view.ask
    room = width - MARK - 1
    if prompt.notice:
        return marked("!", paragraph(prompt.notice, room, "bad"), "bad")
    if ask is None:
        return marked(" ", paragraph(teller.waiting(scene.view), room, "dim"))
    if prompt.warning:
        text = words.say("prompt", "risky") if scene.covered else prompt.warning
        return marked("!", paragraph(text, room, "bad"), "bad")
    if scene.held is not None and scene.picked is None:
        text = words.say("prompt", "held", what=prompt.sentence(scene, scene.held))
        return marked(">", paragraph(text, room, "good"))
    if scene.picked is not None and scene.picked in teller.ready(
        scene.view
    ):  # of which the button shows only the beginning
        return marked(">", paragraph(prompt.sentence(scene, scene.picked), room, "strong"))
    asked = paragraph(prompt.question(scene), room, "strong")
    if scene.picked is not None:
        caution = "" if scene.covered else teller.caution(scene.view, scene.picked)
        for text, style in ((prompt.remark(scene), ""), (caution, "bad")):
            asked += paragraph(text, room, style) if text else []
        if len(asked) > 1:
            return marked(">", asked)
    for reason, names in prompt.blocked(scene).items():
        text = words.say("prompt", "blocked", choice=", ".join(names), why=reason)
        asked += paragraph(text, room, "dim")
    return marked(">", asked)


def marked(sign: str, rows: list[Line], style: str = "key") -> list[Line]:
    return [
        [Ink(f" {sign} " if not number else " " * MARK, style), *row]
        for number, row in enumerate(rows)
    ]


def buttons_of(prompt: Prompt, scene: Scene) -> list[Button]:
    """A button for every choice that is not on the board, large enough for a thumb; the way back
    has one of its own below. Instead of covered cards there is one that shows them."""
    if scene.view.ask is None:
        return []
    tallies, back = prompt.tallies(scene), scene.teller.way_back(scene.view)
    wanted = [one for one in scene.keys if one not in prompt.on_board and one != back]
    seen = [one for one in wanted if not (scene.covered and scene.teller.explain(one))]
    shows = [Button(scene.covered_note, COVER)] if len(seen) < len(wanted) else []
    return shows + [
        button(prompt, scene, choice, scene.keys[choice], tallies.get(choice, ""))
        for choice in seen
    ]


def shown_large(sketches: Iterable[Sketch]) -> set[Choice]:
    """The choices that a thumb can hit on the board itself."""
    rows: dict[tuple[int, int, Choice], int] = {}
    for number, sketch in enumerate(sketches):
        for start, end, row, ink in sketch.places():
            if isinstance(ink.target, Choice):
                place = (number, row, ink.target)
                rows[place] = rows.get(place, 0) + end - start
    high = Counter(choice for (_, _, choice), wide in rows.items() if wide >= WIDE)
    return {choice for choice, count in high.items() if count >= HIGH}


def button(prompt: Prompt, scene: Scene, choice: Choice, key: str, tally: str) -> Button:
    state = "picked" if choice == scene.picked else "held" if choice == scene.held else ""
    name = prompt.in_brief(scene, choice)
    name = cut(name, LONG) if choice in scene.teller.ready(scene.view) else name
    key = "" if name.isdecimal() else key
    count, words = tally.removeprefix(":"), scene.look.words
    if count.isdecimal():
        note = words.say("prompt", "left", count=count)
        return Button(name, choice, key, note, f"x{count}", state)
    note = words.say("prompt", "none_left") if count == "-" else count
    return Button(name, choice, key, note, count, state)
