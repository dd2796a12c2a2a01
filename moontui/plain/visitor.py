"""For visitors whose terminal can show only lines: the line game, with one host in reach."""

from __future__ import annotations

import asyncio
import sys
import termios
from contextlib import suppress
from pathlib import Path

from moontui.client.call import WHATEVER, Caller, look
from moontui.client.nearby import place_of
from moontui.client.reach import behind, found_here
from moontui.client.settings import Settings
from moontui.plain.asker import InLines, Typed
from moontui.plain.client import LineClient
from moontui.plain.out import say
from moontui.words.catalogue import Catalogue
from net.doorbell import Doorbell


def visit_in_lines(settings: Settings, words: Catalogue, data: Path, doorbell: Doorbell) -> None:
    """Play until the visitor leaves, or the host says goodbye."""
    take_lines()
    say(words.say("cli", "dumb_terminal"))
    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(play(Caller(settings, words, data, behind(doorbell)), doorbell))


def take_lines() -> None:
    """Let the terminal show what is typed and hand it on line by line, which it does not do before
    the app runs (`net.visitors.silence`)."""
    with suppress(termios.error):  # it is gone already
        modes = termios.tcgetattr(0)
        modes[3] |= termios.ECHO | termios.ICANON | termios.ISIG
        termios.tcsetattr(0, termios.TCSANOW, modes)


async def play(who: Caller, doorbell: Doorbell) -> None:
    task = asyncio.current_task()
    assert task is not None
    loop, bell = asyncio.get_running_loop(), doorbell.socket.fileno()

    def heard_bell() -> None:
        if doorbell.heard():
            loop.remove_reader(bell)
            task.cancel()

    loop.add_reader(bell, heard_bell)
    asker = InLines(who.words, say, Typed(sys.stdin), person=True)
    tables = await look(place_of(found_here("")), asker, who)
    if tables is not None:
        say(who.words.say("guest", "connected", host=tables.host))
        await LineClient(tables, asker, who).run(WHATEVER)
