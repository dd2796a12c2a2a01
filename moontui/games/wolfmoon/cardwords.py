"""Where Wolfmoon's cards have words of their own: what happens by them, and what they ask."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import HIDDEN, Ask, Choice, Event, Seat, View
from engine.games.wolfmoon.deck import Card
from engine.games.wolfmoon.state import Table
from moontui.words.teller import Again, Teller

WITHOUT_TARGET: dict[int, str] = {
    Card.THIEF: "thief_alone",
    Card.WITCH: "nobody_out",
    Card.GRAVEDIGGER: "nothing_to_take",
}
"""What to think of before a card is played at nobody, where it is not simply without effect."""


class CardWords(Teller):
    """Says about a card what is true of that card alone, and leaves the rest to other words."""

    def told(self, event: Event, form: str) -> str:
        card = event.cards[0] if event.cards else HIDDEN
        if card != HIDDEN:
            name = Card(card).name.lower()
            if self.words.has("by_card", event.kind, name, form):
                about = self.about_event(event)
                return self.words.say("by_card", event.kind, name, form, **about)
        return super().told(event, form)

    def again(self, before: Sequence[Event], turn: Event) -> Again | None:
        gift = gift_of(before, turn)
        if not gift:
            return None
        about = {"seat": self.name(turn.seat), "why": self.words.say("gifts", gift)}
        mine = "_you" if turn.seat == self.me else ""
        forms = "brief_again", f"again{mine}", f"short_again{mine}"
        return Again(*(self.words.say("events", "turn", form, **about) for form in forms))

    def form(self, event: Event) -> str:
        """A comparison whose cards are covered is told as everybody saw it."""
        covered = event.kind == "compared" and HIDDEN in event.cards
        return "they" if covered else super().form(event)

    def about_event(self, event: Event) -> dict[str, object]:
        """Of a comparison both cards can be named."""
        about = super().about_event(event)
        if event.kind == "compared" and HIDDEN not in event.cards:
            about["one"], about["two"] = map(self.card, event.cards)
        return about

    def seen_cards(self, event: Event) -> list[tuple[str, int]]:
        cards = [card for card in event.cards if card != HIDDEN]
        owners: Sequence[Seat | None] = ()
        match event.kind:
            case "drunkard":
                everyone = map(Seat, range(len(self.names)))
                owners = [seat for seat in everyone if event.number >> seat & 1]
            case "looked" if event.seat == self.me:
                owners = [event.other]
            case "compared":
                owners = [event.seat, event.other]
            case "watched" | "peeked":
                return [(self.words.say("board", "center"), card) for card in cards]
        return [(self.who(owner), card) for owner, card in zip(owners, cards, strict=False)]

    def prompt(self, ask: Ask, view: View[Table] | None = None) -> str:
        name = aimed_card(ask)
        if name and self.words.has("aims", name, "ask"):
            return self.words.say("aims", name, "ask")
        return super().prompt(ask, view)

    def sentence(self, ask: Ask, choice: Choice, view: View[Table] | None = None) -> str:
        own = choice.verb == "aim" and choice.value == self.me
        name, form = aimed_card(ask), "aim_you" if own else choice.verb
        if name and self.words.has("aims", name, form):
            return self.words.say("aims", name, form, **self.about_answer(ask, choice))
        if ask.prompt == "spy" and len(ask.choices) == 1:
            return self.words.say("sentences", "spy", "pass_only", other=self.name(ask.other))
        if ask.prompt == "turn" and view is not None and (gift := gift_now(view)):
            form, why = f"{choice.verb}_again", self.words.say("gifts", gift)
            return self.words.say("sentences", "turn", form, why=why)
        kept = self._kept(ask, choice, view)
        if kept is not None:
            cards = {"card": self.card(choice.value), "kept": self.card(kept)}
            return self.words.say("sentences", "play", "play_and_keep", **cards)
        return super().sentence(ask, choice, view)

    def _kept(self, ask: Ask, choice: Choice, view: View[Table] | None) -> int | None:
        """The card that stays in hand when another is played; None: it is not about that."""
        if ask.prompt != "play" or view is None or self.me is None:
            return None
        hand = list(view.state.hands[self.me])
        if len(hand) != 2 or choice.value not in hand:
            return None
        hand.remove(choice.value)
        return hand[0]


def aimed_card(ask: Ask) -> str:
    """The card that a question wants a target for; empty: it is about something else."""
    return Card(ask.number).name.lower() if ask.prompt == "aim" else ""


GIFTS: dict[str, Card] = {"left": Card.SERVANT, "played": Card.THIEF}
"""By what happens to it: the cards that give another turn."""


def gift_of(before: Sequence[Event], turn: Event) -> str:
    """What gives the player who had the turn before another one; empty: it is not theirs."""
    if not before or (before[0].kind, turn.kind) != ("turn", "turn") or before[0].seat != turn.seat:
        return ""
    done = {(event.kind, *event.cards[:1]) for event in before}
    return next((card.name.lower() for kind, card in GIFTS.items() if (kind, card) in done), "moon")


def gift_now(view: View[Table]) -> str:
    """What gives the turn that is being taken; empty: it is nobody's second in a row."""
    events = view.state.events or ()
    turns = [place for place, event in enumerate(events) if event.kind == "turn"][-2:]
    return gift_of(events[turns[0] : turns[-1]], events[turns[-1]]) if turns else ""
