"""The example in examples/bot.py plays a match over the network, and uses none of our code."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tests.net.stranger import Stranger
from tests.net.tables import UNHURRIED, quickly
from tests.net.visitors import eventually, hosting
from tests.test_architecture import OURS, ROOT, imports

BOT = ROOT / "examples" / "bot.py"
OVER = (0, "The match is over.")


async def run(port: int, name: str) -> tuple[int | None, str]:
    """Run the bot until it ends; returns its exit status, and all it printed."""
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, str(BOT), "127.0.0.1", str(port), name),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        printed, _ = await bot.communicate()
    finally:
        if bot.returncode is None:
            bot.kill()
    return bot.returncode, printed.decode().strip()


def test_it_needs_the_standard_library_and_msgpack_only() -> None:
    modules = {module.split(".")[0] for module in imports(BOT)}
    assert modules - set(sys.stdlib_module_names) == {"msgpack"}
    assert not modules & OURS


def test_it_opens_a_table_where_there_is_none_and_plays_a_match(tmp_path: Path) -> None:
    async def play() -> tuple[int | None, str]:
        async with hosting(tmp_path, **UNHURRIED) as house:
            return await run(house.port, "Robin")

    assert quickly(play()) == OVER


def test_it_sits_down_where_a_seat_is_free(tmp_path: Path) -> None:
    async def play() -> list[object]:
        async with hosting(tmp_path, **UNHURRIED) as house:
            wish = {"t": "create", "game": "wolfmoon", "options": {"length": "round"}, "seats": 3}
            stranger = Stranger("Zoe")
            begun = asyncio.create_task(stranger.play(house.port, wish))
            await eventually(lambda: bool(stranger.seated))
            bots = (run(house.port, "Ada"), run(house.port, "Bob"))
            return list(await asyncio.gather(begun, *bots))

    assert quickly(play()) == [True, OVER, OVER]
