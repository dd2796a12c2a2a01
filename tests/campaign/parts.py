"""The parts of a campaign. A new one is a function of a seed, and a line in `PARTS`.

The function tries something with one seed, returns what it counted, and raises `AssertionError`
when a promise is broken. `tests/campaign/__main__.py` spreads the seeds over all cores.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.arena import one_against_all
from engine.games import GAMES
from tests.campaign.part import (
    CHOSEN,
    HARM,
    LEAKS,
    LOOKS,
    LOST,
    MOVED,
    ORPHANS,
    OWNERS,
    RULES,
    UNCAUGHT,
    UNTAMED,
    Part,
)
from tests.doors.deaths import deaths as venue_of_deaths
from tests.doors.hangups import hangups
from tests.engine.laws import LAWS, may_part, two_worlds
from tests.engine.moonlight.fuzz import play_round as play_moonlight
from tests.engine.onenight.reasoning import reasons_in
from tests.engine.onenight.test_night import pairs_of_a_night
from tests.engine.wolfmoon.fuzz import play_round
from tests.moontui.app.test_frugal import DEPTHS, paint_both_ways
from tests.moontui.hostile_files import hostile_files
from tests.moontui.hostile_texts import hostile_texts
from tests.net.canaries import Watchman, awaited, pairs_of_worlds, shown
from tests.net.crowds import crowd, everybody_gets_in, slow_readers
from tests.net.floods import mdns_flood, udp_flood
from tests.net.fuzz import fuzz, fuzz_host
from tests.net.kills import killed_game
from tests.net.moves import moved_evening
from tests.net.siege import siege
from tests.net.simulation import evening
from tests.net.tells import samples, verdicts
from tests.net.test_loss import chaotic_game, lossy_game
from tests.net.test_seats import race
from tests.net.test_shuffle import deals_as_wanted
from tests.net.test_trouble import troubled_game
from tests.net.worlds import play_pairs

FRAMES = 1_000
"""How many frames one seed sends, to the decoder and to a host."""
PHASES = ("lobby", "playing") * 5 + ("over",)
PLOTS = 1_000
"""How many deals are plotted with one seed."""
KILLS = 8
"""How often one game's host is killed, at most."""
MOVES, LAPTOPS = 10, 3
"""How often a table moves with one seed, and among how many machines."""
PAIRS = 50
"""How many pairs of worlds one seed plays over sockets."""
LINES, READERS, ANSWERS = 1_000, 30, 150
PACKETS = 10_000
TIMED = 6_000
"""How many answers of bots are timed, at an idle and at a busy host."""

# ── the rules ───────────────────────────────────────────────────────────────────────────────────


def rounds(seed: int) -> Counter[str]:
    """A random round of Wolfmoon, which must keep the rules at every step."""
    play_round(seed)
    return Counter({"rounds of Wolfmoon": 1})


def lands(seed: int) -> Counter[str]:
    """A random round of Moonlight, with one pair of powers after another."""
    play_moonlight(seed)
    return Counter({"rounds of Moonlight": 1})


def reasons(seed: int) -> Counter[str]:
    """A game of One Night among hard bots; everything they conclude aloud must follow."""
    return Counter({"conclusions spoken": reasons_in(3 + seed % 8, seed).total()})


def laws(seed: int) -> Counter[str]:
    """Every law of every game."""
    for game in GAMES.values():
        for law in LAWS:
            law(game, seed)
    return Counter({"laws kept": len(GAMES) * len(LAWS)})


def shares(seed: int) -> Counter[str]:
    """A deal from each of four seats, greedy against three random bots; a fair share is one."""
    options = {"length": "round"}
    bots = ("greedy", "random")
    share = one_against_all(GAMES["wolfmoon"], *bots, seats=4, options=options, deals=1, seed=seed)
    return Counter({"rounds of bots": 4, "won by greedy": round(4 * share.share)})


# ── what nobody may know ────────────────────────────────────────────────────────────────────────


def worlds(seed: int) -> Counter[str]:
    """Pairs of worlds that a seat cannot tell apart, until they part: as games."""
    pairs = 0
    for game in GAMES.values():
        for one, other in two_worlds(game, seed):
            assert may_part(game, one, other), f"{game.id}: {one} {other}"
            pairs += 1
    return Counter({"pairs of worlds": pairs})


def twins(seed: int) -> Counter[str]:
    """The same at tables: what a seat is sent, and what it has to wait for."""
    looks = [
        same
        for game in GAMES.values()
        for look in (shown, awaited)
        for same in pairs_of_worlds(game, seed, look)
    ]
    return Counter({"pairs of tables": len(looks), "frames the same at both": sum(looks)})


def sockets(seed: int) -> Counter[str]:
    """The same at real hosts, over sockets, with lines that break and watchers that come."""
    game = list(GAMES.values())[seed % len(GAMES)]
    with TemporaryDirectory() as folder:
        pairs, frames = asyncio.run(play_pairs(Path(folder), game, seed, PAIRS))
    return Counter({"pairs of worlds over sockets": pairs, "frames the same in both": frames})


def nights(seed: int) -> Counter[str]:
    """Nights of One Night in which others do different things."""
    return Counter({"pairs of nights": pairs_of_a_night(seed)})


def canaries(seed: int) -> Counter[str]:
    """All frames of two matches, in which secrets are looked for."""
    return Counter({"frames searched for secrets": Watchman(seed).play()})


def plots(seed: int) -> Counter[str]:
    """Deals that the last player and the host try to choose; one in thirty is as they like it."""
    wanted = deals_as_wanted(seed * PLOTS, PLOTS)
    assert wanted <= 50, f"{wanted} of {PLOTS} deals were as wanted"
    return Counter({"deals plotted": PLOTS, "deals plotted that came by chance": wanted})


def tells(seed: int) -> Counter[str]:
    """Whether the time of a bot's answer tells its hand, idle and beside 64 tables that think."""
    answers = 0
    for busy in (0, 64):
        with TemporaryDirectory() as folder:
            found = asyncio.run(samples(Path(folder), 12, busy, TIMED))
        for name, share, error, _ in verdicts(found):
            print(f"  {busy} tables thinking, {name}: AUC {share:.3f}", flush=True)
            assert abs(share - 0.5) < 0.03 + 1.96 * error, f"{name}: AUC {share:.3f}"
        answers += len(found)
    return Counter({"answers timed": answers})


# ── strangers ───────────────────────────────────────────────────────────────────────────────────


def frames(seed: int) -> Counter[str]:
    """Frames that no client would send, to the decoder."""
    return Counter({"frames to the decoder": fuzz(seed, FRAMES).total()})


def visits(seed: int) -> Counter[str]:
    """The same to a real host, next to an honest table."""
    with TemporaryDirectory() as folder:
        phase = PHASES[seed % len(PHASES)]
        sent = asyncio.run(fuzz_host(Path(folder), phase, seed, FRAMES)).total()
    return Counter({"frames to a host": sent})


def crowds(seed: int) -> Counter[str]:
    """A thousand lines at once, to a host with room for some of them, then to one with room."""
    with TemporaryDirectory() as folder:
        found = asyncio.run(crowd(Path(folder) / "few", seed, LINES))
        served = asyncio.run(everybody_gets_in(Path(folder) / "all", LINES))
    assert served == LINES, f"{served} of {LINES} were answered"
    return Counter({"lines at once": found["lines at once"], "served at once": served})


def readers(seed: int) -> Counter[str]:
    """Watchers who read too slowly."""
    with TemporaryDirectory() as folder:
        return asyncio.run(slow_readers(Path(folder), seed, READERS, ANSWERS))


def floods(seed: int) -> Counter[str]:
    """Crafted answers by UDP, and multicast DNS from its own port."""
    return asyncio.run(udp_flood(seed, PACKETS)) + asyncio.run(mdns_flood(seed, PACKETS))


def sieges(seed: int) -> Counter[str]:
    """One address does its worst to a real host, while honest people play."""
    assert asyncio.run(siege(60.0)), "honest people paid for it"
    return Counter({"sieges withstood": 1})


def files(seed: int) -> Counter[str]:
    """A hostile file for everything that reads one."""
    return Counter({"hostile files": hostile_files(seed)})


def texts(seed: int) -> Counter[str]:
    """A dozen hostile texts on every surface: app, kiosk, line game, command line, logs."""
    return Counter({"hostile texts on every surface": hostile_texts(seed)})


# ── bad luck ────────────────────────────────────────────────────────────────────────────────────


def evenings(seed: int) -> Counter[str]:
    """A whole evening in virtual time, with everything going wrong."""
    killed, acknowledged = evening(seed)
    return Counter({"evenings": 1, "hosts killed": killed, "actions acknowledged": acknowledged})


def kills(seed: int) -> Counter[str]:
    """A game whose host, a real process, is killed again and again."""
    killed, acknowledged = killed_game(seed, KILLS)
    return Counter({"processes killed": killed, "actions acknowledged": acknowledged})


def moves(seed: int) -> Counter[str]:
    """A table that goes round among machines: real processes, killed in the middle of it."""
    return moved_evening(seed, MOVES, LAPTOPS)


def losses(seed: int) -> Counter[str]:
    """A game over lines that break, one over lines that repeat and mix up, one on a bad disk."""
    chaotic_game(seed)
    lost, refused = lossy_game(seed), troubled_game(seed)
    return Counter({"lines broken": lost, "writes refused": refused})


def races(seed: int) -> Counter[str]:
    """A seat that several claim at once, at a real host."""
    race(seed)
    return Counter({"races": 1})


def partings(seed: int) -> Counter[str]:
    """Visitors by SSH whose lines die; no process of theirs may be left."""
    return Counter({"visitors hung up": hangups(seed)})


def deaths(seed: int) -> Counter[str]:
    """A venue by SSH whose host, fork server, visitors and lines are killed: no process may be
    left, and no seat be lost."""
    return venue_of_deaths(seed)


def screens(seed: int) -> Counter[str]:
    """Random screens, of which terminals are sent only what changed."""
    return Counter({"screens painted": sum(paint_both_ways(depth, seed) for depth in DEPTHS)})


PARTS = {
    "rounds": Part(rounds, 20_000, RULES),
    "lands": Part(lands, 20_000, RULES),
    "reasons": Part(reasons, 400, RULES),
    "laws": Part(laws, 30, RULES),
    "shares": Part(shares, 1_000, RULES),
    "worlds": Part(worlds, 1_500, LEAKS),
    "twins": Part(twins, 400, LEAKS),
    "sockets": Part(sockets, 2_050, LEAKS),
    "nights": Part(nights, 1_000, LEAKS),
    "canaries": Part(canaries, 300, LEAKS),
    "plots": Part(plots, 20, CHOSEN),
    "frames": Part(frames, 1_000, UNCAUGHT),
    "visits": Part(visits, 22, UNCAUGHT),
    "crowds": Part(crowds, 10, HARM),
    "readers": Part(readers, 20, HARM),
    "floods": Part(floods, 10, HARM),
    "files": Part(files, 1_000, UNTAMED),
    "texts": Part(texts, 25, UNTAMED),
    "evenings": Part(evenings, 800, LOST),
    "kills": Part(kills, 150, LOST),
    "moves": Part(moves, 20, MOVED),
    "losses": Part(losses, 20, LOST),
    "races": Part(races, 1_000, OWNERS),
    "partings": Part(partings, 50, ORPHANS),
    "deaths": Part(deaths, 10, ORPHANS),
    "screens": Part(screens, 200, LOOKS),
    "sieges": Part(sieges, 1, HARM, alone=True),
    "tells": Part(tells, 1, LEAKS, alone=True),
}
