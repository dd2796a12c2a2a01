"""What the app costs, as ratios to the least that its framework can do: `make bench`.

Everything is measured in one run on one machine, each start in a process of its own; the ratios of
medians say more than the milliseconds, which hold only for this machine on this day.

The second table is measured from the far end of a pseudo-terminal: the bytes that arrive there, and
the CPU time of the whole process, painting included; beside it what Textual itself would send.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from compileall import compile_dir
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import CLOCK_PROCESS_CPUTIME_ID, clock_gettime, monotonic, process_time
from typing import Any, NamedTuple

from benchmarks.figures import Figure, as_table, missed

STARTS = 9
"""How many processes measure each start-up time."""

GOALS = {"first paint of Home": 1.3, "first paint of a table for six": 2.2}
QUIET = 0.15
"""Seconds without a byte after which a terminal counts as painted."""
TERMINAL_ROUNDS = 16
"""How many times each thing is done in front of a terminal."""
BYTES = {
    "first paint": 80_000,  # two screens: Home, then the table
    "idle": 0,
    "a key": 6_000,
    "another's play": 12_000,
    "with motion": 35_000,
    "another table": 40_000,
    "repaint": 40_000,
}
CPU = {"first paint": 2.2, "a key": 1.6, "another's play": 0.6}
LEAST = {
    "first paint": "a hello-world's",
    "a key": "a hello-world's",
    "another's play": "thirty `Static.update`s",
}
"""What each is compared with."""


# ── what is measured, each by its name in a process of its own ──────────────────────────────────


def hello() -> Any:
    """The least that can be shown."""
    from textual.app import App, ComposeResult
    from textual.widgets import Static

    class Hello(App[None]):
        def compose(self) -> ComposeResult:
            yield Static("Hello, world", id="hello")

        def key_a(self) -> None:
            self.query_one("#hello", Static).update("Hello, moon")

        def key_b(self) -> None:
            self.query_one("#hello", Static).update("Hello, world")

    return Hello()


def thirty() -> Any:
    """Thirty pieces of text, each a widget of its own."""
    from textual.app import App, ComposeResult
    from textual.widgets import Static

    class Thirty(App[None]):
        def compose(self) -> ComposeResult:
            for number in range(30):
                yield Static(f"Line {number}: Villager at Cy", markup=False)

        def show_all(self, number: int) -> None:
            for line, static in enumerate(self.query(Static)):
                static.update(f"Line {line}: Villager at Cy, {number}")

    return Thirty()


def home(folder: str, **set_so: Any) -> Any:
    """The app as it starts, without looking for hosts nearby."""
    from moontui.app.app import MoontuiApp
    from moontui.client.settings import Settings

    class Nobody:
        """Finds nobody, at no cost."""

        trouble = None

        def __init__(self, recent: object) -> None:
            self.changed = asyncio.Event()

        async def __aenter__(self) -> Nobody:
            return self

        async def __aexit__(self, *error: object) -> None:
            pass

        def rows(self) -> list[Any]:
            return []

    chosen: dict[str, Any] = {"name": "Ana", "named": True, "language": "en", "motion": False}
    settings = Settings(**chosen | set_so)
    finder: Any = Nobody
    return MoontuiApp(settings, Path(folder), new_finder=finder, port=0)


async def first_paint(app: Any, then: Callable[[], Awaitable[None]] | None = None) -> None:
    """Wait until something can be seen."""
    async with app.run_test(size=(120, 40)) as pilot:
        if then is not None:
            await then()
        await pilot._wait_for_screen()
        app.screen._on_timer_update()
        print(process_time())


async def start_hello(folder: str) -> None:
    await first_paint(hello())


async def start_home(folder: str) -> None:
    await first_paint(home(folder))


async def start_table(folder: str) -> None:
    """Start at a table; playing up to that moment is not counted, as only the app is measured."""
    from moontui.client.session import Session

    app = home(folder)

    async def sit() -> None:
        from moontui.app.screens.game import GameScreen

        before = process_time()
        session: Session = sitting_at(app, "play")
        print(-(process_time() - before), end=" ")
        app.session = session
        await app.push_screen(GameScreen(session))

    await first_paint(app, sit)


def sitting_at(app: Any, prompt: str) -> Any:
    from tests.moontui.scenes import moment, session_at

    session = session_at(moment(prompt, seats=6, turns=12))
    session.words_for = app.words_for
    return session


# ── in front of a terminal ──────────────────────────────────────────────────────────────────────


async def show(app: Any, **news: Callable[[int], None]) -> None:
    """Run an app in the terminal; a signal gives it something new to show."""

    numbers = count(1)

    def tell(show_it: Callable[[int], None]) -> None:
        app.call_later(show_it, next(numbers))

    async def wait_for_news(pilot: object) -> None:
        for name, show_it in news.items():
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.Signals[name], tell, show_it)

    await app.run_async(auto_pilot=wait_for_news)


async def show_hello(folder: str) -> None:
    await show(hello())


async def show_thirty(folder: str) -> None:
    app = thirty()
    await show(app, SIGUSR1=app.show_all)


async def show_table(folder: str) -> None:
    await show_six(folder, frugal=True)


async def show_table_as_textual_does(folder: str) -> None:
    await show_six(folder, frugal=False)


async def show_six(folder: str, frugal: bool) -> None:
    """A table for six; what it takes to play up to that moment is noted, to be left out."""
    from moontui.app.screens.game import GameScreen

    app = home(folder)
    app.shadow.works = frugal
    before = process_time()
    sessions = [sitting_at(app, "guess"), sitting_at(app, "play")]
    play = another_play(app)
    Path(folder, "played").write_text(str(process_time() - before))
    screen = GameScreen(sessions[0])

    def sit() -> None:
        app.session = sessions[0]
        app.push_screen(screen)
        screen.asked_at = -1000.0

    def look_at(pair: list[Any], number: int) -> None:
        screen.session, screen.picked = pair[number % 2], None
        screen.show_all()

    app.set_out = sit
    await show(app, SIGUSR1=partial(look_at, play), SIGUSR2=partial(look_at, sessions))


async def show_motion(folder: str) -> None:
    """The same table, turn after turn, with all that moves."""
    from moontui.app.screens.game import GameScreen

    app = home(folder, motion=True, moments="stage")
    turns = some_turns(app, TERMINAL_ROUNDS + 1)
    screen = GameScreen(turns[0])

    def sit() -> None:
        app.session = turns[0]
        app.push_screen(screen)

    def go_on(number: int) -> None:
        screen.session = app.session = turns[number]
        screen.go_on()

    app.set_out = sit
    await show(app, SIGUSR1=go_on)


def some_turns(app: Any, times: int) -> list[Any]:
    """A table after each of some turns, the last of which is told as news."""
    from engine.play import apply, asks
    from tests.moontui.scenes import moment, session_at

    state, rng, told = moment("guess", seats=6, turns=4).copy(), Random(5), 0
    sessions: list[Any] = []
    while len(sessions) < times:
        ask = asks(state)[0]
        apply(state, ask.seat, rng.choice(ask.choices))
        if any(ask.prompt == "turn" for ask in asks(state)):
            sessions.append(session_at(state.copy(), news=len(state.events) - told))
            sessions[-1].words_for = app.words_for
            told = len(state.events)
    return sessions


def another_play(app: Any) -> list[Any]:
    """A table before and after somebody else's turn."""
    from engine.play import apply, asks
    from tests.moontui.scenes import ME, moment, session_at

    state, rng = moment("guess", seats=6, turns=12).copy(), Random(5)
    sessions: list[Any] = []
    while len(sessions) < 2:
        ask = asks(state)[0]
        apply(state, ask.seat, rng.choice(ask.choices))
        if any(ask.prompt == "turn" and (sessions or ask.seat != ME) for ask in asks(state)):
            sessions.append(session_at(state.copy()))
            sessions[-1].words_for = app.words_for
    return sessions


class Cost(NamedTuple):
    """What something costs: bytes in the terminal, CPU seconds of the process."""

    bytes: float
    cpu: float


def in_a_terminal(name: str, keys: str) -> dict[str, Cost]:
    """Everything that can be measured from a terminal's end."""
    from tests.moontui.terminal import Terminal, terminal

    def measured(shown: Terminal, happens: Callable[[], None] | None, quiet: float) -> Cost:
        """Let something happen, wait for what comes of it, and until nothing more does."""
        size, cpu, last = len(shown.bytes), cpu_of(shown.child), -1
        if happens is not None:
            happens()
            shown.until(lambda: len(shown.bytes) > size)
        while last != len(shown.bytes):
            last = len(shown.bytes)
            shown.read(quiet)
        return Cost(len(shown.bytes) - size, cpu_of(shown.child) - cpu)

    def typical(shown: Terminal, happens: Callable[[int], None]) -> Cost:
        costs = [
            measured(shown, partial(happens, number), QUIET) for number in range(TERMINAL_ROUNDS)
        ]
        sizes, cpus = zip(*costs, strict=True)
        return Cost(median(sizes), min(cpus))  # whatever else runs can only make it slower

    def tell(shown: Terminal, what: signal.Signals, number: int) -> None:
        os.kill(shown.child, what)

    costs: dict[str, Cost] = {}
    with TemporaryDirectory() as folder:
        data, size = Path(folder), (120, 40)
        with terminal("-m", "benchmarks.app", name, folder, data=data, size=size) as shown:
            shown.until(lambda: b"\x1b[1;1H" in shown.bytes)
            measured(shown, None, quiet=0.6)
            played = data / "played"
            spent = float(played.read_text()) if played.exists() else 0.0
            costs["first paint"] = Cost(len(shown.bytes), cpu_of(shown.child) - spent)
            costs["idle"] = measured(shown, None, quiet=1.5)
            if keys:
                costs["a key"] = typical(shown, lambda n: shown.press(keys[n % 2]))
            if name != "show_hello":
                costs["another's play"] = typical(shown, partial(tell, shown, signal.SIGUSR1))
            if name not in ("show_hello", "show_thirty", "show_motion"):
                costs["another table"] = typical(shown, partial(tell, shown, signal.SIGUSR2))
                costs["repaint"] = typical(shown, lambda n: shown.press("\x0c"))
    return costs


def cpu_of(process: int) -> float:
    """CPU seconds of another process (Linux): its clock is named by its number's complement."""
    return clock_gettime((~process << 3) | CLOCK_PROCESS_CPUTIME_ID)


def terminals() -> list[Figure]:
    """How much reaches a terminal of 120x40, and what that costs."""
    table = in_a_terminal("show_table", "45")
    textual = in_a_terminal("show_table_as_textual_does", "45")
    least = in_a_terminal("show_thirty", "") | in_a_terminal("show_hello", "ab")
    found = []
    for what, cost in table.items():
        name, beside = f"table for six, {what}", f"{textual[what].bytes:,.0f} B if Textual painted"
        found.append(Figure(name, cost.bytes, "B", BYTES[what], beside))
        if what in CPU:
            base = least[what].cpu
            beside = f"{cost.cpu * 1000:.1f} ms, {LEAST[what]} {base * 1000:.1f} ms"
            found.append(Figure(name, cost.cpu / base, "x", CPU[what], beside))
    moving = in_a_terminal("show_motion", "")["another's play"].bytes
    name = "table for six, another's play in motion"
    return [*found, Figure(name, moving, "B", BYTES["with motion"])]


def from_home_to_a_table() -> Figure:
    """Milliseconds on the wall from Enter, pressed as Home appears, to the table."""
    from tests.moontui.terminal import terminal

    found = []
    for _ in range(STARTS):
        with (
            TemporaryDirectory() as folder,
            terminal("-m", "moontui", data=Path(folder), size=(80, 24)) as shown,
        ):
            shown.until(lambda: "Play now" in shown.text)
            begun = monotonic()
            shown.press("\r")
            shown.until(lambda: "SITTING" in shown.text)
            found.append(monotonic() - begun)
    return Figure("Enter as Home appears, to the table", 1000 * median(found), "ms", 250)


# ── side by side ────────────────────────────────────────────────────────────────────────────────


def cost(name: str) -> float:
    """CPU seconds of one measurement in a process of its own."""
    with TemporaryDirectory() as folder:
        out = subprocess.run(
            [sys.executable, "-m", "benchmarks.app", name, folder],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    return sum(map(float, out.split()))


def compare(title: str, ours: str, least: str, times: int) -> Figure:
    """Let both take turns, so that they meet the same machine."""
    pairs = [(cost(ours), cost(least)) for _ in range(times)]
    mine, base = (median(column) for column in zip(*pairs, strict=True))
    beside = f"{mine * 1000:.1f} ms, {base * 1000:.1f} ms of Textual's least"
    return Figure(title, mine / base, "x", GOALS[title], beside)


def compiled() -> None:
    """Compile everything first, as it is once installed: else each start would, if the environment
    forbids Python to keep what it has compiled."""
    for part in ("engine", "net", "moontui", "benchmarks", "tests/moontui"):
        compile_dir(Path(__file__).parents[1] / part, quiet=1)


def figures() -> list[Figure]:
    compiled()
    return [
        compare("first paint of Home", "start_home", "start_hello", STARTS),
        compare("first paint of a table for six", "start_table", "start_hello", STARTS),
        from_home_to_a_table(),
        *terminals(),
    ]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(globals()[sys.argv[1]](sys.argv[2]))
    else:
        print(as_table(found := figures()))
        sys.exit(1 if missed(found) else 0)
