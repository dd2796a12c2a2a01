"""`moontui narrate`: a game told aloud, for a table with real cards."""

from __future__ import annotations

import argparse
import asyncio

from moontui.games import FACES
from moontui.narrator.evening import Evening
from moontui.narrator.script import Cue, Narration, NoSuchSet
from moontui.narrator.voice import Voice
from moontui.plain.out import complain, say
from moontui.words.catalogue import Catalogue


def run_narrator(wish: argparse.Namespace, words: Catalogue, *, lines: bool) -> int:
    """Tell one game after another in the app, or one in lines."""
    game, told = next((name, face.narration) for name, face in FACES.items() if face.narration)
    try:
        wish.narration = told()(wish.set, wish.players, wish.each)
    except NoSuchSet as error:
        named = Catalogue(words.language, game)
        known = ", ".join(named.say("names", key) for key in named.parts("names"))
        complain(words.say("narrate", error.why, about=error.about, roles=known))
        return 2
    if lines:
        asyncio.run(in_lines(wish, words, wish.narration))
        return 0
    from moontui.app.start import run_app

    return run_app(wish)


async def in_lines(wish: argparse.Namespace, words: Catalogue, narration: Narration) -> None:
    """Every sentence as a line, spoken if there is a voice."""
    voice = Voice(words.language, (lambda name: None) if wish.mute else None)
    sentences = Catalogue(words.language, narration.game)

    async def tell(cue: Cue) -> None:
        sentence = sentences.say("narrator", cue.key)
        say(sentence)
        await voice.say(sentence)

    evening = Evening(narration, tell, lambda: None, round(wish.minutes * 60))
    evening.toggle()
    await evening.play()
