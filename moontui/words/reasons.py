"""Why something was not done, or is over: a sentence also where a newer host knows more reasons."""

from __future__ import annotations

from moontui.words.catalogue import Catalogue
from net.text import CHAT_CELLS, clean


def reason(words: Catalogue, why: str, detail: str = "") -> str:
    """The sentence for a reason that a host gives by its key."""
    if not words.has("refused", why):
        return words.say("join", "refused")
    return words.say("refused", why, detail=clean(detail, CHAT_CELLS))
