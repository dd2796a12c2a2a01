"""One Night by day: who claims what, who says what, who points at whom, and what cannot be true."""

from __future__ import annotations

from engine.core import Seat
from engine.games.onenight.contradictions import clashes, latest, marks
from engine.games.onenight.state import Claim, Village
from moontui.draw.ink import Ink, Line, aimed, cells, crop, cut, ends, fit, painted, paragraph
from moontui.draw.paint import Paint
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.games.onenight.ending import percent
from moontui.games.onenight.parts import (
    CLAIMED,
    FEW,
    aims,
    band,
    bar,
    card_set,
    chip,
    choice_of,
    easel,
    face,
    head,
    is_picked,
    is_wide,
    name_of,
    role_face,
    speech_of,
    teller_of,
)
from moontui.words.names import SEAT_LETTERS

DEEDS = ("saw", "robbed", "swapped", "took", "copied", "woke")
"""What is listed as done or seen."""
QUOTED = 2
"""Rows from which on somebody's last words are shown too."""


def draw_day(scene: Scene, sheet: Sheet) -> None:
    """Everybody's claims as large as there is room, then what cannot be true."""
    village: Village = scene.view.state
    size, seats = scene.look.size, village.seats
    y = 0
    if not size.is_large:
        deep = seats if size.is_tall or seats <= FEW or sheet.width < 80 else -(-seats // 2)
        spare = sheet.height - deep * (1 if deep == seats and not size.is_tall else 2)
        for line in card_set(scene, sheet.width, min(2, spare)) if spare > 0 else ():
            sheet.lay(0, y, line)
            y += 1
    most = 3 if size.is_large else 2
    found = findings(scene, sheet.width, most)
    left = sheet.height - y
    alone = seats > FEW and not is_wide(size, seats)  # else there is a zone for it
    own = own_night(scene, sheet.width) if alone else []
    if size.is_large and seats <= FEW:
        y = rows_with_faces(scene, sheet, y, left - len(found))
    elif size.is_large or (seats > FEW and sheet.width >= 80):
        y = in_columns(scene, sheet, y, left - min(1, len(found)) - len(own), 2)
    elif size.is_tall:
        y = in_columns(scene, sheet, y, left - min(2, len(found)), 1)
    else:
        y = in_lines(scene, sheet, y)
    room = sheet.height - y
    found = findings(scene, sheet.width, min(most, max(1, room - len(own))))
    own = own_night(scene, sheet.width, room - len(found)) if own else []
    for row, line in enumerate([*found, *own]):
        sheet.lay(0, y + row, line)


# ── everybody in a line ─────────────────────────────────────────────────────────────────────────


def in_lines(scene: Scene, sheet: Sheet, y: int) -> int:
    """One row for each: name, what they were, did, and are now."""
    village: Village = scene.view.state
    name = 10 if sheet.width >= 80 else 8
    role = 14
    wide = sheet.width >= 80
    deeds = sheet.width - 4 - name - (2 if wide else 1) * role - 9
    if sheet.height - y > village.seats + 1:
        heads = [Ink(" " * (4 + name)), Ink(fit(scene.label("was"), role), "dim")]
        heads += [Ink(fit(scene.label("did"), deeds), "dim")]
        heads += [Ink(scene.label("now"), "dim")] if wide else []
        sheet.lay(0, y, heads)
        y += 1
    clashing, pointed = marks(village), aims(village)
    for seat in village.everyone():
        was, now = claimed(village, seat)
        line: Line = [bar(scene, seat), chip(scene, seat), *crop([name_of(scene, seat)], name)]
        line += crop(role_band(scene, was, role - 1), role)
        told = deeds_of(scene, village, seat)
        if now is not None and not wide:
            become = [
                Ink(f"{scene.look.symbols.turn} "),
                *role_band(scene, now, role - 1),
                Ink(" "),
            ]
            rest = cut(told, deeds - cells(become) - 1)
            line += crop([*become, Ink(rest)], deeds)
        else:
            room = deeds + (role if wide and now is None else 0)
            line += crop([Ink(cut(told, room - 1))], room)
        if wide and now is not None:
            line += crop(role_band(scene, now, role - 1), role)
        line += crossed(scene, clashing[seat], 4)
        line += pointing(scene, pointed.get(int(seat)), 5)
        sheet.put(0, y, on_plate(scene, seat, [crop(line, sheet.width)])[0])
        y += 1
    return y


# ── everybody in a panel ────────────────────────────────────────────────────────────────────────


def in_columns(scene: Scene, sheet: Sheet, y: int, rows: int, columns: int) -> int:
    """Panels of a few rows below each other; the more rows there are, the larger."""
    village: Village = scene.view.state
    deep = -(-village.seats // columns)
    high = max(2, min(7 if scene.look.size.is_large else 4, rows // deep))
    gap = 1 if scene.look.size.is_large and high >= 5 else 0
    width = (sheet.width - (columns - 1)) // columns
    clashing = marks(village)
    for seat in village.everyone():
        x = (seat // deep) * (width + 1)
        lines = panel(scene, village, seat, width, high - gap, clashing[seat])
        sheet.paste(x, y + (seat % deep) * high, lines)
    return y + deep * high


def panel(
    scene: Scene, village: Village, seat: Seat, width: int, rows: int, clashing: set[int]
) -> list[Line]:
    """One player: plate with claims, what they did, what they say, and at whom they point."""
    sheet = Sheet(width, rows)
    size = scene.look.size
    x = 1
    shown = rows >= 4 and scene.look.pictures and (size.is_large or width >= 40)
    if shown:
        wide = min(16, 2 * rows + 1) if size.is_large else 8
        sheet.paste(1, 0, head(scene, seat, wide, rows))
        x = wide + 2
    pointed = aims(village)
    arms = sum(target == seat for target in pointed.values())
    was, now = claimed(village, seat)
    room = width - x - 1
    narrow = room < 44 and rows >= 4
    plate: Line = [chip(scene, seat), Ink(" "), name_of(scene, seat)]
    plate += [Ink(f" {scene.tag(seat)}", "dim")]
    roles = roles_line(scene, was, now)
    below = Ink(scene.look.symbols.down * arms, "bad")
    if narrow:
        lines = [
            ends(plate, [*crossed(scene, clashing, 0), Ink(" "), below], room),
            crop(roles, room),
        ]
    else:
        if cells(plate) + cells(roles) + arms + 2 > room:
            plate = plate[:-1]
        first = crop(plate, max(14, cells(plate) + 1)) if room >= 30 else [*plate, Ink(" ")]
        lines = [ends([*first, *roles], [below], room)]
    target = pointed.get(int(seat))
    told = deeds_of(scene, village, seat)
    speech = speech_of(scene, seat)
    if narrow or rows < 4:
        cross = [] if narrow else crossed(scene, clashing, 0)
        tail = [*cross, Ink(" "), *pointing(scene, target, 0)]
        if told or cells(tail) > 1 or not narrow:
            lines.append(ends([Ink(cut(told, room - cells(tail) - 1))], tail, room))
        if rows > QUOTED:
            lines += quoted(scene, speech, room, rows - len(lines))
    else:
        cross = crossed(scene, clashing, 0, names=True)
        told = cut(told, room - cells(cross) - 1)
        lines += [ends([Ink(told)], cross, room)] if told or cross else []
        more = rows - 3 if target is not None else rows - 2
        lines += quoted(scene, speech, room, more)
        if target is not None:
            across = scene.look.symbols.plain.across * 2 + scene.look.symbols.key
            told = f"{scene.label('points_at')} {across} "
            lines.append([Ink(told, "dim"), Ink(scene.name(target), "bad")])
    for row, line in enumerate(lines[:rows]):
        sheet.lay(x, row, crop(line, room))
    for row in range(rows):
        sheet.lay(0, row, [bar(scene, seat)])
    return on_plate(scene, seat, sheet.lines)


def quoted(scene: Scene, speech: str, width: int, rows: int) -> list[Line]:
    """What somebody said, in quotes."""
    if not speech or rows <= 0:
        return []
    return paragraph(scene.label("quoted", said=speech), width, "", most=rows)


# ── everybody with faces ────────────────────────────────────────────────────────────────────────


def rows_with_faces(scene: Scene, sheet: Sheet, y: int, rows: int) -> int:
    """To five players: their own face, and beside it the faces of the roles they claim."""
    village: Village = scene.view.state
    pitch = max(4, min(9, (rows - 1) // village.seats))
    gap = 1 if pitch >= 5 else 0
    high = pitch - gap
    wide = min(18, 2 * high + 2)
    heads = {wide + 14: "says_was", 2 * wide + 15: "says_did"}
    if any(claimed(village, seat)[1] is not None for seat in village.everyone()):
        heads[sheet.width - wide - 9] = "says_now"
    for x, key in heads.items():
        sheet.fill(x - 1, y, sheet.width - x, 1, Paint())
        sheet.write(x, y, scene.label(key), "dim")
    y += 1
    clashing = marks(village)
    for seat in village.everyone():
        lines = wide_panel(scene, village, seat, sheet.width, high, wide, clashing[seat])
        sheet.paste(0, y, lines)
        y += pitch
    return y


def wide_panel(
    scene: Scene,
    village: Village,
    seat: Seat,
    width: int,
    rows: int,
    wide: int,
    clashing: set[int],
) -> list[Line]:
    """One player: their own face, that of the role they claim, what they did and say."""
    palette = scene.look.palette
    sheet = Sheet(width, rows, palette.panel_paint)
    was, now = claimed(village, seat)
    pointed = aims(village)
    sheet.paste(1, 0, face(scene, seat, wide, rows))
    x = wide + 2
    arms = sum(target == seat for target in pointed.values())
    sheet.lay(x, 0, [chip(scene, seat), name_of(scene, seat)], 12)
    sheet.write(x + 3, 1, scene.tag(seat), "dim")
    if arms:
        sheet.write(x + 3, 2, scene.look.symbols.down * arms, "bad")
    target = pointed.get(int(seat))
    if target is not None:
        sheet.lay(x, rows - 1, crop(pointing(scene, target, 0), 11))
    x += 12
    put_claim(scene, sheet, x, was, wide, rows)
    x += wide + 1
    room = width - x - wide - 10
    room += 0 if now is not None else wide + 1
    if was is not None:
        sheet.lay(x, 0, band(scene, was.values[0], room))
    told = deeds_of(scene, village, seat)
    lines = paragraph(told, room, most=max(1, rows - 2)) if told else []
    lines += quoted(scene, speech_of(scene, seat), room, rows - 1 - len(lines))
    for row, line in enumerate(lines[: rows - 1], 1):
        sheet.lay(x, row, line)
    x = width - wide - 9
    if now is not None:
        put_claim(scene, sheet, x, now, wide, rows)
    for row, other in enumerate(sorted(clashing)[:rows]):
        text = f"{scene.look.symbols.no} {scene.name(other)}"
        sheet.write(x + wide + 1, row, cut(text, 8), "bad")
    for row in range(rows):
        sheet.lay(0, row, [bar(scene, seat)])
    return on_plate(scene, seat, sheet.lines, plain=True)


def put_claim(
    scene: Scene, sheet: Sheet, x: int, claim: Claim | None, width: int, rows: int
) -> None:
    """The face of a claimed role, marked as a claim; a back where nothing is claimed."""
    if claim is None:
        back = easel(scene).back(width, rows)
        sheet.paste(x, 0, back)
        return
    role = claim.values[0]
    sheet.paste(x, 0, aimed(role_face(scene, role, width, rows, CLAIMED), ("card", role)))
    if scene.look.pictures:
        sheet.put(x + width - 1, 0, [Ink("?", "strong", paint=scene.look.palette.chip)])
    else:
        sheet.paste(x, 0, [crop(band(scene, role, width), width)])


# ── pieces ──────────────────────────────────────────────────────────────────────────────────────


def claimed(village: Village, seat: int) -> tuple[Claim | None, Claim | None]:
    """What somebody claims to have been and to be now."""
    live = village.live_claims()
    return latest(live, seat, "was"), latest(live, seat, "now")


def role_band(scene: Scene, claim: Claim | None, width: int) -> Line:
    """A claimed role; a hidden card where nothing is claimed."""
    if claim is None:
        return easel(scene).small_back()
    return band(scene, claim.values[0], width)


def roles_line(scene: Scene, was: Claim | None, now: Claim | None) -> Line:
    """What somebody says they were, and what they say they are now."""
    if was is None and now is None:
        told = "" if scene.view.state.aloud else scene.label("no_claim")
        return [Ink(told, "dim")]
    line = role_band(scene, was, 0)
    if now is not None and (was is None or now.values[0] != was.values[0]):
        line = [*line, Ink(f" {scene.look.symbols.turn} "), *band(scene, now.values[0])]
    return line


def deeds_of(scene: Scene, village: Village, seat: int) -> str:
    """What a player claims to have done and seen, the latest of each kind, and what they have
    taken back."""
    live = village.live_claims()
    found = [latest(live, seat, kind) for kind in DEEDS]
    talk = teller_of(scene).talk
    told = [talk.deed(claim) for claim in found if claim is not None]
    return ", ".join([*told, *filter(None, [talk.before(village, seat)])])


def crossed(scene: Scene, clashing: set[int], width: int, names: bool = False) -> Line:
    """Whose claims contradict somebody's."""
    if not clashing:
        return [Ink(" " * width)] if width else []
    if names and len(clashing) <= 2:
        told = " " + ", ".join(scene.name(other) for other in sorted(clashing))
    else:
        told = "".join(SEAT_LETTERS[other] for other in sorted(clashing))
    text = f"{scene.look.symbols.no}{told}"
    return [Ink(fit(text, width) if width else text, "bad")]


def pointing(scene: Scene, target: int | None, width: int) -> Line:
    """At whom somebody says they will point."""
    if target is None:
        return [Ink(" " * width)] if width else []
    text = f"{scene.look.symbols.key}{scene.name(target)}"
    return [Ink(fit(text, width) if width else text, "bad")]


def on_plate(scene: Scene, seat: int, lines: list[Line], plain: bool = False) -> list[Line]:
    """Lines on a ground in the seat's color, all about that seat."""
    picked = is_picked(scene, seat)
    target = choice_of(scene, seat) or ("seat", int(seat))
    palette = scene.look.palette
    paint = palette.plate(seat, lit=picked)
    if plain and not picked:
        paint = Paint()
    return aimed([painted(line, paint) for line in lines], target)


def own_night(scene: Scene, width: int, rows: int = 2) -> list[Line]:
    """The player's own card and night, where no zone has room for them."""
    if scene.me is None or rows <= 0:
        return []
    if scene.covered:
        return aimed([[Ink(f"   {cut(scene.covered_note, width - 4)}", "dim")]], "cover")
    story = teller_of(scene).nights.story(scene.view.state)
    told = paragraph(story, width - 4, "mine", most=min(2, rows)) if story else []
    sign = f" {scene.look.symbols.token} "
    return [[Ink("   " if row else sign, "gold"), *line] for row, line in enumerate(told)]


# ── what cannot be true ─────────────────────────────────────────────────────────────────────────


def findings(scene: Scene, width: int, most: int) -> list[Line]:
    """Why claims cannot all be true, and where the table allows it, how likely each is a
    werewolf."""
    village: Village = scene.view.state
    if scene.notebook == "off" or scene.covered or village.aloud or most <= 0:
        return []
    teller = teller_of(scene)
    speaker = {claim.number: claim.seat for claim in village.claims}
    pairs = {frozenset(speaker[n] for n in clash.numbers): clash for clash in clashes(village)}
    lines: list[Line] = []
    odds = scene.insight.odds
    if odds is not None and scene.notebook == "odds":
        likely = ", ".join(
            f"{scene.name(seat)} {percent(odds.suspicion[seat])}"
            for seat in sorted(village.everyone(), key=lambda s: -odds.suspicion[s])
        )
        lines.append([Ink(cut(f" ? {likely}", width - 1), "dim", "notes")])
    sign = Ink(f" {scene.look.symbols.no} ", "bad")
    told: list[Line] = []
    for clash in reversed(pairs.values()):
        room = most - len(lines) - len(told)
        if not room:
            break
        rows = paragraph(teller.clash(village, clash, numbered=False), width - 4, most=room)
        told += [[Ink("   ") if row else sign, *line] for row, line in enumerate(rows)]
    lines = told + lines
    if not lines:
        return [[Ink(f"   {scene.label('no_clash')}", "dim")]]
    return aimed(lines, "notes")
