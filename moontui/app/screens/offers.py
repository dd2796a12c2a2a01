"""Other people's tables, one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moontui.draw.ink import Ink, Line, fit
from moontui.words.catalogue import Catalogue
from net.lookalikes import turns_lines
from net.text import NAME_CELLS, TITLE_CELLS, clean

if TYPE_CHECKING:
    from moontui.app.app import MoontuiApp
    from moontui.client.nearby import Offer


def game_name(app: MoontuiApp, game: str) -> str:
    """What a game is called, without loading all of its words."""
    return app.words_for("").game_called(game)


def offer_line(app: MoontuiApp, offer: Offer, width: int) -> Line:
    """Name, game, seats, state and where it was found, in columns."""
    words, host, table = app.words, offer.host, offer.table
    title = clean(table.title if table is not None else host.host, TITLE_CELLS)
    where = clean(host.host, TITLE_CELLS)
    if table is not None and where and where not in title and width > 100:
        title = f"{title} ({where})"
    keeper = clean(table.keeper, NAME_CELLS) if table is not None else ""
    if keeper and keeper not in title:
        title = f"{title}, {keeper}"
    # Without letters in between, a title from right to left would take the numbers along.
    unnamed = "moontui" if turns_lines(title) else ""
    game = game_name(app, table.game) if table is not None else unnamed
    taken, seats = (
        (table.held, table.seats) if table is not None else (host.seats_taken, host.seats)
    )
    count = f"{taken}/{seats}" if seats else ""
    texts = (title, game, count, ", ".join(marks(words, offer)), source(words, offer))
    state_style = "bad" if offer.is_copy else "good" if offer.open else "dim"
    styles = ("strong" if offer.open else "", "", "", state_style, "dim")
    return [
        Ink(fit(text, size, app.symbols.more) + " ", style)
        for text, size, style in zip(texts, column_sizes(width), styles, strict=True)
    ]


def marks(words: Catalogue, offer: Offer) -> list[str]:
    """The state of a table; of a host that passes for another, nothing but that."""
    if offer.is_copy:
        return [words.say("find", "copy")]
    table, found = offer.table, [state_of(offer)]
    if offer.mine:
        found.append("yours")  # only a host that is known can have it
    else:
        found += ["known"] * offer.is_known
        found += ["locked"] * (table is not None and table.private)
    found += ["unwatched"] * (table is not None and table.watch == "none")
    return [words.heard("find", mark) for mark in found]


def column_sizes(width: int) -> tuple[int, int, int, int, int]:
    """Widths of table, game, seats, state and source."""
    seats, source, game = 6, 12, 10
    state = min(36, max(16, (width - seats - source - game) // 2 - 4))
    return max(10, width - game - seats - state - source - 4), game, seats, state, source


def heading_line(words: Catalogue, width: int) -> Line:
    names = ("columns", "game", "seats", "state", "from")
    texts = (
        fit(words.say("find", name), size) + " "
        for name, size in zip(names, column_sizes(width), strict=True)
    )
    return [Ink("".join(texts), "dim")]


def state_of(offer: Offer) -> str:
    """The message key for the state a table is in, or what a newer host calls it."""
    if offer.trouble == "host_is_newer":
        return "newer"
    if offer.trouble == "host_is_older":
        return "older"
    if offer.table is None:
        return "unknown" if offer.trouble else "empty"
    if offer.table.phase not in ("lobby", "over"):
        return offer.table.phase
    return "open" if offer.open else "full"


def source(words: Catalogue, offer: Offer) -> str:
    from moontui.client.nearby import local, own_addresses

    if local(offer.host.address, own_addresses()):
        return words.say("find", "local")
    return words.say("find", offer.host.source)
