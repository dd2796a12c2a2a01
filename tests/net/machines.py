"""Machines on a LAN of their own, played by network namespaces; this machine's own network is not
touched. That needs root and the `ip` command."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple


class NoMachines(Exception):
    """There can be none here; the text says why."""


class Lan(NamedTuple):
    """Machines, and the bridge that joins them."""

    machines: tuple[str, ...]
    bridge: str


def ip(*words: str) -> str:
    command = ["ip", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=10).stdout


def inside(machine: str, *command: str) -> list[str]:
    """A command as it is run on a machine; without a name, on this one."""
    return ["ip", "netns", "exec", machine, *command] if machine else [*command]


@contextmanager
def machines(count: int) -> Iterator[Lan]:
    """Machines that are plugged into one bridge, and have no way to anywhere else: the first is
    10.77.0.1. Raises `NoMachines`."""
    if os.geteuid() != 0:
        raise NoMachines("only root can make network namespaces")
    if shutil.which("ip") is None:
        raise NoMachines("network namespaces need the ip command, which is not installed")
    mark = f"moontui-{secrets.token_hex(4)}"
    lan = Lan(tuple(f"{mark}-{number}" for number in range(count)), f"{mark}-bridge")
    try:
        try:
            join(lan)
        except (OSError, subprocess.SubprocessError) as error:
            reason = getattr(error, "stderr", None) or error
            raise NoMachines(f"network namespaces cannot be made here: {reason}") from error
        yield lan
    finally:
        for namespace in (*lan.machines, lan.bridge):
            subprocess.run(["ip", "netns", "del", namespace], check=False, capture_output=True)


def join(lan: Lan) -> None:
    """Make the namespaces and plug all machines into the bridge; none has a default route."""
    for namespace in (*lan.machines, lan.bridge):
        ip("netns", "add", namespace)
    ip("-n", lan.bridge, "link", "add", "lan", "type", "bridge")
    ip("-n", lan.bridge, "link", "set", "lan", "up")
    for number, machine in enumerate(lan.machines, 1):
        plug = f"plug{number}"
        ip("-n", lan.bridge, "link", "add", plug, "type", "veth", "peer", "card", "netns", machine)
        ip("-n", lan.bridge, "link", "set", plug, "master", "lan", "up")
        settle(machine, f"10.77.0.{number}")
        ip("-n", machine, "link", "set", "lo", "up")
        ip("-n", machine, "link", "set", "card", "up")


def settle(machine: str, address: str) -> None:
    """Give a machine an address, instead of the one it has."""
    ip("-n", machine, "-4", "addr", "flush", "dev", "card")
    ip("-n", machine, "addr", "add", f"{address}/24", "brd", "+", "dev", "card")


def block_mdns(machine: str) -> bool:
    """Let no multicast DNS in or out; False: there is no nft to do it with."""
    if shutil.which("nft") is None:
        return False
    chains = "".join(
        f"chain {way} {{ type filter hook {way} priority 0; udp dport 5353 drop; }}\n"
        for way in ("input", "output")
    )
    rules = f"table inet quiet {{\n{chains}}}\n"
    command = inside(machine, "nft", "-f", "-")
    subprocess.run(command, input=rules, text=True, check=True, capture_output=True, timeout=10)
    return True
