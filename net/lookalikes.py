"""Names that people would take for one another, and letters that turn a line around.

Two names look alike if their *skeletons* are the same: what is left of a name when accents, styles
and punctuation are gone, and every letter has become the Latin letter it could be taken for, `m`
being no more than an `r` and an `n`. The tables below are about what is seen at a glance on a
terminal, so they are generous: a mistake costs a name the letter of its seat, and nothing else.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import bidirectional, category, combining, normalize


def look_alike(one: str, other: str) -> bool:
    """Whether people could mistake one name for the other."""
    return bare(one).casefold() == bare(other).casefold() or skeleton(one) == skeleton(other)


@lru_cache(4096)
def skeleton(name: str) -> str:
    """What a name looks like at a glance."""
    latin = bare(name).translate(TWINS).casefold().translate(DRAWN)
    return "".join(sign for sign in latin if category(sign)[0] in "LMN") or latin


def bare(name: str) -> str:
    """A name without accents and typographic variants."""
    return "".join(sign for sign in normalize("NFKD", name) if combining(sign) < ACCENT)


def turns_lines(text: str) -> bool:
    """Whether a text has letters that are written from right to left. A terminal that knows how to
    show them also moves the digits and signs beside them, up to the next letter of another kind."""
    return not text.isascii() and any(bidirectional(sign) in ("R", "AL", "AN") for sign in text)


ACCENT = 200
"""The lowest combining class of accents; marks below it turn one letter into another."""

ALIKE = {
    "a": "ɑɐАаΑαᴀᎪꓮᗅᗩⲀⲁ",
    "b": "8ƅɓʙВвЬьбБΒβᏴᏏꓐᗷᖯⲂ",
    "c": "ƈСсϲϹᴄᏟꓚᑕⲤⲥ",
    "d": "ɖɗđðÐĐԀԁᴅᎠᏧꓓᗞᗪ",
    "e": "ɛɘəЕеҽєΕεᴇᎬꓰᗴⲈⲉ",
    "f": "ƒҒғϜϝꜰꓝᖴ",
    "g": "9ɡɢԌԍցᏀᏳꓖᎶ",
    "h": "ɦʜħĦНнһҺΗհᎻᏂꓧᕼⲎ",
    "j": "ȷɉЈјϳյᴊᎫꓙᒍ",
    "k": "ƙКкҚқΚκᴋᏦꓗᛕⲔⲕ",
    "l": "1|IiıɩɪłŁʟІіӀӏΙιլԼւᏞᎥꓡꓲᒪᛁǀ∣│וןاא١۱ⲒⳐ",
    "m": "МмΜᴍᎷꓟᗰᛖⲘⲙ",
    "n": "ŋɲɴПпΝηոռᴨᏁꓠⲚ",
    "o": "0OøØОоΟοσօՕѲᴏᎾᏫꓳჿסه٥ہە०০੦૦୦௦౦೦൦๐໐၀០߀Ⲟⲟⵔ",
    "p": "þÞРрΡρքᴘᏢꓑᑭⲢⲣ",
    "q": "ԚԛզգɊ",
    "r": "ɼɾʀГгᴦᎡᏒꓣᖇ",
    "s": "5ʂЅѕՏᏚᏕꓢꜱ",
    "t": "ŧŦТтΤτᴛᎢꓔⲦⲧ",
    "u": "ʊυμսՍᴜꓴᑌ",
    "v": "ʋѴѵνᴠᏙᐯꓦᏉ",
    "w": "ɯԜԝωшШѡաᴡᏔᎳꓪᗯⲰⲱ",
    "x": "ХхҲҳΧχᚷ᙭ꓫⲬⲭ",
    "y": "ƴɣʏУуҮүΥγᎽᎩꓬⲨ",
    "z": "2ʐΖᴢᏃꓜⲌ",
    "3": "ЗзӠӡꝪ",
}
"""Latin letters and what is mistaken for them: digits and Latin, Cyrillic, Greek, Armenian, small
capitals, Cherokee, Lisu, Canadian syllables and single letters of others."""

TWINS = {
    ord(twin): letter
    for letter, twins in ALIKE.items()
    for sign in twins
    for twin in ({sign, sign.lower()} if "\u13a0" <= sign <= "\u13ff" else {sign})
}
"""Small Cherokee letters are the large ones, only smaller."""

DRAWN = str.maketrans({"m": "rn", "w": "vv", "d": "cl"})
"""Letters that two others make when they stand close."""
