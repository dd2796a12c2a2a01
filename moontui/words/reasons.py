"""Why something was not done, or is over, and what is proved: a sentence for every key, even for
those that only a newer host knows."""

from __future__ import annotations

from engine.proof import Proved
from moontui.words.catalogue import Catalogue
from net.invites import BadInvite
from net.text import CHAT_CELLS, clean


def reason(words: Catalogue, why: str, detail: str = "") -> str:
    """The sentence for a reason that a host gives by its key."""
    if not words.has("refused", why):
        return words.say("join", "refused", why=clean(f"{why} {detail}", CHAT_CELLS))
    return words.say("refused", why, detail=clean(detail, CHAT_CELLS))


def accusation(words: Catalogue, why: str) -> str:
    """What a host did that no honest host does."""
    known = words.has("bad_record", why)
    return words.say("deal", "caught", why=words.say("bad_record", why) if known else why)


def proved_in_words(words: Catalogue, proved: Proved) -> list[str]:
    """What a record proves, and what it does not."""
    told = [words.say("proved", proved.shuffle)]
    if not proved.finished:
        told.append(words.say("proved", "given_up"))
    if proved.voided or proved.given_up:
        counts = {"voided": proved.voided, "given_up": proved.given_up}
        told.append(words.say("proved", "undone", **counts))
    return [*told, words.say("proved", "limits")]


def no_place(words: Catalogue, error: ValueError) -> str:
    """Why a typed text leads nowhere."""
    return words.say("join", "slip" if isinstance(error, BadInvite) else "no_address")
