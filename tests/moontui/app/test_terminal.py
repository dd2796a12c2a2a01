"""The real program in a real terminal: from the first key to the last byte."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from tests.moontui.terminal import Terminal, terminal

PROGRAM = ("-m", "moontui")
ENTER, RIGHT, DOWN = "\r", "\x1b[C", "\x1b[B"
TAKEN, LEFT = b"\x1b[?1049h", b"\x1b[?1049l"
"""What takes the terminal, and what gives it back to the shell."""


def settle(data: Path, **settings: object) -> None:
    """Write a player's settings before the program starts."""
    usual = {"name": "Ana", "named": True, "language": "en", "motion": False, "pace": 0}
    usual |= {"moments": "stage"}  # a great moment takes the next key, whatever it is
    data.mkdir(exist_ok=True)
    (data / "settings.json").write_text(json.dumps(usual | settings))


def at_home(shown: Terminal) -> None:
    shown.sees("Play now", "Settings")


def asked(shown: Terminal) -> bool:
    return "YOUR TURN" in shown.lines[0] or "TO ANSWER" in shown.lines[0]


def test_the_first_card_is_played_with_four_keys(tmp_path: Path) -> None:
    settle(tmp_path, options={"wolfmoon.start": "0"})  # nobody is out before the first turn
    with terminal(*PROGRAM, data=tmp_path) as shown:
        at_home(shown)
        shown.press(ENTER)
        shown.until(lambda: "draw a card and play one" in shown.text)
        patiently(shown)
        shown.press(ENTER)
        shown.until(lambda: "[1] " in shown.text or "turned up" in shown.text)
        if "turned up" in shown.text:  # a Moon: one more turn
            patiently(shown)
            shown.press(ENTER)
            shown.sees("[1] ")
        patiently(shown)
        card = 1 if not any(bad in shown.text for bad in ("[1] 9 Mayor", "[1] 10 We")) else 2
        shown.press(str(card))
        shown.press(str(card))
        shown.until(lambda: "played" in shown.text or "who is the target?" in shown.text)


def patiently(shown: Terminal) -> None:
    """Wait until keys count: a question must be up for as long as a person needs to see it."""
    end = monotonic() + 0.25
    shown.until(lambda: monotonic() > end)


def test_a_round_is_played_to_its_end_and_once_more(tmp_path: Path) -> None:
    settle(tmp_path, players=3, length="round", moments="screen")
    with terminal(*PROGRAM, data=tmp_path) as shown:
        at_home(shown)
        shown.press(ENTER)
        play_on(shown, lambda: "Enter: play again" in shown.text)
        patiently(shown)
        shown.press(ENTER)
        shown.until(lambda: "Enter: play again" not in shown.text and asked(shown))


def test_a_stopped_program_paints_anew_when_it_goes_on_and_can_be_left(tmp_path: Path) -> None:
    settle(tmp_path)
    with terminal(*PROGRAM, data=tmp_path) as shown:
        at_home(shown)
        os.kill(shown.child, signal.SIGSTOP)
        os.kill(shown.child, signal.SIGCONT)
        shown.until(lambda: shown.bytes.count(TAKEN) == 2)
        shown.until(lambda: b"Settings" in shown.bytes.rpartition(TAKEN)[2])
        assert shown.bytes.count(LEFT) == 1, "one thread reads the terminal, not two"
        shown.press("Q")
        assert shown.ended() == 0


def play_on(shown: Terminal, over: Callable[[], bool], seconds: float = 60.0) -> None:
    """Give the next best answer whenever asked, and confirm it."""
    end = monotonic() + seconds
    while not over():
        assert monotonic() < end, f"the round never ends:\n{shown.text}"
        shown.read(0.05)
        if asked(shown):
            patiently(shown)
            if not over() and asked(shown):
                shown.press(RIGHT + ENTER + ENTER)
                shown.read(0.2)
        elif "any key goes on" in shown.text:  # something great has happened
            shown.press(" ")
            shown.read(0.2)


def test_leaving_gives_the_terminal_back_as_it_was(tmp_path: Path) -> None:
    settle(tmp_path)
    with terminal(*PROGRAM, data=tmp_path) as shown:
        at_home(shown)
        assert b"\x1b[?1049h" in shown.bytes
        shown.press("Q")
        assert shown.ended() == 0
        for last, first in ((b"\x1b[?1049l", b"\x1b[?1049h"), (b"\x1b[?25h", b"\x1b[?25l")):
            assert shown.bytes.rfind(last) > shown.bytes.rfind(first)
        assert b"\x1b[?1000l" in shown.bytes


def test_a_program_whose_terminal_is_gone_goes_too(tmp_path: Path) -> None:
    settle(tmp_path)
    with terminal(*PROGRAM, data=tmp_path) as shown:
        at_home(shown)
        shown.press(ENTER)
        shown.until(lambda: "WOLFMOON" in shown.text)
        shown.hang_up()
        assert gone(shown.child, 5.0)
        shown.status = 0


def gone(child: int, seconds: float) -> bool:
    """Whether a process ends within a given time."""
    end = monotonic() + seconds
    while monotonic() < end:
        if os.waitpid(child, os.WNOHANG)[0]:
            return True
        signal.sigtimedwait([], 0.05)
    return False


def test_a_terminal_that_can_show_nothing_gets_a_sentence_and_lines(tmp_path: Path) -> None:
    settle(tmp_path)
    with terminal(*PROGRAM, data=tmp_path, TERM="dumb") as shown:
        shown.until(lambda: b"Type a number and press Enter" in shown.bytes)
        assert b"This terminal cannot show the app" in shown.bytes
        shown.press("q\r")
        assert shown.ended() == 0
        assert b"\x1b[?1049h" not in shown.bytes


def test_a_program_without_colour_sends_none(tmp_path: Path) -> None:
    settle(tmp_path)
    with terminal(*PROGRAM, data=tmp_path, NO_COLOR="1") as shown:
        at_home(shown)
        shown.press(ENTER)
        shown.until(lambda: "WOLFMOON" in shown.text)
    for code in re.findall(rb"\x1b\[([0-9;]*)m", shown.bytes):
        colours = {int(part) for part in code.split(b";") if part} & {
            *range(30, 49),
            *range(90, 108),
        }
        assert colours <= {39, 49}, code


def wiped(shown: Terminal) -> list[str]:
    """Scribble over a terminal; returns what it had shown."""
    before = shown.lines
    shown.screen.erase_in_display(2)
    return before


def test_ctrl_l_paints_everything_anew_even_under_a_question(tmp_path: Path) -> None:
    settle(tmp_path)
    with terminal(*PROGRAM, data=tmp_path) as shown:
        at_home(shown)
        shown.press(ENTER)
        shown.until(lambda: asked(shown))
        shown.press("Q")
        shown.sees("Leave the table?")
        patiently(shown)
        before = wiped(shown)
        shown.press("\x0c")
        shown.until(lambda: shown.lines == before)


def test_a_program_that_was_stopped_paints_everything_when_it_goes_on(tmp_path: Path) -> None:
    settle(tmp_path)
    with terminal(*PROGRAM, data=tmp_path) as shown:
        at_home(shown)
        patiently(shown)
        os.kill(shown.child, signal.SIGTSTP)
        shown.until(lambda: os.waitpid(shown.child, os.WNOHANG | os.WUNTRACED)[0] > 0)
        shown.screen.reset()
        os.kill(shown.child, signal.SIGCONT)
        at_home(shown)


def test_a_terminal_of_another_size_is_painted_wholly(tmp_path: Path) -> None:
    settle(tmp_path)
    with terminal(*PROGRAM, data=tmp_path) as shown:
        at_home(shown)
        wiped(shown)
        shown.resize(100, 30)
        at_home(shown)
        patiently(shown)
        before = wiped(shown)
        shown.press("\x0c")
        shown.until(lambda: shown.lines == before)


GROWS_WHILE_READ = """
import fcntl, struct, termios
from moontui.__main__ import run
from moontui.app.woken import WokenDriver

read = WokenDriver._get_terminal_size

def slowly(driver):
    size = read(driver)
    if size[0] == 90:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    return size

WokenDriver._get_terminal_size = slowly
raise SystemExit(run())
"""


def test_a_terminal_that_grows_on_while_its_size_is_read_is_filled(tmp_path: Path) -> None:
    settle(tmp_path)
    with terminal("-c", GROWS_WHILE_READ, data=tmp_path) as shown:
        at_home(shown)
        shown.resize(90, 26)
        shown.screen.resize(30, 100)
        shown.until(lambda: "Enter choose" in shown.lines[29])


def test_a_terminal_is_sent_its_first_screen_once(tmp_path: Path) -> None:
    settle(tmp_path)
    with terminal(*PROGRAM, data=tmp_path) as shown:
        at_home(shown)
        patiently(shown)
        # a table of somebody nearby, found meanwhile, moves the row: that is another place
        places = re.findall(rb"([^\n\r\x1b]*)Settings", shown.bytes)
        assert len(places) == len(set(places)), places


def test_two_play_at_a_host_and_one_who_was_killed_comes_back(tmp_path: Path) -> None:
    house = (*PROGRAM, "host", "--port", "0", "--bind", "127.0.0.1", "--data", str(tmp_path / "h"))
    table = (
        "--game",
        "robbers",
        "--players",
        "3",
        "--bots",
        "1",
        "--level",
        "random",
    )  # no windows
    for name in ("Ana", "Bo"):
        settle(tmp_path / name, name=name)
    with terminal(*house, *table, data=tmp_path / "h", size=(200, 24)) as host:
        host.until(lambda: b"moontui join " in host.bytes)
        where = host.bytes.split(b"moontui join ")[1].split()[0].decode()
        join = (*PROGRAM, "join", where)
        with terminal(*join, data=tmp_path / "Bo") as bo:
            with terminal(*join, data=tmp_path / "Ana") as ana:
                for guest in (ana, bo):
                    guest.sees("before the game")
                for guest in (ana, bo):
                    guest.press(ENTER)
                for guest in (ana, bo):
                    guest.sees("deal 1")
                ana.until(lambda: any("ANA" in line and "you" in line for line in ana.lines))
                hand = ana.lines
                os.kill(ana.child, signal.SIGKILL)
                ana.ended()
            with terminal(*join, data=tmp_path / "Ana") as again:
                again.until(lambda: "deal 1" in again.lines[0])
                again.until(lambda: any("ANA" in line and "you" in line for line in again.lines))
                assert any("ANA" in line and "you" in line for line in hand)
                play_together(again, bo)
        os.kill(host.child, signal.SIGTERM)
        assert host.ended() == 0


def play_together(*guests: Terminal) -> None:
    """Everybody plays until all of them see the fourth trick."""
    end = monotonic() + 90
    while not all("trick 4" in guest.lines[0] for guest in guests):
        assert monotonic() < end, "\n".join(guest.text for guest in guests)
        for guest in guests:
            guest.read(0.05)
            if asked(guest):
                patiently(guest)
                if asked(guest):
                    guest.press(RIGHT + ENTER + ENTER)
                    guest.read(0.2)
