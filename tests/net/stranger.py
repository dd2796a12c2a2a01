"""A bot by somebody who has read docs/protocol.md, and uses none of our code."""

import asyncio
import hashlib
import random
import secrets
import struct
from typing import Any

import msgpack


class Stranger:
    """Sits down at a table of a host without TLS, and answers at random."""

    def __init__(self, name: str, patience: int = 1_000) -> None:
        self.name, self.rng = name, random.Random(name)
        self.patience = patience  # how many answers it gives before it hangs up
        self.seated: dict[str, Any] = {}
        self.commitment = self.record = ""
        self.nonce = ""
        self.seals: list[str] = []
        self.answered = -1

    async def play(self, port: int, wish: dict[str, Any]) -> bool:
        """Play to the end of a match; returns whether the host dealt as it had committed to."""
        reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        self.say("hello", version=4, name=self.name)
        while self.patience:
            (length,) = struct.unpack(">I", await reader.readexactly(4))
            heard = msgpack.unpackb(await reader.readexactly(length), strict_map_key=False)
            match heard["t"]:
                case "welcome":
                    self.say(**wish)
                case "ping":
                    self.say("pong")
                case "seated":
                    self.seated = heard
                case "room":
                    self.look_around(heard)
                case "update" if not heard.get("more") and heard.get("ask"):
                    self.answer(heard["turn"], heard["ask"][2])
                case "proof":
                    self.record += heard["record"]
                    if not heard.get("more"):
                        return self.is_sound(heard)
                case "refused" | "bye" if "id" not in heard:  # with one: somebody was faster
                    raise ConnectionError(heard)
        self.writer.close()
        return False

    def look_around(self, room: dict[str, Any]) -> None:
        if room["phase"] == "playing":
            return
        seals, commitment, seat = room.get("seals"), room["commitment"], self.seated["seat"]
        if seals and commitment == self.commitment and seals[seat] == self.seal(seat, self.nonce):
            if not self.seals:
                self.seals = seals
                self.say("open", nonce=self.nonce)
        elif not seals and commitment != self.commitment and not self.record:
            self.commitment, self.nonce, self.seals = commitment, secrets.token_hex(16), []
            self.say("ready", commitment=commitment, seal=self.seal(seat, self.nonce))

    def seal(self, seat: int, nonce: str) -> str:
        text = f"moontui seal {self.commitment} {seat} {nonce}"
        return hashlib.sha256(text.encode()).hexdigest()

    def is_sound(self, proof: dict[str, Any]) -> bool:
        """Whether the host kept to its commitment, and everybody to their seals."""
        secret = b"moontui commitment" + bytes.fromhex(proof["secret"])
        opened = [self.seal(n, nonce) if nonce else "" for n, nonce in enumerate(proof["nonces"])]
        committed = hashlib.sha256(secret).hexdigest() == self.commitment
        return committed and opened == self.seals and self.nonce in proof["nonces"]

    def answer(self, turn: int, choices: list[Any]) -> None:
        if turn != self.answered:
            verb, value = self.rng.choice(choices)
            self.say("act", turn=turn, id=secrets.randbits(63), verb=verb, value=value)
            self.answered, self.patience = turn, self.patience - 1

    def say(self, t: str, **fields: Any) -> None:
        payload = msgpack.packb({"t": t} | fields)
        self.writer.write(struct.pack(">I", len(payload)) + payload)
