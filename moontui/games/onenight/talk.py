"""What is said by day in One Night, in words: claims, opinions, and the manner of bots."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.personas import PERSONAS
from engine.core import BACK, Choice, Seat
from engine.games.onenight.claims import DETAIL, FACTS, NEWER, OPINIONS, claims_in, follow
from engine.games.onenight.day import LISTEN
from engine.games.onenight.deductions import Deduction, deduction_of
from engine.games.onenight.roles import Role
from engine.games.onenight.state import CENTER, NONE, PAIR, PAIRS, Claim, Village
from moontui.games.onenight.turning import turn_of
from moontui.words.catalogue import capital
from moontui.words.teller import Teller

NOTHING_SAID = ("saw", "swapped", "robbed", "woke")
"""Claims that may be about nothing: their words are under `saw_nothing` and the like."""
Draft = Sequence[tuple[str, int]]
"""What a player is about to say, link by link."""
Form = tuple[str, ...]
"""Where the words of a sentence are in the catalogue."""
WAYS = 20
"""More than there are ways to say anything."""


def closed(sentence: str) -> str:
    """A sentence with one mark at its end: what asks or calls out needs no full stop, and what has
    one needs no other."""
    return sentence[:-1] if sentence.endswith(("?.", "!.", "..")) else sentence


class Phrasing:
    """Puts statements into words; each has several wordings, which bots use in turn."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.words = teller.words
        self.chosen: dict[tuple[int, int, str], Form] = {}
        """By statement: which of its wordings a bot used."""
        self.used: list[Form] = []
        """The wordings that bots have used, in that order, so that they take turns."""
        self.heard: dict[tuple[int, str], Claim] = {}
        """All that was said so far, by number and kind: some votes are announced because of it."""

    def dawn(self) -> None:
        """A day begins: nothing has been said yet, and numbers begin anew."""
        self.heard.clear()
        self.chosen.clear()

    def role(self, role: int, form: str = "names") -> str:
        return self.words.say(form, Role(role).name.lower())

    def a_role(self, role: int) -> str:
        """A role as players claim it: the Seer, a Villager."""
        return self.words.say("a_role", Role(role).name.lower())

    def place(self, place: int) -> str:
        """A seat or a part of the center, as somebody else would name it."""
        if place < CENTER:
            return self.teller.names[place]
        if place < PAIR:
            return self.words.say("places", "center", number=place - CENTER + 1)
        one, two = PAIRS[place - PAIR]
        return self.words.say("places", "pair", one=one + 1, two=two + 1)

    def names(self, seats: Sequence[int]) -> str:
        return self.teller.together([self.teller.names[seat] for seat in seats])

    # ── statements ──────────────────────────────────────────────────────────────────────────────

    def key(self, kind: str, values: Sequence[int], seat: int = -1) -> str:
        """Which words a claim needs, depending on what it is about, and on who says it."""
        if kind == "reason":
            found = deduction_of(values)
            own = seat in found.counted_on() and self.words.has(
                "said", f"{found.kind}_own", "way_1"
            )
            return f"{found.kind}_own" if own else found.kind
        if kind in NOTHING_SAID and not values:
            return f"{kind}_nothing"
        if kind == "saw" and values[0] >= PAIR:
            return "saw_pair"
        if kind == "think":
            return f"think_{values[2]}"
        if kind == "because" and len(values) > 1:
            return "because_two"
        return kind

    def about(self, kind: str, values: Sequence[int], seat: int = -1) -> dict[str, object]:
        """What can be named in a claim."""
        named: dict[str, object] = {}
        match kind:
            case "was" | "now":
                named = {"role": self.role(values[0]), "a_role": self.a_role(values[0])}
            case "saw" | "robbed" | "copied" if values:
                named = {"place": self.place(values[0]), "role": self.role(values[1])}
                named["other"] = self.role(values[2]) if len(values) > 2 else ""
                if values[0] >= PAIR:
                    one, two = PAIRS[values[0] - PAIR]
                    named |= {"one": one + 1, "two": two + 1}
            case "think":
                named = {"place": self.place(values[0]), "a_role": self.a_role(values[1])}
            case "swapped" | "woke" | "both":
                named = {"places": self.names(values)}
            case "because":
                named = {"one": values[0], "two": values[-1]}
            case "took" | "vouch" | "will_vote":
                named = {"place": self.place(values[0])}
            case "reason":
                named = self.about_reason(deduction_of(values), seat)
        return named

    def about_reason(self, found: Deduction, seat: int) -> dict[str, object]:
        """Everybody and every card that a deduction names."""
        x, a, b, y = (
            self.place(place) if place < CENTER else ""
            for place in (found.target, found.one, found.two, found.three)
        )
        if found.two == seat:
            b = self.words.say("places", "speaker")
        if found.kind == "taken":
            b, y = "", self.place(found.two)
        named: dict[str, object] = {"x": x, "a": a, "b": b, "y": y}
        if found.kind == "crowd":
            counted = found.counted_on()
            others = [other for other in counted if other != seat]
            named |= {"others": self.names(others), "all": self.names([*others, found.target])}
            named |= {"count": len(counted), "more": len(counted) + 1}
        if found.role != NONE:
            named |= {"role": self.role(found.role), "a_role": self.a_role(found.role)}
        if found.other != NONE:
            named |= {"other": self.role(found.other), "b_role": self.a_role(found.other)}
        return named

    def claim(self, kind: str, values: Sequence[int], way: int = 0, seat: int = -1) -> str:
        """A claim in words, of a seat if that matters; the way picks one of its wordings."""
        shared = self.forms("said", self.key(kind, values, seat))
        return self.words.say(*shared[way % len(shared)], **self.about(kind, values, seat))

    def forms(self, section: str, key: str, persona: str = "", own_key: str = "") -> list[Form]:
        """Where the wordings of something are: that which only one of the ten uses comes first."""
        own: Form = ("said_by", persona, own_key or key)
        found = [own] if persona and self.words.has(*own) else []
        ways = (f"way_{number}" for number in range(1, WAYS))
        return found + [(section, key, way) for way in ways if self.words.has(section, key, way)]

    def statement(self, seat: int, number: int, kind: str, values: Sequence[int]) -> str:
        """A claim as its speaker puts it: bots have manners of their own."""
        persona = self.persona(seat)
        claim = Claim(number, Seat(seat), kind, tuple(values))
        self.heard[number, kind] = claim
        if not persona:  # people say what they chose, word for word
            return self.claim(kind, values, seat=seat)
        if kind == "will_vote" and (turned := self.turned(claim)):
            return turned
        key, plain = self.key(kind, values, seat), bool((number + seat) % 2)
        form = self.form((seat, number, key), self.forms("said", key, "" if plain else persona))
        said = self.words.say(*form, **self.about(kind, values, seat))
        whole = ":" in said or kind in (*DETAIL.values(), "reason", "deny")
        if plain or whole or form[0] == "said_by":  # enough of it is the speaker's own
            return said
        ways = self.forms("manner", persona)
        opening = self.words.say(*self.form((seat, number, "manner"), ways))
        anew = opening.endswith(tuple(self.words.say("openings", "ends")))
        return f"{opening} {capital(said) if anew else said}"

    def turned(self, vote: Claim) -> str:
        """How a bot announces its vote for another than it last accused, and whose words did it;
        nothing, if it accused nobody else."""
        turn = turn_of([*self.heard.values()], vote)
        if turn is None:
            return ""
        form = self.form((vote.seat, vote.number, turn.kind), self.forms("said", turn.kind))
        other = self.place(turn.other) if turn.other != NONE else ""
        about = self.about(vote.kind, vote.values, vote.seat)
        return self.words.say(*form, **about, x=self.place(turn.former), a=other)

    def question(self, seat: int, other: int, topic: int) -> str:
        """What somebody asks: people in so many words, bots in one of many ways."""
        persona, key = self.persona(seat), f"topic_{topic}"
        if not persona:
            return self.words.say("topics", key)
        own = "" if (seat + other + len(self.used)) % 2 else persona
        ways = self.forms("asking", key, own, f"ask_{topic}")
        return self.words.say(*self.form((seat, other, key), ways))

    def persona(self, seat: int) -> str:
        """Who of the ten a bot is; nobody, if a person sits there."""
        persona = next(iter(self.teller.personas[seat : seat + 1]), "")
        return persona if persona in PERSONAS else ""

    def form(self, statement: tuple[int, int, str], forms: Sequence[Form]) -> Form:
        """Which wording a bot uses: one that nobody has used of late, and rather one's own; the
        same whenever it is told again."""
        if statement not in self.chosen:
            last = {form: place for place, form in enumerate(self.used)}
            order = {form: (last.get(form, -1), place) for place, form in enumerate(forms)}
            self.chosen[statement] = min(forms, key=order.__getitem__)
            self.used.append(self.chosen[statement])
        return self.chosen[statement]

    def plan(self, village: Village, seat: Seat, links: Sequence[Choice]) -> str:
        """What a player could say, added to what they have begun: the whole sentence if
        complete."""
        if links[0] in (BACK, LISTEN):
            return self.teller.choice(links[0])
        draft = [*village.drafts[seat], *links]
        kind = draft[0][0]
        whole = (*FACTS, *OPINIONS, *NEWER, "deny", "ask", "take_back")
        if kind in whole and not follow(village, seat, draft):
            return self.whole(village, seat, draft)
        begun = self.so_far(village, seat)
        rest = " ".join(self.teller.choice(link) for link in links)
        return f"{begun} {rest}" if begun else rest

    def whole(self, village: Village, seat: Seat, draft: Draft) -> str:
        """A statement that is complete, as the table will read it."""
        kind, values = draft[0][0], [value for _, value in draft[1:]]
        if kind == "ask":
            topic = self.words.say("topics", f"topic_{values[1]}")
            return self.words.say("speech", "asked", other=self.place(values[0]), topic=topic)
        if kind == "take_back":
            return self.words.say("speech", "took_back", number=values[0])
        claims = claims_in(village, seat, draft)
        told = [self.claim(claim.kind, claim.values, seat=seat) for claim in claims]
        return capital(", ".join(told))

    # ── in the grid ─────────────────────────────────────────────────────────────────────────────

    def deed(self, claim: Claim, form: str = "short") -> str:
        """What somebody claims to have done or seen, in a few cells."""
        kind, values = claim.kind, claim.values
        key = self.key(kind, values)
        about = self.about(kind, values)
        if "role" in about:
            about["role"] = self.role(values[1] if kind != "now" else values[0], form)
        if about.get("other"):
            about["other"] = self.role(values[2], form)
        if kind in ("swapped", "woke"):
            about["places"] = ", ".join(self.teller.names[seat] for seat in values)
        return self.words.say("deeds", key, **about)

    def before(self, village: Village, seat: int) -> str:
        """Which roles a player has claimed and taken back; a change of story is worth a look."""
        claims = [claim for claim in village.claims if claim.kind == "was" and claim.seat == seat]
        live = {claim.values[0] for claim in claims if claim.number not in village.taken_back}
        gone = dict.fromkeys(claim.values[0] for claim in claims if claim.values[0] not in live)
        roles = ", ".join(self.role(role, "short") for role in gone)
        return self.words.say("deeds", "before", roles=roles) if roles else ""

    def so_far(self, village: Village, seat: int) -> str:
        """What a player is about to say, as far as it goes."""
        draft = village.drafts[seat]
        if not draft:
            return ""
        parts: list[str] = []
        for verb, value in draft[1:]:
            match verb:
                case "role" if draft[0][0] == "was" and not parts:
                    parts.append(self.a_role(value))
                case "role":
                    parts.append(self.role(value))
                case "seat" | "center" | "pair":
                    parts.append(self.place(value))
                case "claim":
                    parts.append(f"#{value}")
        return f"{self.words.say('choices', draft[0][0])} {', '.join(parts)}".strip()
