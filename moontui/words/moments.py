"""Moments: what just happened and matters, in a headline and in sentences with a subject."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.core import HIDDEN, Event, Seat

if TYPE_CHECKING:
    from moontui.words.teller import Teller

MomentPicture = Literal["out", "moon", "wolf"]
"""What is drawn over the whole screen: somebody falls, a Moon climbs, alone or with a wolf."""
MomentKind = Literal["play", "aimed", "moved", "saved", "moon", "out", "round", "match"]


class Moment(NamedTuple):
    """Something that happened, as one player may know it."""

    kind: MomentKind
    weight: int
    """A weightier moment stays on the stage until the player's next turn."""
    actors: tuple[str, ...]
    """Who, with what, at whom: in this order, as many as there are."""
    text: str
    """All of it in sentences."""
    seat: Seat | None = None
    card: int | None = None
    """The card that did it, if one did."""
    headline: str = ""
    """In big letters over the whole screen; empty: the stage is enough."""
    picture: MomentPicture = "moon"
    """What is drawn there."""
    about: int | None = None
    """The card that it is about, if everybody sees one: that of whoever is out, or the Werewolf."""
    apart: str = ""
    """The same with a sentence for each deed, for narrow places that take only the last of them."""
    more: str = ""
    """What it leads to at once, where there is room for it as well."""


WEIGHTS: dict[MomentKind, int] = {
    "play": 1,
    "saved": 2,
    "aimed": 3,
    "moved": 4,
    "moon": 5,
    "out": 5,
    "round": 6,
    "match": 7,
}


def moment_of(teller: Teller, story: Sequence[Event]) -> Moment | None:
    """What the events of a turn so far amount to, up to the beginning of another one of the same
    player; None: nothing worth the stage."""
    laid = [place for place, event in enumerate(story) if event.kind in teller.PLAYS]
    begun = [place for place in laid if story[place].kind not in teller.CAUSED] or laid
    weighty = [place for place, event in enumerate(story) if teller.weighs(event)]
    if not begun and not weighty:
        return None
    play = story[begun[-1]] if begun else None
    told = story[min([*begun[-1:], *weighty]) :]
    texts = [text for event in told if teller.brief(event) and (text := teller.event(event))]
    kind = max((teller.kind_of(event) for event in told), key=lambda kind: WEIGHTS[kind])
    first = play if play is not None else told[0]
    aims = [event.other for event in told if event.other is not None]
    cards = [card for card in first.cards if card != HIDDEN]
    actors = [teller.who(first.seat)]
    if cards:
        actors.append(teller.card(cards[0]))
    if aims and aims[-1] != first.seat:
        actors.append(teller.who(aims[-1]))
    moment = Moment(
        kind,
        WEIGHTS[kind],
        tuple(actor for actor in actors if actor),
        teller.tale(texts),
        first.seat,
        cards[0] if cards else None,
        apart=" ".join(texts),
        more=again.short if (again := teller.again(story[:-1], story[-1])) else "",
    )
    great = [event for event in told if teller.headline(event)]
    if not great:
        return moment
    return moment._replace(
        headline=teller.headline(great[-1]),
        picture=teller.PICTURES.get(great[-1].kind, "moon"),
        about=teller.card_about(great[-1], told),
    )
