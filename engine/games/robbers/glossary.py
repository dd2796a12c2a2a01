"""What the words of Robbers mean."""

from __future__ import annotations

from engine.games.robbers.deck import RANKS, Card, Role
from engine.glossary import (
    BETWEEN_ROUNDS,
    LENGTH,
    MATCH,
    READY,
    Answered,
    Asked,
    Glossary,
    Told,
    named,
)

BITS = "the seats of the winning team, a bit for each"

GLOSSARY = Glossary(
    numbers={
        "cards": {
            **{rank - 1: f"Chest {rank}" for rank in range(1, RANKS + 1)},
            **{RANKS + rank - 1: f"Robber {rank}" for rank in range(1, RANKS + 1)},
            **named(Card),
        },
        "roles": named(Role),
    },
    events={
        "round": Told("A deal begins.", seat="the dealer", number="which deal it is, from 1"),
        "dealt": Told(
            "A hand is dealt, and with it a role.",
            seat="whose hand it is",
            cards="the hand, sorted",
            seen="that seat",
        ),
        "trick": Told("A trick begins.", seat="who leads", number="which trick it is, from 1"),
        "played": Told("A card is played to the trick.", seat="by whom", cards="the card"),
        "chip": Told(
            "A role chip is laid out: the card just played shows its player's role.",
            seat="whose role is shown",
            number="the role that the chip shows",
        ),
        "took": Told(
            "A trick is complete and taken.",
            seat="who takes it, and leads next",
            cards="the trick, in the order of play",
            number="which trick it was",
        ),
        "undealt": Told("The card that was left over is shown.", cards="the card"),
        "role": Told("The deal is over: a role is shown.", seat="whose", number="the role"),
        "tally": Told(
            "The cards that a player took are counted.",
            seat="whose pile it is",
            cards="all cards of the pile",
            number="points, for the role that this seat had",
        ),
        "won_robbers": Told("The robber team wins the deal.", number=BITS),
        "won_wolves": Told("The werewolf team wins the deal.", number=BITS),
        "won_nobody": Told("Both teams have equal points: nobody wins the deal.", number="0"),
        "point": Told(
            "In a match, each player on the winning team gets a game point.",
            seat="who",
            number="game points so far",
        ),
        "match": MATCH,
    },
    prompts={"play": Asked("Which card of the hand to play; any is allowed."), **BETWEEN_ROUNDS},
    verbs={"play": Answered("play this card", "a card of the hand"), **READY},
    options={
        "length": LENGTH,
        "dealer": "which seat deals first; the next one leads",
        "history": "which tricks of a deal may be looked at again: the `last` one, `all`, or none, "
        "without any counts either, if the table is `strict`",
        "icons": "the icons on the cards: those of the `house`, or fifteen digits from 0 to 5 for "
        "the chests of ranks 1 to 15, a slash, and fifteen for the robbers",
    },
    phrases={
        "claim_robber": "“I am a robber”, truly or not",
        "claim_werewolf": "“I am a Werewolf”, truly or not",
        "claim_traitor": "“I am the Traitor”, truly or not",
    },
)
