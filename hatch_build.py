"""While a wheel is built: its page in an index, the manual page, and the completions of shells."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)(\[[^]]*\])\((?!https?://|#)([^)]+)\)")
"""A link of README.md into the repository, or a picture of it."""


class ReadmeHook(MetadataHookInterface):
    """The README as a page elsewhere, where nothing lies beside it."""

    def update(self, metadata: dict[str, Any]) -> None:
        home = metadata["urls"]["Homepage"]

        def by_address(link: re.Match[str]) -> str:
            picture, text, place = link.groups()
            return f"{picture}{text}({home}/{'raw' if picture else 'blob'}/main/{place})"

        page = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = LINK.sub(by_address, page)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


class ManualHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts them where systems look for them: `share` of the environment."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from moontui.commands.manual import shared_files

        self.folder = TemporaryDirectory()
        for name, text in shared_files(self.metadata.version).items():
            file = Path(self.folder.name) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            build_data["shared_data"][str(file)] = f"share/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self.folder.cleanup()
