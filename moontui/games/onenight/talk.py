"""What is said by day in One Night, in words: claims, opinions, and the manner of bots."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.personas import PERSONAS
from engine.core import BACK, Choice, Seat
from engine.games.onenight.claims import DETAIL, FACTS, OPINIONS, claims_in, follow
from engine.games.onenight.day import LISTEN
from engine.games.onenight.roles import Role
from engine.games.onenight.state import CENTER, PAIR, PAIRS, Claim, Village
from moontui.words.catalogue import capital
from moontui.words.teller import Teller

NOTHING_SAID = ("saw", "swapped", "robbed", "woke")
"""Claims that may be about nothing: their words are under `saw_nothing` and the like."""
Draft = Sequence[tuple[str, int]]
"""What a player is about to say, link by link."""
WAYS = 12
"""More than there are ways to say anything."""


class Phrasing:
    """Puts statements into words; each has several wordings, which bots use in turn."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.words = teller.words

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

    def key(self, kind: str, values: Sequence[int]) -> str:
        """Which words a claim needs, depending on what it is about."""
        if kind in NOTHING_SAID and not values:
            return f"{kind}_nothing"
        if kind == "saw" and values[0] >= PAIR:
            return "saw_pair"
        if kind == "think":
            return f"think_{values[2]}"
        if kind == "because" and len(values) > 1:
            return "because_two"
        return kind

    def about(self, kind: str, values: Sequence[int]) -> dict[str, object]:
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
            case "swapped" | "woke":
                named = {"places": self.names(values)}
            case "because":
                named = {"one": values[0], "two": values[-1]}
            case "took" | "vouch" | "will_vote":
                named = {"place": self.place(values[0])}
        return named

    def claim(self, kind: str, values: Sequence[int], way: int = 0) -> str:
        """A claim in words; the way picks one of its wordings."""
        key = self.key(kind, values)
        ways = [n for n in range(1, WAYS) if self.words.has("said", key, f"way_{n}")]
        chosen = ways[way % len(ways)]
        return self.words.say("said", key, f"way_{chosen}", **self.about(kind, values))

    def statement(self, seat: int, number: int, kind: str, values: Sequence[int]) -> str:
        """A claim as its speaker puts it: bots have manners of their own."""
        persona = next(iter(self.teller.personas[seat : seat + 1]), "")
        if persona not in PERSONAS:  # people say what they chose, word for word
            return self.claim(kind, values)
        said = self.claim(kind, values, number + 2 * seat)
        if kind in DETAIL.values() or (number + seat) % 2:
            return said
        opening = self.words.say("manner", persona, f"way_{number // 2 % 3 + 1}")
        return f"{opening} {said}"

    def plan(self, village: Village, seat: Seat, links: Sequence[Choice]) -> str:
        """What a player could say, added to what they have begun: the whole sentence if
        complete."""
        if links[0] in (BACK, LISTEN):
            return self.teller.choice(links[0])
        draft = [*village.drafts[seat], *links]
        kind = draft[0][0]
        if kind in (*FACTS, *OPINIONS, "ask", "take_back") and not follow(village, seat, draft):
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
        return capital(", ".join(self.claim(claim.kind, claim.values) for claim in claims))

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
