"""Terms: what a table is opened on, in a wish, in a journal and in what all are told."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from net.told import Text, Word

WatchRule = Literal["public", "none"]
Notebook = Literal["counts", "odds", "off"]
Chatter = Literal["some", "lively", "off"]


class Message(Struct, omit_defaults=True, tag_field="t"):
    """What all messages have in common."""


class Terms(Message):
    """What a table is opened on: wished for, kept in its journal, and told to all who come."""

    game: Word
    seats: Annotated[int, Meta(ge=1, le=10)]
    options: dict[Word, Word] = {}
    """The game's options."""
    level: Word = ""
    """How bots play; empty in a wish: as usual."""
    title: Text = ""
    watch: Word = "public"
    notebook: Word = "counts"
    clock: bool = False
    pace: Annotated[int, Meta(ge=0, le=500)] = 100
    """How long bots pause, in percent of the usual."""
    hints: bool = False
    """Whether everybody may ask for advice; a solo player always may."""
    chatter: Word = "some"
    """How much bots talk."""
    open_review: bool = False
    """Whether reviews may tell luck and choice of everybody: whoever sits down agrees to it."""
    deal: Text = ""
    """A text that decides the deal and what bots do, for one person alone; empty: chance does."""


class KnownTerms(Terms, kw_only=True):
    """Terms in the words of this version, the usual one first: what a host takes and keeps. A
    client reads any word, since a newer host may have more of them."""

    watch: WatchRule = "public"
    notebook: Notebook = "counts"
    chatter: Chatter = "some"


def terms_of(value: Terms) -> dict[str, Any]:
    """The terms in a wish, an opening or a room, by name."""
    return {name: getattr(value, name) for name in Terms.__struct_fields__}
