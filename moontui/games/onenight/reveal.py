"""The cards are turned: what everybody was dealt, which way each card went, and who won why."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import Seat
from engine.games.onenight.contradictions import latest
from engine.games.onenight.hindsight import is_lie
from engine.games.onenight.roles import Role
from engine.games.onenight.state import CENTER, Village
from moontui.draw.ink import Ink, Line, aimed, cells, crop, cut, ends, fit, flow, paragraph
from moontui.draw.paint import Paint
from moontui.draw.scene import Scene
from moontui.draw.sheet import Sheet
from moontui.draw.size import Class
from moontui.games.onenight.arms import ALL
from moontui.games.onenight.day import on_plate
from moontui.games.onenight.ending import Ending
from moontui.games.onenight.parts import (
    band,
    bar,
    easel,
    name_of,
    role_face,
    teller_of,
)
from moontui.games.onenight.ways import Deed, Move, deeds_of, moves_of, places_of
from moontui.words.names import SEAT_LETTERS

NAME = 11
ROLE = 14
VERBS = {Role.ROBBER: "robs", Role.TROUBLEMAKER: "swaps", Role.DRUNK: "takes"}
"""By role: how its move is told."""
NARROW = 56
"""With fewer columns, everybody has two rows."""
LEAST_STEP = 11
"""Columns for what happened to a card; with fewer, only the actor's letter is shown."""


def draw_reveal(scene: Scene, sheet: Sheet, deeds: int = ALL) -> None:
    """A row for each place, with its card's way from left to right; below, the story in words. With
    a number of deeds: the cards as they lay after those, and below, what was done."""
    village: Village = scene.view.state
    places = places_of(village)
    done = deeds_of(village)
    so_far = done[deeds - 1].moves if 0 < deeds <= len(done) else 0
    upto = so_far if deeds <= len(done) else ALL
    told = story(scene, village) if upto == ALL else night_so_far(scene, done[:deeds])
    seats = village.seats
    large = scene.look.size.is_large and scene.look.pictures
    words = min(sum(len(paragraph(text, sheet.width - 4)) for text in told), 8)
    words = words if upto == ALL else 8  # nothing moves while the night is told
    center = 1
    spare = sheet.height - 1 - center - min(words, 5 if large else 3)
    most = {Class.S160: 6, Class.S200: 8}.get(scene.look.size.kind, 5)
    pitch = max(1, min(most, spare // seats)) if large else 1
    narrow = sheet.width < NARROW
    step = step_width(scene, village, sheet.width)
    brief = pitch == 1 and moves_of(village) and step < LEAST_STEP and spare >= 2 * seats
    pitch = 2 if narrow or brief else pitch
    y = 0 if narrow else put_heads(scene, village, sheet, upto)
    for place in places[:seats]:
        if narrow:
            lines = narrow_row(scene, village, place, sheet.width, upto)
        else:
            lines = row_of(scene, village, place, sheet.width, pitch, upto)
        sheet.paste(0, y, lines)
        y += pitch
    y = put_center(scene, village, sheet, y, upto)
    if sheet.height - y > words + 1:
        y += 1
    for number, text in enumerate(told):
        style = "strong" if number == 0 else ""
        lines = paragraph(text, sheet.width - 4, style)
        if number and y + len(lines) > sheet.height:
            break  # half a sentence would be worse than none
        for line in lines:
            sheet.lay(2, y, line)
            y += 1


def put_heads(scene: Scene, village: Village, sheet: Sheet, upto: int = ALL) -> int:
    """What stands in which column."""
    moves = moves_of(village)
    step = step_width(scene, village, sheet.width)
    x = left_of(scene)
    sheet.write(x, 0, scene.label("dealt"), "dim")
    x += ROLE
    if step >= LEAST_STEP:
        for move in moves:
            name = teller_of(scene).slot(move.slot)
            if cells([Ink(name)]) >= step and move.slot == move.role:
                name = teller_of(scene).card(move.role, "short")
            sheet.write(x, 0, cut(name, step - 1), "dim")
            x += step
    else:
        told = scene.label("moved_by") if moves else ""
        sheet.write(x, 0, cut(told, step * len(moves) - 1), "dim")
        x += step * len(moves)
    sheet.write(x, 0, cut(scene.label("in_the_end" if upto == ALL else "by_then"), ROLE), "dim")
    pointed = scene.label("pointed")
    if upto == ALL and len(pointed) < sheet.width - x - ROLE:
        sheet.write(x + ROLE + 1, 0, pointed, "dim")
    return 1


def left_of(scene: Scene) -> int:
    columns = scene.look.size.columns
    return NAME + 3 if columns >= 110 else 12 if columns >= 80 else 9


def step_width(scene: Scene, village: Village, width: int) -> int:
    """Columns for each move, all alike."""
    count = len(moves_of(village))
    if not count:
        return 0
    room = width - left_of(scene) - 2 * ROLE - (30 if width >= 110 else 15 if width >= 78 else 12)
    return max(3, min(24, room // count))


def row_of(
    scene: Scene, village: Village, seat: int, width: int, rows: int, upto: int = ALL
) -> list[Line]:
    """Somebody's place: the card that was dealt there, what happened to it, and the one that lies
    there in the end, or after some moves."""
    sheet = Sheet(width, rows)
    moves = moves_of(village)
    step = step_width(scene, village, width)
    middle = (rows - 1) // 2
    dead, won = seat in village.dead, seat in village.winners
    mark = scene.look.symbols.token if won and upto == ALL else " "
    head: Line = [bar(scene, seat), Ink(f"{mark}", "gold"), Ink(SEAT_LETTERS[seat], "strong")]
    head += [Ink(" "), name_of(scene, seat)]
    x = left_of(scene)
    sheet.lay(0, middle, crop(head, x - 1))
    put_card(scene, sheet, x, village.dealt[seat], rows)
    x += ROLE
    for number, move in enumerate(moves):
        if number < upto:
            sheet.lay(x, middle, happening(scene, village, move, seat, step))
        x += step
    put_card(scene, sheet, x, cards_after(village, upto)[seat], rows)
    if upto != ALL:
        for row in range(rows):
            sheet.lay(0, row, [bar(scene, seat)])
        return on_plate(scene, seat, sheet.lines)
    if dead:
        left, right = scene.look.symbols.edges[0], scene.look.symbols.edges[1]
        for row in range(rows):
            sheet.lay(x - 1, row, [Ink(left, "bad")])
            sheet.lay(x + ROLE - 1, row, [Ink(right, "bad")])
    x += ROLE + 1
    told = claim_of(scene, village, seat)
    for row, line in enumerate(outcome(scene, village, seat, width - x)[:rows]):
        sheet.lay(x, row if rows < 4 else row + 1, line)
    if not scene.look.size.is_large or rows == 1:
        sheet.fill(x, 0, width - x, rows, Paint())
        sheet.lay(x, 0, crop(short_outcome(scene, village, seat), width - x))
    if step < LEAST_STEP and 1 < rows < 3:
        at = left_of(scene)
        sheet.fill(at, 1, width - at, 1, Paint())
        way, room = way_of(scene, village, seat), width - at - 1
        if cells([Ink(way)]) + cells(told) + 1 > room:
            told = []  # which way the card went matters more
        sheet.lay(at, 1, ends([Ink(cut(way, room), "dim")], told, room))
    for row in range(rows):
        sheet.lay(0, row, [bar(scene, seat)])
    return on_plate(scene, seat, sheet.lines)


def cards_after(village: Village, moves: int) -> Sequence[int]:
    """By seat, then center: the cards as they lay after some moves of the night."""
    if moves == ALL:
        return village.cards
    return moves_of(village)[moves - 1].after if moves else village.dealt


def narrow_row(
    scene: Scene, village: Village, seat: int, width: int, upto: int = ALL
) -> list[Line]:
    """The same on a phone: the cards in one row, what came of it in the next."""
    signs = scene.look.symbols
    mark = signs.token if seat in village.winners and upto == ALL else " "
    line: Line = [bar(scene, seat), Ink(mark, "gold"), Ink(SEAT_LETTERS[seat], "strong")]
    line += [Ink(" "), *crop([name_of(scene, seat)], 7)]
    line += band(scene, village.dealt[seat], ROLE - 1)
    moves = [move for move in moves_of(village)[:upto] if move.touches(seat)]
    line += [Ink(f" {SEAT_LETTERS[move.actor]}{signs.turn}", "gold") for move in moves]
    if moves:
        line += [Ink(" "), *band(scene, cards_after(village, upto)[seat], ROLE - 1)]
    below: Line = [bar(scene, seat), Ink("   ")]
    for part in outcome(scene, village, seat, 0) if upto == ALL else ():
        below += [Ink("  ") if ink.text.isspace() else ink for ink in part]
    return on_plate(scene, seat, [crop(line, width), crop(below, width)])


def put_card(scene: Scene, sheet: Sheet, x: int, role: int, rows: int) -> None:
    """An open card: its name, and below it its face if there is room."""
    sheet.put(x, 0, crop(band(scene, role, ROLE - 1), ROLE - 1))
    if rows >= 3:
        name = band(scene, role, ROLE - 1)[0]
        sheet.put(x, 0, [name._replace(text=fit(name.text, ROLE - 1))])
        sheet.paste(x, 1, aimed(role_face(scene, role, ROLE - 1, rows - 1), ("card", role)))


def way_of(scene: Scene, village: Village, place: int) -> str:
    """What happened to the card at a place, in words, and what lay there then."""
    told = []
    for move in moves_of(village):
        if move.touches(place):
            card = teller_of(scene).card(move.after[village.index(place)], "short")
            told.append(f"{deed_at(scene, move, place)} {scene.look.symbols.turn} {card}")
    return ", ".join(told)


def deed_at(scene: Scene, move: Move, place: int) -> str:
    """Who moved the card at a place, as seen from there."""
    other = move.places[1] if move.places[0] == place else move.places[0]
    key = VERBS[Role(move.role)]
    if place == move.actor and move.role != Role.TROUBLEMAKER:
        return scene.label(f"{key}_own", other=place_short(scene, other))
    return scene.label(key, who=scene.name(move.actor))


def happening(scene: Scene, village: Village, move: Move, place: int, width: int) -> Line:
    """What a move did to the card at a place; a line where it did nothing."""
    signs = scene.look.symbols
    across = signs.plain.across
    if not move.touches(place):
        return [Ink(across * (width - 1) + " ", "rule")]
    if width < LEAST_STEP:
        text = f"{SEAT_LETTERS[move.actor]}{signs.turn}"
        return [Ink(cut(text, width), "gold"), Ink(across * (width - 1 - len(text)), "rule")]
    text = deed_at(scene, move, place)
    if cells([Ink(text)]) > width - 3:
        return crop([Ink(cut(text, width - 1), "gold")], width)
    rest = width - 2 - cells([Ink(text)])
    line = [Ink(text, "gold"), Ink(f" {across * max(0, rest - 1)}{signs.key}", "gold")]
    return crop(line, width)


def place_short(scene: Scene, place: int) -> str:
    if place < CENTER:
        return scene.name(place)
    return scene.label("center_short", number=place - CENTER + 1)


def outcome(scene: Scene, village: Village, seat: int, width: int) -> list[Line]:
    """At whom somebody pointed, whether they won, and what they had claimed; a width of 0: in as
    many cells as needed."""
    vote = village.votes[seat]
    signs = scene.look.symbols
    target = scene.name(vote) if vote < CENTER else scene.look.words.say("nobody")
    first: Line = [Ink(f"{signs.turn} {target}"), Ink("  ")]
    if seat in village.dead:
        first.append(Ink(scene.label("dies"), "bad"))
    won = seat in village.winners
    second: Line = [Ink(scene.label("wins" if won else "loses"), "good" if won else "dim")]
    worth = village.counts_as(seat)
    if worth != village.cards[seat]:
        role = teller_of(scene).card(worth)
        second = [*second, Ink(" "), Ink(scene.label("counts_as", role=role), "gold")]
    told = claim_of(scene, village, seat)
    lines = [first, [*second, Ink("  "), *told]] if width >= 40 else [first, second, told]
    return [crop(line, width) if width else [*line, Ink("  ")] for line in lines if line]


def claim_of(scene: Scene, village: Village, seat: int) -> Line:
    """What somebody said they had been, and whether that was true."""
    claim = latest(village.live_claims(), seat, "was")
    if claim is None:
        return []
    lied = is_lie(village, claim)
    sign = scene.look.symbols.no if lied else scene.look.symbols.yes
    role = teller_of(scene).card(claim.values[0])
    return [Ink(f"{scene.label('claimed', role=role)} {sign}", "bad" if lied else "dim")]


def short_outcome(scene: Scene, village: Village, seat: int) -> Line:
    """The same in one row."""
    vote = village.votes[seat]
    signs = scene.look.symbols
    target = scene.name(vote) if vote < CENTER else "-"
    line: Line = [Ink(f"{signs.key}{target} ")]
    if seat in village.dead:
        line.append(Ink(f"{scene.label('dies')} ", "bad"))
    if seat in village.dead and seat in village.winners:
        line.append(Ink(scene.look.symbols.token, "gold"))
    if seat in village.winners and seat not in village.dead:
        line.append(Ink(scene.label("wins"), "good"))
    return line


def put_center(scene: Scene, village: Village, sheet: Sheet, y: int, upto: int = ALL) -> int:
    """The three cards of the center: as dealt, and as they lie."""
    pieces: list[Line] = [[Ink(scene.label("center"), "key")]]
    for number in range(3):
        index = village.seats + number
        line = [Ink(f"{number + 1} ", "dim"), *band(scene, village.dealt[index])]
        for move in moves_of(village)[:upto]:
            if move.touches(CENTER + number):
                taken = scene.label("takes", who=scene.name(move.actor))
                line += [Ink(f" {taken} {scene.look.symbols.turn} ", "gold")]
                line += band(scene, move.after[index])
        pieces.append(line)
    for row in flow(pieces, sheet.width, gap=" "):
        sheet.fill(0, y, sheet.width, 1, easel(scene).palette.panel_paint)
        sheet.lay(0, y, row)
        y += 1
    return y


def night_so_far(scene: Scene, deeds: Sequence[Deed]) -> list[str]:
    """What was done and seen, the last of it first."""
    nights = teller_of(scene).nights
    told = [f"{scene.name(d.actor)}: {nights.line(d.line, Seat(d.actor))}" for d in deeds]
    return told[::-1]


def story(scene: Scene, village: Village) -> list[str]:
    """Who died, why everybody who won did, what was a lie, who gave themselves away, and what one
    vote would have changed."""
    ending = Ending(teller_of(scene), village)
    fooled = ending.fooled()
    _, own = teller_of(scene).verdict(village)
    first = f"{ending.deaths()} {own}".strip()
    if fooled:
        fooled = f"{teller_of(scene).words.say('result', 'turning')}: {fooled}"
    copies = [
        scene.label("copy_counts", who=scene.name(seat), role=teller_of(scene).card(worth))
        for seat in village.everyone()
        if (worth := village.counts_as(seat)) != village.cards[seat]
    ]
    moments = [f"{label}: {told}" for label, told in ending.moments()]
    mine = [*course(scene, ending), *([fooled] if fooled else [])]
    return [first, *copies, *moments, *ending.reasons(), *ending.lies(), *mine]


def course(scene: Scene, ending: Ending) -> list[str]:
    """How the player's suspicion of each werewolf rose and fell, as a row of bars."""
    levels, told = scene.look.symbols.levels, []
    for wolf, steps in ending.course():
        bars = "".join(levels[min(len(levels) - 1, int(step * len(levels)))] for step in steps)
        text = ending.words.say("moments", "suspected", name=scene.name(wolf))
        told.append(f"{ending.words.say('moments', 'course')}: {text} {bars}")
    return told
