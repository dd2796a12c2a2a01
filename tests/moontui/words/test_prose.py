"""What one person does in a row is told in one sentence."""

from __future__ import annotations

from moontui.words.prose import prose

NAMES = ("Bela", "Ada", "Ada B.", "You")


def told(*sentences: str) -> str:
    return prose(sentences, NAMES, " and ", "it", " with ")


def test_two_deeds_of_one_person_are_one_sentence() -> None:
    assert told("Ada plays 7 Thief.", "Ada swaps hands with you.") == (
        "Ada plays 7 Thief and swaps hands with you."
    )


def test_three_deeds_are_a_list_and_the_fourth_begins_another_sentence() -> None:
    assert told("Ada draws.", "Ada plays.", "Ada waits.", "Ada goes.") == (
        "Ada draws, plays and waits. Ada goes."
    )


def test_a_deed_that_says_and_itself_follows_a_comma() -> None:
    assert told("Ada looks.", "Ada keeps one and puts one back.") == (
        "Ada looks, keeps one and puts one back."
    )


def test_what_was_just_played_is_not_named_as_what_did_it() -> None:
    assert told("Ada plays Chest 9.", "Ada takes the trick with Chest 9: chests +4.") == (
        "Ada plays Chest 9 and takes the trick: chests +4."
    )


def test_somebody_else_begins_a_sentence_of_their_own() -> None:
    assert told("Bela plays 5.", "You must play 1.", "You draw 4.") == (
        "Bela plays 5. You must play 1 and draw 4."
    )


def test_what_ends_on_a_shout_or_holds_a_sentence_of_its_own_is_left_alone() -> None:
    shout = ("Ada guesses 5: right!", "Ada goes again.")
    aside = ("You draw 10: hold it.", "You play 4.")
    assert told(*shout) == " ".join(shout)
    assert told(*aside) == " ".join(aside)


def test_a_card_named_twice_in_a_row_is_named_once() -> None:
    assert (
        told("You draw 1 Villager.", "You play 1 Villager.") == "You draw 1 Villager and play it."
    )


def test_a_name_that_begins_with_another_is_that_of_somebody_else() -> None:
    assert told("Ada plays 5.", "Ada B. plays 6.") == "Ada plays 5. Ada B. plays 6."


def test_sentences_without_a_person_stay_as_they_are() -> None:
    assert told("The land is full.", "It is a tie.") == "The land is full. It is a tie."


def test_what_two_do_together_is_a_sentence_of_its_own() -> None:
    told = prose(
        ["Fay plays 7 Thief.", "Fay and Bo swap hands."], ["Fay", "Bo"], " and ", "it", " "
    )
    assert told == "Fay plays 7 Thief. Fay and Bo swap hands."
