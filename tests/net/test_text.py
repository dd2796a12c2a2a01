"""Nothing that another player types can act on a terminal, hide, or grow over its cells."""

from __future__ import annotations

import sys
from itertools import product
from random import Random
from unicodedata import category, normalize

import pytest
from wcwidth import wcswidth

from net.lookalikes import look_alike
from net.text import CHAT_CELLS, NAME_CELLS, TITLE_CELLS, BadName, clean, name_of

HARMFUL = (
    "\x1b[2J",  # CSI: clears the screen
    "\x1b]52;c;aGk=\x07",  # OSC 52: writes the clipboard
    "\x1b]0;owned\x1b\\",  # OSC 0: sets the title
    "\x1bPq\x1b\\",  # DCS
    "\x9b31m",  # CSI as one C1 byte
    "\x9d0;owned\x9c",  # OSC as C1 bytes
    "\x85",
    "\x00",
    "\x07\x08\x7f",
    "\r\n",
    "\u2028\u2029",
    "\u202e",  # right-to-left override
    "\u2066\u2067\u2068\u2069",
    "\u061c\u200e\u200f",
    "\u200b\u200c\u2060\ufeff",  # zero widths
    "\u200d",
    "\u00ad",
    "\u034f",
    "\u180e",
    "\u115f\u1160\u3164\uffa0",  # fillers of Korean
    "\u2800",
    "\ufe0f",
    "\ufe0e",
    "\U000e0101",
    "".join(chr(0xE0000 + ord(letter)) for letter in "tagged"),
    "\U0001f1e9\U0001f1ea",  # a flag
    "\ue000",
    "\U0010fffd",
    "\ufffe",
    "\ud800",
    "\udc9b",  # a C1 byte as Python reads it from a terminal that is not UTF-8
    "\u0301" * 200,
    "\u0489" * 10_000,
    "\u0323\u0301" * 5_000,
)
PLAIN = (
    "",
    "Ada",
    "Zoe\u0308",
    "n[/nope]",
    "[bold]Bob[/]",
    "दीपा",
    "שלום",
    "محمد",
    "漢字漢字漢字漢字漢字漢字",
    "한국",
    "ᄀᆞᆫ",
    "👩\u200d👩\u200d👧\u200d👦",
    "👍🏽",
    "❤\ufe0f",
    "x" * 300,
)


def hostile_texts() -> list[str]:
    """Harm before, within and after what looks like a name; then pieces of all of it in a row."""
    placed = [
        text
        for harm, plain in product(HARMFUL, PLAIN)
        for text in (harm + plain, plain[:1] + harm + plain[1:], f"{plain} {harm}")
    ]
    rng = Random(1)
    mixed = ["".join(rng.choices(HARMFUL[:-3] + PLAIN, k=rng.randint(2, 9))) for _ in range(300)]
    wild = ["".join(chr(rng.randrange(0x110000)) for _ in range(40)) for _ in range(300)]
    accented = ["".join(chr(rng.randrange(0x250, 0x1300)) for _ in range(40)) for _ in range(300)]
    return placed + mixed + wild + accented


HOSTILE = hostile_texts()
WIDTHS = (1, 2, NAME_CELLS, TITLE_CELLS, CHAT_CELLS)


@pytest.mark.parametrize("cells", WIDTHS)
def test_a_cleaned_text_can_be_printed(cells: int) -> None:
    for text in HOSTILE:
        assert clean(text, cells).isprintable(), ascii(text)


@pytest.mark.parametrize("cells", WIDTHS)
def test_a_cleaned_text_keeps_within_its_cells(cells: int) -> None:
    for text in HOSTILE:
        assert 0 <= wcswidth(clean(text, cells)) <= cells, ascii(text)


@pytest.mark.parametrize("cells", WIDTHS)
def test_cleaning_twice_is_cleaning_once(cells: int) -> None:
    for text in HOSTILE:
        once = clean(text, cells)
        assert clean(once, cells) == once, ascii(text)


def test_a_cleaned_text_is_composed() -> None:
    for text in HOSTILE:
        cleaned = clean(text, NAME_CELLS)
        assert cleaned == normalize("NFC", cleaned), ascii(text)


def test_no_byte_of_a_cleaned_text_starts_a_sequence() -> None:
    for text in HOSTILE:
        for sign in clean(text, CHAT_CELLS):
            assert sign >= " ", ascii(text)
            assert not "\x7f" <= sign <= "\x9f", ascii(text)


def test_every_cleaned_text_can_be_sent() -> None:
    for text in HOSTILE:
        clean(text, CHAT_CELLS).encode("utf-8")


def test_every_sign_of_unicode_is_harmless_once_cleaned() -> None:
    for sign in map(chr, range(sys.maxunicode + 1)):
        cleaned = clean(sign, NAME_CELLS)
        assert cleaned.isprintable(), ascii(sign)
        assert not cleaned or wcswidth(cleaned) in (1, 2), ascii(sign)


@pytest.mark.parametrize("harm", HARMFUL, ids=lambda harm: ascii(harm[:12]))
def test_harm_alone_leaves_nothing_that_hides(harm: str) -> None:
    assert all(category(sign)[0] in "LNPS" for sign in clean(harm, NAME_CELLS))


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ada \t\n Lovelace  ", "Ada Lovelace"),
        ("Ada\u3000\u00a0\u2009Lovelace", "Ada Lovelace"),
        ("one\r\ntwo\u2028three", "one two three"),
        ("a \u200b \u0301 b", "a b"),
        ("\x1b[31mred", "[31mred"),
        ("Zoe\u0308", "Zoë"),
        ("e\u200d\u0301", "é"),
        ("\u0301Ada", "Ada"),
        ("A" + "\u0323" * 9, "Ạ\u0323\u0323"),
        ("Nguyễn", "Nguyễn"),
        ("n[/nope]", "n[/nope]"),
        ("👩\u200d👧", "👩👧"),
        ("👍🏽", "👍"),
        ("❤\ufe0f", "❤"),
    ],
)
def test_what_can_be_seen_stays(typed: str, shown: str) -> None:
    assert clean(typed, TITLE_CELLS) == shown


def test_a_wide_sign_is_never_cut_in_half() -> None:
    assert clean("漢字漢字", 5) == "漢字"


def test_a_letter_is_never_parted_from_its_accents() -> None:
    assert clean("ae\u0323\u0301\u0301x", 2) == "aẹ\u0301\u0301"


def test_a_cut_leaves_no_blank_at_the_end() -> None:
    assert clean("one two", 4) == "one"


@pytest.mark.parametrize(
    "name", ["A", "n[/nope]", "Zoë", "O'Neil", "Åsa-Märta 2", "漢字", "דנה", "☾ wolf ☾", "x" * 16]
)
def test_a_name_that_can_be_seen_is_taken_as_it_is(name: str) -> None:
    assert name_of(name) == name


def test_blanks_around_a_name_do_not_count() -> None:
    assert name_of("  Ada\n") == "Ada"


def test_a_name_is_composed() -> None:
    assert name_of("Zoe\u0308") == "Zoë"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \t",
        "n[/nope]\x1b[2J",
        "\x1b]52;c;aGk=\x07Ada",
        "Ada\u202e",
        "A\u200bda",
        "A  da",
        "A\tda",
        "Ada\ud800",
        "\u3164",
        "\u0301",
        "e" + "\u0323" * 5,
        "x" * 17,
        "漢" * 9,
        "\u0323\u0301" * 500_000,
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_any_other_name_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BadName) as refusal:
        name_of(text)
    assert str(refusal.value) == (
        "A name has 1 to 16 visible characters: letters, digits, punctuation and spaces."
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Ada"),
        ("Ada", "ADA"),
        ("Ada", "Аdа"),  # Cyrillic
        ("Ada", "Αda"),  # Greek
        ("Ada", "Ａｄａ"),
        ("Ada", "Adạ"),
        ("Bob", "B0b"),
        ("Bob", "Воb"),
        ("Bill", "BilI"),
        ("Bill", "Bi11"),
        ("Nina", "Νina"),
        ("Eva", "Eνa"),
        ("ΑΝΝΑ", "Αννα"),
        ("Straße", "STRASSE"),
    ],
)
def test_names_that_people_would_confuse_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Adam"),
        ("Ada", "Eda"),
        ("Bob", "Rob"),
        ("Анна", "Инна"),
        ("かき", "がき"),
        ("दीपा", "दीपी"),
        ("Ada", "漢字"),
    ],
)
def test_names_that_people_tell_apart_do_not_look_alike(one: str, other: str) -> None:
    assert not look_alike(one, other)
