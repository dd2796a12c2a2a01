"""Why something was not done, or is over: a sentence even where a newer host knows more reasons."""

from __future__ import annotations

from moontui.words.catalogue import Catalogue
from net.invites import BadInvite
from net.text import CHAT_CELLS, clean


def reason(words: Catalogue, why: str, detail: str = "") -> str:
    """The sentence for a reason that a host gives by its key."""
    if not words.has("refused", why):
        return words.say("join", "refused", why=clean(f"{why} {detail}", CHAT_CELLS))
    return words.say("refused", why, detail=clean(detail, CHAT_CELLS))


def no_place(words: Catalogue, error: ValueError) -> str:
    """Why a typed text leads nowhere."""
    return words.say("join", "slip" if isinstance(error, BadInvite) else "no_address")
