"""The browser door."""

from __future__ import annotations

from net.visitors import Visitors


class WebDoor:
    def __init__(self, visitors: Visitors, language: str) -> None: ...
    async def open(self, bind: str, port: int) -> int:
        return 0

    async def close(self) -> None: ...
    def link(self, address: str, port: int) -> str:
        return ""

    def picture(self, link: str) -> str:
        return ""
