"""What the words of One Night mean."""

from __future__ import annotations

from engine.games.onenight.deductions import KINDS
from engine.games.onenight.roles import Extra, Role
from engine.games.onenight.rules import option_of
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

SLOT = "the slot of the night"
STATEMENT = "the number of the statement"
WINNERS = "the seats that won, a bit for each"
LINE = "three numbers, as the slot needs them: places, then faces; 98 is nothing, 99 asleep"
TOPIC = "the topic that was asked about"
LINK = "a link of a statement; the next question asks for the one after it"


def said(means: str, cards: str = "") -> Told:
    """An event that tells of a claim."""
    return Told(means, seat="who says so", cards=cards, number=STATEMENT)


EVENTS = {
    "round": Told("A game begins.", number="which game of the match it is, from 1"),
    "dealt": Told("A card is dealt.", seat="to whom", cards="the role", seen="that seat"),
    # ── the night ───────────────────────────────────────────────────────────────────────────────
    "called": Told("A role is called.", number=SLOT),
    "learnt": Told(
        "A slot is over: what a player did and saw in it.",
        seat="who",
        cards=LINE,
        number=SLOT,
        seen="that seat",
    ),
    # ── the day ─────────────────────────────────────────────────────────────────────────────────
    "day": Told("The day begins.", cards="the seats, in the order in which they speak"),
    "turn": Told("A player is about to speak.", seat="who"),
    "passed": Told("A player says nothing for now.", seat="who"),
    "refused": Told("A player refuses to answer a question.", seat="who", other="who had asked"),
    "asked": Told(
        "A player is asked something.", seat="who asks", other="who is asked", number=TOPIC
    ),
    "took_back": Told("A statement no longer counts.", seat="whose", number=STATEMENT),
    "more_time": Told("A player wants more time.", seat="who", number="how many want it"),
    "extended": Told("Most want more time, and get it.", number="how often so far"),
    "vote_now": Told("A player wants to vote now.", seat="who", number="how many want to"),
    "talk_ended": Told("Most want to vote now: the talk is over."),
    "said_was": said("“I was dealt this role.”", "the role"),
    "said_saw": said(
        "“I looked at this card”, or at two in the center, or at nothing.",
        "the place, then what was there; empty: nothing",
    ),
    "said_swapped": said("“I swapped these two players' cards”, or none.", "the two seats, if any"),
    "said_robbed": said(
        "“I swapped cards with this player”, or with nobody.",
        "the seat, then the new role, if any",
    ),
    "said_took": said("“I swapped my card for this one from the center.”", "the place"),
    "said_copied": said("“I copied this player.”", "the seat, then the role"),
    "said_woke": said("“I was awake with these”, or alone.", "the seats, if any"),
    "said_now": said("“My card is this role now.”", "the role"),
    "said_think": said(
        "“I think this player is that role.”",
        "the seat, the role, and how sure: 0 maybe, 1 likely, 2 sure",
    ),
    "said_vouch": said("“I trust this player.”", "the seat"),
    "said_will_vote": said("“I will vote for this player.”", "the seat"),
    "said_because": said("“Because of these statements.”", "one or two numbers of statements"),
    "said_reason": said(
        "“This player is a werewolf, because …”: something concluded from statements.",
        "the seat; which kind of conclusion; three seats that have a part in it; two roles; two "
        "numbers of statements (98: none)",
    ),
    "said_circle": said("“No player is a werewolf: everybody points left.”"),
    "said_both": said("“These two cannot both be what they say.”", "the two seats"),
    "said_deny": said("“I am no werewolf.”"),
    # ── the end ─────────────────────────────────────────────────────────────────────────────────
    "voted": Told("The votes are shown.", cards="by seat: whom it voted for; 98: nobody"),
    "died": Told(
        "A player dies.", seat="who", cards="the card in front of them, then what it counts as"
    ),
    "shot": Told("A Hunter takes somebody along.", seat="the Hunter", other="who is shot"),
    "shown": Told(
        "All cards are shown.",
        seat="whose",
        cards="the card as dealt, the card there now, and what that counts as",
    ),
    "shown_center": Told(
        "The center is shown.",
        cards="the three cards, then what the Doppelgänger copied (98: nothing)",
    ),
    "did": Told("What a player did and saw at night.", seat="who", cards=LINE, number=SLOT),
    "missed": Told("A player was called and did not answer.", seat="who", number=SLOT),
    "won_village": Told("The village wins.", number=WINNERS),
    "won_wolves": Told("The werewolves' side wins.", number=WINNERS),
    "won_tanner": Told("A Tanner died and wins.", number=WINNERS),
    "won_both": Told("The village and a Tanner win.", number=WINNERS),
    "won_nobody": Told("Nobody wins.", number="0"),
    "chip": Told("In a match, a winner gets a chip.", seat="who", number="chips so far"),
    "match": MATCH,
}

GLOSSARY = Glossary(
    numbers={
        "roles": named(Role),
        "slots": {
            **{number: name for number, name in named(Role).items() if number < 9},
            int(Extra.COPIED): "what the Doppelgänger does at once in the role she copied",
            int(Extra.COPIED_INSOMNIAC): "her last look, if she copied the Insomniac",
            int(Extra.LONE): "a werewolf who has seen that she is alone looks at a center card",
        },
        "places": {
            0: "to 9: a seat",
            10: "to 12: a card of the center",
            13: "cards 1 and 2 of the center",
            14: "cards 1 and 3 of the center",
            15: "cards 2 and 3 of the center",
            98: "no place, no card",
            99: "asleep",
        },
        "topics": {
            0: "the role",
            1: "what was seen or done",
            2: "the suspect",
            3: "why",
            4: "what to say to an accusation; nobody asks that",
            5: "whether they are a werewolf now; answered like an accusation",
        },
        "conclusions": dict(enumerate(KINDS)),
    },
    events=EVENTS,
    prompts={
        "look": Asked("Whether everybody has seen their own card, before the night begins."),
        "night": Asked(
            "Which place to name in a slot of the night. Everybody is asked; the answer counts "
            "only for those who are awake.",
            number=SLOT,
        ),
        "night_second": Asked("The second place, if a slot has two.", number=SLOT),
        "talk_opening": Asked("What to say first; each player may pass once."),
        "talk_late": Asked("What to say after passing."),
        "talk_statement": Asked("What to say."),
        "talk_question": Asked("Whom to ask, and what."),
        "talk_answer": Asked("What to answer.", other="who asked", number=TOPIC),
        "talk_last": Asked("The last word before the vote."),
        "talk_free": Asked("What to say in free talk."),
        "aloud": Asked("Whether there has been enough talk; people talk aloud, in one room."),
        "vote": Asked("Whom to vote for."),
        **BETWEEN_ROUNDS,
    },
    verbs={
        # ── the night
        "seen": Answered("close your eyes, having seen your card"),
        "seat": Answered("name this player, at night or in a statement", "the seat"),
        "center": Answered("name this card of the center", "the place, 10 to 12"),
        "pair": Answered("name two cards of the center", "the place, 13 to 15"),
        "nothing": Answered("do nothing, or say that nothing was done or seen", "98"),
        "look": Answered("only see what the slot shows", "98"),
        "missed": Answered("what silence means at night; nobody chooses it", "the place, or 98"),
        # ── how a statement begins
        "was": Answered("begin: “I was …”"),
        "saw": Answered("begin: “I looked at …”"),
        "swapped": Answered("begin: “I swapped …”"),
        "robbed": Answered("begin: “I swapped cards with …”"),
        "took": Answered("begin: “I took a card from the center …”"),
        "copied": Answered("begin: “I copied …”"),
        "woke": Answered("begin: “I was awake with …”"),
        "now": Answered("begin: “Now I am …”"),
        "think": Answered("begin: “I think … is …”"),
        "vouch": Answered("begin: “I trust …”"),
        "will_vote": Answered("begin: “I will vote for …”"),
        "because": Answered("begin: “Because of what was said under …”"),
        "circle": Answered("say: “No player is a werewolf: everybody points left.”"),
        "both": Answered("begin: “These two cannot both be what they say: …”"),
        "deny": Answered("to an accusation: “I am no werewolf.”"),
        "ask": Answered("begin a question to somebody"),
        "take_back": Answered("begin to take back a statement"),
        # ── how it goes on
        "role": Answered(LINK, "the role"),
        "sure": Answered(LINK, "0 maybe, 1 likely, 2 sure"),
        "topic": Answered(LINK, "the topic"),
        "claim": Answered(LINK, "the number of a statement"),
        "deduction": Answered(
            "after `because`: what can be concluded from all that was said, and say it",
            "100 x the kind of conclusion + 10 x whom it is about + who says so (0: nobody)",
        ),
        "unsaid": Answered("leave out the details, and say it"),
        "done": Answered("name no more, and say it"),
        "back": Answered("give up the statement that was begun"),
        # ── without a statement
        "pass": Answered("say nothing"),
        "refuse": Answered("do not answer"),
        "listen": Answered("in free talk: say nothing until somebody else does"),
        "vote_now": Answered("call for the vote; when most do, the talk is over"),
        "more_time": Answered("ask for more time"),
        "enough": Answered("where people talk aloud: be ready to vote"),
        # ── the vote
        "vote": Answered("vote for this player", "the seat"),
        "abstain": Answered(
            "vote for nobody, where the table allows it; also a missing vote", "98"
        ),
        **READY,
    },
    options={
        "length": LENGTH + "; a round is one game",
        "chips": "how many chips win a match",
        "talk": "by day, players speak in `turns`, all talk at any time (`free`), or people sit in "
        "one room and talk `aloud`, so that nothing is said here",
        "rounds": "in turns: how often everybody gets a statement and a question",
        "lone_wolf": "whether a werewolf without a partner may look at a card of the center",
        "minion": "how a Minion fares if no player is a werewolf: he wins by the death of somebody "
        "else, but no Tanner (`sheet`); so he does, and the village wins by his (`hunt`); he wins "
        "by anybody else's death (`literal`)",
        "abstain": "whether a player may vote for nobody",
        "set": "the suggested set: of the rule `sheet` (for up to five players), a `lively` one, "
        "or one drawn at `random`",
        **{
            option_of(role): f"how many cards of this role are in the set: {role.name.title()}"
            for role in Role
        },
        "look": "seconds to look at one's own card; `off`: no clock",
        "night": "seconds for every slot of the night",
        "day": "seconds for free talk, and for talk aloud; `off`: no clock",
        "vote": "seconds for the vote; `off`: no clock",
    },
    windows={
        "look": "everybody looks at their own card; it ends when the last one has",
        "night": "a slot of the night: the same time for all, and nobody talks",
        "day": "free talk; everything said counts at once",
        "more": "the same, after an extension",
        "aloud": "talk aloud, whose clock the keeper of the table may stop, extend and end",
        "vote": "the hidden vote, which ends when the last player has voted",
    },
)
