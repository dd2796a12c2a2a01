"""A voice: whichever program of this machine can speak. It is given sentences of ours alone."""

from __future__ import annotations

import asyncio
import shutil
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable, Mapping

LONGEST = 20.0
"""Seconds that a sentence may take; a program that hangs does not stop the night."""
SPEAK = (
    "Add-Type -AssemblyName System.Speech;"
    "(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak([Console]::In.ReadToEnd())"
)
VOICES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "espeak-ng": {
        "en": ("espeak-ng", "-v", "en", "-s", "150", "--stdin"),
        "de": ("espeak-ng", "-v", "de", "-s", "150", "--stdin"),
    },
    "say": {
        "en": ("say", "-v", "Samantha", "-f", "-"),
        "de": ("say", "-v", "Anna", "-f", "-"),
    },
    "spd-say": {
        "en": ("spd-say", "-w", "-l", "en", "-m", "all", "-e"),
        "de": ("spd-say", "-w", "-l", "de", "-m", "all", "-e"),
    },
    "powershell": {
        "en": ("powershell", "-NoProfile", "-NonInteractive", "-Command", SPEAK),
        "de": ("powershell", "-NoProfile", "-NonInteractive", "-Command", SPEAK),
    },
}
"""By program and language: the words that start it. It reads from its standard input, so no
sentence ever is a word of a command, and no shell reads it."""


class Voice:
    """Says sentences aloud, one after another."""

    def __init__(self, language: str, has: Callable[[str], object] | None = None) -> None:
        has = has or shutil.which
        self.command = next(
            (words[language] for name, words in VOICES.items() if language in words and has(name)),
            (),
        )

    @property
    def name(self) -> str:
        """The program that speaks; empty: there is none, and people have to read."""
        return self.command[0] if self.command else ""

    async def say(self, sentence: str) -> None:
        """Say it, and wait until it is said. A voice that fails is quiet from then on."""
        if not self.command:
            return
        try:
            process = await asyncio.create_subprocess_exec(
                *self.command, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL
            )
        except OSError:
            self.command = ()
            return
        try:
            async with asyncio.timeout(LONGEST):
                await process.communicate(f"{sentence}\n".encode())
        except TimeoutError:
            pass
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
