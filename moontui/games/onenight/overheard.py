"""What somebody types, understood as a statement where it clearly is one, in both languages.

Whatever is said with an *if*, an *or* or a *not* is no clear statement, nor is one about more
players or cards than it could be about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from engine.games.onenight.claims import DETAIL, ROLE, SAW, SUSPECT, WHY, WOLF
from engine.games.onenight.roles import Role
from moontui.words.catalogue import LANGUAGES, Catalogue

Draft = list[tuple[str, int]]

DOUBT = {
    "if",
    "or",
    "unless",
    "not",
    "never",
    "no",
    "nobody",
    "cannot",
    "can't",
    "don't",
    "isn't",
    "wasn't",
    "aren't",
    "didn't",
    "wenn",
    "falls",
    "oder",
    "nicht",
    "nie",
    "kein",
    "keine",
    "keinen",
    "keiner",
    "niemand",
}
"""Words after which nothing is clear."""
MAYBE = {"maybe", "perhaps", "could", "might", "possibly", "vielleicht", "könnte", "womöglich"}
SURELY = {
    "definitely",
    "surely",
    "certainly",
    "must",
    "sure",
    "sicher",
    "bestimmt",
    "muss",
    "definitiv",
}
SIGNS = (
    (
        r"\b(all|everybody|everyone) (points? )?(to the )?left\b|\balle (zeigen )?nach links\b",
        "circle",
    ),
    (
        r"\b(i|ich) (saw|looked at|sah|habe|hab)\b(?!.*\b(robbed|swapped|beraubt|\w*tauscht)\b)",
        "saw",
    ),
    (r"\bi (robbed|stole from)\b|\bich\b.*\b(be|ge)?raubt(e)?\b", "robbed"),
    (r"\bi (swapped|switched)\b|\bich\b.*\b(ge|ver)?tauscht(e)?\b", "swapped"),
    (r"\b(i am|i'm|im) now\b|\bnow i('m| am| have)\b|\b(ich bin jetzt|jetzt bin ich)\b", "now"),
    (r"\b(i was|i am|i'm|im|ich war|ich bin)\b", "was"),
    (r"\b(i('ll| will)? vote|my vote|voting)\b|\bich stimme?\b|\bmeine stimme\b", "will_vote"),
    (r"\bi('d)? (trust|vouch|believe)\b|\bich (traue|vertraue|glaube|bürge)\b", "vouch"),
    (r"\b(is|has|had to be|must be|was|ist|hat|muss|war|got)\b|=", "think"),
)
"""What a statement looks like, and its kind; the first that fits counts."""
QUESTIONS = (
    (r"\bare you\b.*\bwol(f|ves)\b|\bbist du\b.*\b(wer)?wolf\b", WOLF),
    (r"\bwhat (were|are) you\b|\bwho are you\b|\bwas (warst|bist) du\b", ROLE),
    (r"\bwhat did you\b|\bwas hast du\b", SAW),
    (r"\bwho(m)? do you suspect\b|\bwen verdächtigst du\b", SUSPECT),
    (r"\bwhy\b|\bwarum\b|\bwieso\b", WHY),
)
"""What a question looks like, and what it is about."""
BOTH = re.compile(r"\b(can't|cannot|can not) both\b|\bkönnen( das)? nicht beide\b|\bnot both\b")


def overheard(text: str, names: Sequence[str], me: int, roles: Sequence[int]) -> Draft | None:
    """The statement that a typed text is, link by link; None: it is none, or not a clear one."""
    text = " ".join(text.casefold().replace("’", "'").split())
    words = re.findall(r"[\w'äöüß]+", text)
    seats = [seat for seat in named(words, names) if seat != me]
    cards = [role for role in cards_in(words) if role in roles]
    if text.endswith("?"):
        return question(text, seats)
    if BOTH.search(text) and len(seats) == 2:
        return [("both", 0), *(("seat", seat) for seat in seats)]
    if DOUBT & {*words} or "?" in text:
        return None
    kind = next((kind for sign, kind in SIGNS if re.search(sign, text)), None)
    if kind is None:
        return None
    return statement(kind, seats, cards, sureness(words))


def question(text: str, seats: Sequence[int]) -> Draft | None:
    """A question to the one player whom it names."""
    topic = next((topic for sign, topic in QUESTIONS if re.search(sign, text)), None)
    if topic is None or len(seats) != 1:
        return None
    return [("ask", 0), ("seat", seats[0]), ("topic", topic)]


def statement(kind: str, seats: list[int], cards: list[int], sure: int) -> Draft | None:
    """A statement about so many players and cards as its kind is about."""
    match kind, len(seats), len(cards):
        case "circle", 0, _:
            return [("circle", 0)]
        case ("saw" | "robbed", 1, 1):
            return [(kind, 0), ("seat", seats[0]), ("role", cards[0])]
        case "swapped", 2, 0:
            return [(kind, 0), *(("seat", seat) for seat in sorted(seats))]
        case "now", 0, 1:
            return [(kind, 0), ("role", cards[0])]
        case "was", 0, 1:
            rest = [("unsaid", 0)] if cards[0] in DETAIL else []
            return [(kind, 0), ("role", cards[0]), *rest]
        case ("will_vote" | "vouch", 1, 0):
            return [(kind, 0), ("seat", seats[0])]
        case "think", 1, 1:
            return [(kind, 0), ("seat", seats[0]), ("role", cards[0]), ("sure", sure)]
    return None


def sureness(words: Sequence[str]) -> int:
    """Maybe, likely, sure."""
    return 0 if MAYBE & {*words} else 2 if SURELY & {*words} else 1


def named(words: Sequence[str], names: Sequence[str]) -> list[int]:
    """The players whom a text names, in its order, each once."""
    known = {name.casefold(): seat for seat, name in enumerate(names)}
    return list(dict.fromkeys(known[word] for word in words if word in known))


def cards_in(words: Sequence[str]) -> list[int]:
    """The roles that a text names, each once."""
    known = roles_by_name()
    return list(dict.fromkeys(known[word] for word in words if word in known))


@cache
def roles_by_name() -> dict[str, int]:
    """By word: the role, in every language, and as people call it."""
    return {**dict(spellings()), "wolf": int(Role.WEREWOLF), "ww": int(Role.WEREWOLF)}


def spellings() -> Iterator[tuple[str, int]]:
    for language in LANGUAGES:
        words = Catalogue(language, "onenight")
        for role in Role:
            for form in ("names", "short"):
                yield words.say(form, role.name.lower()).casefold(), int(role)
