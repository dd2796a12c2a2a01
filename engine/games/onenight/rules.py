"""The course of a game: set-up, deal, night, day, vote, and the chips of a match."""

from __future__ import annotations

from engine.core import Auto, NextRound, Options, Outcome, do, step
from engine.games.onenight.day import dawn
from engine.games.onenight.night import fall
from engine.games.onenight.roles import (
    BAG,
    LIVELY,
    LIVELY_2,
    LIVELY_3,
    LIVELY_4,
    SHEET,
    Role,
    Sets,
    choose_roles,
    drawn_from,
)
from engine.games.onenight.state import ASLEEP, NONE, Village
from engine.games.onenight.verdict import Verdict, judge
from engine.rng import shuffle


def option_of(role: Role) -> str:
    """The house option that says how many cards of a role are in the set."""
    return f"cards_{role.name.lower()}"


def wishes_in(options: Options) -> dict[Role, int]:
    """By role: how many cards of it a table insists on."""
    return {
        role: int(options[option_of(role)])
        for role in Role
        if options[option_of(role)] != "suggested"
    }


def roles_for(seats: int, options: Options, lively: Sets = LIVELY) -> tuple[int, ...]:
    """The set to play with, or that a random one is drawn in place of (R39); raises `ValueError` if
    there is none."""
    sheet = SHEET.get(seats) if options["set"] == "sheet" else None
    return choose_roles(seats, wishes_in(options), sheet or lively[seats])


def setup(seats: int, seed: bytes, options: Options) -> Village:
    """A village before its first night; `settle` deals."""
    return arranged(seats, seed, options, 5, LIVELY)


def setup_4(seats: int, seed: bytes, options: Options) -> Village:
    """The same by the fourth rules, which had other lively sets."""
    return arranged(seats, seed, options, 4, LIVELY_4)


def setup_3(seats: int, seed: bytes, options: Options) -> Village:
    """The same by the third rules."""
    return arranged(seats, seed, options, 3, LIVELY_3)


def setup_2(seats: int, seed: bytes, options: Options) -> Village:
    """The same by the second rules, with the lively sets of the first."""
    return arranged(seats, seed, options, 2, LIVELY_2)


def arranged(seats: int, seed: bytes, options: Options, version: int, lively: Sets) -> Village:
    """A village since the second rules."""
    village = opened(seats, seed, options)
    village.version = version
    village.hunt, village.literal = options["minion"] == "hunt", options["minion"] == "literal"
    village.abstain = options["abstain"] == "on"
    village.aloud = is_aloud(options)
    if options["set"] == "random":
        bag = list(BAG)
        shuffle(village, bag)
        village.roles = drawn_from(bag, seats, wishes_in(options))
    else:
        village.roles = roles_for(seats, options, lively)
    return village


def is_aloud(options: Options) -> bool:
    """Whether people sit in one room and talk aloud."""
    return options.get("talk") == "aloud"


def setup_1(seats: int, seed: bytes, options: Options) -> Village:
    """The same by the first rules: one set for each number of players, no look at one's own card
    before the night, and a vote for nobody."""
    village = opened(seats, seed, options)
    village.hunt = options["minion_hunt"] == "on"
    village.roles = choose_roles(seats, wishes_in(options), LIVELY_2[seats])
    return village


def opened(seats: int, seed: bytes, options: Options) -> Village:
    """A village without a set, under any rules."""
    village = Village(
        seats,
        seed,
        goal=int(options["chips"]) if options["length"] == "match" else 0,
        lone=options["lone_wolf"] == "on",
        free=options["talk"] == "free",
        rounds=int(options["rounds"]),
        chips=[0] * seats,
    )
    do(village, Deal())
    return village


@step
class Deal(Auto[Village]):
    """A game begins: the set is shuffled, everybody gets a card, three lie in the center."""

    def run(self, village: Village, /) -> None:
        cards = list(village.roles)
        shuffle(village, cards)
        begin(village, cards)


def begin(village: Village, cards: list[int]) -> None:
    """Begin a game with these cards dealt."""
    village.round += 1
    village.round_began = len(village.events) if village.events is not None else 0
    village.emit("round", number=village.round)
    village.dealt, village.cards = cards, cards[:]
    village.copied = NONE
    village.learnt = [[] for _ in range(village.seats)]
    village.answers = [[] for _ in range(village.seats)]
    village.dead, village.winners, village.reasons = (), (), []
    village.ended, village.missed = False, ()
    village.claims, village.said, village.taken_back = [], 0, ()
    village.drafts = [[] for _ in range(village.seats)]
    for seat in village.everyone():
        village.emit("dealt", seat, None, (cards[seat],), seen_by=(seat,))
    do(village, Dawn(), Count(), GameEnds())
    fall(village)


@step
class Dawn(Auto[Village]):
    """The night is over."""

    def run(self, village: Village, /) -> None:
        dawn(village)


@step
class Count(Auto[Village]):
    """The votes are shown, somebody or nobody dies, and all cards are turned over."""

    def run(self, village: Village, /) -> None:
        everyone = village.everyone()
        roles = [village.counts_as(seat) for seat in everyone]
        verdict = verdict_on(village)
        village.emit("voted", cards=tuple(village.votes))
        shots = dict(verdict.shots)
        for seat in verdict.dead:
            village.emit("died", seat, cards=(village.cards[seat], roles[seat]))
            if seat in shots:
                village.emit("shot", seat, shots[seat])
        for seat in everyone:
            shown = (village.dealt[seat], village.cards[seat], roles[seat])
            village.emit("shown", seat, cards=shown)
        center = village.cards[village.seats :]
        village.emit("shown_center", cards=(*center, village.copied))
        for seat in everyone:
            for slot, *line in village.learnt[seat]:
                if line[0] != ASLEEP:
                    village.emit("did", seat, cards=tuple(line), number=slot)
        for seat, slot in village.missed:
            village.emit("missed", seat, number=slot)
        village.dead, village.winners = verdict.dead, verdict.winners
        village.reasons = list(verdict.reasons)
        village.ended = True
        bits = sum(1 << seat for seat in verdict.winners)
        village.emit("won_" + verdict.ending, number=bits)


def verdict_on(village: Village) -> Verdict:
    """What the votes lead to, by the cards as they lie."""
    roles = [village.counts_as(seat) for seat in village.everyone()]
    return judge(roles, village.votes, village.hunt, village.literal)


@step
class GameEnds(Auto[Village]):
    """Each winner gets a chip; the match ends when one player has the most, and enough (chips)."""

    def run(self, village: Village, /) -> None:
        if not village.goal:
            village.champions = village.winners
            return
        for seat in village.winners:
            village.chips[seat] += 1
            village.emit("chip", seat, number=village.chips[seat])
        most = max(village.chips)
        leaders = [seat for seat in village.everyone() if village.chips[seat] == most]
        # Where all are on one team, no game will ever separate them.
        apart = {Role.WEREWOLF, Role.MINION, Role.TANNER} & {*village.roles}
        if most >= village.goal and (len(leaders) == 1 or not apart):
            village.champions = tuple(leaders)
            village.emit("match", number=sum(1 << leader for leader in leaders))
        else:
            do(village, NextRound(village.everyone()), Deal())


def outcome(village: Village) -> Outcome | None:
    """How the match ended; None while it goes on."""
    if village.champions is None:
        return None
    return Outcome(verdict_on(village).ending, village.champions)
