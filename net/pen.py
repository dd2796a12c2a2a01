"""A table's journal as the writer sees it: what is on disk, and the file that is open."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from net.disk import File, Files
from net.journal_format import MAGIC, frame

UNFINISHED = ".new"


class Pen:
    """Writes one journal."""

    __slots__ = ("anew", "file", "files", "kept", "path", "ragged", "stroke")

    def __init__(self, files: Files, path: Path, kept: bytes) -> None:
        self.files = files
        self.path = path
        self.kept = bytearray(kept)
        """What is known to be on disk; a rewritten journal begins with it."""
        self.file: File | None = None
        """Open at the end of what is kept; None: the journal has to be rewritten."""
        self.anew = False
        """Whether the open file has yet to take its name."""
        self.stroke: bytes | None = None
        """Written but not flushed."""
        self.ragged = False
        """Whether the file may hold more than what is kept."""

    @property
    def beside(self) -> Path:
        return self.path.with_name(self.path.name + UNFINISHED)

    def write(self, payloads: Sequence[bytes]) -> None:
        if self.stroke is not None:
            self.drop()  # a bug in a file layer broke off the last pass
        self.anew = self.file is None
        self.stroke = frame(payloads, firm=self.anew)
        if self.file is None:
            self.file = self.files.create(self.beside)
            self.file.write(bytes(self.kept) + self.stroke)
        else:
            self.file.write(self.stroke)

    def flush(self) -> None:
        """Get the stroke onto the disk and under the journal's name."""
        assert self.file is not None, "flushed before it was written"
        assert self.stroke is not None, "flushed before it was written"
        self.file.flush()
        if self.anew:
            self.files.rename(self.beside, self.path)
            self.files.flush_folder(self.path.parent)
        self.kept += self.stroke
        self.stroke = None
        self.anew = self.ragged = False

    def drop(self) -> None:
        """Give up the open file, and cut off what nobody was promised, if the disk lets us."""
        self.stroke = None
        self.ragged = True
        self.rest()
        if self.anew:
            with suppress(OSError):
                self.files.remove(self.beside)  # on a full disk, somebody needs the space

    def rest(self) -> None:
        """Close the file; what is kept stays."""
        if self.file is not None:
            with suppress(OSError):  # what counts was flushed before
                self.file.close()
            self.file = None
        if not self.ragged:
            return
        with suppress(OSError):
            if len(self.kept) > len(MAGIC):
                self.files.cut(self.path, len(self.kept))
            else:
                with suppress(FileNotFoundError):
                    self.files.remove(self.path)
                self.files.flush_folder(self.path.parent)
            self.ragged = False
