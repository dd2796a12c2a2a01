"""A refusal: something that will not be done, and why."""

from __future__ import annotations


class Refusal(Exception):
    """Something that will not be done; `why` is a message key."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.detail = detail
