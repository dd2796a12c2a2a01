"""The vote of One Night: everybody points, and the arms come up one after another."""

from __future__ import annotations

from collections import Counter

from engine.core import HIDDEN
from engine.games.onenight.state import CENTER, NONE, Village
from moontui.draw.ink import Ink, Line, cells, crop, cut, ends, paragraph
from moontui.draw.letters import spelled, width_of
from moontui.draw.paint import Paint, mix
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.draw.size import Class
from moontui.games.onenight.day import claimed, deeds_of, findings, on_plate, roles_line
from moontui.games.onenight.parts import (
    FEW,
    aims,
    band,
    bar,
    big,
    card_set,
    chip,
    easel,
    head,
    is_picked,
    knows_own_card,
    name_of,
    role_face,
    teller_of,
)

HAND = 9
"""Columns of a pointing hand."""
ALL = 99
"""More arms than there are."""


def draw_vote(scene: Scene, sheet: Sheet, shown: int = ALL) -> None:
    """Everybody's arm as far as it is up; at the end, who dies."""
    village: Village = scene.view.state
    size = scene.look.size
    columns = 2 if village.seats > FEW and sheet.width >= 78 else 1
    deep = -(-village.seats // columns)
    side = columns == 1 and size.is_large
    verdict = (5 if size.is_large else 3) if village.ended else 0
    if not village.ended and sheet.height - 3 * deep > 2:
        verdict = 2
    rows = sheet.height if side else sheet.height - verdict
    most = {Class.S160: 6, Class.S200: 8}.get(size.kind, 5)
    pitch = max(1, min(most, rows // deep))
    width = (sheet.width * 3 // 5 if side else sheet.width) // columns
    for seat in village.everyone():
        x, y = (seat // deep) * width, (seat % deep) * pitch
        high = pitch - 1 if pitch >= 5 else pitch
        up = village.ended and seat < shown
        sheet.paste(x, y, arm_of(scene, village, seat, width - columns + 1, high, up))
    if village.ended and shown >= village.seats:
        if side:
            put_verdict(scene, village, sheet, width + 3, 1, sheet.width - width - 4, rows - 1)
        else:
            put_verdict(scene, village, sheet, 0, rows, sheet.width, verdict)
    elif not village.ended:
        at = (width + 3, 1) if side else (2, deep * pitch + 1)
        remember(scene, sheet, *at)


def arm_of(
    scene: Scene, village: Village, seat: int, width: int, rows: int, up: bool
) -> list[Line]:
    """Somebody's row: the face, the arm, and who it points at."""
    sheet = Sheet(width, rows)
    vote = village.votes[seat] if village.votes else NONE
    told = aims(village).get(seat)
    if rows < 3:
        sheet.paste(0, 0, short_arm(scene, village, seat, width, rows, up))
        return on_plate(scene, seat, sheet.lines, plain=not is_picked(scene, seat))
    wide = 2 * rows + (1 if rows < 4 else 0)
    sheet.paste(1, 0, head(scene, seat, wide, rows))
    x = wide + 2
    both = width >= 56 and scene.look.pictures
    reach = max(10, min(34, width - x - (wide + 12 if both else 11)))
    name: Line = [chip(scene, seat), name_of(scene, seat)]
    remarks = remark(scene, village, seat, told, vote, up)
    mark = [Ink(f" {scene.tag(seat)}", "dim")]
    if cells(name) + cells(mark) + cells(remarks) < reach:
        name += mark
    if up:
        sheet.lay(x, 0, ends(name, remarks, reach if both else width - x - 1))
        put_arm(scene, sheet, seat, vote, x, reach, wide if both else 0)
    else:
        room = width - x - 4
        sheet.lay(x, 0, crop([*name, *roles_of(scene, village, seat)], room + 3))
        sheet.lay(x + 3, 1, [Ink(cut(deeds_of(scene, village, seat), room))])
        sheet.lay(x + 3, 2, ends(waiting_for(scene, village, seat), remarks, room))
    for row in range(rows):
        sheet.lay(0, row, [bar(scene, seat)])
    return on_plate(scene, seat, sheet.lines, plain=not is_picked(scene, seat))


def roles_of(scene: Scene, village: Village, seat: int) -> Line:
    """What somebody claims to have been, for those who have to choose."""
    return [Ink("  "), *roles_line(scene, *claimed(village, seat)), Ink("  ")]


def put_arm(
    scene: Scene, sheet: Sheet, seat: int, vote: int, x: int, reach: int, wide: int
) -> None:
    """An arm from one face to another; or words, where somebody points at nobody."""
    rows = sheet.height
    if vote >= CENTER:
        sheet.write(x + 3, 1, scene.label(no_arm(scene)), "dim")
        return
    sheet.overlay(x, 1, sleeve(scene, seat, reach, rows - 1))
    at = x + reach + 1
    if wide:
        sheet.paste(at, 0, head(scene, vote, wide, rows))
        at += wide + 1
    sheet.lay(at, rows // 2, [Ink(cut(scene.name(vote).upper(), sheet.width - at), "bad")])


def no_arm(scene: Scene) -> str:
    """What is said of somebody without an arm: that it was their choice, or that time was up."""
    return "points_at_nobody" if scene.view.state.abstain else "did_not_vote"


def short_arm(
    scene: Scene, village: Village, seat: int, width: int, rows: int, up: bool
) -> list[Line]:
    """The same in one or two rows, in words."""
    vote = village.votes[seat] if village.votes else NONE
    told = aims(village).get(seat)
    signs = scene.look.symbols
    line: Line = [bar(scene, seat), chip(scene, seat), *crop([name_of(scene, seat)], 9)]
    if up and vote < CENTER:
        arrow = Ink(
            f"{signs.plain.across * 3}{signs.key} ", paint=Paint(scene.look.palette.seat(seat))
        )
        line += [arrow, Ink(scene.name(vote).upper(), "bad")]
    elif up:
        line.append(Ink(scene.label(no_arm(scene)), "dim"))
    else:
        line += crop(roles_line(scene, *claimed(village, seat)), min(20, width - 30))
        if seat == scene.me:
            line += waiting_for(scene, village, seat)
    rest = [Ink("  "), *remark(scene, village, seat, told, vote, up)]
    if cells(line) + cells(rest) <= width:
        return [[*line, *rest]]
    return [line, [Ink(" " * 4), *rest]] if rows > 1 else [crop([*line, *rest], width)]


def waiting_for(scene: Scene, village: Village, seat: int) -> Line:
    """Before the arms are up: who has voted, and whom the player is about to point at."""
    mine = seat == scene.me
    choice = scene.held or scene.picked if mine else None
    if choice is not None and choice.verb == "vote":
        key = "you_voted" if choice == scene.held else "you_point"
        return [Ink(scene.label(key, who=scene.name(choice.value)), "key")]
    if village.votes and village.votes[seat] == HIDDEN:
        return [Ink(f"{scene.look.symbols.yes} {scene.label('has_voted')}", "good")]
    return [Ink(scene.look.symbols.dot * 5, "dim")]


def remark(
    scene: Scene, village: Village, seat: int, told: int | None, vote: int, up: bool
) -> Line:
    """Whom somebody said they would point at, and whether they did."""
    if told is None:
        return []
    name = scene.name(told)
    if not up:
        return [Ink(scene.label("said_vote", who=name), "dim")]
    if vote == told:
        return [Ink(f"{scene.look.symbols.yes} {scene.label('as_said')}", "good")]
    return [Ink(f"{scene.label('said_vote', who=name)} {scene.look.symbols.no}", "bad")]


def sleeve(scene: Scene, seat: int, width: int, rows: int) -> list[Line]:
    """An arm: the sleeve in the seat's color, a cuff, and a hand that points."""
    look = scene.look
    if not look.pictures:
        sign = look.symbols.plain.across * (width - 2) + look.symbols.key
        return [[Ink(sign, paint=Paint(look.palette.seat(seat)))]]
    rows = min(rows, 3)
    hand = easel(scene).picture("hand", HAND, rows)
    color = look.palette.seat(seat)
    if not look.palette.colored:
        cloth = Paint(bg=color) if color >= 0 else Paint(reverse=True)
        return [[Ink(" " * (width - HAND), paint=cloth, art=True), *line] for line in hand]
    lines: list[Line] = []
    for row, line in enumerate(hand):
        shade = mix(color, 0, (0.12, 0.3, 0.5)[row])
        cuff = mix(color, 0xFFFFFF, 0.35)
        lines.append(
            [
                Ink(" " * (width - HAND - 2), paint=Paint(bg=shade), art=True),
                Ink("  ", paint=Paint(bg=cuff), art=True),
                *line,
            ]
        )
    return lines


# ── beside the arms ─────────────────────────────────────────────────────────────────────────────


def remember(scene: Scene, sheet: Sheet, x: int, y: int) -> None:
    """Before the vote: what is in the set, and the card the player had at dusk."""
    width = sheet.width - x - 1
    for line in card_set(scene, width, 3):
        if y < sheet.height:
            sheet.lay(x, y, line)
            y += 1
    if x > 2 or sheet.height - y < 5:
        for line in findings(scene, width, 3)[: max(0, sheet.height - y)]:
            sheet.lay(x, y, line)
            y += 1
    role = knows_own_card(scene)
    if role is None or sheet.height - y < 5 or not scene.look.size.is_large:
        return
    sheet.lay(x, y + 1, easel(scene).heading(scene.label("at_dusk"), min(width, 40)))
    high = min(7, sheet.height - y - 3)
    sheet.paste(x, y + 2, role_face(scene, role, 3 * high, high))
    sheet.lay(x + 3 * high + 2, y + 2, band(scene, role, form="names"))
    words = teller_of(scene).nights.log(scene.view)[1:]
    room = width - 3 * high - 3
    lines = [line for told in words for line in paragraph(told, room)]
    for row, line in enumerate(lines[: high - 1]):
        sheet.lay(x + 3 * high + 2, y + 3 + row, line)


def put_verdict(
    scene: Scene, village: Village, sheet: Sheet, x: int, y: int, width: int, rows: int
) -> None:
    """Who dies, in big letters where they fit, and why in sentences."""
    look = scene.look
    palette = look.palette
    if width < 100:
        rows = min(rows, 10)
    if palette.colored and palette.dark:
        sheet.fill(x, y, width, rows, Paint(bg=mix(palette.ground[0], 0x8A1020, 0.25)))
    sheet.lay(x, y, [Ink(look.symbols.edges[3] * width, "bad")])
    names = [scene.name(seat).upper() for seat in village.dead]
    title = " + ".join(names) if names else scene.label("nobody_dies")
    count = Counter(village.votes)
    arms = max((count[seat] for seat in village.dead), default=0)
    lines = paragraph(teller_of(scene).deaths(village), width - 4, "strong")
    lines += paragraph(others_pointed(scene, village), width - 4, "dim")
    at = y + 1
    known = "?" not in spelled(title)
    fits = rows >= 5 and known and width_of(title) <= width - 4
    if fits and rows >= 4 + len(lines):
        art = big(scene, title, 0xFFE0A0, 0x8A2A2A)
        sheet.overlay(x + 2, at, art)
        beside = x + 4 + width_of(title)
        signs = f"{look.symbols.down} " * arms
        sheet.write(beside, at + 1, cut(signs, x + width - beside), "bad")
        at += 4
    elif fits and width >= 100:
        wide = width_of(title) + 6
        sheet.overlay(x + 2, at, big(scene, title, 0xFFE0A0, 0x8A2A2A))
        x, width = x + wide, width - wide
        lines = paragraph(teller_of(scene).deaths(village), width - 4, "strong")
        lines += paragraph(others_pointed(scene, village), width - 4, "dim")
    for row, line in enumerate(lines[: max(0, y + rows - at)]):
        sheet.lay(x + 2, at + row, line)


def others_pointed(scene: Scene, village: Village) -> str:
    """How many arms pointed at everybody who lives, and who pointed at nobody."""
    count = Counter(vote for vote in village.votes if vote < CENTER)
    told = [
        f"{scene.name(seat)} {count[seat]}"
        for seat in village.everyone()
        if count[seat] and seat not in village.dead
    ]
    silent = [scene.name(seat) for seat in village.everyone() if village.votes[seat] >= CENTER]
    parts = [scene.label("other_arms", told=", ".join(told))] if told else []
    if silent:
        key = "silent" if village.abstain else "missing"
        parts.append(scene.label(key, names=teller_of(scene).together(silent)))
    return " ".join(parts)
