"""What matters in a trick of Robbers, in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core import Event, Seat
from engine.games.robbers.deck import NORMAL, Role
from engine.games.robbers.trick import counts_as, led_suit, winner
from moontui.words.moments import WEIGHTS, Moment

if TYPE_CHECKING:
    from moontui.games.robbers.teller import RobbersTeller

ENDINGS = ("won_robbers", "won_wolves", "won_nobody")


def moment_of(teller: RobbersTeller, story: Sequence[Event]) -> Moment | None:
    """What the events of a trick so far amount to: who took it, who has shown a role, or what the
    last card did. All weigh the same: the newest is what counts."""
    plays = [event for event in story if event.kind == "played"]
    if not plays:
        return None
    ended = next((event for event in story if event.kind in ENDINGS), None)
    took = next((event for event in story if event.kind == "took"), None)
    chip = next((event for event in reversed(story) if event.kind == "chip"), None)
    shown = plays[-1]
    if ended is not None:
        text = teller.event(ended)
    elif took is not None:
        text = teller.event(took)
        shown = plays[winner(took.cards)]
    elif chip is not None:
        text, shown = showing(teller, plays, chip)
    else:
        text = playing(teller, plays)
    actors = teller.who(shown.seat), teller.card(shown.cards[0])
    seat = None if ended is not None else shown.seat
    return Moment("play", WEIGHTS["play"], actors, text, seat, shown.cards[0])


def showing(teller: RobbersTeller, plays: Sequence[Event], chip: Event) -> tuple[str, Event]:
    """Somebody has shown a role; what was played since is added."""
    place = next(place for place, play in enumerate(plays) if play.seat == chip.seat)
    shown, cards = plays[place], [play.cards[0] for play in plays]
    form = "werewolf" if chip.number == Role.WEREWOLF else "traitor"
    text = say(teller, form, shown.seat, counted=teller.counted(cards, counts_as(cards)[place]))
    if place < len(plays) - 1:
        last = plays[-1]
        return f"{text} {say(teller, 'adds', last.seat, card=teller.card(last.cards[0]))}", shown
    return f"{text} {say(teller, f'{form}_means', shown.seat)}", shown


def playing(teller: RobbersTeller, plays: Sequence[Event]) -> str:
    """What the last card did to the trick."""
    cards, last = [play.cards[0] for play in plays], plays[-1]
    card, best = last.cards[0], winner(cards)
    values = {
        "card": teller.card(card),
        "counted": teller.counted(cards, counts_as(cards)[-1]),
        "best": teller.named(cards, best),
    }
    if len(plays) == 1:
        suit = led_suit(cards)
        return say(
            teller, "open" if suit is None else f"led_{suit.name.lower()}", last.seat, values
        )
    special = "special_" if card >= NORMAL else ""
    if best == len(plays) - 1:
        return say(teller, f"{special}ahead", last.seat, values)
    told = say(teller, f"{special}behind", last.seat, values)
    return f"{told} {say(teller, 'still', plays[best].seat, values)}"


def say(
    teller: RobbersTeller,
    form: str,
    seat: Seat | None,
    values: dict[str, str] | None = None,
    **more: str,
) -> str:
    """A sentence about a player, or about the one who reads it."""
    who = "you" if seat == teller.me and seat is not None else "they"
    return teller.words.say("stage", who, form, seat=teller.name(seat), **(values or {}), **more)
