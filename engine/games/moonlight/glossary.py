"""What the words of Moonlight mean."""

from __future__ import annotations

from engine.games.moonlight.deck import Power, Wolf
from engine.glossary import BETWEEN_ROUNDS, LENGTH, READY, Answered, Asked, Glossary, Told, named

CELL = "the cell: its row times 11 plus its column"
WINNER = "the seat that won the round, as a bit"
COVERED = "the wolf that was put down, then the one it covers"

GLOSSARY = Glossary(
    numbers={
        "wolves": named(Wolf),
        "cards": {0: "no card", 16: "added to a wolf of the second seat's pack"},
        "powers": named(Power),
    },
    events={
        "round": Told("A round begins.", seat="who begins", number="which round it is, from 1"),
        "dealt": Told(
            "A hand is dealt.",
            seat="whose",
            cards="the hand, sorted",
            seen="that seat",
        ),
        "turn": Told("A turn begins.", seat="whose"),
        "put": Told(
            "A wolf is put on an empty place.", seat="by whom", cards="the wolf", number=CELL
        ),
        "covered": Told(
            "A wolf covers a wolf that is one weaker.",
            seat="by whom",
            other="whose wolf is covered",
            cards=COVERED,
            number=CELL,
        ),
        "leapt": Told(
            "Leap: a wolf covers one that is two weaker; the power is used up for the round.",
            seat="by whom",
            other="whose wolf is covered",
            cards=COVERED,
            number=CELL,
        ),
        "mirrored": Told(
            "Mirror Bite: a wolf covers one of the same value; the power is used up.",
            seat="by whom",
            other="whose wolf is covered",
            cards=COVERED,
            number=CELL,
        ),
        "twin": Told(
            "Twin Strike: the wolf that is put down next is the second of this turn.",
            seat="by whom",
        ),
        "lifted": Told(
            "Shifting Ground: a pile is taken up; `moved` says where it goes.",
            seat="by whom",
            other="whose wolf is on top of it",
            cards="the wolf on top of it",
            number="the cell it leaves",
        ),
        "moved": Told(
            "Shifting Ground: the pile is put down.",
            seat="by whom",
            other="whose wolf is on top of it",
            cards="the wolf on top of it",
            number="the cell it comes to",
        ),
        "shape": Told(
            "The shape of the area is fixed.", number="how many columns it has: 4 (4x3) or 3 (3x4)"
        ),
        "drew": Told("A wolf is drawn.", seat="by whom", cards="the wolf", seen="that seat"),
        "last_turn": Told("The opponent is out of wolves: one more turn.", seat="whose"),
        "full": Told("All twelve places are taken: the round ends at once."),
        "out": Told(
            "A player is out of wolves and both have had the same number of turns: the round ends."
        ),
        "scored": Told("A player's points are counted.", seat="who", number="points"),
        "won_points": Told("More points win the round.", seat="the winner", number=WINNER),
        "won_stubborn": Told(
            "Equal points: the power Stubborn wins the round.", seat="the winner", number=WINNER
        ),
        "won_cards": Told(
            "Equal points: taking more cards wins the round.",
            seat="the winner",
            number=WINNER,
        ),
        "won_nothing": Told("Nothing decides: the round is played again.", number="0"),
        "mountain": Told(
            "The winner of a round takes a part of the Mountain.",
            seat="who",
            number="rounds won so far",
        ),
        "lone": Told("A Lone Wolf joins a pack.", seat="whose", cards="the wolf"),
        "power": Told("An Alpha Power is taken.", seat="by whom", number="the power"),
        "match": Told(
            "The match is over.", seat="who won it", number="the seat that won it, as a bit"
        ),
    },
    prompts={
        "wolf": Asked("Which wolf to put down, or whether to move a pile first."),
        "place": Asked("Where to put the wolf that was taken up."),
        "twin": Asked("Twin Strike: which second wolf to put down, if any."),
        "pile": Asked("Shifting Ground: which pile to move."),
        "move": Asked("Shifting Ground: where to put the pile.", number="the cell of the pile"),
        "two": Asked("Shifting Ground: which wolf of value 2 to put down now."),
        "lone": Asked("After winning a round: which Lone Wolf joins the pack."),
        "power": Asked("After losing a round: which Alpha Power to take."),
        **BETWEEN_ROUNDS,
    },
    verbs={
        "wolf": Answered("take up this wolf", "the kind of wolf, whichever its pack"),
        "shift": Answered("move a pile first"),
        "put": Answered("put the wolf on an empty place", CELL),
        "cover": Answered("cover the wolf there, which is one weaker", CELL),
        "leap": Answered("cover the wolf there, which is two weaker, with Leap", CELL),
        "mirror": Answered("cover the wolf there, of the same value, with Mirror Bite", CELL),
        "draw": Answered("put down no second wolf, and draw"),
        "pile": Answered("take this pile", CELL),
        "move": Answered("put it there", CELL),
        "back": Answered("put it back and choose again"),
        "lone": Answered("let this wolf join the pack", "the Lone Wolf"),
        "power": Answered("take this power", "the power"),
        **READY,
    },
    options={
        "length": LENGTH,
        "start": "which seat begins the first round",
        "last_turn": "a pack has run out: `on`, both have the same number of turns; `off`, the "
        "round ends with the turn that emptied it",
    },
    reasons={
        "used": "the power lies face down until the next round",
        "no_two": "the hand has no wolf of value 2",
        "nowhere": "no pile can be moved anywhere",
        "value": "the wolf that was taken up is not exactly one stronger",
        "value_or_equal": "it is neither one stronger nor, for Mirror Bite, equal",
        "value_or_two": "it is neither one stronger nor, for Leap, two stronger",
        "last": "it is the last visible wolf of its pack",
        "guarded": "the opponent's Den Guard protects wolves of value 1",
    },
)
