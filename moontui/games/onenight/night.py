"""One Night in the dark: who is called, everybody's card face down, and only your own lit.

All seats draw the same cells apart from their own card and their own choices.
"""

from __future__ import annotations

from engine.core import HIDDEN, Choice
from engine.games.onenight.state import CENTER, PAIR, PAIRS, Village
from moontui.draw.ink import Ink, Line, aimed, cells, crop, flow, painted, paragraph
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.draw.size import Class
from moontui.games.onenight.nightwords import calls_of
from moontui.games.onenight.parts import (
    bar,
    card_set,
    chip,
    choice_of,
    dark,
    easel,
    is_chosen,
    is_picked,
    knows_own_card,
    name_of,
    paint_of,
    role_face,
    seats_in_order,
    slot_now,
    teller_of,
)

CARDS = {Class.S120: (26, 14), Class.S160: (34, 18), Class.S200: (44, 22)}
"""By class of size: how large the own card is."""


def draw_night(scene: Scene, sheet: Sheet) -> None:
    """The whole night on a sheet, as large as it is."""
    size = scene.look.size
    y = put_calls(scene, sheet, 1 if size.is_large and sheet.height > 26 else 0)
    if size.is_large:
        large(scene, sheet, y + 1)
    elif size.is_tall:
        tall(scene, sheet, y + 1)
    else:
        small(scene, sheet, y)


def put_calls(scene: Scene, sheet: Sheet, y: int) -> int:
    """Who is called when: those who were, the one that is, those to come."""
    village: Village = scene.view.state
    teller, signs = teller_of(scene), scene.look.symbols
    now = slot_now(scene)
    pieces: list[Line] = []
    passed = now is not None
    for slot in calls_of(village):
        passed = passed and slot != now
        mark = signs.key if slot == now else signs.yes if passed else " "
        style = "key" if slot == now else "dim"
        pieces.append(
            [Ink(f"{mark} ", "gold" if slot == now else "dim"), Ink(teller.slot(slot), style)]
        )
    gap = "    " if sheet.width >= 110 else "  " if sheet.width >= 60 else " "
    for line in flow(pieces, sheet.width, gap=gap, indent="  " if sheet.width >= 110 else " "):
        sheet.lay(0, y, line)
        y += 1
    return y


def large(scene: Scene, sheet: Sheet, y: int) -> None:
    """Cards on the table: the others above, the center left, the own card in the middle, and what
    the night has shown to its right."""
    rows = sheet.height - y
    low = rows < 22
    seats = seats_in_order(scene)
    lines = 1 if len(seats) <= 5 else 2
    tall = min(6 if lines == 1 else 4, max(3, rows // 4)) if lines == 1 else (3 if low else 4)
    if scene.look.size.kind >= Class.S160 and lines == 1:
        tall = 8
    elif scene.look.size.kind >= Class.S160:
        tall = 5
    each = -(-len(seats) // lines)
    pitch = sheet.width // each
    for number, seat in enumerate(seats):
        x = (number % each) * pitch + max(2, (pitch - 2 * tall - 12) // 2)
        put_sleeper(scene, sheet, seat, x, y + (number // each) * (tall + 1), tall, pitch - 2)
    y += lines * (tall + 1) + (0 if low else 1)
    wide, high = CARDS[scene.look.size.kind]
    high = min(high, sheet.height - y)
    middle = (sheet.width - wide) // 2
    glow(scene, sheet, middle, y, wide, high)
    put_own(scene, sheet, middle, y, wide, high)
    put_center(scene, sheet, 4, y + 1, min(6 if wide > 30 else 5, high - 3))
    x = middle + wide + 6
    put_learnt(scene, sheet, x, y + 1, sheet.width - x - 2, high - 1)


def tall(scene: Scene, sheet: Sheet, y: int) -> None:
    """A phone held upright: everything below each other."""
    seats = seats_in_order(scene)
    each = 2
    pitch = sheet.width // each
    for number, seat in enumerate(seats):
        put_row_seat(scene, sheet, seat, 1 + (number % each) * pitch, y + number // each, pitch - 1)
    y += -(-len(seats) // each) + 1
    backs = 4 if sheet.height - y >= 16 else 2  # a crowd leaves little room
    put_center(scene, sheet, 2, y, backs)
    y += backs + (3 if pairs_of(scene) else 2)
    high = max(3, min(14, sheet.height - y - 3))
    put_own(scene, sheet, (sheet.width - 28) // 2, y, 28, high)
    put_learnt(scene, sheet, 2, y + high + 1, sheet.width - 4, sheet.height - y - high - 1)


def small(scene: Scene, sheet: Sheet, y: int) -> None:
    """Rows: the others, the center, then the own card and what the night has shown."""
    seats = seats_in_order(scene)
    each = 5 if sheet.width >= 80 else 4
    pitch = sheet.width // each
    for number, seat in enumerate(seats):
        put_row_seat(scene, sheet, seat, (number % each) * pitch, y + number // each, pitch)
    y += -(-len(seats) // each)
    line: Line = [Ink(f" {scene.label('center')} ", "dim")]
    for number in range(3):
        line += [*center_number(scene, number), *back(scene), Ink("  ")]
    sheet.lay(0, y, crop(line, sheet.width))
    if sheet.height - y > 8:
        for row, text in enumerate(card_set(scene, sheet.width, most=1), y + 1):
            sheet.lay(0, row, text)
            y = row
    y += 1
    high = min(9 if sheet.width >= 80 else 6, sheet.height - y)
    wide = sheet.width // 2
    put_own(scene, sheet, 0, y, wide, high)
    put_learnt(scene, sheet, wide + 2, y, sheet.width - wide - 3, sheet.height - y)


# ── the others ──────────────────────────────────────────────────────────────────────────────────


def put_sleeper(
    scene: Scene, sheet: Sheet, seat: int, x: int, y: int, rows: int, room: int
) -> None:
    """Somebody's card, face down, and their name beside it."""
    wide = 2 * rows
    target = choice_of(scene, seat) or ("seat", int(seat))
    picked = is_picked(scene, seat)
    art = easel(scene).back(wide, rows, target=target)
    sheet.paste(x, y, art if picked else dark(art, scene.look.palette))
    if picked:
        easel(scene).frame(sheet, x, y, wide, rows)
    words: list[Line] = [
        [chip(scene, seat)],
        [name_of(scene, seat)],
        [Ink(scene.label("asleep"), "dim")],
    ]
    if rows < 4:
        words = [[*words[0], *words[1]], words[2]]
    for row, line in enumerate(aimed(words, target)):
        sheet.lay(x + wide + 2, y + row, crop(line, min(room - wide - 2, cells(line))))


def put_row_seat(scene: Scene, sheet: Sheet, seat: int, x: int, y: int, width: int) -> None:
    """Somebody in one row: a key, a name, a card face down."""
    line: Line = [bar(scene, seat), chip(scene, seat), *back(scene), Ink(" "), name_of(scene, seat)]
    target = choice_of(scene, seat) or ("seat", int(seat))
    sheet.lay(x, y, aimed([crop(line, width - 1)], target)[0])


def back(scene: Scene) -> Line:
    return easel(scene).small_back()


# ── the center ──────────────────────────────────────────────────────────────────────────────────


def put_center(scene: Scene, sheet: Sheet, x: int, y: int, rows: int) -> None:
    """Three cards face down, with the keys of those that may be named."""
    wide = 2 * rows
    for number in range(3):
        at = x + number * (wide + 2)
        choice = scene.offers("center", CENTER + number)
        chosen = is_chosen(scene, choice) or number in picked_pair(scene)
        target = choice or ("zone", "center")
        art = easel(scene).back(wide, rows, target=target)
        sheet.paste(at, y, art if chosen else dark(art, scene.look.palette))
        if chosen:
            easel(scene).frame(sheet, at, y, wide, rows)
        else:
            below = center_number(scene, number)
            text = scene.label("center_card") if wide >= 10 else ""
            line = [*below, Ink(text, "dim", target)]
            sheet.lay(at, y + rows, crop(line, min(wide + 1, cells(line))))
    put_pairs(scene, sheet, x, y + rows + 1)


def center_number(scene: Scene, number: int) -> Line:
    """The number of a center card, as a key if it can be chosen."""
    choice = scene.offers("center", CENTER + number)
    target = choice or ("zone", "center")
    if choice is None:
        return [Ink(f"{number + 1} ", "dim", target)]
    if is_chosen(scene, choice):
        return [Ink(f" {number + 1} ", "strong", target, scene.look.palette.chip)]
    return [Ink(f"[{scene.keys[choice]}] ", "key", target)]


def pairs_of(scene: Scene) -> list[Choice]:
    return [choice for choice in scene.keys if choice.verb == "pair"]


def picked_pair(scene: Scene) -> tuple[int, ...]:
    """The two center cards that are about to be looked at."""
    for choice in (scene.picked, scene.held):
        if choice is not None and choice.verb == "pair" and is_chosen(scene, choice):
            return PAIRS[choice.value - PAIR]
    return ()


def put_pairs(scene: Scene, sheet: Sheet, x: int, y: int) -> None:
    """Two of the center at once, each with its key."""
    line: Line = []
    for choice in pairs_of(scene):
        one, two = PAIRS[choice.value - PAIR]
        chosen = is_chosen(scene, choice)
        key = Ink(f" {scene.keys[choice]} ", "strong", choice, scene.look.palette.chip)
        plain = Ink(f"[{scene.keys[choice]}]", "key", choice)
        line += [key if chosen else plain, Ink(f" {one + 1}+{two + 1}  ", "", choice)]
    sheet.lay(x, y, line)


# ── the own card ────────────────────────────────────────────────────────────────────────────────


def glow(scene: Scene, sheet: Sheet, x: int, y: int, width: int, rows: int) -> None:
    """A little light around the own card: the same whatever it is."""
    palette = scene.look.palette
    if palette.colored and palette.dark and palette.panel:
        sheet.fill(x - 2, y, width + 4, rows, palette.stage_paint)


def put_own(scene: Scene, sheet: Sheet, x: int, y: int, width: int, rows: int) -> None:
    """The card the player was dealt; a back where it is covered, or where there is none."""
    role = knows_own_card(scene)
    beside = rows < 9 or not (scene.look.size.is_large or scene.look.size.is_tall)
    tools = easel(scene)
    if role is None:
        art_wide = min(width, 2 * rows)
        back = tools.back(art_wide, rows, target="cover" if scene.covered else None)
        sheet.paste(x + (0 if beside else (width - art_wide) // 2), y, back)
        return
    paint = paint_of(scene.look.palette, role)
    title = teller_of(scene).card(role).upper()
    text = teller_of(scene).text(role)
    if beside:
        art = role_face(scene, role, min(18, 2 * rows) if width >= 36 else 10, rows - 1)
        words = paragraph(text, width - cells(art[0]) - 2, most=rows - 1)
    else:
        said = paragraph(text, width - 2)
        art_rows = max(4, min(rows - 2 - len(said), (width - 2) // 3))
        art = role_face(scene, role, width - 2, art_rows)
        words = paragraph(text, width - 2, most=rows - 2 - art_rows)
    sign = scene.look.symbols.token
    target = ("card", int(role))
    lines = tools.paper_card(width, sign, title, paint, art, words, beside=beside, target=target)
    blank = painted([Ink(" " * width, target=target)], scene.look.palette.paper)
    lines += [blank] * (rows - len(lines))
    sheet.paste(x, y, lines[:rows])


def put_learnt(scene: Scene, sheet: Sheet, x: int, y: int, width: int, rows: int) -> None:
    """What the night has shown this player so far, and that nobody can tell who is awake."""
    lines: list[Line] = []
    village: Village = scene.view.state
    if scene.me is None or not village.dealt or village.dealt[scene.me] == HIDDEN:
        lines += paragraph(scene.label("asleep_all"), width)
    elif scene.covered:
        lines += aimed(paragraph(scene.covered_note, width), "cover")
    else:
        for told in teller_of(scene).nights.log(scene.view)[1:]:
            lines += paragraph(told, width, "good")
    if rows - len(lines) > 4:
        lines += [[]] if lines else []
        lines += paragraph(scene.label("dream"), width, "dim")
    for row, line in enumerate(lines[:rows]):
        sheet.lay(x, y + row, line)
