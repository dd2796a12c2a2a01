"""A bot for a host without TLS that plays one match at random: `python bot.py HOST PORT NAME`."""

import hashlib
import random
import secrets
import socket
import struct
import sys
import time
from typing import Any

import msgpack


def say(t: str, **fields: Any) -> None:
    payload = msgpack.packb({"t": t, **fields})
    line.sendall(struct.pack(">I", len(payload)) + payload)


def hear() -> Any:
    (length,) = struct.unpack(">I", stream.read(4))
    return msgpack.unpackb(stream.read(length), strict_map_key=False)


line = socket.create_connection((sys.argv[1], int(sys.argv[2])))
stream = line.makefile("rb")
say("hello", version=4, name=sys.argv[3])
commitment = nonce = seal = ""
seat = answered = -1
while (heard := hear())["t"] != "proof":  # which comes when the match is over
    match heard:
        case {"t": "ping"}:
            say("pong")
        case {"t": "welcome"} | {"t": "refused", "about": "join"}:  # somebody else took the seat
            say("tables")
        case {"t": "table_list", "rows": rows}:
            lobbies = [row for row in rows if row["phase"] == "lobby" and not row.get("private")]
            if free := [row["table"] for row in lobbies if row["taken"] < row["seats"]]:
                say("join", table=free[0])
            else:
                say("create", game="wolfmoon", seats=4, bots=3, pace=0)
        case {"t": "seated", "seat": int(number)}:
            seat = number
        case {"t": "room", "phase": "lobby", "seals": [*seals]}:
            if seals[seat] == seal:  # all lie on the table, and mine is unchanged
                say("open", nonce=nonce)
                seal = ""
        case {"t": "room", "phase": "lobby"} if heard["commitment"] != commitment:
            commitment, nonce = heard["commitment"], secrets.token_hex(16)
            text = f"moontui seal {commitment} {seat} {nonce}"
            seal = hashlib.sha256(text.encode()).hexdigest()
            say("ready", commitment=commitment, seal=seal)
        case {"t": "update", "more": True}:
            pass  # one part of a long story; only the last part counts
        case {"t": "update", "turn": turn, "ask": [_, _, choices, *_]} if turn != answered:
            time.sleep(0.05)  # a host accepts 20 messages a second
            verb, value = random.choice(choices)
            say("act", turn=turn, id=secrets.randbits(63), verb=verb, value=value)
            answered = turn
        case {"t": "refused" | "bye", "why": why} if heard.get("about") != "act":  # late is no harm
            sys.exit(f"The host says: {why}")
print("The match is over.")
