"""How the rows of the land stand, as bars: one for each pack, and what a picked place changes."""

from __future__ import annotations

from typing import NamedTuple

from engine.core import Seat
from engine.games.moonlight.prospect import Prospect, prospect
from engine.games.moonlight.state import Table
from engine.games.moonlight.tally import Row, Tally, tally
from moontui.draw.ink import Ink, Line, cut
from moontui.draw.paint import Paint
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.games.moonlight.parts import bar_ground, pack_of, teller_of, who
from moontui.games.moonlight.teller import PLACING

MOST = 14
"""A sum that fills a bar; more than that is rare."""


class Standing(NamedTuple):
    """A row of the land: how it stands, and how it would."""

    line: int
    now: Row | None
    then: Row | None
    """After the picked placement; None: it leaves the row as it is."""


def account_of(scene: Scene) -> Tally:
    """What the wolves add up to now."""
    table: Table = scene.view.state
    return table.account or tally(table.tops(), table.powers)


def outlook(scene: Scene) -> Prospect | None:
    """What the picked place would change; None: nothing is picked, or nobody may see it."""
    table: Table = scene.view.state
    if scene.picked is None or scene.me is None or scene.covered:
        return None
    if scene.picked.verb not in PLACING or not table.lifted:
        return None
    return prospect(table, scene.me, (scene.picked,))


def standing_rows(scene: Scene) -> list[Standing]:
    """All rows, from the top."""
    now = {row.line: row for row in account_of(scene).rows}
    seen = outlook(scene)
    then = {row.line: row for row in seen.after.rows} if seen is not None else now
    return [
        Standing(line, now.get(line), then[line] if then.get(line) != now.get(line) else None)
        for line in sorted({*now, *then})
        if line in then
    ]


def put_bar(scene: Scene, sheet: Sheet, row: Standing, x: int, y: int, width: int) -> None:
    """A row in one line: both sums, both bars, and who has it."""
    size = max(3, min(12, (width - 9 - 19) // 2))
    at = put_sums(scene, sheet, row, x, y, size) + 1
    words = change(scene, row, width - at) or [Ink(cut(verdict(scene, row.now), width - at), "dim")]
    sheet.lay(at, y, words)


def put_sums(scene: Scene, sheet: Sheet, row: Standing, x: int, y: int, size: int) -> int:
    """Both sums with their bars, the player's own first; returns the column after them."""
    one, two = teller_of(scene).sides()
    now = row.now.sums if row.now is not None else (0, 0)
    then = row.then.sums if row.then is not None else now
    sheet.write(x, y, f"{now[one]:>2}", "strong")
    sheet.lay(x + 3, y, bar(scene, one, now[one], then[one], size))
    sheet.write(x + 3 + size, y, " : ")
    sheet.lay(x + 6 + size, y, bar(scene, two, now[two], then[two], size))
    sheet.write(x + 7 + 2 * size, y, f"{now[two]:<2}", "strong")
    return x + 9 + 2 * size


def bar(scene: Scene, seat: Seat, before: int, after: int, size: int) -> Line:
    """A bar in the pack's color; what would be added is gold, what would be lost is struck."""
    palette, signs = scene.look.palette, scene.look.symbols
    kept, most = filled(min(before, after), size), filled(max(before, after), size)
    if not palette.colored:
        more = signs.levels[0] if after < before else signs.drawn
        paint = Paint(pack_of(palette, seat).color)
        rest = signs.dot * (size - most)
        return [
            Ink(signs.bar * kept, paint=paint),
            Ink(more * (most - kept), "gold"),
            Ink(rest, "faint"),
        ]
    changed = Paint(bg=palette.gold if after > before else palette.bad)
    return [
        Ink(" " * kept, paint=Paint(bg=pack_of(palette, seat).color), art=True),
        Ink(" " * (most - kept), paint=changed, art=True),
        Ink(" " * (size - most), paint=bar_ground(scene), art=True),
    ]


def filled(total: int, size: int) -> int:
    return min(size, max(1 if total else 0, round(total * size / MOST)))


def verdict(scene: Scene, row: Row | None) -> str:
    """Who has a row, and what it brings."""
    if row is None or row.winner is None:
        return scene.label("tie")
    points = row.cards + row.bonus
    if row.winner == scene.me:
        return scene.label("row_yours", points=points)
    return scene.label("row_theirs", who=who(scene, row.winner), points=points)


def change(scene: Scene, row: Standing, width: int, named: bool = False) -> Line:
    """What the picked place would make of a row, which is named where its bar is elsewhere."""
    if row.then is None or scene.picked is None:
        return []
    one, two = teller_of(scene).sides()
    text = scene.label(
        "row_new" if named else "row_would",
        sign=scene.look.symbols.turn,
        row=row.line + 1,
        one=row.then.sums[one],
        two=row.then.sums[two],
        result=verdict(scene, row.then),
    )
    return [Ink(cut(text, width), "gold")]
