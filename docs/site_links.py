"""While the site is built: links that leave docs/ lead to the repository, pictures come along."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
HOME = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]["Homepage"]
CAMPAIGN = "<!-- the last campaign -->"
"""Where a page wants the figures of another one."""
OUTSIDE = re.compile(r"\]\(((?:\.\./)+)([^)#]+)(#[^)]*)?\)")
LINK = re.compile(r"\]\((?!\w+:|#)([^)#]+)(?:#[^)]*)?\)")


def on_pre_build(config: Any) -> None:
    """The pages beside docs/ are no part of the site, but what they lead to must exist, too."""
    for page in sorted(ROOT.glob("*.md")):
        for target in LINK.findall(page.read_text(encoding="utf-8")):
            if not (ROOT / target).exists():
                raise FileNotFoundError(f"{page.name} leads to {target}, which does not exist")


def on_files(files: Any, config: Any) -> Any:
    """The kept screenshots belong to the site."""
    for picture in sorted((ROOT / "screenshots").glob("*.[pg][ni][gf]")):
        name = f"screenshots/{picture.name}"
        files.append(File.generated(config, name, abs_src_path=str(picture)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Links within docs/ stay as they are; what lies outside it must exist in the repository."""
    here = Path("docs") / page.file.src_uri
    if CAMPAIGN in markdown:
        markdown = markdown.replace(CAMPAIGN, last_campaign())

    def led(link: re.Match[str]) -> str:
        target = (ROOT / here.parent / link[1] / link[2]).resolve()
        if target.is_relative_to(ROOT / "docs"):
            return link[0]
        if not target.exists():
            raise FileNotFoundError(f"{here} leads to {link[2]}, which does not exist")
        name = target.relative_to(ROOT).as_posix()
        up = "../" * (len(here.parts) - 2)
        place = f"{up}{name}" if name.startswith("screenshots/") else f"{HOME}/blob/main/{name}"
        return f"]({place}{link[3] or ''})"

    return OUTSIDE.sub(led, markdown)


def last_campaign() -> str:
    """The table of the last campaign, as the page about reliability has it."""
    page = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    section = page.partition("\n## The last campaign\n")[2]
    table = re.search(r"(?:^\|.*\n)+", section, re.M)
    if table is None:
        raise LookupError("docs/reliability.md has no table of the last campaign")
    return table[0]
