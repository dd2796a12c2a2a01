"""What the words of Wolfmoon mean."""

from __future__ import annotations

from engine.games.wolfmoon.deck import VALUE, Card
from engine.glossary import BETWEEN_ROUNDS, LENGTH, MATCH, READY, Answered, Asked, Glossary, Told

WINNERS = "the seats that won the round, a bit for each"
SLOT = "the slot of the center, 0 to 2"

EVENTS = {
    # ── a round ─────────────────────────────────────────────────────────────────────────────────
    "round": Told("A round begins.", seat="who begins", number="which round it is, from 1"),
    "dealt": Told("A hand is dealt.", seat="whose", cards="the card", seen="that seat"),
    "turn": Told("A turn begins.", seat="whose"),
    "drew": Told(
        "A character is drawn from the pile.", seat="by whom", cards="the card", seen="that seat"
    ),
    "drew_aside": Told(
        "The pile is empty: a card that was set aside is drawn.",
        seat="by whom",
        cards="the card",
        seen="that seat",
    ),
    "moon": Told("A Moon is drawn and laid out.", seat="by whom", cards="the Moon"),
    "no_wolf": Told("The third Moon rises, and nobody holds the Werewolf."),
    "played": Told("A card is played into its player's display.", seat="by whom", cards="the card"),
    "peeked": Told(
        "A player takes up a card from the center.",
        seat="who",
        cards="the card",
        number=SLOT,
        seen="that seat",
    ),
    "returned": Told(
        "One of the two cards is put back into that slot.",
        seat="by whom",
        cards="the card that lies there now",
        number=SLOT,
        seen="that seat",
    ),
    # ── what cards do ───────────────────────────────────────────────────────────────────────────
    "no_effect": Told(
        "A card that needs a target has none.", seat="who played it", cards="the card"
    ),
    "declined": Told(
        "A card is not used, or the Assassin's second guess is waived.",
        seat="who played it",
        other="the target, if there was one",
        cards="the card",
    ),
    "hit": Told(
        "A guess is right.", seat="who guessed", other="the target", number="the value named"
    ),
    "missed": Told(
        "A guess is wrong.", seat="who guessed", other="the target", number="the value named"
    ),
    "drunkard": Told(
        "The Drunkard sees all hands before they are dealt again, including their player's own.",
        seat="who played it",
        cards="the hands, in the order of seats",
        number="the seats they belonged to, a bit for each",
        seen="that seat",
    ),
    "redealt": Told(
        "After the Drunkard: a hand is dealt again.",
        seat="whose",
        cards="the card",
        seen="that seat",
    ),
    "looked": Told(
        "The Seer looks at a hand.",
        seat="who looks",
        other="whose hand",
        cards="the card",
        seen="both",
    ),
    "caught": Told(
        "The Tax Collector or the Inquisitor finds a hand guilty.",
        seat="who accused",
        other="the target, who is to be eliminated",
        cards="the card that was played",
    ),
    "cleared": Told(
        "The Tax Collector or the Inquisitor clears a hand.",
        seat="who accused",
        other="the target",
        cards="the card that was played",
    ),
    "compared": Told(
        "Barkeeper or Girl: two players compare their hands.",
        seat="who played it",
        other="the target",
        cards="the card of the first, then of the other",
        seen="both",
    ),
    "tied": Told("Both hands have the same value.", seat="who compared", other="the target"),
    "lost": Told(
        "A comparison is lost.",
        seat="who lost, and is to be eliminated",
        other="who won it",
        cards="the card that was played",
    ),
    "watched": Told(
        "The Night Watchman sees the center.",
        seat="who played it",
        cards="the three cards, by slot",
        seen="that seat",
    ),
    "watchman_kept": Told(
        "The Night Watchman keeps one of four cards; the others are shuffled into the center.",
        seat="who played it",
        cards="the card kept",
        seen="that seat",
    ),
    "revived": Told(
        "The Witch brings back a player who was out.", seat="who played it", other="who is back"
    ),
    "safe": Told("A Bodyguard protects its player until their next turn.", seat="who"),
    "forced": Told(
        "The Bounty Hunter makes a player lay down their hand.",
        seat="whose hand it was",
        other="who played the Bounty Hunter",
        cards="the card laid down",
    ),
    "took": Told(
        "The Gravedigger's player takes a card from a display into their hand.",
        seat="who takes it",
        other="whose display",
        cards="the card",
    ),
    "swapped": Told(
        "Two players swap hands, because of the Pickpocket or the Thief.",
        seat="one of them",
        other="the other one",
    ),
    "got": Told(
        "The card that a swap brought.", seat="to whom", cards="the card", seen="that seat"
    ),
    "spied": Told(
        "A Spy is shown after a failed guess.",
        seat="who shows it",
        other="who guessed, and is to be eliminated",
        cards="the Spy",
    ),
    # ── leaving ─────────────────────────────────────────────────────────────────────────────────
    "cornered": Told(
        "A player is to be eliminated, but may give up the Alchemist instead.",
        seat="who",
        other="by whose card",
    ),
    "placed": Told(
        "A hand is laid into its owner's display, without effect.", seat="whose", cards="the card"
    ),
    "handed": Told(
        "A hand goes to the owner of the Spy.",
        seat="whose it was",
        other="who gets it",
        cards="the card",
        seen="both",
    ),
    "left": Told(
        "A card in a display leaves the round: the Servant or the Alchemist.",
        seat="whose",
        cards="the card",
    ),
    "out": Told("A player is out of the round.", seat="who", other="by whom; possibly themselves"),
    # ── the end ─────────────────────────────────────────────────────────────────────────────────
    "final": Told(
        "The pile is empty: hands are compared.",
        seat="whose",
        cards="the hand",
        number="what it is worth, including Merchant and Frankenstein",
    ),
    "revealed": Told("The round is over: a hand is shown.", seat="whose", cards="the hand"),
    "revealed_center": Told(
        "The center is shown, if the table's options say so.", cards="the cards, by slot"
    ),
    "revealed_aside": Told("The cards that were set aside are shown.", cards="the cards"),
    "revealed_pile": Told("The rest of the pile is shown.", cards="the cards, top card first"),
    "won_wolf": Told("The third Moon rises, and the holder of the Werewolf wins.", number=WINNERS),
    "won_last": Told("Only one player is left.", number=WINNERS),
    "won_vampire": Told("The Vampire wins at once.", number=WINNERS),
    "won_high": Told("The highest value wins the comparison.", number=WINNERS),
    "won_beggar": Told("The Beggar King wins the comparison.", number=WINNERS),
    "won_none": Told("Nobody is left, and nobody wins.", number="0"),
    "token": Told("In a match, a winner gets a Moon token.", seat="who", number="tokens so far"),
    "match": MATCH,
}

GLOSSARY = Glossary(
    numbers={
        "cards": {
            int(card): f"{card.name.replace('_', ' ').title()}"
            + (f" (value {VALUE[card]})" if card < len(VALUE) else " (Moon)")
            for card in Card
        },
    },
    events=EVENTS,
    prompts={
        "turn": Asked("What to do in a turn."),
        "slot": Asked("Which card of the center to take up."),
        "keep": Asked("Which of two cards to keep; the other goes into the slot.", number=SLOT),
        "play": Asked("Which of two cards to play."),
        "aim": Asked("At whom to aim the card just played.", number="the card"),
        "partner": Asked("Pickpocket: who swaps hands with the first player.", other="the first"),
        "guess": Asked("Which value the target holds.", other="the target", number="the card"),
        "guess_again": Asked(
            "The Assassin's second guess at the same target.",
            other="the target",
            number="the value that was wrong",
        ),
        "watchman": Asked("Night Watchman: which of four cards to keep."),
        "take": Asked("Gravedigger: which card to take.", other="whose display"),
        "servant": Asked("Whether to give up the Servant for another turn."),
        "alchemist": Asked("Whether to give up the Alchemist and stay in.", other="by whose card"),
        "spy": Asked(
            "A guess about you was wrong: whether to show the Spy. You are asked even without it.",
            other="who guessed",
        ),
        **BETWEEN_ROUNDS,
    },
    verbs={
        "draw": Answered("draw, and play one of two cards"),
        "center": Answered("exchange with a card of the center"),
        "slot": Answered("take up this card", SLOT),
        "keep": Answered("keep this card", "the card"),
        "play": Answered("play this card", "the card"),
        "aim": Answered("aim at this player", "the seat"),
        "guess": Answered("name this value", "the value, 0 to 10"),
        "take": Answered("take this card", "the card"),
        "pass": Answered("aim at nobody, guess no more, or show nothing"),
        "show": Answered("show the Spy"),
        "yes": Answered("give up the card"),
        "no": Answered("keep the card"),
        **READY,
    },
    options={
        "length": LENGTH,
        "start": "which seat begins the first round",
        "reveal": "what the end of a round shows: what the `rules` say, or `all` cards",
        "others_only": "`on`: Pickpocket and Bounty Hunter cannot be aimed at their own player",
        "winner_begins": "`on`: the winner of a round begins the next one, not the next seat",
    },
    reasons={
        "nothing_to_draw": "neither the pile nor the cards set aside have a card left",
        "not_out": "the Witch brings back only players who are out",
        "safe": "a Bodyguard protects this player",
        "nothing_to_take": "this display has nothing to take",
        "yourself": "the card cannot be aimed at its own player",
        "out": "this player is out of the round",
        "was_wrong": "this value has already been wrong",
        "already_named": "this player is already the first of the two",
    },
    windows={"reaction": "whether to show the Spy; the same time for everybody, Spy or not"},
)
